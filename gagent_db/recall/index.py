"""Build the vectors, the lexicon and the junctions in the background, in short transactions that can be resumed."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..errors import GagentError
from ..sql_json import json_list
from ..store.database import Store
from ..store.search_text import is_unspaced
from . import junctions, state
from .lexicon import merge_words, new_words
from .state import DEFAULT

if TYPE_CHECKING:
    from .embedders import Embedder

# numpy and the modules that need it are imported where vectors are made: `status` does without.
BATCH = 1000
SMALL_CHUNKS = 64  # more small chunks than this are merged into one

Progress = Callable[[str, int, int], None]  # called with (what, done, total)
# The message may have been deleted since it was read, hence WHERE EXISTS.
_STORE = """INSERT INTO message_vectors(message_id, code)
            SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM messages WHERE id = ?1)
            ON CONFLICT(message_id) DO UPDATE SET code = excluded.code"""


@dataclass(frozen=True, slots=True)
class _Text:
    """A message to be indexed: its text, the text of its tool calls, and the text of the message before it."""

    id: int
    content: str
    tools: str
    previous: str


def index_pending(
    store: Store, progress: Progress | None = None, *, embedder: str | None = None, rebuild: bool = False
) -> int:
    """Index every message that is not indexed yet and return how many. May be stopped and run again at any time.

    ``progress("meaning", done, total)`` is called after each batch. ``embedder`` names another embedder than the one
    that made the vectors of this database; that needs ``rebuild``, which makes all vectors anew. Vectors made by an
    older version of the embedder are always made anew. Raises GagentError when the vectors cannot be mixed.
    """
    chosen = _embedder(store, embedder, rebuild)
    if rebuild or state.read(store.read()).foreign:
        store.write(lambda conn: _begin_anew(conn, chosen, rebuild))
    done = 0
    known: set[str] = set()
    start = state.read(store.read(), exact=True)
    while True:
        current = state.read(store.read())
        if current.embedder and not _made_by(current, chosen):
            break  # another process has started over with another embedder
        texts, first, last = _next_batch(store.read(), current, newest_first=chosen.name != DEFAULT)
        if not texts and not current.pending:
            break
        done += _index_batch(store, chosen, current, texts, (first, last), known)
        if progress:
            progress("meaning", done, max(start.pending, done))
        if not texts:
            break
    if done:
        store.write(_merge)
    return done


def status(store: Store) -> dict[str, Any]:
    """Return how much is indexed: the embedder, counts of messages, pending ones and vectors, size of the lexicon."""
    with store.snapshot() as conn:
        current = state.read(conn, exact=True)
        return {
            "embedder": current.embedder or DEFAULT,
            "dimension": current.dimension,
            "messages": current.total,
            "pending": current.pending,
            "vectors": conn.execute("SELECT count(*) FROM message_vectors").fetchone()[0],
            "lexicon_watermark": current.last,
            "lexicon_bytes": conn.execute("SELECT coalesce(sum(length(words)), 0) FROM lexicon").fetchone()[0],
        }


def _embedder(store: Store, wanted: str | None, rebuild: bool) -> Embedder:
    """Return the wanted embedder, by default that of the database. Raises GagentError if their vectors cannot be mixed,
    unless all are to be rebuilt."""
    from .embedders import get_embedder

    kept = state.read(store.read())
    chosen = get_embedder(wanted or kept.embedder or DEFAULT)
    if rebuild or not kept.embedder:
        return chosen
    if (chosen.name, chosen.dimension) != (kept.embedder, kept.dimension):
        raise GagentError(
            f"The vectors of this database were made by {kept.embedder} ({kept.dimension} dimensions); "
            f"those of {chosen.name} ({chosen.dimension}) cannot be mixed with them.",
            hint=f"Rebuild all of them: gagent-db index --embedder {chosen.name} --rebuild",
        )
    if kept.version > state.version_of(chosen.name):
        raise GagentError(
            f"The vectors of this database were made by a newer gagent-db ({chosen.name}, version {kept.version}; "
            f"this one has version {state.version_of(chosen.name)}).",
            hint=f"Upgrade gagent-db, or rebuild all of them: gagent-db index --embedder {chosen.name} --rebuild",
        )
    return chosen


def _made_by(done: state.Progress, embedder: Embedder) -> bool:
    """Whether the stored vectors can be compared with those of this embedder."""
    return not done.foreign and (done.embedder, done.dimension) == (embedder.name, embedder.dimension)


def _begin_anew(conn: sqlite3.Connection, embedder: Embedder, rebuild: bool) -> None:
    """Delete all that another embedder, or another version of this one, has made."""
    if not (rebuild or state.read(conn).foreign):
        return  # another process was faster
    for table in ("message_vectors", "vector_chunks", "lexicon", "junctions", "recall_changed"):
        conn.execute(f"DELETE FROM {table}")
    state.write(conn, _state(embedder, uuid.uuid4().hex, (1, 0)))


def _state(embedder: Embedder, generation: str, done: tuple[int, int]) -> state.Progress:
    version = state.version_of(embedder.name)
    return state.Progress(embedder.name, embedder.dimension, *done, generation, version)


def _next_batch(conn: sqlite3.Connection, done: state.Progress, *, newest_first: bool) -> tuple[list[_Text], int, int]:
    """Return the next messages to index, and the first and last id of the range that is indexed once they are.

    A slow embedder begins with the newest messages; a quick one goes in the order of the table, which packs better.
    """
    changed = [row[0] for row in conn.execute("SELECT message_id FROM recall_changed LIMIT ?", (BATCH,))]
    if changed:
        return _texts(conn, changed), done.first, done.last
    if done.first > done.last:
        if not newest_first:
            ids = _ids(conn, "id > ?", 0, "ASC")
            return _texts(conn, ids), 1, (ids[-1] if ids else 0)
        ids = _ids(conn, "id <= ?", 2**62, "DESC")
        return _texts(conn, ids), (ids[-1] if ids else 1), (ids[0] if ids else 0)
    newer = _ids(conn, "id > ?", done.last, "ASC")
    if newer:
        return _texts(conn, newer), done.first, newer[-1]
    older = _ids(conn, "id < ?", done.first, "DESC")
    return _texts(conn, older), (older[-1] if older else done.first), done.last


def _ids(conn: sqlite3.Connection, condition: str, value: int, order: str) -> list[int]:
    sql = f"SELECT id FROM messages WHERE {condition} ORDER BY id {order} LIMIT {BATCH}"
    return [row[0] for row in conn.execute(sql, (value,))]


def _texts(conn: sqlite3.Connection, ids: list[int]) -> list[_Text]:
    """Read the texts of these messages, in the order of their ids."""
    wanted = json_list(ids)
    tools: dict[int, str] = {}
    for message_id, text in conn.execute(
        """SELECT c.message_id, t.text FROM tool_calls c JOIN tool_calls_text t ON t.id = c.id
           WHERE c.message_id IN (SELECT value FROM json_each(?)) ORDER BY c.id""",
        (wanted,),
    ):
        tools[message_id] = f"{tools.get(message_id, '')} {text}"
    rows = conn.execute(
        """SELECT m.id, m.content, (SELECT p.content FROM messages p
             WHERE p.session_id = m.session_id AND p.id < m.id ORDER BY p.id DESC LIMIT 1)
           FROM messages m WHERE m.id IN (SELECT value FROM json_each(?)) ORDER BY m.id""",
        (wanted,),
    )
    return [_Text(row[0], row[1], tools.get(row[0], ""), row[2] or "") for row in rows]


def _index_batch(
    store: Store,
    embedder: Embedder,
    current: state.Progress,
    texts: list[_Text],
    done: tuple[int, int],
    known: set[str],
) -> int:
    """Index one batch and return its length; 0 when another process started over meanwhile.

    Computes outside the transaction and only stores inside it. ``done`` is the range of ids that is then indexed;
    ``known`` has the words already in the lexicon and grows by the new ones.
    """
    import numpy as np

    from .semantic import codes, message_vectors, sign_bits
    from .soundness import pack_ids

    rows = message_vectors(embedder, [text.content or text.tools for text in texts], [text.previous for text in texts])
    meant = [i for i in range(len(texts)) if rows[i].any()]
    ids = np.array([texts[i].id for i in meant], np.int64)
    blank = json_list(text.id for text, row in zip(texts, rows, strict=True) if not row.any())  # may have had a vector
    packed = sign_bits(rows[meant]) if meant else np.empty((0, 1), np.uint64)
    pairs = [(int(i), code.tobytes()) for i, code in zip(ids, codes(rows[meant]), strict=True)]
    fresh = new_words((f"{text.content} {text.tools}" for text in texts), known, skip=is_unspaced)
    met = junctions.newest((text.id, f"{text.content} {text.tools}") for text in texts)

    def save(conn: sqlite3.Connection) -> int:
        if state.read(conn).generation != current.generation:
            return 0
        conn.execute("DELETE FROM message_vectors WHERE message_id IN (SELECT value FROM json_each(?))", (blank,))
        conn.executemany(_STORE, pairs)
        if pairs:
            conn.execute("INSERT INTO vector_chunks(ids, bits) VALUES (?, ?)", (pack_ids(ids), packed.tobytes()))
        if fresh:
            conn.execute("INSERT INTO lexicon(words) VALUES (?)", (fresh,))
        if marked := _marked(conn, texts):
            unchanged = set(texts).intersection(_texts(conn, marked))  # what has changed since stays marked
            conn.executemany("DELETE FROM recall_changed WHERE message_id = ?", [(text.id,) for text in unchanged])
            junctions.forget(conn, [text.id for text in texts])
        junctions.store(conn, met)
        state.write(conn, _state(embedder, current.generation, done))
        return len(texts)

    return store.write(save)


def _marked(conn: sqlite3.Connection, texts: list[_Text]) -> list[int]:
    """Return the ids of those texts that are marked as changed."""
    sql = "SELECT message_id FROM recall_changed WHERE message_id IN (SELECT value FROM json_each(?))"
    return [row[0] for row in conn.execute(sql, (json_list(text.id for text in texts),))]


def _merge(conn: sqlite3.Connection) -> None:
    """Merge many small chunks into one, so that the vectors stay quick to read after years of small appends."""
    import numpy as np

    from .soundness import chunk_ids, pack_ids

    merge_words(conn)
    kept = state.read(conn)
    width = 8 * -(-kept.dimension // 64)  # bytes that the signs of one vector take
    rows = conn.execute("SELECT id, ids, bits FROM vector_chunks WHERE length(bits) < ?", (width * BATCH,)).fetchall()
    if len(rows) <= SMALL_CHUNKS:
        return
    chunks = [(row[0], chunk_ids(row[1], row[2], kept.dimension), row[2]) for row in rows]
    whole = [(number, ids, bits) for number, ids, bits in chunks if ids is not None]
    ids = np.concatenate([ids for _, ids, _ in whole])
    bits = np.frombuffer(b"".join(bits for _, _, bits in whole), np.uint8).reshape(len(ids), width)
    order = np.argsort(ids, kind="stable")
    conn.executemany("DELETE FROM vector_chunks WHERE id = ?", [(number,) for number, _, _ in whole])
    conn.execute("INSERT INTO vector_chunks(ids, bits) VALUES (?, ?)", (pack_ids(ids[order]), bits[order].tobytes()))
    state.write(conn, replace(kept, generation=uuid.uuid4().hex))
