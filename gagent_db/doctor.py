"""Is the file sound? Check it, repair its indexes, copy it safely, put a copy back."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from .errors import GagentError
from .schema import fts, objects
from .schema.version import is_current
from .store.database import Store, connect, create_private, put_back


@dataclass
class Checkup:
    """What ``doctor`` found. ``problems`` is empty when all is well."""

    path: str
    sqlite_version: str
    journal_mode: str
    size_bytes: int
    counts: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.problems

    def to_dict(self) -> dict[str, Any]:
        return {"ok": self.ok, **asdict(self)}


_WHAT_TO_DO = (
    "Put a backup back with: gagent-db restore FILE. Without one, save what can be read with sqlite3's .recover, "
    "and bring the transcripts into a new file with: gagent-db import"
)
_COUNTED = ("sessions", "messages", "tool_calls", "media_refs", "artifacts", "memories", "facts", "imports")
_WRONG_COUNTS = """
SELECT s.id FROM sessions s
WHERE s.message_count <> (SELECT count(*) FROM messages m WHERE m.session_id = s.id)
   OR s.tool_call_count <> (SELECT count(*) FROM tool_calls t WHERE t.session_id = s.id)
"""
_FIX_COUNTS = """
UPDATE sessions SET
    updated_at = max(updated_at, coalesce((SELECT max(created_at) FROM messages m WHERE m.session_id = sessions.id
        AND m.created_at GLOB '[12][0-9][0-9][0-9]-*'), '')),
    message_count = (SELECT count(*) FROM messages m WHERE m.session_id = sessions.id),
    tool_call_count = (SELECT count(*) FROM tool_calls t WHERE t.session_id = sessions.id)
