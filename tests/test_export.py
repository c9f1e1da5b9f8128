"""Export: what is written out as JSONL comes back equal; Markdown and HTML can be read and are safe."""

from __future__ import annotations

import json
import re
import shlex
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from format_fixtures import BUILDERS
from hypothesis import given, settings
from hypothesis import strategies as st

import gagent_db
from gagent_db import export, export_text
from gagent_db.answers import resolve
from gagent_db.cli import main
from gagent_db.importers.run import import_paths
from gagent_db.store.uids import row_uid

_NOT_COMPARED = {"source_format", "source_path", "updated_at", "metadata_json"}


def content(db: gagent_db.Database) -> list[Any]:
    """Everything a session says, without row numbers."""
    found: list[Any] = []
    for session in db.read().execute("SELECT * FROM sessions ORDER BY id").fetchall():
        values = {name: session[name] for name in session.keys() if name not in _NOT_COMPARED}  # noqa: SIM118
        values["metadata"] = json.loads(session["metadata_json"] or "{}")
        for name in ("parent_session_id", "cwd"):  # the importer keeps what a source said of them
            values["metadata"].pop(name, None)
        found.append(values)
        messages = [message for page in export.pages(db, session["id"], undone=True) for message in page]
        places = {message.id: place for place, message in enumerate(messages)}
        for message in messages:
            told = message.to_dict()
            for call in told["tool_calls"]:
                call["result_message_id"] = places.get(call["result_message_id"])
            for part in (told, *told["tool_calls"], *told["media"]):
                part.pop("id")
                part.pop("message_id", None)
            found.append(told)
    return found


def round_trip(db: gagent_db.Database, open_new: Callable[[], gagent_db.Database]) -> list[Any]:
    with open_new() as copy:
        path = copy.path.with_name("export.jsonl")
        path.write_bytes(b"".join(export.jsonl(db, db.list_sessions())))
        report = import_paths(copy, [path])
        assert not report.skipped
        assert import_paths(copy, [path]).messages == 0
        return content(copy)


@pytest.mark.parametrize("title", BUILDERS)
def test_every_imported_format_survives_the_round_trip(
    title: str, tmp_path: Path, db: gagent_db.Database, open_new: Callable[[], gagent_db.Database]
) -> None:
    import_paths(db, [BUILDERS[title][1](tmp_path / "source")])
    db.write(lambda conn: conn.execute("UPDATE sessions SET updated_at = updated_at"))
    assert round_trip(db, open_new) == content(db)


def test_every_column_of_a_session_survives_the_round_trip(
    db: gagent_db.Database, open_new: Callable[[], gagent_db.Database]
) -> None:
    derived = {"id", "key", "parent_session_id", "source_format", "source_path", "metadata_json"}
    columns = db.read().execute("SELECT name FROM pragma_table_info('sessions') WHERE type = 'TEXT'")
    names = [row["name"] for row in columns if row["name"] not in derived]
    session = db.create_session(**{name: 1_700_000_000 if name.endswith("_at") else f"some {name}" for name in names})
    db.append(session.id, [{"role": "user", "content": "hello"}])
    assert round_trip(db, open_new) == content(db)


_WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30)
_NAME = st.text("abcxyz-_:é ", min_size=1, max_size=12).filter(lambda text: text and " ".join(text.split()) == text)
_COUNT = st.none() | st.integers(0, 10**6)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | _WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAME, inner, max_size=3),
    max_leaves=6,
)
_TIME = st.integers(1_700_000_000, 1_800_000_000)


