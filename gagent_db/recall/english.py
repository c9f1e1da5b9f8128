"""English words whose forms no stemmer brings together: ``wrote`` and ``written``, ``children``, ``colour``.

The index stems regular endings; the forms listed here are searched for in addition to the word that was typed.
"""

from __future__ import annotations

import re
from collections import defaultdict

# Each group has the forms of one word. Left out are forms that are more often another word (``bit``, ``lay``,
# ``wound``), and those with the same stem in the index as another word (``died`` is "di", ``ate`` is "at").
_GROUPS = """
arise arose arisen | awake awoke awoken | beat beaten | become became | begin began begun | bend bent | bind bound
bite bitten | bleed bled | blow blew blown | break broke broken | breed bred | bring brought | build built | burn burnt
buy bought | catch caught | choose chose chosen | cling clung | come came | creep crept | deal dealt | die dying
dig dug | draw drew drawn | dream dreamt | drink drank drunk | drive drove driven | eat eaten | fall fell fallen
feed fed | feel felt | fight fought | find found | flee fled | fling flung | fly flew flown | forbid forbade forbidden
foresee foresaw foreseen | forget forgot forgotten | forgive forgave forgiven | freeze froze frozen | give gave given
go went gone | grow grew grown | hang hung | hear heard | hide hid hidden | hold held | keep kept | kneel knelt
know knew known | lead led | lean leant | leap leapt | learn learnt | leave left | lend lent | lie lying
lose lost | make made | mean meant | meet met | mistake mistook mistaken | outgrow outgrew outgrown | overcome overcame
override overrode overridden | oversee oversaw overseen | oversleep overslept | overwrite overwrote overwritten
pay paid | prove proven | rebuild rebuilt | resend resent | rerun reran | rethink rethought | rewrite rewrote rewritten
ride rode ridden | ring rang rung | rise rose risen | run ran | say said | see saw seen | seek sought | sell sold
send sent | sew sewn | shake shook shaken | shine shone | shoot shot | show shown | shrink shrank shrunk
sing sang sung | sink sank sunk | sit sat | sleep slept | slide slid | speak spoke spoken | speed sped | spell spelt
spend spent | spill spilt | spin spun | spoil spoilt | spring sprang sprung | stand stood | steal stole stolen
stick stuck | sting stung | strike struck | strive strove striven | swear swore sworn | sweep swept | swell swollen
swim swam swum | swing swung | take took taken | teach taught | tear tore torn | tell told | think thought
throw threw thrown | tie tying | undergo underwent undergone | understand understood | undertake undertook undertaken
undo undid undone | unwind unwound | uphold upheld | wake woke woken | wear wore worn | weave wove woven | weep wept
win won | withdraw withdrew withdrawn | withhold withheld | withstand withstood | write wrote written
analysis analyses | appendix appendices | axis axes | basis bases | cactus cacti | child children | crisis crises
criterion criteria | diagnosis diagnoses | foot feet | goose geese | half halves | hypothesis hypotheses
index indices | knife knives | life lives | loaf loaves | man men | matrix matrices | mouse mice | ox oxen
phenomenon phenomena | quiz quizzes | shelf shelves | synopsis synopses | thesis theses | thief thieves | tooth teeth
vertex vertices | wife wives | wolf wolves | woman women
armour armor | behaviour behavior | colour color | endeavour endeavor | favour favor | favourite favorite
flavour flavor | harbour harbor | honour honor | humour humor | labour labor | neighbour neighbor
neighbourhood neighborhood | odour odor | rumour rumor | savour savor | vapour vapor
aluminium aluminum | analogue analog | catalogue catalog | centre center | cheque check | defence defense
dialogue dialog | fibre fiber | fulfil fulfill | grey gray | jewellery jewelry | licence license | litre liter
metre meter | offence offense | plough plow | practise practice | pretence pretense | programme program
sceptical skeptical | theatre theater | tyre tire | analyse analyze | paralyse paralyze
"""
# Words with the same stem in the index as another word ("ate" is "at"): their matches have to be checked in the text.
SHADOWED: dict[str, tuple[str, ...]] = {"ate": ("eat", "eaten")}
_ENDINGS = (("ing", ""), ("ing", "e"), ("ies", "y"), ("es", ""), ("s", ""), ("ed", ""), ("d", ""))
_DOUBLED = re.compile(r"([bdgmnprt])\1ing$")
_ISE = re.compile(r"(?<=[a-z]{3}i)([sz])(?=(?:e|es|ed|ing|er|ers|ation|ations)$)")
_LEAST = 3


def _table() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for line in _GROUPS.split("\n"):
        for group in line.split("|"):
            forms = group.split()
            for form in forms:
                found[form].update(forms)
    return {word: frozenset(forms) for word, forms in found.items()}


_FORMS = _table()


def irregular_forms(word: str) -> list[str]:
    """Return other forms and spellings of a lower-case English word that stemming misses, sorted; mostly []."""
    if len(word) < _LEAST or not word.isascii():
        return []
    if word in SHADOWED:
        return list(SHADOWED[word])
    bases = [word, _DOUBLED.sub(r"\1", word)]
    bases += [word.removesuffix(ending) + instead for ending, instead in _ENDINGS if word.endswith(ending)]
    forms = {form for base in bases for form in _FORMS.get(base, ())}
    forms.add(_ISE.sub(lambda match: "z" if match[1] == "s" else "s", word))
    return sorted(forms - {word})
