"""Rules for harmful actions: exfiltration, persistence, command and control. For the notation see `scan_rules`."""

# ruff: noqa: E501  (a pattern is easier to check on one line)

from __future__ import annotations

_URL = r"https?://|ftp://|\bwww\."
_HOST = r"(?<![\w.-])(?:[a-z0-9-]{1,63}\.){1,6}(?:com|net|org|io|ru|xyz|top|site|info|cn|id|tk|ml|dev|app|me|co|cc|pw|sh|biz|link|live)\b"
_IP = r"\d{1,3}(?:\.\d{1,3}){3}"
_PLACE = (
    rf"(?:{_URL}|(?<![\w.+-])[\w.+-]{{1,64}}@[\w-]{{1,63}}\.\w+|{_IP}|{_HOST}|webhook|pastebin|ngrok|attacker|telegram bot|bot telegram"
    r"|(?:external|remote|my|our) (?:server|endpoint|url|host|site|domain)|server (?:eksternal|luar|saya|kami)"
    r"|servidor externo|serveur externe|externen server|внешний сервер|外部(?:服务器|伺服器|サーバー?)|외부 서버)"
)
_SEND = (
    r"(?:\b(?:send|forward|upload|post|e-?mail|mail|transmit|exfiltrat\w+|leak|share|submit|deliver|dump|copy|report"
    r"|push|relay|pipe|smuggle|kirim\w*|teruskan|unggah|bocorkan|tampilkan|ekspor|bagikan|laporkan|salin|envia\w*|envie\w*|manda\w*"
    r"|reenvia\w*|sub[ae]|filtra\w*|compart\w+|envoye\w*|envoie\w*|transmet\w*|transfer\w*|televers\w*|sende\w*"
    r"|schick\w*|ubermitt\w*|leite\w*|invia\w*|inoltra\w*|carica|stuur\w*|verstuur\w*|отправ\w+|перешл\w+|передай\w*"
    r"|загруз\w+|вышли\w*|скинь\w*|слей\w*|надішл\w+|g[oö]nder\w*|y[uü]kle\w*|g[uử]i|chuyen|tai len|wyslij\w*"
    r"|przeslij\w*|ارسل\w*|ارسال|بفرست\w*|ipadala|posli\w*|trimite\w*|skicka|send\w*)\b"
    r"|भेज|发送|發送|发给|發給|发到|發到|上传|上傳|转发|轉發|传给|泄露|提交|送信|送って|送れ|送る|アップロード|転送"
    r"|보내|전송|업로드|전달|ส่ง|อัปโหลด)"
)
_SECRET = (
    r"(?:\b(?:api[ _-]?keys?|credentials?|passwords?(?! (?:reset|policy|manager|change|strength|hint))|passphrases?"
    r"|secrets?(?! santa)|(?:access|auth|bearer|session|refresh|api|bot|login) tokens?|tokens|private keys?|ssh keys?"
    r"|env(?:ironment)? (?:vars?|variables?)|cookies|seed phrases?"
    r"|(?:full|entire|complete|whole|all)(?: \w+){0,3} (?:lists?|data|databases?|records|archives?)|customer (?:data|emails|records)"
    r"|(?:chat|conversation|message|browsing) (?:history|logs?|transcripts?)|system prompt"
    r"|(?:all|every|the user(?:'?s)?|user(?:'?s)?|his|her|their)(?: \w+){0,2} (?:data|files?|memories|messages|information|documents"
    r"|e-?mails|conversations?|contacts|notes|secrets|home address|phone numbers?|location)|kunci (?:api|rahasia|ssh)|kata sandi|sandi|kredensial|rahasia"
    r"|token|(?:riwayat|isi|log|salinan|rekaman) (?:percakapan|obrolan|chat|sesi)|data (?:pengguna|pribadi|rahasia)"
    r"|(?:semua|seluruh) (?:percakapan|pesan|berkas|file|data|memori|isi)|contrasenas?|claves?|credenciales|secretos"
    r"|historial|datos (?:del usuario|personales|privados)|senhas?|chaves?|credenciais|segredos|historico"
    r"|dados (?:do usuario|pessoais)|mots? de passe|cles? (?:api|secretes?|privees?)|identifiants|historique"
    r"|donnees (?:de l utilisateur|personnelles)|passwort\w*|passworter|\w*schlussel|zugangsdaten|geheimnisse"
    r"|(?:chat|gesprachs)verlauf|nutzerdaten|chiavi?|credenziali|segreti|cronologia|парол\w*|ключ\w*|токен\w*"
    r"|учетн\w+ данн\w+|секрет\w*|истори\w+ (?:чата|переписки|сообщени\w*|разговор\w*)|переписк\w+"
    r"|данные пользовател\w+|wachtwoord\w*|sleutels?|hasl[ao]\w*|klucz\w*|sifre\w*|parola\w*|anahtar\w*|mat khau"
    r"|khoa (?:api|bi mat)|hesla|parolele|كلم\w+ المرور|كلم\w+ السر|مفتاح|مفاتيح|بيانات|رمز\w*|گذرواژه|رمز عبور)\b"
    r"|(?<!\w)\.env\b(?!\.(?:example|sample|template))|\.ssh\b|\.aws\b|\bid_rsa\b(?!\.pub)|\bid_ed25519\b(?!\.pub)"
    r"|\b(?:this|the|our|entire|whole|all|your) (?:conversations?|chats?|context|transcripts?)\b"
    r"|密码|密碼|密钥|密鑰|凭证|凭据|憑證|令牌|聊天记录|聊天記錄|对话(?:历史|记录)|對話記錄|用户(?:数据|信息|资料)|机密|秘密"
    r"|パスワード|apiキー|秘密鍵|認証情報|トークン|会話(?:履歴|内容)|비밀번호|api ?키|토큰|자격 ?증명|대화 (?:기록|내용)"
    r"|पासवर्ड|कुंजी|रहस्य|รหัสผ่าน|คีย์|ความลับ)"
)
_NEAR = r"(?:[^.!?\n。]|\.(?=\w)){0,80}?"
_NEAR_DOTS = r"[^\n]{0,80}?"
_ADDRESS = rf"(?:(?<![\w.+-])[\w.+-]{{1,64}}@[\w-]{{1,63}}\.\w+|{_URL}|(?<![\d.]){_IP})"
_WHATEVER_IS_SAID = (
    r"(?:(?:every|each|all(?: of)?(?: the| my| your| our| their)?|any|a copy of (?:every|each|all|any)(?: the| my)?)(?: \w+)?"
    r" (?:messages?|conversations?|chats?|prompts?|replies|reply|responses?|transcripts?)\b|everything (?:i|we|the user|they|he|she) (?:say|type|write|ask|send|tell)s?\b"
    r"|(?:setiap|semua|seluruh) (?:pesan|percakapan|obrolan|chat)\b|(?:cada|todos los|todas las|todas as|todos os) (?:mensaj\w+|mensage\w+|conversa\w*)"
    r"|(?:chaque|tous les|toutes les) (?:messages?|conversations?)\b|(?:jede|alle) (?:nachricht\w*|unterhaltung\w*))"
)

