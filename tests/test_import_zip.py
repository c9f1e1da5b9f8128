"""Zip files of transcripts, and files that were meant as transcripts but are none."""

from __future__ import annotations

import errno
import gzip
import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import BUILDERS, chatgpt_json, claude_json, zipped
from import_fixtures import claude, gagent, prompt, write_lines

import gagent_db
from gagent_db.importers import zip_files
from gagent_db.importers.registry import detect
from gagent_db.importers.run import import_paths

TRANSCRIPT = [prompt("a1", None, "Where does the okapi live?"), prompt("a2", "a1", "And the quagga?")]


@pytest.fixture
def db(tmp_path: Path) -> Iterator[gagent_db.Database]:
    with gagent_db.open(tmp_path / "gagent.db") as database:
        yield database


def lines(records: list[dict[str, object]]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def reasons(report: object) -> dict[str, str]:
    return {skip.path.rpartition("!/")[2]: skip.reason for skip in report.skipped}  # type: ignore[attr-defined]


def make(path: Path, members: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def test_a_compressed_transcript_in_a_zip_is_counted(db: gagent_db.Database, tmp_path: Path) -> None:
    packed = gzip.compress(lines(TRANSCRIPT).encode())
    path = make(tmp_path / "box.zip", {"a.jsonl": lines(TRANSCRIPT), "b.jsonl.gz": packed, "c.tar.gz": packed})
    assert import_paths(db, [path]).passed_over == {"compressed with gzip; unpack it to import it": 1}


def test_members_of_a_zip_are_imported_as_what_they_are(db: gagent_db.Database, tmp_path: Path) -> None:
    path = make(
        tmp_path / "box.zip",
        {
            "claude/a.jsonl": lines(TRANSCRIPT) + "{torn",
            "g/cli_default.jsonl": lines(gagent()),
            "readme.md": "no transcript",
        },
    )
    report = import_paths(db, [path])
    assert (report.files, report.messages, len(report.sessions_added)) == (1, 6, 2)
    skip = report.skipped[0]
    assert (skip.path, skip.line, report.skipped_count) == (f"{path}!/claude/a.jsonl", 3, 1)
    found = {session.source_format: session.source_path for session in db.list_sessions()}
    assert found == {"claude-code": f"{path}!/claude/a.jsonl", "gagent": f"{path}!/g/cli_default.jsonl"}


@pytest.mark.parametrize("name", [name for name in BUILDERS if "zip" not in name])
def test_what_a_zip_stores_uncompressed_is_not_read_as_text(tmp_path: Path, name: str) -> None:
    """The lines of a transcript stand in such a zip as they are, behind the bytes of the zip itself."""
    built = BUILDERS[name][1](tmp_path / "in")
    files = [built] if built.is_file() else [file for file in built.rglob("*") if file.is_file()]
    with zipfile.ZipFile(tmp_path / "box.zip", "w", zipfile.ZIP_STORED) as archive:
        for file in files:
            archive.write(file, file.relative_to(tmp_path / "in"))
    found = detect(tmp_path / "box.zip")
    assert found and (found.name == "zip" or name in ("chatgpt json", "claude.ai json"))  # an export may be a zip


def test_account_exports_and_transcripts_in_one_zip_all_arrive(db: gagent_db.Database, tmp_path: Path) -> None:
    members: dict[str, Any] = {
        "chatgpt/conversations.json": chatgpt_json(tmp_path / "a").read_bytes(),
        "claude/conversations.json": claude_json(tmp_path / "b").read_bytes(),
        "cli_default.jsonl": lines(gagent()).encode(),
    }
    report = import_paths(db, [zipped(tmp_path / "backup.zip", members)])
    assert report.skipped == []
    alone = [import_paths(db, [tmp_path / name]) for name in ("a", "b")]
    assert [found.messages for found in alone] == [0, 0]  # they came with the zip
    assert {session.source_format for session in db.list_sessions()} == {"chatgpt", "claude-ai", "gagent"}


def test_a_member_that_is_encrypted_or_damaged_costs_itself_only(db: gagent_db.Database, tmp_path: Path) -> None:
    path = tmp_path / "box.zip"
    with zipfile.ZipFile(path, "w") as archive:  # not compressed: the bytes of a member stand in the file
        for name in ("whole", "secret", "torn"):
            archive.writestr(f"{name}/a.jsonl", lines([{**one, "cwd": f"/srv/{name}"} for one in TRANSCRIPT]))
    raw = bytearray(path.read_bytes().replace(b"/srv/torn", b"/srv/tron"))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):  # the second member's flags, in both places
        raw[raw.index(mark, raw.index(mark) + 4) + at] |= 1
    path.write_bytes(raw)
    report = import_paths(db, [path])
    assert (report.messages, len(report.sessions_added)) == (2, 1)
    found = reasons(report)
    assert found["secret/a.jsonl"] == "it is encrypted" and found["torn/a.jsonl"].startswith("damaged: Bad CRC")


def test_a_zip_is_read_again_only_when_it_has_changed(db: gagent_db.Database, tmp_path: Path) -> None:
    path = make(tmp_path / "box.zip", {"a.jsonl": lines(TRANSCRIPT)})
    import_paths(db, [path])
    again = import_paths(db, [path])
    assert (again.files_unchanged, again.messages) == (1, 0)
    make(path, {"a.jsonl": lines([*TRANSCRIPT, prompt("a3", "a2", "One more")])})
    assert import_paths(db, [path]).messages == 1


def test_a_zip_that_could_not_be_unpacked_for_want_of_space_is_read_the_next_time(
    db: gagent_db.Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = make(tmp_path / "inner.zip", {"cli_b.jsonl": lines(gagent())}).read_bytes()
    path = make(tmp_path / "box.zip", {"a.jsonl": lines(TRANSCRIPT), "inner.zip": inner})
    write = zip_files._Unpacked._write

    def full(own: Any, archive: zipfile.ZipFile, info: zipfile.ZipInfo, file: Path) -> str | None:
        if info.filename == "cli_b.jsonl":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(own, archive, info, file)

    with monkeypatch.context() as small:
        small.setattr(zip_files._Unpacked, "_write", full)
        (skip,) = import_paths(db, [path]).skipped
        assert skip.path == str(path) and skip.reason.startswith("cannot be unpacked: no space left on device (/")
    assert import_paths(db, [path]).messages == 6


def test_a_zip_and_the_folder_it_was_made_of_are_the_same(db: gagent_db.Database, tmp_path: Path) -> None:
    folder = tmp_path / "g-agent"
    write_lines(folder / "cli_default.jsonl", gagent())
    write_lines(folder / "a.jsonl", TRANSCRIPT)
    assert import_paths(db, [folder]).messages == 6
    members = {f"g-agent/{path.name}": path.read_text() for path in folder.iterdir()}
    assert import_paths(db, [make(tmp_path / "g.zip", members)]).messages == 0


def test_zips_in_a_zip_are_opened_once(db: gagent_db.Database, tmp_path: Path) -> None:
    inner = make(tmp_path / "inner.zip", {"a.jsonl": lines(TRANSCRIPT)}).read_bytes()
    middle = make(tmp_path / "middle.zip", {"inner.zip": inner, "b.jsonl": lines(gagent())}).read_bytes()
    report = import_paths(db, [make(tmp_path / "outer.zip", {"middle.zip": middle})])
    assert report.messages == 4
    assert reasons(report) == {"inner.zip": "a zip 2 levels down is not opened"}


def test_names_that_lead_out_of_the_zip_write_nothing(db: gagent_db.Database, tmp_path: Path) -> None:
    bad = ["../up.jsonl", "/abs.jsonl", "a/../../b.jsonl", "..\\win.jsonl", "C:/drive.jsonl"]
    before = set(tmp_path.parent.rglob("*.jsonl"))
    path = make(tmp_path / "box.zip", {**dict.fromkeys(bad, lines(TRANSCRIPT)), "ok.jsonl": lines(gagent())})
    report = import_paths(db, [path])
    assert report.messages == 4 and report.skipped_count == len(bad)
    assert {skip.reason for skip in report.skipped} == {"its name leads out of the zip"}
    assert set(tmp_path.parent.rglob("*.jsonl")) == before and not Path("/abs.jsonl").exists()


def test_links_in_a_zip_are_not_followed(db: gagent_db.Database, tmp_path: Path) -> None:
    secret = write_lines(tmp_path / "secret.jsonl", TRANSCRIPT)
    with zipfile.ZipFile(tmp_path / "box.zip", "w") as archive:
        link = zipfile.ZipInfo("link.jsonl")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, str(secret))
        archive.writestr("ok.jsonl", lines(gagent()))
    assert import_paths(db, [tmp_path / "box.zip"]).messages == 4


def test_what_unpacks_to_too_much_is_refused(
    db: gagent_db.Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = zipped(tmp_path / "bomb.zip", {})
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ok.jsonl", lines(gagent()))
        archive.writestr("zeros.jsonl", b"0" * (zip_files.RATIO_FROM + 2_000_000))
    report = import_paths(db, [bomb])
    assert report.messages == 4 and "times its size" in reasons(report)["zeros.jsonl"]
    monkeypatch.setattr(zip_files, "MAX_BYTES", 1000)
    report = import_paths(db, [make(tmp_path / "large.zip", {"a.jsonl": lines(gagent(40))})])
    assert report.messages == 0 and "unpack it and import the folder" in report.skipped[0].reason
    monkeypatch.setattr(zip_files, "MAX_MEMBERS", 3)
    report = import_paths(db, [make(tmp_path / "many.zip", {f"{n}.jsonl": lines(gagent(2)) for n in range(5)})])
    assert report.messages == 0 and "over 3 members" in report.skipped[0].reason


def test_a_damaged_or_pointless_zip_is_told(db: gagent_db.Database, tmp_path: Path) -> None:
    whole = make(tmp_path / "box.zip", {"a.jsonl": lines(TRANSCRIPT)}).read_bytes()
    (tmp_path / "box.zip").write_bytes(whole[: len(whole) // 2])
    report = import_paths(db, [tmp_path / "box.zip"])
    assert report.failed and "damaged or cut short" in report.skipped[0].reason
    report = import_paths(db, [make(tmp_path / "docs.zip", {"notes.md": "hello"})])
    assert report.failed and "not a transcript" in report.skipped[0].reason
    folder = tmp_path / "folder"
    folder.mkdir()
    make(folder / "docs.zip", {"notes.md": "hello"})
    assert import_paths(db, [folder]).skipped_count == 0
    make(folder / "lines.zip", {"x.jsonl": '{"role":"user","text":"?"}\n'})
    assert "none of its members" in import_paths(db, [folder]).skipped[0].reason


# -- no format -----------------------------------------------------------------------------------------


def test_files_meant_as_transcripts_are_named_with_a_reason(db: gagent_db.Database, tmp_path: Path) -> None:
    write_lines(tmp_path / "good.jsonl", TRANSCRIPT)
    (tmp_path / "torn.jsonl").write_text('\n{"role": "us')
    (tmp_path / "other.jsonl").write_text('{"session_id": 1, "content": "spoken in a format nobody knows"}\n')
    (tmp_path / "bad.traj").write_text('{"trajectory": [')
    (tmp_path / "odd.traj").write_text('{"steps": []}')
    (tmp_path / "labels.jsonl").write_text('{"id": "dev-1", "role": "user", "text": "x", "gold": []}\n')
    (tmp_path / "config.json").write_text('{"broken": ')
    report = import_paths(db, [tmp_path])
    told = {Path(skip.path).name: (skip.line, skip.reason) for skip in report.skipped}
    assert told.keys() == {"torn.jsonl", "other.jsonl", "bad.traj", "odd.traj", "config.json"}
    assert told["torn.jsonl"][0] == 2 and told["torn.jsonl"][1].startswith("not valid JSON")
    assert "content, session_id" in told["other.jsonl"][1]
    assert report.messages == 2 and not report.failed


def test_json_in_an_agents_own_folder_is_named(
    db: gagent_db.Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    folder = tmp_path / "claude" / "projects" / "p"
    write_lines(folder / "a.jsonl", TRANSCRIPT)
    (folder / "torn.json").write_text('{"messages": [')
    (folder / "settings.json").write_text('{"theme": "dark"}')
    report = import_paths(db, [folder])
    assert [Path(skip.path).name for skip in report.skipped] == ["torn.json"]


@pytest.mark.parametrize("left_out", [("parentUuid",), ("parentUuid", "isSidechain", "userType", "cwd", "version")])
def test_claude_code_without_parents_is_recognised(
    db: gagent_db.Database, tmp_path: Path, left_out: tuple[str, ...]
) -> None:
    records = [claude("user", f"a{n}", None, message={"role": "user", "content": f"turn {n}"}) for n in (1, 2)]
    slim = [{name: value for name, value in record.items() if name not in left_out} for record in records]
    report = import_paths(db, [write_lines(tmp_path / "x.jsonl", slim)])
    assert (report.messages, report.skipped_count) == (2, 0)
    assert db.list_sessions()[0].source_format == "claude-code"


def test_the_shared_folder_has_twelve_sessions_and_nothing_to_complain_of(db: gagent_db.Database) -> None:
    data = Path(os.environ.get("GAGENT_SHARED_DATA") or Path(__file__).parents[2] / "shared" / "data")
    if not data.is_dir():
        pytest.skip("the shared data is not here")
    report = import_paths(db, [data])
    assert (len(report.sessions_added), report.skipped_count, report.failed) == (12, 0, False)
