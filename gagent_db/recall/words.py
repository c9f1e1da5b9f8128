"""Words: how to cut text into them, which of them carry no meaning, and which other forms a word may have."""

from __future__ import annotations

import re
from collections.abc import Iterable

WORD = re.compile(r"[^\W_]+")
NO_WORD = "[^a-z0-9\x80-\U0010fffd]"  # GLOB for a character that is not part of a word


def word_set(text: str) -> frozenset[str]:
    """Return the words of a list written as text, separated by white space."""
    return frozenset(text.split())


ENGLISH = word_set(
    """a an the and or but if then than so of in on at to for from by with about into over after before between
    during as is are was were be been being am do does did doing done have has had having can could would should
    will shall may might must i you he she it we they me him her us them my your his its our their mine yours this
    that these those there here what which who whom whose when where why how not no nor only just very too also any
    some all both each few more most other such own same s t d ll m re ve don didn doesn isn wasn aren weren won
    wouldn couldn shouldn hasn haven hadn ain"""
)
# Dropped from a question with better words; searched for when there are no others.
_ENGLISH_WEAK = word_set(
    "yet already ever really actually likely ago kind type many much long go going went got get gets getting tell told"
)
# Not searched for, but a message found otherwise counts more if it has them, too.
WEAK = _ENGLISH_WEAK | word_set("doing done before after between over about own other together during both each")
INDONESIAN = word_set(
    """yang dan di ke dari untuk dengan pada ini itu tidak akan sudah belum bisa harus juga atau saya kamu kita
    mereka dia ada apa kapan bagaimana kenapa mengapa karena jadi kalau tapi lalu lagi masih sedang sangat siapa
    dimana mana aku anda kami oleh adalah ialah telah pernah para sih dong kok ya nya pun tolong"""
)
STOPWORDS = ENGLISH | _ENGLISH_WEAK | INDONESIAN

# Of other languages; apart, those that are words of English or of computers, too.
_GERMAN = word_set(
    """der das dem den ein eine einen einem einer und oder aber wenn weil dass daß ist sind waren wird wurde wurden
    werden haben hatte hatten habe mit von vom für auf im ins zum zur bei beim nach aus über unter zu wir ich du er
    sie uns euch mein meine unser unsere ihr wo wie wer wen wem wann warum wieso welche welcher welches nicht kein
    keine nur noch schon auch sich gibt denn doch dann"""
)
_FRENCH = word_set(
    """le les une un du aux et ou où est sont était avec pour dans sur nous vous ils elle avons avez ont qui que qu
    quoi quel quelle quels quelles quand comment pourquoi pas ne ce cette ces notre nos votre mon ma ses leur été"""
)
_SPANISH = word_set(
    """el los las una del y que qué con por está están fue fueron era hemos cuándo cómo dónde quién cuál cuáles cuando
    como donde quien cual nos nuestro nuestra nuestros sus muy sobre"""
)
_FOREIGN = (
    (_GERMAN, word_set("die war hat am des was so in an es bin um als da man mal also")),
    (_FRENCH, word_set("la de des en a on son il par plus sans d l c se ai")),
    (_SPANISH, word_set("la de en un a no para sin o te me mi su lo le se es al hay")),
)
_TELLING = 2  # words of a language, and of no other, that tell that a text is in it

_QUESTION_START = word_set(
    """what which who whom whose when where why how did do does is are was were can could should would will has
    have apa kapan bagaimana kenapa mengapa siapa dimana berapa apakah"""
)


def words(text: str) -> list[str]:
    """Return the words of a text as the index sees them, lower-cased, in order."""
    return [word.lower() for word in WORD.findall(text)]


def for_glob(text: str) -> str:
    """Return a text for GLOB in which no sign has a meaning."""
    return re.sub(r"[*?[]", r"[\g<0>]", text)


def content_words(text: str) -> list[str]:
    """Return the distinct words that carry meaning; when there are none, all distinct words."""
    distinct = list(dict.fromkeys(words(text)))
    strong = [word for word in distinct if word not in STOPWORDS and (len(word) > 1 or not word.isascii())]
    return strong or distinct


