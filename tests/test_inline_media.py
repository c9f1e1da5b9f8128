"""A path and a hash, never a blob: media inside text become a marker and a reference, at every door."""

from __future__ import annotations

import base64
import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gagent_db
from gagent_db.models import MediaRef
from gagent_db.store import messages as stored
from gagent_db.store.inline import lift

RAW = random.Random(7).randbytes(6000)
B64 = base64.b64encode(RAW).decode()
URI = f"data:image/png;base64,{B64}"
SHA = hashlib.sha256(RAW).hexdigest()
MARKER = f"data:image/png;bytes=6000;sha256={SHA}"
# Texts that hold the picture, and the type that is known of it.
HOLDERS = {
    "markdown": (f"see ![x]({URI}) end", "image/png"),
    "json": (json.dumps({"screenshot": URI}), "image/png"),
    "escaped slashes": (json.dumps({"screenshot": URI}).replace("/", "\\/"), "image/png"),
    "url encoding": (f"<img src='{URI.replace('+', '%2B').replace('=', '%3D')}'>", "image/png"),
    "wrapped lines": (f"data:image/png;base64,{base64.encodebytes(RAW).decode()}and on", "image/png"),
    "anthropic": (json.dumps({"source": {"type": "base64", "media_type": "image/png", "data": B64}}), "image/png"),
    "mcp": (json.dumps([{"type": "image", "data": B64, "mimeType": "image/png"}]), "image/png"),
    "gemini": (json.dumps({"inline_data": {"mime_type": "image/png", "data": B64}}), "image/png"),
    "json in json": (json.dumps(json.dumps({"type": "base64", "media_type": "image/png", "data": B64})), "image/png"),
    "claude code": (json.dumps({"file": {"base64": B64, "type": "image/png"}}), "image/png"),
    "openai picture": (json.dumps({"data": [{"b64_json": B64}]}), None),
    "openai sound": (json.dumps({"input_audio": {"data": B64, "format": "wav"}}), "audio/wav"),
    "a file of an API": (
        json.dumps({"type": "file", "encoding": "base64", "content": base64.encodebytes(RAW).decode()}), None
    ),
}  # fmt: skip
STAY = {
    "base64 that nothing declares": f"base64 of the key: {B64}",
    "a field of another object": json.dumps({"a": {"mimeType": "image/png"}, "b": {"data": B64, "alg": "base64url"}}),
    "an example in a few letters": "data:text/plain;base64,SGVsbG8sIFdvcmxkIQ==",
    "a text of a known field": json.dumps({"mimeType": "text/plain", "content": "x" * 500}),
    "words": "data:image/png;base64, and then nothing but words " * 20,
}


@pytest.mark.parametrize(("text", "mime"), HOLDERS.values(), ids=HOLDERS.keys())
def test_media_in_text_become_type_size_and_hash(text: str, mime: str | None) -> None:
    found: list[MediaRef] = []
    lifted = lift(text, found)
    assert [(ref.sha256, ref.bytes) for ref in found] == [(SHA, 6000)]
    assert B64[:40] not in lifted and f";bytes=6000;sha256={SHA}" in lifted
    if mime:
        assert found[0].mime_type == mime and f"data:{mime};" in lifted
    if text[0] in "[{":
        json.loads(lifted)
    assert lift(lifted, found) == lifted and len(found) == 1


PIXEL = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


@pytest.mark.parametrize(
    "text",
    [f"![dot](data:image/gif;base64,{PIXEL})", f'{{"type": "image", "mimeType": "image/gif", "data": "{PIXEL}"}}'],
)
def test_a_picture_of_one_pixel_is_a_picture(text: str) -> None:
    found: list[MediaRef] = []
    lifted = lift(text, found)
    assert PIXEL not in lifted and "data:image/gif;bytes=42;sha256=" in lifted
    assert [(ref.kind, ref.mime_type, ref.bytes) for ref in found] == [("image", "image/gif", 42)]
    assert lift(lifted, found) == lifted


