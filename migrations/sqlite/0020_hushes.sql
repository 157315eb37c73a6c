-- Whom somebody does not want to hear, though they may meet. Nobody is told.
CREATE TABLE hushes (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hushed_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    since INTEGER NOT NULL,
    PRIMARY KEY (user_id, hushed_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX hushes_by_hushed ON hushes (hushed_id, user_id);
