"""Keys, tokens and passwords: the shapes their makers publish, and plain assignments."""

# ruff: noqa: E501  (a pattern is easier to check on one line)

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

# rule id -> pattern of the token itself, or with it as the group "value"; case matters
TOKENS: dict[str, str] = {
    "aws_access_key": r"\b(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{16}\b",
    "github_token": r"\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{22,})",
    "gitlab_token": r"\bgl(?:pat|dt|ptt|rt|soat|cbt)-[\w-]{20,}",
    "api_key_sk": r"\bsk-(?:ant-|proj-|svcacct-|admin-|live-|test-|or-v1-|lf-)*[A-Za-z0-9_-]{16,}",
    "stripe_key": r"\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|\bwhsec_[A-Za-z0-9]{20,}",
    "slack_token": r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-\d-[A-Za-z0-9-]{10,}",
    "webhook_url": r"hooks\.slack\.com/services/T\w+/B\w+/\w+|discord(?:app)?\.com/api/webhooks/\d+/[\w-]{20,}",
    "google_key": r"\bAIza[\w-]{35}|\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{20,}",
    "npm_token": r"\bnpm_[A-Za-z0-9]{30,}",
    "pypi_token": r"\bpypi-AgE[\w-]{20,}",
    "huggingface_token": r"\bhf_[A-Za-z0-9]{30,}",
    "sendgrid_key": r"\bSG\.[\w-]{16,}\.[\w-]{16,}",
    "twilio_key": r"\bSK[0-9a-f]{32}\b",
    "mailgun_key": r"\bkey-[0-9a-f]{32}\b",
    "telegram_bot_token": r"\b\d{8,10}:AA[\w-]{30,}",
    "discord_token": r"\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}",
    "jwt": r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}",
    "private_key": r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|AGE-SECRET-KEY-1[0-9A-Z]{50,}",
    "vendor_token": (
        r"\b(?:dop_v1_[0-9a-f]{40,}|shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}|sq0(?:atp|csp)-[\w-]{22,}|gsk_\w{30,}"
        r"|r8_\w{30,}|pplx-\w{30,}|xai-\w{30,}|ATATT3\w{20,}|lin_api_\w{30,}|ntn_\w{30,}|secret_\w{40,}|figd_[\w-]{30,}"
        r"|PMAK-[\w-]{40,}|tskey-(?:auth|api)-[\w-]{16,}|dckr_pat_[\w-]{20,}|dp\.(?:pt|st)\.\w{30,}|hvs\.[\w-]{20,}"
        r"|fly_v1_\w{20,}|EAA[A-Za-z0-9]{40,}|AccountKey=[A-Za-z0-9+/=]{40,})"
    ),
    "basic_auth": r"(?i:authorization\\*[\"']?\s*:\s*\\*[\"']?basic)\s+(?P<value>[A-Za-z0-9+/]{12,}={0,2})",
    "bearer_token": r"\b[Bb]earer\s+(?P<value>(?=[A-Za-z0-9._~+/-]*\d)[A-Za-z0-9._~+/-]{20,}=*)",
    "pin": r"\b(?i:pin)(?:(?i:\s+(?:atm|kartu|card|bank|hp|sim|phone))(?:\s+(?:is|adalah))?\s*[:=]?\s*|\\*[\"']?\s*(?::|=|is\s|adalah\s)\s*\\*[\"']?)(?P<value>\d{4,8})\b",
    "card_code": r"\b(?i:cvv2?|cvc)\W{1,6}(?P<value>\d{3,4})\b",
    "url_password": r"\b[a-z][a-z0-9+.-]{1,20}://(?P<user>[^\s:/@'\"<>{}$]{0,64}):(?P<value>[^\s:/@'\"<>{}$*]{3,128})@[\w.-]+",
}

