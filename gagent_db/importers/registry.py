"""The formats there are: built in, and from plugins (entry points in the group ``gagent_db.importers``)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from ..errors import GagentError
from .archives import ZIP
from .base import Importer
from .sources import after_damage, head_of

GROUP = "gagent_db.importers"

# Modules of this package, each with an ``importer``; asked in this order, the most specific format first.
BUILT_IN = (
    "own_export",
    "own_database",
    "qwen_code",
    "claude_code",
    "codex",
    "copilot",
    "openclaw",
    "pi",
    "hermes_db",
    "hermes_gateway",
    "hermes_snapshot",
    "hermes_export",
    "opencode",
    "opencode_tree",
    "opencode_export",
    "goose",
    "crush",
    "llm_logs",
    "gemini",
    "gemini_logs",
    "chatgpt",
    "claude_ai",
    "gagent",
    "swe_agent",
    "sharegpt",
    "gemini_contents",
    "openai_chat",
    "openai_messages",
    "aider",
    "zip_files",
)


def importers() -> dict[str, Importer]:
    """Every importer by name; those of plugins come first and may replace a built-in one.

    An entry point names an ``Importer`` instance or class. One that cannot be loaded does not stop the others;
    ``broken_plugins`` reports it.
    """
    return _load()[0]


def broken_plugins() -> list[str]:
    """A sentence for each plugin that cannot be loaded."""
    return _load()[1]


@cache
def _load() -> tuple[dict[str, Importer], list[str]]:
    found: dict[str, Importer] = {}
    broken: list[str] = []
    for point in entry_points(group=GROUP):
        try:
            loaded = point.load()
            importer = loaded() if isinstance(loaded, type) else loaded
            if not isinstance(importer, Importer):
                raise TypeError(f"{point.value} is no gagent_db.importers.base.Importer")
            found[importer.name] = importer
        except Exception as error:
            broken.append(f"The import plugin {point.name!r} cannot be loaded ({type(error).__name__}: {error}).")
    for module in BUILT_IN:
        importer = import_module(f"{__package__}.{module}").importer
        found.setdefault(importer.name, importer)
    return found, broken


def by_name(name: str) -> Importer:
    """The importer of that name; ``g-agent`` or ``Claude_Code`` will do. Raises GagentError with the known names."""
    for known, importer in importers().items():
        if _letters(known) == _letters(name):
            return importer
    raise GagentError(f"There is no importer for the format {name!r}.", hint="Formats: auto, " + ", ".join(importers()))


def _letters(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


def recognises(importer: Importer, path: Path) -> bool:
    """Does the file look like this format? Raises OSError when it cannot be read."""
    return any(importer.sniff(path, head) for head in _heads(path))


def detect(path: Path) -> Importer | None:
    """The first importer that recognises the file by its content. Raises OSError when it cannot be read."""
    every = importers().values()
    for head in _heads(path):
        sure = (importer for importer in every if importer.begins and head.startswith(importer.begins))
        if found := next(sure, None) or next((importer for importer in every if importer.sniff(path, head)), None):
            return found
    return None


def _heads(path: Path) -> Iterator[bytes]:
    """The head of the file, and the head after damaged first lines, which must not hide the format.

    Of a zip only how it begins: in what follows, members that are not compressed read like transcripts.
    """
    with path.open("rb") as stream:
        head = head_of(stream)
        if head.startswith(ZIP):
            yield ZIP
            return
        yield head
        if path.suffix.lower() == ".jsonl" and (later := after_damage(stream)):
            yield later
