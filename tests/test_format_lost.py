"""Nothing vanishes: whatever stands in a record is in what was imported, or a reason or a count says that it is not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import BUILDERS, codex, gemini_json
from hypothesis import given, settings
from hypothesis import strategies as st
from import_fixtures import claude_session, write_lines

import gagent_db
from gagent_db.importers.registry import importers
from gagent_db.importers.run import import_paths
from gagent_db.importers.sources import Source

_MARK, _NUMBER = "zqmarkzq", 987654321987
_SHAPES: list[Any] = [
    [_MARK], {"odd": _MARK}, _NUMBER, [{"type": "text", "text": _MARK}], {"a": [{"b": {"c": [_MARK]}}]}, [[[_MARK]]],
]  # fmt: skip
# What may go: a number, time or flag that is none; ids and links that are none (others are made); tables of tools and
# encrypted text; what the record, or another one, says a second time.
_MAY_GO = re.compile(r"""
    .*(?:count|cost|tokens|_usd|exit_code|file_size|size_bytes|weight|index|is_error|end_turn|is_archived|hidden.*)
  | .*(?:time|timestamp|stamp|created|updated|started|ended|_at|start|startTime|lastUpdated|last_active|end)
  | .*(?:id|ids|uid|uuid|Id|ID|Uuid|parent|children|current_node|tip|key|projectHash|from|thought)
  | type|role|author|name|status|exit|active|compacted|archived|platform|source|channel|sender|version|userType
  | recipient|isSidechain|gitBranch|cwd|content_type|language|usage|tools|function|encrypted_content|metadata|session
  | image_url|mime|url|filename|file_name|file_type|project|completed|directories|environment|cache|provider
""", re.VERBOSE)  # fmt: skip
_TOLD_TWICE = {
    "codex": {"text", "message", "payload", "info", "total_token_usage", "last_token_usage"},
    "swe-agent": {"info", "model_stats", "trajectory", "action", "observation", "response"},
    "claude.ai json": {"text"},
    "copilot": {"toolName", "success"},
    "pi": {"toolName", "api", "thinkingSignature", "label"},
    "openclaw": {"api"},
}
_TABLES = {"modelMetrics", "timings", "tokens", "totals", "usage", "usageMetadata"}
_TEXTS = [title for title in BUILDERS if not re.search("db|zip|llm|tree|aider", title)]


def _places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield (*way, key)
        yield from _places(part, (*way, key))


def _put(value: Any, way: tuple[Any, ...], odd: Any) -> Any:
    """A copy with one part replaced."""
    copy = deepcopy(value)
    holder = copy
    for key in way[:-1]:
        holder = holder[key]
    holder[way[-1]] = odd
    return copy


def _load(path: Path) -> Any:
    body = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in body.splitlines()] if path.suffix == ".jsonl" else json.loads(body)


def _parse(name: str, path: Path, value: Any) -> tuple[str, Any]:
    """Everything that came of it as text, and what was not taken (None: the whole file is refused)."""
    told = "".join(json.dumps(one) + "\n" for one in value) if path.suffix == ".jsonl" else json.dumps(value)
    path.write_text(told, encoding="utf-8")
    source = Source(path, "2026-01-01T00:00:00.000Z")
    try:
        items = list(importers()[name].parse(source))
    except gagent_db.GagentError:
        return "", None
    return f"{items} {source.state}", (source.skipped, source.passed_over)


@pytest.mark.parametrize("title", _TEXTS)
def test_a_value_of_another_type_is_kept_or_reported(title: str, tmp_path: Path) -> None:
    name, build = BUILDERS[title]
    path = build(tmp_path)
    whole = _load(path)
    _, usual = _parse(name, path, whole)
    lost = []
    for number, way in enumerate(_places(whole)):
        key = next((str(part) for part in reversed(way) if not isinstance(part, int)), "")
        if _MAY_GO.fullmatch(key) or not _TABLES.isdisjoint(way) or key in _TOLD_TWICE.get(title, ()):
            continue
        for odd in (_SHAPES[number % len(_SHAPES)], _SHAPES[(number + 1) % len(_SHAPES)]):
            found, told = _parse(name, path, _put(whole, way, odd))
            if told == usual and _MARK not in found and str(_NUMBER) not in found:
                lost.append((way, odd))
    assert not lost, f"{name} drops these: keep them in metadata, with values.rest(..., texts=..., lists=...)"


@pytest.mark.parametrize("title", _TEXTS)
@given(
    odd=st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(max_size=9), one, max_size=3),
    )
)
@settings(max_examples=15)
def test_a_line_of_any_shape_is_accounted_for(
    title: str, tmp_path_factory: pytest.TempPathFactory, odd: Any
) -> None:  # fmt: skip
    """Behind the lines that are known, so that nothing is new but this line."""
    name, build = BUILDERS[title]
    path = build(tmp_path_factory.mktemp("line"))
    if path.suffix != ".jsonl":
        return  # one value, no lines
    usual = _load(path)
    before, (skipped, passed) = _parse(name, path, usual)
    after, (more, also) = _parse(name, path, [*usual, odd])
    assert len(after) > len(before) or more > skipped or also.total() > passed.total()


def test_unknown_records_and_bookkeeping_are_counted_apart(tmp_path: Path, db: gagent_db.Database) -> None:
    extra = [
        {"type": "brand-new", "x": 1},
        {"type": "progress", "data": {}},
        {"type": ["list"]},
        {"type": "last-prompt"},
    ]
    path = write_lines(tmp_path / "c.jsonl", [*claude_session(), *extra])
    report = import_paths(db, [path])
    first = len(claude_session()) + 1
    assert [(skip.line, skip.reason) for skip in report.skipped] == [
        (first, "unknown record type 'brand-new'"), (first + 2, "no record type"),
    ]  # fmt: skip
    assert report.to_dict()["passed_over"] == {"file-history-snapshot": 1, "progress": 1, "last-prompt": 1}


def test_a_codex_line_with_an_odd_payload_has_a_reason(tmp_path: Path, db: gagent_db.Database) -> None:
    path = codex(tmp_path)
    odd = [None, [1], "text", 7, {}, {"type": 3}, {"type": "brand_new_item"}]
    lines = [json.dumps({"timestamp": "2026-02-03T09:01:00Z", "type": "response_item", "payload": one}) for one in odd]
    with path.open("a", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    report = import_paths(db, [path])
    assert [skip.reason.split(" ")[0] for skip in report.skipped] == ["the"] * 4 + ["an"] + ["unknown"] * 2
    assert [skip.line for skip in report.skipped] == list(range(14, 21))


def test_a_list_of_messages_that_is_none_is_a_reason(tmp_path: Path, db: gagent_db.Database) -> None:
    path = gemini_json(tmp_path)
    path.write_text(json.dumps({**_load(path), "messages": {"0": "gone"}}), encoding="utf-8")
    assert "messages: dict where a list was expected" in import_paths(db, [path]).skipped[0].reason
