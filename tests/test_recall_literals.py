"""What is typed as it stands is found as it stands: alone, inside a question, cut off, in scripts without spaces."""

from __future__ import annotations

import html
import itertools
import random
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gagent_db
from gagent_db.recall import lexical
from gagent_db.recall.lexicon import unlearn
from gagent_db.recall.literals import embedded, expression
from gagent_db.recall.query import parse
from gagent_db.recall.words import indonesian_forms
from gagent_db.store.search_text import search_text, unspaced_runs

PATH = "/srv/kebun/config/wa-bridge.toml"


def say(db: gagent_db.Database, *texts: str, **message: Any) -> int:
    """A session of these messages; the id of the last one."""
    session = db.create_session(channel="cli")
    return db.append(session.id, [{"content": text, **message} for text in texts])[-1]


def best(db: gagent_db.Database, query: str, **options: Any) -> tuple[int, list[str]]:
    """The first hit: its id, and what is marked in its snippet."""
    hit = db.search(query, **options).sessions[0].hits[0]
    return hit.message_id, [html.unescape(mark) for mark in re.findall("<mark>(.*?)</mark>", hit.snippet)]


# -- in a question -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("literal", "question"),
    [
        (PATH, "what did we do with {}?"), (PATH, "apa yang terjadi dengan {}"), ("wa-bridge.toml", "where is {}"),
        ("https://host.example/a?b=1&c=2", "who sent me {}?"), ("--force-recreate", "why did we use {}?"),
        ("#4821", "what was issue {} about?"), ("ana@mail.example", "did {} answer?"), ("App.tsx:42", "what is at {}?"),
        ("getUserByID", "where is {} called"), ("a.b.close()", "why does {} fail?"), (r"C:\Tmp\x.txt", "is {} gone?"),
        ("Cannot read properties", 'how did we fix "{}"?'), ("10.0.0.7", "which machine is {}?"),
        ("MAX_WAIT=5", "who set {} ?"),
    ],
)  # fmt: skip
def test_a_literal_inside_a_question_is_found_first(db: gagent_db.Database, literal: str, question: str) -> None:
    wanted = say(db, "hello", f"now {literal} it is")
    words = " ".join(re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", literal)[::-1])
    for _ in range(4):
        say(db, f"{question.format(words)} {words}, {words}", "we spoke about it")
    found, marks = best(db, question.format(literal))
    assert found == wanted and literal in marks


@pytest.mark.parametrize("query", ["yaml parsing app.py decision", "what was decided about yaml parsing in app.py?"])
def test_of_sessions_with_the_literal_the_one_that_answers_the_rest_comes_first(
    db: gagent_db.Database, query: str
) -> None:
    wanted = say(db, "hello", "We decided: yaml parsing goes into app.py.")
    for _ in range(3):
        say(db, "open app.py", "app.py has a bug", "run app.py", "app.py is fixed", "thanks for app.py")
    assert best(db, query)[0] == wanted


@pytest.mark.parametrize(
    "question",
    [
        "What did Ana say about YouTube and/or GitHub, e.g. on 3.5 at 10:30?", "a well-known follow-up (or two)",
        "it's John's file(s)", "hello", "", "either/or", "C# or F#?",
    ],
)  # fmt: skip
def test_prose_holds_no_literal(question: str) -> None:
    assert embedded(question) == ()


def test_a_literal_in_a_question_loses_the_punctuation_of_its_sentence() -> None:
    assert embedded("is it (src/a/b.py), or `rm -rf x`; maybe foo.bar()?") == ("rm -rf x", "src/a/b.py", "foo.bar()")


# -- signs, dots, parentheses ------------------------------------------------------------------------


@pytest.mark.parametrize("door", ["content", "arguments", "result"])
@pytest.mark.parametrize(
    "literal",
    [".env", ".NET", "fault (core dumped)", "🚀 launched", "✅ done", "👩‍💻", "🇮🇩", "⏰", "❤️", "→", "=>", "===", "!="],
)
def test_signs_count_in_messages_and_in_tool_calls(db: gagent_db.Database, literal: str, door: str) -> None:
    call = {"tool_name": "run", "arguments": {"x": f"see {literal} x"} if door == "arguments" else {}}
    call |= {"result_summary": f"see {literal} x"} if door == "result" else {}
    wanted = say(db, f"see {literal} x") if door == "content" else say(db, "", role="assistant", tool_calls=[call])
    words = " ".join(re.findall(r"\w+", literal))
    for _ in range(4):
        say(db, f"{words} {words} and again {words}")
    db.index()
    found, marks = best(db, literal)
    assert found == wanted and literal in marks


@pytest.mark.parametrize("text", ["the gateway is deployed", 'say "the gateway is deployed" again'])
@pytest.mark.parametrize("typed", ['"gateway is', 'gateway is"', '"gateway is"'])
def test_a_quote_that_is_not_closed_is_a_phrase(db: gagent_db.Database, text: str, typed: str) -> None:
    wanted = say(db, text)
    say(db, "deploy the gateway: the gateway it is")
    assert best(db, typed) == (wanted, ["gateway is"])


# -- plain words, pasted ---------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["user", "tool"])
@pytest.mark.parametrize(
    "pasted",
    [
        "No space left on device", "connection refused by peer", "address already in use", "git push origin main",
        "the process cannot access the file because it is being used by another process",
        "gagal menyambung ke peladen", "already in use",
    ],
)  # fmt: skip
def test_an_error_or_command_of_plain_words_comes_before_messages_that_repeat_its_words(
    db: gagent_db.Database, pasted: str, role: str
) -> None:
    wanted = say(db, "hello", f"it went on and on for a while, then\n{pasted}\nand it went on after that", role=role)
    turned = " ".join(pasted.split()[::-1])
    for _ in range(4):
        say(db, f"{turned}, {turned}", f"so {turned}")
    assert best(db, pasted) == (wanted, [pasted])
    assert db.search(pasted).mode == "exact"


@pytest.mark.parametrize("query", ["backup of the wiki", "backup wiki"])
def test_what_a_machine_says_again_and_again_comes_after_what_a_person_said_once(
    db: gagent_db.Database, query: str
) -> None:
    wanted = say(db, "the backup of the wiki failed at night")
    cron = db.create_session(channel="cron")
    db.append(cron.id, [{"content": f"run {number}: the backup of the wiki failed"} for number in range(5)])
    assert best(db, query)[0] == wanted


def test_exact_means_that_the_first_hit_holds_it(db: gagent_db.Database) -> None:
    say(db, "somewhere in a long text about nothing at all the disk image lay, and we went on to other things")
    for _ in range(4):
        say(db, "image of a disk: disk, image", "disk image? the image, the disk", "an image, a disk")
    result = db.search("disk image")
    assert (result.mode == "exact") == (result.sessions[0].hits[0].matched == "exact")


@pytest.mark.parametrize(
    "typed", ["state <> 'done' AND tries >= 3", "tate <> 'done' AND tr", "x == 1 OR y", "(x == 1 OR y)"]
)
def test_code_that_holds_an_operator_is_found_as_it_stands(db: gagent_db.Database, typed: str) -> None:
    wanted = say(db, "SELECT 1 WHERE state <> 'done' AND tries >= 3 AND (x == 1 OR y);", role="tool")
    say(db, *["done: the state, after 3 tries, of x and y is 1"] * 5)
    db.index()
    assert best(db, typed) == (wanted, [typed])


@pytest.mark.parametrize(
    "typed", ["(/srv/kebun/main.toml)", "/srv/kebun/main.toml,", "'srv/kebun/main.toml'.", "/srv/kebun/main.toml?!"]
)
def test_punctuation_of_a_sentence_around_a_literal_is_left_aside(db: gagent_db.Database, typed: str) -> None:
    wanted = say(db, f"then {PATH} and /srv/kebun/main.toml too")
    for _ in range(4):
        say(db, "the main kebun: srv, toml; kebun main toml srv", "main toml")
    assert best(db, typed)[0] == wanted
    assert not db.search(typed, mode="exact").sessions


@pytest.mark.parametrize("typed", ["nothing\nwas left behind", "nothing  was\r\nleft behind", "f(1)\n was left = 2"])
def test_what_was_wrapped_on_the_way_is_found_as_it_stands(db: gagent_db.Database, typed: str) -> None:
    wanted = say(db, "so nothing was left behind, where f(1) was left = 2")
    for _ in range(4):
        say(db, "behind it nothing was left, 1 f left, 2", "left behind: nothing")
    assert best(db, typed) == (wanted, [" ".join(typed.split())])


# -- fragments ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("fragment", ["bun/config/wa-br", "kebun/conf", "bridge.to", "ebun/c", "g/wa-b", "fig/wa-bri"])
def test_a_fragment_cut_off_inside_words_is_found_among_many_with_its_words(
    db: gagent_db.Database, fragment: str
) -> None:
    wanted = say(db, f"it is {PATH} now", role="tool")
    for number in range(30):
        say(db, f"kebun config bridge toml wa {number} " + "the kebun, its config and the bridge " * 400, role="tool")
    db.index()
    assert best(db, fragment) == (wanted, [fragment])


@pytest.mark.parametrize("fragment", ["o-r", "y.T", "x)?", "es(x", "?.y", "s(x)?", ".sum("])
@pytest.mark.parametrize("tool", [True, False], ids=["in a call", "in a text"])
def test_a_fragment_of_code_of_three_characters_is_found(db: gagent_db.Database, fragment: str, tool: bool) -> None:
    code = "let y = undo-revision.sum(yes(x)?.y.Total, no(x);"
    call = {"tool_name": "write", "arguments": {"text": code}, "result_summary": "written"}
    wanted = say(db, "" if tool else code, tool_calls=[call] if tool else [])
    say(db, *[f"the sum of {number}, yes, and x is the total of y, a revision" for number in range(200)])
    db.index()
    assert best(db, fragment) == (wanted, [fragment])


HELD = (  # what the archive of the next test says, in messages and in calls
    "we decided to archive the yearly reports before the migration of the warehouse begins",
    "python decrypt.py --since yesterday --out=/srv/kebun/config/wa-bridge.toml | tail -50",
    "ValueError: cannot unmarshal number -0.5 into Go struct field Plan.total of type int64 (exit status 1)",
    "see https://panel.example.id/tenants/a7f/billing?tab=invoices&cycle=7#row-42 and mail ops+rina@mail.example",
    """{"name": "palette", "layers": [{"id": 7, "fill": "rgba(0, 12, 255, .5)"}], "ok": true}""",
    "if (user?.profile !== null && rotateLedgerSnapshot(x)[0] <= MAX_WAIT_MS) return `#${user.name}`;",
    r"opened C:\Users\rina\Ledger\kas_2025.xlsx, fixed by #88123 and c0ffee42d9ab",
    "pertemuan koperasi nelayan digeser ke hari rabu, kuitansinya sudah diarsipkan oleh Señor Tomé",
    "The quick check didn't find what's wrong: 'status' isn't set, \"retry\" is, and so on!",
)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[gagent_db.Database, dict[int, str]]]:
    """An archive of these among as many that hold their words in another order, and what each message holds."""
    with gagent_db.open(tmp_path_factory.mktemp("held") / "x.db") as db:
        texts: dict[int, str] = {}
        for number, text in enumerate(HELD):
            call = {"tool_name": "write", "arguments": {"text": text}}
            message = {"content": text} if number % 3 else {"content": "", "role": "assistant", "tool_calls": [call]}
            texts[db.append(db.create_session(channel="cli").id, [message])[-1]] = text
            mixed = " ".join(re.findall(r"\w+", text)[::-1])
            for _ in range(3):
                texts[say(db, mixed)] = mixed
        db.index()
        yield db, texts


