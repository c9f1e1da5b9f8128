"""Find what a message holds: decisions, commands, addresses, paths, open and closed items.

Text goes in, items come out: no database, no service, and the same answer every time. Reads English and Indonesian.

Read these first: `scan` (where to look), `statements` and `sentences` (what is decided, open or closed), `rules` with
one of the `cues_*`, `hedges` (what takes a cue back), `votes` (what a clause without a cue states); then `commands`,
`urls` and `paths`.

Terms: a *unit* is a stretch of a message that is judged on its own (a line, a list item, a table cell); it has
sentences, and these have clauses. A *section* is what a heading or a line like "Still open:" says of the units below.
A *cue* is a phrase that a rule finds in a clause; the rule is only tried where one of its *anchors* (words) stands. A
*spot* is an offset where it is worth looking closer. *Votes* are a learned score for each kind of item. `told`: whether
people said a text, themselves or retold by a tool's output. `low`: a text in lower case, with the same offsets.
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

# Stored with every message. SQLite stores 1 without a byte of its own; a larger number makes rows grow, which splits
# full pages.
EXTRACTOR_VERSION: int = 1

Message = tuple[str, str, str | None, str]  # text, role, tool name, content type

_BATCH_CHARS = 100_000  # characters scanned at once: few enough that the arrays fit the processor's cache

__all__ = ["EXTRACTOR_VERSION", "Item", "Kind", "Message", "extract", "extract_many", "extract_tool_call"]


def extract(text: str, role: str = "assistant", tool_name: str | None = None, content_type: str = "text") -> list[Item]:
    """Return everything found in one message, in order of appearance. `resolved` items say that something was closed.

    Text that a program wrote (`is_machine_text`) gives addresses and paths only.
    """
    return extract_many([(text, role, tool_name, content_type)])[0]


def extract_many(messages: Sequence[Message]) -> list[list[Item]]:
    """Return what `extract` finds in each message; one call for many costs much less than a call for each."""
    return [items for items, _ in read_many(messages)]


def read_many(messages: Sequence[Message]) -> list[tuple[list[Item], Spots | None]]:
    """Return what `extract` finds in each message, with the spots it looked at (and their votes), None without any."""
    found: list[tuple[list[Item], Spots | None]] = [([], None) for _ in messages]
    joined = [(unwrapped(text), role, tool_name, content_type) for text, role, tool_name, content_type in messages]
    for index, spots in scanned(joined):
        found[index] = _read(spots, joined[index][0], messages[index]), spots
    for index, (text, role, _, content_type) in enumerate(messages):
        if "~~" in text and not is_machine_text(text, role, content_type):
            found[index] = strike(text, found[index][0]), found[index][1]
    return found


def scanned(messages: Sequence[Message]) -> Iterator[tuple[int, Spots]]:
    """Yield (index, spots) for the messages that may hold something, in no particular order."""
    from .scan import scan  # imports numpy, which most commands of the program do without

    by_people = [is_retold(text, role, tool_name) for text, role, tool_name, _ in messages]
    for told in {*by_people}:  # scanned apart: rules are only called in what people said
        for batch in _batches(messages, [index for index, value in enumerate(by_people) if value == told]):
            chosen = [messages[index] for index in batch]
            terse = [is_terse(text, role) for text, role, *_ in chosen]
            found = scan([text for text, *_ in chosen], [role for _, role, *_ in chosen], terse, told=told)
            yield from ((index, spots) for index, spots in zip(batch, found, strict=True) if spots is not None)


def _batches(messages: Sequence[Message], indexes: Sequence[int]) -> Iterator[list[int]]:
    """Split `indexes` into batches of messages that are worth scanning together (about `_BATCH_CHARS`)."""
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
    """Return what a message holds. `text`: the message with wrapped lines joined, which is what `spots` refers to."""
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
    """Return the item with a statement of several lines put on one; other kinds stay as they are."""
    return item._replace(value=fold_spaces(item.value)) if item.kind in STATED else item


def _place(item: Item) -> tuple[int, int]:
    return item.start, item.end


def extract_tool_call(tool_name: str, arguments: object | str) -> list[Item]:
    """Return the commands, paths and addresses in the arguments of one tool call.

    `arguments` is the decoded object or its JSON text. Offsets are -1, because arguments are not message text. A shell
    tool's command becomes a command (the caller records how it ended), a file tool's path becomes a path however it is
    spelled. `tool_name` decides how a bare string is read.
    """
    return find_in_arguments(tool_name, arguments)