@st.composite
def _message(draw: st.DrawFn) -> dict[str, Any]:
    calls = [
        {"tool_name": draw(_NAME), "arguments": draw(_JSON), "result_summary": draw(st.none() | _NAME),
         "status": draw(st.sampled_from([None, "success", "error"])),
         "exit_code": draw(st.none() | st.integers(-9, 255))}
        for _ in range(draw(st.integers(0, 2)))
    ]  # fmt: skip
    return {
        "role": draw(st.sampled_from(["user", "assistant", "tool", "system"])), "content": draw(_WORDS),
        "created_at": draw(_TIME), "model": draw(st.none() | _NAME), "reasoning": draw(st.none() | _NAME),
        "input_tokens": draw(_COUNT), "output_tokens": draw(_COUNT), "cache_read_tokens": draw(_COUNT),
        "cost_usd": draw(st.none() | st.sampled_from([0.25, 1.5])), "tool_calls": calls,
        "status": draw(st.sampled_from(["active", "compacted", "undone"])),
        "metadata": draw(st.dictionaries(_NAME, _JSON.filter(lambda value: value is not None), max_size=2)),
        "media": draw(st.lists(st.fixed_dictionaries({"kind": _NAME, "path": _NAME, "sha256": _NAME}), max_size=1)),
        "uid": draw(st.none() | st.uuids().map(str)),
    }  # fmt: skip


@given(sessions=st.lists(st.tuples(_NAME, st.lists(_message(), max_size=4)), min_size=1, max_size=2))
@settings(max_examples=8)
def test_whatever_is_stored_survives_the_round_trip(
    open_new: Callable[[], gagent_db.Database], sessions: list[tuple[str, list[dict[str, Any]]]]
) -> None:
    with open_new() as db:
        for title, messages in sessions:
            session = db.create_session(channel="cli", title=title, created_at=1_600_000_000, project="/srv/x")
            for number, message in enumerate(messages):
                for place, call in enumerate(message["tool_calls"]):
                    call["call_id"] = f"{number}-{place}"
            db.append(session.id, messages)
        exported = round_trip(db, open_new)
        assert exported == content(db)


def exported(db: gagent_db.Database) -> bytes:
    """The export of all sessions, in the order of their ids."""
    ids = [row[0] for row in db.read().execute("SELECT id FROM sessions ORDER BY id")]
    return b"".join(export.jsonl(db, export.find_all(db, ids)))


def export_again(db: gagent_db.Database, open_new: Callable[[], gagent_db.Database]) -> tuple[bytes, bytes]:
    """An export, and that of an empty database into which it was imported."""
    first = exported(db)
    with open_new() as copy:
        path = copy.path.with_name("first.jsonl")
        path.write_bytes(first)
        report = import_paths(copy, [path])
        assert not report.skipped
        return first, exported(copy)


def differing(first: bytes, again: bytes) -> list[Any]:
    """The first lines that are not the same."""
    pairs = zip_longest(first.splitlines(), again.splitlines())
    return list(islice((pair for pair in pairs if pair[0] != pair[1]), 2))


def test_an_export_of_every_format_is_the_same_when_exported_again(
    tmp_path: Path, db: gagent_db.Database, open_new: Callable[[], gagent_db.Database]
) -> None:
    for number, (_, build) in enumerate(BUILDERS.values()):
        import_paths(db, [build(tmp_path / str(number))])
    first, again = export_again(db, open_new)
    assert first.count(b"\n") >= 100 and differing(first, again) == []


_SESSION_VALUES = st.fixed_dictionaries({
    "title": st.none() | _WORDS, "chat_id": st.none() | _WORDS, "user_id": st.none() | _NAME,
    "character_id": st.none() | _NAME, "end_reason": st.sampled_from([None, "new", "compression", "branch"]),
    "model": st.none() | _NAME, "project": st.none() | _NAME, "input_tokens": st.integers(0, 10**12),
    "ended_at": st.sampled_from([None, "2026-05-01T09:30:00.000Z"]),
    "updated_at": st.sampled_from(["2024-01-01T00:00:00.000Z", "2030-01-01T00:00:00.000Z"]),
    "metadata_json": st.sampled_from([None, "{}", '{"cwd":"/a b","x":[1,null]}']),
})  # fmt: skip
_CALL_IDS = st.sampled_from([None, "a", "b"])


