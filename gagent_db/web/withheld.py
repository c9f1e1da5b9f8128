"""What a write-only caller is told: what it did, and no text that was stored before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import GagentError

_TEXTS = ("value", "normalized", "title", "tags")  # of an artifact, of a session
_HINT = "This key may not read what is stored; one that may is told more (gagent-db token create --read --write)."


def withheld(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of a function that writes, without the texts of artifacts, memories, facts and sessions in it."""
    told = {name: value for name, value in answer.items() if name not in _TEXTS}
    if "artifact" in told:
        told["artifact"] = withheld(told["artifact"])
    if "superseded" in told:
        told["note"] = None  # it quotes the facts that gave way or still stand
    if told.pop("entries", None) is not None:  # memories that may have been meant; the hint quotes them
        told["hint"] = _HINT
    return told


def withheld_error(error: GagentError) -> GagentError:
    """The same for an error, which keeps its class and with it its status."""
    if error.details.pop("entries", None) is not None:
        error.hint = _HINT
    return error
