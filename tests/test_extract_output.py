"""What people wrote down and a tool shows, and what a tool shows besides."""

from __future__ import annotations

import pytest

from gagent_db.extract import extract
from gagent_db.extract.listing import in_comment, shows_code

CODE = """def tide(hour):
    # decided with Moira: round down, never up
    if hour < 6:
        return closed(hour)
    state = 'pending'
    return state
"""


def stated(text: str, tool: str = "read_file") -> list[tuple[str, str]]:
    kinds = ("decision", "unresolved", "resolved")
    return [(item.kind, item.value) for item in extract(text, "tool", tool) if item.kind in kinds]


def test_notes_in_a_file_tell_what_is_open_and_what_is_done() -> None:
    text = "Logbook of the boat shed\n\nwinch: grease is missing, order some\nmast: new shackle fitted, done\n"
    assert stated(text) == [
        ("unresolved", "winch: grease is missing, order some"),
        ("resolved", "mast: new shackle fitted, done"),
    ]


def test_notes_that_a_shell_shows_are_read_like_a_file() -> None:
    text = "$ cat notes.txt\nask Brigitte for the gate code\nthe pump is repaired\nwe keep the old sign\n"
    assert stated(text, "bash") == [
        ("unresolved", "ask Brigitte for the gate code"),
        ("resolved", "the pump is repaired"),
        ("decision", "we keep the old sign"),
    ]


def test_of_code_only_comments_state_something() -> None:
    assert stated(CODE) == [("decision", "decided with Moira: round down, never up")]
    assert stated(CODE.replace("# decided", "text = 'decided").replace("up", "up'")) == []


@pytest.mark.parametrize(
    "text",
    [
        "12:01 INFO worker started\n12:02 INFO waiting for lock\n12:03 WARN retry pending\n12:04 INFO all jobs done",
        "Resolved 143 packages in 2.1s\nInstalled 12 packages",
        "FAILED tests/test_tide.py::test_low - AssertionError: not closed\n1 failed, 12 passed in 3.02s",
        "M  src/tide.py\n?? notes.txt\nno changes added to commit",
    ],
)
def test_what_machines_report_states_nothing(text: str) -> None:
    assert stated(text, "bash") == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (CODE, True),
        ("tide.py:1:import os\ntide.py:2:from pathlib import Path\ntide.py:9:    return low", True),
        ("    1→const x = 1;\n    2→function f() {\n    3→}", True),
        ("resource \"bucket\" \"b\" {\n  name = \"logs\"\n}", True),
        ("Dear all,\nthe hall is booked.\nBring chairs (two each).\nSee you there", False),
        ("winch: grease is missing\nmast: done", False),
        ("", False),
    ],
)  # fmt: skip
def test_code_is_told_from_notes(text: str, code: bool) -> None:
    assert shows_code(text) == code


@pytest.mark.parametrize(
    ("line", "word", "comment"),
    [
        ("x = 1  # never two", "never", True),
        ("// keep this", "keep", True),
        ("  12→ -- drop later", "drop", True),
        ("* as agreed", "agreed", True),
        ('url = "http://keep"', "keep", False),
    ],
)
def test_a_comment_is_what_stands_behind_its_sign(line: str, word: str, comment: bool) -> None:
    assert in_comment(f"a()\n{line}\nb()", f"a()\n{line}".index(word)) == comment


@pytest.mark.parametrize(
    "line",
    [
        "/srv/kite/src/ekf.cpp:240:9: note: #pragma message: TODO fall back to baro",
        "  12:3  warning  Unexpected 'todo' comment: 'TODO fall back to baro'  no-warning-comments",
    ],
)
def test_a_todo_that_a_compiler_or_linter_shows_is_open(line: str) -> None:
    assert [item.value for item in extract(line, "tool", "bash") if item.kind == "unresolved"] == [
        "TODO fall back to baro"
    ]


@pytest.mark.parametrize(
    ("output", "command"),
    [
        ("npm notice To update run: npm install -g npm@11.0.0", "npm install -g npm@11.0.0"),
        ("[notice] To update, run: pip install --upgrade pip\nok", "pip install --upgrade pip"),
        ("[14:02:11]: $ set -o pipefail && make | tee log\n[14:06:40]: done", "set -o pipefail && make | tee log"),
        ("12:30 ana@box:~$ make all", "make all"),
    ],
)
def test_a_command_that_a_tool_tells_to_run_or_shows_behind_the_time(output: str, command: str) -> None:
    assert [item.value for item in extract(output, "tool", "bash") if item.kind == "command"] == [command]


@pytest.mark.parametrize(
    "output",
    [
        "Last run: 2 failed",
        "12:04 $ 5 for coffee",
        "dry run: git would remove it",
        "Test run: pytest passed 3",
        "Last run: pytest 3 passed",
        "CI run: npm test failed",
        "Previous run: ruff found 3 errors",
    ],
)
def test_what_only_looks_like_one_in_a_tools_output_is_none(output: str) -> None:
    assert not [item for item in extract(output, "tool", "bash") if item.kind == "command"]


def test_a_command_in_prose_ends_before_what_is_reported_of_it() -> None:
    for text, commands in {
        "CI run: npm test failed": ["npm test"],
        "Test run: pytest passed 3": [],
        "I ran pytest tests/test_a.py passed 3 of 4": ["pytest tests/test_a.py"],
    }.items():
        found = [item.value for item in extract(text, "assistant") if item.kind == "command"]
        assert found == commands, text
