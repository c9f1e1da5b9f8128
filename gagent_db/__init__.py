"""One SQLite file for every conversation your agents ever had.

>>> import gagent_db
>>> with gagent_db.open("gagent.db") as db:
...     session = db.create_session(channel="cli")
...     db.append(session.id, [{"role": "user", "content": "We decided to use WAL."}])
...     db.search("wal").to_dict()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .api import Database, open
from .errors import Conflict, GagentError, NotFound
from .models import MediaRef, Message, NewMessage, Session, ToolCall

if TYPE_CHECKING:
    from .recall.results import SearchResult
    from .store.database import Store

__version__ = "0.1.0"
__all__ = [
    "Conflict",
    "Database",
    "GagentError",
    "MediaRef",
    "Message",
    "NewMessage",
    "NotFound",
    "Session",
    "ToolCall",
    "open",
    "search",
]


def search(db: Store, query: str = "", **filters: Any) -> SearchResult:
    """Search all conversations; see ``gagent_db.recall.search.search`` for the filters."""
    from .recall.search import search as run

    return run(db, query, **filters)
