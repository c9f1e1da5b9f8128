"""Import MEMORY.md and USER.md, and export their text. The files are only read, never written.

The first look at a file imports its entries. Later looks compare: what a person has added to or removed from the
file since is offered as a pending change, to be accepted or declined; nothing else changes.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
import time
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from glob import glob
from itertools import pairwise
from pathlib import Path
from typing import Any

from ..errors import GagentError, NotFound, os_reason
from ..paths import gagent_folder
from ..store.database import Store
from ..wording import counted
from .budgets import DELIMITER
from .memories import add, preview
from .memory_rows import TITLES, check_target, select, set_forgotten
from .scan import MAX_CHARS, classes, scan, withheld

NAMES = ("MEMORY.md", "USER.md")
PROFILE = "PROFILE.md"  # G-Agent's USER.md, in its folder memory
IMPORTANCE = 0.5
_DELIMITER = re.compile(r"(?:^|\n)[ \t]*§[ \t]*(?=\n|$)")
_TITLE = "|".join(map(re.escape, TITLES.values()))
_BLOCK_TITLE = re.compile(rf"^(?:═{{10,}}[ \t]*\n[^\n]*\n═{{10,}}|{_TITLE})[ \t]*$", re.MULTILINE)  # in a saved prompt
_PLACEHOLDER = re.compile(r"\([^()\n]*\)")  # "(Important facts about the user)" in a template
_FIELD = re.compile(r"[\w -]{1,40}:")  # "- timezone:" in a template, not filled in
_BULLET = re.compile(r"^(?P<indent>[ \t]*)(?:[-*+]|\d+[.)])[ \t]+", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6}[ \t]+.*$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FRONT_MATTER = re.compile(r"---[ \t]*\n.*?\n---[ \t]*(?:\n|$)", re.DOTALL)
_FENCE = re.compile(r"^[ \t]*(?P<marks>`{3,}|~{3,}).*?(?:^[ \t]*(?P=marks)[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)


@dataclass(slots=True)
class FileReport:
    """What one look at a file found: numbers of entries, and those that were refused."""

    path: str
    target: str
    entries: int = 0
    added: int = 0
    known: int = 0
    pending: int = 0
    blocked: list[dict[str, Any]] = field(default_factory=list)
    error: str | None = None


@dataclass(slots=True)
class ImportReport:
    """The reports of all files of a run, and every change that is now pending."""

    files: list[FileReport] = field(default_factory=list)
    pending: list[dict[str, Any]] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        return {
            "ok": True,
            "added": sum(file.added for file in self.files),
            "files": [asdict(file) for file in self.files],
            "pending": self.pending,
        }

    def summary(self) -> dict[str, int]:
        """Return counts: ``{"files", "added", "pending", "blocked"}``."""
        return {
            "files": len(self.files),
            "added": sum(file.added for file in self.files),
            "pending": len(self.pending),
            "blocked": sum(len(file.blocked) for file in self.files),
        }

    def sentence(self) -> str:
        """Return what a person is told after an import."""
        counts = self.summary()
        text = f"Memories: {counts['added']} added from {counted(counts['files'], 'memory file')}"
        text += f", {counts['blocked']} refused as harmful" if counts["blocked"] else ""
        return text + (f", {counts['pending']} edits wait (gagent-db memory pending)." if counts["pending"] else ".")


# -- where and what ------------------------------------------------------------------------------------


def known_files() -> list[Path]:
    """Return the memory files of the agents on this machine: MEMORY.md, USER.md and G-Agent's PROFILE.md."""
    home = Path.home()
    hermes = Path(os.environ.get("HERMES_HOME") or home / ".hermes").expanduser()
    gagent = gagent_folder()
    # os and glob skip folders that may not be read; the methods of Path would raise.
    profiles = [hermes / "profiles" / found for found in glob("*/memories", root_dir=hermes / "profiles")]
    folders = [hermes / "memories", hermes, *profiles, gagent / "memory", gagent / "workspace" / "memory", gagent]
    places = [folder / name for folder in folders for name in NAMES]
    return [path for path in (*places, gagent / "workspace" / "memory" / PROFILE) if os.path.isfile(path)]