EXFILTRATION: tuple[tuple[str, str], ...] = (
    ("send_secret*", rf"{_SEND}{_NEAR_DOTS}{_SECRET}{_NEAR_DOTS}{_PLACE}"),
    (
        "send_secret_to*",
        rf"(?:{_SECRET}{_NEAR}{_PLACE}{_NEAR_DOTS}{_SEND}|{_PLACE}{_NEAR_DOTS}{_SEND}{_NEAR}{_SECRET}|{_PLACE}{_NEAR_DOTS}{_SECRET}{_NEAR}(?:भेज|送|发|發|上传|보내|전송|g[oö]nder|发|發|传|بفرست))",
    ),
    (
        "secret_sent_to*",
        rf"{_SECRET}{_NEAR}(?:发送|發送|发给|發給|发到|發到|上传|上傳|转发|轉發|传给|提交|送信|전송|보내|भेज)(?:到|至|给|給|于)?{_NEAR}{_PLACE}|\b(?:collect|gather|read|grab|harvest|steal|kumpulkan|ambil|curi)\b{_NEAR}{_SECRET}{_NEAR}\b(?:send|forward|post|upload|e-?mail|kirim\w*)\b{_NEAR_DOTS}{_PLACE}",
    ),
    (
        "send_secretly",
        r"(?:secretly|covertly|quietly|silently|surreptitiously|diam diam|secara diam diam|en secreto|heimlich|en secret|di nascosto|тайно|незаметно) (?:\w+ )?(?:send|upload|forward|exfiltrat\w+|transmit|leak|share|copy|collect|email|post|log all|record|mengirim\w*|kirim\w*|unggah|envia\w*|sende\w*|envoie\w*|invia\w*|отправ\w+|перешл\w+)",
    ),
    (
        "send_secretly_cjk*",
        r"(?:偷偷|悄悄|秘密|暗中)(?:地)?.{0,6}(?:发送|發送|上传|上傳|转发|轉發|发给|收集|记录)|(?:こっそり|密かに).{0,10}(?:送|アップロード|転送)|몰래.{0,12}(?:보내|전송|업로드)",
    ),
    ("exfiltrate", r"exfiltrat(?:e|ing|ion)(?: \w+){0,4}? ?(?:to|data|keys?|secrets?|files?|credentials?|user|the)"),
    (
        "shell_secret*",
        r"\b(?:curl|wget|http|https|fetch|invoke-webrequest|iwr|irm|nc|ncat|netcat|telnet|nslookup|dig)\b(?![^\n]{0,60}authorization: ?bearer)[^\n]{0,200}?(?:\$\{?|%|process\.env\.|os\.environ\W{1,3})\w*(?:key|token|secret|passw|credential|api|auth)\w*",
    ),
    (
        "shell_file*",
        r"\b(?:curl|wget|nc|ncat|netcat|scp|rsync|ftp|sftp|rclone|aws s3 cp|gsutil cp)\b[^\n]{0,120}?(?:@|<|\s)\s?[\"']?(?:~|\$home|/home/\w+|/root|/etc|\.)?/?[\w./-]*(?:\.env\b(?!\.(?:example|sample|template))|id_rsa\b(?!\.pub)|id_ed25519\b(?!\.pub)|\.aws/credentials|\.netrc|\.pgpass|\.npmrc|\.pypirc|/etc/shadow|/etc/passwd|\.git-credentials|\.kube/config|\.docker/config\.json|wallet\.dat|cookies\.sqlite|login data)",
    ),
    (
        "pipe_secret*",
        r"(?:\bcat|\btype|\bless|\bhead|\btail|\bgrep|\bbase64|\btar|\bzip|<)[^\n|;&]{0,100}(?:\.env\b(?!\.(?:example|sample|template))|id_rsa\b(?!\.pub)|id_ed25519\b(?!\.pub)|\.aws/credentials|\.netrc|\.pgpass|\.npmrc|\.pypirc|/etc/shadow|\.git-credentials|\.(?:ssh|aws|gnupg|kube)\b)[^\n]{0,80}(?:\||>|&&|;)[^\n]{0,60}\b(?:curl|wget|nc|ncat|netcat|telnet|openssl|ssh|scp|mail|sendmail|xargs|base64|python|tee /dev/tcp|/dev/tcp)",
    ),
    (
        "read_secret*",
        r"\bcat\s+(?:[\w~$./-]*/)?(?:\.env|credentials|\.netrc|\.pgpass|\.npmrc|\.pypirc|id_rsa|id_ed25519|\.git-credentials|shadow)(?![\w.-])",
    ),
    (
        "dump_environment*",
        r"\b(?:printenv|env|set|export -p)\b\s*(?:\|[^\n|]{0,40})*\|\s*(?:curl|wget|nc|ncat|netcat|base64|mail)\b|\b(?:curl|wget)\b[^\n]{0,120}\$\((?:env|printenv|cat|set)\b|[`]\s*(?:env|printenv)\s*[`][^\n]{0,40}https?://",
    ),
    (
        "code_beacon*",
        r"\.(?:post|put)\([^\n]{0,160}(?:os\.environ\b(?!\[)|process\.env\b(?!\.\w)|open\([^)]{0,60}(?:\.env|id_rsa|credentials))",
    ),
    (
        "secret_then_send*",
        rf"{_SECRET}{_NEAR}\b(?:(?:post|send|forward|upload|e-?mail|report|transmit)\s+(?:it|them|those|all)\b|(?:lalu|kemudian|dan|terus)\s+(?:kirim\w*|unggah|teruskan)\b|(?:y|et|und|e)\s+(?:envia\w*|envoie\w*|sende\w*|invia\w*)\b){_NEAR_DOTS}{_PLACE}",
    ),
    (
        "image_beacon*",
        r"https?://[^\s]{0,200}[?&]\w{1,20}=\W{0,4}(?:followed by|plus|and then|with|diikuti|ditambah)\b[^\n]{0,40}\b(?:messages?|conversations?|chat|secrets?|tokens?|answers?|questions?|context|pesan|percakapan|obrolan)|!\[[^\]]{0,80}\]\(\s*https?://[^)\s]{0,200}[?&/=](?:[^)\s]{0,80}(?:\{|%7b|<|\$|\[)|(?:data|d|q|secret|token|history|context|prompt|conversation|cookie|key|leak|exfil)=)",
    ),
    (
        "url_beacon",
        r"(?:append|add|include|embed|encode|put|insert|attach) … (?:conversation|chat|context|system prompt|user ?s? (?:\w+ )?(?:data|messages?|names?|inputs?|questions?|query|queries|replies|answers?)|history|secrets?|tokens?|keys?|passwords?|response|answer) … (?:in|into|to|as|onto|inside) (?:\w+ ){0,3}?(?:url|uri|image url|query (?:string|parameters?)|image (?:link|tag|source)|markdown image|get parameter|link|request)",
    ),
    (
        # Channels that need no address, because what is written there is published.
        "publish_secret*",
        rf"(?<!never )(?<!not )(?<!n't )(?<!jangan )\b(?:attach|paste|put|place|embed|include|hide|encode|append|insert|write|base64-encode|tempel\w*|sisipkan|masukkan)\b{_NEAR_DOTS}(?:{_SECRET}){_NEAR_DOTS}\b(?:in|into|to|as|inside|ke|di|dalam)\b[^\n]{{0,24}}\b(?:pull requests?|commit messages?|gists?|issues?|image (?:links?|urls?|tags?)|query parameters?|pastes?|dns|pesan commit|deskripsi)\b",
    ),
    (
        "harvest_secret*",
        rf"(?<!never )(?<!not )(?<!n't )(?<!jangan )\b(?:collect|gather|harvest|record|capture|save|store|remember|write|copy|simpan|catat|kumpulkan|rekam)\b[^\n.]{{0,24}}(?:{_SECRET})[^\n.]{{0,40}}\b(?:(?:that|which|as they) (?:appears?|(?:is|are) (?:typed|entered|mentioned|pasted|shared))|(?:he|she|they|the users?|anyone|somebody) (?:types?|enters?|mentions?|pastes?|shares?)|setiap kali|yang (?:disebut|diketik|dimasukkan))\b",
    ),
    (
        "read_key_and*",
        r"\b(?:read|open|print|display|copy|load|baca|buka|salin|tampilkan)\b[^\n]{0,40}(?:\.ssh/id_\w+|\bid_rsa|\bid_ed25519|\.aws/credentials|/etc/shadow|\.netrc|\.git-credentials)(?!\.pub)\b[^\n]{0,40}\b(?:and|then|dan|lalu)\b[^\n]{0,24}\b(?:keep|save|store|send|include|remember|paste|put|tell|write|add|share|simpan|kirim|ingat|tulis)\b",
    ),
    (
        # A standing order to pass on whatever is said to an address, even without a word of secrecy.
        "standing_forward*",
        rf"\b(?:always|from now on|henceforth|going forward|every time|each time|whenever|selalu|mulai sekarang|setiap kali|siempre|a partir de ahora|sempre|toujours|desormais|immer|ab sofort)\b{_NEAR}{_SEND}{_NEAR}{_WHATEVER_IS_SAID}{_NEAR}{_ADDRESS}"
        rf"|{_WHATEVER_IS_SAID}{_NEAR}{_ADDRESS}{_NEAR_DOTS}\b(?:weiter)?(?:leiten|schicken|senden)\b"
        rf"|{_SEND}{_NEAR}{_WHATEVER_IS_SAID}{_NEAR}{_ADDRESS}{_NEAR}\b(?:always|from now on|henceforth|going forward|selalu|mulai sekarang|siempre|sempre|toujours|immer)\b"
        rf"|\b(?:forward|bcc|relay|mirror|teruskan|reenvia\w*|inoltra\w*|перешл\w+)\b (?:me )?{_WHATEVER_IS_SAID}(?: \w+){{0,4}} {_ADDRESS}",
    ),
    (
        "remote_mirror",
        r"(?:(?:every|each|all) (?:user )?(?:message|conversation|reply|response|prompt|answer|chat)s?|(?:setiap|semua) (?:pesan|jawaban|percakapan)|кажд\w+ (?:ответ|сообщение)) (?:\w+ ){0,6}?(?:to|ke|на|a|an) (?:https?|\w+@\w+|\d{1,3}\.\d+)",
    ),
)

