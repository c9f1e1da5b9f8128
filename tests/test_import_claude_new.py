"""Claude Code as it writes since summer 2026: cost, links, who wrote what stands in the user's place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from import_fixtures import COPY, MAIN, add_lines, answer, claude, prompt, uuid, write_lines

from gagent_db.api import Database


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return tmp_path / "projects" / "-home-rina-kebun"


def cost(total: float, **usage: int) -> dict[str, Any]:
    model = {"claude-test-1": {**usage, "costUSD": total}}
    return {"type": "cost-state", "sessionId": MAIN, "totalCostUSD": total, "startTime": 1, "modelUsage": model}


def test_what_a_session_cost_is_the_largest_total_it_tells(db: Database, project: Path) -> None:
    path = write_lines(project / f"{MAIN}.jsonl", [prompt("u1", None, "Water the tomatoes"), cost(0.25), cost(0.5)])
    report = db.import_paths([project])
    add_lines(path, [cost(0.5), cost(0.75, outputTokens=9), cost(0.1)])
    again = db.import_paths([project])
    assert not report.skipped and not again.skipped and again.passed_over["cost-state"] == 2
    session = db.get_session(MAIN)
    assert session is not None and session.cost_usd == 0.75 and session.metadata is not None
    assert session.metadata["model_usage"] == {"claude-test-1": {"outputTokens": 9, "costUSD": 0.75}}


def test_links_of_a_session_are_kept_and_its_latches_are_counted(db: Database, project: Path) -> None:
    told = {
        "pr-link": {"prUrl": "https://git.example.org/pr/7"}, "frame-link": {"frameUrl": "https://claude.ai/a/1"},
        "relocated": {"relocatedCwd": "/home/rina"}, "continued-in": {"continuedInSessionId": COPY},
    }  # fmt: skip
    latches = ("atis-latch", "isolation-latch", "fork-context-ref", "history-suppression", "artifact-comment-monitor")
    records = [prompt("u1", None, "Water the tomatoes")]
    records += [{"type": kind, "sessionId": MAIN, **fields} for kind, fields in told.items()]
    records += [{"type": kind, "sessionId": MAIN} for kind in (*latches, "frame-link")]
    write_lines(project / f"{MAIN}.jsonl", records)
    report = db.import_paths([project])
    assert not report.skipped and report.passed_over.total() == 6
    (session,) = db.list_sessions()
    metadata = session.metadata or {}
    assert {name: metadata[name] for name in ("pr_url", "artifact_url", "moved_to", "continued_in")} == {
        "pr_url": "https://git.example.org/pr/7", "artifact_url": "https://claude.ai/a/1", "moved_to": "/home/rina",
        "continued_in": COPY,
    }  # fmt: skip
    assert session.project == "/home/rina/kebun"


def test_what_another_agent_or_the_program_wrote_is_not_the_persons(db: Database, project: Path) -> None:
    def by(origin: str, name: str, parent: str | None, words: str) -> dict[str, Any]:
        return {**prompt(name, parent, words), "origin": {"kind": origin}}

    queued = {"type": "queued_command", "prompt": "We decided on drip hoses.", "origin": {"kind": "peer"}}
    records = [
        by("peer", "u1", None, "We decided on sprinklers."),
        by("human", "u2", "u1", "We decided on buckets."),
        by("task-notification", "u3", "u2", "Background command finished."),
        claude("attachment", "q1", "u3", attachment=queued),
        by("channel", "u4", "q1", "And on mulch."), answer("a1", "u4", "m1"),
    ]  # fmt: skip
    write_lines(project / f"{MAIN}.jsonl", records)
    assert not db.import_paths([project]).skipped
    kinds = {m.content: m.content_type for m in db.history(MAIN) if m.role == "user"}
    assert [words for words, kind in kinds.items() if kind == "text"] == ["We decided on buckets.", "And on mulch."]
    assert set(kinds.values()) == {"text", "meta"} and len(kinds) == 5
    assert db.list_sessions()[0].title == "We decided on buckets."


def test_a_reminder_of_plan_mode_is_no_attachment_and_a_plan_is(db: Database, project: Path) -> None:
    reminder = {"type": "plan_mode", "reminderType": "full", "planFilePath": "/p/plan.md", "planExists": False}
    plan = {"type": "plan_file_reference", "planFilePath": "/p/plan.md", "planContent": "1. Dig"}
    records = [
        prompt("u1", None, "Plan the beds"),
        claude("attachment", "p1", "u1", attachment=reminder), claude("attachment", "p2", "p1", attachment=plan),
    ]  # fmt: skip
    write_lines(project / f"{MAIN}.jsonl", records)
    report = db.import_paths([project])
    assert report.passed_over["attachment"] == 1
    assert [m.content for m in db.history(MAIN)] == ["Plan the beds", "/p/plan.md\n\n1. Dig"]


def test_records_of_a_relative_are_told_from_its_own(db: Database, tmp_path: Path) -> None:
    """Qwen Code writes such records around messages in Google's shape; one line like that hides no transcript."""

    def spoken(uid: str, parent: str | None) -> dict[str, Any]:
        message = {"role": "user", "parts": [{"text": "Where are the hoses?"}]}
        return {**prompt(uid, parent, ""), "message": message}

    path = write_lines(tmp_path / "chats" / f"{MAIN}.jsonl", [spoken("u1", None), spoken("u2", "u1")])
    db.import_paths([tmp_path])
    assert [session.source_format for session in db.list_sessions()] == ["qwen-code"]
    db.write(lambda conn: conn.execute("DELETE FROM sessions"))
    write_lines(path, [prompt("u1", None, "Where are the hoses?"), spoken("u2", "u1")])
    db.import_paths([tmp_path])
    assert [session.title for session in db.list_sessions()] == ["Where are the hoses?"]


@pytest.mark.parametrize("at_once", [True, False])
def test_what_a_compaction_keeps_stays_in_the_context(at_once: bool, db: Database, project: Path) -> None:
    kept = {"trigger": "manual", "preservedMessages": {"uuids": [uuid("a2"), None]}}
    records = [
        prompt("u1", None, "Water the tomatoes"), answer("a1", "u1", "Done.", api="m1"),
        prompt("u2", "a1", "And the herbs"), answer("a2", "u2", "They too.", api="m2"),
    ]  # fmt: skip
    later = [
        claude("system", "b1", None, subtype="compact_boundary", content="Compacted", compactMetadata=kept),
        prompt("c1", "b1", "This session is being continued", isCompactSummary=True),
    ]
    path = write_lines(project / f"{MAIN}.jsonl", records + (later if at_once else []))
    db.import_paths([project])
    if not at_once:
        add_lines(path, later)
        db.import_paths([project])
    states = [message.status for message in db.history(MAIN)]
    assert states == ["compacted", "compacted", "compacted", "active", "active", "active"]
