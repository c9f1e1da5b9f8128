"""Commands for sessions: sessions, show, rename, tag, tags, archive, delete."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from typing import Any

import click
import orjson

from .. import export_text, naming
from ..errors import GagentError
from ..models import Message, Session, ToolCall
from ..resume import resume_command
from ..store import messages as messages_store
from ..store import sessions as sessions_store
from ..store.database import Store
from ..store.relations import is_subagent
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
    role_option,
    say,
    shown_tags,
    sort_option,
    tabbed,
    typed,
)

PAGE = 51  # messages around the one asked for
_LEAST_TITLE = 20  # characters of a title in a list, however narrow the terminal
FOLLOWED = 10  # earlier messages that `--follow` shows first


def register(group: click.Group) -> None:
    for command in (sessions, show, rename, tag, tags, archive, delete, completion):
        group.add_command(command)


@click.command(cls=TextCommand)
@click.argument("title", nargs=-1)
@filter_options
@click.option("--archived/--live", default=None, help="Only archived, or only live sessions.")
@sort_option("newest", "By last activity; relevance is the same as newest.")
@click.option("--limit", type=click.IntRange(1, 1000), default=20, show_default=True)
@click.option("--next", "cursor", help="Continue where the last page ended.")
@plain_option("one session per line: id, time, chat, messages, title, with tabs between them.")
@json_option
@pass_context
def sessions(ctx: Context, title: tuple[str, ...], as_json: bool, plain: bool, **filters: Any) -> None:
    """List sessions, the last active first; TITLE keeps those with it in their title."""
    store = ctx.existing_db
    rows, following = sessions_store.list_sessions(store, title=" ".join(title), **filters)
    width = max((len(_place(session)) for session in rows), default=0)
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else None

    def line(session: Session) -> str:
        return session_line(session, sessions_store.short_id(store, session.id), width, room)

    def render() -> None:
        for session in rows:
            say(_plain_line(session) if plain else line(session))
        if not rows:
            say(nothing(ctx.existing_db, "No session matches."), err=plain)
        if following:
            say(f"More: {again(following)}", err=plain)

    emit({"ok": True, "sessions": [session.to_dict() for session in rows], "next": following}, as_json, render)


def session_line(session: Session, shown_id: str | None = None, width: int = 0, room: int | None = None) -> str:
    """``2026-05-01 09:30  telegram:777  41 messages  Title #tag  [id]``, its title cut so that it fits ``room``."""
    count = counted(session.message_count, "message")
    head = f"{local(session.updated_at)}  {_place(session):<{width}}  {count:>{14 if width else 0}}  "
    tail = f"  [{shown_id or session.id}]"
    title = " ".join([one_line(session.title or "(no title)"), *shown_tags(session.tags)])
    return head + (_fitting(title, max(_LEAST_TITLE, room - len(head + tail))) if room else title) + tail


def _fitting(title: str, cells: int) -> str:
    """A title on one line, cut to so many cells of a terminal, of which a Chinese character takes two."""
    from rich.cells import cell_len

    length = cells
    while cell_len(shown := one_line(title, length)) > cells:
        length -= 1
    return shown


def _place(session: Session) -> str:
    return one_line(session.key or session.channel)


def _plain_line(session: Session) -> str:
    title = session.title or "(no title)"
    return tabbed(session.id, local(session.updated_at), _place(session), session.message_count, title)


@click.command()
@click.argument("session", required=False)
@click.option("--around", type=int, metavar="MESSAGE", help="Only the messages near this one.")
@click.option("--limit", type=click.IntRange(1), help="At most this many messages: the last ones, or around one.")
@click.option("--before", "--next", type=int, help="Page backwards: messages before this id, as `next` gives it.")
@role_option
@click.option(
    "-f", "--follow", is_flag=True, help="Stay, and print what is said from now on (text, or --format jsonl)."
)
@click.option("--format", "form", type=click.Choice(["text", "md", "jsonl", "json"]), default="text", show_default=True)
@plain_option("the texts alone (`--role assistant --limit 1`: the last answer).")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@pass_context
def show(
    ctx: Context,
    session: str | None,
    around: int | None,
    limit: int | None,
    before: int | None,
    role: str | None,
    follow: bool,
    form: str,
    plain: bool,
    as_json: bool,
) -> None:
    """Read a session: SESSION is an id, a key such as telegram:777, or the beginning of an id.

    Without one it is the conversation that was active last.
    """
    form = "json" if as_json else form
    ctx.as_json = form == "json"
    if plain and form != "text":
        raise click.UsageError("--plain does not go with another format.")
    if follow and (form not in ("text", "jsonl") or around is not None or before is not None):
        raise click.UsageError("--follow goes with --limit, and with --format text or jsonl.")
    if around is not None and before is not None:
        raise click.UsageError("--around and --before exclude each other.")
    store = ctx.existing_db
    with store.snapshot():
        found = _last(store) if session is None else sessions_store.find_session(store, session)
        said = _Said(store, found, sessions_store.roles_in(role))
        if around is None:
            rows, cut = said.last(limit or (FOLLOWED if follow else None), before)
        else:
            rows = said.around(around, limit or PAGE)
            cut = bool(limit and len(rows) == limit and said.last(1, rows[0].id)[0])
    if plain:
        texts = [message.content for message in rows if message.content]
        say("\n\n".join(texts) or "Nothing was said there.", err=not texts)
    elif form == "text":
        head = _head(found, rows, role, earlier=limit or FOLLOWED if cut else None)
        say("\n".join([*head, *map(_text, rows)]))
    else:
        _print_as(form, found, rows, cut=cut)
    if follow:
        _follow(said, rows, form, plain=plain)


