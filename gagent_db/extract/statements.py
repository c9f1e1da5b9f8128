"""Decisions, open items and closed items in prose, lists, tables, code comments, checkboxes and MEMORY_SPEC lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gagent_db.extract.cues import RULES_BY_WORD, Rule
from gagent_db.extract.items import Item, Kind, fold_spaces
from gagent_db.extract.markup import Line
from gagent_db.extract.sections import Section, classify_heading

_SPLIT_WORDS = str.maketrans({mark: " " for mark in '.,;:!?()[]{}<>"`*_/\\|=+#@~^&%$-\n\t\r—–…“”‘•→'} | {"’": "'"})
_CUE_WORDS = frozenset(RULES_BY_WORD)
_MARKER_WORDS = frozenset("todo fixme xxx hack".split())
_STATUS_MARKS = "✅✔☑⏳🔄🚧☐⬜🔲⏸✓❗🟡🔴"
_SPEC_KINDS: dict[str, Kind] = {"D": "decision", "?": "unresolved", "✓": "resolved"}

_TODO = re.compile(
    r"(?:(?P<comment>(?://+|/\*+|<!--|#+|--|;+|%|\*|\"\"\"|'''|\{#|rem|dnl)[ \t]*)@?(?P<a>(?:TODO|FIXME|XXX|HACK|BUG)\b(?:\([^)\n]{1,40}\))?[:!.]?[ \t]*(?P<at>[^\n]*))"
    r"|(?<![\w`/.-])(?P<b>(?:TODO|FIXME|XXX|HACK|TBD)(?:\([^)\n]{1,40}\))?:[ \t]*(?P<bt>[^\n]+)))"
)
_COMMENT_END = re.compile(r"[ \t]*(?:\*+/|-->|#\}|\"\"\"|''')[ \t]*$")
_SPEC = re.compile(
    r"^[ \t]*(?:[-*] )?(?P<kind>[D?✓])\[(?P<target>[^\]\n]{1,80})\][ \t]*:[ \t]*(?P<body>[^\n]*\S)", re.M
)
_JSON_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*+)"[ \t]*(:)?')
_SPEAKER = re.compile(
    r"^[ \t>*-]*(?:\[(?:user|assistant|human|ai|me|bot|agent|saya|tool)\]:?|(?:user|assistant|human|ai|me|bot|agent|saya):)[ ]+",
    re.I,
)
_STATUS_OPEN = frozenset(
    "pending in_progress in-progress todo open not_started blocked doing waiting planned new".split()
)
_CELL_OPEN = _STATUS_OPEN | frozenset(
    "not started|in progress|to do|open|belum|belum mulai|on hold|in review|proses|berjalan|tertunda|menunggu|ongoing|not done|untested|missing|failing|wip|draft|review|next".split(
        "|"
    )
)
_STATUS_DONE = frozenset("completed done closed finished resolved complete merged".split())
_CELL_DONE = _STATUS_DONE | frozenset(
    "shipped fixed live deployed selesai beres kelar rampung lunas released answered".split()
)
_RETOLD = re.compile(
    r"^[^\n]*(?:search|history|recall|memory|session|transcri|whisper|chat|note|mail|slack|telegram|whatsapp)[^\n]*\n|\bgit (?:show|log|commit)\b|^commit [0-9a-f]{7,40}$",
    re.M,
)
_FICTION = re.compile(
    r"[,.!?][\"”] (?:said|asked|replied|whispered|shouted|muttered|kata|ujar|tanya|jawab|bisik|teriak)\b", re.I
)
_BACKSTORY = re.compile(
    r"\b(?:back in (?:20|19)\d\d|(?:previous|last|old|former) (?:job|company|employer|bot|project|team)|years ago|long gone|used to|originally|in the old days|dulu (?:waktu|pas|di|kami|kita|saya|aku)|kantor (?:lama|yang dulu)|waktu itu)\b"
)
_SETTLED_TOPIC = re.compile(
    r"\b(?:question|issue|matter|wind|dispute|argument|bug|ticket|problem|pertanyaan|masalah)\b[^,.;]{0,30}\b(?:settled|decided|final|resolved|closed)\b"
)

_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"')\]*_”`]*[ \t]+(?=[\"'(\[`*_~/$“]*\S)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|st|approx|ca|dll|dsb|dkk|spt|hlm|tgl|bpk|jl|al|fig|nr|cf|resp|incl|max|min|art|sec|vol|pt|cv|rp|a\.m|p\.m)|(?:^|\s)[a-z])\.$",
    re.I,
)
_NUMBERED = re.compile(r"\b(?:no|nr|art|sec|fig|hal|bab)\.\s+\d", re.I)
_CLAUSE = re.compile(
    r"(?P<hard>[ \t]*[;][ \t]+|[ \t]+(?:—|–|--)[ \t]+|[ \t]+->[ \t]+)"
    r"|(?P<soft>,?[ \t]+(?=(?:but|tapi|tetapi|although|though|however|whereas|trus|terus|sedangkan|sementara|padahal|namun|except)\b[ \t,]+(?!(?:belum|blm|masih|not|still|tidak|gak|never|hasn|has|is|are)\b)(?:\S+[ \t]+){2}\S)"
    r"|,[ \t]+(?=(?:and|so|then|also|or|yet|while|which|dan|jadi|jadinya|lalu|cuma|soal|makanya|tinggal|kecuali|akhirnya|nanti|ntar|plus|because|since|karena|soalnya)\b[ \t,])"
    r"|[ \t]+(?:dan|and)[ \t]+(?=(?:[\w-]+[ \t]+){1,2}(?:belum|masih|is still|are still|has not|have not|hasn't|haven't|is not|are not)\b)"
    r"|[ \t]+and[ \t]+(?=(?:we|i|the|it|that|there|nobody|someone|let's|let|he|she|they|you|from)\b))",
    re.I,
)
_QUOTED_CODE = re.compile(r"`[^`\n]*`|https?://\S+")

_QUOTED_SPEECH = re.compile(r'(?<=\w[ ,:])"[^"\n]{8,300}"')

_HEDGE = re.compile(
    r"\b(?:if|unless|whether|suppose|supposing|imagine|assuming|in case|what if|were we|should we|shall we|could|might|would|may|maybe|perhaps|i'd|we'd|you'd|they'd|"
    r"lean(?:ing)?|recommend\w*|suggest\w*|propos\w*|consider\w*|options(?= )|ideally|hypothetical\w*|probably|(?:am|are|is|was|were|'m|'re|been|still) thinking (?:of|about)|prefer to|once we|when we|"
    r"do we|did we|can we|have we|are we|did you|do you|have you|"
    r"kalau|kalo|klo|jika|bila|apabila|seandainya|andai\w*|misal\w*|mungkin|sebaiknya|mending(?:an)?|menyarankan|disarankan|saran(?:ku|nya|saya)?|usul\w*|mengusulkan|condong|apakah|gimana kalau|bagaimana kalau|barangkali|"
    r"rencananya mau|pengennya|maunya)\b"
)
_IF_CLAUSE = re.compile(
    r"^(?:and |but |so |or |tapi |dan )?(?:if|unless|suppose|imagine|in case|assuming|when(?:ever)?|once|kalau|kalo|klo|jika|bila|apabila|seandainya|andai\w*|misal\w*|begitu|setiap)\b"
)
_NOT_DECIDED = re.compile(
    r"\b(?:not|n't|never|nobody|no one|nothing|none|without|yet to|haven't|hasn't|didn't|don't|undecided|belum|blm|tidak pernah|gak pernah|nggak pernah|no)\b(?: \w+){0,3}? (?:decided?|agreed?|settled?|chosen?|chose|picked|selected|decision|diputuskan|memutuskan|sepakat|ditentukan|dipilih|pilih)\b"
)
_STORY = re.compile(
    r"\b(?:the (?:authors?|narrator|hero|heroine|protagonist|characters?|speaker|writer|movie|novel|poster|podcast)|in (?:the|her|his|their|that|this) (?:story|novel|book|film|movie|talk|article|post|thread|game|show|series|paper|interview|keynote|podcast)|"
    r"(?:novel|film|cerita|artikel|buku|tokoh|penulis|pembicara|serial|drama|podcast)(?:nya)?|forum|reddit|hacker news|stack overflow|chapter|bab \d|once upon|dalam (?:cerita|film|novel|artikel))\b"
)
_FUTURE = re.compile(
    r"\b(?:will|to|must|should|can|could|would|may|might|if|when|once|until|till|before|after|unless|need|needs|gets|not|n't|never|isn't|aren't|wasn't|hasn't|haven't|no|nobody|harus|kalau|kalo|jika|sampai|belum|supaya|biar|agar|apakah|nanti|setelah|sebelum|begitu|bukan|tidak|akan|sejak|is it|was it|did)(?: \w+){0,3}\s*$|\b(?:until|till|once|when|if|before|after|kalau|kalo|jika|sampai|setelah|apakah|not|n't)\b[^,;]*$"
)
_DROP_OPENING = re.compile(
    r"^(?:(?:and|but|so|ok|okay|oke|yes|yeah|yep|then|also|well|dan|tapi|tetapi|terus|trus|nah|eh|oh|btw|lalu|hmm?|noted|sip|siap|changed my mind)\b[\s,.:;!-]*)+",
    re.I,
)
_EXPLAINS = re.compile(
    r"\b(?:itu|ini|hal itu|that is|that's|it is|it's|this is) (?:karena|because|gara-gara|soalnya)\b|^(?:karena|because|sebab|soalnya)\b"
)
_NO_OPEN_ITEM = re.compile(
    r"\b(?:nothing (?:is )?(?:left|open|pending|missing)|no (?:open|pending|outstanding|remaining) |not (?:a problem|needed|necessary|urgent)|no longer|none of (?:them|these|this) (?:blocks?|matters?)|no need|ga(?:k)? perlu|nggak perlu|tidak perlu|tidak ada yang)\b"
)


@dataclass(slots=True)
class _Unit:
    """A stretch of text judged on its own: a sentence, a list item, a table cell, a string of JSON."""

    start: int
    end: int
    section: Section = ""
    mark: str = ""
    who: str = "people"


def find_statements(text: str, lines: list[Line], role: str, tool_name: str | None = None) -> list[Item]:
    """Decisions, unresolved and resolved items of one message."""
    words = set(text.lower().translate(_SPLIT_WORDS).split())
    cues = words & _CUE_WORDS
    marked = any(mark in text for mark in _STATUS_MARKS)
    found: list[Item] = []
    if not words.isdisjoint(_MARKER_WORDS):
        found.extend(_todo_markers(text))
    if "]:" in text or "] :" in text:
        found.extend(_spec_lines(text))
    who = {"user": "user", "assistant": "assistant"}.get(role, "tool")
    if who == "tool" and _RETOLD.search((tool_name or "") + "\n" + text[:200]):
        who = "people"
    if _FICTION.search(text):
        cues = set()
    if role == "tool" or text[:1] in "[{":
        found.extend(_json_statuses(text))
    if cues or marked or _has_boxes(lines) or _has_sections(lines):
        for unit in _units(text, lines, who):
            found.extend(_judge(text, unit, cues))
    return _without_overlaps(found)


def _has_boxes(lines: list[Line]) -> bool:
    return any(line.part in ("open", "done") for line in lines)


def _has_sections(lines: list[Line]) -> bool:
    return any(line.part in ("heading", "item") for line in lines)


def _item(text: str, kind: Kind, start: int, end: int) -> Item | None:
    while (
        start < end
        and text[start] in " \t\r\n*_-–—>•\"'“”`|"
        and not (text[start] == "`" and "`" in text[start + 1 : end])
    ):
        if text[start] in "\"'" and text[start] in text[start + 1 : end]:
            break
        start += 1
    while end > start and text[end - 1] in ' \t\r\n*_|\\-—–"':
        if text[end - 1] == '"' and text.count('"', start, end) % 2 == 0:
            break
        end -= 1
    value = text[start:end]
    if end - start < 4 or not any(c.isalpha() for c in value):
        return None
    return Item(kind, value, normalize_statement(value), start, end)


def normalize_statement(value: str) -> str:
    """Words only, in lower case: what two mentions of one statement share."""
    return " ".join(re.findall(r"\w+", value.lower()))[:400]


def _todo_markers(text: str) -> Iterator[Item]:
    for match in _TODO.finditer(text):
        group, body = ("a", match["at"]) if match["a"] else ("b", match["bt"])
        if len(body.split()) < 2 or re.match(r"(?:list|app|apps|comments?|markers?|items?|file|files|s)\b", body):
            continue
        start, end = match.span(group)
        end -= len(match[group]) - len(_COMMENT_END.sub("", match[group]))
        item = _item(text, "unresolved", start, end)
        if item:
            yield item


def _spec_lines(text: str) -> Iterator[Item]:
    for match in _SPEC.finditer(text):
        start, end = match.span("body")
        value = text[start:end]
        normalized = f"[{match['target'].strip().lower()}] {normalize_statement(value)}"
        yield Item(_SPEC_KINDS[match["kind"]], value, normalized, start, end)


def _json_statuses(text: str) -> Iterator[Item]:
    """Entries of a to-do list in JSON: the longest string of an object that has a status."""
    if '"status"' not in text and '"state"' not in text and '"done"' not in text and '"completed"' not in text:
        return
    for block in re.finditer(r"\{[^{}]{1,2000}\}", text):
        status = re.search(r'"(?:status|state)"\s*:\s*"([\w -]+)"|"(?:done|completed)"\s*:\s*(true|false)', block[0])
        if not status:
            continue
        value = (status[1] or "").lower()
        done = value in _STATUS_DONE or status[2] == "true"
        if not done and value not in _STATUS_OPEN and status[2] != "false":
            continue
        body = re.search(
            r'"(?:content|text|title|task|description|subject|name|todo|item)"\s*:\s*"((?:[^"\\]|\\.)*+)"', block[0]
        )
        if body:
            item = _item(
                text, "resolved" if done else "unresolved", block.start() + body.start(1), block.start() + body.end(1)
            )
            if item:
                yield item


def _units(text: str, lines: list[Line], who: str) -> Iterator[_Unit]:
    """The judged stretches of a message, with the section they stand in."""
    if text.lstrip()[:1] in ("{", "[") and '"' in text:
        yield from _json_units(text)
        return
    section: Section = ""
    from_heading = False
    listed = False
    for at, line in enumerate(lines):
        if line.part == "code":
            if who != "user" and line.lang in ("", "text", "txt", "md", "markdown"):
                continue
            continue
        body = text[line.start : line.end]
        if line.part == "heading":
            section, from_heading, listed = classify_heading(body), True, False
            continue
        if line.part == "table":
            yield from _cells(text, line)
            continue
        if line.part in ("item", "open", "done"):
            lead = _lead_in(lines, at, text, body)
            if lead is not None:
                section, from_heading = lead, False
            listed = True
            mark = {"open": "open", "done": "done"}.get(line.part, "item")
            yield _Unit(line.start, line.end, section, mark, "user" if section == "notes" else who)
            continue
        lead = _lead_in(lines, at, text, body)
        if lead is not None:
            stated = list(_sentences(text, line.start, line.end))
            for start, end in stated[:-1]:
                yield _Unit(start, end, "", "", who)
            section, from_heading, listed = lead, False, False
            continue
        if not from_heading or listed:
            section = ""
        speaker = _SPEAKER.match(body) if who in ("people", "tool") else None
        if speaker:
            said_by = "user" if re.search(r"user|human|\bme\b|saya", speaker[0]) else "people"
            for start, end in _sentences(text, line.start + speaker.end(), line.end):
                yield _Unit(start, end, "", "", said_by)
            continue
        mark = _leading_mark(body)
        if mark:
            yield _Unit(line.start + 1, line.end, section, mark, who)
            continue
        for index, (start, end) in enumerate(_sentences(text, line.start, line.end)):
            kept: Section = (
                section if from_heading and not listed and (index == 0 or section == "open") and who != "tool" else ""
            )
            yield _Unit(start, end, kept, "", who)


def _leading_mark(body: str) -> str:
    first = body.lstrip()[:1]
    if first and first in "✅✔☑":
        return "done"
    return "open" if first and first in "⏳🔄🚧☐⬜🔲⏸🟡" else ""


def _lead_in(lines: list[Line], at: int, text: str, body: str) -> Section | None:
    """The section a line that ends with a colon opens for the list below it; None when it opens none."""
    if not body.rstrip(" *_").endswith(":") or at + 1 >= len(lines):
        return None
    follower = lines[at + 1]
    if follower.part not in ("item", "open", "done") and not _leading_mark(text[follower.start : follower.end]):
        return None
    sentence = body.rstrip()
    cuts = [match.end() for match in _SENTENCE_END.finditer(sentence)]
    return classify_heading(sentence[cuts[-1] if cuts else 0 :])


def _cells(text: str, line: Line) -> Iterator[_Unit]:
    """The cells of a table row; in a row with a status cell the first cell is what the status is about."""
    body = text[line.start : line.end]
    if set(body) <= set("|-: \t"):
        return
    cells: list[tuple[int, int]] = []
    start = 0
    for match in re.finditer(r"(?<!\\)\||$", body):
        if body[start : match.start()].strip():
            cells.append((line.start + start, line.start + match.start()))
        start = match.end()
    for left, right in cells[1:]:
        status = text[left:right].strip(" *_`.✅☑✔⏳🔄🚧☐⬜❌").lower()
        if status in _CELL_OPEN or status in _CELL_DONE:
            yield _Unit(*cells[0], "", "open" if status in _CELL_OPEN else "done", "people")
            return
    for left, right in cells:
        yield _Unit(left, right, "", "cell", "people")


def _json_units(text: str) -> Iterator[_Unit]:
    for match in _JSON_STRING.finditer(text):
        if match[2] or len(match[1]) < 12 or " " not in match[1]:
            continue
        start, end = match.span(1)
        speaker = _SPEAKER.match(match[1])
        who = "tool"
        if speaker:
            start += speaker.end()
            who = "assistant" if speaker[0].startswith(("assistant", "ai", "bot", "agent")) else "user"
        for left, right in _sentences(text, start, end):
            yield _Unit(left, right, "", "", who)


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    left = start
    for match in _SENTENCE_END.finditer(text, start, end):
        if _ABBREVIATION.search(text, max(left, match.start() - 8), match.start()) or _NUMBERED.search(
            text[max(left, match.start() - 5) : match.end() + 1]
        ):
            continue
        if text[left : match.start()].strip(" .").isdigit():
            continue
        yield left, match.start()
        left = match.end()
    if left < end:
        yield left, end


def _lower(text: str, start: int, end: int) -> str:
    """The stretch in lower case, same length, code and addresses blanked out."""
    low = text[start:end].lower()
    if len(low) != end - start:
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text[start:end])
    if "’" in low:
        low = low.replace("’", "'")
    if "`" in low or "://" in low:
        low = _QUOTED_CODE.sub(lambda match: "x" * len(match[0]), low)
    if low.count('"') > 1:
        low = _QUOTED_SPEECH.sub(lambda match: "x" * len(match[0]), low)
    return low.replace("*", " ").replace("_", " ") if "*" in low or "_" in low else low


def _judge(text: str, unit: _Unit, cues: set[str]) -> Iterator[Item]:
    """What one unit states. A box, a status sign or the section decides; otherwise the cue words of its clauses."""
    if unit.mark in ("open", "done"):
        if re.fullmatch(r"\W*(?:https?://\S+)?\W*", text[unit.start : unit.end]):
            return
        item = _item(text, "unresolved" if unit.mark == "open" else "resolved", unit.start, unit.end)
        if item:
            yield item
        return
    if unit.end - unit.start > 1500:
        for start, end in _sentences(text, unit.start, unit.end):
            if end - start <= 1500 and unit.mark:
                yield from _judge(text, _Unit(start, end, "", "", unit.who), cues)
        return
    low = _lower(text, unit.start, unit.end)
    words = set(low.translate(_SPLIT_WORDS).split())
    in_section = unit.section in ("open", "decision", "done")
    if in_section:
        yield from _judge_in_section(text, unit, low, words)
        return
    if unit.section == "neutral" and unit.mark == "item":
        cue_kinds = {rule.kind for word in words & cues for rule in RULES_BY_WORD[word]}
        if "unresolved" not in cue_kinds:
            return
    if words.isdisjoint(cues):
        label = _labelled(text, unit, low)
        if label:
            yield label
        return
    label = _labelled(text, unit, low)
    if label:
        yield label
        return
    if unit.mark == "item":
        for start, end in _sentences(text, unit.start, unit.end):
            yield from _judge_sentence(text, start, end, unit)
        return
    yield from _judge_sentence(text, unit.start, unit.end, unit)


def _judge_in_section(text: str, unit: _Unit, low: str, words: set[str]) -> Iterator[Item]:
    start, end = unit.start, unit.end
    kind: Kind = {"open": "unresolved", "decision": "decision", "done": "resolved"}[unit.section]  # type: ignore[assignment]
    if unit.mark != "item" and unit.section == "open" and low.rstrip().endswith(":"):
        return
    if kind == "decision" and (
        _NOT_DECIDED.search(low)
        or low.rstrip().endswith("?")
        or re.search(r"\b(?:not decided|undecided|belum (?:jelas|pasti|diputus|ditentu))", low)
    ):
        kind = "unresolved"
    if kind == "unresolved" and (re.match(r"\s*(?:none|nothing|nil|n/a|tidak ada|gak ada|nihil)\b", low)):
        return
    if kind == "unresolved" and unit.mark != "item" and _NO_OPEN_ITEM.search(low):
        return
    if (
        kind == "unresolved"
        and re.search(
            r"\b(?:tidak perlu|gak perlu|ga perlu|no need|not needed|nothing to do|sudah (?:beres|selesai)|already (?:done|fixed))\b",
            low,
        )
        and words.isdisjoint(("belum", "still", "masih"))
    ):
        return
    if kind == "decision" and _LISTED_DONE.search(low):
        kind = "resolved"
    item = _item(text, kind, start, end)
    if item:
        yield item


_LABEL = re.compile(
    r"^\W*(?P<label>[\w][\w' -]{1,40}?)(?:\s*\([^)]{1,40}\))?(?::\s|\s[—–-]\s|:$)\s*(?P<rest>\S.*)$", re.S
)
_DECISION_LABEL = re.compile(
    r"^(?:final |our |the |my |team |design |and |so |jadi |ok |oke )*(?:decisions?|decided|agreed|verdict|conclusion|outcome|resolution|settled|final(?: call| answer)?|ruling|the call|"
    r"keputusan(?:nya| akhir| rapat| kita)?|diputuskan|kesepakatan(?:nya)?|kesimpulan(?:nya)?|hasil rapat|hasil akhir(?:nya)?|putusan|final(?:nya)?|fixnya|fix ya|disepakati|sepakat|finalnya)$"
)
_OPEN_LABEL = re.compile(
    r"^(?:still |one |two |three |the |also |and |masih |only |another |last |just |dan |tinggal |cuma )*(?:open(?: questions?| items?| points?| issues?)?|to-?dos?|to do|pending|outstanding|unresolved|unclear|undecided|remaining|left(?: over| to do)?|missing|"
    r"blocked|blockers?|waiting(?: for| on)?|follow[- ]?ups?|next(?: steps?| up)?|known (?:issues?|bugs?|problems?)|action items?|tbd|parked|deferred|loose ends?|reminders?|caveats?|not (?:done|tested|covered|decided|finished)(?: yet)?|"
    r"yang (?:kurang|belum|masih \w+|perlu \w+|tersisa)(?: \w+)?|belum(?: \w+)?|sisa(?:nya)?(?: satu| dua)?|kurang(?:nya)?|pertanyaan|tertunda|menunggu|pr(?:nya)?|tindak lanjut|catatan|perlu \w+(?: ke \w+)?|tunggu)$"
)
_DONE_LABEL = re.compile(
    r"^(?:all )?(?:done|fixed|closed|resolved|finished|solved|shipped|merged|selesai|beres|kelar)$"
)
_LISTED_DONE = re.compile(r"\b(?:is|are|was|were) (?:now )?(?:gone|removed|deleted|fixed)\b")
_NOT_LABELS = frozenset(
    "error errors question questions note notes fyi update btw url link links subject re fwd ps edit source example output result results file files path time from to cc date user name title "
    "bug issue problem idea ideas context background reminder request task story summary log logs info quote status todo warning hint tip step steps traceback exception message pesan masalah "
    "pertanyaan contoh ide catatan tugas kendala judul lagi hint thing things p.s nb cc situation scenario symptom reason alasan soalnya expected actual steps version os env transkrip transcript".split()
)
_COMPLAINT = re.compile(
    r"\b(?:error|errors|fails?|failed|failing|crash\w*|broken|gagal|rusak|can't|cannot|doesn't|how|why|what|when|which|kenapa|gimana|apa|i|i'm|you|thanks|help|please|tolong|http\w*|not found|undefined|null|exception)\b|[{}=<>]"
)


def _labelled(text: str, unit: _Unit, low: str) -> Item | None:
    """`Decision: ...`, `Yang belum: ...`, and a user's terse `lifecycle: 90 days`."""
    if ":" not in low and " - " not in low and " – " not in low and " — " not in low:
        return None
    match = _LABEL.match(low)
    if not match:
        return None
    label, rest = match["label"].strip(), match["rest"]
    start, end = unit.start + match.start("rest"), unit.end
    if (
        _DECISION_LABEL.match(label)
        and not rest.rstrip().endswith("?")
        and not _NOT_DECIDED.search(rest)
        and "belum" not in rest
    ):
        return _item(text, "decision", start, end)
    if _OPEN_LABEL.match(label) and not re.match(r"(?:none|nothing|nihil|tidak ada|gak ada|no\b)", rest):
        return _item(text, "unresolved", unit.start if label.startswith(("yang", "belum", "perlu")) else start, end)
    if _DONE_LABEL.match(label):
        return _item(text, "resolved", start, end)
    if (
        unit.who == "user"
        and label not in _NOT_LABELS
        and len(label.split()) < 4
        and not re.match(
            r"(?:what|where|who|how|why|when|is|are|do|does|can|could|i|ini|apa|kenapa|tolong|gimana|so|ok|oke|one|satu|two|also|the following|please)\b",
            label,
        )
        and len(rest) < 70
        and not rest.rstrip().endswith(("?", ":"))
        and not _HEDGE.search(low)
        and not _COMPLAINT.search(rest)
        and ("http" not in rest)
    ):
        return _item(text, "decision", unit.start, end)
    return None


