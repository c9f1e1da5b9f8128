"""A real browser on the served demo: searching, deep links, keyboard, narrow windows, no script trouble."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gagent_db
from gagent_db import export_text
from gagent_db.memory import facts, memories
from gagent_db.web import demo

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (pip install playwright)")
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="chromium is not installed (apt-get install chromium)"),
]
WORD = "unbreakable_" * 25
BETWEEN_LOOKS = 3_000  # milliseconds after which a page looks for new messages
PATIENCE = 120_000  # milliseconds after which something that has to happen is taken not to
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, new_database: Path) -> Iterator[dict[str, Any]]:
    """``gagent-db serve`` over the demo and a few odd sessions more."""
    path = tmp_path_factory.mktemp("browser") / "gagent.db"
    with gagent_db.open(shutil.copy(new_database, path)) as db:
        demo.fill(db)
        session = db.create_session(channel="cli", id="long", title="A long session", created_at="2026-01-01T00:00:00Z")
        ids = db.append(session.id, [{"role": "user", "content": f"line {n} of the ledger"} for n in range(1000)])
        log = [f"step {n} of the crucible" for n in range(2000)]
        log[1000] = "the marmot was seen"
        deep = db.create_session(id="deep", channel="cli", title="A long log")
        say = [{"role": "user", "content": f"prompt {n}"} for n in range(8)]
        db.append(deep.id, [*say, {"role": "tool", "content": "\n".join(log)}, *say])
        wide = db.create_session(id="wide", channel=WORD, chat_id=WORD, project=f"/{WORD}", model=WORD, title=WORD)
        call = {"tool_name": WORD, "arguments": {WORD: WORD}, "result_summary": WORD, "exit_code": 1}
        table = f"| {WORD} | b |\n|---|---|\n| {WORD} | {WORD} |"
        said = f"{WORD} Decision: keep {WORD}. {WORD}?"
        answer = {"role": "assistant", "content": table, "media": [{"path": f"/{WORD}"}], "tool_calls": [call]}
        db.append(wide.id, [{"role": WORD, "content": said}, answer])
        chores = [
            {"role": "user", "content": f"TODO: {what} the shed."}
            for what in ("paint", "sweep", "lock", "roof", "sell")
        ]
        db.append(db.create_session(channel="cli", title="Chores").id, chores)
        code = {"role": "assistant", "content": "```sh\necho one\necho two\n```"}
        db.append(db.create_session(id="plain", channel="cli", title="Nothing to unfold").id, [code])
        going = {"source_format": "claude-code", "source_path": str(path)}
        db.append(db.create_session(id="resumable", channel="claude-code", **going).id, [code])
        arabic = {"role": "user", "content": "كيف يمكنني إعادة تشغيل الخادم؟"}
        db.append(db.create_session(id="arabic", channel="cli", title="مرحبا بالعالم").id, [arabic])
        db.create_session(id="silent", channel="cli")
        memories.add(db, WORD, scope=f"/{WORD}")
        facts.memory_write(db, f"D[{WORD}]: {WORD}", WORD)
    process = subprocess.Popen(
        [sys.executable, "-m", "gagent_db", "--db", str(path), "serve", "--no-import", "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        match = next(match for line in process.stdout if (match := re.search(r"http://\S+", line)))
        yield {"sign_in": match[0], "base": match[0].split("/-/")[0], "ids": ids}
    finally:
        process.terminate()
        process.wait(60)


@pytest.fixture(scope="module")
def browser(served: dict[str, Any]) -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=PATIENCE)
        context = browser.new_context()
        page = context.new_page()
        page.goto(served["sign_in"], timeout=PATIENCE)
        served["cookies"] = context.cookies()
        context.close()
        yield browser
        browser.close()


Tab = tuple[Any, list[str]]  # a page, and what went wrong in it


@pytest.fixture(scope="module")
def tabs(browser: Any, served: dict[str, Any]) -> Callable[[dict[str, Any]], Tab]:
    """Opens a signed-in page, one for all tests with the same options: a new one costs as much as what they load."""

    def open_tab(options: dict[str, Any]) -> Tab:
        kept = {name: value for name, value in options.items() if name != "clock"}
        context = browser.new_context(base_url=served["base"], **kept)
        context.set_default_timeout(PATIENCE)
        context.add_cookies(served["cookies"])
        if options.get("clock"):
            context.clock.install()
        page = context.new_page()
        trouble: list[str] = []
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
        page.on("request", lambda r: None if r.url.startswith(served["base"]) else trouble.append(f"foreign: {r.url}"))
        return page, trouble

    opened: dict[str, Tab] = {}

    def tab(options: dict[str, Any]) -> Tab:
        if (key := repr(options)) not in opened:
            opened[key] = open_tab(options)
        return opened[key]

    return tab


@pytest.fixture
def page(tabs: Callable[[dict[str, Any]], Tab], request: pytest.FixtureRequest) -> Iterator[Any]:
    """A signed-in page that fails the test on any script error, refused resource or foreign request."""
    page, trouble = tabs(getattr(request, "param", {}))
    trouble.clear()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(color_scheme="null", reduced_motion="null")
    yield page
    page.evaluate("try { localStorage.clear(); sessionStorage.clear() } catch {}")
    page.goto("about:blank")
    assert trouble == []


def test_from_the_home_page_to_the_marked_line(page: Any) -> None:
    page.goto("/")
    page.get_by_role("searchbox").fill("webhook retry")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/gagent/-/sessions\?q=webhook"))
    first = page.locator(".g-session").first
    assert "charged twice" in first.inner_text()
    first.locator(".g-hit-link").first.click()
    page.wait_for_url(re.compile(r"#m\d+$"))
    target = page.locator(".g-target")
    assert target.count() == 1
    assert target.locator("mark").count() >= 1
    box = target.bounding_box()
    assert 0 <= box["y"] < 900


def test_filters_apply_at_once_and_stay_in_the_url(page: Any) -> None:
    page.goto("/gagent/-/sessions?q=server")
    page.locator("select[name=channel]").select_option("telegram")
    page.wait_for_url(re.compile(r"channel=telegram"))
    assert "since=" not in page.url
    assert page.locator(".g-session").count() == 1
    page.get_by_role("link", name="channel telegram").click()
    page.wait_for_url(lambda url: "channel" not in url)


def test_keyboard(page: Any) -> None:
    page.goto("/gagent/-/sessions?q=webhook")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.closest('[data-g-item]') !== null")
    first = page.evaluate("document.activeElement.href")
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.href") != first
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.href") == first
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "g-q"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert page.get_by_role("dialog", name="Keyboard").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/sessions/demo-webhook"))


def test_escape_closes_a_menu_and_another_takes_its_place(page: Any, served: dict[str, Any]) -> None:
    page.goto(f"{served['base']}/gagent/-/sessions/resumable")
    menus = page.locator(".g-menu[open]")
    page.get_by_text("Resume", exact=True).press("Enter")
    assert page.get_by_text("claude --resume resumable").is_visible()
    page.get_by_text("Export", exact=True).press("Enter")
    assert menus.count() == 1 and page.get_by_role("link", name="Markdown", exact=True).is_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert menus.count() == 0 and page.evaluate("document.activeElement.textContent") == "Export"


@pytest.mark.parametrize(("menu", "field"), [("Rename", "g-title"), ("Tag", "g-tag")])
def test_what_a_menu_asks_for_can_be_typed_at_once(page: Any, menu: str, field: str) -> None:
    page.goto("/gagent/-/sessions/demo-webhook")
    page.get_by_text(menu, exact=True).click()
    page.wait_for_function(f"document.activeElement.id === '{field}'")
    page.keyboard.type("read later")
    assert page.locator(f"#{field}").input_value() == "read later"


def test_a_transcript_folds_and_unfolds(page: Any) -> None:
    page.goto("/gagent/-/sessions/demo-webhook")
    failed = page.locator(".g-call-failed")
    assert "exit 1" in failed.inner_text() and "AssertionError" not in failed.inner_text()
    failed.locator("summary").click()
    assert "AssertionError" in failed.inner_text()
    page.get_by_role("button", name="Unfold all").click()
    assert page.locator(".g-turns details:not([open])").count() == 0
    page.keyboard.press("e")
    assert page.locator(".g-turns details[open]").count() == 0
    page.get_by_role("link", name=re.compile("^Sub-agent")).click()
    page.wait_for_url(re.compile("demo-webhook-sub"))


def test_a_link_to_a_folded_result_opens_it(page: Any) -> None:
    page.goto("/gagent/-/sessions/demo-webhook")
    anchor = page.locator(".g-call-failed").get_attribute("id")
    page.goto("about:blank")
    page.goto(f"/gagent/-/sessions/demo-webhook#{anchor}")
    assert page.locator(f"#{anchor}").get_attribute("open") is not None
    assert page.locator(".g-target").count() == 1


def test_a_bare_link_into_a_long_session_finds_its_page(page: Any, served: dict[str, Any]) -> None:
    wanted = served["ids"][333]
    page.goto(f"/gagent/-/sessions/long#m{wanted}")
    page.wait_for_url(re.compile(rf"at={wanted}.*#m{wanted}$"))
    page.wait_for_selector(f"#m{wanted}.g-target")
    assert page.locator(f"#m{wanted}").inner_text().endswith("line 333 of the ledger")
    assert 0 <= page.locator(f"#m{wanted}").bounding_box()["y"] < 900


def test_the_outline_of_a_long_session_shows_where_one_is(page: Any, served: dict[str, Any]) -> None:
    page.goto(f"/gagent/-/sessions/long?at={served['ids'][900]}")
    current = page.locator(".g-outline a[aria-current]")
    current.wait_for()
    assert re.search(r"line (89|90)\d of the ledger", current.inner_text())
    outline, link = page.locator(".g-outline").bounding_box(), current.bounding_box()
    assert outline["y"] <= link["y"] <= outline["y"] + outline["height"]
    assert re.search(r"after \d+ earlier", page.locator(".g-outline").inner_text())


SHOWN = """() => {
  const mark = document.querySelector("mark").getBoundingClientRect();
  const box = document.querySelector("mark").closest("pre").getBoundingClientRect();
  return mark.top >= Math.max(0, box.top) && mark.bottom <= Math.min(innerHeight, box.bottom);
}"""


@pytest.mark.parametrize("height", [700, 1400])
def test_a_hit_deep_in_a_long_result_comes_into_view(page: Any, height: int) -> None:
    page.set_viewport_size({"width": 1280, "height": height})
    page.emulate_media(reduced_motion="reduce")
    page.goto("/gagent/-/sessions?q=marmot")
    page.locator(".g-hit-link").first.click()
    page.wait_for_function(SHOWN)
    page.goto("/gagent/-/sessions/deep?q=marmot")
    page.wait_for_function(SHOWN)
    page.evaluate("document.activeElement.blur(); document.querySelector('pre.result').scrollTop = 0; scrollTo(0, 0)")
    page.keyboard.press("n")
    page.wait_for_function(SHOWN)


def test_prompts_are_stepped_through(page: Any) -> None:
    page.goto("/gagent/-/sessions/demo-webhook")
    seen = []
    for _ in range(3):
        page.keyboard.press("j")
        page.wait_for_timeout(60)
        seen.append(page.evaluate("document.activeElement.id"))
    assert len(set(seen)) == 3 and all(re.fullmatch(r"m\d+", name) for name in seen)


def test_load_more_adds_to_the_list(page: Any) -> None:
    page.goto("/gagent/-/sessions?limit=5")
    page.get_by_role("link", name="Load more").click()
    page.locator("#g-results h3").nth(8).wait_for()
    found = page.locator("#g-results h3 a").evaluate_all("links => links.map(link => link.href)")
    assert len(found) == len(set(found)) >= 9


def test_what_was_loaded_is_there_again_after_a_look_at_one(page: Any) -> None:
    page.goto("/gagent/-/sessions?limit=4")
    for shown in (8, 10):
        page.get_by_role("link", name="Load more").click()
        page.locator("#g-results h3").nth(shown - 1).wait_for()
    titles = page.locator("#g-results h3").all_inner_texts()
    page.locator("#g-results h3 a").nth(9).click()
    page.wait_for_url(re.compile("/sessions/."))
    page.go_back()
    page.locator("#g-results h3").nth(9).wait_for()
    assert page.locator("#g-results h3").all_inner_texts() == titles
    page.wait_for_function(
        "() => document.querySelectorAll('#g-results h3')[9].getBoundingClientRect().top < innerHeight"
    )


def test_who_changes_an_item_stays_where_it_stood_in_the_list(page: Any) -> None:
    page.set_viewport_size({"width": 1280, "height": 500})
    page.goto("/gagent/-/artifacts/unresolved?limit=3")
    for shown in (6, 9):
        page.get_by_role("link", name="Load more").click()
        page.locator("#g-results > li").nth(shown - 1).wait_for()
    item = page.locator("#g-results > li").nth(6)
    item.scroll_into_view_if_needed()
    place, said = page.evaluate("scrollY"), item.locator(".g-item-value").inner_text()
    assert place > 100
    item.get_by_role("button", name="Resolve").click()
    page.wait_for_function(
        """said => scrollY > 100 && document.querySelectorAll("#g-results > li").length > 6
                && !document.querySelector("#g-results").innerText.includes(said)""",
        arg=said,
    )
    assert abs(page.evaluate("scrollY") - place) < 60


def test_the_first_tab_stop_leads_past_the_navigation(page: Any) -> None:
    page.goto("/gagent/-/artifacts/command")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    assert skip.evaluate("e => e === document.activeElement") and skip.bounding_box()["width"] > 50
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[role=main]') !== null")


@pytest.mark.parametrize("page", [{"permissions": ["clipboard-read", "clipboard-write"]}], indirect=True)
@pytest.mark.parametrize(
    ("path", "place", "copied"),
    [("sessions/plain", ".g-text .code", "echo one\necho two\n"), ("artifacts/command?q=pytest", ".g-item", "pytest")],
)
def test_code_and_commands_are_copied_with_a_click(page: Any, path: str, place: str, copied: str) -> None:
    page.goto(f"/gagent/-/{path}")
    page.locator(place).first.hover()
    button = page.locator(place).first.get_by_role("button", name="Copy")
    button.click()
    page.get_by_role("button", name="Copied").wait_for()
    assert copied in page.evaluate("navigator.clipboard.readText()")


def test_there_is_a_button_to_unfold_only_where_something_is_folded(page: Any) -> None:
    page.goto("/gagent/-/sessions/plain")
    assert not page.locator("[data-g-unfold]").is_visible()
    page.goto("/gagent/-/sessions/demo-webhook")
    assert page.locator("[data-g-unfold]").is_visible()


def test_what_scrolls_by_itself_is_reached_by_keyboard(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    for path in ("sessions/demo-webhook", "sessions/deep", "sessions/wide"):
        page.goto(f"/gagent/-/{path}")
        page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
        out = """() => [...document.querySelectorAll('pre, table')].filter(e => e.checkVisibility() && e.tabIndex < 0)
                 .filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
                 .filter(e => getComputedStyle(e).overflowX !== 'visible').length === 0"""
        page.wait_for_function(out)


def test_a_text_runs_in_the_direction_of_its_script(page: Any) -> None:
    page.goto("/gagent/-/sessions/arabic")
    for place in (".g-title", ".g-text p"):
        gaps = page.locator(place).evaluate(
            """e => { const text = document.createRange(); text.selectNodeContents(e);
              const [a, b] = [text.getBoundingClientRect(), e.getBoundingClientRect()];
              return [a.left - b.left, b.right - a.right] }"""
        )
        assert gaps[0] > 100 and gaps[1] < 5, place


def test_a_whole_message_has_room_in_its_row(page: Any) -> None:
    page.goto("/gagent/messages/1")
    assert page.locator("td.col-content").bounding_box()["width"] >= 400


def test_columns_of_a_table_in_a_narrow_window_keep_their_words_whole(page: Any) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/gagent/-/sessions/demo-webhook")
    assert page.locator(".g-text tbody td").first.bounding_box()["width"] > 60
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto("/gagent/-/facts?history=webhooks.refund")
    assert page.locator("td.g-facts").first.bounding_box()["width"] > 180


def test_a_choice_in_a_narrow_window_shows_its_whole_word(page: Any) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    for path in ("memories", "facts", "artifacts/unresolved", "sessions?q=swap"):
        page.goto(f"/gagent/-/{path}")
        cut = """() => [...document.querySelectorAll('.g-filters select')].filter(select => {
                 const whole = select.cloneNode(true); whole.value = select.value;
                 whole.style.cssText = 'flex: none; max-width: none; position: absolute';
                 [...whole.options].forEach(option => option.selected || option.remove());
                 select.parentNode.append(whole);
                 const cut = whole.offsetWidth > select.offsetWidth + 1;
                 whole.remove();
                 return cut }).map(select => select.name)"""
        assert page.evaluate(cut) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_language_of_a_code_block_stands_beside_no_code(page: Any) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/gagent/-/sessions/demo-webhook")
    label, code = page.locator(".code-lang").first, page.locator(".code:has(.code-lang) pre code").first
    label_box, code_box = label.bounding_box(), code.bounding_box()
    assert label_box["y"] + label_box["height"] <= code_box["y"] + 1


def test_an_open_item_is_resolved_with_a_click(page: Any) -> None:
    page.goto("/gagent/-/artifacts/unresolved?q=tagihan")
    resolve, reopen = (page.get_by_role("button", name=name) for name in ("Resolve", "Reopen"))
    with page.expect_navigation():
        resolve.first.click()
    assert resolve.count() == 0
    page.goto("/gagent/-/artifacts/unresolved?q=tagihan&status=resolved")
    with page.expect_navigation():
        reopen.first.click()


@pytest.mark.parametrize("page", [{"java_script_enabled": False}], indirect=True)
def test_everything_works_without_scripts(page: Any) -> None:
    page.goto("/")
    page.get_by_role("searchbox").fill("swap")
    page.get_by_role("button", name="Search").click()
    page.locator(".g-hit-link").first.click()
    page.locator(".g-target mark").first.wait_for()  # a click does not wait for the page it leads to
    page.locator(".g-call summary").first.click()
    assert page.locator(".g-call[open]").count() >= 1
    for dead in ("[data-g-unfold]", "[data-g-help]"):
        assert not page.locator(dead).is_visible()
    page.get_by_text("Earlier messages").or_(page.get_by_role("link", name="Sessions", exact=True)).first.click()
    page.locator(".g-session").nth(8).wait_for()


SCHEMES = ("light", "dark")
PATHS = [
    "/", "/gagent/-/sessions?q=webhook", "/gagent/-/sessions/demo-webhook?q=retry", "/gagent/-/artifacts/command",
    "/gagent/-/memories", "/gagent/-/facts", "/gagent/-/overview",
]  # fmt: skip


@pytest.mark.parametrize("width", [320, 1280])
def test_every_page_fits_its_window_and_can_be_read(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for path in PATHS:
        page.goto(path)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, scheme)
            assert page.evaluate(CONTRAST) == [], (path, scheme)
            assert page.evaluate(UNNAMED) == [], (path, scheme)


WIDE = [
    "/", "/gagent/-/sessions/wide", f"/gagent/-/sessions/wide?q={WORD}", f"/gagent/-/sessions?q={WORD}",
    f"/gagent/-/sessions?q={WORD}x&channel={WORD}&until=2030-01-01", f"/gagent/-/sessions?q={WORD}&role={WORD}",
    "/gagent/-/artifacts/decision", f"/gagent/-/artifacts/command?q={WORD}x", f"/gagent/-/artifacts/errors?q={WORD}",
    "/gagent/-/memories", f"/gagent/-/memories?q={WORD}x&target=user", f"/gagent/-/facts?history={WORD}",
    f"/gagent/-/facts?q={WORD}x", "/gagent/-/overview",
]  # fmt: skip


@pytest.mark.parametrize("path", ["sessions?q=kebun", "artifacts/unresolved", "facts", "memories"])
def test_in_a_narrow_window_filters_fill_their_rows(page: Any, path: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/gagent/-/{path}")
    gaps = page.evaluate(
        """[...document.querySelectorAll(".g-filters label")].map(label => {
             const text = document.createRange(); text.selectNode(label.firstChild)
             const box = label.querySelector("select").getBoundingClientRect()
             return [box.left - text.getBoundingClientRect().right, label.getBoundingClientRect().right - box.right]
           })"""
    )
    assert gaps and all(-1 < beside < 12 and abs(rest) < 2 for beside, rest in gaps), gaps


def test_words_without_a_break_fit_their_window(page: Any) -> None:
    for path in WIDE:
        page.goto(path)
        page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


def test_an_export_fits_its_window_and_can_be_read(page: Any, db: gagent_db.Database) -> None:
    word = WORD
    session = db.create_session(channel="cli", title=word, project=f"/{word}")
    call = {"tool_name": word, "arguments": {"command": word}, "result_summary": word, "exit_code": 1}
    db.append(session.id, [{"content": word, "reasoning": word, "tool_calls": [call], "media": [{"path": word}]}])
    messages = db.history(session.id)
    page.set_viewport_size({"width": 390, "height": 800})
    page.set_content("".join(export_text.html([session], lambda _: iter([messages]))))
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, scheme
        assert page.evaluate(CONTRAST.replace("section.content", "section")) == [], scheme


DATASETTES = [
    "/-/", "/gagent", "/gagent/messages?_search=webhook", "/gagent/messages/1", "/gagent/artifacts?_facet=kind",
    "/gagent/unresolved", "/gagent/-/query?sql=select+*+from+sessions", "/-/search?q=webhook",
]  # fmt: skip


def test_datasettes_own_pages_are_dark_too(page: Any) -> None:
    page.emulate_media(color_scheme="dark")
    for path in DATASETTES:
        page.goto(path)
        for width in (1280, 420):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(19, 21, 24)", (path, width)
            assert page.evaluate(CONTRAST) == [], (path, width)


def test_datasettes_own_pages_stay_light_in_the_light(page: Any) -> None:
    page.goto("/gagent/messages")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(248, 250, 251)"


# Text that stands out less than 4.5:1 from what is behind it.
CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const light = (c) => { const f = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    return 0.2126 * f(c[0]) + 0.7152 * f(c[1]) + 0.0722 * f(c[2]); };
  const behind = (e) => { const layers = [];
    for (; e; e = e.parentElement) layers.push(rgba(getComputedStyle(e).backgroundColor));
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]); };
  const faint = new Set();
  for (const e of document.querySelectorAll("section.content *")) {
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
    if (!e.checkVisibility() || e.closest(".g-visually-hidden, .g-turn-compacted, option, .cm-line")) continue;
    const back = behind(e), front = over(rgba(getComputedStyle(e).color), back);
    const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) faint.add(`${e.className || e.tagName}: ${ratio.toFixed(2)}`);
  }
  return [...faint];
}"""

