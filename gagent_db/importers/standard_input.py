"""A transcript on standard input (the path ``-``): kept in a temporary file while it is read.

It is recorded below ``/dev/stdin``, by a name made of its first message or, if that has no time, of everything up to
the first answer. So the same conversation has the same name when it comes again, even with more in it, and a different
one has another. What does not come again is not gone: a stream is no file that lost it.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import GagentError
from .base import SHAPE_ERRORS, Importer, Item, ParsedMessage, stable_id
from .registry import detect
from .sources import MAX_LINE, Source, after_damage, is_object

DASH = Path("-")
FOLDER = Path("/dev/stdin")  # where the recorded paths lie


@contextmanager
def kept(given: Sequence[Path], forced: Importer | None) -> Iterator[dict[Path, Path]]:
    """A temporary file with everything from standard input -> the path it is recorded by; empty if none of these paths
    is ``-``."""
    if DASH not in given:
        yield {}
        return
    if sys.stdin is None:
        raise GagentError("Standard input is closed.", hint="Pipe a transcript in, or name files or folders.")
    with TemporaryDirectory(prefix="gagent-stdin-") as folder:
        file = Path(folder) / "stdin.json"
        with file.open("wb") as out:
            shutil.copyfileobj(sys.stdin.buffer, out, 1 << 20)
        file = file.rename(file.with_suffix(".jsonl")) if _is_lines(file) else file
        name = _name(file, forced)
        file = file.rename(file.with_stem(name or "stdin"))
        yield {file: FOLDER / file.name if name else FOLDER}


def came_in(path: str | Path) -> bool:
    """Is this a recorded path of standard input?"""
    return Path(path).is_relative_to(FOLDER)


def _is_lines(file: Path) -> bool:
    """Is it one record per line, or one document? File names show that, but this one has none."""
    with file.open("rb") as stream:
        return (is_object(stream.readline(MAX_LINE)) and bool(stream.read(64).strip())) or bool(after_damage(stream))


def _name(file: Path, forced: Importer | None) -> str | None:
    importer = forced or detect(file)
    if importer is None or importer.kind == "database":
        return None
    try:
        beginning = list(_beginning(importer.parse(Source(file))))
    except (GagentError, OSError, *SHAPE_ERRORS):
        return None  # it is reported when it is read
    return f"stdin_{stable_id(*beginning)[:12]}" if beginning else None


def _beginning(items: Iterable[Item]) -> Iterator[object]:
    """What identifies a conversation: its first message, if that has a time, else everything up to the first answer."""
    for message in (item.message for item in items if isinstance(item, ParsedMessage)):
        yield from (message.role, message.content, message.created_at)
        if message.created_at or message.role == "assistant":
            return
