"""Take a shell line apart: which of its commands surely succeeded if the line did, and the words of each."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from .items import word_set
from .lazy import lazy

_CONTINUED = lazy(r"\\\r?\n[ \t]*")
_HEREDOC = lazy(r"<<-?[ \t]*(['\"]?)(\w+)\1([^\n]*)\n.*?(?:(?<=\n)[ \t]*\2[ \t]*(?=\n|\Z)|\Z)", re.S)
_TOKEN = lazy(
    r"(?P<space>[ \t\r]+|(?<![^\s;&|(])\#[^\n]*)"
    r"|(?P<sign>&&|\|\|?|;+|\n|&(?!>)|[()])"
    r"|(?P<word>(?:[<>]&|&>|\$\([^()\n]*\)|[^\s;&|()'\"\\]|\\.|'[^']*'|\"(?:[^\"\\]|\\.)*+\")+)"
)
_QUOTED = lazy(r"\\(.)|'([^']*)'|\"((?:[^\"\\]|\\.)*+)\"", re.S)
_REDIRECTION = lazy(r"(?:\d*|&)[<>]+&?")
_ASSIGNMENT = lazy(r"\A[A-Za-z_]\w*=")
_DURATION = lazy(r"\d+[smh]?\Z")
_VERSION = lazy(r"(?<=[a-z])\d+(?:\.\d+)*\Z")  # python3.12, pip3
_COMPOUND = word_set("if then else elif fi for while until do done case esac select function { } ! [[ [ test")
_WRAPPERS = word_set("sudo doas env time nohup timeout command exec npx bunx")
_RUNNERS = frozenset(("uv run", "poetry run", "pipenv run", "pdm run", "hatch run", "bundle exec", "python -m"))
_SHELLS = word_set("bash sh zsh dash")
_NESTED = 2  # depth of shells within shells (`bash -c`, `ssh`) that is followed

Run = tuple[str, ...]  # the words of a command, the first its program


@lru_cache(maxsize=256)
def sure_runs(command: str) -> tuple[Run, ...]:
    """Return the commands that surely succeeded if the line did, each from its program's name on.

    Of `a; b` and of `a | b` that is b alone, of `a || b` neither. Under `set -e` a counts in `a; b`, with `pipefail` in
    `a | b`. Commands in the background do not count; a line with loops, branches or parentheses gives none.
    """
    return tuple(_runs(command, _NESTED))


def every_run(command: str) -> tuple[Run, ...]:
    """Return all commands of a line, each from its program's name on; none if it loops or branches."""
    return tuple(_every(command, _NESTED))


def started(words: Sequence[str]) -> list[str]:
    """Return the words from the program's name on: without `sudo`, `FOO=bar`, `uv run` and the like before it."""
    words = list(words)
    while words:
        words = [_VERSION.sub("", posixpath.basename(words[0])), *words[1:]] if "=" not in words[0] else words
        if _ASSIGNMENT.match(words[0]):
            words = words[1:]
        elif words[0] in _WRAPPERS:
            words = words[1:]
            while words and (words[0].startswith("-") or _DURATION.match(words[0])):
                words = words[2:] if words[0] == "-u" else words[1:]
        elif " ".join(words[:2]) in _RUNNERS:
            words = words[2:]
        else:
            break
    return ["docker", "compose", *words[1:]] if words[:1] == ["docker-compose"] else words


def _runs(command: str, depth: int) -> Iterator[Run]:
    """Yield what `sure_runs` returns; `depth`: how many nested shells are still followed."""
    strict = piped = False
    sure: list[Run] = []
    for chain, signs, ended in _lists(command):
        if not strict:
            sure = []
        before = ""
        for words, sign in zip(chain, signs, strict=True):
            if not words or words[0] in _COMPOUND:
                return
            if words[0] == "set":
                strict |= any(word.startswith("-") and "e" in word for word in words[1:])
                piped |= "pipefail" in words
            if before == "||":  # one of the two failed, or was not run
                sure = []
            elif ended != "&" and (sign != "|" or piped):
                sure.append(words)
            before = sign if sign != "|" or before != "||" else before
    for run in sure:
        yield from _within(tuple(started(run)), depth, _runs)


def _every(command: str, depth: int) -> list[Run]:
    """Return what `every_run` returns; `depth`: how many nested shells are still followed."""
    runs: list[Run] = []
    for chain, _, _ in _lists(command):
        for words in chain:
            if not words or words[0] in _COMPOUND:
                return []
            runs += _within(tuple(started(words)), depth, _every)
    return runs


def _within(run: Run, depth: int, read: Callable[[str, int], Iterable[Run]]) -> Iterator[Run]:
    """Yield the command, or, if it starts a shell, what that shell runs as `read` finds it."""
    inner = ""
    if run and run[0] in _SHELLS and len(run) > 2 and run[1].startswith("-") and run[1].endswith("c"):
        inner = run[2]
    elif run and run[0] == "ssh":
        inner = " ".join(_behind_host(run))
    if inner and depth:
        yield from read(inner, depth - 1)
    elif run:
        yield run


def _behind_host(run: Run) -> Run:
    """Return what `ssh` runs on the host."""
    at = 1
    while at < len(run) and run[at].startswith("-"):
        at += 2 if run[at] in ("-p", "-i", "-o", "-l", "-J", "-F") else 1
    return run[at + 1 :]


def _lists(command: str) -> Iterator[tuple[list[Run], list[str], str]]:
    """Yield the lists of a script: their commands, the operator behind each ("" behind the last), and the sign that
    ends the list. A list with parentheses has an empty command."""
    chain: list[Run] = []
    signs: list[str] = []
    words: list[str] = []
    for token in _TOKEN.finditer(_HEREDOC.sub(r"\3", _CONTINUED.sub(" ", command))):
        sign = token["sign"]
        if token["word"]:
            words.append(token["word"])
        elif sign in ("(", ")"):
            chain, signs, words = [*chain, ()], [*signs, ""], []
        elif sign in ("&&", "||", "|"):
            chain.append(_plain(words))
            signs.append(sign)
            words = []
        elif sign and words:
            yield [*chain, _plain(words)], [*signs, ""], sign[0]
            chain, signs, words = [], [], []
    if words or chain:
        yield [*chain, _plain(words)], [*signs, ""], ""


def _plain(words: Sequence[str]) -> Run:
    """Return words without their quotes and without redirections."""
    found: list[str] = []
    skips = False
    for word in words:
        redirection = _REDIRECTION.match(word)
        if skips or redirection:
            skips = not skips and redirection is not None and redirection.end() == len(word)
            continue
        found.append(_QUOTED.sub(lambda match: match[1] or match[2] or match[3] or "", word))
    return tuple(found)
