-- When the seat to move is out of time, and at what pace the match is played.
ALTER TABLE matches ADD COLUMN deadline INTEGER;
ALTER TABLE matches ADD COLUMN time TEXT;

CREATE INDEX matches_due ON matches (deadline) WHERE deadline IS NOT NULL;

-- Hours of holiday that were used up, each once however many matches it protected.
CREATE TABLE holidays (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hour INTEGER NOT NULL,
    PRIMARY KEY (user_id, hour)
) STRICT, WITHOUT ROWID;

-- When the program was last known to run.
CREATE TABLE house (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    alive_at INTEGER NOT NULL
) STRICT;
