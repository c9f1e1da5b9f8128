"""Import: find what has changed, read it, write it in short transactions, report."""

from __future__ import annotations

import gc
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from ..coerce import mapping
from ..errors import GagentError
from ..store.artifacts import extract_pending
from ..store.by_hand import complete
from ..store.database import Store
from ..store.incoming import dump_json
from ..store.merging import merge_indexes
from ..store.opening import largest_id
from ..times import to_iso
from . import bulk, bulk_sessions, standard_input
from .base import SHAPE_ERRORS, Importer, Item, ParsedMessage, why
from .batch import ROW_WEIGHT, Batch, Collector, ImportRow, Ranges, Reading, parts_of
from .continued import with_old_names
from .files import look
from .known import LOOK_AGAIN, fingerprint, holds_the_same, state_of
from .planning import Job, Planner
from .registry import broken_plugins, by_name, importers
from .report import ImportReport, Progress
from .settle import settle
from .sources import Afterwards, Source
from .writer import Writer

_REASONS = 20  # skipped lines kept per source for `status`

OnProgress = Callable[[Progress], None]


def import_paths(
    store: Store,
    paths: Iterable[str | Path] | None = None,
    *,
    format: str = "auto",
    dry_run: bool = False,
    extract: bool = True,
    progress: OnProgress | None = None,
) -> ImportReport:
    """Bring files and folders in; without any, every known agent location on this machine.

    Only what is new is read and written; importing again is cheap and adds nothing. Problems are counted and located in
    the report and never stop the rest. With ``dry_run`` nothing is written. When everything is searchable, the
    artifacts are extracted, unless ``extract`` is off (``gagent-db index`` does it later; an export that states which
    open items are resolved is extracted all the same). The path ``-`` is standard input. Raises GagentError for an
    unknown format.
    """
    forced = None if format == "auto" else by_name(format)
    given = [Path(path) for path in paths or ()]
    with standard_input.kept(given, forced) as kept:
        roots = [*(path.expanduser().absolute() for path in given if path != standard_input.DASH), *kept]
        run = _Run(store, forced, dry_run, progress)
        run.planner.shown = kept
        return run.go(run.planner.plan(roots or known_locations(forced)), extract=extract)


def import_changed(store: Store, files: Iterable[Path], *, format: str = "auto") -> ImportReport:
    """Bring in what these files have that is new; files that are no transcripts are passed over."""
    run = _Run(store, None if format == "auto" else by_name(format), False, None)
    return run.go(run.planner.plan_changed(files))


def known_locations(forced: Importer | None = None) -> list[Path]:
    """Where the agents on this machine keep their sessions; only places that exist."""
    found: dict[Path, None] = {}
    for importer in [forced] if forced else importers().values():
        for path in importer.discover():
            if os.path.exists(path):  # False also where we may not look; Path.exists() raises there
                found[path.absolute()] = None
    return list(found)


@dataclass(slots=True)
class _Read:
    """A source that has been read."""

    job: Job
    source: Source
    collector: Collector
    failed: bool


