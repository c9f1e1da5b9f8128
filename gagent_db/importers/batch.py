"""What importers yield, gathered into rows until there is enough for one transaction. No SQL here."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ..models import MediaRef, NewMessage, ToolCall
from ..paths import normal_project
from ..store.incoming import clean_text, dump_json, result_summary
from ..store.inline import lift, lift_message, lift_value
from ..store.messages import MESSAGE_COLUMNS
from ..store.search_text import search_text
from ..store.titles import title_from
from ..times import now
from .base import Importer, Item, ParsedMessage, ParsedSession, ParsedTitle, ToolResult, Uids
from .sources import Source

ROW_WEIGHT = 400  # bytes a row costs beside its text
_FEW = 1000  # sessions of a source
PART = 500_000  # characters of one message: a longer one is stored in parts, so that no write holds the lock for long

SESSION, ROLE, CONTENT, REASONING, STATUS, UID = (
    MESSAGE_COLUMNS.index(name) for name in ("session_id", "role", "content", "reasoning", "status", "uid")
)
MessageRow = tuple[Any, ...]  # in the order of MESSAGE_COLUMNS
Key = tuple[str, str]  # (session_id, uid)
Compaction = tuple[str, str, Sequence[str]]  # (session_id, uid of the summary, uids it keeps beside it)
CallRow = tuple[str, str, str, ToolCall, str | None]  # session_id, uid and time of the message, call, its arguments
_PLAIN = tuple(
    f.name
    for f in fields(ParsedSession)
    if f.name not in ("id", "metadata", "parent_session_id", "cwd", "continues_uid")
)


@dataclass(slots=True)
class SessionRow:
    """All that a batch says about one session. ``columns`` holds only what the source said."""

    id: str
    source_format: str
    source_path: str
    modified_at: str
    global_uids: bool
    columns: dict[str, Any] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)
    parent: str | None = None
    first_prompt: str | None = None  # the title of a session whose source has none
    last_model: str | None = None


Ranges = dict[str, list[tuple[int, int]]]  # session id -> first and last id of runs of its messages, in order


@dataclass(slots=True, eq=False)
class Reading:
    """One source being read, across batches: which stored messages are its own, and which it still holds."""

    path: str
    format: str
    again: bool = False  # all of it is read once more, so what it no longer holds shows
    resumed: bool = False  # only what was appended is read
    before: int = 0  # the largest id of a message when the reading began
    held: Ranges = field(default_factory=dict)  # the messages that this source brought
    seen: dict[str, array[int]] = field(default_factory=dict)  # read again: session id -> ids in the source's order
    met: set[int] = field(default_factory=set)  # the same ids
    tells_status: bool = False  # see ``Importer``
    old_path: str | None = None  # where the file was before it was moved
    was: str | None = None  # the one session of a renamed file, which may be named after the file
    names: dict[str, str] = field(default_factory=dict)  # id that such a file gives its session now -> its id here
    compactions: list[Compaction] = field(default_factory=list)  # applied when all is in order
    noted: int = 0  # sessions in ``held`` when it was last written down

    def is_due(self, sessions: int) -> bool:
        """Should ``held`` be written down, now that it has this many sessions? It is written whole, so if it has very
        many, not every batch may do it."""
        return sessions <= _FEW or sessions > 1.1 * self.noted


@dataclass(slots=True)
class ImportRow:
    """A row of ``imports``: how far a source has been read."""

    reading: Reading
    session_ids: list[str]
    state: dict[str, Any]
    columns: dict[str, int | float | str | None]  # the others


class Batch:
    """Rows of one transaction. A batch is written once and then thrown away."""

    def __init__(self) -> None:
        self.sessions: dict[str, SessionRow] = {}
        self.messages: list[MessageRow] = []
        self.calls: list[CallRow] = []
        self.media: list[tuple[str, str, MediaRef]] = []
        self.laden: set[Key] = set()  # calls and media are here already: a source may repeat a message
        self.results: dict[tuple[str, str], ToolResult] = {}  # by (session_id, call_id)
        self.updates: list[MessageRow] = []  # messages that may replace a stored one
        self.compactions: list[Compaction] = []
        self.titles: list[tuple[str, str]] = []  # (uid of a message, title of its session)
        self.continued: list[tuple[str, str]] = []  # (session_id, uid of the message it goes on from)
        self.sources: list[ImportRow] = []
        self.parts: list[tuple[Reading, int]] = []  # (source, place in ``messages`` where its messages begin)
        self.weight = 0

    def readings(self) -> Iterator[tuple[Reading, list[MessageRow]]]:
        """The messages of each source in this batch."""
        ends = [*(start for _, start in self.parts[1:]), len(self.messages)]
        for (reading, start), end in zip(self.parts, ends, strict=False):
            yield reading, self.messages[start:end]

    def __bool__(self) -> bool:
        return bool(self.sessions or self.titles or self.sources)


class Collector:
    """Puts the items of one source into batches: cleans them, fills in times, titles and search words.

    ``state`` is what an earlier import of the source left (see ``state()``), if this one goes on where it ended.
    """

    def __init__(
        self, importer: Importer, source: Source, reading: Reading, state: dict[str, Any] | None = None
    ) -> None:
        state = state or {}
        self.importer = importer
        self.source = source
        self.reading = reading
        self._last_session: str | None = None
        self._dated_by_file: set[str] = set(state.get("dated_by_file", ()))  # sessions without any time so far
        self._uids = {name: Uids(uids) for name, uids in state.get("uids", {}).items()}
        self.messages = 0
        self.session_ids: dict[str, None] = {}
        self._times: dict[str, str] = dict(state.get("times", {}))  # of the latest message, or else of the session
        self._titled: set[str] = set()

    def add(self, batch: Batch, item: Item) -> None:
        if self.reading.was or self.reading.names:
            self._as_before(item)
        if isinstance(item, ParsedMessage):
            self._message(batch, item)
        elif isinstance(item, ParsedSession):
            self._session(batch, item)
        elif isinstance(item, ParsedTitle):
            batch.titles.append((clean_text(item.uid), " ".join(clean_text(item.title).split())))
            batch.weight += ROW_WEIGHT
        else:
            self._result(batch, item)

    def state(self) -> dict[str, Any]:
        last = self._last_session
        return {
            "times": {last: self._times[last]} if last else {},
            "dated_by_file": list(self._dated_by_file & {last}),
            "uids": {name: uids.state for name, uids in self._uids.items()},
            **({"names": self.reading.names} if self.reading.names else {}),
        }

    def _as_before(self, item: Item) -> None:
        """Give the item of a renamed file the session it had before, even if sessions are named after files."""
        names, was = self.reading.names, self.reading.was
        if isinstance(item, ParsedSession):
            if was and item.id != was:
                names[item.id] = was
            if item.id in names:
                item.id, item.key, item.chat_id = names[item.id], None, None
            self.reading.was = None
        elif not isinstance(item, ParsedTitle):
            item.session_id = names.get(item.session_id, item.session_id)

    def _row(self, batch: Batch, session_id: str) -> SessionRow:
        row = batch.sessions.get(session_id)
        if row is None:
            self.session_ids[session_id] = None
            row = batch.sessions[session_id] = SessionRow(
                session_id,
                self.importer.name,
                str(self.source.shown or self.source.path),
                self.source.modified_at or now(),
                self.importer.global_uids,
            )
        return row

    def _session(self, batch: Batch, parsed: ParsedSession) -> None:
        row = self._row(batch, clean_text(parsed.id))
        self.session_ids[row.id] = None  # also when another source of this batch has brought the session
        for name in _PLAIN:
            value = getattr(parsed, name)
            if value is not None:
                row.columns[name] = clean_text(value) if isinstance(value, str) else value
        if parsed.cwd:
            row.metadata["cwd"] = clean_text(parsed.cwd)
            row.columns["project"] = normal_project(row.metadata["cwd"])
        if parsed.parent_session_id:
            row.parent = clean_text(parsed.parent_session_id)
        if parsed.continues_uid:
            batch.continued.append((row.id, clean_text(parsed.continues_uid)))
        row.metadata.update(lift_value(parsed.metadata, []))
        if parsed.title:
            row.columns["title"] = " ".join(row.columns["title"].split())
            self._titled.add(row.id)
        if parsed.created_at:
            self._times.setdefault(row.id, parsed.created_at)
            self._dated_by_file.discard(row.id)
        batch.weight += ROW_WEIGHT

    def _message(self, batch: Batch, parsed: ParsedMessage) -> None:
        message = parsed.message
        same = parsed.session_id == self._last_session
        session_id = parsed.session_id if same else clean_text(parsed.session_id)
        row = self._row(batch, session_id)
        content = clean_text(message.content)
        if created_at := message.created_at:
            self._dated_by_file.discard(session_id)
        else:
            created_at = self._inherited(session_id, row, message)
        self._times[session_id] = created_at
        self._last_session = session_id
        if message.uid:
            uid = clean_text(message.uid)
        else:
            uid = self._uids.setdefault(session_id, Uids()).make(message.role, content, message.created_at)
        values = _values(session_id, uid, message, content, created_at)
        if not batch.parts or batch.parts[-1][0] is not self.reading:
            batch.parts.append((self.reading, len(batch.messages)))
        batch.messages.append(values)
        if parsed.update:
            batch.updates.append(values)
        if parsed.compacts:
            (self.reading if self.reading.again else batch).compactions.append((session_id, uid, parsed.keeps))
        if (message.tool_calls or message.media) and (session_id, uid) not in batch.laden:
            self._attach(batch, (session_id, uid), message, created_at)
        batch.weight += ROW_WEIGHT + len(content) + (len(message.reasoning) if message.reasoning else 0)
        self.messages += 1
        if message.status != "undone":
            if message.model:
                row.last_model = clean_text(message.model)
            if message.role == "user" and session_id not in self._titled:
                self._entitle(row, message, content)

    @staticmethod
    def _attach(batch: Batch, key: Key, message: NewMessage, created_at: str) -> None:
        """Put the calls and media of a message into the batch."""
        batch.laden.add(key)
        for call in message.tool_calls:
            arguments = dump_json(call.arguments)
            batch.calls.append((*key, created_at, call, arguments))
            batch.weight += ROW_WEIGHT + (len(arguments) if arguments else 0)
        batch.media.extend((*key, ref) for ref in message.media)

    def _entitle(self, row: SessionRow, message: NewMessage, content: str) -> None:
        """Name a session without a title after a prompt, if that says something."""
        if message.content_type in ("text", "media", "command") and (title := title_from(content)):
            row.first_prompt = row.first_prompt or title  # another file of the session may have come before
            self._titled.add(row.id)

    def _inherited(self, session_id: str, row: SessionRow, message: NewMessage) -> str:
        """The time of the message before, or of the session; else that of the file, and the metadata say so."""
        earlier = self._times.get(session_id)
        if earlier and session_id not in self._dated_by_file:
            return earlier
        self._dated_by_file.add(session_id)
        message.metadata = {**(message.metadata or {}), "time_from": "file"}
        return row.modified_at

    def _result(self, batch: Batch, result: ToolResult) -> None:
        result.session_id = clean_text(result.session_id)
        result.call_id = clean_text(result.call_id)
        result.message_uid = result.message_uid and clean_text(result.message_uid)
        if result.summary is not None:
            result.summary = result_summary(lift(clean_text(result.summary), []), stands=result.message_uid is not None)
        self._row(batch, result.session_id)
        known = batch.results.setdefault((result.session_id, result.call_id), result)
        if known is not result and known.message_uid in (None, result.message_uid):
            for name in ("summary", "status", "exit_code", "message_uid"):
                if getattr(result, name) is not None:
                    setattr(known, name, getattr(result, name))
        batch.weight += ROW_WEIGHT // 2


def parts_of(item: Item) -> Iterable[Item]:
    """The item without inline media, or the messages that a very long one is stored as."""
    if not isinstance(item, ParsedMessage):
        return (item,)
    lift_message(item.message)
    return _parts(item) if len(item.message.content) > PART else (item,)


def _parts(parsed: ParsedMessage) -> Iterator[ParsedMessage]:
    """Cut a message at ends of lines or words; the first part gets everything that is not text."""
    message = parsed.message
    pieces = list(_pieces(message.content))
    for number, piece in enumerate(pieces, 1):
        place = {"part": number, "parts": len(pieces)}
        if number == 1:
            first = replace(message, content=piece, metadata={**(message.metadata or {}), **place})
            yield replace(parsed, message=first)
            continue
        part = NewMessage(
            message.role, piece, message.content_type, message.provider, message.model, message.created_at,
            status=message.status, uid=message.uid and f"{message.uid}#{number}", metadata=dict(place),
        )  # fmt: skip
        yield replace(parsed, message=part, compacts=False)


def _pieces(content: str) -> Iterator[str]:
    start = 0
    while len(content) - start > PART:
        end = start + PART
        cut = max(content.rfind(mark, end - PART // 10, end) for mark in "\n ")
        end = end if cut < 0 else cut + 1
        yield content[start:end]
        start = end
    yield content[start:]


def _values(session_id: str, uid: str, message: NewMessage, content: str, created_at: str) -> MessageRow:
    provider, model, reasoning, metadata = message.provider, message.model, message.reasoning, message.metadata
    kind = message.content_type
    return (
        session_id, clean_text(message.role) or "user", content, kind if kind == "text" else clean_text(kind) or "text",
        clean_text(provider) if provider else None, clean_text(model) if model else None, created_at,
        message.input_tokens, message.output_tokens, message.cache_read_tokens, message.cache_write_tokens,
        message.cost_usd, clean_text(reasoning) if reasoning else None, message.status, uid, search_text(content),
        None if metadata is None else dump_json(metadata),
    )  # fmt: skip
