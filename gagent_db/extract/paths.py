"""Find file and directory paths that have a separator: POSIX, home, relative, Windows, UNC; with spaces if quoted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from .items import Item, word_set
from .lazy import lazy
from .path_tokens import TRAILING, Span, beside, quoted, tokens, with_spaces, words_with_separator

# Plainly a path: under the home directory, relative, or under a well-known root, with ordinary names.
_PLAIN = lazy(r"(?:~|\.{1,2}|/([A-Za-z][\w-]*))(?:/[\w@+-][\w.@+-]*)*/[\w@+-]*\.?[\w@+-]*\w")
_MAY_GO_ON = lazy(r"/[A-Z][^/.]*\Z")
_GOES_ON = lazy(r" (?:(?:19|20)\d\d/|(?:[\w&-]+ ){0,3}[\w&-]+\.[a-z])")  # a plain path may go on after a space
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
    "Gambar backup backups logs log output tmp uploads media storage crates target site-packages utils hooks"
)
_EXTENSIONS = word_set(
    "py pyi pyx ipynb js jsx ts tsx mjs cjs vue svelte css scss sass less html htm xml xsl svg json jsonl ndjson qmd "
    "rmd typ json5 yaml yml toml ini cfg conf env lock md mdx rst txt tex bib log csv tsv parquet arrow feather xls "
    "xlsx ods odt doc docx ppt pptx pdf epub png jpg jpeg gif webp heic bmp ico tif tiff mp3 mp4 m4a ogg opus wav "
    "flac mov mkv avi webm c h cc cpp cxx hpp hh cs java kt kts scala go rs rb php pl pm lua r jl swift m mm dart ex "
    "exs erl hs ml clj sql sqlite sqlite3 db db3 wal shm bak old orig tmp swp sh bash zsh fish ps1 psm1 bat cmd exe "
    "dll so dylib a o jar war apk aab ipa deb rpm dmg iso img zip tar gz tgz bz2 xz zst 7z rar pem crt cer key pub "
    "csr p12 service timer socket mount target desktop plist pid sock dockerfile tf tfvars hcl proto graphql gql rds "
    "rda patch diff rules list sources repo map wasm bin dat pkl npy npz pt pth onnx gguf safetensors ckpt h5 ps eps "
    "ai psd fig sketch blend stl step dwg dxf gpx kml geojson shp ics vcf eml mbox srt vtt ttf otf woff woff2 "
    "properties gradle cmake mk el vim nix traj example sample template tpl j2 jinja hbs ejs erb snap golden out err "
    "info rdb aof dump ovpn cnf ignore gitignore"
)
_VAGUE_ROOTS = word_set("data run share build work code app backup export net dev system storage repo projects")
_VAGUE_PLACES = word_set(
    "api client server log test data media public example core script image img build app web internal lib docs"
)
_NOT_PATHS = lazy(
    r"(?:application|text|image|audio|video|multipart|font|model|message)/[\w.+*-]+"
    r"|(?:and/or|n/a|w/o?|tcp/ip|i/o|a/b|s/he|he/she|him/her|yes/no|y/n|on/off|true/false|ci/cd|and/atau|dan/atau|"
    r"client/server|read/write|input/output"
    r"|%s/.*"  # of an editor
    r"|km/h|km/jam|kb/s|mb/s|gb/s|m/s|req/s|rp/bulan|ssl/tls|pos/neg|24/7|http/[\d.]+|java\.base/.*)"
    r"|[\d.,%]*[a-z%]{0,4}/(?:s|sec|min|h|hr|hour|day|jam|hari|bulan|bln|tahun|thn|minggu|month|week|mo|year|yr|"
    r"orang|kg|m2|gb|mb|item|user|seat|pcs|unit)\.?"
    r"|[\d.,:x-]+(?:/[\d.,:x-]+)+"
    r"|(?:feature|feat|fix|hotfix|bugfix|release|chore|origin|upstream|refs|heads|remotes|refactor|dependabot|"
    r"renovate|user|wip|perf|revert)/[^.]*(?:\d\.[^.]*)*"
    r"|s/[^/]*/[^/]*(?:/[gimp\d]*)?"
    r"|[A-Z][A-Za-z]*/\d+(?:\.\d+)+\S*|\w+(?:/(?-i:[IVXLCDM]+|[\d-]+))+",
    re.I,
)
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
_HOME = lazy(r"(?:~\w*/|\.{1,2}/|\$\{?[A-Z_]+\}?/|[A-Za-z]:/|%\w+%/).+")
_OPTION = lazy(r"-[IL](?=[./~\w])")  # of a compiler
_SCOPED = lazy(r"@\w")  # a package of npm
_GIT = lazy(r".*\b(?:git|gh|glab|hub|docker|podman|kubectl|npm|npx|brew)\b")  # their other arguments have slashes too
_BRANCH_BEFORE = lazy(r"\b(?:branch|cabang|ref|tag|checkout|merge|rebase)\s+[`\"']?$")
_PART = lazy(r"(?!-)[\w.+@~$%{}\[\]()-]*[\w}\])*][\w.+@~$%{}\[\]()*-]*|\*+")
_WINDOWS_DRIVE = lazy(r"[A-Za-z]:\\")
_WINDOWS_START = lazy(r"\.{1,2}\\|%\w+%\\|\$env:\w+\\|~\\")
_SHARE = lazy(r"\\\\[\w.$-]{2,}\\+[\w.$-]+")
_DOCKER = lazy(r"\b(?:WORKDIR|VOLUME) $")
_MOUNTED = lazy(r"(?:(?:-v |--volume[ =])[\"']?[^\s\"':]+|[\s\"'][.~/$][^\s\"':]*):$")  # into a container
_NAMED = lazy(r"[\w-]+\.[a-z][a-z0-9]{1,4}")
_RANGE = lazy(r"\w\.{2,3}\w")  # of commits
_NODES_OWN = lazy(r"\bnode:$")  # a module, no file
_JSON = lazy(r"\s*[{\[]\s*[\"{\[\]}]")
_JSON_SPACE = lazy(r"(?<!\\)((?:\\\\)*)\\[nrt]")
_PATH_KEY = lazy(r'"(?:[\w]*path|file|filename|file_name|cwd|dir|directory|folder|workdir|root|target_file)"\s*:\s*"$')


def find_paths(
    text: str, taken: Sequence[Span], commands: Sequence[Span], words: Iterable[Span] | None = None
) -> list[Item]:
    """Return every path in `text`. `taken`: spans of addresses; `commands`: spans of command lines; `words`: spans of
    words with a slash or backslash, if they are known."""
    if "/" not in text and "\\" not in text:
        return []
    found: list[Item] = []
    blocked, command, done = _Spans(taken), _Spans(commands), _Spans(())
    words = list(words_with_separator(text) if words is None else words)
    for path, start in quoted(text, words):
        if not blocked.covers(start):
            found.append(_item(path, start))
            done.add((start, start + len(path)))
    is_json = text.lstrip()[:1] in ("{", "[")
    if "\\" in text and _JSON.match(text):
        text = _JSON_SPACE.sub(r"\1  ", text)
    end = -1
    for token, start in tokens(text, beside(text, words, taken)):
        if start < end or blocked.covers(start) or done.covers(start):
            continue
        if not _is_plain(token) or _GOES_ON.match(text, start + len(token)):
            in_command = command.covers(start)
            path = _unwrapped(token, text, start, is_json, in_command)
            start += token.find(path)
            if not _is_path(path, text, start, in_command):
                continue
            token = with_spaces(text, start, path, prose=not in_command)
        end = start + len(token)
        found.append(_item(token, start))
    return found


@lru_cache(maxsize=4096)  # the same few paths come again and again
def _is_plain(token: str) -> bool:
    """Whether a token is a path in any surroundings."""
    plain = _PLAIN.fullmatch(token)
    return plain is not None and (plain[1] is None or plain[1] in _ROOTS) and not _MAY_GO_ON.search(token)


def _item(value: str, start: int) -> Item:
    return Item("path", value, normalize_path(value), start, start + len(value))


def normalize_path(value: str) -> str:
    """Return a path without leading `./`, trailing separator, doubled backslashes and escaped spaces."""
    plain = value.replace("\\\\", "\\").replace("\\ ", " ")
    return plain.rstrip("/\\").removeprefix("./") or plain


class _Spans:
    """Sorted spans that are asked about in ascending order, so that a whole text costs one pass."""

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


def _unwrapped(token: str, text: str, start: int, is_json: bool, in_command: bool) -> str:
    """Return the part of a token that may be a path, without what a sentence, JSON, a diff or an option puts around it;
    "" if only a part of the path is known."""
    path = _without_end(token, is_json)
    if _is_cut(text, start + len(token), token):
        return ""
    if path[:2] in ("a/", "b/") and _in_diff_header(text, start):
        return path[2:]
    if path.startswith("[") and "]" in path.split("/")[0]:
        path = path[path.index("]") + 1 :]
    if path[:1] == "@" and in_command:  # curl -F file=@notes/a.txt
        return path[1:]
    return path[2:] if _OPTION.match(path) else path[path[:1] in tuple("([{") :]


def _without_end(token: str, is_json: bool) -> str:
    """Return a token without the sentence's punctuation, JSON escapes and a `#fragment` at its end."""
    if "\\" in token and not _DRIVE_OR_SHARE.match(token) and (is_json or "/" in token):
        token = re.split(r"\\(?! )", token, maxsplit=1)[0]
    if "#" in token[1:]:
        token = token[: token.index("#", 1)]
    while token and token[-1] in TRAILING and not token.endswith(("/..", "/...")):
        if token[-1] in ")]}>" and token.count(token[-1]) <= token.count("([{<"[")]}>".index(token[-1])]):
            break
        token = token[:-1]
    return token


