"""Recognise code in a tool's output, where only comments are a person's words."""

from __future__ import annotations

from itertools import islice

from .lazy import lazy

_HEAD = 3_000  # characters at the beginning that are looked at
_LINE = 1_000  # characters before a place in which the sign of its comment must stand; longer lines are machine-made
_SHARE = 6  # a text is code if more than one in this many lines is
_ENDS = tuple("{};([=")
_CODE_LINE = lazy(
    r"(?:[\w./-]{1,200}[:-])?[ \t]*\d{0,6}[:→|-]?[ \t]*"  # what `grep -n`, `cat -n` and editors put before a line
    r"(?:(?:from|import|use|package|using|#include) [\w\"'<{@.]"
    r"|(?:def|class|return|if|elif|else|for|while|try|except|finally|with|async|await|yield|raise|lambda|const|let|var|"
    r"function|export|public|private|protected|static|func|fn|impl|struct|enum|module|end|resource|SELECT|INSERT|"
    r"CREATE|UPDATE|DELETE|FROM|WHERE|BEGIN|END)\b[^\n]*[(\[:=,)]"
    r"|[\w.\[\]\"'-]+ *[-+*/|&:]?=[^=>]|[\w.]+\([^\n]*\)[,:]?$|[)\]]+,?$|@\w|<[/\w!][^>]*>|\"\"\")"
)
_COMMENT = lazy(r"(?m)(?:^|[ \t→]|\d:)(?:#+|//+|--(?= )|/\*+|\*|;;|<!--|%|REM)[ \t!]*(?=\S)")


def shows_code(text: str) -> bool:
    """Whether the text is code, judged by its first lines."""
    lines = [line for raw in text[:_HEAD].split("\n") if (line := raw.rstrip())]
    code = (line for line in lines if line.endswith(_ENDS) or _CODE_LINE.match(line))
    return next(islice(code, len(lines) // _SHARE, None), None) is not None  # stops at the first line above the share


def in_comment(text: str, place: int) -> bool:
    """Whether the offset `place` stands behind a comment sign in its line, at most `_LINE` characters away."""
    nearest = max(0, place - _LINE)
    begin = text.rfind("\n", nearest, place) + 1 or nearest
    return bool(_COMMENT.search(text, begin, place + 1))
