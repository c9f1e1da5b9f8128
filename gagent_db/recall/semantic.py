"""Search by meaning: the cosine between the vector of the question and those of the messages.

Vectors are stored in the same file: for each message a code of half a byte per dimension, and the signs of many
vectors packed in chunks. A search compares signs (a few nanoseconds per message), then reads the codes of the
closest. The newest messages without a vector are encoded on the fly, so what was just said is found, too.
"""

from __future__ import annotations

import itertools
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

import numpy as np

from ..errors import GagentError
from ..sql_json import json_list
from ..store.database import Store
from ..store.opening import Connection
from . import state
from .embedders import DEFAULT, Embedder, get_embedder, own_text, unit
from .lexical import Ranges, inside
from .soundness import chunk_ids, code_bytes

STEPS = 2.5  # quantisation steps in a typical component (1 / sqrt(dimension)); there are 7 in each direction
PREVIOUS_WEIGHT = 0.5  # weight of the previous message in the vector of a message
RESCORED = 400  # messages closest by sign whose cosines are computed
SHARED = 0.6  # share of the common direction of an archive that is removed to tell its messages apart
SAMPLE = 1000  # vectors from which that direction is computed
KEPT = 20  # messages closest once it is removed that are candidates whatever their cosine
FEW = 100  # with fewer messages than this, less of it is removed
TAIL = 256  # newest messages without a vector that are encoded during a search
_QUERIES = 64  # vectors of questions kept


@dataclass(slots=True)
class Cache:
    """What one process keeps of a file's vectors between searches.

    Threads share it: ids, bits and tail belong together and are never changed; another cache replaces this one.
    """

    opening: int = 0  # which opening of the file: a backup put in its place may have the same generation
    generation: str = ""
    last_chunk: int = 0
    ids: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))
    bits: np.ndarray = field(default_factory=lambda: np.empty((0, 0), np.uint64))  # a row per 64 dimensions
    tail: dict[int, np.ndarray] = field(default_factory=dict)  # vectors made on the fly, by message id
    common: np.ndarray | None = None  # the direction that all messages share, shorter where they are few
    questions: OrderedDict[str, np.ndarray] = field(default_factory=OrderedDict)


_caches: WeakKeyDictionary[Store, Cache] = WeakKeyDictionary()
_lock = threading.Lock()


def meaning_for(store: Store) -> tuple[Semantic | None, str | None]:
    """Return semantic search for a store (None when it cannot be used), and a sentence on what is missing, or None.

    Call this, and use what it returns, inside one snapshot: it reads first how the vectors were made, then the vectors.
    """
    conn = store.read()
    progress = state.read(conn)
    try:
        embedder = get_embedder(progress.embedder or DEFAULT)
        with _lock:
            cache = _with_new_chunks(conn, _caches.get(store, Cache()), progress)
            cache = replace(cache, tail=_tail(conn, embedder, cache, progress))
            if not store.in_write:
                _caches[store] = cache
    except GagentError as error:
        return None, f"Search by meaning is off: {error.message} {error.hint or ''}".strip()
    semantic = Semantic(conn, embedder, cache, progress)
    uncovered = progress.pending - len(cache.tail)
    if uncovered <= 0:
        return semantic, None
    return semantic, (
        f"Search by meaning covers {progress.total - uncovered:,} of {progress.total:,} messages; "
        "the rest by words only. Run: gagent-db index"
    )


