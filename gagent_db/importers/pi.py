"""pi: ``~/.pi/agent/sessions/--<folder>--/<time>_<sessionId>.jsonl``, a header and one entry a line.

Entries are a tree: ``{"type", "id", "parentId", "timestamp"}``. The last one written is where the conversation stands;
a person who goes back to an earlier entry (``/tree``) takes back everything that is not on the way from there to the
beginning. Entries of the first version have no ids and follow one another; a newer pi that opens such a file writes it
anew, with ids. A fork is a file that begins with a copy of the entries before.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..coerce import float_or_none, int_or_none, mapping
from ..models import NewMessage, ToolCall
from ..times import to_iso
from .base import Item, LineImporter, ParsedMessage, ParsedSession, guarded, stable_id
from .sources import Source, head_records
from .values import message, rest, result, said, signed_int, text, tool_call, unexpected, words_and_media

_EXIT = re.compile(r"Command exited with code (-?\d{1,10})\s*\Z")
_ENTRY = {"type", "id", "parentId", "timestamp", "message"}
_SPOKEN = {"role", "content", "timestamp", "api", "provider", "model", "usage", "responseId", "thinkingSignature"}
_OUTCOME = {"role", "content", "timestamp", "toolCallId", "toolName", "isError"}
_RUN = {"role", "command", "output", "exitCode", "timestamp"}
_BOOKKEEPING = {"model_change", "thinking_level_change", "label", "custom"}


class Pi(LineImporter):
    name = "pi"
    global_uids = True

    def sniff(self, path: Path, head: bytes) -> bool:
        return is_transcript(head) and not of_openclaw(path)

    def discover(self) -> Iterable[Path]:
        base = Path(os.environ.get("PI_CODING_AGENT_DIR") or "~/.pi/agent").expanduser()
        return (Path(os.environ.get("PI_CODING_AGENT_SESSION_DIR") or base / "sessions").expanduser(),)

    def record(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        kind = text(record.get("type"))
        if kind == "session":
            yield from self._header(record, source)
            return
        _follow(record, source)
        if kind is None:
            source.skip("no entry type")
        elif "session" not in source.state:
            source.skip(f"{kind} before the header of a session")
        else:
            yield from self._entry(kind, _as_first_read(record, source), source)

    def finish(self, source: Source) -> Iterable[Item]:
        yield from _judged(source, self.record)

    def _header(self, record: dict[str, Any], source: Source) -> Iterator[ParsedSession]:
        session_id = text(record.get("id"))
        if session_id is None:
            source.skip("header without the id of a session")
            return
        source.state["session"] = session_id
        source.state.pop("leaf", None)
        if last := source.earlier.get("unnamed"):
            source.state["unnamed"] = last
        parent = text(record.get("parentSession"))
        yield ParsedSession(
            session_id,
            self.name,
            created_at=to_iso(record.get("timestamp")),
            cwd=text(record.get("cwd")),
            parent_session_id=session_in(parent) if parent else None,
            end_reason="branch" if parent else None,
            metadata={
                **rest(record, {*_ENTRY, "version", "cwd", "parentSession"}),
                **rest({"lineage": "branch" if parent else None}),
                **unexpected(record, texts=["cwd", "parentSession"]),
            },
        )

    def _entry(self, kind: str, record: dict[str, Any], source: Source) -> Iterable[Item]:
        if kind == "message":
            yield from self._message(record, source)
        elif kind == "compaction":
            yield from _compaction(record, source)
        elif kind == "branch_summary":
            yield from _told(record, record.get("summary"), "summary", source)
        elif kind == "custom_message":
            yield from _told(record, record.get("content"), "meta", source)
        elif kind == "session_info" and (name := text(record.get("name"))):
            yield ParsedSession(source.state["session"], self.name, title=name)
        elif kind in _BOOKKEEPING or kind == "session_info":
            source.pass_over(kind)
        else:
            source.skip(f"unknown entry type {kind[:40]!r}")

    def _message(self, record: dict[str, Any], source: Source) -> Iterable[Item]:
        given = mapping(record.get("message"))
        role = text(given.get("role"))
        if role in ("compactionSummary", "branchSummary"):
            yield from _told(record, given.get("summary"), "summary", source)
        elif role in ("custom", "hookMessage"):
            yield from _told(record, given.get("content"), "meta", source)
        elif role == "bashExecution":
            yield from _run(record, given, source)
        elif role == "toolResult":
            yield from _outcome(record, given, source)
        elif role == "assistant":
            yield ParsedMessage(source.state["session"], _answer(record, given, source))
        elif role == "user":
            yield ParsedMessage(source.state["session"], self.prompt(record, given))
        else:
            source.skip(f"message of an unknown role {said(role)[:40]!r}")

    def prompt(self, record: dict[str, Any], given: dict[str, Any]) -> NewMessage:
        """What the person said."""
        words, media = words_and_media(_blocks(given.get("content")))
        return message(
            "user", words, uid=_uid(record), at=_time(record), media=media, metadata=_rest(record, given, _SPOKEN)
        )


def is_transcript(head: bytes) -> bool:
    """Does a file begin like a transcript of pi?"""
    if b'"session"' not in head[:512]:
        return False
    first = next(iter(head_records(head)), {})
    return first.get("type") == "session" and isinstance(first.get("id"), str) and "cwd" in first


def of_openclaw(path: Path) -> bool:
    """Is the transcript where OpenClaw keeps its own?"""
    return ".openclaw" in path.parts or path.with_name("sessions.json").is_file()


def session_in(path: str) -> str:
    """The session id in a transcript's name."""
    return Path(path.replace("\\", "/")).name.split(".jsonl")[0].rpartition("_")[2]


