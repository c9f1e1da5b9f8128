-- Sessions, messages, tool calls and media references, with the indexes and counters kept by triggers.

-- One row an index. suspended: a bulk load fills the index itself and clears the flag before it commits.
-- stale: the index does not match its table (a write met damage); search says so until it is rebuilt.
CREATE TABLE index_state (
    name TEXT PRIMARY KEY NOT NULL,
    suspended INTEGER NOT NULL DEFAULT 0,
    stale INTEGER NOT NULL DEFAULT 0,
    reason TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO index_state(name) VALUES ('messages_fts'), ('tool_calls_fts');

-- Small facts about this file: versions, cursors of background work.
CREATE TABLE meta (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    id TEXT PRIMARY KEY NOT NULL DEFAULT (lower(hex(randomblob(8)))),
    key TEXT UNIQUE,
    channel TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'import',
    chat_id TEXT,
    user_id TEXT,
    character_id TEXT,
    title TEXT,
    parent_session_id TEXT REFERENCES sessions(id) ON DELETE SET NULL,
    created_at TEXT NOT NULL ON CONFLICT REPLACE DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    updated_at TEXT NOT NULL ON CONFLICT REPLACE DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    ended_at TEXT,
    end_reason TEXT,
    model TEXT,
    message_count INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 0,
    tool_call_count INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 0,
    input_tokens INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 0,
    output_tokens INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 0,
    cache_read_tokens INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 0,
    cache_write_tokens INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 0,
    cost_usd REAL,
    project TEXT,
    source_format TEXT,
    source_path TEXT,
    archived_at TEXT,
    metadata_json TEXT CHECK (metadata_json IS NULL OR json_valid(metadata_json)),
    CHECK (parent_session_id IS NULL OR parent_session_id <> id)
) STRICT;
CREATE INDEX idx_sessions_updated ON sessions(updated_at);
CREATE INDEX idx_sessions_channel ON sessions(channel, updated_at);
CREATE INDEX idx_sessions_chat ON sessions(chat_id, updated_at) WHERE chat_id IS NOT NULL;
CREATE INDEX idx_sessions_project ON sessions(project, updated_at) WHERE project IS NOT NULL;
CREATE INDEX idx_sessions_parent ON sessions(parent_session_id) WHERE parent_session_id IS NOT NULL;

-- The order of a conversation is the order of id, never of the clock.
CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
    role TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'user',
    content TEXT NOT NULL ON CONFLICT REPLACE DEFAULT '',
    content_type TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'text',
    provider TEXT,
    model TEXT,
    created_at TEXT NOT NULL ON CONFLICT REPLACE DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    input_tokens INTEGER,
    output_tokens INTEGER,
    cache_read_tokens INTEGER,
    cache_write_tokens INTEGER,
    cost_usd REAL,
    reasoning TEXT,
    status TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'active' CHECK (status IN ('active', 'compacted', 'undone')),
    uid TEXT,
    search_text TEXT DEFAULT '',  -- extra words for the index; '': not made yet, as of a row put in by hand
    extracted INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 0,
    metadata_json TEXT CHECK (metadata_json IS NULL OR json_valid(metadata_json))
) STRICT;
-- A uid stands once in a session. Messages without one need no entry: half of this index in many archives.
-- (An upsert names it as ON CONFLICT (session_id, uid) WHERE uid IS NOT NULL.)
CREATE UNIQUE INDEX idx_messages_uid ON messages(session_id, uid) WHERE uid IS NOT NULL;
-- (session_id, rowid): reads a session in order, pages it by id.
CREATE INDEX idx_messages_session ON messages(session_id);
-- Ids that are unique in the world (UUIDs): finds the copies that a resumed conversation makes.
CREATE INDEX idx_messages_uuid ON messages(uid) WHERE length(uid) >= 36;
-- Which version of the extractor read a message, 0: none. What an import brings carries the version at once; from which
-- id on messages are still to be read is noted in meta (artifacts_unread).
-- (extracted, rowid) and (search_text, rowid): 0 and '' take no byte in an entry, the id would stand there twice.
CREATE INDEX idx_messages_unextracted ON messages(extracted) WHERE extracted = 0;
CREATE INDEX idx_messages_wordless ON messages(search_text) WHERE search_text = '';

