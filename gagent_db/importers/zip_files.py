"""Zip files of transcripts: the members are unpacked to a private place and each is read as the format it has.

The bounds apply to what is really unpacked, not to what the zip says about itself.
"""

from __future__ import annotations

import calendar
import errno
import os
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from ..errors import GagentError, os_reason
from ..times import to_iso
from .archives import ZIP
from .base import Importer, Item, Skip, why
from .files import is_boring
from .registry import detect, importers
from .sources import Source, head_of
from .sqlite_source import MAGIC
from .unclaimed import unclaimed

MAX_MEMBERS = 20_000  # of one zip and the zips in it
MAX_BYTES = 2 << 30  # of all members when unpacked
MAX_RATIO, RATIO_FROM = 400, 16 << 20  # text shrinks 3 to 30 times; a member over both is no transcript
MAX_DEPTH = 2  # a zip, and zips in it
_SNIFFED = 400  # members whose beginning is read to tell whether there are transcripts
_CHUNK = 1 << 20
_PASSING = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE}
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)


class _Unfinished(GagentError):
    """The system is short of something for now: read the whole zip another time."""


class ZipFiles(Importer):
    """Account exports are zip files too and have importers of their own."""

    name = "zip"

    def sniff(self, path: Path, head: bytes) -> bool:
        if not head.startswith(ZIP) or any(one.sniff(path, head) for one in _others()):
            return False
        try:
            with zipfile.ZipFile(path) as archive:
                wanted = [info for info in archive.infolist() if _wanted(info) and info.file_size]
                return any(_is_transcript(archive, info) for info in wanted[:_SNIFFED])
        except OSError:
            return False
        except _DAMAGED:
            return path.suffix.lower() == ".zip"  # parse() tells what is wrong with it

    def parse(self, source: Source) -> Iterator[Item]:
        with tempfile.TemporaryDirectory(prefix="gagent-zip-") as place:
            unpacked = _Unpacked(source)
            # Some formats name a session after its folder: use the zip's own name, not the temporary one.
            unpacked.unpack(source.path, Path(place) / source.path.stem, str(source.shown or source.path), 1)
            for file in unpacked.oldest_first():
                yield from _member(file, unpacked.names[file], source)


importer = ZipFiles()


def _member(file: Path, name: str, source: Source) -> Iterator[Item]:
    """The items of one unpacked file. Its problems are reported by its name in the zip and end only itself."""
    own = Source(file, to_iso(file.stat().st_mtime), shown=Path(name))
    found = detect(file)
    if found is not None and found is not importer and not found.only_named:
        source.member = (found, Source(Path(name), own.modified_at))
        try:
            yield from found.parse(own)
        except Exception as error:  # a format's parser must not stop the other members
            own.skip(why(error))
    elif (verdict := unclaimed(file)).problem:
        own.skip(verdict.reason, line=verdict.line)
    else:
        own.pass_over(verdict.reason)
    source.absorb(own)


def _is_transcript(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bool:
    if info.flag_bits & 1:
        return PurePosixPath(info.filename).suffix in (".jsonl", ".traj", ".json")  # encrypted: parse() says so
    with archive.open(info) as stream:
        head = head_of(stream)
    if head.startswith((ZIP, MAGIC)):
        return True  # to be unpacked before it can be judged
    return any(one.sniff(Path(info.filename), head) for one in _others())


def _others() -> list[Importer]:
    return [one for one in importers().values() if one is not importer]


def _wanted(info: zipfile.ZipInfo) -> bool:
    """Is it a file that may be a transcript? Links and devices are not."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    return not info.is_dir() and kind in (0, stat.S_IFREG) and not is_boring(Path(info.filename))


@dataclass
class _Unpacked:
    """The files that came out of a zip, by the names they are reported by, and how much more may come."""

    source: Source
    names: dict[Path, str] = field(default_factory=dict)
    members: int = 0
    size: int = 0

    def unpack(self, path: Path, folder: Path, name: str, depth: int) -> None:
        """Unpack the wanted members into ``folder``, also from zips among them. Raises GagentError if nothing can be
        unpacked, or too much."""
        try:
            with zipfile.ZipFile(path) as archive:
                for info in archive.infolist():
                    self.members += 1
                    if self.members > MAX_MEMBERS:
                        raise GagentError(f"the zip has over {MAX_MEMBERS:,} members; unpack it and import the folder")
                    if _wanted(info):
                        self._one(archive, info, folder, f"{name}!/{info.filename}", depth)
        except _DAMAGED as error:
            raise GagentError(f"the zip is damaged or cut short: {error}") from error

    def _one(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, folder: Path, name: str, depth: int) -> None:
        parts = PurePosixPath(info.filename.replace("\\", "/")).parts
        if not parts or ".." in parts or parts[0].startswith("/") or ":" in parts[0]:
            return self._refuse(name, "its name leads out of the zip")
        if info.flag_bits & 1:
            return self._refuse(name, "it is encrypted")
        file = folder.joinpath(*parts)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            problem = self._write(archive, info, file)
        except OSError as error:  # two members of one name, a name that is too long
            if error.errno in _PASSING:
                raise _Unfinished(f"cannot be unpacked: {os_reason(error)} ({tempfile.gettempdir()})") from error
            problem = f"cannot be unpacked: {os_reason(error)}"
        except _DAMAGED as error:
            problem = f"damaged: {error}"
        if problem:
            return self._refuse(name, problem)
        os.utime(file, (written := calendar.timegm((*info.date_time, 0, 0, 0)), written))
        if not zipfile.is_zipfile(file):
            self.names[file] = name
        elif depth >= MAX_DEPTH:
            self._refuse(name, f"a zip {depth} levels down is not opened")
        else:
            try:
                self.unpack(file, file.with_name(f"{file.name}.d"), name, depth + 1)
            except _Unfinished:
                raise
            except GagentError as error:
                self._refuse(name, error.message)

    def _write(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo, file: Path) -> str | None:
        """Unpack one member; returns why not if it grows beyond what a transcript may be."""
        size = 0
        with archive.open(info) as stream, file.open("xb") as out:
            while piece := stream.read(_CHUNK):
                size += len(piece)
                self.size += len(piece)
                if self.size > MAX_BYTES:
                    raise GagentError(f"it unpacks to over {MAX_BYTES >> 30} GB; unpack it and import the folder")
                if size > RATIO_FROM and size > MAX_RATIO * max(1, info.compress_size):
                    out.close()
                    file.unlink()
                    return f"it unpacks to over {MAX_RATIO} times its size"
                out.write(piece)
        return None

    def _refuse(self, name: str, reason: str) -> None:
        self.source.absorb(Source(Path(name), skips=[Skip(name, None, reason)], skipped=1))

    def oldest_first(self) -> list[Path]:
        """In the order they were written, so that a resumed copy comes after its original."""
        return sorted(self.names, key=lambda file: (file.stat().st_mtime, file))
