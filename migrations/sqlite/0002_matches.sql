-- The truth: what happened in each match, in order.
CREATE TABLE match_events (
    match_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    by INTEGER,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

-- What lists ask about a match, written in the transaction that appends its events.
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    status TEXT NOT NULL,
    visibility TEXT NOT NULL,
    code TEXT NOT NULL,
    seats INTEGER NOT NULL,
    seated INTEGER NOT NULL,
    to_act INTEGER REFERENCES users (id),
    plies INTEGER NOT NULL,
    position TEXT NOT NULL,
    opened_by INTEGER NOT NULL REFERENCES users (id),
    opened_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    ended_at INTEGER,
    how TEXT
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX matches_by_code ON matches (code) WHERE status = 'open';
CREATE INDEX matches_open ON matches (opened_at DESC) WHERE status = 'open' AND visibility = 'public';
CREATE INDEX matches_finished ON matches (ended_at DESC)
    WHERE status = 'ended' AND visibility = 'public' AND how <> 'aborted';
CREATE INDEX matches_to_act ON matches (to_act) WHERE to_act IS NOT NULL;

CREATE TABLE match_seats (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL REFERENCES users (id),
    place INTEGER,
    ended_at INTEGER,
    kept INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_seats_by_user ON match_seats (user_id, ended_at DESC);

CREATE TABLE match_talk (
    id INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL REFERENCES matches (id),
    at INTEGER NOT NULL,
    user_id INTEGER NOT NULL REFERENCES users (id),
    text TEXT NOT NULL
) STRICT;

CREATE INDEX match_talk_by_match ON match_talk (match_id, id);