@given(data=st.data(), sessions=st.lists(st.lists(_message(), max_size=4), min_size=1, max_size=3))
@settings(max_examples=8)
def test_whatever_stands_in_the_tables_is_exported_the_same_again(
    open_new: Callable[[], gagent_db.Database], data: st.DataObject, sessions: list[list[dict[str, Any]]]
) -> None:
    with open_new() as db:
        made: list[str] = []
        for number, messages in enumerate(sessions):
            parent = data.draw(st.sampled_from([None, *made]))
            made.append(db.create_session(channel="cli", chat_id=str(number), parent_session_id=parent).id)
            for message in messages:
                for call in message["tool_calls"]:
                    call["call_id"] = data.draw(_CALL_IDS)
            ids = db.append(made[-1], messages)
            values = data.draw(_SESSION_VALUES)
            links = [(data.draw(st.sampled_from([None, *ids])), call) for call in _call_ids(db, made[-1])]
            db.write(lambda conn, values=values, links=links, id_=made[-1]: _set(conn, values, links, id_))
        db.index()
        first, again = export_again(db, open_new)
        assert differing(first, again) == []


def _call_ids(db: gagent_db.Database, session: str) -> list[int]:
    return [row[0] for row in db.read().execute("SELECT id FROM tool_calls WHERE session_id = ?", (session,))]


def _set(conn: sqlite3.Connection, values: dict[str, Any], links: list[Any], session: str) -> None:
    sets = ", ".join(f"{name} = :{name}" for name in values if name != "input_tokens")
    conn.execute(
        f"UPDATE sessions SET {sets}, input_tokens = input_tokens + :input_tokens WHERE id = :id",
        {**values, "id": session},
    )
    conn.executemany("UPDATE tool_calls SET result_message_id = ? WHERE id = ?", links)


def test_a_session_whose_parent_was_not_exported_finds_it_later(tmp_path: Path, db: gagent_db.Database) -> None:
    parent = db.create_session(channel="cli")
    child = db.create_session(channel="cli", parent_session_id=parent.id)
    for session in (parent, child):
        db.append(session.id, [{"role": "user", "content": "hello"}])
        (tmp_path / f"{session.id}.jsonl").write_bytes(b"".join(export.jsonl(db, export.find_all(db, [session.id]))))
    with gagent_db.open(tmp_path / "copy.db") as copy:
        import_paths(copy, [tmp_path / f"{child.id}.jsonl"])
        import_paths(copy, [tmp_path / f"{parent.id}.jsonl"])
        assert {session.id: session.parent_session_id for session in copy.list_sessions()}[child.id] == parent.id


def test_tool_results_stay_with_their_calls(tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [BUILDERS["codex"][1](tmp_path / "source")])
    linked = "SELECT count(*) FROM tool_calls WHERE result_message_id IS NOT NULL"
    path = tmp_path / "one.jsonl"
    path.write_bytes(b"".join(export.jsonl(db, db.list_sessions())))
    with gagent_db.open(tmp_path / "copy.db") as copy:
        import_paths(copy, [path])
        assert copy.read().execute(linked).fetchone()[0] == db.read().execute(linked).fetchone()[0] == 1


def test_importing_an_export_into_its_own_database_adds_nothing(tmp_path: Path, db: gagent_db.Database) -> None:
    session = db.create_session(channel="telegram", chat_id="777")
    db.append(session.id, [{"role": "user", "content": "no uid"}, {"role": "assistant", "content": "mine", "uid": "u"}])
    path = tmp_path / "own.jsonl"
    path.write_bytes(b"".join(export.jsonl(db, [session])))
    assert import_paths(db, [path]).messages == 0
    assert [m.content for m in db.history(session.id)] == ["no uid", "mine"]


def test_an_export_that_another_program_has_written_anew_is_known_all_the_same(
    tmp_path: Path, db: gagent_db.Database
) -> None:
    session = db.create_session(channel="telegram", chat_id="777")
    db.append(session.id, [{"role": "user", "content": "one"}])
    path, records = tmp_path / "own.jsonl", [json.loads(line) for line in export.jsonl(db, [session])]
    path.write_text("".join(json.dumps(record, indent=None) + "\n" for record in records))  # blanks after : and ,
    with gagent_db.open(tmp_path / "other.db") as other:
        report = import_paths(other, [path])
        assert (report.messages, report.skipped) == (1, [])
        assert {row[0] for row in other.read().execute("SELECT source_format FROM sessions")} == {"gagent-db"}


