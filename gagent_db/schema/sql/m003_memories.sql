-- Memories: what an agent keeps about its work ('memory') and its person ('user').

INSERT INTO index_state(name) VALUES ('memories_fts');

CREATE TABLE memories (
    rid INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE ON CONFLICT ABORT DEFAULT (lower(hex(randomblob(8)))),
    content TEXT NOT NULL,
    target TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'memory' CHECK (target IN ('memory', 'user')),
    scope TEXT NOT NULL ON CONFLICT REPLACE DEFAULT '/',
    categories TEXT DEFAULT '[]' CHECK (categories IS NULL OR json_valid(categories)),
    importance REAL NOT NULL ON CONFLICT REPLACE DEFAULT 0.5 CHECK (importance BETWEEN 0 AND 1),
    created_at REAL NOT NULL ON CONFLICT REPLACE DEFAULT ((julianday('now') - 2440587.5) * 86400.0),
    updated_at REAL NOT NULL ON CONFLICT REPLACE DEFAULT ((julianday('now') - 2440587.5) * 86400.0),
    last_accessed_at REAL,
    source TEXT,
    forgotten INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 0 CHECK (forgotten IN (0, 1)),
    session_id TEXT REFERENCES sessions(id) ON DELETE SET NULL,
    message_id INTEGER REFERENCES messages(id) ON DELETE SET NULL,
    superseded_by TEXT
) STRICT;
CREATE INDEX idx_memories_scope ON memories(scope);
CREATE INDEX idx_memories_target ON memories(target);
CREATE INDEX idx_memories_importance ON memories(importance DESC);
CREATE INDEX idx_memories_message ON memories(message_id) WHERE message_id IS NOT NULL;

-- Every change of a memory, whoever makes it. A purge leaves the fact that it happened, never the text.
CREATE TABLE memory_history (
    id INTEGER PRIMARY KEY,
    memory_id TEXT NOT NULL,
    action TEXT NOT NULL,
    old_content TEXT,
    new_content TEXT,
    at REAL NOT NULL,
    source TEXT
) STRICT;

-- The prompt block a session started with; it stays the same until the session ends.
CREATE TABLE memory_snapshots (
    session TEXT NOT NULL,
    request TEXT NOT NULL,
    block TEXT NOT NULL,
    created_at REAL NOT NULL,
    PRIMARY KEY (session, request)
) STRICT, WITHOUT ROWID;

-- Entries seen in MEMORY.md and USER.md files, by digest, so that a second look adds nothing.
CREATE TABLE memory_file_entries (
    path TEXT NOT NULL,
    digest TEXT NOT NULL,
    memory_id TEXT,
    present INTEGER NOT NULL DEFAULT 1,
    first_seen REAL NOT NULL,
    PRIMARY KEY (path, digest)
) STRICT, WITHOUT ROWID;

-- Later hand edits of those files, offered to a person.
CREATE TABLE memory_pending (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    digest TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('add', 'remove')),
    target TEXT NOT NULL,
    content TEXT NOT NULL,
    memory_id TEXT,
    found_at REAL NOT NULL,
    UNIQUE (path, digest, action)
) STRICT;

CREATE VIRTUAL TABLE memories_fts USING fts5(
    content, categories, content="memories", content_rowid="rid",
    tokenize="porter unicode61 remove_diacritics 2"
);
CREATE TRIGGER memories_fts_insert AFTER INSERT ON memories
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'memories_fts' AND (suspended OR stale))
BEGIN
    INSERT INTO memories_fts(rowid, content, categories) VALUES (new.rid, new.content, new.categories);
END;
CREATE TRIGGER memories_fts_delete AFTER DELETE ON memories
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'memories_fts' AND (suspended OR stale))
BEGIN
    INSERT INTO memories_fts(memories_fts, rowid, content, categories)
    VALUES ('delete', old.rid, old.content, old.categories);
END;
CREATE TRIGGER memories_fts_update AFTER UPDATE OF content, categories ON memories
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'memories_fts' AND (suspended OR stale))
BEGIN
    INSERT INTO memories_fts(memories_fts, rowid, content, categories)
    VALUES ('delete', old.rid, old.content, old.categories);
    INSERT INTO memories_fts(rowid, content, categories) VALUES (new.rid, new.content, new.categories);
END;

CREATE TRIGGER memories_history_insert AFTER INSERT ON memories
BEGIN
    INSERT INTO memory_history(memory_id, action, new_content, at, source)
    VALUES (new.id, 'add', new.content, new.updated_at, new.source);
END;
CREATE TRIGGER memories_history_content AFTER UPDATE OF content ON memories
WHEN old.content IS NOT new.content
BEGIN
    INSERT INTO memory_history(memory_id, action, old_content, new_content, at, source)
    VALUES (new.id, 'replace', old.content, new.content, new.updated_at, new.source);
END;
CREATE TRIGGER memories_history_forgotten AFTER UPDATE OF forgotten ON memories
WHEN old.forgotten <> new.forgotten
BEGIN
    INSERT INTO memory_history(memory_id, action, old_content, new_content, at, source)
    VALUES (new.id, iif(new.forgotten, 'remove', 'restore'), iif(new.forgotten, new.content, NULL),
            iif(new.forgotten, NULL, new.content), new.updated_at, new.source);
END;
CREATE TRIGGER memories_history_details AFTER UPDATE OF target, scope, importance, categories ON memories
WHEN (old.target, old.scope, old.importance, old.categories)
     IS NOT (new.target, new.scope, new.importance, new.categories)
BEGIN
    INSERT INTO memory_history(memory_id, action, old_content, new_content, at, source)
    VALUES (new.id, 'details',
            old.target || ' ' || old.scope || ' ' || old.importance || ' ' || coalesce(old.categories, '[]'),
            new.target || ' ' || new.scope || ' ' || new.importance || ' ' || coalesce(new.categories, '[]'),
            new.updated_at, new.source);
END;
CREATE TRIGGER memories_purge AFTER DELETE ON memories
BEGIN
    DELETE FROM memory_snapshots WHERE instr(block, old.content) OR EXISTS (
        SELECT 1 FROM memory_history WHERE memory_id = old.id AND action = 'replace' AND instr(block, old_content));
    DELETE FROM memory_history WHERE memory_id = old.id;
    DELETE FROM memory_pending WHERE memory_id = old.id;
    INSERT INTO memory_history(memory_id, action, at, source)
    VALUES (old.id, 'purge', (julianday('now') - 2440587.5) * 86400.0, NULL);
END;

-- A key that is freed may be used again: whoever has it next gets a memory block of its own.
CREATE TRIGGER memory_snapshots_key_freed AFTER UPDATE OF key ON sessions
WHEN old.key IS NOT NULL AND new.key IS NOT old.key
BEGIN
    DELETE FROM memory_snapshots WHERE session IN (old.id, old.key);
END;
CREATE TRIGGER memory_snapshots_session_deleted AFTER DELETE ON sessions
BEGIN
    DELETE FROM memory_snapshots WHERE session IN (old.id, old.key);
END;