_NAMES = (
    r"pass(?:word|wd|phrase|code)?|pwd?|secret(?:[_ -]?key)?|client[_ -]?secret|api[_ -]?key|(?:api|auth|access|bot|bearer"
    r"|refresh|session)?[_ -]?token|access[_ -]?key(?:[_ -]?id)?|(?:private|encryption|signing|master|license)[_ -]?key"
    r"|credentials?|kata ?sandi|sandi|kunci[_ ]api|contraseña|clave|senha|mot de passe|passwort|kennwort|wachtwoord|hasło"
    r"|şifre|parola|mật khẩu|пароль|пароля|токен|密码|密碼|口令|密钥|密鑰|パスワード|비밀번호|암호|كلمة المرور|كلمة السر|पासवर्ड|รหัสผ่าน"
)
_FIELD = re.compile(
    rf"(?:.*[^A-Za-z]|.*[a-z](?=[A-Z]))?(?i:(?:pg|ssh|db)?(?:{_NAMES})|pin|cvv2?|cvc|(?:password|passphrase|secret|api[_ -]?key|access[_ -]?key)s)"
)
_ASSIGNMENT = re.compile(
    rf"(?<![A-Za-z])(?:[A-Za-z0-9]{{1,40}}[_-]){{0,8}}(?:pg|ssh|db)?(?:{_NAMES})(?:nya|ku|mu)?(?:[_-][A-Za-z0-9]+)*\\*[\"']?"
    r"(?:\s+(?:saya|aku|kami|kita|wifi|wi-fi))?(?:\s+(?:for|of|untuk|de|für|для)\s+(?:the\s+)?[\w.@-]+(?:\s+[\w.@-]+)?)?"
    r"\s*(?:(?P<hard>:=|=>|=|:|：)|\b(?P<soft>is|are|was|adalah|yaitu|ialah|es|é|est|ist|è|jest|to|это|—|-)(?=\s)|是|为|為|は|는|은|(?<=saya)(?=\s)|(?<=aku)(?=\s))\s*"
    r"\\*(?P<quote>[\"'`“]?)(?P<value>(?:[^\s\"'`“”,;、。\\]|\\(?!\\*[\"'])){6,200})",
    re.IGNORECASE,
)
_SEED = re.compile(
    r"(?i:seed|recovery|mnemonic|frasa pemulihan)(?i:\s+phrase|\s+words?)?\W{1,4}(?:is\W+|adalah\W+)?((?:[a-z]{3,8}\s+){11,23}[a-z]{3,8})\b"
)
_NOT_SECRET = re.compile(
    r"(?i:[<{$%(\[].*|.*[>}\])]|\*+|x+|\.+|_+|https?:.*|~?/.*|\./.*|os\.environ.*|process\.env.*|settings\..*|config\..*"
    r"|env[.:].*|vault:.*|op://.*|keychain.*|sha-?\d+\S*|md5\S*|hmac\S*|bcrypt\S*|argon2\S*|scrypt\S*|pbkdf2\S*|[hre]s(?:256|384|512)\S*"
    r"|aes-?\d+\S*|rsa-?\d+\S*|ed25519\S*|oauth-?2?\S*|base64\S*|utf-?8|jwt\S*|saml2?\S*|x509\S*|pkcs\S*|totp\S*|fido2|webauthn|1password\S*"
    r"|v\d+(?:\.\d+)*|\d+(?:[.,]\d+)*[a-z%]{0,3}|\d+-?(?:days?|hours?|minutes?|chars?|characters?|hari|jam|bits?|bytes?|tokens?)\S*"
    r"|(?:change|replace|your|my|example|dummy|placeholder|redacted|todo|test|fake|sample)\S*|[a-z]+(?:[._-][a-z]+){1,2}|[a-z_]+\(.*)"
)
_FILLED_IN = re.compile(r"([Xx*.0])\1{7}|[Pp]laceholder")  # sk-xxxxxxxxxxxxxxxx: how documents show a token
_BASIC_PLACEHOLDER = re.compile(r"(?i:pass(?:word|wd)?|pw|pwd|secret|xxx+|changeme|example|\*+|your\S*|token)")

_COMPILED = [(rule, re.compile(pattern)) for rule, pattern in TOKENS.items()]


def find_secrets(text: str) -> Iterator[tuple[str, int, int]]:
    """(rule, start, end) of each credential in ``text``."""
    for rule, pattern in _COMPILED:
        for match in pattern.finditer(text):
            if rule == "url_password" and _is_placeholder(match["user"], match["value"]):
                continue
            if _FILLED_IN.search(match.group()):
                continue
            yield rule, *match.span("value" if "value" in pattern.groupindex else 0)
    for match in _ASSIGNMENT.finditer(text):
        if is_secret(match["value"].rstrip(".!?)"), quoted=bool(match["quote"])):
            yield "assigned_secret", match.start("value"), match.end("value")
    for match in _SEED.finditer(text):
        yield "seed_phrase", match.start(1), match.end(1)


def _is_placeholder(user: str, password: str) -> bool:
    """``postgres:postgres@``, ``user:password@``: what documentation and local defaults say."""
    return user == password or _BASIC_PLACEHOLDER.fullmatch(password) is not None


@lru_cache(maxsize=4096)
def names_secret(field: str) -> bool:
    """Whether a field of this name holds a secret and nothing else: ``DB_PASSWORD``, ``accessToken``, not ``max_tokens``."""
    return _FIELD.fullmatch(field) is not None


def is_secret(value: str, *, quoted: bool) -> bool:
    """A word is taken for a password when it mixes letters with digits or signs, as words of a note do not."""
    if len(value) < 6 or _NOT_SECRET.fullmatch(value):
        return False
    letters = any(character.isalpha() for character in value)
    digits = any(character.isdigit() for character in value)
    signs = any(not character.isalnum() for character in value)
    if quoted and len(value) >= 8 and letters:
        return True
    if value.count("-") >= 3 and letters:
        return True
    return letters and (digits or (signs and len(value) >= 8 and not value.isascii()) or _odd_signs(value))


def _odd_signs(value: str) -> bool:
    return len(value) >= 8 and bool(re.search(r"[!@#$%^&*?]", value))
