"""Commands, URLs and paths, in prose, in code and in the calls of tools."""

from __future__ import annotations

import json
import shlex

import pytest
from extract_messages import values

import gagent_db
from gagent_db.extract import extract, extract_tool_call


def test_fences_prompts_and_continuations_become_commands() -> None:
    text = "```console\n$ make -j4 \\\n    all\ngcc: ok\n$ cat <<'E' > a\nx\nE\n```\nThen run `npm audit`."
    assert values(text, "command") == ["make -j4 \\\n    all", "cat <<'E' > a\nx\nE", "npm audit"]


def test_code_of_other_languages_and_explained_commands_are_no_commands() -> None:
    text = "```python\nimport os\n```\n`git fetch` downloads commits.\n```sql\nSELECT 1;\n```\n>>> make sure"
    assert values(text, "command") == []


def test_addresses_keep_their_brackets_and_lose_the_full_stop() -> None:
    text = (
        "See (https://en.wikipedia.org/wiki/Foo_(bar)), git@host.org:a/b.git and db.example.org:8080/x. Mail a@b.org."
    )
    wanted = ["https://en.wikipedia.org/wiki/Foo_(bar)", "git@host.org:a/b.git", "db.example.org:8080/x"]
    assert values(text, "url") == wanted


def test_routes_ratios_branches_and_types_are_no_paths() -> None:
    text = "GET /api/v1/users, 24/7, and/or, feature/login, text/plain, km/h, 2026/05/01, origin/main"
    assert values(text, "path") == []
    assert values("see src/app.py:12 and ~/notes/, C:\\Temp\\a.txt", "path") == [
        "src/app.py",
        "~/notes/",
        "C:\\Temp\\a.txt",
    ]


def test_tool_calls_give_commands_paths_and_addresses() -> None:
    items = extract_tool_call("bash", {"command": "cd /srv/app && make\ncurl https://a.org/x"})
    assert [(i.kind, i.value) for i in items] == [
        ("command", "cd /srv/app && make\ncurl https://a.org/x"),
        ("url", "https://a.org/x"),
        ("path", "/srv/app"),
    ]
    assert [i.value for i in extract_tool_call("read_file", '{"path": "/etc/my hosts"}')] == ["/etc/my hosts"]
    assert [i.value for i in extract_tool_call("shell", {"command": ["bash", "-lc", "make test"]})] == ["make test"]
    assert [i.value for i in extract_tool_call("shell", {"command": ["git", "commit", "-m", "a b"]})] == [
        "git commit -m 'a b'"
    ]
    for arguments in ({"url": "https://a.org/x y"}, {"path": "https://a.org/x"}):
        assert [(i.kind, i.value) for i in extract_tool_call("fetch", arguments)] == [("url", "https://a.org/x")]
    assert extract_tool_call("fetch", {"url": "a.org", "path": "x"}) == []


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["bash", "deploy.sh", "production"], "bash deploy.sh production"),
        (["bash", "/srv/deploy.sh", "-c", "production"], "bash /srv/deploy.sh -c production"),
        (["sh", "-x", "deploy.sh"], "sh -x deploy.sh"),
        (["/bin/bash", "-euo", "pipefail", "-c", "make test"], "make test"),
        (["zsh", "-l", "-c", "make test"], "make test"),
        (["cmd", "/d", "/c", "dir"], "dir"),
        (["powershell", "-NoProfile", "-Command", "Get-Item x"], "Get-Item x"),
    ],
)
def test_a_shell_gets_the_word_behind_its_option_and_else_runs_a_script(words: list[str], command: str) -> None:
    assert [i.value for i in extract_tool_call("shell", {"command": words}) if i.kind == "command"] == [command]
    found = extract(f"I called shell with {json.dumps({'command': words})} now", "assistant")
    assert [item.value for item in found if item.kind == "command"] == [command]


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["echo", "it's done"], """echo 'it'"'"'s done'"""),
        (["echo", "don't"], """echo 'don'"'"'t'"""),
        (["sh", "a b.sh", ""], "sh 'a b.sh' ''"),
        (["git", "diff", "HEAD~1", "--", "docs/*.md", "größe"], "git diff HEAD~1 -- 'docs/*.md' größe"),
        (["find", ".", "-exec", "ls", "{}", ";"], "find . -exec ls {} ';'"),
        (["awk", "{print $1}", "a;b"], "awk '{print $1}' 'a;b'"),
        (["grep", "a\\n", "x"], "grep 'a\\n' x"),
    ],
)
def test_a_list_of_words_becomes_a_line_that_a_shell_reads_as_these_words(words: list[str], command: str) -> None:
    assert [i.value for i in extract_tool_call("exec", {"command": words}) if i.kind == "command"] == [command]
    found = extract(f"I called exec with {json.dumps({'command': words}, ensure_ascii=False)} now", "assistant")
    assert [item.value for item in found if item.kind == "command"] == [command]
    assert shlex.split(command) == words


