"""Whatever is stored stays text, and whoever may not see or change something does not."""

from __future__ import annotations

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from datasette.app import Datasette
from web_fixtures import EVIL_PATHS, ROOT, private_datasette

import gagent_db
from gagent_db.memory.facts import memory_write
from gagent_db.web.filters import web_address

pytestmark = pytest.mark.asyncio(loop_scope="module")
TOKEN = "ghp_" + "a1B2" * 9
SCRIPT = "<script>alert(1)</script>"
EVIL = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>"

_SCHEMES = re.compile(r"\s*(?:javascript|data|vbscript):", re.IGNORECASE)


class Attempts(HTMLParser):
    """Markup that came out of stored text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if value == "openColumnChooser()":  # Datasette's own
                continue
            if name.startswith("on") or (
                name in ("href", "src", "action", "formaction") and _SCHEMES.match(value or "")
            ):
                self.found.append(f"<{tag} {name}={value}>")
        if tag == "img":
            self.found.append(str(self.get_starttag_text()))

    def handle_data(self, data: str) -> None:
        if data.strip().startswith("alert(") and self.cdata_elem:
            self.found.append(data)


@pytest.fixture(scope="module")
def evil_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive in which every text is an attempt."""
    path = tmp_path_factory.mktemp("evil") / "gagent.db"
    with gagent_db.open(path) as db:
        session = db.create_session(id="evil", channel=EVIL, title=EVIL, project=f"/{EVIL}", model=EVIL, chat_id=EVIL)
        call = {"tool_name": EVIL, "call_id": "1", "exit_code": 1, "result_summary": EVIL}
        calls = [
            {**call, "arguments": {"command": EVIL, EVIL: EVIL}},
            {**call, "call_id": "2", "arguments": {"file_path": EVIL, "old_string": EVIL, "new_string": f"{EVIL}x"}},
            {**call, "call_id": "3", "arguments": {"todos": [{"content": EVIL, "status": EVIL}]}},
            {**call, "call_id": "4", "arguments": EVIL, "status": EVIL},
        ]
        texts = [
            f"Decision: we use {EVIL} for findme", f"TODO: fix {EVIL}", f"see https://x.example/{EVIL}",
            "see javascript://x.example/%0aalert(1) and data:text/html,<script>alert(1)</script>",
            f"[findme](javascript:alert(1)) ![x](javascript:alert(2))\n\n```{EVIL}\n{EVIL}\n```",
            f"open /tmp/{EVIL}/x.py",
        ]  # fmt: skip
        db.append(session.id, [{"role": "user", "content": text, "model": EVIL} for text in texts])
        media = [{"kind": EVIL, "path": EVIL, "mime_type": EVIL}]
        db.append(session.id, [{"role": EVIL, "content": EVIL, "reasoning": EVIL, "tool_calls": calls, "media": media}])
        db.index()
        db.write(lambda conn: _by_hand(conn, session.id))
        memory_write(db, f"D[x]: {'y' * 5}", "scope", source="test")
        db.write(lambda conn: conn.execute("UPDATE facts SET content = ?, target = ?, scope = ?", (EVIL, EVIL, EVIL)))
    return path


def _by_hand(conn: Any, session_id: str) -> None:
    """Rows that no scanner has seen, as SQLite lets anyone write them."""
    message = conn.execute("SELECT max(id) FROM messages").fetchone()[0]
    for kind in ("decision", "command", "url", "path", "unresolved"):
        for value in (EVIL, "javascript:alert(3)", "javascript://x/%0aalert(4)", " \tJaVaScRiPt:alert(5)"):
            conn.execute(
                "INSERT INTO artifacts(session_id, message_id, kind, value, status) VALUES (?, ?, ?, ?, ?)",
                (session_id, message, kind, f"{value} {kind}" if kind != "url" else value, "open"),
            )
    conn.execute(
        "INSERT INTO memories(id, content, target, scope, categories, source) VALUES ('m1', ?, 'user', ?, ?, ?)",
        (EVIL, f"/{EVIL}", '["<script>alert(1)</script>"]', EVIL),
    )
    conn.execute(
        "INSERT INTO imports(path, format, skipped_lines, skipped_json) VALUES (?, ?, 1, ?)",
        (
            f"/tmp/{EVIL}",
            EVIL,
            f'[{{"path": "{SCRIPT}", "line": 1, "reason": "{SCRIPT}"}}]',
        ),
    )


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def evil(evil_path: Path) -> Datasette:
    ds = private_datasette(evil_path)
    await ds.invoke_startup()
    return ds


@pytest.mark.parametrize("path", EVIL_PATHS)
async def test_what_is_stored_is_never_markup(evil: Datasette, path: str) -> None:
    response = await evil.client.get(path, actor=ROOT)
    assert response.status_code == 200
    assert Attempts(response.text).found == []


