"""Codex as it writes since September 2026: a record of each response's usage, kinds of content, voice, reverts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from format_fixtures import CODEX_CHILD, CODEX_ID, codex_line, codex_meta, codex_turn, lines

import gagent_db
from gagent_db.importers.run import import_paths

_USAGE = {"input_tokens": 1000, "cached_input_tokens": 600, "cache_write_input_tokens": 300, "output_tokens": 50}


def rollout(folder: Path, records: list[Any], session: str = CODEX_ID) -> Path:
    return lines(folder / ".codex" / "sessions" / f"rollout-2026-09-20T09-00-00-{session}.jsonl", records)


def recorded(second: int, thread: str = CODEX_ID, **usage: int) -> dict[str, Any]:
    payload = {"thread_id": thread, "response_id": f"resp_{second}", "usage": {**_USAGE, **usage}}
    return codex_line("token_usage_record", second, payload)


def counted(second: int, total: int | None) -> dict[str, Any]:
    info = None if total is None else {"total_token_usage": {"input_tokens": total}, "last_token_usage": _USAGE}
    return codex_line("event_msg", second, {"type": "token_count", "info": info})


def said(second: int, role: str, content: list[str], kinds: list[str] | None = None) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    payload: dict[str, Any] = {"type": "message", "role": role, "content": [{"type": kind, "text": t} for t in content]}
    if kinds:
        payload["internal_chat_message_metadata_passthrough"] = {"turn_id": "t1", "content_item_kinds": kinds}
    return codex_line("response_item", second, payload)


def test_usage_told_by_a_record_and_by_a_count_is_counted_once(tmp_path: Path, db: gagent_db.Database) -> None:
    records = [
        codex_meta(), said(1, "user", ["Add a limit"]),
        said(2, "assistant", ["I look."]), recorded(3), counted(3, 1000), counted(4, 1000),
        said(5, "assistant", ["Done."]), recorded(6, output_tokens=70), counted(6, None),
        recorded(7, CODEX_CHILD, output_tokens=900),
    ]  # fmt: skip
    report = import_paths(db, [rollout(tmp_path, records)])
    assert not report.skipped and report.passed_over["token_usage_record"] == 3
    _, first, second = db.history(CODEX_ID)
    assert (first.input_tokens, first.cache_read_tokens, first.cache_write_tokens, first.output_tokens) == (
        100, 600, 300, 50,
    )  # fmt: skip
    assert second.output_tokens == 70
    session = db.get_session(CODEX_ID)
    assert session is not None and (session.input_tokens, session.output_tokens) == (200, 120)


def test_a_record_that_is_appended_later_still_counts(tmp_path: Path, db: gagent_db.Database) -> None:
    records = [codex_meta(), said(1, "user", ["Add a limit"]), said(2, "assistant", ["Done."])]
    path = rollout(tmp_path, records)
    import_paths(db, [path])
    rollout(tmp_path, [*records, recorded(3), counted(3, 1000)])
    import_paths(db, [path])
    assert [message.output_tokens for message in db.history(CODEX_ID)] == [None, 50]


def test_a_session_that_an_older_codex_began_counts_both_ways(tmp_path: Path, db: gagent_db.Database) -> None:
    old = codex_turn("t1", 2, "Add a limit")  # 310 tokens of output by token_count
    import_paths(db, [rollout(tmp_path, [codex_meta(), *old, said(20, "assistant", ["More."]), recorded(21)])])
    session = db.get_session(CODEX_ID)
    assert session is not None and session.output_tokens == 360


def test_only_what_the_person_typed_is_their_prompt(tmp_path: Path, db: gagent_db.Database) -> None:
    records = [
        codex_meta(),
        said(1, "user", ["Rules of the house"], ["agents_md.instructions", "environments.environment_context"]),
        said(2, "developer", ["You have 9 tokens left."], ["token_budget.reminder"]),
        said(3, "user", ["Read the skill first.", "Fix the tap"], ["skills.selected_skill_instructions", "user.text"]),
        said(4, "user", ["<goal_context>\nkeep going\n</goal_context>"]),
        said(5, "user", ['<codex_internal_context source="goal">\nkeep going\n</codex_internal_context>']),
        said(6, "user", ["And the hose"], ["user.text"]),
    ]  # fmt: skip
    report = import_paths(db, [rollout(tmp_path, records)])
    assert [message.content for message in db.history(CODEX_ID)] == ["Fix the tap", "And the hose"]
    assert db.list_sessions()[0].title == "Fix the tap"
    assert not report.skipped and report.passed_over["injected context"] == 4


def test_what_was_said_aloud_is_a_message(tmp_path: Path, db: gagent_db.Database) -> None:
    def voice(second: int, kind: str, **data: str) -> dict[str, Any]:
        payload = {"id": f"rt_{second}", "realtime_session_id": "voice-1", "type": kind}
        return codex_line("realtime_item", second, {**payload, "data": data} if data else payload)

    flat = {"id": "rt_9", "realtime_session_id": "voice-1", "type": "transcript_segment", "role": "user", "text": "Bye"}
    records = [
        codex_meta(), voice(1, "realtime_session_started"),
        voice(2, "transcript_segment", role="user", text="Which port is it?"),
        voice(3, "transcript_segment", role="assistant", text="8001."),
        codex_line("realtime_item", 4, flat), voice(5, "realtime_session_closed", outcome="ended"),
        codex_line("security_risk_score", 6, {"score": 1}), codex_line("retained_context", 6, {"type": "x"}),
    ]  # fmt: skip
    report = import_paths(db, [rollout(tmp_path, records)])
    assert [(m.role, m.content) for m in db.history(CODEX_ID)] == [
        ("user", "Which port is it?"), ("assistant", "8001."), ("user", "Bye"),
    ]  # fmt: skip
    assert db.history(CODEX_ID)[0].metadata == {"voice_session": "voice-1"}
    assert not report.skipped and report.passed_over["realtime_item"] == 2


_SECOND, _THIRD = "01990000-bbbb-7bbb-8ccc-000000000001", "01990000-cccc-7bbb-8ccc-000000000001"


def reverted(folder: Path, name: str, base: tuple[str, int] | None, first: int, *prompts: str) -> Path:
    """A rollout of the session that goes on from a line of another one; each prompt is answered."""
    went_on = {"history_base": {"thread_id": base[0], "end_ordinal_exclusive": base[1]}} if base else {}
    second = int(name[9:13], 16) % 40  # later rollouts speak later
    records = [codex_meta(history_mode="paginated", **went_on)]
    for number, prompt in enumerate(prompts):
        at = second + number
        answer = said(at, "assistant", [f"To {prompt}: yes."], ["unknown"])
        records += [said(at, "user", [prompt], ["user.text"]), answer, recorded(at)]
    records = [{**record, "ordinal": ordinal} for ordinal, record in enumerate(records, first)]
    rollout_name = CODEX_ID if name == CODEX_ID else f"{CODEX_ID}_{name}"
    return rollout(folder, records, rollout_name)


def prompts(db: gagent_db.Database) -> list[tuple[str, str]]:
    return [(m.content, m.status) for m in db.history(CODEX_ID, undone=True) if m.role == "user"]


def test_turns_that_were_taken_back_are_undone_in_the_rollouts_before(tmp_path: Path, db: gagent_db.Database) -> None:
    reverted(tmp_path, CODEX_ID, None, 0, "Buckets?", "Sprinklers?")
    reverted(tmp_path, _SECOND, (CODEX_ID, 4), 4, "Hoses?", "Drones?")
    import_paths(db, [tmp_path])
    assert prompts(db) == [
        ("Buckets?", "active"), ("Sprinklers?", "undone"), ("Hoses?", "active"), ("Drones?", "active"),
    ]  # fmt: skip
    assert db.list_sessions()[0].title == "Buckets?"
    reverted(tmp_path, _THIRD, (_SECOND, 8), 8, "Drip lines?")
    for _ in range(2):
        assert not import_paths(db, [tmp_path]).skipped
        assert [prompt for prompt, status in prompts(db) if status == "active"] == ["Buckets?", "Hoses?", "Drip lines?"]
    session = db.get_session(CODEX_ID)
    assert session is not None and session.output_tokens == 5 * 50  # what was undone was paid for
    assert next(m.content for m in db.history(CODEX_ID) if m.role == "assistant") == "To Buckets?: yes."


def test_a_session_that_was_taken_back_to_its_beginning_begins_anew(tmp_path: Path, db: gagent_db.Database) -> None:
    reverted(tmp_path, CODEX_ID, None, 0, "Buckets?", "Sprinklers?")
    import_paths(db, [tmp_path])
    reverted(tmp_path, _SECOND, None, 0, "Hoses?")
    import_paths(db, [tmp_path])
    assert prompts(db) == [("Buckets?", "undone"), ("Sprinklers?", "undone"), ("Hoses?", "active")]


@pytest.mark.parametrize("last_first", [False, True])
def test_rollouts_that_come_one_by_one_end_the_same(last_first: bool, tmp_path: Path, db: gagent_db.Database) -> None:
    paths = [
        reverted(tmp_path, CODEX_ID, None, 0, "Buckets?", "Sprinklers?"),
        reverted(tmp_path, _SECOND, (CODEX_ID, 4), 4, "Hoses?"),
    ]
    for path in reversed(paths) if last_first else paths:
        import_paths(db, [path])
    assert dict(prompts(db)) == {"Buckets?": "active", "Sprinklers?": "undone", "Hoses?": "active"}


def test_where_the_rollout_it_goes_on_from_is_gone_nothing_else_is_hidden(
    tmp_path: Path, db: gagent_db.Database
) -> None:
    reverted(tmp_path, CODEX_ID, None, 0, "Buckets?")
    reverted(tmp_path, _THIRD, (_SECOND, 8), 8, "Drip lines?")
    assert not import_paths(db, [tmp_path]).skipped
    assert prompts(db) == [("Buckets?", "active"), ("Drip lines?", "active")]


def test_a_fork_that_copies_nothing_is_whole(tmp_path: Path, db: gagent_db.Database) -> None:
    reverted(tmp_path, CODEX_ID, None, 0, "Buckets?")
    fork = codex_meta(CODEX_CHILD, forked_from_id=CODEX_ID, forked_from_ordinal_exclusive=4)
    same = [said(0, "user", ["Buckets?"], ["user.text"]), said(0, "assistant", ["To Buckets?: yes."], ["unknown"])]
    rollout(tmp_path, [fork, *same], CODEX_CHILD)
    import_paths(db, [tmp_path])
    assert [m.content for m in db.history(CODEX_CHILD)] == ["Buckets?", "To Buckets?: yes."]
