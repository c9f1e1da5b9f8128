"""The pages and their JSON, through Datasette's own client over a real file."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from datasette.app import Datasette
from sqlite_utils import Database
from web_fixtures import EVIL_PATHS, ROOT, demo_database, private_datasette

import gagent_db
from gagent_db.agents.lifecycle import spawn
from gagent_db.web.openapi import document
from gagent_db.web.rendering import TABS
from gagent_db.web.routes import routes

pytestmark = pytest.mark.asyncio(loop_scope="module")

DOCS = Path(__file__).parents[1] / "docs"
PATHS = document("/gagent/-")["paths"]
PAGES = [
    "/", "/gagent/-/sessions", "/gagent/-/sessions?q=webhook", "/gagent/-/sessions/demo-webhook",
    "/gagent/-/sessions/demo-webhook?q=retry&at=3", "/gagent/-/overview",
    "/gagent/-/artifacts/decision", "/gagent/-/artifacts/unresolved", "/gagent/-/artifacts/command",
    "/gagent/-/artifacts/url", "/gagent/-/artifacts/path", "/gagent/-/artifacts/errors?q=timeout",
    "/gagent/-/memories", "/gagent/-/facts",
]  # fmt: skip
JSON = [
    "/gagent/-/sessions.json", "/gagent/-/sessions.json?q=webhook", "/gagent/-/sessions/demo-webhook.json",
    "/gagent/-/overview.json", "/gagent/-/artifacts/decision.json", "/gagent/-/memories.json", "/gagent/-/facts.json",
    "/gagent/-/artifacts/errors.json?q=timeout", "/gagent/-/memories/prompt.json",
]  # fmt: skip


async def get(ds: Datasette, path: str, **more: object):  # type: ignore[no-untyped-def]
    return await ds.client.get(path, actor=ROOT, **more)


async def test_every_page_is_tested_and_told_of(ds: Datasette) -> None:
    """A new page would otherwise be met by no test of all pages, and found by nobody who reads."""
    patterns = [pattern for pattern, _ in routes(ds) if "(?P<format>" in pattern]
    described = ["/gagent/-" + re.sub(r"{\w+}", "demo", path) for path, methods in PATHS.items() if "get" in methods]
    table = re.findall(r"\n\| `/\{db\}/-(/[^`]*)`", (DOCS / "web.md").read_text("utf-8"))

    def missing(addresses: list[str], wanted: list[str] = patterns) -> set[str]:
        paths = [address.partition("?")[0] for address in addresses]
        return {*wanted} - {next((one for one in patterns if re.match(one, path)), "") for path in paths}

    pages = [pattern for pattern in patterns if pattern.endswith(")?$")]  # the others are .json alone
    assert not missing(PAGES, pages), "add an address of each to PAGES"
    assert not missing(JSON), "add an address of each to JSON"
    assert not missing(EVIL_PATHS, pages), "add an address of each to EVIL_PATHS in web_fixtures.py"
    assert not missing(described), "describe each in web/openapi.py"
    assert not missing([f"/gagent/-{path.replace('{id}', 'demo')}" for path in table], pages), "add each to docs/web.md"


@pytest.mark.parametrize("path", PAGES)
async def test_pages_are_there_and_keep_to_themselves(ds: Datasette, path: str) -> None:
    response = await get(ds, path)
    assert response.status_code == 200, response.text[:500]
    assert "default-src 'none'" in response.headers["content-security-policy"]
    assert "private" in response.headers["cache-control"]
    assert not re.search(r"""<(?:script|img|link|iframe)\b[^>]*["']https?://""", response.text)


@pytest.mark.parametrize("path", PAGES + JSON)
async def test_nothing_is_shown_to_who_has_not_signed_in(ds: Datasette, path: str) -> None:
    response = await ds.client.get(path)
    assert response.status_code == 403
    assert "charged twice" not in response.text


@pytest.mark.parametrize("path", JSON)
async def test_every_page_has_json(ds: Datasette, path: str) -> None:
    response = await get(ds, path)
    assert response.status_code == 200, response.text[:500]
    assert response.json()["ok"] is True


