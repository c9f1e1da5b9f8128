"""``gagent-db fact``: constraints, decisions, values and open questions in MEMORY_SPEC notation."""

from __future__ import annotations

from typing import Any

import click

from ..memory import fact_scopes, facts, suggest, tiers
from ..memory.notation import parse_line
from ..memory.notation import write as notation
from .common import Context, FilterText, Group, TextCommand, emit, json_option, pass_context, say, typed
from .memory import given, moment

scope_option = click.option("--scope", help="The unit of work: a feature, phase or fix. [default: / (none)]")


def register(group: click.Group) -> None:
    group.add_command(fact)


@click.group(cls=Group)
def fact() -> None:
    """Facts such as "D[auth]: JWT 7d": small, structured, bounded in every prompt."""


@fact.command(cls=TextCommand)
@click.argument("content", nargs=-1, required=True)
@scope_option
@click.option("--session", "session_id", help="The session it was said in.")
@click.option("--message", "message_id", type=int, help="The message it was said in.")
@click.option("--source", default="cli", show_default=True, help="Where it comes from.")
@json_option
@pass_context
def write(ctx: Context, content: tuple[str, ...], scope: str | None, as_json: bool, **origin: Any) -> None:
    """Write CONTENT, one fact a line: KIND[target]: text. `-` reads it from standard input.

    Kinds: C constraint, D decision, V value, ? unknown, ✓ (OK) done, ~ obsolete.
    """
    _written(facts.memory_write(ctx.db, given(_lines(content)), scope, **origin), as_json)


def _lines(content: tuple[str, ...]) -> str:
    """Return the arguments as text: each that is a fact of its own on a line of its own, other words joined."""
    text = "".join(f"\n{part}" if parse_line(part) else f" {part}" for part in content)
    return text.removeprefix(" ")


@fact.command()
@click.argument("fact_id")
@click.argument("content")
@json_option
@pass_context
def edit(ctx: Context, fact_id: str, content: str, as_json: bool) -> None:
    """Correct a fact: CONTENT is its new text, or a whole line. The old one stays in its history."""
    _written(facts.edit(ctx.existing_db, fact_id, content, source="cli"), as_json)


@fact.command()
@click.argument("fact_id")
@json_option
@pass_context
def forget(ctx: Context, fact_id: str, as_json: bool) -> None:
    """Take a fact out of use; `restore` brings it back."""
    emit(facts.forget(ctx.existing_db, fact_id), as_json, lambda: say("Forgotten. It can be restored."))


@fact.command()
@click.argument("fact_id")
@json_option
@pass_context
def restore(ctx: Context, fact_id: str, as_json: bool) -> None:
    """Bring a forgotten or superseded fact back; what took its place gives way."""
    answer = facts.restore(ctx.existing_db, fact_id)
    emit(answer, as_json, lambda: say(f"Restored; {len(answer['superseded'])} superseded."))


@fact.command()
@click.argument("query")
@click.option("--scope", type=FilterText(), help="Only this scope.")
@click.option("--limit", type=click.IntRange(1, facts.MAX_FOUND), default=facts.MAX_FOUND, show_default=True)
@json_option
@pass_context
def search(ctx: Context, query: str, scope: str | None, limit: int, as_json: bool) -> None:
    """Find facts of every tier; shorthands and full words find each other."""
    answer = facts.memory_search(ctx.existing_db, query, scope, limit)
    emit(answer, as_json, lambda: _print_facts(answer["facts"], answer["degraded"]))


@fact.command()
@click.argument("turn", type=click.IntRange(0))
@click.argument("message", required=False)
@json_option
@pass_context
def tick(ctx: Context, turn: int, message: str | None, as_json: bool) -> None:
    """Count a user message: TURN is its number in the session. Closes the scopes that have ended."""
    answer = fact_scopes.memory_tick(ctx.db, turn, message)

    def render() -> None:
        for scope, reason in answer["reasons"].items():
            say(f"closed {scope} ({reason})")

    emit(answer, as_json, render)


@fact.command()
@click.option("--instructions", is_flag=True, help="Print the standing instructions for a system prompt instead.")
@json_option
@pass_context
def status(ctx: Context, instructions: bool, as_json: bool) -> None:
    """Print the block of hot facts to inject, always under 180 tokens."""
    if instructions:
        emit({"ok": True, "block": tiers.INSTRUCTIONS}, as_json, lambda: say(tiers.INSTRUCTIONS))
        return
    answer = tiers.memory_status(ctx.db)
    emit(answer, as_json, lambda: say(answer["block"]))


