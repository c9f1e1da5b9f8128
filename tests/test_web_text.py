"""Markdown, marks and tool lines: whatever a session holds becomes safe, readable HTML."""

from __future__ import annotations

import re
from html import escape, unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gagent_db.models import ToolCall
from gagent_db.web import tool_calls
from gagent_db.web.excerpt import excerpt
from gagent_db.web.filters import snippet, spoken
from gagent_db.web.highlight import mark
from gagent_db.web.markdown import render
from gagent_db.web.results import labelled

TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)([^>]*)>")
ALLOWED = set(
    [
        "p",
        "br",
        "hr",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "ul",
        "ol",
        "li",
        "blockquote",
        "pre",
        "code",
        "em",
        "strong",
        "s",
        "a",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "div",
        "span",
    ]
)
NASTY = st.text(
    alphabet=st.one_of(
        st.sampled_from(list("<>\"'&`*_[]()!#|\n -=/:;scriptonlad")), st.characters(exclude_categories=["Cs"])
    ),
    max_size=200,
)


@given(NASTY)
def test_any_text_renders_to_allowed_tags_only(text: str) -> None:
    for _, name, attributes in TAG.findall(render(text)):
        assert name in ALLOWED
        assert not re.search(r"\bon\w+\s*=|javascript:", unescape(attributes), re.IGNORECASE)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "![x](https://tracker.example/p.gif)",
        "<style>body{display:none}</style>",
        '<a href="https://x" onclick="y">z</a>',
    ],
)
def test_nothing_runs_and_nothing_is_fetched(text: str) -> None:
    html = render(text)
    assert not re.search(r"<(?:script|img|style|iframe)\b", html)
    assert 'href="javascript' not in html and 'href="data' not in html


def test_bare_urls_become_links_without_the_punctuation_around_them() -> None:
    html = render("see (https://x.example/a_(b)?q=1&r=2), or https://y.example/z.")
    assert 'href="https://x.example/a_(b)?q=1&amp;r=2"' in html
    assert 'href="https://y.example/z"' in html


def test_lists_tables_and_quotes_run_in_the_direction_of_their_script() -> None:
    html = render("- أولاً\n- ثانياً\n\n1. a\n\n> أولاً\n\n| أ | ب |\n|---|---|\n| ١ | ٢ |")
    assert all(f'<{tag} dir="auto">' in html for tag in ("ul", "ol", "blockquote", "table"))


def test_code_is_coloured_by_class_and_stays_text() -> None:
    html = render('```python\nprint("<b>")\n```')
    assert 'class="hl-' in html and "&lt;b&gt;" in html


def test_very_long_text_is_shown_as_it_is() -> None:
    assert render("# " + "x" * 70_000).startswith('<pre class="plain"># xxx')


@given(NASTY, st.text(alphabet='scriptonlad <>&/-"', min_size=1, max_size=12))
def test_marks_change_nothing_but_marks(text: str, query: str) -> None:
    html = render(text)
    marked, _ = mark(html, query)
    assert marked.replace("<mark>", "").replace("</mark>", "") == html


@pytest.mark.parametrize(
    ("text", "query", "shown"),
    [
        ("The provider retries its webhooks", "webhook retry", ["retries", "webhooks"]),
        ("we deployed twice", "deploying", ["deployed"]),
        ("来月の京都旅行", "京都", ["京都"]),
        ("open src/main.py now", "src/main.py", ["src/main.py"]),
        ("run --tag run-0080x", "--tag run-0080x", ["--tag run-0080x"]),
        ("a < b && c > d", "b && c", ["b &amp;&amp; c"]),
    ],
)
def test_what_was_searched_for_is_marked(text: str, query: str, shown: list[str]) -> None:
    marked, count = mark(f"<p>{escape(text)}</p>", query)
    pieces = re.sub(r"</mark><mark>", "", marked)
    assert re.findall(r"<mark>(.*?)</mark>", pieces) == shown
    assert count == len(shown)


def test_a_match_across_coloured_tokens_is_marked_in_each() -> None:
    html = render("```python\nreturn a < 3\n```")
    marked, count = mark(html, '"return a < 3"')
    assert count == 1
    assert "".join(unescape(part) for part in re.findall(r"<mark>(.*?)</mark>", marked)) == "return a < 3"


