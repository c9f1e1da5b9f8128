"""Find commands, paths and addresses in the arguments of a tool call."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from ..sql_json import dumps_whole
from .items import Item, word_set
from .lazy import lazy
from .paths import find_paths, normalize_path
from .shell_lines import as_line, is_shell_call, normalize_command
from .urls import find_urls

_SHELL_TOOLS = lazy(r"bash|shell|terminal|exec|command|powershell|pwsh|console|run_cmd|^run$|^sh$|^cmd$", re.I)
_COMMAND_KEYS = word_set("command cmd shell_command commandline command_line bash script shell input_command")
_PATH_KEYS = word_set(
    "path file_path filepath file filename file_name notebook_path target_file source destination src dest dst "
    "old_path "
    "new_path cwd workdir working_directory directory dir dir_path folder root paths files file_paths relative_path "
    "absolute_path target_directory"
)
_URL_KEYS = word_set("url urls uri href link endpoint webhook_url base_url")
_PATCH_FILE = lazy(r"^\*\*\* (?:Update|Add|Delete) File: (.+?)\s*$|^(?:---|\+\+\+) (?:[ab]/)?(\S+)", re.M)
_SCHEME = lazy(r"[a-z][a-z0-9+.-]*://", re.I)
# Commands of an agent's own editor, which some agents have in place of a shell.
_EDITOR = lazy(
    r"(?:edit\s+\d+:\d+\s*\n|edit\s*\n|insert \d+\s*\n|goto \d+\s*$|scroll_(?:up|down)\s*$|submit(?:\s+\S.*)?$|"
    r"create \S+\s*$|exit_(?:cost|context|forfeit)\b|end_of_edit\b)"
)
# Values of "command" in calls of a tool that edits files: no shell commands.
_EDITS = word_set("view create str_replace insert undo_edit")
_MAX_TEXT = 20_000  # characters of a script that are read


def find_in_arguments(tool_name: str, arguments: object | str) -> list[Item]:
    """Return the items of one call, each distinct value once. `arguments`: the decoded object or its JSON text."""
    value: object = arguments
    if isinstance(arguments, str):
        value = _decoded(arguments)
    found: list[Item] = []
    if isinstance(value, str):
        if _SHELL_TOOLS.search(tool_name):
            found.extend(_command(value))
    else:
        found.extend(_walk(value, "", bool(_SHELL_TOOLS.search(tool_name)), 0))
    return list({(item.kind, item.normalized): item for item in reversed(found)}.values())[::-1]


def _decoded(arguments: str) -> object:
    """Return the object of a JSON text, with a question mark for half a character; any other text as it is."""
    text = arguments.strip()
    if text[:1] in ("{", "["):
        try:
            value: object = json.loads(text, strict=False)
            if "\\ud" in text.lower():
                value = json.loads(dumps_whole(value))
        except (ValueError, RecursionError):
            return arguments
        return value
    return arguments


def _walk(value: object, key: str, shell: bool, depth: int) -> Iterator[Item]:
    """Yield the items in a value and below it. `key`: the key it stands under; `shell`: whether the tool is a shell."""
    if depth > 4:
        return
    if isinstance(value, dict):
        edits = "path" in value and str(value.get("command")) in _EDITS
        for name, inner in value.items():
            if not (edits and name == "command"):
                yield from _walk(inner, str(name).lower(), shell, depth + 1)
    elif isinstance(value, list):
        if key in _COMMAND_KEYS and value and all(isinstance(word, str) for word in value):
            yield from _command(_argv(value))
        else:
            for inner in value[:200]:
                yield from _walk(inner, key, shell, depth + 1)
    elif isinstance(value, str) and value:
        yield from _string(value, key, shell)


def _string(value: str, key: str, shell: bool) -> Iterator[Item]:
    """Yield the items in a string, which its key says how to read: a command, an address, a path, or else a patch."""
    if key in _COMMAND_KEYS and (shell or key != "script"):
        yield from _command(value)
    elif key in _URL_KEYS and _SCHEME.match(value):
        yield from (_detached(item) for item in find_urls(value[:2000]))
    elif key in _PATH_KEYS and len(value) < 500 and "\n" not in value:
        if _SCHEME.match(value):
            yield from (_detached(item) for item in find_urls(value))
        elif "/" in value or "\\" in value:
            yield Item("path", value.strip(), normalize_path(value.strip()), -1, -1)
    elif ("*** " in value[:400] and " File: " in value[:4000]) or value.startswith(("--- ", "diff --git ")):
        for match in _PATCH_FILE.finditer(value[:200_000]):
            path = match[1] or match[2]
            if "/" in path and path != "/dev/null":
                yield Item("path", path, normalize_path(path), -1, -1)


def _argv(words: list[str]) -> str:
    """Return a list of words as one line: of `["bash", "-lc", "make test"]` what the shell gets, else all words."""
    return words[-1] if is_shell_call(words) else as_line(words)


def _command(script: str) -> Iterator[Item]:
    """Yield what a shell was given as one command, however many lines it has, and the addresses and paths in it."""
    if len(script) > _MAX_TEXT:
        script = script[:_MAX_TEXT]
    whole = _without_comments(script)
    if whole and not _EDITOR.match(whole):
        yield Item("command", whole, normalize_command(whole), -1, -1)
    urls = find_urls(script)
    yield from (_detached(item) for item in urls)
    taken = [(item.start, item.end) for item in urls]
    yield from (_detached(item) for item in find_paths(script, taken, [(0, len(script))]))


def _without_comments(script: str) -> str:
    """Return the script without the comments and blank lines above its first command."""
    lines = script.strip().split("\n")
    while lines and (not lines[0].strip() or lines[0].lstrip().startswith("#")):
        lines = lines[1:]
    return "\n".join(lines).strip()


def _detached(item: Item) -> Item:
    """Return the item without its place: offsets into arguments mean nothing in the message."""
    return Item(item.kind, item.value, item.normalized, -1, -1)
