"""Summarize the whole file: what is in it, what is still to be indexed, where it came from."""

from __future__ import annotations

from datetime import date
from typing import Any

from .activity import active_days
from .recall.index import status as recall_status
from .schema import fts
from .store.artifacts import pending
from .store.database import Store

_COUNTS = """
SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM messages) AS messages,
       (SELECT count(*) FROM tool_calls) AS tool_calls, (SELECT count(*) FROM media_refs) AS media_refs,
       (SELECT count(*) FROM artifact_mentions) AS artifacts,
       (SELECT count(*) FROM memories WHERE NOT forgotten) AS memories,
       (SELECT count(*) FROM facts WHERE status = 'active') AS facts
"""


def overview(store: Store) -> dict[str, Any]:
    """Return ``{"path", "size_bytes", "counts", "channels", "last_activity", "activity", "index", "sources"}``."""
    from .importers.status import status as source_status

    with store.snapshot() as conn:
        recall = recall_status(store)
        channels = conn.execute("SELECT channel, count(*) FROM sessions GROUP BY channel ORDER BY count(*) DESC")
        found = {
            "path": str(store.path),
            "size_bytes": store.size(),
            "counts": dict(conn.execute(_COUNTS).fetchone()),
            "channels": {row[0]: row[1] for row in channels},
            "last_activity": conn.execute("SELECT max(updated_at) FROM sessions").fetchone()[0],
            "activity": active_days(conn, date.today()),
            "index": {
                "stale": fts.stale(conn),
                "pending": {"extraction": pending(conn), "vectors": recall["pending"]},
                "recall": recall,
            },
        }
    # Outside the snapshot, because it looks at every source file.
    return {**found, "sources": [source.to_dict() for source in source_status(store)]}
