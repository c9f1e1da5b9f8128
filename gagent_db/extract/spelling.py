"""A part of a parse tree, spelt as a pattern again: what can be looked for on its own."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Sequence
from typing import Any

from .sentences import SPLITTERS

PARSER: Any = importlib.import_module("re._parser")
_WIDE = 100  # characters from which on a gap ends what is read

Parts = Sequence[tuple[Any, Any]]  # of a parse tree: operation, argument


def spelt_again(parts: Parts, groups: set[int]) -> tuple[str, bool]:
    """(pattern, whether it is whole): parts without look-arounds and beginnings of clauses, up to a wide gap. It
    matches the beginning of whatever they match. `groups`: those that it can point back to."""
    spelt = ""
    for op, value in parts:
        one, goes_on = _SPELT[str(op)](value, groups) if str(op) in _SPELT else ("", False)
        spelt += one
        if not goes_on:
            return spelt, False
    return spelt, True


def _spelt_group(value: Any, groups: set[int]) -> tuple[str, bool]:
    number, added, removed, parts = value
    if added or removed:
        return "", False
    inner, goes_on = spelt_again(list(parts), groups)
    if number is None:
        return f"(?:{inner})", goes_on
    groups.add(number)
    return f"(?P<g{number}>{inner})", goes_on


def _spelt_branch(value: Any, groups: set[int]) -> tuple[str, bool]:
    found = [spelt_again(list(one), groups) for one in value[1]]
    return f"(?:{'|'.join(one for one, _ in found)})", all(goes_on for _, goes_on in found)


def _spelt_repeat(value: Any, groups: set[int]) -> tuple[str, bool]:
    least, most, parts = value
    if most is PARSER.MAXREPEAT or most > _WIDE:
        if len(parts) == 1 and _is_wide(*parts[0]):
            return "", False
        most = ""
    inner, goes_on = spelt_again(list(parts), groups)
    if not goes_on:
        return (f"(?:{inner})", False) if least else ("", False)
    return f"(?:{inner}){{{least},{most}}}", True


def _is_wide(op: Any, value: Any) -> bool:
    """Whether a class of characters goes beyond words."""
    name = str(op)
    if name != "IN":
        return name in ("ANY", "NOT_LITERAL")
    return any(str(kind) == "NEGATE" or (str(kind) == "LITERAL" and one == ord(" ")) for kind, one in value)


def _spelt_class(value: Any, groups: set[int]) -> tuple[str, bool]:
    spelt = ""
    for op, one in value:
        name = str(op)
        if name == "NEGATE":
            spelt += "^"
        elif name == "LITERAL":
            spelt += re.escape(chr(one))
        elif name == "RANGE":
            spelt += f"{re.escape(chr(one[0]))}-{re.escape(chr(one[1]))}"
        else:
            spelt += _CATEGORIES[str(one)]
    return f"[{spelt}]", True


_CATEGORIES = {
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
}
# A clause goes on behind no more than a space before any other word than those that split clauses.
_END = rf"(?!\w)(?! (?!(?:{'|'.join(sorted(SPLITTERS))})\b)\w)"
_BOUND_SPELT = {"AT_BOUNDARY": r"\b", "AT_END": _END, "AT_END_STRING": _END}
_SPELT: dict[str, Callable[[Any, set[int]], tuple[str, bool]]] = {
    "TEXT": lambda value, _: (re.escape(value), True),
    "LITERAL": lambda value, _: (re.escape(chr(value)), True),
    "NOT_LITERAL": lambda value, _: (f"[^{re.escape(chr(value))}]", True),
    "ANY": lambda *_: (".", True),
    "IN": _spelt_class,
    "AT": lambda value, _: (_BOUND_SPELT.get(str(value), ""), True),
    "ASSERT": lambda *_: ("", True),
    "ASSERT_NOT": lambda *_: ("", True),
    "SUBPATTERN": _spelt_group,
    "ATOMIC_GROUP": lambda value, groups: spelt_again(list(value), groups),
    "BRANCH": _spelt_branch,
    "MAX_REPEAT": _spelt_repeat,
    "MIN_REPEAT": _spelt_repeat,
    "POSSESSIVE_REPEAT": _spelt_repeat,
    "GROUPREF": lambda value, groups: (f"(?P=g{value})" if value in groups else "", value in groups),
}