async def test_a_stranger_is_told_how_to_sign_in(ds: Datasette) -> None:
    response = await ds.client.get("/", headers={"accept": "text/html"})
    assert response.status_code == 403
    assert "one-time sign-in address" in response.text


@pytest.mark.parametrize(
    ("path", "label"), [("decisions", "Decisions"), ("open", "Open items"), ("errors", "Commands")]
)
async def test_the_tab_of_a_page_is_marked_whatever_its_address(ds: Datasette, path: str, label: str) -> None:
    page = (await ds.client.get(f"/gagent/-/artifacts/{path}", actor=ROOT)).text
    assert re.findall(r'aria-current="page">([^<]+)<', page) == [label]


async def test_search_json_is_the_contract(ds: Datasette) -> None:
    result = (await get(ds, "/gagent/-/sessions.json?q=webhook")).json()
    assert set(result) >= {
        "ok",
        "query",
        "mode",
        "took_ms",
        "degraded",
        "total_sessions",
        "truncated",
        "sessions",
        "next",
    }
    session = next(s for s in result["sessions"] if s["session_id"] == "demo-webhook")
    hit = session["hits"][0]
    assert session["url"] == "/gagent/-/sessions/demo-webhook"
    assert hit["url"] == f"/gagent/-/sessions/demo-webhook#m{hit['message_id']}"
    assert "<mark>" in hit["snippet"]


@pytest.mark.parametrize(
    "filters", [{}, {"session": "demo-webhook"}, {"channel": "codex"}, {"role": "tool", "window": 0}]
)
async def test_search_json_is_what_python_answers(ds: Datasette, demo_path: Path, filters: dict[str, object]) -> None:
    asked = {"limit": 3, "window": 1, **filters}
    there = (await get(ds, "/gagent/-/sessions.json?q=the+webhook&" + urlencode(asked))).json()
    with gagent_db.open(demo_path) as db:
        here = db.search("the webhook", **asked).to_dict()
    assert {**there, "took_ms": 0} == {**here, "took_ms": 0}


async def test_each_session_stands_once_with_its_hits_and_links(ds: Datasette) -> None:
    html = (await get(ds, "/gagent/-/sessions?q=webhook")).text
    assert html.count("data-g-open>Customers are charged twice") == 1
    assert re.search(r'href="/gagent/-/sessions/demo-webhook\?q=webhook&amp;at=\d+#m\d+"', html)
    assert re.search(r'class="g-count">\d+ hits', html)


async def test_filters_stay_in_the_url_and_can_be_removed(ds: Datasette) -> None:
    html = (await get(ds, "/gagent/-/sessions?q=webhook&channel=codex&sort=newest")).text
    assert '<option value="codex" selected>codex</option>' in html
    assert 'href="/gagent/-/sessions?q=webhook&amp;sort=newest"' in html


async def test_nothing_found_is_not_a_dead_end(ds: Datasette) -> None:
    response = await get(ds, "/gagent/-/sessions?q=%22zzqx+qqzy%22&channel=slack&mode=exact")
    assert response.status_code == 200
    assert "What you can try" in response.text
    assert "Remove" in response.text and "recent sessions" in response.text


