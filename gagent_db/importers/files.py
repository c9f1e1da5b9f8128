"""Find transcript files, and tell whether one has changed since it was read."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..coerce import encodable
from ..errors import os_reason

TAIL_BYTES = 1024

# Folders that hold no transcripts of their own.
_PRUNED = {
    ".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", "site-packages", ".tox", ".mypy_cache",
    ".ruff_cache", ".pytest_cache", ".cache", ".Trash",
}  # fmt: skip
# Files in a folder that are not worth opening; one named on the command line is always looked at.
_BORING = {
    ".py", ".pyc", ".js", ".mjs", ".ts", ".tsx", ".jsx", ".css", ".scss", ".html", ".htm", ".svg", ".png", ".jpg",
    ".jpeg", ".gif", ".webp", ".ico", ".pdf", ".mp3", ".mp4", ".mov", ".wav", ".ogg", ".woff", ".woff2", ".ttf",
    ".so", ".o", ".a", ".dll", ".exe", ".gz", ".xz", ".bz2", ".tar", ".whl", ".jar", ".class", ".rs", ".go",
    ".c", ".h", ".cpp", ".hpp", ".java", ".rb", ".php", ".sh", ".md", ".rst", ".txt", ".toml", ".yml", ".yaml",
    ".ini", ".cfg", ".lock", ".log", ".csv", ".xml", ".map", ".npy", ".f32", ".i8", ".bin", ".tmp", ".db-wal",
    ".db-shm", ".sqlite-wal", ".sqlite-shm", ".vscdb-wal", ".vscdb-shm", ".snap", ".diff", ".patch", ".pack", ".idx",
}  # fmt: skip
AIDER_HISTORY = ".aider.chat.history.md"  # the one Markdown file that is worth opening
_COMPRESSED = {".gz", ".xz", ".bz2"}


@dataclass(frozen=True, slots=True)
class Found:
    """A file that may be a transcript."""

    path: Path
    size: int
    mtime: float  # the later of content and inode change: catches a rewrite that keeps the old mtime
    inode: int
    named: bool  # given by the caller, not met in a folder
    modified: float  # when its content was written, as the file system says


Problem = Callable[[Path, str], None]  # path, reason
PassedOver = Callable[[Path, str, int], None]  # path, reason, how many
BORING = "code, images, text and other files that hold no transcripts"


def walk(root: Path, problem: Problem, passed_over: PassedOver) -> Iterator[Found]:
    """Files at or below ``root``, each once. Files that cannot be read go to ``problem``. Files not worth reading go to
    ``passed_over`` with a reason and a number (boring files as a count for their folder)."""
    try:
        info = os.stat(root)
    except OSError as error:
        problem(root, os_reason(error))
        return
    if stat.S_ISDIR(info.st_mode):
        yield from _walk_folder(root, info, problem, passed_over)
    elif stat.S_ISREG(info.st_mode):
        yield _found(root, info, named=True)
    else:
        problem(root, "not a file or folder")


def _walk_folder(root: Path, info: os.stat_result, problem: Problem, passed_over: PassedOver) -> Iterator[Found]:
    inside = os.path.realpath(root) + os.sep
    seen: set[tuple[int, int]] = set()  # folders, and files with several names
    folders = [(root, info)]
    while folders:
        folder, info = folders.pop()
        if _met_before(info, seen):
            continue
        boring = 0
        for entry in _entries(folder, problem):
            path = folder / entry.name
            if entry.name in _PRUNED or _is_boring(entry.name.lower()):
                boring += 1
                continue
            try:
                info = entry.stat()
            except OSError as error:
                if entry.is_symlink():
                    passed_over(path, "links that lead nowhere or in a circle", 1)
                else:
                    problem(path, os_reason(error))
                continue
            if stat.S_ISDIR(info.st_mode):
                folders.append((path, info))
            elif not stat.S_ISREG(info.st_mode):
                passed_over(path, "neither files nor folders (pipes, sockets, devices)", 1)
            elif not info.st_size:
                passed_over(path, "empty files", 1)
            elif entry.is_symlink() and os.path.realpath(entry.path).startswith(inside):
                continue  # met in its own place
            elif info.st_nlink == 1 or not _met_before(info, seen):
                yield _found(path, info, named=False)
        if boring:
            passed_over(folder, BORING, boring)


def _is_boring(name: str) -> bool:
    """Is a file of this name not worth opening? A compressed one is worth it if its name says that it holds JSON."""
    stem, suffix = os.path.splitext(name)
    if name == AIDER_HISTORY:
        return False
    return suffix in _BORING and not (suffix in _COMPRESSED and stem.endswith((".jsonl", ".json")))


def _entries(folder: Path, problem: Problem) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            yield from entries
    except OSError as error:
        problem(folder, os_reason(error))


def _met_before(info: os.stat_result, seen: set[tuple[int, int]]) -> bool:
    """Was this file or folder reached already, through a link? From now on it was."""
    place = info.st_dev, info.st_ino
    known = place in seen
    seen.add(place)
    return known


def is_boring(path: Path) -> bool:
    """Would ``walk`` pass over this file?"""
    return _is_boring(path.name.lower()) or not _PRUNED.isdisjoint(path.parts)


def is_gone(path: str) -> bool:
    """Is this file gone? One that we may not look for counts as there."""
    try:
        os.stat(path)
    except OSError as error:
        return not isinstance(error, PermissionError)
    return False


def look(path: Path, companions: Iterable[Path] = ()) -> Found | None:
    """The file as it is now, with its companions counted in; None when it is not there."""
    try:
        found = _found(path, os.stat(path), named=False)
    except OSError:
        return None
    return with_companions(found, companions)


def with_companions(found: Found, companions: Iterable[Path]) -> Found:
    if not companions:
        return found
    size, mtime = found.size, found.mtime
    for companion in companions:
        try:
            info = os.stat(companion)
        except OSError:
            continue
        size += info.st_size
        # Only the time of its content: SQLite sets the owner of a -wal file again whenever root reads the database.
        # That would look like a change, be read, and so on for ever.
        mtime = max(mtime, info.st_mtime)
    return replace(found, size=size, mtime=mtime)


def printable(path: Path) -> str:
    """The path as text that can be printed and stored: bytes of a name that are no UTF-8 become question marks."""
    return encodable(str(path))


def tail_hash(path: Path, offset: int) -> str:
    """Hash of the file's first kilobyte and the last one before ``offset``: tells an append from a rewrite."""
    with path.open("rb") as stream:
        head = stream.read(min(offset, TAIL_BYTES))
        stream.seek(max(0, offset - TAIL_BYTES))
        tail = stream.read(min(offset, TAIL_BYTES))
    return hashlib.blake2b(head + b"|" + tail, digest_size=16).hexdigest()


def _found(path: Path, info: os.stat_result, *, named: bool) -> Found:
    return Found(path, info.st_size, max(info.st_mtime, info.st_ctime), info.st_ino, named, info.st_mtime)
