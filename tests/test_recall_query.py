"""What a person types becomes a plan; no string is an error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gagent_db
from gagent_db.agents.slash import handle
from gagent_db.agents.tools import session_search
from gagent_db.cli import main
from gagent_db.recall.english import irregular_forms
from gagent_db.recall.query import Term, parse
from gagent_db.recall.words import indonesian_forms
from gagent_db.store.search_text import search_text
from gagent_db.web.results import notices


@given(st.text(max_size=200))
@settings(max_examples=400, deadline=None)
def test_any_string_parses(text: str) -> None:
    plan = parse(text)
    assert plan.strict is None or plan.strict


_PIECES = [*'()*-"^:+{}[] ', "AND ", " OR ", "NOT ", " NEAR(", "word ", "明", "🚀"]
SIGNS = st.lists(st.sampled_from(_PIECES), max_size=40).map("".join)


@given(SIGNS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_string_of_operators_is_an_error_or_a_damage(gates: gagent_db.Database, text: str) -> None:
    result = gates.search(text)
    assert result.degraded is None
    assert result.sessions or result.hint or parse(text).terms


@pytest.fixture
def gates(db: gagent_db.Database) -> gagent_db.Database:
    session = db.create_session(channel="cli")
    texts = ["the AND gate and the OR gate, not a NEAR miss", "a -> b && c ...", "开会 🚀", "key:value (here) [x]"]
    db.append(session.id, [{"content": text} for text in texts])
    db.index()
    return db


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("AND", "<mark>AND</mark> gate"), ("OR", "<mark>OR</mark> gate"), ("NOT", "<mark>not</mark> a"),
        ("AND OR NOT", "<mark>AND</mark>"), ("NEAR", "<mark>NEAR</mark>"), ("NEAR(gate miss)", "<mark>NEAR</mark>"),
        ("^miss", "<mark>miss</mark>"), ("key:value", "<mark>key:value</mark>"), ("other:value", "<mark>value</mark>"),
        ('"here', "<mark>here</mark>"), ("(here", "<mark>(here</mark>"), ("[x", "<mark>[x</mark>"),
        ("->", "<mark>-&gt;</mark>"), ("&&", "<mark>&amp;&amp;</mark>"), ("...", "<mark>...</mark>"),
        ("🚀", "<mark>🚀</mark>"), ("会", "<mark>会</mark>"), ("b", "<mark>b</mark>"), ("gate" * 2500, None),
        ("gate " * 2000, "<mark>gate</mark>"), ("(" * 3000 + "gate" + ")" * 3000, None),
        ("(gate OR " * 300 + "miss" + ")" * 300, "<mark>gate</mark>"),
    ],
)  # fmt: skip
def test_what_looks_like_syntax_finds_what_stands_there(
    gates: gagent_db.Database, typed: str, shown: str | None
) -> None:
    result = gates.search(typed)
    assert result.degraded is None
    if shown:
        assert shown in "".join(hit.snippet for item in result.sessions for hit in item.hits)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("*", "no word in '*'"), ("-", "no word in '-'"), ('"', "no word"), ("^", "no word"), ("\u200b", "no word"),
        ('""', "do not hold them so"), ("=>>", "do not hold them so"),
        ("channel:nosuch", "leave no message: channel nosuch"),
        ("gate role:nosuch", "leave no message: role nosuch"), ("qu*", "needs 4 letters"),
        ("gate AND xylophone", "words without them"),
        ("xq", "parts of words are looked for from 3 characters on"), ("7", "from 3 characters on"),
    ],
)  # fmt: skip
def test_a_query_that_can_find_nothing_says_why(gates: gagent_db.Database, typed: str, reason: str) -> None:
    result = gates.search(typed)
    assert result.sessions == [] and reason in (result.hint or "")
    assert reason in result.to_dict()["hint"]
    said = CliRunner().invoke(main, ["--db", str(gates.path), "search", "--", typed])
    assert said.exit_code == 0 and reason in said.output.replace("\n", " ")
    small = gates.search(typed, max_chars=200).to_dict()
    assert len(json.dumps(small)) <= 200 and small["hint"]


@pytest.mark.parametrize("typed", ["猫", "😀", "ð" * 200, "привет", "중문", "שלום", "中文", "नमस्ते"])
def test_signs_the_vectors_do_not_know_are_close_to_nothing(gates: gagent_db.Database, typed: str) -> None:
    session = gates.create_session(channel="cli")
    texts = ("сервер упал ночью", "메모리 누수 때문입니다", "移行はいつ終わりますか", "ไฟล์ไว้ สิบสี่ วัน")
    gates.append(session.id, [{"content": text} for text in texts])
    result = gates.search(typed)
    assert result.sessions == [] and result.hint is None  # the words stand nowhere: no more is to be said
    assert "hint" not in result.to_dict()


@pytest.mark.parametrize(
    ("typed", "strict"),
    [
        ("fig OR pea", '("fig" OR "pea")'),
        ("fig AND pea", '("fig" AND "pea")'),
        ("fig NOT pear", '("fig" NOT ("pear"))'),
        ("(the apple OR pear) AND plum", '((("the" AND "apple") OR "pear") AND "plum")'),
        ("the apples and pears of it all", '"apples" AND "pears"'),
        ('"as it is" plum here they', '"as it is" AND "plum"'),
        ("configur* is", '"configur" *'),
        ("AND", '"and"'),
        ("AND OR NOT", '"and" AND "or" AND "not"'),
        ("apple OR", '"apple"'),
        ("NOT apple", '"apple"'),
        ("(apple OR pear", '"apple" AND "pear"'),
        ("a" + " OR apple" * 100, '"apple"'),
    ],
)
def test_operators_and_function_words(typed: str, strict: str) -> None:
    assert parse(typed).strict == strict


@pytest.mark.parametrize(
    "typed", ["NOT gantry", "(NOT gantry)", "NOT gantry NOT crane", "-gantry", "-gantry -crane", "crane OR NOT gantry"]
)
def test_nothing_to_take_away_from_is_told(db: gagent_db.Database, db_path: Path, typed: str) -> None:
    db.append(db.create_session(channel="cli").id, [{"content": "the gantry beside the crane"}])
    said = "NOT and - take away from what other words find (harbour NOT ferry); without any, they were read as text."
    found = db.search(typed)
    assert found.sessions and found.hint == found.to_dict()["hint"] == said
    assert db.search("NOT xylophone", mode="lexical").hint == said
    for more in ((), ("--plain",)):
        told = CliRunner().invoke(main, ["--db", str(db_path), "search", *more, "--", typed])
        assert said in (told.stderr if more else told.stdout) and "gantry beside" in told.stdout
    assert said in (handle(f"/history {typed}", db=db) or "")
    assert session_search(db, typed)["hint"] == said
    assert notices(found.to_dict())[-1] == said


@pytest.mark.parametrize("typed", ["gantry NOT crane", "gantry -crane", "NOT channel:cli", "NOT NULL", "gantry"])
def test_operators_that_are_read_as_typed_need_no_hint(db: gagent_db.Database, typed: str) -> None:
    texts = ("the gantry alone", "the column is NOT NULL")
    for channel in ("cli", "slack"):
        db.append(db.create_session(channel=channel).id, [{"content": text} for text in texts])
    found = db.search(typed)
    assert found.sessions and found.hint is None


@pytest.mark.parametrize("typed", ["{} OR gantry", "gantry OR {}", "{} AND tolong", "({} OR gantry) tolong"])
@pytest.mark.parametrize("word", ["arsip", "mengarsipkan", "diarsipkan"])
def test_indonesian_forms_are_found_beside_operators(db: gagent_db.Database, typed: str, word: str) -> None:
    (said,) = db.append(db.create_session(channel="cli").id, [{"content": "tolong arsipkan percakapan ini"}])
    assert [hit.message_id for hit in db.search_messages(typed.format(word), mode="lexical")] == [said]
    assert [hit.message_id for hit in db.search_messages(f"tolong NOT {word}kah", mode="lexical")] == [said]


@pytest.mark.parametrize("levels", [13, 1500])
def test_parentheses_too_deep_for_an_index_are_plain_text(levels: int) -> None:
    plan = parse("(apple OR " * levels + "pear" + ")" * levels)
    assert plan.boolean is None and {"apple", "pear"} >= {term.text for term in plan.terms} != set()
    assert parse("(apple OR " * 12 + "pear" + ")" * 12).boolean


def test_filters_are_taken_out_of_the_text() -> None:
    plan = parse('deploy channel:cli role:user before:2026-01-02 user:"a b" chat:7')
    assert plan.text == "deploy"
    assert plan.filters["channel"] == "cli" and plan.filters["role"] == "user"
    assert plan.filters["user"] == "a b" and plan.filters["chat_id"] == "7"
    assert plan.filters["until"].startswith("2026-01-0")


@pytest.mark.parametrize("typed", ["TODO: reroute", "user:secret@host", "before:nonsense", "https://a.b/c", "a::b"])
def test_colons_that_are_not_filters_stay_text(typed: str) -> None:
    plan = parse(typed)
    assert plan.filters == {} and plan.text == typed


@pytest.mark.parametrize("typed", ["tag:, hello", "hello -tag:,", "hello tag:,,"])
def test_a_tag_of_commas_alone_is_text(typed: str) -> None:
    plan = parse(typed)
    assert plan.filters == {} and plan.without == ()


def test_minus_excludes_a_word_but_not_a_flag() -> None:
    assert [term.text for term in parse("hello -world").excluded] == ["world"]
    assert parse("docker compose -f x.yml up -detach").excluded == ()
    assert parse("openssl req -newkey rsa:2048 -nodes").excluded == ()
    assert parse("grep -rn -name foo").excluded == ()


def test_a_minus_at_the_beginning_of_a_line_excludes_nothing() -> None:
    plan = parse("diff --git a/x b/x\n-import os\n+import sys")
    assert plan.excluded == () and plan.literal is not None


def test_a_parenthesis_is_no_part_of_the_value_of_a_filter() -> None:
    plan = parse("(tax OR bus -channel:telegram)")
    assert plan.without == (("channel", "telegram"),) and plan.boolean == '("tax" OR "bus")'


@pytest.mark.parametrize("typed", ["docker run -user:root image", "dotnet test -project:foo.csproj"])
def test_a_flag_of_a_command_line_is_no_filter(typed: str) -> None:
    plan = parse(typed)
    assert plan.without == () and plan.text == typed


def test_short_prefixes_are_words() -> None:
    assert parse("ab*").terms[0].kind == "word"
    assert parse("abcd*").terms[0].kind == "prefix"
    assert parse("abc*").unfinished == parse("abc").unfinished == Term("abc", "prefix")


@pytest.mark.parametrize("typed", ["arsip", "arsipkan", "mengarsipkan", "diarsipkan"])
def test_indonesian_forms_reach_each_other(typed: str) -> None:
    forms = {typed, *indonesian_forms(typed)}
    assert {"arsip", "arsipkan", "mengarsipkan", "diarsipkan"} <= forms


def test_nasal_prefixes_give_the_root_back() -> None:
    assert "simpan" in indonesian_forms("menyimpan")
    assert "pindahkan" in indonesian_forms("memindahkan")
    assert "kirim" in indonesian_forms("pengiriman")
    assert "tulis" in indonesian_forms("menulis")


@pytest.mark.parametrize("typed", ["cek", "mengecek", "dicek", "pengecekan"])
def test_roots_of_one_syllable_take_a_longer_prefix(typed: str) -> None:
    assert {"cek", "mengecek", "dicek", "pengecekan"} <= {typed, *indonesian_forms(typed)}


def test_no_irregular_form_is_indexed_as_another_short_word() -> None:
    assert irregular_forms("die") == ["dying"] and "ate" not in irregular_forms("eat")


def test_search_text_is_empty_for_plain_prose_and_cuts_what_has_no_spaces() -> None:
    assert search_text("Just a plain sentence, with /a/path and snake_case.") is None
    assert search_text("call rotateLedgerSnapshot now") == "rotate Ledger Snapshot"
    assert search_text("明天去桂林") == "明 天 去 桂 林"
    assert "ABC" in (search_text("ＡＢＣ") or "")
    assert "emoji1f680" in (search_text("done 🚀") or "")


@given(st.text(max_size=300))
@settings(max_examples=300, deadline=None)
def test_search_text_takes_any_string(text: str) -> None:
    assert search_text(text) is None or search_text(text)
