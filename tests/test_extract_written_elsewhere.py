"""Mails, commits and documents break their lines at a column; code and documents that are pasted are nobody's words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gagent_db.extract import extract
from gagent_db.extract.wrapped import unwrapped

MAIL = """\
Can you file this?

Hello all, on the phone on Monday we agreed to move the backups
to the Helsinki rack, since the attic server runs hot. Jonas still
has to sign the new contract before Friday. The old cron job is
removed, and nobody needs the second disk any more.
"""
COMMIT = """\
commit 3f2a91c0
Author: Ilse Brandt <ilse@example.org>

    queue: keep the job table in Postgres

    We decided to keep the queue in Postgres instead of moving it
    to Redis, because Redis lost jobs twice. Retries are not in
    this commit; the crash at the end of an empty queue is fixed by
    the guard in front.
"""
README = """\
Summarize this for me:

# Tidewater

Tidewater only keeps the last reading of each gauge, and each of
them is stored as an integer of tenths of a millimetre. You must
not rely on the order of two readings with the same timestamp.

# To add a gauge

Gauges are never deleted from the table, since the importer has
to know their names when it reads older files, and it changes no
gauge which has been closed for more than a year.
"""
ARTICLE = """\
Summarize this for me. Decision: publish the summary on Friday.

Why the northern route must wait for its ferry

Ten years after the harbour board chose electric ferries for all of its lines, the council has decided to use the old \
diesel boats instead until the winter is over.

The pier is to be finished before the first electric ferry leaves. Workers replaced the cracked pillars last month, \
and the cable is laid once the ice is gone.

Residents agreed to pay a higher fare for two years. The ticket machines broke in summer and work again, and the \
operator will keep the discount for pupils from now on.
"""
CONFIGURATION = """\
**To show the state of a queue**

The output looks like this:

    {
        "QueueName": "night-imports",
        "Enabled": true,
        "RetryLimit": 3
    }
"""
SCRIPT = """\
why does this stop half way?

# Don't run as root, must be fixed before the release
if [ "$(id -u)" = 0 ]; then
    echo "Not as root"
    exit 1
