"""The Python door refuses a value of the wrong type in one sentence, never with a traceback of ours."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

import gagent_db
from gagent_db.agents import tools

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


FILTERS = "channel chat_id session exclude_session role user project since until sort limit cursor"
MEMORY = "target scope importance categories source session_id message_id"
OPTIONS: dict[str, tuple[tuple[Any, ...], str]] = {
    "get_session": ((), "session_id_or_key"),
    "update_session": ((), "session_id"),
    "archive_session": (("none",), "ref reason"),
    "delete_session": ((), "ref"),
    "compress_session": ((), "ref"),
    "fork_session": (("s",), "ref at_message title key metadata"),
    "append": ((), "session_id messages"),
    "replace_messages": ((), "session_id messages"),
    "history": ((), "session_id_or_key limit before after undone"),
    "list_sessions": ((), f"{FILTERS} archived"),
    "search": (("x",), f"{FILTERS} window max_chars mode hits_per_session"),
    "search_messages": (("x",), "channel session role user since until limit mode"),
    "artifacts": ((), "kind query status channel since limit cursor"),
    "add_memory": (("note",), MEMORY),
    "replace_memory": (("a", "b"), "target scope importance categories source"),
    "remove_memory": ((), "old_text target scope source"),
    "restore_memory": ((), "ref target source"),
    "list_memories": ((), "target scope category forgotten limit"),
    "search_memories": (("x",), "target scope forgotten limit"),
    "memory_prompt": ((), "budget_tokens target scope session"),
    "write_fact": (("D[a]: b",), "scope session_id message_id source"),
    "search_facts": (("x",), "scope limit"),
    "tick": ((1,), "message"),
    "purge_facts": ((), "scope older_than_days"),
    "export_facts": ((), "scope status"),
}
ODD: tuple[Any, ...] = (
    None, "", 0, -1, 1.5, float("nan"), float("inf"), True, "x" * 500, "\x00", "\ud800", b"x", [], {}, ["a"], {"a": 1},
    object(), 2**70, datetime(2026, 5, 1), date(2026, 5, 1), set(),
)  # fmt: skip


@pytest.mark.parametrize("method", OPTIONS)
def test_no_value_of_any_argument_comes_back_as_an_error_of_python_or_sqlite(
    db: gagent_db.Database, method: str
) -> None:
    first, names = OPTIONS[method]
    required = {
        "messages": [], "session_id": "s", "session_id_or_key": "s", "ref": "s", "kind": "decision", "old_text": "x",
    }  # fmt: skip
    parameters = inspect.signature(getattr(db, method)).parameters
    for name in names.split():
        for value in ODD:
            given = {key: required[key] for key in list(parameters)[len(first) :] if key in required and key != name}
            positional = () if name in list(parameters)[: len(first)] else first
            db.write(lambda conn: conn.execute("DELETE FROM sessions"))
            db.create_session(id="s")
            with contextlib.suppress(gagent_db.GagentError):
                getattr(db, method)(*positional, **{**given, name: value})


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        (tools.session_search, {"limit": "many"}),
        (tools.session_search, {"q": "x"}),
        (tools.session_append, {"messages": "hello"}),
        (tools.memory_tick, {"turn": float("nan")}),
        (tools.memory_tick, {}),
        (tools.memory_search, {"query": "x", "scope": {"a": 1}}),
    ],
)
def test_a_tool_called_as_a_function_says_what_is_wrong_as_over_mcp(
    db: gagent_db.Database, call: Callable[..., Any], arguments: dict[str, Any]
) -> None:
    with pytest.raises(gagent_db.GagentError, match=r"\.$") as error:
        call(db, **arguments)
    assert error.value.hint


def test_a_tool_called_as_a_function_takes_what_agents_send_and_the_limit_for_more(db: gagent_db.Database) -> None:
    for number in range(25):
        tools.memory_write(db, f"V[host{number}]: 10.0.0.{number}")
    assert len(tools.memory_search(db, "host", limit=50)["facts"]) == 20
    assert len(tools.memory_search(db, "host", None, "3")["facts"]) == 3
    assert tools.artifacts(db, kind="Decisions")["kind"] == "decision"
    assert tools.memory_write(db, {"content": 1})["error"] == "content must be text, not an object."
    with pytest.raises(TypeError):
        tools.memory_status(db, 1)


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
