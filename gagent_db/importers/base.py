"""What an importer is, and what it yields.

An importer turns one source (a file) into a stream of plain values: ``ParsedSession``, ``ParsedMessage`` and
``ToolResult``. It writes nothing itself. It may yield the same session or message as often as it likes:
sessions are merged by ``id``, messages by ``(session_id, uid)``.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from ..errors import GagentError, os_reason
from ..models import NewMessage

if TYPE_CHECKING:
    from .sources import Source

Kind = Literal["lines", "whole", "database"]


@dataclass(slots=True)
class ParsedSession:
    """A session as its source describes it. None means "the source does not say".

    ``id`` is the source's own id where that is unique in the world (a UUID), else ``stable_id(...)``.
    Yielded again with the same id, later values replace earlier ones, None replaces nothing, and
    ``metadata`` is merged key by key. Times go through ``gagent_db.times.to_iso``.
    """

    id: str
    channel: str
    key: str | None = None  # "channel:chat_id" of a live chat; left to the newest session that claims it
    chat_id: str | None = None
    user_id: str | None = None
    character_id: str | None = None
    title: str | None = None  # the source's own title; without one the first real prompt is taken
    parent_session_id: str | None = None  # may arrive before or after its parent, or never
    created_at: str | None = None  # else the time of the first message, else of the file
    ended_at: str | None = None
    continues_uid: str | None = None  # uid of the message, in another session, after which a compaction went on here
    end_reason: str | None = None  # 'compression', 'branch', 'subagent', 'new', or the source's own word
    model: str | None = None  # else the model of the latest message that names one
    cwd: str | None = None  # the raw working directory: kept in metadata, normalised into ``project``
    archived_at: str | None = None
    # Totals, only when the source counts per session and its messages carry no usage of their own.
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_tokens: int | None = None
    cache_write_tokens: int | None = None
    cost_usd: float | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class ParsedMessage:
    """A message of a session that has been yielded before it.

    ``message.uid`` is the source's own id, else a stable hash (see ``Uids``). ``message.created_at`` may be
    None: it inherits the time of the message before it. The result of a tool is a message of role ``tool``,
    followed by a ``ToolResult`` that names its uid.
    """

    session_id: str
    message: NewMessage
    update: bool = False  # the source rewrites messages in place: a stored one that differs is brought up to date
    compacts: bool = False  # this message replaces all before it in the agent's context: they become 'compacted'
    keeps: Sequence[str] = ()  # but not these (uids)


@dataclass(slots=True)
class ToolResult:
    """The outcome of a tool call that was yielded earlier, now or in an earlier import.

    ``summary`` is cut to ``SUMMARY_CHARS``; ``status`` is 'success', 'error' or the source's own word. A later result
    of the same message replaces this one; another message that answers the call changes nothing.
    """

    session_id: str
    call_id: str
    summary: str | None = None
    status: str | None = None
    exit_code: int | None = None
    message_uid: str | None = None


@dataclass(slots=True)
class ParsedTitle:
    """A title for whichever session holds the message ``uid``, here or in another source."""

    uid: str
    title: str


Item = ParsedSession | ParsedMessage | ToolResult | ParsedTitle

SUMMARY_CHARS = 500
OWN_FORMATS = frozenset({"gagent-db", "gagent-database"})  # copies of what came from elsewhere


@dataclass(frozen=True, slots=True)
class Skip:
    """Something that could not be taken, and where. ``line`` counts from 1; None concerns the whole file."""

    path: str
    line: int | None
    reason: str
    torn: bool = False  # the unfinished last line of a file that is being written: read again next time

    def to_dict(self) -> dict[str, Any]:
        return {"path": self.path, "line": self.line, "reason": self.reason}


class Importer(ABC):
    """Base class of every format. A module in this package exposes one instance as ``importer``."""

    name: ClassVar[str]  # what ``--format`` takes and ``sessions.source_format`` holds

    # How a changed source is read again.
    # lines: appended lines only, from the saved offset and ``source.state``; a rewritten file from the start.
    # whole: from the start, with an empty state.
    # database: from the start, but ``source.state`` is kept (a cursor, for instance).
    kind: ClassVar[Kind] = "whole"

    # For a database: a session that is yielded is yielded whole, so a message that is missing from it is gone.
    whole_sessions: ClassVar[bool] = False

    # Ids of messages are unique in the world: a copy under another session (a resumed conversation) is dropped
    # and the other session becomes this one's parent. Only for ids of at least 36 characters (a UUID has 36).
    global_uids: ClassVar[bool] = False

    # Where session ids come from: the source or, in a format without ids, the name of the file or the beginning of the
    # conversation. When these change, a session is recognised by its messages (see ``continued``).
    named_by: ClassVar[Literal["id", "file", "beginning"]] = "id"

    # The agent shortens its file from the front when it compacts a conversation: messages missing there become
    # compacted, not undone.
    trims: ClassVar[bool] = False

    # The source itself states the status of each message: one that was taken back or compacted there since then becomes
    # so here, too.
    tells_status: ClassVar[bool] = False

    # Read only when a person names the file (or has named it before), not when it is met in a folder.
    only_named: ClassVar[bool] = False

    # Bytes that files of this format begin with, and files of no other format: they decide before ``sniff`` is asked.
    begins: ClassVar[bytes | None] = None

    @abstractmethod
    def sniff(self, path: Path, head: bytes) -> bool:
        """Does this file have the format? ``head`` is its first 64 KiB, without a leading byte order mark and blanks.

        Decide by content, never raise."""

    def discover(self) -> Iterable[Path]:
        """Files and folders where this format lives on this machine. They need not exist."""
        return ()

    def companions(self, path: Path) -> Iterable[Path]:
        """Further files or folders whose change means that ``path`` has changed (a ``-wal`` file)."""
        return ()

    def names(self, source: Source) -> Iterator[str]:
        """The ids of the sessions in the source as ``parse`` gives them, in a format that derives ids from the content.

        A session that has grown since the last import has another id; comparing both lists tells which one it was.
        """
        return iter(())

    @abstractmethod
    def parse(self, source: Source) -> Iterator[Item]:
        """Yield what is in the source, in order, without holding all of it in memory.

        Report what cannot be read with ``source.skip(reason)`` and go on. An exception ends this source
        (it is reported, what was yielded before stays); raise GagentError for a reason people understand.
        """


class LineImporter(Importer):
    """A format of one JSON object a line: a line that breaks the parser is reported, the next one is read."""

    kind: ClassVar[Kind] = "lines"

    def parse(self, source: Source) -> Iterator[Item]:
        for record in source.records():
            yield from guarded(source, self.record, record)
        yield from self.finish(source)

    @abstractmethod
    def record(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        """The items of one line. What must survive until the next line (or run) belongs in ``source.state``."""

    def finish(self, source: Source) -> Iterable[Item]:
        """After the last line that is there now; more may follow in a later run."""
        return ()


# What a parser raises when a value has an unexpected type.
SHAPE_ERRORS = (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError, OverflowError)


def why(error: Exception) -> str:
    """Why a source cannot be read to its end, for a person."""
    if isinstance(error, GagentError):
        return error.message
    if isinstance(error, OSError):
        return os_reason(error)
    if isinstance(error, MemoryError):
        return "not enough memory to read it"
    return f"cannot be read: {type(error).__name__}: {str(error)[:160]}"


def guarded(source: Source, parse: Any, value: Any) -> list[Item]:
    """``list(parse(value, source))``; a value of an unexpected shape is skipped and reported instead.

    Nothing vanishes: a value that yields no items and is neither skipped, passed over nor held is reported too.
    """
    told = source.told
    try:
        items = parse(value, source)
        found: list[Item] = items if type(items) is list else list(items)
    except GagentError as error:
        source.skip(error.message)
        return []
    except SHAPE_ERRORS as error:
        source.skip(f"unexpected content ({type(error).__name__}: {str(error)[:120]})")
        return []
    if not found and source.told == told:
        source.skip("nothing in it that is known here")
    return found


def guarded_at(place: str, source: Source, parse: Any, value: Any) -> list[Item]:
    """``guarded`` for a value without a line number: reports name its place in the source instead."""
    before, source.place = source.place, place
    try:
        return guarded(source, parse, value)
    finally:
        source.place = before


def stable_id(*parts: object) -> str:
    """A short id that is the same every time for the same parts: 32 hexadecimal digits."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        encoded = str(part).encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(encoded))
        digest.update(encoded)
    return digest.hexdigest()


class Uids:
    """Message ids for sources that have none: a hash of role, time and text.

    Equal messages of the same moment are numbered, messages without a time carry their position. Keep the
    instance in step with the source by storing ``state`` in ``source.state``.
    """

    def __init__(self, state: dict[str, Any] | None = None) -> None:
        self.state: dict[str, Any] = state if state is not None else {}

    def make(self, role: str, content: str, time: object) -> str:
        if time is None:
            position = self.state["position"] = self.state.get("position", 0) + 1
            return stable_id(role, content, position)
        uid = stable_id(role, time, content)
        if self.state.get("time") != str(time):
            self.state.update(time=str(time), seen={})
        count = self.state["seen"][uid] = self.state["seen"].get(uid, 0) + 1
        return uid if count == 1 else f"{uid}-{count}"
