"""Open items by the form of the sentence in English: what is denied, lacking, faulty, owed or due.

The other modules name what is said; these rules name what is not meant: each takes its whole construction and lists the
readings that leave nothing open.
"""

from __future__ import annotations

from .phrases import DAY
from .rules import rule

# Those one deals with: they ask, owe, answer or keep silent.
PARTIES = (
    r"(?:landlord|landlady|bank|schools?|daycare|kindergarten|notary|insurance|insurers?|lawyers?|accountant|vendors?|"
    r"suppliers?|clients?|customers?|council|city|embassy|consulate|office|registry|doctors?|dentist|clinic|hospital|"
    r"garage|workshop|plumber|electrician|architect|builders?|caterer|venue|hotel|airline|agency|agent|tenants?|owner|"
    r"neighbou?rs?|hr|legal|finance|ops|security|procurement|auditors?|partners?|teachers?|coach|printers?|courier|"
    r"carrier|editor|publisher|reviewers?|examiner|supervisor|professor|committee|board|court|police|authority|host|"
    r"manufacturer|dealer|contractor|carpenter|roofer|seller|buyer|support|marketing|sales|design|platform|infra)"
)
# What is wrong with a thing, said of it: "channel 4 stays dead".
FAULTY = (
    r"(?:dead|broken|ambiguous|unclear|wrong|stale|late|red|flaky|failing|loose|cracked|leaking|leaky|dirty|rusty|"
    r"expired|invalid|incomplete|inconsistent|contradictory|doubtful|shaky|risky|fragile|brittle|vague|mislabell?ed|"
    r"misspelt|misspelled|misaligned|outdated|unreadable|illegible|corrupt|corrupted|double-booked|overbooked|"
    r"upside\ down|sideways|mirrored|back\ to\ front|truncated|cut\ off|insufficient|overdue|overdrawn|damaged|torn|"
    r"bent|jammed|clogged|wobbly|worn(?:\ out)?|frayed|inaccurate|off\ by|black\b|out\ of\ (?:order|stock|date|sync|"
    r"service|paper|toner|ink)|mixed\ up|swapped|duplicated|down|offline|silent|hardcoded|hard-coded|commented\ out|"
    r"doubled|crooked|soaked|mouldy|blurred|blurry|mistranslated|garbled|disconnected|misconfigured|empty|blank)"
)