def test_what_was_resolved_stays_resolved(tmp_path: Path, db: gagent_db.Database) -> None:
    session = db.create_session(channel="telegram", chat_id="777")
    db.append(session.id, [{"role": "user", "content": text} for text in OPEN])
    db.index()
    items = {item["value"]: item["id"] for item in open_items(db)}
    assert len(items) == 3
    answer = db.append(session.id, [{"role": "assistant", "content": "Here it is."}])[0]
    first, second, _ = items.values()
    resolve(db, first, by_message=answer)
    resolve(db, second)
    path = tmp_path / "one.jsonl"
    path.write_bytes(b"".join(export.jsonl(db, db.list_sessions())))
    with zipfile.ZipFile(tmp_path / "one.zip", "w") as archive:
        archive.write(path, "one.jsonl")
    for source in ("one.jsonl", "one.zip"):
        with gagent_db.open(tmp_path / f"{source}.db") as copy:
            import_paths(copy, [tmp_path / source])
            assert [(item["value"], item["status"], item["answer"]) for item in open_items(copy)] == [
                (item["value"], item["status"], item["answer"]) for item in open_items(db)
            ]
            assert [item["status"] for item in open_items(copy)] == ["resolved", "resolved", "open"]
            # What is decided there afterwards counts more than the same export read once more.
            resolve(copy, open_items(copy)[0]["id"], status="open")
            path.write_bytes(path.read_bytes() + b"\n")
            import_paths(copy, [path])
            assert open_items(copy)[0]["status"] == "open"


OPEN = (
    "TODO: rotate the staging certificate before Friday",
    "TODO: ask Rina for the invoice template",
    "TODO: write the migration notes for the new index",
)


def open_items(db: gagent_db.Database) -> list[dict[str, Any]]:
    sql = """SELECT a.id, a.value, a.status, m.content AS answer FROM artifacts a
             LEFT JOIN messages m ON m.id = a.resolved_by_message_id WHERE a.kind = 'unresolved' ORDER BY a.id"""
    return [dict(row) for row in db.read().execute(sql)]


def test_an_empty_metadata_object_survives(tmp_path: Path, db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"role": "user", "content": "x"}, {"role": "user", "content": "y"}])
    db.write(lambda conn: conn.execute("UPDATE messages SET metadata_json = '{}' WHERE content = 'y'"))
    path = tmp_path / "one.jsonl"
    path.write_bytes(b"".join(export.jsonl(db, db.list_sessions())))
    with gagent_db.open(tmp_path / "copy.db") as copy:
        import_paths(copy, [path])
        rows = copy.read().execute("SELECT content, metadata_json FROM messages ORDER BY id")
        assert [tuple(row) for row in rows] == [("x", None), ("y", "{}")]


NASTY = '<script>alert(1)</script><img src=x onerror=alert(2)> & "quotes" ```\n# heading'


def _nasty(db: gagent_db.Database) -> str:
    session = db.create_session(channel="cli", title=NASTY)
    db.append(session.id, [
        {"role": "user", "content": NASTY, "metadata": {"branch": "abandoned"}},
        {"role": "assistant", "content": "ok", "reasoning": NASTY, "model": NASTY,
         "tool_calls": [{"tool_name": NASTY, "arguments": {"command": NASTY}, "exit_code": 1, "call_id": "c"}],
         "media": [{"kind": "image", "path": '"><script>'}]},
        {"role": "tool", "content": NASTY},
        {"role": "user", "content": "taken back", "status": "undone"},
    ])  # fmt: skip
    return session.id


def test_html_is_escaped_and_needs_nothing_else(db: gagent_db.Database) -> None:
    sessions = export.find_all(db, [_nasty(db)])
    page = "".join(export_text.html(sessions, lambda session: export.pages(db, session, undone=False)))
    assert "<script" not in page and "<img" not in page and "onerror=alert(2)&gt;" in page
    assert "http://" not in page and "https://" not in page and "default-src 'none'" in page
    assert "taken back" not in page and "abandoned branch" in page and "exit 1" in page


