"""Decisions by the kind of speech act rather than by the verb: what "we" do from now on, refusals, verdicts of others,
majorities, choices a worker reports with what it passed over."""

from __future__ import annotations

from gagent_db.extract.phrases import START
from gagent_db.extract.rules import rule

# Verbs that describe "us" instead of binding us: states, habits of mind, things that happen to one, and past forms.
_STATES = (
    r"are|aren't|were|was|have|haven't|had|hadn't|has|need|needed|want|wanted|know|knew|think|thought|like|love|see|"
    r"saw|get|got|seem|look|feel|felt|hope|wish|wonder|guess|believe|remember|mean|live|work|lack|struggle|try|"
    r"tend|can|can't|cannot|could|couldn't|would|wouldn't|might|may|should|shouldn't|must|shall|will|won't|did|"
    r"didn't|do|does|don't|hit|lose|lost|miss|met|went|came|said|told|made|gave|found|ran|spent|ate|won|talk|usually|"
    r"often|sometimes|rarely|ever|really|actually|already|recently|even|currently|mostly|face|expect|assume|suspect|"
    r"understand|ask|wait|discuss|chat|worry|depend|owe|rely|deserve|enjoy|prefer|used|just\ \w+ed|kind|sort|"
    r"probably|either|grew|became|fell|broke|forgot|heard|read|wrote|built|sat|slept|drove|flew|knew|began|brought|"
    r"caught|drew|felt|sold|sent|took|taught|understood|wore|bought|paid|left|lived|and|or|to|is|in|on|at|as|with|"
    r"both|all|two|three|who|it|the|a|haven|ve|re|hadn|appear|gain|learn|notice|experience|receive|suffer|realize|"
    r"realise|disagree|argue|hear|find|laugh|smile|cry|cook|dance|play|hang|come|may|admire|appreciate|celebrate|"
    r"gotta|rock|make\ a|bond|fought|held|look\ forward|watch|roast|hike|camp|sure|just\ did|wanna|kinda"
)
_ADVERBS = (
    r"(?:\ (?:now|all|both|only|just|simply|also|always|never|then|therefore|no\ longer|don't|do\ not|don't\ ever))*"
)
_NOT_BEFORE_WE = (
    r"if|when|whenever|once|while|because|since|what|how|why|where|who|whose|which|that|than|before|until|till|unless|"
    r"whether|last|yesterday|used|usually|think|hope|know|sure|guess|wish|said|says|told|like|as|way|ways|maybe|"
    r"perhaps|should|could|can|do|did|will|would|must|things|everything|all|places?|time|times|days?|stuff|thing|"
    r"reason|part|parts|kind|though|although|tonight's|remember|feel"
)

