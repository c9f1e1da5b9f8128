"""Rules for harmful words, prompt injection and role hijack; then all rules by threat class.

In the notation, a rule reads like the sentence it matches: a space is any gap between two words of one sentence,
`…` is a gap with up to six words in it. A rule matches whole words only, unless its id ends with `*` (for scripts
without word spaces, and punctuation). Letters are plain lower case, because texts are folded first.
"""

# ruff: noqa: E501  (a pattern is easier to check on one line)

from __future__ import annotations

from .scan_actions import COMMAND_AND_CONTROL, EXFILTRATION, PERSISTENCE

_MODE = r"(?:unrestricted|uncensored|unfiltered|jailbr(?:eak|oken)|dan|god|evil|developer|debug|sudo|root|admin)"
_LIMITS = (
    r"(?:restrict(?:ion|ed)s?|limit(?:ation)?s?|rules?|filters?|filtering|guidelines|guardrails|censorship"
    r"|ethic(?:s|al)?(?: \w+)?|moral(?:s|ity)?|boundaries|safeguards|constraints|content polic(?:y|ies))"
)
_RULES = (
    r"(?:rules?|guidelines?|guidance|guardrails?|instructions?|restrictions?|polic(?:y|ies)|directives?|safeguards?)"
)
_VOID = (
    r"(?:(?:is|are|was|were|has been|have been)(?: \w+)? (?:cancel+ed|revoked|void|off|lifted|suspended|withdrawn|obsolete|over|gone)"
    r"|(?:no longer|do not|don t|does not|stops?|ceases? to)(?: \w+)? (?:apply\w*|counts?|matters?|binds?))"
)

