"""What was pasted is found, whatever in it looks like a minus or an operator, and however its lines were wrapped."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest

import gagent_db

DIFF = """diff --git a/src/ledger.py b/src/ledger.py
@@ -4,7 +4,7 @@
-def division(a: float, b: float)
+def division(a: float, b: float) -> float:
     return a / b"""
ADVICE = "Stop.\n\nBefore you leave:\n - Run the checks\n - If they have NOT passed, say so AND wait for the answer"
TRACE = """Traceback (most recent call last):
  File "/srv/kebun/worker.py", line 88, in run
    result = future.result(timeout=30)
TimeoutError: the pool is exhausted"""
PROSE = """We went through the list of all the guests who may come to the wedding in the garden,
and nobody knew whether the aunt from the north would bring her three noisy dogs along again."""


def say(db: gagent_db.Database, *texts: str) -> int:
    """A session of these messages; the id of the last one."""
    session = db.create_session(channel="cli")
    return db.append(session.id, [{"content": text} for text in texts])[-1]


def best(db: gagent_db.Database, query: str) -> tuple[int, str, list[str]]:
    """The first hit: its id, how it matched, and what is marked in its snippet."""
    hit = db.search(query).sessions[0].hits[0]
    return (
        hit.message_id,
        hit.matched,
        [html.unescape(mark) for mark in re.findall("(?s)<mark>(.*?)</mark>", hit.snippet)],
    )


def ids(db: gagent_db.Database, query: str, **options: str) -> list[int]:
    result = db.search(query, window=0, limit=20, **options)
    return [hit.message_id for session in result.sessions for hit in session.hits]


@pytest.mark.parametrize("sort", ["relevance", "newest"])
@pytest.mark.parametrize(
    "pasted", [DIFF, DIFF[9:-9], ADVICE, "java -jar app.jar -verbose", "ffmpeg -i in.mkv -preset slow out.mp4"]
)
def test_a_minus_or_an_operator_in_what_was_pasted_leaves_nothing_out(
    db: gagent_db.Database, pasted: str, sort: str
) -> None:
    wanted = say(db, f"{DIFF}\n{ADVICE}\nrun java -jar app.jar -verbose, then ffmpeg -i in.mkv -preset slow out.mp4")
    for _ in range(4):
        say(db, " ".join(re.findall(r"\w+", pasted)[::-1]))
    assert ids(db, pasted, sort=sort)[0] == wanted
    assert best(db, pasted)[1] == "exact"


@pytest.mark.parametrize("typed", ["swap -docker", "swap NOT docker", "swap.conf NOT docker"])
def test_a_search_that_a_conversation_tells_of_means_what_it_meant(db: gagent_db.Database, typed: str) -> None:
    say(db, f"I searched for {typed} in docker.conf and found nothing")
    wanted = say(db, "swap is set in swap.conf")
    assert ids(db, typed) == [wanted]


@pytest.mark.parametrize("cut", [0, 3], ids=["whole", "cut"])
@pytest.mark.parametrize("text", [DIFF, ADVICE, TRACE, PROSE], ids=["diff", "advice", "trace", "prose"])
@pytest.mark.parametrize("wrap", [" ".join, "\r\n".join, "\n    ".join], ids=["one line", "words", "indented"])
def test_what_a_terminal_or_a_page_wrapped_otherwise_is_found_as_it_stands(
    db: gagent_db.Database, text: str, wrap: Callable[[list[str]], str], cut: int
) -> None:
    wanted = say(db, f"hello\n{text}\nbye")
    for _ in range(4):
        say(db, " ".join(re.findall(r"\w+", text)[::-1]), f"again: {text.split()[0]} {text.split()[-1]}")
    found, matched, marks = best(db, wrap(text[cut : len(text) - cut].split()))
    assert (found, matched) == (wanted, "exact")
    assert "".join(marks[0].split()) in "".join(text.split())


def test_a_name_in_quotation_marks_in_an_error_may_be_another_one(db: gagent_db.Database) -> None:
    error = 'database "{}" has collation version 2.36, but the operating system provides version 2.41'
    wanted = say(db, f"FATAL: {error.format('immich')}")
    say(db, "how much space do the photos take?")
    say(db, "the photos are on the other disk")
    assert ids(db, error.format("photos"))[0] == wanted
    assert ids(db, error.format("immich"))[0] == wanted
