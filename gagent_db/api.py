"""The Python API: ``gagent_db.open("gagent.db")`` returns a ``Database``.

Each method checks its arguments and calls the same function that the command line, the web and MCP call.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from .checks import check, check_list
from .models import Message, MessageLike, Session
from .paths import checked_path, default_database
from .store import context as _context
from .store import messages as _messages
from .store import sessions as _sessions
from .store.database import Store

if TYPE_CHECKING:
    from .answers import ArtifactPage
    from .importers.report import ImportReport
    from .memory.memories import Change
    from .memory.memory_rows import Memory
    from .memory.prompt import Prompt
    from .memory.search import Results
    from .recall.results import Hit, SearchResult

Progress = Callable[[str, int, int], None]  # called with (what, done, total)


class Database(Store):
    """An open gagent-db file. Use it from any thread; close it, or use it in a ``with`` block."""

    # -- sessions ------------------------------------------------------------------------------------

    def create_session(self, **columns: Any) -> Session:
        """Insert a session and return it. Any column may be given; ``metadata`` is a dict."""
        return _sessions.create_session(self, **columns)

    def get_session(self, session_id_or_key: str) -> Session | None:
        """Return a session by its id or key; None when there is none."""
        check(ref=session_id_or_key)
        return _sessions.get_session(self, session_id_or_key)

    def list_sessions(self, **filters: Any) -> list[Session]:
        """Return recent sessions; filters as in ``gagent_db.store.sessions.list_sessions``."""
        check(**filters)
        return _sessions.list_sessions(self, **filters)[0]

    def update_session(self, session_id: str, **columns: Any) -> Session:
        """Change columns of a session and return it."""
        check(session_id=session_id)
        return _sessions.update_session(self, session_id, **columns)

    def rename_session(self, ref: str, title: str | None) -> Session:
        """Give a session a title that no later import changes; None gives it back the title it had before."""
        from .naming import rename

        check(ref=ref, **_given(title=title))
        return rename(self, ref, title)

    def tag(self, ref: str, *names: str) -> Session:
        """Add tags to a session. The tag ``starred`` is the star in the web app."""
        from .naming import tag

        check(ref=ref, tags=names)
        return tag(self, ref, names)

    def untag(self, ref: str, *names: str) -> Session:
        """Remove tags from all sessions of the conversation that a session belongs to."""
        from .naming import tag

        check(ref=ref, tags=names)
        return tag(self, ref, remove=names)

    def tags(self) -> dict[str, int]:
        """Return every tag with the number of conversations that have it, the most used first."""
        from .naming import tags_of_all

        return tags_of_all(self)

    def archive_session(self, ref: str, *, reason: str = "new") -> Session:
        """End a session and free its key for a new one. It stays searchable."""
        check(ref=ref, reason=reason)
        return _sessions.archive_session(self, ref, reason=reason)

    def delete_session(self, ref: str) -> list[str]:
        """Delete a session, the sessions of its sub-agents and all traces of their text in the file.

        Returns the ids of the deleted sessions.
        """
        from .importers.forget import delete_session

        check(ref=ref)
        return delete_session(self, ref)

    def fork_session(self, ref: str, *, at_message: int | None = None, **columns: Any) -> Session:
        """Copy a session, up to a message, into a new branch and return it."""
        check(ref=ref, at_message=at_message)
        return _context.fork_session(self, ref, at_message=at_message, **columns)

    def compress_session(self, ref: str, **columns: Any) -> Session:
        """End a session by compression and return the child session in which the conversation continues."""
        check(ref=ref)
        return _sessions.compress_session(self, ref, **columns)

    def usage(self, by: str = "day", **filters: Any) -> dict[str, Any]:
        """Return tokens, cost and counts by day, month, model, project, channel or tool; see `usage.usage`."""
        from .usage import usage

        check(**filters)
        return usage(self, by, **filters)

    # -- messages ------------------------------------------------------------------------------------

    def append(self, session_id: str, messages: Iterable[MessageLike]) -> list[int]:
        """Append messages in one transaction and return their ids. Appending a ``uid`` again adds nothing."""
        check(session_id=session_id)
        check_list("messages", messages)
        return _messages.append(self, session_id, messages)

    def replace_messages(self, session_id: str, messages: Iterable[MessageLike]) -> list[int]:
        """Replace all messages of a session by these and return their ids."""
        check(session_id=session_id)
        check_list("messages", messages)
        return _messages.replace_messages(self, session_id, messages)

    def history(self, session_id_or_key: str, limit: int | None = None, **options: Any) -> list[Message]:
        """Return the last ``limit`` messages of a session (None: all), in order."""
        check(ref=session_id_or_key, **_given(limit=limit), **options)
        return _messages.history(self, session_id_or_key, limit=limit, **options)

    # -- recall --------------------------------------------------------------------------------------

    def search(self, query: str = "", **filters: Any) -> SearchResult:
        """Search all conversations, best first; an empty query returns the recent sessions. See `recall.search`."""
        from .recall.search import search

        check(query="" if query is None else query, **filters)
        return search(self, query, **filters)

    def search_messages(self, query: str, *, limit: int = 20, **filters: Any) -> list[Hit]:
        """Search for single messages, best first, not grouped by conversation."""
        from .recall.search import search_messages

        check(query="" if query is None else query, limit=limit, **filters)
        return search_messages(self, query, limit=limit, **filters)

    def artifacts(self, kind: str, query: str | None = None, **filters: Any) -> ArtifactPage:
        """Return decisions, commands, URLs, paths or unresolved items, grouped by value; see `answers.artifacts`."""
        from .answers import artifacts

        check(kind=kind, query=query or "", **filters)
        return artifacts(self, kind, query, **filters)

    def index(self, progress: Progress | None = None) -> dict[str, int]:
        """Do all pending background work: extraction, then vectors. Returns how many messages each step processed."""
        from .recall.index import index_pending
        from .store.artifacts import extract_pending
        from .store.by_hand import complete
        from .store.merging import tidy

        complete(self)
        extracted = extract_pending(self, partial(progress, "extraction") if progress else None)
        embedded = index_pending(self, progress)
        tidy(self)
        return {"extracted": extracted, "embedded": embedded}

    # -- import --------------------------------------------------------------------------------------

    def import_paths(
        self, paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (), **options: Any
    ) -> ImportReport:
        """Import transcripts from files or folders; from every known place on this machine when no path is given."""
        from .importers.run import import_paths

        if isinstance(paths, (str, os.PathLike)):
            paths = [paths]
        check_list("paths", paths)
        return import_paths(self, [checked_path(path) for path in paths], **options)

    # -- memories --------------------------------------------------------------------------------------

    def add_memory(self, content: str, **options: Any) -> Change:
        """Save a note. Options: ``target`` (memory or user), ``scope``, ``importance``, ``categories``, ``source``."""
        from .memory import memories

        check(content=content, **_given(**options))
        return memories.add(self, content, **options)

    def replace_memory(self, old_text: str, content: str, **options: Any) -> Change:
        """Replace the one memory that contains ``old_text``."""
        from .memory import memories

        check(content=content, **_given(old_text=old_text, **options))
        return memories.replace(self, old_text, content, **options)

    def remove_memory(self, old_text: str, **options: Any) -> Change:
        """Forget the one memory that contains ``old_text``; it can be restored."""
        from .memory import memories

        check(**_given(old_text=old_text, **options))
        return memories.remove(self, old_text, **options)

    def restore_memory(self, ref: str, **options: Any) -> Change:
        """Restore a forgotten memory; ``ref`` is its id or a part of its text."""
        from .memory import memories

        check(**_given(ref=ref, **options))
        return memories.restore(self, ref, **options)

    def list_memories(self, **filters: Any) -> list[Memory]:
        """Return memories by importance, then recency.

        Filters: ``target``, ``scope``, ``category``, ``forgotten``, ``limit``.
        """
        from .memory import memories

        check(**_given(**filters))
        return memories.list_memories(self, **filters)

    def search_memories(self, query: str, **options: Any) -> Results:
        """Search the memories by words and by meaning."""
        from .memory.search import search_memories

        check(query=query, **options)
        return search_memories(self, query, **options)

    def memory_prompt(self, **options: Any) -> Prompt:
        """Return the block of memories for a system prompt, within its token budget."""
        from .memory.prompt import memory_prompt

        check(**options)
        return memory_prompt(self, **options)

    # -- facts -----------------------------------------------------------------------------------------

    def write_fact(self, content: str, scope: str | None = None, **options: Any) -> dict[str, Any]:
        """Write facts in MEMORY_SPEC notation, such as ``D[auth]: JWT 7d``."""
        from .memory.facts import memory_write

        check(content=content, **_given(scope=scope, **options))
        return memory_write(self, content, scope, **options)

    def search_facts(
        self, query: str, scope: str | None = None, limit: int = 20, status: str | None = None
    ) -> dict[str, Any]:
        """Return the facts of every tier that answer a query, at most 20; all, or those with this ``status``."""
        from .memory.facts import memory_search

        check(query=query, scope=scope, limit=limit, status=status)
        return memory_search(self, query, scope, limit, status)

    def tick(self, turn: int, message: str | None = None) -> dict[str, Any]:
        """Record that a conversation turn has passed, and close the scopes of facts that are done."""
        from .memory.fact_scopes import memory_tick

        check(turn=turn, message=message)
        return memory_tick(self, turn, message)

    def fact_status(self) -> dict[str, Any]:
        """Return the block of facts for a system prompt, always under 180 tokens, with its figures."""
        from .memory.tiers import memory_status

        return memory_status(self)

    def reflect(self, topic: str, limit: int = 20) -> dict[str, Any]:
        """Return the history of a topic in order: which fact superseded which, and where it was said."""
        from .memory.facts import memory_reflect

        check(topic=topic, limit=limit)
        return memory_reflect(self, topic, limit)

    def export_facts(self, scope: str | None = None, status: str | None = None) -> dict[str, Any]:
        """Return all facts, oldest first, as columns and as plain notation."""
        from .memory.facts import memory_export

        check(scope=scope, status=status)
        return memory_export(self, scope, status)

    def purge_facts(self, scope: str | None = None, older_than_days: float | None = None) -> dict[str, Any]:
        """Permanently delete facts that are no longer in force."""
        from .memory.facts import memory_purge

        check(scope=scope, older_than_days=older_than_days)
        return memory_purge(self, scope, older_than_days)


def _given(**arguments: Any) -> dict[str, Any]:
    """Return the arguments that are not None, since None means that an argument was left out."""
    return {name: value for name, value in arguments.items() if value is not None}


def open(path: str | os.PathLike[str] | None = None) -> Database:
    """Open a database file, creating or migrating it where needed.

    The default is ``$GAGENT_DB``, else ``gagent.db`` in the user's data directory.
    """
    return Database(path if path is not None else default_database())