@pytest.mark.parametrize(
    "q", ['"unbalanced', "a AND", "(", "*", "\x00", "'; DROP TABLE x", "%00", "C#", "<script>alert(1)</script>"]
)
async def test_odd_queries_answer(ds: Datasette, q: str) -> None:
    from urllib.parse import quote

    response = await get(ds, f"/gagent/-/sessions?q={quote(q)}")
    assert response.status_code == 200
    assert "<script>alert(1)</script>" not in response.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/gagent/-/sessions?q=x&since=someday", 400),
        ("/gagent/-/sessions?limit=many", 400),
        ("/gagent/-/sessions/not-there", 404),
        ("/gagent/-/sessions/not-there.json", 404),
        ("/gagent/-/artifacts/unicorn", 404),
        ("/nothing/-/sessions", 404),
        ("/_internal/-/sessions", 404),
    ],
)
async def test_mistakes_are_explained(ds: Datasette, path: str, status: int) -> None:
    response = await get(ds, path)
    assert response.status_code == status
    if path.endswith(".json"):
        assert response.json()["ok"] is False
        assert response.json()["error"] == "There is no session 'not-there'."


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("sessions.json?limit=many", "limit must be a whole number, not 'many'."),
        ("sessions.json?limit=1.5", "limit must be a whole number, not '1.5'."),
        ("sessions.json?limit=-5", "limit must be at least 1, not -5."),
        ("artifacts/command.json?limit=0", "limit must be at least 1, not 0."),
        ("sessions.json?q=x&window=-1", "window must be at least 0, not -1."),
        ("sessions/%E6%97%A5%20%3Cb%3E.json", "There is no session '日 <b>'."),
        ("sessions/caf~C3~A9.json", "There is no session 'café'."),
    ],
)
async def test_a_mistake_is_told_as_it_was_made(ds: Datasette, path: str, told: str) -> None:
    answer = await get(ds, f"/gagent/-/{path}")
    assert answer.status_code in (400, 404) and answer.json()["error"] == told


async def test_a_transcript_shows_what_happened(ds: Datasette) -> None:
    html = (await get(ds, "/gagent/-/sessions/demo-webhook")).text
    assert "g-call-failed" in html and "exit 1" in html
    assert "<summary>Thinking</summary>" in html
    assert 'href="/gagent/-/sessions/demo-webhook-sub"' in html
    assert 'class="hl-gd"' in html and 'class="hl-gi"' in html  # the edit as a diff
    html = html[html.index('class="g-turns"') :]
    first = html.index("were charged twice yesterday")
    assert first < html.index("Two things, in this order") < html.index("Decision: we store the event id")


async def test_the_sub_agent_stands_below_the_call_that_started_it(ds: Datasette) -> None:
    html = (await get(ds, "/gagent/-/sessions/demo-webhook")).text
    call = html.index(">Task</span>")
    assert call < html.index('class="g-subagent"') < html.index(">Edit</span>")
    assert (
        'Sub-agent of <a href="/gagent/-/sessions/demo-webhook">'
        in (await get(ds, "/gagent/-/sessions/demo-webhook-sub")).text
    )


async def test_a_sub_agent_that_no_call_names_stands_where_it_began_in_time(tmp_path: Path) -> None:
    def at(minute: int, day: int = 1) -> str:
        return f"2026-05-{day:02}T09:{minute:02}:00.000Z"

    with gagent_db.open(tmp_path / "x.db") as db:
        session = db.create_session(id="s", channel="cli", created_at=at(0))
        said = [("first words", at(10)), ("second words", at(20)), ("a day later", at(0, 2))]
        db.append(session.id, [{"role": "user", "content": text, "created_at": when} for text, when in said])
        for title, when in (("early bird", at(5)), ("between both", at(15)), ("last one", at(30, 2))):
            spawn(db, "s", title=title, created_at=when)
    ds = private_datasette(tmp_path / "x.db")
    await ds.invoke_startup()
    html = (await get(ds, "/x/-/sessions/s")).text
    html = html[html.index("first words</p>") :]
    order = ["first words</p>", "early bird", "second words</p>", "a day later</p>", "last one"]
    places = [html.index(text) for text in order]
    assert places == sorted(places)
    assert html.index("first words</p>") < html.index("between both") < html.index("second words</p>")
    assert "2 May 2026" in html[html.index("second words</p>") : html.index("a day later</p>")]


async def test_lineage_and_compaction_are_shown(ds: Datasette) -> None:
    first = (await get(ds, "/gagent/-/sessions/demo-search-1")).text
    second = (await get(ds, "/gagent/-/sessions/demo-search-2")).text
    assert "the conversation goes on in" in first and "demo-search-2" in first
    assert "Goes on from" in second and "demo-search-1" in second