def function_words(text: Iterable[str]) -> frozenset[str]:
    """Return the words that carry no meaning in a text with these lower-case words.

    Those of German, French and Spanish only where two of them are in the text: ``die``, ``pour`` and ``MIT`` have a
    meaning in others.
    """
    said = set(text)
    spoken = [own | shared for own, shared in _FOREIGN if len(own & said) >= _TELLING]
    return STOPWORDS.union(*spoken)


_ALPHABETIC = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")  # scripts without spaces that have letters
MAX_OVERLAPPING = 16


def overlapping(run: str) -> list[str]:
    """Return overlapping pieces of a text without spaces: of two characters, or of three in a script with letters.

    At most MAX_OVERLAPPING; [] for a text that is no longer than one piece.
    """
    length = 3 if _ALPHABETIC.search(run) else 2
    pieces = [run[at : at + length] for at in range(len(run) - length + 1)]
    return list(dict.fromkeys(pieces))[:MAX_OVERLAPPING] if len(run) > length else []


_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\dA-Z_]+|\d+")
MAX_CUT = 24  # letters of a word that may be two words in one
_UMLAUT = re.compile(r"([aou])e", re.IGNORECASE)


def other_spellings(word: str) -> list[str]:
    """Return other spellings of a word: ``foldLeft`` -> fold Left, ``utf8`` -> utf 8, ``Koeln`` -> Koln.

    A space between parts stands for any sign. The tokenizer removes marks on letters by itself.
    """
    return [other for other in (" ".join(_PARTS.findall(word)), _UMLAUT.sub(r"\1", word)) if other != word]


def cut_in_two(word: str) -> list[str]:
    """Return the ways to read a word as two, each of at least two letters: ``subagent`` -> sub agent.

    Neither may be a stopword: ``beat`` is not "be at". A first part in -s is also cut as the index cuts a genitive:
    ``letsencrypt`` -> let s encrypt.
    """
    if not (word.isascii() and word.isalpha() and len(word) <= MAX_CUT):
        return []
    pairs = [(word[:at], word[at:]) for at in range(2, len(word) - 1)]
    meaningful = [pair for pair in pairs if STOPWORDS.isdisjoint(map(str.lower, pair))]
    genitive = [(f"{first[:-1]} s", second) for first, second in pairs if first[-1] == "s" and len(first) > 2]
    return [" ".join(pair) for pair in (*meaningful, *genitive)]


def is_question(text: str) -> bool:
    """Whether this is a question to the archive rather than a text to be found as typed."""
    found = words(text)
    if not found:
        return False
    asked = text.rstrip().endswith("?") and (len(text.split()) > 1 or not text.isascii())  # "ng?" is a cut-off piece
    return asked or (len(found) > 3 and found[0] in _QUESTION_START)


def asks(text: str) -> bool:
    """Whether a text begins with a question word."""
    return bool(_QUESTION_START.intersection(words(text)[:1]))


def looks_english(text: str) -> bool:
    """Whether a text has English function words and no Indonesian ones, so that Indonesian affixes need no trying."""
    found = set(words(text))
    return bool(found & ENGLISH) and not found & INDONESIAN


GOOD_PART = 0.2  # share of a text that its last question must make up for the text to count as one
_LAST = 2000  # characters at the end of a text in which that question is looked for
_ASKS_WHEN = re.compile(
    r"\s*((for|since|by|until|sejak) )?(when|what (date|day|month|year|time)|which (day|month|year)|how long|kapan)\b",
    re.I,
)
_TELLS_WHEN = re.compile(
    r"""\b(yesterday|today|tonight|tomorrow|ago|recently|(mon|tues|wednes|thurs|fri|satur|sun)day
      | (last|next|this|past)\ (week|month|year|night|weekend|summer|winter|spring|autumn|fall|morning)\w*
      | january|february|march|april|june|july|august|september|october|november|december|20\d\d-\d\d-\d\d
      | (\d+|few|two|three)\ (days?|weeks?|months?|years?)
      | kemarin|besok|minggu|bulan|tahun|hari\ ini|tadi|lusa)\b""",
    re.VERBOSE | re.IGNORECASE,
)


