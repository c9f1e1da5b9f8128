"""Recognize what a question asks for by its form (a decision, a command, what is still open, what was said), and
separate the words of that form from the topic.

The words of the form need not occur in an answer: a message that decides on packaging seldom says "decide".
"""

from __future__ import annotations

import re
from functools import lru_cache

from . import dates, first_latest
from .words import STOPWORDS, word_set, words

_WHO = r"(?:we|you|i|they|kita|kami|\w+)"
_WHICH = r"""(?:what|which)(?:'s|\ is|\ are|\ was|\ were)?(?:\ (?:the|our|my|that|those))?(?:\ (?!did\b|do\b)\w+)?"""
_DECIDED = r"(?:decided?|agreed?|chosen|choose|settled?)\b(?:\ (?:up)?on\b)?"
_PATTERNS = {
    "decision": rf"""
        what\ (?:did|do|have|had|has)\ {_WHO}\ (?:\w+\ )?{_DECIDED}
        | what(?:'s|\ is|\ was|\ were|\ has|\ have)?(?:\ been)?\ (?:decided|agreed|settled)\b(?:\ (?:up)?on\b)?
        | (?:did|have|had|has)\ (?:we|you|i|they)\ (?:\w+\ )?{_DECIDED}
        | {_WHICH}\ decisions?\b
        | ^(?:(?:all|the|our|my|latest|last|recent)\ )*decisions?(?=\ (?:about|on|regarding|for|of|from|since)\b|\W*$)
        | apa(?:\ saja)?(?:\ yang|\ yg)?(?:\ (?:sudah|udah|telah|kita|kami))*
          \ (?:di)?(?:putuskan|putusin|sepakati|sepakat)\b
        | apa(?:\ saja)?\ keputusan(?:nya)?\b | keputusan(?:nya)?\ apa\b
        | ^keputusan(?=\ (?:kita|kami|tentang|soal|mengenai|terakhir|terbaru)\b|\W*$)""",
    "command": rf"""
        {_WHICH}\ commands?\b | ^(?:(?:all|the|last|recent)\ )*commands?(?=\ (?:to|about|for|of|from|since)\b|\W*$)
        | (?:perintah|command)(?:nya)?(?=\ (?:\w+\ ){{0,4}}(?:apa|mana)\b)
        | apa(?:\ saja)?\ (?:perintah|command)(?:nya)?\b""",
    "url": rf"""
        {_WHICH}\ (?:urls?|links?)\b | ^(?:the\ )?(?:urls?|links?)(?=\ (?:to|for|of|about)\b)
        | (?:url|link|tautan)(?:nya)?\ (?:apa|mana|yang\ mana|yg\ mana)\b
        | apa(?:\ saja)?\ (?:url|link|tautan)(?:nya)?\b""",
    "path": rf"""
        {_WHICH}\ (?:files?|paths?|folders?|director(?:y|ies))\b
        | (?:file|berkas|folder)(?:nya)?\ (?:apa|mana|yang\ mana|yg\ mana)\b""",
    "unresolved": rf"""
        what(?:'s|\ is|\ are|\ was)?(?:\ \w+)?\ (?:still\ )?(?:open|unresolved|unfinished|outstanding|pending)
          (?=\ (?:about|on|for|from|in|of|regarding|since|with|now|at|here|today)\b|\W*$)
        | what(?:'s|\ is)(?:\ still)?\ left\ to\ (?:do|fix|finish)\b
        | what(?:\ still)?\ (?:remains|needs|has)\ to\ be\ (?:done|fixed|finished)\b
        | ^(?:(?:the|our|my)\ )?(?:to-?dos?)(?:\ list)?(?=\ (?:about|for|from|in|of|since)\b|\W*$)
        | what\ (?:do|did|must|should)\ {_WHO}\ still\ (?:have|need)\ to\ do\b
        | (?:{_WHICH}|any|^)\ ?(?:open|unresolved)\ (?:items?|questions?|tasks?|points?|todos?|ends)\b
        | apa(?:\ saja)?(?:\ yang|\ yg)?(?:\ masih)?\ (?:terbuka|tertunda|menggantung|open|pending)\b
        | apa(?:\ saja)?(?:\ yang|\ yg)?(?:\ masih)?\ belum\ (?:selesai|beres|kelar)\b
        | yang\ (?:masih\ )?belum\ (?:selesai|beres|kelar)\ (?:apa|mana)\b""",
}
_ASKED = {kind: re.compile(rf"(?<!\w)(?:{pattern})", re.IGNORECASE | re.VERBOSE) for kind, pattern in _PATTERNS.items()}
LEAST_WORDS = 2  # a single word is looked for as typed
NAME = 2  # two words with "first" or "last" are the name of a thing
_WE = r"(?:we|you\ and\ i|i|you|kita|kami|aku|saya)"
_SAY = r"(?:talk(?:ed)?|spoke|speak|discuss(?:ed)?|mention(?:ed)?|chat(?:ted)?|hear[d]?|say|said)"
_SAY_ID = r"(?:bahas|membahas|dibahas|bicara|bicarakan|membicarakan|ngomong|ngomongin|omongin|ngobrol|ngobrolin|sebut)"
# Asks when or what was said about a topic, or since when something has been in use. Only the topic matters.
_FORM = re.compile(
    rf"""(?<!\w)(?:
        (?:the\ )?(?:first|last)\ time\ (?:that\ )?{_WE}\ (?:\w+\ )?{_SAY}\b(?:\ (?:about|of|to|with)\b)?
        | (?:did|have|had)\ {_WE}\ (?:(?:first|last|ever|already|actually)\ )*{_SAY}\b(?:\ (?:about|of)\b)?
        | (?:first|last)\ {_SAY}\ (?:about|of)\b
        | {_WE}\ (?:pernah\ |pertama\ (?:kali\ )?|terakhir\ (?:kali\ )?)?{_SAY_ID}\b
        | (?:pertama|terakhir)(?:\ kali)?\ (?:{_WE}\ )?{_SAY_ID}\b
        | (?:sejak\ kapan|mulai\ kapan|kapan)\ (?:{_WE}\ )?(?:mulai\ )?(?:pakai|pake|memakai|menggunakan|gunakan)\b
        | (?:since\ when|how\ long)\ (?:have|do|did)\ {_WE}\ (?:been\ )?(?:us(?:e|ed|ing)|ha(?:ve|d))\b
        | when\ did\ {_WE}\ (?:start|begin)(?:\ (?:to\ use|using|with))?\b
        | seit\ wann\ (?:benutzen|nutzen|verwenden|haben)\ wir\b
        )""",
    re.IGNORECASE | re.VERBOSE,
)
# Words that name no topic, in a question that asks for a kind.
_EMPTY = STOPWORDS | word_set(
    """decide decided decision decisions made make take taken agreed open still remain remaining left item items list
    show everything anything latest last recent recently earlier past today yesterday week month ran run used came up
    touch touched mention mentioned together previously lately far now saja aja semua terakhir terbaru kemarin"""
)
# Words that may be dropped from the part that asks: not "career" in "which career path".
_SPOKEN = _EMPTY | word_set(
    """command commands perintah perintahnya url urls link links tautan file files berkas folder folders todo todos to
    choose chosen settle settled agree pending unresolved unfinished outstanding questions question tasks task points
    remains needs done fix fixed finish finished first last ever already time start started begin using use pakai pake
    memakai menggunakan gunakan mulai sejak since pertama kali putuskan diputuskan putusin sepakat sepakati disepakati
    keputusan keputusannya terbuka tertunda menggantung selesai beres kelar bahas membahas dibahas bicara bicarakan
    membicarakan ngomong ngomongin omongin ngobrol ngobrolin sebut talk talked speak spoke discuss discussed mention
    mentioned chat chatted hear heard say said seit wann benutzen nutzen verwenden haben wir"""
)
# Words with which a question asks for a kind; others among them name a topic.
_ASKING = _SPOKEN | word_set(
    """agree path paths folder director directory directories ends unfinished do you i they team group everyone
    everybody big bigger biggest main major key important other others else new exact full same right shell terminal
    console"""
)
# Words that name no topic, in a question that asks for a time.
_ANY = _EMPTY | word_set(
    """happen happened happening talk talked talking discuss discussed discussing discussion discussions chat chats
    chatted conversation conversations message messages session sessions say said saying ask asked speak spoke work
    worked working summary recap day days night morning year years two three few terjadi bahas dibahas membahas bicara
    bicarakan dibicarakan ngobrol ngobrolin obrolan percakapan pesan sesi ngapain kerjakan dikerjakan mengerjakan
    lakukan dilakukan ringkasan minggu bulan tahun hari pagi siang malam semalam lusa since sejak
    was wer wir ich du uns haben habe hatten hat war waren gab es ist sind am im in der die das den worüber über wovon
    passiert geschehen gemacht getan gesagt geredet gesprochen besprochen diskutiert geschrieben alles los seit
    qué que de sobre la el los las en se nos hemos hicimos hablamos dijimos discutimos pasó paso hubo ha hecho dicho
    desde qu quoi est ce on nous a avons avez ai fait dit parlé discuté passé s il y eu le les l du des au depuis"""
)
# The same for Chinese and Japanese.
_UNSPACED = re.compile(
    """[我你您他她们們咱] | 大家 | [说說聊谈談讲講做干幹问問] | 讨论 | 討論 | 发生 | 發生 | 工作
    | [什甚][么麼] | 啥 | 哪些 | 事情? | [过過了的都吗嗎呢啊在有是和] | 一起 | [何誰私僕] | なに | だれ | たち | 達
    | 話し合?っ? | 話題? | 起[きこ]っ? | あっ | あり
    | し?まし[たて] | し[たて] | です | こと | 教えて | [をはがにのでもとかへた]""",
    re.VERBOSE,
)