# -- the tree ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Entry:
    """An entry of the tree: the one it goes on from, and for a compaction the first one that it keeps."""

    parent: str | None
    place: int  # the byte where its line begins
    compacts: bool
    kept: str | None


_Tree = dict[str, _Entry]  # by id, in the order of the file


def _follow(record: dict[str, Any], source: Source) -> None:
    """Notice an entry that does not go on from the one before it, and one that takes the place of others."""
    leaf = source.state.get("leaf")
    goes_on = leaf is None or record.get("parentId", leaf) == leaf
    if _compacts(record) or not goes_on:
        source.state["changed"] = True
    source.state["leaf"] = _place(record, source)[1]


def _compacts(record: dict[str, Any]) -> bool:
    return record.get("type") == "compaction" and text(record.get("summary")) is not None


def _judged(source: Source, read: Callable[[dict[str, Any], Source], Iterable[Item]]) -> Iterator[ParsedMessage]:
    """The messages that became undone, compacted or active again through the lines read now."""
    begun = source.state.get("judged", 0)
    source.state["judged"] = source.offset
    if not source.state.pop("changed", False):
        return
    trees = _trees(source)
    now = {session: _statuses(tree) for session, tree in trees.items()}
    was = {session: _statuses(_until(begun, tree)) for session, tree in trees.items()}
    anew = bool(source.earlier) and not begun  # stored entries may have any status
    again = source.before()
    again.earlier = source.state
    for record in again.records():
        session, entry = _place(record, again)
        status = now.get(session, {}).get(entry, "active")
        if record.get("type") != "session" and not anew and status == was.get(session, {}).get(entry, "active"):
            continue
        for item in guarded(again, read, record):
            if isinstance(item, ParsedMessage):
                item.message.status = status
                yield replace(item, update=True)


def _place(record: dict[str, Any], source: Source) -> tuple[str, str]:
    """The session and the id of an entry; one without an id is named after its line."""
    return source.state.get("session") or "", text(record.get("id")) or f"line {source.line}"


def _trees(source: Source) -> dict[str, _Tree]:
    """The entries of each session in the file. An entry whose parent is not named, or cannot be read, goes on from the
    one before it: nobody went back then."""
    again, trees, before = source.before(), dict[str, _Tree](), None
    for record in again.records():
        if record.get("type") == "session":
            again.state["session"], before = text(record.get("id")) or again.state.get("session"), None
            continue
        session, entry = _place(record, again)
        tree, parent = trees.setdefault(session, {}), text(record.get("parentId"))
        if "parentId" not in record or (parent is not None and parent not in tree):
            parent = before
        tree.setdefault(entry, _Entry(parent, again.offset, _compacts(record), text(record.get("firstKeptEntryId"))))
        before = entry
    return trees


def _until(end: int, tree: _Tree) -> _Tree:
    return {name: entry for name, entry in tree.items() if entry.place < end}


def _statuses(tree: _Tree) -> dict[str, str]:
    """Entries off the way from the last entry to the beginning are undone. Those on it before the latest compaction are
    compacted, except those it keeps."""
    found = dict.fromkeys(tree, "undone")
    entry = next(reversed(tree), None)
    before: list[str] | None = None  # the compaction
    kept = None
    while entry is not None and found[entry] == "undone":
        found[entry] = "active"
        if before is not None:
            before.append(entry)
        elif tree[entry].compacts:
            before, kept = [], tree[entry].kept
        entry = tree[entry].parent
    if before:
        found |= dict.fromkeys(before[before.index(kept) + 1 :] if kept in before else before, "compacted")
    return found


# -- entries -------------------------------------------------------------------------------------------


def _as_first_read(record: dict[str, Any], source: Source) -> dict[str, Any]:
    """An entry without an id if it had none when it was read first: the newest such entry is noted by its time."""
    at, last = to_iso(_time(record)), source.state.get("unnamed")
    if text(record.get("id")) is None:
        source.state["unnamed"] = max(filter(None, (at, last)), default=None)
        return record
    if at is None or last is None or at > last:
        return record
    return {name: value for name, value in record.items() if name != "id"}


def _uid(record: dict[str, Any]) -> str:
    """A uid that is the same in every copy of an entry; an entry's id is unique only in its session."""
    content = record.get("message", [record.get(name) for name in ("type", "summary", "content")])
    return f"{text(record.get('id')) or 'entry'}-{stable_id(record.get('timestamp'), content)}"


def _time(record: dict[str, Any]) -> object:
    return record.get("timestamp") or mapping(record.get("message")).get("timestamp")


