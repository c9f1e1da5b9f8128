"""Embedders: what those of others ask of a server and say when something is missing, and whose vectors are used."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gagent_db.errors import GagentError
from gagent_db.recall import index, semantic
from gagent_db.recall.embedders import get_embedder
from gagent_db.recall.index import index_pending, status
from gagent_db.recall.minilm import MiniLM
from gagent_db.recall.remote import LlmModel, OpenAICompatible
from gagent_db.recall.search import search, search_messages
from gagent_db.recall.soundness import chunk_ids, pack_ids
from gagent_db.recall.state import STATIC_VERSION
from gagent_db.recall.wordpiece import DATA
from gagent_db.store import messages, sessions
from gagent_db.store.database import Store


class Server(ThreadingHTTPServer):
    """Answers like an OpenAI-compatible server: a vector of letter counts for each text."""

    seen: list[dict[str, Any]]
    answer: bytes | None = None  # in place of the vectors


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append({"path": self.path, "key": self.headers.get("Authorization"), **body})
        data = [{"index": i, "embedding": [text.lower().count(c) for c in "abcdefgh"]} for i, text in
                enumerate(body["input"])]  # fmt: skip
        answer = self.server.answer or json.dumps({"data": data[::-1]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(("127.0.0.1", 0), Handler) as running:
        running.seen = []
        thread = threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def url(server: Server) -> str:
    return f"http://127.0.0.1:{server.server_address[1]}/v1#letters"


def test_a_server_gives_the_vectors_in_the_order_of_the_texts(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAGENT_EMBEDDING_KEY", "k")
    embedder = OpenAICompatible(url(server))
    rows = embedder.encode(["aa", "bb", ""])
    assert embedder.dimension == 8 and rows.dtype == np.float32
    assert rows.tolist() == [[1, *[0] * 7], [0, 1, *[0] * 6], [0] * 8]
    assert server.seen[-1]["path"] == "/v1/embeddings"
    assert (server.seen[-1]["model"], server.seen[-1]["key"]) == ("letters", "Bearer k")
    assert embedder.encode([]).shape == (0, 8)
    sent = len(server.seen)
    assert embedder.encode(["a"] * 130).shape == (130, 8) and len(server.seen) == sent + 3


def test_what_says_nothing_is_not_sent_and_has_no_vector(server: Server, tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        session = sessions.create_session(store, channel="cli")
        messages.append(store, session.id, [{"content": ""}, {"content": " \n"}, {"content": "cab"}])
        index_pending(store, embedder=url(server))
        assert [text for request in server.seen for text in request["input"]] == ["dimension", "cab"]
        assert status(store)["vectors"] == 1 and status(store)["pending"] == 0


def test_a_server_that_leaves_a_text_out_is_told_so(server: Server) -> None:
    embedder = OpenAICompatible(url(server))
    server.answer = b'{"data": [{"index": 0, "embedding": [1, 0, 0, 0, 0, 0, 0, 0]}]}'
    with pytest.raises(GagentError, match="1 vectors for 2 texts"):
        embedder.encode(["a", "b"])


def test_a_database_is_indexed_and_searched_through_a_server(server: Server, tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        session = sessions.create_session(store, channel="cli")
        wanted, _ = messages.append(store, session.id, [{"content": "a bad cabbage"}, {"content": "hedge"}])
        assert index_pending(store, embedder=url(server)) == 2
        assert status(store)["dimension"] == 8
        hits = search_messages(store, "abc cab", mode="semantic")
        assert hits[0].message_id == wanted and hits[0].matched == "semantic"


@pytest.mark.parametrize("answer", [b"no json", b"{}", b'{"data": [{"embedding": "x"}]}'])
def test_a_wrong_answer_is_one_sentence(server: Server, answer: bytes) -> None:
    server.answer = answer
    with pytest.raises(GagentError, match="did not answer as expected") as caught:
        OpenAICompatible(url(server))
    assert caught.value.hint


def test_search_goes_on_without_a_server_that_fails(server: Server, tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        session = sessions.create_session(store, channel="cli")
        messages.append(store, session.id, [{"content": "a bad cabbage"}])
        index_pending(store, embedder=url(server))
        server.answer = b"gone"
        result = search(store, "is the cabbage still bad?")
        assert result.sessions[0].hits[0].matched == "lexical"
        assert result.degraded and "Search by meaning is off" in result.degraded


@pytest.mark.parametrize(
    ("module", "make", "extra"),
    [("onnxruntime", MiniLM, "onnx"), ("llm", lambda: LlmModel("llm:any"), "summarize")],
)
def test_an_extra_that_is_missing_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, module: str, make: Any, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(GagentError) as caught:
        make()
    assert caught.value.hint == f"pip install 'gagent-db[{extra}]'"


SHIPPED = ("vocab.txt", "static.scale.f32", "static.i8", "indonesian.txt")


def test_the_shipped_vectors_have_the_version_that_databases_remember() -> None:
    digest = blake2b(b"".join((DATA / name).read_bytes() for name in SHIPPED))
    known = (3, "0e3c967220b2530b")
    assert (STATIC_VERSION, digest.hexdigest()[:16]) == known, "other vectors need a higher STATIC_VERSION"


def made_by_version(store: Store, version: int) -> None:
    sql = "UPDATE meta SET value = json_set(value, '$.version', ?) WHERE name = 'recall'"
    store.write(lambda conn: conn.execute(sql, (version,)))


def test_vectors_of_an_older_version_are_left_alone_and_made_anew(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        session = sessions.create_session(store, channel="cli")
        texts = ["The segfault at launch is fixed now.", *(f"bread number {n} needs flour" for n in range(299))]
        first = messages.append(store, session.id, [{"content": text} for text in texts])[0]
        index_pending(store)
        question = "how did I solve the crash"
        assert search_messages(store, question, mode="semantic")[0].message_id == first
        made_by_version(store, STATIC_VERSION - 1)
        assert status(store)["pending"] == 300
        found = search(store, question, mode="semantic")
        assert found.degraded and "covers 256 of 300" in found.degraded and "gagent-db index" in found.degraded
        assert first not in [hit.message_id for item in found.sessions for hit in item.hits]
        assert search(store, "segfault").sessions[0].hits[0].message_id == first, "words are as before"
        assert index_pending(store) == 300
        assert index_pending(store) == 0
        assert search(store, question, mode="semantic").degraded is None
        assert search_messages(store, question, mode="semantic")[0].message_id == first


def test_vectors_of_a_newer_version_are_not_thrown_away(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        session = sessions.create_session(store, channel="cli")
        messages.append(store, session.id, [{"content": "a hedge"}])
        index_pending(store)
        made_by_version(store, STATIC_VERSION + 1)
        with pytest.raises(GagentError, match="made by a newer gagent-db"):
            index_pending(store)
        assert status(store)["vectors"] == 1
        assert index_pending(store, rebuild=True) == 1


def test_a_batch_that_was_overtaken_by_a_new_beginning_is_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(tmp_path / "x.db") as store, Store.open(tmp_path / "x.db") as other:
        session = sessions.create_session(store, channel="cli")
        messages.append(store, session.id, [{"content": "a hedge"}, {"content": "a ditch"}])
        made = semantic.message_vectors

        def slow(*given: Any) -> np.ndarray:
            monkeypatch.setattr(semantic, "message_vectors", made)
            index_pending(other, rebuild=True)
            return made(*given)

        monkeypatch.setattr(semantic, "message_vectors", slow)
        assert index_pending(store) == 0
        assert status(store)["vectors"] == 2
        assert store.read().execute("SELECT count(*) FROM vector_chunks").fetchone()[0] == 1


def test_years_of_small_additions_become_one_chunk(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        session = sessions.create_session(store, channel="cli")
        ids = []
        for number in range(index.SMALL_CHUNKS + 2):
            ids += messages.append(store, session.id, [{"content": f"a hedge of {number} yews"}])
            index_pending(store)
        chunks = store.read().execute("SELECT ids, bits FROM vector_chunks").fetchall()
        assert len(chunks) < 5
        packed = [chunk_ids(row[0], row[1], 128) for row in chunks]
        assert sorted(i for chunk in packed if chunk is not None for i in chunk.tolist()) == ids
        assert search_messages(store, "shrubs in the garden", mode="semantic")


@given(st.sets(st.integers(1, 2**40), min_size=1, max_size=50))
def test_the_ids_of_a_packed_chunk_are_as_they_were(ids: set[int]) -> None:
    wanted = sorted(ids)
    packed = pack_ids(np.array(wanted, np.int64))
    signs = bytes(16 * len(wanted))
    unpacked = chunk_ids(packed, signs, 128)
    assert unpacked is not None and unpacked.tolist() == wanted
    assert chunk_ids(packed[:-1], signs, 128) is None and chunk_ids(packed, signs[8:], 128) is None


def test_an_unknown_embedder_is_named() -> None:
    with pytest.raises(GagentError, match="no embedder 'magic'"):
        get_embedder("magic")


def test_the_words_of_one_run_stand_in_one_chunk(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        session = sessions.create_session(store, channel="cli")
        texts = [f"word{number}x" for number in range(3 * index.BATCH)]
        messages.append(store, session.id, [{"content": text} for text in texts])
        index_pending(store)
        chunks = store.read().execute("SELECT words FROM lexicon").fetchall()
        assert [row[0].split() for row in chunks] == [sorted(text.encode() for text in texts)]
        messages.append(store, session.id, [{"content": "one word more"}])
        index_pending(store)
        assert store.read().execute("SELECT count(*) FROM lexicon").fetchone()[0] == 2, "a little is not merged at once"
