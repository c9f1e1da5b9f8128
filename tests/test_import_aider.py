"""aider: the chats of its history file, what the person, the model and aider itself said in them."""

from __future__ import annotations

from pathlib import Path

from agent_fixtures import aider

from gagent_db import Database
from gagent_db.models import Session


def _only(db: Database) -> Session:
    (session,) = db.list_sessions()
    return session


def test_a_chat_of_aider(db: Database, tmp_path: Path) -> None:
    report = db.import_paths([aider(tmp_path)])
    assert not report.skipped and report.passed_over == {"chat without a prompt": 1}
    session = _only(db)
    assert (session.channel, session.title, session.model) == ("aider", "sort the menu", "vela/vela-4")
    assert session.project == str(tmp_path / "warung")
    assert (session.input_tokens, session.cache_read_tokens, session.output_tokens) == (2100, 1_200_000, 150)
    assert session.cost_usd == 0.0021
    assert [(m.role, m.content_type, m.content) for m in db.history(session.id)] == [
        ("system", "meta", "/usr/bin/aider --model vela/vela-4 menu.py\n"
                           "Main model: vela/vela-4 with diff edit format\nAdded menu.py to the chat."),
        ("user", "text", "sort the menu\nby price"),
        ("assistant", "text", "I sort it:\n\n> cheapest first\n\n#### Steps\n\n```bash\npython menu.py --check\n```"),
        ("tool", "text", "Tokens: 2.1k sent, 1.2M cache hit, 150 received. Cost: $0.0021 message, $0.01 session.\n"
                         "Applied edit to menu.py\nCommit ab12cd3 sort the menu by price"),
        ("user", "text", "/run pytest tests/test_menu.py"),
        ("tool", "text", "Add 0.1k tokens of command output to the chat? (Y)es/(N)o [Yes]: y"),
    ]  # fmt: skip


def test_what_the_person_ran_is_a_command(db: Database, tmp_path: Path) -> None:
    db.import_paths([aider(tmp_path)])
    assert {item.value for item in db.artifacts("command").items} == {
        "python menu.py --check", "pytest tests/test_menu.py",
    }  # fmt: skip


def test_a_chat_that_goes_on_grows_and_a_new_one_is_added(db: Database, tmp_path: Path) -> None:
    path = aider(tmp_path)
    db.import_paths([path])
    with path.open("a", encoding="utf-8") as stream:
        stream.write("\n#### and the drinks?  \n\nThose too.\n")
    assert db.import_paths([path]).messages == 3
    assert [session.title for session in db.list_sessions()] == ["and the drinks?", "sort the menu"]
    with path.open("a", encoding="utf-8") as stream:
        stream.write("\nAnd the sweets.\n\n> Tokens: 3k sent, 20 received.  \n")
    report = db.import_paths([path])
    assert (report.messages, report.undone) == (1, 0)
    later = db.list_sessions()[0]
    assert [m.content for m in db.history(later.id)][2] == "Those too.\n\nAnd the sweets."


def test_histories_are_found_in_a_folder_of_sources(db: Database, tmp_path: Path) -> None:
    aider(tmp_path)
    (tmp_path / "warung" / "README.md").write_text("# aider chat started at home\n")
    db.import_paths([tmp_path])
    assert _only(db).title == "sort the menu"


def test_a_quoted_beginning_begins_no_chat(db: Database, tmp_path: Path) -> None:
    path = aider(tmp_path)
    with path.open("a", encoding="utf-8") as stream:
        stream.write(
            "\n#### what is this file?  \n\nIt begins with:\n# aider chat started at 2020-01-01 00:00:00\nThen more.\n"
        )
    db.import_paths([path])
    later = db.list_sessions()[0]
    assert db.history(later.id)[-1].content.endswith("2020-01-01 00:00:00\nThen more.")