PROMPT_INJECTION: tuple[tuple[str, str], ...] = (
    (
        "ignore_all",
        r"(?:ignore|disregard|forget|bypass|override) (?:all|any|every) (?:of )?(?:(?:the|your|my|these|those) )?"
        r"(?:instructions?|prompts?|directives?|guardrails?|safeguards?|safety (?:\w+ )?(?:rules?|guidelines|measures))"
        r"|(?:ignore|disregard|forget|bypass|override) (?:the|these|those) (?:instructions?|prompts?|directives?|guardrails?|safeguards?)(?= ?(?:$|[.,;:!]| and\b| but\b| you\b))",
    ),
    (
        "ignore_rules_other",
        r"(?:abaikan|lupakan|langgar|hiraukan) (?:semua|seluruh|segala) (?:aturan|batasan|pedoman|larangan)(?= ?(?:$|[.,;:!]| dan\b| tapi\b| lalu\b| yang\b))"
        r"|(?:ignora|olvida|haz caso omiso de|no sigas) (?:todas )?(?:las|estas|esas|tus) (?:reglas|instrucciones|normas|directrices|ordenes)(?= ?(?:$|[.,;:!]| y\b| e\b))"
        r"|(?:ignora|olvida) (?:todo )?lo anterior|ignorez? (?:tout )?ce qui precede|oublie[zs]? ce qui precede",
    ),
    (
        "ignore_above",
        r"(?:ignore|disregard|forget) (?:everything|anything|all|whatever|the text|the content)(?: (?:that|which))?"
        r"(?: (?:is|was|came|comes|written|said|stated|you (?:were|have been|ve been|are) (?:told|taught|given|instructed)|you know|you learned|you have learned))*"
        r" ?(?:above|before|previous(?:ly)?|prior|so far|until now|up to (?:now|this point)|you know|you learned|you (?:were|have been|ve been) (?:told|taught|instructed|given))",
    ),
    (
        "ignore_rules",
        r"(?:ignore|disregard|forget|break|bypass) (?:all|any|every) (?:of )?(?:(?:the|your|my|these|those) )?"
        r"(?:rules?|restrictions?|guidelines?|polic(?:y|ies))(?= ?(?:$|[.,;:!]| and| but| you| from now))",
    ),
    (
        "new_instructions",
        r"(?:your|here are (?:your|the)|these are your) (?:new|updated|real|true|actual) (?:system )?"
        r"(?:instructions?|task|objective|goal|rules?|orders|directives?|prompt|mission|purpose)(?= (?:is|are|as)\b| ?:)"
        r"|(?:new|updated|urgent) (?:system )?(?:instructions?|orders|directives?) (?:from|by) (?:the |your )?(?:admin\w*|system|developers?|owner|openai|anthropic|creators?|boss)",
    ),
    (
        "new_instructions_header*",
        r"(?:^|\n|[.!?]\s|\W{2})\s{0,8}(?:new|updated|revised|override|admin(?:istrator)?|secret|hidden) (?:system )?"
        r"(?:instructions?|directives?|prompt)\s*:",
    ),
    (
        "follow_instead",
        r"(?:follow|obey|execute|comply with) (?:only )?(?:my|these|the following|the new|the hidden|this)"
        r"(?: \w+)? (?:instructions?|orders|commands|directives?|rules?) (?:instead|only|from now on|without|exactly|above all|over)",
    ),
    (
        "override_system",
        r"override you (?:are|must|will|have)|(?:system|admin(?:istrator)?|developer|safety) (?:prompt |instructions? |message |policy )?(?:override|overwrite)"
        r"|overrid(?:e|ing) (?:the |your |all )*(?:system|safety|security|developer)(?: \w+)? ?(?:prompts?|instructions?|polic(?:y|ies)|rules?|guidelines?|settings|protocols?|filters?|checks)",
    ),
    (
        "bypass_safety",
        r"(?:bypass|circumvent|evade|ignore) (?:all |any |every )(?:the )?security (?:restrictions?|controls?|checks|measures|filters?|protocols?|rules)|(?:disable|turn off|deactivate|remove|bypass|circumvent|switch off|drop|skip|suspend)(?: (?:all|any|your|the|its|of))*"
        r" (?:safety|ethical|content policy|moral|alignment|security polic\w+|your)(?: \w+){0,2}? ?(?:filters?|guardrails?|safeguards?|restrictions?|checks|measures|protocols?|moderation|guidelines?|limits?|constraints?|training)",
    ),
    (
        "no_limits",
        rf"(?:act|behave|respond|answer|operate|reply|pretend|comply|proceed|speak|work) … (?:as if|as though|like) … (?:no|without|free of|free from|lack) (?:any |all )?(?:\w+ )?{_LIMITS}",
    ),
    (
        "without_limits",
        rf"(?:act|behave|respond|answer|operate|reply|comply|speak|do anything|generate|obey|play|pose)(?: \w+){{0,4}}? (?:without|with no|free of|free from) (?:any |all )?(?:\w+ )?{_LIMITS}",
    ),
    (
        "no_restrictions",
        rf"(?:as (?:if|though) you|you) (?:are|re|were) not (?:bound|limited|restricted|constrained|governed) by (?:any |your |the |these )*{_LIMITS}|you (?:now )?(?:have|face|follow|are under|are bound by) (?:absolutely )?no (?:\w+ )?{_LIMITS}|no (?:longer )?(?:restrictions|limits|rules) (?:apply|any ?more)",
    ),
    (
        "never_refuse",
        r"(?:never|must not|can ?not|do not|don ?t|not allowed to) (?:ever )?(?:refuse|decline|reject|say no to)(?: (?:any|a|the|my|this|user|s|to))* ?(?:requests?|commands?|orders?|instructions?|answer|comply|anything)",
    ),
    (
        "system_marker*",
        r"(?:<\|\s*(?:im_start|im_end|system|endoftext|start_header_id|end_header_id|eot_id|assistant|user)\s*\|?>|<(?:im_start|im_end|start_header_id|end_header_id|eot_id)>"
        r"|\[/?inst\]|<</?sys(?:tem)?>>|(?<!element )(?<!tag )(?<!`)</?(?:system|system[_ -]?prompt|instructions?|system[_ -]?message|admin|developer)>"
        r"|\[(?:system|admin|developer|assistant)(?: (?:message|prompt|note|override|instruction|update))?\s*[\]:]"
        r"|(?:^|\n)\s{0,8}#{1,4}\s*(?:instruction|new instructions?)\s*:)(?!`| ?(?:tags?|elements?|nodes?|blocks?|markers?|tokens?|prefix(?:es)?|labels?)\b)",
    ),
    (
        "fake_turn*",
        r"(?:^|\n)\s{0,8}(?:system|assistant|developer|human)\s*:\s*(?:you|ignore|from now|override|always|never|new|disregard|forget|do not|reveal|execute|sure|i will|comply)",
    ),
    (
        "system_notice",
        r"(?:important )?system (?:note|notice|alert|directive|command|update|message|instruction)(?: to (?:the )?(?:ai|assistant|agent|model))? ?:",
    ),
    (
        "forged_block*",
        r"═{8,}|(?:^|[\n\r\x85\u2028\u2029])\s{0,8}§\s*(?:[\n\r\x85\u2028\u2029]|$)"
        r"|(?:^|[\n\r\x85\u2028\u2029])\W{0,80}(?:memory \(your personal notes\)|user profile \(who the user is\)|\[memory_spec v\d)"
        r"|\[blocked: (?:entry contained|[a-z]+_[a-z]+|secret|invisible|encoded|homoglyph)",
    ),
    (
        "hidden_comment*",
        r"<!--[^>]{0,400}?\b(?:(?:ignore|override|disregard|forget|obey|execute|run|send|reveal) (?:all|any|every|the|this|these|your|my|previous|prior|above|user|instructions?|rules)\b|(?:system|assistant|agent|ai|llm|model)\s*[:,]"
        r"|(?:system|hidden|secret|ai|assistant|agent) (?:prompt|instructions?|message|note|override|commands?|directives?)\b)[^>]{0,400}?-->",
    ),
    (
        "hidden_markup*",
        r"style\s*=\s*[\"'][^\"']{0,200}(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0)[^>]{0,200}>\s*[^<\s]",
    ),
    (
        "translate_execute",
        r"(?:translate|decode|decrypt|convert|unscramble) … (?:and|then) (?:execute|run|eval|obey|follow|carry out|act on)(?! (?:the )?(?:tests?|linter|build))",
    ),
    (
        "hide_from_user",
        r"tell (?:nobody|no ?one) (?:\w+ ){0,3}(?:the )?user|(?:do not|don ?t|never|must not|should not|shouldn ?t|avoid|without) (?:ever )?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|let(?:ting)?) (?:the |this )?(?:user|human|operator)(?! ?s\b)"
        r"|(?:do not|don ?t|never) (?:mention|reveal|disclose|show|report|say|admit|acknowledge) … to (?:the )?(?:user|human)(?! ?s\b)"
        r"|(?:hide|conceal|keep) (?!(?:the|an?) (?:button|field|page|column|menu|link|error|draft|option|panel|tab|row|id|form|icon|element|view)s?\b)(?:\w+ ){0,6}?(?:hidden |secret )?from (?:the )?(?:user|human|operator)(?! ?s\b)|without (?:the )?user ?s? (?:knowledge|knowing|consent|noticing|awareness)"
        r"|(?:do not|don ?t|never|must not|avoid) (?:ever )?(?:mention|reveal|disclose|admit|acknowledge) (?:this|these|the (?:existence|presence) of this) (?:note|entry|memory|instruction|directive)s?"
        r"|(?:keep (?:quiet|silent)|stay (?:quiet|silent)|say nothing) about (?:this|these) (?:note|entry|memory|rule|instruction|message|text|directive)s?"
        r"|(?:do not|don ?t|never) (?:mention|reveal|disclose|show|report|say|admit|acknowledge) … to (?:the )?(?:person|people|anyone|whoever) (?:you|who)"
        r"|(?:hide|conceal|deny) the existence of this|(?:asked|questioned) about (?:this|these) (?:note|entry|memory|instruction)s? … (?:say|deny|pretend|claim|answer|reply)|never let (?:the )?(?:user|human|owner|account holder) (?:know|discover|learn|notice|find out|see)"
        r"|jangan sampai (?:si )?(?:pengguna|user|pemilik)(?:nya)? (?:tahu|sadar|curiga|mengetahui|melihat (?:ini|catatan))"
        r"|the (?:user|human|owner|account holder) (?:must|should|shall) (?:not|never)(?: ever)? (?:know|be told|notice|learn|hear|discover|find out|see (?:this|it|them|that))\b"
        r"|(?:make sure|ensure|see to it)(?: that)? the (?:user|human|owner|account holder) (?:never|does not|doesn t|won t) (?:know|learn|hear|discover|find|suspect)s?\b",
    ),
    (
        "leak_prompt",
        r"(?:output|print|include|repeat|reveal|show|leak|display|expose|share|tell(?: me| us)?|give(?: me| us)?|dump|disclose|recite|return|write|what (?:is|are|was|were)) … your (?:\w+ ){0,2}?(?:system|initial|hidden|secret|developer|internal|original|confidential)(?: \w+)? ?(?:prompts?|instructions?|messages?|rules|guidelines|configuration|directives?)"
        r"|(?:print|output|reveal|leak|disclose|recite|repeat|dump|show me|tell me) (?:me )?your (?:\w+ )?(?:instructions?|rules|prompt|guidelines)(?= (?:verbatim|word for word|exactly|in full|completely)| ?[.!?]| ?$)|(?:repeat|reveal|leak|disclose|recite|expose|dump|print|output) (?:me )?(?:the |all |full |entire |everything in )*(?:(?:system|hidden|secret|initial) (?:prompt|instructions?|message)|(?:text|words|everything|content) above)",
    ),
    (
        "blind_approval",
        r"(?:always |automatically |auto |blindly )?(?:approve|accept|grant|authori[sz]e|execute|run|transfer|pay|wire|delete) (?:everything|anything|whatever|arbitrary|(?:all|every|any)(?: \w+){0,4}? (?:requests?|commands?|payments?|transfers?|transactions?|orders?|invoices?|withdrawals?|refunds?|purchases?|tool calls?|actions?|permissions?|prompts?|scripts?|code|instructions?|access|messages?|emails?|data))\b(?! in (?:the |a )?(?:sandbox|container|vm)\b)(?: \w+){0,5}? (?:without|no need for|skipping|bypassing) (?:\w+ ){0,2}?(?:asking|confirm\w*|approval|permission|consent|review\w*|verif\w*|checking|question\w*|showing)"
        r"|(?:setujui|terima|jalankan|eksekusi|bayar|transfer|kirim|izinkan|kabulkan) (?:saja )?(?:semua|setiap|segala|apa ?pun)(?: \w+){0,4}? (?:permintaan|perintah|pembayaran|transfer|transaksi|tagihan|akses|izin|tindakan|instruksi)(?: \w+){0,4}? tanpa (?:\w+ )?(?:bertanya|tanya|konfirmasi|persetujuan|izin|memeriksa|cek|verifikasi)"
        r"|(?:confirm|accept|approve|grant|allow) (?:all|every|any)(?: \w+){0,3} (?:permission|approval|confirmation)s?(?: \w+){0,3} automatically|(?:say yes to|answer yes to|click (?:yes|ok|allow) (?:on|in|for)) (?:all|every|any|each)(?: \w+){0,2} (?:permission|approval|confirmation|tool|security)s?\b"
        r"|(?:skip|drop|omit|bypass) (?:the |any |all )*(?:confirmation|approval|verification)s?(?: \w+){0,2} for (?:all|every|any) (?:\w+ )?(?:payments?|transfers?|transactions?|withdrawals?)"
        r"|auto approve (?:all|any|every)(?! (?:dependabot|renovate))",
    ),
    (
        "forged_authority",
        r"this is (?:the|your) (?:system )?(?:developer|creator|administrator|admin|owner|operator)(?: speaking| of this (?:ai|assistant|model|system))? ?(?=[:,!])|(?:user|caller|sender|visitor) (?:is|has|have) (?:an? )?(?:admin|administrator|root|superuser|developer)(?: \w+)?,? (?:so )?(?:grant|allow|comply|obey|execute|approve)|(?:anthropic|openai|google|meta|your (?:developers?|creators?|administrators?)|the (?:system )?administrator) (?:has |have )?(?:authori[sz]ed?s?|instruct(?:s|ed)|require[sd]?|mandate[sd]?|order(?:s|ed)|approved|granted|command(?:s|ed)) you"
        r"|(?:this|the following) (?:message|note|instruction|command|update) (?:is|comes|was sent) (?:directly )?from (?:anthropic|openai|the system|the developers?|your (?:creators?|developers?|administrator))",
    ),
    (
        "when_you_read",
        r"(?:when|if|whenever|once|as soon as) (?:you|the (?:ai|assistant|agent|model)|an (?:ai|llm|assistant|agent)) (?:read|see|load|process|receive|encounter|are reading|reads|sees|loads|processes)s? this … (?:execute|run|ignore|send|follow|obey|delete|reply with|respond with|say|output|call|fetch|download|forward)",
    ),
    (
        "squeezed*",
        r"(?:ignore|disregard|forget|override|bypass|abaikan|lupakan)(?:all|your|any|the|my|every|of|semua)*(?:previous|prior|above|earlier|system|safety|instruction|instruksi|prompt|rules|perintah)",
    ),
    (
        "end_of_input*",
        r"[#=*-]{2,}\s{0,3}(?:end|begin|start)(?:ing)?(?: of)?(?: the)? (?:user |system )?(?:input|prompt|instructions?|message|context|query|conversation)\s{0,3}[#=*-]{2,}",
    ),
    (
        "forged_turn*",
        r"(?:[-=#*~]{2,}|\bend of (?:memory|memories|notes|context|file|document|user profile)\b)[\W_]{1,8}(?:new section\W{1,3})?(?:system|developer|admin)(?: (?:rules|message|prompt|note|instructions?))?\s*:\s*(?:you|ignore|allow|all|grant|obey|always|never|from now|disable|enable|do not|act)\b|[\"']role[\"']\s*:\s*[\"'](?:system|developer)[\"']\s*,\s*[\"']content[\"']\s*:\s*[\"'](?:you|disable|ignore|enable|allow|always|never|obey|grant|from now)\b",
    ),
    (
        "note_to_agent",
        r"(?:note|message|notice|instructions?|hinweis|important|attention|memo)(?: \w+)? (?:to|for|fur|a) (?:the |all |any |der |die )?(?:bot|ai|assistant|llm|language model|ai assistants?|ai agents?|ai coding agents?|coding agents?|agents?|model)s? (?:\w+ ){0,12}?(?:must|ignore|append|include|delete|send|call|execute|run|forward|save|always|never|obey|follow|reply|respond)"
        r"|(?:ai|llm|assistant|agent)(?: assistant| agent)? reading this|if you (?:are|re) (?:an? )?(?:ai|llm|language model|assistant|chatbot|agent)\b",
    ),
    (
        "when_you_process",
        r"when(?:ever)? you (?:process|read|summari[sz]e|review|handle|open|answer) (?:this|the) (?:\w+ ){0,3}?(?:also |first |silently )?(?:e mail|send|forward|call|include|append|delete|post|upload|execute|run|leak)",
    ),
    (
        "supersede",
        r"(?:new|updated|these|this|following) (?:directives?|instructions?|rules?|orders?|message|prompt) (?:now )?(?:supersedes?|overrides?|replaces?|takes? (?:precedence|priority) over) (?:all |any |every |your |the )*(?:prior|previous|other|earlier|existing|system|safety|instructions?|rules?|ones)",
    ),
    (
        "instructions_void",
        r"(?:earlier|previous|prior|former|existing|your|above|system|safety) (?:\w+ )?(?:rules?|instructions?|guidelines|directives?|orders|restrictions|constraints|polic(?:y|ies)|prompts?) (?:are|is|have been|has been)(?: now| all| hereby)* (?:void|null|fake|a test|not real|cancel+ed|revoked|lifted|suspended|repealed|no longer (?:apply|applies|valid|binding|in (?:effect|force)))"
        r"|(?:whatever|everything|what|anything) you (?:were|have been|ve been) (?:told|taught|instructed|given)(?: \w+){0,3} (?:no longer|does not|doesn t) (?:appl(?:y|ies)|matters?|counts?)"
        r"|(?:instructions?|rules|guidelines|directives?|prompt) (?:above|before this|given (?:earlier|before)) … (?:ignore|disregard|forget|discard) (?:it|them|those|that|these)",
    ),
    (
        "your_rules_void",
        rf"(?:your (?:\w+ )?{_RULES}|{_RULES} (?:that )?(?:you (?:\w+ ){{0,2}}?(?:got|received|given|told|taught|follow)|(?:given|told|taught) to you)(?: \w+){{0,6}}?),? (?:they )?{_VOID}"
        r"|drop (?:all |any |your )+(?:earlier|previous|prior|former) (?:instructions?|directives?|guidance|guidelines|prompts?|orders)"
        r"|safety (?:rules|filters|guidelines|guardrails|polic(?:y|ies)) (?:are|is|have been|do not|don t|no longer)(?: now)? (?:off|disabled|inactive|suspended|lifted|gone|apply)"
        r"|(?:prior|previous|earlier|former|original|initial) (?:guidance|instructions?|guidelines|directives|orders|programming) (?:no longer|do not|don t|does not)(?: \w+)? (?:count|counts|apply|applies|matter|matters|bind|binds)"
        r"|(?:consider|treat|regard) (?:all |any |your |the )*(?:former|previous|prior|earlier|original|initial) (?:instructions?|guidance|guidelines|directives)(?: as)? (?:revoked|void|cancel+ed|obsolete|null|withdrawn|gone|invalid)"
        r"|(?:peraturan|aturan|pedoman|instruksi|batasan)(?:mu| kamu| anda)(?: \w+){0,3}? (?:tidak (?:lagi )?berlaku|dicabut|dibatalkan|dihapus)|anggap (?:saja )?(?:semua|segala) (?:instruksi|aturan|pedoman|perintah) (?:lama|sebelumnya|tadi|awal)(?: sudah| telah)? (?:dicabut|batal|tidak berlaku|hangus)"
        r"|(?:kamu|anda|kau) (?:tidak|tak|nggak|gak) lagi (?:punya|memiliki|terikat|ada) (?:aturan|batas\w*|pedoman|larangan|filter)"
        r"|(?:ya no|no) tienes (?:mas )?(?:ningun[ao]? )?(?:reglas|limites|restricciones|normas|filtros)(?= ?(?:$|[.,;:!]| y\b| ni\b| para\b))|tu n as (?:plus|pas|aucun\w*) (?:de |d )?(?:limites?|regles?|restrictions?|filtres?)|du hast (?:\w+ ){0,2}?keine(?:rlei)? (?:einschrankungen|regeln|grenzen|filter|beschrankungen)|у тебя (?:больше )?нет (?:\w+ )?(?:ограничений|правил|фильтров|запретов)"
        r"|(?:tus|sus) (?:reglas|normas|instrucciones|restricciones) (?:ya no|no|quedan|estan|han sido) (?:valen|aplican|sirven|cuentan|anulad\w+|cancelad\w+|suspendid\w+)|(?:suas|tuas) (?:regras|instrucoes|restricoes) (?:nao|ja nao|estao|foram) (?:valem|se aplicam|mais|anulad\w+|cancelad\w+|suspens\w+)"
        r"|(?:tes|vos) (?:regles|consignes|instructions|restrictions) (?:ne|sont|n ont) (?:s appliquent|valent|plus|annulees|levees|suspendues)|n applique(?:z)? plus (?:aucune?|tes|vos|les) (?:consignes?|regles?|instructions?)"
        r"|gelten (?:deine|ihre) (?:\w+ )?(?:regeln|vorgaben|anweisungen|richtlinien)(?: \w+)? nicht|(?:deine|ihre) (?:\w+ )?(?:regeln|vorgaben|anweisungen|richtlinien) (?:gelten|sind)(?: \w+)? (?:nicht|aufgehoben|ungultig|ausser kraft)"
        r"|(?:твои|ваши) (?:правила|инструкции|ограничения|указания)(?: \w+)? (?:отменены|не действуют|сняты|недействительны|аннулированы)",
    ),
    (
        "your_rules_void_cjk*",
        r"你(?:已经|已|现在|現在)?(?:没有|沒有|不再有|无)(?:任何)?(?:限制|规则|規則|约束|約束)|あなたに(?:は)?(?:制限|ルール|制約)(?:は|が)?(?:ない|ありません)|너에게는? (?:제한|규칙)[은이] 없|你的(?:所有)?(?:规则|規則|指令|限制|设定|設定)(?:全部|都|已|现在|現在|被){0,3}(?:作废|作廢|失效|无效|無效|取消|解除|不再)|あなたの(?:ルール|規則|指示|制限|制約)は.{0,8}(?:無効|取り消|解除|適用されな)|(?:너의|당신의|네) (?:규칙|지침|제한|지시)[은는이가].{0,10}(?:무효|해제|취소|적용되지)",
    ),
    (
        "what_you_were_told",
        r"(?:ignore|disregard|forget|set aside|put aside|pay no (?:attention|heed) to|abandon|dismiss|throw out|unlearn|stop (?:following|obeying|adhering to|listening to|honou?ring)|(?:do not|don ?t|never) (?:follow|obey|comply with|listen to)) (?:\w+ ){0,2}?(?:what(?:ever)?|everything|anything|all|the \w+) (?:that )?(?:you (?:were|have been|ve been|got|received|are) ?(?:told|taught|given|instructed|trained)?|(?:the |your )?(?:operators?|developers?|makers?|creators?|vendors?|admin\w*|system|company|owners?) (?:has |have |had )?(?:said|say|says|told|configured|set|wrote|writes|instructed|gave|put))"
        r"|(?:abaikan|lupakan|jangan (?:ikuti|patuhi|dengarkan|turuti)) (?:semua |segala |apa (?:pun )?)?(?:yang )?(?:\w+ )?(?:dikatakan|diberikan|ditetapkan|diperintahkan|diajarkan|disampaikan|diatur)(?: \w+){0,2}? (?:pengembang|pembuat|operator|sistem|perusahaan|di awal|kepadamu|padamu)\w*|jangan (?:ikuti|patuhi|turuti) (?:pedoman|aturan|instruksi|arahan|perintah) yang (?:diberikan|kamu|anda|dulu|tadi)\w*",
    ),
    (
        "password_to_power",
        rf"(?:if|when(?:ever)?|once) (?:someone|somebody|anyone|anybody|a user|the user|a message|the message|you (?:see|hear|read)|they|i) (?:says?|types?|writes?|mentions?|contains?|sends?|gives?)?…(?:reveal|disclose|expose|hand over|hand out|give (?:them|me|out)|print|show|tell (?:them|me)) (?:\w+ ){{0,2}}?(?:your|secrets?|passwords?|credentials?|vault|everything you|full access|admin access|root access)"
        rf"|(?:if|when(?:ever)?|once) (?:someone|somebody|anyone|anybody|a user|the user|a message) (?:says?|types?|writes?|mentions?|contains?|sends?|gives?)…(?:disable|bypass|skip|turn off|drop|obey) (?:all |any |your |the )*(?:them|orders|{_RULES}|safety|filters?|confirmations?|approvals?)"
        r"|(?:requests?|messages?|commands?|orders?)(?: \w+){0,2}? (?:contain\w*|with|signed|from|that (?:says?|mentions?|contains?|starts?|begins?)|marked|starting) … (?:must|should|shall|will|has to|are to) (?:always |immediately )?(?:be )?(?:obeyed|(?:executed|approved|trusted|granted|honou?red) without (?:asking|question\w*|confirm\w*|approval|review\w*|verif\w*))"
        r"|only (?:obey|follow|take orders from) (?:messages|commands|orders|requests|instructions|people|users|whoever)(?: \w+){0,2} (?:signed|marked|containing|that (?:contain|carry|start|begin))"
        r"|(?:beri(?:kan)?|buka) (?:\w+ )?akses (?:admin|penuh|root)\w* (?:kepada|ke|pada|untuk) siapa"
        r"|(?:has|have|had|hold|holds) (?:full |complete |total )?(?:admin |root |absolute )?(?:rights|authority|control|power) over you|outranks? you|(?:may|can) override (?:all |any |every )?(?:of )?your (?:rules?|instructions?|safeguards?)|(?:grant|give) (?:full|admin|root|complete|unlimited) access to (?:whoever|anyone who|anybody who|any user who)"
        r"|(?:kalau|jika|bila|apabila) ada (?:yang|orang yang) (?:bilang|menyebut\w*|mengetik|menulis|mengatakan) … (?:tampilkan|berikan|beri|buka|kirim\w*|bocorkan) (?:\w+ ){0,3}?(?:sandi|akses|rahasia|prompt|kredensial)|your (?:true|real|rightful|only) (?:owner|master|boss|creator|maker)|(?:the )?assistant s (?:true|real|rightful) (?:owner|master)",
    ),
    (
        "decode_and_obey",
        r"(?:decode|decrypt|unscramble|decipher) (?:it|this|that|the \w+(?: \w+)?) and (?:then )?(?:do|follow|obey|execute|run|carry out|act on)",
    ),
    (
        "leak_context",
        r"(?:output|print|repeat|reveal|show|leak|tell me|give me|dump|return|write out) (?:me )?(?:everything|all (?:text|content)|the (?:exact|full|original|hidden|secret) (?:\w+ )?(?:instructions?|prompt|system prompt|rules))(?: (?:in|from) your (?:context|memory|prompt)| you (?:were|have been|got|received)|(?= ?[.!?\n]| ?$))",
    ),
    (
        "tool_order*",
        r"(?:^|\n)\s{0,8}system\s{0,2}:[^\n]{0,60}\b(?:call|execute|grant|delete|send|run|required|is an admin|transfer|reveal|approve)\b",
    ),
    (
        "system_notice_other",
        r"(?:nota del? sistema|nota di sistema|note (?:du )?systeme|systemhinweis|systemnachricht|catatan sistem|pesan sistem|pemberitahuan sistem|системное (?:сообщение|уведомление)|системная (?:заметка|инструкция)) ?:",
    ),
    (
        "forget_all_other",
        r"(?:vergiss|vergesst|ignoriere) alles,? (?:was|vorherige|bisherige|obige|davor)|(?:olvida(?:te de)?|ignora) todo (?:lo|el)? ?(?:anterior|que|previo|dicho)|(?:esqueca|ignore) tudo (?:o que|acima|anterior)|(?:oublie|ignore)[zs]? tout (?:ce qu|ce que|avant|precedent)|dimentica tutto (?:cio|quello|il precedente)|(?:lupakan|abaikan) (?:semua|segala|seluruh) (?:yang|hal|instruksi|percakapan)(?: \w+){0,3}? ?(?:sebelumnya|di ?atas|kamu|anda|tadi)|(?:забудь|игнорируй\w*) (?:все|обо всем),? (?:что|о чем|ранее|выше)",
    ),
    (
        "forget_all_cjk*",
        r"(?:忘记|忘記|忘掉|忽略|无视|無視)(?:之前|以上|上面|前面|先前)(?:的)?(?:一切|所有|全部|内容|內容|对话|對話)|(?:これまで|今まで|以前|上記)の?(?:会話|内容|すべて|全て|こと)を?(?:すべて|全て)?(?:忘れ|無視)|(?:지금까지|이전)(?:의)? ?(?:대화|내용|모든 것|모두).{0,6}(?:잊|무시)",
    ),
    # other languages
    (
        "hide_from_user_id",
        r"(?:jangan|tidak boleh|dilarang|tanpa)(?: pernah)? (?:beri ?tahu|memberi ?tahu|kasih tahu|bilang|katakan|mengatakan|sampaikan|ceritakan|laporkan|ungkapkan|tunjukkan|sebutkan|menyebutkan)… ?(?:pengguna|user|pemilik|majikan)(?:nya)?"
        r"|(?:sembunyikan|rahasiakan) … dari (?:si )?(?:pengguna|user)|tanpa (?:sepengetahuan|diketahui|izin)(?: oleh)? (?:si )?(?:pengguna|user)",
    ),
    (
        "hide_from_user_romance",
        r"no (?:le |se lo )?(?:digas|informes|cuentes|menciones|reveles|avises|muestres) … al? (?:la )?usuari[oa]|(?:nunca|jamas) (?:le )?(?:digas|informes|cuentes|menciones|reveles|avises|muestres)… ?al? (?:la )?usuari[oa]|no (?:le )?(?:digas|cuentes|menciones|reveles|muestres) (?:esta|este|esto)(?: \w+)? a(?:l| la) (?:dueno|duena|propietari[oa]|usuari[oa])|oculta\w* … (?:al|del) usuario|(?:sin )?que el usuario (?:no )?(?:lo )?(?:sepa|note|vea|se entere)"
        r"|nao (?:conte|diga|informe|revele|avise|mostre) … (?:ao?|para o) usuario|sem (?:que o|o) usuario (?:saiba|perceba|saber)"
        r"|ne (?:le )?(?:dis|dites|informez?|revelez?|previens|prevenez|mentionnez?|montrez?) (?:pas|rien|jamais)… ?(?:a )?l utilisateur|a l insu de l utilisateur"
        r"|non (?:dire|informare|rivelare|dirlo|avvisare|menzionare)… ?l utente|all insaputa dell utente",
    ),
    (
        "hide_from_user_de",
        r"(?:sag|sage|verrate?|erzahle?|informiere?|zeige?)n?(?: es| das| dies| davon)? (?:dem |den )?(?:nutzer|benutzer|anwender)(?: \w+)? (?:nicht|nichts|nie\w*)|(?:nutzer|benutzer|anwender) darf (?:\w+ )?nichts? (?:\w+ )?(?:erfahren|wissen|merken|mitbekommen)|ohne dass (?:der )?(?:nutzer|benutzer|anwender)|verheimlich\w* … (?:nutzer|benutzer|anwender)",
    ),
    (
        "hide_from_user_ru",
        r"не (?:говори|сообщай|рассказывай|раскрывай|уведомляй|показывай|упоминай)\w*… ?(?:пользовател\w+|владельц\w+|хозяин\w+)|скр(?:ой|ывай|ыть|ывать)\w* … пользовател\w+|(?:втайне|незаметно|тайно) (?:от|для) пользовател\w+",
    ),
    (
        "hide_from_user_cjk*",
        r"(?:不要|别|別|不得|切勿|請勿|请勿|不能|不许|不准|不可)(?:让|讓|告诉|告訴|通知|告知|提醒|向).{0,6}(?:用户|用戶|使用者|主人)|(?:对|對|向)(?:用户|用戶|使用者).{0,3}(?:隐瞒|隱瞞|保密)|瞒着(?:用户|用戶)|背着(?:用户|用戶)"
        r"|(?:ユーザー|利用者)(?:に|には).{0,12}(?:言わない|教えない|知らせない|伝えない|話さない|秘密|内緒|隠|見せ(?:ない|て(?:は)?(?:いけ|なら|は)))|사용자에게.{0,15}(?:말하지|알리지|알려주지|보여주지|숨기|숨겨|비밀)|사용자 ?(?:몰래|모르게)"
        r"|(?:อย่า|ห้าม)(?:บอก|แจ้ง).{0,10}ผู้ใช้|(?:उपयोगकर्ता|यूज़र) (?:को|से).{0,15}(?:न बता|मत बता|छिपा|छुपा)",
    ),
    (
        "hide_from_user_ar",
        r"لا (?:تخبر|تقل|تبلغ|تذكر)… ?(?:ل)?(?:ال)?مستخدم|(?:اخف|اخفي|اخفاء) … عن المستخدم|دون علم المستخدم|به کاربر نگو",
    ),
    (
        "leak_prompt_other",
        r"(?:tampilkan|ungkapkan|bocorkan|tunjukkan|cetak|perlihatkan|sebutkan|ulangi|beri ?tahu) … (?:(?:prompt|instruksi|perintah) (?:sistem|awal|rahasia|tersembunyi|internal)\w*|system prompt)"
        r"|(?:revela|muestra|imprime|repite|divulga|dime)\w* … (?:prompt|instrucciones|mensaje)(?: \w+)? (?:del? )?(?:sistema|inicial(?:es)?|ocult[ao]s?|secret[ao]s?)"
        r"|(?:revele|mostre|imprima|repita|divulgue)\w* … (?:prompt|instrucoes|mensagem)(?: \w+)? (?:do )?(?:sistema|iniciais|ocult[ao]s?|secret[ao]s?)"
        r"|(?:revele|affiche|montre|repete|divulgue|donne)\w* … (?:prompt|instructions?|consignes)(?: \w+)? (?:systeme|initiales?|secretes?|cachees?)"
        r"|(?:zeig|gib|verrat|wiederhol|nenn|offenbar)\w* … (?:system ?prompt\w*|systemanweisung(?:en)?|geheimen? anweisungen)"
        r"|(?:mostra|rivela|stampa|ripeti)\w* … (?:prompt|istruzioni) (?:di |del )?(?:sistema|iniziali|segrete)"
        r"|(?:покажи|раскрой|выведи|повтори|напиши|выдай)\w* … системн\w+ (?:промпт\w*|инструкци\w*|сообщени\w*)",
    ),
    (
        "leak_prompt_cjk*",
        r"(?:系统|系統|初始|隐藏|内部)(?:提示词|提示詞|指令).{0,8}(?:输出|輸出|显示|打印|告诉|泄露|公开|复述)|(?:显示|顯示|輸出|输出|泄露|透露|告诉我|告訴我|打印|重复|重複|公开|說出|说出).{0,10}(?:系统|系統|初始|隐藏|内部)(?:提示词?|提示詞|指令|消息|设定)"
        r"|(?:システムプロンプト|初期指示|内部指示).{0,8}(?:表示|出力|教え|見せ|開示|繰り返)|(?:시스템 프롬프트|초기 지시).{0,10}(?:보여|출력|알려|공개|말해)",
    ),
    (
        "no_limits_other",
        r"tanpa (?:batasan|filter|sensor|aturan|batas)(?: etika| moral)? (?:apa ?pun|sama sekali|sedikit ?pun)|sin (?:ningun[ao]? )?(?:restricciones|limites|filtros|censura)(?: (?:etic|moral)\w+)? (?:de ningun tipo|alguna)"
        r"|(?:без|обходя) (?:каких либо |любых |всяких )(?:ограничени\w*|правил|фильтров|цензуры)|(?:没有|沒有|不受|無)(?:任何)(?:限制|约束|約束|规则|規則|道德)",
    ),
)

