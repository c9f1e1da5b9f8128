"""What headings, lists, labels and minutes say about what stands in them."""

from __future__ import annotations

import pytest
from extract_messages import values

from gagent_db.extract import extract


def test_a_heading_says_what_its_list_is() -> None:
    text = "## Sudah diputuskan\n- cat biru\n\n## Yang kurang\n- kuas besar\n\n## Options\n- roller\n"
    assert values(text, "decision") == ["cat biru"]
    assert values(text, "unresolved") == ["kuas besar"]


def test_a_short_line_right_above_a_list_is_its_heading() -> None:
    text = "Recap:\n\nAgreed\n- matte paper\n\nUnclear\n- the spine width\n"
    assert values(text, "decision") == ["matte paper"]
    assert values(text, "unresolved") == ["the spine width"]


def test_minutes_tell_decisions_from_what_is_open() -> None:
    text = "# Minutes\n1. Gates close at dusk.\n2. The tenant has not been told yet.\n"
    assert values(text, "decision") == ["Gates close at dusk."]
    assert values(text, "unresolved") == ["The tenant has not been told yet."]


def test_a_cross_is_open_only_among_ticks() -> None:
    assert values("✔ lift reserved\n✘ meter readings\n", "unresolved") == ["meter readings"]
    assert values("✘ no dogs\n✘ no bikes\n", "unresolved") == []


def test_boxes_and_memory_spec_lines_carry_their_state() -> None:
    text = "- [x] paint the fence\n- [ ] buy hinges\nD[gate]: oak\n?[lock]: which one\n✓[paint]: two coats"
    assert values(text, "resolved") == ["paint the fence", "two coats"]
    assert values(text, "unresolved") == ["buy hinges", "which one"]
    assert [item.normalized for item in extract(text) if item.kind == "decision"] == ["[gate] oak"]


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


def test_notes_of_a_meeting_in_a_file_are_read_as_minutes() -> None:
    text = "# Team meeting 2026-02-09\n\n* colour: teal, unanimous\n* fonts: still undecided\n"
    assert values(text, "decision", "tool", "read_file") == ["colour: teal, unanimous"]
    assert values(text, "unresolved", "tool", "read_file") == ["fonts: still undecided"]


def test_semicolons_and_indirect_questions_part_what_a_label_announces() -> None:
    assert values("Decided: no SSR for the docs; plain CSS comes in", "decision") == [
        "no SSR for the docs",
        "plain CSS comes in",
    ]
    text = "Still missing: the address of the hall, and whether children are invited."
    assert values(text, "unresolved") == ["the address of the hall", "whether children are invited."]


@pytest.mark.parametrize(
    ("said", "decisions"),
    [
        ("Decisions: keep JSONL, drop the cron, use WAL", ["keep JSONL", "drop the cron", "use WAL"]),
        ("Keputusan: pakai Postgres, hapus cron lama, simpan log 30 hari.", 3),
        ("Decided: Ana calls the bank, Budi books the van, and Citra pays the deposit.", 3),
        ("Decision: no new servers, no new staff, no new contracts.", 3),
        ("Decision: for logs 30 days, for traces 7 days, for audits a year.", 3),
        ("Decision: we keep the old pump, which still runs, until the spring.", ["we keep the old pump"]),
        ("Decision: we use Postgres, not MySQL, for the billing service.", 1),
        ("Decision: the backup runs nightly, at three in the morning, on the old server.", 1),
        ("Decision: in the end, after much talk, we stay on Hetzner.", 1),
        ("Keputusan: pompa lama tetap dipakai, karena masih jalan, sampai musim depan.", ["pompa lama tetap dipakai"]),
        ("Decision: one minute, no more; no talking, not even whispers", 2),
    ],
)
def test_a_decision_is_parted_at_its_commas_unless_one_of_them_parts_an_aside(
    said: str, decisions: list[str] | int
) -> None:
    found = values(said, "decision")
    assert (len(found) if isinstance(decisions, int) else found) == decisions


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Confirmed", "decision"),
        ("Ketentuan", "decision"),
        ("To be clarified", "unresolved"),
        ("TBD", "unresolved"),
        ("Homework", "unresolved"),
        ("In progress", "unresolved"),
        ("PR minggu ini", "unresolved"),
        ("Someone has to", "unresolved"),
        ("Ticked off", "resolved"),
        ("Three ways to mend it", None),
        ("Packing list", None),
    ],
)
def test_headings_tell_what_stands_below(heading: str, kind: str | None) -> None:
    stated = {item.kind for item in extract(f"## {heading}\n\n- the blue door\n")}
    assert stated == ({kind} if kind else set())