@fact.command()
@click.argument("topic")
@click.option("--limit", type=click.IntRange(1, 500), default=facts.MAX_FOUND, show_default=True)
@json_option
@pass_context
def reflect(ctx: Context, topic: str, limit: int, as_json: bool) -> None:
    """The history of a topic in order: what superseded what, and where it was said."""
    answer = facts.memory_reflect(ctx.existing_db, topic, limit)

    def render() -> None:
        for entry in answer["history"]:
            place = f"  message {entry['message_id']} of {entry['session_id']}" if entry["message"] else ""
            say(f"{moment(entry['created_at'])}  {entry['status']:<10} {entry['line']}{place}")
        if not answer["history"]:
            say(f"No fact is about: {topic}")

    emit(answer, as_json, render)


@fact.command()
@click.option("--scope", type=FilterText(), help="Only this scope.")
@click.option(
    "--status", "state", type=click.Choice(["active", "superseded", "resolved"]), help="Only facts in this state."
)
@json_option
@pass_context
def export(ctx: Context, scope: str | None, state: str | None, as_json: bool) -> None:
    """Print all facts as plain notation."""
    answer = facts.memory_export(ctx.existing_db, scope, state)
    emit(answer, as_json, lambda: say(answer["text"]) if answer["text"] else None)


@fact.command()
@click.option("--scope", type=FilterText(), help="Delete a closed scope whole; of an open one only what is out of use.")
@click.option("--older-than-days", type=click.FloatRange(0), help="[default: 30 when no scope is given]")
@json_option
@pass_context
def purge(ctx: Context, scope: str | None, older_than_days: float | None, as_json: bool) -> None:
    """Really delete superseded, resolved and archived facts."""
    answer = facts.memory_purge(ctx.existing_db, scope, older_than_days)
    emit(answer, as_json, lambda: say(f"{answer['purged']} purged."))


@fact.command()
@json_option
@pass_context
def scopes(ctx: Context, as_json: bool) -> None:
    """Units of work, the open ones first."""
    rows = fact_scopes.list_scopes(ctx.existing_db)

    def render() -> None:
        for row in rows:
            reason = f" ({row['close_reason']})" if row["close_reason"] else ""
            say(f"{row['status']}{reason}  {row['name']}  {row['active']} of {row['facts']} facts in force")

    emit({"ok": True, "scopes": rows}, as_json, render)


@fact.command("suggest")
@click.option("--session", "session_id", type=FilterText(), help="Only from this session.")
@click.option("--limit", type=click.IntRange(1, 200), default=20, show_default=True)
@json_option
@pass_context
def suggest_(ctx: Context, session_id: str | None, limit: int, as_json: bool) -> None:
    """Propose facts from decisions and open items found in conversations."""
    found = suggest.suggestions(ctx.existing_db, session_id=session_id, limit=limit)

    def render() -> None:
        for suggestion in found:
            say(f"{suggestion.artifact_id:>6}  {suggestion.line}")
        say(f"Take one with: {typed('fact', 'accept', 'ID')}" if found else "Nothing to propose.")

    emit({"ok": True, "suggestions": [one.to_dict() for one in found]}, as_json, render)


@fact.command()
@click.argument("artifact_id", type=int)
@click.option("--as", "line", help="The fact in your own wording.")
@scope_option
@json_option
@pass_context
def accept(ctx: Context, artifact_id: int, line: str | None, scope: str | None, as_json: bool) -> None:
    """Write a proposal as a fact."""
    _written(suggest.accept(ctx.existing_db, artifact_id, scope=scope, line=line), as_json)


def _written(answer: dict[str, Any], as_json: bool) -> None:
    def render() -> None:
        say(f"Written [{answer['id']}].")
        for what in ("superseded", "resolved", "conflicts", "closed"):
            if answer[what]:
                say(f"{what}: {', '.join(answer[what])}")
        if answer["note"]:
            say(answer["note"])

    emit(answer, as_json, render)


def _print_facts(rows: list[dict[str, Any]], degraded: str | None) -> None:
    for row in rows:
        state = row["tier"] if row["status"] == "active" else row["status"]
        say(f"{row['id']}  {state:<10} {row['scope']}  {notation(row['kind'], row['target'], row['content'])}")
    if not rows:
        say("No fact matches.")
    if degraded:
        say(f"Note: {degraded}.", err=True)
