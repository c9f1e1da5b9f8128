"""Check a file for damage, repair its indexes, back it up while it is in use, and restore a backup."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from .errors import GagentError, os_reason
from .schema import fts, objects
from .schema.version import applied_names, is_current
from .sql_json import json_list
from .store.database import Store
from .store.opening import address, create_private
from .wording import counted


@dataclass
class Checkup:
    """What ``doctor`` found. ``problems`` is empty when all is well; ``unchecked`` says what could not be checked."""

    path: str
    sqlite_version: str
    journal_mode: str
    size_bytes: int
    counts: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.problems

    def to_dict(self) -> dict[str, Any]:
        return {"ok": self.ok, **asdict(self)}


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem that can be repaired: ``mend``, called inside a write, does so and returns a sentence about it."""

    problem: str
    mend: Callable[[sqlite3.Connection], str]


_WHAT_TO_DO = (
    "Restore a backup with: gagent-db restore FILE. Without one, save what can be read with sqlite3's .recover, "
    "and import the transcripts into a new file with: gagent-db import"
)
_INDEXES_UNCHECKED = (
    "The word indexes were not compared with their tables, because that needs a file that can be written. "
    "Check a copy: gagent-db backup COPY, then gagent-db --db COPY doctor"
)
_COUNTS = """
SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM messages) AS messages,
       (SELECT count(*) FROM tool_calls) AS tool_calls, (SELECT count(*) FROM media_refs) AS media_refs,
       (SELECT count(*) FROM artifact_mentions) AS artifacts, (SELECT count(*) FROM memories) AS memories,
       (SELECT count(*) FROM facts) AS facts, (SELECT count(*) FROM imports) AS imports
"""
_INDEX_AT_FAULT = re.compile(r"\bindex (\w+)$")
_WRONG_COUNTERS = """
SELECT s.id FROM sessions s
LEFT JOIN (SELECT session_id, count(*) AS n FROM tool_calls GROUP BY session_id) calls ON calls.session_id = s.id
WHERE s.message_count <> (SELECT count(*) FROM messages m WHERE m.session_id = s.id)
   OR s.tool_call_count <> coalesce(calls.n, 0)
"""
_DANGLING = """
SELECT c."table" AS name, c."rowid" AS "row", c.parent, f."from" AS field, f.on_delete AS "action"
FROM pragma_foreign_key_check c JOIN pragma_foreign_key_list(c."table") f ON f.id = c.fkid
"""
_SESSION_AGAIN = """
INSERT INTO sessions(id, created_at, updated_at)
SELECT session_id, min(created_at), max(created_at) FROM messages
WHERE session_id = (SELECT session_id FROM messages WHERE id = ?) GROUP BY session_id
ON CONFLICT DO NOTHING
"""
_COUNT_AGAIN = """
UPDATE sessions SET
    updated_at = max(updated_at, coalesce((SELECT max(created_at) FROM messages m WHERE m.session_id = sessions.id
        AND m.created_at GLOB '[12][0-9][0-9][0-9]-*'), '')),
    message_count = (SELECT count(*) FROM messages m WHERE m.session_id = sessions.id),
    tool_call_count = calls.n
FROM (SELECT wanted.value AS session_id, count(t.id) AS n
      FROM json_each(?) wanted LEFT JOIN tool_calls t ON t.session_id = wanted.value GROUP BY wanted.value) calls
WHERE sessions.id = calls.session_id
"""


def check(store: Store, *, repair: bool = False) -> Checkup:
    """Check the file, the foreign keys, the triggers, each index against its table, the counters and the vectors.

    With ``repair`` rebuild what can be rebuilt (triggers, indexes, counters), and remove what belonged to rows that
    are gone; messages are never touched. Raises GagentError when a file to repair is read-only.
    """
    if repair and store.read_only:
        raise GagentError(
            f"{store.path} cannot be written, so nothing in it can be repaired.",
            hint="Check the permissions of the file and its folder.",
        )
    conn = store.read()
    result = Checkup(
        path=str(store.path),
        sqlite_version=sqlite3.sqlite_version,
        journal_mode=conn.execute("PRAGMA journal_mode").fetchone()[0],
        size_bytes=store.path.stat().st_size,
        unchecked=[_INDEXES_UNCHECKED] if store.read_only else [],
    )
    try:
        faults, gone = _faults(conn), objects.lost(conn)
        result.problems += _damage(faults, gone)
        damaged = bool(result.problems)
        for finding in _findings(store, faults, gone):
            if repair:
                result.repaired.append(store.write(finding.mend))
            else:
                result.problems.append(f"{finding.problem}; run: gagent-db doctor --repair")
        if not (gone and objects.lost(conn)):
            result.counts = dict(conn.execute(_COUNTS).fetchone())
    except (sqlite3.DatabaseError, GagentError) as error:
        if not _is_damage(error):
            raise
        damaged = True
        result.problems.append(f"The file is damaged, so not everything could be checked: {error}.")
    if damaged:
        result.problems.append(_WHAT_TO_DO)
    return result


