-- Facts in MEMORY_SPEC notation (D[auth]: JWT 7d) and the scopes, units of work, they belong to.

INSERT INTO index_state(name) VALUES ('facts_fts');

CREATE TABLE facts (
    rid INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE ON CONFLICT ABORT DEFAULT (lower(hex(randomblob(8)))),
    kind TEXT NOT NULL CHECK (kind IN ('C', 'D', 'V', '?', '✓', '~')),
    target TEXT NOT NULL,
    content TEXT NOT NULL,
    scope TEXT NOT NULL ON CONFLICT REPLACE DEFAULT '/',
    tier TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'hot' CHECK (tier IN ('hot', 'cold', 'archived')),
    status TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'active'
        CHECK (status IN ('active', 'superseded', 'resolved')),
    created_at REAL NOT NULL ON CONFLICT REPLACE DEFAULT ((julianday('now') - 2440587.5) * 86400.0),
    updated_at REAL NOT NULL ON CONFLICT REPLACE DEFAULT ((julianday('now') - 2440587.5) * 86400.0),
    written_turn INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 0,
    last_referenced_turn INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 0,
    superseded_by TEXT,
    session_id TEXT REFERENCES sessions(id) ON DELETE SET NULL,
    message_id INTEGER REFERENCES messages(id) ON DELETE SET NULL,
    source TEXT
) STRICT;
CREATE INDEX idx_facts_scope ON facts(scope, target);
CREATE INDEX idx_facts_message ON facts(message_id) WHERE message_id IS NOT NULL;

CREATE TABLE scopes (
    name TEXT PRIMARY KEY NOT NULL,
    status TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'open' CHECK (status IN ('open', 'closed')),
    opened_turn INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 0,
    last_turn INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 0,
    closed_turn INTEGER,
    close_reason TEXT,
    opened_at REAL NOT NULL ON CONFLICT REPLACE DEFAULT ((julianday('now') - 2440587.5) * 86400.0),
    closed_at REAL
) STRICT, WITHOUT ROWID;

-- In which turns facts were written to which scope; only the last few turns are kept.
CREATE TABLE scope_writes (
    turn INTEGER NOT NULL,
    scope TEXT NOT NULL,
    PRIMARY KEY (turn, scope)
) STRICT, WITHOUT ROWID;

-- A fact put in by hand opens its scope too.
CREATE TRIGGER facts_scope AFTER INSERT ON facts
WHEN NOT EXISTS (SELECT 1 FROM scopes WHERE name = new.scope)
BEGIN
    INSERT INTO scopes(name, opened_turn, last_turn)
    VALUES (new.scope, new.written_turn, new.written_turn);
END;

CREATE VIRTUAL TABLE facts_fts USING fts5(
    target, content, scope, content="facts", content_rowid="rid",
    tokenize="porter unicode61 remove_diacritics 2"
);
CREATE TRIGGER facts_fts_insert AFTER INSERT ON facts
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'facts_fts' AND (suspended OR stale))
BEGIN
    INSERT INTO facts_fts(rowid, target, content, scope)
    VALUES (new.rid, new.target, new.content, new.scope);
END;
CREATE TRIGGER facts_fts_delete AFTER DELETE ON facts
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'facts_fts' AND (suspended OR stale))
BEGIN
    INSERT INTO facts_fts(facts_fts, rowid, target, content, scope)
    VALUES ('delete', old.rid, old.target, old.content, old.scope);
END;
CREATE TRIGGER facts_fts_update AFTER UPDATE OF target, content, scope ON facts
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'facts_fts' AND (suspended OR stale))
BEGIN
    INSERT INTO facts_fts(facts_fts, rowid, target, content, scope)
    VALUES ('delete', old.rid, old.target, old.content, old.scope);
    INSERT INTO facts_fts(rowid, target, content, scope)
    VALUES (new.rid, new.target, new.content, new.scope);
END;
