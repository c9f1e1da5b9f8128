"""Placeholder until the vectors land in the next commit."""

from __future__ import annotations

from ..store.database import Store


def meaning_for(store: Store) -> tuple[None, str | None]:
    return None, None