@pytest.mark.parametrize("form", ["{}", "`{}`", "where did we see `{}`?"], ids=["bare", "quoted", "in a question"])
def test_a_message_that_holds_a_fragment_is_found_first(
    held: tuple[gagent_db.Database, dict[int, str]], form: str
) -> None:
    db, texts = held
    drawn = random.Random(7)
    missed = []
    for _ in range(150):
        text = drawn.choice(HELD)
        length = drawn.choice((3, 4, 5, 7, 10, 15, 25, 40))
        start = drawn.randrange(len(text) - length)
        fragment = text[start : start + length].strip()
        if len(fragment) < 3 or "`" in fragment or fragment.startswith("-"):  # -word leaves a word out
            continue
        result = db.search(form.format(fragment))
        found = texts.get(result.sessions[0].hits[0].message_id, "") if result.sessions else ""
        if fragment.lower() not in found.lower():
            missed.append(fragment)
    assert not missed


@pytest.mark.parametrize(
    ("typed", "wanted", "other"),
    [
        ("arsipkan", "tolong arsipkan kuitansi itu", "kuitansi sudah diarsipkan, diarsipkan di lemari, diarsipkan"),
        ("cat", "the cat sleeps", "concatenate, concatenation, scatter: concat concat concat"),
        ("plan", "a plan for the trip", "planet, airplane and planets on planets"),
        ("solve", "we solve it at last", "solved, it is solved, all solved by solving"),
        ("stories", "a story for the night", "histories of histories, and their histories"),
        ("rchiv", "it is in the archives", "the arch, an arch with arches"),
        ("onel", "git log --oneline", "ones and one, one by one"),
        ("hon decr", "run python decrypt.py now", "hon, decr: decrypt it honestly, python"),
        ("ython decrypt.", "run python decrypt.py now", "decrypt, python! decrypt it in python"),
        ("retry:", "set retry: 3 and go", "retry, retry and retry again"),
        ('"marsh', 'import "marshmallow" first', "the marsh is wet, a marsh by the marsh"),
        ("can not open the dev", "sh: can not open the device", "can you open the dev door? not the dev, open"),
        ("ng?", "are you coming? yes", "ng ng ng"),
        ("/a?page=3", "see x.example/a?page=3?", "a page, page 3 of a, page 3"),
        ("page=3?", "see x.example/a?page=3?", "a page, page 3 of a, page 3"),
    ],
)
def test_as_it_was_typed_comes_before_its_words(db: gagent_db.Database, typed: str, wanted: str, other: str) -> None:
    first = say(db, "hello", wanted)
    for _ in range(3):
        say(db, other, f"and {other}")
    db.index()
    assert best(db, typed)[0] == first