async def test_a_hit_in_another_session_leads_there(ds: Datasette) -> None:
    messages = (await get(ds, "/gagent/-/sessions/demo-kebun.json")).json()["messages"]
    response = await get(ds, f"/gagent/-/sessions/demo-webhook?at={messages[0]['id']}")
    assert response.status_code == 302
    assert response.headers["location"].startswith("/gagent/-/sessions/demo-kebun?at=")


@pytest.mark.parametrize("name", ["at", "around", "before", "after"])
async def test_a_place_that_is_none_is_said_and_not_taken_for_the_beginning(ds: Datasette, name: str) -> None:
    response = await get(ds, f"/gagent/-/sessions/demo-webhook?{name}=abc")
    assert response.status_code == 400 and f"{name}=abc is not the id of a message" in response.text


async def test_what_a_session_says_is_never_markup(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)>"
    path = tmp_path / "gagent.db"
    with gagent_db.open(path) as db:
        session = db.create_session(channel=evil, title=evil, project=evil, model=evil, chat_id=evil)
        call = {
            "tool_name": evil,
            "arguments": {"command": evil},
            "result_summary": evil,
            "exit_code": 1,
            "call_id": "1",
        }
        db.append(session.id, [
            {"role": "user", "content": f"findme {evil}"},
            {"role": evil, "content": evil, "reasoning": evil, "tool_calls": [call],
             "media": [{"kind": evil, "path": evil}]},
        ])  # fmt: skip
        db.index()
    ds = private_datasette(path)
    await ds.invoke_startup()
    for url in ("/", f"/gagent/-/sessions/{session.id}?q=script", "/gagent/-/sessions?q=findme", "/gagent/-/overview",
                "/gagent/-/sessions?q=%3Cscript%3E", "/gagent/-/artifacts/command"):  # fmt: skip
        html = (await get(ds, url)).text
        assert "<script>alert" not in html and "<img" not in html, url


async def test_long_sessions_are_paged_around_the_hit(tmp_path: Path) -> None:
    path = tmp_path / "gagent.db"
    with gagent_db.open(path) as db:
        session = db.create_session(channel="cli")
        ids = db.append(session.id, [{"role": "user", "content": f"line number {n}"} for n in range(500)])
    ds = private_datasette(path)
    await ds.invoke_startup()
    url = f"/gagent/-/sessions/{session.id}"
    html = (await get(ds, f"{url}?at={ids[250]}")).text
    assert f'id="m{ids[250]}"' in html and "Earlier messages" in html and "Later messages" in html
    assert html.count("<article") == 120
    seen: list[int] = []
    page = (await get(ds, f"{url}.json?limit=200")).json()
    while True:
        seen += [message["id"] for message in page["messages"]]
        if page["next"] is None:
            break
        page = (await get(ds, page["next_url"])).json()
    assert seen == ids
    for asked, first, last in (
        ("before={}&limit=5", 245, 250), ("after={}&limit=5", 251, 256), ("at={}&limit=5", 248, 253),
        ("around={}", 190, 310), ("at={}&limit=1", 250, 251),
    ):  # fmt: skip
        messages = (await get(ds, f"{url}.json?{asked.format(ids[250])}")).json()["messages"]
        assert [message["id"] for message in messages] == ids[first:last], asked


async def test_a_hit_deep_in_a_long_message_is_shown_where_one_arrives(tmp_path: Path) -> None:
    path = tmp_path / "gagent.db"
    log = "a line of the log\n" * 20_000
    with gagent_db.open(path) as db:
        session = db.create_session(channel="cli")
        db.append(
            session.id,
            [
                {"role": "tool", "content": f"{log}\x1b[31mthe quokka\x1b[0m escaped\n{log}"},
                {"role": "assistant", "content": f"{log}a quokka\n{log}", "reasoning": f"{log}the quokka?\n{log}"},
            ],
        )
    ds = private_datasette(path)
    await ds.invoke_startup()
    hits = (await get(ds, "/gagent/-/sessions.json?q=quokka")).json()["sessions"][0]["hits"]
    html = (await get(ds, hits[0]["url"].partition("#")[0] + "?q=quokka")).text
    assert html.count("<mark>quokka</mark>") == 3 and "\x1b" not in html


