"""Add this server to the configuration of an MCP client, and take it out again.

A client's file is only ever changed by one entry. The first change keeps a copy beside it; running again changes
nothing; undo brings the copy back when nothing else has changed since, else removes just our entry.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ..errors import GagentError, os_reason
from ..paths import gagent_folder

NAME = "gagent-db"
BACKUP_SUFFIX = ".before-gagent-db"
Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Client:
    """Where a client keeps its MCP servers: the file, its notation, and the key that holds them."""

    name: str
    locate: Callable[[Path], Path]  # home -> configuration file
    section: str = "mcpServers"
    form: str = "JSON"  # YAML, TOML
    extra: tuple[tuple[str, str], ...] = ()  # what its entries need besides command and args


@dataclass(frozen=True, slots=True)
class Change:
    """What would be written to a client's file. ``after`` None: the file goes away."""

    path: Path
    before: str | None
    after: str | None

    @property
    def changes(self) -> bool:
        return self.before != self.after

    def diff(self) -> str:
        """Unified diff, empty when nothing changes."""
        before, after = ((text or "").splitlines(keepends=True) for text in (self.before, self.after))
        name = str(self.path)
        lines = difflib.unified_diff(list(before), list(after), name, name)
        return "".join(line if line.endswith("\n") else line + "\n" for line in lines)


def _claude_desktop(home: Path) -> Path:
    if sys.platform == "darwin":
        return home / "Library/Application Support/Claude/claude_desktop_config.json"
    return Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "Claude/claude_desktop_config.json"


def _claude_code(home: Path) -> Path:
    return Path(os.environ.get("CLAUDE_CONFIG_DIR") or home).expanduser() / ".claude.json"


def _codex(home: Path) -> Path:
    return Path(os.environ.get("CODEX_HOME") or home / ".codex").expanduser() / "config.toml"


def _hermes(home: Path) -> Path:
    return Path(os.environ.get("HERMES_HOME") or home / ".hermes").expanduser() / "config.yaml"


def _gagent(home: Path) -> Path:
    return gagent_folder(home) / "config.json"


CLIENTS = {
    client.name: client
    for client in (
        Client("claude-desktop", _claude_desktop),
        Client("claude-code", _claude_code, extra=(("type", "stdio"),)),
        Client("cursor", lambda home: home / ".cursor/mcp.json"),
        Client("codex", _codex, section="mcp_servers", form="TOML"),
        Client("gemini-cli", lambda home: home / ".gemini/settings.json"),
        Client("hermes", _hermes, section="mcp_servers", form="YAML"),
        Client("g-agent", _gagent),
    )
}


def entry_for(client: Client, database: Path) -> Entry:
    """How a client starts this server: with absolute paths, since desktop programs know no PATH."""
    beside = Path(sys.executable).with_name("gagent-db")
    program = str(beside) if beside.exists() else shutil.which("gagent-db")
    start = [program] if program else [sys.executable, "-m", "gagent_db"]
    return {**dict(client.extra), "command": start[0], "args": [*start[1:], "--db", str(database.absolute()), "mcp"]}


def by_name(name: str) -> Client:
    """The client of that name. Raises GagentError with the known names."""
    try:
        return CLIENTS[name]
    except KeyError:
        raise GagentError(
            f"There is no MCP client {name!r} here.", hint=f"Known clients: {', '.join(CLIENTS)}."
        ) from None


def plan_install(client: Client, database: Path, home: Path | None = None) -> Change:
    """The change that adds (or corrects) our entry. Its other fields (``env``, approvals) stay."""
    path = _path(client, home)
    before = _read(path)
    there = _servers(client, path, before).get(NAME)
    kept = there if isinstance(there, dict) and "url" not in there else {}  # one with a url is another server
    entry = {**kept, **entry_for(client, database)}
    if there == entry:
        return Change(path, before, before)
    return Change(path, before, _with_entry(client, path, before or "", entry))


def plan_undo(client: Client, home: Path | None = None) -> Change:
    """The change that removes our entry. Raises GagentError when there is none."""
    path = _path(client, home)
    before = _read(path)
    if NAME not in _servers(client, path, before):
        raise GagentError(f"{path} has no {NAME} server; there is nothing to undo.")
    backup = _backup(path)
    kept = _read(backup)
    without = _with_entry(client, path, before or "", None)
    left = _others(client, path, without)
    if kept is not None and left == _others(client, backup, kept):
        return Change(path, before, kept)
    return Change(path, before, without if left or kept is not None else None)


def apply(change: Change, *, keep_copy: bool = True) -> None:
    """Write a change in one step. With ``keep_copy`` the original file is kept, once; else its copy is removed."""
    path, backup = change.path, _backup(change.path)
    try:
        if not keep_copy:
            backup.unlink(missing_ok=True)
        elif change.before is not None and not backup.exists():
            shutil.copy2(path, backup)
        if change.after is None:
            path.unlink()
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(change.after)
        if change.before is not None:
            shutil.copymode(path, temporary)
        os.replace(temporary, path)
    except OSError as error:
        raise GagentError(f"Cannot write {path}: {os_reason(error)}.", hint="Nothing was changed.") from error


# -- files ---------------------------------------------------------------------------------------------


def _path(client: Client, home: Path | None) -> Path:
    return client.locate(home or Path.home()).resolve()  # change a symlinked dotfile where it really is


def _backup(path: Path) -> Path:
    return path.with_name(path.name + BACKUP_SUFFIX)


