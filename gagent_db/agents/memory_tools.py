"""The memory tools: ``memory`` and ``memory_prompt`` for the notes, the seven of MEMORY_SPEC for the facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, cast

from pydantic import Field

from ..errors import GagentError
from ..memory.memory_rows import Target
from ..store.database import Store
from .toolbox import tool
from .types import FactList, FactStatus, FactWritten, MemoryAnswer, PromptAnswer, Purged, Reflected, Ticked

_Action = Literal["add", "replace", "remove", "list", "search"]
_Scope = Annotated[str | None, Field(description="A path such as /project/x; / is everywhere")]


@tool("memories", destructive=True, tells=True)  # replace and remove
def memory(
    store: Store,
    action: Annotated[_Action | None, Field(description="What to do; not needed with operations")] = None,
    target: Annotated[Target | None, Field(description="memory: your notes (default); user: who the user is")] = None,
    content: Annotated[str | None, Field(description="The text to add, the new text, or what to search for")] = None,
    old_text: Annotated[str | None, Field(description="A piece of the entry to replace or remove, or its id")] = None,
    scope: _Scope = None,
    importance: Annotated[float | None, Field(description="0 to 1; higher is shown first", ge=0, le=1)] = None,
    operations: Annotated[
        list[dict[str, Any]] | None,
        Field(description='Several {"action", "content"?, "old_text"?} at once, all or nothing'),
    ] = None,
    limit: Annotated[int, Field(ge=1, le=200)] = 50,
    source: str | None = None,
    session_id: Annotated[str | None, Field(description="The session it comes from")] = None,
    message_id: int | None = None,
) -> MemoryAnswer:
    """Save, change, forget, list or search lasting notes. What matters is shown in every later conversation.

    Save preferences, corrections and lasting facts about the user and the work, as statements; no task progress and
    nothing that is stale within a week. A write that looks harmful is refused and says why.
    """
    from ..memory import memories
    from ..memory.search import search_memories

    common: dict[str, Any] = {"target": target, "scope": scope}
    origin: dict[str, Any] = {"source": source or "agent"}

    def work() -> dict[str, Any]:
        if operations is not None:
            if content or old_text:
                raise GagentError("There is both one change and operations.", hint="Make it one of the operations.")
            changes = [change.to_dict() for change in memories.batch(store, operations, **common, **origin)]
            return {"ok": True, "id": changes[-1]["id"], "results": changes, "usage": changes[-1]["usage"]}
        if action == "list":
            rows = memories.list_memories(store, **common, limit=limit)
            return {"ok": True, "memories": [row.to_dict() for row in rows]}
        if action == "search":
            return search_memories(store, content or "", **common, limit=limit).to_dict()
        if action == "add":
            more: dict[str, Any] = {"importance": importance, "session_id": session_id, "message_id": message_id}
            return memories.add(store, content or "", **common, **more, **origin).to_dict()
        if action == "replace":
            return memories.replace(store, old_text, content or "", **common, importance=importance, **origin).to_dict()
        if action == "remove":
            return memories.remove(store, old_text, **common, **origin).to_dict()
        raise GagentError("action is missing.", hint="Use add, replace, remove, list or search.")

    return cast(MemoryAnswer, _told(work))


@tool("memories", read_only=True)
def memory_prompt(
    store: Store,
    budget_tokens: Annotated[int | None, Field(description="For the whole text; default: as configured", ge=1)] = None,
    target: Literal[Target, "all"] = "all",
    scope: _Scope = None,
    session: Annotated[str | None, Field(description="Keep the first answer for this session (prompt cache)")] = None,
) -> PromptAnswer:
    """The memory block for a system prompt: the most important notes that fit the budget."""
    from ..memory.prompt import memory_prompt as prompt

    made = prompt(store, budget_tokens=budget_tokens, target=target, scope=scope, session=session)
    return cast(PromptAnswer, made.to_dict())


# -- MEMORY_SPEC ---------------------------------------------------------------------------------------


@tool("facts", tells=True)
def memory_write(
    store: Store,
    content: Annotated[str, Field(description="KIND[target]: text, for example D[auth]: JWT 7d refresh 6d")],
    scope: Annotated[str | None, Field(description="Unit of work: a feature, a phase, a bug")] = None,
) -> FactWritten:
    """Write a fact in MEMORY_SPEC notation. Call it for every constraint (C), decision (D), value (V) or open
    question (?) you notice, and with ~ or ✓ when one is obsolete or done. The newer of two that contradict wins."""
    from ..memory import facts

    return cast(FactWritten, _told(lambda: facts.memory_write(store, content, scope=scope)))


@tool("facts", read_only=True)
def memory_search(
    store: Store,
    query: str,
    scope: str | None = None,
    limit: Annotated[int, Field(ge=1, le=20)] = 20,
) -> FactList:
    """Find facts, also cold ones. Call it before answering on a topic that has a history."""
    from ..memory import facts

    return cast(FactList, facts.memory_search(store, query, scope=scope, limit=limit))


@tool("facts", idempotent=True)
def memory_tick(
    store: Store,
    turn: Annotated[int, Field(description="Number of this user turn, counted from 1", ge=0)],
    message: Annotated[str | None, Field(description="What the user just said")] = None,
) -> Ticked:
    """Count a turn: call it at every user message, so that finished work leaves the prompt by itself."""
    from ..memory.fact_scopes import memory_tick as tick

    return cast(Ticked, tick(store, turn, message))


@tool("facts", read_only=True)
def memory_status(store: Store) -> FactStatus:
    """For the system prompt at session start: `instructions` (notation, rules) and `block` (the facts active now).
    `memory_use`: per cent of their budgets that the notes of `memory` fill."""
    from ..memory.budgets import all_usage
    from ..memory.tiers import INSTRUCTIONS
    from ..memory.tiers import memory_status as status

    use = {target: 100 * used["tokens"] // used["budget"] for target, used in all_usage(store).items()}
    return cast(FactStatus, {**status(store), "memory_use": use, "instructions": INSTRUCTIONS})


@tool("facts", read_only=True)
def memory_reflect(
    store: Store,
    topic: str,
    limit: Annotated[int, Field(ge=1, le=100)] = 20,
) -> Reflected:
    """The history of a topic in order: what was decided, and what superseded what."""
    from ..memory import facts

    return cast(Reflected, facts.memory_reflect(store, topic, limit=limit))


@tool("facts", read_only=True)
def memory_export(
    store: Store,
    scope: str | None = None,
    status: Literal["active", "superseded", "resolved"] | None = None,
) -> FactList:
    """All facts, also as plain notation."""
    from ..memory import facts

    return cast(FactList, facts.memory_export(store, scope=scope, status=status))


@tool("facts", destructive=True, purges=True)
def memory_purge(
    store: Store,
    scope: str | None = None,
    older_than_days: Annotated[float | None, Field(ge=0)] = None,
) -> Purged:
    """Delete facts for good: those of a closed scope, or the archived ones of that age."""
    from ..memory import facts

    return cast(Purged, facts.memory_purge(store, scope=scope, older_than_days=older_than_days))


def _told(work: Callable[[], Any]) -> Any:
    """A refused or impossible write is an answer the agent can act on, not a failure of the call."""
    try:
        return work()
    except GagentError as error:
        return error.to_dict()