# Controls a screen reader could not name.
UNNAMED = """() => [...document.querySelectorAll("section.content :is(input, select, textarea, button, a[href])")]
  .filter((e) => e.checkVisibility() && e.type !== "hidden")
  .filter((e) => !(e.innerText || "").trim() && !(e.labels && e.labels.length) && !e.getAttribute("aria-label"))
  .map((e) => e.outerHTML.slice(0, 120))"""


def _say(page: Any, key: str, *messages: dict[str, Any]) -> None:
    """Record messages as an agent does, from the signed-in page."""
    body = {"session_id": key, "channel": "cli", "messages": list(messages)}
    sent = """async (body) => (await fetch("/gagent/-/messages", {method: "POST", body: JSON.stringify(body),
        headers: {"content-type": "application/json"}})).ok"""
    assert page.evaluate(sent, body)


@pytest.mark.parametrize("page", [{"clock": True}], indirect=True)
def test_a_transcript_shows_what_is_said_meanwhile_and_leaves_the_rest_as_it_is(page: Any) -> None:
    page.goto("/")
    call = {"tool_name": "shell", "call_id": "c1", "arguments": {"command": "make"}, "exit_code": 0}
    _say(page, "going", {"content": "build it"}, {"role": "assistant", "content": "One moment.", "tool_calls": [call]})
    page.goto("/gagent/-/sessions/going")
    page.evaluate("document.querySelector('.g-turn').dataset.kept = 'yes'")
    page.locator(".g-call summary").click()
    _say(page, "going", {"role": "assistant", "content": "It is **built**."}, {"content": "thanks"})
    page.clock.fast_forward(BETWEEN_LOOKS)
    page.wait_for_selector(".g-turn >> text=thanks", timeout=15_000)
    assert page.locator(".g-turn strong").inner_text() == "built"
    assert page.locator(".g-turn").first.get_attribute("data-kept") == "yes"
    assert page.locator(".g-call").evaluate("call => call.open")
    assert "4 messages" in page.locator(".g-transcript-head").inner_text()
    _say(page, "going", {"content": "and once more"})
    page.clock.fast_forward(BETWEEN_LOOKS)
    page.wait_for_selector(".g-turn >> text=and once more", timeout=15_000)
    assert page.locator(".g-turn >> text=thanks").count() == 1


