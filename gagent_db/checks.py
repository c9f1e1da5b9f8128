"""Check the arguments of the Python API: a value of a wrong type is refused with a one-sentence GagentError."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from numbers import Real
from typing import Any

from .errors import GagentError

_LARGEST = 2**63  # SQLite's integers are below this

Rule = Callable[[str, Any], None]


def check(**given: Any) -> None:
    """Refuse wrong types in arguments whose names are in ``_RULES``; others are left to the functions called."""
    for name, value in given.items():
        if name in _RULES and (value is not None or name in _REQUIRED):
            _RULES[name](name, value)


def check_list(name: str, value: Any) -> None:
    """Refuse what is not a list or another iterable of items."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        raise GagentError(f"{name} must be a list, not {type(value).__name__}.")


# -- rules ---------------------------------------------------------------------------------------------


def _any_text(name: str, value: Any) -> None:
    if not isinstance(value, str):
        raise GagentError(f"{name} must be text, not {value!r}.")


def _text(name: str, value: Any) -> None:
    """Require text that SQLite accepts, for names and ids. (Text to search for or to store is cleaned instead.)"""
    _any_text(name, value)
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise GagentError(f"{name} must be text without halves of characters, not {value!r}.") from None


def _whole(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise GagentError(f"{name} must be a whole number, not {value!r}.")
    if abs(value) >= _LARGEST:
        raise GagentError(f"{name} must be below 2**63, not {value}.")


def _number(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, Real) or not -_LARGEST < float(value) < _LARGEST:
        raise GagentError(f"{name} must be a number, not {value!r}.")


def _one(name: str, value: Any) -> None:
    """Require text or a whole number: chat and user ids are often numbers."""
    if isinstance(value, (Mapping, list, tuple, set, frozenset)):
        raise GagentError(f"{name} must be one value, not {value!r}.")
    _whole(name, value) if isinstance(value, int) else _text(name, value)


def _moment(name: str, value: Any) -> None:
    if not isinstance(value, date):  # a datetime is one
        _number(name, value) if isinstance(value, Real) else _text(name, value)


def _yes_or_no(name: str, value: Any) -> None:
    if value not in (True, False):
        raise GagentError(f"{name} must be True or False, not {value!r}.")


def _texts(name: str, value: Any) -> None:
    check_list(name, value)
    for item in value:
        _text(f"An item of {name}", item)


def _rules(rule: Rule, names: str) -> dict[str, Rule]:
    return dict.fromkeys(names.split(), rule)


_RULES: dict[str, Rule] = {
    **_rules(_any_text, "content query topic message"),
    **_rules(_text, "ref session_id old_text cursor project title scope target category source reason role mode kind"),
    **_rules(_text, "session exclude_session tag"),
    **_rules(_whole, "limit window hits_per_session turn max_chars before after at_message message_id budget_tokens"),
    **_rules(_whole, "every minimum keep_last budget"),
    **_rules(_number, "importance older_than_days"),
    **_rules(_one, "channel chat_id user status"),
    **_rules(_moment, "since until"),
    **_rules(_yes_or_no, "forgotten undone archived"),
    **_rules(_texts, "categories tags"),
}
_REQUIRED = frozenset(
    ("content", "query", "topic", "ref", "session_id", "kind", "limit", "window", "hits_per_session", "turn", "budget",
     "every", "minimum", "keep_last")
)  # fmt: skip
