"""English decisions: what is said to be chosen, agreed, dropped or the rule, and what stays, goes or gets."""

from __future__ import annotations

from .phrases import START
from .rules import rule

_ADV = (
    r"(?:\ (?:now|also|already|finally|all|just|then|therefore|instead|deliberately|explicitly|eventually|"
    r"ultimately|both|jointly|unanimously|had|have|earlier|officially|only|simply|tentatively|mutually|really|"
    r"together|provisionally))*"
)
_WE = (
    r"(?:we|we've|we'd|we\ have|we\ had|we\ all|i|i've|i\ have|you|you've|you\ have|team|everyone|everybody|"
    r"all\ of\ us|both|and\ \w+|board|committee|group|family|client|and\ i|kita|kami)"
)

RULES = [
    rule(
        "decision",
        "decided agreed settled chose chosen opted picked committed voted vetoed concluded selected ruled rejected "
        "approved preferred",
        rf"(?<!that\ )\b(?:{_WE}|they(?:'ve|'d|\ have|\ had)?){_ADV}\ (?:decided|agreed|settled|chose|chosen|opted|"
        rf"picked|committed|voted|vetoed|concluded|selected|ruled\ out|rejected|approved)\b(?!\ (?:or|up|out)\b)|"
        r"\b(?:you|both\ of\ you|both)\ preferred\b",
    ),
    rule(
        "decision",
        "was_decided been_decided decision_is decision_was",
        r"(?<!nothing\ )(?<!never\ )\b(?:it\ was|has\ been|have\ been)\ decided\ (?:to|that|against)\b|"
        r"\bthe\ (?:final\ )?decision\ (?:is|was)\ (?:to|that|against|not)\b",
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
        "it_is",
        r"^(?:(?:ok|okay|oke|alright|all\ right|then|so|fine),?\ )?(?!(?:here|there|whoever|whatever|whichever|"
        r"wherever|however|yes|yeah|yep|no|oh|well|so|because|since|this|too|the\ (?:more|less|way))\b)(?:(?!(?:what|"
        r"how|where|why|who|whose|which|when|like|as|than|that|whether|if|such|shame|pity|think|sure|guess|hope|says?|"
        r"said|know|believe|maybe|perhaps|probably|apparently|course|turns|not|i|we|you|he|she|they)\b)"
        r"[\w`'\"./&+-]+\ ){1,5}"
        r"it\ is(?:,?\ then)?\s*$",
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
        "we'll we_will going_to we_stick we_stay",
        r"\bwe(?:'ll|\ will|'re\ going\ to|\ are\ going\ to)\ (?:both\ |just\ |only\ |all\ )*(?:keep|use|stick|stay|"
        r"leave|skip|drop|switch\ to|move\ to)\b|\bwe\ (?:stick|stay)\ (?:with|to|on|at|in)\b",
    ),
    rule(
        "decision",
        "always never now_on",
        r"^(?:always|never)\ (?:use|commit|deploy|push|run|ask|write|answer|reply|add|merge|touch|put|call|send)\b|"
        r"\bfrom\ now\ on\b",
        "user",
    ),
    rule(
        "decision",
        "mind thought",
        r"\b(?:changed\ my\ mind|on\ second\ thoughts?|scratch\ that)[,.:;]?\ (?!(?:about|on)\b)\S+\ \S+",
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
        "yes please final",
        r"^(?!(?:yes|please|no)\b)(?!.*\b(?:thanks|explain|show|tell|help)\b)\S+\ \S+.{0,60}(?:,\ yes|,\ final)\s*$|"
        r"^(?:\d|[a-z]|(?:the\ )?(?:first|second|third|last|left|right|blue|red|green|small|big|cheap|large|cheaper|"
        r"smaller|bigger|later|earlier)(?:\ one|\ option)?|option\ \w|plan\ \w|both|neither)\ please\b",
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
        "first",
        r"^(?!(?:at|i|you|we|me|ladies|safety|let|so|but|my|come|came|it|this|that|was|were|not|run|try|check|do|fix|"
        r"ask|read|look|put|send|need|needs|question|one|two)\b)(?!.*\b(?:was|were|had|is|are|did|do|i|you|came|"
        r"finished|when|if|need|needs|check|try|run|has|have|must)\b)[\w'/&-]+(?:,?\ (?:and\ |then\ |"
        r"&\ )?[\w'/-]+){0,4}\ first\s*$",
        "user",
    ),
    rule(
        "decision",
        "gets get",
        r"^(?!.*\b(?:error|when|if|whenever|why|keeps?|always|sometimes|often|how)\b)(?!(?:it|this|that|i|you|he|she|"
        r"nobody|everybody|everyone|hop\w+|wish\w*|lots?|tons)\b)(?:[\w'`./&-]+\ ){0,5}(?:[\w'`./&-]+\ gets|"
        r"[\w'`./&-]+s\ get)\ (?!noticed|out\b|better|easier|worse|stuck|bored|confused|rid|used|excited|hurt|lost|"
        r"\w*killed|evicted|crashed|jammed|flooded|garbled|denied|refused|terminated|disconnected|rejected|"
        r"tired|rate|throttled|corrupted|truncated|annoyed|started|interrupted|"
        r"frustrated|mixed|cut|dropped\ (?:by|from)|overwritten|ignored\ (?:by|when)|blocked|closed\ by)(?:\w+ed|"
        r"\w*written|sent|paid|cut|put|built|done|hung|kept|bought|a|an|the|one|two|three|no|\d+)\b",
        "user",
    ),
    rule(
        "decision",
        "stays goes stay go",
        r"^(?:and\ |so\ |but\ )*(?:the\ |our\ |old\ )?(?!(?:it|this|that|what|here|she|he|time|life|there|as|so|"
        r"everything|i|we|you|they|to|let|must|can|should|good|way|ever|guest)\b)[\w'-]+(?:\ [\w'-]+)?\ (?:stays?|"
        r"goes|go)(?:\ (?:too|as\ well|first|away))?\s*$",
        "people",
    ),
]
