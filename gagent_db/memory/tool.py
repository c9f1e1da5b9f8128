"""The ``memory`` tool of agents: one function, the arguments and answers of the file-based tool and a few more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import GagentError
from ..store.database import Store
from . import memories
from .budgets import usage
from .rows import check_target
from .search import search_memories

ACTIONS = ("add", "replace", "remove", "restore", "list", "search")


def memory(
    store: Store,
    action: str | None = None,
    target: str | None = None,
    content: str | None = None,
    old_text: str | None = None,
    scope: str | None = None,
    importance: float | None = None,
    operations: Sequence[Mapping[str, Any]] | None = None,
    *,
    query: str | None = None,
    limit: int = 20,
    source: str | None = None,
    session_id: str | None = None,
    message_id: int | None = None,
) -> dict[str, Any]:
    """Carry out one action, or ``operations`` as one batch on a target (all or nothing).

    Writes answer ``{"ok", "id", "changed", "note", "usage": {"tokens", "budget", "entries"}}`` (a batch:
    ``"results"`` instead of id), ``list`` and ``search`` ``{"ok", "memories": [columns]}``. ``search`` looks for
    ``query`` or ``content``. Raises BlockedWrite (its ``blocked`` lists the classes) and GagentError.
    """
    if operations:
        changes = memories.batch(store, operations, target=check_target(target), scope=scope, source=source)
        return {
            "ok": True,
            "results": [{"id": change.id, "changed": change.changed, "note": change.note} for change in changes],
            "usage": usage(store.read(), check_target(target)),
        }
    if action == "add":
        return memories.add(
            store,
            content or "",
            target=target,
            scope=scope,
            importance=importance,
            source=source,
            session_id=session_id,
            message_id=message_id,
        ).to_dict()
    if action == "replace":
        return memories.replace(
            store, old_text, content or "", target=target, scope=scope, importance=importance, source=source
        ).to_dict()
    if action == "remove":
        return memories.remove(store, old_text, target=target, scope=scope, source=source).to_dict()
    if action == "restore":
        return memories.restore(store, old_text, target=target, source=source).to_dict()
    if action == "list":
        found = memories.list_memories(store, target=target, scope=scope, limit=limit)
        return {"ok": True, "memories": [row.to_dict() for row in found]}
    if action == "search":
        return search_memories(store, query or content or "", target=target, scope=scope, limit=limit).to_dict()
    raise GagentError(f"There is no memory action {action!r}.", hint=f"Use one of: {', '.join(ACTIONS)}.")