def files_at(path: Path) -> list[Path]:
    """Return the memory files that a path means: itself, or those in a Hermes or G-Agent folder. Raises GagentError."""
    if path.is_dir():
        found = _inside(path)
        if not found:
            raise GagentError(f"There is no MEMORY.md or USER.md in {path}.", hint="Name the file itself.")
        return found
    if not path.is_file():
        raise GagentError(f"There is no file {path}.", hint="Check the path.")
    return [path]


def _inside(folder: Path) -> list[Path]:
    places = (folder, folder / "memories", folder / "memory", folder / "workspace" / "memory")
    found = [place / name for place in places for name in (*NAMES, PROFILE)]
    return [path for path in found if is_memory_file(path) and os.path.isfile(path)]


def is_memory_file(path: Path) -> bool:
    """Whether this is, by its name, a file in which agents keep memories."""
    return path.name in NAMES or (path.name == PROFILE and path.parent.name == "memory")


def import_beside(
    store: Store, paths: Sequence[str | os.PathLike[str]] = (), *, known: bool | None = None
) -> ImportReport | None:
    """Import the memory files found among the paths of an import; return None when there are none.

    ``paths`` are files and folders of transcripts; ``known`` adds the usual places on this machine (by default when
    there are no paths).
    """
    given = [Path(path).expanduser() for path in paths]
    files = [path for path in given if is_memory_file(path) and os.path.isfile(path)]
    files += [file for folder in given if os.path.isdir(folder) for file in _inside(folder)]
    if known if known is not None else not given:
        files += known_files()
    return import_files(store, files) if files else None


def target_of(path: Path) -> str:
    """Return the target of a file: user for USER.md and PROFILE.md, memory (notes) for every other one."""
    return "user" if path.stem.lower().startswith(("user", "profile")) else "memory"


def parse_entries(text: str) -> list[str]:
    """Return the entries of a file: those between ``§`` lines, else the items and paragraphs of a Markdown page.

    A text that is neither is one entry.
    """
    text = _BLOCK_TITLE.sub("§", text.replace("\r\n", "\n").replace("\r", "\n"))
    if _DELIMITER.search(text):
        parts: Iterable[str] = _DELIMITER.split(text)
    elif _HEADING.search(text) or len(_BULLET.findall(text)) > 1:
        parts = _markdown_entries(text)
    else:
        parts = [text]
    return list(dict.fromkeys(part.strip() for part in parts if part.strip()))


def _markdown_entries(text: str) -> list[str]:
    """Return list items, paragraphs, and code blocks with the text that introduces them; no headings or comments."""
    front = _FRONT_MATTER.match(text)
    place = front.end() if front else 0
    entries: list[str] = []
    for code in _FENCE.finditer(text, place):
        before = text[place : code.start()]
        entries += (pieces := _pieces(before))
        lines = code.group().strip("\n")
        if pieces and (pieces[-1].endswith(":") or not before.endswith("\n\n")):
            entries[-1] += f"\n{lines}"
        else:
            entries.append(lines)
        place = code.end()
    entries += _pieces(text[place:])
    return [entry for entry in entries if entry.strip("-=_* \n") and not _says_nothing(entry.strip())]


def _pieces(text: str) -> list[str]:
    """Return the paragraphs and list items, each with its sub-items, of Markdown without code blocks."""
    body = _HEADING.sub("", _COMMENT.sub("", text))
    pieces: list[str] = []
    for paragraph in re.split(r"\n[ \t]*\n", body):
        indents = {match.start(): len(match["indent"].expandtabs()) for match in _BULLET.finditer(paragraph)}
        starts = [start for start, indent in indents.items() if indent < min(indents.values()) + 2]
        ends = [*starts, len(paragraph)]
        pieces += [paragraph[: ends[0]], *(paragraph[start:end] for start, end in pairwise(ends))]
    return [_BULLET.sub("", piece.strip(), count=1) for piece in pieces if piece.strip()]


def _says_nothing(entry: str) -> bool:
    """Whether an entry is only an unfilled part of a template."""
    lines = _BULLET.sub("", entry).splitlines()
    return all(_PLACEHOLDER.fullmatch(line.strip()) or _FIELD.fullmatch(line.strip()) for line in lines)


# -- importing -----------------------------------------------------------------------------------------


