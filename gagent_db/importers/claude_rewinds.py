"""Rewinds of Claude Code: a prompt with the same parent as an earlier prompt takes back the earlier one's branch.

The program writes nothing of its own when a person rewinds or edits an earlier prompt: two prompts then share one
``parentUuid``. The older branch counts as taken back as long as nothing of it was written after the newer prompt; if it
goes on later (in another terminal), both stay. When a fork may have changed this, the file is read once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..coerce import mapping, sequence
from ..machine_text import is_injected
from ..store.incoming import split_content
from .base import Item, ParsedMessage, guarded
from .sources import Source
from .values import text, undone

Read = Callable[[dict[str, Any], Source], Iterable[Item]]


def follow(record: dict[str, Any], source: Source) -> None:
    """Notice a record that continues a branch that was taken back."""
    if text(record.get("parentUuid")) in source.state.get("taken", ()):
        source.state["forked"] = True


def asked(record: dict[str, Any], source: Source) -> None:
    """Notice a prompt that has the same parent as an earlier one."""
    parent, uuid = text(record.get("parentUuid")), text(record.get("uuid"))
    if parent and uuid and source.state.setdefault("asked", {}).setdefault(parent, uuid) != uuid:
        source.state["forked"] = True


def rewound(source: Source, read: Read) -> Iterator[ParsedMessage]:
    """The messages that are now taken back, and those that no longer are; ``read`` gives the items of a record."""
    was = source.earlier.get("taken", {})
    if not source.state.pop("forked", False) and was == source.state.get("taken", {}):
        return
    taken = source.state["taken"] = _Tree(source, read).taken_back()
    again = source.before()
    for record in again.records():
        items = guarded(again, read, record)
        if (uuid := text(record.get("uuid"))) in taken:
            yield from undone(items)
        elif uuid in was:
            yield from (replace(item, update=True) for item in items if isinstance(item, ParsedMessage))


@dataclass(slots=True)
class _Node:
    parent: str | None
    number: int
    at: object  # its time
    last: int = field(init=False)  # the number of the latest record below it

    def __post_init__(self) -> None:
        self.last = self.number


class _Tree:
    """The records of a file read so far, and which of them a person typed."""

    def __init__(self, source: Source, read: Read) -> None:
        self.nodes: dict[str, _Node] = {}
        self.prompts: dict[tuple[str, str], list[str]] = {}  # (session, parent) -> prompts that go on from there
        self.waiting: dict[str, int] = {}  # text of a prompt that waits -> records when it began to
        again = source.before()
        for record in again.records():
            self._add(record, guarded(again, read, record))

    def _add(self, record: dict[str, Any], items: list[Item]) -> None:
        if record.get("operation") == "enqueue":
            self.waiting.setdefault(split_content(record.get("content"))[0].strip(), len(self.nodes))
        uuid, parent = text(record.get("uuid")), text(record.get("parentUuid"))
        if uuid is None or uuid in self.nodes:
            return
        prompt = next((item for item in items if parent and is_typed(record, item)), None)
        if isinstance(prompt, ParsedMessage) and not self._waited(prompt.message.content):
            self.prompts.setdefault((prompt.session_id, str(parent)), []).append(uuid)
        before = parent or text(record.get("logicalParentUuid"))  # of a compaction
        self.nodes[uuid] = _Node(before, len(self.nodes), record.get("timestamp"))

    def _waited(self, typed: str) -> bool:
        """Was this typed while the agent worked? Prompts that are sent together then share a parent."""
        here = len(self.nodes)
        return self.waiting.pop(typed.strip(), here) != here

    def taken_back(self) -> dict[str, int]:
        """The ids of all records in branches that were taken back, as keys."""
        for node in reversed(self.nodes.values()):
            if above := self.nodes.get(node.parent or ""):
                above.last = max(above.last, node.last)
        roots = set()
        for *older, newest in self.prompts.values():
            newer = self.nodes[newest]
            # Of the same moment: a compaction repeats what it keeps.
            roots |= {one for one in older if self.nodes[one].last < newer.number and self.nodes[one].at != newer.at}
        taken: dict[str, int] = {}
        for uuid, node in self.nodes.items():
            if uuid in roots or node.parent in taken:
                taken[uuid] = 1
        return taken


def is_typed(record: dict[str, Any], item: Item) -> bool:
    """Is this the prompt of a person, in the main line of the session?"""
    if record.get("type") not in ("user", "human") or record.get("isSidechain") is True:
        return False
    blocks = sequence(mapping(record.get("message")).get("content"))
    if any(mapping(block).get("type") == "tool_result" for block in blocks):
        return False
    if not isinstance(item, ParsedMessage) or item.message.role != "user":
        return False
    if item.message.content_type in ("text", "media"):
        return not is_injected(item.message.content)
    # A command for the model begins with its message, one for the program alone with its name.
    return item.message.content.lstrip().startswith("<command-message>")
