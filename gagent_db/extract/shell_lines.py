"""Recognise shell command lines, and find where a logical line ends (continuations, heredocs, loops, quotes)."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from .items import fold_spaces, word_set
from .lazy import lazy
from .markup import Line
from .shell_words import KNOWN, PROGRAMS, SUBCOMMANDS, WORDS_TOO

Span = tuple[int, int]
PROMPT = lazy(
    r"[ \t]*(?:\[?\d\d:\d\d(?::\d\d)?\]?:? )?(?:PS(?: [A-Za-z]:\\[^>\n]{0,200})?> ?|[A-Za-z]:\\[^>\n]{0,200}> ?"
    r"|(?:\([\w.-]{1,40}\) )?\[?[\w.-]{1,40}@[\w.-]{1,60}[: ][^\s$#%\n]{0,120}\]?[$#%] ?|(?:\([\w.-]{1,40}\) "
    r")?[$❯➜λ] )(?=\S)"
)
_ASSIGNMENTS = lazy(r"(?:(?:export |set |env )?[A-Z_][A-Z0-9_]*=(?:\"[^\"]*\"|'[^']*'|[^\s;&|]*)[ \t]+)*")
_WRAPPERS = lazy(r"(?:(?:sudo|doas|time|nohup|exec|command|env|nice|watch)(?: -[A-Za-z](?: \w+)?)*[ \t]+)+")
CMDLET = lazy(r"(?:\$\w+ = )?(?:[A-Z][a-z]+-[A-Z]\w+)(?=\s|$)")
_PROGRAM = lazy(r"(?:~?/)?[\w@%+.-][\w./@%+-]*")
FLAG = lazy(r"\s(?:--?[A-Za-z][\w-]*|-\d+|/[A-Za-z?]{1,4}(?=\s|$))")
_ARGUMENT = lazy(r"[/~$*=|><&;:@\"']|\.\w|^\d+$|\w-\w|_")
_REPL = lazy(  # prompts that take something other than shell commands
    r"(?:mysql|mariadb|sqlite|duckdb|postgres|psql|redis|mongo\w*|cqlsh|influx|irb|pry|iex|ghci|scala|julia|gdb|lldb|s?ftp)"
    r"[\w.:()=@-]*[#>] "
)
_OPERAND = lazy(r"/|&&|\w\.[a-z]\w{1,4}$|^\d{4}-\d\d-\d\d$")  # of a program in no list: a path, a file, a date
_HEREDOC = lazy(r"<<-?\s*(['\"]?)(\w+)\1")
_OPENERS = lazy(r"\s*(?:.*(?:&&|[;|])\s*)?(?:for|while|until|if|case|select)\b")
_CLOSERS = lazy(r"\b(?:done|fi|esac)\b")
REPORTED = word_set(  # how a run ended: no word of a command
    "passed passes passing failed fails failing succeeded crashed took found reported reports returned exited finished"
)
PROSE_STOPS = REPORTED | word_set("""
    and then to or if before after but when so in on at from into because while since until unless which that
    this it is was are again first too also instead once twice now later here there please thanks should will
    would can could must may might has have had did does as than terus trus lalu dan abis habis kan ya dulu buat
    untuk biar kalau kalo sampai gagal di ke dari sudah udah atau tapi nanti aja saja doang sama deh dong lagi
    supaya karena soalnya yang itu ini sebelum setelah sesudah pas waktu masih bisa juga sih kok lho loh bang
    mas mbak pak bu kemudian jadi baru for a an the my your our by each every against manually successfully
    locally maybe per via with without
