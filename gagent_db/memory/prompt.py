"""Build the blocks of memories for a system prompt, filled up to a token budget.

A session keeps the block it started with, so that the model's prompt cache stays valid.
"""

from __future__ import annotations

import sqlite3
import time
from dataclasses import asdict, dataclass, replace
from typing import Any

from ..errors import GagentError
from ..store.database import Store
from .budgets import DELIMITER, DELIMITER_TOKENS, budget_of, tokens_of
from .memory_rows import BUDGETS, TARGETS, TITLES, Memory, check_target, normal_scope, select, touch
from .scan import withheld
from .tokens import estimate_tokens

RULE = "═" * 46
SNAPSHOT_DAYS = 90


@dataclass(frozen=True, slots=True)
class Prompt:
    """The text to put into a system prompt, with its size and the numbers of entries shown and hidden."""

    prompt: str
    tokens: int
    shown: int
    hidden: int
    frozen: bool = False
    left_out: tuple[str, ...] = ()  # targets for which there was no room at all

    def to_dict(self) -> dict[str, Any]:
        return {"ok": True, **asdict(self), "left_out": list(self.left_out)}


@dataclass(frozen=True, slots=True)
class Block:
    """The entries of one target that were chosen for a budget. ``shown`` has their ids."""

    target: str
    budget: int
    entries: list[str]
    shown: list[str]
    hidden: int
    no_room_for: tuple[str, ...] = ()
    bare: bool = False  # only the words of the title above the entries, no full header

    @property
    def text(self) -> str:
        """The text of the block; '' when there is nothing to show."""
        if not self.shown and (self.bare or not self.hidden):
            return ""
        body = DELIMITER.join(self.entries)
        if self.bare:
            return f"{TITLES[self.target]}\n{body}"
        header = _header(self.target, tokens_of(self.entries), self.budget, self.hidden, self.no_room_for)
        return header + (f"\n{body}" if body else "")


def memory_prompt(
    store: Store,
    *,
    budget_tokens: int | None = None,
    target: str | None = None,
    scope: str | None = None,
    session: str | None = None,
) -> Prompt:
    """Return the blocks of all targets (or of one) as seen from ``scope``.

    ``budget_tokens`` is for the whole text, headers included; a second target that would be little more than its
    header is left out, and the header of the first says so. Without it each target has its own configured budget, for
    its header and its entries. Where the header leaves no room for the most important entry, only the words of its
    title stand above the entries. With ``session`` the first result is stored, unless the store is read-only, and
    returned again to the same session. Raises GagentError for a bad budget or target.
    """
    if budget_tokens is not None and budget_tokens < 1:
        raise GagentError(f"A prompt of {budget_tokens} tokens holds nothing.", hint="Give it 100 tokens or more.")
    targets = TARGETS if target in (None, "all") else (check_target(target),)
    scope = normal_scope(scope)
    request = f"{'+'.join(targets)} {scope} {budget_tokens or ''}"
    if session and (frozen := _snapshot(store, session, request)) is not None:
        return Prompt(frozen, estimate_tokens(frozen), 0, 0, frozen=True)
    with store.snapshot() as conn:
        known = {name: found for name in targets if (found := select(conn, target=name, scope=scope))}
        shares = _shares(conn, known, budget_tokens)
    missing = tuple(name for name in known if name not in shares)
    blocks = [_block(known[name], name, *share, missing) for name, share in shares.items()]
    left_out = sum(len({memory.content for memory in known[name]}) for name in missing)
    text = "\n\n".join(block.text for block in blocks if block.text)
    touch(store, [memory_id for block in blocks for memory_id in block.shown])
    if session and store.may_write:
        store.write(lambda conn: _freeze(conn, session, request, text))
        text = _snapshot(store, session, request) or text  # another process may have been first
    shown, hidden = sum(len(block.shown) for block in blocks), sum(block.hidden for block in blocks)
    return Prompt(text, estimate_tokens(text), shown, hidden + left_out, left_out=missing)