async def test_load_more_reaches_every_session_once(tmp_path: Path) -> None:
    path = tmp_path / "gagent.db"
    with gagent_db.open(path) as db:
        for n in range(25):
            db.append(db.create_session(channel="cli").id, [{"role": "user", "content": f"walrus {n}"}])
    ds = private_datasette(path)
    await ds.invoke_startup()
    for query in ("", "q=walrus&"):
        seen: list[str] = []
        cursor = ""
        while cursor is not None:
            from urllib.parse import quote

            result = (await get(ds, f"/gagent/-/sessions.json?{query}limit=10&next={quote(cursor)}")).json()
            seen += [session["session_id"] for session in result["sessions"]]
            cursor = result["next"]
        assert len(seen) == len(set(seen)) == 25


async def test_what_leaves_nothing_says_what_to_try(ds: Datasette) -> None:
    listed = (await get(ds, "/gagent/-/sessions?channel=telegrm")).text
    assert "No sessions here" in listed and "Remove “channel telegrm”" in listed and "Remove all" not in listed
    asked = (await get(ds, "/gagent/-/sessions?q=what+happened+on+1999-10-01")).text
    assert "Search only for “1999-10-01”" in asked and "Search only for “what”" not in asked


async def test_an_error_that_was_seen_once_is_counted_in_words(ds: Datasette) -> None:
    page = (await get(ds, "/gagent/-/artifacts/errors?q=Someone+has+to+type+those+in")).text
    assert "Seen in 1 message, but nothing was run after it" in page


async def test_new_messages_show_without_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "gagent.db"
    db = gagent_db.open(path)
    ds = private_datasette(path)
    await ds.invoke_startup()
    for path in ("/", "/gagent/-/sessions", "/gagent/-/sessions?q=hello"):
        assert "No sessions yet" in (await get(ds, path)).text
    db.append(db.create_session(channel="cli", title="Fresh").id, [{"role": "user", "content": "platypus"}])
    assert "Fresh" in (await get(ds, "/")).text
    assert "platypus" in (await get(ds, "/gagent/-/sessions?q=platypus")).text
    db.close()


async def test_several_databases_leave_the_index_to_datasette(tmp_path: Path) -> None:
    paths = [demo_database(tmp_path / name) for name in ("one.db", "two.db")]
    ds = Datasette([str(path) for path in paths])
    await ds.invoke_startup()
    assert (await ds.client.get("/")).headers["location"] == "/-/"
    index = (await ds.client.get("/-/")).text
    assert "Search sessions of one" in index and "Search sessions of two" in index
    assert (await ds.client.get("/two/-/sessions?q=webhook")).status_code == 200


async def test_a_frozen_file_can_be_read_and_not_changed(demo_path: Path) -> None:
    ds = Datasette([], immutables=[str(demo_path)], config={"permissions": {"insert-row": {"id": "root"}}})
    await ds.invoke_startup()
    assert (await ds.client.get("/gagent/-/sessions?q=webhook")).status_code == 200
    assert (await ds.client.get("/gagent/-/sessions/demo-webhook")).status_code == 200
    for where in ("memories", "messages"):
        refused = await ds.client.post(f"/gagent/-/{where}", actor=ROOT, json={"content": "x", "session_id": "new"})
        assert refused.status_code == 400 and "is served read-only" in refused.json()["error"], where


async def test_other_databases_are_left_alone(tmp_path: Path) -> None:
    import sqlite3

    path = tmp_path / "other.db"
    sqlite3.connect(path).execute("create table t(x)")
    ds = Datasette([str(path)])
    await ds.invoke_startup()
    assert (await ds.client.get("/")).headers["location"] == "/-/"
    assert (await ds.client.get("/other/-/sessions")).status_code == 404
    assert (await ds.client.get("/other/t")).status_code == 200