def _judge_sentence(text: str, start: int, end: int, unit: _Unit) -> Iterator[Item]:
    low = _lower(text, start, end)
    question = low.rstrip("\"')*_ ").endswith("?")
    clauses = list(_clauses(low))
    labels: list[tuple[Kind, int, int]] = []
    for left, right in clauses:
        for kind, cue in _clause_kinds(low, left, right, unit, question):
            if labels and labels[-1][0] == kind and labels[-1][2] == left and not _hard(low, labels[-1][2], left):
                labels[-1] = (kind, labels[-1][1], right)
            else:
                labels.append((kind, _tighten(low, left, right, cue, kind), right))
    for kind, left, right in labels:
        opening = _DROP_OPENING.match(low[left:right])
        item = _item(
            text,
            kind,
            start + left + (opening.end() if opening and opening.end() < right - left - 3 else 0),
            start + right,
        )
        if item and (kind != "decision" or " " in item.normalized):
            yield item


def _hard(low: str, left: int, right: int) -> bool:
    return ";" in low[left:right]


def _clauses(low: str) -> Iterator[tuple[int, int]]:
    """Where a sentence falls apart into statements of their own."""
    left = 0
    for match in _CLAUSE.finditer(low):
        if match.start() - left < 3:
            continue
        yield left, match.start()
        left = match.end()
    if left < len(low):
        yield left, len(low)


