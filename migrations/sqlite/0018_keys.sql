-- When whoever is signed in has last shown that it is them.
ALTER TABLE sessions ADD COLUMN proven_at INTEGER NOT NULL DEFAULT 0;

CREATE INDEX letterboxes_by_address ON letterboxes (lower(address)) WHERE address IS NOT NULL;

-- Links that set another password. The key in a link is kept nowhere, only its hash.
CREATE TABLE password_links (
    key_hash BLOB PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX password_links_by_user ON password_links (user_id);

-- Those who have given their password and have yet to show something else. None of them is signed in.
CREATE TABLE half_sign_ins (
    token_hash BLOB PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX half_sign_ins_by_user ON half_sign_ins (user_id);

-- What an app makes codes from, encrypted. It counts once a code has come from it.
CREATE TABLE code_apps (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret BLOB NOT NULL,
    -- The step of the last code that was taken: neither it nor one before it is taken again.
    last_step INTEGER NOT NULL,
    confirmed_at INTEGER
) STRICT;

-- Codes for the day the phone is lost. Each is deleted when it is used.
CREATE TABLE recovery_codes (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash BLOB NOT NULL,
    PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE passkeys (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    credential_id BLOB NOT NULL UNIQUE,
    -- What a device calls the account by; the same for all passkeys of one.
    handle BLOB NOT NULL,
    name TEXT NOT NULL,
    -- Its public key and its count, as the library that checks answers writes them.
    credential TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT;

CREATE INDEX passkeys_by_user ON passkeys (user_id);
