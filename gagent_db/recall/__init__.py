"""Recall: what a person typed -> the right conversations, even when the words differ."""

from .filters import Filters
from .index import index_pending, status
from .results import Hit, SearchResult, SessionHits
from .search import search, search_messages
from .sessions import recent_sessions

__all__ = [
    "Filters",
    "Hit",
    "SearchResult",
    "SessionHits",
    "index_pending",
    "recent_sessions",
    "search",
    "search_messages",
    "status",
]
