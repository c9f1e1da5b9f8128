"""A Codex session that was taken back to an earlier turn goes on in a rollout of its own.

``rollout-<time>-<session>_<rollout>.jsonl`` begins with a ``session_meta`` whose ``history_base`` names the rollout it
goes on from and where in it; without one the session was taken back to its beginning. What the older rollouts of the
session say beyond that was taken back.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..coerce import int_or_none, mapping
from ..errors import GagentError
from .codex_forks import rollouts_beside
from .codex_zstd import plain
from .sources import Source
from .values import text

_NAME = re.compile(r"([0-9a-f-]{36})(?:_([0-9a-f-]{36}))?\.jsonl(?:\.zst)?$")


def ids_in_name(path: Path) -> tuple[str, str] | None:
    """(session, rollout) as a rollout's name says; the first rollout of a session has the session's own id."""
    found = _NAME.search(path.name)
    return (found[1], found[2] or found[1]) if found else None


def taken_back(path: Path, payload: dict[str, Any]) -> list[tuple[Path, int]]:
    """The older rollouts of a session, and the ``ordinal`` of the first line of each that was taken back.

    ``payload`` is that of the first line of the rollout at ``path``.
    """
    session, own = ids_in_name(path) or ("", "")
    if session == own:
        return []
    older: dict[str, Path] = {}
    for other in rollouts_beside(path):
        ids = ids_in_name(other)
        if ids and ids[0] == session and ids[1] < own:  # these ids begin with the time
            older.setdefault(ids[1], other)
    kept: dict[str, int] = {}
    base = mapping(payload.get("history_base"))
    while rollout := text(base.get("thread_id")):
        end = int_or_none(base.get("end_ordinal_exclusive"))
        if rollout in kept or rollout not in older or end is None:
            return [(older[known], kept[known]) for known in kept]  # what came before it is not known
        kept[rollout] = end
        base = mapping(_first_line(older[rollout]).get("history_base"))
    return [(other, kept.get(rollout, 0)) for rollout, other in older.items()]


def _first_line(path: Path) -> dict[str, Any]:
    with suppress(GagentError), plain(path) as file:
        return mapping(next(Source(file).records(), {}).get("payload"))
    return {}