def _tighten(low: str, left: int, right: int, cue: int, kind: Kind) -> int:
    """Start at the comma that precedes the cue when what stands before it is another thought."""
    comma = low.rfind(", ", left, cue)
    if (
        comma > 0
        and kind != "resolved"
        and cue - comma < 25
        and len(low[left:comma].split()) > 3
        and len(low[comma:right].split()) > 3
    ):
        return comma + 2
    return left


def _clause_kinds(low: str, left: int, right: int, unit: _Unit, question: bool) -> Iterator[tuple[Kind, int]]:
    clause = low[left:right]
    words = set(clause.translate(_SPLIT_WORDS).split())
    hits = words & _CUE_WORDS
    if not hits:
        return
    rules = {id(rule): rule for word in hits for rule in RULES_BY_WORD[word]}.values()
    plain = clause.strip(" .!,;:")
    offset = clause.find(plain) if plain else 0
    matched: dict[Kind, int] = {}
    conditional = bool(_IF_CLAUSE.match(_DROP_OPENING.sub("", low.strip())))
    for rule in rules:
        if not _applies(rule, unit.who) or rule.kind in matched:
            continue
        match = rule.pattern.search(plain)
        if match and _holds(rule, plain, match, low, left, question, conditional):
            matched[rule.kind] = left + offset + match.start()
    if (
        "unresolved" in matched
        and "decision" in matched
        and (_NOT_DECIDED.search(plain) or re.search(r"\b(?:belum|yet|still|masih)\b", plain))
    ):
        del matched["decision"]
    if "unresolved" in matched and "resolved" in matched:
        del matched["resolved"]
    yield from matched.items()