def _is_cut(text: str, end: int, token: str) -> bool:
    """Whether only a part of the path is known: `~/scan-$(date).log`, `a/b.{x,y}`, `**/test.py`."""
    start = max(0, end - len(token) - 2)
    if token[0] == "/" and text.startswith("**", start) and not text.startswith("*", end):
        return True
    return (token.endswith("$") and text.startswith("(", end)) or token.count("{") > token.count("}")


def _in_diff_header(text: str, start: int) -> bool:
    head = text[text.rfind("\n", 0, start) + 1 : start]
    return head.startswith(("diff --git ", "--- ", "+++ ", "index ", "Binary files", "rename "))


def _is_path(token: str, text: str, start: int, in_command: bool) -> bool:
    """Whether a token is a path, judged by its form and by what stands around it (`start`: its offset in `text`)."""
    if "/" not in token:
        return "\\" in token and _is_windows(token)
    if "//" in token[1:] or "?" in token or not any(letter.isalnum() for letter in token):
        return False
    if token.startswith("//") and text.endswith(r"\:", 0, start):  # of an address in a .properties file
        return False
    if _RANGE.search(token) and ("..." in token or _GIT.match(text, text.rfind("\n", 0, start) + 1, start)):
        return False
    if _HOME.match(token):
        return True
    parts = [part for part in token.split("/") if part]
    named = parts[-1].rpartition(".")[2].lower() in _EXTENSIONS and "." in parts[-1][:-1]
    if token.startswith("/"):
        return _is_absolute(parts, named, token, text, start, in_command)
    if _SCOPED.match(token) or (_NOT_PATHS.fullmatch(token) and not named):
        return False
    if _BRANCH_BEFORE.search(text[max(0, start - 20) : start]) or _NODES_OWN.search(text, max(0, start - 6), start):
        return False
    if named or _PATH_KEY.search(text, max(0, start - 40), start):
        return True
    return _is_relative(parts, token, text, start, in_command)


