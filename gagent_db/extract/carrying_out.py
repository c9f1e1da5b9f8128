"""Decide whether a command that succeeded does what an open item asks: the item names, quotes or describes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from .items import word_set
from .lazy import lazy
from .matching import content_words, shared_words, things, without_label
from .shell_runs import Run, started, sure_runs

_WORD = lazy(r"[^\W_]+")
_TOKEN = lazy(r"[^\s`\"'()!?]+(?<![.,:;])")
_QUOTED = lazy(r"`([^`\n]+)`")
_RUN = lazy(r"\b(?:re-?run|run|execute|launch|do|fix|jalan\w*|eksekusi|kerjain)\b", re.I)
# Options with which a command only tells what it would do.
_REHEARSAL = lazy(
    r"(?<!\S)(?:--(?:dry-?run|check|help|version|list|diff|what-?if|simulate|plan|show|collect-only)\b|"
    r"-(?:n|WhatIf)\b|-h\s*\Z)"
)
# Where commands run: each word with the name of its environment.
_PLACES = {
    word: group.split()[0]
    for group in ("production prod produksi live", "staging stage", "development dev", "local lokal")
    for word in group.split()
}
_PLACE_WORDS = content_words(" ".join(_PLACES))
_OTHER_DEEDS = word_set("""
    add deploy restart start stop push merge release publish build import export enable disable rotate commit clone
    """)
# Verbs and the programs that do the same; each group is compared as its first word.
_DEEDS = {
    form: words[0]
    for words in (
        group.split()
        for group in (
            "delete remove drop hapus purge rm rmdir unlink shred",
            "move rename pindah mv",
            "copy salin cp scp rsync",
            "create make buat bikin mkdir touch",
            "install pasang",
            "update upgrade perbarui",
            "migrate migration migrations migrasi alembic flyway",
            "test tests pytest tox nox jest vitest mocha phpunit rspec ctest",
            "lint linter eslint flake8 pylint rubocop shellcheck",
            "format fmt black prettier gofmt rustfmt isort",
            "backup cadangan cadangkan pg_dump mysqldump mongodump",
            "restore pg_restore mongorestore",
            *_OTHER_DEEDS,
        )
    )
    for word in words
    for form in (word, *content_words(word))
}
# Objects so general that they need no counterpart in the command.
_OBJECTS = word_set("file files folder directory berkas command script job all suite repo")
# Programs that only look at something or whose words say nothing of what was done, and such subcommands of git.
_LOOKS = word_set("""
    echo printf cat grep rg ag ack find ls less more head tail wc which man tree file stat diff type sort sed awk cd
    """)
_LOOKS_OF_GIT = word_set("add diff show log status grep blame fetch stash branch")
_MANAGERS = word_set("pnpm yarn bun")
_TESTERS = word_set("pytest tox nox jest vitest mocha phpunit rspec ctest")
_NARROWS = lazy(r"(?:-k|-m|--lf|--last-failed|--ff|--only|--filter|-t|--grep|-run|--testPathPattern)(?:=|\Z)|\S*::")
_FILE = lazy(r"[^-].*\.\w+\Z")
_TAKES_OBJECTS = word_set(
    "install add remove uninstall rm run exec start stop restart delete create up down build apply"
)
_UNFINISHED = lazy(r"\b(?:todo|wip|fixme|draft)\b", re.I)
_SERVICE = ".service"
_LONGEST = 500  # characters of an open item in which a command is looked for


def asks_for(opened: str, command: str) -> bool:
    """Whether a command that succeeded within the shell line `command` does what the open item `opened` asks for.

    The item names or quotes it (the line may have more options, or be a chain), or says in words what it does.
    """
    if not _may_ask(opened, command) or _is_elsewhere(opened, command):
        return False
    return any(
        not (_REHEARSAL.search(" ".join(run)) and not _REHEARSAL.search(opened))
        and (_is_quoted(opened, run) or _is_named(opened, run) or _is_described(opened, run))
        for run in sure_runs(command)
    )


@lru_cache(maxsize=1024)
def _command_words(command: str) -> frozenset[str]:
    """Return the words of a command, in the form in which statements are compared, and the verbs for what it does."""
    words = content_words(command).union(_WORD.findall(command.lower()))
    return words | {_DEEDS[word] for word in words if word in _DEEDS}


def _may_ask(opened: str, command: str) -> bool:
    """Whether the command is worth parsing: the open item quotes code, or shares a word with it."""
    words = _command_words(command)
    return "`" in opened or any(word in words or _DEEDS.get(word) in words for word in content_words(opened))


def _is_elsewhere(opened: str, command: str) -> bool:
    """Whether a command names another environment (staging, production) than the open item does."""
    wanted, ran = (
        {_PLACES[word] for word in _WORD.findall(text.lower()) if word in _PLACES} for text in (opened, command)
    )
    return bool(wanted and ran) and wanted.isdisjoint(ran)


def _is_quoted(opened: str, run: Run) -> bool:
    """Whether the open item holds the command in backticks, perhaps without some of its options."""
    for quoted in _QUOTED.findall(opened):
        wanted = _usual(started(quoted.split()))
        if wanted and (len(wanted) > 1 or _RUN.search(opened)) and _does(_usual(run), wanted):
            return True
    return False


def _is_named(opened: str, run: Run) -> bool:
    """Whether the open item has the command among its words: "run make lint before the release"."""
    words = _usual(_TOKEN.findall(opened[:_LONGEST]))
    run = _usual(run)
    for at, word in enumerate(words):
        if word != run[0]:
            continue
        wanted = [word]
        for following in words[at + 1 :]:
            if following not in run:
                break
            wanted.append(following)
        arguments = [argument for argument in run[1:] if not argument.startswith("-")]
        if (len(wanted) > 1 or (not arguments and _RUN.search(opened))) and _does(run, wanted):
            return True
    return False


def _usual(words: Sequence[str]) -> Run:
    """Return a command in one common spelling: `yarn test` and `npm run test` become `npm test`."""
    words = tuple(words)
    if words[:1] and words[0] in _MANAGERS:
        words = ("npm", *words[1:])
    if words[:2] == ("npm", "run"):
        words = ("npm", *words[2:])
    if words[:2] == ("npm", "ci"):
        words = ("npm", "install", *words[2:])
    if words[:2] == ("uv", "pip"):
        words = words[1:]
    return words if words[:1] != ("apt-get",) else ("apt", *words[1:])


def _does(run: Run, wanted: Sequence[str]) -> bool:
    """Whether `run` does all of `wanted`: the same program, all wanted words in order, and not on less than asked."""
    if not run or run[0] != wanted[0]:
        return False
    run, wanted = (tuple(word.removesuffix(_SERVICE) for word in words) for words in (run, wanted))
    left = iter(run)
    if not all(word in left for word in wanted):
        return False
    added = [
        word
        for before, word in pairwise(run)
        if not word.startswith("-") and word not in wanted and not (before.startswith("-") and "=" not in before)
    ]
    if any(_FILE.match(word) for word in added) or (added and wanted[-1] in _TAKES_OBJECTS):
        return False
    return not _is_narrower(run, wanted)


def _is_narrower(run: Run, wanted: Iterable[str] = ()) -> bool:
    """Whether a test command runs only some of the tests; words in `wanted` were asked for and do not narrow it."""
    if run[0] not in _TESTERS and "test" not in run:
        return False
    return any(_NARROWS.match(word) or _FILE.match(word) for word in run[1:] if word not in wanted)


def _is_described(opened: str, run: Run) -> bool:
    """Whether the command does what the open item says in words: all its verbs, to the things it names."""
    if run[0] in _LOOKS or (run[0] == "git" and len(run) > 1 and run[1] in _LOOKS_OF_GIT) or _is_narrower(run):
        return False
    text = " ".join(run)
    if _UNFINISHED.search(text) or any(started(quoted.split())[:1] == [run[0]] for quoted in _QUOTED.findall(opened)):
        return False
    run_words = _command_words(text)
    subject = without_label(opened)
    words = content_words(subject)
    wanted = {_DEEDS[word] for word in words if word in _DEEDS}
    if not wanted or not wanted <= run_words:
        return False
    named = things(words - _DEEDS.keys() - _PLACE_WORDS - _OBJECTS - {run[0]})
    if named:
        done = shared_words(words, run_words) | {word for word in words if _DEEDS.get(word) in run_words}
        return named <= done or (len(done) > 2 and len(done) * 5 > len(words) * 3)
    if any(word in _TAKES_OBJECTS for word in run[:-1]):
        return False
    return bool(_RUN.search(subject)) or _is_deed(next(iter(_WORD.findall(subject.lower())), ""))


def _is_deed(word: str) -> bool:
    """Whether a word is a verb for doing something, not the name of a thing: "push", but not "tests"."""
    return word in _DEEDS and not word.endswith("s")
