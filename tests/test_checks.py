"""The Python door refuses a value of the wrong type in one sentence, never with a traceback of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gagent_db

NO_NUMBER: tuple[Any, ...] = ("3", 1.5, [1], {"a": 1}, True, 2**70)
NO_TEXT: tuple[Any, ...] = (5, 1.5, [1], b"x")
CALLS: dict[str, tuple[str, tuple[Any, ...], str, tuple[Any, ...]]] = {
    "search limit": ("search", ("x",), "limit", (*NO_NUMBER, None)),
    "search window": ("search", ("x",), "window", (*NO_NUMBER, None)),
    "search hits": ("search", ("x",), "hits_per_session", (*NO_NUMBER, None)),
    "search characters": ("search", ("x",), "max_chars", NO_NUMBER),
    "search query": ("search", (), "query", NO_TEXT),
    "search cursor": ("search", ("x",), "cursor", NO_TEXT),
    "messages limit": ("search_messages", ("x",), "limit", (*NO_NUMBER, None)),
    "messages query": ("search_messages", (), "query", NO_TEXT),
    "sessions limit": ("list_sessions", (), "limit", (*NO_NUMBER, None)),
    "sessions project": ("list_sessions", (), "project", NO_TEXT),
    "sessions channel": ("list_sessions", (), "channel", ([1], {"a": 1})),
    "history limit": ("history", ("s",), "limit", NO_NUMBER),
    "history before": ("history", ("s",), "before", NO_NUMBER),
    "session": ("get_session", (), "session_id_or_key", ([1], {"a": 1})),
    "artifacts limit": ("artifacts", ("decision",), "limit", (*NO_NUMBER, None)),
    "artifacts query": ("artifacts", ("decision",), "query", NO_TEXT),
    "memories query": ("search_memories", (), "query", (*NO_TEXT, None)),
    "memories limit": ("search_memories", ("x",), "limit", NO_NUMBER),
    "facts query": ("search_facts", (), "query", (*NO_TEXT, None)),
    "facts limit": ("search_facts", ("x",), "limit", (*NO_NUMBER, None)),
    "memories most": ("list_memories", (), "limit", NO_NUMBER),
    "topic": ("reflect", (), "topic", (*NO_TEXT, None)),
    "exported scope": ("export_facts", (), "scope", NO_TEXT),
    "turn": ("tick", (), "turn", (*NO_NUMBER, None)),
    "fact": ("write_fact", (), "content", (*NO_TEXT, None)),
    "fork": ("fork_session", ("s",), "at_message", NO_NUMBER),
    "append": ("append", ("s",), "messages", (None, 5, "text", {"content": "x"})),
    "import": ("import_paths", (), "paths", (None, 5, [5], [None])),
}


@pytest.mark.parametrize(("method", "first", "name", "values"), CALLS.values(), ids=CALLS.keys())
def test_a_value_of_the_wrong_type_is_refused_in_a_sentence(
    db: gagent_db.Database, method: str, first: tuple[Any, ...], name: str, values: tuple[Any, ...]
) -> None:
    db.create_session(id="s")
    db.append("s", [{"content": "x"}])
    for value in values:
        with pytest.raises(gagent_db.GagentError, match=r"must be .*\.$"):
            getattr(db, method)(*first, **{name: value})


def test_none_stands_for_no_limit_and_no_filter(db: gagent_db.Database) -> None:
    db.create_session(id="s", chat_id=777)
    db.append("s", [{"content": "wombat"}])
    assert len(db.history("s", None, before=None)) == 1
    assert db.search("wombat", max_chars=None, cursor=None, project=None, chat_id=777).total_sessions == 1
    assert db.search(None).sessions and db.list_sessions(chat_id=777, project=None)  # type: ignore[arg-type]


def test_one_path_is_a_list_of_one(db: gagent_db.Database, tmp_path: Path) -> None:
    source = tmp_path / "chat.jsonl"
    source.write_text('{"messages": [{"role": "user", "content": "hi"}]}\n')
    assert db.import_paths(source).messages == 1
    assert db.import_paths(str(source)).messages == 0