-- Calls and media go with their message, and through it with their session (those without one by a trigger below): an
-- index by session would stand here for deleting alone.
CREATE TABLE tool_calls (
    id INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL,
    message_id INTEGER REFERENCES messages(id) ON DELETE CASCADE,
    call_id TEXT,
    tool_name TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'unknown',
    arguments_json TEXT CHECK (arguments_json IS NULL OR json_valid(arguments_json)),
    result_summary TEXT,
    status TEXT,
    exit_code INTEGER,
    result_message_id INTEGER REFERENCES messages(id) ON DELETE SET NULL,
    created_at TEXT DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))  -- NULL: that of its message, as nearly always
) STRICT;
CREATE INDEX idx_tool_calls_message ON tool_calls(message_id);
CREATE INDEX idx_tool_calls_result ON tool_calls(result_message_id) WHERE result_message_id IS NOT NULL;
-- Calls that wait for their result: finds the one that a result answers.
CREATE INDEX idx_tool_calls_open ON tool_calls(call_id) WHERE result_message_id IS NULL AND call_id IS NOT NULL;

CREATE TABLE media_refs (
    id INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL,
    message_id INTEGER REFERENCES messages(id) ON DELETE CASCADE,
    kind TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'file',
    path TEXT,
    mime_type TEXT,
    sha256 TEXT,
    bytes INTEGER,
    metadata_json TEXT CHECK (metadata_json IS NULL OR json_valid(metadata_json))
) STRICT;
CREATE INDEX idx_media_refs_message ON media_refs(message_id);

CREATE TRIGGER sessions_without_message AFTER DELETE ON sessions
BEGIN
    DELETE FROM tool_calls WHERE message_id IS NULL AND session_id = old.id;
    DELETE FROM media_refs WHERE message_id IS NULL AND session_id = old.id;
END;

-- What makes import incremental: one row a source file.
CREATE TABLE imports (
    path TEXT PRIMARY KEY NOT NULL,
    format TEXT NOT NULL,
    size INTEGER NOT NULL DEFAULT 0,
    mtime REAL,
    inode INTEGER,
    offset INTEGER NOT NULL DEFAULT 0,
    tail_hash TEXT,
    session_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(session_ids)),
    imported_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    messages INTEGER NOT NULL DEFAULT 0,
    skipped_lines INTEGER NOT NULL DEFAULT 0,
    skipped_json TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(skipped_json)),
    state_json TEXT CHECK (state_json IS NULL OR json_valid(state_json))
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_imports_inode ON imports(inode);

-- What a person asked to forget. uid '' stands for the whole session. A later import skips these.
-- Under 'chat <channel>:<chat_id>': messages that were deleted in a chat, which stay hidden should they come later.
CREATE TABLE tombstones (
    session_id TEXT NOT NULL,
    uid TEXT NOT NULL DEFAULT '',
    forgotten_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    PRIMARY KEY (session_id, uid)
) STRICT, WITHOUT ROWID;

-- The main index is declared first and in double quotes: Datasette and sqlite-utils detect that form.
-- Lengths of rows (columnsize) would be a fiftieth of the text; search ranks without them.
CREATE VIRTUAL TABLE messages_fts USING fts5(
    content, search_text, content="messages", content_rowid="id", columnsize=0,
    tokenize="porter unicode61 remove_diacritics 2"
);
-- Four leaves of the index to a page of 16 KB: of SQLite's usual 4050 bytes they would leave a hundredth of it empty.
INSERT INTO messages_fts(messages_fts, rank) VALUES ('pgsz', 4072);
-- Tool calls as one searchable text. JSON escapes are undone (char(1) holds the place of an escaped
-- backslash) so that no 'n' of a '\n' sticks to the next word. Of arguments the first 400,000 characters:
-- indexing one row must not hold the write lock for seconds. A result that stands as a message of its own is found
-- as that message: words indexed twice were a tenth of the file.
CREATE VIEW tool_calls_text AS
SELECT id, tool_name || ' ' || coalesce(replace(replace(replace(replace(replace(
    substr(arguments_json, 1, 400000), '\\', char(1)), '\n', char(10)), '\t', char(9)), '\"', '"'), char(1), '\'), '')
    || ' ' || coalesce(iif(result_message_id IS NULL, result_summary, NULL), '') AS text
FROM tool_calls;
CREATE VIRTUAL TABLE tool_calls_fts USING fts5(
    text, content='tool_calls_text', content_rowid='id', columnsize=0,
    tokenize="porter unicode61 remove_diacritics 2"
);

CREATE TRIGGER messages_fts_insert AFTER INSERT ON messages
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'messages_fts' AND (suspended OR stale))
BEGIN
    INSERT INTO messages_fts(rowid, content, search_text) VALUES (new.id, new.content, new.search_text);
END;
CREATE TRIGGER messages_fts_delete AFTER DELETE ON messages
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'messages_fts' AND (suspended OR stale))
BEGIN
    INSERT INTO messages_fts(messages_fts, rowid, content, search_text)
    VALUES ('delete', old.id, old.content, old.search_text);
