"""What a message holds: decisions, commands, addresses, paths, open and closed items.

Pure text in, items out; no database, no service, the same answer every time. English and Indonesian.

To read first: `scan` (where to look), `statements` and `sentences` (what is decided, open, closed), `rules` with one of
the `cues_*`, `hedges` (what takes a cue back), `votes` (what words without a cue say); then `commands`, `urls` and
`paths`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .commands import find_commands
from .items import STATED, Item, Kind, fold_spaces
from .machine import is_machine_text
from .paths import find_paths
from .reading import ADDRESSES, COMMANDS, STATEMENTS, Reading, Spots
from .retold import is_retold
from .statements import find_statements, is_terse
from .struck import strike
from .tool_calls import find_in_arguments
from .urls import find_urls
from .wrapped import unwrapped

EXTRACTOR_VERSION: int = 1  # in each row, where 1 takes no byte: a row that grows splits its full page

Message = tuple[str, str, str | None, str]  # text, role, tool name, content type

_BATCH_CHARS = 100_000  # so much text is scanned at once: its arrays fit the processor's cache

__all__ = ["EXTRACTOR_VERSION", "Item", "Kind", "Message", "extract", "extract_many", "extract_tool_call"]


def extract(text: str, role: str = "assistant", tool_name: str | None = None, content_type: str = "text") -> list[Item]:
    """Everything found in one message, in order of appearance. `resolved` items say that something was closed.

    What machinery wrote (`is_machine_text`) gives addresses and paths only.
    """
    return extract_many([(text, role, tool_name, content_type)])[0]


def extract_many(messages: Sequence[Message]) -> list[list[Item]]:
    """What `extract` finds in each message; many at once cost much less than one by one."""
    return [items for items, _ in read_many(messages)]


def read_many(messages: Sequence[Message]) -> list[tuple[list[Item], Spots | None]]:
    """What `extract` finds in each message, and where it was looked for: with the votes that were counted."""
    found: list[tuple[list[Item], Spots | None]] = [([], None) for _ in messages]
    joined = [(unwrapped(text), role, tool_name, content_type) for text, role, tool_name, content_type in messages]
    for index, spots in scanned(joined):
        found[index] = _read(spots, joined[index][0], messages[index]), spots
    for index, (text, role, _, content_type) in enumerate(messages):
        if "~~" in text and not is_machine_text(text, role, content_type):
            found[index] = strike(text, found[index][0]), found[index][1]
    return found


def scanned(messages: Sequence[Message]) -> Iterator[tuple[int, Spots]]:
    """(index, spots) of the messages that may hold something."""
    from .scan import scan  # numpy: most commands never extract anything

    told = [is_retold(text, role, tool_name) for text, role, tool_name, _ in messages]
    for kind in {*told}:  # in what nobody says the rules need not be called
        for batch in _batches(messages, [index for index, one in enumerate(told) if one == kind]):
            some = [messages[index] for index in batch]
            terse = [is_terse(text, role) for text, role, *_ in some]
            spots = scan([text for text, *_ in some], [role for _, role, *_ in some], terse, told=kind)
            yield from ((index, held) for index, held in zip(batch, spots, strict=True) if held is not None)


def _batches(messages: Sequence[Message], indexes: Sequence[int]) -> Iterator[list[int]]:
    """The messages of these indexes, as many at once as are worth scanning together."""
    batch: list[int] = []
    size = 0
    for index in indexes:
        batch.append(index)
        size += len(messages[index][0])
        if size >= _BATCH_CHARS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _read(spots: Spots, text: str, message: Message) -> list[Item]:
    """What a message holds. `text`: its own with the lines of its paragraphs joined, in which the spots are."""
    written, role, tool_name, content_type = message
    found = urls = find_urls(text, spots["hosts"]) if spots.flags & ADDRESSES else []
    commands: list[Item] = []
    judged = spots.flags & (COMMANDS | STATEMENTS) and not is_machine_text(text, role, content_type)
    if judged:
        reading = Reading(text, spots, written)
        commands = find_commands(reading, role == "tool") if spots.flags & COMMANDS else []
        found = [*urls, *commands]
        if spots.flags & STATEMENTS:
            found += find_statements(reading, role, tool_name)
    if tokens := spots["tokens"]:
        taken = [(item.start, item.end) for item in urls]
        inside = [(item.start, item.end) for item in commands]
        found = [*found, *find_paths(text, taken, inside, zip(tokens, spots["token_ends"], strict=True))]
    found = [_folded(item) if "\n" in written[item.start : item.end] else item for item in found]
    return sorted(found, key=_place) if len(found) > 1 else found


def _folded(item: Item) -> Item:
    """A statement that goes over several lines, on one."""
    return item._replace(value=fold_spaces(item.value)) if item.kind in STATED else item


def _place(item: Item) -> tuple[int, int]:
    return item.start, item.end


def extract_tool_call(tool_name: str, arguments: object | str) -> list[Item]:
    """Commands, paths and addresses in the arguments of one tool call.

    `arguments` is the decoded object or its JSON text. Offsets are -1: the arguments are no message text. A shell
    tool's command becomes a command (how it ended is the caller's to keep), a file tool's path a path, whatever its
    spelling. `tool_name` decides how a bare string is read.
    """
    return find_in_arguments(tool_name, arguments)