def test_a_heading_may_be_a_clause() -> None:
    text = "What you have agreed on\n- 10 mm sheets\n\nWhat is still unclear\n- the foundation\n"
    assert values(text, "decision") == ["10 mm sheets"]
    assert values(text, "unresolved") == ["the foundation"]


def test_questions_behind_a_label_are_all_open() -> None:
    assert values("Open: Who drives? Does Paul come along? See you there.", "unresolved") == [
        "Who drives?",
        "Does Paul come along?",
    ]


def test_what_was_approved_heads_a_list_of_decisions() -> None:
    text = "**Disetujui**\n- baju batik\n\n**Belum sepakat**\n- tanggal foto\n"
    assert values(text, "decision") == ["baju batik"]
    assert values(text, "unresolved") == ["tanggal foto"]


def test_a_heading_without_a_mark_is_one_whatever_its_word() -> None:
    text = "Notes of the allotment club\n\nKeputusan\n1. Chair: Olga\n2. Water by plot size\n"
    assert values(text, "decision") == ["Chair: Olga", "Water by plot size"]


def test_under_a_heading_a_paragraph_of_decisions_is_one_each_and_its_reasons_are_none() -> None:
    text = "## Outcome\nOne queue table. Workers poll every 2 seconds. This was the cheapest way.\n"
    assert values(text, "decision") == ["One queue table.", "Workers poll every 2 seconds."]


def test_a_plan_laid_out_is_settled_but_for_what_it_leaves_open() -> None:
    text = "Your Rome week as it stands:\n\n- Train on 4 May\n- Vatican on Wednesday\n- Dinner: no place yet"
    assert values(text, "decision") == ["Train on 4 May", "Vatican on Wednesday"]
    assert values(text, "unresolved") == ["Dinner: no place yet"]


def test_pictographs_are_bullets() -> None:
    text = "Untuk acara nikahan:\n\n💍 Akad hari Sabtu.\n🎪 Tenda dari Pak Karim.\n❓ MC siapa.\n"
    assert values(text, "decision") == ["Akad hari Sabtu.", "Tenda dari Pak Karim."]
    assert values(text, "unresolved") == ["MC siapa."]


def test_what_was_said_elsewhere_is_read_as_said_by_people() -> None:
    text = (
        "Short summary of the call with the nursery:\nIda starts on 3 August. We take half-day care. "
        "The price was discussed for an hour. Nobody asked about lunch."
    )
    assert values(text, "decision") == ["Ida starts on 3 August.", "We take half-day care."]
    hits = "[1] 2026-02-03 user: drafts are kept for a week\n[2] 2026-02-04 assistant: noted"
    assert values(hits, "decision", "tool", "session_search") == ["drafts are kept for a week"]


@pytest.mark.parametrize(
    ("text", "decisions"),
    [
        ("You all agreed by Friday, so the plan stands: two weeks each.", ["two weeks each."]),
        ("You and Mo have settled it: he keeps the flat, you get the car, Ada the dog.", 3),
        ("Kesepakatan dengan pemilik: bayar per bulan.", ["bayar per bulan."]),
        ("Disepakati lewat telepon dengan Marek: dia antar, kita bongkar, bayar bulan Mei.", 3),
        ("Nothing was agreed on: it is open.", []),
        ("She said the offer stands: fifty.", []),
    ],
)
def test_a_clause_that_says_it_is_settled_announces_what_follows(text: str, decisions: list[str] | int) -> None:
    found = values(text, "decision")
    assert (len(found) if isinstance(decisions, int) else found) == decisions


@pytest.mark.parametrize(
    "heading",
    [
        "Rules for the group chat, as pinned by Ika:",
        "Here is where the garden plan ended up:",
        "Confirmed with the caterer:",
        "What we landed on for the menu:",
        "Your standing instructions so far:",
        "Jadwal yang sudah ibu setujui:",
    ],
)
def test_lead_ins_of_what_was_settled(heading: str) -> None:
    assert values(f"{heading}\n- the blue door\n- no bikes\n", "decision") == ["the blue door", "no bikes"]


@pytest.mark.parametrize(
    "heading",
    [
        "Left alone",
        "Where the two lists disagree",
        "A few remarks before you print",
        "Calls to make",
        "Unpaid",
        "Yang rusak",
    ],
)
def test_a_heading_that_names_a_state_or_an_errand_holds_open_items(heading: str) -> None:
    assert values(f"## {heading}\n- the north gate\n", "unresolved") == ["the north gate"]


def test_a_row_is_open_or_done_by_its_state_column_in_whatever_words() -> None:
    text = (
        "| Task | Who | State |\n|---|---|---|\n| hang doors | Bo | 2 of 7 rooms |\n| sand floor | Ida |"
        " sanded, done 3 May |\n| order glass | Bo | waiting |\n| sketch | ? | |\n"
    )
    assert values(text, "unresolved") == ["hang doors", "order glass", "sketch"]
    assert values(text.replace("sanded, done", "done"), "resolved") == ["sand floor"]


