"""What fixed an error before, and which commands only look."""

from __future__ import annotations

import pytest

import gagent_db
from gagent_db.fixes import known_fixes, only_looks


def shell(command: str, **outcome: object) -> dict[str, object]:
    call = {"tool_name": "bash", "arguments": {"command": command}, **outcome}
    return {"role": "assistant", "content": "", "tool_calls": [call]}


def test_an_error_leads_to_what_was_run_when_it_did_not_come_back(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    error = {"role": "tool", "content": "Error: no such table: planks"}
    db.append(session.id, [error, shell("make clean", exit_code=0), error, shell("make migrate", exit_code=0)])
    found = known_fixes(db, "Traceback ...\nError: no such table: planks")
    assert [(fix["command"], fix["came_back"]) for fix in found["fixes"]] == [
        ("make migrate", False),
        ("make clean", True),
    ]


def test_an_error_in_the_result_of_a_call_counts_also_with_other_numbers(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")

    def run(command: str, result: str) -> dict[str, object]:
        call = {"tool_name": "shell", "arguments": {"command": command}, "result_summary": result}
        return {"role": "assistant", "content": "", "tool_calls": [call]}

    results = {"make": "port 8080 is taken by 311", "make clean": "port 8080 is taken by 42", "make stop": "stopped"}
    db.append(session.id, [run(command, f"error: {result}") for command, result in results.items()])
    found = known_fixes(db, "error: port 9090 is taken by 7")
    assert found["seen"] == 2
    assert [(fix["command"], fix["came_back"]) for fix in found["fixes"]] == [
        ("make stop", False),
        ("make clean", True),
    ]


def test_what_fixed_an_error_is_no_command_that_only_looked_or_failed(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    error = {"role": "tool", "content": "Error: no space left on device"}
    looked = [shell("df -h / && docker system df", exit_code=0), shell("git -C /srv log -3", exit_code=0)]
    tried = [shell("docker builder prune", exit_code=125), shell("docker builder prune -af", exit_code=0)]
    db.append(session.id, [error, *looked, *tried, shell("make deploy", exit_code=0)])
    assert [fix["command"] for fix in known_fixes(db, "no space left on device")["fixes"]] == [
        "docker builder prune -af"
    ]


def test_an_error_after_which_was_only_looked_leads_to_that(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"role": "tool", "content": "Error: no route to host"}, shell("docker ps", exit_code=0)])
    assert [fix["command"] for fix in known_fixes(db, "no route to host")["fixes"]] == ["docker ps"]


@pytest.mark.parametrize(
    ("command", "looks"),
    [
        ("df -h / && docker system df", True),
        ("kubectl -n shop get pods", True),
        ("git -C /srv/app log -3 2>/dev/null", True),
        ("ssh nas 'systemctl status backup'", True),
        ("echo 1 > /proc/sys/vm/drop_caches", False),
        ("apt install tree", False),
        ("git commit -m log", False),
        ("ls && make", False),
        ("grep -r rate . | sort | head -3 > /dev/null", True),
        ("npm install left-pad 2>&1 | tail -20", False),
        ("ls; rm cache.db; ls", False),
        ("ssh nas 'systemctl restart backup | cat'", False),
        ("find . -name '*.lock' -delete", False),
        ("psql $DSN -c \"select pid, query from pg_stat_activity where state = 'idle; update'\"", True),
        ("psql -tAc 'explain select 1; select 2'", True),
        ("docker exec -i db psql --command='\\d messages'", True),
        ("sqlite3 -readonly app.db 'select count(*) from t' '.schema t'", True),
        ("mysql app -e 'show processlist'", True),
        ('psql $DSN -c "select pg_terminate_backend(4121)"', False),
        ("psql -c 'select 1; delete from locks'", False),
        ("psql -c 'explain analyze update t set a = 1'", False),
        ("psql -f fix.sql", False),
        ("sqlite3 app.db 'pragma journal_mode=delete'", False),
        ("mysql app -e 'kill 7'", False),
        ("psql -c 'select * from locks where age > 60'", True),
        ("psql -c 'select * from locks' > locks.txt", False),
        ("make", False),
    ],
)
def test_a_command_that_only_looks_changes_nothing(command: str, looks: bool) -> None:
    assert only_looks(command) == looks


@pytest.mark.parametrize(
    ("there", "asked"),
    [
        ("Error: can't decode byte 0xfc in position 114", "Error: can't decode byte 0xdf in position 7"),
        ("write /tmp/Blob204411: permission denied", "write /tmp/Blob99: permission denied"),
    ],
)
def test_an_error_is_known_with_other_numbers_inside_its_words(db: gagent_db.Database, there: str, asked: str) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [{"role": "tool", "content": there}, shell("make it", exit_code=0)])
    assert [(fix["command"], fix["came_back"]) for fix in known_fixes(db, asked)["fixes"]] == [("make it", False)]
