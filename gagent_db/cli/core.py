"""Commands over sessions themselves: sessions, show, rename, archive, delete."""

from __future__ import annotations

from typing import Any

import click
import orjson

from .. import export_text, naming
from ..errors import GagentError
from ..models import Message, Session, ToolCall
from ..resume import is_subagent, resume_command
from ..store import messages as messages_store
from ..store import sessions as sessions_store
from ..store.database import Store
from ..times import local
from ..wording import NOTHING_YET, counted, one_line
from .common import (
    Context,
    TextCommand,
    again,
    confirm,
    emit,
    filter_options,
    json_option,
    nothing,
    pass_context,
    plain_option,
    say,
    tabbed,
    typed,
)

PAGE = 51  # messages around the one asked for
FOLLOWED = 10  # that stand before those to come


def register(group: click.Group) -> None:
    for command in (sessions, show, rename, archive, delete, completion):
        group.add_command(command)


@click.command(cls=TextCommand)
@click.argument("title", nargs=-1)
@filter_options
@click.option("--archived/--live", default=None, help="Only archived, or only live sessions.")
@click.option(
    "--sort",
    type=click.Choice(["relevance", "newest", "oldest"]),
    default="newest",
    show_default=True,
    help="By last activity; relevance is the same as newest.",
)
@click.option("--limit", type=click.IntRange(1, 1000), default=20, show_default=True)
@click.option("--next", "cursor", help="Continue where the last page ended.")
@plain_option("id, time, chat, messages and title of a session a line, tabs between them.")
@json_option
@pass_context
def sessions(ctx: Context, title: tuple[str, ...], as_json: bool, plain: bool, **filters: Any) -> None:
    """List sessions, the last active first; TITLE keeps those whose title holds it."""
    rows, following = sessions_store.list_sessions(ctx.existing_db, title=" ".join(title), **filters)

    def render() -> None:
        for session in rows:
            say(_plain_line(session) if plain else session_line(session))
        if not rows:
            say(nothing(ctx.existing_db, "No session matches."), err=plain)
        if following and not plain:
            say(f"More: {again(following)}")

    emit({"ok": True, "sessions": [session.to_dict() for session in rows], "next": following}, as_json, render)


def session_line(session: Session) -> str:
    """``2026-05-01 09:30  telegram:777  41 messages  Title  (id)``"""
    place = one_line(session.key or session.channel)
    return (
        f"{local(session.updated_at)}  {place:<20}  {counted(session.message_count, 'message'):>14}  "
        f"{one_line(session.title or '(no title)')}  [{session.id}]"
    )


def _plain_line(session: Session) -> str:
    place = session.key or session.channel
    return tabbed(session.id, local(session.updated_at), place, session.message_count, session.title or "(no title)")