def _is_damage(error: Exception) -> bool:
    """Whether an error means that the file itself is damaged. A store raises GagentError from SQLite's error then."""
    cause = error.__cause__ if isinstance(error, GagentError) else error
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _faults(conn: sqlite3.Connection) -> list[str]:
    """Return what SQLite's integrity check finds. Word indexes, which newer versions include, are checked elsewhere."""
    rows = [row[0] for row in conn.execute("PRAGMA integrity_check(20)")]
    return [row for row in rows if row != "ok" and "FTS5 table" not in row]


def _damage(faults: list[str], gone: list[str]) -> list[str]:
    """Return sentences on what ``repair`` cannot fix: pages that SQLite cannot read, columns that were dropped."""
    pages = [f"The file is damaged: {fault}" for fault in faults if not _INDEX_AT_FAULT.search(fault)]
    return pages + [f"The file lacks the column {name}." for name in gone if "." in name]


def _findings(store: Store, faults: list[str], gone: list[str]) -> Iterator[Finding]:
    """Yield what can be repaired. Each check runs only when the caller has repaired what was found before it."""
    from .recall import soundness

    conn = store.read()
    if tables := [name for name in gone if "." not in name]:
        yield Finding(
            f"The file lacks {', '.join(tables)}, with all of their rows: restore a backup with gagent-db restore "
            "FILE, or to go on with empty tables",
            partial(_make_empty, tables=tables),
        )
    if gone and objects.lost(conn):  # the checks below read the tables that are missing
        return
    if missing := objects.missing(conn):  # dropped triggers, views and indexes (sqlite-utils `transform` drops them)
        yield Finding(f"The file lacks {', '.join(missing)}", _make_again)
    if other := [name for name in objects.unlike(conn) if name not in missing]:
        yield Finding(f"The file has {', '.join(other)} from another version", _make_again)
    if rows := conn.execute(_DANGLING).fetchall():  # a program without `PRAGMA foreign_keys` deleted their parents
        first = f"row {rows[0]['row'] or '-'} of {rows[0]['name']} to one of {rows[0]['parent']}"
        yield Finding(f"{counted(len(rows), 'row')} refer to missing rows, such as {first}", _settle)
    for name in dict.fromkeys(found[1] for fault in faults if (found := _INDEX_AT_FAULT.search(fault))):
        yield Finding(f"The index {name} does not match its table", partial(_reindex, name=name))
    for index in fts.INDEXES:
        if wrong := _index_trouble(store, index):
            yield Finding(
                f"The index {index} does not match its table ({wrong})", partial(_rebuild, index=index, wrong=wrong)
            )
    if sessions := [row[0] for row in conn.execute(_WRONG_COUNTERS)]:
        yield Finding(
            f"The counters of {counted(len(sessions), 'session')} are wrong", partial(_count_again, sessions=sessions)
        )
    with store.snapshot():  # an index run in another process may be writing what is compared here
        lost = soundness.damage(conn)
    if lost:
        yield Finding(f"Some {lost}", partial(_drop_vectors, lost=lost))


def _index_trouble(store: Store, index: str) -> str | None:
    """Return why a word index is wrong, else None. In a read-only file it can only be opened, not compared."""
    if reason := fts.stale(store.read()).get(index):
        return reason
    if store.read_only:
        return None if fts.opens(store.read(), index) else "it cannot be read"
    return store.write(lambda conn: fts.check(conn, index))


def _make_again(conn: sqlite3.Connection) -> str:
    return f"Recreated: {', '.join(fts.put_back(conn))}."


def _make_empty(conn: sqlite3.Connection, *, tables: list[str]) -> str:
    objects.recreate(conn, tables)
    return f"Recreated, empty: {', '.join(tables)}. Rebuild what belongs to search with: gagent-db index --rebuild"


def _settle(conn: sqlite3.Connection) -> str:
    """Do what deleting the parent rows would have done, except that a message whose session is gone gets it back."""
    rows = conn.execute(_DANGLING).fetchall()
    for row in rows:
        if row["name"] == "messages":
            conn.execute(_SESSION_AGAIN, (row["row"],))
        elif row["row"] is None:  # a table WITHOUT ROWID
            gone = f"{row['field']} NOT IN (SELECT id FROM {row['parent']})"
            conn.execute(f"DELETE FROM {row['name']} WHERE {gone}")
        elif row["action"] == "CASCADE":
            conn.execute(f"DELETE FROM {row['name']} WHERE rowid = ?", (row["row"],))
        else:
            conn.execute(f"UPDATE {row['name']} SET {row['field']} = NULL WHERE rowid = ?", (row["row"],))
    return f"Repaired {counted(len(rows), 'row')} that referred to missing rows."


