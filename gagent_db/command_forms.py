"""Find how a command is really run here: the most recent form of it that succeeded."""

from __future__ import annotations

import re
import shlex
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from .extract.shell_runs import started, sure_runs
from .sql_json import json_list

WORKED = "('0', 'success')"  # the statuses of a command that succeeded, as SQL

_TEXTS = 300  # latest commands read that begin with the same two words
_NEAR = 200  # message ids after a command in which its session may have run another form of it
_GOING = re.compile(r"\A\s*(?:cd|pushd|source|\.)\s+[^\s;&]+\s*(?:&&|;)\s*(?=\S)")
_NUMBER = re.compile(r"[\d:.]+\Z")  # also a port, 8080:80
_ADDRESS = re.compile(r"[./:=@]")
_NARROWER = tuple("=<>@:[")  # flask==3.0, image:tag, test_a.py::test_b
_SHORTEST_SLIP = 4  # a word with at least so many letters may have a typing slip


@dataclass(frozen=True, slots=True)
class _Task:
    """A command taken apart. `given` has the operands right behind an option, which may be its value."""

    program: str
    operands: frozenset[str]
    given: frozenset[str]

    @property
    def needed(self) -> frozenset[str]:
        """The words that another form must name; values of options only where there is at most one other operand."""
        bare = self.operands - self.given
        if len(bare) > 1:
            return bare
        return bare | {word for word in self.given if not _NUMBER.match(word)}


def working_form(
    conn: sqlite3.Connection, command: str, messages: Sequence[int], known: dict[str, list[int]]
) -> dict[str, Any] | None:
    """Return the most recent form of `command` that succeeded; None when there is none.

    Candidates are the commands that begin with the same words, and those run in the same sessions soon after the
    `messages` (ids) with the command. `known` caches the former by these words for the other commands of a page.
    """
    mentions = set(_behind(conn, messages))
    for text in {command, _GOING.sub("", command)}:
        if prefix := " ".join(text.split()[:2]):
            if prefix not in known:
                known[prefix] = _beginning(conn, prefix)
            mentions.update(known[prefix])
    rows = conn.execute(
        """SELECT v.value, a.status, m.session_id, m.id AS message_id, m.created_at
           FROM json_each(?) one CROSS JOIN artifact_mentions a ON a.id = one.value
           CROSS JOIN artifact_values v ON v.id = a.value_id CROSS JOIN messages m ON m.id = a.id / 1024
           WHERE m.status <> 'undone' ORDER BY m.created_at DESC, a.id DESC""",
        (json_list(mentions),),
    ).fetchall()
    return next((dict(row) for row in rows if is_form_of(command, row["value"])), None)


def _beginning(conn: sqlite3.Connection, prefix: str) -> list[int]:
    """Return the id of the latest successful mention of each command that begins with ``prefix``."""
    rows = conn.execute(
        f"""SELECT (SELECT a.id FROM artifact_mentions a
                    WHERE a.value_id = v.id AND a.status IN {WORKED} ORDER BY a.id DESC LIMIT 1)
            FROM (SELECT id FROM artifact_values
                  WHERE kind = 'command' AND substr(coalesce(normalized, value), 1, 20) >= substr(:prefix, 1, 20)
                    AND substr(coalesce(normalized, value), 1, 20) < substr(:prefix, 1, 20) || char(0x10ffff)
                    AND substr(coalesce(normalized, value), 1, length(:prefix)) = :prefix
                  ORDER BY last_seen DESC LIMIT {_TEXTS}) v""",
        {"prefix": prefix},
    )
    return [row[0] for row in rows if row[0] is not None]


def _behind(conn: sqlite3.Connection, messages: Sequence[int]) -> list[int]:
    """Return the ids of mentions of commands that succeeded in the same session, soon after one of the messages."""
    rows = conn.execute(
        f"""SELECT DISTINCT a.id FROM json_each(?) one CROSS JOIN messages held ON held.id = one.value
            CROSS JOIN messages m ON m.id BETWEEN held.id AND held.id + {_NEAR} AND m.session_id = held.session_id
            CROSS JOIN artifact_mentions a ON a.id BETWEEN m.id * 1024 AND m.id * 1024 + 1023
            CROSS JOIN artifact_values v ON v.id = a.value_id AND v.kind = 'command'
            WHERE a.status IN {WORKED}""",
        (json_list(messages),),
    )
    return [row[0] for row in rows]


def is_form_of(command: str, other: str) -> bool:
    """Whether `other` runs the same program on the same things.

    It may have other options or more operands, be started in another way, or stand beside other commands.
    """
    mine = _task(command)
    return command == other or any(
        _does(mine, theirs) for theirs in (_task(other), *map(_taken_apart, sure_runs(other)))
    )


def _does(mine: _Task, theirs: _Task) -> bool:
    if mine.program != theirs.program:
        return False
    if not mine.needed:
        return all(word in theirs.given or _ADDRESS.search(word) for word in theirs.operands)
    return all(any(_names(operand, word) for operand in theirs.operands) for word in mine.needed)


def _names(word: str, wanted: str) -> bool:
    """Whether a word is the wanted one, a narrower one (`flask==3.0` for `flask`), or it without a typing slip."""
    if word == wanted or (word.startswith(wanted) and word[len(wanted) :].startswith(_NARROWER)):
        return True
    return word.isalpha() and wanted.isalpha() and min(len(word), len(wanted)) >= _SHORTEST_SLIP and _slip(word, wanted)


def _slip(word: str, other: str) -> bool:
    """Whether two words with the same first letter differ by one letter that is missing, added or another one."""
    shorter, longer = sorted((word, other), key=len)
    if word[0] != other[0] or len(longer) - len(shorter) > 1:
        return False
    at = next((at for at, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    return shorter[at:] == longer[at + 1 :] or shorter[at + 1 :] == longer[at + 1 :]


@lru_cache(maxsize=4096)
def _task(command: str) -> _Task:
    while (change := _GOING.match(command)) is not None:
        command = command[change.end() :]
    return _taken_apart(started(_words(command)))


def _taken_apart(words: Sequence[str]) -> _Task:
    operands = [word for word in words[1:] if not word.startswith("-")]
    given = [word for before, word in pairwise(words) if before.startswith("-") and "=" not in before]
    return _Task(words[0] if words else "", frozenset(operands), frozenset(given) & frozenset(operands))


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # a quote that is not closed
        return command.split()
