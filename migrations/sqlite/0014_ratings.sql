-- The matches that counted, in the order they were rated.
CREATE TABLE rated_matches (
    number INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL UNIQUE REFERENCES matches (id)
) STRICT;

-- How somebody's rating went: after each match that counted, numbered from 1. In billionths, so that it is exact.
CREATE TABLE rating_changes (
    game TEXT NOT NULL,
    ladder TEXT NOT NULL,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    match_id TEXT NOT NULL REFERENCES matches (id),
    at INTEGER NOT NULL,
    value INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    PRIMARY KEY (game, ladder, user_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_by_match ON rating_changes (match_id);
CREATE INDEX rating_changes_by_user ON rating_changes (user_id);

-- The last of somebody's changes, for lists.
CREATE TABLE ratings (
    game TEXT NOT NULL,
    ladder TEXT NOT NULL,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    value INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    PRIMARY KEY (user_id, game, ladder)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_value ON ratings (game, ladder, value DESC, user_id);