END;
CREATE TRIGGER messages_fts_update AFTER UPDATE OF content, search_text ON messages
WHEN (old.content = new.content OR old.search_text IS NOT new.search_text)
    AND (old.content <> new.content OR coalesce(old.search_text, '') <> coalesce(new.search_text, ''))
    AND NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'messages_fts' AND (suspended OR stale))
BEGIN
    INSERT INTO messages_fts(messages_fts, rowid, content, search_text)
    VALUES ('delete', old.id, old.content, old.search_text);
    INSERT INTO messages_fts(rowid, content, search_text) VALUES (new.id, new.content, new.search_text);
END;
-- A text changed without its extra words, as by hand: those of the old text go. One trigger and not a second one
-- beside the above, because the index has to follow both steps in their order.
CREATE TRIGGER messages_fts_text_only AFTER UPDATE OF content ON messages
WHEN old.content <> new.content AND old.search_text IS new.search_text
BEGIN
    INSERT INTO messages_fts(messages_fts, rowid, content, search_text)
    SELECT 'delete', old.id, old.content, old.search_text
    WHERE NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'messages_fts' AND (suspended OR stale));
    INSERT INTO messages_fts(rowid, content, search_text)
    SELECT new.id, new.content, new.search_text
    WHERE NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'messages_fts' AND (suspended OR stale));
    UPDATE messages SET search_text = '' WHERE id = new.id;
    -- So does a title that was made from it; `index` gives the session another one.
    UPDATE sessions SET title = NULL
    WHERE id = new.session_id AND old.role = 'user'
        AND instr(old.content, rtrim(title, '…')) AND NOT instr(new.content, rtrim(title, '…'));
END;

CREATE TRIGGER tool_calls_fts_insert AFTER INSERT ON tool_calls
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'tool_calls_fts' AND (suspended OR stale))
BEGIN
    INSERT INTO tool_calls_fts(rowid, text) SELECT id, text FROM tool_calls_text WHERE id = new.id;
END;
CREATE TRIGGER tool_calls_fts_delete BEFORE DELETE ON tool_calls
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'tool_calls_fts' AND (suspended OR stale))
BEGIN
    INSERT INTO tool_calls_fts(tool_calls_fts, rowid, text)
    SELECT 'delete', id, text FROM tool_calls_text WHERE id = old.id;
END;
CREATE TRIGGER tool_calls_fts_before_update BEFORE UPDATE OF tool_name, arguments_json, result_summary, result_message_id
ON tool_calls
WHEN (old.tool_name, old.arguments_json, iif(old.result_message_id IS NULL, old.result_summary, NULL))
    IS NOT (new.tool_name, new.arguments_json, iif(new.result_message_id IS NULL, new.result_summary, NULL))
    AND NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'tool_calls_fts' AND (suspended OR stale))
BEGIN
    INSERT INTO tool_calls_fts(tool_calls_fts, rowid, text)
    SELECT 'delete', id, text FROM tool_calls_text WHERE id = old.id;
END;
CREATE TRIGGER tool_calls_fts_update AFTER UPDATE OF tool_name, arguments_json, result_summary, result_message_id
ON tool_calls
WHEN (old.tool_name, old.arguments_json, iif(old.result_message_id IS NULL, old.result_summary, NULL))
    IS NOT (new.tool_name, new.arguments_json, iif(new.result_message_id IS NULL, new.result_summary, NULL))
    AND NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'tool_calls_fts' AND (suspended OR stale))
BEGIN
    INSERT INTO tool_calls_fts(rowid, text) SELECT id, text FROM tool_calls_text WHERE id = new.id;
END;

