"""Hermes: every field in its column, one session from four kinds of copies, statuses and lineage kept."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from format_fixtures import (
    HERMES_ID,
    HERMES_SCHEMA_11,
    HERMES_SCHEMA_22,
    HERMES_SCHEMA_30,
    HERMES_START,
    database,
    hermes_db,
    hermes_export,
    hermes_gateway,
    hermes_messages,
    hermes_prompts,
    hermes_session,
    hermes_snapshot,
    hermes_trajectories,
    lines,
)

import gagent_db
from gagent_db.importers.run import import_paths


def rows(db: gagent_db.Database, sql: str, *values: Any) -> list[Any]:
    return [tuple(row) for row in db.read().execute(sql, values)]


def history(db: gagent_db.Database, session: str = HERMES_ID) -> list[tuple[str, str, str]]:
    return rows(db, "SELECT role, content, status FROM messages WHERE session_id = ? ORDER BY id", session)


def test_every_field_of_state_db_lands_in_its_column(tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [hermes_db(tmp_path)])
    session = db.get_session(HERMES_ID)
    assert session is not None
    assert (session.channel, session.chat_id, session.user_id, session.title) == (
        "telegram",
        "777",
        "777",
        "Farm disk check",
    )
    assert (session.model, session.project, session.end_reason) == ("vela-4", "/srv/kebun", "user_exit")
    assert (session.created_at, session.ended_at) == ("2026-01-02T03:04:05.000Z", "2026-01-02T03:14:05.000Z")
    assert session.archived_at and session.key is None
    usage = (session.input_tokens, session.output_tokens, session.cache_read_tokens, session.cache_write_tokens)
    assert usage == (120, 9, 40, 8) and session.cost_usd == pytest.approx(0.0004)
    metadata = session.metadata or {}
    assert (metadata["git_branch"], metadata["reasoning_tokens"], metadata["display_name"]) == ("main", 3, "Ratna")
    assert metadata["system_prompt"] == "You are a farm helper."
    messages = db.history(HERMES_ID)
    assert [m.role for m in messages] == ["user", "assistant", "tool", "assistant"]
    assert messages[0].metadata == {"platform_message_id": "991"}
    assert (messages[1].reasoning, messages[1].metadata) == ("need df", {"finish_reason": "tool_calls"})
    call = messages[1].tool_calls[0]
    assert (call.tool_name, call.arguments, call.call_id) == ("terminal", {"command": "df -h /srv"}, "call_7")
    assert (call.status, call.exit_code, call.result_message_id) == ("success", 0, messages[2].id)


@pytest.mark.parametrize("schema", [HERMES_SCHEMA_11, HERMES_SCHEMA_22, HERMES_SCHEMA_30], ids=["11", "22", "30"])
def test_schemas_are_read_by_column_name(schema: str, tmp_path: Path, db: gagent_db.Database) -> None:
    conn = sqlite3.connect(":memory:")
    conn.executescript(schema)
    known = {
        table: {row[1] for row in conn.execute(f"PRAGMA table_info({table})")} for table in ("sessions", "messages")
    }
    session = {key: value for key, value in hermes_session().items() if key in known["sessions"]}
    messages = [{key: value for key, value in row.items() if key in known["messages"]} for row in hermes_messages()]
    report = import_paths(db, [database(tmp_path / "state.db", schema, {"sessions": [session], "messages": messages})])
    assert not report.skipped and len(history(db)) == 4


def test_list_content_behind_the_nul_prefix_is_decoded(tmp_path: Path, db: gagent_db.Database) -> None:
    parts = [
        {"type": "text", "text": "look"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}},
    ]
    row = {**hermes_messages()[0], "content": "\x00json:" + json.dumps(parts)}
    import_paths(
        db, [database(tmp_path / "state.db", HERMES_SCHEMA_22, {"sessions": [hermes_session()], "messages": [row]})]
    )
    assert history(db) == [("user", "look", "active")]
    assert rows(db, "SELECT kind, mime_type, bytes FROM media_refs") == [("image", "image/png", 2)]


@pytest.mark.parametrize("order", [0, 1, 2, 3], ids=["db first", "gateway first", "snapshot first", "export first"])
def test_four_copies_of_a_session_are_one(order: int, tmp_path: Path, db: gagent_db.Database) -> None:
    builders = [hermes_db, hermes_gateway, hermes_snapshot, hermes_export, hermes_prompts]
    for build in builders[order:] + builders[:order]:
        assert not import_paths(db, [build(tmp_path)], format="auto").skipped
    assert [row[0] for row in history(db)] == ["user", "assistant", "tool", "assistant"]
    session = db.get_session(HERMES_ID)
    assert session is not None
    assert (session.title, session.channel if order < 4 else None) == ("Farm disk check", "telegram")
    assert (session.input_tokens, session.output_tokens) == (120, 9)
    assert rows(db, "SELECT count(*) FROM tool_calls") == [(1,)]


def test_masked_secrets_do_not_double_a_message(tmp_path: Path, db: gagent_db.Database) -> None:
    first = {
        **hermes_messages()[0],
        "content": "use sk-proj4f8a9c1d2e3b4a5f6d7c8b9a for the api and password=hunter2 too",
    }
    import_paths(
        db, [database(tmp_path / "state.db", HERMES_SCHEMA_22, {"sessions": [hermes_session()], "messages": [first]})]
    )
    path = hermes_snapshot(tmp_path)
    snapshot = json.loads(path.read_text())
    snapshot["messages"] = [{"role": "user", "content": "use sk-pro...8b9a for the api and password=*** too"}]
    path.write_text(json.dumps(snapshot))
    import_paths(db, [path])
    assert len(history(db)) == 1


def _state(tmp_path: Path, messages: list[dict[str, Any]], *sessions: dict[str, Any]) -> Path:
    path = tmp_path / "state.db"
    path.unlink(missing_ok=True)
    given = {"sessions": list(sessions) or [hermes_session(archived=0, ended_at=None)], "messages": messages}
    return database(path, HERMES_SCHEMA_22, given)


def test_undone_and_compacted_rows_keep_their_status(tmp_path: Path, db: gagent_db.Database) -> None:
    user, call, tool, answer = hermes_messages()
    undone = {**user, "active": 0, "compacted": 0, "content": "wrong question"}
    compacted = [{**row, "active": 0, "compacted": 1} for row in (user, call, tool)]
    summary = {**user, "content": "Summary of what came before", "timestamp": HERMES_START + 50}
    import_paths(db, [_state(tmp_path, [undone, *compacted, summary, {**answer, "timestamp": HERMES_START + 51}])])
    assert [status for _, _, status in history(db)] == ["undone", *["compacted"] * 3, "active", "active"]
    assert not [hit for hit in db.search_messages("wrong question") if "wrong" in hit.snippet]


def test_the_tail_a_compaction_writes_again_is_not_doubled(tmp_path: Path, db: gagent_db.Database) -> None:
    """Before: four live rows are imported. Then Hermes compacts them and keeps the last as a copy."""
    import_paths(db, [_state(tmp_path, hermes_messages())])
    old = [{**row, "active": 0, "compacted": 1} for row in hermes_messages()]
    at = HERMES_START + 100
    summary = {**old[0], "content": "Summary", "active": 1, "compacted": 0, "timestamp": at}
    copy = {**old[3], "active": 1, "compacted": 0, "timestamp": at + 1e-6}
    import_paths(db, [_state(tmp_path, [*old, summary, copy])])
    kept = history(db)
    assert [status for _, _, status in kept] == ["compacted", "compacted", "compacted", "active", "active"]
    assert sum(content == "Ruang tersisa 9 %." for _, content, _ in kept) == 1


def test_a_retried_prompt_is_there_twice_with_its_status(tmp_path: Path, db: gagent_db.Database) -> None:
    user, *_ = hermes_messages()
    undone = {**user, "active": 0, "compacted": 0}
    again = {**user, "timestamp": HERMES_START + 60}
    import_paths(db, [_state(tmp_path, [undone, again])])
    assert [status for _, _, status in history(db)] == ["undone", "active"]
    import_paths(db, [hermes_prompts(tmp_path)])  # holds the live one
    assert [status for _, _, status in history(db)] == ["undone", "active"]


def test_an_undo_after_the_first_import_reaches_our_copy(tmp_path: Path, db: gagent_db.Database) -> None:
    path = _state(tmp_path, hermes_messages())
    import_paths(db, [path])
    with sqlite3.connect(path) as conn:
        conn.execute("UPDATE messages SET active = 0 WHERE id = 4")
    import_paths(db, [path])
    assert [status for _, _, status in history(db)] == ["active", "active", "active", "undone"]


def test_continuations_branches_and_subagents_keep_their_lineage(tmp_path: Path, db: gagent_db.Database) -> None:
    def child(name: str, **more: Any) -> dict[str, Any]:
        return hermes_session(id=name, title=None, archived=0, parent_session_id=HERMES_ID, model_config=None, **more)

    path = _state(
        tmp_path,
        [{**row, "session_id": name} for name in (HERMES_ID, "next", "branch", "sub") for row in hermes_messages()[:1]],
        hermes_session(end_reason="compression"),
        child("next", end_reason=None),
        {**child("branch"), "model_config": json.dumps({"_branched_from": HERMES_ID})},
        {**child("sub"), "source": "subagent", "model_config": json.dumps({"_delegate_from": HERMES_ID})},
    )
    import_paths(db, [path])
    found = rows(
        db,
        "SELECT id, parent_session_id, end_reason, json_extract(metadata_json, '$.lineage') FROM sessions ORDER BY id",
    )
    assert found == [
        (HERMES_ID, None, "compression", None),
        ("branch", HERMES_ID, "branch", "branch"),
        ("next", HERMES_ID, None, None),
        ("sub", HERMES_ID, "subagent", "subagent"),
    ]
    assert rows(db, "SELECT id, continues_id FROM session_continues") == [("next", HERMES_ID)]


def test_a_growing_state_db_is_read_where_it_grew(tmp_path: Path, db: gagent_db.Database) -> None:
    path = _state(tmp_path, hermes_messages())
    import_paths(db, [path])
    with sqlite3.connect(path) as conn:
        conn.execute("INSERT INTO messages(session_id, role, content, timestamp) VALUES (?, 'user', 'and now?', ?)",
                     (HERMES_ID, HERMES_START + 99))  # fmt: skip
    report = import_paths(db, [path])
    assert (report.messages, history(db)[-1][1]) == (1, "and now?")


def test_the_gateway_index_names_chat_user_and_totals(tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [hermes_gateway(tmp_path)])
    session = db.get_session("telegram:777")
    assert session is not None and session.id == HERMES_ID
    assert (session.user_id, session.input_tokens, session.model) == ("777", 120, "vela-4")
    assert session.title == "cek sisa ruang di server kebun"
    assert db.history(HERMES_ID)[0].metadata == {"platform_message_id": "991"}


def test_a_gateway_file_rewritten_by_retry_adds_only_what_is_new(tmp_path: Path, db: gagent_db.Database) -> None:
    path = hermes_gateway(tmp_path)
    import_paths(db, [path])
    kept = [json.loads(line) for line in path.read_text().splitlines()][:-1]
    lines(path, [*kept, {"role": "assistant", "content": "Sisa 9 persen.", "timestamp": "2026-01-02T10:05:00"}])
    assert import_paths(db, [path]).messages == 1


def test_trajectories_become_messages_calls_and_results(tmp_path: Path, db: gagent_db.Database) -> None:
    import_paths(db, [hermes_trajectories(tmp_path)])
    session = db.list_sessions()[0]
    assert (session.channel, session.title, session.model) == ("hermes", "check disk", "vela-4")
    _, user, asked, tool, answer = db.history(session.id)
    assert (user.content, asked.reasoning, asked.content, answer.content) == (
        "check disk",
        "need df",
        "",
        "It is at 91 %.",
    )
    call = asked.tool_calls[0]
    assert (call.tool_name, call.arguments, call.exit_code) == ("terminal", {"command": "df -h"}, 0)
    assert call.result_message_id == tool.id and "91%" in tool.content
