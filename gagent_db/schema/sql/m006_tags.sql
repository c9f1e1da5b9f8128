-- The tags a person gives conversations. What continues a session after a compression has the tags of all its parts.
CREATE TABLE session_tags (
    session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
    tag TEXT NOT NULL CHECK (tag <> '' AND tag = lower(tag) AND NOT instr(tag, ' ') AND NOT instr(tag, ',')),
    PRIMARY KEY (session_id, tag)
) STRICT, WITHOUT ROWID;
