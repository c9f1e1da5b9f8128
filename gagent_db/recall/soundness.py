"""Are the vectors whole? Which are not, and how the next ``index`` comes to make them again."""

from __future__ import annotations

import sqlite3
import uuid

import numpy as np
import orjson

from . import state


def chunk_is_whole(ids: bytes, bits: bytes, dimension: int) -> bool:
    """Has every id of a packed chunk the signs of one vector?"""
    return len(ids) % 8 == 0 and len(bits) == len(ids) // 8 * (8 * -(-dimension // 64))


def code_bytes(dimension: int) -> int:
    """Bytes of a stored code: half of one a dimension."""
    return -(-dimension // 2)


def damage(conn: sqlite3.Connection) -> str | None:
    """What is wrong with the vectors, as a sentence; None when they are whole."""
    progress = state.read(conn)
    chunks, codes = _broken_chunks(conn, progress.dimension), _broken_codes(conn, progress.dimension)
    lost = len(_uncovered(conn, progress.dimension))
    if not (chunks or codes or lost):
        return None
    return f"vectors are damaged ({len(chunks)} packed chunks, {codes} codes, {lost} messages in no chunk)"


def drop_damaged(conn: sqlite3.Connection) -> int:
    """Throw away what is damaged, inside a running write; how many messages ``index`` has to do again."""
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
        (orjson.dumps(sorted(wanted)).decode(),),
    )
    if progress.embedder:  # another generation: searches that are running read the chunks anew
        state.write(
            conn, embedder=progress.embedder, dimension=dimension, first=progress.first, last=progress.last,
            generation=uuid.uuid4().hex,
        )  # fmt: skip
    return len(wanted)


def _broken_chunks(conn: sqlite3.Connection, dimension: int) -> list[int]:
    rows = conn.execute("SELECT id, ids, bits FROM vector_chunks")
    return [row[0] for row in rows if not chunk_is_whole(row[1], row[2], dimension)]


def _broken_codes(conn: sqlite3.Connection, dimension: int) -> int:
    sql = "SELECT count(*) FROM message_vectors WHERE length(code) <> ?"
    return int(conn.execute(sql, (code_bytes(dimension),)).fetchone()[0])


def _uncovered(conn: sqlite3.Connection, dimension: int) -> list[int]:
    """Messages with a code that no whole chunk names."""
    whole = [
        np.frombuffer(row[1], np.int64)
        for row in conn.execute("SELECT id, ids, bits FROM vector_chunks")
        if chunk_is_whole(row[1], row[2], dimension)
    ]
    coded = np.array([row[0] for row in conn.execute("SELECT message_id FROM message_vectors")], np.int64)
    return [int(id_) for id_ in np.setdiff1d(coded, np.concatenate(whole) if whole else np.empty(0, np.int64))]
