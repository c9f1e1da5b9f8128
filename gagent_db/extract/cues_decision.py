"""How people say in English that something is decided."""

from __future__ import annotations

from .phrases import DAY, START
from .rules import rule

_WE = (
    r"(?:we|we've|we'd|we\ have|we\ had|we\ all|i|i've|i\ have|you|you've|you\ have|team|everyone|everybody|"
    r"all\ of\ us|both|and\ \w+|board|committee|group|family|client|and\ i|kita|kami)"
)
_ADV = (
    r"(?:\ (?:now|also|already|finally|all|just|then|therefore|instead|deliberately|explicitly|eventually|"
    r"ultimately|both|jointly|unanimously|had|have|earlier|officially|only|simply|tentatively|mutually|really|"
    r"together|provisionally))*"
)

_GROUPS = (
    "committee", "board", "team", "client", "jury", "council", "court", "school", "family", "management", "owner",
    "majority", "parents", "partners", "customer", "club", "trustees", "choir", "association",
)  # fmt: skip

_HAPPENED = (  # after "always" and "never": how things go, not how they are to be
    r"\w+ing\b|(?:here|up|happy|glad|there|ready|saw|happens|comes|takes|seems|good|great|thought|knew|too|going|"
    r"ever|lose|mind|been|seen|heard|had|happened|works?|worked|used\ to|again|fails|did|said|came|went|got|told|"
    r"on\ time|stopped|called|answered|replied|responded|arrived|returned|finished|showed|asked|wanted|liked|tried|"
    r"helped|turned)\b"
)

