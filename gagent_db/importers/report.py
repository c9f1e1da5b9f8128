"""What an import did, and what is known about each source."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .base import Skip
from .sources import Source

LISTED = 1000  # skipped lines that are listed one by one; all are counted


_KINDS, _EXAMPLES = 30, 5  # distinct reasons kept, and files named for each


@dataclass(slots=True)
class OtherFiles:
    """Files that are not read, by reason: how many, and the first paths (for boring files their folders).

    However many there are, this stays small.
    """

    kinds: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, path: str, reason: str, count: int = 1) -> None:
        if reason not in self.kinds and len(self.kinds) >= _KINDS:
            reason = "for other reasons"
        kind = self.kinds.setdefault(reason, {"reason": reason, "count": 0, "paths": []})
        kind["count"] += count
        if len(kind["paths"]) < _EXAMPLES:
            kind["paths"].append(path)

    def to_list(self) -> list[dict[str, Any]]:
        """``[{"reason", "count", "paths"}]``, the most frequent first."""
        return sorted(self.kinds.values(), key=lambda kind: -kind["count"])


@dataclass
class ImportReport:
    """The outcome of one import. ``to_dict()`` is what ``--json`` prints."""

    files: int = 0  # transcripts seen, changed or not
    files_unchanged: int = 0
    other_files: int = 0  # files met on the way that are no transcripts
    others: OtherFiles = field(default_factory=OtherFiles)  # these and the unreadable ones, by reason
    sessions_added: set[str] = field(default_factory=set)
    sessions_updated: set[str] = field(default_factory=set)
    sessions_seen: set[str] = field(default_factory=set)
    messages: int = 0
    forgotten: int = 0
    undone: int = 0  # messages that their source no longer holds
    compacted: int = 0  # messages that the agent has cut from the front of its file
    returned: int = 0  # gone messages that are there again
    skipped: list[Skip] = field(default_factory=list)
    skipped_count: int = 0
    replaced: list[Skip] = field(default_factory=list)  # lines that were imported with characters replaced
    replaced_count: int = 0
    passed_over: Counter[str] = field(default_factory=Counter)  # records that are no messages, by kind
    unreadable: int = 0  # sources of which nothing could be read
    look_again: dict[Path, str] = field(default_factory=dict)  # when to read these again, even if they do not change
    notes: list[str] = field(default_factory=list)
    dry_run: bool = False
    seconds: float = 0.0

    @property
    def failed(self) -> bool:
        """Nothing could be read."""
        return self.skipped_count > 0 and self.files <= self.unreadable

    @property
    def unchanged(self) -> int:
        return len(self.sessions_seen - self.sessions_added - self.sessions_updated)

    def skip(self, skip: Skip) -> None:
        self.skipped_count += 1
        if len(self.skipped) < LISTED:
            self.skipped.append(skip)

    def take(self, source: Source) -> None:
        """Add everything that a source reports after it has been read."""
        for skip in source.skips:
            self.skip(skip)
        self.skipped_count += source.skipped - len(source.skips)
        self.replaced += source.replaced[: max(0, LISTED - len(self.replaced))]
        self.replaced_count += source.replaced_lines
        self.passed_over += source.passed_over
        if source.look_again:
            self.look_again[source.path] = source.look_again

    def to_dict(self) -> dict[str, Any]:
        return {
            "ok": not self.failed,
            "files": self.files,
            "sessions": {
                "added": len(self.sessions_added),
                "updated": len(self.sessions_updated - self.sessions_added),
                "unchanged": self.unchanged,
            },
            "messages": {"added": self.messages},
            "undone": self.undone,
            "compacted": self.compacted,
            "returned": self.returned,
            "skipped": [skip.to_dict() for skip in self.skipped],
            "skipped_count": self.skipped_count,
            "replaced": [line.to_dict() for line in self.replaced],
            "replaced_count": self.replaced_count,
            "passed_over": dict(self.passed_over.most_common()),
            "files_unchanged": self.files_unchanged,
            "other_files": self.other_files,
            "others": self.others.to_list(),
            "forgotten": self.forgotten,
            "notes": self.notes,
            "dry_run": self.dry_run,
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an import has come."""

    files_done: int
    files: int
    bytes_done: int
    bytes: int
    messages: int
    path: str


@dataclass(slots=True)
class SourceStatus:
    """One place transcripts came from (the files of one format in one folder) as ``gagent-db status`` shows it."""

    path: str
    format: str
    files: int = 0
    sessions: int = 0
    messages: int = 0  # read from these files
    behind: int = 0  # files that have changed since they were read
    behind_bytes: int = 0
    gone: int = 0  # files deleted since; our copy stays
    skipped_lines: int = 0
    skipped: list[dict[str, Any]] = field(default_factory=list)  # {"path", "line", "reason"}, the first ones
    replaced_lines: int = 0  # imported with characters replaced
    replaced: list[dict[str, Any]] = field(default_factory=list)  # the same, the first ones
    passed_over: list[dict[str, Any]] = field(default_factory=list)  # {"reason", "count", "paths"}: other files
    imported_at: str = ""  # the latest

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}
