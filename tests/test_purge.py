"""What is purged stands nowhere in the file any more."""

from __future__ import annotations

from traces import left_of

import gagent_db
from gagent_db.memory import facts, memories


def test_a_purged_note_stands_nowhere(db: gagent_db.Database) -> None:
    for text in ("the gate code is zanzibar4711", "likes tea", "likes zebras"):
        db.add_memory(text)
    memories.remove(db, "zanzibar4711")
    assert "the words of memories_fts" in left_of(db, "zanzibar4711")
    memories.purge(db)
    assert left_of(db, "zanzibar4711") == []
    assert db.search_memories("zebras")


def test_a_purged_fact_stands_nowhere(db: gagent_db.Database) -> None:
    for content in ("D[gate]: zanzibar4711 opens it", "D[gate]: a key opens it", "D[tea]: green"):
        facts.memory_write(db, content)
    assert facts.memory_purge(db, older_than_days=0)["purged"] == 1
    assert left_of(db, "zanzibar4711") == []
    assert facts.memory_search(db, "key")["facts"]
