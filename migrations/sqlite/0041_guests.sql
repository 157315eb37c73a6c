-- The guests in the order of their last visit: those of a week ago are deleted.
CREATE INDEX users_guests ON users (seen_at) WHERE kind = 'guest';

-- The last choice of a user for matches against bots, a row per game.
CREATE TABLE bot_choices (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 6),
    seats INTEGER NOT NULL,
    -- In milliseconds since 1970.
    at INTEGER NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;