def _print_as(form: str, session: Session, rows: list[Message], *, cut: bool) -> None:
    """Print messages as JSON, JSON lines or Markdown; ``cut``: whether there are earlier ones."""
    if form == "json":
        shown = [message.to_dict() for message in rows]
        following = str(rows[0].id) if cut else None
        emit({"ok": True, "session": session.to_dict(), "messages": shown, "next": following}, True, lambda: None)
    elif form == "jsonl":
        for message in rows:
            _print_line(message)
    else:
        click.echo("".join(export_text.markdown([session], lambda _: [rows])), nl=False)


def _head(session: Session, rows: list[Message], role: str | None, *, earlier: int | None) -> list[str]:
    """The lines above messages; ``earlier``: how many messages the previous page would show, None if there is none."""
    head = [session_line(session)]
    if going := resume_command(session):
        head.append(f"Go on with: {going}")
    if role and not rows:
        head.append(f"No message of role {role}.")
    if earlier:
        by = ["--role", role] if role else []
        head.append(f"Earlier: {typed('show', session.id, *by, '--limit', str(earlier), '--before', str(rows[0].id))}")
    return head


@dataclass
class _Said:
    """The messages of a session by these roles (or by all)."""

    store: Store
    session: Session
    roles: list[str]
    seen: int = 0  # the last message that was read, whoever said it

    def by(self, rows: list[Message]) -> list[Message]:
        return [message for message in rows if not self.roles or message.role in self.roles]

    def last(self, limit: int | None, before: int | None) -> tuple[list[Message], bool]:
        """The last ``limit`` messages before an id, and whether there are earlier ones."""
        most = None if self.roles or limit is None else limit + 1
        rows = messages_store.history(self.store, self.session.id, limit=most, before=before)
        self.seen = rows[-1].id if rows else 0
        rows = self.by(rows)
        return (rows, False) if limit is None else (rows[-limit:], len(rows) > limit)

    def around(self, message_id: int, limit: int) -> list[Message]:
        rows = messages_store.window(self.store, message_id, (limit - 1) // 2)
        if not rows or rows[0].session_id != self.session.id:
            raise GagentError(
                f"Message {message_id} is not in session {self.session.id}.",
                hint=f"Read it with: gagent-db show {self.session.id}",
            )
        return self.by(rows)


def _follow(said: _Said, shown: list[Message], form: str, *, plain: bool) -> None:
    """Print what is said from now on, until Ctrl-C; ``shown`` is what is printed already."""
    from .follow import GOES_ON, added, follow

    session, last = said.session, shown[-1].id if shown else 0
    try:
        for now, rows in follow(said.store, session, said.seen, shown):
            if now.id != session.id and form == "text" and not plain:
                say(f"\n{session_line(now)}")
            session = now
            for message, was in rows:
                if not said.by([message]):
                    continue
                more, mark = added(message, was) if was else (message, None)
                if form == "jsonl":
                    _print_line(message)
                elif plain and more and more.content:
                    say(more.content)
                elif more and not plain:
                    say(_body(more) if was and mark == GOES_ON and was.id == last else _text(more, mark))
                    last = message.id
    except KeyboardInterrupt:
        pass


def _print_line(message: Message) -> None:
    click.echo(orjson.dumps(message.to_dict()).decode())


def _last(store: Store) -> Session:
    """The session that was active last; a sub-agent's only if there are no others near."""
    rows, _ = sessions_store.list_sessions(store, limit=50)
    if not rows:
        raise GagentError(NOTHING_YET)
    return next((session for session in rows if not is_subagent(session)), rows[0])


def _text(message: Message, mark: str | None = None) -> str:
    marks = [word for word in (message.status, mark) if word and word != "active"]
    head = f"\n[{message.id}] {message.role}  {local(message.created_at, seconds=True)}"
    head += f"  ({', '.join(marks)})" if marks else ""
    return "\n".join(filter(None, [head, _body(message)]))


def _body(message: Message) -> str:
    lines = [message.content] if message.content else []
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


@click.command(cls=TextCommand)
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
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--remove", metavar="NAME", multiple=True, help="Take this tag from the whole conversation.")
@json_option
@pass_context
def tag(ctx: Context, session: str, names: tuple[str, ...], remove: tuple[str, ...], as_json: bool) -> None:
    """Give a session tags: words of your own to find it by. `starred` is the star of the browser.

    Without NAME it shows those it has.
    """
    store = ctx.existing_db
    found = (
        naming.tag(store, session, names, remove) if names or remove else sessions_store.find_session(store, session)
    )
    emit({"ok": True, "session": found.to_dict()}, as_json, lambda: say(session_line(found)))


@click.command()
@plain_option("the names alone.")
@json_option
@pass_context
def tags(ctx: Context, plain: bool, as_json: bool) -> None:
    """All tags, and how many conversations have each."""
    found = naming.tags_of_all(ctx.existing_db)

    def render() -> None:
        for name, count in found.items():
            say(name if plain else f"{count:>6}  {name}")
        if not found:
            say("No session has a tag. Give one with: gagent-db tag SESSION NAME", err=plain)

    listed = [{"tag": name, "sessions": count} for name, count in found.items()]
    emit({"ok": True, "tags": listed}, as_json, render)


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

    A later import of the same transcript brings it back; `forget` prevents that.
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
