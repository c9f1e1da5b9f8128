"""Close what is struck through: ~~call the harbour~~."""

from __future__ import annotations

from collections.abc import Sequence

from .items import STATED, Item
from .lazy import lazy
from .marks import make_item

_STRUCK = lazy(r"~~(?=\S)(?:\[[ xX]\] )?([^~\n]{3,300})(?<=\S)~~")


def strike(text: str, items: Sequence[Item]) -> list[Item]:
    """Return the items of a text, sorted; what is struck through becomes one closed item, neither open nor decided."""
    spans = [match.span(1) for match in _STRUCK.finditer(text)]
    kept = [
        item
        for item in items
        if item.kind not in STATED or not any(left - 2 <= item.start and item.end <= right + 2 for left, right in spans)
    ]
    closed = [item for left, right in spans if (item := make_item(text, "resolved", left, right))]
    return sorted([*kept, *closed], key=lambda item: (item.start, item.end))