@pytest.mark.parametrize(
    ("call", "result", "line", "note", "failed"),
    [
        (ToolCall("Bash", {"command": "pytest -q"}, exit_code=1), "1 failed\nx", "pytest -q", "exit 1", True),
        (ToolCall("shell", {"command": ["bash", "-lc", "ls -la"]}, exit_code=0), "a\nb\nc", "ls -la", "3 lines", False),
        (ToolCall("Read", {"file_path": "/a/b.py"}), "one line", "/a/b.py", "one line", False),
        (ToolCall("Grep", {"pattern": "x", "path": "src"}), "", "x in src", "", False),
        (
            ToolCall("Edit", {"file_path": "a.py", "old_string": "x\ny", "new_string": "x\nz\nw"}),
            "ok",
            "a.py",
            "+2 −1",
            False,
        ),
        (
            ToolCall("TodoWrite", {"todos": [{"content": "a", "status": "completed"}, {"content": "b"}]}),
            "",
            "1 of 2 done",
            "",
            False,
        ),
        (
            ToolCall("WebFetch", {"url": "https://x.example"}, status="error"),
            "boom",
            "https://x.example",
            "error",
            True,
        ),
        (ToolCall("odd", None), None, "", "", False),
        (ToolCall("odd", "plain text"), None, "plain text", "", False),
        (ToolCall("odd", {"a": 1, "b": [2]}), None, "a=1, b=[2]", "", False),
    ],
)
def test_a_tool_call_is_one_line_that_says_what_it_did(
    call: ToolCall, result: str | None, line: str, note: str, failed: bool
) -> None:
    shown = tool_calls.view(call, result)
    assert (shown.line, shown.note, shown.failed) == (line, note, failed)


@pytest.mark.parametrize(
    ("arguments", "note", "shown"),
    [
        ({"old_string": "-- drop\nx", "new_string": "++ keep\nx"}, "+1 −1", "--- drop\n+++ keep\n x"),
        (
            {"old_string": "a\n1\n2\n3\n4\n5\nb", "new_string": "A\n1\n2\n3\n4\n5\nB"},
            "+2 −2",
            "-a\n+A\n 1\n 2\n⋯\n 4\n 5\n-b\n+B",
        ),
        (
            {"edits": [{"old_string": "a", "new_string": "b"}, {"old_string": "c", "new_string": "d"}, None]},
            "+2 −2",
            "-a\n+b\n⋯\n-c\n+d",
        ),
    ],
)
def test_an_edit_shows_each_line_it_changed(arguments: dict[str, object], note: str, shown: str) -> None:
    call = tool_calls.view(ToolCall("Edit", {"file_path": "a.sql", **arguments}), "ok")
    assert call.note == note
    assert unescape(re.sub("<[^>]+>", "", call.details)).strip() == shown


def test_paths_are_shown_from_the_project_on() -> None:
    call = ToolCall("Read", {"file_path": "/home/x/app/src/a.py"})
    assert tool_calls.view(call, None, project="/home/x/app").line == "src/a.py"
    assert tool_calls.view(call, None, project="/home/x/ap").line == "/home/x/app/src/a.py"


def test_results_lose_terminal_colours_and_are_cut() -> None:
    shown = tool_calls.view(ToolCall("Bash", {"command": "x"}), "\x1b[31mred\x1b[0m" + "y" * 20_000)
    assert shown.result.startswith("redy")
    assert shown.cut == 20_003 - tool_calls.LONGEST_RESULT


LOG = "".join(f"step {number} of the build\n" for number in range(5000))


@pytest.mark.parametrize("place", [0, 3000, 20_000, 60_000, 100_000, len(LOG) - 3000, len(LOG)])
def test_of_a_long_result_the_end_and_the_hit_are_shown(place: int) -> None:
    text = f"{LOG[:place]}the quokka escaped\n{LOG[place:]}error: build failed"
    for call, result in ((ToolCall("Bash", {"command": "make"}), text), (ToolCall("Bash", {"command": text}), "")):
        shown = tool_calls.view(call, result, query="quokka")
        marked, hits = mark(shown.result or shown.details, "quokka")
        plain = unescape(re.sub("<[^>]+>", "", marked))
        assert hits == 1 and "the quokka escaped" in plain
        assert plain.startswith(text[:3000]) and plain.rstrip().endswith("error: build failed")
        assert "more characters …]" in plain and len(plain) < tool_calls.LONGEST_RESULT + 100


