-- What has happened in matches, for consumers that act on it after the commit. A row is written in the transaction of the log
-- entries it tells of, and deleted once every consumer has handled it. AUTOINCREMENT, for ids must not start again when the
-- table has become empty.
CREATE TABLE match_outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match_id TEXT NOT NULL,
    -- The last log entry it tells of.
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('started', 'moved', 'ended', 'changed')),
    at INTEGER NOT NULL
) STRICT;

-- Up to which row each consumer has handled the outbox.
CREATE TABLE outbox_consumers (
    name TEXT PRIMARY KEY,
    last_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO outbox_consumers (name, last_id) VALUES ('notices', 0);

-- Of plies that are buffered: the last log entry of each match, as a JSON object, and when the batch was written.
ALTER TABLE ply_buffer ADD COLUMN moved TEXT NOT NULL DEFAULT '{}';
ALTER TABLE ply_buffer ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
