"""Several databases behind one server: a caller chooses, and is told which one has answered. Purging needs its own
permission."""

from __future__ import annotations

from pathlib import Path

import anyio
import httpx2
import pytest
from agents_server import answering, listening, token
from datasette.app import Datasette
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

import gagent_db
from gagent_db.agents.tools import memory_write
from gagent_db.web.secret import secret_of


def connect(base: str, query: str = "", bearer: str | None = None, mode: str = "auto") -> Client:
    headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
    http = httpx2.AsyncClient(headers=headers, timeout=60)
    return Client(streamable_http_client(f"{base}/-/mcp{query}", http_client=http), mode=mode)


@pytest.fixture
def both(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("home", "work"):
        with gagent_db.open(tmp_path / f"{name}.db") as db:
            session = db.create_session(id=f"at-{name}", channel="cli")
            db.append(session.id, [{"content": f"Decision: the {name} zebra stays. " + "word " * 200}])
    return tmp_path / "home.db", tmp_path / "work.db"


async def found_in(client: Client, **arguments: object) -> tuple[str, str]:
    """(the database the answer names, the session that was found)"""
    result = await client.call_tool("session_search", {"query": "zebra", **arguments})
    assert not result.is_error, result.content[0].text
    assert result.meta["database"] == result.structured_content["database"]
    return result.structured_content["database"], result.structured_content["sessions"][0]["session_id"]


def test_a_caller_chooses_by_argument_or_address(both: tuple[Path, Path]):
    async def main(base: str) -> None:
        async with connect(base) as client:
            assert await found_in(client) == ("home", "at-home")
            assert await found_in(client, database="work") == ("work", "at-work")
            tools = (await client.list_tools()).tools
            ours = [tool for tool in tools if tool.name in ("session_search", "memory_status", "artifacts")]
            assert all("database" in tool.input_schema["properties"] for tool in ours) and len(ours) == 3
            result = await client.call_tool("session_search", {"query": "zebra", "database": "nope"})
            assert result.is_error
            assert result.content[0].text == "There is no database 'nope' that you may use here. There are: home, work."
            result = await client.call_tool("session_search", {"query": "zebra", "max_chars": 500})
            assert len(result.content[0].text) <= 500
        for mode in ("auto", "legacy"):
            async with connect(base, "?database=work", mode=mode) as client:
                assert "The database is work. Others are home:" in client.instructions
                assert "Call session_search before" in client.instructions
                assert await found_in(client) == ("work", "at-work")
                assert await found_in(client, database="home") == ("home", "at-home")
                transcript = await client.read_resource("gagent://sessions/at-work")
                assert "work zebra" in transcript.contents[0].text

    with listening(Datasette(list(map(str, both)))) as base:
        anyio.run(main, base)


def test_a_token_reaches_its_own_database_only(both: tuple[Path, Path]):
    home, work = both
    bearer = token(work, "--read", "--write")

    async def main(base: str) -> None:
        async with connect(base, bearer=bearer) as client:
            assert await found_in(client) == ("work", "at-work")
            assert "The database is work." in client.instructions and "home" not in client.instructions
            for arguments in ({"database": "home"}, {"database": "_internal"}):
                refused = await client.call_tool("session_search", {"query": "zebra", **arguments})
                assert refused.is_error and refused.content[0].text.endswith("There are: work.")
            stored = await client.call_tool("session_append", {"messages": [{"content": "x"}], "session_id": "new"})
            assert stored.meta["database"] == "work"

    with listening(Datasette([str(home), str(work)], default_deny=True, secret=secret_of(work))) as base:
        anyio.run(main, base)


def test_operations_are_a_write_whatever_action_stands_beside_them(tmp_path: Path):
    path = tmp_path / "gagent.db"
    operations = [{"action": "add", "content": "The harbour opens at nine."}]

    async def main(base: str, bearer: str) -> None:
        async with connect(base, bearer=bearer) as client:
            for action in ("list", "search", "Lists"):
                refused = await client.call_tool("memory", {"action": action, "operations": operations})
                assert refused.is_error and "insert-row on memories" in refused.content[0].text
            assert not (await client.call_tool("memory", {"action": "list"})).structured_content["memories"]

    with answering(path) as server:
        anyio.run(main, server.base, server.read_token)


def test_a_memory_block_is_kept_for_a_session_only_by_who_may_write(tmp_path: Path):
    path = tmp_path / "gagent.db"

    async def main(base: str, bearers: list[str]) -> None:
        with gagent_db.open(path) as db:
            for number, (bearer, frozen) in enumerate(zip(bearers, (False, False, True, True), strict=True)):
                db.add_memory(f"Note {number}.")
                async with connect(base, bearer=bearer) as client:
                    made = (await client.call_tool("memory_prompt", {"session": "s"})).structured_content
                    assert (made["frozen"], "Note 2." in made["prompt"]) == (frozen, False), number
                    assert f"Note {min(number, 1)}." in made["prompt"]
                accessed = db.list_memories()[0].last_accessed_at
                assert (accessed is None) == (number != 1), "a reader leaves no trace"

    with answering(path) as server:
        anyio.run(main, server.base, [server.read_token, server.write_token, server.read_token, server.write_token])


def test_purging_needs_a_token_for_it(tmp_path: Path):
    path = tmp_path / "gagent.db"
    with gagent_db.open(path) as db:
        for text in ("D[auth]: JWT 7d", "D[auth]: JWT 14d"):
            memory_write(db, text, scope="a")
    may = token(path, "--write", "--purge")

    async def main(base: str, bearer: str) -> None:
        async with connect(base, bearer=bearer) as client:
            refused = await client.call_tool("memory_purge", {"scope": "a"})
            assert refused.is_error and "delete-row on facts" in refused.content[0].text

    with answering(path) as server:
        purge = {"action": "purge", "scope": "a"}
        status, answer = server.send("/gagent/-/facts", purge)
        assert status == 403 and answer["errors"] == [answer["error"]] and "needs delete-row" in answer["error"]
        anyio.run(main, server.base, server.write_token)
        status, answer = server.send("/gagent/-/facts", purge, token=may)
        assert (status, answer["purged"]) == (200, 1)
        status, answer = server.send("/gagent/facts/1/-/delete", {}, token=may)
        assert status == 403 and "only appends" in answer["error"]
        status, answer = server.send("/gagent/-/facts.json", token=may)
        assert status == 403
