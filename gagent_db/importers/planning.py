"""What there is to import: which files have changed, which format each has, and why the others are left out."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import orjson

from ..errors import os_reason
from ..store.database import Store, is_open_here, open_files
from ..store.opening import companions
from .base import Importer, Skip
from .files import Found, is_boring, look, printable, walk, with_companions
from .known import Known, Since, holds_the_same, look_again, lost_sessions, since_read, sources_of
from .own_database import OwnDatabase
from .registry import detect, importers, recognises
from .report import ImportReport, OtherFiles
from .status import remember_others
from .unclaimed import TOLD, unclaimed


@dataclass(slots=True)
class Job:
    found: Found
    importer: Importer
    known: sqlite3.Row | None
    resume: bool = False
    moved_from: str | None = None
    alike: bool = False  # it was moved and edited; its messages show which file it was
    doubted: bool = False  # the requested format, although the file does not look like it: try it
    shown: Path | None = None  # the path it is recorded by, if it is elsewhere

    @property
    def name(self) -> str:
        """The path it is recorded by."""
        return str(self.shown or self.found.path)


class Planner:
    """Looks at files and decides what to do with each; problems go to the report."""

    def __init__(self, store: Store, report: ImportReport, forced: Importer | None, *, remember: bool) -> None:
        self.store = store
        self.report = report
        self.forced = forced
        self.remember = remember  # note for `status` what is not read in a folder
        self.known = Known(store)
        self.open_here = open_files()
        self.here = OtherFiles()  # in the folder that is being looked through
        self.shown: dict[Path, Path] = {}  # temporary file -> the path it is recorded by
        self.claimed: set[Path] = set()  # files of a known format, so that none is counted twice

    def plan(self, roots: Sequence[Path]) -> list[Job]:
        """The sources to read, oldest first, so that a resumed copy comes after its original."""
        jobs: dict[Path, Job] = {}
        for root in roots:
            self._below(root, jobs)
            if self.forced and os.path.isdir(root) and not any(path.is_relative_to(root) for path in self.claimed):
                self._problem(root, f"no file in it looks like {self.forced.name}")
        return self._oldest_first(jobs)

    def _below(self, root: Path, jobs: dict[Path, Job]) -> None:
        """Add what there is to read in a file or folder."""
        self.here = OtherFiles()
        for found in walk(root, self._problem, self._pass_over):
            shown = self.shown.get(found.path)
            if job := self._job(replace(found, inode=0) if shown else found):  # its inode may be reused
                job.shown = shown
                jobs[found.path] = job
        if self.remember and not self.forced and os.path.isdir(root):
            remember_others(self.store, root, self.here)

    def plan_changed(self, files: Iterable[Path]) -> list[Job]:
        """The sources that these files are or belong to."""
        jobs: dict[Path, Job] = {}
        for path in files:
            if os.path.isdir(path):
                self._below(path, jobs)
                continue
            for source in (path, *sources_of(self.store.read(), path)):
                found = None if source == path and is_boring(path) else look(source)
                if found and found.size and (job := self._job(found)):
                    jobs[source] = job
        return self._oldest_first(jobs)

    def _job(self, found: Found) -> Job | None:
        if printable(found.path) != str(found.path):
            self._problem(found.path, "its name is not valid UTF-8; rename it to import it")
            return None
        opened = found.inode in self.open_here and is_open_here(found.path)
        if opened and not found.named:
            self.report.other_files += 1
            return None
        if opened and self._is_own(found.path):
            self._problem(found.path, "it is the database that this would be imported into")
            return None
        shown = self.shown.get(found.path)
        sql = "SELECT * FROM imports WHERE path = ?"
        known = self.store.read().execute(sql, (str(shown or found.path),)).fetchone()
        own = importers().get(known["format"]) if known else None
        since = since_read(own, found, known) if own and known else "rewritten"
        # Our own open files are not opened to see what they are: see ``open_files``.
        choice = (importers()[OwnDatabase.name], False) if opened else self._format(found, known, own, since)
        if choice is None:
            return None
        importer, doubted = choice
        if found.path in self.claimed:
            return None
        if shown and importer.kind == "database":
            self._problem(found.path, "a database is read as a file (and its -wal file): copy both here, and import it")
            return None
        self.claimed.add(found.path)
        self.report.files += 1
        found = with_companions(found, importer.companions(found.path))
        if known is not None and own is importer:
            return self._again(found, importer, known, since, doubted)
        moved = None if shown else self.known.moved(found, importer)
        return Job(found, importer, moved, moved_from=str(moved["path"]) if moved else None, doubted=doubted)

    def _again(self, found: Found, importer: Importer, known: sqlite3.Row, since: Since, doubted: bool) -> Job | None:
        """What there is to do for a source that was read as this format before; None when nothing is."""
        if lost_sessions(self.store.read(), known):
            return Job(found, importer, None if importer.kind == "database" else known)
        if since != "unchanged":
            return Job(found, importer, known, resume=since == "appended", doubted=doubted)
        self.report.files_unchanged += 1
        if moment := look_again(known):
            self.report.look_again[found.path] = moment
        self.report.sessions_seen.update(orjson.loads(known["session_ids"]))
        return None

    def _is_own(self, path: Path) -> bool:
        """Is this the database being written to, or a file beside it?"""
        own = self.store.path
        return any(os.path.exists(part) and path.samefile(part) for part in (own, *companions(own)))

    def _format(
        self, found: Found, known: sqlite3.Row | None, own: Importer | None, since: Since
    ) -> tuple[Importer, bool] | None:
        """The format of a file, and whether that is in doubt; None when there is nothing to read.

        ``own`` is the format it was read as before; it still has that as long as nothing was rewritten.
        """
        try:
            if own and self.forced in (None, own) and (own.kind == "database" or since != "rewritten"):
                return own, False
            if self.forced:
                return self._forced(self.forced, found, known)
            importer = detect(found.path)
            if importer is None and own and known and known["size"] <= found.size:
                importer = own  # its beginning is damaged now
            if importer and (found.named or not importer.only_named):
                return importer, False
            self._unclaimed(found)
        except OSError as error:
            self._problem(found.path, os_reason(error))
        return None

    def _forced(self, forced: Importer, found: Found, known: sqlite3.Row | None) -> tuple[Importer, bool] | None:
        """The format that was asked for, unless the file has another one.

        In a folder only files that are recognised as that format are read. A file that was named and is not recognised
        at all (its beginning is damaged) is tried.
        """
        before = known is not None and known["format"] == forced.name and known["messages"]
        if before or recognises(forced, found.path):
            return forced, False
        other = detect(found.path)
        if found.named and other is None and found.size:
            return forced, True
        reason = f"this does not look like {forced.name}" + (f" (it looks like {other.name})" if other else "")
        if found.named:
            self._problem(found.path, reason if found.size else "the file is empty", 1 if found.size else None)
        else:
            self._pass_over(found.path, reason)
        return None

    def _unclaimed(self, found: Found) -> None:
        """Report what a file is that no format recognises."""
        verdict = unclaimed(found.path)
        if found.named and not found.size:
            self._problem(found.path, "the file is empty")
        elif found.named and not verdict.problem:
            more = f" ({verdict.reason})" if verdict.reason in TOLD else ""
            self._problem(found.path, f"not a transcript in a format known here{more}")
        elif verdict.problem:
            self._problem(found.path, verdict.reason, verdict.line)
        else:
            self._pass_over(found.path, verdict.reason)

    def _oldest_first(self, jobs: dict[Path, Job]) -> list[Job]:
        """The jobs in the order their files were written.

        Only now, with all others accounted for, can a new file (or one that replaced another) be recognised as one that
        was edited and renamed.
        """
        ordered = sorted(jobs.values(), key=lambda job: (job.found.mtime, job.found.path))
        taken = {job.moved_from for job in ordered if job.moved_from}
        for job in ordered:
            if job.importer.named_by != "id" and not job.doubted and (job.known is None or self._only_its_place(job)):
                known = self.known.edited(job.found, job.importer, taken - {job.moved_from})
                if known:
                    job.known, job.moved_from, job.alike = known, str(known["path"]), True
        return ordered

    @staticmethod
    def _only_its_place(job: Job) -> bool:
        """Was the file recognised as another one only by its inode, not by its content?"""
        return bool(job.moved_from and job.known and not holds_the_same(job.found.path, job.known))

    def _problem(self, path: Path, reason: str, line: int | None = None) -> None:
        self.report.skip(Skip(self._name(path), line, reason))
        self._count(path, reason, 1)

    def _pass_over(self, path: Path, reason: str, count: int = 1) -> None:
        self.report.other_files += count
        self._count(path, reason, count)

    def _count(self, path: Path, reason: str, count: int) -> None:
        for others in (self.report.others, self.here):
            others.add(self._name(path), reason, count)

    def _name(self, path: Path) -> str:
        """How the report names a file."""
        return printable(self.shown.get(path, path))