def _header(target: str, used: int, budget: int, hidden: int, no_room_for: tuple[str, ...] = ()) -> str:
    state = f"{round(100 * used / budget)}% — {used:,}/{budget:,} tokens"
    if hidden:
        state += f"; {hidden} more not shown, find them with memory search"
    state += "".join(f"; no room for {TITLES[name].partition(' (')[0]}" for name in no_room_for)
    return f"{RULE}\n{TITLES[target]} [{state}]\n{RULE}"


def _shares(conn: sqlite3.Connection, known: dict[str, list[Memory]], total: int | None) -> dict[str, tuple[int, int]]:
    """Return for each target to show: the tokens of its block, and the budget for entries that its header names."""
    if total is None:
        return {target: (budget_of(conn, target),) * 2 for target in known}
    frames: dict[str, int] = {}
    room = total
    for target, memories in known.items():
        others = tuple(name for name in known if name not in frames and name != target)
        frame = _frame(target, total, memories, others)
        if not frames or 2 * frame <= room:  # a header is worth it only if as much again fits below it
            frames[target] = frame
            room -= frame
    weight = sum(BUDGETS[target] for target in frames)
    shares = {target: room * BUDGETS[target] // weight for target in frames}
    return {target: (frame + shares[target], max(1, shares[target])) for target, frame in frames.items()}


def _frame(target: str, budget: int, memories: list[Memory], no_room_for: tuple[str, ...] = ()) -> int:
    """Return the tokens of a target's header at its longest, and of the line breaks after it."""
    return estimate_tokens(_header(target, budget, budget, len(memories), no_room_for)) + 2


def _block(memories: list[Memory], target: str, whole: int, budget: int, no_room_for: tuple[str, ...]) -> Block:
    """Return a block of at most ``whole`` tokens.

    It is bare if only then the most important entry, or the block at all, fits.
    """
    room = min(budget, whole - _frame(target, budget, memories, no_room_for))
    framed = _fill(memories, target, room, budget, no_room_for)
    first = memories[0].id
    fits = estimate_tokens(framed.text) <= whole
    if fits and first in framed.shown:
        return framed
    bare = replace(_fill(memories, target, whole - estimate_tokens(f"{TITLES[target]}\n"), budget), bare=True)
    return bare if first in bare.shown or not fits else framed


def _fill(memories: list[Memory], target: str, room: int, budget: int, no_room_for: tuple[str, ...] = ()) -> Block:
    """Return a block with the entries, in order, that fit into ``room``; a repeated text is taken once."""
    entries: list[str] = []
    shown: list[str] = []
    seen: set[str] = set()
    used = 0
    for memory in memories:
        if memory.content in seen:
            continue
        seen.add(memory.content)
        if used + _cost(memory.content, entries) > room:
            continue  # no need to scan what is not shown
        entry = withheld(memory.content)
        cost = _cost(entry, entries)
        if used + cost <= room:
            entries.append(entry)
            shown.append(memory.id)
            used += cost
    return Block(target, budget, entries, shown, len(seen) - len(entries), no_room_for)


def _cost(entry: str, before: list[str]) -> int:
    """Return the tokens that an entry adds to those before it, including the delimiter."""
    return estimate_tokens(entry) + (DELIMITER_TOKENS if before else 0)


def _snapshot(store: Store, session: str, request: str) -> str | None:
    row = (
        store.read()
        .execute("SELECT block FROM memory_snapshots WHERE session = ? AND request = ?", (session, request))
        .fetchone()
    )
    return row["block"] if row else None


def _freeze(conn: sqlite3.Connection, session: str, request: str, block: str) -> None:
    now = time.time()
    conn.execute("DELETE FROM memory_snapshots WHERE created_at < ?", (now - SNAPSHOT_DAYS * 86400,))
    conn.execute("INSERT OR IGNORE INTO memory_snapshots VALUES (?, ?, ?, ?)", (session, request, block, now))