fi
local target=$1
rm -rf "$target/old"
"""


def statements(text: str, role: str = "user", tool: str | None = None) -> list[tuple[str, str]]:
    return [
        (item.kind, item.value) for item in extract(text, role, tool) if item.kind not in ("path", "url", "command")
    ]


def test_an_article_decides_nothing_but_who_pastes_it_may() -> None:
    assert statements(ARTICLE) == [("decision", "publish the summary on Friday.")]


def test_a_sentence_of_a_mail_goes_on_in_the_next_line() -> None:
    found = statements(MAIL, "tool", "read_mail")
    assert ("unresolved", "Jonas still has to sign the new contract before Friday.") in found
    assert any(
        kind == "decision" and value.endswith("we agreed to move the backups to the Helsinki rack")
        for kind, value in found
    )


def test_a_sentence_of_a_commit_goes_on_in_the_next_line() -> None:
    found = statements(COMMIT, "tool", "bash")
    assert ("decision", "We decided to keep the queue in Postgres instead of moving it to Redis") in found


def test_where_a_statement_stands_is_told_in_the_text_as_written() -> None:
    for item in extract(COMMIT, "tool", "bash"):
        assert COMMIT[item.start : item.end].split() == item.value.split()


def test_lines_that_end_with_carriage_returns_go_on_too() -> None:
    assert statements(MAIL.replace("\n", "\r\n"), "tool", "read_mail") == statements(MAIL, "tool", "read_mail")


@pytest.mark.parametrize(
    "lines",
    [
        ["kubectl -n ingest rollout restart deployment/consumer-eu-west --wait", "docker compose logs -f consumer-eu"]
        * 2,
        [
            "- the gauges of the north shore report once an hour now",
            "- the gauges of the south shore report twice a day",
        ]
        * 2,
        [
            "consumer-7c9d5b6f44-2lq8x    1/1     Running      0    3d",
            "producer-7c9d5b6f44-x9vbn    0/1     Waiting   17",
        ]
        * 2,
        ["yes", "no", "the one from yesterday, with the long cable and no plug at its end"],
        [
            "```",
            "a long line of a block that goes on and on until its very",
            "end is not reached in this line and not in the",
            "next line",
        ],
    ],
)
def test_lines_of_their_own_are_not_joined(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert unwrapped(text) == text


@given(st.text(alphabet="ab ,.-#>`\n\r\t", max_size=400))
def test_joined_lines_are_the_same_text_but_for_breaks_and_margins(text: str) -> None:
    joined = unwrapped(text)
    assert len(joined) == len(text)
    assert all(now == was or (now == " " and was in "\n\r\t >") for was, now in zip(text, joined, strict=True))


DEADLOCK = """psycopg.errors.DeadlockDetected: deadlock detected
DETAIL:  Process 41822 waits for ShareLock on transaction 99120441; blocked by process 41830.
Process 41830 waits for ShareLock on transaction 99120440; blocked by process 41822.
CONTEXT:  while updating tuple (1120,7) in relation "balances"
"""
LOG = """2026-01-14 02:14:07,331 WARNING queue: worker 3 is still waiting for the lock
2026-01-14 02:14:09,002 ERROR queue: the nightly run is not finished
"""


@pytest.mark.parametrize("role", ["user", "assistant"])
@pytest.mark.parametrize(
    "text", [README, CONFIGURATION, SCRIPT, DEADLOCK, LOG], ids=["document", "data", "script", "error", "log"]
)
def test_what_is_pasted_states_nothing(text: str, role: str) -> None:
    assert statements(text, role) == statements(text.replace("\n", "\r\n"), role) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("use postgres for storage\nuse redis for the cache\nwe decided to drop mongo", 3),
        (
            "let's keep the cron job (for now)\nfor the api, we decided to use fastapi\nwe still need to fix the login",
            3,
        ),
        ("we decided to use postgres;\nlogin is still failing;\nbackup still has to be tested;", 3),
        ("Decision:  use Postgres\nTODO:  fix the login page\nOpen:  renew the certificate", 3),
        ("-we decided to use Postgres\n-the login page still fails\n-TODO: write tests", 3),
        ("|Task|State|\n|---|---|\n|Move the archive     |done  |\n|Renew the certificate|open  |", 2),
        ("Done so far:\n\n    We decided to use Postgres for the archive.\n    The deploy is still failing.", 2),
        (
            "we will use postgres for the archive instead of the old mysql cluster\n"
            "the login page on staging still fails whenever somebody uses safari 17\n"
            "the cron job for the nightly export still has to be moved to the new box",
            3,
        ),
    ],
)
def test_lines_that_a_person_writes_by_hand_are_neither_code_nor_joined(text: str, count: int) -> None:
    assert len(statements(text)) == count


def test_a_reply_between_quoted_lines_is_not_joined_with_them() -> None:
    quoted = "> the long story of the archive is told here and it goes on to the"
    reply = "agreed, we decided to do that and to keep the old one for a while"
    assert unwrapped(text := f"{quoted}\n{reply}\n{quoted}\n{reply}") == text


def test_what_a_person_says_beside_what_is_pasted_counts() -> None:
    text = f"Decision: the gauge at the mill goes\n\n{README}\nTODO: ask Ilse who owns the table"
    assert statements(text) == [
        ("decision", "the gauge at the mill goes"),
        ("unresolved", "TODO: ask Ilse who owns the table"),
    ]


def test_what_stands_between_two_fenced_blocks_is_said() -> None:
    block = "```\nfor gauge in gauges:\n    read(gauge)\n```"
    text = f"{block}\nthe mill gauge stays off until spring\n{block}\nthe reader for the weir is not written yet"
    assert statements(text) == statements(text.replace(block, "")) != []


def test_rules_read_a_pasted_mail() -> None:
    assert ("unresolved", "Jonas still has to sign the new contract before Friday.") in statements(MAIL)


def test_a_heading_with_a_whole_task_opens_no_list_of_open_items() -> None:
    text = "## To update a gauge in the table\n\nThe name is the key.\n\n## To do\n\n- Update the gauge of the mill"
    assert statements(text, "assistant") == [("unresolved", "Update the gauge of the mill")]


def test_a_title_inside_a_document_is_not_where_it_begins() -> None:
    board = (
        "The board decided to close the old bridge for two years, and the council chose a ferry instead of the detour "
    )
    paragraphs = "\n\n".join([board + "that the engineers of the county had planned."] * 3)
    assert statements(f"{paragraphs}\n\n## Budget\n\n{paragraphs}") == []