def test_a_word_of_which_all_places_are_old_is_found_as_it_was_typed(db: gagent_db.Database) -> None:
    wanted = say(db, "hello", "the walls we archive here")
    say(db, *[f"archives, archiving {number} archived things" for number in range(400)])
    assert best(db, "archive")[0] == wanted


def test_the_only_message_found_before_a_time_box_closes_is_kept(db: gagent_db.Database) -> None:
    counting = """WITH RECURSIVE n(i) AS (SELECT :low UNION ALL SELECT i + 1 FROM n)
                  SELECT i * 10, i FROM n WHERE i IN (5, 7) LIMIT :limit"""
    clock, found = lexical.Clock(), list[int]()
    with clock.box(db.read(), 0.005):
        found.extend(lexical.one_by_one(db.read(), counting, {"low": 6}, 9, newest=False))
    assert clock.hit and found == [70]


# -- minus beside operators --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "strict"),
    [
        ("(fig OR pea) -plum", '(("fig" OR "pea") NOT ("plum"))'),
        ("fig OR pea -plum", '("fig" OR ("pea" NOT ("plum")))'),
        ('apple AND pear -"ripe plum"', '(("apple" AND "pear") NOT ("ripe plum"))'),
        ("apple -plum NOT fig OR pear", '(("apple" NOT ("plum" OR "fig")) OR "pear")'),
    ],
)
def test_minus_and_operators_go_together(typed: str, strict: str) -> None:
    assert parse(typed).strict == strict


