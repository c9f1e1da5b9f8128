"""Decisions that set how things are to be: what stays, goes, gets, may or is called, who does what, and what a program
is to do."""

from __future__ import annotations

from .phrases import DAY, START
from .rules import rule

RULES = [
    rule(
        "decision",
        "takeaway upshot bottom_line long_story hereby the_rule the_agreement",
        r"\b(?:the\ takeaway|the\ upshot|bottom\ line|long\ story\ short)\b(?:\ is)?[:,]?\ \S+\ \S+|\bi\ hereby\ \w+|"
        r"\bthe\ (?:rule|deal|agreement)\ (?:is|stays)\b[:,]?\ (?!that\ simple|off\b|over)\S+\ \S+",
        "user",
    ),
    rule(
        "decision",
        "choice pick vote favorite favourite",
        r"\b(?:my|our|the)\ (?:final\ )?(?:choice|pick|vote)\ (?:is|goes\ to|was|fell\ on|falls\ on)\ (?!to\b|between|"
        r"yours|hard|up\ to|easy|clear\b)\S+|\bthe\ choice\ fell\ on\b",
    ),
    rule(
        "decision",
        "acceptable tolerable",
        r"^(?!(?:that|it|this|what|which)\b)[\w'`-]+(?:\ [\w'`-]+){0,5}\ (?:is|are)\ (?:acceptable|tolerable|good\ "
        r"enough)\b",
        "user",
    ),
    rule(
        "decision",
        "will_be is_going 'll_be",
        r"^(?!.*\b(?:weather|rain|temperature|hot|cold|sunny|what|when|if|fun|hard|think|hope|results?|delivery|"
        r"available|error|there\ will)\b)(?:so\ |and\ |then\ )?[\w'`./&-]+(?:\ [\w'`./&-]+){0,5}(?:\ will|'ll)\ be\ "
        r"(?:on|at|in|every|each|by|from|held|hosted|handled|covered|paid|moved|renamed|removed|dropped|replaced|the\ "
        r"(?:week|day|month|one|first|second|last|same)|called|named|named|run|led|\d)\b",
        "user",
    ),
    rule(
        "decision",
        "can may",
        r"^(?!(?:that|it|this|we|you|i|they|he|she|what|who|how|which|there|anyone|someone|people|nobody|one|if|"
        r"everything)\b)[\w'`./\\:&-]+(?:\ [\w'`./&-]+){0,5}\ (?:can|may)\ (?:stay|go(?=,|\s*$)|go\ (?:live|out|away)|"
        r"remain|keep|live\ in|die|drop|only|not|never|be\ (?:archived|sold|reused|thrown\ (?:out|away)|given\ away|"
        r"dropped|removed|deleted|merged|skipped|ignored|closed|disabled|public|private|optional|"
        r"[\w'\ -]{3,30}\ (?:for\ now|instead|for\ the\ time\ being|to\ start\ with|at\ first)\s*$|plain|text))\b|"
        r"\b(?:it|they|users?|the\ \w+|\w+s)\ may\ (?:only|not|never|read|write|use|call|send|see|access|run|delete)\b",
        "user",
    ),
    rule(
        "decision",
        "shall_be will_be it'll_be",
        rf"{START}[\w'\"./ -]{{2,40}}\ it(?:\ shall|\ will|'ll)\ be\s*$",
        "user",
    ),
    rule(
        "decision",
        "gets get",
        r"^(?!.*\b(?:error|when|if|whenever|why|keeps?|always|sometimes|often|how)\b)(?!(?:it|this|that|i|you|he|she|"
        r"nobody|everybody|everyone|hop\w+|wish\w*|lots?|tons)\b)(?:[\w'`./&-]+\ ){0,5}(?:[\w'`./&-]+\ gets|"
        r"[\w'`./&-]+s\ get)\ (?!noticed|out\b|better|easier|worse|stuck|bored|confused|rid|used|excited|hurt|lost|"
        r"killed|disconnected|rejected|tired|rate|throttled|corrupted|truncated|annoyed|started|interrupted|"
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
    rule(
        "decision",
        "anyone everyone everybody nobody no_one whoever each every",
        r"^(?:and\ |but\ |so\ )?(?:anyone|everyone|everybody|nobody|no\ one|whoever|each|"
        r"every)(?:\ [\w'-]+){0,4}\ (?!is\b|was\b|has\b|knows\b|likes\b|loves\b|thinks\b|says\b|seems\b|looks\b|"
        r"wants\b|feels\b|needs\b|does\b|keeps\b|hates\b|agrees\b|laughs\b|this\b|his\b|its\b|always\b|us\b|as\b|"
        r"yes\b|years\b|days\b|times\b|cares\b|understands\b|makes\b|helps\b)[a-z]{2,}[a-rt-z]s\ (?:as|in|at|on|to|by|"
        r"for|through|via|the|a|an|their|his|its|only|no|one|after|before|own|with)\b",
        "user",
    ),
    rule(
        "decision",
        "is are gets get",
        r"^(?!(?:my|it|this|that|i|you|he|she|there|what|who|everything|we|they|these|those)\b)(?!.*\b(?:error|when|"
        r"if|why|how|because|still|not|wrong|btw|fyi|but|currently|already|now|just|been|"
        r"so)\b)[\w`'-]+(?:\ [\w`'-]+){0,5}\ (?:is|are|gets?)\ (?:only\ |always\ |never\ )*(?!delayed|located|based|"
        r"connected|linked|called|named|related|supposed|interested|stuck|used\ to|involved|excited|confused|attached|"
        r"shared\ with\ me|filled|covered\ (?:in|by)|surprised|worried|closed|married|tired|bored|scared|finished|"
        r"fixed|needed|due|rated|designed|intended|listed|caused|affected|marked\ as|damaged|infected|flashed|"
        r"installed|merged|uploaded|signed|packed|painted|mounted|wired|ordered|delivered|cleaned|repaired|booked|"
        r"deployed|migrated|imported|restored|unpacked|plugged|hung|posted|submitted|registered)(?:\w+ed|written|"
        r"built|sent|made|kept|held|paid|put|set|run|drawn|chosen|given|cut|sold|taken|worn|hung)\ (?:in|at|to|by|as|"
        r"across|per|for|on|with|into|under|from|via|through|after|before)\b",
        "user",
    ),
    rule(
        "decision",
        "yes no",
        r"^[\w'-]+(?:\ [\w'-]+){0,2}\ (?:yes|no),\ (?:and\ )?[\w'-]+(?:\ [\w'-]+){0,2}\ (?:yes|no)\b",
        "user",
    ),
    rule(
        "decision",
        "only",
        rf"{START}(?!(?:is|are|was|not|if|one|the\ only|for\ now|it|this|that|works?|and\ only|tested|verified|"
        rf"checked|seen|ran|tried)\b)(?:[\w&+/-]+\ ){{1,3}}only\s*$",
    ),
    rule(
        "decision",
        "for in on at as by",
        r"^(?=[^,]*,)(?!(?:not|is|are|was|how|what|thanks|after|before|while|good|great|looking|sorry|waiting|i|we|it|"
        r"he|she|they|you|there)\b)(?:[\w'-]+\ ){1,3}(for|in|on|at|as|by)\ (?:[\w'-]+\ ){0,3}[\w'-]+,\ (?:and\ )"
        r"?(?:[\w'-]+\ ){1,3}\1\ \w+",
        "user",
    ),
    rule(
        "decision",
        "order first",
        r"\b(?:the|our)\ (?:order|sequence)\ (?:is|will\ be|stays)[:,]?\ (?!wrong|right|not|placed|on|stuck|late|"
        r"delayed|lost|in\b|missing|here|ready|complete|still|paid|sent)\S+|^[\w\ '-]{2,30}\ first,\ (?:then\ |"
        r"and\ then\ )?[\w\ '-]{2,30}\ (?:second|next|last|after|later|third)\b",
    ),
    rule(
        "decision",
        "from_today from_tomorrow from_now starting_today starting_tomorrow starting_next from_next from_monday "
        "from_tuesday from_wednesday from_thursday from_friday from_saturday from_sunday from_january from_february "
        "from_march from_april from_june from_july from_august from_september from_october from_november from_december",
        rf"^(?!.*\b(?:i'm|he's|she's|he|she|been|was|were|available|open|closed|notes|minutes|photos?|pictures|"
        rf"summary|messages?|mails?|emails?|files?|logs?|news)\b).{{8,}}\b(?:from|starting)\ (?:today|tomorrow|now|"
        rf"{DAY}|next\ \w+)\s*$",
        "user",
    ),
    rule(
        "decision",
        "read_only opt_in opt_out off_limits optional mandatory compulsory forbidden limits banned welcome allowed "
        "invited",
        r"^(?:and\ )?(?!(?:it|this|that|what|why|which|there|these)\b)[\w`'-]+(?:\ [\w`'-]+){0,4}\ (?:is|are|stays?|"
        r"becomes?)\ (?:read-only|optional|mandatory|compulsory|forbidden|off[-\ ]limits|banned|opt-in|opt-out|"
        r"(?:not\ )?(?:welcome|allowed|invited))\b",
        "user",
    ),
    rule(
        "decision",
        "keeps organises organizes manages buys leads runs hosts moderates chairs drives brings cooks presents "
        "writes reviews maintains",
        r"^(?:and\ )?(?:(?:the|our)\ )?(?!(?:it|this|that|what|who|he|she|which|everyone|nobody|app|server|page|code|"
        r"script|browser|phone|printer|system|website|bot|router|update)\b)\w+\ (?:keeps|organi[sz]es|manages|buys|"
        r"leads|runs|hosts|moderates|chairs|drives|brings|cooks|presents|writes|reviews|maintains)\ (?:the|our|us|all|"
        r"its|his|her|their)\ \w+",
        "user",
    ),
    rule(
        "decision",
        "customers users members guests clients employees students kids children visitors volunteers subscribers "
        "admins owners tenants",
        r"^(?:the\ |all\ |our\ |new\ |existing\ )?(?:customers|users|members|guests|clients|employees|students|kids|"
        r"children|visitors|volunteers|subscribers|admins|owners|tenants)\ (?:only\ |never\ |always\ )?(?:keep|get|"
        r"lose|pay|receive|may|must|register|sit|bring|choose|sleep|stay|go)\ (?!an?\ error|confused|logged|lost|"
        r"stuck|sick)\w+",
        "user",
    ),
    rule(
        "decision",
        "settled decided agreed approved",
        r"\S+\ \S+\ .{2,70},\ (?:settled|decided|agreed|approved)\s*$",
        "user",
    ),
    rule(
        "decision",
        "moved pushed postponed rescheduled shifted",
        rf"^(?!(?:i|we|it|that|this|they|he|she|who)\b)[\w'-]+(?:\ [\w'-]+){{0,3}}\ (?:moved|pushed|postponed|"
        rf"rescheduled|shifted)\ (?:back\ |forward\ )?(?:to|until)\ (?:the\ )?(?:{DAY}|\d|next)",
        "user",
    ),
    rule(
        "decision",
        "need_no needs_no",
        r"^(?!(?:i|you|it|that|this)\b)[\w'-]+(?:\ [\w'-]+){0,3}\ needs?\ no\ (?!further|more|explanation)\w+",
        "user",
    ),
    rule(
        "decision",
        "usah perlu",
        r"^(?!.*\b(?:khawatir|takut|repot-repot|bingung|kalau|kalo|nanya|tanya)\b)(?:[\w-]+\ ){1,6}(?:nggak|gak|ga|"
        r"tidak)\ (?:usah|perlu)\ di\w+",
        "user",
    ),
    rule(
        "decision",
        "naik turun pindah geser mundur maju balik",
        r"^(?!.*\b(?:udah|sudah|kalau|kalo|error|belum|mau|bisa|suhu|rasanya|kenapa|kok|kemarin|tadi|harga\w*|"
        r"tiba-tiba)\b)(?:[\w-]+\ ){1,4}(?:naik|turun|pindah|geser|mundur|maju|balik)\ (?:ke|jadi|menjadi)\ \S+",
        "user",
    ),
]
