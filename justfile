# Daily commands. Nothing here is needed to run or test gagent-db: see README.md.

default: test lint

# Make the environment
setup:
    python3 -m venv .venv
    .venv/bin/pip install -q -e '.[dev]' -c requirements.lock

test *options:
    .venv/bin/pytest {{options}}

lint:
    .venv/bin/ruff check .
    .venv/bin/ruff format --check .
    .venv/bin/mypy

fix:
    .venv/bin/ruff check --fix .
    .venv/bin/ruff format .

# Write the generated parts of the documents
docs:
    .venv/bin/cog -r -I docs docs/*.md

# Learn the weights of votes anew, after a change of messages in training/ or of features
votes:
    .venv/bin/python training/train.py

serve *options:
    .venv/bin/gagent-db serve {{options}}

# Measure: just bench locomo, just bench search 100000
bench name *options:
    .venv/bin/python benchmarks/{{name}}.py {{options}}

ci:
    .ci/run
