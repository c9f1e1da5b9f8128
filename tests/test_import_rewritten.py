"""Sources that are rewritten: what is gone from them is kept and hidden, and the order is theirs."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import opencode_db
from hypothesis import given, settings
from hypothesis import strategies as st
from import_fixtures import MAIN, claude_session, gagent, gagent_message, prompt, write_lines

from gagent_db.api import Database
from gagent_db.importers.report import ImportReport
from gagent_db.importers.status import status
from gagent_db.store import order


def said(db: Database, session: str = "openai", *, status: str = "active") -> list[str]:
    rows = db.read().execute("SELECT content FROM messages WHERE status = ? ORDER BY id", (status,))
    return [row[0] for row in rows]


def check(db: Database) -> None:
    for index in ("messages_fts", "tool_calls_fts"):
        db.write(
            lambda conn, name=index: conn.execute(f"INSERT INTO {name}({name}, rank) VALUES ('integrity-check', 1)")
        )
    assert db.read().execute("PRAGMA foreign_key_check").fetchall() == []
    wrong = "SELECT id FROM sessions s WHERE message_count <> (SELECT count(*) FROM messages WHERE session_id = s.id)"
    assert db.read().execute(wrong).fetchall() == []


def turn(number: int, text: str | None = None) -> dict[str, Any]:
    """A line of OpenAI's kind with its own time, in a format that never shortens its files by itself."""
    said_by = "assistant" if number % 2 else "user"
    name = text or f"greenhouse reading number{number}"
    return prompt(f"m{number}", f"m{number - 1}" if number else None, name) if said_by == "user" else {
        **prompt(f"m{number}", f"m{number - 1}", name), "type": "assistant",
        "message": {"role": "assistant", "id": f"msg{number}", "content": [{"type": "text", "text": name}]},
    }  # fmt: skip


def claude(*numbers: int) -> list[dict[str, Any]]:
    return [turn(number) for number in numbers]


def texts(*numbers: int) -> list[str]:
    return [f"greenhouse reading number{number}" for number in numbers]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return tmp_path / "p" / f"{MAIN}.jsonl"


def bring(db: Database, path: Path, records: list[Any]) -> ImportReport:
    return db.import_paths([write_lines(path, records)])


def test_messages_gone_from_a_file_are_undone_and_kept(db: Database, source: Path) -> None:
    bring(db, source, claude(*range(8)))
    report = bring(db, source, claude(0, 1, 4, 5))
    assert (report.undone, report.messages) == (4, 0)
    assert said(db) == texts(0, 1, 4, 5)
    assert said(db, status="undone") == texts(2, 3, 6, 7)
    marked = db.read().execute("SELECT metadata_json FROM messages WHERE status = 'undone'").fetchone()[0]
    assert json.loads(marked)["gone"]["from"] == str(source)
    assert db.search("number6").sessions == []
    check(db)


def test_a_message_before_a_repeated_line_is_undone_too(db: Database, source: Path) -> None:
    bring(db, source, claude(0, 1, 2, 3, 1))
    assert bring(db, source, claude(0, 1)).undone == 2
    assert said(db) == texts(0, 1)
    check(db)


def test_a_message_that_returns_is_active_again_where_it_was(db: Database, source: Path) -> None:
    bring(db, source, claude(*range(8)))
    before = db.read().execute("SELECT id, metadata_json FROM messages ORDER BY id").fetchall()
    bring(db, source, claude(0, 1, 4, 5))
    report = bring(db, source, claude(*range(8)))
    assert (report.returned, report.messages) == (4, 0)
    assert said(db) == texts(*range(8))
    assert db.read().execute("SELECT id, metadata_json FROM messages ORDER BY id").fetchall() == before
    check(db)


def test_a_file_caught_half_written_heals_when_the_rest_is_there(db: Database, source: Path) -> None:
    bring(db, source, claude(*range(10)))
    bring(db, source, claude(*range(4)))
    assert said(db) == texts(0, 1, 2, 3)
    with source.open("a") as stream:
        stream.write("".join(json.dumps(turn(number)) + "\n" for number in range(4, 12)))
    report = db.import_paths([source])
    assert (report.returned, report.messages) == (6, 2)
    assert said(db) == texts(*range(12)) and said(db, status="undone") == []
    check(db)


