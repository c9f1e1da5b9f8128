"""Tiers keep what an agent always sees small: hot facts are bounded, cold ones are found by search.

Pressure is how full the hot tier is. From 70 % duplicates are merged, from 85 % closed scopes are archived,
from 95 % facts are consolidated by a model, or the oldest go cold. No step deletes anything.
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

Model = Callable[[str], str]  # a prompt -> the model's answer


@dataclass(frozen=True, slots=True)
class Gauge:
    """How full the hot tier is: tokens of its lines, counts of facts in force, per cent."""

    tokens: int
    hot: int
    cold: int
    archived: int

    @property
    def pressure(self) -> int:
        return round(100 * self.tokens / HOT_TOKENS)


def gauge(conn: sqlite3.Connection) -> Gauge:
    """Measure the tiers."""
    counts = dict(conn.execute("SELECT tier, count(*) FROM facts WHERE status = 'active' GROUP BY tier").fetchall())
    facts = hot(conn)
    return Gauge(hot_tokens(facts), len(facts), counts.get("cold", 0), counts.get("archived", 0))


def hot_tokens(facts: list[Fact]) -> int:
    """Tokens of facts as lines."""
    return estimate_tokens("\n".join(fact.line for fact in facts))


# -- the block -----------------------------------------------------------------------------------------


def memory_status(store: Store) -> dict[str, Any]:
    """The block to inject and its figures: ``{"ok", "block", "tokens", "hot", "cold", "archived", "pressure"}``.

    ``tokens`` is the size of the block, always below 180.
    """
    with store.snapshot() as conn:
        state = gauge(conn)
        block = status_block(hot(conn), state)
    figures = {**asdict(state), "tokens": estimate_tokens(block)}  # the gauge counts the facts alone
    return {"ok": True, "block": block, **figures, "pressure": state.pressure}


def status_block(facts: list[Fact], state: Gauge) -> str:
    """Title, gauge and hot facts, each once; facts that do not fit (rows put in by hand) are left to search, and in
    place of harmful ones only their threat classes are shown. Where scopes disagree, each line names its scope."""
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
    """Act on the pressure there is, in the order of its levels.

    ``spare`` leaves the last level to `consolidate`, which is called right after.
    """
    if gauge(conn).pressure >= MERGE:
        _merge(conn)
    if gauge(conn).pressure >= ARCHIVE:
        _archive(conn)
    if gauge(conn).pressure >= CONSOLIDATE and not spare:
        _cool_oldest(conn)


def _merge(conn: sqlite3.Connection) -> None:
    """One fact a target and scope: the same words under two kinds, or two values of one kind, become one."""
    groups: dict[tuple[str, str], list[Fact]] = {}
    for fact in hot(conn):
        groups.setdefault((fact.target.casefold(), fact.scope), []).append(fact)
    for facts in groups.values():
        for older, newer in _duplicates(facts):
            supersede(conn, [older.id], newer.id)


def _duplicates(facts: list[Fact]) -> list[tuple[Fact, Fact]]:
    """(what goes, what stays) among facts of one target and scope, oldest first."""
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
    """Is a fact of another kind superfluous beside this one? A law never beside a choice, an answer never beside a
    question."""
    ranks = [_STRENGTH.find(one.kind) for one in (fact, other)]
    return 0 <= ranks[0] < ranks[1] and says(fact.content, other.content)


def _archive(conn: sqlite3.Connection) -> None:
    closed = select(conn, "tier = 'cold' AND scope IN (SELECT name FROM scopes WHERE status = 'closed')")
    set_tier(conn, [fact.id for fact in closed], "archived")


def _cool_oldest(conn: sqlite3.Connection) -> None:
    """Send the facts that were not needed for longest to the cold tier, critical ones last.

    One that is too large for the tier by itself goes first: in its favour every other would have to go.
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


def consolidate(store: Store, model: Model | None = None) -> str | None:
    """At 95 % and above, let a model say the hot facts in fewer words. Returns what went wrong, if anything.

    The answer is used only when every line is a clean fact about a known target, no law or question is lost and it is
    shorter; the facts it was made from are superseded, not deleted. When it cannot be used the oldest go cold instead.
    """
    before = store.write(hot)
    if 100 * hot_tokens(before) < CONSOLIDATE * HOT_TOKENS:
        return None
    homes = Counter(target for target, _ in {(fact.target, fact.scope) for fact in before})
    alone = [fact for fact in before if homes[fact.target] == 1]  # an answer does not say which scope it is for
    note, shorter = _ask(model, alone) if alone else (None, [])

    def work(conn: sqlite3.Connection) -> None:
        if shorter and [fact.id for fact in hot(conn)] == [fact.id for fact in before]:
            _replace_hot(conn, before, shorter)
        if gauge(conn).pressure >= CONSOLIDATE:
            _cool_oldest(conn)

    store.write(work)
    return note


def _ask(model: Model | None, facts: list[Fact]) -> tuple[str | None, list[Notation]]:
    """(what went wrong, the shorter facts)."""
    prompt = (
        "Merge these facts into fewer and shorter ones. Keep every value. Answer only with lines in the same "
        "notation, KIND[target]: text, using only the targets given.\n\n" + "\n".join(fact.line for fact in facts)
    )
    try:
        model = model or _configured_model()
        if model is None:
            return None, []
        answer = model(prompt)
    except Exception as error:  # offline, out of credit, misconfigured: a model is only a convenience here
        missing = isinstance(error, ImportError)
        why = "the llm package is missing: pip install 'gagent-db[summarize]'" if missing else error
        return f"The model could not consolidate the facts ({why}); the oldest went cold.", []
    lines = [line for line in answer.splitlines() if line.strip()]
    facts_made = [parse_line(line) for line in lines]
    targets = {fact.target for fact in facts}
    usable = [one for one in facts_made if one and one.target in targets and not harm(one.content)]
    complete = {one.target for one in usable} == targets and len(usable) == len(lines)
    stand = {(fact.kind, fact.target) for fact in facts if fact.kind in "C?"} <= {
        (one.kind, one.target) for one in usable
    }
    if complete and stand and estimate_tokens("\n".join(lines)) < hot_tokens(facts):
        return None, usable
    return "The model's answer could not be used; the oldest facts went cold.", []


def _replace_hot(conn: sqlite3.Connection, before: list[Fact], shorter: list[Notation]) -> None:
    for target in {notation.target for notation in shorter}:
        old = [fact for fact in before if fact.target == target]
        new = [notation for notation in shorter if notation.target == target]
        if {(fact.kind, fact.content) for fact in old} == {(one.kind, one.content) for one in new}:
            continue
        newest = max(old, key=lambda fact: fact.rid)
        origin = newest.last_referenced_turn, newest.session_id, newest.message_id, "consolidated"
        made = [insert(conn, notation, newest.scope, origin) for notation in new]
        supersede(conn, [fact.id for fact in old], made[-1])


def model_name() -> str | None:
    """The model named by GAGENT_MEMORY_MODEL, if any."""
    return os.environ.get(MODEL_VARIABLE) or None


def _configured_model() -> Model | None:
    name = model_name()
    if not name:
        return None
    import llm

    found = llm.get_model(name)
    return lambda prompt: str(found.prompt(prompt).text())