class Semantic:
    """Finds nearest messages and computes cosines, for one search."""

    def __init__(self, conn: sqlite3.Connection, embedder: Embedder, cache: Cache, progress: state.Progress) -> None:
        self.conn, self.embedder, self.cache, self.progress = conn, embedder, cache, progress
        self._distinct: dict[int, float] = {}  # cosines without the common direction, by message id

    def nearest(self, text: str, count: int, ranges: Ranges) -> dict[int, float]:
        """Return the cosines, by message id, of the ``count`` messages closest in meaning; only positive ones.

        The KEPT closest without the common direction are added.
        """
        question = self._question(text)
        if not question.any():
            return {}
        near = self._closest_by_sign(question, ranges).tolist()
        fresh = np.array(list(self.cache.tail), np.int64)
        near += fresh.tolist() if ranges is None else fresh[inside(fresh, ranges)].tolist()
        cosines = self.cosines(text, near)
        best = sorted(((value, i) for i, value in cosines.items() if value > 0), reverse=True)[:count]
        best += [(cosines[i], i) for i in itertools.islice(self.distinct(cosines), KEPT) if cosines[i] > 0]
        return {i: value for value, i in best}

    def cosines(self, text: str, ids: list[int]) -> dict[int, float]:
        """Return the cosines of the given messages, by id, of those that have a vector."""
        question = self._question(text)
        rows = self._codes(ids)
        known = [row[0] for row in rows]
        vectors = self._decoded(rows) if rows else np.empty((0, len(question)), np.float32)
        if fresh := [i for i in ids if i in self.cache.tail]:
            known += fresh
            vectors = np.concatenate([vectors, [self.cache.tail[i] for i in fresh]])
        apart = self._apart(vectors) @ self._apart(question[None, :])[0]
        self._distinct.update(zip(known, apart.tolist(), strict=True))
        return dict(zip(known, (vectors @ question).tolist(), strict=True))

    def distinct(self, ids: Iterable[int]) -> dict[int, float]:
        """Return the cosines without the common direction, closest first, of messages whose cosines are known.

        In an archive of chats every chat is close to every question; what remains tells them apart.
        """
        known = [i for i in ids if i in self._distinct]
        return {i: self._distinct[i] for i in sorted(known, key=lambda i: -self._distinct[i])}

    def _apart(self, rows: np.ndarray) -> np.ndarray:
        """Return the rows without SHARED of the common direction, scaled to length 1."""
        common = self.cache.common
        if common is None:
            common = self.cache.common = self._common()
        return unit(rows - SHARED * (rows @ common)[:, None] * common)

    def _common(self) -> np.ndarray:
        """Return the mean direction of a sample of the messages, shorter where there are few."""
        ids = self.cache.ids[:: max(1, len(self.cache.ids) // SAMPLE)]
        rows = self._codes(ids.tolist())
        if not rows:
            return np.zeros(self.embedder.dimension, np.float32)
        mean = self._decoded(rows).mean(axis=0, keepdims=True)
        return np.asarray(unit(mean)[0] * np.float32(np.sqrt(len(rows) / (len(rows) + FEW))))

    def _codes(self, ids: list[int]) -> list[tuple[int, bytes]]:
        """Return the stored (id, code) of those messages that have one. Raises GagentError for a damaged code."""
        if self.progress.foreign:
            return []
        cursor = self.conn.cursor()
        cursor.row_factory = None
        rows = cursor.execute(
            "SELECT message_id, code FROM message_vectors WHERE message_id IN (SELECT value FROM json_each(?))",
            (json_list(ids),),
        ).fetchall()
        if any(len(row[1]) != code_bytes(self.embedder.dimension) for row in rows):
            raise _damaged()
        return rows

    def _decoded(self, rows: list[tuple[int, bytes]]) -> np.ndarray:
        packed = np.frombuffer(b"".join(row[1] for row in rows), np.uint8).reshape(len(rows), -1)
        return decoded(packed)[:, : self.embedder.dimension]

    def closest_part(self, text: str, parts: list[str]) -> int:
        """Return the index of the part that is closest to the question."""
        return int(np.argmax(self.embedder.encode(parts) @ self._question(text)))

    def _question(self, text: str) -> np.ndarray:
        known = self.cache.questions
        vector = known.get(text)
        if vector is None:
            vector = known[text] = self.embedder.encode([text])[0]
            if len(known) > _QUERIES:
                known.popitem(last=False)
        return vector

    def _closest_by_sign(self, question: np.ndarray, ranges: Ranges) -> np.ndarray:
        """Return the ids of about RESCORED messages whose vectors differ from the question's in the fewest signs."""
        ids, bits = self.cache.ids, self.cache.bits
        if ranges is not None and len(ids):
            wanted = inside(ids, ranges)
            ids, bits = ids[wanted], bits[:, wanted]
        if len(ids) <= RESCORED:
            return ids
        apart: np.ndarray = np.zeros(len(ids), np.uint16 if len(bits) > 3 else np.uint8)
        for word, asked in zip(bits, sign_bits(question[None, :])[0], strict=True):
            apart += np.bitwise_count(word ^ asked)
        return ids[_smallest(apart, RESCORED)]


def _smallest(values: np.ndarray, count: int) -> np.ndarray:
    """Return the places of the smallest of many small integers: at least ``count``, at most twice as many."""
    sample = np.sort(values[:: max(1, len(values) // 20_000)])
    bound = int(sample[min(len(sample) - 1, len(sample) * count // len(values) + 1)])
    places = np.nonzero(values <= bound)[0]
    while len(places) < count:
        bound += 1
        places = np.nonzero(values <= bound)[0]
    if len(places) > 2 * count:
        places = places[np.argpartition(values[places], count)[:count]]
    return places


def codes(rows: np.ndarray) -> np.ndarray:
    """Quantise unit vectors to four bits per dimension, two dimensions in a byte (uint8)."""
    rows = np.pad(rows, ((0, 0), (0, rows.shape[1] % 2)))
    step = STEPS * np.sqrt(rows.shape[1])
    levels = np.clip(np.rint(rows * step), -7, 7).astype(np.int8) + 8
    return np.asarray(levels[:, 0::2] << 4 | levels[:, 1::2], np.uint8)


def decoded(packed: np.ndarray) -> np.ndarray:
    """Return approximately the unit vectors (float32) that codes were made from."""
    rows = np.empty((len(packed), packed.shape[1] * 2), np.float32)
    rows[:, 0::2] = packed >> 4
    rows[:, 1::2] = packed & 15
    return (rows - 8) / np.float32(STEPS * np.sqrt(rows.shape[1]))


def sign_bits(rows: np.ndarray) -> np.ndarray:
    """Return the signs of vectors packed into 64-bit words, one row per vector."""
    packed = np.packbits(rows > 0, axis=1)
    missing = -packed.shape[1] % 8
    return np.ascontiguousarray(np.pad(packed, ((0, 0), (0, missing)))).view(np.uint64)


def message_vectors(embedder: Embedder, texts: list[str], previous: list[str]) -> np.ndarray:
    """Return the vectors of messages: each text plus, at PREVIOUS_WEIGHT, the text of the message before it."""
    wanted = [own_text(text) for text in [*texts, *previous]]
    distinct = {text: at for at, text in enumerate(dict.fromkeys(wanted))}
    rows = embedder.encode(list(distinct))[[distinct[text] for text in wanted]]
    return unit(rows[: len(texts)] + PREVIOUS_WEIGHT * rows[len(texts) :])


def _damaged() -> GagentError:
    return GagentError("Its vectors are damaged.", hint="Run: gagent-db doctor --repair, then gagent-db index")


def _with_new_chunks(conn: Connection, cache: Cache, progress: state.Progress) -> Cache:
    """Return the cache with the chunks written since the last search. Raises GagentError when one is damaged."""
    if (cache.opening, cache.generation) != (conn.opening, progress.generation):
        cache = Cache(conn.opening, progress.generation)
    sql = "SELECT id, ids, bits FROM vector_chunks WHERE id > ? ORDER BY id"
    rows = conn.execute(sql, (cache.last_chunk,)).fetchall() if not progress.foreign else []
    if not rows:
        return cache
    ids = []
    for row in rows:
        chunk = chunk_ids(row[1], row[2], progress.dimension)
        if chunk is None:
            raise _damaged()
        ids.append(chunk)
    bits = [np.frombuffer(row[2], np.uint64).reshape(len(chunk), -1).T for row, chunk in zip(rows, ids, strict=True)]
    return replace(
        cache,
        last_chunk=rows[-1][0],
        ids=np.concatenate([cache.ids, *ids]),
        bits=np.ascontiguousarray(np.concatenate([cache.bits, *bits] if len(cache.bits) else bits, axis=1)),
    )


def _tail(
    conn: sqlite3.Connection, embedder: Embedder, cache: Cache, progress: state.Progress
) -> dict[int, np.ndarray]:
    """Return vectors of the newest messages that have none stored. Only the default embedder is quick enough."""
    last = 0 if progress.foreign else progress.last
    known = {i: row for i, row in cache.tail.items() if i > last}
    if not progress.pending or embedder.name != DEFAULT:
        return known
    rows = conn.execute(
        """SELECT id, content, (SELECT p.content FROM messages p WHERE p.session_id = m.session_id AND p.id < m.id
                                ORDER BY p.id DESC LIMIT 1)
           FROM messages m WHERE id > ? ORDER BY id DESC LIMIT ?""",
        (last, TAIL),
    ).fetchall()
    new = [row for row in rows if row[0] not in known]
    if new:
        vectors = message_vectors(embedder, [row[1] for row in new], [row[2] or "" for row in new])
        known.update(zip((row[0] for row in new), vectors, strict=True))
    return known
