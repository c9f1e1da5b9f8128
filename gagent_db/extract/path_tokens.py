"""Find what may be a path: tokens between spaces or in quotes that have a separator, and how far each goes on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from .lazy import lazy
from .shell_lines import PROSE_STOPS

Span = tuple[int, int]

# A token that holds a slash or backslash. The look-behind lets the engine try each token once, and the
# possessive run gives nothing back: linear in the length of the text.
_STOP = r"\s\"'`<>|;,()=:*\u2192\u2018\u2019\u201c\u201d\u2500-\u257f"
_TOKEN = lazy(
    rf"(?<![^{_STOP}])(?:[A-Za-z]:(?=[\\/]))?(?:[^{_STOP}/\\]++|\([\w-]+\)(?=/))*+[/\\](?:[^{_STOP}\\]++|"
    rf"\\[^\s\"'`<>|;,]|\\ (?=\S)|\([\w-]+\)(?=/)|<[\w.-]{{1,40}}>|\*(?!\*)|\*\*(?=/))*"
)
_WITH_SEPARATOR = lazy(r"(?<![^ \n])[^ \n/\\]*+[/\\][^ \n]*")
_QUOTED = lazy(
    r"""(["'`])((?:[A-Za-z]:[\\/]|\\\\|~/|\.{1,2}/|/)[^"'`\n<>|*?]{2,240}"""
    r"""|(?:[\w.-]+/){1,6}[\w-]+(?: (?!and\b|or\b|to\b|dan\b)[\w-]+){1,3}(?:/[\w.-]+)*\.\w{1,5})\1"""
)
_QUOTE = lazy("[\"'`]")
_SEVERAL = lazy(r" -\w| --\w|[;&]| [~/]|[.!?]\s")  # flags, operators, another path, another sentence
_SPACED_FOLDER = lazy(r" (?:[A-Z0-9][\w.&-]*(?: [A-Z0-9][\w.&-]*){0,2})(?=[/\\])[^\s\"'`<>|;,()]*")
_WINDOWS_FOLDER = lazy(r"(?: [\w.&-]+){1,3}(?=\\)[^\s\"'`<>|;,()]*")
_YEAR_FOLDER = lazy(r" (?:19|20)\d\d(?=/)")
_DOCUMENT = lazy(  # what people name with spaces; program files they do not
    r"(?: [\w&-]+){1,4}\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|csv|txt|jpe?g|png|heic|gif|mp[34]|m4a|ogg|wav|mov|zip)\b"
)
TRAILING = ".,;:!?)]}>*_~…$"  # paths seldom end with these; sentences and their markup often do


def words_with_separator(text: str) -> Iterator[Span]:
    """Yield the spans between spaces that have a slash or backslash."""
    for match in _WITH_SEPARATOR.finditer(text):
        yield match.span()


def beside(text: str, words: Iterable[Span], taken: Sequence[Span]) -> Iterator[Span]:
    """Yield the words that have a separator outside the addresses (`taken`) they hold."""
    spans = iter(sorted(taken))
    left = right = -1
    for start, end in words:
        while right <= start and left < start:
            left, right = next(spans, (len(text), len(text)))
        around = text[start:left] + text[right:end] if left < end else text[start:end]
        if "/" in around or "\\" in around:
            yield start, end


def quoted(text: str, words: Iterable[Span]) -> Iterator[tuple[str, int]]:
    """Yield (path, start) of quoted paths with a space. Each quote's opening mark and first separator are in one of
    `words`, so only those are searched."""
    done = 0
    for left, right in words:
        for mark in _QUOTE.finditer(text, left, right):
            match = _QUOTED.match(text, mark.start()) if mark.start() >= done else None
            if match:
                done = match.end()
                if " " in match[2] and _is_one(match[2]):
                    yield match[2], match.start(2)


def _is_one(value: str) -> bool:
    """Whether a quoted text is one path, not a command or a sentence."""
    long = value.count("/") + value.count("\\") > 1 or "." in value or value[1:3] == ":\\"
    return long and not _SEVERAL.search(value)


def tokens(text: str, words: Iterable[Span]) -> Iterator[tuple[str, int]]:
    """Yield (token, start) of the distinct tokens with a separator in `words`, each continued over escaped spaces."""
    seen: set[str] = set()
    done = line_end = 0
    for start, end in words:
        if start < done:
            continue
        done = end
        if text[end - 1] == "\\":
            if line_end < end:
                line_end = text.find("\n", end)
                line_end = len(text) if line_end < 0 else line_end
            while done > 0 and text[done - 1] == "\\":
                done = text.find(" ", done + 1, line_end)
            done = line_end if done < 0 else done
        word = text[start:done]
        if word in seen:
            continue
        for match in _TOKEN.finditer(text, start, done):
            if (token := match[0]) not in seen:
                yield token, match.start()
                seen.add(token)
        seen.add(word)


def with_spaces(text: str, start: int, token: str, *, prose: bool) -> str:
    """Return the path with what follows it after spaces: `/home/ana/Pajak 2025/bukti potong.pdf`.

    In prose more is taken for a part of it than in a command, where a space separates two arguments.
    """
    windows = token.startswith("\\\\") or token[1:3] == ":\\"
    if not windows and token[:1] not in "/~":
        return token
    joined = False
    while (last := _last_part(token)) and "." not in last:
        end = start + len(token)
        if not (last[0].isupper() or joined or (prose and _YEAR_FOLDER.match(text, end))):
            break
        folder = (_WINDOWS_FOLDER if windows else _SPACED_FOLDER).match(text, end)
        if not folder:
            break
        token += folder[0].rstrip(TRAILING)
        joined = True
    document = _DOCUMENT.match(text, start + len(token)) if prose and last and "." not in last else None
    if document and PROSE_STOPS.isdisjoint(document[0].lower().split()):
        return token + document[0]
    return token


def _last_part(path: str) -> str:
    return re.split(r"[/\\]", path)[-1]