class _Run:
    """One import from planning to report."""

    def __init__(self, store: Store, forced: Importer | None, dry_run: bool, progress: OnProgress | None) -> None:
        self.store = store
        self.dry_run = dry_run
        self.progress = progress
        self.started = time.monotonic()
        self.report = ImportReport(dry_run=dry_run, notes=list(broken_plugins()))
        self.planner = Planner(store, self.report, forced, remember=not dry_run)
        self.writer = Writer(store)
        self.batch = Batch()
        self.titles: list[tuple[str, str]] = []
        self.continued: list[tuple[str, str]] = []
        self.when_stored: list[Afterwards] = []
        self.when_extracted: list[Afterwards] = []
        self.unsettled: list[_Read] = []  # sources read again, to be settled when their last batch is written
        sql = "SELECT session_id FROM tombstones WHERE uid = ''"
        self.forgotten = frozenset(row[0] for row in store.read().execute(sql))  # sessions
        self.disturbed: list[Path] = []  # sources with messages that came back, to be read from the start

    def go(self, jobs: Sequence[Job], *, extract: bool = True) -> ImportReport:
        with _rare_collections():
            self.read_all(jobs)
        if not self.dry_run:
            self._complete(extract=extract)
        self.report.seconds = time.monotonic() - self.started
        return self.report

    def _complete(self, *, extract: bool) -> None:
        """Do what has to wait until everything is stored."""
        if extract:
            merge_indexes(self.store, self.report.messages, alone=self.writer.alone())
        if extract or self.when_extracted:  # an export's word on artifacts must be applied now or never
            complete(self.store)  # a source that rewrote a text
            extract_pending(self.store)
        for restore in (*self.when_stored, *self.when_extracted):
            restore(self.store, self.report.sessions_added)

    # -- reading ---------------------------------------------------------------------------------------

    def read_all(self, jobs: Sequence[Job]) -> None:
        size = sum(job.found.size for job in jobs)
        done = 0
        for number, job in enumerate(jobs):
            self._read(job, Progress(number, len(jobs), done, size, 0, job.name))
            done += job.found.size
        self._finish()
        for path in self.disturbed:
            self._read_whole(path)
        self._finish()
        if self.report.sessions_added and not self.dry_run:
            self.store.write(self._link)
        if self.progress and jobs:
            self.progress(Progress(len(jobs), len(jobs), size, size, self.report.messages, ""))

    def _link(self, conn: sqlite3.Connection) -> None:
        """Link what came in before the thing it refers to."""
        bulk_sessions.link_orphans(conn)
        bulk_sessions.name_and_continue(conn, self.titles, self.continued)

    def _read(self, job: Job, at: Progress) -> None:
        state = state_of(job.known) if job.known is not None else {}
        source = Source(job.found.path, to_iso(job.found.modified), shown=job.shown)
        if job.resume and job.known is not None:
            source.offset, source.line = job.known["offset"], state.get("line", 0)
        source.earlier = state.get("parser") or {}
        source.forgotten = self.forgotten
        if job.resume or job.importer.kind == "database":
            source.state = dict(source.earlier)
        collector = Collector(job.importer, source, self._reading(job, state), state if job.resume else None)
        read = _Read(job, source, collector, failed=False)
        start = source.offset
        for _ in self._gather(read):
            if self.batch.weight >= self.writer.limit:
                self._flush()
                self._tell(at, source.offset - start)
        self._done(read)
        self._tell(at, job.found.size)

    def _gather(self, read: _Read) -> Iterator[None]:
        """Put the items of a source into the batch, one per step. An error ends only this source and is reported.

        The caller writes the batch: a failed write is not the fault of the source being read, and ends the import.
        """
        job, source, collector = read.job, read.source, read.collector
        try:
            for part in self._parts(job, collector):
                try:
                    collector.add(self.batch, part)
                except SHAPE_ERRORS as error:
                    source.skip(_unstorable(error))
                yield
            return
        except Exception as error:  # a format's parser must not stop the other sources
            source.skip(why(error))
        read.failed = True

    def _parts(self, job: Job, collector: Collector) -> Iterator[Item]:
        """The items of the source as they are to be stored.

        Conversations that are named after their content keep their ids, even when they have grown or were edited.
        """
        source, reading = collector.source, collector.reading
        parts = _storable(job, collector)
        if job.known is None or not reading.again or type(job.importer).names is Importer.names:
            return parts
        known = set(orjson.loads(job.known["session_ids"]))
        named = set(job.importer.names(Source(source.path, forgotten=source.forgotten)))
        return with_old_names(self.store.read(), parts, reading.names, named, known)

    def _reading(self, job: Job, state: dict[str, Any]) -> Reading:
        whole = job.importer.kind != "database" or job.importer.whole_sessions
        again = job.known is not None and not job.resume and whole
        last = largest_id(self.store.read())
        held: Ranges = {name: [(first, last) for first, last in runs] for name, runs in state.get("held", {}).items()}
        reading = Reading(job.name, job.importer.name, again, job.resume, last, held)
        reading.tells_status = job.importer.tells_status
        reading.old_path, reading.names = job.moved_from, state.get("names", {})
        if job.moved_from and job.known is not None:
            ids = orjson.loads(job.known["session_ids"])
            alike = job.alike or holds_the_same(job.found.path, job.known)
            reading.was = ids[0] if alike and len(ids) == 1 else None
        elif job.known is None:
            reading.was = self.planner.known.copied(job.found, job.importer)
        elif again and job.importer.named_by == "beginning":
            reading.was = self.planner.known.renamed_itself(job.found, job.importer, job.known)
        return reading

    def _done(self, read: _Read) -> None:
        job, source, collector = read.job, read.source, read.collector
        self.report.take(source)
        self.when_stored += source.when_stored
        self.when_extracted += source.when_extracted
        self.report.unreadable += bool(source.skipped and not collector.messages and not job.resume)
        self.report.sessions_seen.update(collector.session_ids)
        if collector.reading.again and not self.dry_run:
            self.unsettled.append(read)
        else:
            self._remember(read, whole=True)

    def _remember(self, read: _Read, *, whole: bool) -> None:
        """Note how far a source has been read; if it was not read ``whole``, it is read from the start when it
        changes."""
        job, source, collector = read.job, read.source, read.collector
        known = job.known if job.resume else None
        listed = orjson.loads(known["skipped_json"]) if known else []
        unlisted = known["skipped_lines"] - len(listed) if known else 0
        kept = [skip for skip in listed if not skip.get("torn")]  # a line that was half written is read again
        skips = kept + [{**skip.to_dict(), "torn": skip.torn} for skip in source.skips]
        in_part = job.resume or not whole or read.failed or job.importer.kind == "database"
        earlier = job.known if in_part else None  # its earlier messages still count
        session_ids = dict.fromkeys(orjson.loads(earlier["session_ids"])) if earlier else {}
        session_ids.update(collector.session_ids)
        messages = collector.messages + (known["messages"] if known else 0)
        offset, mark = fingerprint(job.importer, job.found.path, source.offset)
        if whole and not read.failed:
            self.planner.known.note(job.name, (job.importer.name, offset, mark), list(session_ids), messages)
        self.batch.sources.append(
            ImportRow(
                collector.reading,
                list(session_ids),
                state={
                    "parser": source.state,
                    "line": source.line,
                    **({LOOK_AGAIN: source.look_again} if source.look_again else {}),
                    **_replaced(source, known),
                    **collector.state(),
                },
                columns={
                    "size": job.found.size,
                    "mtime": 0.0 if read.failed else job.found.mtime,  # 0: it is read again next time
                    "inode": job.found.inode,
                    "offset": offset,
                    "tail_hash": mark if whole and not read.failed else "",
                    "messages": max(messages, earlier["messages"]) if earlier else messages,
                    "skipped_lines": unlisted + len(kept) + source.skipped,
                    "skipped_json": dump_json(skips[:_REASONS]),
                },
            )
        )
        self.batch.weight += ROW_WEIGHT

    def _settle(self) -> None:
        """Bring what was rewritten in line with its source, now that all of it is stored."""
        unsettled, self.unsettled = self.unsettled, []
        for read in unsettled:
            known = read.job.known
            # Unreadable parts may be half written: then nothing counts as gone until the file changes again.
            whole = not read.failed and (known is None or read.source.skipped <= known["skipped_lines"])
            reading, job = read.collector.reading, read.job
            judge = whole and job.shown is None
            settled = settle(self.store.read(), self.writer.write, reading, judge=judge, trims=job.importer.trims)
            self.report.undone += settled.undone
            self.report.compacted += settled.compacted
            self.report.sessions_updated |= settled.sessions
            self._remember(read, whole=whole)

    def _read_whole(self, path: Path) -> None:
        """Read a source from the start, because some of its appended lines are messages that it had lost before."""
        known = self.store.read().execute("SELECT * FROM imports WHERE path = ?", (str(path),)).fetchone()
        importer = importers()[known["format"]]
        if found := look(path, importer.companions(path)):
            self._read(Job(found, importer, known), Progress(0, 1, 0, found.size, 0, str(path)))

    def _finish(self) -> None:
        """Write the rest, and then how far the sources that were read again have been read."""
        while self.batch or self.unsettled:
            self._flush()

    def _flush(self) -> None:
        """Write the batch, then settle the sources that were read again and are now stored."""
        if self.batch:
            batch, self.batch = self.batch, Batch()
            self._store(batch)
        self._settle()

    def _store(self, batch: Batch) -> None:
        def work(conn: sqlite3.Connection) -> bulk.Outcome:
            outcome = bulk.apply(conn, batch)
            if self.dry_run:
                raise _RollBack(outcome)
            return outcome

        try:
            outcome = self.writer.write(work)
            for taken in outcome.taken:
                taken.note()
        except _RollBack as rolled_back:
            outcome = rolled_back.outcome
        self.titles += batch.titles
        self.continued += batch.continued
        self.writer.adapt(batch.weight)
        self.report.sessions_added |= outcome.added
        self.report.sessions_updated |= outcome.updated - self.report.sessions_added
        self.report.messages += outcome.messages
        self.report.forgotten += outcome.forgotten
        self.report.returned += len(outcome.returned)
        returned = {session_id for session_id, _ in outcome.returned}
        for taken in outcome.taken if returned else ():
            if taken.reading.resumed and not returned.isdisjoint(taken.reading.held):
                self.disturbed.append(Path(taken.reading.path))

    def _tell(self, at: Progress, read: int) -> None:
        if self.progress:
            done = at.bytes_done + min(read, at.bytes)
            self.progress(Progress(at.files_done, at.files, done, at.bytes, self.report.messages, at.path))


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Let Python collect garbage rarely: the many rows make no cycles and live for one batch, and looking for cycles
    costs a tenth."""
    usual = gc.get_threshold()
    gc.set_threshold(250_000, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class _RollBack(Exception):
    """Raised to undo the transaction of a dry run; carries what it would have done."""

    def __init__(self, outcome: bulk.Outcome) -> None:
        super().__init__()
        self.outcome = outcome


def _replaced(source: Source, known: sqlite3.Row | None) -> dict[str, Any]:
    """The lines with replaced characters, those of earlier imports first, as ``status`` shows them."""
    before = mapping(state_of(known).get("replaced")) if known else {}
    lines = before.get("lines", 0) + source.replaced_lines
    first = [*before.get("first", ()), *(line.to_dict() for line in source.replaced)][:_REASONS]
    return {"replaced": {"lines": lines, "first": first}} if lines else {}


def _storable(job: Job, collector: Collector) -> Iterator[Item]:
    """The items of a source; those too long for one row are cut."""
    source = collector.source
    for item in job.importer.parse(source) if not job.doubted else _spoken(job.importer, source):
        if source.member is not None:  # an archive goes on to its next file
            collector.importer, collector.source = source.member
            source.member = None
        try:
            yield from parts_of(item)
        except SHAPE_ERRORS as error:
            source.skip(_unstorable(error))


def _spoken(importer: Importer, source: Source) -> Iterator[Item]:
    """The items of a file that may not have this format. Raises GagentError when none of them is a message."""
    held: list[Item] = []
    items = importer.parse(source)
    for item in items:
        held.append(item)
        if isinstance(item, ParsedMessage):
            yield from held
            yield from items
            return
    source.line = 1
    raise GagentError(f"this does not look like {importer.name}: there is no message in it")


def _unstorable(error: Exception) -> str:
    """Why a value cannot be stored (for instance, it is nested a thousand levels deep)."""
    return f"cannot be stored ({type(error).__name__}: {str(error)[:120]})"
