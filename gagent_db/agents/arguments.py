"""Turn arguments as agents send them into what a tool takes, or say in one sentence what is wrong.

Agents send numbers as text, text as numbers, plurals, capitals, null for what they leave out, and lists as JSON text:
all of that is understood. Every door (MCP, HTTP, Python) says the same about the rest.
"""

from __future__ import annotations

import difflib
import inspect
import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Le
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, create_model
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from ..coerce import encodable
from ..errors import GagentError

_LARGEST = 2**63 - 1  # what SQLite can hold
_MUST_BE = {
    "int": "a whole number", "float": "a number", "bool": "true or false", "string": "text", "list": "a list",
    "dict": "an object",
}  # fmt: skip
_BOUNDS = {"greater_than_equal": ("ge", "at least"), "less_than_equal": ("le", "at most")}
_OTHER_WORDS = {
    "open": "unresolved", "open_items": "unresolved", "todo": "unresolved", "link": "url", "file": "path",
    "create": "add", "save": "add", "store": "add", "remember": "add", "update": "replace", "edit": "replace",
    "delete": "remove", "forget": "remove", "find": "search", "recall": "search",
}  # fmt: skip


@cache
def model_of(function: Callable[..., Any], name: str) -> type[BaseModel]:
    """The parameters of a tool except the first (its store) as a model; unknown ones are refused."""
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        hint = hints[parameter.name]
        if choices := _choices(hint):
            hint = Annotated[hint, BeforeValidator(partial(_choice, choices=choices))]
        elif _takes(hint, list):
            hint = Annotated[hint, BeforeValidator(_list)]
        elif _takes(hint, str):
            hint = Annotated[hint, BeforeValidator(_text)]
        elif _takes(hint, int) and (most := _most(hint)) is not None:
            hint = Annotated[hint, BeforeValidator(partial(_at_most, most=most))]
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[parameter.name] = (hint, default)
    return create_model(f"{name}_arguments", __config__=ConfigDict(extra="forbid"), **fields)


def check(model: type[BaseModel], given: Mapping[str, Any]) -> dict[str, Any]:
    """The given arguments, converted. Raises GagentError naming the wrong one."""
    try:
        checked = model.model_validate(
            {name: value for name, value in given.items() if not _left_out(model, name, value)}
        )
    except ValidationError as error:
        raise GagentError(_sentence(model, error.errors()[0]), hint=_hint(model)) from error
    values = {name: getattr(checked, name) for name in checked.model_fields_set}
    for name, value in values.items():
        if isinstance(value, int) and abs(value) > _LARGEST:
            raise GagentError(f"{name} is too large a number.", hint=_hint(model))
    return values


def at_least(model: type[BaseModel], given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with too small whole numbers raised to the lowest allowed."""
    return {name: _raised(model.model_fields.get(name), value) for name, value in given.items()}


def _raised(field: FieldInfo | None, value: Any) -> Any:
    if field is None or type(value) is not int or not _takes(field.annotation, int):
        return value
    return max([value, *(int(bound.ge) for bound in field.metadata if isinstance(bound, Ge))])  # type: ignore[call-overload]


def _left_out(model: type[BaseModel], name: str, value: Any) -> bool:
    """Is an optional argument left out: null, or '' where no text is taken?"""
    field = model.model_fields.get(name)
    return (
        field is not None
        and not field.is_required()
        and (value is None or (value == "" and not _takes(field.annotation, str)))
    )


# -- what is understood --------------------------------------------------------------------------------


def _choices(hint: Any) -> tuple[str, ...]:
    """The values of a Literal, wherever it is in the hint."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (Annotated, Union, UnionType):
        return next((found for part in get_args(hint) if (found := _choices(part))), ())
    return ()


def _takes(hint: Any, kind: type) -> bool:
    if get_origin(hint) in (Annotated, Union, UnionType):
        return any(_takes(part, kind) for part in get_args(hint))
    return hint is kind or get_origin(hint) is kind


def _choice(value: Any, choices: tuple[str, ...]) -> Any:
    """``Decisions`` -> ``decision``, ``memories`` -> ``memory``, ``todo`` -> ``unresolved``, ``save`` -> ``add``."""
    if not isinstance(value, str):
        return value
    word = value.strip().lower().replace(" ", "_").replace("-", "_")
    spellings = [word, word.removesuffix("s"), word[:-3] + "y" if word.endswith("ies") else word]
    spellings += [_OTHER_WORDS.get(spelling, "") for spelling in spellings]
    return next((spelling for spelling in spellings if spelling in choices), value)


def _most(hint: Any) -> int | None:
    """The highest whole number a hint allows; None if it names none."""
    bounds = getattr(hint, "__metadata__", ())
    return next(
        (int(bound.le) for info in bounds for bound in getattr(info, "metadata", ()) if isinstance(bound, Le)),  # type: ignore[call-overload]
        None,
    )


def _at_most(value: Any, most: int) -> Any:
    """Lower a request for more than a tool gives at once to as much as it gives."""
    number = int(value) if isinstance(value, str) and value.strip().isdecimal() else value
    return min(number, most) if isinstance(number, int | float) and not isinstance(number, bool) else value


def _list(value: Any) -> Any:
    """A list, also as JSON text; a single object counts as a list of one."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return value
    return [value] if isinstance(value, dict) else value


def _text(value: Any) -> Any:
    """Text that a database takes; numbers count too, such as a chat or an exit status."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return encodable(value) if isinstance(value, str) else value


# -- what is said --------------------------------------------------------------------------------------


def _sentence(model: type[BaseModel], problem: ErrorDetails) -> str:
    """One sentence: which argument is wrong, what it must be, what it was."""
    kind, context = problem["type"], problem.get("ctx", {})
    name = ".".join(str(part) for part in problem["loc"]) or "The body"
    if kind == "missing":
        return f"{name} is missing."
    if kind == "extra_forbidden":
        close = difflib.get_close_matches(name, model.model_fields, 1)
        return f"There is no argument {name!r}" + (f"; {close[0]} is meant?" if close else ".")
    given = _shown(problem["input"])
    if kind == "literal_error":
        return f"{name} must be one of {', '.join(_choices(model.model_fields[name].annotation))}, not {given}."
    if kind in _BOUNDS:
        bound, words = _BOUNDS[kind]
        return f"{name} must be {words} {context.get(bound)}, not {given}."
    for prefix, must_be in _MUST_BE.items():
        if kind.startswith(f"{prefix}_"):
            return f"{name} must be {must_be}, not {given}."
    return f"{name}: {problem['msg']}."


def _shown(value: Any) -> str:
    """The given value, shortened."""
    names = {dict: "an object", list: "a list", type(None): "null", bool: str(value).lower()}
    if type(value) in names:
        return names[type(value)]
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _hint(model: type[BaseModel]) -> str:
    return f"Arguments: {', '.join(model.model_fields)}." if model.model_fields else "It takes no arguments."
