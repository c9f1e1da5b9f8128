"""Embedders that are not the default: what they ask of a server, and what they say when something is missing."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gagent_db import recall
from gagent_db.errors import GagentError
from gagent_db.recall.embedders import get_embedder
from gagent_db.recall.minilm import MiniLM
from gagent_db.recall.remote import LlmModel, OpenAICompatible
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


def test_a_database_is_indexed_and_searched_through_a_server(server: Server, tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        session = sessions.create_session(store, channel="cli")
        wanted, _ = messages.append(store, session.id, [{"content": "a bad cabbage"}, {"content": "hedge"}])
        assert recall.index_pending(store, embedder=url(server)) == 2
        assert recall.status(store)["dimension"] == 8
        hits = recall.search_messages(store, "abc cab", mode="semantic")
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
        recall.index_pending(store, embedder=url(server))
        server.answer = b"gone"
        result = recall.search(store, "is the cabbage still bad?")
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


def test_an_unknown_embedder_is_named() -> None:
    with pytest.raises(GagentError, match="no embedder 'magic'"):
        get_embedder("magic")
