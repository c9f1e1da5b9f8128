-- What messages hold: decisions, commands, addresses, paths, open items. Read it through the view `artifacts`,
-- one row a mention. Underneath every text stands once, however often it is mentioned: paths are the bulk.

CREATE TABLE artifact_values (
    id INTEGER PRIMARY KEY,
    key INTEGER UNIQUE,        -- hash of the kind and of what equal mentions share; NULL where written by hand
    kind TEXT NOT NULL CHECK (kind IN ('decision', 'command', 'url', 'path', 'unresolved')),
    value TEXT NOT NULL,       -- as first written
    normalized TEXT,           -- NULL: the value, of a decision or open item in lower case
    last_seen INTEGER NOT NULL DEFAULT 0  -- seconds; no mention is later
) STRICT;
CREATE INDEX idx_artifact_values_seen ON artifact_values(kind, last_seen);
CREATE INDEX idx_artifact_values_command ON artifact_values(substr(coalesce(normalized, value), 1, 20))
    WHERE kind = 'command';

-- id = 1024 * the message's id + place, so that what a message holds stands together and needs no index.
CREATE TABLE artifact_mentions (
    id INTEGER PRIMARY KEY,
    value_id INTEGER NOT NULL REFERENCES artifact_values(id) ON DELETE CASCADE,
    status TEXT,               -- of an open item 'open' or 'resolved'; of a command its exit status, where known
    resolved_by_message_id INTEGER REFERENCES messages(id) ON DELETE SET NULL
) STRICT;
CREATE INDEX idx_artifact_mentions_value ON artifact_mentions(value_id);
CREATE INDEX idx_artifact_mentions_resolved ON artifact_mentions(resolved_by_message_id)
    WHERE resolved_by_message_id IS NOT NULL;

-- Mentions lead to their message and messages to their mentions; likelihood() tells the planner how few those are.
CREATE VIEW artifacts AS
SELECT a.id, m.session_id, m.id AS message_id, v.kind, v.value,
       coalesce(v.normalized, CASE WHEN v.kind IN ('decision', 'unresolved') THEN lower(v.value) ELSE v.value END)
           AS normalized,
       a.status, a.resolved_by_message_id, m.created_at
FROM artifact_mentions a
JOIN artifact_values v ON v.id = a.value_id
JOIN messages m ON m.id = a.id / 1024
    AND likelihood(a.id >= m.id * 1024, 0.001) AND likelihood(a.id < m.id * 1024 + 1024, 0.001);

CREATE TRIGGER artifacts_insert INSTEAD OF INSERT ON artifacts
BEGIN
    SELECT raise(ABORT, 'an artifact needs the id of a message that is there')
    WHERE NOT EXISTS (SELECT 1 FROM messages WHERE id = new.message_id);
    INSERT INTO artifact_values(kind, value, normalized, last_seen)
    SELECT new.kind, coalesce(new.value, new.normalized), nullif(new.normalized, new.value),
           CAST(strftime('%s', created_at) AS INTEGER)
    FROM messages
    WHERE id = new.message_id AND NOT EXISTS (
        SELECT 1 FROM artifact_values WHERE kind = new.kind AND value = coalesce(new.value, new.normalized));
    INSERT INTO artifact_mentions(id, value_id, status, resolved_by_message_id)
    SELECT coalesce((SELECT max(id) + 1 FROM artifact_mentions
                     WHERE id BETWEEN new.message_id * 1024 AND new.message_id * 1024 + 1023), new.message_id * 1024),
           min(id), coalesce(new.status, CASE new.kind WHEN 'unresolved' THEN 'open' END), new.resolved_by_message_id
    FROM artifact_values WHERE kind = new.kind AND value = coalesce(new.value, new.normalized);
    UPDATE artifact_values SET last_seen = max(last_seen, (
        SELECT CAST(strftime('%s', created_at) AS INTEGER) FROM messages WHERE id = new.message_id))
    WHERE kind = new.kind AND value = coalesce(new.value, new.normalized);
END;
CREATE TRIGGER artifacts_update INSTEAD OF UPDATE OF status, resolved_by_message_id ON artifacts
BEGIN
    UPDATE artifact_mentions SET status = new.status, resolved_by_message_id = new.resolved_by_message_id
    WHERE id = old.id;
END;
CREATE TRIGGER artifacts_delete INSTEAD OF DELETE ON artifacts
BEGIN
    DELETE FROM artifact_mentions WHERE id = old.id;
END;

-- Forgetting a message forgets what was extracted from it, and a text nobody mentions any more is gone.
CREATE TRIGGER artifacts_message_deleted AFTER DELETE ON messages
BEGIN
    DELETE FROM artifact_mentions WHERE id BETWEEN old.id * 1024 AND old.id * 1024 + 1023;
END;
CREATE TRIGGER artifact_mentions_delete AFTER DELETE ON artifact_mentions
WHEN NOT EXISTS (SELECT 1 FROM artifact_mentions WHERE value_id = old.value_id)
BEGIN
    DELETE FROM artifact_values WHERE id = old.value_id;
END;
-- A message is read again when its text changed, or when it became known how one of its calls ended.
CREATE TRIGGER artifacts_message_changed AFTER UPDATE OF content ON messages
WHEN new.content <> old.content AND new.extracted <> 0
BEGIN
    UPDATE messages SET extracted = 0 WHERE id = new.id;
END;
CREATE TRIGGER artifacts_call_ended AFTER UPDATE OF status, exit_code ON tool_calls
WHEN (old.status, old.exit_code) IS NOT (new.status, new.exit_code)
BEGIN
    UPDATE messages SET extracted = 0 WHERE id = new.message_id AND extracted <> 0;
END;
