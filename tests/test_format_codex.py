"""Codex rollouts: usage once per API call, duplicates left out, forks, sub-agents, rollbacks, archives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import CODEX_CHILD, CODEX_ID, codex, codex_line, codex_meta, codex_turn, lines

import gagent_db
from gagent_db.importers.run import import_paths


def rollout(folder: Path, session: str, records: list[Any], where: str = "sessions/2026/02/03") -> Path:
    return lines(folder / ".codex" / where / f"rollout-2026-02-03T09-00-00-{session}.jsonl", records)


def history(db: gagent_db.Database, session: str = CODEX_ID) -> list[tuple[str, str]]:
    sql = "SELECT role, content FROM messages WHERE session_id = ? ORDER BY id"
    return [tuple(row) for row in db.read().execute(sql, (session,))]


def test_every_field_lands_in_its_column(tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [codex(tmp_path)])
    session = db.get_session(CODEX_ID)
    assert session is not None
    assert (session.channel, session.title, session.project) == ("codex", "Rate limits", "/home/dewi/api")
    assert (session.model, session.created_at) == ("gpt-5-codex", "2026-02-03T09:00:00.000Z")
    metadata = session.metadata or {}
    assert (metadata["git_branch"], metadata["originator"], metadata["cli_version"]) == (
        "rate-limit", "codex_cli_rs", "0.147.0",
    )  # fmt: skip
    assert history(db) == [
        ("user", "Add rate limiting to the API"), ("assistant", ""), ("tool", "src/app.py: limit"),
        ("assistant", "Done with t1."),
    ]  # fmt: skip
    _, asked, tool, answer = db.history(CODEX_ID)
    assert asked.reasoning == "**Looking** at middleware"
    call = asked.tool_calls[0]
    assert (call.tool_name, call.arguments, call.status, call.exit_code) == (
        "shell", {"command": ["bash", "-lc", "rg limit"]}, "error", 2,
    )  # fmt: skip
    assert call.result_message_id == tool.id
    assert (answer.input_tokens, answer.cache_read_tokens, answer.output_tokens) == (1100, 4100, 310)
    assert answer.metadata == {"reasoning_tokens": 64} and answer.provider == "openai"


def test_usage_is_counted_once_per_api_message(tmp_path: Path, db: gagent_db.Database) -> None:
    """token_count is repeated with every rate limit, and its total grows: only the last call's usage counts."""
    import_paths(db, [codex(tmp_path)])
    session = db.get_session(CODEX_ID)
    assert session is not None
    assert (session.input_tokens, session.cache_read_tokens, session.output_tokens) == (1100, 4100, 310)


def test_usage_that_is_written_after_an_import_still_counts(tmp_path: Path, db: gagent_db.Database) -> None:
    records = [codex_meta(), *codex_turn("t1", 2, "Add a limit")]
    path = rollout(tmp_path, CODEX_ID, records[:-2])
    import_paths(db, [path])
    assert [message.input_tokens for message in db.history(CODEX_ID)] == [None] * 4
    rollout(tmp_path, CODEX_ID, records)
    assert import_paths(db, [path]).messages == 0
    session = db.get_session(CODEX_ID)
    assert session is not None and (session.input_tokens, session.output_tokens) == (1100, 310)
    assert db.history(CODEX_ID)[-1].cache_read_tokens == 4100


def test_a_name_given_later_reaches_the_session(tmp_path: Path, db: gagent_db.Database) -> None:
    codex(tmp_path)
    import_paths(db, [tmp_path / ".codex"])
    with (tmp_path / ".codex" / "session_index.jsonl").open("a") as index:
        index.write(json.dumps({"id": CODEX_ID, "thread_name": "Limits, renamed"}) + "\n")
        index.write(json.dumps({"id": CODEX_CHILD, "thread_name": "No rollout"}) + "\n")
    import_paths(db, [tmp_path / ".codex"])
    assert [session.title for session in db.list_sessions()] == ["Limits, renamed"]


