"""gagent-db's own export (``gagent-db export SESSION --format jsonl``): one or more sessions, without loss."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..coerce import int_or_none, mapping, sequence
from ..errors import GagentError
from ..export import ITEM, MESSAGE, SESSION, USAGE, VERSION, ItemMark
from ..models import MediaRef, NewMessage, ToolCall
from ..paths import normal_project
from ..store.incoming import clean_json, clean_text
from ..store.tags import MOST, tag_name
from ..times import to_iso
from .base import Importer, Item, ParsedMessage, ParsedSession, ToolResult, guarded
from .own_restore import RESTORED, ResultLink, restore_links, restore_marks, restore_sessions
from .sources import Source
from .values import COLUMNS, TOKENS, said, signed_int, text

_STATUSES = ("active", "compacted", "undone")
_TEXTS = ("key", "chat_id", "user_id", "character_id", "title", "parent_session_id", "end_reason", "model")
_TIMES = ("created_at", "ended_at", "archived_at")
_TYPES: dict[str, type | tuple[type, ...]] = {
    "session": dict, "totals": dict, "metadata": dict, "tool_calls": list, "media": list, "tags": list, "content": str,
    "channel": str, "role": str, "status": str, "reasoning": str, "uid": str, "session_id": str,
    "cost_usd": (int, float), **dict.fromkeys({*_TEXTS, *RESTORED} - {*_TIMES}, str), **dict.fromkeys(TOKENS, int),
}  # fmt: skip

_START = re.compile(rb'\s*\{\s*"_type"\s*:\s*"gagent-db\.')  # a program that edits it may add blanks


class OwnExport(Importer):
    name = "gagent-db"
    tells_status = True

    def sniff(self, path: Path, head: bytes) -> bool:
        return _START.match(head) is not None

    def parse(self, source: Source) -> Iterator[Item]:
        return read_back(source.records(), source)


def read_back(records: Iterable[dict[str, Any]], source: Source) -> Iterator[Item]:
    """The items of an export's records. What an import cannot derive is restored when everything is stored."""
    calls = _Calls()
    sessions: dict[str, dict[str, Any]] = {}
    marks: list[ItemMark] = []

    def one(record: dict[str, Any], where: Source) -> list[Item]:
        _check(record, where)
        if record.get("_type") == SESSION:
            return _session(record, where, sessions)
        if record.get("_type") == MESSAGE:
            return _message(record, where, calls)
        if record.get("_type") == ITEM:
            marks.append(_mark(record))
            where.hold()  # until everything is stored
            return []
        where.skip("neither a session, a message nor an open item of an export")
        return []

    for record in records:
        yield from guarded(source, one, record)
    source.when_stored += [
        lambda store, added: restore_sessions(store, sessions, added),
        lambda store, added: restore_links(store, calls.all_links()),
    ]
    if marks:
        source.when_extracted.append(lambda store, added: restore_marks(store, marks, added))


def _check(record: dict[str, Any], source: Source) -> None:
    """Report fields with values that no export would write; the rest of the record is imported."""
    for given in (record, mapping(record.get("session")), mapping(record.get("totals"))):
        for name in _TYPES:
            if name in given and not _fits(name, given[name]):
                source.skip(f"{name}: {type(given[name]).__name__} where another type was expected")
    for name in ("tool_calls", "media"):
        for one in sequence(record.get(name)):
            if not isinstance(one, dict) or not isinstance(one.get("tool_name", one.get("kind")), str):
                source.skip(f"{name}: one of them is not what was exported")


class _Calls:
    """Which result belongs to which call: by the id of the call, or by its place where ids are missing or repeated."""

    def __init__(self) -> None:
        self.links: list[ResultLink] = []
        self.waiting: dict[
            tuple[str, str], tuple[str, ResultLink]
        ] = {}  # (session, result) -> its call, by id and place
        self.seen: set[str] = set()  # ids of calls of the session being read
        self.session: str | None = None

    def take(self, session_id: str, uid: str, calls: list[dict[str, Any]]) -> None:
        if session_id != self.session:
            self.session, self.seen = session_id, set()
        for place, call in enumerate(calls):
            call_id, result = text(call.get("call_id")), text(call.get("result_uid"))
            repeated = call_id in self.seen or (session_id, result) in self.waiting
            link = ResultLink(session_id, uid, place, result)
            if call_id and not repeated:
                self.seen.add(call_id)
                if result:
                    self.waiting[session_id, result] = (call_id, link)
            elif result or repeated:
                self.links.append(link)

    def answered_by(self, session_id: str, uid: str) -> str | None:
        """The id of the call whose result this message is."""
        found = self.waiting.pop((session_id, uid), None)
        return found[0] if found else None

    def all_links(self) -> list[ResultLink]:
        """The links that are left when everything is read, including results before their call or elsewhere."""
        return self.links + [link for _, link in self.waiting.values()]


