"""Conversations that only what they say names, or their file: grown, edited or renamed they are what they were."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import BUILDERS
from hypothesis import given
from hypothesis import strategies as st
from import_fixtures import add_lines, gagent, gagent_message, write_lines

from gagent_db.api import Database
from gagent_db.importers.continued import kept_of
from gagent_db.importers.forget import forget_session

FORMATS = ["openai-chat", "sharegpt"]


def line(form: str, words: str) -> dict[str, Any]:
    """One conversation, a word a turn."""
    turns = list(enumerate(words.split()))
    if form == "sharegpt":
        return {"conversations": [{"from": ("human", "gpt")[place % 2], "value": word} for place, word in turns]}
    return {"messages": [{"role": ("user", "assistant")[place % 2], "content": word} for place, word in turns]}


def bring(db: Database, path: Path, form: str, *conversations: str) -> Any:
    return db.import_paths([write_lines(path, [line(form, words) for words in conversations])])


def shown(db: Database) -> dict[str, str]:
    """What each session says."""
    sql = """SELECT s.id, coalesce((SELECT group_concat(content, ' ') FROM (SELECT content FROM messages
               WHERE session_id = s.id AND status <> 'undone' ORDER BY id)), '') FROM sessions s"""
    return {row[0]: row[1] for row in db.read().execute(sql)}


# -- one conversation a line -----------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS)
def test_a_line_that_grows_is_the_session_that_grew(form: str, db: Database, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    bring(db, path, form, "a b", "c d", "e f")
    before = shown(db)
    for more in ("c d g", "c d g h", "c d g h i j"):
        report = bring(db, path, form, "a b", more, "e f")
        assert (report.sessions_added, report.undone, len(report.sessions_updated)) == (set(), 0, 1)
        assert shown(db) == {id_: more if said == "c d" else said for id_, said in before.items()}


@pytest.mark.parametrize("form", FORMATS)
def test_a_line_beside_the_one_it_goes_on_from_is_a_session_of_its_own(form: str, db: Database, tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"  # a line a turn, each with all that was said
    for number in range(1, 5):
        lines = ["a b c d e"[: 2 * end + 1] for end in range(1, number + 1)]
        bring(db, path, form, *reversed(lines))
        assert sorted(shown(db).values()) == lines


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["a b", "a b"], ["a b c", "a b"]),  # one of two that are alike
        (["a b", "a b"], ["a b c", "a b d"]),
        (["a b"], ["a b c", "a b d"]),  # two go on from one
        (["a b", "a b c d"], ["a b c d", "a b c d e f"]),
        (["a b c d e"], ["a b X d e"]),  # edited
        (["a b c d e"], ["a b X Y c d e f"]),
        (["a b c d e"], ["X b c d e"]),
        (["a b c d e"], ["b c", "a b c d e f"]),
    ],
)
def test_what_a_changed_file_says_is_what_is_there(
    form: str, before: list[str], after: list[str], db: Database, tmp_path: Path
) -> None:
    bring(db, tmp_path / "x.jsonl", form, *before)
    report = bring(db, tmp_path / "x.jsonl", form, *after)
    assert sorted(shown(db).values()) == sorted(after)
    assert len(report.sessions_added) == len(after) - len(before)
    assert bring(db, tmp_path / "x.jsonl", form, *after).messages == 0


@pytest.mark.parametrize("form", FORMATS)
def test_a_conversation_that_only_begins_alike_is_another(form: str, db: Database, tmp_path: Path) -> None:
    bring(db, tmp_path / "x.jsonl", form, "a b c d e f", "g")
    bring(db, tmp_path / "x.jsonl", form, "a b c X Y Z", "h i")
    assert sorted(shown(db).values()) == ["a b c X Y Z", "a b c d e f", "g", "h i"]


@pytest.mark.parametrize("form", FORMATS)
def test_chats_of_another_day_that_begin_alike_hide_nothing(form: str, db: Database, tmp_path: Path) -> None:
    bring(db, tmp_path / "today.jsonl", form, "hi hello time? five", "bye")
    bring(db, tmp_path / "today.jsonl", form, "hi hello time? six", "hi hello time?", "hi hello")
    wanted = ["bye", "hi hello", "hi hello time?", "hi hello time? five", "hi hello time? six"]
    assert sorted(shown(db).values()) == wanted


@pytest.mark.parametrize("form", FORMATS)
def test_a_conversation_that_is_edited_in_one_of_two_files_is_still_what_the_other_says(
    form: str, db: Database, tmp_path: Path
) -> None:
    bring(db, tmp_path / "x.jsonl", form, "a b c d e")
    shutil.copyfile(tmp_path / "x.jsonl", tmp_path / "y.jsonl")
    db.import_paths([tmp_path])
    bring(db, tmp_path / "x.jsonl", form, "a b X d e")
    assert sorted(shown(db).values()) == ["a b X d e", "a b c d e"]
    bring(db, tmp_path / "y.jsonl", form, "a b c d e f")
    assert sorted(shown(db).values()) == ["a b X d e", "a b c d e f"]


@pytest.mark.parametrize("form", FORMATS)
def test_a_conversation_that_was_forgotten_does_not_come_back_by_growing(
    form: str, db: Database, tmp_path: Path
) -> None:
    bring(db, tmp_path / "x.jsonl", form, "a b", "c d")
    forget_session(db, next(id_ for id_, said in shown(db).items() if said == "a b"))
    bring(db, tmp_path / "x.jsonl", form, "a b e", "c d f")
    bring(db, tmp_path / "y.jsonl", form, "a b e g")
    assert list(shown(db).values()) == ["c d f"]


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_of_conversations_that_was_moved_and_has_grown_is_followed(
    form: str, db: Database, tmp_path: Path
) -> None:
    bring(db, tmp_path / "x.jsonl", form, "a b", "c d")
    before = shown(db)
    (tmp_path / "x.jsonl").rename(tmp_path / "y.jsonl")
    bring(db, tmp_path / "y.jsonl", form, "a b e", "c d f g")
    assert shown(db) == {id_: {"a b": "a b e", "c d": "c d f g"}[said] for id_, said in before.items()}


_words = st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map(" ".join)


@given(
    form=st.sampled_from(FORMATS),
    first=st.lists(_words, min_size=1, max_size=4),
    steps=st.lists(st.tuples(st.integers(0, 9), _words, st.booleans(), st.randoms()), max_size=4),
)
def test_however_lines_grow_come_and_change_places_nothing_is_doubled_or_lost(
    form: str, first: list[str], steps: list[Any], new_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("grown")
    lines = list(first)
    with Database(shutil.copy(new_database, folder / "x.db")) as db:
        bring(db, folder / "x.jsonl", form, *lines)
        for place, words, new, order in steps:
            if new:
                lines.append(words)
            else:
                lines[place % len(lines)] += f" {words}"
            order.shuffle(lines)
            bring(db, folder / "x.jsonl", form, *lines)
            assert Counter(shown(db).values()) == Counter(lines)


@pytest.mark.parametrize(
    ("stored", "now", "kept"),
    [
        ("abc", "abcd", 3),
        ("abcde", "abXde", 4),
        ("abcd", "abc", 0),  # as one that ended sooner
        ("abcd", "abcX", 0),
        ("abcd", "abXY", 0),
        ("abcdefgh", "abcdefXY", 0),  # a fork
        ("abcdefgh", "abcdXYgh", 6),
        ("abcde", "abXcdef", 5),
        ("abcdefgh", "abXYZgh", 0),  # too much of it is gone
        ("abc", "xabc", 3),
        ("abcde", "Xbcde", 4),
        ("abcd", "wxyz", 0),
    ],
)
def test_how_much_of_a_conversation_is_in_another(stored: str, now: str, kept: int) -> None:
    def marks(text: str) -> list[bytes]:
        return [one.encode() for one in text]

    assert kept_of(marks(stored), marks(now)) == kept


# -- one conversation a file -----------------------------------------------------------------------------


def edited_and_renamed(path: Path, records: list[Any]) -> Path:
    """As an editor saves: a new file takes the place of the old one."""
    new = write_lines(path.with_name("telegram_777 edited.jsonl"), records)
    path.unlink()
    return new


@pytest.mark.parametrize("change", ["a word", "a line less", "a line more", "grown"])
def test_a_file_that_was_edited_and_renamed_is_the_session_it_was(change: str, db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "telegram_777.jsonl", gagent(8))
    db.import_paths([tmp_path])
    (before,) = db.list_sessions()
    head, *lines = gagent(8)
    if change == "a word":
        lines[4]["content"] += " corrected"
    elif change == "a line less":
        del lines[4]
    elif change == "a line more":
        lines.insert(4, {**gagent_message(60), "timestamp": lines[3]["timestamp"]})
    else:
        lines += [gagent_message(8), gagent_message(9)]
    new = edited_and_renamed(path, [head, *lines])
    report = db.import_paths([tmp_path])
    assert (report.sessions_added, report.skipped) == (set(), [])
    (session,) = db.list_sessions()
    assert (session.id, session.key, session.source_path) == (before.id, "telegram:777", str(new))
    assert shown(db)[before.id] == " ".join(one["content"] for one in lines)
    add_lines(new, [gagent_message(20)])
    assert db.import_paths([tmp_path]).messages == 1
    assert db.import_paths([tmp_path]).files_unchanged == 1
    assert len(db.list_sessions()) == 1


def test_a_file_that_only_begins_like_one_that_is_gone_is_another_session(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "telegram_777.jsonl", gagent(8))
    db.import_paths([tmp_path])
    head, *lines = gagent(8)
    edited_and_renamed(path, [head, *lines[:5], *(gagent_message(number) for number in range(20, 24))])
    db.import_paths([tmp_path])
    assert sorted(session.message_count for session in db.list_sessions()) == [8, 9]


def test_a_file_that_may_be_either_of_two_that_are_gone_is_another_session(db: Database, tmp_path: Path) -> None:
    head, *lines = gagent(8)
    for number in (30, 31):
        write_lines(tmp_path / f"a_{number}.jsonl", [head, *lines[:6], gagent_message(number), lines[7]])
    db.import_paths([tmp_path])
    for number in (30, 31):
        (tmp_path / f"a_{number}.jsonl").unlink()
    write_lines(tmp_path / "b_1.jsonl", [head, *lines[:6], gagent_message(40), lines[7]])
    db.import_paths([tmp_path])
    assert len(db.list_sessions()) == 3 and all(said for said in shown(db).values())


def test_a_file_that_is_still_there_is_not_taken_for_one_that_was_renamed(db: Database, tmp_path: Path) -> None:
    write_lines(tmp_path / "telegram_777.jsonl", gagent(8))
    db.import_paths([tmp_path])
    write_lines(tmp_path / "telegram_778.jsonl", gagent(9))
    db.import_paths([tmp_path])
    assert sorted(session.message_count for session in db.list_sessions()) == [8, 9]


def test_a_new_name_in_the_old_inode_is_judged_by_what_it_says(db: Database, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "telegram_777.jsonl", gagent(60))
    db.import_paths([tmp_path])
    (before,) = db.list_sessions()
    head, *lines = gagent(60)
    lines[2]["content"] += " corrected"
    moved = path.rename(tmp_path / "telegram_777 edited.jsonl")
    inode = moved.stat().st_ino
    write_lines(moved, [head, *lines])
    assert moved.stat().st_ino == inode and os.path.exists(moved)
    report = db.import_paths([tmp_path])
    assert (report.messages, report.undone, report.sessions_added) == (1, 1, set())
    assert [session.id for session in db.list_sessions()] == [before.id]
    assert shown(db)[before.id] == " ".join(one["content"] for one in lines)


# -- named after how it begins ---------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["gemini contents", "swe-agent"])
def test_a_file_that_was_edited_where_its_session_has_its_name_from_is_the_session_it_was(
    title: str, db: Database, tmp_path: Path
) -> None:
    path = BUILDERS[title][1](tmp_path)
    db.import_paths([path])
    (before,) = shown(db).items()
    text = path.read_text()
    old = {"gemini contents": "Which port does it use?", "swe-agent": "it fails"}[title]
    assert old in text
    path.write_text(text.replace(old, "other words"))
    report = db.import_paths([path])
    assert (report.sessions_added, list(shown(db))) == (set(), [before[0]])
    assert "other words" in shown(db)[before[0]]
    path.write_text(text)
    db.import_paths([path])
    assert shown(db) == dict([before])


def test_messages_that_are_written_anew_piece_by_piece_are_the_session_they_were(db: Database, tmp_path: Path) -> None:
    path = BUILDERS["openai messages"][1](tmp_path)
    db.import_paths([path])
    before, whole = shown(db), path.read_bytes()
    for size in (*range(20, len(whole), 30), len(whole)):
        path.write_bytes(whole[:size])
        db.import_paths([path])
        assert list(shown(db)) == list(before)
    assert shown(db) == before
