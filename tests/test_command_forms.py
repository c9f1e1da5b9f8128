"""`works_as`: how a command that failed is really run here."""

from __future__ import annotations

from typing import Any

import pytest

import gagent_db
from gagent_db import answers
from gagent_db.command_forms import is_form_of


def ran(command: str, exit_code: int) -> dict[str, Any]:
    call = {"tool_name": "shell", "arguments": {"command": command}, "exit_code": exit_code}
    return {"role": "assistant", "content": "", "tool_calls": [call]}


def works_as(db: gagent_db.Database, command: str) -> str | None:
    (group,) = (item for item in answers.artifacts(db, "command", limit=100).items if item.value == command)
    form = group.more["works_as"]
    return form and form["value"]


FORMS = [
    ("docker compose up -d", "docker compose -f prod.yml up -d"),
    ("docker-compose up -d", "docker compose up -d"),
    ("docker run -p 80:80 nginx", "docker run -p 8080:80 nginx"),
    ("docker run -v /a:/b --rm img task", "docker run -v /c:/b --rm img task"),
    ("cd /srv/app && pytest -q", "cd /srv/app && pytest -q -x"),
    ("pytest tests/test_a.py", "cd /srv/app && . venv/bin/activate && PYTHONPATH=. pytest tests/test_a.py -x"),
    ("pytest", "uv run pytest"),
    ("pytest -q", "python3 -m pytest tests/test_a.py"),
    ("systemctl restart gateway", "sudo -n systemctl restart gateway"),
    ("python manage.py migrat", "python3.12 manage.py migrate"),
    ("pip install flask", "pip3 install flask==3.0"),
    ("ssh pi@kebun uptime", "ssh -p 2222 pi@kebun uptime"),
    ("make", "make -j 4"),
    ("git push", "git push -u origin main"),
    ("echo 'not closed", "echo 'not closed by a quote"),
    ("sudo mkcluster 17 main", "sudo dropcluster 17 main && sudo mkcluster 17 main --start"),
    ("sudo nginx -t", "sudo sed -i 19d a.conf && sudo nginx -t && sudo systemctl reload nginx"),
]
OTHERS = [
    ("docker compose up -d", "docker compose ps"),
    ("cd /srv/app && pytest -q", "cd /srv/app && git status"),
    ("curl -sS https://a.example/x", "curl -sS https://b.example/x"),
    ("npm run build", "npm run test"),
    ("python manage.py migrate", "python manage.py shell"),
    ("systemctl start gateway", "systemctl restart gateway"),
    ("docker run -d nginx", "docker run -d redis"),
    ("cat notes/2025.md", "cat notes/2026.md"),
    ("make", "make clean"),
    ("ls /srv/wiki", "ls"),
    ("cd /srv/app", "cd /srv/wiki"),
    ("mkcluster 17 main", "mkcluster 18 main && systemctl restart mkcluster"),
]


@pytest.mark.parametrize(("failed", "worked"), FORMS)
def test_a_form_of_a_command_does_the_same_to_the_same_things(failed: str, worked: str) -> None:
    assert is_form_of(failed, worked)


@pytest.mark.parametrize(("failed", "worked"), OTHERS)
def test_another_task_of_the_same_program_is_no_form(failed: str, worked: str) -> None:
    assert not is_form_of(failed, worked)


@pytest.mark.parametrize(("failed", "worked"), FORMS)
def test_a_command_that_failed_works_as_the_form_that_did(db: gagent_db.Database, failed: str, worked: str) -> None:
    session = db.create_session(channel="cli", project="/srv/app")
    others = [ran(other, 0) for _, other in OTHERS if not is_form_of(failed, other)]
    db.append(session.id, [ran(failed, 1), ran(worked, 0), *others])
    assert works_as(db, failed) == worked


def test_another_task_is_not_told_as_the_working_form(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [ran("docker compose up -d", 1), ran("docker compose ps", 0), ran("docker ps", 0)])
    assert works_as(db, "docker compose up -d") is None


def test_of_several_working_forms_the_most_recent_one_is_told(db: gagent_db.Database) -> None:
    one, two = db.create_session(channel="cli"), db.create_session(channel="cli")
    db.append(one.id, [ran("git push", 1), ran("git push -u origin main", 0)])
    db.append(two.id, [ran("git push --force-with-lease", 0), ran("git push origin v1", 128)])
    assert works_as(db, "git push") == "git push --force-with-lease"
    assert works_as(db, "git push origin v1") is None


def test_a_command_that_worked_once_and_fails_now_works_as_it_did(db: gagent_db.Database) -> None:
    session = db.create_session(channel="cli")
    db.append(session.id, [ran("make deploy", 0), ran("make deploy", 2), ran("make clean", 0)])
    assert works_as(db, "make deploy") == "make deploy"
