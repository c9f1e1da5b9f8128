"""The cue words and phrases of decisions, open items and closed items, in English and Indonesian.

A rule is tried only on clauses that hold one of its `words`, so a text without cue words costs one set operation.
Patterns see lower-cased text with straight apostrophes and code masked out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gagent_db.extract.items import Kind


@dataclass(frozen=True, slots=True)
class Rule:
    """`who` may say it: "any", "people" (not tool output), "user" or "assistant". `firm` rules also hold after a hedge."""

    kind: Kind
    words: frozenset[str]
    pattern: re.Pattern[str]
    who: str
    firm: bool


def _rule(kind: Kind, words: str, pattern: str, who: str = "people", firm: bool = False) -> Rule:
    return Rule(kind, frozenset(words.split()), re.compile(pattern, re.X), who, firm)


# Fragments shared by several rules.
_WE = r"(?:we|we've|we\ have|we\ had|we\ all|i|i've|i\ have|you|you've|you\ have|team|everyone|everybody|all\ of\ us|both|board|committee|group|family|client|and\ i|kita|kami)"
_ADV = r"(?:\ (?:now|also|already|finally|all|just|then|therefore|instead|deliberately|explicitly|eventually|ultimately|both|jointly|unanimously|had|have|earlier|officially|only|simply|tentatively|mutually|really|together|provisionally))*"
_START = r"^(?:(?:and|but|so|ok|okay|oke|yes|yeah|yep|no|nah|then|also|fine|right|alright|sure|actually|hmm?|well|agreed|good|great|perfect|thanks|cool|final|deal|please|for\ now|in\ that\ case|on\ second\ thought|scratch\ that|changed\ my\ mind|ya|iya|yaudah|ya\ udah|yowis|udah|sip|jadi|terus|nah|eh|btw|hm|gini|kalo\ gitu|kalau\ gitu)[\s,.:;!-]+)*"
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|senin|selasa|rabu|kamis|jumat|jum'at|sabtu|minggu|ahad|januari|februari|maret|mei|juni|juli|agustus|oktober|desember|tomorrow|besok|lusa|noon|midnight"

DECISION = [
    _rule(
        "decision",
        "decided agreed settled chose opted picked committed voted vetoed concluded selected ruled rejected approved",
        rf"\b{_WE}{_ADV}\ (?:decided|agreed|settled|chose|opted|picked|committed|voted|vetoed|concluded|selected|ruled\ out|rejected|approved)\b(?!\ or\b)",
    ),
    _rule(
        "decision",
        "decided agreed settled chosen picked selected ruled finalized finalised approved rejected adopted dropped scrapped abandoned",
        r"\b(?:was|were|is|are|been|it's|'s|gets|got)(?:\ (?:now|also|already|finally|all|just|officially|formally|unanimously))*\ (?:decided|agreed(?:\ (?:on|that|upon|to))?|settled(?:\ on)?|chosen|picked|selected|ruled\ out|finali[sz]ed|adopted|scrapped|abandoned)\b",
    ),
    _rule(
        "decision",
        "agreed agreement consensus decision",
        r"^(?:(?:as|all|everyone|both|so)\ )?agreed\ (?:to|on|that|with)\b|\bconsensus\ (?:is|was)\b|\b(?:the|our|my|final)\ decision\ (?:is|was)\b|\bagreement\ (?:is|was)\ (?:to|that)\b|\b(?:made|took|taken|reached)\ (?:the|a|our)\ decision\ to\b",
    ),
    _rule(
        "decision",
        "go going went gone gonna",
        rf"{_START}(?:(?:let's|lets|let\ us|we'll|we\ will|we're|we\ are|i'm|i\ am|i'll|we|i|i've|just|you|team|she|he|they)\ )?(?:just\ |finally\ |both\ |eventually\ |all\ |now\ )*(?:go|going|went|gone|gonna\ go)\ (?:ahead\ )?(?:with|for)\b(?!\ (?:it|a\ (?:walk|run|coffee)|lunch|dinner)\b\s*$)",
    ),
    _rule(
        "decision",
        "go going went",
        r"\b(?:let's|lets|we'll|we're|we\ are|i'm|we|i|in\ the\ end)\ (?:just\ )?(?:go|going|went)\ with\b",
    ),
    _rule(
        "decision",
        "let's lets",
        r"\b(?:let's|lets)\ (?:just\ |not\ |only\ |also\ |instead\ |both\ |please\ )*(?:use|keep|stick|go\ (?:with|for|to)|do\ (?!this|that|it|a\b|some)|make\ (?:it|the|that)|take|stay|drop|skip|leave|move\ (?:it|the|to|everything)|postpone|meet|ship|launch|buy|rent|book|order|cap|set|call\ it|name|limit|switch|avoid|not|have|paint|pin|cut|cancel|put|settle|adopt|pick|choose|hold|invite|freeze|kill|support|store|write|split|merge|host|fix|start\ (?:on|at|with)|aim|say\ (?:\d|no))\b",
        "user",
    ),
    _rule("decision", "let's lets", r"\b(?:let's|lets)\ (?:just\ |not\ )*(?:use|keep|stick|go\ with|stay)\b"),
    _rule(
        "decision",
        "we'll will won't wont going",
        rf"\bwe(?:'ll|\ will|\ won'?t|'re\ (?:not\ )?going\ to|\ are\ (?:not\ )?going\ to|'re\ gonna)(?:\ (?:not|only|just|always|never|also|still|all|both|therefore|then|simply|have\ to\ not))*\ (?!(?:need|see|have|be\ able|be\ fine|be\ ok|be\ in|be\ there|want|know|get|find|likely|probably|discuss|talk|check|look|wait|revisit|think|figure|try|test|ask|learn|notice|hit|lose|regret|miss|come\ back|circle|let\ you|decide|hear|face|worry|sort|cross|manage|survive|also\ need|require|end\ up|eventually|maybe|understand|explore|investigate|continue|then|run\ into|be|deal|handle\ (?:it|that)\ later|follow)\b)[a-z]+",
    ),
    _rule(
        "decision",
        "i'll",
        r"\bi'll\ (?:just\ |then\ )?(?:take\ (?:the|it|both|option|[a-z]+\ (?:one|size))|go\ (?:with|for)|keep|stick|skip|stay|pass\ on|leave\ (?:it|the)|drop|have\ the|use|buy|rent|order\ the)\b",
        "user",
    ),
    _rule(
        "decision",
        "we're we",
        r"\bwe(?:'re|\ are)\ (?:not\ |only\ |all\ |just\ |definitely\ |now\ |still\ )*(?!(?:waiting|looking|seeing|getting|missing|thinking|considering|trying|hoping|planning|wondering|talking|discussing|working|facing|hitting|losing|struggling|debating|leaning|testing|having\ (?:trouble|issues|problems)|running\ (?:out|late|low|into)|going\ to|assuming|interesting|pending|being|checking|investigating|asking|missing|nothing|something|dealing|weighing|arguing|growing|comparing|evaluating|paying\ for|doing\ (?:well|fine|ok|great|good)|guessing|still|morning|expecting|blocking|stressing|panicking|fighting)\b)[a-z]{2,}ing\b(?!\ (?:about|whether|if)\b)",
    ),
    _rule(
        "decision",
        "it",
        rf"{_START}(?!(?:is|was|what|how|where|when|who|why|as|which|whatever|whichever|wherever|because|if|so|that|think|know|sure|believe|like|since|here|there|the\ way|i|you|we|see|guess)\b)(?!.*\b(?:what|how|where|whatever|which|because|that|than|say|says|think|know|see)\b.*\bit\ is)[\w'\"./:&+(\[-][^?!]{{0,60}}?\ it\ is(?:\ then)?\s*$",
    ),
    _rule(
        "decision",
        "now forward henceforth here today point on",
        r"\bfrom\ (?:now|here|today|this\ point|this\ day)\ on(?:wards?)?\b|\b(?:going|moving)\ forward\b|\bhenceforth\b|\bfrom\ this\ (?:sprint|week|month|release)\ on",
    ),
    _rule(
        "decision",
        "starting from as effective",
        rf"^(?:starting|effective|as\ of|from)\ (?:{_DAY}|next|today|this|\d)[^,]*,|\b(?:effective|starting)\ (?:immediately|{_DAY}|next\ (?:week|month|sprint))",
    ),
    _rule(
        "decision",
        "always never",
        rf"{_START}(?:always|never)\ (?!mind\b|been\b|seen\b|heard\b|had\b|happened\b|works?\b|worked\b|used\ to\b|again\b|fails\b)[a-z]+\b|\b(?:please|you\ should)\ (?:always|never)\ [a-z]+",
        "user",
    ),
    _rule(
        "decision",
        "stays stay remains remain",
        r"\b(?!(?:to|can|could|you|they|would|might|if|please|hotel|long|guests?|the)\b)[\w)`'\"]+\ (?:stays?|remains?)\ (?!(?:open|unclear|unresolved|unanswered|unknown|to\ be|tuned|with\ (?:us|me)|there\ for|an?\ (?:open|mystery|problem|issue)|undecided|untested|busy|late|home|awake|broken|green\ the|safe|calm|the\ same\ (?:when|if)|flat|fresh|warm|cold|wet|hot|up\ to)\b)\w",
    ),
    _rule(
        "decision",
        "stay stick keep use leave skip drop hold default pin cap limit ditch prefer avoid forget kill",
        rf"{_START}(?:just\ |only\ |definitely\ |instead\ )*(?:stay\ (?:on|with|in|at|put)|stick\ (?:with|to)|keep\ (?!me\b|us\b|going\b|trying\b|in\ mind|an\ eye|posted|looking|working|it\ up|up\b|digging|getting|seeing|an?\ note|a\ copy)\S+|use\ (?!case|cases\b|of\b|this\ (?:to|code)|that\ (?:to|as))\S+|leave\ (?!me\b|a\ (?:comment|note|message)|for\b|home\b|it\ with\ me)\S+|skip\ \S+|drop\ (?!me\b|by\b|it\ (?:here|in|into)|the\ file|off\b)\S+|hold\ off\ on|default\ to|pin\ \S+|cap\ \S+|limit\ \S+|ditch\ \S+|avoid\ \S+|forget\ (?!to\b|how\b|what\b)(?:about\ )?\S+|(?:kill|scrap|retire|nuke)\ (?:the|that|it|all)\b(?!\ (?:process|server|job|terminal|tab)))",
        "user",
    ),
    _rule(
        "decision",
        "not instead rather bukan",
        r"^(?!.*\b(?:shows?|prints?|returns?|gets?|got|says?|said|errors?|fails?|why|but|looks?|works?|is\ not|was\ not|are\ not|do\ not|does\ not|did\ not|i'm|i\ am|sure|seems?|expected|wants?)\b)(?!not\b|bukan\b|instead\b|rather\b).{3,90}?(?:,\ (?:and\ )?not\ (?!sure|yet|bad|good|great|really|that|urgent|now|even|because|necessarily|to\ mention|only|just|including|counting)|,?\ instead\ of\ |,?\ rather\ than\ |,?\ bukan\ (?!main|berarti|karena|cuma|hanya))\S",
        "user",
    ),
    _rule(
        "decision",
        "went chose kept opted picked stuck rejected switched left used avoided settled preferred",
        rf"\b(?:i|i've|we|we've)(?:\ (?:also|then|deliberately|therefore|finally|instead|consciously|intentionally|ultimately|simply|just|have))*\ (?:went\ (?:with|for)|chose|opted|picked|kept|stuck\ (?:with|to)|rejected|preferred|settled\ (?:on|for)|switched\ (?:to|from|over)|(?:used|made|put|avoided|stored|wrote|left|dropped|replaced|split|named|implemented|built|modell?ed)\b.{{2,80}}\b(?:instead|rather\ than|on\ purpose|deliberately|in\ favou?r\ of|as\ (?:is|it\ is|they\ are|it\ was)|alone|untouched|unchanged))",
        "any",
    ),
    _rule(
        "decision",
        "won wins winner",
        rf"{_START}(?!.*\b(?:match|game|cup|league|race|election|award|prize|\d+[-:]\d+|they|he|she|team|championship|lottery)\b)[\w`'\"./ -]{{2,50}}\ (?:won|wins)(?:\ (?:out|because|over|on\ (?:price|cost|simplicity|speed)|by|the\ (?:vote|comparison|argument)|here)\b.*|\s*[,:].*)?\s*$|\bthe\ winner\ is\b",
    ),
    _rule(
        "decision",
        "in out",
        rf"{_START}[\w`'\"./ -]{{2,40}}\ (?:is|are)\ (?:in|out|back\ in)(?:[,;]|\s*$|\ (?:but|for\ (?:now|v?\d|good|this)))",
        "user",
    ),
    _rule(
        "decision",
        "final settled fixed confirmed locked agreed set default plan stone decided scheduled booked negotiable frozen",
        rf"\b(?:is|are|it's|that's|'s|was|now|stays)\ (?:now\ |officially\ |all\ |also\ |already\ |therefore\ )*(?:final\b|locked(?:\ in)?\b|frozen\b|set\ in\ stone|non-negotiable|a\ done\ deal|(?:confirmed|scheduled|booked|set|fixed|planned|locked)\ (?:for|on|at|to)\ (?:the\ )?(?:{_DAY}|\d|[a-z]+\ \d)|(?:now\ )?the\ (?:default|plan|rule|policy|final)\b)",
    ),
    _rule(
        "decision",
        "date deadline price budget scope venue name limit quota date's",
        r"\b(?:date|deadline|price|budget|scope|venue|name|limit|quota|rate|fee|schema|format)\ (?:is|was|has\ been)\ (?:now\ |finally\ )?(?:fixed|confirmed|settled|set|agreed|capped)\b",
    ),
    _rule(
        "decision",
        "moved pushed postponed rescheduled delayed shifted brought",
        rf"\b(?:is|was|been|are|were|gets|we|we've|has)\ (?:been\ )?(?:moved|pushed|postponed|rescheduled|delayed|shifted|bumped|brought\ forward)\ (?:back\ |forward\ |up\ |out\ )?(?:to|until|till|by)\ (?:the\ )?(?:{_DAY}|\d|next|[a-z]+\ \d|week|q\d)",
    ),
    _rule(
        "decision",
        "we",
        rf"{_START}(?:and\ )?we\ (?:only\ |always\ |never\ |just\ |both\ |also\ )*(?:leave|ship|launch|start|meet|depart|fly|release|deploy|use|keep|pay|go\ (?:live|by|to|on)|take|stay|do(?!\ (?:not|n't)\ (?:know|have|need|see|get|want|understand|remember|think)|\ (?:have|need|want)|n't)|don't\ (?!know|have|need|see|get|want|understand|remember|think|care|like|really)|drop|skip|move|sell|buy|cut|freeze|pin|stick|support|accept|charge|publish|open|close|hire|invite|serve|rent|cap|wait\ until|host|store|log|round|split)\b",
        "user",
    ),
    _rule(
        "decision",
        "no",
        rf"{_START}(?:and\ |absolutely\ |definitely\ )*no\ (?!(?:idea|problem|problems|worries|worry|need|rush|hurry|thanks|thank|clue|way|one|luck|update|updates|news|errors?|doubt|matter|reply|answer|response|longer|not|it|that|this|i|we|you|such|question|questions|wonder|stress|pressure|biggie|change|changes|difference|sign|trace|output|result|results|info|nothing|more\ than|chance|joke|offen[cs]e|other|good|access|connection|internet|signal|space|time|word|sound|comment|no|can|don't|because|but|evidence|pain|fun|harm|mention)\b)[a-z][\w-]*(?:\ [\w&/+-]+){{0,5}}\s*$",
        "user",
    ),
    _rule(
        "decision",
        "agreed deal sold settled sepakat setuju final",
        r"^(?:ok(?:ay|e)?\ |yes\ |fine\ |so\ |nah\ |jadi\ |semua\ )?(?:agreed|deal|sold|settled|sepakat|setuju|final)(?:\ (?:ya|then|deh))?[,:;.!-]+\ ?(?!(?:thanks|thank|but|and|makasih|terima|lanjut|go\ on|good|great|what|how)\b)\S+\ \S+",
        "user",
    ),
    _rule(
        "decision",
        "fine ok okay oke alright right yes sip yeah",
        r"^(?:fine|ok|okay|oke|okey|alright|right|yes|yeah|yep|sip|good|baik)(?:\ (?:then|deh|ya|lah))?[,.:!;-]?\ (?!(?:then|deh|ya|lah|thanks|thank|thx|i|i'm|i'll|i've|you|we|it|it's|its|that|that's|this|what|which|who|where|when|why|how|can|could|would|will|do|does|did|is|are|was|were|should|please|but|and|so|now|with|by|good|great|cool|nice|done|got|makes|sounds|looks|let|let's|lets|go|run|show|try|send|check|give|tell|add|fix|open|write|make|put|next|wait|just|one|also|if|please|sure|no|not|nice|perfect|rename|remove|delete|update|create|find|look|read|merge|push|deploy|explain|list|draft|print|translate|summari[sz]e|continue|proceed|ship\ it|do\ it|book|call|change|move|swap|copy|start|stop|restart|test|commit|revert|search|fetch|download|upload|install|ask|remind|thats|dont|don't|bang|mas|mbak|pak|bu|kak|gan|bro|sis|min|makasih|makasi|tolong|coba|cek|kirim|lanjut|terus|tapi|kalau|kalo|aku|saya|gue|gw|kita|ini|itu|sudah|udah|nanti|bisa|apa|kapan|gimana|kenapa|satu|paham|mantap|noted|siap|terima|catat|jadi|lah|dong|buat|bikin|tambah|hapus|ganti|ubah|jalankan|back|sorry|actually|pasted|works?|true|true|correct|exactly|understood|agree|agreed|there|here|same|still|in|on|at|for|to|from|after|before|of|a\ bit|noted|has|have|my|your|our|great|env)\b)[^,?:]{2,45}$",
        "user",
    ),
    _rule(
        "decision",
        "make set",
        rf"{_START}(?:make\ (?:it|that|them)\ (?:\d|a\ \w+|an\ \w+|two|three|four|five|six|ten|the\ \w+|{_DAY}|read-only|optional|required|private|public)|set\ (?:it|the\ [\w\ -]{{2,30}})\ (?:to|at)\ \S+)",
        "user",
    ),
    _rule(
        "decision",
        "scope",
        r"\b(?:is|are|stays?|goes|go|moved?)\ (?:now\ |explicitly\ |also\ )?(?:out\ of\ scope|not\ in\ scope|in\ scope|out\ of\ the\ (?:scope|release|mvp))\b|\bis\ (?:not\ )?part\ of\ (?:the|this)\ (?:release|mvp|scope|milestone)",
    ),
    _rule(
        "decision",
        "release mvp",
        r"\b(?:is|are)\ (?:not\ |no\ longer\ )?part\ of\ (?:the|this)\ (?:release|mvp|scope|milestone)",
    ),
    _rule(
        "decision",
        "mind thought",
        rf"\b(?:changed\ my\ mind|on\ second\ thoughts?|scratch\ that)[,.:;]?\ (?!(?:about|on)\b)\S+\ \S+",
        "user",
    ),
    _rule(
        "decision",
        "story period discussion deal answer",
        r"\S+\ \S+.*[,;.-]\ ?(?:end\ of\ (?:story|discussion)|period|full\ stop|no\ discussion|done\ deal|final\ answer|that's\ (?:final|it)|titik|gak\ pakai\ debat)\s*[.!]*$",
        "user",
    ),
    _rule(
        "decision",
        "told telling tell",
        r"\b(?:told|telling)\ (?:them|him|her)\ (?:yes|no)\b|\btell\ \w+\ (?:yes|no)\b",
        "user",
    ),
    _rule(
        "decision",
        "just",
        rf"{_START}(?:for\ [\w'\ -]{{3,40}},?\ )?just\ (?:append|use|keep|round|ignore|return|store|drop|skip|default|leave|take|pick|log|email|telegram|text|ping|call\ it|name\ it|put)\b.{{3,}}",
        "user",
    ),
    _rule(
        "decision",
        "took taking",
        r"\bwe\ (?:took|bought|rented|booked|hired|ordered|signed\ with)\ (?:the|a|an|[a-z]+\b)",
        "user",
    ),
    _rule(
        "decision",
        "should must supposed",
        r"^(?!.*\b(?:i|we|you|they|he|she|who|why|how|what|which)\b.{0,40}\b(?:should|must)\b)(?!it\b|that\b|this\b|there\b).{2,70}\b(?:should|must)\ (?:not\ |always\ |never\ |only\ |also\ )*(?!be\ (?:fine|ok|okay|enough|easy|there|good|able|working|done|the\ (?:same|problem|issue)|possible|visible|back|here|ready|safe|in\ (?:the|your|my)|fixed)\b|work\b|have\b|take\b|arrive\b|help\b|know\b|see\b)[a-z]+",
        "user",
    ),
    _rule(
        "decision",
        "enough plenty sufficient",
        r"^(?!(?:that|it|this|there)\b)[\w`'\"./&-]+\ .{0,60}(?:is|are)\ (?:enough|plenty|good\ enough|sufficient|all\ (?:we|i)\ need)\b(?:\ for\ (?:me|us|now|v?\d.*|this.*))?\s*$|\b(?:cukup|udah\ cukup)\ (?:\w+\ ){0,3}(?:aja|saja)\b",
        "user",
    ),
    _rule(
        "decision",
        "sounds works",
        r"^(?!(?:that|it|this|all|everything|which|still|now|good|great)\b)\S+\ .{2,70}\ (?:sounds\ (?:right|good|fine|great|perfect)|works\ for\ (?:me|us)|suits\ (?:me|us))\b",
        "user",
    ),
    _rule(
        "decision",
        "yes please",
        r"^(?!(?:yes|please|no)\b)(?!.*\b(?:thanks|explain|show|tell|help)\b)\S+\ \S+.{0,60}(?:,\ yes|,\ final)\s*$|^(?:\d|[a-z]|(?:the\ )?(?:first|second|third|last|left|right|blue|red|green|small|big|cheap|large|cheaper|smaller|bigger|later|earlier)(?:\ one|\ option)?|option\ \w|plan\ \w|both|neither)\ please\b",
        "user",
    ),
    _rule("decision", "final", r"^\S+\ \S+.*,\ (?:that's\ )?final\s*$", "user"),
    _rule(
        "decision",
        "then",
        rf"^(?!(?:ok|and|so|what|who|how|why|where|when|until|till|since|back|just|by|but|only|even|see|fine|right|well|if|bye|talk)\b)(?:the\ )?[\w`'./+-]+(?:\ [\w`'./+-]+){{0,3}}\ then\s*$",
        "user",
    ),
    _rule(
        "decision",
        "kept capped stored limited dropped ignored saved spilled rejected allowed required disabled enabled pinned fixed deleted archived split stays hosted sent written rounded sorted cached logged billed",
        r"^(?:for\ [\w'\ -]{3,40}\ )?(?!(?:it|that|this|there|nothing|which|what|why|how|i|everything)\b)[\w`'\"./()-]+(?:\ [\w`'\"./()-]+){0,9}\ (?:is|are|gets?|will\ be)\ (?:always\ |never\ |only\ |not\ |now\ )*(?:kept|capped|stored|limited|dropped|ignored|saved|spilled|rejected|allowed|required|pinned|deleted|archived|split|hosted|rounded|cached|billed)\b(?!\ (?:when|if|because|wrong))",
        "user",
    ),
    _rule(
        "decision",
        "gets get",
        r"\b(?:gets?|get)\ (?:fixed|done|merged|removed|renamed|moved|shipped|dropped|replaced|painted|delivered|its\ own|their\ own|a\ \w+|the\ \w+)\ ?(?:before|by|in|with|on|first|instead|\S*)",
        "user",
    ),
    _rule(
        "decision",
        "focus priority scope goal",
        r"\b(?:the|our)\ (?:focus|priority|goal|scope|theme)\ (?:is|will\ be|stays)\ (?!(?:unclear|open|not\ clear))",
        "people",
    ),
    _rule(
        "decision",
        "tag ship release launch deploy publish freeze announce meet leave start cut demo pickup departure kickoff",
        rf"{_START}(?:we\ |i\ )?(?:tag|ship|release|launch|deploy|publish|freeze|announce|meet|leave|start|cut|demo|pick-?up|departure|kick-?off)\ (?:it\ |the\ \w+\ |\w+\ )?(?:is\ )?(?:on|at|by|this|next)\ (?:the\ )?(?:{_DAY}|\d|morning|evening|week|month)",
        "user",
    ),
    _rule(
        "decision",
        "approved accepted signed",
        r"^(?!.*\b(?:not|needs?|waiting|pending|if|until|once)\b)[\w`'./ &-]{3,50}\ (?:is\ |are\ |was\ |has\ been\ )?(?:approved|accepted|signed\ off)\b",
        "user",
    ),
    _rule("decision", "against", r"\bdecided\ against\b|\b(?:voted|advised\ and\ decided)\ against\b"),
    _rule("decision", "kept choice chose", r"\bby\ your\ own\ choice\b|\b(?:your|our|my)\ choice\ (?:was|is)\b"),
    _rule(
        "decision",
        "intentionally deliberately purpose",
        r"\b(?:is|are)\ (?:intentionally|deliberately)\ \w+|\bon\ purpose\b",
        "assistant",
    ),
    _rule(
        "decision",
        "yaudah yowis yasudah udah okelah oke deh",
        r"^(?:yaudah|yauda|ya\ udah|yowis|ya\ wis|ya\ sudah|yasudah|okelah|oke\ deh|ok\ deh)(?:\ lah|\ deh)?[, ]+(?!(?:gpp|gapapa|nggak\ apa|ga\ apa|tolong|nanti|ntar|tunggu|makasih|kalau|kalo|coba|lanjut|sip|satu|besok)\b)\S+",
        "user",
    ),
    _rule(
        "decision",
        "akhirnya",
        r"^(?:dan\ |jadi\ |oke\ )?akhirnya\ (?!(?:selesai|bisa|ketemu|beres|jalan|sampai|sampe|sadar|datang|muncul|hujan|kelar|lunas|rilis|dapat|dapet|balik|tahu|tau|masuk|hilang|error|gagal|mati)\b)\w+\ \w+",
        "user",
    ),
    _rule(
        "decision",
        "pakai pake memakai pakenya",
        rf"{_START}(?!(?:tolong|coba|kenapa|kok|gimana|apa|apakah|bisa|boleh|udah|sudah|lagi|tadi|dulu|kemarin|mending|kalau|kalo|gue\ udah|aku\ udah|masih|baru)\b)(?!.*\b(?:bisa|boleh|masih|lagi|tadi|kemarin|udah|sudah|belum|error|gagal|lupa|mending|kenapa|gimana|apa|mungkin|sebaiknya|coba|mau|bingung|suka|biasa|jangan|jgn)\b).{{0,50}}\b(?:pakai|pake|pakenya|pakainya)\ \S+",
        "user",
    ),
    _rule("decision", "jangan jgn", r"^(?:dan\ |tapi\ )?[\w-]+nya\ (?:jangan|jgn)\ \w+|,\ (?:jangan|jgn)\ \w+", "user"),
    _rule(
        "decision",
        "tiap setiap",
        r"^(?!.*\b(?:error|gagal|kenapa|selalu|kok|ingetin|ingatkan)\b)[\w-]+(?:\ [\w-]+){0,3}\ (?:tiap|setiap)\ (?:hari|malam|pagi|siang|sore|minggu|bulan|jam|senin|selasa|rabu|kamis|jumat|sabtu|tanggal|awal|akhir|\d)",
        "user",
    ),
    _rule(
        "decision",
        "pindah dipindah dipindahkan naik turun",
        r"^(?!.*\b(?:kalau|mau|bisa|belum|error|gagal|setelah|sejak|udah|sudah|abis|habis)\b.*\bpindah)[\w-]+(?:\ [\w-]+){0,4}\ (?:pindah|dipindah|dipindahkan|di-pin|dipin)\ (?:ke|jadi|dari)\ \S+",
        "user",
    ),
    _rule("decision", "pin dipin", r"\bdi-?pin\ (?:ke|di)\b", "user"),
    _rule(
        "decision",
        "instead",
        r"^(?!.*\b(?:got|shows?|prints?|returns?|error|fails?|why|can\ you|could)\b)\S+\ \S+.*\binstead\s*$",
        "user",
    ),
    _rule(
        "decision",
        "pertama utama didukung",
        r"^(?:\w+\ ){1,3}(?:pertama|utama|yang\ didukung)(?:\ yang\ \w+)?:\ \S+",
        "user",
    ),
    # Indonesian
    _rule(
        "decision",
        "diputuskan putuskan putusin diputusin memutuskan mutusin putuskannya memutuskannya",
        r"(?<!belum\ )(?<!blm\ )(?<!tidak\ )(?<!gak\ )(?<!perlu\ )(?<!harus\ )(?<!bisa\ )(?<!dia\ )(?<!\bia\ )(?<!mereka\ )(?<!untuk\ )(?<!akan\ )(?<!mau\ )(?<!dapat\ )(?<!masih\ )\b(?:diputuskan|putuskan|putusin|diputusin|memutuskan|mutusin)\b",
        "any",
    ),
    _rule(
        "decision",
        "sepakat disepakati menyepakati sepakati kesepakatan kesepakatannya bersepakat menyetujui",
        r"(?<!belum\ )(?<!blm\ )(?<!tidak\ )(?<!gak\ )(?<!perlu\ )(?<!bukan\ )(?<!ada\ )(?<!mencapai\ )\b(?:sepakat|disepakati|menyepakati|sepakati|bersepakat|kesepakatan(?:nya)?(?=[\s:]+\S))\b",
        "any",
    ),
    _rule(
        "decision",
        "setuju disetujui",
        r"(?<!belum\ )(?<!tidak\ )(?<!gak\ )(?<!ga\ )(?<!kurang\ )(?<!perlu\ )\b(?:setuju|disetujui|acc)\ (?:kita|kalau|kalo|untuk|pakai|pake|ambil|harga|dengan\ (?:harga|syarat|opsi)|di|naik|turun|\w+nya|\d)",
        "any",
    ),
    _rule(
        "decision",
        "dipilih pilih milih memilih pilihnya pilihan terpilih",
        r"(?:\byang\ (?:akhirnya\ )?(?:di)?pilih\b|\b(?:kita|kami|aku|saya|gue|gw|akhirnya|udah|sudah|jadi)\ (?:akhirnya\ |jadi\ |udah\ |sudah\ |tetap\ |tetep\ |sengaja\ )*(?:pilih|milih|memilih)\b|\bpilihan(?:nya)?\ (?:jatuh|akhir)|\bakhirnya\ (?:di)?pilih|\bterpilih\b|^pilih\ .{2,40}\ (?:aja|saja)\b|(?<!belum\ )(?<!bisa\ )\bdipilih\b)",
        "any",
    ),
    _rule(
        "decision",
        "jadinya jadi batal gajadi",
        r"\bjadinya\b\ (?!gimana|apa|kapan|berapa|error|gagal|lambat|lemot|begini|seperti|kosong|aneh)\S+|\bjadi(?:\ kita|\ aku|\ gue|\ gw|\ kami|\ saya|\ fix|\ ya)*\ (?:pakai|pake|ambil|beli|sewa|berangkat|naik|naek|tetap|tetep|pilih|milih|fix|nginep|pindah|pesan|pesen|dipakai|dibeli|diambil)\b|\b(?:ga|gak|nggak|ngga|tidak|enggak)\ jadi\ [a-z]+|\bbatal\ (?!otomatis)[a-z]+|\b(?:di)?batalkan\ saja",
    ),
    _rule(
        "decision",
        "fix fiks fixed final deal pasti dipastikan",
        r"(?<!belum\ )(?<!blm\ )(?<!gak\ )(?<!di-)\b(?:fix|fiks|final|deal)\b\ ?(?:ya\b|pakai|pake|kita|ambil|jadi|di\ |ke\ |tanggal|tgl|jam|yang|banget|:|,\ )|\b(?:udah|sudah|udh|sdh|dah)\ (?:fix|fiks|final|deal|pasti|dipastikan|ditetapkan|bulat)\b|\bfix\s*$",
        "user",
    ),
    _rule(
        "decision",
        "aja saja",
        rf"{_START}(?!(?:tolong|coba|cek|kirim|bisa|kasih|buatin|bikinin|kenapa|kok|gimana|apa|apakah|baru|cuma|tadi|masih|mungkin|mau|maunya|boleh|minta|tinggal|kalau|kalo|jalankan|jalanin|langsung|lanjut|nanti|ntar|mending|iseng|hapus|buka|ganti|ya\ udah\ gitu)\b)(?!.*\b(?:cuma|hanya|mending|mendingan|bisa|belum|kenapa|sebaiknya|boleh|mungkin|kapan|gimana|ntar|nanti|apa|lupa|error|gagal)\b)[^?]{{2,70}}?\b(?:aja|saja)(?:\ (?:deh|ya|lah|dong|kalo\ gitu|bang|mas|mbak|kak|fix|oke|ok|pak|bu|bro|yg|yang|ke|di)\b.*)?\s*$",
        "user",
    ),
    _rule("decision", "biar", r"^(?:[\w ]{0,25}\ )?biar\ [\w ]{2,30}\ (?:aja|saja)\b", "user"),
    _rule(
        "decision",
        "tetap tetep ttp",
        r"(?<!masih\ )(?<!harus\ )(?<!bisa\ )\b(?:tetap|tetep|ttp)\ (?:pakai|pake|memakai|menggunakan|di\ |ke\ |jadi|sama|dengan|pada|ikut|satu|dua|tiga|empat|\d|tanggal|jam|seperti|sesuai|mono|lanjut|dipakai|dipertahankan|disimpan)",
    ),
    _rule(
        "decision",
        "mulai depannya kedepannya seterusnya selanjutnya depan",
        rf"\bmulai\ (?:sekarang|besok|lusa|hari\ ini|minggu|bulan|tahun|senin|selasa|rabu|kamis|jumat|sabtu|tanggal|tgl|rilis|sprint|\d)|\b(?:ke\ ?depan(?:nya)?|seterusnya)\b[, ]|\bselanjutnya\ (?:pakai|pake|semua|kita)",
    ),
    _rule(
        "decision",
        "usah gausah jangan tanpa selalu",
        rf"{_START}(?:jadi\ |kita\ )*(?:gausah|(?:ga|gak|nggak|ngga|enggak|tidak|tdk)\ usah|tanpa)\ (?!(?:khawatir|bingung|takut|panik|buru|repot|sungkan|malu|dijawab|dibalas|dipikirin)\b)\S+|{_START}selalu\ (?:pakai|pake|gunakan|simpan|kirim|tulis)|{_START}jangan\ (?:pernah|pakai|pake|gunakan|simpan|taruh|ada)\b|\bjangan\ (?:pernah|lagi)\b",
        "user",
    ),
    _rule(
        "decision",
        "kita kami",
        rf"{_START}(?:kita|kami)\ (?:tetap\ |tetep\ |semua\ |cuma\ |hanya\ |akan\ )*(?:pakai|pake|ambil|sewa|pilih|beli|naik|berangkat|kumpul|mulai|nginep|menginap|makan|pesan|pesen|undang|rilis|pindah|tutup|buka|bagi|bayar|cetak|jalan|ikut|lepas|jual|hapus|ganti|matikan|tunda|batasi|pisah|gabung|simpan|stop|berhenti|libur)\b(?!.*\b(?:kalau|kalo|bisa|gimana|dulu\ ya)\b)",
        "user",
    ),
    _rule(
        "decision",
        "ditetapkan dipastikan dikunci disetujui dicoret dibatalkan diundur dimundurkan dimajukan digeser dijadwalkan ditolak dipertahankan diganti ditiadakan dihilangkan diresmikan dibekukan",
        r"(?<!belum\ )(?<!bisa\ )(?<!perlu\ )(?<!harus\ )(?<!akan\ )(?<!tidak\ )(?<!mau\ )\b(?:ditetapkan|dikunci|dicoret|dibatalkan|ditiadakan|dibekukan|(?:diundur|dimundurkan|dimajukan|digeser|dijadwalkan)(?:\ (?:ke|jadi|menjadi|sampai|hingga|tanggal|tgl))|dipertahankan)\b",
        "any",
    ),
    _rule(
        "decision",
        "dipakai dibeli diambil digunakan",
        r"\byang\ (?:akhirnya\ |akan\ |jadi\ )?(?:dipakai|dibeli|diambil|digunakan|disewa|dipesan)\ (?:adalah\ |itu\ |ya\ )?(?!untuk|buat|oleh|di\ |sama|sebagai|saat|ketika|kalau|dalam)\w+",
    ),
    _rule(
        "decision",
        "saya aku gue gw",
        r"\b(?:saya|aku|gue|gw)\ (?:sengaja\ |akhirnya\ |memang\ |tetap\ |jadinya\ )*(?:pilih|memilih|milih|putuskan|memutuskan|pakai\b.{2,60}\b(?:bukan|alih-alih|daripada|ketimbang)|tetap\ pakai|pertahankan|biarkan\b.{2,60}\b(?:seperti|apa\ adanya))\b",
        "any",
    ),
]

UNRESOLVED = [
    _rule(
        "unresolved",
        "haven't hasn't havent hasnt not",
        r"\b(?:haven't|hasn't|havent|hasnt|have\ not|has\ not)(?:\ (?:yet|been|really|fully|actually|properly|even|quite|personally|had|got|gotten|still))*\ (?!(?:changed|seen|noticed|had\ any|missed|forgotten|lost|moved|been|anything)\b(?!\ (?:tested|decided|reviewed|fixed|merged|done|set|assigned|migrated|updated)))(?!.*\banything\b)[a-z]+",
        firm=True,
    ),
    _rule(
        "unresolved",
        "didn't didnt did couldn't couldnt could can't cannot cant unable failed",
        r"\b(?:i|we|nobody|they|he|she|it|us)?\ ?(?:didn't|didnt|did\ not|couldn't|couldnt|could\ not|can't|cannot|cant|am\ unable\ to|was\ unable\ to|were\ unable\ to|unable\ to|failed\ to|wasn't\ able\ to|was\ not\ able\ to)\ (?:yet\ |fully\ |actually\ |quite\ |properly\ |get\ to\ )?(?:verify|test|check|confirm|reproduce|update|finish|settle|find|figure|run\ the|measure|decide|complete|reach|cover|tell\b|determine|work\ out|explain|identify|pin\ down|look\ (?:at|into)|get\ (?:to|a|an|the|hold)|migrate|document|touch|include|make\ up|fix|solve|trace|log\ in|validate|benchmark|review|write|locate|resolve|agree|answer)\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "nobody noone one none neither somebody someone anybody",
        r"\b(?:nobody|no\ one|noone|none\ of\ (?:us|them|the\ \w+)|neither\ of\ (?:us|them))\ (?:has|have|had\ time|knows|is\ (?:sure|assigned|on|responsible|looking)|can\ (?:tell|say|explain)|could\ (?:tell|say|explain)|owns|replied|answered|took|wants\ to|volunteered)\b|\b(?:somebody|someone|anybody)\ (?:still\ )?(?:has|needs|should|must|will\ have|ought)\ (?:to\ )?\w+|\b(?:the\ )?(?:other|last|second|third|remaining)\ \w*\ ?(?:has|have)\ not\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "not isn't aren't isnt wasn't never aint",
        r"\b(?:not|isn't|aren't|isnt|wasn't|weren't|never)(?:\ (?:been|fully|really|quite|properly|completely|entirely|yet|even|actually|it's|currently))*\ (?:yet\b|tested|finished|decided|started|implemented|imported|covered|merged|deployed|resolved|settled|fixed|documented|answered|clear\b|verified|measured|assigned|handled|wired|working\ yet|ready|reviewed|approved|confirmed|signed|paid|booked|updated|migrated|complete\b|known|scheduled|ordered|written|chosen|agreed|set\ up|rotated|backed\ up|arrived|done\b|certain|sure\ (?:whether|if|why|how|what|which|about|who|yet|when|where)|set\ in\ stone|finali[sz]ed|rolled\ out|tracked|validated|reproduced|hooked\ up|translated)",
        firm=True,
    ),
    _rule(
        "unresolved",
        "yet",
        r"\b(?:not?|n't|nothing|never|nobody|none|without|no\ one)\b.{0,60}\byet\b|\b(?:have|has|is|are|had)\ yet\ to\b|\byet\ to\ be\b|\byet\ to\ (?:hear|decide|see|do|test|confirm)|^(?:no|nothing)\b.*\byet\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "still",
        r"\bstill\ (?:being\ |very\ |a\ bit\ |largely\ |quite\ )?(?:missing|open\b(?!\ to)|pending|outstanding|unresolved|unclear|unanswered|unknown|undecided|undocumented|untested|unpaid|waiting|needs?|needing|has\ to|have\ to|to\ (?:do|be|decide|come|fix|write)|todo|fail\w*|broken|flak\w*|crash\w*|leak\w*|red\b|errors?\b|erroring|times?\ out|timing\ out|unsure|owes?|lacks?|blocked|in\ progress|half|under\ (?:review|discussion)|wrong|deciding|debating|thinking|figuring|looking\ (?:for|into)|haven't|hasn't|don't\ know|doesn't|does\ not|can't|cannot|isn't|aren't|not\b|gets?\b|shows?\b|throws?|hangs?\b|happen\w*|there\ (?:is|are)\ no|no\b|stuck|up\ for|on\ (?:my|the|our)\ (?:list|todo|plate)|a\ (?:problem|todo|question|mystery|draft|placeholder|stub)|an\ (?:issue|open)|hard-?coded|undeployed|unmerged|dropping|drops|returns?\b|complain\w*|want\ to|say\w*\ \"?(?:loading|error|pending)|want|negotiating|discussing|arguing|chasing|sitting|at\ the\ (?:shop|printer|garage|notary|repair)|down\b|using\ the\ old|the\ old\b|set\ to\b|5\b|freez\w*|slow\b)|\b(?:is|are)\ still\ \d",
        firm=True,
    ),
    _rule(
        "unresolved",
        "waiting awaiting awaits waits blocked blocking blocker hold parked limbo stuck overdue outstanding hanging unsettled postponed deferred stalled",
        r"\b(?:waiting|waits)\ (?:for|on|to\ hear|until)\b(?!\ (?:port|connection|lock|server\ to\ start|container|response\ from))|\bawait(?:s|ing)\ \w+|\bblocked\ (?:by|on|until|because|since|for)\b|\b(?:is|are|'s|'re|am|still)\ (?:currently\ )?(?:blocked|stuck|stalled|overdue|outstanding|in\ limbo|parked|on\ hold|unsettled)\b|\bon\ hold\b|\b(?:parked|deferred|postponed)\ (?:until|till|for|pending|to)\b|\bup\ in\ the\ air\b|\bblocker\b|\bstuck\ (?:on|at|in|with)\b|\bhanging\ (?:in|over)\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "pending",
        r"\b(?:is|are|still|remains?|currently|'s)\ pending\b|\bpending\ (?:review|approval|confirmation|answer|decision|reply|from|on|until|sign|a|the|legal|your|feedback)\b|^pending\b(?=\s*[:,-])|\bpending\s*$",
    ),
    _rule(
        "unresolved",
        "need needs needed",
        r"(?<!\byou\ )(?<!'ll\ )(?<!don't\ )(?<!would\ )(?<!no\ )(?<!not\ )(?<!will\ )(?<!might\ )(?<!may\ )(?<!what\ )(?<!as\ )\b(?:need|needs)\ (?:to\ (?:confirm|check|ask|decide|find|figure|fix|verify|test|review|follow|talk|get|call|email|update|revisit|investigate|sort|finish|order|buy|book|pay|renew|schedule|rotate|document|discuss|agree|chase|clarify|think|measure|be\ (?!careful|able|aware|patient|sure|the|a|in|on\ the)\w+)|(?:a|an|another|one\ more|some)\ (?:decision|review|answer|owner|test|fix|follow|second\ (?:look|opinion)|look|proper|sign|rewrite|volunteer|\w+\ workspace|reply|confirmation|final|approval|date|budget|driver)|someone\b|somebody\b|(?:it|the\ \w+|[a-z]+)\ to\ (?:grant|approve|sign|confirm|review|answer|invite|send|decide|check|reply|look|give|fix|unlock|open|add|provide|install|enable|renew|pay)|(?:\w+'s|your|his|her|their|our|legal|the\ \w+'s)\ (?:approval|sign-?off|input|ok\b|review|answer|confirmation|blessing|signature|decision)|review\b|reviewing|fixing|testing|updating|sorting|cleaning|rewriting|work\b|attention|investigation|confirmation|approval|clarification)|\b(?:decision|follow-up|action|review|approval)\ (?:is\ )?needed\b",
    ),
    _rule(
        "unresolved",
        "have has must should ought",
        r"\b(?:i|we|someone|somebody|yusuf|he|she|they|one\ of\ us)\ (?:still\ |also\ )(?:have|has)\ to\b|\bstill\ (?:have|has)\ to\b|\b(?:someone|somebody|one\ of\ us)\ (?:has|have)\ to\b|\b(?:must|should|has\ to|have\ to|ought\ to)\ be\ \w+(?:ed|en|ne|t)\ (?:before|by|until|first|prior)\b|^(?:still\ )?ha(?:s|ve)\ to\b|\b(?:i|we)\ (?:should|must|ought\ to)\ (?:still\ |also\ |really\ )?(?:ask|check|confirm|follow|revisit|look\ into|find\ out|call|double|decide|talk\ to|chase)\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "remind reminder forget",
        r"\bremind\ (?:me|us|him|her|them)\b|\breminder\ to\b|\bset\ (?:a|me\ a)\ reminder\b|\b(?:don't|dont|do\ not|must\ not|can't|let's\ not)\ (?:let\ me\ )?forget\b|\breminder:",
    ),
    _rule(
        "unresolved",
        "again later back revisit chase nudge ping bring",
        rf"\bask\ (?:me|us)\ (?:again|later|on|in|about\ (?:it|this|that)|tomorrow)\b|\bping\ (?:me|us)\ (?:again|when|on|in|if|about|tomorrow|next)|\b(?:circle|come|get|loop|report|check)\ back\ (?:to|on|with|in|later|next|after|once|when)\b|\b(?:revisit|reconsider|rethink)\ (?:it|this|that|the|in|on|after|when|next|once|later|\w+)\b|\b(?:chase|nudge)\ (?:\w+\ ){{1,3}}|\b(?:do|doing|handle|deal\ with|fix|tackle|discuss|look\ at|decide|sort|come\ to)\ (?:it|that|this|them|the\ rest|those)?\ ?later\b|\bfor\ later\b|\bleave\ (?:it|that|this|the\ \w+)\ (?:for|until|till)\ (?:later|{_DAY}|next|another|after|tomorrow|now)",
    ),
    _rule(
        "unresolved",
        "follow followup followups",
        r"\bfollow(?:ing)?[- ]?ups?\b(?!\s+(?:email|question)\s+(?:was|has))|\bfollowups?\b",
    ),
    _rule(
        "unresolved",
        "find figure look out sleep think mull",
        r"\b(?:find|finding)\ out\ (?:if|whether|who|how|what|when|where|why|which)\b|\b(?:figure|figuring|work|sort)\ (?:it\ |this\ |that\ )?out\ (?:if|whether|who|how|what|when|where|why|which|later|next)\b|\bfigure\ (?:that|this|it)\ out\b|\blook(?:ing)?\ into\ (?:it|this|that|the|why|how|whether)|\bsleep\ on\ (?:it|this|that|the)\b|\b(?:think|mull)\ (?:it\ over|about\ it|it\ through|this\ over|that\ over)|\bwant\ to\ think\b",
    ),
    _rule(
        "unresolved",
        "tbd tbc tba decided determined confirmed discussed clarified defined announced agreed",
        r"\btb[dca]\b|\bto\ be\ (?:decided|determined|confirmed|discussed|clarified|defined|agreed|announced|fixed|done|sorted|finali[sz]ed|negotiated|scheduled|written|tested|reviewed)\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "question debate discussion questions",
        r"\bopen\ (?:question|issue|point|item)s?\b|\bup\ for\ (?:debate|discussion|grabs)\b|\bquestion\ (?:is\ |was\ )?(?:still\ )?(?:open|unanswered|remains|of\ whether|whether)|\bunder\ discussion\b|\b(?:one|a|another|two|my|last)\ (?:more\ |last\ )?questions?\ (?:for\ (?:you|\w+)|left|remains?|is\ open|that)",
        firm=True,
    ),
    _rule(
        "unresolved",
        "unclear undecided unresolved unanswered unassigned unconfirmed unverified untested undocumented unfinished unpaid unknown unsure unmerged incomplete unsolved unsigned unscheduled unread unreviewed",
        r"\b(?:is|are|was|were|remains?|still|'s|be|it's|stays?|left|seems|am|i'm|we're|currently|and|one|but)\ (?:still\ |all\ |a\ bit\ |currently\ |quite\ |also\ )*(?:unclear|undecided|unresolved|unanswered|unassigned|unconfirmed|unverified|untested|undocumented|unfinished|unpaid|unknown|unsure|unmerged|incomplete|unsolved|unsigned|unscheduled|unreviewed)\b|^(?:unclear|undecided|unresolved|unanswered|untested|unsure|unknown)\b\s*[:,-]?\ |\b(?:unclear|unsure|undecided|unknown)\ (?:whether|if|who|how|what|when|why|which|about|between)\b|\b(?:unclear|undecided|untested|unfinished|unresolved|unanswered)\s*$",
        firm=True,
    ),
    _rule(
        "unresolved",
        "half progress wip halfway partly partially",
        r"\b(?:is|are|about|only|still|just)\ half[- ](?:done|written|finished|baked|way|complete|migrated)\b|\bhalf[- ](?:done|written|finished|migrated)\s*$|\bhalfway\ (?:through|done)\b|\b(?:is|are|still|'s)\ (?:a\ )?(?:work\ )?in\ progress\b|\bwip\b|\b(?:only\ )?part(?:ly|ially)\ (?:done|finished|implemented|migrated|complete)\b",
    ),
    _rule(
        "unresolved",
        "missing lacks lacking",
        r"\b(?:is|are|still|'s|we're|am)\ (?:still\ |also\ |just\ |currently\ )*missing\b(?!\ (?:from\ the\ (?:path|index)|module))|^(?:still\ )?missing\b(?!\ (?:semicolon|required|module))[: ]|\bthe\ only\ thing\ missing\b|\bmissing\s*$",
    ),
    _rule(
        "unresolved",
        "know idea knows clue",
        r"\b(?:don't|dont|do\ not|doesn't|didn't)\ (?:really\ |yet\ |even\ |actually\ |still\ )*know\ (?:yet|why|whether|if|how|who|which|what|when|where)\b|\bno\ (?:idea|clue)\ (?:yet|why|how|whether|what|who|where|if)\b|\b(?:nobody|no\ one|who)\ knows\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "torn fence decide between deciding",
        r"\btorn\ between\b|\bon\ the\ fence\b|\b(?:can't|cannot|haven't|couldn't|need\ to|have\ to|has\ to|still\ to|yet\ to|must)\ (?:still\ )?decided?\b|\b(?:undecided|wavering|hesitating)\ between\b|\bstill\ deciding\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "reply replied answer answered response word heard",
        r"\bno\ (?:answer|reply|response|word|feedback)\b(?!\ (?:needed|required|necessary))|\b(?:hasn't|haven't|has\ not|have\ not|didn't|never|nobody|not)\ (?:\w+\ )?(?:replied|answered|responded|heard|confirmed)\b|\bwithout\ (?:an\ )?(?:answer|reply)\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "bug known regression issue flaky silently defect leak",
        r"\bknown\ (?:issue|bug|problem|limitation|defect|gap)s?\b|\b(?:is|are|still|'s)\ (?:still\ |a\ bit\ |now\ )?flaky\b|\bsilently\ (?:cut|truncat\w+|drop\w*|ignor\w+|fail\w*|discard\w*|overwrit\w+|lost|swallow\w*|skip\w*)|\b(?:there's|there\ is|found|hit|i\ see)\ (?:still\ )?(?:a|an|one|another)\ (?:bug|regression|leak|race)\b|\bbug\b.{0,60}\b(?:remains|stays|for\ later|list|backlog)\b",
    ),
    _rule(
        "unresolved",
        "keeps doesn't won't crashes fails crashing failing",
        r"\bkeeps?\ (?:failing|crashing|timing\ out|disconnecting|restarting|dropping|resetting|freezing|happening|coming\ back|asking|hanging|losing|rebooting)\b|\b(?:still|it)\ (?:doesn't|does\ not|won't)\ (?:work|start|load|boot|open|build|connect|compile|print|sync|charge|turn|show)\b",
        "user",
    ),
    _rule(
        "unresolved",
        "backlog planned ticket list todo outstanding agenda",
        r"\b(?:on|to|in|into)\ (?:the|my|our|your)\ (?:backlog|to-?do(?:\ list)?|agenda|open\ list|wish\ ?list|list\ (?:as|for|of\ open))\b|\b(?:is|are)\ planned\ (?:for|in|after)\b|\b(?:separate|follow-up|later|own|new)\ (?:pr|ticket|issue|commit)\b(?=.*\b(?:for|later|will|needs|to)\b)|\bafter\ the\ (?:release|launch|importer|migration|holidays|demo)\b.{0,20}$",
    ),
    _rule(
        "unresolved",
        "left remaining remains leftover todo",
        r"\b(?:what's|what\ is|all\ that's|still|one\ thing|only\ \w+|the\ rest\ is|nothing\ else)\ left\b(?:\ (?:is|to)\b|:)|\bleft\ to\ (?:do|fix|write|test|decide|migrate|check|sort)\b|\bremains?\ (?:to\ be|open|unresolved|unclear|unanswered|unknown|to\ do|a\ question|an\ open|undone)\b|\bremaining\b\s*:|\bthe\ (?:only|one|last)\ (?:thing|piece|item|part|bit|task|point|open\ \w+)\ (?:left|missing|open|remaining|nobody|still|that\ is\ (?:still|not))",
        firm=True,
    ),
    _rule(
        "unresolved",
        "forgot lost",
        r"\b(?:i|we|he|she|they)\ (?:totally\ |completely\ |also\ )?forgot\ (?:to|the|what|how|who|where|about|my|which)\b",
    ),
    _rule(
        "unresolved",
        "confirm confirmation",
        r"\b(?:has|have|yet|still|needs?|need|left|waiting)\ to\ (?:be\ )?confirm\w*\b|\b(?:ci|legal|finance|hr|the\ \w+|[a-z]+)\ still\ has\ to\b|\bawaiting\ confirmation\b|\bto\ confirm\s*:|\bconfirm\ (?:with|whether|if|that)\b.*\b(?:before|by|later|tomorrow|first)\b",
    ),
    _rule(
        "unresolved",
        "before",
        rf"\b(?:please\ )?(?:prepare|send|finish|draft|renew|pay|file|submit|sign|return|order|book|call|clean|rotate|fix|remove|check|write)\ .{{3,60}}\ (?:before|by)\ (?:the\ )?(?:{_DAY}|\d|next|tonight|end\ of|noon|merge|release)",
        "user",
    ),
    _rule("unresolved", "measure before", r"\bbefore\ (?:we|i)\ (?:pick|decide|choose|commit|settle|agree)\b"),
    _rule(
        "unresolved",
        "agree disagree",
        r"\b(?:do\ not|don't|can't)\ (?:yet\ )?agree\ (?:on|with|yet)\b|\bdisagree\ (?:on|about)\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "today yet currently",
        r"\b(?:does|do|is|are|has|have|can)(?:\ not|n't)\ (?:today|yet|currently|right\ now)\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "owe owes",
        r"\b(?:still\ )?owes?\ (?:\w+\ ){1,4}(?:the|a|an|some|docs|money|answer|\$?\d)",
        firm=True,
    ),
    _rule(
        "unresolved",
        "will he'll she'll they'll he she they",
        r"\b(?!(?:i|we|you|it|that|this|which|there|what)\b)\w+(?:'ll|\ will)\ (?:still\ )?(?:ask|check|confirm|get\ back|come\ back|look\ into|find\ out|let\ (?:us|me|you)\ know|follow\ up|send\ (?:us|me|you|over)|call\ back)\b",
    ),
    _rule(
        "unresolved",
        "akan mau",
        r"\bakan\ (?:tanya|menanyakan|cek|mengecek|memeriksa|kabari|mengabari|hubungi|menghubungi|konfirmasi|mengonfirmasi|mengkonfirmasi|bahas|dibahas|dicek|ditanyakan|dikabari|diputuskan|ditentukan|follow)\b|\bmau\ (?:tanya|cek|konfirmasi)\ (?:dulu|ke)\b",
    ),
    _rule("unresolved", "cari", r"\bcari\ (?:tau|tahu)\b"),
    _rule(
        "unresolved",
        "masih",
        r"\bmasih\ (?:placeholder|hard-?code\w*|manual|dummy|lorem|sementara|tulisan\ tangan|jadi\ tanda\ tanya)\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "still",
        r"\bstill\ (?:says|lists|refers|mentions|complains|appears|contains|reads|lets|allows|logs|prints|loops|flickers|jumps|blinks|asks|expects|assumes|creaks|drips|smells|hurts|rattles)\b",
        firm=True,
    ),
    _rule("unresolved", "todo do", r"^(?:still\ |left\ )?to\ do\b\s*[:,-]"),
    # Indonesian
    _rule(
        "unresolved",
        "belum blm blum belom blom belon",
        r"(?<!kalau\ )(?<!kalo\ )(?<!jika\ )(?<!atau\ )(?<!bila\ )(?<!apa\ )(?<!selama\ )\b(?:belum|blm|blum|belom|blom|belon)\b(?!\ (?:lama|tentu|apa-apa|pernah|termasuk\ ppn|genap|\?|\s*$))|\b(?:belum|blm|belom)\s*$",
        firm=True,
    ),
    _rule(
        "unresolved",
        "masih msh",
        r"\b(?:masih|msh)\ (?:agak\ |pada\ |lagi\ |sering\ |suka\ |juga\ |tetap\ |tetep\ |terus\ )*(?:nunggu|nungguin|menunggu|tunggu|gagal|error|eror|kurang|bingung|galau|ragu|nanya|nyari|cari|mencari|mikir\w*|pikir\w*|menimbang|nimbang\w*|pending|proses|rusak|bocor|lemot|lambat|putus|flicker|ada\ (?:yang|yg|bug|masalah|error|pertanyaan|sisa|kendala|pr\b|utang)|harus|perlu|butuh|belum|timeout|crash|hang|macet|merah|kosong|salah|yang\ lama|pakai\ yang\ lama|nego|debat|open|terbuka|terbengkalai|menggantung|gantung|ngegantung|mentok|stuck|kena|gak|ga\b|nggak|ngga|tidak|draft|draf|ngantri|antre|antri|sering|suka|utang|hutang|bolong|mau\ (?:di\w+|lihat|tanya|dicek|nego|mikir|rapat)|di(?!\ )(?!pakai|simpan\b|dukung)\w{4,}|ke-\w+|nge-?\w+|numpuk|dalam\ (?:proses|perbaikan|antrean)|sementara|simpang|abu-abu|misteri|nol|separuh|setengah|jadi\ (?:pr|masalah|pertanyaan|kendala))",
        firm=True,
    ),
    _rule(
        "unresolved",
        "menunggu nunggu nungguin ditunggu menanti tunggu",
        r"(?<!tanpa\ )(?<!sambil\ )(?<!sedang\ )\b(?:menunggu|nunggu|nungguin|menanti)\ (?!sampai\ \d|beberapa\ (?:detik|menit)|\d+\ (?:detik|menit|s\b))\w+|\bsedang\ (?:menunggu|dicek|diproses|ditanyakan|dibahas|diperbaiki)|\btunggu\ (?:jawaban|kabar|konfirmasi|balasan|approval|acc|persetujuan|hasil|keputusan|tanda\ tangan)",
        firm=True,
    ),
    _rule(
        "unresolved",
        "nanti ntar nti entar besok kapan lusa depan",
        r"\b(?:nanti|ntar|nti|entar|kapan-kapan|lain\ kali|minggu\ depan|bulan\ depan|besok|lusa)\b.{0,30}\b(?:cek|dicek|cari|urus|diurus|tanya\w*|ditanya\w*|pikir\w*|dipikir\w*|bahas|dibahas|lanjut\w*|dilanjut\w*|kabar\w*|kerjain|dikerjain|kerjakan|beresin|diberesin|dibereskan|hubungi|telepon|telpon|telfon|follow|susul\w*|menyusul|putus\w*|diputus\w*|konfirmasi|lihat\ lagi|coba\ lagi|update|ingetin|ingatkan|tentukan|ditentukan|pastikan|dipastikan|revisi|direvisi|perbaiki|diperbaiki|benerin|dibenerin)|\b(?:nanti|ntar|entar)\ (?:aja|saja|dulu)\b|\bcek\ lagi\ (?:nanti|besok)",
    ),
    _rule(
        "unresolved",
        "perlu harus kudu mesti musti wajib butuh",
        r"(?<!tidak\ )(?<!gak\ )(?<!ga\ )(?<!nggak\ )(?<!kamu\ )(?<!anda\ )(?<!akan\ )\b(?:perlu|harus|kudu|mesti|musti|butuh)\ (?:segera\ |lagi\ |juga\ |cepat\ )?(?:di-?(?:tanya|cek|konfirm|tulis|perbaiki|perbarui|update|hapus|bahas|tes|test|uji|periksa|pasti|putus|lengkapi|revisi|urus|bayar|siap|jadwal|pikir|cari|atur|selesai|perjelas|diskusi|tinjau|review|follow|lapor|ulang|bereskan|beresin|benerin|pindah|rotasi|ganti|rapikan|rapiin|lengkap|ukur|tanda|kirim|telusur|selidik|dokumentasi|tindak)\w*|tanya|nanya|cek\ (?:lagi|ulang|ke)|konfirmasi|nunggu|menunggu|persetujuan|approval|tanda\ tangan|keputusan|jawaban|izin|ijin|revisi|file|dokumen|surat|orang|bantuan|rapat|diskusi|review)\w*",
        firm=True,
    ),
    _rule(
        "unresolved",
        "ingetin ingatkan ingatin lupa pengingat diingatkan remind",
        r"\b(?:tolong\ |nanti\ |mohon\ )*(?:ingetin|ingatkan|ingatin|diingatkan)\b|\b(?:jangan|jgn)\ (?:sampai\ )?lupa\b|\bpengingat\b|\b(?:gue|gw|aku|saya|masih|kita)\ lupa\ (?!kalau)\w+",
    ),
    _rule(
        "unresolved",
        "galau bingung ragu dilema bimbang gatau tau tahu entah",
        r"\b(?:galau|dilema|bimbang)\b|\b(?:masih|lagi|jadi|aku|gue|gw|saya|kita)\ (?:agak\ |juga\ |masih\ )?(?:bingung|ragu)\b|\b(?:gatau|(?:ga|gak|nggak|ngga|enggak|tidak|belum|blm)\ (?:ada\ yang\ )?(?:tau|tahu))\ (?:kenapa|mengapa|apakah|apa|siapa|kapan|gimana|bagaimana|harus|mau|yang\ mana|pastinya|sih)|\bentah\ (?:kenapa|siapa|kapan|apa)",
        firm=True,
    ),
    _rule(
        "unresolved",
        "ditunda tertunda menggantung nggantung gantung mangkrak mandek terhambat terkendala kehambat mentok stuck keblok tersendat",
        r"\b(?:tertunda|menggantung|nggantung|mangkrak|mandek|terhambat|terkendala|kehambat|mentok|keblok|tersendat)\b|\bditunda\b|\b(?:masih|lagi)\ (?:stuck|gantung)\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "tinggal sisa sisanya kurang kurangnya pr tersisa",
        r"\btinggal\ (?:nunggu|menunggu|tunggu|bayar|kirim|tanda\ tangan|ttd|konfirmasi|di\w{3,}|satu\b|dua\b|tiga\b|\d|bagian|urus\w*|nyari|cari|beli|revisi|cek|nanya|tanya|approve|approval|pelunasan)|\bsisa(?:nya)?\ (?:satu|dua|tiga|empat|\d+|tinggal|masih|belum|yang)|^sisa(?:nya)?\b\s*[:,]|\b(?:masih\ |tinggal\ )kurang\b|^(?:yang\ )?kurang(?:nya)?\b\s*:|\bkurang\ (?:satu|dua|tiga|\d)\b|\b(?:masih|jadi|tinggal)\ (?:jadi\ )?pr\b|\btersisa\b",
        firm=True,
    ),
    _rule(
        "unresolved",
        "gagal error eror rusak crash bocor macet mati",
        r"\b(?:gagal|error|eror|crash|rusak|bocor|macet|mati)\ (?:terus|lagi|mulu|melulu|juga|dari\ tadi)\b|\bmasih\ (?:gagal|error|eror|rusak|bocor)\b",
        "user",
    ),
    _rule(
        "unresolved",
        "pikir pikirin dipikirin dipikirkan mikir tanyain ditanyakan ditanya tanyakan dicek konfirmasi dibahas",
        r"\b(?:di)?pikir(?:in|kan|-pikir)?\ (?:lagi|dulu)\b|\bmikir\ (?:dulu|lagi)\b|\b(?:perlu|harus|mau|akan|sedang|masih|lagi|belum|nanti)\ (?:di)?(?:tanya(?:kan|in)?|konfirmasi|cek|bahas)\b|\b(?:cek|dicek|tanya|ditanyakan|konfirmasi|bahas|dibahas)\ (?:lagi\ )?(?:nanti|besok|dulu|minggu\ depan|ke\ \w+)|\btanyain\ (?:ke\ )?\w+",
    ),
    _rule(
        "unresolved",
        "tolong mohon",
        rf"\b(?:tolong|mohon)\ .{{3,60}}\ (?:sebelum|paling\ lambat|maksimal)\ (?:{_DAY}|tanggal|tgl|jam|akhir|\d)",
    ),
    _rule("unresolved", "menyusul susulan", r"\b(?:akan\ |nanti\ |masih\ )?menyusul\b(?!\ \w+\ (?:ke|di)\b)"),
    _rule(
        "unresolved",
        "siapa apakah kapan",
        r"\b(?:belum\ jelas|belum\ pasti|tidak\ jelas|gak\ jelas|masih\ tanda\ tanya|ditanyakan|pertanyaannya)\b.*\b(?:siapa|apakah|kapan|berapa|gimana|bagaimana)\b",
        firm=True,
    ),
]

RESOLVED = [
    _rule(
        "resolved",
        "fixed done merged deployed shipped live closed solved sorted answered finished completed complete gone resolved released paid booked signed approved delivered cleared rotated patched working settled landed cancelled canceled migrated restored over removed",
        r"\b(?:is|are|was|were|been|got|'s|'re|now|all|it's|that's|finally|already|everything|everything's)\ (?:now\ |all\ |already\ |finally\ |also\ |just\ |been\ |fully\ |officially\ )*(?:fixed|done|merged|deployed|shipped|live|closed|solved|sorted(?:\ out)?|answered|finished|completed?|gone|resolved|released|paid|booked|signed|delivered|cleared|rotated|patched|working(?:\ (?:again|now))?|taken\ care\ of|wrapped\ up|landed|migrated|restored|back\ (?:up|online)|off\ the\ (?:table|list)|in\ production|no\ longer\ (?:needed|relevant|an\ issue|a\ problem))(?=$|[\s,.;:!)])",
    ),
    _rule(
        "resolved",
        "fixed closed merged shipped deployed solved sorted finished paid renewed answered released published landed signed replied approved added returned rotated got",
        r"^(?:ok\ |and\ |yes,?\ |just\ |finally\ |both\ )*(?:(?:i|we|i've|we've|i\ have|we\ have|admin|it|they|he|she|[a-z]+)\ )?(?:just\ |already\ |finally\ |also\ |now\ )*(?:fixed|closed|merged|shipped|deployed|solved|sorted|finished|paid|renewed|answered|published|landed|signed|rotated)\ (?!(?:by|in\ the\ (?:past|meantime)|when|list|order|date|point|size|width|by\ )\b)\S|\b(?:admin|it|legal|support|finance|hr|landlord|bank|vendor)\ (?:has\ |have\ |just\ |finally\ )?(?:added|approved|replied|answered|confirmed|granted|signed|fixed|enabled|unlocked|opened|paid|sent|refunded|returned)\b|\bgot\ (?:an\ answer|a\ reply|the\ (?:answer|approval|ok|reply|refund|confirmation)|confirmation|approval)\b",
    ),
    _rule(
        "resolved",
        "works longer good set green trick closed nevermind mind problem issue anymore needed table off consider",
        r"\bworks\ (?:now|again|fine\ now|like\ a\ charm)\b|\b(?:now|finally)\ works\b|\bno\ longer\ (?:\w+)|\ball\ (?:good|set|green|clear)\ (?:now|again)?\s*$|\b(?:did|does)\ the\ trick\b|\bconsider\ (?:it|this|that|them|the\ \w+)\ (?:closed|done|settled|solved)\b|\bcan\ be\ closed\b|\b(?:is|are|'s)\ off\ the\ (?:table|list)\b|\bnever\ ?mind\b.{0,40}\b(?:found|fixed|works|solved|got\ it)\b|\b(?:problem|case|mystery|issue)\ (?:is\ )?(?:solved|closed|gone|fixed)\b|\b(?:is\ not|isn't|not)\ (?:a\ problem|an\ issue|needed|necessary|relevant)\ any\ ?more\b|\bis\ not\ a\ problem\s*$|\bno\ longer\ needed\b|\b(?:that|this)\ (?:fixed|solved)\ it\b",
    ),
    _rule(
        "resolved", "done", r"^[\w`'\"./ -]{2,40}(?:,|:|\ is|\ are)?\ (?:all\ )?done\s*$|\bis\ done\ (?:as\ far|now)\b"
    ),
    _rule("resolved", "passes pass green", r"\b(?:now\ passes?|passes?\ (?:now|again)|green\ again)\b"),
    _rule(
        "resolved",
        "moot unblocked cross cross-off crossed struck strike tick ticked settled",
        r"\b(?:is|are)\ (?:now\ )?moot\b|\b(?:you're|we're|i'm|you\ are|we\ are|is)\ (?:now\ )?unblocked\b|\b(?:cross|crossed|strike|struck|tick|ticked|scratch)\ (?:that|it|this|the\ \w+)(?:\ \w+){0,3}\ off\b|\b(?:question|issue|matter)\ is\ (?:now\ )?settled\b",
    ),
    _rule("resolved", "aman", r"\b(?:jadi\ )?soal\ [\w\ ]{2,30}\ aman\b|\b(?:udah|sudah)\ aman\b"),
    # Indonesian
    _rule(
        "resolved",
        "udah sudah dah udh sdh telah",
        r"\b(?:udah|sudah|dah|udh|sdh|telah)\ (?:pada\ |juga\ |langsung\ |semua\ |lama\ )*(?:(?:gue|gw|aku|kami|kita)\ (?!cek|lihat|baca|buka|coba|catat|tulis|simpan|bilang|tanya|ngobrol|kirim\ pesan)\w+|beres|kelar|selesai|lunas|rampung|tuntas|fix\b|jalan\b|bisa\b|balik|kembali|pindah|masuk|keluar|kirim|terkirim|bayar|lapor|upload|merge|deploy|push|tayang|rilis|live|normal|aman|hilang|ketemu(?!\ (?:pak|bu|mas|mbak|sama|dengan|dia|orang))|sampai|datang|ku-?\w+|turun|cair|hijau|lolos|acc\b|approve\w*|jadi\b|nyala|hidup|lengkap|di-?(?!putus|sepakat|tetap|pilih|pasti|jelaskan|cek|bahas|lihat|coba|simpan|catat|matikan\ sejak)\w{3,}|ter(?!lalu|akhir)\w{3,}|ngga?k?\ error|ga\ error|gak\ error|benar|bener)\b",
    ),
    _rule(
        "resolved",
        "beres kelar lunas rampung tuntas ketemu clear",
        r"\b(?:beres|kelar|lunas|rampung|tuntas)\b(?!in|kan)",
    ),
    _rule(
        "resolved",
        "lagi",
        r"\b(?:ga|gak|nggak|ngga|tidak|enggak|udah\ ga|sudah\ tidak)\ (?:\w+-?\w*\ ){1,3}lagi\b(?!\ (?:pusing|mau|mood))|\b(?:normal|jalan|nyala|hidup|bisa)\ lagi\b",
    ),
    _rule(
        "resolved",
        "selesai fixed",
        r"^(?:[\w-]+\ ){0,4}(?:sudah\ |udah\ |telah\ )?selesai(?:\ (?:dikerjakan|diperbaiki|semua|direview|ya))?\s*$",
    ),
]

RULES = [*DECISION, *UNRESOLVED, *RESOLVED]


def _index(rules: list[Rule]) -> dict[str, tuple[Rule, ...]]:
    by_word: dict[str, list[Rule]] = {}
    for rule in rules:
        for word in rule.words:
            by_word.setdefault(word, []).append(rule)
    return {word: tuple(found) for word, found in by_word.items()}


RULES_BY_WORD = _index(RULES)
