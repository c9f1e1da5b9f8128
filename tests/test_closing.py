"""What a conversation leaves open, what closes it, and what opens it again."""

from __future__ import annotations

from pathlib import Path

import pytest

import gagent_db
from gagent_db import answers


def status(tmp_path: Path, turns: list[str]) -> str:
    """The status of the first open item of a conversation; a turn of the agent begins with "> "."""
    with gagent_db.open(tmp_path / "gagent.db") as db:
        session = db.create_session(channel="cli")
        for turn in turns:
            role, text = ("assistant", turn[2:]) if turn.startswith("> ") else ("user", turn)
            db.append(session.id, [{"role": role, "content": text}])
        sql = "SELECT status FROM artifacts WHERE kind = 'unresolved' ORDER BY id LIMIT 1"
        return str(db.read().execute(sql).fetchone()["status"])


@pytest.mark.parametrize(
    "turns",
    [
        ["TODO: mend the flaky test test_tide", "> Fixed: test_tide waits for the clock, no longer flaky."],
        ["TODO: renew the harbour permit", "> Harbour permit renewed, valid until May."],
        ["> Waiting for Oda's answer about the sails.", "oda answered: grey sails are fine"],
        ["need to return the library books", "returned the library books"],
        ["> Yang belum: fotokopi rapor", "fotokopi rapor udah ada"],
        ["undangan belum dicetak", "undangan udah dicetak tapi belum dikirim"],
        ["jangan lupa bayar air", "air udah gue bayar"],
        ["> ?[db]: postgres or sqlite", "> ✓[db]: sqlite"],
        ["we still have no skipper for the ferry", "Nuno is our skipper now, he signed this morning"],
        ["lampu navigasi kapal belum nyala", "lampu navigasinya udah gue ganti, terang banget sekarang"],
        [
            "TODO: print the name tags for the regatta",
            "> And the name tags?",
            "printed and cut, they are in the drawer",
        ],
        ["tali tambat dermaga belum dibeli", "> Tali tambatnya?", "udah dibeli tadi, dua gulung"],
        ["> The tide table still shows last year's dates.", "> I looked at the tide table. It is up to date now."],
    ],
)
def test_a_later_message_closes_what_it_says_is_done(tmp_path: Path, turns: list[str]) -> None:
    assert status(tmp_path, turns) == "resolved"


@pytest.mark.parametrize(
    "turns",
    [
        ["TODO: renew the harbour permit", "harbour permit not done yet"],
        ["TODO: renew the harbour permit", "I'd say the harbour permit is renewed?"],
        ["TODO: renew the harbour permit", "> The harbour permit should be renewed by tonight."],
        ["TODO: answer Oda about the sails", "almost done with the answer to Oda about the sails"],
        ["waiting for the second quote from the roofer", "got the first quote"],
        ["lampu dermaga 2 masih error", "lampu dermaga 1 udah beres"],
        ["deposit kapal belum dibayar", "kalau deposit kapal udah dibayar kabarin ya"],
        ["undangan belum dikirim", "undangan udah dicetak tapi belum dikirim"],
        ["TODO: print the name tags for the regatta", "> And the name tags?", "Oda prints them tomorrow"],
        ["tali tambat dermaga belum dibeli", "> Tali tambatnya?", "tali jangkarnya udah dibeli"],
        [
            "> The tide table still shows last year's dates.",
            "> I looked at the tide table. The deck light is fixed now.",
        ],
        ["TODO: return the borrowed chart", "return of the borrowed chart was refused, the museum is closed"],
    ],
)
def test_what_is_half_done_hoped_or_another_thing_stays_open(tmp_path: Path, turns: list[str]) -> None:
    assert status(tmp_path, turns) == "open"


@pytest.mark.parametrize(
    "turns",
    [
        ["TODO: mend the flaky test test_tide", "> Fixed: test_tide is stable.", "test_tide is flaky again"],
        ["the galley tap still leaks", "the galley tap is fixed", "the galley tap leaks again"],
        ["the login loop is still there", "> The login loop is fixed.", "the login loop is back"],
        ["pompa lambung masih netes", "pompa lambung udah dibenerin", "pompa lambung netes lagi"],
        ["> FIXME: importer drops the last row", "> The importer no longer drops the last row.",
         "hm, the importer drops the last row again"],
    ],
)  # fmt: skip
def test_what_is_back_is_open_again(tmp_path: Path, turns: list[str]) -> None:
    assert status(tmp_path, turns[:-1]) == "resolved"
    assert status(tmp_path / "again", turns) == "open"


@pytest.mark.parametrize(
    "later",
    [
        "let's paint the galley again next year",
        "the bilge pump leaks again",
        "can you check the galley tap again?",
    ],
)
def test_another_thing_or_a_request_opens_nothing_again(tmp_path: Path, later: str) -> None:
    turns = ["the galley tap still leaks", "the galley tap is fixed", later]
    assert status(tmp_path, turns) == "resolved"


def test_what_a_person_closed_by_hand_is_not_opened_by_a_message(tmp_path: Path) -> None:
    with gagent_db.open(tmp_path / "gagent.db") as db:
        session = db.create_session(channel="cli")
        db.append(session.id, [{"role": "user", "content": "the galley tap still leaks"}])
        (number,) = db.read().execute("SELECT id FROM artifacts WHERE kind = 'unresolved'").fetchone()
        answers.resolve(db, number)
        db.append(session.id, [{"role": "user", "content": "the galley tap leaks again"}])
        rows = db.read().execute("SELECT status FROM artifacts WHERE kind = 'unresolved' ORDER BY id").fetchall()
    assert [row["status"] for row in rows] == ["resolved", "open"]


def test_reading_again_leaves_what_was_closed_after_it_came_back(tmp_path: Path) -> None:
    with gagent_db.open(tmp_path / "gagent.db") as db:
        session = db.create_session(channel="cli")
        for text in ("the galley tap still leaks", "the galley tap is fixed", "the galley tap leaks again"):
            db.append(session.id, [{"role": "user", "content": text}])
        (last,) = db.append(session.id, [{"role": "user", "content": "the galley tap is fixed for good"}])
        db.write(lambda conn: conn.execute("UPDATE messages SET extracted = 0"))
        db.index()
        rows = db.read().execute("SELECT status, resolved_by_message_id FROM artifacts WHERE kind = 'unresolved'")
        assert [tuple(row) for row in rows] == [("resolved", last), ("resolved", last)]
