"""Thresholds: how many votes (see `votes`) a clause needs to count as a decision, an open or a closed item."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .items import Kind

VotesFor = Callable[[Kind, int, int], float]  # (kind, start, end) of a stretch of the text -> its votes for that kind

# For a clause: by its votes alone, and where a rule has found it too.
LEAST_ALONE: Final[dict[Kind, float]] = {"decision": 0.2, "unresolved": 0.2, "resolved": 0.0}
LEAST_BESIDE_RULE: Final[dict[Kind, float]] = {"decision": -1.4, "unresolved": -2.0, "resolved": -2.0}
# For a person's fragment that nothing calls a decision: most with a number or a day are reports. Fewer are needed where
# it continues a decision, and where it gives a key its value ("theme: dark").
LEAST_UNCALLED, LEAST_FOLLOWING, LEAST_OF_VALUE = -0.5, -2.0, -0.6
# For what nothing calls a decision in the message that opens a conversation: most of it reports or asks.
LEAST_OPENING = 1.6
# For what nothing calls a decision or open in a conversation where few messages state anything, by (role, kind).
LEAST_IN_TALK: Final[dict[tuple[str, Kind], float]] = {
    ("assistant", "decision"): 2.0,
    ("assistant", "unresolved"): 0.8,
    ("user", "unresolved"): 0.8,
}
