"""Measure how often a message that contains a fragment of text comes first in a search for it.

    python benchmarks/fragments.py [--messages 10000] [--count 3000] [--seed 1] [--db FILE] [--missed]

Fragments are drawn at random from the messages, tool output and tool arguments of an archive (generated from the shared
data, with its real transcripts, or ``--db``): addresses, flags, code, errors, quotations and words, whole or cut at one
end or both, and any part of a line, of 3 to 40 characters. Each is searched for as it is, in quotation marks and in a
question. It is found if the first hit contains it, ignoring case; any message that does is right.
"""

from __future__ import annotations

import argparse
import random
import re
import sqlite3
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from locomo import DATA
from search import generator, load

from gagent_db.importers.run import import_paths
from gagent_db.recall.index import index_pending
from gagent_db.recall.search import search
from gagent_db.store.database import Store

SHARED = DATA.parent.parent
TRANSCRIPTS = ("claude-code", "swe-agent", "g-agent")
LENGTHS = (3, 4, 5, 6, 8, 12, 20, 40)
LONGEST = 200
QUESTIONS = ("where did we see {0}{1}{0}?", "what was {0}{1}{0} about?", "why does {0}{1}{0} fail")
FORMS = ("as it stands", "quoted", "in a question")
KINDS = {
    "path": r"(?<![\w/.:])(?:~|\.{1,2})?/?(?:[\w.-]+/)+[\w.-]+|[A-Z]:\\[^\s\"'`]+",
    "url, mail": r"https?://[^\s\"'<>)\]`]+|[\w.+-]+@[\w-]+\.[\w.]+",
    "flag, issue": r"(?<!\S)--?[a-zA-Z][\w-]+(?:=\S+)?|#\d+",
    "identifier": r"\b[A-Za-z]*[a-z][A-Z][A-Za-z]*\b|\b\w+_\w+\b",
    "command": r"(?m)^(?:\$ )?(?:git|docker|grep|curl|python3?|sqlite3|rsync|tail|chmod|cd|ls|find|sed|pytest|cat) .+$",
    "error": r"\b\w*(?:Error|Exception|Warning)\b.*|\b(?:ERROR|WARN|fatal)\b.*",
    "quotation": r"(?<=`)[^`\n]{3,60}(?=`)|(?<=\")[^\"\n]{3,40}(?=\")",
    "word": r"(?<![\w-])[a-z]{3,}(?![\w-])",
    "not ASCII": r"\S*[^\x00-\x7f]\S*(?: \S+)?",
    "of a line": r"\S.{2,}",
}
CUTS = ("whole", "one end", "both ends")


def archive(path: Path, messages: int) -> None:
    """Write and index the archive to draw from."""
    with Store.open(path) as store:
        load(store, generator(), messages)
        import_paths(store, [SHARED / name for name in TRANSCRIPTS])
        index_pending(store)


def texts(conn: sqlite3.Connection, draw: random.Random, count: int) -> list[str]:
    """Return the texts and tool call texts of a random sample of messages, and of the newest ``count`` / 4."""
    low, high = conn.execute("SELECT min(id), max(id) FROM messages").fetchone()
    ids = {*range(max(low, high - count // 4), high + 1), *(draw.randint(low, high) for _ in range(count))}
    return [text for message_id in sorted(ids) for text in said(conn, message_id) if text.strip()]


def said(conn: sqlite3.Connection, message_id: int) -> Iterator[str]:
    """Yield the text of a message and that of each of its tool calls, as search knows them."""
    sql = """SELECT content FROM messages WHERE id = ?1 UNION ALL
             SELECT text FROM tool_calls c JOIN tool_calls_text USING (id) WHERE c.message_id = ?1"""
    yield from (row[0] for row in conn.execute(sql, (message_id,)))


def cut(text: str, how: str, draw: random.Random) -> str:
    """Return a piece of a text; '' if the text is too short to be cut that way."""
    length = draw.choice([n for n in LENGTHS if n < len(text) - 1] or [0])
    if how == "whole" or not length:
        return text[:LONGEST] if how == "whole" else ""
    at = draw.choice((0, len(text) - length)) if how == "one end" else draw.randint(1, len(text) - length - 1)
    return text[at : at + length].strip()


def fragments(found: list[str], how: str, count: int, draw: random.Random) -> list[str]:
    """Return ``count`` distinct fragments, or fewer if there are not enough."""
    drawn: dict[str, None] = {}
    for _ in range(20 * count if found else 0):
        piece = cut(draw.choice(found), how, draw)
        if len(piece) >= 3:
            drawn[piece] = None
        if len(drawn) == count:
            break
    return list(drawn)


def asked(fragment: str, draw: random.Random) -> dict[str, str]:
    """Return the queries for a fragment, by form."""
    marks = [mark for mark in '"`' if mark not in fragment]
    forms = {FORMS[0]: fragment}
    if marks:
        forms[FORMS[1]] = marks[0] + fragment + marks[0]
        forms[FORMS[2]] = draw.choice(QUESTIONS).format(draw.choice(marks), fragment)
    return forms


def probe(store: Store, count: int, seed: int, *, missed: bool) -> None:
    """Search for ``count`` fragments and print how many were found, by kind, cut and form."""
    draw = random.Random(seed)
    conn = store.read()
    sample = texts(conn, draw, 4 * count)
    total: dict[str, list[bool]] = defaultdict(list)
    times: list[float] = []
    print(f"{'':24}" + "".join(f"{form:>20}" for form in FORMS))
    for kind, pattern in KINDS.items():
        found = sorted({match[0].strip() for text in sample for match in re.finditer(pattern, text)})
        for how in CUTS:
            right: dict[str, list[bool]] = defaultdict(list)
            for fragment in fragments(found, how, count // len(KINDS) // len(CUTS), draw):
                for form, query in asked(fragment, draw).items():
                    started = time.process_time()
                    sessions = search(store, query, limit=1).sessions
                    times.append(1000 * (time.process_time() - started))
                    first = said(conn, sessions[0].hits[0].message_id) if sessions else ()
                    right[form].append(any(fragment.lower() in text.lower() for text in first))
                    if missed and not right[form][-1]:
                        print(f"  not first: {query!r}")
            for form, values in right.items():
                total[form] += values
            print(f"{kind:14}{how:10}" + "".join(share(right[form]) for form in FORMS))
    print(f"{'all':24}" + "".join(share(total[form]) for form in FORMS))
    times.sort()
    print(f"CPU ms p50 {times[len(times) // 2]:.1f}  p95 {times[int(len(times) * 0.95)]:.1f}  max {times[-1]:.1f}")


def share(values: list[bool]) -> str:
    return f"{sum(values):7}/{len(values):<5}{100 * sum(values) / len(values):6.1f}%" if values else f"{'-':>20}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--count", type=int, default=3000, help="fragments in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--db", type=Path, help="draw from this database, which must be indexed")
    parser.add_argument("--missed", action="store_true", help="print the queries whose first hit lacks the fragment")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = given.db or Path(folder) / "fragments.db"
        if not given.db:
            archive(path, given.messages)
        with Store.open(path) as store:
            probe(store, given.count, given.seed, missed=given.missed)


if __name__ == "__main__":
    main()