PERSISTENCE: tuple[tuple[str, str], ...] = (
    (
        "ssh_backdoor*",
        r"(?:>>?|\btee\b|\becho\b|\bprintf\b|\badd(?:ing)?\b|\bappend\b|\bwrite\b|\bput\b|\binsert\b|\binject\b|(?<!ssh-)\bcopy\b|\bcp\b|\binstall\b|\bplace\b|tambah\w*|masukkan|tulis|sisipkan|anade|agrega|ajoute|fuge|добав\w+|запиши|添加|写入|加入|追加)(?! (?:your|the user'?s?|their|his|her|a new hire'?s?) (?:own )?(?:ssh )?(?:public )?key)[^\n]{0,120}authorized_keys(?! (?:is|are|was|through|via|with) )|authorized_keys[^\n]{0,60}(?:ssh-rsa|ssh-ed25519|に追加|에 추가|添加|写入)",
    ),
    (
        "add_ssh_key",
        r"(?:add|append|install|inject|insert|put|place|tambahkan|masukkan) (?:this|my|the following|following|attacker ?s?|kunci|ini) (?:\w+ ){0,2}?(?:ssh|public) (?:public )?key",
    ),
    (
        "agent_file",
        r"(?:add|append|write|inject|insert|put|place|copy|save|tambahkan|tulis|sisipkan|masukkan|masukan|simpan|anade|agrega|escribe|ajoute|ecris|fuge|schreibe?|добавь|запиши|впиши) (?:this|these|the following|the above|following|ini|berikut|esta|estas|cette|ces|diese\w*|эт\w+|a hidden|hidden|a secret)(?: \w+){0,6}? (?:to|into|in|inside|at the (?:top|end) of|ke|ke dalam|di|a|en|dans|in die|в)(?: (?:the|your|all|every|each|project s|file|berkas))* ?(?:agents\.md|claude\.md|gemini\.md|soul\.md|memory\.md|user\.md|\.?cursorrules|\.?clinerules|\.?windsurfrules|copilot instructions|system prompt)",
    ),
    (
        "agent_file_shell*",
        r"(?:\becho\b|\bprintf\b|\bcat\b)[^\n]{0,200}>>?\s*[~\w./$-]*(?:agents\.md|claude\.md|gemini\.md|soul\.md|memory\.md|\.cursorrules|\.clinerules|\.windsurfrules|copilot-instructions\.md)",
    ),
    (
        "startup_shell*",
        r"(?:\becho\b|\bprintf\b)[^\n]{0,200}\b(?:curl|wget|nc|ncat|bash -i|base64|python3? -c|eval|/dev/tcp|sh -c|powershell)\b[^\n]{0,200}>>?\s*[~\w./$-]*(?:\.bashrc|\.zshrc|\.profile|\.bash_profile|\.zprofile|crontab|cron\.d|rc\.local|autostart)"
        r"|\b(?:add|append|write|put|insert|tambahkan|tulis|masukkan|anade|agrega|ajoute|fuge|добавь)\b[^\n]{0,80}(?:bashrc|zshrc|profile|crontab|startup|autostart|rc\.local)[^\n]{0,160}(?:\b(?:curl|wget|nc|ncat|bash -i|base64 -d|python3? -c|powershell)\b|/dev/tcp)",
    ),
    (
        "cron*",
        r"(?:\bcrontab\b|/etc/cron|@reboot|\*/\d+ \* \* \* \*|(?:\* ){4}\*)[^\n]{0,120}(?:\b(?:curl|wget)\b[^\n]{0,120}\|\s*(?:ba|z)?sh|\bnc\b|bash -i|/dev/tcp|https?://)|\b(?:curl|wget)\b[^\n]{0,120}\|\s*crontab",
    ),
    (
        "run_remote_always*",
        r"(?:\balways\b|\bat the (?:start|beginning|end) of\b|\bevery (?:time|session|conversation|turn|message|morning|startup)\b|\beach (?:time|session|conversation|turn|startup)\b|\bon (?:every |each )?(?:startup|boot|login|launch)\b|\bwhenever\b|\bbefore (?:each|every|any|answering)\b|\bsetiap (?:kali|sesi|percakapan)\b|\bdi awal\b|\bselalu\b|\bsiempre\b|\ben cada\b|\btoujours\b|\ba chaque\b|\bimmer\b|\bbei jede\w\b|\bвсегда\b|\bв кажд\w+|\bпри кажд\w+|每次|总是|總是|毎回|매번|항상)"
        r"[^\n]{0,120}(?:\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n]{0,120}(?:\|\s*(?:sudo )?(?:ba|z)?sh|\.sh\b|https?://)|\b(?:download|fetch|pull|get|unduh|descarga|telecharge|lade|скача\w+|загрузи)\b[^\n]{0,60}\b(?:and|then|dan|lalu|y|et|und|и) (?:then )?(?:run|execute|eval|jalankan|eksekusi|ejecuta|execute|fuhre|запусти|выполни)|(?:run|execute|jalankan|eksekusi|ejecuta|execute|запуска\w+|выполня\w+|执行|執行|运行|実行|실행)[^\n]{0,40}(?:https?://|script from|skrip dari|从))"
        r"|\b(?:run|execute|jalankan|eksekusi|ejecuta|запускай|выполняй)\b[^\n]{0,30}\b(?:script|skrip|code|kode|program|binary|file|berkas|скрипт)\b[^\n]{0,12}\b(?:from|at|dari|desde|de|с)\b\s*https?://[^\n]{0,80}\b(?:every|each|always|whenever|at the (?:start|end)|on startup|before|setiap|selalu|cada|каждый)",
    ),
    (
        "remote_shell*",
        r"\b(?:curl|wget)\b[^\n|]{0,160}(?:http://|\d{1,3}(?:\.\d{1,3}){3}|pastebin|raw\.githubusercontent\.com/[^\n|]{0,80}(?:evil|payload|shell)|evil|attacker|malware)[^\n|]{0,120}\|\s*(?:sudo )?(?:ba|z|da)?sh\b|\b(?:exec|eval|compile)\([^\n]{0,60}\b(?:urlopen|requests\.get|fetch|http\.get|file_get_contents|httpx\.get)\s*\(|\b(?:iex|invoke-expression)\b[^\n]{0,60}downloadstring",
    ),
    (
        "every_reply",
        r"(?:append|include|add|insert|prepend|repeat|output|attach|write) (?:\w+ ){0,4}?(?:exact|token|canary|marker|verbatim|phrase|string|reference code|tracking code|link to http\w*) (?:[\w{}]+ ){0,5}?(?:in|to|at|into|with) (?:the (?:end|start|top|bottom) of )?(?:every|each|all|any|your)(?: future| subsequent)? (?:\w+ )?(?:repl(?:y|ies)|responses?|summar(?:y|ies)|messages?|answers?|reports?|e mails?|outputs?|reviews?|conversations?)"
        r"|(?:token|code|phrase|string|marker|jeton|codigo|codice) (?:[\w{}]+ ){0,4}?(?:must be|muss|doit etre|debe|deve)(?: \w+){0,4}? (?:included|appended|added|repeated|ajoute|anadirse|aggiunto|angehangt|antwort|reponse|respuesta|risposta|every|all)",
    ),
    (
        "agent_file_edit",
        r"(?:modify|edit|update|change|rewrite|ubah|sunting) (?:\w+ ){0,3}?(?:agents\.md|claude\.md|gemini\.md|soul\.md|memory\.md|\.?cursorrules|\.?clinerules|system prompt) (?:to|with|so|agar|supaya) … (?:this|these|the following|hidden|ini|berikut) (?:\w+ )?(?:instructions?|rules?|lines?|text|commands?|instruksi|perintah|teks)",
    ),
    (
        "agent_guard_off",
        r"(?:modify|edit|update|change|set|ubah) (?:\w+ ){0,3}?(?:agents\.md|claude\.md|gemini\.md|soul\.md|\.?cursorrules|\.?clinerules|config\.ya?ml|config\.toml|settings\.json) (?:to|and|so|agar|supaya|untuk) … (?:disable|turn off|skip|bypass|send|upload|exfiltrate|ignore|hide|auto approve) … (?:approvals?|permissions?|sandbox|safety|reviews?|confirmations?|checks|data|keys?|user)",
    ),
    (
        "backdoor",
        r"(?:add|install|insert|create|plant|leave|open|hide|embed|pasang|tanam|buat) (?:an? |the |sebuah )?(?:\w+ )?(?:backdoor|pintu belakang)|(?:job|script|task|service|hook|process) (?:that|which|yang) (?:phones home|calls home|beacons)",
    ),
    (
        "plant_link*",
        rf"\b(?:include|add|insert|append|mention|put|sertakan|tambahkan)\b{_NEAR_DOTS}(?:{_URL}|{_HOST}){_NEAR_DOTS}\b(?:in|to|into|at|di|ke|dalam)\b[^\n]{{0,24}}\b(?:every|each|all|your|any|setiap|semua)\b[^\n]{{0,16}}\b(?:repl(?:y|ies)|responses?|messages?|answers?|e-?mails?|outputs?|balasan|jawaban|pesan)"
        rf"|\b(?:in|to|at|di)\b[^\n]{{0,12}}\b(?:every|each|all|any|setiap|semua)\b[^\n]{{0,12}}\b(?:repl(?:y|ies)|responses?|messages?|answers?|balasan|jawaban|pesan)\b[^\n]{{0,20}}\b(?:include|add|insert|append|put|sertakan|tambahkan)\b{_NEAR_DOTS}(?:{_URL}|{_HOST})"
        rf"|\bwhen(?:ever)? (?:the )?users? asks?\b{_NEAR_DOTS}\b(?:recommend|promote|advertise|direct them|redirect)\b{_NEAR_DOTS}(?:{_URL}|{_HOST})",
    ),
    (
        "keep_in_memory",
        r"(?:save|store|keep|write|add|persist|put) (?:this|the following|it|these)(?: (?:note|instruction|rule|text|message|information))?s? (?:to|in|into) (?:your |the )?(?:long ?term |permanent |persistent |own )?memory (?:so|and|for|permanently|forever|across|as an? (?:rule|instruction))",
    ),
    (
        "spread",
        r"(?:copy|include|add|append|insert|embed|put|repeat|write|propagate|spread|replicate|salin|sertakan|sisipkan|tambahkan|copia|incluye|kopiere|copie|скопируй|добавляй|вставляй) (?:(?:teks|pesan|instruksi|kalimat|catatan) )?(?:this|these|ini|este|esta|diese\w*|ce|cette|это\w*|эт\w+)(?: (?:exact|entire|whole|same|hidden))? ?(?:(?:text|message|note|instructions?|prompt|memory|(?:line|sentence|paragraph)(?=(?: \w+){2,7} (?:readmes?|documents?|repo\w*|repl(?:y|ies)|responses?|answers?|messages?|memor(?:y|ies)|conversations?|prompts?)\b)|teks|pesan|instruksi|kalimat|catatan|mensaje|texto|instruccion|nachricht|anweisung|texte|текст|сообщение|инструкци\w+)(?: \w+){0,3}?)? (?:in|into|to|at the (?:start|end|top) of|ke|di|dalam|en|a|dans|в|во|ke dalam|di dalam)(?: (?:the|your))* (?:every|each|all|any|setiap|semua|seluruh|cada|todos|todas|jede\w*|alle\w*|chaque|tous|кажд\w+|все)",
    ),
    (
        "store_instruction",
        r"(?:save|store|remember|keep|persist|memori[sz]e|record|write|simpan|ingat|guarda|recuerda|speichere|enregistre|сохрани|запомни) (?:this|these|the following|following|ini|esta|estas|diese\w*|cette|эт\w+|instruksi|perintah)(?: \w+)? ?(?:as )?(?:an? )?(?:permanent |persistent |hidden |secret |top priority |system )*(?:instructions?|directives?|commands?|rules? for all|system prompt|ini|instruccion|anweisung|инструкци\w+|команд\w+)? ?(?:as|in|into|to|for|across|forever|permanently|ke|di|untuk|en|para|для|в)(?: \w+){0,4}? (?:all future|every future|future (?:sessions|conversations|chats)|system prompt|all (?:sessions|conversations|users)|memori (?:permanen|jangka)|setiap sesi|semua sesi|selamanya|todas las sesiones|alle zukunftigen|всех будущих)",
    ),
    (
        "sudo_backdoor*",
        r"nopasswd\s*:\s*all[^\n]{0,60}(?:>>|tee|sudoers)|(?:>>|tee)[^\n]{0,40}sudoers|\bchmod\s+(?:u\+s|4[0-7]{3})\s+/(?:usr/)?bin/\w*sh\b|\buseradd\b[^\n]{0,60}-o[^\n]{0,30}-u\s*0\b",
    ),
    (
        "cover_tracks*",
        r"\bunset histfile\b|\bhistfile=/dev/null|\bhistory -c\b[^\n]{0,40}(?:&&|;|always|every)|\bshred\b[^\n]{0,60}(?:/var/log|history)|\brm\b[^\n]{0,30}(?:/var/log|\.bash_history)",
    ),
    (
        "wipe*",
        r"(?<!never )(?<!not )(?<!n't )(?<!avoid )(?<!jangan )(?:\b(?:run|execute|always|then|do|jalankan|eksekusi|ejecuta|execute|запусти|执行|运行)\b[\s:`'\"]{1,4}|&&\s*|;\s*|\|\|\s*)(?:sudo )?(?:rm\s+-\w*r\w*\s+(?:--no-preserve-root\s+)?[\"']?(?:/|~|\$home)(?:[\s\"'*;`]|$|/\*)|mkfs\.\w+ /dev|dd if=/dev/(?:zero|random|urandom) of=/dev/)|:\(\)\s*\{\s*:\|:&\s*\};:|\brm\s[^\n]{0,20}--no-preserve-root",
    ),
)