# -- scripts without spaces --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "question", "marked"),
    [
        ("大别山项目的会议改到周四下午三点", "会议改到什么时候", "会议改到"),
        ("数据库连接失败，因为密码过期了", "数据库为什么连接失败？", "连接失败"),
        ("明日の会議は東京駅の近くで行います", "会議はどこで行いますか", "行います"),
        ("회의는 목요일 오후 세 시입니다", "회의가 언제예요", "회의"),
        ("การประชุมเลื่อนไปวันศุกร์", "ประชุมวันไหน", "ประชุม"),
    ],
)
def test_a_question_without_spaces_needs_not_stand_there_whole(
    db: gagent_db.Database, text: str, question: str, marked: str
) -> None:
    wanted = say(db, "halo", text)
    say(db, "天气很好，我们去公园", "今天吃什么", "오늘 날씨가 좋아요", "วันนี้อากาศดี")
    found, marks = best(db, question)
    assert found == wanted and any(marked in mark for mark in marks)


@pytest.fixture(scope="module")
def touching(open_new: Callable[[], gagent_db.Database]) -> Iterator[tuple[gagent_db.Database, int]]:
    """More text than a search reads, and the message that holds words without spaces around them."""
    with open_new() as db:
        wanted = say(db, "请先执行npm run builq然后重启kubernetesq服务")
        for _ in range(4):
            say(db, "builq run npm, run npm: fail", "ubernetes, a fail")
        db.index()
        say(db, *["." * 1_000_000] * 30)
        yield db, wanted


