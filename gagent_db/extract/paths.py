"""File and directory paths that have a separator: POSIX, home, relative, Windows, UNC, with spaces when quoted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from .items import Item, word_set
from .lazy import lazy
from .shell_lines import PROSE_STOPS

Span = tuple[int, int]

# A token that holds a slash or backslash. The look-behind lets the engine try each token once, and the
# possessive run gives nothing back: linear in the length of the text.
_STOP = r"\s\"'`<>|;,()=:*\u2192\u2018\u2019\u201c\u201d\u2500-\u257f"
_TOKEN = lazy(
    rf"(?<![^{_STOP}])(?:[A-Za-z]:(?=[\\/]))?(?:[^{_STOP}/\\]|\([\w-]+\)(?=/))*+[/\\](?:[^{_STOP}\\]|"
    rf"\\[^\s\"'`<>|;,]|\\ (?=\S)|\([\w-]+\)(?=/)|<[\w.-]{{1,40}}>|\*(?!\*)|\*\*(?=/))*"
)
# What needs no second look: under the home, or under a well-known root, with ordinary names.
_PLAIN = lazy(r"(?:~|\.{1,2}|/([A-Za-z][\w-]*))(?:/[\w@+-][\w.@+-]*)*/[\w@+-]*\.?[\w@+-]*\w")
_MAY_GO_ON = lazy(r"/[A-Z][^/.]*\Z")
_WITH_SEPARATOR = lazy(r"(?<![^ \n])[^ \n/\\]*+[/\\][^ \n]*")
_AROUND = "\"'`<>|;,()=:\u2192\u2018\u2019\u201c\u201d"  # of `_STOP`, what mostly stands around a token
_NOT_ALONE = lazy(rf"[{_STOP}\\]")  # what lies within a word that is not one token as it stands
_QUOTED = lazy(
    r"""(["'`])((?:[A-Za-z]:[\\/]|\\\\|~/|\.{1,2}/|/)[^"'`\n<>|*?]{2,240}"""
    r"""|(?:[\w.-]+/){1,6}[\w-]+(?: (?!and\b|or\b|to\b|dan\b)[\w-]+){1,3}(?:/[\w.-]+)*\.\w{1,5})\1"""
)
_QUOTE_MARKS = ('"', "'", "`")
_QUOTE = lazy("[\"'`]")
_K8S = lazy(
    r"(?:deploy(?:ment)?s?|po(?:ds?)?|svc|services?|sts|statefulsets?|ds|daemonsets?|jobs?|cronjobs?|nodes?|ns|cm|"
    r"configmaps?|"
    r"secrets?|ing(?:ress)?|pvc?|rs)/[a-z0-9][a-z0-9-]*"
)

_ROOTS = word_set(
    "etc tmp var home usr opt srv mnt proc sys root data bin sbin lib lib64 boot media run nix snap Users "
    "Applications Library Volumes System private cores workspace workspaces work app code repo volume1 share "
    "sdcard storage mnt1 dev scratch backup backups nfs net export var-lib projects testbed github builds build"
)
_PLACE_NAMES = word_set(
    "src lib libs docs doc test tests spec specs backend frontend web app apps packages pkg cmd internal scripts "
    "script config configs conf deploy deployment build dist bin assets static public templates include examples "
    "example vendor node_modules migrations schema data tools tool infra ansible terraform k8s charts helm server "
    "client core components pages styles images img fixtures benchmarks bench notebooks plugins modules services api "
    "android ios resources res locale locales i18n Documents Downloads Desktop Pictures Music Videos Dokumen Unduhan "
    "Gambar backup backups logs log tmp uploads media storage crates target site-packages utils hooks"
)
_EXTENSIONS = word_set(
    "py pyi pyx ipynb js jsx ts tsx mjs cjs vue svelte css scss sass less html htm xml xsl svg json jsonl ndjson qmd "
    "rmd typ json5 yaml yml toml ini cfg conf env lock md mdx rst txt tex bib log csv tsv parquet arrow feather xls "
    "xlsx ods odt doc docx ppt pptx pdf epub png jpg jpeg gif webp heic bmp ico tif tiff mp3 mp4 m4a ogg opus wav "
    "flac mov mkv avi webm c h cc cpp cxx hpp hh cs java kt kts scala go rs rb php pl pm lua r jl swift m mm dart ex "
    "exs erl hs ml clj sql sqlite sqlite3 db db3 wal shm bak old orig tmp swp sh bash zsh fish ps1 psm1 bat cmd exe "
    "dll so dylib a o jar war apk aab ipa deb rpm dmg iso img zip tar gz tgz bz2 xz zst 7z rar pem crt cer key pub "
    "csr p12 service timer socket mount target desktop plist pid sock dockerfile tf tfvars hcl proto graphql gql "
    "patch diff rules list sources repo map wasm bin dat pkl npy npz pt pth onnx gguf safetensors ckpt h5 ps eps ai "
    "psd fig sketch blend stl step dwg dxf gpx kml geojson shp ics vcf eml mbox srt vtt ttf otf woff woff2 properties "
    "gradle cmake mk el vim nix traj example sample template tpl j2 jinja hbs ejs erb snap golden out err info rdb "
    "aof dump ovpn cnf ignore gitignore"
)
_NOT_PATHS = lazy(
    r"(?:application|text|image|audio|video|multipart|font|model|message)/[\w.+*-]+"
    r"|(?:and/or|n/a|w/o?|tcp/ip|i/o|a/b|s/he|he/she|him/her|yes/no|y/n|on/off|true/false|ci/cd|and/atau|dan/atau|"
    r"client/server|read/write|input/output"
    r"|km/h|km/jam|kb/s|mb/s|gb/s|m/s|req/s|rp/bulan|ssl/tls|pos/neg|24/7|http/[\d.]+|java\.base/.*)"
    r"|[\d.,%]*[a-z%]{0,4}/(?:s|sec|min|h|hr|hour|day|jam|hari|bulan|bln|tahun|thn|minggu|month|week|mo|year|yr|"
    r"orang|kg|m2|gb|mb|item|user|seat|pcs|unit)\.?"
    r"|[\d.,:x-]+(?:/[\d.,:x-]+)+"
    r"|(?:feature|feat|fix|hotfix|bugfix|release|chore|origin|upstream|refs|heads|remotes|refactor|dependabot|"
    r"renovate|user|wip|perf|revert)/[^.]*(?:\d\.[^.]*)*"
    r"|HK(?:LM|CU|CR|U|CC|EY_[A-Z_]+)\\.*|s/[^/]*/[^/]*(?:/[gimp\d]*)?"
    r"|@[\w.-]+/[\w.-]+|[A-Z][A-Za-z]*/\d+(?:\.\d+)+\S*|\w+(?:/(?-i:[IVXLCDM]+|[\d-]+))+",
    re.I,
)
_BRANCH_PREFIXES = ("origin/", "upstream/", "refs/", "remotes/")
_ROUTE_WORDS = lazy(
    r"\b(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|HTTP|endpoints?|routes?|rute|webhooks?|handlers?|api|slash "
    r"command|location|reverse_proxy|basic_auth|handle)\b"
)
_ROUTE_STARTS = word_set(
    "api v1 v2 v3 v4 auth login logout users user webhook webhooks health healthz readyz livez metrics graphql rest "
    "admin oauth oauth2 search sessions session messages status account accounts orders order products callback"
)
_FILE_COMMANDS = lazy(
    r"(?:^|[\s;&|(`$])(?:cd|ls|ll|cat|less|more|head|tail|cp|mv|rm|mkdir|rmdir|touch|chmod|chown|ln|tar|zip|unzip|"
    r"rsync|scp|find|grep|rg|fd|sed|awk|du|df|tree|stat|file"
    r"|vim?|nano|code|open|source|pytest|ruff|mypy|black|flake8|pylint|python3?|node|bash|sh|sqlite3|diff|patch|wc|"
    r"sort|pushd|eslint|prettier|go (?:test|build|run|vet)"
    r"|git (?:add|rm|mv|diff|restore|blame|clone|-C)|make -C|dir|type|cargo|tsc|jest|vitest|rspec|phpunit|terraform|"
    r"ansible-playbook|stow|shellcheck|hadolint)\b[^\n]*$"
)
_DRIVE_OR_SHARE = lazy(r"[A-Za-z]:|\\\\")
_DRIVE = lazy(r"[A-Za-z]:/")
_VARIABLE = lazy(r"\$\{?[A-Z_]+\}?/|~\w+/")
_BRANCH_BEFORE = lazy(r"\b(?:branch|cabang|ref|tag|checkout|merge|rebase)\s+[`\"']?$")
_PART = lazy(r"[\w.+@~$%{}\[\]()-]*[\w}\])*][\w.+@~$%{}\[\]()*-]*|\*+")
_WINDOWS_DRIVE = lazy(r"[A-Za-z]:\\")
_WINDOWS_VARIABLE = lazy(r"%\w+%\\|\$env:\w+\\|~\\")
_WINDOWS_PART = lazy(r"[\w .+@$%()-]+")
_TRAILING = ".,;:!?)]}>*_~…$"
_PATH_KEY = lazy(r'"(?:[\w]*path|file|filename|file_name|cwd|dir|directory|folder|workdir|root|target_file)"\s*:\s*"$')


def find_paths(
    text: str, taken: Sequence[Span] = (), commands: Sequence[Span] = (), tokens: Iterable[Span] | None = None
) -> list[Item]:
    """Every path in `text`; `taken` are the spans of addresses, `commands` those of command lines, `tokens` those
    of words with a slash or backslash, where they are known."""
    if "/" not in text and "\\" not in text:
        return []
    found: list[Item] = []
    blocked = _Spans(taken)
    inside_command = _Spans(commands)
    quoted = _Spans(())
    words = list(_words(text) if tokens is None else tokens)
    for start, end, value in _quoted(text, words):
        if not blocked.covers(start) and _reads_as_one_path(value):
            found.append(_item(value, start))
            quoted.add((start, end))
    json_like = text.lstrip()[:1] in ("{", "[")
    end = -1
    for raw, start in _tokens(text, _beside(text, words, taken)):
        if start < end or blocked.covers(start) or quoted.covers(start):
            continue
        if _is_plain(raw) and not _GOES_ON.match(text, start + len(raw)):
            end = start + len(raw)
            found.append(_item(raw, start))
            continue
        token = _clean(raw, json_like)
        if len(token) < 2 or _is_cut(text, start + len(raw), raw):
            continue
        if token.startswith(("-I", "-L", "@/", "@.")) and "/" in token[2:4]:
            token, start = token.lstrip("-IL@"), start + len(token) - len(token.lstrip("-IL@"))
        if token[0] == "@" and token[1:2].isalnum():  # curl -F file=@notes/a.txt; else the scope of a package
            if not inside_command.covers(start):
                continue
            token, start = token[1:], start + 1
        if token[:2] in ("a/", "b/") and _in_diff_header(text, start):
            token, start = token[2:], start + 2
        if token.startswith("[") and "]" in token.split("/")[0]:
            cut = token.index("]") + 1
            token, start = token[cut:], start + cut
        if token[:1] in "([{":
            token, start = token[1:], start + 1
        if not _is_path(token, text, start, inside_command):
            continue
        token = _with_spaces(text, start, token, prose=not inside_command.covers(start))
        end = start + len(token)
        found.append(_item(token, start))
    return found


@lru_cache(maxsize=4096)  # the same few paths come again and again
def _is_plain(token: str) -> bool:
    """Whether a token is a path wherever it stands."""
    plain = _PLAIN.fullmatch(token)
    return plain is not None and (plain[1] is None or plain[1] in _ROOTS) and not _MAY_GO_ON.search(token)


def _beside(text: str, words: Iterable[Span], taken: Sequence[Span]) -> Iterator[Span]:
    """The words that have a separator beside an address they hold."""
    spans = iter(sorted(taken))
    left = right = -1
    for start, end in words:
        while right <= start and left < start:
            left, right = next(spans, (len(text), len(text)))
        around = text[start:left] + text[right:end] if left < end else text[start:end]
        if "/" in around or "\\" in around:
            yield start, end


def _quoted(text: str, words: Iterable[Span]) -> Iterator[tuple[int, int, str]]:
    """(start, end, value) of what stands in quotes, may be a path and holds a space; the opening quote and the first
    separator stand in one of `words`."""
    done = 0
    for left, right in words:
        word = text[left:right]
        if '"' in word or "'" in word or "`" in word:
            for mark in _QUOTE.finditer(text, left, right):
                match = _QUOTED.match(text, mark.start()) if mark.start() >= done else None
                if match:
                    done = match.end()
                    if " " in match[2]:
                        yield *match.span(2), match[2]


def _tokens(text: str, words: Iterable[Span]) -> Iterator[tuple[str, int]]:
    """(token, start) of the distinct tokens with a separator in `words`, each read on over escaped spaces."""
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
        seen.add(word)
        token = _bare(word)
        if not _NOT_ALONE.search(token):
            if token is word or token not in seen:
                yield token, start + word.find(token)
                seen.add(token)
        else:
            for match in _TOKEN.finditer(text, start, done):
                if match[0] == word or match[0] not in seen:
                    yield match[0], match.start()
                    seen.add(match[0])


def _bare(word: str) -> str:
    """A word without what stands around a token in prose: quotes, brackets, the number of a line, a full stop behind
    a quote."""
    stopped = word.rstrip(".!?")
    token = (stopped if stopped[-1:] in _QUOTE_MARKS else word).strip(_AROUND)
    before, _, number = token.rpartition(":")
    return before if number.isdecimal() else token


def _words(text: str) -> Iterator[Span]:
    """What stands between spaces and has a separator."""
    for match in _WITH_SEPARATOR.finditer(text):
        yield match.span()


def _item(value: str, start: int) -> Item:
    return Item("path", value, normalize_path(value), start, start + len(value))


def normalize_path(value: str) -> str:
    """Without `./` before it, a trailing separator, doubled backslashes and escaped spaces."""
    plain = value.replace("\\\\", "\\").replace("\\ ", " ")
    return plain.rstrip("/\\").removeprefix("./") or plain


class _Spans:
    """Sorted spans asked in ascending order, so that a whole text costs one pass."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans = sorted(spans)
        self._at = 0

    def add(self, span: Span) -> None:
        self._spans.append(span)

    def covers(self, offset: int) -> bool:
        spans = self._spans
        while self._at < len(spans) and spans[self._at][1] <= offset:
            self._at += 1
        return self._at < len(spans) and spans[self._at][0] <= offset


def _clean(token: str, json_like: bool) -> str:
    """Without punctuation of the sentence, JSON escapes, fragments."""
    if "\\" in token and not _DRIVE_OR_SHARE.match(token) and (json_like or "/" in token):
        token = re.split(r"\\(?! )", token, maxsplit=1)[0]
    if "#" in token[1:]:
        token = token[: token.index("#", 1)]
    while token and token[-1] in _TRAILING:
        if token[-1] in ")]}>" and token.count(token[-1]) <= token.count("([{<"[")]}>".index(token[-1])]):
            break
        if token.endswith(("/..", "/...")) or token in ("..", "./", "../"):
            break
        token = token[:-1]
    return token


def _is_cut(text: str, end: int, token: str) -> bool:
    """Whether only a part of it is known: `~/scan-$(date).log`, `a/b.{x,y}`, `**/test.py`."""
    if token[0] == "/" and text.startswith("**", end - len(token) - 2) and not text.startswith("*", end):
        return True
    return (token.endswith("$") and text.startswith("(", end)) or token.count("{") > token.count("}")


def _in_diff_header(text: str, start: int) -> bool:
    head = text[text.rfind("\n", 0, start) + 1 : start]
    return head.startswith(("diff --git ", "--- ", "+++ ", "index ", "Binary files", "rename "))


def _is_path(token: str, text: str, start: int, inside_command: _Spans) -> bool:
    if "\\" in token and "/" not in token:
        return _is_windows(token)
    if (
        token.startswith("+%")
        or not any(c.isalnum() for c in token)
        or "//" in token[1:]
        or "@{" in token
        or "?" in token
    ):
        return False
    if _DRIVE.match(token):
        return len(token) > 3
    if token.startswith(("~/", "./", "../", "$HOME/", "${HOME}/", "%")) or _VARIABLE.match(token):
        return len(token) > 2
    if token.endswith("$") or token in (
        "release/",
        "feature/",
        "fix/",
        "hotfix/",
        "bugfix/",
        "origin/",
        "upstream/",
        "and/",
        "or/",
    ):
        return False
    parts = [part for part in token.split("/") if part]
    if not parts:
        return False
    known_name = parts[-1].rpartition(".")[2].lower() in _EXTENSIONS and "." in parts[-1][:-1]
    if token.startswith("/"):
        return _is_absolute(parts, known_name, text, start, token, inside_command)
    if _NOT_PATHS.fullmatch(token.rstrip("/")) and not (known_name and not token.startswith(_BRANCH_PREFIXES)):
        return False
    if _BRANCH_BEFORE.search(text[max(0, start - 20) : start]):
        return False
    if known_name or _PATH_KEY.search(text, max(0, start - 40), start):
        return not token.startswith(_BRANCH_PREFIXES)
    if text[start - 1 : start] in ("@",) or token.startswith("-"):
        return False
    if _K8S.fullmatch(token) and "kubectl" in text[text.rfind("\n", 0, start) + 1 : start]:
        return False
    return _is_bare_relative(parts, token, text, start, inside_command)


def _is_absolute(parts: list[str], known_name: bool, text: str, start: int, token: str, inside_command: _Spans) -> bool:
    if parts[0] in _ROOTS:
        if len(parts) == 1 and (text[start - 1 : start] == ":" or inside_command.covers(start) or token.endswith("/")):
            return True
        return len(parts) > 1 or parts[0] not in (
            "data",
            "run",
            "share",
            "build",
            "work",
            "code",
            "app",
            "backup",
            "export",
            "net",
            "dev",
            "system",
            "storage",
            "repo",
            "projects",
        )
    if known_name and not (parts[0] in _ROUTE_STARTS and len(parts) < 3):
        return True
    if len(parts) < 2 or parts[0].lower() in _ROUTE_STARTS or token.endswith("/*"):
        return False
    if any(part[:1] in "{:<" for part in parts):
        return False
    if len(parts[0]) == 1 and len(parts) == 2:
        return False
    return not _ROUTE_WORDS.search(_line(text, start))


def _is_bare_relative(parts: list[str], token: str, text: str, start: int, inside_command: _Spans) -> bool:
    if any(not _PART.fullmatch(part) for part in parts):
        return False
    if parts[0].startswith(".") and len(parts[0]) > 1:
        return True
    if token.endswith("/"):
        return len(parts) > 1 or (len(parts[0]) > 1 and not parts[0].isdigit())
    if any(part.startswith(".") or "*" in part for part in parts):
        return True
    if inside_command.covers(start) or _PATH_KEY.search(text, max(0, start - 40), start):
        head = text[max(text.rfind("\n", 0, start) + 1, start - 200) : start]
        if _FILE_COMMANDS.search(head):
            return True
    if len(parts) > 2:
        return sum(part in _PLACE_NAMES for part in parts) > 0 or (len(parts) > 3 and token.islower())
    return (
        parts[0] in _PLACE_NAMES
        and parts[0]
        not in (
            "api",
            "client",
            "server",
            "log",
            "test",
            "data",
            "media",
            "public",
            "example",
            "core",
            "script",
            "image",
            "img",
            "build",
            "app",
            "web",
            "internal",
            "lib",
            "docs",
        )
    ) or (
        parts[0] in _PLACE_NAMES
        and (
            "_" in parts[1]
            or (parts[0] in ("docs", "lib", "web", "app", "internal") and _quoted_alone(text, start, token))
        )
    )


def _quoted_alone(text: str, start: int, token: str) -> bool:
    return text[start - 1 : start] == "`" and text[start + len(token) : start + len(token) + 1] == "`"


def _is_windows(token: str) -> bool:
    if _WINDOWS_DRIVE.match(token):
        return len(token) > 3
    if token.startswith("\\\\"):
        return bool(re.match(r"\\\\[\w.$-]{2,}\\+[\w.$-]+", token))
    parts = [part for part in token.split("\\") if part]
    if len(parts) < 2:
        return False
    if not (token.startswith((".\\", "..\\")) or _WINDOWS_VARIABLE.match(token)):
        named = "." in parts[-1][1:] and parts[-1].rpartition(".")[2].lower() in _EXTENSIONS
        if not named or not all(_WINDOWS_PART.fullmatch(part) for part in parts):
            return False
    return not _NOT_PATHS.fullmatch(token)


def _line(text: str, offset: int) -> str:
    """At most 160 characters either side of `offset`, on its line."""
    start = max(text.rfind("\n", 0, offset) + 1, offset - 160)
    end = text.find("\n", offset, offset + 160)
    return text[start : end if end >= 0 else offset + 160]


_SPACED_FOLDER = lazy(r" (?:[A-Z0-9][\w.&-]*(?: [A-Z0-9][\w.&-]*){0,2})(?=[/\\])[^\s\"'`<>|;,()]*")
_WINDOWS_FOLDER = lazy(r"(?: [\w.&-]+){1,3}(?=\\)[^\s\"'`<>|;,()]*")
_GOES_ON = lazy(r" (?:(?:19|20)\d\d/|(?:[\w&-]+ ){0,3}[\w&-]+\.[a-z])")  # a plain path may go on after a space
_YEAR_FOLDER = lazy(r" (?:19|20)\d\d(?=/)")
_DOCUMENT = lazy(  # what people name with spaces; program files they do not
    r"(?: [\w&-]+){1,4}\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|csv|txt|jpe?g|png|heic|gif|mp[34]|m4a|ogg|wav|mov|zip)\b"
)
_SPACED_FILE = lazy(r" [\w&-]+(?: [\w&-]+){0,2}\.(\w{1,5})(?=[\s.,;:)\"'`]|$)")


def _with_spaces(text: str, start: int, token: str, *, prose: bool) -> str:
    """An unquoted path that goes on after a space: `/home/ana/Pajak 2025/bukti potong.pdf`.

    In prose more is taken for one: in a command a space parts two arguments.
    """
    windows = token.startswith("\\\\") or token[1:3] == ":\\"
    if not windows and token[:1] not in "/~":
        return token
    joined = False
    while True:
        end = start + len(token)
        last = _last_part(token)
        if not last or "." in last:
            break
        if not (last[:1].isupper() or joined or (prose and _YEAR_FOLDER.match(text, end))):
            break
        folder = (_WINDOWS_FOLDER if windows else _SPACED_FOLDER).match(text, end)
        if not folder:
            break
        token += folder[0].rstrip(_TRAILING)
        joined = True
    name = _last_part(token)
    if name and "." not in name:
        end = start + len(token)
        if joined or (windows and prose):
            file = _SPACED_FILE.match(text, end)
            if file and file[1].lower() in _EXTENSIONS:
                return token + file[0]
        document = _DOCUMENT.match(text, end) if prose else None
        if document and PROSE_STOPS.isdisjoint(document[0].lower().split()):
            return token + document[0]
    return token


def _last_part(path: str) -> str:
    return re.split(r"[/\\]", path)[-1]


def _reads_as_one_path(value: str) -> bool:
    """A quoted string with spaces is one path unless it carries flags, operators or several paths."""
    if re.search(r" -\w| --\w|[;&]| [~/]|[.!?]\s", value):
        return False
    separators = value.count("/") + value.count("\\")
    return separators > 1 or "." in value
