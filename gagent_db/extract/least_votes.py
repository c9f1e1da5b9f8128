"""From how many votes on (see `votes`) something is what it seems to be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .items import Kind

VotesFor = Callable[[Kind, int, int], float]  # a kind, where a stretch of the text begins and ends -> its votes

# Of a clause: whatever rules say, and where a rule has found it.
LEAST_ALONE: Final[dict[Kind, float]] = {"decision": 0.2, "unresolved": 0.2, "resolved": 0.0}
LEAST_BESIDE_RULE: Final[dict[Kind, float]] = {"decision": -1.4, "unresolved": -2.0, "resolved": -2.0}
# Of what a person says in a fragment that nothing calls a decision: most with a number or a day is a report. Fewer
# where it goes on with a decision, and where it gives a key its value ("theme: dark").
LEAST_UNCALLED, LEAST_FOLLOWING, LEAST_OF_VALUE = -0.5, -2.0, -0.6
# Of what nothing calls a decision in the message that opens a conversation: most of it reports or asks.
LEAST_OPENING = 1.6
# Of what nothing calls a decision or open in a conversation of which few messages state anything, by who says it.
LEAST_IN_TALK: Final[dict[tuple[str, Kind], float]] = {
    ("assistant", "decision"): 2.0,
    ("assistant", "unresolved"): 0.8,
    ("user", "unresolved"): 0.8,
}