@pytest.mark.parametrize("text", STAY.values(), ids=STAY.keys())
def test_what_is_no_media_stays_as_it_is(text: str) -> None:
    found: list[MediaRef] = []
    assert lift(text, found) == text and not found


def test_the_words_around_media_stay() -> None:
    for before, after in (("see ", " end"), ("", "\nhello\nPATH="), ("(", ")next"), ("a\n", "\\nhello")):
        assert lift(f"{before}{URI}{after}", []) == f"{before}{MARKER}{after}"


@given(st.text(max_size=400), st.text(max_size=400))
def test_any_text_around_media_is_safe(before: str, after: str) -> None:
    assert lift(f"{before} {URI} {after}", []).startswith(f"{before} {MARKER} "[: len(before) + 1])


def _blob_free(db: gagent_db.Database) -> bool:
    dump = "\n".join(line for line in db.read().iterdump() if "_fts" not in line[:40])
    return B64[:60] not in dump and B64[-200:-20] not in dump


def test_no_door_of_append_lets_a_blob_in(db: gagent_db.Database) -> None:
    db.create_session(id="s", metadata={"avatar": URI})
    db.append("s", [
        {"content": f"see ![x]({URI}) end"},
        {"role": "assistant", "content": "r", "reasoning": URI, "metadata": {"img": [URI]},
         "tool_calls": [{"tool_name": "shot", "arguments": {"img": URI}, "result_summary": URI}]},
        {"role": "assistant", "tool_calls": [{"tool_name": "shot", "arguments": json.dumps({"img": URI})}]},
        {"role": "tool", "content": json.dumps({"source": {"type": "base64", "media_type": "image/png", "data": B64}})},
        {"content": [{"inline_data": {"mime_type": "image/png", "data": B64}}, {"type": "text", "text": f"and {URI}"}]},
        {"content": "x", "media": [{"path": "/p.png", "thumbnail": URI}, MediaRef("image", URI)], "extra": URI},
    ])  # fmt: skip
    assert _blob_free(db)
    history = db.history("s")
    assert history[0].content == f"see ![x]({MARKER}) end"
    assert history[1].metadata == {"img": [MARKER]} and history[1].tool_calls[0].arguments == {"img": MARKER}
    for message in history:  # once a message, however often it is in there
        assert [ref.sha256 for ref in message.media if ref.sha256] == [SHA]
    db.write(lambda conn: stored.change_text(conn, history[0].id, f"now {URI} and {URI}", {"was": URI}))
    assert db.history("s")[0].content == f"now {MARKER} and {MARKER}"
    assert len(db.history("s")[0].media) == 1 and _blob_free(db)


def test_no_import_lets_a_blob_in_and_a_second_one_adds_nothing(db: gagent_db.Database, tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [
        {"_type": "metadata", "key": "cli:pic", "created_at": "2026-01-01T00:00:00", "metadata": {"avatar": URI}},
        {"role": "user", "content": f"look {URI} now", "timestamp": "2026-01-01T00:00:00", "media": [URI]},
        {"role": "assistant", "content": "ok", "timestamp": "2026-01-01T00:00:01",
         "metadata": {"seen": URI, "tool_calls": [{"name": "x", "arguments": {"image": URI}}]}},
    ]  # fmt: skip
    chat = {"messages": [{"role": "user", "content": "draw"}, {"role": "assistant", "content": f"![gen]({URI})"}]}
    (tmp_path / "cli_pic.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "openai.jsonl").write_text(json.dumps(chat) + "\n")
    for added in (4, 0):
        assert db.import_paths([tmp_path / "cli_pic.jsonl", tmp_path / "openai.jsonl"]).messages == added
        assert _blob_free(db)
    rows = db.read().execute("SELECT message_id, count(*) FROM media_refs WHERE sha256 = ? GROUP BY 1", (SHA,))
    assert [row[1] for row in rows] == [1, 1, 1]
    assert db.search("look", mode="exact").sessions[0].hits[0].message_id == 1