@pytest.mark.parametrize("page", [{"clock": True}], indirect=True)
def test_who_reads_further_up_is_told_of_new_messages_and_stays_there(page: Any) -> None:
    page.goto("/")
    _say(page, "tall", *({"content": f"prompt {number}\n\n" + "line\n\n" * 9} for number in range(20)))
    page.goto("/gagent/-/sessions/tall")
    _say(page, "tall", {"content": "the latest"})
    told = page.get_by_role("button", name="New messages")
    page.clock.fast_forward(BETWEEN_LOOKS)
    told.wait_for(timeout=15_000)
    assert page.evaluate("scrollY") < 50
    assert page.locator(".g-outline li").last.inner_text() == "the latest"
    told.click()
    told.wait_for(state="hidden", timeout=15_000)
    assert page.locator(".g-turn >> text=the latest").is_visible()


def test_a_transcript_shows_answers_only_and_remembers_that(page: Any) -> None:
    page.goto("/")
    call = {"tool_name": "shell", "call_id": "c", "arguments": {"command": "make"}}
    steps = [{"role": "assistant", "content": f"step {n}", "tool_calls": [call]} for n in range(3)]
    done = {"role": "assistant", "content": "all done"}
    _say(page, "steps", {"content": "build it"}, *steps, done, {"content": "ship it"}, {**done, "content": "shipped"})
    page.goto("/gagent/-/sessions/steps")
    button = page.get_by_role("button", name="Answers only")
    button.click()
    turns = page.locator(".g-turns > .g-turn:visible .g-text")
    assert turns.all_inner_texts() == ["build it", "all done", "ship it", "shipped"]
    assert page.locator(".g-call:visible").count() == 0
    page.goto("/gagent/-/sessions/steps?q=step")  # what is looked for is seen
    assert button.get_attribute("aria-pressed") == "true"
    assert "step 1" in turns.all_inner_texts()
    page.keyboard.press("a")
    assert page.locator(".g-call:visible").count() == 3
    page.goto("/gagent/-/sessions/plain")
    assert not button.is_visible()


def test_what_an_agent_thinks_after_its_answer_does_not_hide_the_answer(page: Any) -> None:
    page.goto("/")
    call = {"tool_name": "shell", "call_id": "c", "arguments": {"command": "make"}}
    after = {"role": "assistant", "content": "", "reasoning": "I tidy up.", "tool_calls": [call]}
    _say(page, "thinks", {"content": "build it"}, {"role": "assistant", "content": "the real answer"}, after)
    page.goto("/gagent/-/sessions/thinks")
    page.get_by_role("button", name="Answers only").click()
    assert page.locator(".g-turns > .g-turn:visible .g-text").all_inner_texts() == ["build it", "the real answer"]


@pytest.mark.parametrize("page", [{"clock": True}], indirect=True)
def test_a_session_without_messages_shows_its_first(page: Any) -> None:
    page.goto("/gagent/-/sessions/silent")
    _say(page, "silent", {"content": "the first word"})
    page.clock.fast_forward(BETWEEN_LOOKS)
    page.wait_for_selector(".g-turn >> text=the first word", timeout=15_000)
    assert page.locator(".g-empty").count() == 0
