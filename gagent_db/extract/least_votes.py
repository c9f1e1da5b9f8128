"""Thresholds: how many votes (see `votes`) a clause needs to count as a decision, an open or a closed item."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal

from .items import How, Kind

VotesFor = Callable[[Kind, int, int], float]  # (kind, start, end) of a stretch of the text -> its votes for that kind

# For a clause: by its votes alone, and where a rule has found it too.
LEAST_ALONE: Final[dict[Kind, float]] = {"decision": 0.2, "unresolved": 0.2, "resolved": 0.0}
LEAST_BESIDE_RULE: Final[dict[Kind, float]] = {"decision": -1.4, "unresolved": -2.0, "resolved": -2.0}
# For a person's fragment that nothing calls a decision: most with a number or a day are reports. Fewer are needed where
# it continues a decision, and where it gives a key its value ("theme: dark").
LEAST_UNCALLED, LEAST_FOLLOWING, LEAST_OF_VALUE = -0.5, -2.0, -0.6
# For what no label calls a decision or open, in a conversation where few messages state anything: by who says it, its
# kind and how it is told (`Item.how`), at each stage of the conversation. Most of what seems to be one is none there.
Stage = Literal["opening", "early", "later"]
EARLY = 6  # texts with which a conversation begins
LEAST_IN_TALK: Final[Mapping[tuple[str, Kind, How], Mapping[Stage, float]]] = {
    ("user", "decision", "votes"): {"opening": 1.6, "early": 0.8, "later": 0.0},
    ("user", "unresolved", "votes"): {"opening": 1.6, "early": 2.0},
    ("assistant", "decision", "votes"): {"early": 2.5, "later": 2.5},
    ("assistant", "unresolved", "votes"): {"early": 2.5, "later": 1.6},
    ("assistant", "unresolved", "cue"): {"early": -0.6, "later": -0.6},
}
