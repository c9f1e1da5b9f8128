"""The name and the tags a person gives a session. They stay: what an import or a host calls the session afterwards is
only noted, and none takes a tag away."""

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

LENGTH = 200  # characters
FORMER = "former_title"  # in the metadata of a session that a person has named: what it is called without that


def rename(store: Store, ref: str, title: str | None) -> Session:
    """Call a session ``title``; None gives back the name it has without a person's. Raises NotFound, GagentError."""
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
    """The ``title`` and ``metadata`` of a session whose source says these: a person's name for it stays."""
    if FORMER not in (session.metadata or {}):
        return {"title": title, "metadata": metadata}
    return {"title": session.title, "metadata": {**(metadata or {}), FORMER: title}}


def tag(store: Store, ref: str, add: Iterable[str] = (), remove: Iterable[str] = ()) -> Session:
    """Give a session tags and take others from its whole conversation. Raises NotFound, GagentError."""
    given, taken = [tags.tag_name(name) for name in add], [tags.tag_name(name) for name in remove]

    def work(conn: sqlite3.Connection) -> Session:
        session = resolve_session(conn, ref)
        tags.remove(conn, lineage(conn, session.id), taken)
        tags.add(conn, session.id, given)
        return require_session(conn, session.id)

    return store.write(work)


def tags_of_all(store: Store) -> dict[str, int]:
    """Every tag with how many conversations have it, the most used first."""
    return tags.counted(store.read())