def _rest(record: dict[str, Any], given: dict[str, Any], taken: set[str]) -> dict[str, Any]:
    return {**rest(record, _ENTRY), **rest(given, taken)}


def _blocks(content: Any) -> Any:
    """Content, with pictures in the shape that other agents write."""
    return [_block(block) for block in content] if isinstance(content, list) else said(content)


def _block(block: Any) -> Any:
    if not isinstance(block, dict) or block.get("type") != "image":
        return block
    if not isinstance(block.get("data"), str):
        return said(block)
    return {"type": "image", "source": {"data": block["data"], "media_type": block.get("mimeType")}}


def _answer(record: dict[str, Any], given: dict[str, Any], source: Source) -> NewMessage:
    blocks = given.get("content")
    spoken: list[Any] = []
    thoughts: list[str] = []
    calls: list[ToolCall] = []
    for given_block in blocks if isinstance(blocks, list) else [said(blocks)]:
        block = mapping(given_block)
        if block.get("type") == "thinking" and isinstance(block.get("thinking"), str):
            thoughts.append(said(block["thinking"]))
        elif block.get("type") == "toolCall":
            calls.append(_call(block))
        else:
            spoken.append(given_block)
    words, media = words_and_media(_blocks(spoken))
    metadata = _rest(record, given, _SPOKEN)
    if metadata.get("stopReason") in ("stop", "toolUse"):
        del metadata["stopReason"]
    used = mapping(given.get("usage"))
    return message(
        "assistant",
        words,
        uid=_uid(record),
        at=_time(record),
        media=media,
        reasoning="\n\n".join(filter(None, thoughts)) or None,
        provider=text(given.get("provider")),
        model=text(given.get("model")),
        tool_calls=calls,
        input_tokens=int_or_none(used.get("input")),
        output_tokens=int_or_none(used.get("output")),
        cache_read_tokens=int_or_none(used.get("cacheRead")),
        cache_write_tokens=int_or_none(used.get("cacheWrite")),
        cost_usd=float_or_none(mapping(used.get("cost")).get("total")),
        metadata={**metadata, **unexpected(given, texts=["provider", "model"], objects=["usage"])},
    )


def _call(block: dict[str, Any]) -> ToolCall:
    name = text(block.get("name"))
    return tool_call(name, block.get("arguments") if name else block, block.get("id"))


def _outcome(record: dict[str, Any], given: dict[str, Any], source: Source) -> Iterator[Item]:
    """The answer of a tool; for a failed command it ends with the exit code."""
    words, media = words_and_media(_blocks(given.get("content")))
    code = int(match[1]) if given.get("toolName") == "bash" and (match := _EXIT.search(words)) else None
    failed = given.get("isError") if isinstance(given.get("isError"), bool) else None
    metadata = {
        **_rest(record, given, _OUTCOME),
        **rest({"isError": None if isinstance(failed, bool) else given.get("isError")}),
    }
    answer = message("tool", words, uid=_uid(record), at=_time(record), media=media, metadata=metadata)
    yield from result(source.state["session"], given.get("toolCallId"), answer, failed=failed, exit_code=code)


def _run(record: dict[str, Any], given: dict[str, Any], source: Source) -> Iterator[Item]:
    """A command that the person ran (``!ls``), and its output."""
    session_id, uid, at = source.state["session"], _uid(record), _time(record)
    call = tool_call("bash", {"command": given.get("command")}, uid)
    yield ParsedMessage(session_id, message("user", uid=uid, at=at, tool_calls=[call]))
    code = signed_int(given.get("exitCode"))
    metadata = {**_rest(record, given, _RUN), **rest({"exitCode": given.get("exitCode") if code is None else None})}
    output = message("tool", said(given.get("output")), uid=f"{uid}-output", at=at, metadata=metadata)
    failed = True if given.get("cancelled") is True else None
    yield from result(session_id, uid, output, failed=failed, exit_code=code)


def _told(record: dict[str, Any], content: Any, content_type: str, source: Source) -> Iterator[Item]:
    """Text that an extension added, or a summary of a branch that was left."""
    words, media = words_and_media(_blocks(content))
    if not (words or media):
        source.pass_over(f"{record['type']} without a text")
        return
    metadata = _rest(record, mapping(record.get("message")), {"role", "content", "summary", "timestamp"})
    metadata = {name: value for name, value in metadata.items() if name not in ("content", "summary")}
    told = message(
        "system", words, uid=_uid(record), at=_time(record), content_type=content_type, media=media, metadata=metadata
    )
    yield ParsedMessage(source.state["session"], told)


def _compaction(record: dict[str, Any], source: Source) -> Iterator[Item]:
    """A summary that takes the place of what was said before the first entry that is kept."""
    if not (summary := text(record.get("summary"))):
        source.pass_over("compaction without a summary")
        return
    told = message(
        "system", summary, uid=_uid(record), at=_time(record), content_type="summary",
        metadata=rest(record, {*_ENTRY, "summary", "firstKeptEntryId"}),
    )  # fmt: skip
    yield ParsedMessage(source.state["session"], told)


importer = Pi()
