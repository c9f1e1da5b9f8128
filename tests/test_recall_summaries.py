"""Summaries by a model of llm: they stand beside the evidence, and nothing is lost when a model fails.

A module in llm's place answers, as its plugins do: ``get_model(name).prompt(text).text()``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

import gagent_db
from gagent_db.recall.search import search

Answer = Callable[[str], str]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The prompts a model got."""
    return []


def with_model(monkeypatch: pytest.MonkeyPatch, asked: list[str], answer: Answer) -> None:
    def prompt(text: str) -> SimpleNamespace:
        asked.append(text)
        return SimpleNamespace(text=lambda: answer(text))

    model = SimpleNamespace(prompt=prompt)
    monkeypatch.setitem(sys.modules, "llm", SimpleNamespace(get_model=lambda name=None: model))


def test_a_summary_stands_beside_the_evidence_also_in_a_small_answer(
    db: gagent_db.Database, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    db.append(db.create_session(channel="cli").id, [{"content": "the zebra port is 8080 " + "and so on " * 300}])
    with_model(monkeypatch, asked, lambda _: "The zebra's port was set. ")
    for room in (None, 500, 900):
        answer = search(db, "zebra port", summarize=True, max_chars=room).to_dict()
        (session,) = answer["sessions"]
        assert session["summary"] == "The zebra's port was set."
        assert "<mark>zebra port</mark>" in session["hits"][0]["snippet"]
        assert room is None or len(json.dumps(answer)) <= room


def test_the_model_reads_what_matched_and_what_was_called(
    db: gagent_db.Database, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    log = "line of a log\n" * 5000 + "zebra daemon died\n" + "line of a log\n" * 5000
    call = {"tool_name": "shell", "arguments": {"command": "zebra --restart"}, "result_summary": "zebra runs"}
    db.append(db.create_session(channel="cli").id, [
        {"role": "tool", "content": log}, {"role": "assistant", "content": "", "tool_calls": [call]}])  # fmt: skip
    with_model(monkeypatch, asked, lambda _: "ok")
    search(db, "zebra", summarize="cheap")
    assert "zebra daemon died" in asked[0] and "shell: zebra --restart → zebra runs" in asked[0]
    assert len(asked[0]) < 13_000


def test_an_empty_answer_of_the_model_is_said(
    db: gagent_db.Database, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    db.append(db.create_session(channel="cli").id, [{"content": "the zebra port is 8080"}])
    with_model(monkeypatch, asked, lambda _: " ")
    result = search(db, "zebra", summarize=True)
    assert result.sessions[0].hits and result.degraded == "No summaries: the model gave an empty answer"
