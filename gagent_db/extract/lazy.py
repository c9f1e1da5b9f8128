"""Regular expressions that are compiled on first use: most runs of the program never extract anything."""

from __future__ import annotations

import re
from typing import Any, cast

_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")


class _Lazy:
    """Stand-in for a compiled expression. From its first use on, its methods are those of the expression itself."""

    def __init__(self, source: str, flags: int) -> None:
        self._arguments = (source, flags)

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(*self._arguments)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return `re.compile(source, flags)`, but compile it only when it is first used."""
    return cast("re.Pattern[str]", _Lazy(source, flags))
