"""``usage``: what conversations used, added up."""

from __future__ import annotations

from typing import Any

import click

from .. import usage as used
from ..wording import one_line
from .common import Context, emit, json_option, nothing, pass_context, say, whole_session_options

_COLUMNS = {
    "sessions": "sessions", "messages": "messages", "tool_calls": "tool calls", "failed": "failed",
    "input_tokens": "tokens in", "cache_read_tokens": "cached", "output_tokens": "out", "cost_usd": "cost",
}  # fmt: skip


def register(group: click.Group) -> None:
    group.add_command(usage)


@click.command()
@click.option("--by", type=click.Choice(used.KINDS), default="day", show_default=True, help="What to add up by.")
@whole_session_options
@click.option("--limit", type=click.IntRange(1), default=30, show_default=True)
@json_option
@pass_context
def usage(ctx: Context, by: str, limit: int, as_json: bool, **filters: Any) -> None:
    """What was used, by day, month, model, project, channel or tool: sessions, calls, tokens, cost.

    A message counts at the time it was said, to which --since and --until refer. Totals that a source gives only for a
    whole session count where the session began.
    """
    found = used.usage(ctx.existing_db, by, limit=limit, **filters)

    def render() -> None:
        if not found["rows"]:
            none = "No tool calls were found." if by == "tool" else "No session matches."
            say(nothing(ctx.existing_db, none))
            return
        told = [name for name in _COLUMNS if found["total"].get(name)]  # a column of zeros says nothing
        lines = [[by, *(_COLUMNS[name] for name in told)]]
        for row in (*found["rows"], {by: "all", **found["total"]}):
            lines.append([one_line(row[by] or "(none)", 60), *(_shown(name, row[name]) for name in told)])
        for line in _aligned(lines):
            say(line)
        if found["truncated"]:
            say(f"There are more: --limit {limit * 10}")

    emit(found, as_json, render)


def _shown(name: str, value: float | None) -> str:
    if not value:
        return "-"
    return f"${value:,.2f}" if name == "cost_usd" else f"{value:,}"


def _aligned(lines: list[list[str]]) -> list[str]:
    """The first column to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = ([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])] for line in lines)
    return ["  ".join(cells).rstrip() for cells in padded]
