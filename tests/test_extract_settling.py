"""What a sentence settles: how much votes speak for an end, and whether it is about the very thing that is open."""

from __future__ import annotations

import pytest

from gagent_db.extract.matching import content_words
from gagent_db.extract.settling import Told, settles, told


def done(text: str, votes: float = 1.0) -> Told:
    """A sentence whose votes speak for something done."""
    return Told(text, lambda: (-5.0, -4.0, votes))


@pytest.mark.parametrize(
    ("opened", "said"),
    [
        ("the galley tap leaks", "the galley tap has a new washer and holds"),
        ("TODO: print the name tags", "name tags are printed and cut"),
        ("Still missing: the charter papers", "charter papers came with the morning post"),
        ("terpal perahu belum dijemur", "terpal perahu udah kering di atas pagar"),
        ("indexing the logbook takes an hour", "the logbook index now takes a minute"),
        ("the deletion of old charts fails", "old charts get deleted again"),
    ],
)
def test_a_sentence_settles_what_it_names_where_votes_speak_for_an_end(opened: str, said: str) -> None:
    assert settles(opened, done(said), {})
    assert not settles(opened, done(said, votes=-3.0), {})


@pytest.mark.parametrize(
    "said",
    [
        "the galley tap will hold with a new washer",
        "is the galley tap tight?",
        "the galley tap still drips after the repair",
        "the galley tap is half done",
        "two of three galley taps are tight",
        "perhaps the galley tap is tight",
        "we tried a new washer in the galley tap",
        "the plumber refused to repair the galley tap",
        "keran galley tap-nya tinggal dipasang",
    ],
)
def test_what_is_hoped_half_done_or_refused_settles_nothing(said: str) -> None:
    assert not settles("the galley tap leaks", done(said, votes=3.0), {})


@pytest.mark.parametrize(
    ("opened", "said"),
    [
        ("the tide table for Harlingen is outdated", "the tide table for Vlieland is new"),
        ("cabin 2 has no key", "cabin 3 has a key"),
        ("the printer on the second deck jams", "the first-deck printer was replaced"),
        ("lampu kabin kiri belum diganti", "lampu kabin kanan sudah diganti"),
        ("order the ropes", "ordered the paint"),
    ],
)
def test_another_thing_of_the_same_kind_settles_nothing(opened: str, said: str) -> None:
    assert not settles(opened, done(said, votes=3.0), {})


def test_a_list_is_settled_when_each_of_its_parts_is() -> None:
    opened = "sails not mended, anchor chain rusty"
    assert not settles(opened, done("sails are mended"), {})
    assert settles(opened, done("sails are mended and the anchor chain is free of rust"), {})


def test_a_reply_is_about_what_was_asked_right_before() -> None:
    asked = content_words("And the name tags?")
    assert settles("order name tags", done("laminated ones, two boxes"), {}, asked)
    assert not settles("order name tags", done("laminated ones, two boxes"), {})
    assert not settles("order napkins", done("laminated ones, two boxes"), {}, asked)


def test_a_decision_settles_what_was_not_known_or_chosen_and_nothing_else() -> None:
    chosen = Told("the regatta starts in Hoorn", lambda: (1.0, -4.0, -5.0))
    assert settles("nobody has decided where the regatta starts", chosen, {})
    assert not settles("the regatta poster is wrong", chosen, {})


def test_a_word_that_many_open_items_share_tells_little() -> None:
    said = done("regatta: signed", votes=0.5)
    assert settles("regatta insurance", said, {})
    assert not settles("regatta insurance", said, {"regatta": 6})


def test_the_sentences_of_a_message_come_with_their_votes() -> None:
    first, second = told("The pump is fixed and works again. The hatch still leaks, nobody has looked at it.", "user")
    assert first.votes["resolved"] > second.votes["resolved"]
    assert second.votes["unresolved"] > first.votes["unresolved"]


def test_a_message_without_words_tells_nothing() -> None:
    assert told("…", "user") == []
