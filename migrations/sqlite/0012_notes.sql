-- What somebody has written down about a match, for nobody's eyes but their own.
CREATE TABLE notes (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    PRIMARY KEY (user_id, match_id)
) STRICT, WITHOUT ROWID;

-- How somebody likes to play: on to the next match after a ply, and a look at every ply before it is played.
ALTER TABLE users ADD COLUMN goes_on INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN confirms INTEGER NOT NULL DEFAULT 0;
