-- What somebody is in the house, and whether they have to stand aside.
ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT 'player';
ALTER TABLE users ADD COLUMN suspended_at INTEGER;
ALTER TABLE users ADD COLUMN suspended_until INTEGER;
ALTER TABLE users ADD COLUMN suspended_why TEXT;
-- When they were last here, to the hour.
ALTER TABLE users ADD COLUMN seen_at INTEGER;

UPDATE users SET seen_at = (SELECT max(seen_at) FROM sessions WHERE user_id = users.id);

CREATE INDEX users_staff ON users (name_key) WHERE role <> 'player';
CREATE INDEX users_suspended ON users (name_key) WHERE suspended_at IS NOT NULL;

-- Names that people were called until lately: for a while nobody else takes them.
CREATE TABLE former_names (
    name_key TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    given_up_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX former_names_by_user ON former_names (user_id);

-- Links by which new people come in.
CREATE TABLE house_invitations (
    id INTEGER PRIMARY KEY,
    made_by INTEGER REFERENCES users (id),
    made_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    places INTEGER NOT NULL,
    taken INTEGER NOT NULL DEFAULT 0,
    revoked_at INTEGER,
    note TEXT NOT NULL,
    CHECK (taken <= places)
) STRICT;

ALTER TABLE users ADD COLUMN came_by INTEGER REFERENCES house_invitations (id);
CREATE INDEX users_by_invitation ON users (came_by) WHERE came_by IS NOT NULL;

-- What staff did to whom, when and why. Entries are added and never touched again; each hash covers the one before.
CREATE TABLE audit (
    seq INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    by INTEGER,
    act TEXT NOT NULL,
    whom INTEGER,
    match_id TEXT,
    why TEXT NOT NULL,
    detail TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;

CREATE INDEX audit_by_whom ON audit (whom, seq);
CREATE INDEX audit_by_doer ON audit (by, seq);
CREATE INDEX audit_by_act ON audit (act, seq);
CREATE INDEX audit_by_match ON audit (match_id, seq) WHERE match_id IS NOT NULL;

CREATE TRIGGER audit_stays BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the log of the house is never changed'); END;
CREATE TRIGGER audit_keeps_all BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'nothing is taken out of the log of the house'); END;

-- Its last entry once more, so that one that was cut off is missed.
CREATE TABLE audit_head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL
) STRICT;

INSERT INTO audit_head (one, seq, hash) VALUES (1, 0, zeroblob(32));
