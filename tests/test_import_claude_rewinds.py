"""Claude Code's rewinds: what a person took back is kept and hidden, and comes back when it goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from import_fixtures import (
    COPY,
    MAIN,
    add_lines,
    answer,
    claude,
    prompt,
    result,
    text_block,
    tool_block,
    uuid,
    write_lines,
)

import gagent_db
from gagent_db.api import Database

START = [prompt("u1", None, "Plan the garden"), answer("a1", "u1", text_block("Roses first"))]
HERBS = [
    prompt("u2", "a1", "TODO: order the herbs"),
    answer("a2", "u2", tool_block("toolu_1", "ls herbs"), api="msg_2"),
    result("r1", "a2", "toolu_1", "basil"),
    answer("a3", "r1", text_block("Herbs it is"), api="msg_3"),
]
TOMATOES = [prompt("u3", "a1", "Rather tomatoes"), answer("a4", "u3", text_block("Tomatoes it is"), api="msg_4")]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "projects" / "-home-rina-kebun" / f"{MAIN}.jsonl"


def hidden(db: Database) -> list[str]:
    """The records of which messages are undone, by the names they have here."""
    rows = db.read().execute("SELECT uid FROM messages WHERE status = 'undone' ORDER BY id")
    return [bytes.fromhex(row[0][24:36].lstrip("0")).decode() for row in rows]


def hidden_after(db: Database, file: Path, records: list[dict[str, Any]]) -> list[str]:
    """What is hidden when these records are read at once."""
    write_lines(file, records)
    report = db.import_paths([file])
    assert not report.skipped
    again = db.import_paths([file])
    assert (again.files_unchanged, again.messages) == (1, 0)
    return hidden(db)


def test_what_a_rewind_took_back_is_kept_and_hidden(db: Database, file: Path) -> None:
    assert hidden_after(db, file, START + HERBS + TOMATOES) == ["u2", "a2", "r1", "a3"]
    assert [m.content for m in db.history(MAIN)] == [
        "Plan the garden", "Roses first", "Rather tomatoes", "Tomatoes it is"
    ]  # fmt: skip
    assert len(db.history(MAIN, undone=True)) == 8
    assert not db.search_messages("herbs") and not db.artifacts("unresolved").items
    assert not db.artifacts("command").items


def test_a_rewind_in_a_later_part_of_the_file_takes_back_what_was_imported_before(db: Database, file: Path) -> None:
    assert hidden_after(db, file, START + HERBS) == []
    assert len(db.artifacts("unresolved").items) == 1
    add_lines(file, TOMATOES)
    report = db.import_paths([file])
    assert (report.messages, report.sessions_updated) == (2, {MAIN})
    assert hidden(db) == ["u2", "a2", "r1", "a3"]
    assert not db.artifacts("unresolved").items and not db.search_messages("herbs")


def test_a_branch_that_goes_on_after_the_rewind_is_there_again(db: Database, file: Path) -> None:
    assert hidden_after(db, file, START + HERBS + TOMATOES) == ["u2", "a2", "r1", "a3"]
    before = [tuple(row) for row in db.read().execute("SELECT uid, content, metadata_json, input_tokens FROM messages")]
    add_lines(file, [prompt("u4", "a3", "And where do they grow?")])
    db.import_paths([file])
    assert hidden(db) == []
    after = [tuple(row) for row in db.read().execute("SELECT uid, content, metadata_json, input_tokens FROM messages")]
    assert after[:-1] == before and len(db.artifacts("unresolved").items) == 1
    assert db.search_messages("herbs") and db.search_messages("tomatoes")


def test_a_second_rewind_to_the_same_place_takes_back_all_before(db: Database, file: Path) -> None:
    onward = [prompt("u4", "a3", "And where do they grow?"), prompt("u5", "a1", "No: a lawn")]
    assert hidden_after(db, file, START + HERBS + TOMATOES + onward) == ["u2", "a2", "r1", "a3", "u3", "a4", "u4"]


def test_a_rewind_inside_a_branch_that_comes_back_stays_one(db: Database, file: Path) -> None:
    inner = [prompt("u4", "a3", "Basil"), prompt("u5", "a3", "Mint")]
    assert hidden_after(db, file, START + HERBS + inner + TOMATOES) == ["u2", "a2", "r1", "a3", "u4", "u5"]
    add_lines(file, [answer("a6", "u5", text_block("Mint it is"), api="msg_6")])
    db.import_paths([file])
    assert hidden(db) == ["u4"]


def test_a_file_that_grows_line_by_line_ends_like_one_read_at_once(tmp_path: Path, file: Path) -> None:
    records = [
        *START, *HERBS, *TOMATOES,
        prompt("u4", "a3", "And where do they grow?"),
        prompt("u5", "a4", "And peppers"), prompt("u6", "a4", "And chillies"),
        claude("system", "b1", None, content="Compacted", subtype="compact_boundary", logicalParentUuid=uuid("u6")),
        prompt("c1", "b1", "The garden so far", isCompactSummary=True),
        prompt("u7", "c1", "Go on"), prompt("u8", "a4", "No, beans"),
    ]  # fmt: skip
    states = []
    for step in (1, len(records)):
        with gagent_db.open(tmp_path / f"{step}.db") as db:
            for end in range(step, len(records) + 1, step):
                write_lines(file, records[:end])
                db.import_paths([file])
            rows = db.read().execute("SELECT uid, content, status, output_tokens FROM messages ORDER BY id")
            states.append([tuple(row) for row in rows])
            assert "u6" in hidden(db) and "u7" in hidden(db) and "u3" not in hidden(db)
    assert states[0] == states[1]


def test_only_two_prompts_of_the_person_make_a_rewind(db: Database, file: Path) -> None:
    def queued(operation: str, content: str) -> dict[str, Any]:
        return {"type": "queue-operation", "operation": operation, "content": content, "sessionId": MAIN}

    records = [
        *START,
        # parallel calls: each result and the next call hang on the call before
        answer("a2", "a1", tool_block("toolu_1", "ls"), api="msg_2"),
        answer("a3", "a2", tool_block("toolu_2", "pwd"), api="msg_2"),
        result("r1", "a2", "toolu_1", "x"), result("r2", "a3", "toolu_2", "y"),
        # a prompt beside a notice, an answer, a summary, a sub-agent, a command of the program, a queued attachment
        prompt("u2", "a3", "What is in it?"),
        prompt("m1", "a3", "Caveat: The messages below were generated by the user", isMeta=True),
        prompt("m2", "a3", "<command-name>/cost</command-name>"),
        prompt("h1", "a3", "Stop hook feedback:\nrun the tests"),
        prompt("m3", "a3", "Look around", isSidechain=True),
        prompt("c1", "a3", "The garden so far", isCompactSummary=True),
        claude("attachment", "q1", "a3", attachment={"type": "queued_command", "prompt": "Also the pump"}),
        # two that were typed while the agent worked, and are sent together
        queued("enqueue", "Water the roses"), queued("enqueue", "and the lawn"),
        answer("a5", "u2", text_block("Roses"), api="msg_5"),
        queued("dequeue", "Water the roses"), queued("dequeue", "and the lawn"),
        prompt("u5", "a5", "Water the roses"), prompt("u6", "a5", "and the lawn"),
        # what a compaction repeats
        prompt("u7", "u6", "Thanks", timestamp="2026-01-12T09:10:00.000Z"),
        prompt("u8", "u6", "Thanks", timestamp="2026-01-12T09:10:00.000Z"),
        # without a parent nothing is said about what was taken back
        prompt("u9", None, "Start anew"),
    ]  # fmt: skip
    assert hidden_after(db, file, records) == []


def test_a_prompt_that_waited_for_nothing_may_be_taken_back(db: Database, file: Path) -> None:
    def sent(name: str, content: str) -> list[dict[str, Any]]:
        head = {"type": "queue-operation", "sessionId": MAIN}
        return [{**head, "operation": "enqueue", "content": content}, {**head, "operation": "dequeue"},
                prompt(name, "a1", content)]  # fmt: skip

    assert hidden_after(db, file, [*START, *sent("u2", "Herbs"), *sent("u3", "Tomatoes")]) == ["u2"]


def test_a_command_of_the_person_may_be_taken_back(db: Database, file: Path) -> None:
    command = "<command-message>plan is running…</command-message>\n<command-name>/plan</command-name>"
    records = [*START, prompt("u2", "a1", f"{command} herbs"), prompt("u3", "a1", f"{command} tomatoes")]
    assert hidden_after(db, file, records) == ["u2"]


def test_a_copy_that_goes_another_way_leaves_the_original_alone(db: Database, file: Path) -> None:
    assert hidden_after(db, file, START + HERBS) == []
    copied = [{**record, "sessionId": COPY} for record in START + HERBS]
    write_lines(file.with_name(f"{COPY}.jsonl"), [*copied, prompt("u3", "a1", "Rather tomatoes", session=COPY)])
    db.import_paths([file.parent])
    assert hidden(db) == [] and [m.content for m in db.history(COPY)] == ["Rather tomatoes"]


def test_a_session_that_was_deleted_here_comes_back_as_its_file_says(db: Database, file: Path) -> None:
    hidden_after(db, file, START + HERBS + TOMATOES)
    db.delete_session(MAIN)
    db.import_paths([file])
    assert hidden(db) == ["u2", "a2", "r1", "a3"]


def test_a_file_that_loses_its_rewind_shows_what_was_taken_back(db: Database, file: Path) -> None:
    hidden_after(db, file, START + HERBS + TOMATOES)
    write_lines(file, START + HERBS)
    db.import_paths([file])
    assert hidden(db) == ["u3", "a4"]


def test_the_model_of_a_session_is_that_of_what_stands(db: Database, file: Path) -> None:
    last = answer("a4", "u3", text_block("Tomatoes it is"), api="msg_4")
    last["message"]["model"] = "claude-test-2"
    hidden_after(db, file, START + HERBS + [TOMATOES[0], last])
    session = db.get_session(MAIN)
    assert session is not None and session.model == "claude-test-2"


def test_a_session_is_not_called_after_a_prompt_that_was_taken_back(db: Database, file: Path) -> None:
    start = [prompt("u1", None, "<command-name>/clear</command-name>")]
    herbs, tomatoes = prompt("u2", "u1", "Order the herbs"), prompt("u3", "u1", "Order tomatoes")
    write_lines(file, [*start, herbs])
    titles = []
    for record in (herbs, tomatoes, prompt("u4", "u2", "Basil")):
        if record is not herbs:
            add_lines(file, [record])
        db.import_paths([file])
        titles.append(db.list_sessions()[0].title)
    assert titles == ["Order the herbs", "Order tomatoes", "Order tomatoes"]
