"""pi and OpenClaw: entries of a tree, commands a person runs, compactions, forks, chats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fixture_files import lines
from import_fixtures import add_lines
from pi_fixtures import CLAW_ID, PI_ID, TOLD, openclaw, pi, pi_answer, pi_entry, pi_header, pi_records, pi_said

import gagent_db
from gagent_db import Database
from gagent_db.resume import resume_command

FORK = "01a10000-9999-7222-8333-444455556666"


def _rows(db: Database, session_id: str = PI_ID) -> list[tuple[Any, ...]]:
    query = "SELECT role, content_type, content, status FROM messages WHERE session_id = ? ORDER BY id"
    return [tuple(row) for row in db.read().execute(query, (session_id,))]


def test_a_session_of_pi(db: Database, tmp_path: Path) -> None:
    path = pi(tmp_path)
    report = db.import_paths([path])
    assert not report.skipped
    assert report.passed_over == {"model_change": 1, "label": 1}
    session = db.get_session(PI_ID)
    assert session is not None and (session.channel, session.title) == ("pi", "Tax of the shop")
    assert (session.project, session.created_at) == ("/home/sari/toko", "2026-02-10T08:00:00.000Z")
    assert (session.input_tokens, session.cache_read_tokens, session.cost_usd) == (1800, 900, 0.006)
    assert _rows(db) == [
        ("user", "text", "Why is the tax wrong?", "compacted"),
        ("assistant", "text", "I run the test.", "compacted"),
        ("tool", "text", "1 failed\n\nCommand exited with code 1", "compacted"),
        ("assistant", "text", "The rate is 12 since January.", "compacted"),
        ("user", "text", "", "compacted"),
        ("tool", "text", "clean", "compacted"),
        ("user", "text", "Change it", "active"),
        ("assistant", "text", "Changed.", "active"),
        ("system", "summary", "The rate is 12 now.", "active"),
        ("system", "meta", "Two to-dos are left.", "active"),
    ]
    history = db.history(PI_ID)
    assert [(ref.kind, ref.mime_type, ref.path) for ref in history[0].media] == [("image", "image/png", None)]
    assert (history[1].provider, history[1].model, history[1].reasoning) == ("vela", "vela-4", "The rate is old")
    calls = [call for said in history for call in said.tool_calls]
    assert [(call.arguments, call.status, call.exit_code) for call in calls] == [
        ({"command": "pytest tests/test_tax.py"}, "error", 1), ({"command": "git status"}, "success", 0),
    ]  # fmt: skip
    assert resume_command(session) == f"cd -- /home/sari/toko && pi --session {PI_ID}"


def test_what_is_appended_goes_on(db: Database, tmp_path: Path) -> None:
    path = pi(tmp_path)
    db.import_paths([path])
    add_lines(path, [pi_said(13, "user", "And the receipts?")])
    assert db.import_paths([path]).messages == 1


def test_a_branch_that_a_person_left_is_undone_until_they_come_back(db: Database, tmp_path: Path) -> None:
    path = lines(tmp_path / "a.jsonl", [pi_header(), pi_said(1, "user", "Plan"), pi_answer(2, "Which way?")])
    add_lines(path, [pi_said(3, "user", "By train"), pi_answer(4, "Nine hours.")])
    db.import_paths([path])
    add_lines(path, [pi_entry(5, "branch_summary", 2, summary="The train takes nine hours.", fromId="e0000004")])
    add_lines(path, [pi_said(6, "user", "By ship")])
    db.import_paths([path])
    assert [row[2:] for row in _rows(db)] == [
        ("Plan", "active"), ("Which way?", "active"), ("By train", "undone"), ("Nine hours.", "undone"),
        ("The train takes nine hours.", "active"), ("By ship", "active"),
    ]  # fmt: skip
    add_lines(path, [pi_said(7, "user", "Train after all", parent=4)])
    db.import_paths([path])
    assert [row[2] for row in _rows(db) if row[3] == "undone"] == ["The train takes nine hours.", "By ship"]


def test_branches_are_told_apart_in_one_run_as_in_several(db: Database, tmp_path: Path) -> None:
    said = [pi_said(1, "user", "Plan"), pi_said(2, "user", "By train"), pi_said(3, "user", "By ship", parent=1)]
    db.import_paths([lines(tmp_path / "a.jsonl", [pi_header(), *said])])
    assert [row[2:] for row in _rows(db)] == [("Plan", "active"), ("By train", "undone"), ("By ship", "active")]


def test_a_line_that_cannot_be_read_takes_nothing_back(db: Database, tmp_path: Path) -> None:
    records = [pi_header(), pi_said(1, "user", "Plan"), pi_answer(2, "Which way?"), pi_said(3, "user", "By train")]
    path = lines(tmp_path / "a.jsonl", records)
    texts = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*texts[:2], texts[2][:40], texts[3], ""]), encoding="utf-8")
    assert [skip.line for skip in db.import_paths([path]).skipped] == [3]
    assert [row[2:] for row in _rows(db)] == [("Plan", "active"), ("By train", "active")]


def test_who_goes_back_behind_a_compaction_has_what_it_took_away_again(db: Database, tmp_path: Path) -> None:
    summed = pi_entry(3, "compaction", summary="A trip.", firstKeptEntryId="e0000002", tokensBefore=900)
    before = [pi_said(1, "user", "Plan"), pi_answer(2, "Which way?"), summed, pi_said(4, "user", "By train")]
    path = lines(tmp_path / "a.jsonl", [pi_header(), *before])
    db.import_paths([path])
    assert [row[3] for row in _rows(db)] == ["compacted", "active", "active", "active"]
    back = pi_said(5, "user", "By ship", parent=2)
    for importing in ("what is appended", "all of it"):
        add_lines(path, [back] if importing == "what is appended" else [])
        with gagent_db.open(tmp_path / "other.db") as other:
            one = db if importing == "what is appended" else other
            one.import_paths([path])
            assert [row[3] for row in _rows(one)] == ["active", "active", "undone", "undone", "active"], importing
    add_lines(path, [pi_said(6, "user", "By train after all", parent=4)])
    db.import_paths([path])
    assert [row[3] for row in _rows(db)] == ["compacted", "active", "active", "active", "undone", "active"]


def test_a_transcript_that_is_read_again_from_the_start_keeps_what_was_taken_back(db: Database, tmp_path: Path) -> None:
    said = [pi_said(1, "user", "Plan"), pi_said(2, "user", "By train"), pi_said(3, "user", "By ship", parent=1)]
    path = lines(tmp_path / "a.jsonl", [pi_header(), *said])
    db.import_paths([path])
    lines(path, [pi_header(title="again"), *said, pi_said(4, "user", "By train after all", parent=2)])
    db.import_paths([path])
    assert [row[2] for row in _rows(db) if row[3] == "undone"] == ["By ship"]


def test_a_branch_is_left_however_the_lines_come_in(db: Database, tmp_path: Path) -> None:
    """The last line may be written before its end, and an entry that cannot be taken is one of the tree."""
    odd = pi_entry(4, "message", 1)
    said = [pi_said(1, "user", "Plan"), pi_said(2, "user", "By train"), pi_said(3, "user", "By ship", parent=1)]
    path = lines(tmp_path / "a.jsonl", [pi_header()])
    for record in [*said, {**odd, "type": None}]:
        with path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(record))
        db.import_paths([path])
        with path.open("a", encoding="utf-8") as stream:
            stream.write("\n")
    db.import_paths([path])
    assert [row[2:] for row in _rows(db)] == [("Plan", "active"), ("By train", "undone"), ("By ship", "undone")]


def test_two_transcripts_in_one_file_take_nothing_back_from_each_other(db: Database, tmp_path: Path) -> None:
    other = [pi_header(FORK), pi_said(1, "user", "Cook"), pi_answer(2, "What?")]
    path = lines(
        tmp_path / "a.jsonl", [pi_header(), pi_said(1, "user", "Plan"), pi_said(2, "user", "By train"), *other]
    )
    db.import_paths([path])
    assert [row[2:] for row in _rows(db)] == [("Plan", "active"), ("By train", "active")]
    assert [row[2:] for row in _rows(db, FORK)] == [("Cook", "active"), ("What?", "active")]


def test_a_fork_has_only_what_is_new_in_it(db: Database, tmp_path: Path) -> None:
    path = pi(tmp_path)
    head = pi_header(FORK, parentSession=str(path))
    added = pi_said(6, "user", "Only for food")
    lines(path.with_name(f"2026-02-10T09-00-00-000Z_{FORK}.jsonl"), [head, *pi_records()[1:6], added])
    db.import_paths([path.parent])
    session = db.get_session(FORK)
    assert session is not None and (session.parent_session_id, session.end_reason) == (PI_ID, "branch")
    assert [row[2] for row in _rows(db, FORK)] == ["Only for food"]


def test_entries_of_the_first_version_have_no_ids(db: Database, tmp_path: Path) -> None:
    records = [pi_header(version=None), pi_said(1, "user", "Hello"), pi_answer(2, "Hi!")]
    plain = [{name: value for name, value in one.items() if name not in ("parentId", "version")} for one in records]
    path = lines(tmp_path / "a.jsonl", [plain[0], *({k: v for k, v in one.items() if k != "id"} for one in plain[1:])])
    assert db.import_paths([path]).messages == 2
    assert db.import_paths([path]).messages == 0
    at = "2026-02-10T08:01:00.000Z"
    add_lines(path, [{"type": "custom_message", "content": said, "timestamp": at} for said in ("One", "Two")])
    assert db.import_paths([path]).messages == 2


def test_a_file_that_pi_has_given_ids_is_the_same_conversation(db: Database, tmp_path: Path) -> None:
    records = [pi_header(), pi_said(1, "user", "Hello"), pi_answer(2, "Hi!"), pi_said(3, "user", "Why?")]
    records.append(pi_entry(4, "compaction", summary="A greeting.", firstKeptEntryId="e0000003"))
    first = [{name: value for name, value in one.items() if name not in ("id", "parentId")} for one in records[1:]]
    path = lines(tmp_path / "a.jsonl", [pi_header(version=None), *first])
    assert db.import_paths([path]).messages == 4
    before = [row[:3] for row in _rows(db)]
    lines(path, records)
    assert db.import_paths([path]).messages == 0
    assert [row[:3] for row in _rows(db)] == before
    add_lines(path, [pi_said(5, "user", "Go on"), pi_said(6, "user", "Back", parent=2)])
    assert db.import_paths([path]).messages == 2
    lines(path, [*records, pi_said(5, "user", "Go on"), pi_said(6, "user", "Back", parent=2)])
    path.touch()
    assert db.import_paths([path]).messages == 0
    said = {row[2]: row[3] for row in _rows(db)}
    assert len(said) == 6 and (said["Why?"], said["Go on"], said["Back"]) == ("undone", "undone", "active")


def test_an_answer_that_failed_says_why(db: Database, tmp_path: Path) -> None:
    failed = pi_answer(1, stopReason="error", errorMessage="429 too many requests")
    db.import_paths([lines(tmp_path / "a.jsonl", [pi_header(), failed])])
    (said,) = db.history(PI_ID)
    assert said.metadata == {"stopReason": "error", "errorMessage": "429 too many requests"}


def test_an_openclaw_session_belongs_to_its_chat(db: Database, tmp_path: Path) -> None:
    path = openclaw(tmp_path)
    assert not db.import_paths([path]).skipped
    session = db.get_session(CLAW_ID)
    assert session is not None and (session.channel, session.chat_id, session.title) == ("telegram", "-1001", "Family")
    assert session.key == "agent:main:telegram:group:-1001"
    assert resume_command(session) is None
    assert [row[:3] for row in _rows(db, CLAW_ID)] == [
        ("user", "text", "Who feeds the cat on Friday?"),
        ("assistant", "text", "Budi does."),
        ("user", "meta", "Read HEARTBEAT.md if it exists (workspace context). Follow it strictly."),
        ("assistant", "text", "HEARTBEAT_OK"),
    ]
    assert '"label": "Sari (41)"' in (db.history(CLAW_ID)[0].metadata or {})["context"]


@pytest.mark.parametrize(
    ("key", "channel", "chat_id"),
    [
        ("agent:main:telegram:group:-1001:topic:42", "telegram", "-1001:topic:42"),
        ("agent:main:slack:work:direct:u1", "slack", "u1"),
        ("agent:main:direct:41", "whatsapp", "41"),
        ("agent:main:main", "whatsapp", None),
        ("agent:main", "whatsapp", None),
        ("telegram:41", "telegram", "41"),
        ("", "whatsapp", None),
    ],
)
def test_the_key_of_an_openclaw_session_tells_its_chat(
    db: Database, tmp_path: Path, key: str, channel: str, chat_id: str | None
) -> None:
    path = openclaw(tmp_path)
    listed = {key: {"sessionId": CLAW_ID, "lastChannel": "whatsapp"}}
    path.with_name("sessions.json").write_text(json.dumps(listed), encoding="utf-8")
    assert not db.import_paths([path]).skipped
    session = db.get_session(CLAW_ID)
    assert session is not None and (session.channel, session.chat_id) == (channel, chat_id)


def test_the_chat_of_a_long_transcript_is_known_from_its_beginning(db: Database, tmp_path: Path) -> None:
    path = openclaw(tmp_path)
    add_lines(path, [pi_said(number, "user", f"{number} {'word ' * 40_000}") for number in range(5, 35)])
    db.import_paths([path])
    session = db.get_session(CLAW_ID)
    assert session is not None and session.channel == "telegram"


def test_a_time_that_a_person_pastes_into_an_openclaw_message_stays(db: Database, tmp_path: Path) -> None:
    path = openclaw(tmp_path)
    pasted = "look: [Tue 2026-02-10 15:00 GMT+7] stands in the log"
    lines(path, [pi_header(CLAW_ID), pi_said(1, "user", f"{TOLD}[Tue 2026-02-10 15:00 GMT+7] {pasted}"),
                 pi_said(2, "user", TOLD + pasted)])  # fmt: skip
    db.import_paths([path])
    assert [said.content for said in db.history(CLAW_ID)] == [pasted, pasted]


def test_openclaw_starts_anew_under_the_same_chat(db: Database, tmp_path: Path) -> None:
    """``/new`` sets the transcript aside under another name and lists a new session for the chat."""
    path = openclaw(tmp_path)
    db.import_paths([path.parent])
    path.rename(path.with_name(f"{path.name}.reset.2026-02-11T01-00-00.000Z"))
    lines(path.with_name(f"{FORK}.jsonl"), [pi_header(FORK), pi_said(1, "user", "Morning!")])
    chat = {"agent:main:telegram:group:-1001": {"sessionId": FORK, "usageFamilySessionIds": [CLAW_ID, FORK]}}
    path.with_name("sessions.json").write_text(json.dumps(chat), encoding="utf-8")
    db.import_paths([path.parent])
    old, new = db.get_session(CLAW_ID), db.get_session(FORK)
    assert old is not None and new is not None
    assert (old.channel, old.chat_id, new.channel, new.chat_id) == ("telegram", "-1001", "telegram", "-1001")
    assert (old.key, new.key) == (None, "agent:main:telegram:group:-1001")


def test_an_openclaw_session_of_a_schedule_or_a_sub_agent_says_so(db: Database, tmp_path: Path) -> None:
    path = openclaw(tmp_path)
    for session_id in (FORK, "cron-1"):
        lines(path.with_name(f"{session_id}.jsonl"), [pi_header(session_id), pi_said(1, "user", f"Go {session_id}")])
    listed = {
        "agent:main:main": {"sessionId": CLAW_ID, "lastChannel": "whatsapp"},
        "agent:main:subagent:7": {"sessionId": FORK, "spawnedBy": "agent:main:main", "label": "Look it up"},
        "agent:main:cron:9": {"sessionId": "cron-1"},
    }
    path.with_name("sessions.json").write_text(json.dumps(listed), encoding="utf-8")
    db.import_paths([path.parent])
    found = {one: db.get_session(one) for one in (CLAW_ID, FORK, "cron-1")}
    assert [one and one.channel for one in found.values()] == ["whatsapp", "openclaw", "cron"]
    child = found[FORK]
    assert child is not None and (child.parent_session_id, child.end_reason) == (CLAW_ID, "subagent")
    assert child.title == "Look it up"