@click.command()
@click.argument("session", required=False)
@click.option("--around", type=int, metavar="MESSAGE", help="Only the messages near this one.")
@click.option("--limit", type=click.IntRange(1), help="At most this many messages: the last ones, or around one.")
@click.option("--before", "--next", type=int, help="Page backwards: messages before this id, as `next` gives it.")
@click.option(
    "-f", "--follow", is_flag=True, help="Stay, and print what is said from now on (text, or --format jsonl)."
)
@click.option("--format", "form", type=click.Choice(["text", "md", "jsonl", "json"]), default="text", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@pass_context
def show(
    ctx: Context,
    session: str | None,
    around: int | None,
    limit: int | None,
    before: int | None,
    follow: bool,
    form: str,
    as_json: bool,
) -> None:
    """Read a session: SESSION is an id, a key such as telegram:777, or the beginning of an id.

    Without one it is the conversation that was active last.
    """
    ctx.as_json = as_json or form == "json"
    if follow and (ctx.as_json or form == "md" or around is not None or before is not None):
        raise click.UsageError("--follow goes with --limit, and with --format text or jsonl.")
    store = ctx.existing_db
    found = _last(store) if session is None else sessions_store.find_session(store, session)
    if around is None:
        rows = messages_store.history(store, found.id, limit=limit or (FOLLOWED if follow else None), before=before)
    elif before is None:
        rows = _around(store, found, around, limit or PAGE)
    else:
        raise click.UsageError("--around and --before exclude each other.")
    cut = limit and len(rows) == limit and messages_store.history(store, found.id, limit=1, before=rows[0].id)
    if ctx.as_json:
        shown = [message.to_dict() for message in rows]
        following = str(rows[0].id) if cut else None
        emit({"ok": True, "session": found.to_dict(), "messages": shown, "next": following}, True, lambda: None)
    elif form == "jsonl":
        for message in rows:
            _print_line(message)
    elif form == "md":
        click.echo("".join(export_text.markdown([found], lambda _: [rows])), nl=False)
    else:
        head = [session_line(found)]
        if going := resume_command(found):
            head.append(f"Go on with: {going}")
        if cut:
            head.append(f"Earlier: {typed('show', found.id, '--limit', str(limit), '--before', str(rows[0].id))}")
        say("\n".join([*head, *map(_text, rows)]))
    if follow:
        _follow(store, found, rows, form)


def _follow(store: Store, session: Session, shown: list[Message], form: str) -> None:
    """Print what is said from now on, until Ctrl-C."""
    from .follow import follow

    try:
        for now, said in follow(store, session, shown[-1].id if shown else 0):
            if now.id != session.id and form == "text":
                say(f"\n{session_line(now)}")
            session = now
            for message in said:
                _print_line(message) if form == "jsonl" else say(_text(message))
    except KeyboardInterrupt:
        pass


def _print_line(message: Message) -> None:
    click.echo(orjson.dumps(message.to_dict()).decode())


def _last(store: Store) -> Session:
    """The session active last; of those of sub-agents only where there are no others near."""
    rows, _ = sessions_store.list_sessions(store, limit=50)
    if not rows:
        raise GagentError(NOTHING_YET)
    return next((session for session in rows if not is_subagent(session)), rows[0])


def _around(store: Store, session: Session, message_id: int, limit: int) -> list[Message]:
    rows = messages_store.window(store, message_id, (limit - 1) // 2)
    if not rows or rows[0].session_id != session.id:
        raise GagentError(
            f"Message {message_id} is not in session {session.id}.", hint=f"Read it with: gagent-db show {session.id}"
        )
    return rows


def _text(message: Message) -> str:
    lines = [f"\n[{message.id}] {message.role}  {local(message.created_at, seconds=True)}"]
    if message.status != "active":
        lines[0] += f"  ({message.status})"
    if message.content:
        lines.append(message.content)
    lines += [f"  -> {call.tool_name} {_arguments(call.arguments)}{_outcome(call)}" for call in message.tool_calls]
    lines += [f"  [{ref.kind}] {ref.path or ref.sha256 or ''}" for ref in message.media]
    return "\n".join(lines)


def _arguments(arguments: Any) -> str:
    if arguments is None:
        return ""
    text = arguments if isinstance(arguments, str) else orjson.dumps(arguments).decode()
    return text if len(text) <= 300 else text[:299] + "…"


def _outcome(call: ToolCall) -> str:
    if call.exit_code is not None:
        return f"  (exit {call.exit_code})"
    return f"  ({call.status})" if call.status else ""


@click.command()
@click.argument("session")
@click.argument("title", nargs=-1)
@click.option("--undo", is_flag=True, help="Give back the name it had.")
@json_option
@pass_context
def rename(ctx: Context, session: str, title: tuple[str, ...], undo: bool, as_json: bool) -> None:
    """Call a session TITLE. Later imports leave that name alone."""
    if undo == bool(title):
        raise click.UsageError("Say a title, or --undo.")
    named = naming.rename(ctx.existing_db, session, None if undo else " ".join(title))
    emit({"ok": True, "session": named.to_dict()}, as_json, lambda: say(session_line(named)))


@click.command()
@click.argument("session")
@json_option
@pass_context
def archive(ctx: Context, session: str, as_json: bool) -> None:
    """End a session and free its key. It stays searchable."""
    found = sessions_store.archive_session(ctx.existing_db, session)
    emit({"ok": True, "session": found.to_dict()}, as_json, lambda: say(f"Archived {found.id}."))


@click.command()
@click.argument("session")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@pass_context
def delete(ctx: Context, session: str, yes: bool, as_json: bool) -> None:
    """Delete a session and its sub-agents' sessions.

    A later import of the same transcript brings it back; `forget` does not let it.
    """
    from ..importers.forget import delete_session

    found = sessions_store.find_session(ctx.existing_db, session)
    held = counted(found.message_count, "message")
    confirm(f"Delete {found.id} ({found.title or 'no title'}, {held})?", yes=yes, as_json=as_json, alone=True)
    gone = delete_session(ctx.db, found.id)
    emit({"ok": True, "deleted": gone}, as_json, lambda: say(f"Deleted {', '.join(gone)}."))


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell: eval "$(gagent-db completion bash)"."""
    from click.shell_completion import get_completion_class

    from . import main

    kind = get_completion_class(shell)
    if kind is None:
        raise GagentError(f"There is no completion for {shell}.")
    click.echo(kind(main, {}, "gagent-db", "_GAGENT_DB_COMPLETE").source())
