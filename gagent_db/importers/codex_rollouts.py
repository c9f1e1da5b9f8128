"""Codex rollouts that continue another one: forks, and sessions that were taken back to an earlier turn.

A forked session, or a sub-agent with its parent's context, starts with a copy of the parent's turns.

A session that was taken back to an earlier turn goes on in ``rollout-<time>-<session>_<rollout>.jsonl``. That file
begins with a ``session_meta`` whose ``history_base`` names the rollout and the place in it that it goes on from;
without one the session was taken back to its beginning. What the older rollouts say beyond that place was taken back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..coerce import int_or_none, mapping
from ..errors import GagentError
from ..store.incoming import clean_json
from .base import stable_id
from .codex_parts import INJECTED, words_of
from .codex_zstd import place_of, plain
from .sources import Source
from .values import text

_VOLATILE = {"id", "internal_chat_message_metadata_passthrough"}


class Parent:
    """The turns and items of the rollout a fork was made from; empty when it is not there any more."""

    def __init__(self, path: Path | None) -> None:
        self.turns: set[str] = set()
        self.items: dict[str, list[int]] = {}
        if path is None:
            return
        with suppress(GagentError), plain(path) as file:  # one that cannot be unpacked counts as gone
            for number, record in enumerate(Source(file).records()):
                payload = mapping(record.get("payload"))
                if record.get("type") == "response_item":
                    self.items.setdefault(_mark(payload), []).append(number)
                elif turn := text(payload.get("turn_id")):
                    self.turns.add(turn)

    def find(self, payload: dict[str, Any], start: int) -> int | None:
        """The line of the same item, at ``start`` or later."""
        return next((line for line in self.items.get(_mark(payload), ()) if line >= start), None)


def _mark(payload: dict[str, Any]) -> str:
    """What a copied item has in common with the original."""
    kept = {key: value for key, value in payload.items() if key not in _VOLATILE}
    return stable_id(sorted(str(pair) for pair in clean_json(kept).items()))


def enter_turn(turn: str, source: Source) -> None:
    """Note a turn: a fork's own part begins with the first turn that is not its parent's."""
    if source.state.get("replaying"):
        known = _parent_of(source).turns
        if known and turn not in known:
            source.state["replaying"] = False


def is_copy(payload: dict[str, Any], source: Source) -> bool:
    """Is this item a copy of the parent's? The first one that is not ends the copy."""
    state = source.state
    if not state.get("replaying"):
        return False
    line = _parent_of(source).find(payload, state.get("copied", 0))
    if line is not None:
        state["copied"] = line + 1
        return True
    if words_of(payload.get("content")).lstrip().startswith(INJECTED):
        return True
    state["replaying"] = False
    return False


_latest: dict[Path, tuple[str, Parent]] = {}


def _parent_of(source: Source) -> Parent:
    """The parent's rollout, read once per fork."""
    name = str(source.state.get("parent"))
    known = _latest.get(source.path)
    if known is None or known[0] != name:
        _latest.clear()
        known = _latest[source.path] = (name, Parent(_find(place_of(source), name)))
    return known[1]


def _find(path: Path, name: str) -> Path | None:
    plain_name = f"{name}.jsonl"
    found = (other for other in rollouts_beside(path) if other.name.removesuffix(".zst").endswith(plain_name))
    return next((other for other in found if other != path), None)


def rollouts_beside(path: Path) -> Iterator[Path]:
    """Every rollout in the Codex home of this one, or else in its folder."""
    home = codex_home(path)
    folders = [home / "sessions", home / "archived_sessions"] if home else [path.parent]
    return (other for folder in folders for other in rollouts(folder))


def rollouts(folder: Path) -> list[Path]:
    """Every rollout below a folder, a compressed one after the rollout itself."""
    return sorted(path for path in folder.rglob("rollout-*") if path.name.endswith((".jsonl", ".jsonl.zst")))


def codex_home(path: Path) -> Path | None:
    """The folder that holds ``sessions/`` or ``archived_sessions/``, when the file lies below one."""
    return next((folder.parent for folder in path.parents if folder.name in ("sessions", "archived_sessions")), None)


# -- taken back ----------------------------------------------------------------------------------------

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
            return [(older[known], kept[known]) for known in kept]  # what came before is unknown
        kept[rollout] = end
        base = mapping(_first_line(older[rollout]).get("history_base"))
    return [(other, kept.get(rollout, 0)) for rollout, other in older.items()]


def _first_line(path: Path) -> dict[str, Any]:
    with suppress(GagentError), plain(path) as file:
        return mapping(next(Source(file).records(), {}).get("payload"))
    return {}
