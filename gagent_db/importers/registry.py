"""The formats there are: built in, and from plugins (entry points in the group ``gagent_db.importers``)."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from ..errors import GagentError
from .base import Importer
from .sources import HEAD_BYTES

# Modules of this package, each with an ``importer``; asked in this order, the most particular format first.
BUILT_IN = (
    "claude_code",
    "gagent",
    "swe_agent",
)


@cache
def importers() -> dict[str, Importer]:
    """Every importer by name; plugins are asked before the built-in formats.

    An entry point of a plugin names an ``Importer`` instance or class. One that cannot be loaded is an error
    of its own (GagentError), not of the formats beside it; see ``broken_plugins``.
    """
    found: dict[str, Importer] = {}
    for point in entry_points(group="gagent_db.importers"):
        try:
            loaded = point.load()
        except Exception:  # a broken plugin must not stop the others; broken_plugins() reports it
            continue
        importer = loaded() if isinstance(loaded, type) else loaded
        found[importer.name] = importer
    for module in BUILT_IN:
        importer = import_module(f"{__package__}.{module}").importer
        found.setdefault(importer.name, importer)
    return found


def by_name(name: str) -> Importer:
    """The importer of that name. Raises GagentError with the names there are."""
    try:
        return importers()[name]
    except KeyError:
        raise GagentError(
            f"There is no importer for the format {name!r}.", hint="Formats: auto, " + ", ".join(importers())
        ) from None


def detect(path: Path) -> Importer | None:
    """The first importer that recognises the file by its content. Raises OSError when it cannot be read."""
    with path.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
    return next((importer for importer in importers().values() if importer.sniff(path, head)), None)