def _read(path: Path) -> str | None:
    try:
        with path.open(encoding="utf-8", newline="") as stream:  # line ends stay as they are
            return stream.read()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else "it is no UTF-8 text"
        raise GagentError(f"Cannot read {path}: {reason}.", hint="Nothing was changed.") from error


_READ: dict[str, Callable[[str], Any]] = {"JSON": json.loads, "YAML": yaml.safe_load, "TOML": tomllib.loads}


def _parse(client: Client, path: Path, text: str | None) -> dict[str, Any]:
    """The configuration as an object. Raises GagentError if it is not one: then we must not touch it."""
    if text is None or not text.strip():
        return {}
    try:
        value = _READ[client.form](text)
    except (ValueError, yaml.YAMLError) as error:
        reason = str(error).splitlines()[0]
        raise GagentError(
            f"{path} cannot be read as {client.form} ({reason}).",
            hint="Nothing was changed. Correct the file, or add the entry by hand (docs/agents.md shows it).",
        ) from error
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise GagentError(f"{path} holds no object at its top.", hint="Nothing was changed.")
    return value


def _servers(client: Client, path: Path, text: str | None) -> dict[str, Any]:
    servers = _parse(client, path, text).get(client.section)
    if servers is None:
        return {}
    if not isinstance(servers, dict):
        raise GagentError(f"{client.section} in {path} is not an object.", hint="Nothing was changed.")
    return servers


def _others(client: Client, path: Path, text: str) -> dict[str, Any]:
    """The configuration without our entry, and without its section if that is empty then."""
    servers = {name: value for name, value in _servers(client, path, text).items() if name != NAME}
    rest = {key: value for key, value in _parse(client, path, text).items() if key != client.section}
    return {**rest, client.section: servers} if servers else rest


def _with_entry(client: Client, path: Path, text: str, entry: Entry | None) -> str:
    """The text of the file with our entry set, or removed when it is None."""
    expected = _parse(client, path, text)
    servers = dict(_servers(client, path, text))
    servers.pop(NAME, None)
    if entry is not None:
        servers[NAME] = entry
    expected = {**expected, client.section: servers}
    if client.form == "JSON":
        ending = "\n" if text.endswith("\n") or not text else ""
        return json.dumps(expected, indent=_indent(text), ensure_ascii=False) + ending
    changed = (_yaml_with_entry if client.form == "YAML" else _toml_with_entry)(client.section, text, entry)
    with suppress(GagentError):
        found = _parse(client, path, changed)
        if {**found, client.section: found.get(client.section) or {}} == expected:
            return changed
    raise GagentError(
        f"{path} is written in a way this program cannot change safely.",
        hint="Nothing was changed. Add the entry by hand (docs/agents.md shows it).",
    )


def _indent(text: str) -> int | str:
    match = re.search(r"\n([ \t]+)\S", text)
    return (match[1] if "\t" in match[1] else len(match[1])) if match else 2


def _toml_with_entry(section: str, text: str, entry: Entry | None) -> str:
    """Change TOML as text, so that comments and order stay: our table goes to the end."""
    header = re.compile(rf"\s*\[{section}\.[\"']?{NAME}[\"']?[\].]")
    kept: list[str] = []
    between: list[str] = []  # blank lines and comments in our table; those after its last key are not ours
    ours = False
    for line in text.split("\n"):
        if line.lstrip().startswith("["):
            ours = header.match(line) is not None
        if not ours:
            kept += [*between, line]
        between = [*between, line] if ours and line.strip()[:1] in ("", "#") else []
    text = "\n".join(kept + between)
    if entry is None:
        return text.removesuffix("\n") if text.endswith("\n\n") else text
    gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
    return text + gap + f"[{section}.{NAME}]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in entry.items())


def _toml(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key, ensure_ascii=False)} = {_toml(v)}" for key, v in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str | bool) else str(value)


def _yaml_with_entry(section: str, text: str, entry: Entry | None) -> str:
    """Change YAML as text, so that comments and order stay."""
    lines = text.split("\n")
    start = next((i for i, line in enumerate(lines) if re.match(rf"{section}\s*:", line)), None)
    if start is None:
        block = yaml.safe_dump({section: {NAME: entry}}, sort_keys=False, width=4096)
        return text + ("" if not text or text.endswith("\n") else "\n") + block
    lines[start] = re.sub(r":\s*(?:\{\s*\}|null|~)\s*?(\s+#.*)?$", r":\1", lines[start])
    end = next((i for i in range(start + 1, len(lines)) if re.match(r"[^\s#]", lines[i])), len(lines))
    inside = [re.match(r"( +)\S", line) for line in lines[start + 1 : end] if not line.lstrip().startswith("#")]
    indent = next((match[1] for match in inside if match), "  ")
    own = next((i for i in range(start + 1, end) if re.match(rf"{indent}['\"]?{NAME}['\"]?\s*:", lines[i])), None)
    if own is not None:
        after = own + 1
        while after < end and (not lines[after].strip() or lines[after].startswith(indent + " ")):
            after += 1
        while after > own + 1 and not lines[after - 1].strip():
            after -= 1
        del lines[own:after]
    if entry is not None:
        block = yaml.safe_dump({NAME: entry}, sort_keys=False, width=4096).rstrip("\n")
        lines[start + 1 : start + 1] = [indent + line for line in block.split("\n")]
    return "\n".join(lines)