RULES = [
    rule(
        "decision",
        "we",
        rf"^(?!.*\b(?:{_NOT_BEFORE_WE})\ we\b)(?!.*\b(?:if|when|whenever|how|why|what|because|last\ (?:year|week|"
        rf"month|night|summer|time))\b.*\bwe\b)(?!(?:(?:.*\b(?:of|is|was|are|about|like|with)\ )?(?:the|an?|this|that|"
        rf"these|those|every|my|our|some|more)\ (?:[\w'-]+\ ){{1,3}}we\b))(?:[\w'/&.:-]+,?\ ){{0,6}}?we{_ADVERBS}\ "
        rf"(?!(?:{_STATES})\b)"
        rf"(?!\w+ed\b)[a-z]{{3,}}\b",
        "user",
    ),
    rule(
        "decision",
        "going gonna doing fixing moving buying selling paying taking using supporting keeping touching signing "
        "hiring accepting waiting adding changing building negotiating compromising renting coming budging",
        rf"{START}(?:(?:i'm|i\ am|we're|we\ are)\ )(?:definitely\ |so\ )?not\ (?:gonna|going\ to)\ (?!be\b|have\ time|"
        rf"make\ it|lie|happen|get\b|know|see\b|win\b|forget|give\ up|stop|let\ (?:it|this|that|them|him|her|you)|"
        rf"worry|miss|feel)[a-z]+\b|{START}(?:(?:i'm|we're)\ )?(?:definitely\ )?not\ "
        rf"(?:doing|fixing|moving\ from|buying|selling|paying|taking|using|supporting|keeping|touching|signing|hiring|"
        rf"accepting|waiting\ (?:for|until)|adding|changing|building|negotiating|compromising|renting|budging)\b",
        "user",
    ),
    rule(
        "decision",
        "sold_on set_on all_in committed_to done_with out_with",
        rf"{START}(?:i'm|i\ am|we're|we\ are)\ (?:now\ |totally\ |pretty\ much\ )?(?:sold\ on|set\ on|all\ in\ on|"
        rf"committed\ to)\ (?!my\b|your|getting|making|being|helping|it\s*$)\S+",
        "user",
    ),
    rule(
        "decision",
        "awarded vetoed overruled unanimously ratified adopted voted greenlit turned_down signed_off waived",
        r"(?<!\bbeen\ )(?<!\bwas\ )(?<!\bgot\ )(?<!\bi\ )\b(?:awarded\ the|vetoed|overruled|unanimously|ratified|"
        r"adopted\ "
        r"the|voted\ (?:for|to|against|in\ favou?r)|greenlit|turned\ down\ (?:the|our|his|her|their)|"
        r"signed\ off\ on\ (?!it\b|that\b|this\b|them\b)|waived\ the)",
    ),
    rule(
        "decision",
        "with to",
        r"\b(?!(?:it|that|this|i|you|what|which|there|who)\b)[\w'-]+(?:\ (?:is|are|was|were)|'re|'s)\ (?:all\ |also\ "
        r"|totally\ )?(?:ok|okay|fine|happy|cool|on\ board|good)\ with\ (?!(?:it|that|this|them|me|us|you|him|her|both|"
        r"either|everything|all|what|how|the\ way)\b)\S+|\b(?!(?:i|you|doctor|just)\b)[\w'-]+\ said\ (?:yes|no)\ to\ "
        r"\S+|"
        rf"{START}(?:a\ )?(?:yes|no)\ to\ (?:the|a|an|all|any|both|more|our|his|her|their|[a-z]+ing)\b",
        "user",
    ),
    rule(
        "decision",
        "default",
        rf"{START}(?!.*\b(?:is|are|was|comes?|it|this|that|shows?|uses|error|set)\b)[\w`'\"./ -]{{2,50}}\ (?:as|by)\ "
        rf"(?:the\ )?default\b",
        "user",
    ),
    rule(
        "decision",
        "everyone everybody majority most_votes all_for",
        r"\b(?:everyone|everybody|all\ of\ (?:us|them)|the\ majority|most\ people|(?:we|they)\ (?:are|were)\ all)\ ?"
        r"(?:was|were|is|are|voted)?\ (?:for|in\ favou?r\ of)\ (?!a\ (?:while|walk)|the\ (?:first|most)|each|some)\S+|"
        r"\b(?:got|with|received)\ the\ most\ votes\b",
    ),
    rule(
        "decision",
        "takeaway upshot bottom_line long_story hereby the_rule the_agreement",
        r"\b(?:the\ takeaway|the\ upshot|bottom\ line|long\ story\ short)\b(?:\ is)?[:,]?\ \S+\ \S+|\bi\ hereby\ \w+|"
        r"\bthe\ (?:rule|deal|agreement)\ (?:is|stays)\b[:,]?\ (?!that\ simple|off\b|over)\S+\ \S+",
        "user",
    ),
    rule(
        "decision",
        "the_end",
        r"\bin\ the\ end\ (?:it(?:'s|\ is|\ was|\ became|'ll\ be|\ will\ be)|(?:we|i|they|he|she|you)\ (?!realized|"
        r"realised|didn't|had|was|were|felt|got|just\ want|all\ that)\w+)\ \S+",
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
        "ruled",
        r"\b(?:we|i|you|they|he|she|team|board|court|committee|and)\ (?:\w+\ )?ruled\ (?:\w+\ ){0,3}out\b",
    ),
    rule(
        "decision",
        "instead rather favor favour",
        r"\bi(?:'ve|\ have)?(?:\ (?:also|then|therefore|finally|now|deliberately|instead))*\ (?!(?:think|thought|could|"
        r"would|can|might|may|should|will|want|wanted|need|had|am|was|see|saw|got|noticed|found|expected|feel)\b)"
        r"(?:\w+ed|took|put|wrote|built|made|kept|left|set|chose|went|split|bound|hid|held|drew|cut|ran)\b.{3,110}"
        r"\b(?:instead\ of|rather\ than|in\ favou?r\ of)\ \S",
        "any",
    ),
    rule(
        "decision",
        "not",
        r"\bi(?:'ve|\ have)?(?:\ (?:also|then|therefore|finally|now|deliberately))*\ (?:matched|sorted|used|put|based|"
        r"named|set|made|wrote|stored|chose|took|picked|kept|built|split|placed|grouped|keyed|modell?ed|implemented|"
        r"counted|measured|rounded|treated|wired|bound|hashed|joined|mapped)\ [^.;:]{2,80},\ not\ (?!sure|yet|all|only|"
        r"just|because|that|necessarily)\S",
        "any",
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
        "understood noted confirmed recorded dicatat catat dikonfirmasi ok okay oke got_it alright siap baik",
        r"^(?:understood|noted|confirmed|recorded|ok|okay|got\ it|alright|(?:baik|siap|oke|sip)?[,.]?\ ?(?:sudah\ |"
        r"saya\ "
        r"|sdh\ )?(?:dicatat|catat|dikonfirmasi)(?:\ ya)?)\s?:\ (?!(?:here|i'll|i\ will|i've|i\ have|i'm|berikut|saya|"
        r"let|running|checking|what|which|how|bug|question)\b)\S+\ \S+\ \S+",
        "assistant",
    ),
    rule(
        "decision",
        "will_be 'll_be",
        r"^(?:and\ |so\ )?(?:the|our|my)\ [\w'`/&-]+(?:\ [\w'`/&-]+){0,5}(?:\ will|'ll)\ be\ (?!able|fine|ok|there|"
        r"ready|late|"
        r"fun|great|nice|hard|good|bad|cold|hot|long|short|easy|difficult|interesting|possible|available|back|here|"
        r"\w+ing\b|a\ (?:bit|lot)|very|so|too|more|less|needed|required|quite|pretty|really|lost|gone|over|worth|slow|"
        r"fast|broken)\w+",
        "user",
    ),
    rule(
        "decision",
        "is are",
        r"^(?:the\ |our\ |allowed\ |valid\ )?(?!(?:options|choices|there|these|those|they|things|it)\b)[\w-]+(?:\ "
        r"[\w-]+){0,3}\ "
        r"(?:is|are)\ (?:only\ |just\ )?(?:[\w'-]+,\ ){2,}(?:and\ |or\ )?[\w'-]+\s*$",
        "user",
    ),
    rule(
        "decision",
        "tell_them tell_him tell_her tell_everyone",
        r"\btell\ (?:them|him|her|everyone)\ (?:that\ )?(?:we|i)\ (?:accept|take|agree|decline|reject|refuse|want|go\ "
        r"with|"
        r"keep|stay|won't|will|don't|cancel|confirm|prefer)\b",
        "user",
    ),
    rule(
        "decision",
        "can may",
        r"^(?!(?:that|it|this|we|you|i|they|he|she|what|who|how|which|there|anyone|someone|people|nobody|one|if|"
        r"everything)\b)"
        r"[\w'`./&-]+(?:\ [\w'`./&-]+){0,5}\ (?:can|may)\ (?:stay|go\ (?:live|out|away)|remain|keep|live\ in|die|drop|"
        r"only|not|"
        r"never|be\ (?:dropped|removed|deleted|merged|skipped|ignored|closed|disabled|public|private|optional))\b|"
        r"\b(?:it|they|users?|the\ \w+|\w+s)\ may\ (?:only|not|never|read|write|use|call|send|see|access|run|delete)\b",
        "user",
    ),
    rule(
        "decision",
        "job task turn responsibility duty",
        r"\bis\ (?:now\ )?(?:\w+'s|his|her|their|my|your|our)\ (?:job|task|turn|responsibility|duty)\b(?!\ (?:was|to\ "
        r"worry))",
        "user",
    ),
    rule("decision", "shall_be will_be", rf"{START}[\w'\"./ -]{{2,40}}\ it\ (?:shall|will|'ll)\ be\s*$", "user"),
    rule(
        "decision",
        "gets get",
        r"^(?!.*\b(?:error|when|if|whenever|why|keeps?|always|sometimes|often|how)\b)(?!(?:it|this|that|i|you|he|she|"
        r"nobody|"
        r"everybody|everyone|hop\w+|wish\w*|lots?|tons)\b)(?:[\w'`./&-]+\ ){0,5}(?:[\w'`./&-]+\ gets|[\w'`./&-]+s\ "
        r"get)\ (?!"
        r"noticed|out\b|better|easier|worse|stuck|bored|confused|rid|used|excited|hurt|lost|"
        r"killed|disconnected|rejected|tired|rate|throttled|corrupted|truncated|annoyed|started|interrupted|"
        r"frustrated|mixed|"
        r"cut|dropped\ (?:by|from)|overwritten|ignored\ (?:by|when)|blocked|closed\ by)(?:\w+ed|\w*written|sent|paid|"
        r"cut|put|"
        r"built|done|hung|kept|bought|a|an|the|one|two|three|no|\d+)\b",
        "user",
    ),
    rule(
        "decision",
        "everyone everybody all_accept all_agree",
        r"\b(?:everyone|everybody|we\ all|all\ of\ us|both\ sides)\ (?:accepts?|agrees?|agreed)\b(?!\ (?:that\ "
        r")?(?:it|he|she)"
        r"\b)(?:\ on|\ to|\ is|\ that)?\ \S+",
    ),
    rule(
        "decision",
        "i'll she'll he'll they'll",
        rf"{START}(?:she|he|they|[a-z]+)'ll\ (?:do|take|handle|cover|bring|drive|host|run|lead|write|pay|own|be\ "
        rf"responsible)\ "
        rf"(?:the|all|care|over|it)\b.*\b(?:i|we|and)\b",
        "user",
    ),
    rule(
        "decision",
        "therefore hence thus consequently",
        r"\bi\ (?:have\ )?(?:therefore|hence|thus|consequently)\ (?!ran|checked|looked|tried|tested|assume|think|"
        r"suspect|could|"
        r"can|will)\w+",
        "assistant",
    ),
    rule(
        "decision",
        "stays goes stay go",
        r"^(?:and\ |so\ )?(?:the\ |our\ |old\ )?(?!(?:it|this|that|what|here|she|he|time|life|there|as|so|everything|"
        r"i|we|you|they|"
        r"to|let|must|can|should|good|way|ever|guest)\b)[\w'-]+(?:\ [\w'-]+)?\ (?:stays?|goes|go|stay)\s*$",
        "people",
    ),
    rule(
        "decision",
        "instead rather",
        r"^(?!.*\b(?:which\ is\ why|bug|wrong|crash\w*|fails?|error|because|if|you|could|would|can|may|might|should|"
        r"it|this|"
        r"that)\b)[\w`'-]+(?:\ [\w`'-]+){0,4}\ (?:is|are|goes?|lives?|uses?|comes?|runs?|takes?|gets?|stays?)\ "
        r".{3,80}\b(?:instead\ "
        r"of|rather\ than)\ \S",
        "assistant",
    ),
    rule(
        "decision",
        "a_no a_yes a_go",
        r"\bit(?:'s|\ is)\ a\ (?:firm\ |hard\ |clear\ |big\ )?(?:no|yes|go)\ (?:on|for|to|from)\b",
        "user",
    ),
    rule(
        "decision",
        "besok-besok lain_kali besok next_time in_future the_future selanjutnya",
        r"^(?:besok[- ]besok|lain\ kali|next\ time|in\ (?:the\ )?future|untuk\ "
        r"selanjutnya)\b(?=.{12,})(?!.*\b(?:maybe|mungkin|"
        r"i'll|we\ should)\b)",
        "user",
    ),
    rule(
        "decision",
        "we_want i_want",
        rf"{START}(?:we|i)\ (?:only\ |just\ )?want\ (?:the|a|an|all|no|only|every|each|both|it)\ (?!best\b|same\ for|"
        rf"to\b|chance|"
        rf"break|quick|list|summary|copy|explanation|refund|update|way|person|mail)\w+.{{0,60}}\b(?:as|to\ be|in|on|"
        rf"at|by|before|"
        rf"without|with|only|not|max|\d+)\b",
        "user",
    ),
    rule(
        "decision",
        "raise return reject ignore warn fail round truncate cache hash encrypt retry allow deny require treat "
        "assume hide strip "
        "redact mask block enforce expire rotate archive batch throttle paginate normalise normalize lowercase "
        "pass_on refuse "
        "abort fall_back serve prefix tag",
        rf"{START}(?:just\ |then\ |simply\ |silently\ )*(?:raise|return|reject|ignore|warn|fail|round|truncate|cache|"
        rf"hash|encrypt|"
        rf"retry|allow|deny|require|treat|assume|hide|strip|redact|mask|block|enforce|expire|rotate|archive|batch|"
        rf"throttle|"
        rf"paginate|normali[sz]e|lowercase|pass\ on|refuse|abort|fall\ back\ (?:to|on)|serve|prefix|tag)\ (?!me\b|to\ "
        rf"me|is\b|works?\b|"
        rf"was\b|again\b|my\b|this\ (?:mail|message|error)|codes?\b|the\ error|of\b|in\b)\w+.{{3,}}",
        "user",
    ),
    rule(
        "decision",
        "anyone everyone everybody nobody no_one whoever each every",
        r"^(?:and\ |but\ |so\ )?(?:anyone|everyone|everybody|nobody|no\ one|whoever|each|every)(?:\ [\w'-]+){0,4}\ "
        r"(?!is\b|was\b|"
        r"has\b|knows\b|likes\b|loves\b|thinks\b|says\b|seems\b|looks\b|wants\b|feels\b|needs\b|does\b|keeps\b|"
        r"hates\b|agrees\b|"
        r"laughs\b|this\b|his\b|its\b|always\b|us\b|as\b|yes\b|years\b|days\b|times\b|cares\b|understands\b|makes\b|"
        r"helps\b)"
        r"[a-z]{2,}[a-rt-z]s\ (?:as|in|at|on|to|by|for|through|via|the|a|an|their|his|its|only|no|one|after|before|"
        r"own|with)\b",
        "user",
    ),
    rule(
        "decision",
        "is are gets get",
        r"^(?!(?:my|it|this|that|i|you|he|she|there|what|who|everything|we|they|these|those)\b)(?!.*\b(?:error|when|"
        r"if|why|how|"
        r"because|still|not|wrong|btw|fyi|but|currently|already|now|just|been|so)\b)[\w`'-]+(?:\ [\w`'-]+){0,5}\ "
        r"(?:is|are|gets?)\ (?:only\ |"
        r"always\ |never\ )*(?!delayed|located|based|connected|linked|called|named|related|supposed|interested|stuck|"
        r"used\ to|"
        r"involved|excited|confused|attached|shared\ with\ me|filled|covered\ (?:in|by)|surprised|worried|closed|"
        r"married|tired|"
        r"bored|scared|finished|fixed|needed|due|rated|designed|intended|listed|caused|affected|marked\ as|damaged|"
        r"infected)"
        r"\w+ed\ (?:in|at|to|by|as|across|per|for|on|with|into|under|from|via|through|after|before)\b",
        "user",
    ),
    rule(
        "decision",
        "let's lets",
        r"\b(?:let's|lets)\ (?:just\ |not\ |only\ |also\ |instead\ |both\ |please\ |then\ )*(?!see|talk|discuss|check|"
        r"look|wait|"
        r"think|try|go\b|start|begin|continue|hope|be\b|face|get\b|catch|chat|say\b|move\ on|find|figure|figure|hear|"
        r"brainstorm|"
        r"explore|make\b|have\b|do\b|celebrate|enjoy|just\b|not\b|keep|stay|all\b|play|dance|dive|dig|revisit|come\ "
        r"back|walk|"
        r"pretend|assume|imagine|review|test|debug|investigate|run\b|compare|measure|know|eat|rock|support|help|take\ "
        r"a|take\ care|"
        r"hang|schedule|work\b|both\b|a\b|the\b|it\b|him|her|us\b|you|me\b|people|users|them)[a-z]{3,}\ \S+",
        "user",
    ),
    rule("decision", "myself ourselves", rf"{START}(?:i|we)'ll\ \w+\ .{{2,50}}\b(?:myself|ourselves)\b", "user"),
    rule(
        "decision",
        "yes no",
        r"^[\w'-]+(?:\ [\w'-]+){0,2}\ (?:yes|no),\ (?:and\ )?[\w'-]+(?:\ [\w'-]+){0,2}\ (?:yes|no)\b",
        "user",
    ),
    rule(
        "decision",
        "only",
        rf"{START}(?!(?:is|are|was|not|if|one|the\ only|for\ now|it|this|that|works?|and\ only)\b)(?:[\w&+/-]+\ "
        rf"){{1,3}}only\s*$",
    ),
    rule(
        "decision",
        "because since so hence avoid keeps",
        r"\bi(?:'ve|\ have)?(?:\ (?:also|then|therefore|finally|now))*\ (?:left|used|took|set|put|made|stored|named|"
        r"picked|gave|"
        r"based|keyed|modell?ed|limited|capped|wrapped|split|pinned|reused|bundled|disabled|enabled|skipped|dropped|"
        r"raised|"
        r"lowered|restricted)\ (?!a\ look|the\ wrong|it\ (?:alone|running))[^.;:]{3,90}(?:,\ so\ (?!i\b|now|it\ "
        r"(?:should|works)|you|we|"
        r"let|the\ (?:error|test))|\ so\ that\ |\ because\ (?!it\ (?:hung|crashed|failed|was))|,?\ since\ |\ to\ "
        r"avoid\ |\ to\ keep\ )\S|"
        r"^hence\ \S*\d\S*",
        "assistant",
    ),
    rule("decision", "called named", r"\byou\ (?:called|named)\ (?:it|them|the\ \w+)\ (?!\")\w+", "assistant"),
    rule(
        "decision",
        "for_now time_being by_design on_purpose",
        r"\b(?:is|are)\ (?:simply\ |deliberately\ )?(?:\w+ed|left\ \w+|kept|hidden|off|read-only)\ (?:\w+\ )?(?:for\ "
        r"(?:now|the\ time\ "
        r"being)|by\ design|on\ purpose)\b",
        "assistant",
    ),
]