def asks_when(text: str) -> bool:
    """Whether this is a question about a time."""
    return _ASKS_WHEN.match(text) is not None


def tells_when(text: str) -> bool:
    """Whether the beginning of this text mentions a time."""
    return _TELLS_WHEN.search(text[:2000]) is not None


_ASKED = re.compile(r"[?？؟](?!\w)")


def only_asks(text: str) -> bool:
    """Whether this text ends with a question that makes up a good part of it.

    ``Want me to run it?`` after a long answer is only a courtesy.
    """
    end = text.rstrip()
    asked = [match.start() for match in _ASKED.finditer(end, max(0, len(end) - _LAST))]
    if not asked or any(mark in end[asked[-1] :] for mark in ".!。"):
        return False
    start = max(end.rfind(mark, 0, asked[-1]) for mark in ".!?。？؟\n")
    return len(end) - start - 1 >= GOOD_PART * len(end)


# -- Indonesian affixes ------------------------------------------------------------------------------

_PREFIXES = (
    ("memper", ""), ("diper", ""), ("meny", "s"), ("peny", "s"), ("meng", ""), ("peng", ""), ("meng", "k"),
    ("peng", "k"), ("mem", ""), ("pem", ""), ("mem", "p"), ("pem", "p"), ("men", ""), ("pen", ""), ("men", "t"),
    ("pen", "t"), ("me", ""), ("pe", ""), ("di", ""), ("ber", ""), ("be", ""), ("ter", ""), ("ke", ""), ("se", ""),
    ("per", ""), ("ku", ""),
)  # fmt: skip
_PARTICLES = ("nya", "lah", "kah", "ku", "mu")
_SUFFIXES = ("kan", "an", "i")
_DOUBTFUL = ("i", "an", "ku", "mu")  # many roots end like this: kuitansi, simpan, buku
_MAYBE_ROOT = ("pe", "per", "me", "ber", "be", "ter", "ke", "se", "ku")  # many begin like this: periksa, selesai
_MIN_ROOT = 4
_MAX_ROOTS = 4
# Roots of one syllable take menge-: cek, mengecek, dicek, pengecekan. There are few of these and of other short roots.
_SYLLABLE = re.compile(
    r"""(?:menge|penge|di)?(?P<root>bom|bor|cap|cas|cat|cek|klik|lap|las|lem|pak|pel|rem|sah|tes|tik|zip)
        (?:kan|an|i|nya|lah)?""",
    re.VERBOSE,
)
_SHORT_ROOT = re.compile(
    r"(?:meng|peng|di|ter|ke)?(?P<root>uji|isi|aju|acu|eja|adu|ada|asa|olah)(?:kannya|annya|kan|an|nya|lah)?"
)
_IRREGULAR = (
    word_set("kerja bekerja pekerja pekerjaan mengerjakan dikerjakan kerjakan pengerjaan"),
    word_set("ajar belajar pelajar pelajaran pembelajaran mengajar diajar ajarkan pelajari mempelajari dipelajari"),
)


def indonesian_forms(word: str) -> list[str]:
    """Return other forms of an Indonesian word with other affixes (``arsip`` -> ``mengarsipkan``, ...), or [].

    Roots are guessed by rule, so some of the forms do not exist; these cost a lookup and match nothing.
    """
    if not word.isascii() or not word.isalpha():
        return []
    forms: dict[str, None] = {}
    for family in _IRREGULAR:
        if word in family:
            return sorted(family - {word})
    if syllable := _SYLLABLE.fullmatch(word):
        root = syllable["root"]
        forms.update(
            dict.fromkeys((root, "di" + root, "menge" + root, "penge" + root + "an", root + "nya", root + "lah"))
        )
    if short := _SHORT_ROOT.fullmatch(word):
        forms.update(dict.fromkeys(_affixed(short["root"])))
    elif len(word) >= _MIN_ROOT:
        for root in indonesian_roots(word):
            forms.update(dict.fromkeys(_affixed(root)))
    forms.pop(word, None)
    return list(forms)