def test_late_usage_leaves_the_reasoning_where_it_is(tmp_path: Path, db: gagent_db.Database) -> None:
    turn = codex_turn("t1", 2, "Add a limit")
    records = [codex_meta(), *turn[:4], *turn[7:9]]  # prompt, reasoning, answer
    path = rollout(tmp_path, CODEX_ID, records)
    import_paths(db, [path])
    rollout(tmp_path, CODEX_ID, [*records, turn[-1]])
    import_paths(db, [path])
    answer = db.history(CODEX_ID)[-1]
    assert (answer.content, answer.reasoning, answer.input_tokens) == (
        "Done with t1.",
        "**Looking** at middleware",
        1100,
    )


def test_thoughts_before_an_interruption_are_kept(tmp_path: Path, db: gagent_db.Database) -> None:
    records = [codex_meta(), *codex_turn("t1", 2, "Add a limit")[:4], *codex_turn("t2", 12, "No, a quota")]
    import_paths(db, [rollout(tmp_path, CODEX_ID, records)])
    thoughts = [(m.role, m.content, bool(m.reasoning)) for m in db.history(CODEX_ID)[:3]]
    assert thoughts == [("user", "Add a limit", False), ("assistant", "", True), ("user", "No, a quota", False)]


def test_usage_after_a_rollback_brings_nothing_back(tmp_path: Path, db: gagent_db.Database) -> None:
    turn = codex_turn("t1", 2, "Delete it")
    back = codex_line("event_msg", 20, {"type": "thread_rolled_back", "num_turns": 1})
    import_paths(db, [rollout(tmp_path, CODEX_ID, [codex_meta(), *turn[:-2], back, turn[-1]])])
    assert db.history(CODEX_ID) == []


def test_an_append_reads_only_what_is_new(tmp_path: Path, db: gagent_db.Database) -> None:
    first = [codex_meta(), *codex_turn("t1", 2, "Add a limit")]
    path = rollout(tmp_path, CODEX_ID, first)
    import_paths(db, [path])
    rollout(tmp_path, CODEX_ID, [*first, *codex_turn("t2", 12, "And a test")])
    assert import_paths(db, [path]).messages == 4
    assert [content for role, content in history(db) if role == "user"] == ["Add a limit", "And a test"]


def test_a_fork_holds_only_its_own_turns(tmp_path: Path, db: gagent_db.Database) -> None:
    first, second = codex_turn("t1", 2, "Add a limit"), codex_turn("t2", 12, "And a test")
    rollout(tmp_path, CODEX_ID, [codex_meta(), *first, *second])
    replayed = [{**line, "timestamp": "2026-02-04T10:00:00.000Z"} for line in [codex_meta(), *first]]
    own = codex_turn("t9", 32, "Use Redis instead")
    rollout(tmp_path, CODEX_CHILD, [codex_meta(CODEX_CHILD, forked_from_id=CODEX_ID), *replayed, *own])
    import_paths(db, [tmp_path / ".codex"])
    assert [content for role, content in history(db) if role == "user"] == ["Add a limit", "And a test"]
    assert [content for role, content in history(db, CODEX_CHILD) if role == "user"] == ["Use Redis instead"]
    child = db.get_session(CODEX_CHILD)
    assert child is not None
    assert (child.parent_session_id, child.end_reason, child.output_tokens) == (CODEX_ID, "branch", 310)


def test_a_fork_whose_parent_is_gone_keeps_everything(tmp_path: Path, db: gagent_db.Database) -> None:
    replayed = [codex_meta(), *codex_turn("t1", 2, "Add a limit")]
    own = codex_turn("t9", 32, "Use Redis instead")
    rollout(tmp_path, CODEX_CHILD, [codex_meta(CODEX_CHILD, forked_from_id=CODEX_ID), *replayed, *own])
    import_paths(db, [tmp_path / ".codex"])
    prompts = [content for role, content in history(db, CODEX_CHILD) if role == "user"]
    assert prompts == ["Add a limit", "Use Redis instead"]


def test_a_prompt_that_repeats_the_parents_in_a_new_turn_is_kept(tmp_path: Path, db: gagent_db.Database) -> None:
    first = codex_turn("t1", 2, "continue")
    rollout(tmp_path, CODEX_ID, [codex_meta(), *first])
    own = codex_turn("t9", 32, "continue")
    rollout(tmp_path, CODEX_CHILD, [codex_meta(CODEX_CHILD, forked_from_id=CODEX_ID), *first, *own])
    import_paths(db, [tmp_path / ".codex"])
    assert [content for role, content in history(db, CODEX_CHILD) if role == "user"] == ["continue"]