def _reindex(conn: sqlite3.Connection, *, name: str) -> str:
    conn.execute(f'REINDEX "{name}"')
    return f"{name} was rebuilt."


def _rebuild(conn: sqlite3.Connection, *, index: str, wrong: str) -> str:
    fts.recreate(conn, index)
    return f"{index} was rebuilt ({wrong})."


def _count_again(conn: sqlite3.Connection, *, sessions: list[str]) -> str:
    conn.execute(_COUNT_AGAIN, (json_list(sessions),))
    return f"The counters of {counted(len(sessions), 'session')} were corrected."


def _drop_vectors(conn: sqlite3.Connection, *, lost: str) -> str:
    from .recall import soundness

    messages = counted(soundness.drop_damaged(conn), "message")
    return f"Some {lost}; run gagent-db index to make those of {messages} again."


def backup(store: Store, destination: Path) -> int:
    """Copy the live file, complete and consistent, while others read and write; return the size of the copy in bytes.

    Raises GagentError when ``destination`` exists or cannot be written.
    """
    if destination.is_dir():
        destination = destination / store.path.name
    if not destination.parent.is_dir():
        raise GagentError(f"There is no folder {destination.parent}.", hint="Create it first, or name another place.")
    if destination.exists():
        raise GagentError(f"{destination} already exists.", hint="Name a new file; a backup never overwrites one.")
    _copy(store.read(), destination)
    return destination.stat().st_size


def _copy(source: sqlite3.Connection, destination: Path) -> None:
    """Copy a database into a new file that only its owner can read; a failed copy leaves nothing behind."""
    part = destination.with_name(destination.name + ".part")
    try:
        part.unlink(missing_ok=True)
        create_private(part)
        with closing(sqlite3.connect(part)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        os.replace(part, destination)
    except (OSError, sqlite3.OperationalError) as error:  # such as a full disk; a damaged source is another error
        reason = os_reason(error) if isinstance(error, OSError) else error
        hint = "Make room there, or name another place."
        raise GagentError(f"Cannot write {destination}: {reason}.", hint=hint) from error
    finally:
        part.unlink(missing_ok=True)


def restore(source: Path, destination: Path) -> None:
    """Make ``destination`` a copy of a backup. A database already there is kept as ``NAME.before-restore``."""
    if not source.is_file():
        raise GagentError(f"There is no backup at {source}.")
    destination = destination.resolve()  # replace the file that a link leads to, not the link
    draft = destination.with_name(destination.name + ".restored")
    try:
        with closing(_sound_backup(source)) as conn:
            _copy(conn, draft)
        if destination.exists():
            _set_aside(destination)
        os.replace(draft, destination)
    except sqlite3.DatabaseError as error:
        raise GagentError(f"{source} cannot be read as a backup: {error}.", hint="Choose another backup.") from error
    finally:
        draft.unlink(missing_ok=True)


def _sound_backup(source: Path) -> sqlite3.Connection:
    """Return a connection to a backup. Raises GagentError for a file that is damaged, too new or not ours."""
    conn = sqlite3.connect(address(source, "ro"), uri=True)
    conn.row_factory = sqlite3.Row
    try:
        if _faults(conn) or not applied_names(conn):
            raise GagentError(f"{source} is not a sound gagent-db file.", hint="Choose another backup.")
        is_current(conn)
    except BaseException:
        conn.close()
        raise
    return conn


def _set_aside(destination: Path) -> None:
    """Copy the database to ``NAME.before-restore`` (or ``-2``, ``-3``, ...); move it there if it is damaged."""
    kept = destination.with_name(destination.name + ".before-restore")
    number = 1
    while kept.exists():
        number += 1
        kept = destination.with_name(f"{destination.name}.before-restore-{number}")
    try:
        with Store(destination) as store:
            backup(store, kept)
    except (sqlite3.DatabaseError, GagentError) as error:
        if not _is_damage(error):
            raise
        for suffix in ("", "-wal", "-shm"):  # it cannot be copied, so keep all of its files as they are
            part = destination.with_name(destination.name + suffix)
            if part.exists():
                os.replace(part, kept.with_name(kept.name + suffix))
        return
    for suffix in ("-wal", "-shm"):  # the file itself stays until the restored one replaces it
        destination.with_name(destination.name + suffix).unlink(missing_ok=True)