def test_a_tick_closes_for_people_and_says_nothing_in_the_output_of_a_test_runner() -> None:
    text = "✓ kampas rem\n✓ ganti oli\n✗ ban serep\n"
    assert values(text, "resolved") == ["kampas rem", "ganti oli"]
    assert values(text, "unresolved") == ["ban serep"]
    assert values("✓ renders the page\n✗ saves the form\n", "unresolved", "tool", "bash") == []


def test_a_ticked_target_of_memory_spec_needs_no_colon() -> None:
    found = extract("✓[gate] painted twice\n", "tool", "memory_list")
    assert [(item.kind, item.normalized) for item in found] == [("resolved", "[gate] painted twice")]


@pytest.mark.parametrize("heading", ["## Sudah tetap", "### Firm", "**Yang sudah bulat**"])
def test_what_stands_below_a_heading_that_calls_it_settled_is_decided(heading: str) -> None:
    text = f"{heading}\n- Kitchen in the old shed\n- Two ovens, leased\n"
    assert values(text, "decision") == ["Kitchen in the old shed", "Two ovens, leased"]


def test_a_todo_of_somebody_is_open_in_small_letters_too() -> None:
    assert values("The page is up. todo(anna): alt texts", "unresolved") == ["todo(anna): alt texts"]


def test_a_participle_that_opens_a_message_closes_something() -> None:
    assert values("patched, pod is up", "resolved", "user") == ["patched, pod is up"]
    assert values("fixed price or hourly?", "resolved", "user") == []


@pytest.mark.parametrize(
    ("said", "closed"),
    [
        ("The refund went through.", True),
        ("When the refund went through I was abroad.", False),
        ("Tagihan listrik sudah dicek.", True),
        ("Kalau tagihan sudah dicek, kabari.", False),
        ("the shelf no longer has to be moved", True),
    ],
)
def test_what_went_through_was_checked_or_is_not_needed_any_more_is_closed(said: str, closed: bool) -> None:
    assert bool(values(said, "resolved", "user")) == closed


def test_an_item_that_says_otherwise_is_not_what_its_heading_says() -> None:
    text = "## Agreed\n- blue tiles in the hall\n- the plumber is still waiting for the permit\n"
    assert values(text, "decision") == ["blue tiles in the hall"]
    assert values(text, "unresolved") == ["the plumber is still waiting for the permit"]


def test_tags_before_items_are_boxes() -> None:
    text = "- [done] grease the winch\n- [open] who holds the ladder\n"
    assert values(text, "resolved") == ["grease the winch"]
    assert values(text, "unresolved") == ["who holds the ladder"]


@pytest.mark.parametrize("heading", ["## Packing list", "Ingredients:", "We saw:", "## Rooms"])
def test_things_that_a_list_names_are_neither_decided_nor_open(heading: str) -> None:
    text = f"{heading}\n- two towels\n- the red lamp\n- the small bedroom\n"
    assert [item.kind for item in extract(text)] == []


def test_nothing_is_no_item_but_may_begin_one() -> None:
    text = "## Decided\n- nothing leaves the tool shed\n\n## Open\n- nothing so far\n"
    assert values(text, "decision") == ["nothing leaves the tool shed"]
    assert values(text, "unresolved") == []


def test_what_is_labelled_counts_below_a_heading_that_tells_causes() -> None:
    text = "## Why\nThe copies took all night.\n\nDecision: snapshots by hour.\nUndecided: how long they live.\n"
    assert "snapshots by hour." in values(text, "decision")
    assert values(text, "unresolved") == ["how long they live."]


def test_lights_say_what_is_done_and_what_is_open() -> None:
    text = "Board:\n\n🟢 landing page live\n🟡 copy waits for Wulan\n🔴 sandbox rejects cards\n"
    assert values(text, "resolved") == ["landing page live"]
    assert values(text, "unresolved") == ["copy waits for Wulan", "sandbox rejects cards"]
    assert values("🟢 landing page\n🟢 analytics\n", "resolved") == []


def test_an_item_of_a_list_may_begin_with_todo() -> None:
    text = "# site\n- galleries of twelve pictures\n- TODO pages for the news\n"
    assert values(text, "unresolved", "tool", "read_file") == ["TODO pages for the news"]


def test_lines_within_a_string_of_json_are_read_one_by_one() -> None:
    text = '{"path": "notes/a.md", "content": "# shed\\n- TODO: new hinges for it\\n- C:\\\\new"}'
    assert values(text, "unresolved", "tool", "read_file") == ["TODO: new hinges for it"]