def test_sub_agents_become_child_sessions(tmp_path: Path, db: gagent_db.Database) -> None:
    codex(tmp_path)
    spawned = {"subagent": {"thread_spawn": {"parent_thread_id": CODEX_ID, "depth": 1}}}
    rollout(tmp_path, CODEX_CHILD, [codex_meta(CODEX_CHILD, source=spawned), *codex_turn("c1", 20, "Look at tests")])
    import_paths(db, [tmp_path / ".codex"])
    child = db.get_session(CODEX_CHILD)
    assert child is not None
    assert (child.parent_session_id, child.end_reason, (child.metadata or {})["lineage"]) == (
        CODEX_ID,
        "subagent",
        "subagent",
    )


def test_rolled_back_turns_are_undone_wherever_they_were_imported(tmp_path: Path, db: gagent_db.Database) -> None:
    records = [codex_meta(), *codex_turn("t1", 2, "Add a limit"), *codex_turn("t2", 12, "Delete it")]
    back = codex_line("event_msg", 20, {"type": "thread_rolled_back", "num_turns": 1})
    after = codex_turn("t3", 22, "Keep it")
    at_once = gagent_db.open(tmp_path / "at-once.db")
    import_paths(at_once, [rollout(tmp_path / "a", CODEX_ID, [*records, back, *after])])
    path = rollout(tmp_path / "b", CODEX_ID, records)
    import_paths(db, [path])
    rollout(tmp_path / "b", CODEX_ID, [*records, back, *after])
    import_paths(db, [path])
    for store in (at_once, db):
        found = store.read().execute("SELECT status, count(*) FROM messages GROUP BY status ORDER BY 1").fetchall()
        assert [tuple(row) for row in found] == [("active", 8), ("undone", 4)]
        assert [m.content for m in store.history(CODEX_ID) if m.role == "user"] == ["Add a limit", "Keep it"]
        session = store.get_session(CODEX_ID)
        assert session is not None and session.output_tokens == 3 * 310  # what was undone was paid for
    at_once.close()


def test_a_compaction_marks_what_came_before(tmp_path: Path, db: gagent_db.Database) -> None:
    records = [
        codex_meta(), *codex_turn("t1", 2, "Add a limit"),
        codex_line("compacted", 10, {"message": "Summary: a limit was added", "replacement_history": []}),
        *codex_turn("t2", 12, "And a test"),
    ]  # fmt: skip
    import_paths(db, [rollout(tmp_path, CODEX_ID, records)])
    found = db.read().execute("SELECT status, content FROM messages ORDER BY id").fetchall()
    assert [row["status"] for row in found] == ["compacted"] * 4 + ["active"] * 5
    assert found[4]["content"] == "Summary: a limit was added"


def test_an_archived_copy_is_the_same_session(tmp_path: Path, db: gagent_db.Database) -> None:
    live = codex(tmp_path)
    import_paths(db, [tmp_path / ".codex"])
    archived = tmp_path / ".codex" / "archived_sessions" / live.name
    archived.parent.mkdir()
    live.rename(archived)
    assert import_paths(db, [tmp_path / ".codex"]).messages == 0
    assert len(db.list_sessions()) == 1


