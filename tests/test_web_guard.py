"""Only hosts and origins that are served get an answer."""

from __future__ import annotations

import pytest

from gagent_db.web.guard import Guard, content_security_policy, host_name


async def _app(scope: object, receive: object, send: object) -> None:  # pragma: no cover
    raise AssertionError("not reached")


def problem(host: str | None, origin: str | None = None, **options: object) -> str | None:
    headers = [(b"host", host.encode())] if host is not None else []
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    return Guard(_app, **options).problem({"headers": headers})  # type: ignore[arg-type]


@pytest.mark.parametrize("host", ["localhost", "localhost:8001", "127.0.0.1:8001", "[::1]:8001", "LOCALHOST:80"])
def test_loopback_hosts_are_served(host: str) -> None:
    assert problem(host) is None


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8001", "", None, "0.0.0.0:8001"]
)
def test_other_hosts_are_refused(host: str | None) -> None:
    assert problem(host)


def test_two_host_headers_are_refused() -> None:
    scope = {"headers": [(b"host", b"localhost"), (b"host", b"evil.example")]}
    assert Guard(_app).problem(scope)


@pytest.mark.parametrize(
    ("origin", "served"),
    [
        ("http://127.0.0.1:8001", True),
        ("http://127.0.0.1:9999", False),
        ("https://evil.example", False),
        ("null", False),
        ("https://tool.example", True),
        ("https://TOOL.example", True),
        ("ftp://127.0.0.1:8001", False),
        ("127.0.0.1:8001", False),
    ],
)
def test_origins_must_be_this_server_or_configured(origin: str, served: bool) -> None:
    assert (problem("127.0.0.1:8001", origin, origins=["https://Tool.example/"]) is None) == served


def test_configured_hosts_are_served() -> None:
    assert problem("agents.lan:8001", hosts=["agents.lan"]) is None


def test_host_name_takes_port_and_brackets_off() -> None:
    assert [host_name(h) for h in ("A.b:1", "[::1]:80", "x")] == ["a.b", "::1", "x"]


def test_the_policy_names_inline_scripts_by_hash() -> None:
    policy = content_security_policy(["alert(1)"])
    assert "script-src 'self' 'sha256-" in policy and "unsafe-eval" not in policy
    assert "default-src 'none'" in policy
