"""What assistive programs and browsers read off the pages: landmarks, headings, times; and addresses off the map."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime
from pathlib import Path

import pytest
from datasette.app import Datasette
from web_fixtures import ROOT, private_datasette

import gagent_db
from gagent_db.web.results import notices

pytestmark = pytest.mark.asyncio(loop_scope="module")

PAGES = [
    "/", "/gagent/-/sessions", "/gagent/-/sessions?q=webhook", "/gagent/-/sessions?q=zzzqqq",
    "/gagent/-/sessions?since=bogus", "/gagent/-/sessions/nowhere", "/gagent/-/sessions/demo-webhook?q=retry",
    "/gagent/-/artifacts/decision", "/gagent/-/artifacts/errors?q=refused", "/gagent/-/memories",
    "/gagent/-/facts?history=webhooks.timeout", "/gagent/-/overview",
]  # fmt: skip


async def text(ds: Datasette, path: str) -> str:
    return str((await ds.client.get(path, actor=ROOT)).text)


@pytest.mark.parametrize("path", PAGES)
async def test_each_page_has_one_main_part_with_one_heading_and_a_way_to_it(ds: Datasette, path: str) -> None:
    html = await text(ds, path)
    main = html.index('role="main"')
    assert html.count('role="main"') == 1 and "<main" not in html
    assert html.count("<h1") == 1 and html.index("<h1") > main
    anchor = re.search(r'class="g-skip" href="#([^"]+)"', html)
    assert anchor and f'id="{anchor[1]}"' in html[main - 60 : main + 60]


async def test_the_page_for_strangers_has_a_main_part_too(ds: Datasette) -> None:
    html = (await ds.client.get("/gagent/-/sessions", headers={"accept": "text/html"})).text
    assert html.count('role="main"') == 1 and html.count("<h1") == 1


@pytest.mark.parametrize("path", PAGES)
async def test_programs_can_read_every_time(ds: Datasette, path: str) -> None:
    for tag in re.findall(r"<time\b[^>]*>", await text(ds, path)):
        moment = re.search(r'datetime="([^"]+)"', tag)
        assert moment and datetime.fromisoformat(moment[1]).tzinfo, tag


@pytest.mark.parametrize(("asked", "shown"), [("before={first}", "prompt 0"), ("after={last}", "prompt 499")])
async def test_beyond_either_end_of_a_session_stand_its_nearest_messages(
    tmp_path: Path, asked: str, shown: str
) -> None:
    path = tmp_path / "gagent.db"
    with gagent_db.open(path) as db:
        session = db.create_session(channel="cli")
        ids = db.append(session.id, [{"role": "user", "content": f"prompt {n}"} for n in range(500)])
    ds = private_datasette(path)
    await ds.invoke_startup()
    url = f"/gagent/-/sessions/{session.id}?{asked.format(first=ids[0], last=ids[-1])}"
    html = await text(ds, url)
    assert html.count("<article") == 120 and f"<p>{shown}</p>" in html


@pytest.mark.parametrize(
    "path", ["/gagent/-/facts.json?status=bogus&q=timeout", "/gagent/-/artifacts/errors.json?limit=0"]
)
async def test_what_cannot_be_understood_is_refused_whatever_else_is_asked(ds: Datasette, path: str) -> None:
    response = await ds.client.get(path, actor=ROOT)
    assert response.status_code == 400 and response.json()["hint"]


async def test_the_home_page_says_nothing_about_sessions_it_has_not_read(tmp_path: Path) -> None:
    path = tmp_path / "gagent.db"
    with gagent_db.open(path) as db:
        old = db.create_session(channel="cli", created_at="2020-01-01T00:00:00Z")
        decided = {"role": "user", "content": "Decision: swap first.", "created_at": "2020-01-01T00:00:00Z"}
        db.append(old.id, [decided])
        for _ in range(45):
            db.append(db.create_session(channel="cli").id, [{"role": "user", "content": "hello"}])
    ds = private_datasette(path)
    await ds.invoke_startup()
    assert "Swap first" in await text(ds, "/gagent/-/artifacts/decision")
    html = await text(ds, "/")
    assert "None found yet" not in html and "None in the latest sessions" in html


@pytest.mark.parametrize("page", ["sessions", "artifacts/command"])
async def test_every_filter_that_holds_is_shown_stays_and_can_be_taken_off(ds: Datasette, page: str) -> None:
    asked = "since=2020-05-01&project=%2Fnot%2Flisted&role=tool&channel=nowhere&session_id=demo-webhook&q=pytest"
    html = await text(ds, f"/gagent/-/{page}?{asked}&limit=7")
    for shown in ("since 2020-05-01", "project /not/listed", "said by tool", "channel nowhere", "session demo-webhook"):
        assert f'title="Remove this filter">{shown} ' in html
    form = html[html.index("g-search-form") :].partition("</form>")[0]
    expected = {"since": "2020-05-01", "project": "/not/listed", "role": "tool", "channel": "nowhere"}
    for name, value in {**expected, "session": "demo-webhook"}.items():
        field = re.search(
            rf'<select name="{name}".*?</select>|<input type="hidden" name="{name}"[^>]*>', form, re.DOTALL
        )
        assert field and re.search(rf'value="{value}"(?: selected)?>', field[0]), name
    without = re.search(r'href="([^"]+)" title="Remove this filter">session ', html)
    assert without and "session" not in without[1].partition("?")[2]
    assert all(kept in without[1] for kept in ("channel=nowhere", "role=tool", "q=pytest", "limit=7"))


NARROWED = [
    "artifacts/command?status=99", "artifacts/url?session=demo-kebun&until=2001-01-01",
    "artifacts/decision?since=2099-01-01", "artifacts/unresolved?status=resolved&since=2099-01-01",
    "memories?forgotten=1&target=user",
]  # fmt: skip


@pytest.mark.parametrize("path", NARROWED)
async def test_what_a_filter_leaves_out_is_not_said_to_be_nowhere(ds: Datasette, path: str) -> None:
    html = await text(ds, f"/gagent/-/{path}")
    assert "<h2>No such " in html and " yet</h2>" not in html and ">Show all " in html


async def test_what_is_found_on_another_page_of_a_session_is_one_click_away(tmp_path: Path) -> None:
    path = tmp_path / "gagent.db"
    with gagent_db.open(path) as db:
        session = db.create_session(channel="cli")
        said = ["a quokka" if n in (3, 290, 375) else f"prompt {n}" for n in range(500)]
        ids = db.append(session.id, [{"role": "user", "content": content} for content in said])
    ds = private_datasette(path)
    await ds.invoke_startup()
    url = f"/gagent/-/sessions/{session.id}"
    for at, expected in ((200, 290), (450, 3)):
        html = await text(ds, f"{url}?q=quokka&at={ids[at]}")
        assert "not on this page" in html and f'href="{url}?q=quokka&amp;at={ids[expected]}#m{ids[expected]}"' in html
    for here in (f"?q=quokka&at={ids[5]}", "?q=wombat", "?q=since%3Abogus"):
        assert "Next hit" not in await text(ds, url + here)


async def test_where_nothing_is_found_it_is_not_said_that_much_matches() -> None:
    result = {"sessions": [], "mode": "exact", "truncated": True, "degraded": None}
    assert "Not everything" in notices(result)[0]
    assert "So much matches" in notices({**result, "sessions": [{"hits": []}]})[0]


async def test_pages_show_no_control_codes_of_a_transcript(tmp_path: Path) -> None:
    """A browser shows a box for each, in the middle of what is read."""
    codes = "\x1b[31m\x1b]0;x\x07\x9b1m\x08"
    with gagent_db.open(tmp_path / "gagent.db") as db:
        words = f"zebu {codes} Decision: we keep{codes} the zebu. TODO: feed {codes}it. https://example.org/{codes}zebu"
        call = {"tool_name": f"exec{codes}", "arguments": {"command": f"ls{codes} /srv/zebu{codes}"}, "exit_code": 1}
        said = [{"role": "user", "content": words}, {"role": "user", "content": f"Error: zebu{codes} is gone"}]
        answer = {"role": "assistant", "content": words, "reasoning": words, "tool_calls": [call]}
        db.append(db.create_session(id="s", channel="cli", title=f"zebu {codes}").id, [*said, answer])
        db.index()
    ds = private_datasette(tmp_path / "gagent.db")
    for path in PAGES + [f"/gagent/-/artifacts/{kind}" for kind in ("unresolved", "command", "url", "path")]:
        html = await text(ds, path.replace("demo-webhook", "s").replace("webhook", "zebu").replace("refused", "zebu"))
        held = [
            html[at - 60 : at]
            for at, char in enumerate(html)
            if unicodedata.category(char) == "Cc" and char not in "\n\t"
        ]
        assert not held, (path, held)
