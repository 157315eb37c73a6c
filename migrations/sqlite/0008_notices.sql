-- Up to which entry of the log, and which line of the talk, somebody has had a match on their screen.
CREATE TABLE seen (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    line INTEGER NOT NULL,
    PRIMARY KEY (user_id, match_id)
) STRICT, WITHOUT ROWID;

-- What somebody was last told about a match, of each kind. It only ever goes up, so nothing is told twice.
CREATE TABLE told (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    letter INTEGER NOT NULL,
    PRIMARY KEY (user_id, match_id, kind)
) STRICT, WITHOUT ROWID;
