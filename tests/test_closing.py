"""What a conversation leaves open, what closes it, and what opens it again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gagent_db
from gagent_db import answers


def follow(tmp_path: Path, turns: list[str], *, at_once: bool = False) -> list[tuple[str, int | None]]:
    """(status, turn that closed it) of each open item of a conversation, in order; a turn of the agent begins with
    "> ", a command that it runs with "$ ". `at_once`: all are written first and read by one index run."""
    with gagent_db.open(tmp_path / "gagent.db") as db:
        session = db.create_session(channel="cli")
        ids = [one for turn in turns for one in db.append(session.id, [message(turn)])]
        if at_once:
            reopen = (
                "UPDATE artifact_mentions SET status = 'open', resolved_by_message_id = NULL WHERE status = 'resolved'"
            )
            db.write(lambda conn: conn.execute(reopen))
            db.write(lambda conn: conn.execute("UPDATE messages SET extracted = 0"))
            db.index()
        sql = "SELECT status, resolved_by_message_id FROM artifacts WHERE kind = 'unresolved' ORDER BY id"
        rows = db.read().execute(sql).fetchall()
    return [(row[0], None if row[1] is None else ids.index(row[1])) for row in rows]


def message(turn: str) -> dict[str, Any]:
    if turn.startswith("$ "):
        call = {"tool_name": "bash", "arguments": {"command": turn[2:]}, "exit_code": 0}
        return {"role": "assistant", "content": "", "tool_calls": [call]}
    return {"role": "assistant", "content": turn[2:]} if turn.startswith("> ") else {"role": "user", "content": turn}


def status(tmp_path: Path, turns: list[str]) -> str:
    """The status of the first open item of a conversation."""
    return follow(tmp_path, turns)[0][0]


@pytest.mark.parametrize(
    "turns",
    [
        ["TODO: mend the flaky test test_tide", "> Fixed: test_tide waits for the clock, no longer flaky."],
        ["TODO: renew the harbour permit", "> Harbour permit renewed, valid until May."],
        ["> Waiting for Oda's answer about the sails.", "oda answered: grey sails are fine"],
        ["need to return the library books", "returned the library books"],
        ["> Yang belum: fotokopi rapor", "fotokopi rapor udah ada"],
        ["undangan belum dicetak", "undangan udah dicetak semua"],
        ["jangan lupa bayar air", "air udah gue bayar"],
        ["> ?[db]: postgres or sqlite", "> ✓[db]: sqlite"],
        ["> We haven't decided on the database yet.", "We decided to use DuckDB as the database."],
        ["dokumentasi belum selesai", "> Dokumentasi sudah selesai."],
        ["> Issue #42 is still open.", "#42 is closed"],
        ["We need to order new chairs.", "> The chairs are ordered."],
        ["Rui: somebody has to buy snow chains, mine are broken", "Oda: snow chains are bought, got them in town"],
        ["kardus ukuran kecil hampir habis, belum sempat pesan", "kardus kecil udah kupesan 200 lembar"],
        ["jadi tinggal 1203 yang belum lunas", "1203 udah lunas juga ya, barusan masuk"],
        ["we still have no skipper for the ferry", "Nuno is our skipper now, he signed this morning"],
        ["lampu navigasi kapal belum nyala", "lampu navigasinya udah gue ganti, terang banget sekarang"],
        [
            "TODO: print the name tags for the regatta",
            "> And the name tags?",
            "printed and cut, they are in the drawer",
        ],
        ["tali tambat dermaga belum dibeli", "> Tali tambatnya?", "udah dibeli tadi, dua gulung"],
        ["> The tide table still shows last year's dates.", "> I looked at the tide table. It is up to date now."],
        ["TODO: mend the jib", "> Done."],
        ["> You still need to sign the charter.", "done"],
        ["I still have to call the notary", "> Did you call the notary?", "yes"],
        ["> Open:\n- mend the jib\n- order ropes", "> - ~~mend the jib~~\n- order ropes"],
        ["> Open:\n1. mend the jib\n2. order ropes", "both done"],
        ["> ?[db]: postgres or sqlite", "> D[db]: sqlite"],
        ["> TODO: run the tests", "$ cd /srv/app && pytest -q"],
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
        ["Remind me to renew the permit", "> Done."],
        ["The tap leaks. Can you write to the landlord?", "> Done."],
        ["> Open:\n1. mend the jib\n2. order ropes", "done"],
        ["the bike needs a new chain", "> The chain?", "I cleaned it and put oil on. It still skips."],
        ["> TODO: run the tests", "$ pytest -q || true"],
        ["TODO: update the README", "> I updated the changelog."],
        ["> Issue #42 is still open.", "#43 is closed"],
        ["jadi tinggal 1203 yang belum lunas", "1187 udah lunas juga ya, barusan masuk"],
        ["kardus ukuran kecil hampir habis, belum sempat pesan", "kardus besar udah kupesan 200 lembar"],
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
        ["the galley tap leaks", "> Fixed, the galley tap is tight.", "nope, still leaks"],
        ["the galley tap leaks", "> Fixed, the galley tap is tight.", "it's back"],
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


MENDED, ORDERED, BOUGHT = "sails are mended now", "ropes are ordered", "> Paint is bought."
LISTED = "Still open: mend the sails, order the ropes, buy paint"


@pytest.mark.parametrize("at_once", [False, True])
def test_a_list_closes_with_the_message_that_settles_the_last_of_it(tmp_path: Path, at_once: bool) -> None:
    turns = [LISTED, MENDED, "> Noted.", BOUGHT, ORDERED]
    assert follow(tmp_path, turns, at_once=at_once) == [("resolved", 4)]


@pytest.mark.parametrize("later", [[MENDED], [MENDED, ORDERED], [ORDERED, BOUGHT], [BOUGHT, BOUGHT, BOUGHT]])
def test_a_list_stays_open_while_a_part_of_it_does(tmp_path: Path, later: list[str]) -> None:
    assert follow(tmp_path, [LISTED, *later]) == [("open", None)]


@pytest.mark.parametrize("later", ["> Sails are mended, ropes ordered, paint bought.", "> All three are done."])
def test_a_list_closes_with_a_message_that_settles_all_of_it(tmp_path: Path, later: str) -> None:
    assert follow(tmp_path, [LISTED, later]) == [("resolved", 1)]


def test_a_message_closes_every_mention_of_what_it_closes(tmp_path: Path) -> None:
    turns = ["TODO: renew the harbour permit", "> ok", "don't forget the harbour permit renewal", "> Permit renewed."]
    assert follow(tmp_path, turns) == [("resolved", 3), ("resolved", 3)]


def test_shortly_before_is_counted_in_messages_of_the_conversation(tmp_path: Path) -> None:
    with gagent_db.open(tmp_path / "gagent.db") as db:
        session, other = db.create_session(channel="cli"), db.create_session(channel="telegram")
        db.append(session.id, [{"role": "user", "content": "tali tambat dermaga belum dibeli"}])
        db.append(other.id, [{"role": "user", "content": "halo"}] * 40)
        db.append(session.id, [{"role": "assistant", "content": "Tali tambatnya?"}])
        db.append(session.id, [{"role": "user", "content": "udah dibeli tadi, dua gulung"}])
        (state,) = db.read().execute("SELECT status FROM artifacts WHERE kind = 'unresolved'").fetchone()
    assert state == "resolved"


OPENED = {"role": "user", "content": "TODO: renew the harbour permit"}
CLOSED = {"role": "assistant", "content": "Harbour permit renewed."}


@pytest.mark.parametrize("in_branch", [False, True])
def test_what_is_closed_is_closed_in_every_branch(tmp_path: Path, in_branch: bool) -> None:
    with gagent_db.open(tmp_path / "gagent.db") as db:
        session = db.create_session(channel="cli")
        db.append(session.id, [OPENED])
        branch = db.fork_session(session.id)
        db.append(branch.id if in_branch else session.id, [CLOSED])
        rows = db.read().execute("SELECT status FROM artifacts WHERE kind = 'unresolved'").fetchall()
    assert [row[0] for row in rows] == ["resolved", "resolved"]


def test_a_copied_message_closes_nothing_where_it_was_copied_from(tmp_path: Path) -> None:
    with gagent_db.open(tmp_path / "gagent.db") as db:
        session = db.create_session(channel="cli")
        _, closing = db.append(session.id, [OPENED, CLOSED])
        db.append(session.id, [{"role": "user", "content": "the harbour permit is missing again"}])
        db.fork_session(session.id, at_message=closing)
        rows = db.read().execute("SELECT status FROM artifacts WHERE kind = 'unresolved' ORDER BY id").fetchall()
    assert [row[0] for row in rows] == ["open", "open", "resolved"]


def test_what_another_session_says_in_the_same_words_stays_open(tmp_path: Path) -> None:
    with gagent_db.open(tmp_path / "gagent.db") as db:
        session, other = db.create_session(channel="cli"), db.create_session(channel="cli")
        db.append(session.id, [OPENED])
        db.append(other.id, [OPENED, CLOSED])
        rows = db.read().execute("SELECT status FROM artifacts WHERE kind = 'unresolved' ORDER BY id").fetchall()
    assert [row[0] for row in rows] == ["open", "resolved"]


def test_a_resumed_session_closes_what_the_one_before_it_left_open(tmp_path: Path) -> None:
    with gagent_db.open(tmp_path / "gagent.db") as db:
        first = db.create_session(channel="cli")
        db.append(first.id, [{**OPENED, "created_at": "2026-05-01T10:00:00Z"}])
        resumed = db.create_session(channel="cli", parent_session_id=first.id, end_reason="branch")
        db.append(resumed.id, [{**CLOSED, "created_at": "2026-05-02T10:00:00Z"}])
        db.append(first.id, [{**OPENED, "created_at": "2026-05-03T10:00:00Z"}])
        db.append(resumed.id, [{**CLOSED, "created_at": "2026-05-04T10:00:00Z"}])
        rows = db.read().execute("SELECT status FROM artifacts WHERE kind = 'unresolved' ORDER BY id").fetchall()
    assert [row[0] for row in rows] == ["resolved", "open"]


@pytest.mark.parametrize("marked", [{"end_reason": "subagent"}, {"metadata": {"lineage": "subagent"}}])
def test_what_branched_off_a_sub_agent_closes_nothing_of_who_spawned_it(tmp_path: Path, marked: dict) -> None:
    with gagent_db.open(tmp_path / "gagent.db") as db:
        first = db.create_session(channel="cli")
        db.append(first.id, [{**OPENED, "created_at": "2026-05-01T10:00:00Z"}])
        helper = db.create_session(channel="cli", parent_session_id=first.id, **marked)
        branch = db.create_session(channel="cli", parent_session_id=helper.id, end_reason="branch")
        db.append(branch.id, [{**CLOSED, "created_at": "2026-05-02T10:00:00Z"}])
        assert [item.status for item in db.artifacts("unresolved", status="all").items] == ["open"]