def test_control_codes_take_no_tags_with_them(db: gagent_db.Database) -> None:
    """What begins a code in one text and what ends one in another stand in one line of the page."""
    call = {"tool_name": "exec\x1b]0;", "arguments": {}, "result_summary": "zebra\x07", "exit_code": 1}
    said = {"role": "assistant", "content": "zebra \x1b[", "reasoning": "zebra \x1b]0;", "tool_calls": [call]}
    session = db.create_session(channel="cli\x1b]0;", title="zebra \x1b[")
    db.append(session.id, [{**said, "media": ["zebra\x07.png"]}])
    page = "".join(export_text.html([db.get_session(session.id)], lambda id: [db.history(id)]))
    for tag in ("h1", "p", "div", "details", "summary", "pre", "article", "section"):
        assert len(re.findall(f"<{tag}[ >]", page)) == page.count(f"</{tag}>") > 0, tag
    assert page.count("zebra") == 5 and not set(page) & set("\x1b\x07\x9b")


def test_markdown_fences_are_longer_than_what_they_hold(db: gagent_db.Database) -> None:
    sessions = export.find_all(db, [_nasty(db)])
    text = "".join(export_text.markdown(sessions, lambda session: export.pages(db, session, undone=False)))
    assert text.startswith("# <script>") and "````\n" in text and "taken back" not in text
    assert text.count("\n## ") == 3


def test_the_command_writes_files_and_names_what_is_missing(tmp_path: Path, db: gagent_db.Database) -> None:
    session = _nasty(db)
    runner = CliRunner()
    shown = runner.invoke(main, ["--db", str(db.path), "export", session])
    assert shown.exit_code == 0 and json.loads(shown.stdout.splitlines()[0])["_type"] == "gagent-db.session"
    for form in ("md", "html", "jsonl"):
        target = tmp_path / f"out.{form}"
        done = runner.invoke(main, ["--db", str(db.path), "export", session[:12], "--format", form, "-o", str(target)])
        assert done.exit_code == 0 and target.stat().st_size > 200
        assert target.stat().st_mode & 0o077 == 0
    same = runner.invoke(main, ["--db", str(db.path), "export", session, "-o", str(db.path)])
    assert same.exit_code == 1 and "is the database itself" in same.stderr and db.history(session)
    missing = runner.invoke(main, ["--db", str(db.path), "export", "nope"])
    assert missing.exit_code == 1 and "nope" in missing.stderr
    unwritable = runner.invoke(main, ["--db", str(db.path), "export", session, "-o", str(tmp_path / "no" / "x")])
    assert unwritable.exit_code == 1 and "Cannot write" in unwritable.stderr


