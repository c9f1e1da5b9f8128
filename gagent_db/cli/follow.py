"""``show --follow``: a conversation as it goes on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import GagentError
from ..models import Message, Session
from ..store import messages as messages_store
from ..store import sessions as sessions_store
from ..store.database import Store
from .common import say

_EVERY = 0.3  # seconds between looks; where nothing was written a look costs next to nothing


def follow(store: Store, session: Session, last: int) -> Iterator[tuple[Session, list[Message]]]:
    """What is said in a conversation after the message with the id ``last``, as it comes, with its session.

    Goes on in the session that continues it, and in that of a chat's next conversation. The transcript it comes from
    is imported as it grows. Never ends.
    """
    key, seen = session.key, None
    read = {session.id: last}
    with _imported(store, session):
        while True:
            version = store.read().execute("PRAGMA data_version").fetchone()[0]
            if version != seen:
                seen = version
                for found in _from(store, session, key):
                    session = found
                    if said := messages_store.history(store, session.id, after=read.get(session.id, 0)):
                        read[session.id] = said[-1].id
                        yield session, said
            time.sleep(_EVERY)


def _from(store: Store, session: Session, key: str | None) -> list[Session]:
    """The session and what continues it, then the one that has the key by now, but for what came before it."""
    line = sessions_store.lineage(store.read(), session.id)
    refs = [*line[line.index(session.id) :], *([key] if key else [])]
    found = (sessions_store.get_session(store, ref) for ref in refs)
    before = line[: line.index(session.id)]
    return list({one.id: one for one in found if one and one.id not in before}.values())


@contextmanager
def _imported(store: Store, session: Session) -> Iterator[None]:
    """Brings in what its agent writes meanwhile, where that is a file (still there)."""
    from ..importers.watch import watch

    source = Path(session.source_path or "")
    if not session.source_path or not source.exists():
        yield
        return
    stop = threading.Event()

    def work() -> None:
        try:
            watch(store, [source], stop)
        except GagentError as error:
            say(f"Not followed: {error}", err=True)

    thread = threading.Thread(target=work, name="gagent-follow", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(5)