def test_a_torn_line_means_that_nothing_counts_as_gone_yet(db: Database, source: Path) -> None:
    bring(db, source, claude(*range(6)))
    write_lines(source, claude(0, 1))
    with source.open("a") as stream:
        stream.write(json.dumps(turn(2))[:40])
    assert db.import_paths([source]).undone == 0
    assert said(db) == texts(*range(6))
    write_lines(source, claude(0, 1, 2))
    assert db.import_paths([source]).undone == 3
    assert said(db) == texts(0, 1, 2)


def test_a_line_that_became_unreadable_is_not_taken_for_gone(db: Database, source: Path) -> None:
    bring(db, source, claude(*range(4)))
    lines = source.read_text().splitlines()
    lines[1] = lines[1][:30]
    source.write_text("\n".join(lines) + "\n")
    report = db.import_paths([source])
    assert (report.undone, [skip.line for skip in report.skipped]) == (0, [2])
    assert said(db) == texts(*range(4))


@pytest.mark.parametrize("left", ["", "\n"])
def test_an_emptied_file_leaves_our_copy_as_it_was(db: Database, source: Path, left: str) -> None:
    bring(db, source, claude(*range(4)))
    source.write_text(left)
    db.import_paths([source.parent])
    assert said(db) == texts(*range(4))


def test_an_edited_message_replaces_the_old_wording_in_its_place(db: Database, source: Path) -> None:
    bring(db, source, claude(*range(5)))
    report = bring(db, source, [turn(0), turn(1), turn(2, "the tomatoes are ripe"), turn(3), turn(4)])
    assert (report.messages, report.undone) == (1, 0)
    assert said(db) == [*texts(0, 1), "the tomatoes are ripe", *texts(3, 4)]
    assert said(db, status="undone") == texts(2)
    assert [hit["snippet"] for s in db.search("tomatoes").to_dict()["sessions"] for hit in s["hits"]]
    assert db.search("number2").sessions == []
    check(db)


def test_a_session_named_after_an_edited_prompt_gets_its_new_wording(db: Database, source: Path) -> None:
    bring(db, source, claude(*range(4)))
    bring(db, source, [turn(0, "Sow the basil"), *claude(1, 2, 3)])
    assert [session.title for session in db.list_sessions()] == ["Sow the basil"]


def test_lines_put_in_anywhere_stand_where_the_file_has_them(db: Database, source: Path) -> None:
    bring(db, source, claude(2, 4, 6))
    bring(db, source, claude(0, 1, 2, 3, 4, 5, 6, 7))
    assert said(db) == texts(*range(8))
    assert [message.content for message in db.history(MAIN, limit=2)] == texts(6, 7)
    check(db)


def test_what_hangs_on_a_message_moves_with_it(db: Database, source: Path) -> None:
    bring(db, source, [*claude(1, 2), turn(4, "Decision: we use drip irrigation. TODO: order the hoses")])
    old = db.read().execute("SELECT max(id) FROM messages").fetchone()[0]
    item = db.read().execute("SELECT id FROM artifacts WHERE kind = 'unresolved'").fetchone()[0]
    db.write(lambda conn: conn.execute("UPDATE artifacts SET status = 'resolved' WHERE id = ?", (item,)))
    db.write(
        lambda conn: conn.execute("INSERT INTO memories(content, message_id) VALUES ('drip irrigation', ?)", (old,))
    )
    db.index()
    bring(db, source, [*claude(0, 1, 2), turn(4, "Decision: we use drip irrigation. TODO: order the hoses")])
    new = db.read().execute("SELECT max(id) FROM messages").fetchone()[0]
    assert new > old
    found = db.read().execute("SELECT kind, status, message_id FROM artifacts ORDER BY kind").fetchall()
    assert [tuple(row) for row in found] == [("decision", None, new), ("unresolved", "resolved", new)]
    assert db.read().execute("SELECT message_id FROM memories").fetchone()[0] == new
    db.index()
    for table in ("message_vectors", "recall_changed"):
        lost = f"SELECT message_id FROM {table} WHERE message_id NOT IN (SELECT id FROM messages)"
        assert db.read().execute(lost).fetchall() == []
    assert db.search("hoses", mode="semantic").sessions
    check(db)


