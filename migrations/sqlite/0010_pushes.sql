-- What somebody was last told about a match, of each kind and by each way: push or mail. It only ever goes up, so nothing
-- is told twice by one way; what was pushed is mailed later, if it is still unseen then.
CREATE TABLE told_by_way (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    way TEXT NOT NULL,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (user_id, match_id, way, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO told_by_way SELECT user_id, match_id, 'mail', kind, number, 0 FROM told;
DROP TABLE told;
ALTER TABLE told_by_way RENAME TO told;

-- The key the house signs its pushes with, made once: browsers take pushes only from who they gave their address to.
CREATE TABLE push_key (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    pkcs8 BLOB NOT NULL
) STRICT;

-- Browsers that somebody wants to be told in. Who knows the endpoint can wake the browser, who knows the keys can write
-- to it. A browser has one person: whoever turned it on last.
CREATE TABLE devices (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The session it was turned on in: with signing out it is off.
    session BLOB,
    name TEXT NOT NULL,
    endpoint TEXT NOT NULL UNIQUE,
    p256dh BLOB NOT NULL,
    auth BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    taken_at INTEGER,
    -- Since when nothing sent to it has been taken.
    failing_since INTEGER
) STRICT;

CREATE INDEX devices_by_user ON devices (user_id, id);

-- Pushes on their way, one a device. A later one about the same match takes the place of one that still waits.
CREATE TABLE pushes (
    id INTEGER PRIMARY KEY,
    device_id INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
    -- The match it is about; none for a try.
    match_id TEXT,
    body TEXT NOT NULL,
    urgent INTEGER NOT NULL,
    state TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    problem TEXT
) STRICT;

CREATE INDEX pushes_waiting ON pushes (next_at) WHERE state = 'waiting';
CREATE INDEX pushes_by_device ON pushes (device_id, id);

-- Secret addresses of feeds. The address is made from the number and the secret of the house: neither is enough alone.
CREATE TABLE feeds (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind)
) STRICT, WITHOUT ROWID;
