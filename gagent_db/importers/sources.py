"""A source file as an importer sees it: its lines or its document, with every problem counted and located."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, BinaryIO

from ..errors import GagentError
from ..store.database import Store
from .base import Importer, Skip
from .lenient_json import decode

HEAD_BYTES = 65_536
BLANK = b" \t\r\n\xef\xbb\xbf"  # allowed before JSON: white space, a byte order mark
MAX_LINE = 32 * 1024 * 1024  # bytes; a longer line (or array element) is skipped and counted
MAX_DOCUMENT = 64 * 1024 * 1024  # bytes of a JSON file that has to be read as a whole
LISTED = 200  # skipped lines of one source that are listed one by one
_CHUNK = 1024 * 1024
_READ_AHEAD = 256 * 1024  # bytes: most transcripts whole, in one system call
_LINE_END = 0x0A

Afterwards = Callable[[Store, Collection[str]], None]  # called with the ids of the sessions that are new


@dataclass
class Source:
    """One file to read. ``offset``, ``line`` and ``state`` say where the last import stopped."""

    path: Path
    modified_at: str | None = None  # the file's own time, in the stored form
    offset: int = 0  # bytes of complete lines that have been read
    line: int = 0  # the line being read, counted from 1
    state: dict[str, Any] = field(default_factory=dict)  # JSON values only; kept until the next import
    earlier: dict[str, Any] = field(
        default_factory=dict
    )  # the state that the last import left, even if this one starts anew
    forgotten: Collection[str] = ()  # ids of sessions that a person asked to forget
    skips: list[Skip] = field(default_factory=list)  # the first ones
    skipped: int = 0  # all of them
    replaced: list[Skip] = field(default_factory=list)  # the first lines that were imported with characters replaced
    replaced_lines: int = 0  # all of them
    passed_over: Counter[str] = field(default_factory=Counter)  # records that are no rows of their own, by kind
    told: int = 0  # records accounted for without a row: skipped, passed over, or held for a later one
    look_again: str | None = None  # when to read the file again, even if it does not change
    place: str | None = None  # in a document or database, what is being read
    shown: Path | None = None  # the name it is reported by, when that is not ``path``
    when_stored: list[Afterwards] = field(default_factory=list)  # to be done when everything is stored
    when_extracted: list[Afterwards] = field(
        default_factory=list
    )  # and to be done when the artifacts are extracted, too
    member: tuple[Importer, Source] | None = None  # in an archive: the file read from here on, and its format
    end: int | None = None  # the byte where reading stops, if before the end of the file

    def skip(self, reason: str, *, line: int | None = None, torn: bool = False) -> None:
        """Report something that was not imported, at ``line`` or the current line."""
        self.skipped += 1
        self.told += 1
        if len(self.skips) < LISTED:
            reason = f"{self.place}: {reason}" if self.place else reason
            self.skips.append(Skip(str(self.shown or self.path), line or self.line or None, reason, torn))

    def replace(self, what: str, place: int = 0, *, line: int | None = None) -> None:
        """Report that the current line (or ``line``) was imported with characters replaced: see ``lenient_json``."""
        self.replaced_lines += 1
        if len(self.replaced) < LISTED:
            where = str(self.shown or self.path), line or self.line or None
            self.replaced.append(Skip(*where, f"not kept as it is: {what}"))

    def pass_over(self, kind: str) -> None:
        """Count a record that gets no row of its own: bookkeeping, a repetition, a piece of another message."""
        self.passed_over[kind[:80]] += 1
        self.told += 1

    def hold(self) -> None:
        """Note that the current record is kept: its row comes with a later one."""
        self.told += 1

    def look_again_at(self, moment: str) -> None:
        """Have the source read again at this moment (UTC, stored form), even if nothing in it has changed."""
        self.look_again = min(self.look_again or moment, moment)

    def absorb(self, other: Source) -> None:
        """Report what another source skipped as skipped here, under its own name, and take over what it left to do."""
        self.passed_over += other.passed_over
        self.skipped += other.skipped
        self.told += other.told
        self.skips += other.skips[: max(0, LISTED - len(self.skips))]
        self.replaced_lines += other.replaced_lines
        self.replaced += other.replaced[: max(0, LISTED - len(self.replaced))]
        if other.look_again:
            self.look_again_at(other.look_again)
        self.when_stored += other.when_stored
        self.when_extracted += other.when_extracted

    def before(self, offset: int = 0, line: int = 0, state: dict[str, Any] | None = None) -> Source:
        """A source with the lines from this place up to the current one, to be read once more."""
        return Source(self.path, offset=offset, line=line, state=state or {}, end=self.offset)

    def records(self) -> Iterator[dict[str, Any]]:
        """The JSON objects of a file with one per line, from ``offset`` on. Bad lines are skipped and reported."""
        with self.path.open("rb", buffering=_READ_AHEAD) as stream:
            stream.seek(self.offset)
            while self.offset != self.end and (raw := stream.readline(MAX_LINE)):
                self.line += 1
                size = len(raw)
                if size == MAX_LINE and raw[-1] != _LINE_END:
                    size += _skip_line(stream)
                    self.skip(f"line of {size / 1048576:.0f} MB is too long (the limit is {MAX_LINE >> 20} MB)")
                elif not raw.isspace():
                    try:
                        record = decode(raw, self.replace)
                    except ValueError as error:
                        if raw[-1] != _LINE_END:
                            self.skip("the last line is not complete (still being written?)", torn=True)
                            self.line -= 1
                            return
                        self.skip(f"not valid JSON: {error}")
                    else:
                        if isinstance(record, dict):
                            yield record
                        else:
                            self.skip(f"not a JSON object but {_kind(record)}")
                self.offset += size

    def document(self) -> Any:
        """The whole file as one JSON value. Raises GagentError when it is too large or not JSON."""
        size = self.path.stat().st_size
        if size > MAX_DOCUMENT:
            raise GagentError(
                f"JSON file of {size >> 20} MB is too large to read (the limit is {MAX_DOCUMENT >> 20} MB)"
            )
        raw = self.path.read_bytes()
        self.offset = len(raw)
        try:
            return decode(raw, lambda what, at: self.replace(what, line=raw.count(b"\n", 0, at) + 1))
        except ValueError as error:
            raise GagentError(f"not valid JSON: {error}") from error

    def elements(self, stream: BinaryIO | None = None) -> Iterator[Any]:
        """The elements of a file that holds one JSON array, one at a time; ``line`` counts the elements.

        ``stream`` reads them from elsewhere (a member of a zip file). A bad element is skipped and reported.
        """
        if stream is None:
            with self.path.open("rb") as own:
                yield from self.elements(own)
            return
        for raw, size in split_array(stream):
            self.line += 1
            if not raw:
                self.skip(f"element of {size >> 20} MB is too long (the limit is {MAX_LINE >> 20} MB)")
                continue
            try:
                value = decode(raw, self.replace)
            except ValueError as error:
                self.skip(f"not valid JSON: {error}")
            else:
                yield value


def _skip_line(stream: BinaryIO) -> int:
    """Skip to the next line; returns the bytes passed over."""
    size = 0
    while part := stream.readline(_CHUNK):
        size += len(part)
        if part[-1] == _LINE_END:
            break
    return size


def head_of(stream: IO[bytes]) -> bytes:
    """How a file begins, as ``sniff`` gets it: 64 KiB, without a byte order mark and blanks before them."""
    return stream.read(HEAD_BYTES).lstrip(BLANK)


_HEAD_LINES = 20
_OPENED = (b"[", b"{")  # how a document that spans lines begins: none of its lines is a record


@lru_cache(maxsize=1)  # every format asks about the same file in turn
def head_records(head: bytes) -> list[dict[str, Any]]:
    """JSON objects among the first lines (at most 20) of a file; a last line cut off is left out. For ``sniff``."""
    found: list[dict[str, Any]] = []
    for line in head.split(b"\n", _HEAD_LINES)[:_HEAD_LINES]:
        if line.strip() in _OPENED:
            break
        with suppress(ValueError):
            found += [record] if isinstance(record := decode(line), dict) else []
    return found


def most(holds: Callable[[dict[str, Any]], bool], records: list[dict[str, Any]]) -> bool:
    """Does this hold for more than half of the records? (One bad line must not hide the format.)"""
    return sum(map(holds, records)) * 2 > len(records)


def after_damage(stream: BinaryIO) -> bytes:
    """The head after the first lines of a file if these are not JSON objects (or longer than a head). Empty if no first
    line is damaged, or all are. A document that spans lines has no second head."""
    stream.seek(0)
    for number in range(_HEAD_LINES):
        start = stream.tell()
        line = stream.readline(HEAD_BYTES)
        if line.strip() in _OPENED:
            break
        if line[-1:] == b"\n" and is_object(line):
            stream.seek(start)
            return stream.read(HEAD_BYTES) if number else b""
        if line[-1:] != b"\n":
            _skip_line(stream)
    return b""


def is_object(line: bytes) -> bool:
    """Is this line a JSON object?"""
    try:
        return isinstance(decode(line), dict)
    except ValueError:
        return False


_IN_STRING = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)  # up to its end, or as far as it is read
_TOKEN = re.compile(rb'"%b"|[{}\[\],"]' % _IN_STRING.pattern, re.DOTALL)


def split_array(stream: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Cut a JSON array into its elements without decoding them: (bytes, size), empty bytes when too long.

    Raises GagentError when the text is no array, does not end (a file cut short) or continues after its end; the
    elements before that have been yielded.
    """
    buffer = b""  # what has been read and not yielded
    position = 0  # in the buffer: scanned up to here
    start = 0  # in the buffer: where the current element begins
    depth = 0
    dropped = 0  # bytes of the current element already thrown away because it is too long
    in_string = False  # the text before `position` ends within a string
    while chunk := stream.read(_CHUNK):
        buffer += chunk
        if in_string:
            position = _end_within(buffer, position)
            in_string = buffer[position : position + 1] != b'"'
            position += not in_string
        while not in_string and (match := _TOKEN.search(buffer, position)):
            token = match[0]
            if token == b'"':
                position, in_string = _end_within(buffer, match.end()), True
                break
            if depth == 0 and (token != b"[" or buffer[: match.start()].strip(BLANK)):
                raise GagentError("not a JSON array")
            position = match.end()
            if token in (b"{", b"["):
                depth += 1
                start = position if depth == 1 else start
            elif token in (b"}", b"]"):
                depth -= 1
            if depth == 0 or (depth == 1 and token == b","):
                element = buffer[start : position - 1].strip()
                if dropped:
                    yield b"", dropped + len(element)
                elif element:
                    yield element, len(element)
                start, dropped = position, 0
                if depth == 0:
                    if (buffer[position:] + stream.read(_CHUNK)).strip(BLANK):
                        raise GagentError("what follows the end of its JSON array was not read")
                    return
        if depth == 0 and buffer.strip(BLANK):
            raise GagentError("not a JSON array")
        position = position if in_string else len(buffer)
        if depth and (dropped or len(buffer) - start > MAX_LINE):  # too long: only its end matters now
            left = buffer[position:]
            dropped += len(buffer) - start - len(left)
            buffer, position, start = left, 0, 0
        else:
            buffer, position, start = buffer[start:], position - start, 0
    raise GagentError("the file ends in the middle of its JSON array (cut short?)")


def _end_within(buffer: bytes, start: int) -> int:
    """Where a string that goes on at `start` ends: its quotation mark, or a backslash or nothing at the very end."""
    match = _IN_STRING.match(buffer, start)
    return match.end() if match else start


def _kind(value: object) -> str:
    names = {list: "a list", str: "a string", int: "a number", float: "a number", type(None): "null"}
    return names.get(type(value), "true or false")