""")


# Programs, and subcommands (`_NEED_MORE`), that do nothing without something to work on.
_NEED_OPERAND = word_set(
    "cat head tail less sed awk grep rm cp mv mkdir rmdir touch chmod chown ln find tar unzip scp curl wget kill source"
)
_NEED_MORE = frozenset(
    (program, word)
    for programs, needing in (
        ("pip pip3 pipx apt apt-get apk brew dnf yum pacman gem snap choco scoop winget", "install remove uninstall"),
        ("git", "add checkout clone mv rm switch cherry-pick revert"),
        ("docker podman", "run exec pull push rm cp tag"),
        ("cargo uv poetry", "add remove"),
        ("kubectl", "apply delete describe exec logs"),
        ("systemctl", "start stop restart enable disable"),
    )
    for program in programs.split()
    for word in needing.split()
)
_NO_PROGRAMS = word_set("true false null none def class import return const let var")
_SHELLS = word_set("bash sh zsh pwsh powershell cmd")
# What stands between a shell and its script: options, some with a value, the last of which takes the script.
_BEFORE_SCRIPT = lazy(r"(?:[-/]\w+ (?:\w+ )?)*(?:-[a-z]*c|-[Cc]ommand|/[Cc])")
_PLACEHOLDER = lazy(
    r"(?<![\w<\"'])<[A-Za-z][\w .|/-]{0,40}>(?![\"'])|"
    r"(?<=\s)\[[a-z_]+\.{3}\]|(?<=\s)(?:\.{3}|…)(?=\s|$)|[\"']\.{3}[\"']"
)
# What a shell takes in a word for more than itself; "~", "{}" and "=" stay readable.
_SPECIAL = lazy(r"[\s'\"\\$`;&|<>()*?\[]|\A#|\A\Z")


def is_pattern(value: str) -> bool:
    """Whether a command is only a pattern: it has a placeholder, or lacks what its program works on."""
    if _PLACEHOLDER.search(value):
        return True
    words = [word for word in value.split() if not word.startswith("-")]
    if words and words[0] == "sudo":
        words = words[1:]
    if len(words) == 1:
        return words[0] in _NEED_OPERAND
    return len(words) == 2 and (words[0], words[1]) in _NEED_MORE


def looks_like_command(line: str, evidence: bool = False) -> bool:
    """Whether `line` is a shell command. `evidence` means the surroundings already say so ("run ...")."""
    rest = line.strip()
    if not rest or len(rest) > 4000 or _REPL.match(rest):
        return False
    rest = rest[_ASSIGNMENTS.match(rest).end() :]  # type: ignore[union-attr]
    if CMDLET.match(rest):
        return True
    wrapper = _WRAPPERS.match(rest)
    wrapped = bool(wrapper and wrapper[0].startswith(("sudo", "doas", "nohup")))
    if wrapper:
        rest = rest[wrapper.end() :]
    match = _PROGRAM.match(rest)
    if not match:
        return False
    program = match[0].rstrip(".")
    tail = rest[match.end() :]
    if tail and not tail[0].isspace() and tail[0] not in ";|&<>":
        return False
    args = tail.split()
    if args and (args[0] in ("=", "==", ":=", "+=", "->", "=>", "is") or args[0].startswith(("(", "="))):
        return False
    return _plausible(program, args, tail, wrapped or evidence)


def _plausible(program: str, args: list[str], tail: str, evidence: bool) -> bool:
    """Whether a program with these arguments (`tail` is what they were split from) is a command and not prose."""
    base = program.rpartition("/")[2]
    flagged = bool(FLAG.search(tail))
    if not program:
        return (len(args) == 1 and bool(re.search(r"[/.]", args[0]))) or bool(args and "&&" in args)
    if program.startswith(("./", "../", "~/")) or base.endswith((".sh", ".ps1", ".bat", ".exe", ".cmd")):
        return bool(args) or evidence or program.startswith("./")
    if "/" in program:
        return (base in KNOWN and bool(args)) or flagged or (evidence and bool(args) and program.startswith("/"))
    if program in WORDS_TOO and program != "ls":
        if not args:
            return False
        if args[0] in SUBCOMMANDS and (program in PROGRAMS or (program == "make" and evidence)):
            return len(args) < 5 or flagged or any(_ARGUMENT.search(arg) for arg in args[1:])
        return flagged or (
            any(_ARGUMENT.search(arg.rstrip(".,!?:;")) for arg in args)
            and len(args) < 12
            and args[0].lower() not in PROSE_STOPS
        )
    if program in PROGRAMS:
        if not args:
            return evidence
        return args[0].lower() not in PROSE_STOPS
    if not re.fullmatch(r"[a-z][\w.-]*", program) or program in _NO_PROGRAMS:
        return False
    if flagged:
        return "--" in tail or args[0].startswith("-") or evidence or (len(args) > 1 and args[1].startswith("-"))
    return evidence and bool(args) and ("-" in program or any(_OPERAND.search(arg) for arg in args))


def is_shell_call(words: Sequence[str]) -> bool:
    """Whether a list of words calls a shell whose script is the last one: `["bash", "-lc", "make test"]`."""
    options = " ".join(words[1:-1])
    return bool(words and words[0].rpartition("/")[2] in _SHELLS and _BEFORE_SCRIPT.fullmatch(options))


def as_line(words: Sequence[str]) -> str:
    """Return words as one line, those quoted that a shell would not read as they are."""
    return " ".join(shlex.quote(word) if _SPECIAL.search(word) else word for word in words)


def normalize_command(value: str) -> str:
    """Return a command on one line: continuations joined, spaces folded, the trailing comment of a single line gone."""
    joined = re.sub(r"[ \t]*[\\`]\r?\n[ \t]*", " ", value)
    if "\n" not in joined:
        joined = re.sub(r"\s+#\s.*$", "", joined)
    return fold_spaces(joined)


def logical_end(text: str, lines: list[Line], at: int, lang: str = "") -> int:
    """Return the index of the line on which the command that starts at line `at` ends."""
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
        if (body.endswith("\\") or (backtick and body.endswith(("`", "|"))) or body.endswith(("&&", "||", "|"))) or (
            _open_quote(text[lines[at].start : lines[last].end])
            and any(_has_quote(text, lines[i]) for i in range(last + 1, min(limit, last + 30) + 1))
        ):
            last += 1
        else:
            break
    return last


def _has_quote(text: str, line: Line) -> bool:
    return "'" in text[line.start : line.end] or '"' in text[line.start : line.end]


def _open_quote(body: str) -> bool:
    """Whether a single or double quote is still open at the end of `body`."""
    if len(body) > 4000:
        return False
    plain = re.sub(r"\\.|'[^']*'|\"(?:[^\"\\]|\\.)*+\"", "", body)
    return bool(re.search(r"(?:^|[\s=(])['\"]", plain))


def trimmed(text: str, start: int, end: int) -> Span:
    """Return the span without white space at both ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
