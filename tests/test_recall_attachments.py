"""A message is found by the name of what is attached to it."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

import gagent_db


def attach(db: gagent_db.Database, *paths: str, content: str = "", **session: Any) -> int:
    """A session of a message with these attachments and an answer; the id of the message."""
    media = [{"kind": "document", "path": path} for path in paths]
    made = db.create_session(channel="telegram", **session)
    return db.append(made.id, [{"content": content, "media": media}, {"role": "assistant", "content": "Got it."}])[0]


@pytest.mark.parametrize("content", ["", "here is what you asked for"], ids=["alone", "with a text"])
@pytest.mark.parametrize("indexed", [False, True], ids=["fresh", "indexed"])
@pytest.mark.parametrize(
    "typed",
    [
        "kontrak-sewa_2026.pdf", "kontrak-sewa", "sewa_2026", "Kontrak-Sewa_2026.PDF", "777/kontrak-sewa_2026.pdf",
        '"kontrak-sewa"', "where is kontrak-sewa_2026.pdf?", "Laporan Akhir (v2).docx",
    ],
)  # fmt: skip
def test_an_attachment_is_found_by_its_name(db: gagent_db.Database, typed: str, indexed: bool, content: str) -> None:
    names = ("media/777/photo.jpg", "media/777/kontrak-sewa_2026.pdf", "Laporan Akhir (v2).docx")
    wanted = attach(db, *names, content=content)
    attach(db, "media/777/other.pdf", content="the contract of another year")
    if indexed:
        db.index()
    hit = db.search(typed).sessions[0].hits[0]
    assert (hit.message_id, hit.matched) == (wanted, "exact")
    assert html.unescape(re.findall("<mark>(.*?)</mark>", hit.snippet)[0]).lower() in typed.lower()
    assert content in hit.snippet


def test_what_is_said_comes_before_the_name_of_an_attachment(db: gagent_db.Database) -> None:
    said = attach(db, content="I sent kontrak-sewa.pdf to the notary")
    attach(db, "kontrak-sewa.pdf")
    assert db.search("kontrak-sewa.pdf").sessions[0].hits[0].message_id == said


def test_filters_hold_for_attachments(db: gagent_db.Database) -> None:
    attach(db, "kontrak-sewa.pdf", chat_id="1")
    wanted = attach(db, "kontrak-sewa.pdf", chat_id="2")
    result = db.search("kontrak-sewa.pdf", chat_id="2")
    assert [hit.message_id for item in result.sessions for hit in item.hits] == [wanted]
    assert db.search("kontrak-sewa.pdf", role="assistant", mode="exact").sessions == []


def test_beside_a_hit_a_message_without_words_tells_what_is_attached(db: gagent_db.Database) -> None:
    attach(db, "kontrak-sewa.pdf")
    (hit,) = db.search("got it").sessions[0].hits
    assert [line.content for line in hit.before] == ["[document] kontrak-sewa.pdf"]
