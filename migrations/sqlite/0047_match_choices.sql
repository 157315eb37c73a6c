-- The last form with which a user created a match. Its fields are an array of pairs as JSON, without invited users.
CREATE TABLE match_choices (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    fields TEXT NOT NULL,
    -- In milliseconds since 1970.
    at INTEGER NOT NULL
) STRICT;
