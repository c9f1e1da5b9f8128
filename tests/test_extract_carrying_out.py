"""Which commands do what is open, and which of a shell line succeeded for sure when the line did."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gagent_db.extract.carrying_out import asks_for
from gagent_db.extract.shell_runs import sure_runs


@pytest.mark.parametrize(
    ("line", "ran"),
    [
        ("cd /srv/app && make lint && echo ok", ["cd /srv/app", "make lint", "echo ok"]),
        ("make lint; make test", ["make test"]),
        ("make lint\nmake test", ["make test"]),
        ("make lint | tail -3", ["tail -3"]),
        ("make lint || true", []),
        ("make lint || make fix && make test", ["make test"]),
        ("make lint | tee log || make fix", []),
        ("make serve &", []),
        ("make serve & make test", ["make test"]),
        ("set -e\nmake lint\nmake test", ["set -e", "make lint", "make test"]),
        ("set -o pipefail && make lint | tail -3", ["set -o pipefail", "make lint", "tail -3"]),
        ("for one in a b; do make $one; done", []),
        ("if make lint; then make test; fi", []),
        ("! make lint", []),
        ("(cd docs && make html)", []),
        ("sudo -u www FOO=1 make lint > lint.log 2>&1", ["make lint"]),
        ("uv run python3.12 -m pytest -q", ["pytest -q"]),
        ("bash -lc 'cd docs && make html'", ["cd docs", "make html"]),
        ("ssh -p 22 harbour 'sudo make tide; make lint'", ["make lint"]),
        ("cat <<'EOF' > todo.md && make lint\nmake tide\nEOF", ["cat", "make lint"]),
        ("make \\\n  lint  # once a day", ["make lint"]),
        ("kill $(pgrep tide) && make lint", ["kill $(pgrep tide)", "make lint"]),
        ("", []),
    ],
)
def test_of_a_line_that_succeeded_only_some_commands_did_for_sure(line: str, ran: list[str]) -> None:
    assert [" ".join(run) for run in sure_runs(line)] == ran


@given(st.text(alphabet="ab '\"\\&|;\n<>()$#EOF-=!", max_size=60))
def test_any_line_is_taken_apart(line: str) -> None:
    assert all(run and all(isinstance(word, str) for word in run) for run in sure_runs(line))


@pytest.mark.parametrize(
    ("opened", "command"),
    [
        ("run make lint before the release", "make lint"),
        ("run make lint before the release", "cd /srv/app && make lint && echo ok"),
        ("run make lint before the release", "make -j4 lint test"),
        ("`cargo fmt --all` was not run in harbour/", "cargo --quiet fmt --all"),
        ("TODO: run `npm test`", "yarn test"),
        ("TODO: run `npm ci`", "pnpm install"),
        ("TODO: run `pytest -q`", "uv run pytest -x -q tests"),
        ("TODO: run `docker compose up -d`", "docker-compose -f prod.yml up -d --build"),
        ("TODO: `systemctl restart tide`", "sudo systemctl restart tide.service"),
        ("remember to delete the staging bucket of the regatta", "gsutil delete-bucket regatta-staging"),
        ("run make deploy on staging", "make deploy ENV=staging"),
        ("TODO: run the tests", "python -m pytest"),
        ("TODO: run the migrations", "alembic upgrade head"),
        ("TODO: delete old_charts.sql", "rm -f old_charts.sql"),
        ("TODO: rename tide.py to tides.py", "git mv tide.py tides.py"),
        ("TODO: restart tide on staging", "ssh staging 'sudo systemctl restart tide'"),
        ("indeks untuk kolom kapal belum dibuat", 'psql -h db -c "CREATE INDEX idx_tide ON tide (kapal)"'),
    ],
)
def test_a_command_closes_what_it_carries_out(opened: str, command: str) -> None:
    assert asks_for(opened, command)


@pytest.mark.parametrize(
    ("opened", "command"),
    [
        ("run make lint before the release", "make lint || make fix"),
        ("run make lint before the release", "make lint 2>&1 | tail -5"),
        ("run make lint before the release", "grep -rn 'make lint' docs"),
        ("run make lint before the release", "echo make lint"),
        ("run make lint before the release", "cat > todo.md <<EOF\nrun make lint\nEOF"),
        ("run make lint before the release", "make lint-docs"),
        ("`cargo fmt --all` was not run in harbour/", "cargo fmt --all --check"),
        ("TODO: run `npm install`", "npm install left-pad"),
        ("TODO: run npm install", "npm install left-pad"),
        ("TODO: run `pytest`", "pytest tests/test_tide.py"),
        ("TODO: run the tests", "pytest -k tide"),
        ("TODO: add tests for the tide table", "pytest -q"),
        ("the tests are missing", "pytest -q"),
        ("TODO: add a retry to tide.py", "git add tide.py"),
        ("TODO: build and push the image", "docker build -t image ."),
        ("run make deploy on staging", "make deploy ENV=prod"),
        ("run make deploy on staging", "make deploy --dry-run"),
        ("TODO: restart tide on staging", "ssh prod 'sudo systemctl restart tide'"),
        ("remember to delete the staging bucket of the regatta", "gsutil list-bucket regatta-staging"),
        ("TODO: delete the old charts", "git commit -m 'TODO: delete the old charts'"),
    ],
)
def test_what_only_names_it_rehearses_it_or_does_less_closes_nothing(opened: str, command: str) -> None:
    assert not asks_for(opened, command)