def test_a_call_that_stands_in_a_text_as_json_gives_what_the_shell_got() -> None:
    for call, commands in {
        '{"command": ["bash", "-lc", "make test"]}': ["make test"],
        '{"command": ["git", "status", "-s"]}': ["git status -s"],
        r'{"command": "mv gr\u00f6\u00dfe \ud83d\ude00 \ud83d a\\u0041"}': ["mv größe 😀 ? a\\u0041"],
        r'{"command": ["mv", "gr\u00f6\u00dfe", "b"]}': ["mv größe b"],
        '{"cmd": " cd app\\nmake all \\\\\\n  -j4 \\n# done"}': ["cd app", "make all \\\n  -j4"],
    }.items():
        found = extract(f"I called shell with {call} now", "assistant")
        assert [item.value for item in found if item.kind == "command"] == commands


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (r'{"command": "echo \ud83d \ud83d\ude00"}', "echo ? 😀"),
        (r'{"command": ["echo", "\ud83d x"]}', "echo '? x'"),
        ("[" * 100_000, "[" * 8000),
    ],
    ids=["half a character", "half a character in a list", "too deep to be read"],
)
def test_a_message_is_kept_whatever_the_arguments_of_its_call_are(
    db: gagent_db.Database, arguments: str, command: str
) -> None:
    session = db.create_session(channel="cli")
    call = {"id": "a", "name": "shell", "arguments": arguments}
    db.append(session.id, [{"role": "assistant", "content": "so", "tool_calls": [call]}])
    assert [row[0] for row in db.read().execute("SELECT value FROM artifacts WHERE kind = 'command'")] == [command]


def test_a_quote_that_goes_on_over_lines_of_a_code_block_is_one_command() -> None:
    text = '```bash\ngit commit -m "first\nsecond"\nmake all\necho \'not closed\nmake test\n```'
    commands = [item.value for item in extract(text, "assistant") if item.kind == "command"]
    assert commands == ['git commit -m "first\nsecond"', "make all", "echo 'not closed", "make test"]


@pytest.mark.parametrize(
    "patch",
    [
        "*** Begin Patch\n*** Update File: src/a b.py\n@@\n-x\n+y\n*** Add File: docs/c.md\n+z\n*** End Patch",
        "--- a/src/a.py\n+++ b/docs/c.md\n@@ -1 +1 @@\n-x\n+y\n",
        "diff --git a/src/a.py b/docs/c.md\n--- a/src/a.py\n+++ b/docs/c.md\n--- /dev/null\n",
    ],
)
def test_a_patch_tells_the_files_it_changes(patch: str) -> None:
    found = [(item.kind, item.value.replace("a b", "a")) for item in extract_tool_call("apply_patch", {"patch": patch})]
    assert found == [("path", "src/a.py"), ("path", "docs/c.md")]


