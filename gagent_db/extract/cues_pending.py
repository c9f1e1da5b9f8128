"""Open items by their form rather than by the verb: what was not possible, is still as before, needs something, was
put off, or did not come."""

from __future__ import annotations

from .phrases import DAY
from .rules import rule

_BY = r"(?:by|before|until|till|for|asap|first|soon|again|from|in\ order)"

RULES = [
    rule(
        "unresolved",
        "yet so_far",
        r"n't\b.{0,60}\b(?:yet|so\ far)\b|\b(?:not?|nothing|nobody|none|never|without)\b.{0,60}\bso\ far\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "can't cannot couldn't could_not can_not wasn't_able not_able unable",
        r"\b(?:i|we|nobody|they|he|she)\ (?:still\ |also\ |simply\ |really\ )*(?:can't|cannot|can\ not|couldn't|"
        r"could\ not|wasn't\ able\ to|was\ not\ able\ to|weren't\ able\ to|am\ not\ able\ to|was\ unable\ to|am\ "
        r"unable\ to)\ (?!(?:recommend|advise|promise|wait|believe|imagine|stress|help\ but|be|say\ (?:no|enough)|"
        r"guarantee|complain|see\ (?:any|why\ not|a\ reason|anything)|find\ any|think\ of|thank|change|stop|resist|"
        r"stand|afford|have|remember\ (?:the\ last|when)|express|go\ wrong|lose|do\ (?:that|this|both|it\ (?:for|"
        r"without))|use|agree\ more|keep|make\ (?:it|decisions)|live|even)\b)[a-z]+\b(?!.*:\ )",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "you_haven't you_have you_didn't you_never",
        r"\byou\ (?:haven't|have\ not|have\ yet|didn't|did\ not|never)(?:\ yet|\ to)?\ (?:told|tell|said|say|sent|send|"
        r"given|give|gave|answered|answer|decided|decide|picked|pick|chosen|choose|confirmed|confirm|uploaded|upload|"
        r"specified|specify|mentioned|mention|approved|approve|replied|reply|signed|sign|paid|pay|filled)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "need needs need_to",
        rf"(?<!\ just\ )(?<!\bonly\ )(?<!')\b(?:you|we|i|one\ of\ us|someone|somebody|he|she|they|the\ [\w-]+|"
        rf"(?!would|could|might|will|may|not|only|you'd|we'd|you'll|which|that|it|who|no)[a-z]+)\ (?:still\ |also\ |"
        rf"really\ )?needs?\ (?!.*\bbefore\ (?:finish|commit|submit|continu|proceed|mov)\w*ing\b)(?:to\ [a-z]+|"
        rf"an?\ (?:new\ )?[\w-]+|new\ \w+|another)\b.{{1,60}}\b{_BY}\b|^(?:still\ |also\ |"
        rf"and\ )?needs?\ (?:an?\ new\ \w+|to\ be\ \w+|another)\b|\bneeds?\ (?:to\ be\ (?:\w+ed|rewritten|redone|done|"
        rf"sent|set|put|cut|split|built|chosen|made|bought|paid|taught|held)|an?\ (?:update|upgrade|rewrite|cleanup|"
        rf"clean-?up|refresh|restart|bump|owner|home|name|title|check|pass|patch|polish|index|migration|refactor\w*|"
        rf"reboot|extra\ \w+|new\ \w+))\b(?!\ (?:if|when|whenever|to\b))",
    ),
    rule(
        "unresolved",
        "ought should_be should_have to_be somebody someone anyone you'd you'll you_would you_will one_of",
        r"\byou(?:'d|'ll|\ would|\ will)\ (?:still\ |then\ )?(?:have|need)\ to\ [a-z]+|\b(?:someone|somebody|anyone|"
        r"you|one\ of\ us)\b.{0,50}\b(?:ought\ to|should|has\ to|will\ have\ to|'d\ have\ to|needs\ to)\ (?:still\ |"
        r"also\ |really\ )?(?!be\ (?:able|fine|ok|careful)|see\b)[a-z]+\b|\bshould\ be\ (?:\w+ed|rewritten|redone|"
        r"done)\ (?:before|by|first|soon|next|again)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "didn't did_not doesn't does_not won't never has_not hasn't",
        r"\b(?:did(?:n't|\ not)|has\ not|hasn't|never)\ (?:show\ up|turn\ up|respond|reply|come\ back|arrive|pick\ up|"
        r"call(?:ed)?\ (?:back|me|us)|get\ back|get\ to\ \S+|arrived|answered\ (?:yet|the))\b|\bdoes(?:n't|\ not)\ (?:"
        r"pick\ up|answer|respond|reply|call\ back)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "what_i what_we what_nobody what_remains what_is what's",
        r"^(?:but\ |and\ )?what\ (?:i|we|nobody)\ (?:can't|cannot|could\ not|couldn't|don't|do\ not|haven't|have\ not|"
        r"did\ not|didn't)\b.{3,40}\b(?:is|was|are)\b\ \S+|^(?:but\ |and\ )?what\ (?:remains|is\ missing|'s\ missing|"
        r"is\ left|'s\ left)\b.{0,20}\bis\b\ \S+",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "perlu harus wajib kudu mesti musti",
        r"(?<!tidak\ )(?<!gak\ )(?<!ga\ )(?<!nggak\ )(?<!kamu\ )(?<!anda\ )(?<!akan\ )\b(?:perlu|harus|"
        r"wajib(?!.*\bsebelum\ (?:jam|pukul|tanggal|tgl|hari)\b)|kudu|mesti|musti)\ (?:segera\ |juga\ |"
        r"dulu\ )*di-?[a-z]{4,}\b(?!\ (?:kalau|kalo|jika))",
        firm=True,
    ),
    rule(
        "unresolved",
        "in_place up_to filled_in aren't_translated not_translated n't_translated translated",
        r"(?:\bnot|n't)\ (?:fully\ |all\ |really\ )?(?:in\ place|up\ to\ date|filled\ in|translated|wired\ up|hooked\ "
        r"up)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "never",
        r"\b(?:was|were|has|have)\ never\ (?:been\ )?(?!used|needed|intended|meant|designed|supposed|going|an?\b|"
        r"the\b|seen|happened|easy|heard|had|good|so\b|as\b|built\ for|called)(?:\w+ed|sent|paid|done|written|set|"
        r"built|shown|given|run)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "i'm_missing i'm_lacking we're_missing we're_lacking",
        r"\b(?:i'm|we're)\ (?:still\ |only\ |just\ )*(?:missing|lacking)\ (?!you|home|her|him|them|out|my)\w+",
        firm=True,
    ),
    rule(
        "unresolved",
        "not_be n't_be be_found be_reached",
        r"\b(?:could\ not|couldn't|cannot|can't)\ (?:yet\ )?be\ (?:found|reached|verified|matched|imported|converted|"
        r"tested|confirmed|parsed|migrated|reproduced|recovered|restored|loaded|checked|assigned|identified|fixed|"
        r"delivered)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "open undecided unclear",
        r"^(?:but\ |and\ )?(?:who|what|when|where|how|whether|which|why)\b.{3,60}\b(?:is|remains|stays)\ (?:still\ |"
        r"another\ )?(?:open|undecided|unclear|unknown)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "doesn't does_not don't do_not didn't did_not",
        r"\b(?:doesn't|does\ not|don't|do\ not|didn't|did\ not)\ (?:say|specify|mention|state|explain|define)\ (?:who|"
        r"what|whether|how|when|where|which|if|anything)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "should_be must_be has_to ought_to",
        r"\b(?:should|must|has\ to|have\ to|ought\ to)\ be\ (?:\w+ed|taken|done|set|rewritten|redone|put|cut|made|"
        r"given|built|brought|sent|paid)\ (?:\w+\ )?(?:before|by|first|soon|next|again|until)\b",
    ),
    rule("unresolved", "mohon tolong", r"\b(?:mohon|tolong)\ (?:segera\ )?di-?\w{3,}", "assistant"),
    rule(
        "unresolved",
        "will_follow",
        r"\bwill\ follow\ (?:with|in|after|on|by|next|tomorrow|later|soon)\b",
    ),
    rule(
        "unresolved",
        "by before",
        rf"\b(?!(?:i|we|you|it|that)\b)\w+\ (?:wants?|needs?|expects?|asks?\ for|requires?|wanted)\ .{{3,60}}\ (?:by|"
        rf"before)\ (?:{DAY}|\d|the\ (?:end|\d)|end|next|noon)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "has_to",
        r"^(?:and\ |but\ |then\ )?(?!(?:the|an?|it|this|that|each|every|everything|which|what|one|there|who|you|i|we|"
        r"code|nothing|everyone|life|all|he|she|else)\b)[a-z]+\ (?:still\ )?has\ to\ (?:approve|answer|reply|confirm|"
        r"sign|check|decide|come|send|grant|review|agree|call|fix|pay|give|tell|look|bring|pick|finish)\b",
    ),
    rule(
        "unresolved",
        "one_of",
        r"\bone\ of\ (?:the|them|these|those)\b.{0,20}\b(?:has\ to|must|needs\ to)\ \w+",
        firm=True,
    ),
    rule(
        "unresolved",
        "no",
        r"\b(?:there(?:'s|\ is|\ are)|(?:has|have|with))\ (?:still\ |currently\ |as\ yet\ )?no\ (?:record|successor|"
        r"owner|backups?|alerts?|alerting|tests?|docs?|documentation|dates?|deadline|budget|plan|fallback|rollback|"
        r"contact|replacement|monitoring|answer|reply|quorum|volunteers?|driver|wheels?|translations?|licen[cs]e|"
        r"venue|approval)\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "needs need",
        r"\bneeds?\ (?!being|nothing|something|anything|everything|string|king|training\b|nothing)[a-z]{3,}ing\b(?:\ "
        r"(?:at|into|up|"
        r"out|before|again))?\s*(?:$|,|\ (?:before|by|soon|again|first|at|into|up|out)\b)",
    ),
    rule(
        "unresolved",
        "to_be",
        r"(?<!would\ )(?<!will\ )\b(?:has|have)\ to\ be\ (?:\w+ed|redone|rewritten|rebuilt|sent|paid|put|taken|made|"
        r"found|chosen|bought|held|drawn|given|built|cut|met|set)\b",
        "assistant",
        firm=True,
    ),
    rule("unresolved", "please_remind", r"\bplease\ remind\ (?:me|us)\b", "user"),
    rule(
        "unresolved",
        "broken down order dead offline stuck leaking acting playing",
        r"\b(?:is|are)\ (?:broken|down|out\ of\ order|dead|offline|stuck|leaking)\ (?:since|again|for)\b|\b(?:acting|"
        r"playing)\ up\b",
        "user",
    ),
    rule(
        "unresolved",
        "postponed deferred tabled",
        r"\b(?:questions?|decision|issue|vote|item|topic|matter|talk)\b.{0,30}\b(?:was|is|were|has\ been|got)\ "
        r"(?:postponed|deferred|tabled)\b",
        firm=True,
    ),
    rule("unresolved", "no_decision", r"\bno\ (?:final\ )?decision\b(?!\ (?:is\ )?needed)", firm=True),
    rule(
        "unresolved",
        "need_your needs_your",
        r"\bneeds?\ your\ (?:opinion|input|sign-?off|decision|signature|verdict|call)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "the_list my_list our_list",
        r"\b(?:put|add|goes|keep)\ (?:it|this|that|them)?\ ?(?:on|to)\ (?:the|my|our)\ list\b",
    ),
]
