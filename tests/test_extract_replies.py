"""What a short reply says of the message before it."""

from __future__ import annotations

import pytest

from gagent_db.extract.replies import acknowledges, asks_to_note, denies, replies


@pytest.mark.parametrize(
    ("reply", "answered"),
    [
        ("Keep them until the next release.", True),
        ("yes", True),
        ("The drafts go to the archive.", True),
        ("not sure yet, let me think about it", False),
        ("which drafts do you mean?", False),
        ("run the tests again", False),
        ("ok", False),
        ("nanti saya pikir dulu", False),
    ],
)
def test_the_next_message_answers_a_question_when_it_says_something_about_it(reply: str, answered: bool) -> None:
    assert replies("What should happen to drafts without an owner?", reply) is answered


@pytest.mark.parametrize(
    "reply", ["Done.", "fixed!", "ok, done", "sudah", "udah beres kak", "✅", "Done. Nothing broke."]
)
def test_a_reply_acknowledges_one_thing(reply: str) -> None:
    assert acknowledges(reply) == "one"


@pytest.mark.parametrize("reply", ["all done", "both are fixed now", "All three are done.", "semuanya udah beres"])
def test_a_reply_acknowledges_all(reply: str) -> None:
    assert acknowledges(reply) == "all"


@pytest.mark.parametrize(
    "reply",
    ["done?", "not done", "yes", "almost done", "sudah saya catat", "done with the tide tables, the rest waits"],
)
def test_what_says_more_or_less_than_done_acknowledges_nothing(reply: str) -> None:
    assert acknowledges(reply) is None


@pytest.mark.parametrize(
    ("reply", "acknowledged"),
    [
        ("added it on the website", True),
        ("I just signed it.", True),
        ("already paid them", True),
        ("added it to my list", False),
        ("put it on the list", False),
        ("looked at it", False),
        ("moved it to friday", False),
    ],
)
def test_an_act_that_ends_something_done_to_it_acknowledges_one_thing(reply: str, acknowledged: bool) -> None:
    assert (acknowledges(reply) == "one") == acknowledged


def test_a_yes_acknowledges_what_was_asked_to_be_done() -> None:
    assert acknowledges("yes", "Did you call the harbour?") == "one"
    assert acknowledges("udah", "Sudah bayar air?") == "one"
    assert acknowledges("yes", "Shall I call the harbour?") is None


def test_done_in_reply_to_a_reminder_means_that_it_is_noted() -> None:
    assert asks_to_note("Remind me to renew the permit")
    assert asks_to_note("tolong catat: bayar air")
    assert asks_to_note("TODO: pay for the water", "Added it.")
    assert not asks_to_note("TODO: pay for the water", "Paid it.")
    assert not asks_to_note("renew the permit")


@pytest.mark.parametrize(
    "reply", ["nope, still leaks", "it's back", "that didn't help", "not fixed, same error", "masih bocor"]
)
def test_a_reply_denies_that_anything_changed(reply: str) -> None:
    assert denies(reply, "the galley tap leaks bocor")


@pytest.mark.parametrize("reply", ["thanks, the hull still needs paint", "does it still leak?", "great, works now"])
def test_a_reply_about_something_else_denies_nothing(reply: str) -> None:
    assert not denies(reply, "the galley tap leaks")
