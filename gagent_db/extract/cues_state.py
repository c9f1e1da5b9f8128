"""How things stand: nobody does it, nothing came, it is not finished, stale, in doubt or owed."""

from __future__ import annotations

from .rules import rule

RULES = [
    rule(
        "unresolved",
        "but_not but_never",
        r"^(?!.*\b(?:if|when|can|may|should)\b).{3,60}\b(?:is|are|was|were|has\ been|have\ been)\ (?:already\ |all\ )?"
        r"(?:written|drafted|ordered|booked|printed|packed|signed|recorded|reviewed|merged|planned|designed|prepared|"
        r"ready|bought|approved|agreed|built|installed|translated|fixed|done|there)\ but\ (?:not|never)\ (?:yet\ )?"
        r"(?:sent|signed|paid|confirmed|tested|deployed|released|published|merged|printed|delivered|submitted|shipped|"
        r"mounted|wired|connected|announced|reviewed|used|enabled|documented|proofread|collected|opened|plugged)\b",
    ),
    rule(
        "unresolved",
        "nobody no_one noone none neither",
        r"\b(?:nobody|no\ one|noone|none\ of\ (?:us|them|those|these|(?:the|my|our|your)(?:\ \w+){1,3}?)|"
        r"neither\ (?:of\ (?:us|them|(?:the|these|my|our|your)(?:\ \w+){1,3}?)|(?!of\b|\w+\ nor\b)\w+))(?:\ (?:in|at|"
        r"on|from)\ (?:the\ |our\ |my\ )?\w+)?\ (?:still\ |ever\ |really\ |even\ |has\ )*(?:has|have|is\ (?!here\b|"
        r"home\b|perfect\b|hurt\b|allowed\b|happy\b|better\b)|are\ |can\ |could\ |will\ (?!notice|mind|miss|care|ever|"
        r"know)|wants|knows|knew|says|said|proofread|booked|ordered|read|owns|feels|remembers|checks|"
        r"(?:un)?answer(?:s|ed)|repl(?:ies|ied)|took|takes|volunteered|picks|picked|responds|responded|claims|claimed|"
        r"reads|signed|(?:told|tells)\ (?!me\b)|asked|explain(?:s|ed)|mention(?:s|ed)|inform(?:s|ed)|maintains|"
        r"watches|tested|wrote|sent|seems|appears|runs|cleans|empties|covers|tracks|collects|paid|pays|shows|states|"
        r"specifies|dares?|bothers?|got\ back|showed|confirmed|decided|agrees|agreed|looks\ after|came\ back)\b",
        firm=True,
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
        firm=True,
    ),
    rule(
        "unresolved",
        "heard no_word no_news no_reply no_answer no_response no_sign nothing silence quiet silent ghosted ghosting",
        r"\b(?:heard|got|had|received)\ (?:absolutely\ )?nothing\ ?(?:back|from|since|so\ far|yet|in\ return)?\s*(?:$|"
        r",|\b(?:from|since|so|yet|back)\b)(?!\ to\ do)|\bno\ (?:word|news|reply|answer|response|sign|feedback|"
        r"call)\ (?:from|of|yet|so\ far|since|back|on|about|either|until\ now)\b|^(?:and\ |but\ |still\ )*no\ (?:word|"
        r"reply|answer|response|news)\s*$|\bradio\ silence\b|\b(?:went|gone|been|is|are|goes)\ (?:\w+\ )?(?:quiet|"
        r"silent)\ (?:since|on\ (?:us|me)|ever|for)\b|\b(?:gone|went)\ (?:quiet|silent)\b|\bghost(?:ed|ing)\ (?:me|"
        r"us)\b|\bnothing\ (?:back\ )?from\ (?!scratch|the\ (?:start|beginning))\w+|\bheard\ nothing\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "without",
        r"\b(?:ended|closed|finished|stopped|parted|left|goes\ off|restarts|broke\ up|came\ back|is|are|was|"
        r"were)\ (?:\w+\ ){0,2}without\ (?:an?\ |any\ |a\ clear\ |the\ )?(?:outcome|result|decision|answer|"
        r"agreement|conclusion|owner|date|reply|resolution|verdict|consensus|signature|receipt|backup|tests?|"
        r"review|reason|warning|explanation)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "torn fence minds forth toss_up coin make_up made_up where_it where_we square_one no_further no_closer "
        "no_progress keep_going",
        r"\b(?:i'm|we're|am|are|is|still|she's|he's|they're)\ (?:\w+\ )?torn\b|\bon\ the\ fence\b|\b(?:in|"
        r"of)\ two\ minds\b|\b(?:go|goes|going|went)\ back\ and\ forth\b|\btoss-?\ ?up\b|\b(?:can't|cannot|"
        r"couldn't|haven't|hasn't|not)\ (?:yet\ |quite\ )?ma[dk]e\ up\ (?:my|our|his|her|their)\ minds?\b|"
        r"\b(?:matter|question|issue|thing|case|discussion)\ (?:is|stands|stays)\ (?:(?:exactly|"
        r"right)\ )?where\ it\ was\b|\bback\ (?:to|at)\ square\ one\b|\b(?:got|am|are|is|'m|'re|come|"
        r"came)\ no\ (?:further|closer)\b|\b(?:made|making|makes|is|there's)\ no\ progress\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "undefined unspecified unnamed unlabelled unlabeled unassigned unanswered unclaimed unbooked undated unsent "
        "unopened unmeasured unmonitored unexplained unaccounted unsolved unpatched unencrypted unprotected "
        "unauthenticated unbounded unhandled unbilled uncovered unfilled unfunded unused untouched unstaffed unread "
        "untranslated unlisted unmatched uncollected unreturned unapproved unsettled undelivered unpublished "
        "unrepaired unlocked unbacked unindexed unvalidated unsupervised unscheduled unplanned unplugged "
        "uncommitted unpushed unreleased undetermined unreachable unreadable unusable unstable unreliable "
        "inconsistent inaccurate inaccessible unavailable unconfigured unowned unset unsorted unwired unbuilt "
        "unpainted unsealed unsewn uncashed unclear unpaid undecided untested",
        r"(?<!'s\ )\b(?:is|are|'re|remains?|stays?|still|sits?|goes|went|lies|left|comes|come)\ (?:(?:still|all|now|"
        r"currently|also|completely|mostly|partly|largely|entirely|both|yet|just|often|sometimes)\ )*(?:undefined|"
        r"unspecified|unnamed|unlabell?ed|unassigned|unanswered|unclaimed|unbooked|undated|unsent|unopened|unmeasured|"
        r"unmonitored|unexplained|unaccounted|unsolved|unpatched|unencrypted|unprotected|unauthenticated|unbounded|"
        r"unhandled|unbilled|uncovered|unfilled|unfunded|untouched|unstaffed|untranslated|unlisted|unmatched|"
        r"uncollected|unreturned|unapproved|unsettled|undelivered|unpublished|unrepaired|unindexed|unvalidated|"
        r"unsupervised|unscheduled|uncommitted|unpushed|unreleased|undetermined|unreachable|unreadable|unusable|"
        r"unstable|unreliable|inconsistent|inaccurate|inaccessible|unconfigured|unowned|unset|unsorted|unwired|"
        r"unbuilt|unpainted|unsealed|unsewn|uncashed|unclear|unpaid|undecided|untested)\b(?!\ (?:behaviou?r|"
        r"by\ (?:the|this|that)|when|unless|until|if))",
        firm=True,
    ),
    rule(
        "unresolved",
        "draft stub placeholder placeholders guess guesses guesswork estimate estimated invented made_up guessed "
        "outdated stale mock mockup dummy sketch provisional out_of incomplete",
        r"^(?!.*\b(?:if|not|no\ longer|never|would)\b)(?:(?:and|but|so|also|note\ that)\ )*(?!(?:it|this|that|"
        r"there|who|what|which|he|she|they)\b)(?:\S+\ ){1,7}(?:is|are)\ (?:still\ |only\ |just\ |mostly\ |all\ |"
        r"currently\ |now\ |pure\ |partly\ )*(?:(?:an?\ |my\ |the\ )?(?:rough\ |first\ |quick\ |"
        r"early\ )?(?:drafts?|stubs?|placeholders?|guess(?:es)?|guesswork|estimates?|mock-?up|mock|dummy|dummies|"
        r"sketch)(?=\s*$|[:,;(]|\ (?:and|for\ now|so\ far|only|with|until))|invented|made\ up\b|guessed|"
        r"estimated(?=\s*$|,)|outdated|stale|provisional|out\ of\ date|incomplete)",
        firm=True,
    ),
    rule(
        "unresolved",
        "cannot can't can_not",
        r"^(?!.*\b(?:so\ that|if|because\ you|until|unless|by\ design|which)\b)(?!(?:i|we|you|it|they|that|this|he|she|"
        r"who|people|users?|one|so)\b)(?:[\w`'./-]+\ ){1,7}(?:still\ |currently\ |simply\ )*(?:cannot|can't|can\ not)\ "
        r"(?:find|reach|read|open|load|write|connect|see|start|parse|keep\ up|cope|log\ in|be\ "
        r"(?:opened|read|reached|loaded|found|restored|deleted|closed|cancelled|used))\b",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "wants want asks asked asking wanted needs require requires requested requests",
        r"(?:^|[,;:]\ |\band\ )(?!(?:i|we|you|who|what|if|when)\b)(?:the\ |my\ |our\ |his\ |"
        r"her\ )?[\w'-]+(?:\ [\w'-]+)?\ (?:still\ |also\ |now\ |has\ |have\ |is\ |are\ )*(?:wants?|asks?\ for|"
        r"asked\ (?:me\ |us\ )?for|asking\ for|requires?|requests?|requested|"
        r"would\ like)\ (?!to\b)(?:[\w'-]+\ ){0,4}?(?:photos?|pictures|cop(?:y|ies)|scans?|proofs?|receipts?|"
        r"invoices?|quotes?|signatures?|forms?|answers?|reply|lists?|numbers?|dates?|times?|confirmation|details|"
        r"evidence|certificates?|letters?|statements?|deposits?|references?|documents?|papers|report|passport|permit|"
        r"contract|payment|address|id|decision|explanation|figures|samples?|translation)\b(?!\ (?:of\ (?:his|her|"
        r"their)\ life|off|out)\b)",
        firm=True,
    ),
    rule(
        "unresolved",
        "nunggak menunggak tunggakan utang hutang ngutang berutang minus",
        r"(?<!tidak\ )(?<!gak\ )(?<!ga\ )(?<!nggak\ )(?<!bukan\ )\b(?:me)?nunggak\b|\btunggakan\b|\b(?:gue|gw|aku|"
        r"saya|kita|kami|dia|masih|punya|ada|ber|nya)\ ?(?:ng|ber)?(?:h)?utang\b|\bngutang\b|^utang\ (?:ke|sama|"
        r"di)\ \w+",
        firm=True,
    ),
    rule(
        "unresolved",
        "kabar jawaban respon respons balasan tanggapan konfirmasi diem diam dibales dibalas digubris direspon "
        "ngabarin ngilang menghilang centang digantung mandek mangkrak nyangkut tertahan ketahan tersendat "
        "terbengkalai macet mogok",
        r"\bkabar\w*(?:\ \w+){0,3}\ (?:ga|gak|nggak|ngga|tidak|belum)\ ada\b|\b(?:ga|gak|nggak|ngga|tidak|tanpa|nihil|"
        r"belum)\ (?:ada\ |dapat\ |dapet\ |dikasih\ )?(?:kabar\w*|jawaban\w*|respons?\w*|balasan\w*|tanggapan\w*|"
        r"konfirmasi\w*|dibales|dibalas|digubris|direspon\w*|ngabarin)\b|\b(?:diem|diam)\ (?:aja|saja|doang|terus)\b|"
        r"\b(?:ngilang|menghilang)\b|\bcentang\ (?:satu|dua|1|2|abu\w*)\b|\b(?:digantung|mandek|mangkrak|nyangkut|"
        r"tertahan|ketahan|tersendat|terbengkalai)\b(?!\ (?:tapi|tadi))(?!.*\b(?:udah|sudah|juga\ sudah|akhirnya)\b)",
        firm=True,
    ),
    rule(
        "unresolved",
        "bermasalah terpotong kepotong terlewat kelewat ketinggalan tertinggal keselip terselip tertukar ketuker "
        "kebalik terbalik rusak pecah bocor hilang ilang mental error salah dobel ganda kurang kadaluarsa expired "
        "nggak_kuat gak_kuat ga_kuat tidak_kuat",
        r"^(?!.*\b(?:kalau|kalo|jika|jangan|biar|supaya|agar|takut|udah|sudah|kemarin\ sempat|dulu|waktu\ itu|"
        r"karena|soalnya|gara-gara|film|cerita)\b)(?!(?:siapa|apa|kenapa)\b)(?:[\w'-]+\ ){0,5}[\w'-]+\ (?:sepertinya\ |"
        r"kayaknya\ |masih\ |ternyata\ |agak\ |tampaknya\ |malah\ |yang\ )*(?:bermasalah|terpotong|kepotong|terlewat|"
        r"kelewat|ketinggalan|"
        r"tertinggal|keselip|terselip|tertukar|ketuker|kebalik|terbalik|(?:ga|gak|nggak|tidak)\ kuat|kadaluarsa)\b",
        firm=True,
    ),
    rule(
        "unresolved",
        "kecuali except",
        r"\b(?:kecuali|except(?:\ for)?)\ (?:satu|dua|tiga|empat|lima|enam|beberapa|one|two|three|four|five|\d+|"
        r"the\ last|yang)\ \w+",
        "assistant",
        firm=True,
    ),
    rule(
        "unresolved",
        "from",
        r"(?<!\bit\ )(?<!that\ )(?<!this\ )\b(?:is|are)\ (?:still\ |all\ )?from\ (?:the\ )?(?:old|previous|former|"
        r"last)\ \w+",
        firm=True,
    ),
]