def test_a_shell_call_is_one_command_and_an_editor_call_none() -> None:
    script = "# count\npython3 - <<'E'\nimport os\nprint(1)\nE"
    commands = [i.value for i in extract_tool_call("bash", {"command": script}) if i.kind == "command"]
    assert commands == ["python3 - <<'E'\nimport os\nprint(1)\nE"]
    for call in ("edit 4:4\nprint(1)\nend_of_edit", "submit", "scroll_down", "create a.py"):
        assert [i for i in extract_tool_call("bash", {"command": call}) if i.kind == "command"] == []
    for verb in ("view", "create", "str_replace", "insert", "undo_edit"):
        items = extract_tool_call("str_replace_editor", {"command": verb, "path": "/srv/a.py", "file_text": "x"})
        assert [(i.kind, i.value) for i in items] == [("path", "/srv/a.py")]
    assert extract_tool_call("shell", {"command": ["ls"], "path": "/srv"})[0].value == "ls"


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("    12\u2192/opt/kiln/bin/fire.sh --once", ["/opt/kiln/bin/fire.sh"]),
        ('see "notes/glaze tests/may.md"', ["notes/glaze tests/may.md"]),
        ("potter@shed:~/kiln$ git status", ["~/kiln"]),
        ("run `kubectl logs deploy/kiln --tail=5`", []),
        ("[src/kiln/heat.py:88] cone 6", ["src/kiln/heat.py"]),
        (r"it is on \\nas\public\Glaze photos\ since May", ["\\\\nas\\public\\Glaze photos\\"]),
    ],
)
def test_paths_lose_what_surrounds_them(text: str, paths: list[str]) -> None:
    assert values(text, "path") == paths


def test_targets_of_make_and_sudo_are_commands_where_one_is_told_to_run_them() -> None:
    assert values("run `make install` and then sudo systemctl restart kiln", "command")[0] == "make install"
    assert values("the `make install` target is documented", "command") == []


def test_an_address_whose_colon_is_escaped_is_no_path() -> None:
    text = r"distributionUrl=https\://services.gradle.org/distributions/gradle-8.7-bin.zip"
    assert [item.value for item in extract(text) if item.kind == "path"] == []


def test_a_package_scope_is_no_path_and_a_file_to_send_is_one() -> None:
    assert values("import `@fonts/karla/400.css` there", "path") == []
    assert values("```sh\ncurl -F file=@locales/en.json https://a.org/u\n```", "path") == ["locales/en.json"]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("The ticket is in ~/papers/rome 2026/ticket.pdf.", "~/papers/rome 2026/ticket.pdf"),
        ("It is C:\\Users\\Mila\\Desktop\\price list.xlsx.", "C:\\Users\\Mila\\Desktop\\price list.xlsx"),
        ("The list is in ~/papers/rome and 2026/ is empty.", "~/papers/rome"),
        ("It is ~/papers/rome/packing list june.pdf.", "~/papers/rome/packing list june.pdf"),
        ("Copy ~/papers/rome to list.pdf.", "~/papers/rome"),
        ("In ~/papers/rome setup.py is missing.", "~/papers/rome"),
        ("```bash\ncp ~/papers/rome 2026/ticket.pdf\n```", "~/papers/rome"),
    ],
)
def test_unquoted_paths_go_on_after_a_space_where_a_year_or_a_file_follows(text: str, path: str) -> None:
    assert path in values(text, "path")


def test_a_loop_behind_another_command_is_one_command_to_its_end() -> None:
    loop = 'cd ~/scans && for f in *.tif; do\n  convert "$f" "${f%.tif}.png"\ndone'
    commands = values(f"Run:\n\n```bash\n{loop}\nls *.png\n```", "command")
    assert commands == [loop, "ls *.png"]


@pytest.mark.parametrize(
    "text", ["dump > ~/scan-$(date +%F).log", "cp deploy/app.{service,timer} x", "sed s/KEY/$new/ it", "all **/test.py"]
)
def test_half_a_path_is_none(text: str) -> None:
    assert values(text, "path") == []


def test_a_file_without_extension_is_known_by_its_folder_and_its_underscore() -> None:
    assert values("The cases in test/test_valve pass, and test/valve too.", "path") == ["test/test_valve"]


