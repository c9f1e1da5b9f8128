"""``gagent-db memory``: what agents remember, for people to see and correct."""

from __future__ import annotations

import sys
import time
from typing import Any

import click

from ..memory import budgets, memories, memory_files, relief
from ..memory.memory_rows import TARGETS, Memory
from ..memory.prompt import memory_prompt
from ..memory.search import search_memories
from ..wording import counted
from .common import Context, Group, TextCommand, confirm, emit, json_option, pass_context, say, typed

target_option = click.option("--target", type=click.Choice(TARGETS), help="Notes of the agent, or the user's profile.")
scope_option = click.option("--scope", metavar="/PATH", help="A scope such as /project/x; it sees its ancestors' too.")

importance_option = click.option(
    "--importance", type=click.FloatRange(0, 1), help="0 to 1; decides what the prompt holds."
)


def register(group: click.Group) -> None:
    group.add_command(memory)


@click.group(cls=Group)
def memory() -> None:
    """Notes of agents and the profile of their person: see, search, correct, forget."""


@memory.command(cls=TextCommand)
@click.argument("text", nargs=-1, required=True)
@target_option
@scope_option
@importance_option
@click.option("--category", "categories", multiple=True, help="May be given several times.")
@click.option("--source", default="cli", show_default=True, help="Where it comes from.")
@json_option
@pass_context
def add(ctx: Context, text: tuple[str, ...], as_json: bool, categories: tuple[str, ...], **options: Any) -> None:
    """Remember TEXT; `-` reads it from standard input. Importance is 0.5 where none is given."""
    _changed(memories.add(ctx.db, given(" ".join(text)), categories=categories or None, **options), as_json)


@memory.command()
@click.argument("old")
@click.argument("new")
@target_option
@scope_option
@importance_option
@click.option("--source", default="cli", show_default=True, help="Where the change comes from.")
@json_option
@pass_context
def replace(ctx: Context, old: str, new: str, as_json: bool, **options: Any) -> None:
    """Put NEW in the place of the one entry that holds OLD (or has it as its id)."""
    _changed(memories.replace(ctx.existing_db, old, given(new), **options), as_json)


@memory.command()
@click.argument("ref")
@click.option("--target", type=click.Choice(TARGETS), help="Move it to this store.")
@click.option("--scope", metavar="/PATH", help="Move it to this scope.")
@importance_option
@click.option("--category", "categories", multiple=True, help="Replaces the categories; may be given several times.")
@json_option
@pass_context
def update(ctx: Context, ref: str, as_json: bool, categories: tuple[str, ...], **options: Any) -> None:
    """Change the importance, scope, store or categories of an entry, not its text."""
    if not categories and all(value is None for value in options.values()):
        raise click.UsageError("Say what to change: --importance, --scope, --target or --category.")
    _changed(memories.update(ctx.existing_db, ref, categories=categories or None, source="cli", **options), as_json)


@memory.command()
@click.argument("old")
@target_option
@scope_option
@json_option
@pass_context
def remove(ctx: Context, old: str, as_json: bool, **options: Any) -> None:
    """Forget the one entry that holds OLD; `restore` brings it back."""
    _changed(memories.remove(ctx.existing_db, old, source="cli", **options), as_json)


@memory.command()
@click.argument("ref")
@target_option
@json_option
@pass_context
def restore(ctx: Context, ref: str, as_json: bool, target: str | None) -> None:
    """Remember a forgotten entry again; REF is its id or a piece of its text."""
    _changed(memories.restore(ctx.existing_db, ref, target=target, source="cli"), as_json)


