"""ChatGPT and Claude.ai exports, OpenAI-chat JSONL: every branch kept, the main line told apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import (
    chatgpt_conversations,
    chatgpt_json,
    chatgpt_zip,
    claude_json,
    claude_zip,
    document,
    lines,
    openai_conversations,
    openai_messages,
)
from hypothesis import given
from hypothesis import strategies as st

import gagent_db
from gagent_db.importers.branches import in_order
from gagent_db.importers.run import import_paths


def rows(db: gagent_db.Database, sql: str, *values: Any) -> list[Any]:
    return [tuple(row) for row in db.read().execute(sql, values)]


def told(db: gagent_db.Database, session: str) -> list[tuple[str, str, bool]]:
    """(role, content, abandoned)"""
    messages = db.history(session)
    return [(m.role, m.content, (m.metadata or {}).get("branch") == "abandoned") for m in messages]


@pytest.mark.parametrize("build", [chatgpt_json, chatgpt_zip])
def test_chatgpt_keeps_every_branch_and_ends_with_the_main_line(
    build: Any, tmp_path: Path, db: gagent_db.Database
) -> None:
    import_paths(db, [build(tmp_path)])
    assert told(db, "cgpt-1") == [
        ("user", "Suggest a name for this cat", False),
        ("assistant", "Abandoned answer: Mochi", True),
        ("assistant", "", False),
        ("assistant", "print('Jeruk')", False),
        ("tool", "Jeruk", False),
        ("assistant", "Call it Jeruk.", False),
    ]
    session = db.get_session("cgpt-1")
    assert session is not None
    assert (session.title, session.channel, session.model) == ("Name ideas", "chatgpt", "gpt-5")
    assert session.created_at == "2026-01-19T10:53:20.000Z"
    user, _, thought, code, *_ = db.history("cgpt-1")
    assert (user.media[0].kind, user.media[0].path, user.media[0].bytes) == ("image", "file-service://file-cat", 1024)
    assert (thought.reasoning, code.content_type) == ("Colours: It is orange.", "code")
    assert (code.tool_calls[0].tool_name, code.tool_calls[0].result_summary) == ("python", "Jeruk")
    assert [m.content for m in db.history("cgpt-2")] == ["How long do cats sleep?\n7"]
    assert "Mochi" in db.search_messages("Mochi")[0].snippet.replace("<mark>", "").replace("</mark>", "")


def test_chatgpt_reexported_after_a_change_of_branch_doubles_nothing(tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [chatgpt_json(tmp_path)])
    conversations = chatgpt_conversations()
    conversations[0]["current_node"] = "n2"
    report = import_paths(db, [document(tmp_path / "later" / "conversations.json", conversations)])
    assert report.messages == 0
    abandoned = [content for _, content, gone in told(db, "cgpt-1") if gone]
    assert abandoned == ["", "print('Jeruk')", "Jeruk", "Call it Jeruk."]


def test_a_chatgpt_folder_is_found_by_content(tmp_path: Path, db: gagent_db.Database) -> None:
    first, second = chatgpt_conversations()
    document(tmp_path / "export" / "conversations-000.json", [first])
    document(tmp_path / "export" / "conversations-001.json", [second])
    document(tmp_path / "export" / "user.json", {"id": "user-1"})
    assert len(import_paths(db, [tmp_path / "export"]).sessions_added) == 2


@pytest.mark.parametrize("build", [claude_json, claude_zip])
def test_claude_ai_fields_branches_and_attachments(build: Any, tmp_path: Path, db: gagent_db.Database) -> None:
    report = import_paths(db, [build(tmp_path)])
    assert len(report.sessions_added) == 1  # a conversation that was never used is none
    session = db.list_sessions()[0]
    assert (session.title, session.channel, session.created_at) == (
        "Sourdough timing", "claude.ai", "2026-03-01T10:00:00.123Z",
    )  # fmt: skip
    assert told(db, session.id) == [
        ("user", "When do I feed it?", False),
        ("system", "log.txt\n\nfed at 7 am", False),
        ("assistant", "Every morning.", False),
        ("tool", "daily", False),
        ("user", "Edited away", True),
        ("user", "And in winter?", False),
        ("assistant", "Every other day.", False),
    ]
    user, attached, answer, tool, *_ = db.history(session.id)
    assert (attached.content_type, attached.metadata) == ("attachment", {"attachment_of": user.uid})
    assert db.search("fed at 7 am").sessions[0].hits[0].message_id == attached.id
    assert {ref.path for ref in user.media} == {"log.txt", "starter.jpg"}
    assert answer.reasoning == "the log says 7 am"
    call = answer.tool_calls[0]
    assert (call.tool_name, call.status, call.result_message_id) == ("web_search", "success", tool.id)


def test_openai_conversations_one_a_line(tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [openai_conversations(tmp_path)])
    sessions = {session.title: session for session in db.list_sessions()}
    assert set(sessions) == {"Which ports are open?", "ping"} and sessions["ping"].model == "gpt-4.1"
    messages = db.history(sessions["Which ports are open?"].id)
    assert [m.role for m in messages] == ["system", "user", "assistant", "tool", "assistant"]
    assert messages[1].media[0].path == "file:///srv/scan.png"
    assert messages[2].tool_calls[0].arguments == {"cmd": "ss -ltn"}
    assert messages[2].tool_calls[0].result_message_id == messages[3].id


def test_openai_conversations_keep_their_identity_when_lines_move(tmp_path: Path, db: gagent_db.Database) -> None:
    path = openai_conversations(tmp_path)
    import_paths(db, [path])
    old = [json.loads(line) for line in path.read_text().splitlines()]
    new = {"messages": [{"role": "user", "content": "first now"}, {"role": "assistant", "content": "yes"}]}
    report = import_paths(db, [lines(path, [new, old[1], old[0], old[1]])])
    assert (report.messages, len(report.sessions_added)) == (4, 2)  # the new one, and the one that is there twice


def test_a_file_of_messages_is_one_session_whenever_it_was_read(tmp_path: Path, db: gagent_db.Database) -> None:
    path = openai_messages(tmp_path)
    whole = path.read_bytes()
    first, second, third = whole.splitlines(keepends=True)
    for now in (first + second, whole, first + second + third[:20], b" " + whole, whole):
        path.write_bytes(now)
        import_paths(db, [path])
    (session,) = db.list_sessions()
    assert session.message_count == 3
    path.write_bytes(first + second.replace(b"key", b"pump") + third)  # another conversation that begins alike
    import_paths(db, [path])
    assert sorted(session.message_count for session in db.list_sessions()) == [3, 3]


def test_openai_messages_one_a_line_grow(tmp_path: Path, db: gagent_db.Database) -> None:
    path = openai_messages(tmp_path)
    import_paths(db, [path])
    with path.open("a") as stream:
        stream.write('{"role": "user", "content": "Where is the key?"}\n')
    assert import_paths(db, [path]).messages == 1
    session = db.list_sessions()[0]
    assert [m.role for m in db.history(session.id)] == ["developer", "user", "assistant", "user"]
    moved = path.rename(tmp_path / "renamed.jsonl")
    assert import_paths(db, [moved]).messages == 0


# -- trees -----------------------------------------------------------------------------------------------

_NODES = st.sampled_from("abcdefgh")


@given(st.dictionaries(_NODES, st.none() | _NODES | st.just("gone")), st.none() | _NODES)
def test_every_node_comes_once_and_parents_first(parents: dict[str, str | None], tip: str | None) -> None:
    found = in_order(parents, tip)
    places = {node: place for place, (node, _) in enumerate(found)}
    assert sorted(places) == sorted(parents) and len(found) == len(parents)
    for node, parent in parents.items():
        looped, seen = parent, {node}
        while looped in parents and looped not in seen:
            seen.add(looped)
            looped = parents[looped]
        if parent in parents and looped not in parents:
            assert places[parent] < places[node]


def test_the_main_line_comes_last_at_every_fork() -> None:
    parents = {"root": None, "a": "root", "b": "root", "a1": "a", "a2": "a", "b1": "b"}
    assert in_order(parents, "a1") == [
        ("root", False), ("b", True), ("b1", True), ("a", False), ("a2", True), ("a1", False),
    ]  # fmt: skip
