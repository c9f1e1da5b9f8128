"""Find what fixed an error before: the command that was run next, if the error did not come back.

Commands that only look (`df -h`, `git status`) are skipped, and so are failed ones if a later one succeeded.
"""

from __future__ import annotations

import re
import sqlite3
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from .coerce import encodable
from .errors import GagentError
from .extract.items import word_set
from .extract.shell_runs import Run, every_run
from .sql_json import json_list
from .store.database import Store

_SEEN = 60  # latest messages with the error that are read
_AFTER = 6  # messages after a command in which the error may come back
_READ = 100_000  # characters read of each
_NEXT = 12  # commands after an error that are read to find the one that may have fixed it
_LOOKS = word_set("""
    echo printf cat bat grep rg ag ack find fd ls ll less more head tail wc which whereis man tree file stat diff type
    pwd df du free ps pgrep lsof fuser top uptime uname date printenv whoami id groups journalctl dmesg jq ss netstat
    ping dig nslookup host lsblk cd awk sort uniq cut tr column
    """)
# These programs only look if their verb is in _LOOKING, maybe behind a word of _GROUPS: `docker container ls`.
_PROGRAMS = word_set("""
    git docker podman kubectl helm systemctl service brew apt apt-get apt-cache dpkg pip npm pnpm yarn cargo restic
    alembic terraform gh
    """)
_LOOKING = word_set("""
    status log logs list ls show describe inspect ps info version blame diff df heads history current tree top stats
    is-active is-enabled images search outdated why snapshots reflog
    """)
_GROUPS = word_set("compose container image volume network system stash remote pr run issue")
# Clients of databases, with the options behind which a statement stands; sqlite3 and duckdb take it as an operand, too.
_CLIENTS = {
    "psql": ("-c", "--command"),
    "mysql": ("-e", "--execute"),
    "mariadb": ("-e", "--execute"),
    "sqlite": ("-cmd",),  # sqlite3: names come without their version
    "duckdb": ("-c", "-cmd"),
}
_READS = re.compile(
    r"\s*(?:select|show|explain|describe|desc|with|values|table|pragma|\\d|\\l|\.schema|\.tables)", re.I
)
_CHANGES = re.compile(
    r"\b(?:insert|update|delete|drop|alter|create|truncate|merge|call|into|vacuum|reindex|grant|revoke)\b|"
    r"\bpragma\b[^;]*=|\b\w*(?:terminate|cancel|reload|lock|reset|setval|nextval|set_|switch|refresh|exec)\w*\s*\(",
    re.I,
)
_QUERY = re.compile(r"([\"'])\s*(?:select|with|explain)\b.*?\1", re.I | re.S)  # "a > 3" in it writes no file
_SQL_TEXT = re.compile(r"'[^']*'")
_SHORT = re.compile(r"-\w")  # an option whose value is the next word: `git -C folder log`
_WRITES = re.compile(r">(?!\s*(?:/dev/null|&|>))")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"0x[0-9a-f]+|\d+")


@dataclass(slots=True)
class Fix:
    """A command that was run after an error, in the same session."""

    command: str
    status: str | None
    session_id: str
    message_id: int
    created_at: str
    error: str
    error_message_id: int
    came_back: bool
    times: int = 1


def known_fixes(store: Store, text: str, *, limit: int = 10) -> dict[str, Any]:
    """Return the commands that were run next after an error, first those after which it did not come back.

    As `{"ok", "error": the line that was looked for, "seen": number of messages with it, "fixes": [...]}`. Raises
    GagentError for a text without a line.
    """
    line = error_line(encodable(text))
    if not line:
        raise GagentError("No line of an error was given.", hint="Paste the message, such as: no such table: foo")
    with store.snapshot() as conn:
        hits = _messages_with(conn, line)
        followed = [_run_next(conn, hit, line) for hit in hits]
    fixes: dict[str, Fix] = {}
    for found in followed:
        if found is None:
            continue
        known = fixes.get(found.command)
        if known is None or (known.came_back and not found.came_back):
            found.times += known.times if known else 0
            fixes[found.command] = found
        else:
            known.times += 1
    ranked = sorted(fixes.values(), key=lambda fix: fix.created_at, reverse=True)
    ranked.sort(key=lambda fix: (fix.came_back, fix.status not in ("0", "success", None), -fix.times))
    return {"ok": True, "error": line, "seen": len(hits), "fixes": [asdict(fix) for fix in ranked[:limit]]}


_ERROR_WORDS = (
    "error", "exception", "failed", "fatal", "denied", "not found", "no such", "cannot", "can't", "unable", "refused",
    "timed out", "unexpected", "invalid", "undefined", "missing", "panic", "traceback", "gagal", "galat",
    "tidak ditemukan",
)  # fmt: skip


def error_line(text: str) -> str:
    """Return the most informative line of a pasted error: the last that names an error, else the longest."""
    lines = [line.strip() for line in text.splitlines() if len(line.strip()) > 5]
    if not lines:
        return text.strip()
    named = [line for line in lines if any(word in line.lower() for word in _ERROR_WORDS)]
    named = [line for line in named if not line.lower().startswith("traceback")] or named
    return (named[-1] if named else max(lines, key=len))[:300]


def _messages_with(conn: sqlite3.Connection, line: str) -> list[sqlite3.Row]:
    """Return the messages with the words of a line in their text or in a tool call, the latest first.

    Numbers are ignored; words with digits in them (`0xfc`, `Blob204411`) are too, where no message has them all.
    """
    words = [word for word in re.findall(r"[^\W_]+", line) if len(word) > 1 and not word.isdigit()]
    plain = [word for word in words if not _DIGIT.search(word)]
    return _messages_with_words(conn, words) or (_messages_with_words(conn, plain) if len(plain) < len(words) else [])