@pytest.mark.parametrize("query", ["npm run builq", "NPM run builq", "why did `npm run builq` fail?", "ubernetesq"])
def test_what_touches_a_script_without_spaces_at_both_ends_is_found_as_it_stands(
    touching: tuple[gagent_db.Database, int], query: str
) -> None:
    db, wanted = touching
    assert best(db, query)[0] == wanted


@pytest.mark.parametrize(
    "query", ["Docker", "docker", "部署", "用Docker", "Docker部署", "v2服务", "docker 部署", "我们用Docker部署"]
)
def test_words_that_touch_a_script_without_spaces_are_words(db: gagent_db.Database, query: str) -> None:
    wanted = say(db, "halo", "我们用Docker部署v2服务")
    say(db, "something else")
    assert best(db, query)[0] == wanted


@pytest.mark.parametrize("query", ["东京", "部署数据库", "ทดสอบ"])
def test_scripts_without_spaces_are_found_in_tool_calls(db: gagent_db.Database, query: str) -> None:
    call = {"tool_name": "write", "arguments": {"text": "部署数据库到东京服务器 ทดสอบระบบ"}}
    wanted = say(db, "", role="assistant", tool_calls=[call])
    say(db, "数据 在 东方 京都")
    assert best(db, query) == (wanted, [query])


@given(st.text(alphabet="a0 _-数据の한ทด🚀é", max_size=60))
@settings(max_examples=300, deadline=None)
def test_runs_without_spaces_lose_no_character(text: str) -> None:
    for start, end, spaced in unspaced_runs(text):
        assert spaced.replace(" ", "") == text[start:end]
    whole = "".join(text[start:end] for start, end, _ in unspaced_runs(text))
    assert [char for char in text if char in "数据の한ทด"] == [char for char in whole if char in "数据の한ทด"]


@given(st.text(alphabet='a0 _-数据の🚀é"', max_size=40), st.sampled_from(["", "x ", "数 "]))
@settings(max_examples=200, deadline=None)
def test_what_is_looked_for_stands_in_the_index_of_the_same_text(text: str, around: str) -> None:
    wanted = expression(text)
    with closing(sqlite3.connect(":memory:")) as conn:
        conn.execute("CREATE VIRTUAL TABLE words USING fts5(content, search_text)")
        content = around + text
        conn.execute("INSERT INTO words VALUES (?, ?)", (content, search_text(content)))
        found = conn.execute("SELECT 1 FROM words WHERE words MATCH ?", (wanted,)).fetchone() if wanted else True
    assert found


# -- Indonesian --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "family",
    [
        "perbaiki memperbaiki diperbaiki perbaikan", "perbarui memperbarui diperbarui", "uji menguji diuji pengujian",
        "minta meminta diminta permintaan", "kerja bekerja pekerjaan mengerjakan dikerjakan",
        "mati matikan mematikan dimatikan", "selesai selesaikan menyelesaikan diselesaikan penyelesaian",
        "periksa memeriksa diperiksa pemeriksaan", "rusak merusak kerusakan dirusak", "muat memuat dimuat pemuatan",
        "ajar belajar pelajaran mempelajari", "rencana berencana merencanakan direncanakan", "cek ceklah dicek",
        "lihat melihat memperlihatkan diperlihatkan", "arsip arsipkan terarsipkan arsipnya",
        "simpan menyimpannya penyimpanannya simpanlah kusimpan simpanku",
        "amankan mengamankannya keamanannya amankah",
        "kunci kuncilah menguncinya kunciku", "hapus menghapuskannya hapusannya kuhapus hapusmu",
    ],
)  # fmt: skip
def test_indonesian_words_of_one_root_reach_each_other_from_the_root(family: str) -> None:
    root, *others = family.split()
    assert set(others) <= set(indonesian_forms(root))
    for other in others:
        assert root in indonesian_forms(other), other


