"""Decisions by the form of the clause alone: a thing and what is chosen for it, who does what, how things go from now
on, a choice with its reason. No cue word says that they are decisions."""

from __future__ import annotations

from .directives import REQUESTS
from .phrases import START
from .rules import rule

# Words of what is told, asked, praised or complained of: no norm, no choice.
TELLS = (
    r"error\w*|fail\w*|gagal|crash\w*|broken|wrong|why|how|what|when|whenever|who|which|if|because|since|again|always|"
    r"usually|often|sometimes|normally|still|yesterday|ago|just|already|seems?|looks?|keeps|says?|said|told|think|"
    r"thought|guess|maybe|probably|might|could|would|should|hope\w*|wish|like|love\w*|feel\w*|thanks|great|nice|"
    r"good|bad|sorry|i|i'm|i've|my|you|your|he|she|they|was|were|did|had|been|weird|strange|slow|stuck|"
    r"kenapa|kok|gimana|apa|apakah|siapa|mana|kapan|berapa|kalau|kalo|udah|sudah|belum|tadi|kemarin|barusan|lagi|"
    r"masih|mungkin|kayaknya|sepertinya|bisa|mau|pengen|harus|perlu|error|eror|rusak|lupa|katanya|ternyata|biasanya|"
    r"biasa|dulu|banget|tolong|coba|nanti|ntar|gitu|dia|mereka|makasih|maaf"
)
_ASKS = "|".join(sorted(REQUESTS))
NOT_TOLD = rf"(?!(?:{_ASKS})\b)(?!.*\b(?:{TELLS})\b)"

