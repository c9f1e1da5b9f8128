"""Regular expressions that are compiled when a text first needs them: most commands never extract anything."""

from __future__ import annotations

import re
from typing import Any, cast

_METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")


class _Lazy:
    """Stands for a compiled expression. From its first use on, its methods are those of the expression itself."""

    def __init__(self, source: str, flags: int) -> None:
        self._made_of = (source, flags)

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(*self._made_of)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy(source: str, flags: int = 0) -> re.Pattern[str]:
    """`re.compile(source, flags)`, later."""
    return cast("re.Pattern[str]", _Lazy(source, flags))