WHERE id = ?
"""


def check(store: Store, *, repair: bool = False) -> Checkup:
    """Check the file, the foreign keys, the triggers, each index against its table, the counters and the vectors.

    With ``repair`` make again what can be made again (triggers, indexes, counters); messages are never touched.
    """
    conn = store.read()
    result = Checkup(
        path=str(store.path),
        sqlite_version=sqlite3.sqlite_version,
        journal_mode=conn.execute("PRAGMA journal_mode").fetchone()[0],
        size_bytes=store.path.stat().st_size,
    )
    try:
        _check_file(conn, result)
        damaged = bool(result.problems)
        _check_objects(store, result, repair=repair)
        for table in _COUNTED:
            result.counts[table] = conn.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for index in fts.INDEXES:
            _check_index(store, index, result, repair=repair)
        _check_counts(store, result, repair=repair)
        _check_vectors(store, result, repair=repair)
    except (sqlite3.DatabaseError, GagentError) as error:
        if not _is_damage(error):
            raise
        damaged = True
        result.problems.append(f"The file is damaged, so not everything could be checked: {error}.")
    if damaged:
        result.problems.append(_WHAT_TO_DO)
    return result


def _is_damage(error: Exception) -> bool:
    """Is it the file itself that cannot be read? Stores tell that as a sentence with SQLite's error behind it."""
    told = error.__cause__ if isinstance(error, GagentError) else error
    code = getattr(told, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _check_file(conn: sqlite3.Connection, result: Checkup) -> None:
    for row in conn.execute("PRAGMA quick_check(20)"):
        if row[0] != "ok":
            result.problems.append(f"The file is damaged: {row[0]}")
    for row in conn.execute("PRAGMA foreign_key_check"):
        result.problems.append(f"Row {row[1]} of {row[0]} refers to a row of {row[2]} that is not there.")


def _check_objects(store: Store, result: Checkup, *, repair: bool) -> None:
    """Triggers, views and indexes that somebody dropped (``sqlite-utils transform`` does)."""
    missing = objects.missing(store.read())
    if not missing:
        return
    if not repair:
        result.problems.append(f"The file lacks {', '.join(missing)}; run: gagent-db doctor --repair")
        return
    store.write(put_back)
    result.repaired.append(f"Made again: {', '.join(missing)}.")


def _check_index(store: Store, index: str, result: Checkup, *, repair: bool) -> None:
    wrong = fts.stale(store.read()).get(index) or store.write(lambda conn: fts.check(conn, index))
    if not wrong:
        return
    if not repair:
        result.problems.append(f"The index {index} does not match its table ({wrong}); run: gagent-db doctor --repair")
        return
    store.write(lambda conn: fts.recreate(conn, index))
    result.repaired.append(f"{index} was built anew ({wrong}).")


def _check_counts(store: Store, result: Checkup, *, repair: bool) -> None:
    wrong = [row[0] for row in store.read().execute(_WRONG_COUNTS)]
    if not wrong:
        return
    if not repair:
        result.problems.append(f"The counters of {len(wrong)} sessions are wrong; run: gagent-db doctor --repair")
        return
    store.write(lambda conn: conn.executemany(_FIX_COUNTS, [(session_id,) for session_id in wrong]))
    result.repaired.append(f"The counters of {len(wrong)} sessions were put right.")


def _check_vectors(store: Store, result: Checkup, *, repair: bool) -> None:
    from .recall import soundness

    wrong = soundness.damage(store.read())
    if not wrong:
        return
    if not repair:
        result.problems.append(f"Some {wrong}; run: gagent-db doctor --repair, then gagent-db index")
        return
    lost = store.write(soundness.drop_damaged)
    result.repaired.append(f"Some {wrong}; run gagent-db index to make those of {lost:,} messages again.")


def backup(store: Store, destination: Path) -> int:
    """Copy the live file, complete and consistent, while others read and write. Returns its size in bytes."""
    if destination.is_dir():
        destination = destination / store.path.name
    if not destination.parent.is_dir():
        raise GagentError(f"There is no folder {destination.parent}.", hint="Make it first, or name another place.")
    if destination.exists():
        raise GagentError(f"{destination} is already there.", hint="Name a new file; a backup never overwrites.")
    part = destination.with_name(destination.name + ".part")
    part.unlink(missing_ok=True)
    create_private(part)
    try:
        target = sqlite3.connect(part)
        try:
            store.read().backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        finally:
            target.close()
        os.replace(part, destination)
    except OSError as error:
        raise GagentError(f"Cannot write {destination}: {error.strerror or error}.") from error
    finally:
        part.unlink(missing_ok=True)
    return destination.stat().st_size


def restore(source: Path, destination: Path) -> None:
    """Make ``destination`` a copy of a backup. A database that is there is kept as ``NAME.before-restore``."""
    if not source.is_file():
        raise GagentError(f"There is no backup at {source}.")
    try:
        conn = sqlite3.connect(f"file:{source}?mode=ro", uri=True)
        conn.row_factory = sqlite3.Row
        try:
            sound = conn.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
            ours = sound and conn.execute("SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'").fetchone()
            if not ours:
                raise GagentError(f"{source} is not a sound gagent-db file.", hint="Choose another backup.")
            is_current(conn)
            if destination.exists():
                _set_aside(destination)
            create_private(destination)
            target = connect(destination, timeout=10)
            try:
                conn.backup(target)
                target.execute("PRAGMA journal_mode = WAL")
            finally:
                target.close()
        finally:
            conn.close()
    except sqlite3.DatabaseError as error:
        raise GagentError(f"{source} cannot be read as a backup: {error}.", hint="Choose another backup.") from error


def _set_aside(destination: Path) -> None:
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
        for suffix in ("", "-wal", "-shm"):  # what cannot be copied is kept as it is
            part = destination.with_name(destination.name + suffix)
            if part.exists():
                os.replace(part, kept.with_name(kept.name + suffix))
        return
    for suffix in ("", "-wal", "-shm"):
        destination.with_name(destination.name + suffix).unlink(missing_ok=True)
