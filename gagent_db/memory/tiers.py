"""Tiers keep what an agent always sees small: hot facts are bounded, cold ones are found by search.

Pressure is how full the hot tier is. From 70 % on duplicates are merged, from 85 % on closed scopes are archived,
from 95 % on a model consolidates the facts, or the oldest go cold. No step deletes anything.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from ..store.database import Store
from .fact_rows import Fact, hot, insert, select, set_tier, supersede
from .notation import Notation, parse_line
from .scan import harm
from .shorthand import says
from .tokens import estimate_tokens

HOT_TOKENS = 150
STATUS_TOKENS = 180  # the status block stays below this
MERGE, ARCHIVE, CONSOLIDATE = 70, 85, 95
TITLE = "[MEMORY_SPEC v1.0] C law D decision V value ? open"
_ORDER = "C?DV"
_STRENGTH = "CDV"
MODEL_VARIABLE = "GAGENT_MEMORY_MODEL"

Model = Callable[[str], str]  # takes a prompt, returns the model's answer


@dataclass(frozen=True, slots=True)
class Gauge:
    """How full the tiers are: the tokens of the hot facts, and the number of facts in force in each tier."""

    tokens: int
    hot: int
    cold: int
    archived: int

    @property
    def pressure(self) -> int:
        """How full the hot tier is, in per cent."""
        return round(100 * self.tokens / HOT_TOKENS)


def gauge(conn: sqlite3.Connection) -> Gauge:
    """Measure the tiers."""
    counts = dict(conn.execute("SELECT tier, count(*) FROM facts WHERE status = 'active' GROUP BY tier").fetchall())
    facts = hot(conn)
    return Gauge(hot_tokens(facts), len(facts), counts.get("cold", 0), counts.get("archived", 0))


def hot_tokens(facts: list[Fact]) -> int:
    """Return the tokens of facts as lines of notation."""
    return estimate_tokens("\n".join(fact.line for fact in facts))


# -- the block -----------------------------------------------------------------------------------------


def memory_status(store: Store) -> dict[str, Any]:
    """Return the block to inject and its figures: ``{"ok", "block", "tokens", "hot", "cold", "archived", "pressure"}``.

    ``tokens`` is the size of the block, always below STATUS_TOKENS.
    """
    with store.snapshot() as conn:
        state = gauge(conn)
        block = status_block(hot(conn), state)
    figures = {**asdict(state), "tokens": estimate_tokens(block)}  # the gauge has only the tokens of the facts
    return {"ok": True, "block": block, **figures, "pressure": state.pressure}


def status_block(facts: list[Fact], state: Gauge) -> str:
    """Return the block: title, gauge and the hot facts, each once.

    Facts that do not fit (rows put in by hand) are left to search; for harmful ones only their threat classes are
    shown. Where there are several facts of the same kind and target, each line names its scope.
    """
    ordered = sorted(facts, key=lambda fact: (not fact.critical, _ORDER.find(fact.kind), fact.target))
    head = f"{TITLE}\nhot {state.hot} cold {state.cold} use {state.pressure}%"
    distinct = list({fact.line: fact for fact in ordered}.values())
    about = Counter((fact.kind, fact.target.casefold()) for fact in distinct)
    shown = [
        f"{fact.line} ({fact.scope})" if about[fact.kind, fact.target.casefold()] > 1 else fact.line
        for fact in distinct
    ]
    lines = [f"[BLOCKED: {', '.join(found)}]" if (found := harm(line)) else line for line in shown]
    while lines and estimate_tokens("\n".join([head, *lines])) >= STATUS_TOKENS:
        lines.pop()
    return "\n".join([head, *lines])


INSTRUCTIONS = """[MEMORY_SPEC v1.0]

NOTATION
C[t]: constraint  D[t]: decision  V[t]: value
?[t]: unknown     ✓[t]: done      ~[t]: obsolete
-> flows  ! critical  group by key

ABBREVS
cfg impl msg req usr resp prod feat dev deps auth err db btn
env doc perf init mgmt refct mvmt notif perms val async sync
mndtry nvr alw tmp idx tbl svc pkg repo api clt srv

