"""English open items: what waits, lacks, fails, is unknown, unanswered or not yet done."""

from __future__ import annotations

from .rules import rule

RULES = [
    rule(
        "unresolved",
        "haven't hasn't havent hasnt have_not has_not",
        r"(?<!changes\ )(?<!\byou\ )\b(?:haven't|hasn't|havent|hasnt|have\ not|has\ not)(?:\ (?:yet|been|really|fully|"
        r"actually|properly|even|quite|personally|had|got|gotten|still))*\ (?!(?:an?|changed|modified|found\ (?:any|"
        r"other)|seen|noticed|had\ any|missed|forgotten|lost|moved|been|anything)\b(?!\ (?:tested|decided|reviewed|"
        r"fixed|merged|done|set|assigned|migrated|updated)))(?!.*\banything\b)(?!(?:talked|been|felt|had|heard|seen|"
        r"read|spoken)\b.*\b(?:in|for)\ (?:a\ (?:while|bit|few)|ages|years|\w+\ (?:days|weeks|years)))[a-z]+",
    ),
    rule(
        "unresolved",
        "nobody no_one noone none neither never_got never_received never_had somebody someone anybody have_not has_not",
        r"\b(?:nobody|no\ one|noone|none\ of\ (?:us|them|the\ \w+)|neither\ of\ (?:us|them))\ (?:has|have|had\ time|"
        r"knows|is\ (?:sure|assigned|on|responsible|looking)|can\ (?:tell|say|explain)|could\ (?:tell|say|explain)|"
        r"owns|replied|answered|took|wants\ to|volunteered)\b|\bnever\ (?:got|received)\ (?:the|his|her|their)\ \w+|"
        r"\bnever\ (?:got|received|had)\ (?:an?|any|my|our)\ (?:\w+\ )?(?:reply|answer|response|confirmation|invoice|"
        r"refund|receipt|quote)\b|(?<!until\ )(?<!till\ )(?<!unless\ )(?<!if\ )(?<!once\ )\b(?:somebody|someone|"
        r"anybody)\ (?:still\ )?(?:has|needs|should|must|will\ have|ought)\ (?:to\ )?\w+|\b(?:the\ )?(?:other|last|"
        r"second|third|remaining)\ \w*\ ?(?:has|have)\ not\b",
    ),
    rule(
        "unresolved",
        "discussed included considered addressed tested finished decided started implemented imported covered "
        "merged deployed resolved settled fixed documented answered clear verified measured assigned handled wired "
        "ready reviewed approved confirmed signed paid booked updated migrated complete known scheduled ordered "
        "written chosen agreed rotated arrived done certain validated reproduced translated tracked finalized "
        "finalised set_up backed_up not_yet rolled_out hooked_up in_stone sure working_yet",
        r"(?!never\ fixed\ any)\b(?:not|isn't|aren't|isnt|wasn't|weren't|never)(?:\ (?:been|fully|really|quite|"
        r"properly|completely|entirely|yet|even|actually|it's|currently))*\ (?:yet\b|tested|finished|decided|started|"
        r"implemented|imported|covered|merged|deployed|resolved|settled|fixed|documented|answered|clear\b|verified|"
        r"measured|assigned|handled|wired|working\ yet|ready|reviewed|approved|confirmed|signed|paid|booked|updated|"
        r"migrated|complete\b|known|scheduled|ordered|written(?!\ (?:with|as|in|by|using|to)\b)|chosen|agreed|set\ up|"
        r"rotated|backed\ up|arrived|done\b|certain|sure\ (?:whether|if|why|how|what|which|about|who|yet|when|where)|"
        r"set\ in\ stone|finali[sz]ed|rolled\ out|discussed|included|considered|addressed|agreed\ on|tracked|"
        r"validated|reproduced|hooked\ up|translated)",
    ),
    rule(
        "unresolved",
        "yet",
        r"\b(?:not?|n't|nothing|nowhere|never|nobody|none|without|no\ one)\b.{0,60}\byet\b|\b(?:have|has|is|are|"
        r"had)\ yet\ to\b|\byet\ to\ be\b|\byet\ to\ (?:hear|decide|see|do|test|confirm)|^(?:no|nothing)\b.*\byet\b",
    ),
    rule(
        "unresolved",
        "the_air waiting awaiting awaits waits blocked blocker on_hold parked limbo stuck overdue outstanding "
        "hanging unsettled postponed deferred stalled",
        r"(?<!suggest\ )(?<!recommend\ )(?<!worth\ )(?<!it\ now\ )\b(?:waiting|waits)\ (?:for|on|to\ hear|"
        r"until)\b(?!\ (?:the\ |a\ )?(?:port|connection|lock|server|container|process|thread|event|signal|page|"
        r"element|input|output|stdin|response\ from))|\bawait(?:s|ing)\ \w+|\bblocked\ (?:by|on|until|because|since|"
        r"for)\b|\b(?:is|are|'s|'re|am|still)\ (?:currently\ )?(?:blocked|stuck|stalled|overdue|outstanding|in\ limbo|"
        r"parked|on\ hold|unsettled)\b|(?<!it\ )\bon\ hold\b|\b(?:parked|deferred|postponed)\ (?:until|till|for|"
        r"pending|to)\b|\bup\ in\ the\ air\b|\b(?<!a\ )(?<!no\ )(?<!not\ )blocker\b|"
        r"(?<!\bi\ )(?<!\bwe\ )\bstuck\ (?:on|at|in|with(?!\ (?:me|us|him|her)))\b|\bhanging\ (?:in|over)\b",
    ),
    rule(
        "unresolved",
        "needs needed we_need i_need they_need still_need also_need need_to need_someone need_somebody need_a "
        "need_an need_another need_one need_some need_it need_your need_his need_her need_their need_legal "
        "need_review need_approval",
        r"(?=n)"
        r"(?<!\byou\ )(?<!'ll\ )(?<!n't\ )(?<!don't\ )(?<!would\ )(?<!no\ )(?<!not\ )(?<!will\ )(?<!might\ )(?<!may\ )"
        r"(?<!what\ )(?<!as\ )\b(?:need|needs)\ (?:to\ (?:confirm|check|ask|decide|find|figure|fix|verify|test|review|"
        r"follow|talk|get|call|email|update|revisit|investigate|sort|finish|order|buy|book|pay|renew|schedule|rotate|"
        r"document|discuss|agree|chase|clarify|think|measure|be\ (?!careful|able|aware|patient|sure|the|a|in|"
        r"on\ the)\w+)|(?:a|an|another|one\ more|some)\ (?:decision|review|answer|owner|test|fix|follow|vote|meeting|"
        r"call|replacement|spare|quote|permit|separate\ \w+|second\ (?:look|opinion)|look|proper|sign|rewrite|"
        r"volunteer|\w+\ workspace|reply|confirmation|final|approval|date|budget|driver)|someone\b|somebody\b|(?:it|"
        r"the\ \w+|[a-z]+)\ to\ (?:grant|approve|sign|confirm|review|answer|invite|send|decide|check|reply|look|give|"
        r"fix|unlock|open|add|provide|install|enable|renew|pay)|(?:\w+'s|your|his|her|their|our|legal|"
        r"the\ \w+'s)\ (?:approval|sign-?off|input|ok\b|review|answer|confirmation|blessing|signature|decision)|"
        r"review\b|reviewing|fixing|testing|updating|sorting|cleaning|rewriting|work\b|attention|investigation|"
        r"confirmation|approval|clarification)|(?<!no\ )\b(?:decision|follow-up|action|review|"
        r"approval)\ (?:is\ )?needed\b",
    ),
    rule(
        "unresolved",
        "remind reminder forget",
        r"(?:^|[,.;:]\ |\b(?:please|and|but|tolong|also|then|can\ you|you)\ )remind\ (?:me|us|him|her|them)\b(?!\ "
        r"(?:how|that|why|we|of\ (?:how|that|the\ time)))|\bset\ (?:a|me\ a)\ reminder\b|\b(?:don't|dont|do\ not|"
        r"must\ not|"
        r"can't|let's\ not)\ (?:let\ me\ )?forget\b(?!,|\ (?:your|they|that\ (?:you|we)))|\breminder:",
    ),
    rule(
        "unresolved",
        "unclear undecided unresolved unanswered unassigned unconfirmed unverified untested undocumented unfinished "
        "unpaid unknown unsure unmerged incomplete unsolved unsigned unscheduled unread unreviewed",
        r"\b(?:is|are|was|were|remains?|still|'s|be|it's|stays?|left|seems|am|i'm|we're|currently|and|one|but)\ "
        r"(?:still\ |all\ |a\ bit\ |currently\ |quite\ |also\ )*(?:unclear|undecided|unresolved|unanswered|"
        r"unassigned|unconfirmed|unverified|untested|undocumented|unfinished|unpaid|unknown|unsure|unmerged|"
        r"incomplete|unsolved|unsigned|unscheduled|unreviewed)\b|^(?:unclear|undecided|unresolved|unanswered|"
        r"untested|unsure|unknown)\b\s*[:,-]?\ |\b(?:unclear|unsure|undecided|unknown)\ (?:whether|if|who|how|what|"
        r"when|why|which|about|between)\b|\b(?:unclear|undecided|untested|unfinished|unresolved|unanswered)\s*$",
    ),
    rule(
        "unresolved",
        "half partially partly",
        r"\b(?:is|are|about|only|still)\ half[- ](?:done|written|built|complete|\w+ed)\b|\b(?:only\ )?part(?:ly|"
        r"ially)\ (?:done|finished|implemented|migrated)\b",
    ),
    rule(
        "unresolved",
        "know_why know_if know_how know_what know_which know_who know_whether know_when know_where know_yet no_idea "
        "no_clue knows",
        r"\b(?:don't|dont|do\ not|doesn't|didn't)\ (?:really\ |yet\ |even\ |actually\ |still\ )*know\ (?:yet|why|"
        r"whether|if|how|who|which|what|when|where)\b|\bno\ (?:idea|clue)\ (?!what\ you|how\ you)(?:yet|why|how|"
        r"whether|what|who|where|if)\b|\b(?:nobody|no\ one)\ knows\b",
    ),
    rule(
        "unresolved",
        "no_answer no_reply no_response no_word no_feedback replied answered responded heard without_an "
        "without_answer without_reply not_confirmed",
        r"\bno\ (?:answer|reply|response|word|feedback)\b(?!\ (?:files?|documents?|limit|count|needed|required|"
        r"necessary))|\b(?:hasn't|haven't|has\ not|have\ not|didn't|never|nobody|not)\ (?:\w+\ )?(?:replied|answered|"
        r"responded|heard|confirmed)\b|\bwithout\ (?:an\ )?(?:answer|reply)\b",
    ),
    rule(
        "unresolved",
        "known flaky silently bug regression leak race",
        r"^(?:\W*|.{0,40}\bas\ a\ )known\ (?:issue|bug|limitation|defect|gap)s?\b|\bsilently\ (?:cut|truncat\w+|"
        r"drop\w*|fails|discard\w*|overwrit\w+|lost|loses|swallow\w*|skips)\b|^(?:and\ |but\ )*(?:there's|there\ is|"
        r"i\ see)\ (?:still\ )?(?:a|an|one|another)\ (?:bug|regression|leak|race)\b|\b(?:is|are|'s)\ (?:still\ |"
        r"a\ bit\ )?flaky\b(?!\ no\ more)",
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
    ),
    rule(
        "unresolved",
        "should_be must_be has_to ought_to",
        r"\b(?:should|must|has\ to|have\ to|ought\ to)\ be\ (?:\w+ed|taken|done|set|rewritten|redone|put|cut|made|"
        r"given|built|brought|sent|paid)\ (?:\w+\ )?(?:before|by|first|soon|next|again|until)\b",
    ),
    rule(
        "unresolved",
        "never",
        r"(?<!has\ )(?<!have\ )\bnever\ (?:came(?!\ (?:up|true|close))|arrived|showed\ up|turned\ up|replied|"
        r"answered|called\ back|wrote\ back|rang\ back|got\ (?:back\ to|an?\b|the\b|my\b|our\b|any\b|his\b|her\b|"
        r"their\b|it\b|paid|answered|fixed|merged|deployed|sent|signed|tested|finished|written|invited|reimbursed|"
        r"refunded)|heard\ back|received|sent|returned|responded|followed\ up|reached\ (?:me|us|them|him|her|the)|"
        r"made\ it\ (?:in|into|to)|said(?:\ (?:whether|if|when|who|how|what|which|where))|paid|signed|delivered|"
        r"brought|finished|materiali[sz]ed|gave\ it\ back|went\ out|turned\ in)\b",
    ),
    rule(
        "unresolved",
        "crashes drips lacks leaks rattles squeaks stalls stutters truncates",
        r"^(?!.*\b(?:if|once|unless|would|could|may|might|should|because|why|since|no\ longer|not|never|before|"
        r"of\ the)\b)(?!(?:this|that|what|which|he|she|i|we|you|who|nobody|nothing|or|"
        r"to)\b)(?:[\w`'\#./-]+\ ){1,6}?(?:still\ |also\ |now\ |often\ |sometimes\ |always\ |"
        r"silently\ )*(?:(?:crashes|leaks|drips|squeaks|rattles|stutters|stalls)(?!\ x{3})|lacks\ (?:an?|the|its|any)|"
        r"truncates)\b",
    ),
    rule(
        "unresolved",
        "still",
        r"(?=s)"
        r"(?:(?<!\bi\ )(?<!\bwe\ )(?<!\byou\ )(?<!\bthey\ )(?<!\bhe\ )(?<!\bshe\ )(?<!'d\ )(?<!'ll\ )(?<!would\ )"
        r"(?<!could\ )(?<!can\ )(?<!will\ )(?<!may\ )(?<!might\ )(?<!should\ )(?<!rejected,\ )(?<!to\ )(?<!i'm\ )"
        r"(?<!we're\ )(?<!members\ )(?<!people\ )\bstill\ (?!.*\b(?:because|while|so\ that|fine|harmless)\b)(?!(?:be|"
        r"been|had|exists?|works?|fits?|holds?(?=\s*$|\ (?:true|up|good|for)\b)|appl(?:y|ies)|stands?|valid|supports?|"
        r"accept(?:s|ed)|accessible|available|possible|true|ok|okay|fine|good|great|fresh|alive|early|young|serves?|"
        r"matters?|on(?!\ (?:my|our|the|your|hold|order|v?\d))|passe?s?|wins?|counts?|enjoys?|remembers?|helps?|"
        r"means?|seems?|feels?|thinks?|recommend|prefer|believe|likes?|loves?|lives?|keeps?|compiles?|"
        r"runs?(?=\ (?:fine|well)|\s*$)|builds?|the\ (?:same|best|cheapest|fastest|plan|default|most|more)|cheaper|"
        r"faster|better|more|much|under(?!\ (?:review|discussion))|within|below|green|legible|readable|a\ (?:good|"
        r"great|lot|bit|chance|valid|few|week|month|day|long|part|thing|kid|fan)|\d(?!\ (?:of|open|left|missing))|"
        r"time\b|room|hope|some\ time|so\ much|enough|plenty|space|if|when|and|or|to\ come|only|both|looks?|sounds?|"
        r"go(?:es|ing)?\b|do\b|recommended|active|safe|x{2,}|null|as|so|while|reach\w*|able|has\ (?:its|the\ best|"
        r"time|\d)|plays?|brings?|makes?|gives?|costs?|us\b|this|is\b|was\b|does\b|together|in\ (?:love|touch|stock|"
        r"use|good|great|contact|shape|awe|shock|bed|school|time)|at\ (?:school|work|home)|excited|happy|proud|"
        r"grateful|amazing|beautiful|up\ to\ date|my\ (?:best|favou?rite)|one\ of|(?!used|needed|based|hard-coded|"
        r"commented|disabled|pinned|named|called|listed|mentioned|blocked|hardcoded|jammed|clogged|cracked|"
        r"undocumented|untested|un\w+ed|unassigned)\w+ed|\w+(?:able|ible)|found|shown|written|allows?|responds?|"
        r"answers?|opens|boots?|inspire\w*|sad|tough|hard\b|learning|following|volunteering|my\ fav\w*|"
        r"can't\ (?:believe|wait|stop|get\ over)|got|call)\b)[\w\"'-]+|\bstill\ (?:need|owe|ha(?:ve|s)\ (?:to|no|not)|"
        r"must|don't|doesn't|do\ not|does\ not|haven't|hasn't|can(?:'t|not)\ (?!believe|wait|stop|get\ over)|couldn't|"
        r"lacks?|miss(?:ing)?|wait(?:ing|s)?\b|want|wonder\w*|plan\ to|mean\ to|get\ (?:the|an?|that|this|errors?|"
        r"timeouts?)|see\ (?:the\ (?:error|old|same)|an?\ \w+\ (?:error|warning))|deciding|undecided|torn|unsure|"
        r"looking|searching|hunting|chasing|negotiating|debating|arguing|thinking\ (?:about|whether|it)|figuring|"
        r"not\b|no\b|to\ (?:do|be|decide|fix|write)|unclear|untested|unknown|reading\b|working\ on))",
    ),
    rule(
        "unresolved",
        "not",
        r"(?=n)"
        r"(?<!is\ )(?<!are\ )(?<!was\ )(?<!were\ )(?<!does\ )(?<!did\ )(?<!do\ )(?<!be\ )(?<!if\ )(?<!or\ )(?<!been\ )"
        r"(?<!has\ )(?<!have\ )(?<!'s\ )(?<!'re\ )(?<!'m\ )(?<=\w\ )\bnot\ (?:yet\ )?(?!needed|required|affected|"
        r"supported|allowed|used|intended|based|related|limited|included\ in|recommended|expected|invited|counted|"
        r"charged|refunded|shared|indeed|need|speed|red)\w{3,}(?:ed|own|ent|ilt|aid|ought)\s*$",
    ),
]