-- Counters. A bulk load suspends 'messages_fts' and writes the counters itself, once a session.
CREATE TRIGGER messages_count_insert AFTER INSERT ON messages
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'messages_fts' AND suspended)
BEGIN
    -- A message put in by hand may name a session that is not there yet. (Here and not in a BEFORE trigger,
    -- which would slow every insert down; the foreign key is checked when the statement ends.)
    INSERT INTO sessions(id) SELECT new.session_id
    WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = new.session_id);
    -- What is no date ('yesterday') would sort above all there are.
    UPDATE sessions SET
        message_count = message_count + 1,
        created_at = CASE WHEN new.created_at GLOB '[12][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]*'
            THEN min(created_at, new.created_at) ELSE created_at END,
        updated_at = CASE WHEN new.created_at NOT GLOB '[12][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]*' THEN updated_at
            WHEN message_count = 0 THEN new.created_at ELSE max(updated_at, new.created_at) END,
        input_tokens = input_tokens + coalesce(new.input_tokens, 0),
        output_tokens = output_tokens + coalesce(new.output_tokens, 0),
        cache_read_tokens = cache_read_tokens + coalesce(new.cache_read_tokens, 0),
        cache_write_tokens = cache_write_tokens + coalesce(new.cache_write_tokens, 0),
        cost_usd = CASE WHEN new.cost_usd IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + new.cost_usd END
    WHERE id = new.session_id;
END;
CREATE TRIGGER messages_count_delete AFTER DELETE ON messages
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'messages_fts' AND suspended)
BEGIN
    UPDATE sessions SET
        message_count = message_count - 1,
        input_tokens = max(0, input_tokens - coalesce(old.input_tokens, 0)),
        output_tokens = max(0, output_tokens - coalesce(old.output_tokens, 0)),
        cache_read_tokens = max(0, cache_read_tokens - coalesce(old.cache_read_tokens, 0)),
        cache_write_tokens = max(0, cache_write_tokens - coalesce(old.cache_write_tokens, 0)),
        cost_usd = CASE WHEN old.cost_usd IS NULL THEN cost_usd ELSE max(0.0, coalesce(cost_usd, 0) - old.cost_usd) END
    WHERE id = old.session_id;
END;
-- A source that tells the usage of a message later than the message itself.
CREATE TRIGGER messages_count_update
AFTER UPDATE OF input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_usd ON messages
WHEN (old.input_tokens, old.output_tokens, old.cache_read_tokens, old.cache_write_tokens, old.cost_usd)
    IS NOT (new.input_tokens, new.output_tokens, new.cache_read_tokens, new.cache_write_tokens, new.cost_usd)
BEGIN
    UPDATE sessions SET
        input_tokens = max(0, input_tokens + coalesce(new.input_tokens, 0) - coalesce(old.input_tokens, 0)),
        output_tokens = max(0, output_tokens + coalesce(new.output_tokens, 0) - coalesce(old.output_tokens, 0)),
        cache_read_tokens = max(0, cache_read_tokens
            + coalesce(new.cache_read_tokens, 0) - coalesce(old.cache_read_tokens, 0)),
        cache_write_tokens = max(0, cache_write_tokens
            + coalesce(new.cache_write_tokens, 0) - coalesce(old.cache_write_tokens, 0)),
        cost_usd = CASE WHEN new.cost_usd IS old.cost_usd THEN cost_usd
            ELSE max(0.0, coalesce(cost_usd, 0) + coalesce(new.cost_usd, 0) - coalesce(old.cost_usd, 0)) END
    WHERE id = new.session_id;
END;
CREATE TRIGGER tool_calls_count_insert AFTER INSERT ON tool_calls
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'messages_fts' AND suspended)
BEGIN
    UPDATE sessions SET tool_call_count = tool_call_count + 1 WHERE id = new.session_id;
END;
CREATE TRIGGER tool_calls_count_delete AFTER DELETE ON tool_calls
WHEN NOT EXISTS (SELECT 1 FROM index_state WHERE name = 'messages_fts' AND suspended)
BEGIN
    UPDATE sessions SET tool_call_count = tool_call_count - 1 WHERE id = old.session_id;
END;

-- Which session goes on where another was compressed: the parent ended by compression, or the child says that it
-- is one. Branches and sub-agents stay conversations of their own.
CREATE VIEW session_continues AS
SELECT child.id AS id, parent.id AS continues_id
FROM sessions child JOIN sessions parent ON parent.id = child.parent_session_id
WHERE (parent.end_reason = 'compression' OR json_extract(child.metadata_json, '$.lineage') = 'compression'
       OR (child.end_reason = 'compression' AND parent.end_reason IS NULL))
  AND coalesce(child.end_reason, '') NOT IN ('branch', 'subagent')
  AND coalesce(json_extract(child.metadata_json, '$.lineage'), 'compression') = 'compression';
