"""``show --follow``: a conversation while it goes on."""

from __future__ import annotations

import os
import select
import stat
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ..errors import GagentError
from ..models import Message, Session, ToolCall
from ..store import messages as messages_store
from ..store import sessions as sessions_store
from ..store.database import Store
from .common import say

_EVERY = 0.3  # seconds between looks; one costs next to nothing if nothing was written
_WATCHED = 20  # messages, the last ones, that may still change: a reply is written piece by piece, a prompt corrected
GOES_ON, CHANGED = "goes on", "changed"

Said = tuple[Message, Message | None]  # a message, and its earlier state if it was printed before


def follow(store: Store, session: Session, last: int, shown: Sequence[Message]) -> Iterator[tuple[Session, list[Said]]]:
    """Yield what is said in a conversation after the message with the id ``last``, as it comes, with its session.
    Messages of ``shown``, or new ones, that change come again.

    Follows into the session that continues it, and into a chat's next conversation. Its transcript is imported as it
    grows. Never ends; raises BrokenPipeError when nobody reads the output any more.
    """
    key, seen = session.key, None
    read = {session.id: last}
    watched = {message.id: message for message in shown}
    with _imported(store, session):
        while True:
            version = store.read().execute("PRAGMA data_version").fetchone()[0]
            if version != seen:
                seen = version
                changed, gone = _changed(store, watched)
                if changed:
                    yield session, changed
                for found in _from(store, session, key):
                    session = found
                    if said := messages_store.history(store, session.id, after=read.get(session.id, 0)):
                        read[session.id] = said[-1].id
                        watched |= {message.id: message for message in said}
                        yield session, [(message, _taken_place_of(gone, message)) for message in said]
                for old in list(watched)[:-_WATCHED]:
                    del watched[old]
            _wait()


def _changed(store: Store, watched: dict[int, Message]) -> tuple[list[Said], list[Message]]:
    """The messages that changed, and those that are gone; brings ``watched`` up to date."""
    now = messages_store.get_messages(store.read(), list(watched))
    changed: list[Said] = [
        (now[number], was) for number, was in watched.items() if number in now and now[number] != was
    ]
    watched |= {message.id: message for message, _ in changed}
    return changed, [watched.pop(number) for number in list(watched) if number not in now]


def _taken_place_of(gone: list[Message], message: Message) -> Message | None:
    """Which of the gone messages a new one replaces: a host that saves a whole chat writes changed messages anew."""
    for was in gone:
        if (was.role, was.created_at) == (message.role, message.created_at):
            gone.remove(was)
            return was
    return None


def added(message: Message, was: Message) -> tuple[Message | None, str]:
    """The new part of a message, or None; all of it unless it was only continued."""
    if not message.content.startswith(was.content):
        return message, CHANGED
    said = {_call(call) for call in was.tool_calls}
    files = {(ref.kind, ref.path, ref.sha256) for ref in was.media}
    more = replace(
        message,
        content=message.content.removeprefix(was.content).lstrip("\n"),
        tool_calls=tuple(call for call in message.tool_calls if _call(call) not in said),
        media=tuple(ref for ref in message.media if (ref.kind, ref.path, ref.sha256) not in files),
    )
    return more if more.content or more.tool_calls or more.media else None, GOES_ON


def _call(call: ToolCall) -> str:
    """What was called, without its outcome, which comes later in the message of its result."""
    return f"{call.tool_name} {call.arguments!r}"


def _wait() -> None:
    """Wait until the next look. Raises BrokenPipeError as soon as the reader of a pipe (head) has gone."""
    pipe = _pipe()
    if pipe is None:
        time.sleep(_EVERY)
        return
    poll = select.poll()
    # An event that never comes: polled for nothing, macOS does not report the end of a pipe.
    poll.register(pipe, select.POLLRDBAND)
    if poll.poll(_EVERY * 1000):
        raise BrokenPipeError


def _pipe() -> int | None:
    """The standard output, if it is a pipe that can be watched."""
    try:
        output = sys.stdout.fileno()
        kind = os.fstat(output).st_mode
    except OSError:  # not a real file
        return None
    return output if hasattr(select, "poll") and (stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind)) else None


def _from(store: Store, session: Session, key: str | None) -> list[Session]:
    """The session and what continues it, then the session that has the key now, except what came before it."""
    line = sessions_store.lineage(store.read(), session.id)
    refs = [*line[line.index(session.id) :], *([key] if key else [])]
    found = (sessions_store.get_session(store, ref) for ref in refs)
    before = line[: line.index(session.id)]
    return list({one.id: one for one in found if one and one.id not in before}.values())


@contextmanager
def _imported(store: Store, session: Session) -> Iterator[None]:
    """Import what the agent writes meanwhile, if the session comes from a file that is still there."""
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
