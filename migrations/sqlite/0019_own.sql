-- Who leaves for good: 1 while their matches are being given up, 2 once nothing of theirs is left.
ALTER TABLE users ADD COLUMN leaving INTEGER NOT NULL DEFAULT 0;
CREATE INDEX users_leaving ON users (id) WHERE leaving = 1;
-- What somebody said is found without looking through everything that was said.
CREATE INDEX match_talk_by_user ON match_talk (user_id, id);

-- Names that somebody had, and that nobody else can take yet.
CREATE TABLE kept_names (
    name_key TEXT PRIMARY KEY,
    free_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whom somebody does not want to meet. Nobody is told.
CREATE TABLE blocks (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    blocked_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    since INTEGER NOT NULL,
    PRIMARY KEY (user_id, blocked_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_blocked ON blocks (blocked_id, user_id);

-- How the house looks and sounds to somebody, and in which language it speaks to them.
ALTER TABLE users ADD COLUMN theme TEXT NOT NULL DEFAULT 'auto';
ALTER TABLE users ADD COLUMN sound INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN motion TEXT NOT NULL DEFAULT 'auto';
ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT 'en';

-- Within which ratings somebody has to be who sits down.
ALTER TABLE matches ADD COLUMN rating_from INTEGER;
ALTER TABLE matches ADD COLUMN rating_to INTEGER;

-- How a seat kept to its time in a match that is over: turns with a clock, those that ran out, and how long it usually took
-- for an answer, in milliseconds.
ALTER TABLE match_seats ADD COLUMN turns INTEGER;
ALTER TABLE match_seats ADD COLUMN late INTEGER;
ALTER TABLE match_seats ADD COLUMN answered_in INTEGER;