def kind(text: str) -> tuple[str, list[str]] | None:
    """Return the kind of item that a text asks for, and the other words of the text; None for any other text."""
    found = _asking(text)
    if found is None:
        return None
    name, match = found
    named = [word for word in words(match[0]) if word not in _ASKING]  # "which rsync command", "Ana decided"
    return name, [*named, *words(_without(match))]


def topic(text: str) -> str:
    """Return a text without the part that asks for a kind of item."""
    found = _asking(text)
    return _without(found[1]) if found else text


@lru_cache(maxsize=32)  # a search asks twice
def _asking(text: str) -> tuple[str, re.Match[str]] | None:
    """Return the kind that a text asks for, and the part that does."""
    if len(text.split()) < LEAST_WORDS:
        return None
    return next(((name, match) for name, pattern in _ASKED.items() if (match := pattern.search(text))), None)


def _without(match: re.Match[str]) -> str:
    return f"{match.string[: match.start()]} {match.string[match.end() :]}"


def names_no_topic(rest: list[str], text: str, places: frozenset[str] = frozenset()) -> bool:
    """Whether the other words of a question for a kind name nothing but a time and, with these words, a place."""
    return _EMPTY.union(dates.words_of_dates(text), places).issuperset(rest)


def only_time(text: str, places: frozenset[str] = frozenset()) -> bool:
    """Whether the text only asks what was said at some time or, with these words, in some place.

    A single word does not, unless it is a date.
    """
    times = dates.understood(text)
    known = _ANY.union(times.words, places)
    if not (times.spans or places) or not known.issuperset(words(_UNSPACED.sub(" ", times.rest))):
        return False
    return bool(times.rest.strip() or (times.dates and not text.isascii())) or len(words(text)) >= LEAST_WORDS


def form_words(text: str) -> frozenset[str]:
    """Return the words that only say what a question asks for or which time it means; none if it has no other words."""
    times = dates.understood(text)
    asked = next((match[0] for pattern in (*_ASKED.values(), _FORM) if (match := pattern.search(text))), "")
    form = times.relative.union(_SPOKEN.intersection(words(asked)))
    if len(words(text)) > NAME:
        form |= first_latest.order_words(text)
    return form if set(words(text)) - form - times.words - _EMPTY else frozenset()