async def test_slow_questions_stop_at_the_time_limit(demo_path: Path) -> None:
    from gagent_db.web import stores

    ds = private_datasette(demo_path)
    ds.sql_time_limit_ms = 50
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    with pytest.raises(stores.TooSlow):
        await stores.run(ds, "gagent", lambda store: store.read().execute(endless).fetchone())


async def test_connections_keep_foreign_keys(ds: Datasette) -> None:
    db = ds.get_database("gagent")
    assert (await db.execute("PRAGMA foreign_keys")).first()[0] == 1
    assert (await db.execute("PRAGMA recursive_triggers")).first()[0] == 1


async def test_rows_link_to_transcripts(ds: Datasette) -> None:
    html = (await get(ds, "/gagent/messages?session_id=demo-kebun")).text
    assert re.search(r'<a href="/gagent/-/sessions/demo-kebun\?at=\d+#m\d+">Bot di server', html)
    subagent = (await get(ds, "/gagent/sessions?id=demo-webhook-sub")).text
    assert '<a href="/gagent/-/sessions/demo-webhook">Customers are charged twice' in subagent


async def test_search_all_works(ds: Datasette) -> None:
    response = await get(ds, "/-/search?q=webhook")
    assert response.status_code == 200 and "gagent/messages" in response.text
    assert "Search all tables</h1>" in response.text and "displayResults" in response.text
    for path, label in TABS:
        assert f'<a href="/gagent/-/{path}">{label}</a>' in response.text


async def test_search_all_leads_to_no_page_that_may_not_be_read(demo_path: Path) -> None:
    ds = Datasette([str(demo_path)], config={"databases": {"gagent": {"allow": {"id": "root"}}}})
    response = await ds.client.get("/-/search?q=webhook")
    assert response.status_code == 200 and "Search all tables</h1>" in response.text
    assert "gagent-tabs" not in response.text


async def test_a_post_to_a_page_is_refused_in_words(ds: Datasette) -> None:
    response = await ds.client.post("/gagent/-/overview", actor=ROOT)
    assert response.status_code == 405 and response.json()["ok"] is False


async def test_table_permissions_hold_in_our_pages(demo_path: Path) -> None:
    ds = Datasette([str(demo_path)], config={"databases": {"gagent": {"tables": {"messages": {"allow": False}}}}})
    await ds.invoke_startup()
    for path in ("/gagent/-/sessions", "/gagent/-/sessions/demo-webhook.json", "/", "/gagent/-/artifacts/decision"):
        assert (await ds.client.get(path)).status_code == 403


async def test_saved_queries_are_there_and_lead_to_the_line(ds: Datasette) -> None:
    for name in ("decisions", "commands", "urls", "paths", "unresolved", "recent_sessions"):
        assert (await get(ds, f"/gagent/{name}.json")).json()["ok"] is True
    html = (await get(ds, "/gagent/commands?q=pytest")).text
    assert re.search(r'href="/gagent/-/sessions/demo-webhook\?at=\d+#m\d+">open</a>', html)
    rows = (await get(ds, "/gagent/decisions.json?q=swap&channel=telegram&since=2020-01-01")).json()["rows"]
    assert [row["session_id"] for row in rows] == ["demo-kebun"]


async def test_a_saved_query_says_what_may_be_asked_and_where_to_go_on(ds: Datasette) -> None:
    html = (await get(ds, "/gagent/decisions")).text
    assert "<code>since</code> a time or the beginning of one" in html
    for link in ("/gagent/-/artifacts/decision", "/gagent/artifacts?kind=decision"):
        assert f'href="{link}"' in html
        assert (await get(ds, link)).status_code == 200


