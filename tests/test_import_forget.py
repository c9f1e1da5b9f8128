"""What was forgotten stays forgotten, under whatever name its transcript comes back."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from import_fixtures import add_lines, claude_session, gagent, gagent_message, write_lines
from traces import left_of

import gagent_db
from gagent_db.importers.forget import Forgotten, delete_session, find_messages, forget_messages, forget_session
from gagent_db.store import database


def _texts(db: gagent_db.Database) -> list[str]:
    return [row[0] for row in db.read().execute("SELECT content FROM messages ORDER BY id")]


def _resumed(folder: Path) -> Path:
    records = [{**record, "sessionId": "99999999-0000-4000-8000-000000000000"} for record in claude_session()]
    return write_lines(folder / "99999999-0000-4000-8000-000000000000.jsonl", records)


def test_a_resumed_copy_does_not_bring_a_forgotten_message_back(db: gagent_db.Database, tmp_path: Path) -> None:
    db.import_paths([write_lines(tmp_path / "a.jsonl", claude_session())])
    secret = next(text for text in _texts(db) if len(text) > 5)
    forget_messages(db, find_messages(db, secret), secret)
    db.import_paths([_resumed(tmp_path)])
    assert not [text for text in _texts(db) if secret in text]


def test_a_resumed_copy_does_not_bring_a_forgotten_session_back(db: gagent_db.Database, tmp_path: Path) -> None:
    db.import_paths([write_lines(tmp_path / "a.jsonl", claude_session())])
    (session,) = db.list_sessions()
    forget_session(db, session.id)
    db.import_paths([_resumed(tmp_path)])
    assert _texts(db) == []


def test_a_renamed_or_copied_gagent_file_is_the_same_session(db: gagent_db.Database, tmp_path: Path) -> None:
    first = write_lines(tmp_path / "telegram_1.jsonl", gagent(key="telegram:1"))
    db.import_paths([first])
    shutil.copy(first, tmp_path / "telegram_1 (copy).jsonl")
    first.rename(tmp_path / "renamed.jsonl")
    db.import_paths([tmp_path])
    (session,) = db.list_sessions()
    assert (session.key, session.message_count) == ("telegram:1", len(_texts(db)))
    forget_session(db, session.id)
    (tmp_path / "renamed.jsonl").rename(tmp_path / "again.jsonl")
    db.import_paths([tmp_path])
    assert _texts(db) == []


def test_what_is_kept_beside_a_message_is_searched_too(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    ids = db.append(
        session.id,
        [
            {
                "role": "user",
                "content": "see the file",
                "metadata": {"attachment": {"text": 'the "rose\nkey" is 4711'}},
            },
            {"role": "user", "content": "and this", "media": [{"path": "/plans/rose key.pdf"}]},
            {"role": "user", "content": "and that", "metadata": {"file": "tulips"}},
        ],
    )
    assert find_messages(db, '"rose\nKEY" is') == ids[:1]
    assert find_messages(db, "rose key") == ids[1:2]


def test_only_what_holds_the_text_and_passes_every_filter_is_to_be_forgotten(db: gagent_db.Database) -> None:
    def said(channel: str, project: str | None, month: int) -> list[int]:
        session = db.create_session(channel=channel, project=project)
        at = {"created_at": f"2026-{month:02}-01T00:00:00Z"}
        call = {"tool_name": "exec", "arguments": {"command": "cat rose.key"}}
        asked = {"role": "user", "content": "the rose key is 4711", **at}
        calling = {"role": "assistant", "content": "", "tool_calls": [call], **at}
        return db.append(session.id, [asked, {"role": "user", "content": "water the tulips", **at}, calling])

    first, second = said("telegram", "/srv/app/web", 4), said("cli", "/srv/application", 5)
    said("telegram", None, 6)
    assert find_messages(db, "ROSE.key") == [first[2], second[2], second[2] + 3]
    assert find_messages(db, "rose key", channel="telegram") == [first[0], second[2] + 1]
    assert find_messages(db, "rose key", project="/srv/app") == first[:1]
    assert find_messages(db, "rose key", since="2026-05-01T00:00:00.000Z", channel="cli") == second[:1]
    assert find_messages(db, "rose key", until="2026-05-01T00:00:00.000Z") == first[:1]
    assert find_messages(db, "rose%key") == find_messages(db, "rose_key") == []


def test_a_session_of_which_everything_was_forgotten_goes_and_stays_away(
    db: gagent_db.Database, tmp_path: Path
) -> None:
    page = write_lines(tmp_path / "a.jsonl", claude_session())
    db.import_paths([page])
    (session,) = db.list_sessions()
    other = db.create_session(channel="cli")
    ids = [row[0] for row in db.read().execute("SELECT id FROM messages")]
    assert forget_messages(db, ids, "anything") == Forgotten([session.id], len(ids))
    assert [kept.id for kept in db.list_sessions()] == [other.id]
    add_lines(page, [{**claude_session()[0], "uuid": "00000000-0000-4000-8000-00000000abcd"}])
    db.import_paths([page])
    assert _texts(db) == []


def test_no_session_keeps_a_title_that_holds_what_was_forgotten(db: gagent_db.Database) -> None:
    parent = db.create_session(channel="cli")
    db.append(parent.id, [{"role": "user", "content": "the rose key is 4711 " + "and more of it " * 20}])
    branch = db.fork_session(parent.id)
    child = db.create_session(channel="cli", parent_session_id=parent.id, title="find the ROSE KEY", metadata={"a": 1})
    bystander = db.create_session(
        channel="cli", title="tulips", metadata={"summary": "on the rose key", "b": [2, "beds"]}
    )
    for session in (parent, branch, child, bystander):
        db.append(session.id, [{"role": "user", "content": f"water the beds of {session.id}"}])
    forget_messages(db, find_messages(db, "rose key"), "rose key")
    titles = {session.id: session.title or "" for session in db.list_sessions()}
    assert len(titles) == 4 and not [title for title in titles.values() if "rose" in title.lower()]
    assert titles[branch.id] == f"water the beds of {branch.id}"
    kept = db.get_session(bystander.id)
    assert kept is not None and kept.metadata == {"summary": None, "b": [2, "beds"]}


def test_the_title_of_a_long_prompt_that_is_forgotten_goes_though_it_is_cut(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"role": "user", "content": "plant " * 40 + "roses"}, {"role": "user", "content": "water"}])
    forget_messages(db, find_messages(db, "plant roses"), "plant roses")
    (left,) = db.list_sessions()
    assert left.title == "water"


def test_a_forgotten_title_does_not_come_back_with_its_file(db: gagent_db.Database, tmp_path: Path) -> None:
    records = [*gagent(2), {"role": "user", "content": "the rose key", "timestamp": "2026-03-01T09:00:00"}]
    records[0]["metadata"] = {"title": "All about the rose key"}
    path = write_lines(tmp_path / "cli_default.jsonl", records)
    db.import_paths([path])
    forget_messages(db, find_messages(db, "rose key"), "rose key")
    records.append({"role": "user", "content": "tulips", "timestamp": "2026-03-01T10:00:00"})
    records[0]["updated_at"] = "2026-03-01T10:00:00"
    db.import_paths([write_lines(path, records)])
    (session,) = db.list_sessions()
    assert "rose" not in (session.title or "") and "rose" not in " ".join(_texts(db)) and len(_texts(db)) == 3
    dump = "\n".join(str(tuple(row)) for table in ("sessions", "imports", "tombstones", "messages")
                     for row in db.read().execute(f"SELECT * FROM {table}"))  # fmt: skip
    assert "rose" not in dump


def test_a_session_whose_first_prompt_was_forgotten_is_named_after_what_comes_later(
    db: gagent_db.Database, tmp_path: Path
) -> None:
    path = write_lines(tmp_path / "telegram_1.jsonl", gagent(2))
    db.import_paths([path])
    forget_messages(db, find_messages(db, "number0"), "number0")
    (session,) = db.list_sessions()
    assert session.title is None
    add_lines(path, [{"role": "user", "content": "Water the basil", "timestamp": "2026-03-01T09:00:00"}])
    db.import_paths([path])
    assert db.get_session(session.id).title == "Water the basil"
    forget_messages(db, find_messages(db, "basil"), "basil")
    assert db.get_session(session.id).title is None
    db.append(session.id, [{"role": "user", "content": "Prune the vine"}])
    assert db.get_session(session.id).title == "Prune the vine"
    write_lines(path, [*gagent(2), {"role": "user", "content": "Sow peas", "timestamp": "2026-03-02T09:00:00"}])
    db.import_paths([path])
    assert db.get_session(session.id).title == "Prune the vine"


def test_a_file_read_whole_again_names_its_session_after_a_prompt_that_was_kept(
    db: gagent_db.Database, tmp_path: Path
) -> None:
    path = write_lines(tmp_path / "telegram_1.jsonl", gagent(2))
    db.import_paths([path])
    forget_messages(db, find_messages(db, "number0"), "number0")
    peas = {"role": "user", "content": "Sow peas", "timestamp": "2026-03-02T09:00:00"}
    write_lines(path, [*gagent(1), peas, gagent_message(1)])
    report = db.import_paths([path])
    (session,) = db.list_sessions()
    assert (session.title, report.forgotten) == ("Sow peas", 1)


# -- nothing of it is left in the file -----------------------------------------------------------------

SECRET = "zanzibar4711"


def _with_secret_result(folder: Path) -> Path:
    """A command whose output holds the secret."""
    call = {"id": "c1", "type": "function", "function": {"name": "exec", "arguments": '{"command": "cat vault"}'}}
    records = [
        *gagent(2),
        {"role": "assistant", "content": "I look.", "timestamp": "2026-03-01T09:00:00", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": f"the key: {SECRET}", "timestamp": "2026-03-01T09:00:01"},
    ]
    return write_lines(folder / "cli_default.jsonl", records)


def test_a_forgotten_result_is_no_longer_told_by_its_call(db: gagent_db.Database, tmp_path: Path) -> None:
    path = _with_secret_result(tmp_path)
    db.import_paths([path])
    forget_messages(db, find_messages(db, SECRET), SECRET)
    assert left_of(db, SECRET) == []
    assert not db.search(SECRET).sessions
    path.write_text(path.read_text().replace("number0", "number zero"))  # read again from its start
    db.import_paths([path])
    assert left_of(db, SECRET) == []
    assert [row[0] for row in db.read().execute("SELECT tool_name FROM tool_calls")] == ["exec"]


@pytest.mark.parametrize("what", ["match", "session", "delete"])
def test_what_was_deleted_by_hand_stands_nowhere_in_the_file(db: gagent_db.Database, tmp_path: Path, what: str) -> None:
    db.import_paths([_with_secret_result(tmp_path / "a")])
    write_lines(tmp_path / "b" / "cli_other.jsonl", [*gagent(40, created="2026-04-01T08:00:00")])
    db.import_paths([tmp_path / "b"])
    db.index()
    assert {"lexicon", "messages", "the words of messages_fts"} <= set(left_of(db, SECRET))
    session = next(session.id for session in db.list_sessions() if session.message_count == 4)
    if what == "match":
        forget_messages(db, find_messages(db, SECRET), SECRET)
    elif what == "session":
        forget_session(db, session)
    else:
        delete_session(db, session)
    assert left_of(db, SECRET) == []
    assert left_of(db, "greenhouse")  # others say it: it is still found, by a piece of it too
    assert db.search("eenhous").sessions
    db.index()
    assert left_of(db, SECRET) == []


def test_what_a_killed_run_had_deleted_only_leaves_the_file_when_it_is_forgotten_again(
    db: gagent_db.Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db.import_paths([_with_secret_result(tmp_path)])
    db.index()
    with monkeypatch.context() as killed:
        killed.setattr("gagent_db.importers.forget.unlearn", _stop)
        with pytest.raises(KeyboardInterrupt):
            forget_messages(db, find_messages(db, SECRET), SECRET)
    assert find_messages(db, SECRET) == [] and "lexicon" in left_of(db, SECRET)
    forget_messages(db, [], SECRET)
    assert left_of(db, SECRET) == []


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_forgotten_word_leaves_the_list_of_words_though_another_form_of_it_stays(db: gagent_db.Database) -> None:
    session = db.create_session()
    db.append(session.id, [{"content": "zanzibaring is fun"}, {"content": "I zanzibared and she zanzibars"}])
    db.index()
    forget_messages(db, find_messages(db, "zanzibaring"), "zanzibaring")
    assert left_of(db, "zanzibaring") == [] and "lexicon" in left_of(db, "zanzibared")


def test_a_reader_at_work_puts_off_the_erasing_and_no_more(
    db: gagent_db.Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "FOLD_TIMEOUT", 0.05)
    session = db.create_session(channel="cli")
    db.append(session.id, [{"content": "the xylocarp key is 4711"}, {"content": "water the tulips"}])
    with closing(sqlite3.connect(db.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT content FROM messages").fetchall()
        forget_messages(db, find_messages(db, "xylocarp"), "xylocarp")
        assert _texts(db) == ["water the tulips"]
    assert forget_messages(db, find_messages(db, "xylocarp"), "xylocarp").messages == 0
    assert left_of(db, "xylocarp") == []
