-- What people report: somebody, something that was said, or a match.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    made_by INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    made_at INTEGER NOT NULL,
    -- What it is about, as a key: each person has one open report of each.
    subject TEXT NOT NULL,
    -- Whom it is about; nobody, where it is about a match.
    whom INTEGER REFERENCES users (id) ON DELETE CASCADE,
    match_id TEXT REFERENCES matches (id),
    -- After how many plies of the match it was made.
    ply INTEGER,
    line INTEGER REFERENCES match_talk (id),
    cause TEXT NOT NULL,
    words TEXT NOT NULL,
    -- Empty as long as nobody has settled it.
    verdict TEXT,
    settled_by INTEGER REFERENCES users (id),
    settled_at INTEGER
) STRICT;

CREATE UNIQUE INDEX reports_open ON reports (made_by, subject) WHERE verdict IS NULL;
CREATE INDEX reports_waiting ON reports (made_at, id) WHERE verdict IS NULL;
CREATE INDEX reports_settled ON reports (settled_at DESC, id) WHERE verdict IS NOT NULL;
CREATE INDEX reports_by_whom ON reports (whom, id) WHERE whom IS NOT NULL;
CREATE INDEX reports_by_maker ON reports (made_by, id);

-- Who of the staff has looked into a report, for the log of the house has each look once.
CREATE TABLE report_looks (
    report_id INTEGER NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    PRIMARY KEY (report_id, user_id)
) STRICT, WITHOUT ROWID;

-- Until when somebody may not talk, and why.
ALTER TABLE users ADD COLUMN muted_until INTEGER;
ALTER TABLE users ADD COLUMN muted_why TEXT;

-- What the house has to say to somebody: a warning, that they are muted, what came of their report.
CREATE TABLE remarks (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    read_at INTEGER
) STRICT;

CREATE INDEX remarks_unread ON remarks (user_id, id) WHERE read_at IS NULL;
CREATE INDEX remarks_by_user ON remarks (user_id, id);

-- What the house has to say to everybody.
CREATE TABLE announcements (
    id INTEGER PRIMARY KEY,
    made_by INTEGER NOT NULL REFERENCES users (id),
    made_at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    words TEXT NOT NULL,
    shown_from INTEGER NOT NULL,
    shown_until INTEGER NOT NULL,
    withdrawn_at INTEGER
) STRICT;

CREATE INDEX announcements_shown ON announcements (shown_until) WHERE withdrawn_at IS NULL;

-- How many plies were played on each day of UTC, noted from time to time.
CREATE TABLE plies_by_day (
    day INTEGER PRIMARY KEY,
    plies INTEGER NOT NULL
) STRICT;

-- For the numbers of the house. None of them changes with a ply.
CREATE INDEX matches_by_status ON matches (status, game);
CREATE INDEX matches_by_end ON matches (ended_at, game, how) WHERE ended_at IS NOT NULL;
CREATE INDEX matches_by_opening ON matches (opened_at);
