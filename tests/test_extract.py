"""What the extractor finds in a message, and what it leaves alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from extract_messages import MESSAGES
from hypothesis import given
from hypothesis import strategies as st

from gagent_db.extract import EXTRACTOR_VERSION, Item, extract, extract_tool_call
from gagent_db.extract.machine import is_machine_text
from gagent_db.extract.matching import answers, asks_for, closes, replies
from gagent_db.extract.sentences import RULES

LONG = 60_000
STATED = ("decision", "unresolved", "resolved")


def values(text: str, kind: str, role: str = "assistant", tool: str | None = None) -> list[str]:
    return [item.value for item in extract(text, role, tool) if item.kind == kind]


def same(kind: str, found: str, wanted: str) -> bool:
    """Equal, or for statements one inside the other or mostly the same words."""
    if kind not in STATED:
        return found.strip(" .,;:`\"'").rstrip("/") == wanted.strip(" .,;:`\"'").rstrip("/")
    left, right = (re.findall(r"\w+", text.lower()) for text in (found, wanted))
    inside = f" {' '.join(left)} ", f" {' '.join(right)} "
    common = sum((Counter(left) & Counter(right)).values())
    return inside[0] in inside[1] or inside[1] in inside[0] or 2 * common >= 0.6 * (len(left) + len(right))


def test_invented_messages_are_read_with_few_misses_and_few_inventions() -> None:
    hits: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    invented: Counter[str] = Counter()
    for role, tool, text, required, optional in MESSAGES:
        items = extract(text, role, tool)
        for kind in ("decision", "unresolved", "command", "url", "path"):
            found = [item.value for item in items if item.kind == kind]
            wanted = required.get(kind, [])
            for one in wanted:
                (hits if any(same(kind, value, one) for value in found) else missed)[kind] += 1
            allowed = wanted + optional.get(kind, [])
            invented[kind] += sum(not any(same(kind, value, one) for one in allowed) for value in found)
    for kind in hits:
        assert hits[kind] / (hits[kind] + missed[kind]) >= 0.9, (kind, missed[kind])
        assert hits[kind] / (hits[kind] + invented[kind]) >= 0.9, (kind, invented[kind])


def test_labelled_set_reaches_the_targets(shared_data: Path, tmp_path: Path) -> None:
    labels = shared_data / "labels"
    predicted = tmp_path / "predicted.jsonl"
    with predicted.open("w") as out:
        for line in (labels / "dev.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            items = [{"kind": i.kind, "text": i.value} for i in extract(row["text"], row["role"], row["tool_name"])]
            out.write(json.dumps({"id": row["id"], "items": items}) + "\n")
    command = [sys.executable, str(labels / "score.py"), str(labels / "dev.jsonl"), str(predicted), "--json"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["all"]
    targets = {"url": 0.97, "path": 0.93, "command": 0.9, "decision": 0.85, "unresolved": 0.85}
    assert {kind: report[kind]["f1"] >= least for kind, least in targets.items()} == dict.fromkeys(targets, True)
    assert report["decision"]["p"] >= 0.85 and report["unresolved"]["p"] >= 0.85


@pytest.mark.parametrize(
    "text",
    [
        "what if we decided on MongoDB?",
        "did we decide on a venue?",
        "nobody decided anything yesterday",
        "In the novel the queen decides to go with war.",
        "back in 2019 we picked Perl for this",
        "kalau jadi pindah, kita pakai truk",
        "I'd go with the second one, but it is your call",
    ],
)
@pytest.mark.parametrize("role", ["user", "assistant"])
def test_questions_hypotheses_and_stories_are_no_decisions(text: str, role: str) -> None:
    assert values(text, "decision", role) == []


def test_what_is_not_decided_is_open() -> None:
    text = "We have not decided on a caterer yet."
    assert values(text, "decision") == []
    assert values(text, "unresolved") == [text]


def test_a_heading_says_what_its_list_is() -> None:
    text = "## Sudah diputuskan\n- cat biru\n\n## Yang kurang\n- kuas besar\n\n## Options\n- roller\n"
    assert values(text, "decision") == ["cat biru"]
    assert values(text, "unresolved") == ["kuas besar"]


def test_a_short_line_right_above_a_list_is_its_heading() -> None:
    text = "Recap:\n\nAgreed\n- matte paper\n\nUnclear\n- the spine width\n"
    assert values(text, "decision") == ["matte paper"]
    assert values(text, "unresolved") == ["the spine width"]


def test_minutes_tell_decisions_from_what_somebody_is_to_do() -> None:
    text = "# Minutes\n1. Gates close at dusk.\n2. Bea to write to the tenant.\n3. The fee may go up next year.\n"
    assert values(text, "decision") == ["Gates close at dusk."]
    assert values(text, "unresolved") == ["Bea to write to the tenant."]


def test_a_cross_is_open_only_among_ticks() -> None:
    assert values("✔ lift reserved\n✘ meter readings\n", "unresolved") == ["meter readings"]
    assert values("✘ no dogs\n✘ no bikes\n", "unresolved") == []


def test_a_retold_novel_leaves_nothing_open() -> None:
    text = "In the novel the council moves the harbour. The question who lit the beacon is never resolved."
    assert extract(text) == []


def test_boxes_and_memory_spec_lines_carry_their_state() -> None:
    text = "- [x] paint the fence\n- [ ] buy hinges\nD[gate]: oak\n?[lock]: which one\n✓[paint]: two coats"
    assert values(text, "resolved") == ["paint the fence", "two coats"]
    assert values(text, "unresolved") == ["buy hinges", "which one"]
    assert [item.normalized for item in extract(text) if item.kind == "decision"] == ["[gate] oak"]


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


def test_open_items_are_closed_by_their_own_words_only() -> None:
    assert closes("todo retry loop gives up too early", "the retry loop is fixed")
    assert not closes("todo retry loop gives up too early", "the login page is fixed")
    assert closes("[tls] who renews", "[tls] certbot")
    assert not closes("[tls] who renews", "[dns] certbot")
    assert answers("should we keep jsonl?", "let s keep jsonl until v2")
    assert asks_for("run make lint before the release", "make lint")


def test_a_word_closes_only_what_was_opened_shortly_before() -> None:
    opened = "tagihan internet bulan ini belum dicek"
    assert closes(opened, "sudah saya bayar invoice beres", near=True)
    assert not closes(opened, "sudah saya bayar invoice beres")
    assert not closes("write tests for the importer", "the tests are fixed", near=True)
    assert not closes("which invoice format should we use", "invoice beres", near=True)


@pytest.mark.parametrize(
    ("reply", "answered"),
    [
        ("Keep them until the next release.", True),
        ("yes", True),
        ("The drafts go to the archive.", True),
        ("not sure yet, let me think about it", False),
        ("which drafts do you mean?", False),
        ("run the tests again", False),
        ("ok", False),
        ("nanti saya pikir dulu", False),
    ],
)
def test_the_next_message_answers_a_question_when_it_says_something_about_it(reply: str, answered: bool) -> None:
    assert replies("What should happen to drafts without an owner?", reply) is answered


def test_machinery_is_told_from_people_by_role_type_and_style() -> None:
    assert is_machine_text("Be brief.", "system")
    assert is_machine_text("Continue.", "user", "meta")
    assert is_machine_text("Stop hook feedback:\nUncommitted changes", "user")
    assert not is_machine_text("You are an engineer after my own heart", "user")
    assert not is_machine_text("Decision: WAL mode", "user")


def test_a_shell_call_is_one_command_and_an_editor_call_none() -> None:
    script = "# count\npython3 - <<'E'\nimport os\nprint(1)\nE"
    commands = [i.value for i in extract_tool_call("bash", {"command": script}) if i.kind == "command"]
    assert commands == ["python3 - <<'E'\nimport os\nprint(1)\nE"]
    for call in ("edit 4:4\nprint(1)\nend_of_edit", "submit", "scroll_down", "create a.py"):
        assert [i for i in extract_tool_call("bash", {"command": call}) if i.kind == "command"] == []


def test_every_rule_names_an_anchor() -> None:
    assert all(rule.anchors for rule in RULES)
    assert EXTRACTOR_VERSION >= 1


SCRAPS = [
    "decided",
    "- [ ] ",
    "```sh\n",
    "`git x`",
    "https://a.b/(c)",
    "/etc/x",
    "\n",
    " ",
    "belum",
    "C:\\a\\b",
    '{"a":"',
    "$ ",
    "TODO: x y",
    "| a ",
    "**Open**",
    "?",
    ".",
    "it is",
    "D[x]: y",
    "İ",
    "✓",
    "#",
    "user: ",
]


@given(
    st.lists(st.sampled_from(SCRAPS) | st.text(max_size=8), max_size=30).map("".join),
    st.sampled_from(["user", "assistant", "tool"]),
)
def test_any_text_gives_sound_items(text: str, role: str) -> None:
    items = extract(text, role)
    assert items == extract(text, role)
    for item in items:
        assert isinstance(item, Item) and item.value and item.normalized
        assert 0 <= item.start < item.end <= len(text)


@pytest.mark.parametrize(
    "scrap",
    [
        "a",
        "/",
        "\\",
        '"',
        "`",
        "$ ",
        " ",
        ".",
        "a/",
        "a.b",
        "a://",
        "http",
        "git@a:",
        "[",
        "|",
        "*",
        "TODO: ",
        "(",
        "{",
        '{"a":"',
        "we decided to ",
        "have not ",
        "belum ",
        "run git -a ",
        "<<A ",
        "\\n",
        "a/\\ ",
        "--a ",
        "D[a]: ",
        "x: ",
        "PS C:\\ ",
        "and ",
        "; ",
        ", so ",
        "/A B",
        "<a>",
        "${",
        "e.g. ",
        "A=b ",
        "İ",
        '"command":"',
    ],
)
@pytest.mark.parametrize("end", ["", "\n"])
def test_a_long_repetitive_text_is_read_in_linear_time(scrap: str, end: str) -> None:
    """A guard, not a measurement: a quadratic pattern would take minutes for this."""
    piece = scrap + end
    started = time.process_time()
    extract(piece * (LONG // len(piece)), "user")
    assert time.process_time() - started < 30


SENTENCES = Path(__file__).with_name("extract_sentences.txt")


def test_sentences_state_what_they_are_meant_to() -> None:
    wrong = []
    for line in SENTENCES.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        head, text = line.split("|", 1)
        stated = {item.kind for item in extract(text, {"u": "user", "a": "assistant"}[head[0]])}
        kind = {"D": "decision", "U": "unresolved", "-": None}[head[1]]
        if {"decision", "unresolved"} & stated != ({kind} if kind else set()):
            wrong.append(line)
    assert len(wrong) <= 4, wrong


@pytest.mark.parametrize(
    ("text", "decisions"),
    [
        ("I've decided. we sell the piano and keep the organ", ["we sell the piano and keep the organ"]),
        ("after a night's sleep on it: no third tier", ["no third tier"]),
        ("sarah does the flyers, posters go to Benny", ["sarah does the flyers, posters go to Benny"]),
        ("ok deal. sewa setahun, bayar di depan", ["sewa setahun, bayar di depan"]),
        ("my neighbour decided to paint his house pink", []),
        ("we usually go to the lake on sundays", []),
    ],
)
def test_a_statement_begins_where_it_is_made(text: str, decisions: list[str]) -> None:
    assert [value.rstrip(".") for value in values(text, "decision", "user")] == decisions


def test_a_search_hit_speaks_with_the_voice_of_its_role() -> None:
    said = "from next term on we meet in the annex"
    hits = json.dumps({"hits": [{"role": "user", "text": said}, {"role": "assistant", "text": "noted"}]})
    assert values(hits, "decision", "tool", "memory_search") == [said]
    listed = (
        '[1] 2026-03-01 user: we print the flyers ourselves\n- 2026-03-02 assistant: "The tent is not ordered yet."'
    )
    assert values(listed, "decision", "tool", "history_search") == ["we print the flyers ourselves"]
    assert len(values(listed, "unresolved", "tool", "history_search")) == 1


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


@pytest.mark.parametrize(
    ("opened", "said"),
    [
        ("The kiln is still broken", "kiln works again"),
        ("kontrak galeri belum ditandatangani", "kontraknya udah ttd tadi pagi"),
        ("no reply from Ruth about the stall", "Ruth replied, the stall is ours"),
        ("TODO: cancel the studio lease", "studio lease cancelled"),
        ("The glaze chart is not updated yet.", "glaze chart is updated now"),
    ],
)
def test_what_was_done_to_a_thing_closes_it(opened: str, said: str) -> None:
    (item,) = (one for one in extract(opened, "user") if one.kind == "unresolved")
    done = [one.normalized for one in extract(said, "user") if one.kind == "resolved"]
    assert any(closes(item.normalized, one, near=True) for one in done), done


def test_a_decision_answers_the_open_choice_it_names() -> None:
    assert answers("we haven't decided on the venue", "we go with the boathouse as venue")
    assert not answers("we haven't decided on the venue", "we go with red napkins")


@pytest.mark.parametrize(
    ("text", "open_items"),
    [
        ("Two open points: the card stock (it jams), and who cuts it.", ["the card stock (it jams)", "who cuts it."]),
        ("Three things left: passports, visas and the insurance.", ["passports", "visas", "the insurance."]),
        ("Two things are still open: who drives; where we sleep.", ["who drives", "where we sleep."]),
        ("Sisa dua: tanda tangan Pak RT dan fotokopi KK.", ["tanda tangan Pak RT", "fotokopi KK."]),
        ("Still missing: salt and pepper", ["salt and pepper"]),
    ],
)
def test_a_label_that_counts_announces_as_many_items(text: str, open_items: list[str]) -> None:
    assert values(text, "unresolved") == open_items


@pytest.mark.parametrize(
    "text",
    [
        "the tax office finally wrote back, all good",
        "the plumber's quote is in, 0.12",
        "rini sama bowo udah transfer barusan",
        "the sensors are installed on all four beams",
        "never mind the tiles, my brother has some left",
        "ok found the receipt, it was in the glovebox",
        "petra approved the trip too",
        "visa's through",
        "paket dari Jepang udah sampe",
        "both quotes came",
        "the pump got swapped",
        "all accounted for, thanks",
        "damage report filed",
        "the rabbit got his shots",
        "spoke to the bank, it's fine",
        "green on all four now",
        "leo's slip came this morning",
        "the smoke test passes",
        "the slides are in",
        "Jo has a ladder, solved",
        "AC udah ga netes",
        "called the school, all good",
        "our boat is back in the water now",
        "the totals add up now",
        "appointment made, 14 july",
        "first backup done on sunday",
        "bug-nya clear",
        "just handed in the thesis",
        "the dispute with the seller is over",
        "all the lights are green now",
        "got the permit today",
        "done with the packing",
        "sent off the customs form",
        "the old van passed inspection",
        "they refunded me",
        "the canoe is sold",
        "akhirnya ketemu juga charger-nya",
        "finally got hold of the notary",
    ],
)
def test_what_came_in_was_found_or_approved_is_closed(text: str) -> None:
    assert {item.kind for item in extract(text, "user")} == {"resolved"}


def test_a_fragment_goes_on_with_the_decision_before_it() -> None:
    text = "cat dinding udah dipilih: krem. plafonnya putih. makasih ya"
    assert values(text, "decision", "user") == ["cat dinding udah dipilih: krem.", "plafonnya putih."]
    assert values("plafonnya putih.", "decision", "user") == []
    assert values("we take the corner flat. too pricey though", "decision", "user") == ["we take the corner flat."]


def test_notes_of_a_meeting_in_a_file_are_read_as_minutes() -> None:
    text = "# Team meeting 2026-02-09\n\n* colour: teal, unanimous\n* fonts: open, Priya brings samples\n"
    assert values(text, "decision", "tool", "read_file") == ["colour: teal, unanimous"]
    assert values(text, "unresolved", "tool", "read_file") == ["fonts: open, Priya brings samples"]


def test_a_package_scope_is_no_path_and_a_file_to_send_is_one() -> None:
    assert values("import `@fonts/karla/400.css` there", "path") == []
    assert values("```sh\ncurl -F file=@locales/en.json https://a.org/u\n```", "path") == ["locales/en.json"]


def test_a_line_of_a_chat_speaks_for_itself() -> None:
    text = "[12:01] Timo: bbq\n[12:04] Coach: ok bbq it is, 21 June\n12/05/2026, 12:09 - Keanu: we take the train\n"
    assert values(text, "decision", "tool", "whatsapp_read") == ["bbq it is,", "we take the train"]


def test_semicolons_and_indirect_questions_part_what_a_label_announces() -> None:
    assert values("Decided: no SSR for the docs; plain CSS comes in", "decision") == [
        "no SSR for the docs",
        "plain CSS comes in",
    ]
    text = "What I still need: the address of the hall, and whether children are invited."
    assert values(text, "unresolved") == ["the address of the hall", "whether children are invited."]


def test_two_orders_in_one_sentence_are_two_decisions() -> None:
    text = "drop question 7 from the form, keep the timestamps as they are"
    assert values(text, "decision", "user") == ["drop question 7 from the form,", "keep the timestamps as they are"]
    assert len(values("tell Lina yes, keep the raw string", "decision", "user")) == 1


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Confirmed", "decision"),
        ("What's fixed", "decision"),
        ("Ketentuan", "decision"),
        ("To be clarified", "unresolved"),
        ("TBD", "unresolved"),
        ("Homework", "unresolved"),
        ("In progress", "unresolved"),
        ("PR minggu ini", "unresolved"),
        ("Someone has to", "unresolved"),
        ("Ticked off", "resolved"),
        ("Three ways to fix it", None),
        ("Packing list", None),
    ],
)
def test_headings_tell_what_stands_below(heading: str, kind: str | None) -> None:
    stated = {item.kind for item in extract(f"## {heading}\n\n- the blue door\n")}
    assert stated == ({kind} if kind else set())


@pytest.mark.parametrize(
    "text",
    [
        "The pickup time is confirmed: 4 pm.",
        "Your fence has been painted.",
        "The blurry scan was replaced.",
        "The parking ban is approved.",
        "The list is up to date now.",
        "The serial number turned up, it was on the back.",
        "Nomor resi sudah saya terima.",
        "The wiki has a maintainer again.",
        "Akun kedua sudah aktif.",
        "The third attachment opens now.",
    ],
)
def test_what_an_agent_reports_as_done_to_a_thing_is_closed(text: str) -> None:
    assert {item.kind for item in extract(text)} == {"resolved"}


def test_a_heading_may_be_a_clause() -> None:
    text = "What you have already fixed\n- 10 mm sheets\n\nWhat is up in the air\n- the foundation\n"
    assert values(text, "decision") == ["10 mm sheets"]
    assert values(text, "unresolved") == ["the foundation"]


def test_what_the_web_says_is_nobodys_decision() -> None:
    hits = json.dumps({"results": [{"title": "60 day returns? We decided to test it next year"}]})
    assert values(hits, "decision", "tool", "web_search") == []
    assert values(hits, "decision", "tool", "session_search") != []


def test_a_transcript_with_arrows_has_speakers() -> None:
    text = "cli:default\n  user> no cloud for the photos\n  assistant> Noted. The disk has to be bought.\n"
    assert values(text, "decision", "tool", "session_search") == ["no cloud for the photos"]
    assert values(text, "unresolved", "tool", "session_search") == ["The disk has to be bought."]


def test_questions_behind_a_label_are_all_open() -> None:
    assert values("Open: Who drives? Does Paul come along? See you there.", "unresolved") == [
        "Who drives?",
        "Does Paul come along?",
    ]


def test_the_subject_of_a_commit_is_no_order() -> None:
    text = 'git commit -am "round once"\n[main 7c1d0ee] invoices: round once, at the end\n'
    assert values(text, "decision", "tool", "bash") == []
    shown = "$ git log -1\n\n    pool: keep one connection\n\n    We decided against a pool.\n"
    assert values(shown, "decision", "tool", "bash") == ["We decided against a pool."]


def test_what_was_approved_heads_a_list_of_decisions() -> None:
    text = "**Disetujui**\n- baju batik\n\n**Belum sepakat**\n- tanggal foto\n"
    assert values(text, "decision") == ["baju batik"]
    assert values(text, "unresolved") == ["tanggal foto"]
