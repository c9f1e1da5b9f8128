"""Decisions by the kind of speech act rather than by the verb: what "we" do from now on, refusals, verdicts of others,
majorities, choices a worker reports with what it passed over."""

from __future__ import annotations

from .phrases import START
from .rules import rule

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
    r"never|always|only|just|also|now|then|simply|don't|no|both|all|two|three|who|it|the|a|haven|ve|re|hadn|appear|"
    r"gain|learn|notice|experience|receive|suffer|realize|"
    r"realise|disagree|argue|hear|find|laugh|smile|cry|cook|dance|play|hang|come|may|admire|appreciate|celebrate|"
    r"gotta|rock|still|make\ a|bond|fought|held|look\ forward|watch|roast|hike|camp|sure|just\ did|wanna|kinda"
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
        rf"(?!(?:{_STATES})\b)(?!\w+ed\b)[a-z]{{3,}}\b",
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
        r"(?<!\bbeen\ )(?<!\bwas\ )(?<!\bgot\ )\b(?:awarded\ the|vetoed|overruled|unanimously|ratified|adopted\ the|"
        r"voted\ (?:for|to|against|in\ favou?r)|greenlit|turned\ down\ (?:the|our|his|her|their)|"
        r"signed\ off\ on\ (?!it\b|that\b|this\b|them\b)|waived\ the)",
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
        r"(?:\w+ed|did|took|put|wrote|built|made|kept|left|set|chose|went|split|bound|hid|held|drew|cut|ran)\b.{3,110}"
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
        "understood noted confirmed recorded dicatat catat dikonfirmasi ok okay oke got_it alright siap baik",
        r"^(?:understood|noted|confirmed|recorded|ok|okay|got\ it|alright|(?:baik|siap|oke|sip)?[,.]?\ ?(?:sudah\ |"
        r"saya\ |sdh\ )?(?:dicatat|catat|dikonfirmasi)(?:\ ya)?)\s?:\ (?!(?:here|i'll|i\ will|i've|i\ have|i'm|"
        r"berikut|saya|let|running|checking|what|which|how|bug|question)\b)\S+\ \S+\ \S+",
        "assistant",
    ),
    rule(
        "decision",
        "instead rather",
        r"^(?!.*\b(?:which\ is\ why|bug|wrong|crash\w*|fails?|error|because|if|you|could|would|can|may|might|should|"
        r"it|this|that)\b)[\w`'-]+(?:\ [\w`'-]+){0,4}\ (?:is|are|goes?|lives?|uses?|comes?|runs?|takes?|gets?|"
        r"stays?)\ .{3,80}\b(?:instead\ of|rather\ than)\ \S",
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
        "besok_besok lain_kali besok next_time in_future the_future selanjutnya",
        r"^(?:besok[- ]besok|lain\ kali|next\ time|in\ (?:the\ )?future|untuk\ selanjutnya)\b(?=.{12,})"
        r"(?!.*\b(?:maybe|mungkin|i'll|we\ should)\b)",
        "user",
    ),
    rule(
        "decision",
        "we_want i_want",
        rf"{START}(?:we|i)\ (?:only\ |just\ )?want\ (?:the|a|an|all|no|only|every|each|both|it)\ (?!best\b|same\ for|"
        rf"to\b|chance|break|quick|list|summary|copy|explanation|refund|update|way|person|mail)\w+.{{0,60}}\b(?:as|"
        rf"to\ be|in|on|at|by|before|without|with|only|not|max|\d+)\b",
        "user",
    ),
    rule(
        "decision",
        "let's lets",
        r"\b(?:let's|lets)\ (?:just\ |not\ |only\ |also\ |instead\ |both\ |please\ |then\ )*(?!see|talk|discuss|check|"
        r"look|wait|think|try|go\b|start|begin|continue|decide|hope|be\b|face|get\b|catch|chat|say\b|move\ on|find|"
        r"figure|figure|hear|brainstorm|explore|make\b|have\b|do\b|celebrate|spread|cherish|join|plan|enjoy|just\b|"
        r"not\b|keep|stay|all\b|play|dance|dive|dig|revisit|come\ back|walk|pretend|assume|imagine|review|test|debug|"
        r"investigate|run\b|compare|measure|know|eat|rock|support|help|take\ a|take\ care|hang|schedule|work\b|both\b|"
        r"a\b|the\b|it\b|him|her|us\b|you|me\b|people|users|them)[a-z]{3,}\ \S+",
        "user",
    ),
    rule(
        "decision",
        "because since so hence avoid to_keep to_stay consistent",
        r"\bi(?:'ve|\ have)?(?:\ (?:also|then|therefore|finally|now))*\ (?:left|used|took|set|put|made|stored|named|"
        r"picked|gave|based|keyed|modell?ed|limited|capped|wrapped|split|pinned|reused|bundled|disabled|enabled|"
        r"skipped|dropped|raised|lowered|restricted)\ (?!a\ look|the\ wrong|it\ (?:alone|"
        r"running))[^.;:]{3,90}(?:,\ so\ (?!i\b|now|it\ (?:should|works)|you|we|let|the\ (?:error|test))|\ so\ that\ |"
        r"\ because\ (?!it\ (?:hung|crashed|failed|was))|,?\ since\ |\ to\ avoid\ |\ to\ keep\ )\S|^hence\ \S*\d\S*",
        "assistant",
    ),
    rule(
        "decision",
        "instead rather",
        r"^(?:instead\ of|rather\ than)\ .{3,80}\ i\ (?!could|would|will|can|should)\w+",
        "assistant",
    ),
    rule(
        "decision",
        "i'm_taking i'm_buying i'm_selling i'm_renting i'm_ordering i'm_quitting i'm_joining i'm_accepting "
        "i'm_declining "
        "am_taking am_buying am_selling am_quitting am_joining am_accepting i'm_cancelling i'm_canceling i'm_hiring",
        rf"{START}(?:i'm|i\ am)\ (?:taking|buying|selling|renting|ordering|quitting|joining|accepting|declining|"
        rf"hiring|cancell?ing)\ (?!(?:a\ (?:look|walk|break|nap|shower|class|course)|care|off\b|part|notes|some\ time|"
        rf"the\ time|it\ (?:easy|slow)))\w+",
        "user",
    ),
    rule(
        "decision",
        "agreed_to agreed_on agreed_that",
        r"^(?!(?:nobody|no\ one|never|i|not)\b)(?:my\ |the\ |our\ )?\w+(?:\ \w+)?\ (?:finally\ |just\ |"
        r"also\ )?agreed\ (?:to|on|that)\b(?!.*\b(?:once|if|when)\b)",
        "user",
    ),
    rule(
        "decision",
        "me_down me_in me_out me_up",
        r"\b(?:put\ me\ down|count\ me\ (?:in|out)|sign\ me\ up)\b(?:\ (?:for|on)\b)?",
        "user",
    ),
    rule(
        "decision",
        "chosen taken",
        r"\b(?:i|we|you|they|team|committee|board)(?:'ve|\ have|\ has|\ had)(?:\ \w+)?\ (?:chosen|taken\ the\ "
        r"decision)\b(?!\ yet)",
    ),
    rule(
        "decision",
        "avoid simplicity consistency symmetry",
        r"^(?:to\ avoid|for\ (?:the\ sake\ of\ )?(?:simplicity|consistency|symmetry))\b.{0,60}?,?\ i\ (?!'|would|"
        r"could|can|will|suggest|recommend)\w+",
        "assistant",
    ),
    rule(
        "decision",
        "said say told bilang",
        r"\bi\ (?:already\ |just\ )?(?:said|told\ (?:them|him|her))\ (?:yes|no)\b|\b(?:gue|gw|aku|saya)\ (?:udah\ |"
        r"sudah\ )?bilang\ (?:iya|ya|tidak|nggak|gak|ga|oke)\ (?:ke|sama|buat)\b",
        "user",
    ),
    rule(
        "decision",
        "answer",
        r"\b(?:my|our|the)\ answer\ (?:to\ .{2,30}\ )?(?:is|stays|remains)\ (?:a\ |still\ )?(?:clear\ )?(?:no|yes)\b",
        "user",
    ),
    rule(
        "decision",
        "won't wont will_not",
        rf"{START}i\ (?:won't|wont|will\ not)\ (?!be\b|have\b|give|stop|let\b|forget|miss|quit|ever|lie|deny|know|"
        rf"make\ it|get\b|feel|say\b|bore|keep\ you|hold|judge|tell|need|even)[a-z]+\ \w+",
        "user",
    ),
    rule(
        "decision",
        "left kept",
        r"(?:^|,\ |\band\ )(?:i\ |i've\ )?(?:left|kept)\ (?!it\b|them\b|both\b|everything\b|all\b).{2,60}\ (?:alone|"
        r"as\ is|as\ it\ is|as\ they\ are|untouched|unchanged)\b",
        "assistant",
    ),
    rule(
        "decision",
        "took kept used left chose",
        r"\b(?:i|i've|we)\ (?:took|kept|used|chose)\ [^.;:]{3,90},\ because$",
        "assistant",
    ),
    rule(
        "decision",
        "dikumpulin dikumpulkan dipegang ditangani diurus dikoordinir dipimpin dihandle dibayar ditanggung dijaga "
        "dikerjakan disediakan disiapkan dibawa diisi dibantu",
        r"^(?!.*\b(?:udah|sudah|belum|lagi|masih|tadi|kemarin|error|gagal|kalau|kalo|bisa|apa|siapa)\b)(?:untuk\ |"
        r"soal\ )?[\w-]+(?:\ [\w-]+){0,3}\ (?:dikumpulin|dikumpulkan|dipegang|ditangani|diurus|dikoordinir|dipimpin|"
        r"dihandle|dibayar|ditanggung|dijaga|dikerjakan|disediakan|disiapkan|dibawa|diisi)\ (?:oleh\ |sama\ |"
        r"bareng\ )?(?:pak|bu|mas|mbak|kak|bang|aku|gue|gw|saya|kita|kami|tim|panitia|[a-z]+)\b",
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
        "rule policy limit preference instruction wish",
        r"\byour\ (?:\w+\ )?(?:rule|policy|limit|preference|instruction|wish)\ (?:is|was|says|remains|"
        r"stays)\ (?!that\ simple|unclear|not)\w+",
        "assistant",
    ),
    rule(
        "decision",
        "memilih memutuskan menetapkan menyetujui menolak membatalkan setuju sepakat",
        r"\b(?:bapak|ibu|anda|kamu|kalian|kalian\ berdua)\ (?:sudah\ |telah\ |akhirnya\ |tetap\ |juga\ )*(?:memilih|"
        r"memutuskan|menetapkan|menyetujui|menolak|membatalkan|setuju|sepakat)\b",
        "assistant",
    ),
    rule(
        "decision",
        "picked chose opted settled decided",
        r"^(?:picked|chose|opted\ for|settled\ (?:on|for)|decided\ (?:on|against|for))\ (?!up|by\b)\S+",
        "assistant",
    ),
]
