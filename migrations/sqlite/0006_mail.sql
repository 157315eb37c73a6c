-- The zone somebody lives in; times are said in it.
ALTER TABLE users ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC';

-- Where and when somebody wants to be told. The address has been confirmed by whoever reads it.
CREATE TABLE letterboxes (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    address TEXT,
    pace TEXT NOT NULL,
    quiet_from INTEGER,
    quiet_to INTEGER,
    -- What happened before is not told.
    told_from INTEGER NOT NULL
) STRICT;

-- An address that waits to be confirmed. The key in the link to it is kept nowhere, only its hash.
CREATE TABLE address_confirmations (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    key_hash BLOB NOT NULL UNIQUE,
    address TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;

-- Letters on their way. Nothing goes out twice under one key. A letter that has gone keeps no text.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    letter_key TEXT NOT NULL UNIQUE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    problem TEXT
) STRICT;

CREATE INDEX outbox_waiting ON outbox (next_at) WHERE state = 'waiting';
CREATE INDEX outbox_by_user ON outbox (user_id, id);