def test_new_ids_after_renumbering_are_never_used_twice(db: Database, source: Path) -> None:
    bring(db, source, claude(1, 2))
    bring(db, source, claude(0, 1, 2))
    top = db.read().execute("SELECT max(id) FROM messages").fetchone()[0]
    db.delete_session(MAIN)
    session = db.create_session(channel="live")
    assert db.append(session.id, [{"role": "user", "content": "hello"}])[0] > top


def test_an_undone_message_opens_again_what_it_had_closed(db: Database, source: Path) -> None:
    records = [turn(0, "TODO: order the hoses for the greenhouse"), *claude(1), turn(2, "I ordered the hoses")]
    bring(db, source, records)
    closer = db.read().execute("SELECT max(id) FROM messages").fetchone()[0]
    db.write(
        lambda conn: conn.execute(
            "UPDATE artifacts SET status = 'resolved', resolved_by_message_id = ? WHERE kind = 'unresolved'", (closer,)
        )
    )
    bring(db, source, records[:2])
    assert [row[0] for row in db.read().execute("SELECT status FROM artifacts WHERE kind = 'unresolved'")] == ["open"]


def test_only_what_the_file_alone_brought_is_undone(db: Database, source: Path) -> None:
    bring(db, source, claude(0, 1, 2))
    db.append(MAIN, [{"role": "user", "content": "a note by hand", "uid": "by-hand"}])
    bring(db, source, claude(0, 1, 2, 3))
    db.append(MAIN, [{"role": "user", "content": "another note"}])
    bring(db, source, claude(0, 3))
    assert said(db) == [*texts(0), "a note by hand", *texts(3), "another note"]


def test_sessions_that_take_turns_in_one_file_are_undone_each_by_itself(db: Database, source: Path) -> None:
    other = "7d1f0c52-0000-4000-8000-00000000bbbb"
    records = [record for number in range(4) for record in (turn(number), {**turn(number + 10), "sessionId": other})]
    bring(db, source, records)
    assert bring(db, source, records[:3]).undone == 5
    assert said(db) == texts(0, 10, 1)


def test_a_file_that_grows_is_remembered_as_one_run_of_messages(db: Database, source: Path) -> None:
    for length in range(1, 5):
        bring(db, source, claude(*range(length)))
    (held,) = db.read().execute("SELECT json_extract(state_json, '$.held') FROM imports").fetchone()
    assert json.loads(held) == {MAIN: [[1, 4]]}


def test_what_a_second_file_of_the_session_may_hold_stays(db: Database, source: Path, tmp_path: Path) -> None:
    bring(db, source, claude(0, 1, 2, 3))
    write_lines(tmp_path / "copy" / "x.jsonl", claude(0, 1, 2, 3))
    db.import_paths([tmp_path / "copy"])
    assert bring(db, source, claude(0, 1)).undone == 0
    assert said(db) == texts(0, 1, 2, 3)


def test_what_a_branch_repeats_stays_when_its_original_is_cut(db: Database, source: Path) -> None:
    copy = "7d1f0c52-0000-4000-8000-00000000bbbb"
    bring(db, source, claude(0, 1, 2, 3))
    repeated = [{**turn(number), "sessionId": copy} for number in range(5)]
    bring(db, source.with_name(f"{copy}.jsonl"), repeated)
    assert bring(db, source, claude(0, 1)).undone == 0
    assert len(said(db)) == 5


def test_what_was_undone_by_hand_stays_undone(db: Database, source: Path) -> None:
    bring(db, source, claude(0, 1, 2))
    last = db.history(MAIN)[-1].id
    db.write(lambda conn: conn.execute("UPDATE messages SET status = 'undone' WHERE id = ?", (last,)))
    bring(db, source, claude(0, 1, 2, 3))
    assert said(db) == texts(0, 1, 3)