def test_of_a_long_result_the_place_with_most_words_of_the_query_is_shown() -> None:
    text = f"{LOG[:40_000]}the build has a quokka\n{LOG[40_000:70_000]}quokka escaped\n{LOG[70_000:]}"
    shown = tool_calls.view(ToolCall("Bash", {"command": "make"}), text, query="step escaped quokka")
    assert "quokka escaped" in shown.result and "has a quokka" not in shown.result


@given(st.text("ab \n", max_size=80), st.integers(3, 40), st.sampled_from([None, "aab", "b"]))
def test_an_excerpt_says_how_much_it_leaves_out(text: str, longest: int, query: str | None) -> None:
    shown, cut = excerpt(text, longest, query)
    said = [int(found.replace(",", "")) for found in re.findall(r"\[… ([\d,]+) more characters …\]", shown)]
    assert sum(said) == cut and cut == max(0, len(text) - len(re.sub(r"\n\[…[^]]*\]\n", "", shown)))
    assert len(text) - cut <= longest and (cut == 0) == (len(text) <= longest)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | NASTY,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NASTY, inner, max_size=3),
    max_leaves=6,
)


@given(json_values, NASTY)
def test_any_arguments_and_any_result_can_be_shown(arguments: object, result: str) -> None:
    shown = tool_calls.view(ToolCall("tool", arguments), result)
    for html in (shown.details, shown.result):
        assert not re.search(r"<(?:script|img|iframe|style)\b", html)


def test_projects_that_end_alike_are_told_apart() -> None:
    paths = ["/home/a/work/app", "/srv/work/app", "/srv/notes"]
    assert [label for _, label in labelled(paths)] == ["/home/a/work/app", "/srv/work/app", "srv/notes"]


def test_of_a_snippet_of_many_lines_those_around_the_match_are_shown() -> None:
    lines = [f"line {number}" for number in range(30)]
    lines[20] = "here is the <mark>word</mark>"
    assert snippet("\n".join(lines)).splitlines() == ["… line 18", *lines[19:25], "line 25 …"]
    assert snippet("\n".join(lines[20:])).startswith("here is the <mark>")
    assert snippet("\n".join(lines[:20])).splitlines() == [*lines[:7], "line 7 …"]
    assert snippet("one <mark>two\n" + "three\n" * 20 + "</mark>").count("</mark>") == 1


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("1. **Keep it.** A `<mark>web</mark>_id`", "1. <strong>Keep it.</strong> A <code><mark>web</mark>_id</code>"),
        ("| | has | lacks |\n|---|---|---|\n| a | <mark>b</mark> | c |", "has · lacks\na · <mark>b</mark> · c"),
        ("| | <mark>catches</mark> | survives a …", "<mark>catches</mark> · survives a …"),
        ("## What <mark>we</mark> do", "<strong>What <mark>we</mark> do</strong>"),
    ],
)  # fmt: skip
def test_markdown_of_a_snippet_is_shown_as_what_it_means(written: str, shown: str) -> None:
    assert spoken(written) == shown


@pytest.mark.parametrize(
    "text",
    ["# apt update", "2**3**4", "2 ** 3 ** 4", "ps | less", "---", "**a <mark>b** c</mark>", "`a <mark>b` c</mark>",
     "<mark>**a</mark> b <mark>c** d</mark>"],
)  # fmt: skip
def test_what_only_looks_like_markdown_stays(text: str) -> None:
    assert spoken(text) == text


@given(st.text(alphabet="*`|#-_ a\n…", max_size=60))
def test_markdown_adds_no_tag_but_its_own(text: str) -> None:
    assert not re.search(r"<(?!/?(?:strong|code)>)", spoken(text))
    assert all(spoken(text).count(f"<{tag}>") == spoken(text).count(f"</{tag}>") for tag in ("strong", "code"))
