"""What is struck through is no longer open."""

from __future__ import annotations

from gagent_db.extract import extract


def kinds(text: str) -> list[tuple[str, str]]:
    return [(item.kind, item.value) for item in extract(text, "assistant")]


def test_a_struck_item_is_closed_and_neither_open_nor_decided() -> None:
    assert kinds("Open:\n- ~~mend the jib~~\n- order the ropes") == [
        ("resolved", "mend the jib"),
        ("unresolved", "order the ropes"),
    ]
    assert kinds("Decisions:\n- ~~sail from Hoorn~~\n- sail from Harlingen") == [
        ("resolved", "sail from Hoorn"),
        ("decision", "sail from Harlingen"),
    ]


def test_a_struck_box_and_addresses_within_are_kept_apart() -> None:
    found = kinds("- [ ] ~~read https://tide.example/charts~~\n- [ ] order the ropes")
    assert ("url", "https://tide.example/charts") in found
    assert [value for kind, value in found if kind == "unresolved"] == ["order the ropes"]


def test_tildes_that_strike_nothing_are_text() -> None:
    assert not [one for one in kinds("~~ about 30 knots ~~ and ~~~ a fence ~~~") if one[0] == "resolved"]
