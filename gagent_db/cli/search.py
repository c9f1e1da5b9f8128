"""``search`` and ``index``."""

from __future__ import annotations

import html
import re
import sys
from typing import TYPE_CHECKING, Any

import click

from ..errors import GagentError
from ..recall.results import DETAILS, MODES, WINDOW
from ..store.sessions import short_id
from ..times import local
from ..wording import counted, one_line, printable
from .common import (
    Context,
    TextCommand,
    again,
    emit,
    filter_options,
    json_option,
    pass_context,
    plain_option,
    say,
    shown_tags,
    sort_option,
    tabbed,
)
from .progress import steps

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from ..recall.results import Hit, Line, SearchResult, SessionHits
    from ..store.database import Store

_MARK = re.compile(r"<mark>(.*?)</mark>", re.DOTALL)
_ELSEWHERE = "Try fewer or other words, or `gagent-db search` for the recent sessions."
_LEAST_COLUMN = 20  # least characters beside a label; a narrower terminal wraps by itself
_BANNERS = {
    "relaxed": "No message has all of these words; the closest ones:",
    "semantic": "No message has these words; the closest in meaning:",
    "hybrid": "Closest in words and meaning:",
    "recent": "Recent sessions:",
}


@click.command(cls=TextCommand)
@click.argument("query", nargs=-1)
@filter_options
@sort_option("relevance")
@click.option("--limit", type=click.IntRange(min=1), default=3, show_default=True, help="Sessions to show.")
@click.option(
    "--window",
    type=click.IntRange(min=0),
    default=WINDOW,
    show_default=True,
    help="Messages before and after each hit.",
)
@click.option(
    "--max-chars",
    type=click.IntRange(min=1),
    help="No more than this many characters; what is cut says so. (JSON: 200 at least.)",
)
@click.option(
    "--mode",
    type=click.Choice(MODES),
    default="auto",
    show_default=True,
)
@click.option("--detail", type=click.Choice(DETAILS), default="window", show_default=True)
@click.option("--next", "cursor", metavar="CURSOR", help="The next page: the cursor the page before ended with.")
@click.option("--summarize", is_flag=True, help="Condense each session with a model of the llm package.")
@click.option("--model", help="The model for --summarize (default: llm's own).")
@plain_option("one hit per line: session, message, time, chat, title, snippet, with tabs between them.")
@json_option
@pass_context
def search(
    context: Context,
    query: tuple[str, ...],
    as_json: bool,
    plain: bool,
    summarize: bool,
    model: str | None,
    **options: Any,
) -> None:
    """Find conversations: words, a pasted path or error, a question.

    AND, OR, NOT, -word, "a phrase", prefix*, channel:x, role:x, before:DATE and after:DATE work; nothing typed is an
    error. Without QUERY: the recent sessions.
    """
    most = options["max_chars"]
    db = context.existing_db
    result = db.search(" ".join(query), summarize=(model or True) if summarize else None, **options)
    # Indentation would make it longer than was asked for.
    emit(
        result.to_dict(), as_json, lambda: _print_plain(result) if plain else _print(db, result, most),
        on_a_line=bool(most),
    )  # fmt: skip


@click.command()
@click.option("--embedder", help="static (shipped), minilm ([onnx]), llm:MODEL, or http(s)://HOST/v1#MODEL.")
@click.option("--rebuild", is_flag=True, help="Make all vectors anew, for another embedder.")
@json_option
@pass_context
def index(context: Context, embedder: str | None, rebuild: bool, as_json: bool) -> None:
    """Finish background work: extraction, vectors, the word list. May be stopped and run again."""
    from ..recall.index import index_pending, status

    db = context.existing_db
    with steps(hidden=as_json) as advance:
        embedded = index_pending(db, advance, embedder=embedder, rebuild=rebuild) if embedder or rebuild else 0
        done = db.index(advance)
    done["embedded"] += embedded
    state = status(db)
    emit(
        {"ok": True, **done, "status": state},
        as_json,
        lambda: click.echo(
            f"{done['extracted']:,} messages read for artifacts, {done['embedded']:,} for search by meaning; "
            f"{state['pending']:,} left."
        ),
    )


def register(group: click.Group) -> None:
    group.add_command(search)
    group.add_command(index)


# -- rendering ---------------------------------------------------------------------------------------