RULES = [
    rule(
        "decision",
        "decided agreed settled chose opted picked committed voted vetoed concluded selected ruled rejected approved "
        "preferred",
        rf"(?<!that\ )\b{_WE}{_ADV}\ (?:decided|agreed|settled|chose|opted|picked|committed|voted|vetoed|concluded|"
        rf"selected|ruled\ out|rejected|approved)\b(?!\ (?:or|up|out)\b)|\b(?:you|both\ of\ you|both)\ preferred\b",
    ),
    rule(
        "decision",
        "decided agreed settled chosen picked selected ruled finalized finalised approved rejected adopted dropped "
        "scrapped abandoned",
        r"(?<!\bhe)(?<!\bshe)(?:\b(?:was|were|is|are|been|it's|gets|got)|'s)(?:\ (?:now|also|already|finally|all|just|"
        r"officially|formally|unanimously))*\ (?:decided|agreed(?:\ (?:on|that|upon|to))?|settled(?:\ on|(?=,|:|"
        r"\ (?:for|at|to)\b))|(?:chosen|picked|selected)(?!\ by\b)|ruled\ out|finali[sz]ed|adopted|scrapped|"
        r"abandoned)\b",
    ),
    rule(
        "decision",
        "go_with going_with went_with gone_with go_for going_for went_for go_through go_via gonna_go go_ahead "
        "going_ahead",
        rf"{START}(?:(?:let's|lets|let\ us|we'll|we\ will|we're|we\ are|i'm|i\ am|i'll|we|i|i've|just|you|team|she|he|"
        rf"they)\ )?(?:just\ |finally\ |both\ |eventually\ |all\ |now\ )*(?:go|going|went|gone|"
        rf"gonna\ go)\ (?:ahead\ )?(?:with|for|(?:through|via)(?=\ [\w.-]+\s*$))\b(?!\ (?:my|your|our|their|his|her|"
        rf"him|them|me|us|friends|family|gold)\b)(?!\ (?:it\b|a\ (?:walk|run|coffee)|lunch|dinner))",
    ),
    rule(
        "decision",
        "go_with going_with went_with went_for",
        r"\b(?:let's|lets|we'll|we're|we\ are|i'm|we|i|in\ the\ end)\ (?:just\ )?(?:go|going|went)\ with\b|\byou\ "
        r"(?:then\ |finally\ )?went\ (?:with|for)\b",
    ),
    rule(
        "decision",
        "let's lets",
        r"\b(?:let's|lets)\ (?:just\ |not\ |only\ |also\ |instead\ |both\ |please\ )*(?:use|keep\ (?!\w+in[g']|each|"
        r"it\ up|up\b|at\b|in\ touch)|stick|go\ (?:with|to\ (?!a\b)|for\ (?!a\ |our|my|it))|do\ (?!this|that|it|a\b|"
        r"some)|make\ (?:it\ (?!happen|work|count)|the|that)|take|stay(?!\ (?:in\ touch|safe|strong|positive|"
        r"focused))|drop|skip|leave|move\ (?:it|the|to|everything)|postpone|meet|ship|launch|buy|rent|book|order|cap|"
        r"set|call\ it|name|limit|switch|avoid|not|have\ (?!fun|some\ fun|a\ (?:look|blast|good))|paint|pin|cut|"
        r"cancel|put|settle|adopt|pick|choose|hold|invite|freeze|kill|support\ (?!each)|store|write|split|merge|host|"
        r"fix|start\ (?:on|at|with)|aim|say\ (?:\d|no))\b",
        "user",
    ),
    rule(
        "decision",
        "let's lets",
        r"\b(?:let's|lets)\ (?:just\ |not\ )*(?:use|keep\ (?!\w+in[g']|each|it\ up|up\b|at\b|in\ touch)|stick|go\ "
        r"with|stay\ (?:on|with|in(?!\ touch)|at))",
    ),
    rule(
        "decision",
        "we'll we_will we_won't we_wont going_to we're_gonna",
        r"\bwe(?:'ll|\ will|\ won'?t|'re\ (?:not\ )?going\ to|\ are\ (?:not\ )?going\ to|'re\ gonna)(?:\ (?:not|only|"
        r"just|always|never|also|still|all|both|therefore|then|simply|have\ to\ not))*\ (?!(?:the|a|an|my|our|their|"
        r"his|her|need|see|have|be\ able|be\ fine|be\ ok|be\ in|be\ there|want|know|get|find|likely|probably|discuss|"
        r"talk|check|look|wait|revisit|think|figure|try|test|ask|learn|notice|hit|lose|regret|miss|come\ back|circle|"
        r"let\ you|decide|hear|face|worry|sort|cross|manage|survive|also\ need|require|end\ up|eventually|maybe|"
        r"understand|explore|investigate|continue|then|run\ into|be|deal|handle\ (?:it|that)\ later|follow)\b)[a-z]+",
    ),
    rule(
        "decision",
        "i'll",
        rf"\bi'll\ (?:just\ |then\ )?(?:take\ (?:{DAY}|the|it|both|option|[a-z]+\ (?:one|size))|go\ (?:with|for)|"
        r"keep\ (?!\w+in[g']|you\b|ya\b|u\b|on\b|up\b|at\b|it\ up|in\b|an\ eye|(?:it|that|this|them)\ in\ mind)|"
        r"stick|skip|stay|pass\ on|leave\ (?:it|the)|drop|have\ the|use|buy|rent|order\ the)\b",
        "user",
    ),
    rule(
        "decision",
        "we're we_are",
        r"\bwe(?:'re|\ are)\ (?:not\ |only\ |all\ |just\ |definitely\ |now\ |still\ )*(?!(?:waiting|looking|seeing|"
        r"brainstorming|figuring|feeling|pushing|putting\ together|enjoying|having|celebrating|making\ (?!the|it|this|"
        r"a\b)|getting|missing|thinking|considering|trying|hoping|planning|wondering|talking|discussing|working|"
        r"facing|hitting|losing|struggling|debating|leaning|testing|having\ (?:trouble|issues|problems)|"
        r"running\ (?:out|late|low|into)|going\ to|assuming|interesting|pending|being|checking|investigating|asking|"
        r"missing|nothing|something|dealing|weighing|arguing|growing|comparing|evaluating|paying\ for|doing\ (?:well|"
        r"fine|ok|great|good)|guessing|still|morning|expecting|blocking|stressing|panicking|"
        r"fighting)\b)[a-z]{2,}ing\b(?!\ (?:about|whether|if)\b)",
    ),
    rule(
        "decision",
        "it_is",
        rf"{START}(?!.*\bas\ it\ is\s*$)(?!(?:yes|yeah|is|was|what|how|where|when|who|why|as|which|whatever|whichever|"
        rf"wherever|because|if|so|that|think|know|sure|believe|like|since|here|there|the\ way|i|you|we|see|"
        rf"guess)\b)(?!.*\b(?:what|how|where|whatever|which|because|that|than|say|says|think|know|"
        rf"see)\b.*\bit\ is)[\w'\"./:&+(\[-][^?!]{{0,60}}?\ it\ is(?:\ then)?\s*$",
    ),
    rule(
        "decision",
        "next_on season_on month_on week_on year_on release_on sprint_on now_on here_on today_on point_on day_on "
        "going_forward moving_forward henceforth this_sprint this_week this_month this_release now_onwards",
        r"\bfrom\ (?:now|here|today|this\ point|this\ day)\ on(?:wards?)?\b|\b(?:going|moving)\ forward\b|"
        r"\bhenceforth\b|\bfrom\ (?:the\ )?next\ \w+\ on(?:wards?)?\b|\bfrom\ this\ (?:sprint|week|month|release)\ on",
    ),
    rule(
        "decision",
        "starting effective as_of",
        rf"^as\ of\ (?:now|today|{DAY})\ (?!nothing|no\b|there|i\b)(?!.*\b(?:not|n't|still|nothing)\b)\S+\ \S+|"
        rf"^(?:starting|effective|as\ of|from)\ (?:{DAY}|next|today|this\ (?:week|month|year|sprint|release|quarter)|"
        rf"\d)[^,]*,|\b(?:effective|starting)\ (?:immediately|{DAY}|next\ (?:week|month|sprint))",
    ),
    rule(
        "decision",
        "always never",
        rf"{START}(?:always|never)\ (?!{_HAPPENED}|(?:say|give|stop|forget|a|the)\b)[a-z]+\b|\b(?:please|"
        rf"you\ should)\ (?:always|never)\ [a-z]+|^(?!(?:if|when|it|that|this|i|i'm|he|she|they|you|who|been|"
        rf"was)\b)[^,]{{3,60}},\ never\ (?!{_HAPPENED})[a-z]+\b",
        "user",
    ),
    rule(
        "decision",
        "stays stay remains remain",
        r"(?<![\w'])(?<!they\ )\b(?!(?:for|of|with|on|in|at|from|about|during|per|short|to|gonna|gotta|definitely|"
        r"really|those|can|could|you|they|would|might|if|please|hotel|our|my|your|their|his|her|a|overnight|long|"
        r"guests?|the|me|us|them|him|her|people|i|help|helps|and)\b)[\w)`'\"]+\ (?:stays?|remains?)\ (?!(?:dead|"
        r"silent|black|dark|empty|red|stuck|candidates|options|possible|in\ the\ race|open|unclear|unresolved|"
        r"unanswered|unknown|to\ be|tuned|with\ (?:us|me)|there\ for|an?\ (?:open|mystery|problem|issue)|undecided|"
        r"untested|parked|pending|postponed|blank|down|on\ hold|busy|late|home|awake|broken|valid|active|accessible|"
        r"visible|intact|in\ memory|green\ the|safe|calm|the\ same\ (?:when|if)|flat|fresh|warm|cold|wet|hot|up\ to|"
        r"after|simple|left)\b)\w",
    ),
    rule(
        "decision",
        "not instead rather bukan",
        r"^(?!.*\b(?:shows?|prints?|returns?|gets?|got|says?|said|errors?|fails?|why|but|looks?|works?|is\ not|was\ "
        r"not|are\ not|do\ not|does\ not|did\ not|i'm|i\ am|sure|seems?|expected|wants?)\b)(?!not\b|bukan\b|"
        r"instead\b|rather\b).{3,90}?(?:,\ (?:and\ )?not\ (?!sure|yet|bad|good|great|really|that|urgent|now|even|"
        r"because|necessarily|to\ mention|only|just|including|counting)|,?\ instead\ of\ |,?\ rather\ than\ |,?\ "
        r"bukan\ (?!main|berarti|karena|cuma|hanya))\S",
        "user",
    ),
    rule(
        "decision",
        "kept chose opted picked stuck rejected preferred settled switched i_went we_went instead rather purpose "
        "deliberately favor favour untouched unchanged alone as_is",
        r"\b(?:i|i've|we|we've)(?:\ (?:also|then|deliberately|therefore|finally|instead|consciously|intentionally|"
        r"ultimately|simply|just|have))*\ (?:went\ (?:with|for)|chose|opted|picked(?!\ (?:up|out))|kept\ (?!\w+ing\b)|"
        r"stuck\ (?:with|to)|rejected|preferred|settled\ (?:on|for)|switched\ (?:to|from|over)|(?!left\ (?:it|them|"
        r"that)\b)(?:used|made|put|avoided|stored|wrote|left|dropped|replaced|split|named|implemented|built|"
        r"modell?ed)\b.{2,80}\b(?:instead|rather\ than|on\ purpose|deliberately|in\ favou?r\ of|"
        r"(?<!everything\ )as\ (?:is|it\ is|they\ are|it\ was)|alone|untouched|unchanged))",
        "any",
    ),
    rule(
        "decision",
        "won wins winner",
        rf"{START}(?!.*\b(?:match|game|cup|league|race|election|award|prize|\d+[-:]\d+|they|he|she|i|we|you|team|"
        rf"championship|lottery)\b)[\w`'\"./ -]{{2,50}}\ (?:won|wins)(?:\ (?:out|because|over|on\ (?:price|cost|"
        rf"simplicity|speed)|by|the\ (?:vote|comparison|argument)|here)\b.*|\s*[,:].*)?\s*$|\bthe\ winner\ (?:of\ "
        rf"[\w'\ ]{{2,30}}\ )?is\b",
    ),
    rule(
        "decision",
        "final settled confirmed decided locked agreed scheduled booked negotiable frozen stone set_to set_for set_at "
        "set_on fixed_for fixed_at fixed_on planned_for planned_on the_default the_plan the_rule the_policy done_deal",
        rf"\b(?:is|are|it's|that's|'s|was|now|stays)\ (?:now\ |officially\ |all\ |also\ |already\ |therefore\ "
        rf")*(?:final\b|locked(?:\ in)?\b|frozen\b|set\ in\ stone|non-negotiable|a\ done\ deal|(?:confirmed|"
        rf"scheduled|booked|set|fixed|planned|locked)\ (?:for|on|at|to)\ (?:the\ )?(?:{DAY}|\d|[a-z]+\ \d)|(?:now\ "
        rf")?the\ (?:default|plan|rule|policy|final)\b)",
    ),
    rule(
        "decision",
        "fixed confirmed settled agreed capped is_set was_set",
        r"\b(?:date|deadline|price|budget|scope|venue|name|limit|quota|rate|fee|schema|format|plan|schedule|route|"
        r"order|itinerary|line-?up|theme)\ (?:is|was|has\ been)\ (?:now\ |finally\ )?(?:fixed|confirmed|settled|set|"
        r"agreed|capped)\b(?!\ (?:by|up)\b)",
    ),
    rule(
        "decision",
        "extended shortened raised lowered reduced increased moved pushed postponed rescheduled delayed shifted "
        "brought",
        rf"\b(?:is|was|been|are|were|gets|we|we've|has)\ (?:been\ )?(?:moved|pushed|extended|shortened|raised|lowered|"
        rf"reduced|increased|postponed|rescheduled|delayed|shifted|bumped|brought\ forward)\ (?:back\ |forward\ |up\ |"
        rf"out\ )?(?:to|until|till|by)\ (?:the\ )?(?:{DAY}|\d|next|[a-z]+\ \d|week|q\d)",
    ),
    rule(
        "decision",
        "we",
        rf"{START}(?:and\ )?we\ (?:only\ |always\ |never\ |just\ |both\ |also\ )*(?:leave|ship|launch|start|meet|"
        rf"depart|fly|release|deploy|use|keep|pay|go\ (?:live|by|to|on)|take|stay|do(?!\ (?:not|n't)\ (?:know|have|"
        rf"need|see|get|want|understand|remember|think)|\ (?:have|need|want)|n't)|don't\ (?!know|have|need|see|get|"
        rf"want|understand|remember|think|care|like|really)|drop|skip|move|sell|buy|cut|freeze|pin|stick|support|"
        rf"accept|charge|publish|open|close|hire|invite|serve|rent|cap|wait\ until|host|store|log|round|split)\b",
        "user",
    ),
    rule(
        "decision",
        "no",
        rf"{START}(?:and\ |absolutely\ |definitely\ )*no\ (?!(?:idea|prob|probs|problem|problems|worries|worry|need|"
        rf"rush|hurry|decisions?|thanks|thank|clue|way|one|luck|update|updates|news|errors?|doubt|matter|reply|answer|"
        rf"response|longer|not|it|that|this|i|we|you|such|question|questions|wonder|stress|pressure|biggie|change|"
        rf"changes|difference|sign|trace|output|result|results|info|nothing|more\ than|chance|joke|offen[cs]e|other|"
        rf"good|access|connection|internet|signal|space|time|word|sound|comment|no|can|don't|because|but|evidence|"
        rf"pain|fun|harm|mention)\b)[a-z][\w-]*(?:\ [\w&/+-]+){{0,5}}\s*$",
        "user",
    ),
    rule(
        "decision",
        "scope",
        r"\b(?:is|are|stays?|goes|go|moved?)\ (?:now\ |explicitly\ |also\ )?(?:out\ of\ scope|not\ in\ scope|in\ "
        r"scope|out\ of\ the\ (?:scope|release|mvp))\b|\bis\ (?:not\ )?part\ of\ (?:the|this)\ (?:release|mvp|scope|"
        r"milestone)",
    ),
    rule(
        "decision",
        "part_of",
        r"\b(?:is|are)\ (?:not\ |no\ longer\ )?part\ of\ (?:the|this)\ (?:release|mvp|scope|milestone)",
    ),
    rule(
        "decision",
        "mind thought",
        r"\b(?:changed\ my\ mind|on\ second\ thoughts?|scratch\ that)[,.:;]?\ (?!(?:about|on)\b)\S+\ \S+",
        "user",
    ),
    rule(
        "decision",
        "story period discussion deal answer",
        r"\S+\ \S+.*[,;.-]\ ?(?:end\ of\ (?:story|discussion)|period|full\ stop|no\ discussion|done\ deal|final\ "
        r"answer|that's\ (?:final|it)|titik|gak\ pakai\ debat)\s*[.!]*$",
        "user",
    ),
    rule(
        "decision",
        "told telling tell",
        r"\b(?:told|telling)\ (?:them|him|her)\ (?:yes|no)\b|\btell\ \w+\ (?:yes|no)\b",
        "user",
    ),
    rule(
        "decision",
        "took taking",
        r"^(?:so\ |and\ |then\ |ok\ )?(?!.*\blast\ (?:year|week|month|summer|night)\b)we\ (?:took|bought|rented|"
        r"booked|hired|ordered|signed\ with)\ (?:the|a|an|[a-z]+\b)",
        "user",
    ),
    rule(
        "decision",
        "must should",
        r"^(?!.*\b(?:said|says|thinks?|boss|law)\b)(?!it\b|that\b|this\b|there\b)(?:[\w'-]+\ ){1,6}(?:must|"
        r"should)\ (?:never\ |always\ |not\ |stay\b|remain\b|fail\ (?:open|closed)|be\ (?!banned|scared|worried|"
        r"surprised)\w+ed\b)(?!.*\b(?:or|waiting)\b)",
        "user",
    ),
    rule(
        "decision",
        "enough plenty sufficient",
        r"^(?!(?:that|it|this|there)\b)[\w`'\"./&-]+\ .{0,60}(?:is|are)\ (?:enough|plenty|good\ enough|sufficient|"
        r"all\ (?:we|i)\ need)\b(?:\ for\ (?:me|us|now|v?\d.*|this.*))?\s*$|\b(?:cukup|udah\ cukup)\ (?:\w+\ "
        r"){0,3}(?:aja|saja)\b",
        "user",
    ),
    rule(
        "decision",
        "sounds works",
        r"^(?!(?:that|it|this|all|everything|which|still|now|good|great|wow|oh|and\ that)\b)(?!.*\bthat\ sounds)\S+\ "
        r".{2,70}\ (?:sounds\ (?:right|good|fine)|works\ for\ (?:me|us)|suits\ (?:me|us))\b",
        "user",
    ),
    rule(
        "decision",
        "yes please final",
        r"^(?!(?:yes|please|no)\b)(?!.*\b(?:thanks|explain|show|tell|help)\b)\S+\ \S+.{0,60}(?:,\ yes|,\ final)\s*$|"
        r"^(?:\d|[a-z]|(?:the\ )?(?:first|second|third|last|left|right|blue|red|green|small|big|cheap|large|cheaper|"
        r"smaller|bigger|later|earlier)(?:\ one|\ option)?|option\ \w|plan\ \w|both|neither)\ please\b",
        "user",
    ),
    rule(
        "decision",
        "then",
        r"^(?!(?:run|show|send|check|try|make|create|write|book|call|ping|remind|wake|text|message|notify|let|ask|"
        r"delete|remove|rename|open|add|fix|tell|give|look|find|update|explain|paste|print|list|ok|i'm|i|and|so|what|"
        r"who|how|why|where|when|until|till|since|back|just|by|but|only|even|see|fine|right|well|if|bye|"
        r"talk)\b)(?!.*\b(?:has|have|had|was|were|did|since|that|sounds|doing|"
        r"i)\b)(?:the\ )?[\w`'./+-]+(?:\ [\w`'./+-]+){0,7}\ then(?:\s*$|,\ )",
        "user",
    ),
    rule(
        "decision",
        "kept capped stored limited dropped ignored saved spilled rejected allowed required disabled enabled fixed "
        "deleted archived split stays hosted sent written rounded sorted cached logged billed",
        r"^(?:for\ [\w'\ -]{3,40}\ )?(?!(?:it|that|this|there|nothing|which|what|why|how|i|"
        r"everything)\b)[\w`'\"./()-]+(?:\ [\w`'\"./()-]+){0,9}\ (?:is|are|gets?|will\ be)\ (?:always\ |never\ |"
        r"only\ |not\ |now\ )*(?:kept|capped|stored|limited|dropped|ignored|saved|spilled|rejected|allowed|required|"
        r"deleted|archived|split|hosted|rounded|cached|billed)\b(?!\ (?:when|if|because|wrong))",
        "user",
    ),
    rule(
        "decision",
        "gets get",
        r"\b(?:gets?|get)\ (?:fixed|done|merged|removed|renamed|moved|shipped|dropped|replaced|painted|delivered|"
        r"its\ own|their\ own)\ ?(?:before|by|in|with|on|first|instead|\S*)",
        "user",
    ),
    rule(
        "decision",
        "the_focus our_focus the_priority our_priority the_goal our_goal the_theme the_scope",
        r"\b(?:the|our)\ (?:focus|priority|scope|theme)\ (?:is|will\ be|stays)\ (?!to\b|(?:unclear|open|not\ "
        r"clear|finished|done|ready|fixed|complete|broken|missing|gone))",
        "people",
    ),
    rule("decision", "against", r"\bdecided\ against\b|\b(?:voted|advised\ and\ decided)\ against\b"),
    rule(
        "decision",
        "intentionally deliberately purpose",
        r"\b(?:is|are)\ (?:intentionally|deliberately)\ \w+|\bon\ purpose\b",
        "assistant",
    ),
    rule(
        "decision",
        "instead",
        r"^(?!.*\b(?:got|shows?|prints?|returns?|error|fails?|why|can\ you|could)\b)\S+\ \S+.*\binstead\s*$",
        "user",
    ),
    rule(
        "decision",
        "mirrors inherits reports goes go replaces becomes become takes handles owns covers pays comes signs",
        r"^(?!.*\b(?:fails?|error|wrong|when|if|whenever|why|keeps|tests?|everything|it|this|that|which|who|whoever|"
        r"whether|how|what)\b)[\w`'\"./()&-]+(?:\ [\w`'\"./()&-]+){0,5}\ (?:(?:goes|go)\ (?!(?:on|to)\ (?:the|my|"
        r"our)\ (?:[\w-]+\ ){0,3}(?:list|backlog)\b)(?:to|in|on|out|into|under|first|last|live|through|by)\b|"
        r"(?:mirrors|inherits|reports\ to|replaces|becomes|takes\ (?:over|care)|handles|owns|covers|pays\ (?!off)|"
        r"comes\ (?:first|last|before|after))\b)",
        "user",
    ),
    rule(
        "decision",
        "no",
        rf"{START}no\ [a-z][\w-]*(?:\ [\w&-]+){{0,3}},\ (?:no|only|just|and\ no|deposit|max|\w+\ (?:is|are))\b",
        "user",
    ),
    rule(
        "decision",
        " ".join(f"{word}_{noun}" for noun in _GROUPS for word in ("the", "our", "my")),
        r"\b(?:the|our|my)\ (?:committee|board|team|client|jury|council|court|school|family|management|owner|majority|"
        r"parents|partners|customer|club|trustee|choir|association)s?(?:\ (?:has|have|had|finally|also|"
        r"all))*\ (?:went\ (?:with|for)|chose|picked|selected|opted|voted|decided|agreed|approved|rejected|settled|"
        r"accepted|turned\ down|prefers?|insists?)\b",
    ),
    rule(
        "decision",
        "don't_want dont_want not_want want_no",
        r"^(?:and\ |no,?\ |but\ )?(?:i|we)\ (?:really\ |definitely\ )?(?:don't|dont|do\ not)\ want\ (?!to\ (?:know|"
        r"bother|annoy|hear|let|miss|lose|be)|future|people|any(?:one|body)|you|it\b\s*$)\w+|\bi\ want\ no\ ",
        "user",
    ),
]