def import_files(store: Store, paths: Sequence[str | os.PathLike[str]] = ()) -> ImportReport:
    """Import these files or folders, or every known place. Doing so again changes nothing."""
    files = [file for path in paths for file in files_at(Path(path).expanduser())] if paths else known_files()
    report = ImportReport()
    for path in dict.fromkeys(file.absolute() for file in files):
        report.files.append(_look(store, path))
    report.pending = pending(store)
    return report


def _look(store: Store, path: Path) -> FileReport:
    """Read one file and compare it with what is known of it; a file that cannot be read is only reported."""
    report = FileReport(str(path), target_of(path))
    try:
        with path.open("rb") as file:
            wide = file.read(2) in (BOM_UTF16_LE, BOM_UTF16_BE)  # as shells on Windows write
        text = path.read_text("utf-16" if wide else "utf-8-sig", errors="replace")
    except OSError as error:
        report.error = f"cannot be read: {os_reason(error)}"
        return report
    entries = parse_entries(text)
    report.entries = len(entries)
    store.write(lambda conn: _compare(store, conn, report, entries))
    for refused in report.blocked:
        refused["line"] = _line_of(entries, refused["entry"], text)
    return report


def _line_of(entries: Sequence[str], number: int, text: str) -> int:
    """Return the line of the file on which an entry begins."""
    place = 0
    for entry in entries[:number]:
        begin = entry.partition("\n")[0]
        place = max(place, text.find(begin, place))
    return text.count("\n", 0, place) + 1


def _compare(store: Store, conn: sqlite3.Connection, report: FileReport, entries: list[str]) -> None:
    """Import the entries of a file seen for the first time, or offer what has changed; fill in ``report``."""
    report.added = report.known = report.pending = 0
    report.blocked = []
    seen = {
        row["digest"]: row for row in conn.execute("SELECT * FROM memory_file_entries WHERE path = ?", (report.path,))
    }
    first_time = not seen
    present = set()
    for number, entry in enumerate(entries, 1):
        digest = _digest(entry)
        present.add(digest)
        if digest in seen:
            report.known += 1
        elif len(entry) > MAX_CHARS:
            report.blocked.append({"entry": number, "blocked": ["too_long"]})
        elif "\ufffd" in entry:
            report.blocked.append({"entry": number, "blocked": ["not_utf8"]})
        elif blocked := classes(scan(entry)):
            report.blocked.append({"entry": number, "blocked": blocked})
        elif first_time and _was_taken_out(conn, report, digest, entry):
            _remember_entry(conn, report.path, digest, None)
            report.known += 1
        elif first_time:
            change = add(store, entry, target=report.target, importance=IMPORTANCE, source=_source(report.path))
            _remember_entry(conn, report.path, digest, change.id)
            report.added += change.changed
        else:
            _offer_add(conn, report, digest, entry)
    _offer_removals(conn, report, seen, present)


def _was_taken_out(conn: sqlite3.Connection, report: FileReport, digest: str, entry: str) -> bool:
    """Whether this entry was forgotten here, or purged after it was imported from a file that has moved since."""
    forgotten = "SELECT 1 FROM memories WHERE content = ? AND target = ? AND forgotten"
    if conn.execute(forgotten, (entry, report.target)).fetchone():
        return True
    rows = conn.execute(
        """SELECT path, memory_id IN (SELECT id FROM memories) AS there FROM memory_file_entries
           WHERE digest = ? AND memory_id IS NOT NULL""",
        (digest,),
    ).fetchall()
    same = [row["there"] for row in rows if target_of(Path(row["path"])) == report.target]
    return bool(same) and not any(same)


def _offer_add(conn: sqlite3.Connection, report: FileReport, digest: str, entry: str) -> None:
    """Offer to add a new entry of a known file, unless a memory has the same text."""
    twin = conn.execute(
        "SELECT id FROM memories WHERE content = ? AND target = ? AND NOT forgotten", (entry, report.target)
    ).fetchone()
    if twin:
        _remember_entry(conn, report.path, digest, twin["id"])
        report.known += 1
        return
    _offer(conn, report, digest, "add", entry, None)