def _fits(name: str, value: Any) -> bool:
    return value is None or isinstance(value, _TYPES.get(name, object))


def _session(record: dict[str, Any], source: Source, sessions: dict[str, dict[str, Any]]) -> list[Item]:
    if (int_or_none(record.get("version")) or 0) > VERSION:
        source.skip("a session exported by a newer gagent-db")
        return []
    given, totals = mapping(record.get("session")), mapping(record.get("totals"))
    session_id = text(given.get("id"))
    if session_id is None:
        source.skip("a session without an id")
        return []
    known = {name: value for name, value in given.items() if _fits(name, value)}
    known |= clean_json(
        {name: value for name, value in known.items() if name != "metadata"}
    )  # metadata are cleaned later
    known |= {name: to_iso(given.get(name)) for name in _TIMES}
    known["tags"] = _tags(given.get("tags"), source)
    sessions[session_id] = {**known, "totals": {name: COLUMNS[name](totals.get(name)) for name in USAGE}}
    metadata = mapping(given.get("metadata"))
    cwd = text(metadata.get("cwd"))
    values: dict[str, Any] = {name: text(given.get(name)) for name in _TEXTS}
    values.update({name: to_iso(given.get(name)) for name in _TIMES})
    return [
        ParsedSession(
            session_id,
            text(given.get("channel")) or "import",
            cwd=cwd if cwd and normal_project(cwd) == given.get("project") else None,
            metadata=metadata,
            **values,
        )
    ]


def _tags(given: Any, source: Source) -> list[str]:
    """The tags of an export as they are stored."""
    found = []
    for tag in filter(None, map(text, sequence(given))):
        try:
            found.append(tag_name(tag))
        except GagentError as error:
            source.skip(f"tags: {error.message}")
    if len(found) > MOST:
        source.skip(f"tags: a session has {MOST} at most, not {len(found)}")
    return found[:MOST]


def _message(record: dict[str, Any], source: Source, made: _Calls) -> list[Item]:
    session_id, uid = text(record.get("session_id")), text(record.get("uid"))
    if session_id is None or uid is None:
        source.skip("a message without session_id and uid")
        return []
    calls = [mapping(call) for call in sequence(record.get("tool_calls"))]
    status = record.get("status")
    message = NewMessage(
        role=text(record.get("role")) or "user",
        content=said(record.get("content")),
        content_type=text(record.get("content_type")) or "text",
        created_at=to_iso(record.get("created_at")),
        reasoning=text(record.get("reasoning")),
        status=status if status in _STATUSES else "active",
        uid=uid,
        metadata=_metadata(record),
        tool_calls=[_call(call) for call in calls],
        media=[_media(mapping(item)) for item in sequence(record.get("media"))],
        **{name: read(record.get(name)) for name, read in COLUMNS.items()},
    )
    made.take(session_id, uid, calls)
    answered = made.answered_by(session_id, uid)
    items: list[Item] = [ParsedMessage(session_id, message)]
    return [*items, ToolResult(session_id, answered, message_uid=uid)] if answered else items


def _mark(record: dict[str, Any]) -> ItemMark:
    status = "resolved" if record.get("status") == "resolved" else "open"
    return ItemMark(
        clean_text(str(record["session_id"])),
        clean_text(str(record["uid"])),
        clean_text(str(record["value"])),
        status,
        text(record.get("resolved_by_session")),
        text(record.get("resolved_by_uid")),
    )


def _call(call: dict[str, Any]) -> ToolCall:
    return ToolCall(
        text(call.get("tool_name")) or "unknown",
        call.get("arguments"),
        text(call.get("call_id")),
        text(call.get("result_summary")),
        text(call.get("status")),
        signed_int(call.get("exit_code")),
        created_at=to_iso(call.get("created_at")),
    )


def _media(item: dict[str, Any]) -> MediaRef:
    return MediaRef(
        text(item.get("kind")) or "file",
        text(item.get("path")),
        text(item.get("mime_type")),
        text(item.get("sha256")),
        int_or_none(item.get("bytes")),
        _metadata(item),
    )


def _metadata(record: dict[str, Any]) -> dict[str, Any] | None:
    """The metadata as they were; an empty object stays one."""
    value = record.get("metadata")
    return value if isinstance(value, dict) else None


importer = OwnExport()
