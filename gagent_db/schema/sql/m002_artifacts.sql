-- What messages hold: decisions, commands, addresses, paths, open items. Read it through the view `artifacts`,
-- one row a mention. Underneath every text stands once, however often it is mentioned: paths are the bulk.

CREATE TABLE artifact_values (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('decision', 'command', 'url', 'path', 'unresolved')),
    normalized TEXT NOT NULL,  -- what equal mentions share
    value TEXT                 -- as first written; NULL: as normalized
) STRICT;
CREATE UNIQUE INDEX idx_artifact_values ON artifact_values(kind, normalized);

CREATE TABLE artifact_mentions (
    id INTEGER PRIMARY KEY,
    message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
    value_id INTEGER NOT NULL REFERENCES artifact_values(id) ON DELETE CASCADE,
    status TEXT,               -- of an open item 'open' or 'resolved'; of a command its exit status, where known
    resolved_by_message_id INTEGER REFERENCES messages(id) ON DELETE SET NULL
) STRICT;
CREATE INDEX idx_artifact_mentions_message ON artifact_mentions(message_id);
CREATE INDEX idx_artifact_mentions_value ON artifact_mentions(value_id, message_id);
CREATE INDEX idx_artifact_mentions_resolved ON artifact_mentions(resolved_by_message_id)
    WHERE resolved_by_message_id IS NOT NULL;

CREATE VIEW artifacts AS
SELECT a.id, m.session_id, a.message_id, v.kind, coalesce(v.value, v.normalized) AS value, v.normalized, a.status,
       a.resolved_by_message_id, m.created_at
FROM artifact_mentions a
JOIN artifact_values v ON v.id = a.value_id
JOIN messages m ON m.id = a.message_id;

CREATE TRIGGER artifacts_insert INSTEAD OF INSERT ON artifacts
BEGIN
    INSERT INTO artifact_values(kind, normalized, value)
    VALUES (new.kind, coalesce(new.normalized, new.value), nullif(new.value, coalesce(new.normalized, new.value)))
    ON CONFLICT(kind, normalized) DO NOTHING;
    INSERT INTO artifact_mentions(id, message_id, value_id, status, resolved_by_message_id)
    SELECT new.id, new.message_id, id, coalesce(new.status, CASE kind WHEN 'unresolved' THEN 'open' END),
           new.resolved_by_message_id
    FROM artifact_values WHERE kind = new.kind AND normalized = coalesce(new.normalized, new.value);
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

-- A text nobody mentions any more is gone: forgetting a message forgets what was extracted from it.
CREATE TRIGGER artifact_mentions_delete AFTER DELETE ON artifact_mentions
WHEN NOT EXISTS (SELECT 1 FROM artifact_mentions WHERE value_id = old.value_id)
BEGIN
    DELETE FROM artifact_values WHERE id = old.value_id;
END;
-- A message whose text changed is read again.
CREATE TRIGGER artifacts_message_changed AFTER UPDATE OF content ON messages
WHEN new.content <> old.content AND new.extracted <> 0
BEGIN
    UPDATE messages SET extracted = 0 WHERE id = new.id;
END;
