"""What extraction may cost: linear in the length of a text, whatever stands in it, and nothing at import."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from gagent_db.extract import extract

LONG = 64_000
# What each pattern begins with, repeats or looks ahead over.
PIECES = [
    "/", "\\", "a/", "a/b ", "../", "a\\ b/ ", "C:\\a ", "\\\\a\\b ", "%A%\\", "$HOME/", "://", "http://a", "${a}/",
    "$(a", "<a>/", "www.a.", "git@a:", "localhost:80/", "`", "`a b` ", '"', '"a\\"', '{"command":"', '{"status":"a",',
    "- [ ] ", "| a ", "# ", "**a", "TODO: a b ", "D[a]: ", "run make ", "ls -a ", "make a && ", "FOO='a' ", "a@b:~$ ",
    "for a in b; do ", "we decided to ", "let's go with a, and ", "not yet, ", "belum ", "if we ", "no. 1. ", "., ",
    "Decision: ", "user: ", "a - b ", "\u2019", "\u0130", " ", "a", "_", '"we decided" said ', "$ ", ".", "a.b", "a://",
    "http", "[", "|", "*", "TODO: ", "(", "{", '{"a":"', "have not ", "run git -a ", "<<A ", "\\n", "a/\\ ", "--a ",
    "x: ", "PS C:\\ ", "and ", "; ", ", so ", "/A B", "<a>", "${", "e.g. ", "A=b ", '"command":"', "run `a b` ",
    "a: 'TODO a ", "to be decided: ", "ok so it is ", "12:30: $ ", "2024-01-01 00:00:00 ", "a.b.cError: ",
]  # fmt: skip


def cpu(text: str, role: str) -> float:
    """CPU seconds of one extraction."""
    start = time.thread_time()
    extract(text, role)
    return time.thread_time() - start


def in_proportion(piece: str, role: str) -> bool:
    """Is eight times the text not sixty-four times the work? Other processes may disturb one round, not three."""
    text = piece * (LONG // len(piece))
    for _ in range(3):
        took = cpu(text, role)
        if took < 24 * 0.003 or took < 24 * cpu(text[: LONG // 8], role):
            return True
    return False


@pytest.mark.parametrize("end", ["", "\n"], ids=["one line", "many lines"])
@pytest.mark.parametrize("piece", PIECES)
def test_a_long_text_costs_in_proportion_to_its_length(piece: str, end: str) -> None:
    assert in_proportion(piece + end, "user")


@pytest.mark.parametrize("piece", ["`", "# ", "- ", "a ", "--", "| ", "to run: ", 'import x from "foo/promises" '])
def test_so_does_the_output_of_a_tool(piece: str) -> None:
    assert in_proportion(piece, "tool")


def test_importing_the_extractor_compiles_no_pattern_of_its_own() -> None:
    code = """
import re
made = []
compile_ = re._compiler.compile
re._compiler.compile = lambda pattern, flags=0: made.append(pattern) or compile_(pattern, flags)
import gagent_db
before = len(made)
import gagent_db.extract
print(len(made) - before)
gagent_db.extract.extract("we decided to use oak")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert int(done.stdout) < 10