def _applies(rule: Rule, who: str) -> bool:
    if rule.who == "any" or rule.who == who:
        return True
    return rule.who == "people" and (who != "tool" or rule.kind != "decision")


def _holds(
    rule: Rule, plain: str, match: re.Match[str], low: str, left: int, question: bool, conditional: bool
) -> bool:
    before = plain[: match.start()]
    said_before = low[:left]
    if rule.kind == "decision":
        if (
            question
            or conditional
            or _STORY.search(low)
            or _BACKSTORY.search(low)
            or _NOT_DECIDED.search(plain)
            or _SETTLED_TOPIC.search(plain)
        ):
            return False
        if len(plain.split()) < 2 or re.search(
            r"\b(?:suppose|what if|imagine|seandainya|andaikan|misalnya)\b", said_before
        ):
            return False
        return not _HEDGE.search(before) and not _HEDGE.search(match[0])
    if rule.kind == "resolved":
        return (
            not question
            and not conditional
            and not _FUTURE.search((said_before + before)[-60:])
            and len(plain.split()) > 1
        )
    if question and not re.search(r"\bopen question|\bremind|\bingatkan|\bingetin", plain):
        return False
    if conditional or _NO_OPEN_ITEM.search(plain) or _EXPLAINS.search(before) or re.match(r"neither\b", plain):
        return False
    before = said_before + before
    return rule.firm or not re.search(r"\b(?:if|unless|kalau|kalo|jika|would|could|might|should|suppose)\b", before)


def _without_overlaps(found: list[Item]) -> list[Item]:
    """One item a stretch and kind; the earliest, then the longest, stays."""
    kept: list[Item] = []
    ends: dict[str, int] = {}
    for item in sorted(found, key=lambda item: (item.start, -item.end)):
        if item.start >= ends.get(item.kind, -1):
            kept.append(item)
            ends[item.kind] = item.end
    if len(kept) > 40:
        return kept
    return [
        item
        for item in kept
        if not any(
            other.kind == item.kind
            and f" {item.normalized} " in f" {other.normalized} "
            and len(other.normalized) > len(item.normalized)
            for other in kept
        )
    ]


def statement_value(value: str) -> str:
    """`value` on one line, as a list shows it."""
    return fold_spaces(value)
