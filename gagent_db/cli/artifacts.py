"""The owner's questions on the command line: decisions, commands, urls, paths, unresolved, errors; and resolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from .. import answers
from ..fixes import known_fixes
from ..store.sessions import short_id
from ..times import local
from ..wording import counted
from .common import (
    Context,
    FilterText,
    TextCommand,
    again,
    emit,
    filter_options,
    json_option,
    nothing,
    pass_context,
    plain_option,
    say,
    sort_option,
    typed,
)

_HELP = {
    "decisions": "What was decided, the latest first, and what has superseded it.",
    "commands": "Which commands were run or recommended, how they ended, and their most recent working form.",
    "urls": "Which links came up, and where.",
    "paths": "Which files came up, the sessions that touched them and what was decided there.",
    "unresolved": "What is still open: questions, tasks, things waited for.",
}
_PLAIN = {"commands": "the commands alone, whole."}
_STATUS = {
    "commands": click.option("--status", type=FilterText(), help="ok, failed, or an exit status such as 1."),
    "unresolved": click.option(
        "--status", type=click.Choice(["open", "resolved", "all"]), default="open", show_default=True
    ),
}


def register(group: click.Group) -> None:
    for name in _HELP:
        group.add_command(_question(name))
    group.add_command(resolve)
    group.add_command(errors)


def _question(name: str) -> click.Command:
    """One of the five commands; they differ in kind and in `--status`."""

    def ask(
        ctx: Context, query: tuple[str, ...], as_json: bool, plain: bool, limit: int, cursor: str | None, **filters: Any
    ) -> None:
        page = answers.artifacts(ctx.existing_db, name, " ".join(query) or None, limit=limit, cursor=cursor, **filters)
        narrowed = bool(query) or any(value for key, value in filters.items() if key not in ("status", "sort"))
        empty = _nothing(name, filters.get("status"), narrowed)
        show = _render_plain if plain else _render
        emit(page.to_dict(), as_json, lambda: show(ctx, name, page, nothing(ctx.existing_db, empty)))

    ask.__doc__ = _HELP[name] + "\n\nQUERY keeps those with all of its words."
    run: Callable[..., Any] = pass_context(ask)
    run = json_option(run)
    run = plain_option(_PLAIN.get(name, "the values alone, one per line."))(run)
    run = click.option("--next", "cursor", help="Continue where the last page ended.")(run)
    run = click.option("--limit", type=click.IntRange(1, 1000), default=20, show_default=True)(run)
    run = sort_option("newest", "By the last mention; relevance is the same as newest.")(run)
    run = filter_options(run)
    if name in _STATUS:
        run = _STATUS[name](run)
    run = click.argument("query", nargs=-1)(run)
    return click.command(name, cls=TextCommand)(run)


@click.command()
@click.argument("artifact_id", type=int)
@click.option("--message", type=int, help="The message that answers it.")
@click.option("--reopen", is_flag=True, help="Open it again instead.")
@json_option
@pass_context
def resolve(ctx: Context, artifact_id: int, message: int | None, reopen: bool, as_json: bool) -> None:
    """Close an open item; ARTIFACT_ID is the number that `unresolved` prints."""
    if reopen and message is not None:
        raise click.UsageError("--message says what closed an item; it does not go with --reopen.")
    row = answers.resolve(ctx.existing_db, artifact_id, status="open" if reopen else "resolved", by_message=message)
    emit({"ok": True, **row}, as_json, lambda: say(f"{row['status']}: {row['value']}"))


@click.command(cls=TextCommand)
@click.argument("text", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, 100), default=5, show_default=True)
@json_option
@pass_context
def errors(ctx: Context, text: tuple[str, ...], limit: int, as_json: bool) -> None:
    """What fixed an error before: the command run next, if the error did not come back. TEXT is the message."""
    found = known_fixes(ctx.existing_db, " ".join(text), limit=limit)

    def render() -> None:
        for fix in found["fixes"]:
            again = "the error came back" if fix["came_back"] else "the error did not come back"
            say(f"{_shown(fix['command'])}\n    {_ended(fix['status'])}, {again}, {_times(fix['times'])}")
            say(f"    {local(fix['created_at'])}  {_follow(ctx, fix['session_id'], fix['message_id'])}")
        if not found["fixes"]:
            say(f"Nothing is known to have fixed: {found['error']}")
            if found["seen"]:
                say(f"It is in {counted(found['seen'], 'message')}, but no command was run after it.")

    emit(found, as_json, render)


# -- for people ----------------------------------------------------------------------------------------


def _nothing(name: str, status: str | None, narrowed: bool) -> str:
    """What an empty answer says. ``narrowed``: words or a filter were given, so there may be others."""
    if name != "unresolved":
        return f"No {name} match."
    if narrowed:
        return "Nothing matches." if status == "all" else f"Nothing {status} matches."
    return {"open": "Nothing is open.", "resolved": "Nothing has been resolved yet."}.get(
        status or "", "Nothing has been open so far."
    )


def _render(ctx: Context, name: str, page: answers.ArtifactPage, empty: str) -> None:
    for group in page.items:
        last = group.mentions[-1]
        number = f"[{last.artifact_id}] " if name == "unresolved" else ""
        say(f"{number}{_shown(group.value)}")
        if facts := _facts(name, group):
            say(f"    {', '.join(facts)}")
        say(f"    {local(group.last_seen)}  {last.channel}  {_follow(ctx, last.session_id, last.message_id)}")
    if not page.items:
        say(empty)
    if page.hint:
        say(page.hint)
    if page.next:
        say(f"More: {again(page.next)}")


def _render_plain(_: Context, name: str, page: answers.ArtifactPage, empty: str) -> None:
    for group in page.items:
        say(group.value if name == "commands" else " ".join(group.value.splitlines()).replace("\t", " "))
    if not page.items:
        say(empty, err=True)
    if page.next:
        say(f"More: {again(page.next)}", err=True)


def _facts(name: str, group: answers.Group) -> list[str]:
    facts = [_times(group.count)] if group.count > 1 else []
    if group.sessions > 1:
        facts.append(f"{group.sessions} sessions")
    if name == "commands":
        facts.append(_ended(group.status))
        works = group.more["works_as"]
        if works and works["value"] != group.value:
            facts.append(f"worked as: {_shown(works['value'])}")
        elif works and works["status"] != group.status:
            facts.append(f"worked unchanged (message {works['message_id']})")
        facts += [f"in {place}" for place in group.more["where"][:2]]
    elif name == "decisions" and group.more["superseded_by"]:
        later = group.more["superseded_by"]
        facts.append(f"superseded by: {_shown(later['value'])} (message {later['message_id']})")
    elif name == "paths":
        facts += [f"decided: {_shown(decision['value'])}" for decision in group.more["decisions"][:2]]
    elif name == "unresolved" and group.status == "resolved":
        by = group.more["resolved_by_message_id"]
        facts.append(f"resolved by message {by}" if by else "resolved")
    return facts


def _shown(value: str) -> str:
    """The first line, at most 200 characters."""
    first, _, rest = value.partition("\n")
    return first[:199] + "…" if len(first) > 200 else first + (" …" if rest else "")


def _ended(status: str | None) -> str:
    """How a command ended: ``exit 1``, or ``success`` or ``error`` if the exit status is unknown."""
    if status is None:
        return "exit unknown"
    return f"exit {status}" if status.removeprefix("-").isdigit() else status


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _follow(ctx: Context, session_id: str, message_id: int) -> str:
    return typed("show", short_id(ctx.existing_db, session_id), "--around", str(message_id))
