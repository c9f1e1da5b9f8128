-- Recall: what search needs beside the word index. All of it can be thrown away and made again by
-- `gagent-db index`.

-- One vector a message, of it and the one before it in its session: four bits a dimension, two to a byte.
CREATE TABLE message_vectors (
    message_id INTEGER PRIMARY KEY REFERENCES messages(id) ON DELETE CASCADE,
    code BLOB NOT NULL
) STRICT;

-- The signs of the same vectors, packed for one fast scan: the first id (int64), the steps from each to the next (all of
-- 1, 2, 4 or 8 bytes), and the bits, a thousand or more a row.
CREATE TABLE vector_chunks (
    id INTEGER PRIMARY KEY,
    ids BLOB NOT NULL,
    bits BLOB NOT NULL
) STRICT;

-- The distinct words of the archive, newline-separated, for pieces of words and close spellings.
CREATE TABLE lexicon (
    id INTEGER PRIMARY KEY,
    words BLOB NOT NULL
) STRICT;

-- Where two words meet at a sign (in_vi of main_view), each with the last message that holds it.
CREATE TABLE junctions (
    meeting TEXT PRIMARY KEY,
    message_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Messages whose text, or that of the message before them, changed after they were indexed.
CREATE TABLE recall_changed (
    message_id INTEGER PRIMARY KEY REFERENCES messages(id) ON DELETE CASCADE
) STRICT;
CREATE TRIGGER recall_changed_update AFTER UPDATE OF content ON messages
WHEN old.content <> new.content
BEGIN
    INSERT INTO recall_changed(message_id)
    SELECT id FROM messages WHERE session_id = new.session_id AND id >= new.id ORDER BY id LIMIT 2
    ON CONFLICT DO NOTHING;
END;