def _messages_with_words(conn: sqlite3.Connection, words: list[str]) -> list[sqlite3.Row]:
    if not words:
        return []
    match = " AND ".join(f'"{word}"' for word in words[:16])
    in_text = _newest(conn, "SELECT rowid FROM messages_fts WHERE messages_fts MATCH ?", f"content: ({match})")
    in_calls = _newest(
        conn,
        """SELECT c.message_id FROM tool_calls_fts f CROSS JOIN tool_calls c ON c.id = f.rowid
           WHERE tool_calls_fts MATCH ?""",
        match,
    )
    ids = in_text | {i for i in in_calls if i + 1 not in in_text}  # the next message may repeat the result of the call
    return conn.execute(
        f"""SELECT id, session_id, created_at FROM messages
            WHERE id IN (SELECT value FROM json_each(?)) AND status <> 'undone' ORDER BY id DESC LIMIT {_SEEN}""",
        (json_list(ids),),
    ).fetchall()


def _newest(conn: sqlite3.Connection, sql: str, match: str) -> set[int]:
    return {row[0] for row in conn.execute(f"{sql} ORDER BY 1 DESC LIMIT {_SEEN}", (match,))}


def _run_next(conn: sqlite3.Connection, hit: sqlite3.Row, line: str) -> Fix | None:
    """Return the command run after a message with the error: the first that does more than look and did not fail.

    Where there is none, the first that does more than look, or the first at all; None without any command.
    """
    rows = conn.execute(
        f"""SELECT v.value, a.status, m.id, m.created_at
            FROM messages m CROSS JOIN artifact_mentions a ON a.id BETWEEN m.id * 1024 AND m.id * 1024 + 1023
            CROSS JOIN artifact_values v ON v.id = a.value_id AND v.kind = 'command'
            WHERE m.session_id = ? AND m.id > ? AND m.id <= ? + 200 AND m.status <> 'undone'
            ORDER BY m.id, a.id LIMIT {_NEXT}""",
        (hit["session_id"], hit["id"], hit["id"]),
    ).fetchall()
    if not rows:
        return None
    active = [row for row in rows if not only_looks(row["value"])] or rows[:1]
    row = next((row for row in active if row["status"] in ("0", "success", None)), active[0])
    back = _comes_back(conn, hit["session_id"], row["id"], line)
    return Fix(row["value"], row["status"], hit["session_id"], row["id"], row["created_at"], line, hit["id"], back)


def only_looks(command: str) -> bool:
    """Whether a command changes nothing: `df -h`, `git log -3`, `docker ps && docker logs web`."""
    runs = every_run(command)
    return bool(runs) and all(map(_looks, runs)) and not _WRITES.search(_QUERY.sub("", command))


def _looks(run: Run) -> bool:
    """Whether a single program, started with these words, only looks."""
    if run[0] in _LOOKS or (run[0] == "sed" and "-n" in run):
        return "-delete" not in run
    if "exec" in run:  # docker exec db psql ...
        run = next((run[at:] for at, word in enumerate(run) if word in _CLIENTS), run)
    if run[0] in _CLIENTS:
        return _only_reads(run)
    if run[0] not in _PROGRAMS:
        return False
    operands = [word for before, word in pairwise(run) if not word.startswith("-") and not _SHORT.fullmatch(before)]
    verb = next((word for word in operands if word not in _GROUPS), "")
    return verb in _LOOKING or (run[0] == "kubectl" and verb == "get")


def _only_reads(run: Run) -> bool:
    """Whether a client of a database is given statements, and all of them only read: not `pg_terminate_backend(7)`."""
    statements = [statement for text in _statements(run) for statement in _SQL_TEXT.sub("''", text).split(";")]
    statements = [statement for statement in statements if statement.strip()]
    return bool(statements) and all(_READS.match(one) and not _CHANGES.search(one) for one in statements)


def _statements(run: Run) -> list[str]:
    """Return the statements on the line of a client: behind its options, or behind the file."""
    options = _CLIENTS[run[0]]
    found = [word for before, word in pairwise(run) if before in options or re.fullmatch(r"-\w*[ce]", before)]
    found += [word.partition("=")[2] for word in run if word.startswith("--") and word.partition("=")[0] in options]
    operands = [word for word in run[1:] if not word.startswith("-")]
    return found or (operands[1:] if run[0] in ("sqlite", "duckdb") else [])


def _comes_back(conn: sqlite3.Connection, session_id: str, message_id: int, line: str) -> bool:
    """Whether the line occurs in the result of a command or in the messages right after it, numbers ignored."""
    texts = conn.execute(
        f"""SELECT id > :id, substr(content, 1, {_READ}),
                   (SELECT group_concat(substr(result_summary, 1, {_READ}), char(10))
                    FROM tool_calls WHERE message_id = messages.id)
            FROM messages WHERE session_id = :session AND id >= :id ORDER BY id LIMIT {_AFTER + 1}""",
        {"session": session_id, "id": message_id},
    )
    wanted = _without_numbers(line)
    return any(
        wanted in _without_numbers(f"{content if is_later else ''}\n{results or ''}")
        for is_later, content, results in texts
    )


def _without_numbers(text: str) -> str:
    return _NUMBER.sub("0", text.lower())