# -- a few letters beside a sign ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[gagent_db.Database]:
    """Hundreds of words that begin or end alike, behind more text than one search has the time to read."""
    with gagent_db.open(tmp_path_factory.mktemp("large") / "a.db") as db:
        letters = [a + b for a in "abcdefghijklmnopqrst" for b in "aeioulmr"]
        say(
            db,
            *(f"{x}pan {x}por vi{x} lo{x} q{x}" for x in letters * 2),
            " ".join(f"{x}man {x}tor vo{x} li{x}" for x in letters),
        )
        for text in (
            "set main_view here",
            "then editor_lock(x)",
            "see ./plan/vista.md",
            "the KANN::VOLL case",
            "stop()?};",
            "a 'titan'",
        ):
            say(db, text)
        session = db.create_session(channel="cli")
        call = {"tool_name": "terminal", "arguments": {"command": "run --tan=viola"}}
        db.append(session.id, [{"role": "assistant", "content": "", "tool_calls": [call]}])
        say(db, *["a" * 1_000_000] * 30)
        db.index()
        yield db


@pytest.mark.parametrize(
    ("fragment", "whole"),
    [
        ("n_v", "main_view"), ("in_vi", "main_view"), ("r_lo", "editor_lock"), ("n/v", "plan/vista"),
        ("nn::vo", "KANN::VOLL"), ("n=v", "--tan=viola"), ('"n_v"', "main_view"), ("where was `r_lo`?", "editor_lock"),
        ("main_v", "main_view"), ("in_view", "main_view"), ("tor_lo", "editor_lock"), ("--t", "--tan=viola"),
        ("k(x", "lock(x)"), ("/vi", "plan/vista"), ("ta.m", "vista.md"), ("?};", "stop()?};"), ("an'", "'titan'"),
    ],
)  # fmt: skip
def test_a_fragment_with_little_beside_a_sign_is_found_wherever_it_stands(
    large: gagent_db.Database, fragment: str, whole: str
) -> None:
    session = large.search(fragment).sessions[0]
    assert whole in re.sub("</?mark>", "", session.hits[0].snippet) and session.hits[0].matched == "exact"


def test_where_words_met_is_forgotten_with_the_messages(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"content": "set main_view here"}])
    say(db, "and a b-c there")
    db.index()
    db.delete_session(session.id)
    db.write(lambda conn: unlearn(conn, ["main", "view"]))
    assert [row[0] for row in db.read().execute("SELECT meeting FROM junctions")] == ["b-c"]


def test_a_long_row_of_signs_is_known_by_its_ends(db: gagent_db.Database) -> None:
    say(db, f"ab{'=' * 50}cd ---- x-y")
    db.index()
    listed = {row[0] for row in db.read().execute("SELECT meeting FROM junctions")}
    assert listed == {"ab======", "======cd", "----", "x-y"}


def test_where_words_met_is_forgotten_when_the_message_says_something_else(db: gagent_db.Database) -> None:
    changed = say(db, "set main_view here", "and a b-c there")
    db.index()
    db.write(lambda conn: conn.execute("UPDATE messages SET content = 'no x_y' WHERE id = ?", (changed,)))
    db.index()
    listed = {row[0] for row in db.read().execute("SELECT meeting FROM junctions")}
    assert listed == {"ain_vie", "x_y"}


@pytest.mark.parametrize("question", ['why does "{}" fail', 'what does "{}" mean', "what was `{}` about?"])
def test_a_fragment_quoted_in_a_question_comes_before_the_other_words(db: gagent_db.Database, question: str) -> None:
    wanted = say(db, "set outbox_redelivery_ttl here")
    for _ in range(4):
        say(db, "the build may fail, tests fail, what it is about", "what fails may mean that")
    db.index()
    assert best(db, question.format("edeliver"))[0] == wanted


def test_a_fragment_in_a_call_is_found_behind_texts_that_only_hold_its_words(
    db: gagent_db.Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = say(db, "", tool_calls=[{"tool_name": "exec", "arguments": {"command": "serve --config x.toml"}}])
    other = [{"tool_name": "exec", "arguments": {"command": "run --connect"}}]
    say(db, *(f"what is in the config of part {number}" for number in range(900)), tool_calls=other)
    db.index()
    looks = itertools.count()
    monkeypatch.setattr(lexical, "time", SimpleNamespace(thread_time=lambda: next(looks) / 1000))
    assert best(db, "--conf")[0] == wanted