def test_other_kinds_of_calls_and_outputs(tmp_path: Path, db: gagent_db.Database) -> None:
    def item(second: int, **payload: Any) -> dict[str, Any]:
        return codex_line("response_item", second, payload)

    records = [
        codex_meta(),
        item(2, type="custom_tool_call", name="apply_patch", call_id="p1", input="*** Begin Patch"),
        item(3, type="custom_tool_call_output", call_id="p1", output="Exit code: 0\nWall time: 0.1 s\nOutput:\nok"),
        item(4, type="local_shell_call", call_id="s1", status="completed",
             action={"type": "exec", "command": ["ls", "-la"]}),
        item(5, type="function_call", name="view", call_id="v1", arguments={"path": "a.png"}),
        item(6, type="function_call_output", call_id="v1", output=[
            {"type": "input_text", "text": "an image"},
            {"type": "input_image", "image_url": "data:image/png;base64,aGk="}]),
        item(7, type="web_search_call", status="completed", action={"type": "search", "query": "ttl"}),
        item(8, type="message", role="user", content=[{"type": "input_text", "text":
            "# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nRename the class"}]),
    ]  # fmt: skip
    assert not import_paths(db, [rollout(tmp_path, CODEX_ID, records)]).skipped
    calls = {call.tool_name: call for message in db.history(CODEX_ID) for call in message.tool_calls}
    assert (calls["apply_patch"].arguments, calls["apply_patch"].exit_code) == ("*** Begin Patch", 0)
    assert calls["local_shell"].arguments == {"type": "exec", "command": ["ls", "-la"]}
    assert (calls["web_search"].status, calls["view"].result_summary) == ("success", "an image")
    assert db.read().execute("SELECT mime_type, bytes FROM media_refs").fetchone()[:] == ("image/png", 2)
    session = db.get_session(CODEX_ID)
    assert session is not None and session.title == "Rename the class"


def test_lines_without_an_envelope_are_read_too(tmp_path: Path, db: gagent_db.Database) -> None:
    records: list[Any] = [
        {"id": CODEX_ID, "timestamp": "2025-05-07T17:24:21.123Z", "instructions": None},
        {"record_type": "state"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hello there"}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hi."}]},
    ]
    path = rollout(tmp_path, CODEX_ID, records)
    assert not import_paths(db, [path]).skipped
    assert history(db) == [("user", "Hello there"), ("assistant", "Hi.")]


def test_a_torn_last_line_is_read_when_it_is_complete(tmp_path: Path, db: gagent_db.Database) -> None:
    path = rollout(tmp_path, CODEX_ID, [codex_meta(), *codex_turn("t1", 2, "Add a limit")])
    line = json.dumps(codex_line("response_item", 40, {"type": "message", "role": "user", "content": "one more"}))
    with path.open("a") as stream:
        stream.write(line[:50])
    assert import_paths(db, [path]).skipped[0].torn
    with path.open("a") as stream:
        stream.write(line[50:] + "\n")
    report = import_paths(db, [path])
    assert (report.messages, report.skipped, history(db)[-1]) == (1, [], ("user", "one more"))


def test_a_compressed_rollout_is_the_same_session(tmp_path: Path, db: gagent_db.Database) -> None:
    zstandard = pytest.importorskip("zstandard")
    path = codex(tmp_path)
    packed = path.with_name(path.name + ".zst")
    packed.write_bytes(zstandard.compress(path.read_bytes()))
    home = tmp_path / ".codex"
    first = import_paths(db, [home])
    assert first.passed_over["compressed copy of a rollout"] == 1 and db.list_sessions()[0].title == "Rate limits"
    path.unlink()  # Codex keeps only the compressed one of an old session
    packed.write_bytes(zstandard.compress(b"\n" + packed_lines(packed, zstandard)))
    again = import_paths(db, [home])
    assert (again.messages, again.skipped_count, len(db.list_sessions())) == (0, 0, 1)
    with gagent_db.open(tmp_path / "other.db") as other:
        import_paths(other, [home])
        assert [m.content for m in other.history(CODEX_ID)] == [m.content for m in db.history(CODEX_ID)]
        assert other.list_sessions()[0].title == "Rate limits"
    packed.write_bytes(packed.read_bytes()[:-9])
    assert "cut short" in import_paths(db, [packed]).skipped[0].reason


def packed_lines(path: Path, zstandard: Any) -> bytes:
    with zstandard.open(path, "rb") as stream:
        return bytes(stream.read())


def test_a_session_that_was_named_before_it_could_be_read_begins_when_it_says(
    tmp_path: Path, db: gagent_db.Database
) -> None:
    path = codex(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(b"")  # only session_index.jsonl can be read yet
    import_paths(db, [tmp_path])
    path.write_bytes(whole)
    import_paths(db, [tmp_path])
    (session,) = db.list_sessions()
    assert (session.title, session.created_at) == ("Rate limits", "2026-02-03T09:00:00.000Z")