def _is_absolute(parts: list[str], named: bool, token: str, text: str, start: int, in_command: bool) -> bool:
    """Whether a token that begins with "/" is a path, not a route. `named`: it ends with a known file extension."""
    first = parts[0]
    if first in _ROOTS:
        sure = (
            in_command
            or token.endswith("/")
            or text[start - 1 : start] == ":"
            or _DOCKER.search(text, start - 9, start)
        )
        return bool(sure) or len(parts) > 1 or first not in _VAGUE_ROOTS
    if first.lower() in _ROUTE_STARTS:
        return named and len(parts) > 2
    if named:
        return True
    if _MOUNTED.search(text, max(0, start - 100), start):
        return True
    if len(parts) < 2 or any(part[0] in "{:<" for part in parts) or (len(first) == 1 and len(parts) == 2):
        return False
    return not _ROUTE_WORDS.search(_line(text, start))


def _is_relative(parts: list[str], token: str, text: str, start: int, in_command: bool) -> bool:
    """Whether a relative token whose last part has no known file extension is a path."""
    line_start = text.rfind("\n", 0, start) + 1
    if any(not _PART.fullmatch(part) for part in parts):
        return False
    if _K8S.fullmatch(token) and "kubectl" in text[line_start:start]:
        return False
    if token.endswith("/"):
        return len(parts) > 1 or (len(parts[0]) > 1 and not parts[0].isdigit())
    if any(part.startswith(".") or "*" in part for part in parts):
        return True
    if in_command and _FILE_COMMANDS.search(text[max(line_start, start - 200) : start]):
        return True
    if len(parts) > 2:
        named = "." not in parts[0] and _NAMED.fullmatch(parts[-1]) is not None
        return named or any(part in _PLACE_NAMES for part in parts) or (len(parts) > 3 and token.islower())
    return parts[0] in _PLACE_NAMES and (
        parts[0] not in _VAGUE_PLACES
        or (in_command and not _GIT.match(text, line_start, start))
        or "_" in parts[1]
        or _in_backticks(text, start, token)
    )


def _in_backticks(text: str, start: int, token: str) -> bool:
    return text[start - 1 : start] == "`" and text.startswith("`", start + len(token))


def _is_windows(token: str) -> bool:
    """Whether a token with backslashes is a path of Windows."""
    if _WINDOWS_DRIVE.match(token):
        return len(token) > 3
    if token.startswith("\\\\"):
        return bool(_SHARE.match(token))
    parts = [part for part in token.split("\\") if part]
    if len(parts) < 2:
        return False
    named = "." in parts[-1][1:] and parts[-1].rpartition(".")[2].lower() in _EXTENSIONS
    return named or bool(_WINDOWS_START.match(token))


def _line(text: str, offset: int) -> str:
    """Return the line around `offset`, at most 160 characters either side."""
    start = max(text.rfind("\n", 0, offset) + 1, offset - 160)
    end = text.find("\n", offset, offset + 160)
    return text[start : end if end >= 0 else offset + 160]
