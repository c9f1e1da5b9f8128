"""An export to be shown to others: keys, tokens and passwords hidden, everything else as it is."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from web_fixtures import ROOT, private_datasette

import gagent_db
from gagent_db.cli import main
from gagent_db.sharing import Hider

PASSWORD = "Tr0ub4dor-and-3"
TOKEN = "ghp_" + "a1B2" * 9


def run(path: Path, *args: str) -> Result:
    return CliRunner().invoke(main, ["--db", str(path), *args])


@pytest.fixture
def talk(db_path: Path) -> Path:
    """A session that says a password as one, alone, in a command, in a result and in its title."""
    call = {
        "tool_name": "shell",
        "arguments": {"command": f"curl -H 'Authorization: Bearer {TOKEN}' https://api.example", "password": PASSWORD},
        "result_summary": f"echo {PASSWORD}",
    }
    with gagent_db.open(db_path) as db:
        session = db.create_session(id="s1", channel="cli", title=f"try {PASSWORD}", metadata={"note": PASSWORD})
        db.append(
            session.id,
            [
                {"role": "user", "content": f"The password is {PASSWORD}"},
                {"role": "assistant", "content": "Noted.", "reasoning": f"I use {PASSWORD}", "tool_calls": [call]},
                {"role": "user", "content": f"TODO: change {PASSWORD} in /etc/app.conf"},
            ],
        )
    return db_path


@pytest.mark.parametrize("form", ["jsonl", "md", "html"])
def test_a_redacted_export_says_no_secret_anywhere(talk: Path, form: str) -> None:
    plain, hidden = (run(talk, "export", "s1", "--format", form, *more) for more in ([], ["--redact"]))
    assert PASSWORD in plain.stdout and TOKEN in plain.stdout
    assert hidden.exit_code == 0
    assert PASSWORD.lower() not in hidden.stdout.lower() and TOKEN not in hidden.stdout
    assert "[hidden: secret]" in hidden.stdout and "/etc/app.conf" in hidden.stdout
    assert "secrets hidden" in hidden.stderr and "secrets hidden" not in plain.stderr


def test_a_redacted_export_is_read_back_and_changes_nothing_that_is_there(talk: Path, tmp_path: Path) -> None:
    file = tmp_path / "shared.jsonl"
    written = run(talk, "export", "--all", "--redact", "-o", str(file))
    assert "1 session written" in written.stderr and " hidden: " in written.stderr
    assert run(talk, "import", str(file)).exit_code == 0
    assert PASSWORD in run(talk, "show", "s1").stdout
    other = tmp_path / "other.db"
    assert run(other, "import", str(file)).exit_code == 0
    shown = json.loads(run(other, "show", "s1", "--json").stdout)
    assert len(shown["messages"]) == 3 and PASSWORD not in json.dumps(shown)


@pytest.mark.asyncio
async def test_the_browser_offers_a_redacted_download(talk: Path) -> None:
    ds = private_datasette(talk)
    await ds.invoke_startup()
    base = f"/{talk.stem}/-/sessions/s1"
    assert f"{base}.html?redact=1" in (await ds.client.get(base, actor=ROOT)).text
    for form in ("md", "html", "jsonl"):
        found = await ds.client.get(f"{base}.{form}?redact=1", actor=ROOT)
        assert found.status_code == 200 and PASSWORD not in found.text and TOKEN not in found.text
        assert f's1-redacted.{form}"' in found.headers["content-disposition"]
        assert PASSWORD in (await ds.client.get(f"{base}.{form}", actor=ROOT)).text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("curl -u admin:S3cr3tPw https://x.example/z", "curl -u admin:[hidden: secret] https://x.example/z"),
        ("curl -u 'ada:correct horse' x", "curl -u 'ada:[hidden: secret]' x"),
        (r'{"cmd": "curl -u \"ada:correct horse\" x"}', r'{"cmd": "curl -u \"ada:[hidden: secret]\" x"}'),
        ("curl -u ada:hunter22 'x y'", "curl -u ada:[hidden: secret] 'x y'"),
        ("sshpass -p hunter22 ssh a@b", "sshpass -p [hidden: secret] ssh a@b"),
        ("docker login -u me -p S3cr3tPw!", "docker login -u me -p [hidden: secret]"),
        ("mysql --password=Tr0ub4dor db", "mysql --password=[hidden: secret] db"),
        ("postgres://app:s3cr3tpw@db:5432/x", "postgres://app:[hidden: password]@db:5432/x"),
        ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENGzzzzzKEY", "AWS_SECRET_ACCESS_KEY=[hidden: secret]"),
        ("kata sandi saya: rahasia123", "kata sandi saya: [hidden: secret]"),
        (
            "a -----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4\n\nMIIE+/a=\n-----END RSA PRIVATE KEY----- b",
            "a [hidden: private key] b",
        ),
        ('"-----BEGIN RSA PRIVATE KEY-----\\nMIIE+/a=\\nQQ', '"[hidden: private key]'),
        ("redis-cli -h x -a hunter2 ping", "redis-cli -h x -a [hidden: secret] ping"),
        ("mongosh -u ada -p hunter2", "mongosh -u ada -p [hidden: secret]"),
        ("unzip -P hunter2 a.zip", "unzip -P [hidden: secret] a.zip"),
        ("7z a -phunter2 a.7z b", "7z a -p[hidden: secret] a.7z b"),
        ("htpasswd -b f ada hunter2", "htpasswd -b f ada [hidden: secret]"),
        ("ssh-keygen -t ed25519 -N 'hunter2' -f k", "ssh-keygen -t ed25519 -N '[hidden: secret]' -f k"),
        ("echo hunter2 | sudo -S ls", "echo [hidden: secret] | sudo -S ls"),
        ("machine h login ada password hunter2x", "machine h login ada password [hidden: secret]"),
        ("npm config set //r/:_authToken abc12345", "npm config set //r/:_authToken [hidden: secret]"),
        ("<password>hunter2x</password>", "<password>[hidden: secret]</password>"),
        ("curl -b 'sid=abcdef1234; a=b' x", "curl -b '[hidden: cookie]' x"),
        ("-H 'cookie: sid=abcdef1234; theme=dark'", "-H 'cookie: [hidden: cookie]'"),
        ("Cookie: theme=dark; session=8f3Kd92LmQpZ71xx", "Cookie: [hidden: cookie]"),
        ("Cookie: lang=en; csrftoken=8f3Kd92L; sid=8f3Kd92LmQ\nHost: x", "Cookie: [hidden: cookie]\nHost: x"),
        ("COOKIE: sid=abcdef1234", "COOKIE: [hidden: cookie]"),
        ('cookie = "a=b; sid=abcdef1234"', 'cookie = "[hidden: cookie]"'),
        ('document.cookie="sid=abcdef1234; path=/"', 'document.cookie="[hidden: cookie]"'),
        ("curl -s -b sid=abcdef1234 http://x", "curl -s -b [hidden: cookie] http://x"),
        (
            "curl 'http://x/?a=1&b=2' \\\n  -b $'a=b; sid=abcdef1234'",
            "curl 'http://x/?a=1&b=2' \\\n  -b $'[hidden: cookie]'",
        ),
        ('login --password "my dog rex" -v', 'login --password "[hidden: secret]" -v'),
        ("echo -n hunter2 | sudo -S ls", "echo -n [hidden: secret] | sudo -S ls"),
        ("printf hunter2 | sudo -S ls", "printf [hidden: secret] | sudo -S ls"),
        ("printf '%s\\n' 'hunter2' | sudo -S ls", "printf '%s\\n' '[hidden: secret]' | sudo -S ls"),
        ("htpasswd -nb ada hunter2", "htpasswd -nb ada [hidden: secret]"),
        ("htpasswd -b -c f ada hunter2", "htpasswd -b -c f ada [hidden: secret]"),
        ('htpasswd -bnBC 10 "" hunter2 | tr', 'htpasswd -bnBC 10 "" [hidden: secret] | tr'),
        (
            'Authorization: Digest username="ada", realm="r", response="6629fae49393a05397450978507c4ef1"',
            'Authorization: Digest username="ada", realm="r", response="[hidden: secret]"',
        ),
        ('run(["x", "a]b", "--token", "hunter]2"])', 'run(["x", "a]b", "--token", "[hidden: secret]"])'),
        ("PGPASSWORD='correct horse' psql", "PGPASSWORD='[hidden: secret]' psql"),
        ("pw: hunter2x", "pw: [hidden: secret]"),
        ("{user: bob, password: hunter2}", "{user: bob, password: [hidden: secret]}"),
        ('run(["mysql", "-u", "me", "-phunter2", "db"])', 'run(["mysql", "-u", "me", "-p[hidden: secret]", "db"])'),
        ('{\\"args\\": [\\"--token\\", \\"hunter2\\"]}', '{\\"args\\": [\\"--token\\", \\"[hidden: secret]\\"]}'),
        ("curl -H 'Authorization: Bearer hunter2'", "curl -H 'Authorization: Bearer [hidden: secret]'"),
        ('password = "correct horse battery"', 'password = "[hidden: secret]"'),
        ('{\\"db_password\\": \\"Tr0ub4dor horse\\"}', '{\\"db_password\\": \\"[hidden: secret]\\"}'),
        ("the passphrase is `correct horse battery`", "the passphrase is `[hidden: secret]`"),
        ('mysql --password="correct horse battery" db', 'mysql --password="[hidden: secret]" db'),
        ('mysql "-pcorrect horse" -u ada', 'mysql "-p[hidden: secret]" -u ada'),
        ("mysqldump -u ada '-pa b c' shop", "mysqldump -u ada '-p[hidden: secret]' shop"),
        ('mysql "--password=correct horse" db', 'mysql "--password=[hidden: secret]" db'),
        (r'{"cmd": "mysql \"-pcorrect horse\" db"}', r'{"cmd": "mysql \"-p[hidden: secret]\" db"}'),
        ("7z a '-pcorrect horse' a.7z", "7z a '-p[hidden: secret]' a.7z"),
        ("login --password option7", "login --password [hidden: secret]"),
        ("login --password optional-flag-word", "login --password [hidden: secret]"),
        ("login --password=required", "login --password=[hidden: secret]"),
        ("log in with --password swordfish", "log in with --password [hidden: secret]"),
    ],
)
def test_what_gives_a_secret_away(text: str, shown: str) -> None:
    assert Hider()(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "token = self.cache.get_x(a)", "settings.DATABASE_PASSWORD", "process.env.API_KEY", "max_tokens: 4096",
        "integrity sha512-abcDEF123+/abcDEF123==", "class PasswordResetTokenGenerator:", "--token $TOKEN",
        "password=$PASSWORD", "curl -u $USER:$PASS http://x.example", "secretName: my-app-secret", "--token-file /x/y",
        "commit 3f2a1b4c5d6e7f8a9b0c1d2e3f4a5b6c7d8e9f0a", "uid 123e4567-e89b-12d3-a456-426614174000",
        "docker run -p 8080:80 web", "the password is wrong", "pip install --user foo:bar", "--password-stdin < f",
        "docker run --name mysql -p3306:3306 mysql:8", "mysql -u root -p shop", "mysql -P3306", "mysql -p$PASS",
        "bypass: abc12345", "type A = {password: string, token: Promise<string>}", "{ token: apiToken }",
        '["--token", "$TOKEN"]', 'flags ("--token", "--secret") and "--password"', 'the flag "--token", "which" is',
        '{"password": "Enter your password", "token": "The token to use"}', "Authorization: Bearer tokens are sent",
        'the password is "too short"', "{password: ${PW}}", 'the key is "left of the door"',
        "say '--password', 'then' it", 'export TOKEN="$(cat t)"', 'token = "Bearer $TOKEN"', "Cookie: used for login",
        "grep -b x=abcdefghij", "zip -r a.zip b", "echo hello | sudo tee f", "the password required by it",
        "ssh-keygen -t ed25519 -N '' -f k", "docker run mongo -p 27017", "docker run mongo -p 27018:27017",
        'base64 -b "width=76characters"', "Cookie: theme=dark; lang=en", "if cookie == other.cookie:",
        "the --password option is required", "pass it with --password instead.", "use the '--token flag' of it",
        "of --token (or --password) flags", "gak usah pakai --password lagi", "the flag --password takes a value",
        "is --password required?", "why --token should be kept", 'mysql "-p" shop', "mysql '-p$PASS' shop",
        "htpasswd -nb ada $PASS other", "echo -n hello | sudo tee f", "document.cookie = serialize(name, value)",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    assert Hider()(text) == text


@pytest.mark.parametrize("encoded", range(3))
@pytest.mark.parametrize(
    ("before", "secret", "after"),
    [
        ("run --password=", 'a"bc', " now"),
        ("run --token=", 'abcd"ef', " now"),
        ("curl --password='", 'a"bc9zz', "' x"),
        ('curl --password "', "ab'c9zz1", '" x'),
        ("PGPASSWORD='", 'x"y', "' psql"),
        ('PGPASSWORD="', "x'y9Kq22z", '" psql'),
        ("export DB_PASSWORD=", 'ab"c9Zk2m', ""),
        ("password: '", 'x"y9Kq22z', "'"),
        ('{"password": "', "x'y9Kq22z", '"}'),
        ("mysql -p'", 'a"b9kz', "' db"),
        ('sshpass -p "', "a'b9", '" ssh b'),
        ("curl -u 'ada:", 'a"b9kz', "' x"),
        ("curl -u ada:", 'a"b9kz', " x"),
    ],
)
def test_a_secret_with_a_quotation_mark_in_it_is_hidden_whole(
    before: str, secret: str, after: str, encoded: int
) -> None:
    text, shown = before + secret + after, f"{before}[hidden: secret]{after}"
    for _ in range(encoded):
        text, shown = json.dumps({"c": text}), json.dumps({"c": shown})
    assert Hider()(text) == shown


@pytest.mark.parametrize("encoded", range(3))
@pytest.mark.parametrize(
    "text",
    ["it is the --password it's for", "password: don't use it", 'password = "it\'s"', "token=\"l'autre\"",
     'cmd = "--password=\'"+pw+"\'"', "f(\"--password\", 'x')", "password=\"Enter\", other='x\"y'",
     'use --password="" here', 'the "--password" flag', '`--password="a"` and "x"', 'say --password=x "hello world"'],
)  # fmt: skip
def test_quotation_marks_in_talk_about_passwords_hide_nothing(text: str, encoded: int) -> None:
    for _ in range(encoded):
        text = json.dumps({"c": text})
    assert Hider()(text) == text


def test_the_name_of_a_field_tells_what_it_holds() -> None:
    assert Hider()({"password": "hunter22", "steps": ["one"], "n": 3}) == {
        "password": "[hidden: secret]",
        "steps": ["one"],
        "n": 3,
    }


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["login", "--password", "hunter2"], ["login", "--password", "[hidden: secret]"]),
        (["x", "--token", "correct horse", "-v"], ["x", "--token", "[hidden: secret]", "-v"]),
        (["curl", "-u", "ada:hunter2", "-H", "X"], ["curl", "-u", "ada:[hidden: secret]", "-H", "X"]),
        (["curl", "-u", "ada:correct horse", "x"], ["curl", "-u", "ada:[hidden: secret]", "x"]),
        ('["curl","-u","ada:correct horse"]', '["curl","-u","ada:[hidden: secret]"]'),
        (["sshpass", "-p", "correct horse", "ssh", "x"], ["sshpass", "-p", "[hidden: secret]", "ssh", "x"]),
        (["curl", "-b", "sid=9f8e7d6c5b4a", "x"], ["curl", "-b", "[hidden: secret]", "x"]),
        ('["curl", "--cookie", "sid=9f8e7d6c5b4a"]', '["curl", "--cookie", "[hidden: secret]"]'),
        (["python", "-b", "sid=9f8e7d6c5b4a"], ["python", "-b", "sid=9f8e7d6c5b4a"]),
        (["git", "commit", "-m", "pass the salt"], ["git", "commit", "-m", "pass the salt"]),
        ('exec.Command("curl", "-u", "ada:correct horse")', 'exec.Command("curl", "-u", "ada:[hidden: secret]")'),
        ('add_argument("--password", help="the password of the user")',) * 2,
        ('run(("mysql", "--password", "the pass of my cat"))', 'run(("mysql", "--password", "[hidden: secret]"))'),
        (["-H", "Authorization: Bearer hunter2"], ["-H", "Authorization: Bearer [hidden: secret]"]),
        (("sshpass", "-p", "hunter2", "ssh"), ("sshpass", "-p", "[hidden: secret]", "ssh")),
        (["bash", "-c", "mysql -phunter2 db"], ["bash", "-c", "mysql -p[hidden: secret] db"]),
        (["--password", "--user", "ada"], ["--password", "--user", "ada"]),
        (["--token-file", "/x/y", 3, None], ["--token-file", "/x/y", 3, None]),
    ],
)
def test_a_flag_tells_of_the_item_behind_it(words: object, shown: object) -> None:
    assert Hider()({"args": words}) == {"args": shown}


def test_short_words_are_hidden_only_where_they_are_called_a_secret() -> None:
    hider = Hider()
    hider.learn(["password: cat123"])
    assert hider("password: cat123, and cat123.png") == "password: [hidden: secret], and cat123.png"


@pytest.mark.parametrize(
    "text",
    [
        "The db password is hunter2xyz.",
        "(password: hunter2xyz)",
        "password=hunter2xyz&user=bob",
        "password=hunter2xyz\\nuser=bob",
        "PGPASSWORD=hunter2xyz psql",
        '{\\"password\\": \\"hunter2xyz\\"}',
        '{\\\\\\"password\\\\\\": \\\\\\"hunter2xyz\\\\\\"}',
        "mysql -u root -phunter2xyz shop",
        "mysqldump --all -p'hunter2xyz' > x",
        'run \\"--password=\\"hunter2xyz\\"',
        {"token": "hunter2xyz."},
        {"DB_PASSWORD": "hunter2xyz"},
        {"dbPassword": "hunter2xyz"},
        {"secrets": ["hunter2xyz"]},
        {"api_key": {"value": "hunter2xyz"}},
        {"name": "DB_PASSWORD", "value": "hunter2xyz"},
        {"token": "Bearer hunter2xyz"},
        {"password": "hunter2xyz&co"},
        '"password": "hunter2xyz\\\\zz"',
        {"secret": "postgres://app:hunter2xyz@db/x"},
    ],
)
def test_a_secret_once_told_is_hidden_where_it_stands_alone(text: object) -> None:
    hider = Hider()
    hider.learn([text])
    assert "hunter2xyz" not in str(hider(text))
    assert "hunter2xyz" not in hider('{"output": "done\\\\nhunter2xyz\\\\n"}')
    assert re.fullmatch(
        r"log in with \[hidden: \w+\], not hunter2xyzzy", hider("log in with hunter2xyz, not hunter2xyzzy")
    )


def test_a_bearer_token_is_known_without_the_word() -> None:
    hider = Hider()
    hider.learn(["curl -H 'Authorization: Bearer abcdefgh12345678ijkl'"])
    assert "abcdefgh12345678ijkl" not in hider("export T=abcdefgh12345678ijkl")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('{"Authorization": "Basic dXNlcjpwYXNzd29yZA=="}', '{"Authorization": "Basic [hidden: basic auth]"}'),
        ('{\\"password\\": \\"qwerty99secret\\"}', '{\\"password\\": \\"[hidden: secret]\\"}'),
        ('{"db_password": "48151623"}', '{"db_password": "[hidden: secret]"}'),
        ('{\\"password\\": \\"48151623\\"}', '{\\"password\\": \\"[hidden: secret]\\"}'),
        ('{"max_tokens": "4096", "token_count": "8192"}', '{"max_tokens": "4096", "token_count": "8192"}'),
        ('{"pin": "4711", "cvv": "123"}', '{"pin": "[hidden: pin]", "cvv": "[hidden: card code]"}'),
    ],
)
def test_quotes_around_a_name_do_not_keep_its_secret(text: str, shown: str) -> None:
    assert Hider()(text) == shown


@pytest.mark.parametrize(
    "field",
    [
        {"pin": "4711"},
        {"cvv": "123"},
        {"cvv": 123},
        {"password": "correcthorse"},
        {"password": "48151623"},
        {"password": 48151623},
        {"token": "abcdefghijklmnop"},
        {"passphrase": "correct horse battery"},
        {"userPassword": "abc"},
    ],
)
def test_a_field_named_after_a_secret_holds_one_whatever_it_is(field: dict[str, object]) -> None:
    assert Hider()(field) == dict.fromkeys(field, "[hidden: secret]")


def test_a_name_beside_a_secret_does_not_tell_what_the_secret_is() -> None:
    for beside in ("name", "key"):
        account = {beside: "staging", "password": "correcthorse"}
        assert Hider()(account) == {beside: "staging", "password": "[hidden: secret]"}


def test_a_field_that_is_a_cookie_is_hidden() -> None:
    assert Hider()({"Cookie": "a=b; sid=abcdef1234"}) == {"Cookie": "[hidden: cookie]"}


def test_the_header_of_a_call_keeps_its_scheme_only() -> None:
    assert Hider()({"Authorization": "Basic dXNlcjpwYXNzd29yZA=="}) == {"Authorization": "Basic [hidden: basic auth]"}


@pytest.mark.parametrize(
    "value",
    [
        {"max_tokens": 200},
        {"tokens": 512},
        {"token_count": 3},
        {"password": None},
        {"password": True},
        {"password": ""},
        {"usage": {"tokens": {"input": 3}}},
        {"key": "telegram:777"},
        {"spin": "4711"},
        {"secretName": "my-app-secret"},
        {"name": "Ada", "value": "correcthorse"},
        {"tokens": ["a", "word"]},
        {"password_policy": "strict"},
        {"compass": "north"},
    ],
)
def test_fields_that_only_sound_like_a_secret_stay(value: object) -> None:
    assert Hider()(value) == value


def test_a_word_in_the_field_of_a_secret_is_a_word_elsewhere() -> None:
    hider = Hider()
    hider.learn([{"password": "required"}, {"secret": "my-app-secret"}, {"token": "$GITHUB_TOKEN"}])
    assert hider(said := "my-app-secret is required, and $GITHUB_TOKEN") == said


@pytest.mark.parametrize(
    "text",
    [
        "a-" * 20_000, "3f" * 20_000, '["' + "\\" * 20_000, "htpasswd -" + "b" * 20_000, "htpasswd -b" * 20_000,
        "cookie:" * 20_000, "cookie: a=b;" * 20_000, "cookie=" + "a" * 40_000, "-b a=b " * 20_000, '["a]a"' * 20_000,
        '["' + "a]" * 20_000, "Digest a=" * 20_000, "--token 'a \n" * 20_000, "echo -n " * 20_000,
    ],
)  # fmt: skip
def test_long_runs_of_one_sign_take_no_longer_than_text(text: str) -> None:
    before = time.process_time()
    assert Hider()(f"{text} password: hunter2x") == f"{text} password: [hidden: secret]"
    assert time.process_time() - before < 5


def test_many_secrets_cost_little_more_than_few() -> None:
    hider = Hider()
    secrets = [f"{number * 7919 % 10007:05d}-abcdef-{number}x" for number in range(3000)]
    hider.learn([{"secrets": secrets}])
    before = time.process_time()
    assert hider("plain words 12 of a long talk. " * 30_000).endswith("talk. ")
    assert time.process_time() - before < 2
    assert hider(f"{secrets[17].upper()} {secrets[2999]}") == "[hidden: secret] [hidden: secret]"


@pytest.mark.parametrize(
    "value",
    [
        f"\x1b[32m{TOKEN}\x1b[0m", '{"stdout":"line\\n' + TOKEN + '"}', {"headers": {TOKEN: "x"}},
        ["my token is " + TOKEN, f"with the following token {TOKEN[:18]}…", f"please use {TOKEN[:14]}"],
    ],
)  # fmt: skip
def test_colours_escapes_keys_and_titles_that_are_cut_give_nothing_away(value: object) -> None:
    hide = Hider()
    hide.learn([value])
    assert TOKEN[:12] not in json.dumps(hide(value))


def test_a_private_key_that_is_read_with_numbers_of_lines_is_hidden_whole() -> None:
    text = "1→-----BEGIN OPENSSH PRIVATE KEY-----\n 2→b3BlbnNzaC1rZXktdjEA\n 3→AAAAQwAAA\n"
    assert Hider()(text) == "1→[hidden: private key]"