def _print(store: Store, result: SearchResult, most: int | None) -> None:
    """Grouped results for people, in at most ``most`` characters."""
    from rich.console import Console

    class Quiet(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # which is no error here; rich would exit with 1

    console = Quiet(highlight=False, soft_wrap=not sys.stdout.isatty(), emoji=False)
    if most is None:
        _print_result(console, store, result)
        return
    with console.capture() as printed:
        _print_result(console, store, result)
    best = _best(store, result)
    text = _whole_lines(printed.get(), most, *best)
    click.echo(text, nl=False, color=True)  # rich has left colours out where it should


def _best(store: Store, result: SearchResult) -> tuple[str, str]:
    """How the best hit is recognised among what is printed, and the least to say of it: where to read it."""
    if not result.sessions:
        return "", ""
    item = result.sessions[0]
    place = printable(item.key or short_id(store, item.session_id))
    if not item.hits:
        return place, place
    number = f"#{item.hits[0].message_id}"
    return f"{number} ", f"{place} {number}"


def _whole_lines(text: str, most: int, shown: str, least: str) -> str:
    """As many lines as fit ``most`` characters; the last one says if others did not. Where the best hit (``shown``)
    does not fit, the ``least`` of it. Raises GagentError if even that does not."""
    if len(text) <= most:
        return text
    mark = f"… cut at {most} characters\n"
    kept = text[: max(0, most - len(mark))]
    kept = kept[: kept.rfind("\n") + 1]
    if shown in kept:
        return (kept + mark)[:most]
    shortest = f"{least} …\n"
    if len(shortest) > most:
        raise GagentError(f"{most} characters are too few for one hit; the least here is {len(shortest)}.")
    return f"{least}\n{mark}" if len(least + mark) < most else shortest


def _print_result(console: Console, store: Store, result: SearchResult) -> None:
    """Print matches in bold on a terminal, plain elsewhere."""
    if result.degraded:
        console.print(result.degraded, style="yellow", markup=False)
    if not result.sessions:
        beyond = f"That was the last page: {counted(result.total_sessions, 'session')} in all."
        said = beyond if result.total_sessions else f"Nothing found. {result.hint or _ELSEWHERE}"
        console.print(said, markup=False)
        return
    if result.hint:
        console.print(result.hint, style="yellow", markup=False)
    if result.mode in _BANNERS:
        console.print(_BANNERS[result.mode], style="dim")
    for item in result.sessions:
        console.print()
        console.print(_head(item, short_id(store, item.session_id)))
        if item.preview:
            console.print(f"  {printable(item.preview)}", markup=False)
        if item.summary:
            console.print(f"  {printable(item.summary)}", markup=False)
        for hit in item.hits:
            _print_hit(console, hit)
    console.print()
    count = counted(result.total_sessions, "session")
    shown = f"{len(result.sessions)} of {count}{' or more' * result.truncated}, {result.took_ms} ms"
    console.print(shown, style="dim", markup=False)
    if result.next:
        console.print(f"More: {again(result.next)}", style="dim", markup=False, soft_wrap=True)


def _print_plain(result: SearchResult) -> None:
    """Print a line per hit, or one with the preview of a session without hits (the recent ones)."""
    from ..recall.snippets import as_text

    for item in result.sessions:
        place, title = item.key or item.channel, item.title or "(no title)"
        for hit in item.hits:
            told = as_text(hit.snippet)
            say(tabbed(hit.session_id, hit.message_id, local(hit.created_at), place, title, told))
        if not item.hits:
            say(tabbed(item.session_id, "", local(item.updated_at), place, title, item.preview or ""))
    if result.sessions and result.hint:
        say(result.hint, err=True)
    if not result.sessions:
        say(f"Nothing found. {result.hint or _ELSEWHERE}", err=True)


def _head(item: SessionHits, shown_id: str) -> Text:
    from rich.text import Text

    facts = [printable(item.channel), printable(item.key or shown_id), local(item.updated_at)]
    if item.hit_count:
        facts.append(f"{counted(item.hit_count, 'hit')} in {counted(item.message_count, 'message')}")
    else:
        facts.append(counted(item.message_count, "message"))
    facts += shown_tags(item.tags)
    return Text.assemble((printable(item.title or shown_id), "bold"), ("  " + " · ".join(facts), "dim"))


def _print_hit(console: Any, hit: Hit) -> None:
    from rich.text import Text

    def around(line: Line) -> None:
        label = Text(f"  {printable(line.role):>9} #{line.message_id} ", "dim")
        _print_beside(console, label, Text(one_line(printable(line.content), 160), "dim"))

    for line in hit.before:
        around(line)
    _print_beside(console, Text(f"> {printable(hit.role):>9} #{hit.message_id} ", "cyan"), _marked(hit.snippet))
    for line in hit.after:
        around(line)
    for artifact in hit.artifacts[:3]:
        first = printable(artifact["value"].splitlines()[0])
        _print_beside(console, Text(f"            {artifact['kind']}: ", "green"), Text(first[:160], "green"))


def _print_beside(console: Console, label: Text, text: Text) -> None:
    """Print a text after its label; wrapped lines are indented below it."""
    from rich.text import Text

    room = console.width - label.cell_len
    lines = [text] if console.soft_wrap or room < _LEAST_COLUMN else text.wrap(console, room)
    console.print(label + Text("\n" + " " * label.cell_len).join(lines))


def _marked(snippet: str) -> Text:
    from rich.text import Text

    text = Text()
    for at, part in enumerate(_MARK.split(one_line(snippet))):
        text.append(printable(html.unescape(part)), "bold yellow" if at % 2 else "")
    return text
