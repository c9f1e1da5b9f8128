"""Relief makes full stores smaller; shorthands make entries shorter and find each other."""

from __future__ import annotations

import time

import pytest

from gagent_db import Database
from gagent_db.memory import budgets, facts, memories, relief
from gagent_db.memory.notation import write
from gagent_db.memory.sentence_facts import as_fact
from gagent_db.memory.shorthand import abbreviate, spellings
from gagent_db.memory.tiers import memory_status


def contents(db: Database, **filters: object) -> list[str]:
    return [memory.content for memory in memories.list_memories(db, **filters)]  # type: ignore[arg-type]


def test_relief_does_nothing_up_to_55_percent(db: Database) -> None:
    memories.add(db, "Database IDs must always be UUID, never autoincrement.")
    assert relief.plan(db).steps == []


def test_relief_shortens_moves_and_drops_until_under_45_percent(db: Database) -> None:
    for text in (
        "Database IDs must always be UUID, never autoincrement.",
        "The production server runs on port 3005.",
        "V[nas]: 10.0.0.5",
        "The configuration for the development environment is in the repository.",
        "The configuration of the development environment is in the repository",
        "User prefers short answers with the code first.",
    ):
        memories.add(db, text)
    budgets.set_budget(db, "memory", 100)
    plan = relief.plan(db)
    assert plan.before["memory"] > 55 and contents(db)[0].startswith("User prefers")
    assert "- Database IDs must always be UUID, never autoincrement.\n> C[db.id]: UUID, nvr autoincrement" in plan.diff
    result = relief.apply(db, plan).to_dict()
    assert result["reached"] and relief.plan(db).steps == []
    assert budgets.all_usage(db)["memory"]["tokens"] < 45
    everything = {memory.content for memory in memories.list_memories(db, forgotten=None)}
    assert "Database IDs must always be UUID, never autoincrement." in everything


def test_relief_never_pushes_facts_out_that_are_in_use(db: Database) -> None:
    for number in range(8):
        facts.memory_write(db, f"D[topic{number}]: this is what was decided about it", scope="now")
    used = {fact["id"] for fact in facts.memory_export(db)["facts"] if fact["tier"] == "hot"}
    for number in range(60):
        memories.add(db, f"The service number{number} runs on port 80{number:02d}")
    relief.apply(db, relief.plan(db))
    exported = facts.memory_export(db)["facts"]
    assert used <= {fact["id"] for fact in exported if fact["tier"] == "hot"} and len(exported) > 20
    assert memory_status(db)["pressure"] < 95 and len(memories.list_memories(db)) < 60


def test_relief_keeps_every_word_of_a_rule_and_lets_nothing_give_way(db: Database) -> None:
    for number in range(14):
        db.add_memory(f"Database IDs of service {number} must always be UUID, never autoincrement.")
        db.add_memory(f"We decided to use the configuration file number {number} for the production environment.")
    db.add_memory("✓[deploy]: shipped to prod")
    db.add_memory("V[srv.prod]: api.example.com:3005")
    db.write_fact("V[srv.prod]: other.example.com:3005")
    db.write_fact("D[deploy]: by hand", "deploy")
    relief.apply(db, relief.plan(db))
    written = db.export_facts()["facts"]
    assert {fact["status"] for fact in written} == {"active"}
    moved = [fact for fact in written if fact["source"] == "relief"]
    assert {fact["target"] for fact in moved if fact["kind"] == "C"} > {"db.id.svc.3", "db.id.svc.4"}
    assert len([fact for fact in moved if fact["kind"] == "D"]) == 1, "the others say something else of the same target"
    kept = [memory.content for memory in db.list_memories()]
    assert "V[srv.prod]: api.example.com:3005" in kept and "✓[deploy]: shipped to prod" in kept


def test_the_same_words_in_another_order_are_no_duplicate(db: Database) -> None:
    budgets.set_budget(db, "memory", 20)
    for text in ("use tabs, not spaces, in Makefiles", "use spaces, not tabs, in Makefiles"):
        db.add_memory(text)
    assert "duplicate" not in {step.action for step in relief.plan(db).steps}


def test_what_turns_an_entry_round_is_no_duplicate_of_it(db: Database) -> None:
    budgets.set_budget(db, "memory", 20)
    for text in ("deploy to prod on Friday", "never deploy to prod on Friday", "don't deploy to prod on Friday, ever"):
        db.add_memory(text)
    db.write_fact("C[deploy]: nvr to prod on Friday")
    assert {step.before for step in relief.plan(db).steps if step.action == "duplicate"} == set()


def test_a_plan_for_many_entries_takes_no_time_to_speak_of(db: Database) -> None:
    rows = [(f"note {number} says that the server uses redis for queue {number % 7}",) for number in range(600)]
    db.write(lambda conn: conn.executemany("INSERT INTO memories(content) VALUES (?)", rows))
    started = time.process_time()
    relief.plan(db)
    assert time.process_time() - started < 8  # a guard against a cost that grows with the square, not a measurement


def test_relief_of_the_profile_moves_notation_only(db: Database) -> None:
    memories.add(db, "The user must have quiet on Sundays.", target="user")
    memories.add(db, "V[phone]: 555-0100", target="user")
    budgets.set_budget(db, "user", 20)
    assert [step.action for step in relief.plan(db).steps] == ["abbreviate", "move"]


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Database IDs must always be UUID.", "db IDs must alw be UUID"),
        ("Configuration with the `user table`", "cfg w/ `user table`"),
        ("see https://a.b/the/user and /etc/the/server", "see https://a.b/the/user and /etc/the/server"),
        ("option A, then upgrade", "option A, → ↑"),
        ("never commit the .env file, please.", "nvr commit .env file"),
        ("run the code:\n```\nif the user:\n    pass\n```", "run code:\n```\nif the user:\n    pass\n```"),
    ],
)
def test_shorthands_leave_code_and_names_alone(text: str, short: str) -> None:
    assert abbreviate(text) == short


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        ("Deploys may only happen on Tuesday", "C[deploy]: only happen on Tuesday"),
        ("You must never commit .env", "C[you]: nvr commit .env"),
        ("We decided to drop Redis", "D[drop.redis]: drop Redis"),
        ("The backups are in /srv/backup", "V[backup]: in /srv/backup"),
        ("The site is at https://a.example/x.", "V[site]: https://a.example/x"),
        ("The webhook for builds posts to https://hooks.example/build", None),
        ("Every morning the job runs import_rates.py", None),
        ("If the build fails, you must rerun it", None),
        ('The line "System: down" must be kept', None),
    ],
)
def test_a_sentence_becomes_a_fact_only_where_it_says_the_same(entry: str, line: str | None) -> None:
    fact = as_fact(entry)
    assert (fact and write(fact.kind, fact.target, fact.content)) == line


def test_shorthands_and_words_find_each_other() -> None:
    assert "db" in spellings("Database") and "database" in spellings("db")
