"""Delete what a person asks to forget, and remember not to bring it in again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..errors import GagentError
from ..recall.lexicon import unheld, unlearn, words_in
from ..sql_json import json_list
from ..store import sessions
from ..store.database import Store
from ..store.incoming import dump_json
from ..store.merging import erase
from ..store.messages import first_title
from ..store.sessions import resolve_session, with_subagents
from ..store.titles import title_from
from .bulk_sessions import text_mark


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What is (or would be) gone."""

    sessions: list[str]
    messages: int

    def to_dict(self) -> dict[str, object]:
        return {"ok": True, "sessions": self.sessions, "messages": self.messages}


def find_session(store: Store, session: str) -> Forgotten:
    """What ``forget_session`` would delete: the session and its sub-agents' sessions."""
    conn = store.read()
    ids = with_subagents(conn, resolve_session(conn, session).id)
    return Forgotten(ids, _count(conn, ids))


def forget_session(store: Store, session: str) -> Forgotten:
    """Delete a session with its sub-agents' sessions; no later import brings them back."""
    said = _words_of_sessions(store, session)

    def work(conn: sqlite3.Connection) -> Forgotten:
        ids = with_subagents(conn, resolve_session(conn, session).id)
        gone = Forgotten(ids, _count(conn, ids))
        _forget_sessions(conn, ids)
        return gone

    gone = store.write(work)
    _erase(store, said)
    return gone


def delete_session(store: Store, session: str) -> list[str]:
    """Delete a session with its sub-agents' sessions, and all remains of their text in the file. A later import may
    bring them back. Returns the deleted ids."""
    said = _words_of_sessions(store, session)
    gone = sessions.delete_session(store, session)
    _erase(store, said)
    return gone


def find_messages(store: Store, text: str, **filters: str | None) -> list[int]:
    """Ids of the messages that hold ``text`` literally (letter case aside) in what they say, in their reasoning,
    in a tool call or its result, in an attachment or anything else kept with them. Filters: channel, project,
    since, until."""
    if not text.strip():
        raise GagentError("There is no text to match.", hint='Use: gagent-db forget --match "some text"')
    conditions = {
        "channel": "s.channel = :channel",
        "project": "(s.project = :project OR substr(s.project, 1, length(:project) + 1) = :project || '/')",
        "since": "m.created_at >= :since",
        "until": "m.created_at < :until",
    }
    wanted = [condition for name, condition in conditions.items() if filters.get(name) is not None]
    values = {name: filters.get(name) for name in conditions} | {"like": f"%{_escaped(text)}%"}
    rows = store.read().execute(
        f"""SELECT m.id FROM messages m JOIN sessions s ON s.id = m.session_id
            WHERE {" AND ".join([*wanted, _MATCHES])} ORDER BY m.id""",
        values,
    )
    return [row[0] for row in rows]


def _in_json(column: str) -> str:
    """SQL: is the text in a string of this JSON column? Escapes are undone."""
    return f"""EXISTS (SELECT 1 FROM json_tree({column}) AS j
        WHERE (j.type = 'text' AND j.atom LIKE :like ESCAPE '\\') OR j.key LIKE :like ESCAPE '\\')"""


_MATCHES = f"""(m.content LIKE :like ESCAPE '\\' OR m.reasoning LIKE :like ESCAPE '\\' OR EXISTS (
    SELECT 1 FROM tool_calls c JOIN tool_calls_text t ON t.id = c.id
    WHERE c.message_id = m.id AND (t.text LIKE :like ESCAPE '\\'
      OR (length(c.arguments_json) > 400000 AND {_in_json("c.arguments_json")})))
  OR (m.metadata_json IS NOT NULL AND {_in_json("m.metadata_json")})
  OR EXISTS (SELECT 1 FROM media_refs r WHERE r.message_id = m.id
    AND (r.path LIKE :like ESCAPE '\\' OR (r.metadata_json IS NOT NULL AND {_in_json("r.metadata_json")}))))"""


def forget_messages(store: Store, ids: Sequence[int], text: str) -> Forgotten:
    """Delete these messages. A session that has none left goes too. Everything made from them (titles, facts about
    sessions, what the importer remembers of their files) goes wherever it holds ``text``."""

    def work(conn: sqlite3.Connection) -> Forgotten:
        these = "id IN (SELECT value FROM json_each(?))"
        conn.execute(
            f"""INSERT OR IGNORE INTO tombstones(session_id, uid)
                SELECT session_id, uid FROM messages WHERE {these} AND uid IS NOT NULL""",
            (json_list(ids),),
        )
        # A call holds the beginning of its result, which must not outlive the result itself.
        result = "result_message_id IN (SELECT value FROM json_each(?))"
        conn.execute(f"UPDATE tool_calls SET result_summary = NULL WHERE {result}", (json_list(ids),))
        deleted = f"DELETE FROM messages WHERE {these} RETURNING session_id, role, content"
        gone = conn.execute(deleted, (json_list(ids),)).fetchall()
        sql = "SELECT message_count FROM sessions WHERE id = ?"
        empty = [id_ for id_ in sorted({row[0] for row in gone}) if not conn.execute(sql, (id_,)).fetchone()[0]]
        _forget_sessions(conn, empty)
        if gone:
            titles = {title for row in gone if row[1] == "user" and (title := title_from(row[2]))}
            _forget_about_sessions(conn, text, titles)
        return Forgotten(empty, len(gone))

    said = _words(store.read(), "m.id IN (SELECT value FROM json_each(?))", ids)
    gone = store.write(work)
    _erase(store, said | words_in([text]))  # also with no message left: an earlier run may have been killed here
    return gone