@pytest.mark.parametrize(
    "path",
    [
        "/gagent/-/sessions?{0}", "/gagent/-/sessions?since={0}", "/gagent/-/sessions?sort={0}",
        "/gagent/-/sessions?mode={0}", "/gagent/-/sessions?next={0}", "/gagent/-/sessions?limit={0}",
        "/gagent/-/sessions?q=x&channel={0}&project={0}&user={0}",
        "/gagent/-/sessions/{0}", "/gagent/-/sessions/evil?q={0}&at={0}", "/gagent/-/artifacts/url?q={0}",
        "/gagent/-/artifacts/url?status={0}", "/gagent/-/artifacts/command?next={0}",
        "/gagent/-/artifacts/errors?q={0}",
        "/gagent/-/memories?q={0}&scope={0}&target={0}", "/gagent/-/memories?history={0}",
        "/gagent/-/facts?history={0}",
        "/gagent/-/facts?q={0}&status={0}&scope={0}", "/{0}/-/sessions", "/gagent/-/{0}/a/b",
    ],
)  # fmt: skip
async def test_what_is_asked_is_never_markup(evil: Datasette, path: str) -> None:
    from urllib.parse import quote

    response = await evil.client.get(path.format(quote(EVIL, safe="")), actor=ROOT, follow_redirects=True)
    assert response.status_code < 500
    assert Attempts(response.text).found == []


@pytest.mark.parametrize(
    ("address", "followed"),
    [
        ("https://x.example/a?b=1", "https://x.example/a?b=1"),
        ("HTTP://x.example", "HTTP://x.example"),
        ("www.x.example/a", "https://www.x.example/a"),
        ("x.example:8001/a", "https://x.example:8001/a"),
        ("git@x.example:a/b", None),
        ("javascript:alert(1)", None),
        ("javascript://x.example/%0aalert(1)", None),
        ("data:text/html,x", None),
        ("https://x.example/a b", None),
        ("", None),
    ],
)
async def test_only_web_addresses_are_links(address: str, followed: str | None) -> None:
    assert web_address(address) == followed


# -- who may -----------------------------------------------------------------------------------------------

CHANGES = {
    "artifacts": ["artifacts/{artifact}/resolve"],
    "memories": [
        "memories", "memories/{memory}/replace", "memories/{memory}/forget", "memories/{memory}/restore",
        "memories/{memory}/purge", "memories/edits/1/accept", "memories/edits/1/decline",
    ],
    "facts": ["facts", "facts/{fact}/edit", "facts/{fact}/forget", "facts/{fact}/restore"],
    "messages": ["messages"],
}  # fmt: skip
READS = {
    "messages": ["sessions", "sessions.json?q=webhook", "sessions/demo-webhook", "sessions/demo-webhook.json",
                 "sessions/demo-webhook.md", "artifacts/decision", "artifacts/url.json", "artifacts/errors?q=x",
                 "overview"],
    "artifacts": ["artifacts/decision", "artifacts/unresolved.json", "artifacts/errors.json?q=x"],
    "memories": ["memories", "memories.json?q=kebun"],
    "facts": ["facts", "facts.json"],
}  # fmt: skip


def snapshot(path: Path) -> list[Any]:
    with gagent_db.open(path) as db:
        tables = ("messages", "memories", "facts", "artifacts", "memory_history")
        return [[tuple(row) for row in db.read().execute(f"SELECT * FROM {table}")] for table in tables]


def changes(path: Path, table: str) -> list[str]:
    with gagent_db.open(path) as db:
        conn = db.read()
        ids = {
            "artifact": conn.execute("SELECT id FROM artifacts WHERE kind = 'unresolved'").fetchone()[0],
            "memory": conn.execute("SELECT id FROM memories").fetchone()[0],
            "fact": conn.execute("SELECT id FROM facts").fetchone()[0],
        }
    return [f"/gagent/-/{address.format(**ids)}" for address in CHANGES[table]]


BODY = {"content": "changed", "session_id": "demo-webhook", "messages": [{"content": "changed"}], "operations": []}


@pytest.mark.parametrize("table", list(CHANGES))
async def test_each_change_needs_the_right_to_insert_into_its_table(
    demo_path: Path, tmp_path: Path, table: str
) -> None:
    path = Path(shutil.copy(demo_path, tmp_path / "gagent.db"))
    others = {name: {"permissions": {"insert-row": True}} for name in CHANGES if name != table}
    ds = Datasette([str(path)], config={"databases": {"gagent": {"tables": others}}})
    await ds.invoke_startup()
    before = snapshot(path)
    for url in changes(path, table):
        for actor in (None, {"id": "reader"}):
            response = await ds.client.post(url, json=BODY, actor=actor)
            assert response.status_code == 403, (url, response.text[:200])
    assert snapshot(path) == before


