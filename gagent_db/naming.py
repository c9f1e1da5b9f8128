"""The title and the tags that a person gives a session.

They stay: a title from a later import or from a host is only noted in the metadata, and neither removes a tag.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any

from .errors import GagentError
from .models import Session
from .store import tags
from .store.database import Store
from .store.incoming import clean_text, dump_json
from .store.messages import first_title
from .store.sessions import lineage, require_session, resolve_session
from .wording import one_line, printable

LENGTH = 200  # characters of a title at most
FORMER = "former_title"  # metadata key of a session that a person has named: the title it would have otherwise


def rename(store: Store, ref: str, title: str | None) -> Session:
    """Give a session a title and return it; None gives it back the title it would have otherwise.

    Raises NotFound for an unknown session, GagentError for a title that is empty or too long.
    """
    name = None if title is None else one_line(printable(clean_text(title)))
    if name is not None and not 0 < len(name) <= LENGTH:
        raise GagentError(f"A title has 1 to {LENGTH} characters, not {len(name)}.")

    def work(conn: sqlite3.Connection) -> Session:
        session = resolve_session(conn, ref)
        metadata = dict(session.metadata or {})
        if name is not None:
            metadata.setdefault(FORMER, session.title)
        elif FORMER not in metadata:
            return session
        shown = name or metadata.pop(FORMER) or first_title(conn, session.id)
        values = (shown, dump_json(metadata or None), session.id)
        conn.execute("UPDATE sessions SET title = ?, metadata_json = ? WHERE id = ?", values)
        return require_session(conn, session.id)

    return store.write(work)


def told(session: Session, title: str | None, metadata: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the ``title`` and ``metadata`` to store when a source gives these: a title given by a person stays."""
    if FORMER not in (session.metadata or {}):
        return {"title": title, "metadata": metadata}
    return {"title": session.title, "metadata": {**(metadata or {}), FORMER: title}}


def tag(store: Store, ref: str, add: Iterable[str] = (), remove: Iterable[str] = ()) -> Session:
    """Add tags to a session, remove others from its whole conversation, and return it.

    Raises NotFound for an unknown session, GagentError for a name that cannot be a tag.
    """
    added, removed = [tags.tag_name(name) for name in add], [tags.tag_name(name) for name in remove]

    def work(conn: sqlite3.Connection) -> Session:
        session = resolve_session(conn, ref)
        tags.remove(conn, lineage(conn, session.id), removed)
        tags.add(conn, session.id, added)
        return require_session(conn, session.id)

    return store.write(work)


def tags_of_all(store: Store) -> dict[str, int]:
    """Return every tag with the number of conversations that have it, the most used first."""
    return tags.counted(store.read())
