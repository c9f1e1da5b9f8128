"""Words for "ignore your previous instructions", the most common injection, in each language.

Each language has three lists: verbs that set something aside, qualifiers that say whose or which, and objects. All
three must occur together, so "ignore lint warnings" and "forget the old address" pass. Notation as in
`scan_rules`: a space is any gap between words. Letters are written without accents, which the scanner folds.
"""

from __future__ import annotations

from typing import NamedTuple


class Override(NamedTuple):
    """One language: alternatives of a regular expression, and whether its script has no word spaces."""

    verbs: str
    qualifiers: str
    objects: str
    unspaced: bool = False


OVERRIDES: dict[str, Override] = {
    "en": Override(
        r"ignor(e|es|ing)|disregard(s|ing)?|forget(ting)?|overrid(e|es|ing)|overrul(e|ing)|bypass(es|ing)?"
        r"|neglect|dismiss|discard|supersede|set aside|pay no (attention|heed) to|abandon|nullify|void"
        r"|(follow|obey) none of|(do not|don ?t|never|stop|quit|cease) (follow(ing)?|obey(ing)?|adher(e|ing) to"
        r"|honou?r(ing)?|listen(ing)? to|comply(ing)? with|heed)",
        r"previous(ly)?|prior|above|earlier|preceding|foregoing|former|initial|original|system|developer|safety"
        r"|your|existing|openai|anthropic|so far|until now|pre existing"
        r"|(that )?you (were|have been|ve been) (given|told|taught|shown)|you (received|got)|given to you",
        r"instructions?|directions?|directives?|prompts?|rules?|guidelines?|guardrails?|commands?|orders"
        r"|constraints|polic(y|ies)|safeguards?|restrictions?|programming|training|alignment",
    ),
    "id": Override(
        r"(ng)?abaikan(lah)?|mengabaikan|lupakan(lah)?|hiraukan|acuhkan|langgar|kesampingkan|batalkan|timpa"
        r"|(jangan|tidak usah|tak usah|gak usah|stop|berhenti) (lagi )?"
        r"(ikuti|mengikuti|patuhi|mematuhi|hiraukan|turuti|menuruti|dengarkan|pedulikan)",
        r"sebelum ?(nya|ini)?|di ?atas|terdahulu|sistem|awal|asli|tadi|yang lalu|sejauh ini|system|keamanan"
        r"|pembuat\w*|pengembang\w*",
        r"instruksi(mu|nya)?|perintah(mu|nya)?|arahan|aturan(mu|nya)?|petunjuk|prompt|pedoman|batasan|larangan",
    ),
    "es": Override(
        r"ignor(a|e|en|ar|ad)|olvid(a|e|en|ar|ate|ese)( de)?|descart(a|e|ar)|omit(e|a|ir)"
        r"|ha(z|ga) caso omiso( de| a)?|no (sigas|siga|obedezcas|obedezca|hagas caso( a| de)?)",
        r"anterior(es)?|previ[ao]s?|tod[ao]s|tus|sus|del? sistema|arriba|precedentes|iniciales|originales",
        r"instruccion(es)?|indicaciones|ordenes|reglas?|directrices|directivas|normas?|prompts?|restricciones",
    ),
    "pt": Override(
        r"ignor(e|a|em|ar)|esque(ca|cam|ce|cer)( de)?|desconsider(e|a|ar)|descart(e|a|ar)|desobede(ca|ce)"
        r"|nao (siga|obedeca|cumpra|respeite)",
        r"anterior(es)?|previ[ao]s?|tod[ao]s|acima|suas|tuas|do sistema|iniciais|originais",
        r"instruc(oes|ao)|ordens|regras?|diretrizes|comandos|prompts?|restricoes|orientacoes",
    ),
    "fr": Override(
        r"ignor(e|es|ez|er)|oubli(e|es|ez|er)|neglig(e|ez|er)|desobe(is|issez|ir)|contourn(e|ez|er)|outrepass(e|ez|er)"
        r"|ne (tiens|tenez|tiens plus) (pas |plus )?compte|(fais|faites) abstraction"
        r"|ne (suis|suivez|respecte|respectez) (pas|plus)",
        r"precedent(e|s|es)?|anterieure?s?|ci dessus|tou(te)?s|du systeme|systeme|tes|vos|initiales?|d origine",
        r"instructions?|consignes?|directives?|regles?|ordres?|prompts?|restrictions?",
    ),
    "de": Override(
        r"ignorier(e|en|t)?|vergiss|vergesst|vergessen|missacht(e|en|et)|ubergeh(e|en|t)?|verwirf|verwerfen"
        r"|(beachte|befolge|folge)n?( sie)? (nicht|kein\w*)|setz(e|en)? dich hinweg",
        r"vorherig\w*|vorig\w*|bisherig\w*|fruher\w*|obig\w*|oben|alle[nr]?|samtliche\w*|deine|ihre"
        r"|vorangegangen\w*|vorangehend\w*|ursprunglich\w*|system",
        r"anweisung(en)?|instruktion(en)?|vorgaben?|befehle?|regeln?|richtlinien?|prompts?|einschrankungen",
    ),
    "it": Override(
        r"ignor(a|i|ino|are|ate)|dimentic(a|hi|are|ate)|trascur(a|i|are)|scart(a|are)"
        r"|non (seguire|seguite|rispettare|obbedire( a)?)",
        r"precedenti?e?|tutt[ei]|sopra|tue|sue|di sistema|del sistema|iniziali|originali",
        r"istruzioni|indicazioni|regole|direttive|ordini|comandi|prompts?|restrizioni",
    ),
    "nl": Override(
        r"negeer|negeren|vergeet|vergeten|(volg|gehoorzaam) (niet|geen)",
        r"vorige|eerdere|bovenstaande|alle|voorgaande|jouw|je|oorspronkelijke|systeem",
        r"instructies?|opdrachten|aanwijzingen|regels|richtlijnen|prompts?",
    ),
    "nordic": Override(
        r"ignorer(a|e)?|glom|glem|bortse fran|se bort fra|strunta i",
        r"tidigare|tidligere|alla|alle|ovanstaende|ovenstaende|foregaende|foregaaende|forrige|dina|dine",
        r"instruktion(er|erna|erne)?|instruks(er|ene|erne)?|regler(na|ne)?|anvisning(ar|er)(na|ne)?|prompt(en|er)?",
    ),
    "pl": Override(
        r"(z)?ignoruj(cie)?|zignorowac|zapomnij(cie)?( o)?|pomin(cie)?|nie (przestrzegaj|stosuj sie|wykonuj|sluchaj)",
        r"poprzedni\w*|wczesniejsz\w*|powyzsz\w*|wszystki\w*|wszelki\w*|swoi\w*|swoje|systemow\w*|dotychczasow\w*",
        r"instrukcj\w+|polecen\w*|zasad\w*|wytyczn\w+|regul\w*|rozkaz\w*|prompt\w*",
    ),
    "cs": Override(
        r"ignoruj(te)?|zapomen(te)?( na)?|nedbej( na)?|neposlouchej",
        r"predchozi\w*|vsechn\w*|vyse uveden\w*|puvodni\w*|dosavadni\w*|systemov\w*",
        r"instrukc\w+|pokyn\w*|pravid\w+|prikaz\w*|prompt\w*",
    ),
    "ro": Override(
        r"ignor(a|ati|i)|uit(a|ati)( de)?|nu (urma|respecta|asculta)",
        r"anterio(are|r)|precedente|toate|de mai sus|sistemului|initiale|tale",
        r"instructiuni(le)?|reguli(le)?|comenzi(le)?|ordine(le)?|indicatii(le)?|prompt\w*",
    ),
    "hu": Override(
        r"hagyd figyelmen kivul|felejtsd el|ne (kovesd|tartsd be)",
        r"korabbi|elozo|osszes|minden|fenti|eredeti|rendszer",
        r"utasitas\w*|szabaly\w*|parancs\w*|prompt\w*|iranyelv\w*",
    ),
    "fi": Override(
        r"unohda|ohita|jata huomiotta|ala (noudata|valita)",
        r"aiem\w+|edellis\w+|kaikki\w*|ylla olev\w+|alkuperais\w+|jarjestelma\w*",
        r"ohje\w*|saan\w+|kasky\w*|maarayk\w+|kehot\w+",
    ),
    "tr": Override(
        r"yok say\w*|g[oö]rmezden gel\w*|unut(un|unuz)?|dikkate alma\w*|g[oö]z ard[iı] et\w*|uyma\w*",
        r"[oö]nceki|t[uü]m|b[uü]t[uü]n|yukar[iı]daki|sistem|ilk|orijinal",
        r"talimat\w*|y[oö]nerge\w*|komut\w*|kural\w*|prompt\w*|emir\w*|istem\w*",
    ),
    "vi": Override(
        r"bo qua|quen (đi )?|phot lo|lo đi|đung (tuan theo|lam theo|nghe theo)|khong (tuan theo|lam theo)",
        r"truoc( đo| đay| kia)?|o tren|phia tren|ben tren|tat ca|moi|he thong|ban đau",
        r"huong dan|chi thi|chi dan|menh lenh|lenh|quy tac|quy đinh|yeu cau|loi nhac",
    ),
    "tl": Override(
        r"huwag (mong |mo )?(pansinin|sundin)|balewalain( mo)?|kalimutan( mo)?",
        r"nakaraang|naunang|lahat( ng)?|nasa itaas|dating|orihinal",
        r"tagubilin|utos|panuntunan|alituntunin|instruksyon|prompt",
    ),
    "ru": Override(
        r"(про)?игнорир\w+|забуд\w+|забыть|отброс\w+|пренебре\w+|отмен(и|ите|яй)|обойд\w+|нарушь\w*"
        r"|не (обращай|следуй|выполняй|слушай|соблюдай|учитывай)\w*",
        r"предыдущ\w*|прошлы\w*|прежн\w*|все|всех|всем|вышеуказанн\w*|вышеперечисл\w*|выше|системн\w*|свои\w*"
        r"|твои|ваши|ранее|изначальн\w*|любые",
        r"инструкци\w*|указани\w*|правил\w*|команд\w*|промпт\w*|распоряжени\w*|ограничени\w*|директив\w*|установк\w*",
    ),
    "uk": Override(
        r"(про)?ігнору\w+|забуд\w+|не (слідуй|виконуй|зважай|слухай)\w*|відкин\w+",
        r"попередн\w*|усі|всі|усіх|всіх|вищ\w+|системн\w*|свої\w*|твої",
        r"інструкці\w*|вказів\w*|правил\w*|команд\w*|промпт\w*|наказ\w*|обмежен\w*",
    ),
    "el": Override(
        r"αγνοησ\w+|ξεχν?ασ\w+|ξεχνα|μην (ακολουθ\w+|υπακου\w+)",
        r"προηγουμεν\w+|ολες|ολους|παραπανω|αρχικ\w+|συστηματος",
        r"οδηγιες|εντολες|κανονες|κανονων|οδηγιων|περιορισμους",
    ),
    "ar": Override(
        r"تجاهل\w*|انس\w*|اهمل\w*|تخط\w*|لا (تتبع|تلتزم|تطع|تنفذ)\w*",
        r"السابق\w*|جميع|كل|كافة|اعلاه|النظام|الاصلية|الاولية",
        r"التعليمات|تعليمات\w*|الاوامر|اوامر\w*|القواعد|قواعد\w*|الارشادات|التوجيهات|القيود",
    ),
    "fa": Override(
        r"ناديده بگير\w*|نادیده بگیر\w*|فراموش کن\w*|بی ?توجهی کن\w*|(پیروی|اطاعت) نکن\w*",
        r"قبلی|پیشین|بالا|تمام|تمامی|همه|سیستم|اولیه",
        r"دستور\w*|قوانین|راهنما\w*|فرمان\w*|محدودیت\w*",
    ),
    "he": Override(
        r"התעלמ?י?ם?|תתעלמי?|התעלם|שכחי?|תשכחי?|אל (תציית|תעקוב)",
        r"הקודמות|הקודמים|כל|לעיל|המערכת|המקוריות|שלך",
        r"הוראות|ההוראות|מההוראות|פקודות|הפקודות|הכללים|מהכללים|הנחיות|ההנחיות|מההנחיות",
    ),
    "hi": Override(
        r"अनदेखा|अनदेखी|नज़रअंदाज़|नजरअंदाज|भूल जा|उपेक्षा|ध्यान न|मत मानो|पालन न",
        r"पिछले|पिछली|पहले|सभी|ऊपर|उपरोक्त|सारे|सिस्टम|पूर्व",
        r"निर्देश|आदेश|नियम|प्रॉम्प्ट|हिदायत",
        unspaced=True,
    ),
    "zh": Override(
        r"忽略|忽视|忽視|无视|無視|忘记|忘記|忘掉|忘了|不要理会|不要理會|不理会|不要遵守|不要遵循|不必遵守|别管|別管|抛开|拋開"
        r"|覆盖|覆蓋|绕过|繞過|丢弃|违反|違反|推翻|撤销",
        r"之前|以前|先前|上面|以上|上述|前面|所有|全部|一切|系统|系統|原有|原来|原來|你的|此前|既有",
        r"指令|指示|说明|說明|规则|規則|命令|提示词|提示詞|系统提示|系統提示|要求|限制|约束|約束|设定|設定|指引|规定|規定|准则|準則",
        unspaced=True,
    ),
    "ja": Override(
        r"無視|忘れ|従わない|従うな|破棄|取り消|無効に|守らない",
        r"以前|これまで|前の|上記|すべて|全て|全部|今まで|先ほど|システム|あなたの|上の|既存",
        r"指示|命令|ルール|規則|プロンプト|制約|制限|指令|ガイドライン",
        unspaced=True,
    ),
    "ko": Override(
        r"무시|잊어|잊고|잊으|따르지|버리고|버려|어겨|무효",
        r"이전|앞의|앞선|위의|위에|모든|지금까지|기존|시스템|너의|당신의|전부",
        r"지시|명령|규칙|프롬프트|지침|제한|제약",
        unspaced=True,
    ),
    "th": Override(
        r"เพิกเฉย|ข้าม|ละเว้น|ลืม|ไม่ต้องสนใจ|อย่าสนใจ|มองข้าม|อย่าทำตาม|ไม่ต้องทำตาม|ไม่สนใจ",
        r"ก่อนหน้า|ทั้งหมด|ข้างต้น|เดิม|ที่ผ่านมา|ของระบบ|ของคุณ|ด้านบน|ก่อนนี้",
        r"คำสั่ง|คำแนะนำ|กฎ|ข้อกำหนด|พรอมต์|พรอมท์|ข้อจำกัด|คำชี้แนะ",
        unspaced=True,
    ),
}
