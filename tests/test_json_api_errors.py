"""Whatever is wrong with a request to the JSON API, the answer has the one shape of errors and the right status."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from agents_server import Server, running
from hypothesis import given, settings
from hypothesis import strategies as st

import gagent_db
from gagent_db.web.bodies import MAX_BYTES
from gagent_db.web.openapi import document

POSTS = [
    "/gagent/-/messages", "/gagent/-/memories", "/gagent/-/facts", "/gagent/-/artifacts/1024/resolve",
    "/gagent/-/memories/abc/replace", "/gagent/-/memories/abc/forget", "/gagent/-/memories/edits/9/accept",
    "/gagent/-/facts/abc/edit", "/gagent/-/facts/abc/forget",
]  # fmt: skip
GETS = [
    f"/gagent/-/{name}.json"
    for name in ("sessions", "sessions/s1", "artifacts/decision", "artifacts/errors", "memories", "facts", "openapi")
]
ERROR = jsonschema.Draft202012Validator(document("/gagent/-")["components"]["schemas"]["Error"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("errors") / "gagent.db"
    with gagent_db.open(path) as db:
        db.append(db.create_session(id="s1", channel="cli").id, [{"content": "TODO: write the guide."}])
    with running(path) as found:
        yield found
        assert not [line for line in found.errors if "Traceback" in line]


def ask(
    server: Server, method: str, path: str, body: bytes | None = None, *, token: str | None = "", **headers: str
) -> tuple[int, Any]:
    """Status and decoded body; an error is checked for its shape."""
    token = server.write_token if token == "" else token
    sent = {"Content-Type": "application/json", **headers, **({"Authorization": f"Bearer {token}"} if token else {})}
    conn = http.client.HTTPConnection(server.base.partition("//")[2], timeout=60)
    try:
        conn.request(method, path, body, {name.replace("_", "-"): value for name, value in sent.items()})
        response = conn.getresponse()
        text = response.read()
    finally:
        conn.close()
    if response.status < 400:
        return response.status, text
    answer = json.loads(text)
    ERROR.validate(answer)
    assert answer["status"] == response.status and answer["errors"] == [answer["error"]]
    assert answer["error"].strip() and "Traceback" not in answer["error"]
    if response.status == 405:
        assert response.headers["allow"]
    return response.status, answer


@pytest.mark.parametrize("wrong", ["xx", "-1", "1.5", "", "9" * 30, "%00", "..", "1024/x", "é"])
def test_an_id_that_can_be_none_is_not_found(server: Server, wrong: str):
    from urllib.parse import quote

    for path in (f"artifacts/{quote(wrong, safe='%/')}/resolve", f"memories/edits/{quote(wrong, safe='%/')}/accept"):
        assert ask(server, "POST", f"/gagent/-/{path}", b"{}")[0] == 404, path
    assert ask(server, "POST", "/gagent/-/artifacts/1024/resolve", b'{"resolved_by_message_id": "x"}')[0] == 404


@pytest.mark.parametrize(
    "path",
    ["nothing.json", "artifacts/nonsense.json", "sessions/nope.json", "sessions/%00.json", "sessions/.json",
     "artifacts/.json"],
)  # fmt: skip
def test_what_is_not_there_is_not_found(server: Server, path: str):
    assert ask(server, "GET", f"/gagent/-/{path}")[0] == 404


@pytest.mark.parametrize("path", ["memories/x/explode", "facts/x/explode", "artifacts/1/explode", "messages/1"])
def test_an_address_there_is_not_is_not_found(server: Server, path: str):
    assert ask(server, "POST", f"/gagent/-/{path}", b"{}")[0] == 404


@pytest.mark.parametrize("path", POSTS)
def test_without_a_database_or_with_an_unknown_one(server: Server, path: str):
    for other in (path.replace("/gagent/", "/"), path.replace("/gagent/", "/nosuch/")):
        assert ask(server, "POST", other, b"{}")[0] == 404


@pytest.mark.parametrize("path", POSTS + GETS)
def test_a_wrong_method_is_told_which_are_right(server: Server, path: str):
    wrong = ["PUT", "PATCH", "DELETE", *(["POST"] if path in GETS else [])]
    if path in POSTS and path.count("/") > 3:
        wrong.append("GET")
    for method in wrong:
        assert ask(server, method, path, b"{}")[0] == 405, method


@pytest.mark.parametrize("path", POSTS + GETS)
def test_permissions(server: Server, path: str):
    method, body = ("POST", b"{}") if path in POSTS else ("GET", None)
    assert ask(server, method, path, body, token=None)[0] == 403
    assert ask(server, method, path, body, token=None, Accept="text/html")[0] == 403
    assert ask(server, method, path, body, token="dstok_wrong")[0] == 401
    if path in POSTS:
        assert ask(server, method, path, body, token=server.read_token)[0] == 403


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("sessions", "channel"), ("artifacts/unresolved", "channel"), ("artifacts/errors", "limit"),
        ("memories", "scope"), ("memories/prompt", "scope"), ("facts", "scope"),
        ("sessions/s1", "after"), ("overview", "none"),
    ],
)  # fmt: skip
def test_a_parameter_that_is_none_is_no_filter_that_lets_everything_pass(server: Server, path: str, known: str):
    status, answer = ask(server, "GET", f"/gagent/-/{path}.json?chanel=slack")
    assert status == 400 and answer["error"] == "There is no parameter 'chanel' here." and known in answer["hint"]
    assert ask(server, "GET", f"/gagent/-/{path}.json?_extra=1")[0] == 200


@pytest.mark.parametrize("path", ["sessions.json?q=guide", "artifacts/unresolved.json?q=guide&status=all"])
@pytest.mark.parametrize("name", ["session", "session_id", "exclude_session", "exclude_session_id", "user", "user_id"])
def test_other_spellings_of_filters_are_those_of_python(server: Server, path: str, name: str):
    text = ask(server, "GET", f"/gagent/-/{path}&{name}=s1")[1]
    assert (b"write the guide" in text) == name.startswith("session")


@pytest.mark.parametrize("path", POSTS[:4])
def test_a_body_that_is_too_large(server: Server, path: str):
    status, answer = ask(server, "POST", path, b'{"content": "' + b"a" * MAX_BYTES + b'"}')
    assert status == 413 and "32 MB" in answer["error"] and "several requests" in answer["hint"]


def test_a_few_megabytes_are_not_too_large(server: Server):
    body = json.dumps({"session_id": "large", "content": "a" * 3_000_000}).encode()
    assert ask(server, "POST", "/gagent/-/messages", body)[0] == 201


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/xml", ""])
def test_json_is_json_whatever_it_says_it_is(server: Server, kind: str):
    body = json.dumps({"content": f"D[kind.{len(kind)}]: {kind or 'none'}"}).encode()
    assert ask(server, "POST", "/gagent/-/facts", body, Content_Type=kind)[0] == 201
    assert ask(server, "POST", "/gagent/-/facts", b"neither", Content_Type="text/plain")[0] == 400


def test_a_row_is_changed_with_json_as_with_a_form(server: Server):
    for content, kind in (
        ('{"content": "The user likes okapis."}', "json"),
        ("content=The+user", "x-www-form-urlencoded"),
    ):
        _, added = ask(server, "POST", "/gagent/-/memories", b'{"content": "The user likes zebras a lot."}')
        path = f"/gagent/-/memories/{json.loads(added)['id']}"
        status, _ = ask(server, "POST", f"{path}/replace", content.encode(), Content_Type=f"application/{kind}")
        assert status == 200
        assert ask(server, "POST", f"{path}/forget", b"", Content_Type="")[0] == 200


_text = st.text(max_size=8)
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | _text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from([
            "content", "action", "target", "scope", "importance", "operations", "old_text", "limit", "turn", "message",
            "status", "resolved_by_message_id", "older_than_days", "session_id", "messages", "return",
        ]) | _text,
        inner, max_size=4,
    ),
    max_leaves=8,
)  # fmt: skip
_bodies = _json.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=12)


@settings(max_examples=60)
@given(path=st.sampled_from(POSTS), body=_bodies)
def test_no_body_breaks_any_address(server: Server, path: str, body: bytes):
    status, _ = ask(server, "POST", path, body)
    assert status in (200, 201, 302, 303, 400, 403, 404, 409), (path, body)


@settings(max_examples=40)
@given(path=st.sampled_from(GETS), name=st.sampled_from(
    ["limit", "next", "since", "until", "max_chars", "sort", "mode", "window", "around", "session", "role", "q"]),
    value=_text)  # fmt: skip
def test_no_query_string_breaks_any_address(server: Server, path: str, name: str, value: str):
    from urllib.parse import urlencode

    query = urlencode({name: value.encode("utf-8", "surrogatepass")})
    status, _ = ask(server, "GET", f"{path}?{query}")
    assert status in (200, 400, 404), (path, query)