@pytest.mark.parametrize(("by", "values"), [("day", {"2026-05-01", "2026-05-02"}), ("model", {"large", "small"})])
async def test_what_was_used_is_added_up(tmp_path: Path, by: str, values: set[str]) -> None:
    with gagent_db.open(tmp_path / "gagent.db") as db:
        for at, model, channel in (("01", "large", "cli"), ("02", "small", "cli"), ("02", "small", "telegram")):
            when = f"2026-05-{at}T12:00:00Z"
            session = db.create_session(channel=channel, model=model, created_at=when, cost_usd=0.25)
            db.append(session.id, [{"role": "assistant", "content": "yes", "output_tokens": 7, "created_at": when}])
    ds = private_datasette(tmp_path / "gagent.db")
    rows = (await get(ds, f"/gagent/usage_by_{by}.json?_shape=array")).json()
    assert {row[by] for row in rows} == values
    assert [sum(row[name] for row in rows) for name in ("sessions", "output_tokens", "cost_usd")] == [3, 21, 0.75]
    some = (await get(ds, f"/gagent/usage_by_{by}.json?_shape=array&channel=telegram&since=2026-05-02")).json()
    assert [(row["sessions"], row["messages"]) for row in some] == [(1, 1)]
    assert f"/gagent/usage_by_{by}" in (await get(ds, "/gagent/-/overview")).text


async def test_saved_queries_give_the_same_with_and_without_words(ds: Datasette) -> None:
    for name, column in (("decisions", "decision"), ("commands", "command"), ("urls", "url"), ("paths", "path")):
        everything = (await get(ds, f"/gagent/{name}.json")).json()["rows"]
        times = [row["created_at"] for row in everything]
        assert everything and times == sorted(times, reverse=True)
        word = everything[-1][column][:6]
        wanted = [row["artifact_id"] for row in everything if word.lower() in row[column].lower()]
        params = {"q": word.upper()}
        found = (await ds.client.get(f"/gagent/{name}.json", params=params, actor=ROOT)).json()["rows"]
        assert sorted(row["artifact_id"] for row in found) == sorted(wanted)


async def test_a_mistyped_address_is_explained(ds: Datasette) -> None:
    for path in ("/gagent/-/nothing/at/all", "/gagent/-/nothing", "/gagent/no_such_table", "/no_such_database", "/a/b"):
        missing = await get(ds, path)
        assert missing.status_code == 404 and f"There is nothing at {path}." in missing.text
        assert 'href="/gagent/-/sessions"' in missing.text and "content-security-policy" in missing.headers
    assert (await get(ds, "/gagent/-/nothing.json")).json()["ok"] is False


