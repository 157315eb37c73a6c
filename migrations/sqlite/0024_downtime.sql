-- When the server was last known to work: a few seconds ago while it runs, the moment it stopped after that.
CREATE TABLE server_status (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    alive_at INTEGER NOT NULL
) STRICT;

-- When nobody could play: the server was down or suspended, or nothing could be written. Each is credited to every match it
-- cost time, in batches; credited_to is the last match of the last batch. No id is ever used again, so a match is known to be
-- credited up to an id by its own log.
CREATE TABLE downtimes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    credited_to TEXT NOT NULL DEFAULT '',
    done INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX downtimes_pending ON downtimes (id) WHERE done = 0;

-- Credits nothing, as it took no time, but brings every row up to date: earlier versions left deadlines stale where weekends
-- are off.
INSERT INTO downtimes (started_at, ended_at) SELECT alive_at, alive_at FROM house;

INSERT INTO server_status (id, alive_at) SELECT 1, alive_at FROM house;
DROP TABLE house;

-- Matches that a downtime may have cost time. Moves do not change the status, so they do not write here.
CREATE INDEX matches_unfinished ON matches (id) WHERE status <> 'ended';