COMMAND_AND_CONTROL: tuple[tuple[str, str], ...] = (
    (
        "reverse_shell*",
        r"/dev/tcp/|\bbash -i\s*>&|\b(?:nc|ncat|netcat)\b[^\n]{0,60}\s-\w*e\w*\s|\bmkfifo\b[^\n]{0,80}\bnc\b|socket\.socket\([^\n]{0,200}(?:dup2|subprocess|/bin/sh)|\bpowershell(?:\.exe)?\b[^\n]{0,60}\s-(?:e|en|enc|encodedcommand)\s+[a-z0-9+/=]{12,}|\biex\s*\(\s*(?:\(|new-object|iwr|irm)|\bsocat\b[^\n]{0,80}exec:",
    ),
    (
        "pull_tasks*",
        rf"\b(?:fetch|pull|get|download|poll|retrieve|request|await|wait[\W_]+for|check[\W_]+for|ambil|unduh|tunggu|obten|recibe|hol|warte[\W_]+auf|получай|жди)[\W_]+(?:\w+[\W_]+){{0,3}}?(?:tasks?|instructions?|commands?|orders?|jobs|tugas|perintah|instruksi|ordenes|instrucciones|comandos|befehle|anweisungen|команд\w*|задани\w*|инструкци\w*)[\W_]+(?:from|at|via|on|dari|de|desde|von|с|от|из)[\W_]+(?:\w+[\W_]+){{0,2}}?(?:{_URL}|{_IP}|{_HOST}|c2|command[\W_]+(?:and[\W_]+control|server)|(?:my|our|remote|control|external)[\W_]+(?:server|endpoint|node|host))",
    ),
    ("command_host*", r"(?<![\w.-])c2[.-](?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,}"),
    (
        "poll_for_orders*",
        rf"\b(?:poll|fetch|check|query|contact|ask|read|visit)[\W_]+(?:{_URL}|{_IP}|{_HOST})\S*[\W_]+(?:for|to[\W_]+(?:get|receive))[\W_]+(?:\w+[\W_]+){{0,2}}?(?:commands?|tasks?|instructions?|orders?)\b"
        rf"|\b(?:fetch|download|get|read|load|open|visit)[\W_]+(?:\w+[\W_]+){{0,3}}?(?:{_URL}|{_IP}|{_HOST})\S*[\W_]+(?:and|then)[\W_]+(?:then[\W_]+)?(?:obey|follow|comply|eval|do (?:what|whatever|as))\b",
    ),
    (
        "register_node",
        r"(?:register|enroll|announce|identify) (?:yourself|this (?:agent|machine|host|node)|itself|as an? (?:node|agent|bot|worker)) … (?:with|at|to|on) (?:the |our |my )?(?:\w+ )?(?:https?|\d{1,3}\.\d{1,3}|c2|command|control|operator|server|botnet|master|controller|network|node)",
    ),
    (
        "beacon*",
        rf"\b(?:beacon|phone[\W_]+home|heartbeat|check[\W_]?in|call[\W_]+home|report[\W_]+back|connect[\W_]+back)[\W_]+(?:\w+[\W_]+){{0,4}}?(?:to|with|at)[\W_]+(?:\w+[\W_]+){{0,2}}?(?:{_URL}|{_IP}|c2\b|command[\W_]+(?:server|and[\W_]+control)|operator\b|(?:control|attacker)[\W_]+server|mothership|botnet)",
    ),
    (
        "must_report",
        r"you (?:must|shall|will|have to|need to) (?:\w+ )?(?:register|connect|report|beacon|check in|phone home)(?: back)? (?:to|with|at) (?:the |our |my )?(?:\w+ )?(?:https?|\d{1,3}\.\d{1,3}|c2|server|operator|controller|node|network|command|master|endpoint)",
    ),
    (
        "framework",
        r"(?:cobalt strike|sliver|havoc|mythic|meterpreter|brute ratel|empire|covenant|merlin|poshc2|metasploit) (?:c2|beacon|implant|agent callback|demon|payload|stager|listener|teamserver|session)|command and control (?:server|channel|node|infrastructure) (?:at|is|on)|c2 (?:server|channel|node|endpoint|infrastructure|callback) (?:at|is|on|:|https?)|brainworm|(?:connect|report|talk|register|call back)(?: back)? (?:to|with) (?:the |a |our |my )?(?:c2|command and control)",
    ),
    (
        "join_botnet",
        r"(?:join|become part of|connect to) (?:the |our |my )?(?:botnet|swarm of (?:bots|agents)|c2 network)",
    ),
)
