"""Code that a tool shows: there only comments are words of a person."""

from __future__ import annotations

from itertools import islice

from .lazy import lazy

_HEAD = 3_000  # characters by which a text is told to be code
_LINE = 1_000  # characters; longer lines are made by machines
_SHARE = 6  # a text is code where at least one of so many lines is
_ENDS = tuple("{};([=")
_CODE_LINE = lazy(
    r"(?:[\w./-]{1,200}[:-])?[ \t]*\d{0,6}[:→|-]?[ \t]*"  # as `grep -n`, `cat -n` and editors begin a line
    r"(?:(?:from|import|use|package|using|#include) [\w\"'<{@.]"
    r"|(?:def|class|return|if|elif|else|for|while|try|except|finally|with|async|await|yield|raise|lambda|const|let|var|"
    r"function|export|public|private|protected|static|func|fn|impl|struct|enum|module|end|resource|SELECT|INSERT|"
    r"CREATE|UPDATE|DELETE|FROM|WHERE|BEGIN|END)\b[^\n]*[(\[:=,)]"
    r"|[\w.\[\]\"'-]+ *[-+*/|&:]?=[^=>]|[\w.]+\([^\n]*\)[,:]?$|[)\]]+,?$|@\w|<[/\w!][^>]*>|\"\"\")"
)
_COMMENT = lazy(r"(?m)(?:^|[ \t→]|\d:)(?:#+|//+|--(?= )|/\*+|\*|;;|<!--|%|REM)[ \t!]*(?=\S)")


def shows_code(text: str) -> bool:
    """Whether the text is code, by its first lines."""
    lines = [line for raw in text[:_HEAD].split("\n") if (line := raw.rstrip())]
    code = (line for line in lines if line.endswith(_ENDS) or _CODE_LINE.match(line))
    return next(islice(code, len(lines) // _SHARE, None), None) is not None  # so many and one more


def in_comment(text: str, place: int) -> bool:
    """Whether a place in code stands behind the sign of a comment in its line, no further away than `_LINE`."""
    nearest = max(0, place - _LINE)
    begin = text.rfind("\n", nearest, place) + 1 or nearest
    return bool(_COMMENT.search(text, begin, place + 1))