RULES = [
    rule(
        "unresolved",
        "i we",
        r"(?:^|[,;:]\ |\b(?:and|but|that|what|which|because|so)\ )(?:i|we)\ (?!.*\bin\ (?:a\ (?:while|long)|ages|"
        r"years))(?:still\ |also\ )*(?:did\ not|didn't|have\ not|haven't|could\ not|couldn't|was\ not\ able\ to|"
        r"wasn't\ able\ to|am\ not\ able\ to)\ (?:yet\ |even\ |actually\ |really\ )*(?!find\ any|see\ any|notice|"
        r"mean\b|know\ you|want|need|like|think|expect|change\ any|agree\ more|believe|realis|realiz|care|mind|"
        r"have\ to|go\ for|use\b|do\ well|choose|pick|adopt|add\ an?y|introduce|help\b|stop\b|sleep|make\ it\ clear|"
        r"hear\ you|(?:changed|used|seen|noticed|heard|forgotten|been|felt|lost|missed)\b)[a-z]+\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "not never wasn't weren't hasn't haven't none nobody no_one",
        r"(?<!\byou\ )(?<!that\ )(?<!which\ )(?<!what\ )(?<!who\ )\b(?:(?:was|were|has|have|had|been)\ (?:not|never)|"
        r"(?:was|were|has|have)n't|(?:none|nobody|no\ one)(?:\ of\ (?:them|these|those|the\ \w+))?\ (?:has|have|is|"
        r"are|was|were))\ (?:yet\ |been\ |even\ |fully\ |all\ |really\ |properly\ |actually\ |ever\ |formally\ |"
        r"officially\ |quite\ )*(?!supposed|corrupted|damaged|deleted|broken|needed|required|allowed|affected|used\b|"
        r"intended|meant|recommended|expected|related|impressed|scared|worried|interested|surprised|married|bothered|"
        r"based|designed|limited|supported|invited|excited|tired|involved|convinced|concerned|changed|touched|gonna|"
        r"kept|wanted|wasted|seen|heard|felt|thought|regretted|been|met|lost|spent|let|considered\ (?:an?|part)|"
        r"red\b|bad\b|indeed|need|counted|charged|shared|wrapped|disappointed|satisfied|pleased|prepared|forgotten|"
        r"mentioned\ by|amused|ashamed|limited|stored|logged|sent\ (?:to|with)|written\ (?:with|in|to|by)|read\ by|"
        r"shown\ (?:to|in)|trained|hundred|kidding|sacred)(?:\w{2,}ed|written|sent|paid|done|set|built|shown|given|"
        r"run|made|bought|sold|chosen|drawn|found|taken|told|brought|cut|hung|read|sewn|held|put|known|met|heard|"
        r"seen|understood|left|begun|broken\ down)\b(?!\ (?:by\ default|when|if|unless|because|so\ that|in\ order|"
        r"as\ an?))(?!.*\b(?:if|unless|would|by\ default|so\ that|on\ purpose|by\ design)\b)",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "is are stays remains looks seems prints out ends_up shows_up",
        rf"(?<!\bit\ )(?<!that\ )(?<!which\ )(?<!who\ )(?<!\bi\ )(?<!this\ )(?<!\bhe\ )(?<!she\ )(?<!we\ )(?<!they\ )"
        rf"(?<!what\ )(?<!everything\ )(?<!none\ )(?<!nothing\ )(?<!life\ )\b(?:is|are|stays|remains|looks|seems|"
        rf"prints|comes?\ out|ends\ up|shows\ up)\ (?:still\ |also\ |now\ |all\ |mostly\ |partly\ |often\ |slightly\ |"
        rf"quite\ |very\ |a\ bit\ |already\ |completely\ )?{FAULTY}\b(?!\ (?:cents?|of|for\ (?:a|the)\ (?:while|best)|"
        rf"by\ (?:design|default)|answer|time|than))(?!.*\b(?:if|when|once|unless|would|no\ longer)\b)",
    ),
    rule(
        "unresolved",
        "crashes drips lacks leaks rattles squeaks stalls stutters truncates",
        r"^(?!.*\b(?:if|once|unless|would|could|may|might|should|because|why|since|no\ longer|not|never|before|"
        r"of\ the)\b)(?!(?:this|that|what|which|he|she|i|we|you|who|nobody|nothing|or|"
        r"to)\b)(?:[\w`'\#./-]+\ ){1,6}?(?:still\ |also\ |now\ |often\ |sometimes\ |always\ |"
        r"silently\ )*(?:(?:crashes|leaks|drips|squeaks|rattles|stutters|stalls)(?!\ x{3})|lacks\ (?:an?|the|its|any)|"
        r"truncates)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "has have had with shows got gives lists carries there_is there_are there's",
        r"^(?!.*\b(?:if|would|unless|so\ that|when|because|as\ agreed)\b)(?:(?:and|but)\ )*(?!(?:i|you|we|who|"
        r"which|life)\b)(?:(?:\([^)]*\)|[\w`'\#./-]+)\ ){1,7}?(?:still\ |currently\ |now\ )*(?:has|have|shows|got|"
        r"gives|lists|carries|is|are)\ no\ (?!effect|difference|impact|problems?|issues?|influence|limits?|opinion|"
        r"need|reason|cost|side|errors?|warnings?|conflicts?|idea|plans?|choice|business|objections?|bearing|such|"
        r"longer|more|other|meaning|downside|built-in|native|doubt|question|way|point|match(?:es)?\b|use|secret|"
        r"wonder|joke|one|big|matter|different|better|worse|fun|shame|hurry|rush|time\b|charge|rule|exceptions?|"
        r"duplicates|regrets?|complaints?)[\w-]+",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "no",
        r",\ (?:but\ |and\ |still\ |so\ far\ )*no\ (?:reaction|reply|answer|word|response|news|feedback|call|sign|"
        r"trace|luck|success|show|date|owner|results?|decision|progress|budget|replacement|driver|volunteers?|"
        r"takers?|quote|confirmation|approval|receipt|backup|tests?|docs|explanation|fix|idea\ why)\b(?:\ (?:yet|"
        r"so\ far|since\ .{2,20}|either|from\ [\w\ ]+|to\ be\ found))?\s*$",
        firm=True,
    ),
    rule(
        "unresolved",
        "must has_to have_to needs_to need_to should needs need wants want expects expect requires require",
        rf"^(?!.*\b(?:if|unless|would|could|always|every|each|from\ now|never|usually|otherwise)\b)(?:(?:and|but|"
        rf"also)\ )*(?!(?:you|who|what|which|it|that|there|nobody|people)\b)(?:[\w`'-]+\ ){{1,7}}?(?:still\ |"
        rf"also\ )*(?:must|has\ to|have\ to|needs?(?:\ to)?|should|wants?(?:\ to)?|expects?|"
        rf"requires?)\ .{{3,70}}?\ (?:by|before|until)\ (?:the\ (?:end|\d+|first|deadline)|{DAY}|mid-?\w*|end\ of|"
        rf"next|then|\d|that\ day|the\ \w+\ (?:of|meeting|trip|party|exam|visit|call|launch|release|move|wedding|"
        rf"inspection|audit))",
        firm=True,
    ),
    rule(
        "unresolved",
        "wants want needs need expects expect requires require asks ask requested asked asking insists waits",
        rf"(?:^|[,;:]\ |\b(?:and|but)\ )(?:the\ |our\ |my\ |your\ |his\ |her\ |"
        rf"both\ )?(?:[\w'-]+\ ){{0,2}}?{PARTIES}\ (?:\w+ed\ and\ )?(?:still\ |also\ |now\ |both\ |"
        rf"again\ )*(?:wants?|needs?|expects?|requires?|asks?\ (?:for|about|if|whether|to\ see)|(?:has\ |have\ |is\ |"
        rf"are\ )*ask(?:ed|ing)\ (?:me\ |us\ |you\ )?(?:for|about|if|whether|to\ see)|requested|insists?\ on|"
        rf"waits?)\b(?!\ (?:no|nothing|only\ if|it\ that\ way|me\ dead|to\ be\ (?:a|an|the)))",
        firm=True,
    ),
    rule(
        "unresolved",
        "doesn't don't does_not do_not",
        r"^(?!.*\b(?:if|unless|would|could|because|so\ that|so\ it|by\ design|on\ purpose|when\ you|anymore|"
        r"any\ more|means|please|let's|need|which|that)\b)(?:(?:and|but|also|on|in)\ )*(?:the|your|our|my|his|her|"
        r"their|both|half|some|most|two|three|\d+|x{3,}|[\w-]+'s)\ (?:(?:\([^)]*\)|[\w`'\#./-]+)\ ){0,6}?(?:still\ |"
        r"currently\ |now\ )*(?:doesn't|don't|does\ not|do\ not)\ (?:yet\ |even\ |fully\ |really\ |"
        r"properly\ )*(?!need|require|matter|affect|change|mind|depend|want|hurt|count|apply|touch|mean|have\ to|"
        r"know\b|exist\b|care|like|love|seem\ to\ mind|use\b|include|interfere|block|conflict|get\ \w+ed|go\ to|feel|"
        r"belong|contain\ any|call|see\b|share|leave|return|accept|allow|take|do\b|make|give|move|ask|go\b)[a-z]+",
        "assistant",
    ),
    rule(
        "unresolved",
        "isn't aren't is_not are_not wasn't weren't",
        r"^(?!.*\b(?:if|unless|would|because|so\ that|on\ purpose|anymore|any\ more)\b)(?:(?:and|but)\ )*(?!(?:i|we|"
        r"you|it|that|this|which|who|what|there|he|she)\b)(?:[\w`'\#./-]+\ ){1,7}?(?:isn't|aren't|is\ not|"
        r"are\ not)\ (?:yet\ |even\ )*(?:in\ (?!use|danger|the\ (?:mood|way|sense))|on\ (?!purpose|sale)|there\b|"
        r"connected|visible|listed|known|complete|correct|right\b|up\ to|part\ of|covered|enough|working|reachable|"
        r"readable|stable|consistent|reliable|safe\b|certain|clear|ready)",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "only",
        r"(?:^|[,;:]\ |\b(?:and|but|that)\ )(?:i|we)\ (?:have\ |had\ |could\ )*only\ (?:\w{2,}ed|ran|got|had|read|"
        r"saw|did|made|found|went|took|had\ time|have|know|understand|see)\b(?!\ (?:wanted|meant|needed))",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "i'd_like would_like i'd_want i'd_rather i'd_feel",
        r"\bi(?:'d|\ would)\ (?:still\ )?(?:like|want|prefer)\ (?:someone|somebody|a\ second|another|your|"
        r"you\ to\ (?!know)|to\ see|an?\ (?:answer|look|check|test|review))\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "still",
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
        firm=True,
    ),
    rule(
        "unresolved",
        "two three four five six seven eight nine ten half some several most one",
        r"^(?:and\ |but\ |so\ far\ |only\ |about\ |at\ least\ )*(?:two|three|four|five|six|seven|eight|nine|ten|"
        r"half|some|several|most|one)\ of\ (?:the|your|our|my|his|her|their|these|those|them)\b(?!.*\b(?:if|"
        r"because|when|would|could|so\ that|now|again|already|was|were|had|fixed|corrected|"
        r"by\ design)\b)(?!.*(?:\ (?:pass|passes|works?|agreed?|confirmed|matche?s?|use|uses|came|said|voted|paid|"
        r"like|love|chose|answered|went|go|got|get|live|lives|fit|fits)\b|\ (?:is|are)\ (?!not|un|still|wrong|"
        r"missing|empty|blank|broken|dead|cracked|out\ of|too|late|loose|stale|blurred|cropped|skipped|failing|"
        r"flaky|red|damaged|mislabel|duplicat)))(?:\ [\w'`-]+){1,6}?\ (?:lacks?|has|have|reports?|points?|shows?|"
        r"contains?|fails?|is|are|do|does|don't|doesn't|cannot|can't|still|needs?|carry|carries|leads?|links?|"
        r"returns?|gives?|says?|ends?|runs?|comes?|miss|misses|overlap|contradict|differ|clash|starts?|looks?)\b",
        "assistant",
    ),
    rule(
        "unresolved",
        "makes make points point",
        r"\bmakes?\ (?:an?\ )?(?:[\w-]+\ )?(?:strange|odd|funny|weird|horrible|awful|loud|new|\w+ing)\ (?:noise|sound|"
        r"smell)s?\b|\bpoints?\ (?:nowhere|to\ (?:nothing|a\ dead|the\ (?:old|wrong)))\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "mess disaster nightmare",
        r"\b(?:is|are|looks\ like)\ (?:still\ |just\ )?an?\ (?:total\ |complete\ |real\ )?(?:mess|disaster|"
        r"nightmare)\b",
    ),
    rule(
        "unresolved",
        "aren't isn't are_not is_not",
        r"(?:\ (?:is|are)|'s)\ (?:ready|here|there|done|back|fixed|paid|signed|booked|ordered|"
        r"sent),\ (?:but\ )?(?:the\ |my\ |our\ )?[\w'-]+(?:\ [\w'-]+){0,2}\ (?:isn't|aren't|is\ not|are\ not)\s*$",
        firm=True,
    ),
    rule(
        "unresolved",
        "says said promises promised",
        rf"\b{PARTIES}\ (?:says?|said|promises?|promised)\ .{{2,60}}\b(?:soon|later|next|will|would|tomorrow|"
        rf"by\ (?:{DAY})|this\ week)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "told promised",
        r"\b(?:told|promised)\ (?:[\w-]+\ ){1,3}(?:that\ )?(?:i'd|i'll|i\ would|we'd|we'll|"
        r"we\ would)\ (?!be\ (?:fine|ok)|love|never)\w+",
        firm=True,
    ),
    rule(
        "unresolved",
        "with",
        r"^(?:and\ |but\ |oh\ |my\ |so\ )*(?:the|my|our|your|both)\ [\w'-]+(?:\ [\w'-]+){0,4}\ (?:is|"
        r"are)\ (?:still\ )?with\ (?!a\b|an\b|us\b|me\b|you\b|no\b|two\b|his\b|it\b|them\b|that\b|this\b|friends|"
        r"family|regard|respect)\w+",
        firm=True,
    ),
    rule(
        "unresolved",
        "only",
        r"^(?:so\ far\ |and\ |but\ )*only\ (?:the|one|two|three|half|part|my|our|your)\b.{2,50}\ (?:is|are|has\ been|"
        r"have\ been)\ (?:\w+ed|\w+en|proofread|done|in|ready|there|set|up|cut|read|sent|paid|built)\s*$",
        firm=True,
    ),
    rule(
        "unresolved",
        "open unresolved pending unpaid failing outstanding overdue unread",
        r"\b(?:has|have|there\ are|there's|there\ is|with)\ (?:still\ )?(?:\d+|an?|one|two|three|four|five|six|seven|"
        r"eight|nine|ten|eleven|twelve|some|several|many)\ (?:open(?!\ (?:source|plan|bar|fire|kitchen|mind))|"
        r"unresolved|pending|unpaid|failing|outstanding(?!\ (?:\w+\ )?(?:view|restaurant))|overdue)\ \w+",
    ),
    rule(
        "unresolved",
        "expires expire lapses",
        rf"\b(?:expires?|lapses?)\ (?:on|in|next|this|tomorrow|at\ the\ end|by|before|{DAY})\b(?!\ \d+\ (?:minutes|"
        rf"hours|seconds|days))",
    ),
    rule(
        "unresolved",
        "are_not aren't is_not isn't",
        r"^(?:the|my|our)\ (?:[\w'-]+\ ){1,3}(?:isn't|aren't|is\ not|are\ not)\ (?:working|charging|loading|starting|"
        r"turning\ on|draining|heating|printing|syncing|opening|closing|responding|connecting|flushing|cooling|"
        r"ringing)\s*$",
        firm=True,
    ),
    rule(
        "unresolved",
        "that which",
        r"\b(?:lists?|mentions?|names?|promises?|documents?|shows?|contains?)\ .{2,40}\b(?:that|which)\ (?:the\ |"
        r"our\ |your\ )?\w+\ (?:doesn't|does\ not|don't|never)\ (?:\w+)\s*$",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "too",
        r"(?!.*\b(?:if|was|were|not|never|would|because)\b)\b(?:is|are|runs|looks|feels|sits|seems|"
        r"comes)\ (?:\d+\ \w+\ |still\ |much\ |way\ |far\ |a\ bit\ |a\ little\ )?too\ (?!good|funny|cute|bad\b|soon|"
        r"hot\ to|much\ fun|kind|sweet|nice|many)\w+",
        "assistant",
    ),
    rule(
        "unresolved",
        "know say tell",
        r",\ (?:i|we)\ (?:still\ )?(?:do\ not|don't|cannot|can't|could\ not|couldn't)\ (?:know|say|tell)(?:\ yet|"
        r"\ from\ here)?\s*$",
        firm=True,
    ),
    rule(
        "unresolved",
        "expired lapsed ran_out",
        r"\b(?:certificate|permit|licen[cs]e|passport|visa|contract|insurance|lease|domain|warranty|subscription|"
        r"card|membership|id|guarantee|token|coupon|prescription)\b.{0,20}\ (?:has\ |have\ )?(?:expired|lapsed|"
        r"ran\ out)\b(?!\ (?:when|if))",
    ),
    rule(
        "unresolved",
        "guess assume invent estimate skip leave",
        r"\b(?:i|we)\ had\ to\ (?:guess|assume|invent|estimate|skip|leave)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "owes owe",
        r"(?<!\bi\ )(?<!you\ )\bowes?\ (?:me|us|him|her|them|the|our|my)\b|\bi\ (?:still\ )?owe\ (?!you\b)\w+",
        firm=True,
    ),
    rule(
        "unresolved",
        "drops loses eats mangles garbles",
        r"^(?:the|our|my|your)\ (?:[\w'-]+\ ){1,3}?(?:sometimes\ |often\ |still\ )?(?:drops|loses|eats|mangles|"
        r"garbles)\ (?:the|every|all|half|some|my|our)\b(?!.*\b(?:by\ design|on\ purpose|if|when|within)\b)",
    ),
    rule(
        "unresolved",
        "silently",
        r"\bsilently\ (?:drops?|ignores?|fails?|skips?|swallows?|returns?|truncates?|overwrites?|loses?|discards?|"
        r"passes|stops?|breaks?)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "excludes exclude",
        r"^(?:the|our|my|your)\ (?:\w+\ )?(?:offer|quote|price|estimate|bid|policy|insurance|warranty)\ excludes?\ \w+",
        firm=True,
    ),
    rule(
        "unresolved",
        "stopped quit",
        r"\b(?:stopped|quit)\ (?:working|charging|printing|responding|syncing|heating|recording|loading|sending|"
        r"updating|connecting|cooling|receiving|logging|spinning|draining)\b(?!.*\b(?:so|now|again|until|fixed|"
        r"when\ i\ was)\b)",
        firm=True,
    ),
    rule(
        "unresolved",
        "wrong",
        r"\b(?:is|are|sits|hangs|ended\ up|landed)\ (?:in|on|at|under|with)\ the\ wrong\ \w+",
        firm=True,
    ),
    rule(
        "unresolved",
        "exist exists deleted removed gone empty",
        r"\b(?:refers?|points?|links?|leads?)\ (?:to|at)\ .{2,40}\ (?:that|which)\ (?:does\ not\ exist|doesn't\ exist|"
        r"do\ not\ exist|don't\ exist|was\ deleted|was\ removed|is\ gone|no\ longer\ exists?|is\ empty)\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "about_to round_to",
        r"\b(?:is|are)\ about\ to\ (?:go\s*$|die|break|expire|run\ out|fall|give\ up|lapse|burst|collapse)\b|"
        r"\b(?:didn't|haven't|never|did\ not|have\ not)\ (?:get|got|gotten)\ round\ to\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "keeps",
        r"^(?:and\ |but\ |ugh\ |now\ |the\ |my\ |our\ )*(?!(?:he|she|it|that|life|what|who|which|"
        r"this)\b)[\w'-]+(?:\ [\w'-]+){0,2}\ keeps\ (?!going|working|trying|moving|pushing|learning|improving|"
        r"smiling|growing|running|getting\ better|talking|playing)\w+ing\b",
        "user",
    ),
]