def test_a_reader_that_takes_its_time_keeps_no_pages_in_the_log(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli").id
    db.append(session, [{"uid": str(number), "content": f"{number} {'x' * 100_000}"} for number in range(20)])
    program = [sys.executable, "-m", "gagent_db", "--db", str(db.path), "export", "--all"]
    with subprocess.Popen(program, stdout=subprocess.PIPE) as running:
        assert running.stdout
        begun = running.stdout.read(1)
        db.append(session, [{"content": "later"}])
        db.fold_log()
        assert db.path.with_name(f"{db.path.name}-wal").stat().st_size == 0
        lines = (begun + running.stdout.read()).splitlines()
    assert (running.returncode, len(lines)) == (0, 21) and b"later" not in lines[-1]


@pytest.mark.parametrize("blocks", [2_000, 36_000])
def test_an_export_that_finds_no_room_for_its_way_out_says_where(db: gagent_db.Database, blocks: int) -> None:
    session = db.create_session(channel="cli").id
    db.append(
        session, [{"uid": str(number), "content": "x" * (2000 if number > 7 else 2**21)} for number in range(1500)]
    )
    limited = f"ulimit -f {blocks}; exec " + shlex.join([sys.executable, "-m", "gagent_db", "--db", str(db.path)])
    done = subprocess.run(["sh", "-c", f"{limited} export --all | cat"], capture_output=True, text=True)
    assert done.stdout == "" and "temporary" in done.stderr and "-o" in done.stderr
    assert "Traceback" not in done.stderr


def test_json_is_jsonl_and_tells_errors_as_json(db: gagent_db.Database) -> None:
    db.append(db.create_session(id="s", channel="cli").id, [{"content": "hello"}])
    command = ["--db", str(db.path), "export"]
    plain, as_json = (CliRunner().invoke(main, [*command, "s", *more]) for more in ([], ["--json"]))
    assert plain.stdout == as_json.stdout and plain.stdout.startswith("{")
    missing = CliRunner().invoke(main, [*command, "nope", "--json"])
    assert missing.exit_code == 1 and json.loads(missing.stderr)["ok"] is False and not missing.stdout
    assert CliRunner().invoke(main, [*command, "s", "--json", "--format", "html"]).exit_code == 2


def test_filters_or_all_name_the_sessions(tmp_path: Path, db: gagent_db.Database) -> None:
    for number, channel in enumerate(("cli", "telegram", "cli")):
        db.create_session(id=f"s{number}", channel=channel, created_at=f"2026-05-0{number + 1}T12:00:00Z")
    runner = CliRunner()

    def exported(*words: str) -> list[str]:
        done = runner.invoke(main, ["--db", str(db.path), "export", *words])
        assert done.exit_code == 0, done.output
        return [json.loads(line)["session"]["id"] for line in done.stdout.splitlines()]

    assert exported("--all") == exported("--all", "-o", "-") == ["s0", "s1", "s2"]
    assert exported("--channel", "cli") == ["s0", "s2"]
    assert exported("--channel", "cli", "--since", "2026-05-02") == ["s2"]
    for words, code in ((), 2), (("s0", "--all"), 2), (("s0", "--channel", "cli"), 2), (("--channel", "slack"), 1):
        assert runner.invoke(main, ["--db", str(db.path), "export", *words]).exit_code == code
    with gagent_db.open(tmp_path / "other.db") as other:
        (tmp_path / "all.jsonl").write_bytes(b"".join(export.jsonl(db, export.matching(db, {}))))
        other.import_paths(tmp_path / "all.jsonl")
        assert {session.id for session in other.list_sessions()} == {"s0", "s1", "s2"}


def test_an_import_without_extraction_restores_what_an_export_says(tmp_path: Path, db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli", title="Kebun", end_reason="new")
    db.append(session.id, [{"role": "user", "content": "TODO: order the hoses", "uid": "u1"}])
    db.append(
        session.id,
        [
            {"role": "assistant", "content": "", "uid": "a1", "tool_calls": [{"tool_name": "order"}]},
            {"role": "tool", "content": "ordered", "uid": "t1"},
        ],
    )
    db.write(lambda conn: conn.execute("UPDATE tool_calls SET result_message_id = (SELECT max(id) FROM messages)"))
    path = tmp_path / "export.jsonl"
    for resolved in (False, True):
        if resolved:
            item = db.read().execute("SELECT id FROM artifacts WHERE kind = 'unresolved'").fetchone()[0]
            resolve(db, item)
        path.write_bytes(b"".join(export.jsonl(db, db.list_sessions())))
        with gagent_db.open(tmp_path / f"{resolved}.db") as copy:
            import_paths(copy, [path], extract=False)
            assert content(copy) == content(db)
            copy.index()
            states = copy.read().execute("SELECT status FROM artifacts WHERE kind = 'unresolved'").fetchall()
            assert [row[0] for row in states] == ["resolved" if resolved else "open"]


def test_a_file_that_cannot_be_written_is_exported_too(frozen: Path) -> None:
    with gagent_db.open(frozen) as store:
        _, message = map(json.loads, export.jsonl(store, store.list_sessions()))
    assert message["content"] == "the zebra is frozen"
    assert message["uid"] == row_uid(1, "user", message["created_at"], message["content"])
