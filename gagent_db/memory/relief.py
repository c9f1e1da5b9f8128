"""Relief: when the memories of a target use more than 55 % of its budget, make them smaller until under 45 %.

In this order: shorten entries by the published shorthands, move structured entries to facts, remove duplicates. The
plan is made first and can be reviewed; what is taken out of the memories can be restored.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ..store.database import Store
from . import tiers
from .budgets import DELIMITER_TOKENS, budget_of, tokens_of
from .fact_rows import select as select_facts
from .fact_rows import set_tier
from .facts import write_facts
from .memories import replace
from .memory_rows import TARGETS, Memory, select, set_forgotten
from .notation import Notation, parse, parse_line, write
from .scan import ensure_clean, harm
from .sentence_facts import as_fact
from .shorthand import abbreviate, says

START, GOAL = 55, 45  # per cent of the budget
SOURCE = "relief"


@dataclass(frozen=True, slots=True)
class Step:
    """One change of the plan: ``abbreviate``, ``move`` to facts, or drop a ``duplicate``."""

    action: str
    memory_id: str
    target: str
    before: str
    after: str | None = None
    scope: str = "/"

    @property
    def diff(self) -> str:
        """The change as lines of a diff."""
        gone = f"- {self.before}"
        if self.action == "move":
            return f"{gone}\n> {self.after}"
        return f"{gone}\n+ {self.after}" if self.after else gone


@dataclass(slots=True)
class Relief:
    """A plan, with the per cent of each budget in use before and after it."""

    steps: list[Step] = field(default_factory=list)
    before: dict[str, int] = field(default_factory=dict)
    after: dict[str, int] = field(default_factory=dict)
    applied: bool = False

    @property
    def diff(self) -> str:
        return "\n".join(step.diff for step in self.steps)

    def to_dict(self) -> dict[str, Any]:
        return {
            "ok": True,
            "applied": self.applied,
            "before": self.before,
            "after": self.after,
            "reached": all(percent < GOAL for name, percent in self.after.items() if self.before[name] > START),
            "steps": [asdict(step) for step in self.steps],
            "diff": self.diff,
        }


def plan(store: Store) -> Relief:
    """Return what relief would do now; without steps when both targets are at START per cent or below."""
    relief = Relief()
    with store.snapshot() as conn:
        for target in TARGETS:
            memories = select(conn, target=target)
            budget = budget_of(conn, target)
            used = tokens_of(memory.content for memory in memories)
            relief.before[target] = relief.after[target] = _percent(used, budget)
            if relief.before[target] > START:
                steps, used = _plan_target(conn, memories, budget, relief.steps)
                relief.steps += steps
                relief.after[target] = _percent(used, budget)
    return relief


def apply(store: Store, relief: Relief) -> Relief:
    """Carry out a plan in one transaction. Skips a step whose memory, or the reason for it, has changed since."""

    def work(conn: sqlite3.Connection) -> None:
        for step in relief.steps:
            row = conn.execute(
                "SELECT content, session_id, message_id FROM memories WHERE id = ? AND NOT forgotten", (step.memory_id,)
            ).fetchone()
            if row is None or row["content"] != step.before or not _still_right(conn, step):
                continue
            if step.action == "abbreviate":
                replace(store, step.memory_id, step.after or "", source=SOURCE)
            else:
                moved = _move(conn, step, row) if step.action == "move" else step.after
                set_forgotten(conn, step.memory_id, True, SOURCE, superseded_by=moved)

    if relief.steps:
        store.write(work)
    relief.applied = True
    return relief


def _still_right(conn: sqlite3.Connection, step: Step) -> bool:
    """Whether the reason for a step still holds: the moved fact replaces no other, the duplicate is said elsewhere."""
    if step.action == "move":
        return not _would_replace(conn, step, ())
    if step.action == "duplicate":
        texts = {memory.id: memory.content for memory in select(conn, target=step.target)}
        return _is_said(step.before, step.memory_id, texts, _in_force(conn))
    return True


def _move(conn: sqlite3.Connection, step: Step, row: sqlite3.Row) -> str:
    facts = parse(ensure_clean(step.after or "", what="This fact"))
    # Moved facts stay hot only while there is room: they must not push out facts that are in use.
    written = write_facts(conn, facts, step.scope, (row["session_id"], row["message_id"], SOURCE), spare=True)
    if tiers.gauge(conn).pressure >= tiers.MERGE:
        set_tier(conn, written.ids, "cold")
    return f"fact:{written.ids[-1]}"


# -- planning ------------------------------------------------------------------------------------------


def _plan_target(
    conn: sqlite3.Connection, memories: list[Memory], budget: int, planned: Sequence[Step]
) -> tuple[list[Step], int]:
    """Return the steps for one target and the tokens it would have after them; stops as soon as the goal is reached.

    ``planned`` has the steps for the other target.
    """
    texts = {memory.id: memory.content for memory in memories}
    used = tokens_of(texts.values())
    facts = _in_force(conn)
    steps: dict[str, Step] = {}
    least_important = sorted(memories, key=lambda memory: (memory.importance, memory.updated_at))
    for make in (_shorten, _structured, lambda memory: _duplicate(memory, texts, facts)):
        for memory in least_important:
            if _percent(used, budget) < GOAL:
                return list(steps.values()), used
            step = make(memory) if memory.id in texts and not harm(memory.content) else None
            if step is None or (step.action == "move" and _would_replace(conn, step, [*planned, *steps.values()])):
                continue
            steps[memory.id] = step
            used -= tokens_of([texts.pop(memory.id)])
            if step.action == "abbreviate":
                texts[memory.id] = step.after or ""
                used += tokens_of([texts[memory.id]])
            elif texts:
                used -= DELIMITER_TOKENS
    return list(steps.values()), used


def _shorten(memory: Memory) -> Step | None:
    short = memory.content if parse_line(memory.content) else abbreviate(memory.content)
    if tokens_of([short]) >= tokens_of([memory.content]) or not short:
        return None
    return Step("abbreviate", memory.id, memory.target, memory.content, short, memory.scope)


def _structured(memory: Memory) -> Step | None:
    """Return the step that moves a memory to facts; None if it is no structured entry."""
    fact = as_fact(memory.content)
    if fact is None or fact.kind in "✓~":  # writing these marks would change other facts
        return None
    if memory.target == "user" and parse_line(memory.content) is None:
        return None
    return Step(
        "move", memory.id, memory.target, memory.content, write(fact.kind, fact.target, fact.content), memory.scope
    )


def _would_replace(conn: sqlite3.Connection, step: Step, planned: Sequence[Step]) -> bool:
    """Whether moving this memory to facts would supersede a fact, in force or planned, of the same kind and target.

    Such a memory is not moved: as memories, both are in force.
    """
    (fact,) = parse(step.after or "")
    others = [(other.scope, parse(other.after or "")[0]) for other in planned if other.action == "move"]
    same = "scope = ? AND target = ? COLLATE NOCASE AND kind = ? AND status = 'active'"
    others += [
        (step.scope, Notation(known.kind, known.target, known.content))
        for known in select_facts(conn, same, (step.scope, fact.target, fact.kind))
    ]
    return any(
        (scope, other.kind, other.target.casefold()) == (step.scope, fact.kind, fact.target.casefold())
        and other.content != fact.content
        for scope, other in others
    )


def _duplicate(memory: Memory, texts: Mapping[str, str], facts: Sequence[str]) -> Step | None:
    if _is_said(memory.content, memory.id, texts, facts):
        return Step("duplicate", memory.id, memory.target, memory.content, None, memory.scope)
    return None


def _is_said(content: str, memory_id: str, texts: Mapping[str, str], facts: Sequence[str]) -> bool:
    """Whether another memory, or a fact, says what this one says."""
    others = (text for other_id, text in texts.items() if other_id != memory_id)
    return any(says(other, content) for other in (*others, *facts))


def _in_force(conn: sqlite3.Connection) -> list[str]:
    return [f"{fact.target} {fact.content}" for fact in select_facts(conn, "status = 'active'")]


def _percent(tokens: int, budget: int) -> int:
    return round(100 * tokens / budget)
