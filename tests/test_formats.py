"""Every format: recognised by exactly one importer, imported twice without change, never thrown by damage."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import BUILDERS, hermes_db
from hypothesis import given, settings
from hypothesis import strategies as st

import gagent_db
from gagent_db.importers.base import ParsedMessage, ParsedSession, ToolResult
from gagent_db.importers.registry import BUILT_IN, importers
from gagent_db.importers.run import import_paths
from gagent_db.importers.sources import HEAD_BYTES, Source

DOCS = Path(__file__).parents[1] / "docs"


def _ask_all(path: Path) -> list[str]:
    head = path.open("rb").read(HEAD_BYTES)
    return [name for name, importer in importers().items() if importer.sniff(path, head)]


def _source_of(path: Path) -> Path:
    return path if path.is_file() else next(path.rglob("ses_01.json"))


@pytest.mark.parametrize("module", BUILT_IN)
def test_every_format_has_a_page_and_a_transcript_to_be_tested_with(module: str) -> None:
    name = import_module(f"gagent_db.importers.{module}").importer.name
    pages = [DOCS / "importing.md", *DOCS.glob("formats/*.md")]
    assert any(re.search(rf"[ `]{name}`", page.read_text("utf-8")) for page in pages), f"add {name} to docs/formats"
    elsewhere = {"zip": "test_import_zip.py", "gagent-database": "test_import_own.py"}
    built = name in elsewhere or name in [of for of, _ in BUILDERS.values()]
    assert built, f"add a transcript of {name} to BUILDERS in tests/format_fixtures.py"


@pytest.mark.parametrize("title", BUILDERS)
def test_a_format_that_names_sessions_after_their_files_says_so(title: str, tmp_path: Path) -> None:
    """Else a file that is renamed or copied would be another session (see ``Importer.named_by``)."""
    name, build = BUILDERS[title]
    path = build(tmp_path)
    if path.is_dir():
        return
    other = path.with_name(f"other{path.suffix}")
    shutil.copyfile(path, other)
    here, there = (
        {item.id for item in importers()[name].parse(Source(one, "2026-01-01")) if isinstance(item, ParsedSession)}
        for one in (path, other)
    )
    assert here == there or importers()[name].named_by != "id"


@pytest.mark.parametrize("title", BUILDERS)
def test_exactly_one_importer_recognises_each_format(title: str, tmp_path: Path) -> None:
    expected, build = BUILDERS[title]
    assert _ask_all(_source_of(build(tmp_path))) == [expected]


@pytest.mark.parametrize("title", BUILDERS)
def test_importing_twice_adds_nothing(title: str, tmp_path: Path, db: gagent_db.Database) -> None:
    path = BUILDERS[title][1](tmp_path / "source")
    first = import_paths(db, [path])
    assert first.messages > 0 and not first.skipped, first
    before = _content(db)
    again = import_paths(db, [path])
    assert (again.messages, len(again.sessions_added)) == (0, 0)
    db.write(lambda conn: conn.execute("DELETE FROM imports"))  # as if the file were another copy
    third = import_paths(db, [path])
    assert (third.messages, len(third.sessions_added)) == (0, 0)
    assert _content(db) == before


def _content(db: gagent_db.Database) -> list[tuple[Any, ...]]:
    found = []
    for table in ("sessions", "messages", "tool_calls", "media_refs"):
        found += [tuple(row) for row in db.read().execute(f"SELECT * FROM {table} ORDER BY 1")]
    return found


def test_all_formats_together_share_one_database(tmp_path: Path, db: gagent_db.Database) -> None:
    for number, (_, build) in enumerate(BUILDERS.values()):
        build(tmp_path / "all" / str(number))
    report = import_paths(db, [tmp_path / "all"])
    assert not report.skipped, report.skipped
    formats = {row[0] for row in db.read().execute("SELECT DISTINCT source_format FROM sessions")}
    copies = {"hermes-gateway", "hermes-snapshot", "hermes-export", "hermes-db", "opencode-tree", "opencode-export"}
    assert formats | copies >= {name for name, _ in BUILDERS.values()}


# -- damage ----------------------------------------------------------------------------------------------

_JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.just([]), st.just({}),
    st.just([None, 1, "x", []]), st.just({"type": 3, "text": [], "id": {}}), st.just("\x00\ud800"), st.just(10**30),
)  # fmt: skip


@st.composite
def _mutilated(draw: st.DrawFn, value: Any) -> Any:
    """The same value with one to three of its parts replaced by something of another type."""
    copy = json.loads(json.dumps(value))
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(copy))
        holder, key = draw(st.sampled_from(places))
        holder[key] = deepcopy(draw(_JUNK))
    return copy


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield value, key
        yield from _places(part)


_TEXT = [
    title
    for title in BUILDERS
    if not re.search("db|zip|llm|tree|aider", title)  # those are JSON
]


@pytest.mark.parametrize("title", _TEXT)
@given(data=st.data())
@settings(max_examples=10)
def test_mutilated_records_are_skipped_not_thrown(
    title: str, tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    name, build = BUILDERS[title]
    path = build(tmp_path_factory.mktemp("source"))
    body = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        records = [data.draw(_mutilated(json.loads(line))) if data.draw(st.booleans()) else json.loads(line)
                   for line in body.splitlines()]  # fmt: skip
        path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    else:
        path.write_text(json.dumps(data.draw(_mutilated(json.loads(body)))), encoding="utf-8")
    _ask_all(path)  # no sniffer may raise either
    source = Source(path, "2026-01-01T00:00:00.000Z")
    try:
        items = list(importers()[name].parse(source))
    except gagent_db.GagentError:
        return  # the whole file is refused, with a reason
    assert all(isinstance(item, (ParsedSession, ParsedMessage, ToolResult)) for item in items)
    assert all(skip.path == str(path) and skip.reason for skip in source.skips)


@pytest.mark.parametrize("title", _TEXT)
def test_mutilated_items_can_be_stored(title: str, tmp_path: Path, db: gagent_db.Database) -> None:
    """A fixed, broad mutilation through the whole importer: every scalar becomes a number, then a list."""
    path = BUILDERS[title][1](tmp_path / "source")
    body = path.read_text(encoding="utf-8")
    for junk in (7, [1, None], {"a": 1}, True, "\x00\ud800"):
        records = [json.loads(line) for line in body.splitlines()] if path.suffix == ".jsonl" else [json.loads(body)]
        for number, (holder, key) in enumerate(list(_places(records))):
            if number % 4 == 1 and not isinstance(holder[key], (dict, list)):
                holder[key] = junk
        text = "".join(json.dumps(r) + "\n" for r in records) if path.suffix == ".jsonl" else json.dumps(records[0])
        path.write_text(text, encoding="utf-8")
        report = import_paths(db, [path], format=BUILDERS[title][0])
        assert all(skip.reason for skip in report.skipped)
    assert db.read().execute("PRAGMA integrity_check").fetchone()[0] == "ok"


@pytest.mark.parametrize("title", _TEXT)
def test_a_file_cut_anywhere_gives_a_located_reason(title: str, tmp_path: Path, db: gagent_db.Database) -> None:
    name, build = BUILDERS[title]
    path = build(tmp_path / "source")
    raw = path.read_bytes()
    path.write_bytes(raw[:-7])
    report = import_paths(db, [path], format=name)
    assert [skip.path for skip in report.skipped][:1] == [str(path)]


_LINES = [
    "hermes gateway jsonl", "hermes export", "hermes trajectories", "codex", "gemini jsonl", "openai conversations",
    "openai messages", "our export", "g-agent", "claude code", "pi", "openclaw",
]  # fmt: skip
_DAMAGE = {
    "null": b"null", "a number": b"42", "a list": b"[]", "half a record": b'{"type": "user", "role":',
    "zeros": b"\0" * 300, "too deep": b"[" * 5000, "longer than the head": b"x" * 70_000,
}  # fmt: skip


@pytest.mark.parametrize("damage", _DAMAGE)
@pytest.mark.parametrize("title", _LINES)
def test_a_damaged_first_line_costs_that_line_only(
    title: str, damage: str, tmp_path: Path, db: gagent_db.Database, open_new: Callable[[], gagent_db.Database]
) -> None:
    path = BUILDERS[title][1](tmp_path / "source")
    whole = import_paths(db, [path]).messages
    raw = path.read_bytes()
    with open_new() as other:
        path.write_bytes(_DAMAGE[damage] + b"\n" + raw)
        report = import_paths(other, [path.parent])
        assert report.messages == whole
        assert [(skip.path, skip.line) for skip in report.skipped] == [(str(path), 1)]


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("line", ['{"messages": []}', '{"messages": null}', "{}", '{"note": "made by hand"}'])
@pytest.mark.parametrize("title", ["openai conversations", "openai messages"])
def test_an_odd_record_among_the_first_costs_that_line_only(
    title: str, line: str, place: int, tmp_path: Path, db: gagent_db.Database
) -> None:
    name, build = BUILDERS[title]
    path = build(tmp_path / "source")
    records = path.read_text(encoding="utf-8").splitlines() * 2
    whole = import_paths(db, [path]).messages
    path.write_text("\n".join([*records[:place], line, *records[place:]]) + "\n", encoding="utf-8")
    report = import_paths(db, [path])
    assert report.messages >= whole and [skip.line for skip in report.skipped] == [place + 1]
    assert {session.source_format for session in db.list_sessions()} == {name}


def test_a_document_spread_over_lines_is_not_read_as_lines(tmp_path: Path, db: gagent_db.Database) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('[\n{"role": "user", "content": "a"},\n{"role": "assistant", "content": "b"}\n]\n')
    assert import_paths(db, [path]).messages == 0


@pytest.mark.parametrize("title", ["chatgpt zip", "claude.ai zip"])
def test_a_truncated_zip_is_a_located_skip(title: str, tmp_path: Path, db: gagent_db.Database) -> None:
    path = BUILDERS[title][1](tmp_path / "source")
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2])
    report = import_paths(db, [tmp_path / "source"])
    assert report.messages == 0
    assert [(skip.path, "cut short" in skip.reason) for skip in report.skipped] == [(str(path), True)]


_DATABASES = [title for title in BUILDERS if BUILDERS[title][0] in ("hermes-db", "opencode", "llm")]


@pytest.mark.parametrize("title", _DATABASES)
def test_a_locked_database_gives_a_clear_reason(
    title: str, tmp_path: Path, db: gagent_db.Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gagent_db.importers.sqlite_source.TIMEOUT", 0.05)
    monkeypatch.setattr("gagent_db.importers.sqlite_source._GLANCE", 0.05)
    path = BUILDERS[title][1](tmp_path / "source")
    owner = sqlite3.connect(path)
    owner.execute("PRAGMA locking_mode = EXCLUSIVE")
    owner.execute("BEGIN EXCLUSIVE")
    report = import_paths(db, [path])
    owner.close()
    assert [(skip.path, "locked by another program" in skip.reason) for skip in report.skipped] == [(str(path), True)]
    assert import_paths(db, [path]).messages > 0


@pytest.mark.parametrize("title", _DATABASES)
def test_a_damaged_database_gives_a_clear_reason(title: str, tmp_path: Path, db: gagent_db.Database) -> None:
    name, build = BUILDERS[title]
    path = build(tmp_path / "source")
    raw = bytearray(path.read_bytes())
    raw[4096:] = b"\xff" * (len(raw) - 4096)
    path.write_bytes(raw)
    report = import_paths(db, [path], format=name)
    assert report.messages == 0 and report.skipped[0].path == str(path) and "damaged" in report.skipped[0].reason


def test_a_database_of_another_program_is_left_alone(tmp_path: Path, db: gagent_db.Database) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as conn:
        conn.execute("CREATE TABLE messages(id, body)")
        conn.execute("CREATE TABLE sessions(id, name)")
    assert _ask_all(path) == []
    assert "not a transcript" in import_paths(db, [path]).skipped[0].reason


@pytest.mark.parametrize("title", _DATABASES)
def test_a_source_database_is_never_changed(title: str, tmp_path: Path, db: gagent_db.Database) -> None:
    path = BUILDERS[title][1](tmp_path / "source")
    with sqlite3.connect(path) as conn:
        conn.execute("PRAGMA journal_mode = WAL")
    before = path.read_bytes()
    assert import_paths(db, [path]).messages > 0
    assert path.read_bytes() == before


@pytest.mark.parametrize("title", _DATABASES)
def test_reading_a_source_database_is_no_change_of_it(title: str, tmp_path: Path, db: gagent_db.Database) -> None:
    path = BUILDERS[title][1](tmp_path / "source")
    with sqlite3.connect(path) as conn:
        conn.execute("PRAGMA journal_mode = WAL")
    for _ in range(2):  # the first reading makes the -wal file
        import_paths(db, [path])
    assert import_paths(db, [path]).files_unchanged == 1


@pytest.mark.parametrize("title", _DATABASES)
@given(data=st.data())
@settings(max_examples=10)
def test_mutilated_rows_are_skipped_not_thrown(title: str, tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    name, build = BUILDERS[title]
    path = build(tmp_path_factory.mktemp("source"))
    conn = sqlite3.connect(path)
    tables = [
        row[0]
        for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    ]
    junk = st.sampled_from([b"\xff\x00", "\x00json:{", "[]", "{", '{"type": 1}', 1e300, -1, "x", 7])
    for _ in range(data.draw(st.integers(1, 4))):
        table = data.draw(st.sampled_from(tables))
        column = data.draw(st.sampled_from([row[1] for row in conn.execute(f"PRAGMA table_info({table})")]))
        try:
            conn.execute(f'UPDATE {table} SET "{column}" = ?', (data.draw(junk),))
        except sqlite3.IntegrityError:
            pass
    conn.commit()
    conn.close()
    source = Source(path, "2026-01-01T00:00:00.000Z")
    items = list(importers()[name].parse(source))
    assert all(isinstance(item, (ParsedSession, ParsedMessage, ToolResult)) for item in items)


def test_a_first_line_longer_than_the_head_is_recognised(tmp_path: Path) -> None:
    """Lists of tools, instructions and system prompts stand in the first line and may be long."""
    long = "x" * (HEAD_BYTES + 10)
    grown = {
        "hermes gateway jsonl": ("tools", [{"function": {"description": long}}]),
        "hermes export": ("system_prompt", long),
        "hermes trajectories": ("conversations", [{"from": "human", "value": long}]),
        "openai conversations": ("messages", [{"role": "user", "content": long}]),
    }
    for title, (key, value) in grown.items():
        name, build = BUILDERS[title]
        path = build(tmp_path / title)
        first, *others = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join([json.dumps({**json.loads(first), key: value}), *others]), encoding="utf-8")
        assert _ask_all(path) == [name], title
    path = BUILDERS["codex"][1](tmp_path / "codex")
    first, *others = path.read_text(encoding="utf-8").splitlines()
    record = json.loads(first)
    record["payload"]["base_instructions"] = {"text": long}
    path.write_text("\n".join([json.dumps(record), *others]), encoding="utf-8")
    assert _ask_all(path) == ["codex"]


def test_a_locked_file_of_another_name_costs_one_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gagent_db.importers.sqlite_source.TIMEOUT", 0.05)
    monkeypatch.setattr("gagent_db.importers.sqlite_source._GLANCE", 0.05)
    path = hermes_db(tmp_path)
    path = path.rename(tmp_path / "renamed.db")
    owner = sqlite3.connect(path)
    owner.execute("BEGIN EXCLUSIVE")
    assert _ask_all(path) == []
    owner.close()