def test_a_renamed_and_edited_file_is_still_the_same_source(db: Database, source: Path) -> None:
    bring(db, source, claude(0, 1, 2))
    moved = source.rename(source.with_name("moved.jsonl"))
    moved.write_text("".join(json.dumps(record) + "\n" for record in claude(0, 2)))
    assert db.import_paths([source.parent]).undone == 1
    assert [row[0] for row in db.read().execute("SELECT path FROM imports")] == [str(moved)]


# -- agents that shorten their own files -------------------------------------------------------------------


def test_rows_gagent_compacts_away_are_compacted_and_still_found(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "cli_default.jsonl"
    bring(db, path, gagent(10))
    summary = {"role": "system", "content": "Summary: the readings were fine", "timestamp": "2026-03-01T09:00:00"}
    report = bring(db, path, [gagent(0)[0], summary, *gagent(10)[8:]])
    assert (report.compacted, report.undone, report.messages) == (7, 0, 1)
    assert said(db, status="compacted") == texts(*range(7))
    assert said(db) == ["Summary: the readings were fine", *texts(7, 8, 9)]
    assert db.search("number3").sessions
    check(db)


def test_rows_gagent_takes_back_at_the_end_are_undone(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "cli_default.jsonl"
    bring(db, path, gagent(10))
    report = bring(db, path, gagent(6))
    assert (report.compacted, report.undone) == (0, 4)
    assert said(db, status="undone") == texts(6, 7, 8, 9)


def test_an_edited_first_line_of_gagent_is_an_edit_and_no_compaction(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "cli_default.jsonl"
    bring(db, path, gagent(4))
    records = gagent(4)
    records[1]["content"] = "the password is gone from here"
    report = bring(db, path, records)
    assert (report.compacted, report.undone) == (0, 1)
    assert said(db) == ["the password is gone from here", *texts(1, 2, 3)]
    assert [session.title for session in db.list_sessions()] == ["the password is gone from here"]
    check(db)


def test_a_save_that_only_touches_the_metadata_line_changes_nothing(db: Database, tmp_path: Path) -> None:
    path = tmp_path / "cli_default.jsonl"
    bring(db, path, gagent(5))
    before = db.read().execute("SELECT * FROM messages ORDER BY id").fetchall()
    records = [*gagent(5), gagent_message(5)]
    records[0]["updated_at"] = "2026-03-02T00:00:00.000001"
    report = bring(db, path, records)
    assert (report.messages, report.undone, report.compacted, report.returned) == (1, 0, 0, 0)
    assert db.read().execute("SELECT * FROM messages ORDER BY id").fetchall()[:5] == before


# -- whatever is done to a file ------------------------------------------------------------------------


@settings(max_examples=25)
@given(versions=st.lists(st.lists(st.integers(0, 11), min_size=1, unique=True), min_size=2, max_size=4))
def test_after_any_rewriting_the_active_messages_are_the_lines_of_the_file(
    versions: list[list[int]], new_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("rewritten")
    with Database(shutil.copy(new_database, folder / "x.db")) as db:
        for numbers in versions:
            bring(db, folder / f"{MAIN}.jsonl", claude(*numbers))
            assert said(db) == texts(*numbers)
        everything = {number for numbers in versions for number in numbers}
        assert len(said(db)) + len(said(db, status="undone")) == len(everything)
        check(db)


def test_a_large_session_is_put_in_order_in_small_steps(
    db: Database, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step holds the write lock."""

    def noting(conn: sqlite3.Connection, ids: Any) -> Any:
        sql = "SELECT sum(length(content)) FROM messages WHERE id IN (SELECT value FROM json_each(?))"
        steps.append((len(ids), conn.execute(sql, (json.dumps(ids),)).fetchone()[0]))
        return move(conn, ids)

    steps: list[tuple[int, int]] = []
    move = order.move
    monkeypatch.setattr(order, "move", noting)
    numbers = list(range(1400))
    long = {number: turn(number, f"number{number} " + "x" * 40_000) for number in (3, 401, 402, 403)}
    bring(db, source, [long.get(number, turn(number)) for number in numbers[1::2]])
    random.Random(3).shuffle(numbers)
    bring(db, source, [long.get(number, turn(number)) for number in numbers])
    assert [int(text.split("number")[1].split()[0]) for text in said(db)] == numbers
    assert sum(rows for rows, _ in steps) >= 700
    assert all(rows <= 500 and chars <= 100_000 for rows, chars in steps)
    check(db)


def test_an_import_killed_while_it_puts_in_order_still_knows_whose_messages_are_whose(
    db: Database, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def move_twice(conn: sqlite3.Connection, ids: Any) -> Any:
        steps.append(ids)
        if len(steps) == 3:
            raise Killed
        return move(conn, ids)

    steps: list[Any] = []
    move = order.move
    monkeypatch.setattr(order, "_ROWS", 5)
    bring(db, source, claude(*range(1, 25)))
    monkeypatch.setattr(order, "move", move_twice)
    with pytest.raises(Killed):
        bring(db, source, claude(*range(25)))
    monkeypatch.setattr(order, "move", move)
    db.import_paths([source])
    assert said(db) == texts(*range(25))
    assert bring(db, source, claude(*range(0, 25, 2))).undone == 12
    assert said(db) == texts(*range(0, 25, 2))
    check(db)


def test_a_claude_session_read_again_whole_is_what_it_was(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", claude_session())
    db.import_paths([path])
    before = [tuple(row) for row in db.read().execute("SELECT * FROM messages ORDER BY id")]
    db.write(lambda conn: conn.execute("UPDATE imports SET tail_hash = 'x', mtime = 0"))
    report = db.import_paths([path])
    assert (report.messages, report.undone, report.compacted) == (0, 0, 0)
    assert [tuple(row) for row in db.read().execute("SELECT * FROM messages ORDER BY id")] == before


# -- databases of other programs -----------------------------------------------------------------------


def test_a_message_opencode_has_deleted_is_undone_and_the_other_sessions_stay(db: Database, tmp_path: Path) -> None:
    path = opencode_db(tmp_path)
    db.import_paths([path])
    before = db.read().execute("SELECT count(*) FROM messages").fetchone()[0]
    last = db.history("ses_01")[-1]
    owner = sqlite3.connect(path)
    (message,) = owner.execute("SELECT id FROM message WHERE session_id = 'ses_01' ORDER BY id DESC").fetchone()
    owner.execute("DELETE FROM part WHERE message_id = ?", (message,))
    owner.execute("DELETE FROM message WHERE id = ?", (message,))
    owner.commit()
    owner.close()
    report = db.import_paths([path])
    assert report.undone >= 1 and not report.skipped
    assert last.id not in [shown.id for shown in db.history("ses_01")]
    assert db.read().execute("SELECT count(*) FROM messages").fetchone()[0] == before
    assert [row[0] for row in db.read().execute("SELECT status FROM messages WHERE session_id = 'ses_02'")] == [
        "active"
    ]
    assert [(place.sessions, place.format) for place in status(db)] == [(2, "opencode")]
    check(db)


def test_a_document_that_is_written_anew_takes_back_what_it_no_longer_holds(db: Database, tmp_path: Path) -> None:
    def chat(*numbers: int) -> dict[str, Any]:
        said = [{"id": f"m{n}", "type": "user", "timestamp": f"2026-03-01T09:00:0{n}Z", "content": f"row {n}"}
                for n in numbers]  # fmt: skip
        return {"sessionId": "s1", "projectHash": "p", "startTime": "2026-03-01T09:00:00Z", "messages": said}

    path = tmp_path / "chats" / "session-1.json"
    path.parent.mkdir()
    for numbers, undone in (((0, 1, 2), 0), ((0, 1, 2, 3), 0), ((0, 1), 2), ((0, 1, 4), 0)):
        path.write_text(json.dumps(chat(*numbers)))
        assert db.import_paths([path]).undone == undone
        assert said(db) == [f"row {number}" for number in numbers]
