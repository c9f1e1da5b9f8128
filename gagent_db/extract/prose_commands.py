"""Find commands inside running text: in backticks, as a line of their own, and after "run" or "jalankan"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator

from .directives import REQUESTS
from .items import word_set
from .lazy import lazy
from .markup import Line
from .shell_lines import CMDLET, FLAG, PROMPT, PROSE_STOPS, REPORTED, Span, looks_like_command, trimmed
from .shell_words import KNOWN, PROGRAMS, SUBCOMMANDS, WORDS_TOO

_INLINE = lazy(r"(?<!`)(`{1,2})(?!`)([^`\n]{2,600})\1(?!`)")
_RUN_WORDS = (
    "run|runs|running|ran|rerun|re-run|execute|executing|executed|try|type|typed|typing|enter|invoke|use|using|via|"
    "with|do|did|call|"
    "jalankan|jalanin|jalanken|jalanin aja|menjalankan|dijalankan|ketik|ketikkan|eksekusi|coba|cobain|pakai|pake|"
    "tinggal|lewat|perintah|command|"
    "then|afterwards|after that|next|finally|setelah itu|selanjutnya|then|terus|trus|lalu|habis itu|abis itu|"
    "kemudian|and|dan|or|atau|just|cukup|simply|first|with a|a quick|by|dengan|please|tolong|was|is|adalah|yaitu|"
    "need|kasih|bikin|already|also|udah|udh|sudah|barusan|dulu|aja|saja|suruh|cuma|sama"
)
_RUN_BEFORE_CODE = lazy(
    r"\b(?:run|runs|running|ran|rerun|re-run|execute|executed|try|type|enter|invoke|use|using|via|with|jalankan|"
    r"jalanin|menjalankan|ketik|eksekusi|coba|cobain|pakai|pake|tinggal|lewat|"
    r"cukup|then|terus|lalu|and|dan|or|atau|by|dengan|after|setelah|before|sebelum|do|did|was|command|perintah|step|"
    r"just|is|langkah|tadi|you can|bisa|kemudian|cek|check|test|verify|restart)(?: (?:it|a|the|this|that|just|once|"
    r"again|dulu|saja|aja|manual|ulang|either|also|with|dengan|pakai|as))*:?\s*\(?[\"']?$",
    re.I,
)
_TOLD_TO_RUN = lazy(r"\b(?:run|ran|do|rerun|re-run|type|execute|jalankan|jalanin|ketik)\b[^.]{0,12}$", re.I)
# A call of a program that is in no list: "run `ha core check`", "check it with `rspamadm configtest`".
_CALL = lazy(r"[a-z][\w.-]*(?: [\w./:=@,+-]+){1,5}")
_CALLS = lazy(
    r"\b(?:(?:run|ran|rerun|re-run|execute|executed|jalankan|jalanin|ketik)(?: (?:just|only|once|again|aja|saja|dulu))?"
    r"|(?:check|test|verify|restart|reload|cek|tes)(?: (?:it|this|that|them))? (?:with|dengan|pakai|pake)):? $",
    re.I,
)
_LONGEST_CALL = 24  # characters before it that may hold the words of `_CALLS`
_NO_PROGRAMS = PROSE_STOPS | word_set(
    "select insert update delete create alter drop explain vacuum pragma begin commit rollback analyze truncate "
    "grant import def class return const let var print await async order group not"
)
_ASKED_ABOUT = lazy(
    r"\b(?:what (?:does|do|is)(?: the)?|difference between|perbedaan(?: antara)?|apa (?:itu|bedanya|arti)|"
    r"beda(?:nya)? (?:antara )?|apa fungsi|explain|jelaskan)\s*$",
    re.I,
)
_TALKED_ABOUT = lazy(
    r"\b(?:the|a|an|like|called|named|such as|seperti|namanya|than|between|antara|of|about|soal|tentang)\s*$", re.I
)
_EXPLAINED = lazy(
    r"\s+(?:(?!harus\b|is\b|was\b|has\b|as\b|this\b|us\b|plus\b|always\b|afterwards\b|perhaps\b|besides\b|twice\b|says\b|"
    r"fails\b|needs\b|works\b)[a-z]{2,}s\b|does\b|"
    r"do\b|will\b|would\b|can\b|only\b|never\b|cuma\b|hanya\b|itu\b|adalah\b|akan\b|artinya\b|berarti\b|mengambil\b|"
    r"men\w+|mem\w+|meng\w+|di\w+kan\b|and `|vs\b|versus\b|itself\b|command\b|is (?:a|an|the|for|like|just|what)\b|"
    r"means\b|doesn't\b|won't\b|buat\b|untuk\b|dan `)"
)
_RUN_TAIL = lazy(r"(?:^|[\s(\"'])(?:" + _RUN_WORDS + r"):?[ \t]+$", re.I)
_FLAGGED_WORD = lazy(r"[a-z][\w.-]*|\.{1,2}/[\w./-]+")
_IS_FLAG = lazy(r"--?[A-Za-z]")
_TOLD = lazy(r"\b(?:run|jalankan)\Z", re.I)
LABEL_WORDS = word_set(
    "command cmd run ran running usage example fix reproduce repro install deploy with perintah terakhir "
    "perintahnya jalankan dijalankan contoh caranya pakai again lagi was is"
)
_LABEL_TAIL = lazy(
    r"(?:^|[\s(])(?:(?:last |next |the |full |exact )?"
    r"(?:command|cmd|run|ran|running|usage|example|fix|reproduce|repro|install|deploy|test with|again|lagi)"
    r"|perintah(?: terakhir|nya)?|jalankan|dijalankan|contoh|caranya|pakai)(?: was| is)?\Z",
    re.I,
)
NAMED_IN_PROSE = (PROGRAMS - WORDS_TOO) | {"make", "go", "sudo"}
# Words for what the reader is to do, no programs: "fix: see docs/setup.md".
_ASKED = (REQUESTS - KNOWN) | word_set("see follow use consult check read look write call")
RUN_WORDS = word_set(_RUN_WORDS.replace("|", " "))


def line_spans(text: str, line: Line, named: list[int], tool_output: bool) -> Iterator[Span]:
    """Yield the commands in one line that is not code; `named`: what `prose_starts` or `told_starts` returned."""
    body = text[line.start : line.end]
    if "`" in body:
        yield from _inline_spans(text, line)
    if tool_output:  # a line holds at most one
        at = bisect_left(named, line.start)
        told = text[named[at] : line.end] if at < len(named) else ""
        if told and looks_like_command(told) and REPORTED.isdisjoint(told.split()):  # "Test run: pytest passed 3"
            yield named[at], line.end
    if tool_output or line.part in ("heading", "table"):
        return
    if "`" not in body:
        whole = body.strip()
        if _is_whole_line(whole, line.part == "indented"):
            yield trimmed(text, line.start, line.end)
            return
    done = 0
    for at in range(bisect_left(named, line.start), len(named)):
        start = named[at]
        if start >= line.end:
            return
        if start < done:
            continue
        done = end = line.start + _prose_end(body, start - line.start)
        value = text[start:end]
        if " " in value and "`" not in value and looks_like_command(value, evidence=True):
            if text[start - 2 : start] == ": ":
                is_command = value.split()[0] not in _ASKED or FLAG.search(value) is not None
            else:
                is_command = _strong_prose(value) or _is_made(text, start, value)
            if is_command:
                yield start, end


def _is_whole_line(whole: str, indented: bool) -> bool:
    """Whether a line is nothing but a command."""
    first = whole.partition(" ")[0]
    if (
        first not in KNOWN
        and not first.startswith(("./", "~/", "/usr/", "/opt/"))
        and not indented
        and not CMDLET.match(whole)
    ):
        return False
    if (whole[-1:] in ".!?," and not whole.endswith((" .", "/.", "/.."))) or len(whole) > 600:
        return False
    if not looks_like_command(whole):
        return False
    if indented:
        return True
    words = whole.split()
    prose = sum(word.lower() in PROSE_STOPS for word in words[1:])
    if (
        first in WORDS_TOO
        and first not in ("cd", "ls")
        and not FLAG.search(whole)
        and not (len(words) < 4 and any("/" in word for word in words))
    ):
        return first in PROGRAMS and words[1] in SUBCOMMANDS and prose == 0 and len(words) < 5
    strong = bool(FLAG.search(whole)) or any("/" in word for word in words) or "|" in words or "&&" in words
    return (prose == 0 and (strong or (len(words) > 1 and words[1] in SUBCOMMANDS and len(words) < 6))) or (
        strong and prose * 6 <= len(words)
    )


def _inline_spans(text: str, line: Line) -> Iterator[Span]:
    """Yield the commands in backticks in a line, but not those it only names, explains or asks about."""
    for match in _INLINE.finditer(text, line.start, line.end):
        body = match[2]
        if " " not in body and body not in KNOWN and not body.startswith("./"):
            continue
        prompt = PROMPT.match(body)
        offset = prompt.end() if prompt else 0
        start, end = trimmed(text, match.start(2) + offset, match.end(2))
        value = text[start:end]
        before = text[max(line.start, match.start() - 60) : match.start()]
        called = _is_called(before, value)
        if not (prompt or called or looks_like_command(value, evidence=True)):
            continue
        asked = bool(_RUN_BEFORE_CODE.search(before))
        if not (prompt or called or asked or looks_like_command(value)):
            continue
        words = value.split()
        if len(words) == 1 and not (asked and _TOLD_TO_RUN.search(before)) and not prompt:
            continue
        if (
            len(words) < 4
            and not asked
            and (_EXPLAINED.match(text, match.end()) or _is_talked_about(before, text[match.end() : match.end() + 12]))
        ):
            continue
        if _ASKED_ABOUT.search(before):
            continue
        yield start, end


def _is_called(before: str, value: str) -> bool:
    """Whether code in backticks calls a program that is in no list: the words before it tell somebody to run it."""
    call = _CALL.fullmatch(value) and value.partition(" ")[0] not in _NO_PROGRAMS
    return bool(call and _CALLS.search(before, max(0, len(before) - _LONGEST_CALL)))


def _is_talked_about(before: str, after: str) -> bool:
    """Whether a command is only talked about: "the `git rebase` docs", "difference between `npm ci` and ..."."""
    return _TALKED_ABOUT.search(before) is not None and not after.startswith("\n")


def prose_starts(text: str, places: Iterable[int]) -> list[int]:
    """Return where commands may begin in running text, ascending: at a program, or a word before a flag, after "run",
    "jalankan" and the like, and behind a label such as "Last command:".

    `places`: offsets of programs after such words, of flags, and of colons after such labels.
    """
    found: set[int] = set()
    for place in places:
        if text[place] == "-":
            start = _flagged_word(text, place)
        elif text[place] == ":":
            labelled = _LABEL_TAIL.search(text, max(0, place - 30), place) and text[place + 2 : place + 3].strip()
            if labelled and text[place + 1] == " ":
                found.add(place + 2)
            continue
        else:
            start = place if text[place : place + 40].partition(" ")[0] in NAMED_IN_PROSE else -1
        if start > 0 and _RUN_TAIL.search(text, max(0, start - 24), start):
            found.add(start)
    return sorted(found)


def told_starts(text: str, places: Iterable[int]) -> list[int]:
    """Return where the commands begin that a tool's output advises to run: "npm notice To update run: npm install".

    Such a command goes on to the end of its line. `places`: as for `prose_starts`.
    """
    return [
        place + 2 for place in places if text.startswith(": ", place) and _TOLD.search(text, max(0, place - 8), place)
    ]


def _flagged_word(text: str, flag: int) -> int:
    """Return where the word before a flag begins; -1 if there is none."""
    end = flag
    while end > 0 and text[end - 1] in " \t":
        end -= 1
    start = max(text.rfind(space, max(0, end - 100), end) for space in " \t\n") + 1
    return start if _FLAGGED_WORD.fullmatch(text, start, end) and _IS_FLAG.match(text, flag) else -1


def _strong_prose(value: str) -> bool:
    """Whether the words of a possible command in prose show that it is one: a flag, a path, a known subcommand."""
    words = value.split()
    if words[0] in ("sudo", "doas") and len(words) > 2:
        return words[1] in KNOWN
    if FLAG.search(value) or any("/" in word or "&&" in word for word in words[1:]):
        return (
            words[0] not in WORDS_TOO
            or words[1] in SUBCOMMANDS
            or words[1].startswith(("-", "/", "~", "."))
            or (len(words) < 5 and bool(re.search(r"\s[-~/.]", value)))
        )
    if words[0] in WORDS_TOO:
        return words[0] in PROGRAMS and words[1] in SUBCOMMANDS and len(words) < 5
    return words[1] in SUBCOMMANDS


def _is_made(text: str, start: int, value: str) -> bool:
    """Whether `value` is a call of make with a target: "just run make lint", "then make all JOBS=4"."""
    words = value.split()
    if words[0] != "make":
        return False
    if any("=" in word for word in words[2:]):
        return True
    return len(words) == 2 and words[1] in SUBCOMMANDS and bool(_TOLD_TO_RUN.search(text, max(0, start - 24), start))


def _prose_end(body: str, start: int) -> int:
    """Return where a command in running prose stops, as an offset into `body`."""
    end = start
    position = start
    quote = ""
    for match in re.finditer(r"\S+", body[start : start + 600]):
        word = match[0]
        if not quote:
            bare = word.lower().rstrip(".,;:!?)")
            if position > start and (bare in PROSE_STOPS or word.startswith("(")):
                break
        position = start + match.end()
        for mark in word:
            if mark in "\"'":
                quote = "" if quote == mark else (quote or (mark if body.count(mark, start) > 1 else ""))
        if not quote and word.strip(".,;:!?)") == "" and word not in (".", ".."):
            break
        end = position
        if (not quote and word[-1] in ",;:!?)") or (
            not quote and word[-1] == "." and word not in (".", "..") and not word.endswith(("/.", "/..", "/..."))
        ):
            end = position - len(word) + len(word.rstrip(".,;:!?)"))
            break
    return end
