"""Check the stored vectors for damage, and drop the damaged ones so that the next ``index`` makes them again."""

from __future__ import annotations

import sqlite3
import uuid
from dataclasses import replace

import numpy as np

from ..sql_json import json_list
from . import state

_WIDTHS = (1, 2, 4, 8)  # bytes of a step between ids


def chunk_ids(ids: bytes, bits: bytes, dimension: int) -> np.ndarray | None:
    """Return the ids (int64) of a packed chunk; None when their number does not fit that of the sign vectors."""
    count, rest = divmod(len(bits), 8 * max(1, -(-dimension // 64)))
    width, more = divmod(len(ids) - 8, max(1, count))
    if rest or more or not count or width not in _WIDTHS:
        return None
    return np.frombuffer(ids, np.int64, 1) + np.cumsum(np.frombuffer(ids, f"<u{width}", offset=8), dtype=np.int64)


def pack_ids(ids: np.ndarray) -> bytes:
    """Pack ascending ids (int64), at least one: the first in 8 bytes, then the steps between them in 1, 2, 4 or 8 each.

    The first of these steps is 0, so there is one for each id.
    """
    steps = np.diff(ids, prepend=ids[:1])
    width = next(width for width in _WIDTHS if int(steps.max()) < 1 << 8 * width)
    return ids[:1].tobytes() + steps.astype(f"<u{width}").tobytes()


def code_bytes(dimension: int) -> int:
    """Return the length of a stored code in bytes: half a byte per dimension."""
    return -(-dimension // 2)


def damage(conn: sqlite3.Connection) -> str | None:
    """Return a sentence on what is wrong with the vectors; None when they are whole."""
    progress = state.read(conn)
    chunks, codes = _broken_chunks(conn, progress.dimension), _broken_codes(conn, progress.dimension)
    lost = len(_uncovered(conn, progress.dimension))
    if not (chunks or codes or lost):
        return None
    return f"vectors are damaged ({len(chunks)} packed chunks, {codes} codes, {lost} messages in no chunk)"


def drop_damaged(conn: sqlite3.Connection) -> int:
    """Delete what is damaged, inside a running write; return how many messages ``index`` has to do again."""
    progress = state.read(conn)
    dimension = progress.dimension
    wanted = set(_uncovered(conn, dimension))
    conn.executemany("DELETE FROM vector_chunks WHERE id = ?", [(id_,) for id_ in _broken_chunks(conn, dimension)])
    rows = conn.execute(
        "DELETE FROM message_vectors WHERE length(code) <> ? RETURNING message_id", (code_bytes(dimension),)
    )
    wanted.update(row[0] for row in rows.fetchall())
    conn.execute(
        "INSERT INTO recall_changed(message_id) SELECT value FROM json_each(?) WHERE true ON CONFLICT DO NOTHING",
        (json_list(sorted(wanted)),),
    )
    if progress.embedder:  # a new generation makes the caches of other processes read the chunks anew
        state.write(conn, replace(progress, generation=uuid.uuid4().hex))
    return len(wanted)


def _broken_chunks(conn: sqlite3.Connection, dimension: int) -> list[int]:
    rows = conn.execute("SELECT id, ids, bits FROM vector_chunks")
    return [row[0] for row in rows if chunk_ids(row[1], row[2], dimension) is None]


def _broken_codes(conn: sqlite3.Connection, dimension: int) -> int:
    sql = "SELECT count(*) FROM message_vectors WHERE length(code) <> ?"
    return int(conn.execute(sql, (code_bytes(dimension),)).fetchone()[0])


def _uncovered(conn: sqlite3.Connection, dimension: int) -> list[int]:
    """Return the messages with a code but in no whole chunk, except those that `index` does again anyway."""
    chunks = [chunk_ids(row[0], row[1], dimension) for row in conn.execute("SELECT ids, bits FROM vector_chunks")]
    whole = [ids for ids in chunks if ids is not None]
    sql = "SELECT message_id FROM message_vectors WHERE message_id NOT IN (SELECT message_id FROM recall_changed)"
    coded = np.array([row[0] for row in conn.execute(sql)], np.int64)
    return [int(id_) for id_ in np.setdiff1d(coded, np.concatenate(whole) if whole else np.empty(0, np.int64))]