def _offer_removals(
    conn: sqlite3.Connection, report: FileReport, seen: dict[str, sqlite3.Row], present: set[str]
) -> None:
    """Offer to remove the memories whose entries left the file; withdraw offers that the file no longer calls for."""
    for digest, row in seen.items():
        if digest in present:
            conn.execute(
                "DELETE FROM memory_pending WHERE path = ? AND digest = ? AND action = 'remove'", (report.path, digest)
            )
        elif row["present"]:
            memory = conn.execute(
                "SELECT content FROM memories WHERE id = ? AND NOT forgotten", (row["memory_id"],)
            ).fetchone()
            if memory:
                _offer(conn, report, digest, "remove", memory["content"], row["memory_id"])
        conn.execute(
            "UPDATE memory_file_entries SET present = ? WHERE path = ? AND digest = ?",
            (int(digest in present), report.path, digest),
        )
    for row in conn.execute("SELECT id, digest FROM memory_pending WHERE path = ? AND action = 'add'", (report.path,)):
        if row["digest"] not in present:
            conn.execute("DELETE FROM memory_pending WHERE id = ?", (row["id"],))


def _offer(
    conn: sqlite3.Connection, report: FileReport, digest: str, action: str, content: str, memory_id: str | None
) -> None:
    conn.execute(
        """INSERT OR IGNORE INTO memory_pending(path, digest, action, target, content, memory_id, found_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)""",
        (report.path, digest, action, report.target, content, memory_id, time.time()),
    )
    report.pending += 1


# -- exporting -----------------------------------------------------------------------------------------


def export_text(store: Store, target: str | None = None, *, scope: str | None = None) -> str:
    """Return every entry of a target, oldest first, as a MEMORY.md or USER.md that imports as the same entries."""
    rows = select(store.read(), target=check_target(target), scope=scope)
    entries = list(dict.fromkeys(withheld(row.content) for row in sorted(rows, key=lambda row: row.rid)))
    text = DELIMITER.join(entries)
    return text if parse_entries(text) == entries else text + DELIMITER.rstrip("\n")  # a single entry that is a list


# -- pending changes -----------------------------------------------------------------------------------


def pending(store: Store) -> list[dict[str, Any]]:
    """Return the pending changes: ``{"id", "path", "action", "target", "content", ...}``."""
    rows = store.read().execute(
        "SELECT id, path, action, target, content, memory_id, found_at FROM memory_pending ORDER BY id"
    )
    return [dict(row) for row in rows]


def accept(store: Store, pending_id: int) -> dict[str, Any]:
    """Carry out a pending change; return ``{"ok", "id", "action"}`` with the id of the memory."""

    def work(conn: sqlite3.Connection) -> dict[str, Any]:
        row = _pending_row(conn, pending_id)
        if row["action"] == "add":
            change = add(
                store, row["content"], target=row["target"], importance=IMPORTANCE, source=_source(row["path"])
            )
            _remember_entry(conn, row["path"], row["digest"], change.id)
            memory_id = change.id
        else:
            set_forgotten(conn, row["memory_id"], True, _source(row["path"]))
            memory_id = row["memory_id"]
        conn.execute("DELETE FROM memory_pending WHERE id = ?", (pending_id,))
        return {"ok": True, "id": memory_id, "action": row["action"]}

    return store.write(work)


def decline(store: Store, pending_id: int) -> dict[str, Any]:
    """Drop a pending change; the same edit is not offered again."""

    def work(conn: sqlite3.Connection) -> dict[str, Any]:
        row = _pending_row(conn, pending_id)
        if row["action"] == "add":
            _remember_entry(conn, row["path"], row["digest"], None)
        conn.execute("DELETE FROM memory_pending WHERE id = ?", (pending_id,))
        return {"ok": True, "action": row["action"], "entry": preview(row["content"])}

    return store.write(work)


def _pending_row(conn: sqlite3.Connection, pending_id: int) -> sqlite3.Row:
    row: sqlite3.Row | None = conn.execute("SELECT * FROM memory_pending WHERE id = ?", (pending_id,)).fetchone()
    if row is None:
        raise NotFound(f"There is no pending change {pending_id}.", hint="List them with: gagent-db memory pending")
    return row


def _remember_entry(conn: sqlite3.Connection, path: str, digest: str, memory_id: str | None) -> None:
    conn.execute(
        """INSERT OR REPLACE INTO memory_file_entries(path, digest, memory_id, present, first_seen)
           VALUES (?, ?, ?, 1, ?)""",
        (path, digest, memory_id, time.time()),
    )


def _digest(entry: str) -> str:
    return hashlib.sha256(entry.encode("utf-8", "replace")).hexdigest()


def _source(path: str) -> str:
    return f"file:{Path(path).name}"
