-- A chat message that a moderator has removed keeps no text.
ALTER TABLE match_talk ADD COLUMN removed_at INTEGER;

-- What a reported message said before it was removed. Only those who handle the report see it; it goes with the report.
CREATE TABLE report_evidence (
    report_id INTEGER PRIMARY KEY REFERENCES reports (id) ON DELETE CASCADE,
    text TEXT NOT NULL
) STRICT;

CREATE INDEX reports_by_line ON reports (line) WHERE line IS NOT NULL;

-- Up to which open report a staff member was notified, by mail and by push, and up to which one they have seen the queue.
CREATE TABLE report_notices (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- 'mail', 'push' or 'seen'.
    way TEXT NOT NULL,
    -- When that report was made, in milliseconds.
    reported_at INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (user_id, way)
) STRICT, WITHOUT ROWID;

-- What a push is about that is not about a match: 'reports'.
ALTER TABLE pushes ADD COLUMN topic TEXT;