@memory.command()
@click.argument("ref", required=False)
@click.option("--older-than-days", type=click.FloatRange(0), help="Only entries forgotten at least this long ago.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@pass_context
def purge(ctx: Context, ref: str | None, older_than_days: float | None, yes: bool, as_json: bool) -> None:
    """Really delete one entry, or without REF every forgotten one. There is no way back."""
    db = ctx.existing_db
    what = f"the entry '{memories.preview(memories.get(db, ref).content)}'" if ref else "every forgotten entry"
    confirm(f"Delete {what} and its history for good?", yes=yes, as_json=as_json)
    ids = memories.purge(db, ref, older_than_days=older_than_days)
    emit({"ok": True, "purged": len(ids), "ids": ids}, as_json, lambda: say(f"{len(ids)} purged."))


@memory.command("list")
@target_option
@scope_option
@click.option("--category", help="Only entries of this category.")
@click.option("--forgotten", is_flag=True, help="Only forgotten entries.")
@click.option("--all", "everything", is_flag=True, help="Forgotten entries too.")
@click.option("--limit", type=click.IntRange(1), help="At most this many.")
@json_option
@pass_context
def list_(ctx: Context, forgotten: bool, everything: bool, as_json: bool, **filters: Any) -> None:
    """List entries, the most important first."""
    db = ctx.existing_db
    rows = memories.list_memories(db, forgotten=None if everything else forgotten, **filters)

    def render() -> None:
        for row in rows:
            say(line(row))
        for name, used in budgets.all_usage(db).items():
            entries = counted(used["entries"], "entry", "entries")
            say(f"{name}: {entries}, {used['tokens']:,} of {used['budget']:,} tokens")

    emit({"ok": True, "memories": [row.to_dict() for row in rows]}, as_json, render)


@memory.command()
@click.argument("query")
@target_option
@scope_option
@click.option("--all", "everything", is_flag=True, help="Forgotten entries too.")
@click.option("--limit", type=click.IntRange(1, 200), default=20, show_default=True)
@json_option
@pass_context
def search(
    ctx: Context, query: str, target: str | None, scope: str | None, everything: bool, limit: int, as_json: bool
) -> None:
    """Find entries by text, words or meaning."""
    results = search_memories(
        ctx.existing_db, query, target=target, scope=scope, forgotten=None if everything else False, limit=limit
    )

    def render() -> None:
        for found in results.memories:
            say(f"{found.matched:<8}  {line(found.memory)}")
        if not results.memories:
            say("No entry matches.")
        if results.degraded:
            say(f"Note: {results.degraded}.", err=True)

    emit(results.to_dict(), as_json, render)


@memory.command()
@click.option("--target", type=click.Choice([*TARGETS, "all"]), default="all", show_default=True)
@click.option("--budget", "budget_tokens", type=click.IntRange(1), metavar="TOKENS", help="For the whole text.")
@scope_option
@click.option("--session", help="Keep the block for this session and print the same one until it ends.")
@json_option
@pass_context
def prompt(ctx: Context, as_json: bool, **options: Any) -> None:
    """Print the block for a system prompt."""
    result = memory_prompt(ctx.db, **options)
    emit(result.to_dict(), as_json, lambda: say(result.prompt) if result.prompt else None)


@memory.command()
@click.argument("ref")
@json_option
@pass_context
def history(ctx: Context, ref: str, as_json: bool) -> None:
    """Every change of an entry; REF is its id or a piece of its text."""
    changes = memories.history(ctx.existing_db, ref)

    def render() -> None:
        for change in changes:
            texts = [memories.preview(change[key]) for key in ("old_content", "new_content") if change[key]]
            who = f"  ({change['source']})" if change["source"] else ""
            say(f"{moment(change['at'])}  {change['action']:<8} {'  ->  '.join(texts)}{who}")

    emit({"ok": True, "history": changes}, as_json, render)


@memory.command()
@click.option("--target", type=click.Choice(TARGETS), default="memory", show_default=True)
@click.argument("tokens", type=click.IntRange(1), required=False)
@json_option
@pass_context
def budget(ctx: Context, target: str, tokens: int | None, as_json: bool) -> None:
    """Show the token budgets, or set one to TOKENS."""
    if tokens is not None:
        budgets.set_budget(ctx.db, target, tokens)
    used = budgets.all_usage(ctx.db)

    def render() -> None:
        for name, state in used.items():
            say(f"{name}: {state['tokens']:,} of {state['budget']:,} tokens")

    emit({"ok": True, "usage": used}, as_json, render)


# -- files ---------------------------------------------------------------------------------------------


@memory.command("import")
@click.argument("files", nargs=-1, type=click.Path())
@click.option("--accept", "accept_all", is_flag=True, help="Carry out every pending change too.")
@json_option
@pass_context
def import_(ctx: Context, files: tuple[str, ...], accept_all: bool, as_json: bool) -> None:
    """Bring in MEMORY.md and USER.md: FILES or folders, else those of the agents on this machine.

    The files are not changed. Later hand edits of them are offered: see `memory pending`.
    """
    report = memory_files.import_files(ctx.db, files)
    accepted = [memory_files.accept(ctx.db, item["id"]) for item in report.pending] if accept_all else []
    if accepted:
        report.pending = memory_files.pending(ctx.db)

    def render() -> None:
        for file in report.files:
            say(f"{file.path}: {file.error or f'{file.added} added, {file.known} known'}")
            for entry in file.blocked:
                say(f"  {file.path}:{entry['line']}: not stored: {', '.join(entry['blocked'])}")
        if not report.files:
            say("No MEMORY.md or USER.md was found.")
        _print_pending(report.pending)

    emit({**report.to_dict(), "accepted": accepted}, as_json, render)


@memory.command()
@target_option
@scope_option
@json_option
@pass_context
def export(ctx: Context, target: str | None, scope: str | None, as_json: bool) -> None:
    """Print all entries as a MEMORY.md; with `--target user` as a USER.md. `import` reads it back."""
    text = memory_files.export_text(ctx.existing_db, target, scope=scope)
    emit({"ok": True, "target": target or "memory", "text": text}, as_json, lambda: say(text) if text else None)


@memory.command()
@json_option
@pass_context
def pending(ctx: Context, as_json: bool) -> None:
    """Hand edits of memory files that wait for you."""
    waiting = memory_files.pending(ctx.existing_db)
    nothing = "Nothing waits for you."
    emit({"ok": True, "pending": waiting}, as_json, lambda: _print_pending(waiting) if waiting else say(nothing))


@memory.command()
@click.argument("ids", nargs=-1, type=int, required=True)
@json_option
@pass_context
def accept(ctx: Context, ids: tuple[int, ...], as_json: bool) -> None:
    """Carry out pending changes."""
    done = [memory_files.accept(ctx.existing_db, pending_id) for pending_id in ids]
    emit({"ok": True, "accepted": done}, as_json, lambda: say(f"{len(done)} accepted."))


@memory.command()
@click.argument("ids", nargs=-1, type=int, required=True)
@json_option
@pass_context
def decline(ctx: Context, ids: tuple[int, ...], as_json: bool) -> None:
    """Drop pending changes; the same edits are not offered again."""
    done = [memory_files.decline(ctx.existing_db, pending_id) for pending_id in ids]
    emit({"ok": True, "declined": done}, as_json, lambda: say(f"{len(done)} declined."))


@memory.command("relief")
@click.option("--dry-run", is_flag=True, help="Only print what would be done.")
@json_option
@pass_context
def relief_(ctx: Context, dry_run: bool, as_json: bool) -> None:
    """Make full stores smaller: shorten entries, move structured ones to facts, drop duplicates.

    Acts only on a store over 55 % of its budget and stops under 45 %. Everything it takes out can be restored.
    """
    db = ctx.existing_db
    plan = relief.plan(db)
    if not as_json:
        say(plan.diff or "Nothing to do.")
    if not dry_run:
        relief.apply(db, plan)

    def render() -> None:
        for name, percent in plan.after.items():
            say(f"{name}: {plan.before[name]} % -> {percent} %")
        if plan.steps and not plan.to_dict()["reached"]:
            say(f"That is not under {relief.GOAL} % yet: forget or shorten entries by hand.")

    emit(plan.to_dict(), as_json, render)


# -- rendering -----------------------------------------------------------------------------------------


def line(row: Memory) -> str:
    """``3e0c...  0.50 memory /  uses uv, not pip``"""
    mark = " (forgotten)" if row.forgotten else ""
    return f"{row.id}  {row.importance:.2f} {row.target:<6} {row.scope}  {memories.preview(row.content)}{mark}"


def moment(at: float) -> str:
    """Epoch seconds in local time."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def given(text: str) -> str:
    """The given text, or for ``-`` standard input."""
    return sys.stdin.read() if text == "-" else text


def _changed(change: memories.Change, as_json: bool) -> None:
    used = change.usage
    emit(
        change.to_dict(),
        as_json,
        lambda: say(f"{change.note} [{change.id}]  {used['tokens']:,} of {used['budget']:,} tokens"),
    )


def _print_pending(waiting: list[dict[str, Any]]) -> None:
    for item in waiting:
        sign = "+" if item["action"] == "add" else "-"
        say(f"{item['id']:>4} {sign} {item['target']}: {memories.preview(item['content'])}  ({item['path']})")
    if waiting:
        accept, decline = (typed("memory", verb, "ID...") for verb in ("accept", "decline"))
        say(f"Carry out with: {accept}   Drop with: {decline}")
