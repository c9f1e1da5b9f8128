"""What every rule needs, written down: to read it off all patterns takes a second, to read the table some milliseconds.

    python -m gagent_db.extract.needs_table

writes the table anew after a change of rules. An entry belongs to its pattern and anchors: a rule that has none is read
then and there, so a table that is not current costs time and nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import orjson

from .rules import FLAGS
from .sentences import CALLED, LONGEST, RULES

LETTERS = 4  # of each word that are looked at
ANY = "*"  # any of them, or none
IN_A_ROW = 3
OPENS, BEHIND, ENDS = "^", "~", "$"  # a word begins a clause, perhaps behind interjections; a word ends one
BETWEEN = "|"
TABLE = Path(__file__).with_name("needs.json")

ANYWHERE = -1

# Words of which some in a row stand there, what follows, characters that this looks at (or `ANYWHERE`: the words need
# not stand in what the pattern matches, but in the sentence), words of which some stand in the same one ("": any).
Entry = Sequence[tuple[str, str, int, str]]


@cache
def read_table() -> list[Entry]:
    """What each rule needs, then each of `CALLED`."""
    known: dict[str, Entry] = orjson.loads(TABLE.read_bytes())
    return [known.get(_digest(*pattern)) or _entry(*pattern) for pattern in _patterns()]


def table() -> str:
    """The text of the table."""
    entries = {_digest(*pattern): orjson.dumps(_entry(*pattern)).decode() for pattern in _patterns()}
    return "{\n" + ",\n".join(f'"{digest}": {entry}' for digest, entry in sorted(entries.items())) + "\n}\n"


def _patterns() -> Iterator[tuple[str, int, Sequence[str]]]:
    """(source, flags, anchors)."""
    for rule in RULES:
        yield rule.source, FLAGS, sorted(rule.anchors)
    for source in CALLED:
        yield source, 0, ()


def _digest(source: str, flags: int, anchors: Sequence[str]) -> str:
    return hashlib.blake2b("\n".join((source, str(int(flags)), *anchors)).encode(), digest_size=6).hexdigest()


def _entry(source: str, flags: int, anchors: Sequence[str]) -> Entry:
    from .needs import needs, width  # for patterns that the table does not hold

    return [
        (
            BETWEEN.join(sorted(map(str, need.words))),
            need.then,
            ANYWHERE if need.anywhere else min(width(need.then), LONGEST),
            BETWEEN.join(sorted(map(str, need.beside))),
        )
        for need in needs(source, flags, anchors)
    ]


if __name__ == "__main__":
    TABLE.write_text(table(), "utf-8")