RULES = [
    rule(
        "decision",
        "with without plus minus",
        rf"^{NOT_TOLD}(?!(?:hi|hello|hey|dear|ok|lunch|dinner|coffee|morning|see|here|done|fixed|same)\b)(?:[\w'/-]+\ "
        rf"){{0,3}}[\w'/-]+,\ (?:with|without|plus|minus)\ (?:an?|the|no|one|two|\d|\w+'s|[\w-]+s)\b(?!\ "
        rf"of\b)[^,]{{2,50}}$",
        "user",
    ),
    rule(
        "decision",
        "one ones",
        rf"^{NOT_TOLD}(?!(?:is|are|one|not|no|another|any|every|each|this|that|these|those|some|all|only|find|show|"
        rf"get|buy|order|the\ (?:last|next|same|other)|except|missing)\b)(?:[\w'\ -]{{3,50}}:\ )?(?:for\ [\w'\ "
        rf"-]{{2,30}},?\ )?the\ (?!same|other|last|next|only|whole|wrong)(?:[\w'-]+\ ){{1,4}}ones?$",
        "user",
    ),
    rule(
        "decision",
        "final n",
        r"^(?:so\ |jadi\ |and\ )*final\ [\w'\ -]{1,25}(?:\ is|\ =|:)\ ?\S+|^(?:so\ |"
        r"jadi\ )(?:final\ )?[\w-]+(?:\ [\w-]+)?\ =\ ?\S+\s*$|^jadi\ total\w*\ .{2,30}\d",
        "user",
    ),
    rule(
        "decision",
        "will_do",
        rf"^{NOT_TOLD}(?!(?:that|it|this|which|both|either|any|anything|[a-z]+\ i)\b)(?:an?\ |"
        rf"the\ )?[\w'/-]+(?:\ [\w'/-]+){{0,6}}\ will\ do(?:\ fine|\ for\ .{{2,20}}|\ too)?\s*$",
        "user",
    ),
    rule(
        "decision",
        "goes go moves move lives live sleeps sleep plays play expires expire disappears disappear rotates rotate "
        "ends end takes_place take_place starts start lasts closes close rises rise drops drop runs run travels travel",
        rf"^{NOT_TOLD}(?!.*\b(?:can|must|will|wants?)\b)(?!(?:it|this|that|there|everything|life|time|let|here|music|"
        rf"someone|please|then|and\ then|we|us|let's|can|to|not|don't|people|children\ usually|how)\b)(?:the\ |our\ |"
        rf"all\ |every\ |each\ )?[\w'/-]+(?:\ [\w'/-]+){{0,4}}\ (?:go(?:es)?|moves?|lives?|sleeps?|plays?|(?:expires?|"
        rf"ends?)(?=\ (?:after|every))|disappears?|rotates?|starts?|lasts|closes?|rises?|drops?|runs?|travels?|"
        rf"takes?\ place)\ (?:straight\ |only\ |up\ |down\ |back\ )?(?:through|to\ (?!be\b|sleep|bed|work\b|"
        rf"the\ (?:gym|doctor))|for|in|at|on\ (?!holiday|and|my|the\ (?:[\w-]+\ ){{0,3}}(?:list|backlog))|under|"
        rf"outside|inside|upstairs|downstairs|after|until|every|by|from|with|\d)\ ?\S+",
        "user",
    ),
    rule(
        "decision",
        "don't dont do_not never",
        rf"{START}(?:please\ )?(?:don't|dont|do\ not)\ (?:ever\ [a-z]+\ \w+|(?!worry|forget|know|think|have|like|need|"
        rf"want|see|get|understand|remember|hesitate|bother|mind|even|you|make|panic|do\b|say|tell|touch\ it|feel|"
        rf"be\b|let)[a-z]+\ (?!it|that|this|me|them|us|him|her|the|a|an|my|your|yet|to|so|too|about|up|"
        rf"any)[a-z'-]+s\b)(?!.*\byet\b)",
        "user",
    ),
    rule(
        "decision",
        "keep leave",
        r"\band\ (?:please\ )?(?:keep|leave)\ (?:the|it|them|that|those|both|all|everything)\b.{0,50}\b(?:for\ good|"
        r"as\ (?:it\ is|is|they\ are)|until|till|forever|for\ now|in\ place|alone|untouched|off|with\ (?!me|you)\w+)\b",
        "user",
    ),
    rule(
        "decision",
        "killing axing cutting pulling retiring shelving canning freezing postponing cancelling canceling scrapping "
        "closing moving swapping renaming replacing raising lowering merging splitting selling ending",
        rf"{START}(?:(?:i'm|i\ am|im|we're)\ )(?:(?:now|definitely|also|just|therefore)\ )*(?:(?:killing|axing|"
        rf"cutting|pulling|retiring|shelving|canning|freezing|postponing|cancell?ing|scrapping|closing|ending|"
        rf"selling)\ (?:the|our|my|that|those|all|both|this)|(?:moving|swapping|renaming|replacing|raising|lowering|"
        rf"merging|splitting)\ (?:the|our|my|that|those|all|both|it)\b.*\b(?:to|into|with|by|until|"
        rf"for)\b)(?!.*\b(?:now|right\ now|today|grass|lawn|hair|corners|vegetables|weeds)\s*$)",
        "user",
    ),
    rule(
        "decision",
        "took said turned signed quit accepted declined",
        r"^(?:so\ |finally\ |and\ |ok\ |just\ |yes\ )*(?:took|accepted|declined|turned\ down|said\ (?:yes|no)\ to|"
        r"quit|signed\ (?:up\ )?(?:for|with))\ (?:the|that|my|our|their|his|her|both)\ (?!.*\b(?:train|bus|pill|meds|"
        r"dog|kids)\b)\w+",
        "user",
    ),
    rule(
        "decision",
        "set put left capped limited raised lowered kept moved pinned fixed",
        r"^(?:and\ |also\ |so\ )*i(?:'ve|\ have)?\ (?:also\ |now\ |therefore\ )*(?:set|put|left|capped|limited|raised|"
        r"lowered|kept|moved|pinned|fixed|named|stored|placed)\ (?:the|all|each|it|them|both|"
        r"every)\b.{3,80}(?:,\ because$|\ (?:because|since)\ |\ for\ (?:one|two|the\ next|this)\ (?:release|version|"
        r"sprint|week|month|year)|\ in\ place\b)",
        "assistant",
    ),
    rule(
        "decision",
        "favor favour",
        r"^(?!.*\b(?:i'm|am|is|are|you'd|would|could|if|argu\w+|speak\w*|spoke|evidence)\b).*\b(?:\w+(?:ed|t|"
        r"n))\b.{0,60}\bin\ favou?r\ of\ \w+",
    ),
    rule(
        "decision",
        "carried_the prevailed got_the came_out made_the beat_the beats_the sealed_it it's_been",
        r"\b(?:carried\ the\ (?:day|vote|room)|prevailed|got\ the\ (?:nod|vote|job|contract|green\ light)|"
        r"came\ out\ (?:on\ top|ahead)|made\ the\ cut|beats?\ the\ (?:other|rest|alternatives?))\b",
    ),
    rule(
        "decision",
        "so",
        r"^so\ (?:the\ )?(?!no\b|yes|yeah|far|what|cute|good|nice|cool|sad|bad|much|many|long|there|that|this|it|we|"
        r"i\b|you|please|maybe|true|sweet|hard|slow|fun|\w*(?:ing|ed|ful|ous|al|ive|ly|y|ic|ble|ent|ant|less|"
        r"ome)\b)[\w.-]+(?:\ (?:it\ is|then|only|instead))?\s*$",
        "user",
    ),
    rule(
        "decision",
        "signed",
        r"^(?:we\ |i\ |so\ |finally\ )*(?:have\ |'ve\ )?signed\ (?:with|for)\ (?!a\ pen)\w+",
        "user",
    ),
    rule(
        "decision",
        "need want",
        r"^(?!.*\b(?:not|n't|if|would|could)\b)(?:an?|the|one|two)\ .{3,60}\ (?:does|do|is|are|has|"
        r"covers)\ (?:everything|all)\ (?:we|i)\ (?:need|want)\b",
        "user",
    ),
    rule(
        "decision",
        "gets get",
        rf"^{NOT_TOLD}(?!(?:it|this|that|everything|nobody|anyone|traffic|weather|time|life)\b)(?:the\ |our\ |every\ |"
        rf"each\ |all\ )?(?!we\b|they|you|to\b|don't|let's|trying)(?:[\w'-]+\ ){{0,3}}(?:[\w'-]+\ gets|(?!this|"
        rf"always)[\w'-]{{2,}}s\ get)\ (?!\w+er\b|noticed|out|better|worse|stuck|bored|lost|killed|tired|old|hot|cold|"
        rf"dark|late|busy|crowded|confus\w+|rid|used|going|closer|dropped|rejected|cut|corrupt\w*|truncated|annoying|"
        rf"sick|hungry|angry|in\b|up\b|home|there|here|about|into|through|hundreds|thousands|lots)[\w-]+",
        "user",
    ),
    rule(
        "decision",
        "instead rather",
        r"^(?!.*\b(?:which\ is\ why|bug|wrong|crash\w*|fails?|error|because|if|you|could|would|can|may|might|should|"
        r"this|that|returns?|got|shows?|prints?|seems?)\b)(?!it\b)[\w`'-]+(?:\ [\w`'-]+){0,4}\ (?:starts?|ends?|"
        r"begins?|opens?|closes?|pays?|meets?|leaves?|sits?|stands?|keeps?|reads?|writes?|stores?|sends?|counts?|"
        r"travels?|happens?|appears?|gets?)\ .{2,80}\b(?:instead\ of|rather\ than)\ (?!\w+ing\b)\S",
        "assistant",
    ),
    rule(
        "decision",
        "you_told you_said you_decided you_wrote you_asked you_wanted you_chose you_confirmed you_insisted "
        "you_mentioned",
        r"(?<!what\ )(?<!as\ )(?<!if\ )\byou\ (?:told\ me|said|decided|wrote|asked|confirmed|insisted)(?:\ (?:in|on|"
        r"last|yesterday|earlier|back\ in|this)(?:\ [\w]+){0,2})?\ that\ (?!.*\b(?:fail\w*|broken|crash\w*|error\w*|"
        r"slow|wrong|missing|stuck|hurts?|want\ to\ know|maybe|might|could|would)\b)(?:[\w'-]+\ ){1,7}(?:is|are|don't|"
        r"doesn't|must|should|need\w*|stays?|gets?|go(?:es)?|pays?|keeps?|uses?|counts?|will|won't|can|may)\b",
        "assistant",
    ),
    rule(
        "decision",
        "only",
        rf"^{NOT_TOLD}(?!(?:it|this|that|there|they|who|which)\b)(?:the\ |our\ |"
        rf"an?\ )?[\w'-]+(?:\ [\w'-]+){{0,2}}\ only\ (?!happens|has\b|is\b|gets\ worse|takes\b|costs?\b|knows\b|"
        rf"works\b|eats|likes|drinks|wants|loves|sleeps|barks|speaks|comes|plays)[a-z]+s\b(?:\ \S+)*$",
        "user",
    ),
    rule(
        "decision",
        "happens happen",
        rf"^{NOT_TOLD}(?!(?:it|this|that|what|which|stuff|shit|everything|nothing|things)\b)(?:the\ |all\ |"
        rf"our\ )?[\w'-]+(?:\ [\w'-]+){{0,3}}\ happens?\ (?:on|in|at|before|after|only|every|once|outside|inside|"
        rf"through|behind)\b(?!\ (?:my|random|the\ first))",
        "people",
    ),
    rule(
        "decision",
        "it'll_be it_will_be 'll_be will_be",
        r"^(?:so\ |ok\ |yes\ )*it(?:'ll|\ will)\ be\ (?:an?|the)\ (?!(?:long|great|fun|hard|nice|while|pain|mess|good|"
        r"blast|disaster|bit|lot|busy|tough|big|shame|surprise|problem|challenge|new|first|same|perfect|wonderful|"
        r"amazing|beautiful|special|real)\b)[\w-]+(?:\ [\w-]+){0,3}\s*(?:$|,)",
        "user",
    ),
    rule(
        "decision",
        "are",
        rf"^{NOT_TOLD}(?!(?:these|those|they|kids|cats|dogs|men|women|people|friends|things|guys|days|years|memories|"
        rf"others)\b)(?:all\ |the\ |our\ )?[\w-]{{2,}}s\ are\ (?!always|years|days|cars|ours)[\w-]{{3,}}s(?:\s*$|,)",
        "user",
    ),
    rule(
        "decision",
        "as",
        rf"^{NOT_TOLD}(?!(?:same|such|as|just|soon|well|known|far|long|much|even|dressed|works?|acting)\b)(?:the\ |"
        rf"all\ |our\ )?[\w-]+(?:\ [\w-]+)?\ as\ (?!well|usual|soon|long|far|if|a\ kid|always|expected|before|much|"
        rf"many|hell)[\w.-]+(?:\s*$|,)",
        "user",
    ),
    rule(
        "decision",
        "sort order group default defaults",
        rf"{START}(?:sort|order|group|filter)(?:ed)?\ by\ (?!me\b)\w+(?!.*\b(?:please|pls)\b)|"
        rf"{START}(?:.{{3,50}}\ and\ )?default(?:s)?\ (?:it\ |them\ |that\ )?to\ \w+",
        "user",
    ),
    rule(
        "decision",
        "for_everyone for_everybody for_all for_anyone",
        rf"^{NOT_TOLD}(?!(?:fun|hard|best|easy|nice|is|are|bad|important|enough|room|space|work|"
        rf"works)\b)(?:[\w-]+\ ){{1,4}}for\ (?:everyone|everybody|anyone|all\ (?!of|the\ (?:help|work)|that|"
        rf"your)[\w-]+)(?:\ (?:with|in|on|who|under|over|from|above)\b.*)?\s*$",
        "user",
    ),
    rule(
        "decision",
        "avoid spare save prevent protect so because",
        r"^(?!.*\b(?:if|you|could|would|can|may|might|should|error|fails?|bug|must|was|were)\b)(?!(?:it|this|that|"
        r"which|there)\b)(?:the\ |all\ |each\ |every\ )?[\w`'-]+(?:\ [\w`'-]+){0,3}\ (?:is|are|gets?|"
        r"stays?)\ (?:now\ |always\ |only\ |never\ )?(?:\w+ed|kept|sent|put|built|run|read|written|cut|split|held|"
        r"drawn|made|bound)\b.{3,90}(?:,?\ to\ (?:avoid|spare|save|prevent|protect)\b|,?\ so\ (?:that|the|no|nobody|"
        r"we)\b|,\ because$)",
        "assistant",
    ),
    rule(
        "decision",
        "it's it_is",
        r"(?:^|.{6}\ )(?:so|then|ok|okay|alright|fine)\ it(?:'s|\ is)\ (?:the|an?)\ (?!(?:bit|lot|shame|pity|mess|"
        r"problem|joke|bug|same|only|first|last|wrong|right|good|great|long|big|real|\w+est)\b)[\w-]+(?:\ [\w-]+)?\s*$",
        "user",
    ),
    rule(
        "decision",
        "ask check tell ping call",
        rf"{START}(?:always\ )?(?:ask|check\ with|tell|ping|call)\ (?:me\ |us\ |first\ |the\ \w+\ )?before\ \w+ing\b",
        "user",
    ),
    rule(
        "decision",
        "are_for is_for",
        rf"^{NOT_TOLD}(?!(?:these|those|this|that|it|they)\b)(?:the\ |our\ )?[\w-]+(?:\ [\w-]+)?\ (?:are|"
        rf"is)\ for\ (?:the\ )?(?!sale|rent|free|now|real|everyone\ to|hours|days|nothing|losers|"
        rf"me\ to)[\w-]+(?:\ [\w-]+)?\s*$",
        "user",
    ),
    rule(
        "decision",
        "everything",
        rf"^{NOT_TOLD}everything\ (?:else\ )?(?!is|was|works|looks|seems|hurts|hangs|has|needs|depends|takes|smells|"
        rf"tastes|costs|happens)[a-z]+s\ "
        rf"(?:straight\ )?(?:from|to|through|in|into|on|via|by|with|behind|under|over|back)\b",
        "user",
    ),
    rule(
        "decision",
        "wrote built modelled modeled implemented stored kept made",
        r"^i(?:'ve|\ have)?\ (?:now\ |therefore\ )*(?:wrote|written|built|modell?ed|implemented|stored|kept|"
        r"made)\ (?:the|it|them|each|all)\b[\w`\ -]{0,40}\ (?:as|into)\ (?:an?|plain|two|one|separate|simple)\ \w+",
        "assistant",
    ),
]
