"""What the extractor finds in a message, and what it leaves alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from extract_messages import MESSAGES, values
from hypothesis import given
from hypothesis import strategies as st

from gagent_db.extract import EXTRACTOR_VERSION, Item, extract
from gagent_db.extract.machine import is_machine_text
from gagent_db.extract.sentences import RULES

STATED = ("decision", "unresolved", "resolved")


def same(kind: str, found: str, wanted: str) -> bool:
    """Equal, or for statements one inside the other or mostly the same words."""
    if kind not in STATED:
        return found.strip(" .,;:`\"'").rstrip("/") == wanted.strip(" .,;:`\"'").rstrip("/")
    left, right = (re.findall(r"\w+", text.lower()) for text in (found, wanted))
    inside = f" {' '.join(left)} ", f" {' '.join(right)} "
    common = sum((Counter(left) & Counter(right)).values())
    return inside[0] in inside[1] or inside[1] in inside[0] or 2 * common >= 0.6 * (len(left) + len(right))


def test_invented_messages_are_read_with_few_misses_and_few_inventions() -> None:
    kinds = ("decision", "unresolved", "command", "url", "path")
    hits: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    invented: Counter[str] = Counter()
    for role, tool, text, required, optional in MESSAGES:
        items = extract(text, role, tool)
        for kind in kinds:
            found = [item.value for item in items if item.kind == kind]
            wanted = required.get(kind, [])
            for one in wanted:
                (hits if any(same(kind, value, one) for value in found) else missed)[kind] += 1
            allowed = wanted + optional.get(kind, [])
            invented[kind] += sum(not any(same(kind, value, one) for one in allowed) for value in found)
    for kind in kinds:
        assert hits[kind] / (hits[kind] + missed[kind]) >= 0.85, (kind, missed[kind])
        assert hits[kind] / (hits[kind] + invented[kind]) >= 0.85, (kind, invented[kind])


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
        "years ago my old company picked Perl for this",
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


@pytest.mark.parametrize("label", ["Not done yet", "not finished", "Belum selesai", "Yang belum kelar"])
def test_a_label_that_says_not_done_leaves_open(label: str) -> None:
    (item,) = extract(f"{label}: the page for signing in", "user")
    assert (item.kind, item.value) == ("unresolved", "the page for signing in")


def test_a_retold_novel_leaves_nothing_open() -> None:
    text = "In the novel the council moves the harbour. The question who lit the beacon is never resolved."
    assert extract(text) == []


def test_machinery_is_told_from_people_by_role_type_and_style() -> None:
    assert is_machine_text("Be brief.", "system")
    assert is_machine_text("Continue.", "user", "meta")
    assert is_machine_text("Stop hook feedback:\nUncommitted changes", "user")
    assert not is_machine_text("You are an engineer after my own heart", "user")
    assert not is_machine_text("Decision: WAL mode", "user")


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
    ("text", "commands"),
    [
        ("please run docker !", []),
        ("you can run npm ) now", []),
        ("just run npm install ) now", ["npm install"]),
        ("command: git status ?", ["git status"]),
    ],
)
def test_a_mark_that_stands_alone_ends_a_command_in_prose(text: str, commands: list[str]) -> None:
    assert [item.value for item in extract(text) if item.kind == "command"] == commands


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("deploy: see https://wiki.example/x and run make release", ["make release"]),
        ("fix: check /var/log/syslog", []),
        ("Usage: read docs/setup.md", []),
        ("contoh: lihat docs/a.md", []),
        ("Last command: terraform plan infra/eu", ["terraform plan infra/eu"]),
        ("example: myscript data/in.csv", ["myscript data/in.csv"]),
        ("deploy: build --release staging/eu", ["build --release staging/eu"]),
    ],
)
def test_a_label_before_what_a_reader_is_to_do_names_no_command(text: str, commands: list[str]) -> None:
    assert [item.value for item in extract(text, "user") if item.kind == "command"] == commands


@pytest.mark.parametrize("text", [" : what if", "live with it\n__: choose, and"])
def test_a_colon_without_a_label_sets_nothing(text: str) -> None:
    assert not [item for item in extract(text, "user") if item.value.startswith((":", "_"))]


SENTENCES = Path(__file__).with_name("extract_sentences.txt")


def test_sentences_state_what_they_are_meant_to() -> None:
    wrong, told = [], 0
    for line in SENTENCES.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        head, text = line.split("|", 1)
        told += 1
        stated = {item.kind for item in extract(text, {"u": "user", "a": "assistant"}[head[0]])}
        kind = {"D": "decision", "U": "unresolved", "R": "resolved", "-": None}[head[1]]
        if {"decision", "unresolved", kind} & stated != ({kind} if kind else set()):
            wrong.append(line)
    assert len(wrong) <= told / 16, wrong  # votes judge by all messages: some of these sentences go another way


@pytest.mark.parametrize(
    ("text", "decisions"),
    [
        ("I've decided. we sell the piano and keep the organ", ["we sell the piano and keep the organ"]),
        ("after a night's sleep on it: no third tier", ["no third tier"]),
        ("ok deal. sewa setahun, bayar di depan", ["sewa setahun, bayar di depan"]),
        ("my neighbour decided to paint his house pink", []),
    ],
)
def test_a_statement_begins_where_it_is_made(text: str, decisions: list[str]) -> None:
    assert [value.rstrip(".") for value in values(text, "decision", "user")] == decisions


def test_a_comma_parts_what_is_decided_from_what_is_open() -> None:
    text = "We agreed to keep the old pump, the new hose still has to be paid."
    assert values(text, "decision", "user") == ["We agreed to keep the old pump"]
    assert values(text, "unresolved", "user") == ["the new hose still has to be paid."]


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
    text = "kita pakai cat krem buat dinding. plafonnya putih. makasih ya"
    assert values(text, "decision", "user") == ["kita pakai cat krem buat dinding.", "plafonnya putih."]
    assert values("plafonnya putih.", "decision", "user") == []
    assert values("we take the corner flat. too pricey though", "decision", "user") == ["we take the corner flat."]


def test_a_value_ends_without_a_comma_and_keeps_emphasis_that_ends_within_it() -> None:
    assert values("**Decision:** *use SQLite* (not Postgres),", "decision", "assistant") == [
        "*use SQLite* (not Postgres)"
    ]
    assert values("- **use oak** for the door, decided today", "decision", "user") == [
        "**use oak** for the door, decided today"
    ]
    assert values("* **Decision: use oak**", "decision", "assistant") == ["use oak"]


def test_a_line_of_a_chat_speaks_for_itself() -> None:
    text = "[12:01] Timo: bbq\n[12:04] Coach: ok bbq it is, 21 June\n12/05/2026, 12:09 - Keanu: we take the train\n"
    assert values(text, "decision", "tool", "whatsapp_read") == ["bbq it is, 21 June", "we take the train"]


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


def test_what_the_web_says_is_nobodys_decision() -> None:
    hits = json.dumps({"results": [{"title": "60 day returns? We decided to test it next year"}]})
    assert values(hits, "decision", "tool", "web_search") == []
    assert values(hits, "decision", "tool", "session_search") != []


def test_a_transcript_with_arrows_has_speakers() -> None:
    text = "cli:default\n  user> no cloud for the photos\n  assistant> Noted. The disk has to be bought.\n"
    assert values(text, "decision", "tool", "session_search") == ["no cloud for the photos"]
    assert values(text, "unresolved", "tool", "session_search") == ["The disk has to be bought."]


def test_what_the_message_of_a_commit_decides_is_a_decision() -> None:
    shown = "$ git log -1\n\n    pool: keep one connection\n\n    We decided against a pool.\n"
    assert values(shown, "decision", "tool", "bash") == ["We decided against a pool."]


def kinds(text: str, role: str) -> set[str]:
    return {item.kind for item in extract(text, role) if item.kind in ("unresolved", "resolved")}


def test_a_dictated_message_is_read_although_it_is_quoted() -> None:
    said = '"Halo, ini soal tenda. Tendanya belum disewa. Kursi sudah dipesan semua."'
    assert kinds(f"Transkrip pesan suara: {said}", "assistant") == {"unresolved", "resolved"}


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Check it with `ha core check` and reload.", "ha core check"),
        ("Run `rspamadm configtest` first.", "rspamadm configtest"),
        ("jalankan `zq sort data`", "zq sort data"),
    ],
)
def test_a_program_nobody_knows_is_called_by_who_is_told_to_run_it(text: str, command: str) -> None:
    assert [item.value for item in extract(text) if item.kind == "command"] == [command]


@pytest.mark.parametrize(
    "text",
    [
        "run the `slow path` again",
        "then run `select count from x`",
        "run `import this` there",
        "Use `soft delete`.",
        "check with `my friend`",
        "run `the tests` first",
        "run `it again`",
    ],
)
def test_what_is_in_backticks_and_no_call_is_no_command(text: str) -> None:
    assert not [item for item in extract(text) if item.kind == "command"]


@pytest.mark.parametrize("text", ["SSE it is.", "ok, Tuesday it is", "The blue one it is, then."])
def test_a_choice_is_what_it_is(text: str) -> None:
    assert [item.kind for item in extract(text, "user")] == ["decision"]


@pytest.mark.parametrize(
    "text",
    ["Here it is.", "no idea what it is", "I don't know how hot it is", "I don't remember which one it is",
     "maybe it is", "of course it is", "I hope it is", "the way it is"],
)  # fmt: skip
def test_not_all_that_is_is_a_choice(text: str) -> None:
    assert not [item for item in extract(text, "user") if item.kind == "decision"]


@pytest.mark.parametrize("label", ["To be decided", "still to be agreed", "to be settled"])
def test_what_is_to_be_decided_is_open(label: str) -> None:
    assert [item.kind for item in extract(f"{label}: the colour of the door")] == ["unresolved"]