@pytest.mark.parametrize("text", ["see ./src/gate/main.py", "src/gate/main.py:12 fails", "`./src/gate/main.py`"])
def test_a_path_from_here_is_the_same_path(text: str) -> None:
    assert [item.normalized for item in extract(text) if item.kind == "path"] == ["src/gate/main.py"]


def test_a_pattern_of_files_is_one_path_and_emphasis_is_no_part_of_it() -> None:
    assert values("see src/**/*.py, **/etc/hosts** and ~/.cache/**/x.bin", "path") == [
        "src/**/*.py",
        "/etc/hosts",
        "~/.cache/**/x.bin",
    ]


@pytest.mark.parametrize(
    ("text", "role", "command"),
    [
        ("gue udah kubectl -n toko rollout restart deploy/pos tapi mati", "user",
         "kubectl -n toko rollout restart deploy/pos"),
        ("coba dulu php artisan config:cache --ansi di laptop", "user", "php artisan config:cache --ansi"),
        ("I already git stash -u before the pull", "user", "git stash -u"),
        ("just run make lint before you push", "user", "make lint"),
        ("and then make test-all JOBS=4 please", "user", "make test-all JOBS=4"),
        ("gue suruh flutter pub get doang", "user", "flutter pub get"),
        ("Validate with `brewtool config tank.yaml`", "assistant", "brewtool config tank.yaml"),
        ("`curl -s https://a.example/up` harus menjawab ok", "assistant", "curl -s https://a.example/up"),
        ("Somebody runs `rsync` at night", "assistant", None),
        ("Run make lint test\nAll files are clean", "tool", "make lint test"),
        ("make release notes and run make sense of them", "user", None),
        ("```\nmysql> SHOW TABLES;\npostgres=# \\dt\nredis:6379> GET a/b --raw\n```", "assistant", None),
    ],
)  # fmt: skip
def test_what_was_run_or_is_to_be_run_is_a_command(text: str, role: str, command: str | None) -> None:
    tool = "bash" if role == "tool" else None
    assert [item.value for item in extract(text, role, tool) if item.kind == "command"] == (
        [command] if command else []
    )


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ('```sh\nrobocopy "E:\\Old Photos" \\\\NAS02\\photos /MIR\n```', ["E:\\Old Photos", "\\\\NAS02\\photos"]),
        ("```sh\ndocker run -v /tmp/plots:/plots image plot\n```", ["/tmp/plots", "/plots"]),
        ("#3 [2/6] WORKDIR /app", ["/app"]),
        ("```yaml\nvolumes:\n  - /etc/ssl/harbour:/certs:ro\n```", ["/etc/ssl/harbour", "/certs"]),
        ("Run `sentry-cli upload build/web` first", ["build/web"]),
        ("Moved Saltmarsh/Ships/brig.nif away", ["Saltmarsh/Ships/brig.nif"]),
        ("$ git diff --stat main...archive/parquet", []),
        ('{"content": "root\\t/srv/copies/\\nkeep\\t7\\n", "path": "C:\\\\new\\\\table.txt"}',
         ["/srv/copies/", "C:\\\\new\\\\table.txt"]),
        ("at Module._load (node:internal/modules/cjs/loader:1023:12)", []),
        ("In vim: `:%s/old/new/`", []),
        ("[INFO] saved to C:\\temp\\notes\\report.txt", ["C:\\temp\\notes\\report.txt"]),
        ("`cat logs/a..b.txt`", ["logs/a..b.txt"]),
    ],
)  # fmt: skip
def test_where_a_path_stands_tells_whether_it_is_one(text: str, paths: list[str]) -> None:
    assert values(text, "path") == paths


def test_a_host_with_a_port_and_a_path_is_an_address_whatever_its_domain() -> None:
    assert values("at Main.java:120/foo, handler.go:55/56 and e:80/foo", "url") == []
    assert values("on grafana.attic:3000/explore over the VPN", "url") == ["grafana.attic:3000/explore"]