def has_indonesian_affix(word: str) -> bool:
    """Whether the word has an affix that English words seldom have."""
    return len(word) > 6 and bool(
        re.match(r"(meng|meny|mem[bpf]|men[cdjt]|di[bcdfghjklmnprstwy]|ber[a-z]{3}|peng|peny|pem[b])", word)
        or re.search(r"(kan|nya|lah)$", word)
    )


def indonesian_roots(word: str) -> list[str]:
    """Return the possible roots of a word without its affixes, likeliest first; the word itself when it has none."""
    roots: dict[str, None] = {}
    whole: dict[str, None] = {}
    for stem in _stems(word):
        taken = ""
        for prefix, initial in _PREFIXES:  # longest first: what meng- explains, men- need not
            rest = initial + stem[len(prefix) :]
            fits = stem.startswith(prefix) and len(rest) >= _MIN_ROOT and _fits(prefix, rest)
            if fits and (prefix == taken or not taken.startswith(prefix) or rest[0] in "mnr"):
                roots[rest] = None
                if prefix == "diper":  # diperiksa comes from periksa
                    roots["per" + rest] = None
                taken = taken or prefix
        if not taken or taken in _MAYBE_ROOT:
            whole[stem] = None
    return list(roots | whole)[:_MAX_ROOTS]


def _stems(word: str) -> list[str]:
    """Return the word without its particle and suffix, and also with them where they may belong to the root."""
    stems = [word]
    for endings in (_PARTICLES, _SUFFIXES):
        ending = next((e for e in endings if stems[0].endswith(e) and len(stems[0]) - len(e) >= _MIN_ROOT), "")
        if ending:
            kept = [stems[0][:-2]] if ending == "kan" else stems if ending in _DOUBTFUL else stems[1:]
            stems = [stems[0][: -len(ending)], *kept]  # perbaikan comes from baik, arsipkan from arsip
    return stems


def _fits(prefix: str, root: str) -> bool:
    """Whether this prefix can stand before this root."""
    if prefix in ("meng", "peng", "men", "pen", "mem", "pem", "meny", "peny"):
        return _nasal(root)[0] == prefix[2:]
    if prefix in ("me", "pe"):
        return root[0] in "lrmnwy" and root[1] in "aeiou"
    return prefix != "be" or root[0] == "r"


def _nasal(root: str) -> tuple[str, str]:
    """Return the nasal that a root takes after me-/pe-, and what is left of the root."""
    first = root[0]
    if first in "aiueogh":
        return "ng", root
    if first == "k":
        return "ng", root[1:]
    if first == "s":
        return "ny", root[1:]
    if first in "bfv":
        return "m", root
    if first == "p":
        return "m", root[1:]
    if first in "cdjz":
        return "n", root
    if first == "t":
        return "n", root[1:]
    return "", root


def _affixed(root: str) -> list[str]:
    """Return a root with the usual affixes, and without."""
    nasal, rest = _nasal(root)
    active, agent = f"me{nasal}{rest}", f"pe{nasal}{rest}"
    ber = "be" + root if root[0] == "r" else "ber" + root
    return [
        root, root + "kan", root + "an", root + "i", active, active + "kan", active + "i",
        "di" + root, "di" + root + "kan", "di" + root + "i", "ter" + root, "ter" + root + "kan", ber, agent,
        agent + "an", "ke" + root + "an", "per" + root + "an", "per" + root + "i", "memper" + root,
        "memper" + root + "i", "memper" + root + "kan", "diper" + root, "diper" + root + "i", "diper" + root + "kan",
        root + "nya", root + "lah", root + "kah", root + "ku", root + "mu", root + "annya", "ku" + root,
        active + "nya", active + "kannya", agent + "annya", "ke" + root + "annya",
    ]  # fmt: skip
