"""OpenCode's older storage: ``storage/{project,session,message,part}/...json``; a source is one session file.

The files of messages and parts are read with their session, never on their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from glob import glob
from heapq import nlargest
from pathlib import Path
from typing import Any

from ..coerce import mapping, text_or_none
from ..errors import GagentError
from .base import Importer, Item, guarded_at
from .lenient_json import decode
from .opencode import opencode_home
from .opencode_parts import messages, objects, parsed_session
from .sources import Source

_GROWING = 2  # messages: a prompt and its answer


class OpenCodeTree(Importer):
    name = "opencode-tree"

    def sniff(self, path: Path, head: bytes) -> bool:
        return (
            path.suffix == ".json"
            and "session" in path.parts[-4:-1]
            and b'"id"' in head
            and b'"time"' in head
            and b'"sessionID"' not in head
            and (b'"projectID"' in head or b'"title"' in head)
        )

    def discover(self) -> Iterable[Path]:
        projects = opencode_home() / "project"
        found = sorted(glob("*/storage/session", root_dir=projects))
        return (opencode_home() / "storage" / "session", *(projects / name for name in found))

    def companions(self, path: Path) -> Iterable[Path]:
        """The folder of its messages, and the latest messages with their parts: while an answer grows OpenCode rewrites
        files, which no folder's time shows."""
        storage = _storage(path)
        if storage is None:
            return
        yield storage / "message" / path.stem
        for base, below in _layouts(storage, path.stem):
            for file in nlargest(_GROWING, (base / "message" / path.stem).glob("*.json")):
                yield file
                parts = (base / "part").joinpath(*below, file.stem)
                yield parts
                yield from parts.glob("*.json")

    def parse(self, source: Source) -> Iterator[Item]:
        session = mapping(source.document())
        storage, session_id = _storage(source.path), text_or_none(session.get("id"))
        if storage is None or session_id is None:
            raise GagentError("a session of OpenCode outside of its storage folder")
        project = (
            _read(storage / "project" / f"{session.get('projectID')}.json", source) if session.get("projectID") else {}
        )
        yield parsed_session(session, text_or_none(project.get("worktree")))
        for base, below in _layouts(storage, session_id):
            for file in sorted((base / "message" / session_id).glob("*.json")):
                body = {"id": file.stem, **_read(file, source)}
                parts = sorted((base / "part").joinpath(*below, file.stem).glob("*.json"))
                given = objects(session_id, body, [{"id": part.stem, **_read(part, source)} for part in parts], source)
                yield from guarded_at(f"message {file.stem}", source, messages, given)


def _layouts(storage: Path, session_id: str) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """The folders of messages and of parts, and what lies between the folder of parts and that of one message.

    The first layout kept both below the session folder itself."""
    yield storage, ()
    yield storage / "session", (session_id,)


def _storage(path: Path) -> Path | None:
    return next((folder.parent for folder in path.parents if folder.name == "session"), None)


def _read(path: Path, source: Source) -> dict[str, Any]:
    try:
        value = decode(path.read_bytes())
    except (OSError, ValueError) as error:
        if not isinstance(error, FileNotFoundError):
            source.skip(f"{path.name}: {error}")
        return {}
    if not isinstance(value, dict):
        source.skip(f"{path.name}: not a JSON object")
    return mapping(value)


importer = OpenCodeTree()