@pytest.mark.parametrize("table", list(CHANGES))
async def test_pages_of_other_sites_cannot_use_the_cookie(demo_path: Path, tmp_path: Path, table: str) -> None:
    path = Path(shutil.copy(demo_path, tmp_path / "gagent.db"))
    ds = private_datasette(path)
    await ds.invoke_startup()
    cookies = {"ds_actor": ds.client.actor_cookie(ROOT)}
    before = snapshot(path)
    origins = ("https://evil.example", "null", "http://localhost:9")
    elsewhere = [*({"origin": name} for name in origins), *({"sec-fetch-site": f"{x}-site"} for x in ("cross", "same"))]
    for url in changes(path, table):
        for headers in elsewhere:
            response = await ds.client.post(url, data={"content": "changed"}, headers=headers, cookies=cookies)
            assert response.status_code == 403, (url, headers, response.text[:200])
        assert (await ds.client.get(url, cookies=cookies)).status_code in (200, 405), url
    assert snapshot(path) == before
    own = await ds.client.post(
        changes(path, table)[0], json=BODY, cookies=cookies, headers={"origin": "http://localhost"}
    )
    assert own.status_code in (200, 201, 400), own.text


async def test_every_page_has_a_policy_that_loads_nothing_from_elsewhere(demo_path: Path) -> None:
    ds = private_datasette(demo_path)
    await ds.invoke_startup()
    inline = ("/gagent/messages", "/gagent/-/query?sql=select+1", "/-/")  # Datasette's own pages
    for path in ("/", "/gagent/-/sessions", "/gagent/none", *inline):
        response = await ds.client.get(path, actor=ROOT)
        policy = response.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy and "http" not in policy and "*" not in policy, path
        assert ("'unsafe-inline'" in policy.split("style-src")[0]) == (path in inline), path
    assert "content-security-policy" not in (await ds.client.get("/gagent/messages.json", actor=ROOT)).headers


@pytest.mark.parametrize("table", list(READS))
async def test_a_hidden_table_shows_on_no_page(demo_path: Path, table: str) -> None:
    ds = Datasette([str(demo_path)], config={"databases": {"gagent": {"tables": {table: {"allow": False}}}}})
    await ds.invoke_startup()
    for address in READS[table]:
        assert (await ds.client.get(f"/gagent/-/{address}")).status_code == 403, address


@pytest.mark.parametrize("config", [{"databases": {"gagent": {"allow": {"id": "me"}}}}, {"allow": {"id": "me"}}])
async def test_a_hidden_database_is_not_there(demo_path: Path, config: dict[str, Any]) -> None:
    ds = Datasette([str(demo_path)], config=config)
    await ds.invoke_startup()
    addresses = [f"/gagent/-/{address}" for part in READS.values() for address in part]
    for address in [*addresses, "/", "/gagent/decisions", "/gagent/messages"]:
        assert (await ds.client.get(address)).status_code == 403, address
        mine = await ds.client.get(address, actor={"id": "me"})
        assert mine.status_code == 200, address
    for address in ("/-/", "/-/search?q=webhook", "/-/jump?q=kebun", "/-/databases.json"):
        text = (await ds.client.get(address)).text
        assert "kebun" not in text and "gagent/-/sessions" not in text and "charged twice" not in text, address


async def a_talk_with_a_token(path: Path) -> Datasette:
    with gagent_db.open(path) as db:
        db.append(db.create_session(id="s1", channel="cli").id, [{"content": f"The token is {TOKEN}"}])
    ds = private_datasette(path)
    await ds.invoke_startup()
    return ds


@pytest.mark.parametrize(
    ("query", "hidden"),
    [
        ("redact", True), ("redact=", True), ("redact=%20", True), ("redact=true", True), ("redact=0&redact=1", True),
        ("redact=0", False), ("redact=no", False), ("redact=False", False),
    ],
)  # fmt: skip
async def test_a_download_that_names_redact_hides_secrets_unless_it_says_no(
    db_path: Path, query: str, hidden: bool
) -> None:
    ds = await a_talk_with_a_token(db_path)
    found = await ds.client.get(f"/{db_path.stem}/-/sessions/s1.md?{query}", actor=ROOT)
    assert found.status_code == 200 and (TOKEN not in found.text) == hidden
    assert ("-redacted" in found.headers["content-disposition"]) == hidden


@pytest.mark.parametrize("query", ["redacted=1", "Redact=1", "q=x"])
async def test_a_download_refuses_a_parameter_there_is_not(db_path: Path, query: str) -> None:
    ds = await a_talk_with_a_token(db_path)
    for form in ("md", "html", "jsonl"):
        refused = await ds.client.get(f"/{db_path.stem}/-/sessions/s1.{form}?{query}", actor=ROOT)
        assert refused.status_code == 400 and "redact" in refused.text and TOKEN not in refused.text
