"""What docs/agents.md generates from the code: the tools, and the entry of every MCP client. Run by cog."""

from __future__ import annotations

import inspect
import json

import yaml

from gagent_db.agents.mcp_install import CLIENTS, NAME
from gagent_db.agents.tools import TOOLS

HOME = "/home/you"
FILES = {
    "claude-desktop": "`~/.config/Claude/claude_desktop_config.json`; macOS: `~/Library/Application Support/Claude`",
    "claude-code": "`~/.claude.json` (or in `$CLAUDE_CONFIG_DIR`)",
    "cursor": "`~/.cursor/mcp.json`",
    "codex": "`~/.codex/config.toml` (or in `$CODEX_HOME`)",
    "gemini-cli": "`~/.gemini/settings.json`",
    "hermes": "`~/.hermes/config.yaml` (or in `$HERMES_HOME`)",
    "g-agent": "`~/.g-agent/config.json` (or in `$G_AGENT_DATA_DIR`)",
}


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
    rows = ["| client | file |", "|---|---|", *(f"| `{name}` | {FILES[name]} |" for name in CLIENTS)]
    value = {"command": f"{HOME}/.venv/bin/gagent-db", "args": ["--db", f"{HOME}/gagent.db", "mcp"]}
    extra = [
        f"`{name}` also has `{json.dumps(dict(client.extra))[1:-1]}`"
        for name, client in CLIENTS.items()
        if client.extra
    ]
    entry = json.dumps({"mcpServers": {NAME: value}}, indent=2)
    hermes = yaml.safe_dump({CLIENTS["hermes"].section: {NAME: value}}, sort_keys=False)
    codex = f"[{CLIENTS['codex'].section}.{NAME}]\n" + "".join(f"{k} = {json.dumps(v)}\n" for k, v in value.items())
    return (
        "\n"
        + "\n".join(rows)
        + f"\n\n```json\n{entry}\n```\n\n{'; '.join(extra)}. Hermes takes YAML:\n\n```yaml\n{hermes}```\n"
        f"\nCodex takes TOML:\n\n```toml\n{codex}```\n"
    )