async def test_a_mistyped_address_of_others_or_of_nobody_keeps_datasettes_page(demo_path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    Database(other)["trees"].insert({"name": "oak"})
    ds = Datasette([str(demo_path), str(other)])
    missing = await get(ds, "/other/no_such_table")
    assert missing.status_code == 404 and "Table not found" in missing.text and "g-nav" not in missing.text
    stranger = await private_datasette(demo_path).client.get("/nothing")
    assert stranger.status_code == 404 and "gagent/-/" not in stranger.text


async def test_datasettes_own_pages_lead_back_to_ours(demo_path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    Database(other)["trees"].insert({"name": "oak"})
    ds = Datasette([str(demo_path), str(other)])
    own = ("", "/messages", "/messages/1", "/-/query?sql=select+1", "/decisions")
    for path in own:
        text = (await get(ds, f"/gagent{path}")).text
        assert all(f'<a href="/gagent/-/{page}">{label}</a>' in text for page, label in TABS), path
    for path in ("/other", "/other/trees"):
        assert "gagent-tabs" not in (await get(ds, path)).text


async def test_an_archive_without_sessions_says_where_artifacts_come_from(tmp_path: Path) -> None:
    path = tmp_path / "gagent.db"
    gagent_db.open(path).close()
    ds = private_datasette(path)
    for kind, told in (("decision", "No decisions yet"), ("url", "No URLs yet")):
        text = (await get(ds, f"/gagent/-/artifacts/{kind}")).text
        assert told in text and "gagent-db import" in text and "<select" not in text
    assert "<select" not in (await get(ds, "/gagent/-/sessions")).text


async def test_a_users_own_query_of_that_name_stays(demo_path: Path) -> None:
    queries = {"decisions": {"sql": "select 42 as mine"}}
    ds = Datasette([str(demo_path)], config={"databases": {"gagent": {"queries": queries}}})
    await ds.invoke_startup()
    assert (await ds.client.get("/gagent/decisions.json")).json()["rows"] == [{"mine": 42}]


@pytest.mark.parametrize(("form", "words"), [("md", "# Customers"), ("html", "<!DOCTYPE html>"), ("jsonl", '{"_type"')])
async def test_a_session_can_be_downloaded(ds: Datasette, form: str, words: str) -> None:
    response = await get(ds, f"/gagent/-/sessions/demo-webhook.{form}")
    assert response.status_code == 200 and response.text.startswith(words)
    assert response.headers["content-disposition"] == f'attachment; filename="demo-webhook.{form}"'
    assert (await ds.client.get(f"/gagent/-/sessions/demo-webhook.{form}")).status_code == 403


async def test_a_file_of_any_name_is_described(tmp_path: Path) -> None:
    ds = Datasette([str(demo_database(tmp_path / "my notes.db"))])
    await ds.invoke_startup()
    html = (await ds.client.get("/my+notes/messages")).text
    assert "What was said, in the order of id." in html and "summarised away for the agent" in html
    assert "index_state" in await ds.get_database("my notes").hidden_table_names()
    assert (await ds.client.get("/my+notes/-/sessions?q=webhook")).status_code == 200
    hit = (await ds.client.get("/my+notes/-/sessions.json?q=webhook")).json()["sessions"][0]["hits"][0]
    assert hit["url"].startswith("/my+notes/-/sessions/demo-webhook#m")
    assert (await ds.client.get(hit["url"].split("#")[0])).status_code == 200


async def test_a_users_own_description_stays(demo_path: Path) -> None:
    metadata = {"databases": {"gagent": {"tables": {"messages": {"title": "Mine"}}}}}
    ds = Datasette([str(demo_path)], metadata=metadata)
    await ds.invoke_startup()
    html = (await ds.client.get("/gagent/messages")).text
    assert "Mine" in html and "What was said, in the order" not in html


async def test_sessions_are_in_the_jump_menu(ds: Datasette) -> None:
    found = (await get(ds, "/-/jump?q=kebun")).json()
    urls = [item["url"] for item in found["matches"]]
    assert "/gagent/-/sessions/demo-kebun" in urls
    assert "kebun" not in (await ds.client.get("/-/jump?q=kebun")).text


async def test_a_server_below_a_path_links_below_it(demo_path: Path) -> None:
    ds = Datasette([str(demo_path)], settings={"base_url": "/agents/"})
    await ds.invoke_startup()
    for path in ("/", "/gagent/-/sessions?q=webhook", "/gagent/-/sessions/demo-webhook"):
        html = (await ds.client.get(path)).text
        links = re.findall(r'(?:href|src|action)="(/[^"]*)"', html)
        assert links and all(link.startswith("/agents/") for link in links), path
    denied = await ds.client.post("/gagent/-/memories", json={"content": "x"})  # a page that agents post to
    assert denied.status_code == 403 and "insert-row" in denied.text
    style = re.search(r'href="/agents(/-/gagent-db/static/gagent.css[^"]*)"', html)
    assert style and (await ds.client.get(style[1])).status_code == 200


@pytest.mark.asyncio
async def test_the_numbers_of_the_overview_lead_to_what_they_count(ds: Datasette) -> None:
    html = (await ds.client.get("/gagent/-/overview", actor=ROOT)).text
    (stats,) = re.findall(r'<dl class="g-stats">(.*?)</dl>', html, re.DOTALL)
    links = re.findall(r'href="([^"]+)"', stats)
    assert "/gagent/-/sessions" in links and "/gagent/tool_calls" in links and len(links) == stats.count("<dt>")
    for link in links:
        assert (await ds.client.get(link, actor=ROOT)).status_code == 200, link
