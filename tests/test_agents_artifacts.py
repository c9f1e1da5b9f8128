"""The tools' answers about artifacts: pages that go on, small answers that still tell something, fixes of errors."""

from __future__ import annotations

import json
from typing import Any

import pytest

import gagent_db
from gagent_db.agents import tools


def size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))


@pytest.mark.parametrize("filters", [{}, {"session_id": "cli:x"}])
@pytest.mark.parametrize("room", [200, 450, 1500, 8000])
def test_pages_go_on_where_the_one_before_ended(db: gagent_db.Database, filters: dict[str, str], room: int) -> None:
    session = db.create_session(channel="cli", chat_id="x")
    db.append(session.id, [{"content": f"Decision: service {n} has port {8000 + n}."} for n in range(20)])
    seen: list[str] = []
    cursor: str | None = None
    while True:
        answer = tools.artifacts(db, limit=7, cursor=cursor, max_chars=room, **filters)
        assert answer["items"] and size(answer) <= room
        assert all(item["mentions"][-1]["message_id"] for item in answer["items"])
        seen += [item["value"] for item in answer["items"]]
        if (cursor := answer["next"]) is None:
            break
    assert sorted(seen) == sorted(f"service {n} has port {8000 + n}." for n in range(20))


def test_a_long_value_is_cut_rather_than_left_out(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    command = "echo " + " ".join(f"argument-{n}" for n in range(300))
    db.append(session.id, [{"content": "", "role": "assistant", "tool_calls": [
        {"tool_name": "shell", "arguments": {"command": command}, "exit_code": 0}]}])  # fmt: skip
    for room in (200, 300, 1000):
        answer = tools.artifacts(db, kind="command", max_chars=room)
        (item,) = answer["items"]
        assert size(answer) <= room and item["value"].startswith("echo argument-0") and item["value"].endswith("…")
        assert answer["truncated"] and answer["next"] is None


@pytest.mark.parametrize("room", [400, 1000, 8000])
def test_what_took_the_place_of_a_decision_is_told_in_a_small_answer_too(db: gagent_db.Database, room: int) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"content": f"Decision: the backups run at 0{n}:00."} for n in (2, 4)])
    cursor = tools.artifacts(db, limit=1)["next"]
    (old,) = tools.artifacts(db, limit=1, cursor=cursor, max_chars=room)["items"]
    assert "02:00" in old["value"] and "04:00" in old["superseded_by"]["value"]


def test_items_of_one_role_are_asked_for_as_at_the_other_doors(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"role": role, "content": f"see https://{role}.example/x"} for role in ("user", "tool")])
    assert [item["value"] for item in tools.artifacts(db, kind="url", role="tool")["items"]] == [
        "https://tool.example/x"
    ]


def test_the_latest_mentions_are_told_and_the_others_counted(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    ids = db.append(session.id, [{"content": f"{n}: see /srv/app/main.py"} for n in range(9)])
    (item,) = tools.artifacts(db, kind="path")["items"]
    assert item["count"] == 9 and [mention["message_id"] for mention in item["mentions"]] == ids[-3:]
    assert all(value is not None for mention in item["mentions"] for value in mention.values())


@pytest.mark.parametrize("kind", ["decision", "unresolved", "command", "path"])
def test_more_room_never_shows_fewer_items(db: gagent_db.Database, kind: str) -> None:
    for number in range(12):
        session = db.create_session(channel="cli", project="/srv/harbour", title=f"Boat {number}")
        said = f"Decision: boat {number} gets green paint, see /srv/boats/{number}.md\nTODO: call owner {number}"
        call = {"tool_name": "bash", "arguments": {"command": f"paint --boat {number}"}, "exit_code": 0}
        db.append(session.id, [{"role": "user", "content": said}, {"role": "assistant", "tool_calls": [call]}])
    sizes = range(600, 8000, 150)
    answers = [tools.artifacts(db, kind=kind, max_chars=room) for room in sizes]
    counts = [len(answer["items"]) for answer in answers]
    assert counts == sorted(counts) and counts[-1] == 10
    assert all(len(json.dumps(answer, ensure_ascii=False)) <= room for answer, room in zip(answers, sizes, strict=True))
    assert "channel" in answers[-1]["items"][0]["mentions"][0]  # details where there is room


@pytest.mark.parametrize(
    "query", ["port", "the port of the gateway", "what did we decide about the port?", "PORT gateway"]
)
def test_a_question_finds_the_decision_by_its_telling_words(db: gagent_db.Database, query: str) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"content": "Decision: gateway listens on port 8080."}, {"content": "Decision: no cats."}])
    (item,) = tools.artifacts(db, query=query)["items"]
    assert item["value"] == "gateway listens on port 8080."
    nothing = tools.artifacts(db, query="port of zebras")
    assert nothing["items"] == [] and "try fewer" in nothing["hint"]
    assert "hint" not in tools.artifacts(db, kind="url")


def test_open_items_are_those_still_open_unless_all_are_asked_for(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"content": "TODO: paint the fence"}, {"content": "TODO: oil the gate"}])
    gate, fence = tools.artifacts(db, kind="unresolved")["items"]
    tools.artifact_resolve(db, artifact_id=fence["mentions"][-1]["artifact_id"])

    def values(**arguments: Any) -> set[str]:
        return {item["value"] for item in tools.artifacts(db, kind="unresolved", **arguments)["items"]}

    assert values() == values(status="open") == {gate["value"]}
    assert values(status="resolved") == {fence["value"]} and len(values(status="all")) == 2
    tools.artifact_resolve(db, artifact_id=fence["mentions"][-1]["artifact_id"], reopen=True)
    assert len(values()) == 2


def test_an_error_leads_to_what_was_run_next(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    error = "sqlite3.OperationalError: no such table: jobs"

    def run(command: str, result: str, code: int) -> list[dict[str, Any]]:
        call = {"tool_name": "shell", "arguments": {"command": command}, "result_summary": result, "exit_code": code}
        return [{"role": "assistant", "content": "", "tool_calls": [call]}, {"role": "tool", "content": result}]

    db.append(session.id, [*run("python app.py", error, 1), *run("pip install app", error, 0),
                           *run("python migrate.py", "ok", 0), *run("python app.py", "started", 0)])  # fmt: skip
    answer = tools.artifacts(db, kind="error", query=f"Traceback:\n{error}")
    assert answer["error"] == error and answer["seen"] == 2
    first, second = answer["items"]
    assert first["value"] == "python migrate.py" and not first["came_back"]
    assert second["value"] == "pip install app" and second["came_back"]
    small = tools.artifacts(db, kind="error", query=error, max_chars=300)
    assert size(small) <= 300 and small["items"][0]["value"] == "python migrate.py"
    with pytest.raises(gagent_db.GagentError, match="takes query and limit only"):
        tools.artifacts(db, kind="error", query=error, channel="cli")


def test_a_search_goes_on_with_its_cursor(db: gagent_db.Database) -> None:
    for n in range(5):
        db.append(db.create_session(channel="cli").id, [{"content": f"the zebra number {n}"}])
    for query in ("zebra", ""):
        first = tools.session_search(db, query=query, limit=3)
        second = tools.session_search(db, query=query, limit=3, cursor=first["next"])
        found = [item["session_id"] for answer in (first, second) for item in answer["sessions"]]
        assert len(set(found)) == 5 and second["next"] is None
