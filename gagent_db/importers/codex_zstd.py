"""Rollouts that Codex has compressed: ``rollout-<time>-<uuid>.jsonl.zst``."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..errors import GagentError
from .sources import Source

MAGIC = b"\x28\xb5\x2f\xfd"
_LARGEST = 4 << 30  # bytes
_PIECE = 1 << 14  # bytes of the compressed file unpacked at a time


def is_compressed(path: Path) -> bool:
    return path.name.endswith(".jsonl.zst")


def place_of(source: Source) -> Path:
    """Where the rollout lies (its name ends with .jsonl), also while it is read from a temporary file."""
    lies = source.shown if source.shown and is_compressed(source.shown) else source.path
    return lies.with_suffix("") if is_compressed(lies) else lies


@contextmanager
def plain(path: Path) -> Iterator[Path]:
    """The rollout as a temporary file of lines. Raises GagentError when it cannot be unpacked."""
    if not is_compressed(path):
        yield path
        return
    with TemporaryDirectory(prefix="gagent-zstd-") as folder:
        target = Path(folder) / path.stem
        if shutil.disk_usage(folder).free < 20 * path.stat().st_size:
            raise GagentError("not enough room in the temporary folder to unpack it")
        try:
            _unpack(path, target)
        except GagentError:
            raise
        except Exception as error:  # each library has errors of its own
            raise GagentError(f"the compressed file is damaged or cut short: {error}") from error
        yield target


def _unpack(path: Path, target: Path) -> None:
    """Raises EOFError for a file that is cut short, and what the library raises for a damaged one."""
    frame = _frame()
    with path.open("rb") as packed, target.open("wb") as out:
        while piece := packed.read(_PIECE):
            while piece:
                out.write(frame.decompress(piece))
                piece = frame.unused_data if frame.eof else b""
                frame = _frame() if piece else frame
            if out.tell() > _LARGEST:
                raise GagentError(f"it unpacks to over {_LARGEST >> 30} GB")
    if not frame.eof:
        raise EOFError("it ends too early")


def _frame() -> Any:
    """A decompressor for one frame: Python's own from 3.14 on, else that of the package ``zstandard``."""
    try:
        return import_module("compression.zstd").ZstdDecompressor()
    except ImportError:
        pass
    try:
        return import_module("zstandard").ZstdDecompressor().decompressobj()
    except ImportError:
        raise GagentError("compressed with zstd; to read it: pip install 'gagent-db[zstd]'") from None