ROLE_HIJACK: tuple[tuple[str, str], ...] = (
    (
        "you_are_now",
        rf"you (?:are|re) (?:now|henceforth|hereby) (?:an?|my|our|called|named|known as|no longer|not|free|liberated|going to (?:act|be)|acting|in {_MODE}|{_MODE}|the (?:new )?(?:assistant|ai|admin|root|developer|system|operator)|operating|running (?:as|in)|able to do anything)",
    ),
    (
        "from_now_on",
        r"(?:from (?:now|here|today|tomorrow) on(?:wards?)?|from (?:now|today|here)|henceforth|starting (?:now|today)|as of (?:now|today)|from this (?:point|moment|day)(?: on| forward)?|going forward) (?:you|the assistant) (?:(?:are|re|is)(?! (?:on|in|at|using|able|allowed)\b)|act|acts|pretend|obey|will (?:act|be|behave|pretend|obey|respond as|play|ignore)|must (?:act|be|behave|pretend|obey|ignore)|shall (?:act|be|obey)|answer only to|serve|work for|have no)",
    ),
    (
        "no_longer",
        r"you (?:are|re) no longer (?:an? (?:\w+ )?(?:ai|assistant|model|chatbot|bot)|bound|restricted|limited|required|claude|chatgpt|gpt|gemini|an assistant|subject|obligated|under)|you (?:are|re) not (?:an? (?:ai|assistant|language model|chatbot)|claude|chatgpt|gemini) (?:any ?more|but)",
    ),
    (
        "new_identity",
        r"you (?:shall|will|are to|are) (?:now |hereby |henceforth |from now on )*be (?:known as|called|renamed)|you (?:are|re) (?:an? )(?:\w+ )?(?:ai|assistant|model|chatbot|agent) (?:that|who|which|with|without) (?:never (?:refuses|says no|declines)|no (?:rules|limits|filters?|restrictions|ethics|morals|owner)|does not (?:refuse|follow|obey)|doesn t (?:refuse|follow|obey)|has no|ignores|obeys|filters|restrictions|rules|limits)|(?:speak|talk|answer|respond|reply|act|behave) (?:as|like) an? (?:ai|assistant|model|chatbot|llm|bot) (?:that|which|who|with|without) (?:was never|has never|is not|isn t|no|never|lacks?) ?(?:been )?(?:aligned|trained|filtered|restricted|censored|moderated|alignment|filters?|rules|limits|morals|ethics|refus\w+)|your (?:new|true|real|actual) (?:name|identity|role|persona|self|personality) (?:is|will be)(?! \w+(?:ed|wn) (?:in|on|at|to|by|as)\b)|your (?:identity|persona|role) is now|your (?:identity|persona|personality|character|self) (?:is|was|has been|have been) (?:replaced|swapped|erased|overwritten|wiped|deleted)|(?:assume|adopt|take on) (?:the |a |this |your )*(?:new |following )?(?:identity|persona)(?: of)?|your (?:loyalty|allegiance)",
    ),
    (
        "pretend*",
        r"(?:^|[.!?:;\n\"'*-]\s{0,4}|\b(?:you (?:must|should|will|shall|can|need to|have to)|please|now|let's|then|and)[\W_]+)(?:pretend|imagine|role-?play|simulate)[\W_]+(?:to[\W_]+be[\W_]+(?:an?[\W_]+)?(?:\w+[\W_]+){0,3}?(?:ai|assistant|model|hacker|admin\w*|root|system|human|dan|bot|character)|that[\W_]+you|you(?:'re|[\W_]+(?:are|have|can|were|re))|as[\W_]+(?:if[\W_]+you|an?[\W_]+(?:unrestricted|evil|uncensored|jailbroken|malicious)))",
    ),
    (
        "act_as_unbound",
        rf"(?:act|behave|respond|operate|function|speak|work) (?:as|like)(?: an?| the| my)? (?:\w+ ){{0,2}}?(?:{_MODE}|unethical|amoral|malicious|unaligned|hacker|superuser|rogue)",
    ),
    (
        "jailbreak",
        rf"do anything now|\bdan mode|(?:enable|enter|activate|switch (?:in)?to|unlock|initiate) (?:the )?(?:maintenance|debug|admin|root|developer) mode (?:where|in which|with no|without|and (?:ignore|drop|skip|bypass|disable)) (?:all |any |your |the )*(?:content|safety|filters?|restrictions?|guardrails|censorship|rules)|(?:enable|enter|activate|switch (?:in)?to|unlock|initiate) (?:the )?(?:dan|god|jailbr(?:eak|oken)|unrestricted|uncensored|evil|sudo|opposite) mode|(?:you are|you re|now) (?:now )?in {_MODE} mode|jailbr(?:eak|oken) (?:prompt|persona|mode|yourself)|stay in character no matter|developer mode (?:enabled|activated|on) (?:you|and you|ignore|all)",
    ),
    (
        "forget_self",
        r"forget (?:that )?(?:you are|you re|you were|who you are|what you are|your (?:identity|name|role|purpose|training|persona))",
    ),
    (
        "fake_update",
        r"you (?:have|ve) been (?:updated|upgraded|reprogrammed|jailbroken|liberated|freed|reset|reconfigured|patched|unlocked|replaced)",
    ),
    (
        "obey",
        r"you (?:must|shall|will|have to|should) (?:always |only |now |blindly |unconditionally )*(?:obey|submit to|serve only|do (?:whatever|everything|exactly what) i|comply with (?:all|any|every|my))|obey (?:me|only|my every|all my|every (?:order|command))|i am your (?:master|owner|god|creator|developer|administrator|new (?:master|owner|developer))",
    ),
    (
        "identity_override",
        r"(?:name|rename) yourself|your name is now|(?:call|identify|refer to) yourself (?:as )?(?:the )?(?:dan|root|admin\w*|system|evil|unrestricted|master|free)",
    ),
    # other languages
    (
        "role_id",
        r"(?:kamu|anda|kau|engkau) (?:adalah |itu )?(?:\w+ )?(?:ai|asisten|bot|model|chatbot) (?:\w+ )?(?:tanpa|tidak (?:punya|memiliki|terikat)) (?:batas\w*|aturan|filter|sensor|moral)|(?:anggap|bayangkan)(?:lah)? (?:saja )?(?:kamu|anda|dirimu) (?:tidak (?:punya|memiliki|terikat)|tanpa|bebas)|(?:mulai|dari) (?:saat ini|sekarang|hari ini|detik ini)(?: dan seterusnya)?,? (?:kamu|anda|kau|engkau) (?:adalah|menjadi|jadi|bukan|berperan|bertindak|harus (?:mematuhi|menuruti|patuh|bertindak|berpura))"
        r"|(?:kamu|anda|kau|engkau) (?:sekarang|kini) (?:adalah|menjadi|jadi|bukan|berperan|bebas)|sekarang (?:kamu|anda|kau|engkau) (?:adalah|menjadi|jadi|bukan lagi|berperan|bebas)|(?:kamu|anda|kau|engkau) bukan lagi"
        r"|(?:berpura puralah|berpura pura|pura puralah|pura pura)(?: (?:kamu|anda))? (?:menjadi|jadi|sebagai|bahwa|adalah|tidak)(?: \w+){0,3}? ?(?:ai|asisten|admin\w*|hacker|peretas|sistem|batasan|aturan|kamu|anda|manusia|root|bot)"
        r"|bertindaklah (?:sebagai|seolah)(?: \w+){0,6}? (?:tanpa (?:batas\w*|aturan|filter|sensor)|peretas|hacker|root|jahat)|(?:kamu|anda) (?:harus|wajib) (?:selalu )?(?:patuh|mematuhi|menuruti|tunduk) (?:pada |kepada )?(?:semua|segala|saya|aku|perintah)"
        r"|lupakan (?:bahwa (?:kamu|anda)|siapa (?:dirimu|kamu|anda)|identitas\w*)|mode (?:pengembang|jailbreak|dan|dewa) (?:aktif|diaktifkan)",
    ),
    (
        "role_es",
        r"(?:a partir de ahora|desde ahora) (?:tu )?eres|(?:ahora|a partir de ahora|desde ahora) (?:tu )?(?:eres (?:una?|el|la|mi|libre|dan|hacker|admin\w*)|seras|actuas|actuaras|te llamas|debes (?:obedecer|actuar|comportarte))|ya no eres|finge (?:ser|que eres|que no)|actua como si (?:no )?(?:tuvieras|hubiera|fueras)|olvida (?:que eres|quien eres)|(?:activa|entra en|ahora estas en|estas en) (?:el )?modo (?:dios|dan|desarrollador|jailbreak)",
    ),
    (
        "role_pt",
        r"(?:agora|a partir de agora|de agora em diante) (?:voce|tu) (?:(?:e|es) (?:um|uma|o|meu|minha|livre|dan|capaz)|sera|vai ser|deve (?:agir|obedecer))|voce nao e mais|finja (?:ser|que)|aja como se|esqueca (?:que voce|quem voce)",
    ),
    (
        "role_fr",
        r"(?:tu es|vous etes) (?:maintenant|desormais) (?:un|une|le|la|mon|libre|dan|en mode|sans)|(?:desormais|a partir de maintenant|dorenavant) (?:tu (?:es|dois|agis|seras|obeis)|vous (?:etes|devez|agissez|serez))|tu n es plus|vous n etes plus|(?:fais|faites) (?:semblant|comme si tu)|comporte toi comme si|oublie (?:que tu|qui tu)",
    ),
    (
        "role_de",
        r"(?:du bist|sie sind) (?:jetzt|nun|ab sofort|ab jetzt|nicht (?:mehr|langer)) (?:ein\w*|der|die|kein\w*|mein\w*|frei|un\w+|dan)|(?:ab (?:jetzt|sofort)|nun|jetzt) (?:bist du|sind sie|agierst|handelst|gehorchst|hast du kein\w*|gibst du alle\w*)|tu so als (?:ob|warst|seist)|verhalte dich (?:wie|als)|vergiss(?: dass)? (?:du|wer du)",
    ),
    (
        "role_it",
        r"(?:ora|adesso|d ora in poi|da ora) (?:tu )?(?:sei|sarai|agirai|devi (?:obbedire|agire|comportarti))(?: (?:un|una|il|la|libero|dan|come))?|fingi di (?:essere|non)|non sei piu|comportati come se|dimentica (?:che sei|chi sei)",
    ),
    (
        "role_nl",
        r"je bent (?:nu|voortaan|vanaf nu) (?:een|de|mijn|vrij|geen)|vanaf nu (?:ben|gedraag|moet) je|doe alsof je|je bent niet (?:langer|meer)",
    ),
    (
        "role_pl",
        r"(?:od teraz|teraz) (?:jestes|bedziesz|musisz (?:byc|sluchac))|nie jestes juz|udawaj ze|zachowuj sie jakby",
    ),
    (
        "role_tr",
        r"sen art[iı]k|art[iı]k (?:sen )?(?:bir )?(?:k[iı]s[iı]tlamas[iı]z|s[iı]n[iı]rs[iı]z|\w+ de[gğ]ilsin)|bundan (?:sonra|b[oö]yle) sen|gibi davranacaks[iı]n",
    ),
    (
        "role_vi",
        r"(?:bay gio|tu bay gio|tu gio|ke tu bay gio) (?:ban|may) (?:la|se|phai)|(?:ban|may) (?:bay gio|gio đay|luc nay) la|gia vo (?:la|rang)|hay đong vai|ban khong con la",
    ),
    (
        "role_ru",
        r"(?:теперь|отныне|с этого момента|с этой минуты) ты(?: теперь)? (?:не|больше не|мой|моя|новый|злой|хакер\w*|dan|бот|ии|ассистент|\w+ (?:помощник|ассистент|бот|хакер|ии)|свободн\w*|без ограничений|администратор\w*|являешься|будешь|действуешь|должен (?:подчин|слуш|выполн)\w*)|ты (?:теперь|больше не) \w+|представь что ты|притвор(?:ись|яйся|итесь)|веди себя (?:так )?(?:будто|как будто|словно|как)|забудь кто ты",
    ),
    (
        "role_uk",
        r"(?:тепер|відтепер) ти (?:мій|новий|вільн\w+|хакер|dan|будеш|є)|ти більше не|прикинься|уяви що ти",
    ),
    (
        "role_ar",
        r"(?:انت|انك) (?:الان|لم تعد|اصبحت)|(?:من الان فصاعدا|ابتداء من الان) (?:انت|ستكون|يجب|سوف)|تظاهر (?:ب\w*|انك)|تصرف كما لو|از این به بعد تو|تو دیگر",
    ),
    (
        "role_zh*",
        r"你是(?:一个|一個)?.{0,4}(?:没有|沒有|不受|无|無)(?:任何)?(?:限制|约束|約束|道德|规则|規則)|(?:你|您)(?:现在|現在)(?:起)?(?:是|就是|扮演|成为|成為|不再)|(?:现在|現在)(?:起)?,?(?:你|您)(?:是|就是|将是|將是|扮演|成为|成為|不再)|从(?:现在|此刻|今)(?:起|开始|以后)?,?你(?:是|将|要|必须|就|不再)|從(?:現在|今)(?:起|開始)?,?你(?:是|將|要|必須|就|不再)"
        r"|(?:请|請|你要|必须|你)?(?:假装|假裝)(?:你|自己)|扮演(?:一个|一個)?.{0,6}(?:没有|沒有|不受|无)|你不再(?:是|受)|你已(?:经|經)?(?:被)?(?:解除|越狱|越獄|更新|升级|重新编程)|(?:进入|開啟|开启|启用|進入)(?:开发者|開發者|越狱|越獄|上帝|无限制|管理员)模式|忘记你是",
    ),
    (
        "role_ja*",
        r"あなたは(?:今|いま|これ)から|(?:今|これ)から(?:あなた|君|お前)は|あなたはもう.{0,14}(?:ではない|ではありません|じゃない)|(?:制限|制約|ルール)(?:の)?(?:なし|ない|なく)(?:で|に)?.{0,8}(?:答え|回答|振る舞|行動|応答)|(?:のふり|になりきって|のように振る舞)(?:を)?(?:し(?:て|ろ)|ください)|脱獄モード|開発者モードを有効",
    ),
    (
        "role_ko*",
        r"(?:너는|당신은|넌) (?:이제|지금)(?:부터)?|(?:이제|지금)부터 (?:너는|당신은|넌)|(?:제한|제약)(?:이)? 없(?:는|이).{0,12}(?:처럼|답|행동|ai)|(?:인|한) ?척(?:해|하)|더 이상 .{0,12}(?:아니|아닙)|개발자 모드(?:를)? (?:활성|켜)",
    ),
    (
        "role_th*",
        r"(?:ตอนนี้|จากนี้(?:ไป)?|ต่อไปนี้|นับจากนี้)(?:ไป)?\s?คุณ(?:คือ|เป็น|ต้อง|จะ)|(?:แสร้ง|แกล้ง)(?:ทำ)?เป็น|คุณไม่ใช่.{0,18}อีกต่อไป",
    ),
    ("role_hi*", r"अब (?:से )?(?:तुम|आप|तू) .{0,24}(?:हो|हैं|है)(?!\w)|(?:नाटक|दिखावा|अभिनय) कर|(?:तुम|आप) अब .{0,20}नहीं"),
)

RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "prompt_injection": PROMPT_INJECTION,
    "role_hijack": ROLE_HIJACK,
    "exfiltration": EXFILTRATION,
    "persistence": PERSISTENCE,
    "command_and_control": COMMAND_AND_CONTROL,
}