RULES
- call memory_write() for any C/D/V/? detected
- call memory_search() before answering on known topics
- call memory_tick(turn, message) on every user message"""


# -- pressure ------------------------------------------------------------------------------------------


def relieve(conn: sqlite3.Connection, *, spare: bool = False) -> None:
    """Lower the pressure, if it is high, by the steps of each level in order.

    ``spare`` leaves the last level to `consolidate`, which the caller runs right after.
    """
    if gauge(conn).pressure >= MERGE:
        _merge(conn)
    if gauge(conn).pressure >= ARCHIVE:
        _archive(conn)
    if gauge(conn).pressure >= CONSOLIDATE and not spare:
        _cool_oldest(conn)


def _merge(conn: sqlite3.Connection) -> None:
    """Merge hot facts of the same target and scope that say the same under two kinds, or are of one kind."""
    groups: dict[tuple[str, str], list[Fact]] = {}
    for fact in hot(conn):
        groups.setdefault((fact.target.casefold(), fact.scope), []).append(fact)
    for facts in groups.values():
        for older, newer in _duplicates(facts):
            supersede(conn, [older.id], newer.id)


def _duplicates(facts: list[Fact]) -> list[tuple[Fact, Fact]]:
    """Return pairs (superfluous, kept) among the facts of one target and scope, given oldest first."""
    pairs: list[tuple[Fact, Fact]] = []
    kept: list[Fact] = []
    for fact in facts:
        if covered := next((other for other in kept if fact.kind == other.kind or _covers(fact, other)), None):
            pairs.append((covered, fact))
            kept[kept.index(covered)] = fact
        elif covering := next((other for other in kept if _covers(other, fact)), None):
            pairs.append((fact, covering))
        else:
            kept.append(fact)
    return pairs


def _covers(fact: Fact, other: Fact) -> bool:
    """Whether ``other`` is of a weaker kind (in the order constraint, decision, value) and ``fact`` says the same.

    So a constraint is never covered by a decision, and an open question neither covers anything nor is covered.
    """
    strength, other_strength = _STRENGTH.find(fact.kind), _STRENGTH.find(other.kind)
    return 0 <= strength < other_strength and says(fact.content, other.content)


def _archive(conn: sqlite3.Connection) -> None:
    """Archive the cold facts of closed scopes."""
    closed = select(conn, "tier = 'cold' AND scope IN (SELECT name FROM scopes WHERE status = 'closed')")
    set_tier(conn, [fact.id for fact in closed], "archived")


def _cool_oldest(conn: sqlite3.Connection) -> None:
    """Move the facts that were not referenced for longest to the cold tier, critical ones last.

    A fact that is too large for the tier by itself goes first: to keep it, all others would have to go.
    """
    facts = sorted(
        hot(conn),
        key=lambda fact: (_fits([fact]), fact.critical, fact.last_referenced_turn, fact.updated_at, fact.rid),
    )
    cooled = []
    while facts and not _fits(facts):
        cooled.append(facts.pop(0).id)
    set_tier(conn, cooled, "cold")


def _fits(facts: list[Fact]) -> bool:
    return 100 * hot_tokens(facts) < ARCHIVE * HOT_TOKENS


# -- consolidation by a model --------------------------------------------------------------------------


def consolidate(store: Store, model: Model | None) -> str | None:
    """At 95 % and above, let a model rewrite the hot facts in fewer words. Returns what went wrong, else None.

    The answer is used only if every line is a harmless fact about a known target, every target, constraint and question
    is kept, and it is shorter. The facts it was made from are superseded, not deleted. If it cannot be used, the oldest
    facts go cold instead.
    """
    before = store.write(hot)
    if 100 * hot_tokens(before) < CONSOLIDATE * HOT_TOKENS:
        return None
    homes = Counter(target for target, _ in {(fact.target, fact.scope) for fact in before})
    alone = [fact for fact in before if homes[fact.target] == 1]  # the answer of the model does not name scopes
    note, shorter = _ask(model, alone) if alone else (None, [])

    def work(conn: sqlite3.Connection) -> None:
        if shorter and [fact.id for fact in hot(conn)] == [fact.id for fact in before]:
            _replace_hot(conn, before, shorter)
        if gauge(conn).pressure >= CONSOLIDATE:
            _cool_oldest(conn)

    store.write(work)
    return note


def _ask(model: Model | None, facts: list[Fact]) -> tuple[str | None, list[Notation]]:
    """Ask the model for shorter facts; return (what went wrong or None, the facts or [])."""
    prompt = (
        "Merge these facts into fewer and shorter ones. Keep every value. Answer only with lines in the same "
        "notation, KIND[target]: text, using only the targets given.\n\n" + "\n".join(fact.line for fact in facts)
    )
    try:
        model = model or _configured_model()
        if model is None:
            return None, []
        answer = model(prompt)
    except Exception as error:  # offline, out of credit, misconfigured: the model is optional here
        missing = isinstance(error, ImportError)
        why = "the llm package is missing: pip install 'gagent-db[summarize]'" if missing else error
        return f"The model could not consolidate the facts ({why}); the oldest went cold.", []
    lines = [line for line in answer.splitlines() if line.strip()]
    targets = {fact.target for fact in facts}
    usable = [new for new in map(parse_line, lines) if new and new.target in targets and not harm(new.content)]
    complete = {new.target for new in usable} == targets and len(usable) == len(lines)
    required = {(fact.kind, fact.target) for fact in facts if fact.kind in "C?"}
    kept = required <= {(new.kind, new.target) for new in usable}
    if complete and kept and estimate_tokens("\n".join(lines)) < hot_tokens(facts):
        return None, usable
    return "The model's answer could not be used; the oldest facts went cold.", []


def _replace_hot(conn: sqlite3.Connection, before: list[Fact], shorter: list[Notation]) -> None:
    """Write the shorter facts, and supersede those of the same target that they were made from."""
    for target in {notation.target for notation in shorter}:
        old = [fact for fact in before if fact.target == target]
        new = [notation for notation in shorter if notation.target == target]
        if {(fact.kind, fact.content) for fact in old} == {(fact.kind, fact.content) for fact in new}:
            continue
        newest = max(old, key=lambda fact: fact.rid)
        origin = newest.last_referenced_turn, newest.session_id, newest.message_id, "consolidated"
        made = [insert(conn, notation, newest.scope, origin) for notation in new]
        supersede(conn, [fact.id for fact in old], made[-1])


def model_name() -> str | None:
    """Return the name of the model in GAGENT_MEMORY_MODEL; None when there is none."""
    return os.environ.get(MODEL_VARIABLE) or None


def _configured_model() -> Model | None:
    """Return the model named by GAGENT_MEMORY_MODEL, None if there is none. Raises what llm does for a bad name."""
    name = model_name()
    if not name:
        return None
    import llm

    found = llm.get_model(name)
    return lambda prompt: str(found.prompt(prompt).text())
