"""Command lines: shell fences, prompts, inline code, tool arguments in JSON, and "just run ..." in prose."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gagent_db.extract.items import Item, fold_spaces
from gagent_db.extract.markup import Line
from gagent_db.extract.shell_words import KNOWN, PROGRAMS, SHELL_LANGS, SUBCOMMANDS, WORDS_TOO

Span = tuple[int, int]

_PROMPT = re.compile(
    r"[ \t]*(?:PS(?: [A-Za-z]:\\[^>\n]{0,200})?> ?|[A-Za-z]:\\[^>\n]{0,200}> ?"
    r"|(?:\([\w.-]{1,40}\) )?\[?[\w.-]{1,40}@[\w.-]{1,60}[: ][^\s$#%\n]{0,120}\]?[$#%] ?|(?:\([\w.-]{1,40}\) )?[$❯➜λ] )(?=\S)"
)
_CI_STEP = re.compile(r"(?:Run |\[command\]|Running: |Executing: |\$> )(?=[\w./~])")
_ROOT_PROMPT = re.compile(r"[ \t]*[#%] (?=[\w./~])")
_TRACE = re.compile(r"\++ (?=[\w./~])")
_PROMPT_MARKS = ("$", "PS", "@", ":\\", "❯", "➜", "λ", "# ", "% ", "+ ", "Run ", "[command]")
_ASSIGNMENTS = re.compile(r"(?:(?:export |set |env )?[A-Z_][A-Z0-9_]*=(?:\"[^\"]*\"|'[^']*'|[^\s;&|]*)[ \t]+)*")
_WRAPPERS = re.compile(r"(?:(?:sudo|doas|time|nohup|exec|command|env|nice|watch)(?: -[A-Za-z](?: \w+)?)*[ \t]+)+")
_CMDLET = re.compile(r"(?:\$\w+ = )?(?:[A-Z][a-z]+-[A-Z]\w+)(?=\s|$)")
_PROGRAM = re.compile(r"(?:\./|\.\./|~/|/)?[\w@%+.-][\w./@%+-]*|\.(?= )|\[\[?(?= )|&(?= )")
_FLAG = re.compile(r"(?:^|\s)(?:--?[A-Za-z][\w-]*|-\d+|/[A-Za-z?]{1,4}(?=\s|$))")
_ARGUMENT = re.compile(r"[/~$*=|><&;:@\"']|\.\w|^\d+$|\w-\w|_")
_HEREDOC = re.compile(r"<<-?\s*(['\"]?)(\w+)\1")
_OPENERS = re.compile(r"^\s*(?:for|while|until|if|case|select)\b")
_CLOSERS = re.compile(r"\b(?:done|fi|esac)\b")
_SCRIPT_KEYWORDS = frozenset("for while until if case".split())
_JSON_COMMAND = re.compile(
    r'"(?:command|cmd|shell_command|shell|bash|script|commandline|command_line|run)"\s*:\s*(?:"((?:[^"\\]|\\.)*+)"|\[((?:\s*"(?:[^"\\]|\\.)*+"\s*,?)+)\])'
)
_INLINE = re.compile(r"(?<!`)(`{1,2})(?!`)([^`\n]{2,600})\1(?!`)")
_RUN_WORDS = (
    "run|runs|running|ran|rerun|re-run|execute|executing|executed|try|type|typed|typing|enter|invoke|use|using|via|with|do|did|call|"
    "jalankan|jalanin|jalanken|jalanin aja|menjalankan|dijalankan|ketik|ketikkan|eksekusi|coba|cobain|pakai|pake|tinggal|lewat|perintah|command|"
    "then|terus|trus|lalu|habis itu|abis itu|kemudian|and|dan|or|atau|just|cukup|simply|first|with a|a quick|by|dengan|please|tolong|was|is|adalah|yaitu|need|kasih|bikin"
)
_RUN_BEFORE_CODE = re.compile(
    r"\b(?:run|runs|running|ran|rerun|re-run|execute|executed|try|type|enter|invoke|use|using|via|with|jalankan|jalanin|menjalankan|ketik|eksekusi|coba|cobain|pakai|pake|tinggal|lewat|"
    r"cukup|then|terus|lalu|and|dan|or|atau|by|dengan|after|setelah|before|sebelum|do|did|was|command|perintah|step|just|is|langkah|tadi|you can|bisa|kemudian|cek|check|test|verify|restart)(?: (?:it|a|the|this|that|just|once|again|dulu|saja|aja|manual|ulang|either|also|with|dengan|pakai|as))*:?\s*\(?[\"']?$",
    re.I,
)
_EXPLAINED = re.compile(
    r"\s+(?:(?!is\b|was\b|has\b|as\b|this\b|us\b|plus\b|always\b|says\b|fails\b|needs\b|works\b)[a-z]{2,}s\b|does\b|do\b|will\b|would\b|can\b|only\b|never\b|cuma\b|hanya\b|itu\b|adalah\b|akan\b|artinya\b|berarti\b|mengambil\b|"
    r"men\w+|mem\w+|meng\w+|di\w+kan\b|and `|vs\b|versus\b|itself\b|command\b|is (?:a|an|the|for|like|just|what)\b|means\b|doesn't\b|won't\b|buat\b|untuk\b|dan `)"
)
_PROSE_RUN = re.compile(r"\b(?:" + _RUN_WORDS + r"):?[ \t]+(?=[a-z~./\d])", re.I)
_LABEL_RUN = re.compile(
    r"(?:^|[\s(])(?:(?:last |next |the |full |exact )?(?:command|cmd|run|ran|running|usage|example|fix|reproduce|repro|install|deploy|test with)|perintah(?: terakhir|nya)?|jalankan|dijalankan|contoh|caranya|pakai)"
    r"(?: was| is)?:[ \t]+(?=[\w./~$])",
    re.I,
)
_PROSE_STOPS = frozenset(
    """
    and then to or if before after but when so in on at from into because while since until unless which that this it is was are again first too also instead
    once twice now later here there please thanks should will would can could must may might has have had did does as than
    terus trus lalu dan abis habis kan ya dulu buat untuk biar kalau kalo sampai gagal di ke dari sudah udah atau tapi nanti aja saja deh dong lagi supaya
    karena soalnya yang itu ini sebelum setelah sesudah pas waktu masih bisa juga sih kok lho loh bang mas mbak pak bu kemudian jadi baru for a an the my your our
    by each every against manually successfully locally maybe per via with without
    """.split()
)
_ARG_AFTER_PREPOSITION = re.compile(r"^(?:-|[~/.])")


def looks_like_command(line: str, evidence: bool = False) -> bool:
    """Whether `line` is a shell command. `evidence` means the surroundings already say so ("run ...")."""
    rest = line.strip()
    if not rest or len(rest) > 4000 or rest[0] in "\"'<>{}|,;=*?!)]":
        return False
    rest = rest[_ASSIGNMENTS.match(rest).end() :]  # type: ignore[union-attr]
    if _CMDLET.match(rest):
        return True
    wrapper = _WRAPPERS.match(rest)
    wrapped = bool(wrapper and wrapper[0].startswith(("sudo", "doas", "nohup")))
    if wrapper:
        rest = rest[wrapper.end() :]
    match = _PROGRAM.match(rest)
    if not match or match[0].endswith((":", ",")):
        return False
    program = match[0].rstrip(".")
    tail = rest[match.end() :]
    if tail and not tail[0].isspace() and tail[0] not in ";|&<>":
        return False
    args = tail.split()
    if args and (args[0] in ("=", "==", ":=", "+=", "->", "=>", "is") or args[0].startswith(("(", "="))):
        return False
    if args and args[-1] in ("?", "…", "..."):
        args = args[:-1]
    return _plausible(program, args, tail, wrapped or evidence)


def _plausible(program: str, args: list[str], tail: str, evidence: bool) -> bool:
    base = program.rpartition("/")[2] or program
    flagged = bool(_FLAG.search(tail))
    if program in ("", "."):
        return len(args) == 1 and bool(re.search(r"[/.]", args[0])) or bool(args and "&&" in args)
    if program.startswith(("./", "../", "~/")) or base.endswith((".sh", ".ps1", ".bat", ".exe", ".cmd")):
        return bool(args) or evidence or program.startswith("./")
    if "/" in program:
        return (base in KNOWN and bool(args)) or flagged or (evidence and bool(args) and program.startswith("/"))
    if program in WORDS_TOO and program not in ("ls",):
        if not args:
            return False
        if args[0] in SUBCOMMANDS and program in PROGRAMS:
            return len(args) < 5 or flagged or any(_ARGUMENT.search(arg) for arg in args[1:])
        return (
            flagged
            or any(_ARGUMENT.search(arg.rstrip(".,!?:;")) for arg in args)
            and len(args) < 12
            and args[0].lower() not in _PROSE_STOPS
        )
    if program in PROGRAMS:
        if not args:
            return evidence
        return flagged or args[0].lower() not in _PROSE_STOPS
    if not re.fullmatch(r"[a-z][\w.-]*", program) or program in (
        "true",
        "false",
        "null",
        "none",
        "def",
        "class",
        "import",
        "return",
        "const",
        "let",
        "var",
    ):
        return False
    if flagged and args:
        return "--" in tail or args[0].startswith("-") or evidence or (len(args) > 1 and args[1].startswith("-"))
    return evidence and bool(args) and ("-" in program or any("/" in arg or "&&" in arg for arg in args))


def find_commands(text: str, lines: list[Line], tool_output: bool) -> list[Item]:
    """Every command line in `text`; `lines` are those of `markup.read_lines`."""
    spans: list[Span] = []
    found: list[Item] = []
    for start, end in _all_spans(text, lines, tool_output):
        if any(start < right and left < end for left, right in spans[-40:]):
            continue
        spans.append((start, end))
        value = text[start:end]
        found.append(Item("command", value, normalize_command(value), start, end))
    found.extend(_json_commands(text))
    found.sort(key=lambda item: item.start)
    return found


def normalize_command(value: str) -> str:
    """On one line: continuations joined, spaces folded, the prompt and a trailing comment dropped."""
    joined = re.sub(r"[ \t]*[\\`]\r?\n[ \t]*", " ", value)
    if "\n" not in joined:
        joined = re.sub(r"\s+#\s.*$", "", joined)
    return fold_spaces(joined)


def _all_spans(text: str, lines: list[Line], tool_output: bool) -> Iterator[Span]:
    prompts = any(mark in text for mark in _PROMPT_MARKS)
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.part == "code":
            last = at
            while last + 1 < len(lines) and lines[last + 1].part == "code" and lines[last + 1].block == line.block:
                last += 1
            yield from _fence_spans(text, lines[at : last + 1], tool_output)
            at = last + 1
            continue
        if prompts and (taken := _prompt_line(text, lines, at, tool_output)):
            span, at = taken
            if span:
                yield span
            continue
        announced = at > 0 and text[lines[at - 1].start : lines[at - 1].end].rstrip().endswith(":")
        yield from _line_spans(text, line, tool_output and not (announced and line.indent))
        at += 1


def _fence_spans(text: str, lines: list[Line], tool_output: bool) -> Iterator[Span]:
    lang = lines[0].lang
    if lang and lang not in SHELL_LANGS and lang not in ("text", "txt", "plain", "plaintext", "output", "log"):
        return
    bodies = [text[line.start : line.end] for line in lines]
    if bodies[0].lstrip().startswith("#!"):
        return
    prompted = any(_PROMPT.match(body) for body in bodies) or (
        lang in ("console", "terminal", "shell-session", "shellsession", "sh-session", "bashsession", "")
        and any(_root_prompt(body) for body in bodies)
    )
    strict = lang not in SHELL_LANGS
    if strict and not prompted and not looks_like_command(bodies[0]) and not bodies[0].lstrip().startswith("#"):
        return
    at = 0
    while at < len(lines):
        if prompted:
            taken = _prompt_line(text, lines, at, True)
            if taken:
                span, at = taken
                if span:
                    yield span
                continue
            at += 1
            continue
        body = bodies[at].strip()
        if not body or body.startswith(("#", "REM ", "rem ", "::", "//", "<#")) and not body.startswith("#!"):
            at += 1
            continue
        last = _logical_end(text, lines, at, lang)
        start, end = _trimmed(text, lines[at].start, lines[last].end)
        if not strict or looks_like_command(text[start:end]):
            if re.search(r"\w", text[start:end]) and not re.fullmatch(r"[.\s…]+|<.*>", text[start:end]):
                yield start, end
        at = last + 1


def _root_prompt(body: str) -> bool:
    """Whether a line is a command after the prompt of the superuser, not a comment or a heading."""
    match = _ROOT_PROMPT.match(body)
    if not match:
        return False
    rest = body[match.end() :]
    return looks_like_command(rest) and bool(_FLAG.search(rest) or rest.split()[0] in PROGRAMS - WORDS_TOO)


def _logical_end(text: str, lines: list[Line], at: int, lang: str = "") -> int:
    """Index of the line on which the command that starts at line `at` ends."""
    last = at
    limit = min(len(lines) - 1, at + 400)
    first = text[lines[at].start : lines[at].end]
    heredoc = _HEREDOC.search(first)
    if heredoc:
        for ahead in range(at + 1, limit + 1):
            if text[lines[ahead].start : lines[ahead].end].strip() == heredoc[2]:
                return ahead
    if _OPENERS.match(first):
        depth = 0
        for ahead in range(at, limit + 1):
            body = text[lines[ahead].start : lines[ahead].end]
            depth += len(
                re.findall(r"(?:^|[;&|]\s*|\bdo\s+|\bthen\s+)(?:for|while|until|if|case)\b", body.strip())
            ) - len(_CLOSERS.findall(body))
            if depth <= 0:
                return ahead
        return at
    backtick = lang.startswith(("p", "posh"))
    while last < limit:
        body = text[lines[last].start : lines[last].end].rstrip()
        if (
            body.endswith("\\")
            or (backtick and body.endswith(("`", "|")))
            or (body.endswith(("&&", "||", "|")) and lang != "cmd")
        ):
            last += 1
        elif _open_quote(text[lines[at].start : lines[last].end]) and any(
            _closes(text, lines[i]) for i in range(last + 1, min(limit, last + 30) + 1)
        ):
            last += 1
        else:
            break
    return last


def _closes(text: str, line: Line) -> bool:
    return "'" in text[line.start : line.end] or '"' in text[line.start : line.end]


def _open_quote(body: str) -> bool:
    """Whether a single or double quote is still open at the end of `body`."""
    if len(body) > 4000:
        return False
    plain = re.sub(r"\\.|'[^']*'|\"(?:[^\"\\]|\\.)*+\"", "", body)
    return bool(re.search(r"(?:^|[\s=(])['\"]", plain))


def _prompt_line(text: str, lines: list[Line], at: int, tool_output: bool) -> tuple[Span | None, int] | None:
    line = lines[at]
    raw_start = text.rfind("\n", 0, line.start) + 1
    raw = text[raw_start : line.end]
    match = _PROMPT.match(raw)
    if match:
        if raw.lstrip().startswith("$ ") and re.match(r"[\d.,]+(?:\s|$)", raw[match.end() :]):
            return None
    else:
        if not tool_output and line.part not in ("code", "indented"):
            return None
        match = ((_TRACE.match(raw) or _CI_STEP.match(raw)) if tool_output else None) or _ROOT_PROMPT.match(raw)
        if not match:
            return None
        rest = raw[match.end() :]
        if not looks_like_command(rest) or (raw.lstrip()[0] == "#" and not _root_prompt(raw)):
            return None
    last = _logical_end(text, lines, at)
    while last > at and _PROMPT.match(text[text.rfind("\n", 0, lines[last].start) + 1 : lines[last].end]):
        last -= 1
    start, end = _trimmed(text, raw_start + match.end(), lines[last].end)
    if start >= end or (text[start] == "#"):
        return None, last + 1
    return (start, end), last + 1


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


_LINE_GATE = re.compile(r"[ \t](?:-|\S*[/.=])|[ \t]\S+[ \t]*$")


def _line_spans(text: str, line: Line, tool_output: bool) -> Iterator[Span]:
    body = text[line.start : line.end]
    if "`" in body:
        yield from _inline_spans(text, line)
    if tool_output:
        return
    if line.part in ("heading", "table"):
        return
    whole = body.strip()
    if line.part == "indented" or "`" not in whole:
        start, end = _trimmed(text, line.start, line.end)
        if _is_whole_line(whole, line.part == "indented"):
            yield start, end
            return
    if " " in whole:
        yield from _prose_spans(text, line)


def _is_whole_line(whole: str, indented: bool) -> bool:
    """A line that is nothing but a command."""
    first = whole.split(None, 1)[0] if whole else ""
    if (
        first not in KNOWN
        and not first.startswith(("./", "~/", "/usr/", "/opt/"))
        and not indented
        and not _CMDLET.match(whole)
    ):
        return False
    if whole[-1:] in ".!?," and not whole.endswith((" .", "/.", "/..")) or len(whole) > 600:
        return False
    if not looks_like_command(whole):
        return False
    if indented:
        return True
    words = whole.split()
    prose = sum(word.lower() in _PROSE_STOPS for word in words[1:])
    if (
        first in WORDS_TOO
        and first not in ("cd", "ls")
        and not _FLAG.search(whole)
        and not (len(words) < 4 and any("/" in word for word in words))
    ):
        return first in PROGRAMS and len(words) > 1 and words[1] in SUBCOMMANDS and prose == 0 and len(words) < 5
    strong = bool(_FLAG.search(whole)) or any("/" in word for word in words) or "|" in words or "&&" in words
    return (
        prose == 0
        and (strong or len(words) > 1 and words[1] in SUBCOMMANDS and len(words) < 6)
        or strong
        and prose * 6 <= len(words)
    )


def _inline_spans(text: str, line: Line) -> Iterator[Span]:
    for match in _INLINE.finditer(text, line.start, line.end):
        body = match[2]
        if len(body) < 3 or body[0] in "/:" and " " not in body:
            continue
        prompt = _PROMPT.match(body)
        offset = prompt.end() if prompt else 0
        start, end = _trimmed(text, match.start(2) + offset, match.end(2))
        value = text[start:end]
        before = text[max(line.start, match.start() - 60) : match.start()]
        asked = bool(_RUN_BEFORE_CODE.search(before))
        if not looks_like_command(value, asked) and not prompt:
            continue
        words = value.split()
        if (
            len(words) == 1
            and not (
                asked
                and re.search(
                    r"\b(?:run|runs|ran|rerun|re-run|type|execute|jalankan|jalanin|ketik)\b[^.]{0,12}$", before, re.I
                )
            )
            and not prompt
        ):
            continue
        if (
            len(words) < 4
            and not asked
            and (_EXPLAINED.match(text, match.end()) or _named(before, text[match.end() : match.end() + 12]))
        ):
            continue
        if re.search(
            r"\b(?:what (?:does|do|is)|difference between|apa (?:itu|bedanya|arti)|beda(?:nya)? (?:antara )?|apa fungsi|explain|jelaskan)\b[^.?]{0,40}$",
            before,
            re.I,
        ):
            continue
        yield start, end


def _named(before: str, after: str) -> bool:
    """A command that is only talked about: "the `git rebase` docs", "`npm ci` and `npm install` differ"."""
    return bool(
        re.search(
            r"\b(?:the|a|an|like|called|named|such as|seperti|namanya|than|between|antara|of|about|soal|tentang)\s*$",
            before,
            re.I,
        )
    ) and not after.startswith("\n")


def _prose_spans(text: str, line: Line) -> Iterator[Span]:
    body = text[line.start : line.end]
    for pattern in (_LABEL_RUN, _PROSE_RUN):
        for match in pattern.finditer(body):
            start = match.end()
            label = pattern is _LABEL_RUN
            word = re.match(r"[\w./~+-]+", body[start : start + 80])
            if not word or (
                word[0] not in KNOWN
                and not label
                and not word[0].startswith(("./", "~/"))
                and not re.match(r"[A-Za-z][\w.-]* (?:--\w|-\w\b)", body[start : start + 80])
            ):
                continue
            end = _prose_end(body, start)
            value = body[start:end]
            if word[0] in WORDS_TOO and word[0] not in PROGRAMS and not _FLAG.search(value):
                continue
            if len(value.split()) < 2 or value.count("`"):
                continue
            if label or _strong_prose(value):
                if looks_like_command(value, evidence=True):
                    yield line.start + start, line.start + end


def _strong_prose(value: str) -> bool:
    words = value.split()
    if _FLAG.search(value) or any("/" in word or "&&" in word for word in words[1:]):
        return (
            words[0] not in WORDS_TOO
            or words[1] in SUBCOMMANDS
            or words[1].startswith(("-", "/", "~", "."))
            or len(words) < 5
            and bool(re.search(r"\s[-~/.]", value))
        )
    if words[0] in WORDS_TOO:
        return words[0] in PROGRAMS and words[1] in SUBCOMMANDS and len(words) < 5
    return words[1] in SUBCOMMANDS


def _prose_end(body: str, start: int) -> int:
    """Where a command quoted in running prose stops."""
    end = start
    position = start
    quote = ""
    for match in re.finditer(r"\S+", body[start : start + 600]):
        word = match[0]
        if not quote:
            bare = word.lower().rstrip(".,;:!?)")
            if position > start and (bare in _PROSE_STOPS or word.startswith("(")):
                break
        position = start + match.end()
        for mark in word:
            if mark in "\"'":
                quote = "" if quote == mark else (quote or (mark if body.count(mark, start) > 1 else ""))
        end = position
        if (
            not quote
            and word[-1] in ",;:!?)"
            or (not quote and word[-1] == "." and word not in (".", "..") and not word.endswith(("/.", "/..", "/...")))
        ):
            end = position - len(word) + len(word.rstrip(".,;:!?)"))
            break
    return end


def _json_commands(text: str) -> Iterator[Item]:
    """Commands in the arguments of a tool call that stands in the text as JSON."""
    if '":' not in text and '" :' not in text:
        return
    for match in _JSON_COMMAND.finditer(text):
        if match[2] is not None:
            words = re.findall(r'"((?:[^"\\]|\\.)*+)"', match[2])
            shell = len(words) > 2 and words[0].rpartition("/")[2] in ("bash", "sh", "zsh", "pwsh", "powershell", "cmd")
            raw = words[-1] if shell else " ".join(words)
            start = match.start(2) + (match[2].rfind('"' + raw + '"') + 1 if shell else 0)
            if not shell:
                value = _decode(raw)
                yield Item("command", value, normalize_command(value), match.start(2), match.end(2))
                continue
        else:
            raw, start = match[1], match.start(1)
        for left, right in _json_lines(raw):
            value = _decode(raw[left:right])
            if value.strip() and not value.lstrip().startswith("#"):
                yield Item("command", value, normalize_command(value), start + left, start + right)


def _json_lines(raw: str) -> Iterator[Span]:
    """Logical command lines inside a JSON string, where a newline is written `\\n`."""
    at = 0
    pieces: list[Span] = []
    for match in re.finditer(r"\\n|\\.", raw):
        if match[0] == "\\n":
            pieces.append((at, match.start()))
            at = match.end()
    pieces.append((at, len(raw)))
    decoded = "\n".join(_decode(raw[left:right]) for left, right in pieces)
    offset = 0
    lines = []
    for left, right in pieces:
        size = len(_decode(raw[left:right]))
        lines.append(Line("code", offset, offset + size))
        offset += size + 1
    index = 0
    while index < len(lines):
        last = _logical_end(decoded, lines, index)
        left, right = pieces[index][0], pieces[last][1]
        while left < right and raw[left] == " ":
            left += 1
        while right > left and raw[right - 1] == " ":
            right -= 1
        if right > left:
            yield left, right
        index = last + 1


def _decode(raw: str) -> str:
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t", "r": ""}.get(match[1], match[1]), raw)


def command_lines(script: str) -> list[str]:
    """The logical lines of a shell script given to a tool, without comments and blank lines."""
    lines: list[Line] = []
    start = 0
    for raw in script.split("\n"):
        lines.append(Line("code", start, start + len(raw)))
        start += len(raw) + 1
    found: list[str] = []
    at = 0
    while at < len(lines):
        last = _logical_end(script, lines, at)
        value = script[lines[at].start : lines[last].end].strip()
        if value and not value.startswith("#"):
            found.append(value)
        at = last + 1
    return found
