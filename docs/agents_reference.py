"""What docs/agents.md generates from the code: the tools, and the entry of every MCP client. Run by cog."""

from __future__ import annotations

import inspect
import json
from pathlib import Path

import yaml

from gagent_db.agents.mcp_install import CLIENTS, NAME
from gagent_db.agents.tools import TOOLS

HOME = Path("/home/you")


def tools() -> str:
    """One row a tool: name and arguments, what it does, whether it changes anything."""
    rows = ["| tool | what it does | changes |", "|---|---|---|"]
    for tool in TOOLS.values():
        parameters = list(inspect.signature(tool.function).parameters.values())[1:]
        names = ", ".join(p.name if p.default is inspect.Parameter.empty else f"{p.name}?" for p in parameters)
        first = (inspect.getdoc(tool.function) or "").partition("\n\n")[0].replace("\n", " ")
        changes = "no" if tool.read_only else "deletes" if tool.destructive else "yes"
        rows.append(f"| `{tool.name}({names})` | {first} | {changes} |")
    return "\n" + "\n".join(rows) + "\n"


def clients() -> str:
    """Where each client keeps its servers, and what the entry looks like."""
    parts = []
    for client in CLIENTS.values():
        file = "~/" + client.locate(HOME).relative_to(HOME).as_posix()
        entry = {
            **dict(client.extra),
            "command": "/home/you/.venv/bin/gagent-db",
            "args": ["--db", "/home/you/.local/share/gagent-db/gagent.db", "mcp"],
        }
        value = {client.section: {NAME: entry}}
        if file.endswith(".yaml"):
            kind, text = "yaml", yaml.safe_dump(value, sort_keys=False).rstrip()
        else:
            kind, text = "json", json.dumps(value, indent=2)
        parts.append(f"**{client.name}**: `{file}`\n\n```{kind}\n{text}\n```\n")
    return "\n" + "\n".join(parts)