def _words_of_sessions(store: Store, session: str) -> set[str]:
    conn = store.read()
    ids = with_subagents(conn, resolve_session(conn, session).id)
    return _words(conn, "m.session_id IN (SELECT value FROM json_each(?))", ids)


def _words(conn: sqlite3.Connection, condition: str, ids: Sequence[int] | Sequence[str]) -> set[str]:
    """The words of these messages and their calls, as the list of words has them."""
    rows = conn.execute(
        f"""SELECT m.content FROM messages m WHERE {condition} UNION ALL
            SELECT t.text FROM messages m JOIN tool_calls c ON c.message_id = m.id JOIN tool_calls_text t ON t.id = c.id
            WHERE {condition}""",
        (json_list(ids), json_list(ids)),
    )
    return words_in(row[0] for row in rows)


def _erase(store: Store, words: set[str]) -> None:
    """Remove deleted words from everything made of them."""
    gone = unheld(store.read(), words)  # before the write, which others have to wait for
    store.write(lambda conn: unlearn(conn, gone))
    erase(store, "messages_fts", "tool_calls_fts")


def _forget_sessions(conn: sqlite3.Connection, ids: Sequence[str]) -> None:
    conn.executemany("INSERT OR IGNORE INTO tombstones(session_id) VALUES (?)", [(id_,) for id_ in ids])
    # Worldwide ids too: a resumed copy of the session replays them under another session id.
    conn.executemany(
        """INSERT OR IGNORE INTO tombstones(session_id, uid)
           SELECT session_id, uid FROM messages WHERE session_id = ? AND length(uid) >= 36""",
        [(id_,) for id_ in ids],
    )
    conn.executemany("DELETE FROM sessions WHERE id = ?", [(id_,) for id_ in ids])


def _forget_about_sessions(conn: sqlite3.Connection, text: str, titles: Iterable[str]) -> None:
    """Make titles anew that hold the text or come from a forgotten prompt, whichever session has them (a branch, a
    sub-agent). A session that the filters left out and that still says it keeps its title."""
    like = {"like": f"%{_escaped(text)}%", "titles": json_list(sorted(titles))}
    says = f"EXISTS (SELECT 1 FROM messages m WHERE m.session_id = s.id AND {_MATCHES})"
    rows = conn.execute(
        f"""SELECT s.id, s.title FROM sessions s
            WHERE (s.title LIKE :like ESCAPE '\\' OR s.title IN (SELECT value FROM json_each(:titles)))
              AND NOT {says}""",
        like,
    ).fetchall()
    for session_id, title in rows:
        conn.execute("INSERT OR IGNORE INTO tombstones(session_id, uid) VALUES (?, ?)", (session_id, text_mark(title)))
        conn.execute("UPDATE sessions SET title = ? WHERE id = ?", (first_title(conn, session_id), session_id))
    facts = conn.execute(
        f"""SELECT s.id, j.atom, j.fullkey FROM sessions s, json_tree(s.metadata_json) AS j
            WHERE s.metadata_json IS NOT NULL AND j.type = 'text' AND j.atom LIKE :like ESCAPE '\\' AND NOT {says}""",
        like,
    ).fetchall()
    for session_id, _, key in facts:
        conn.execute(
            "UPDATE sessions SET metadata_json = json_replace(metadata_json, ?, NULL) WHERE id = ?", (key, session_id)
        )
    conn.executemany(
        "INSERT OR IGNORE INTO tombstones(session_id, uid) VALUES (?, ?)",
        [(row[0], text_mark(row[1])) for row in (*rows, *facts)],
    )
    # A parser's state for the next line may hold it: the file is read from its start instead.
    encoded = (dump_json(text) or "")[1:-1]
    conn.execute(
        """UPDATE imports SET tail_hash = '', skipped_json = '[]', state_json = json_object(
             'held', json(coalesce(json_extract(state_json, '$.held'), '{}')))
           WHERE state_json LIKE ?1 ESCAPE '\\' OR skipped_json LIKE ?1 ESCAPE '\\'""",
        (f"%{_escaped(encoded)}%",),
    )


def _count(conn: sqlite3.Connection, ids: Sequence[str]) -> int:
    sql = "SELECT count(*) FROM messages WHERE session_id IN (SELECT value FROM json_each(?))"
    return int(conn.execute(sql, (json_list(ids),)).fetchone()[0])


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
