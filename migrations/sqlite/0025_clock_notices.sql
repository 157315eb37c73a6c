-- Conditional moves that were cancelled because the match went another way: their player is told, and the record says so. They
-- are not in the log of the match, which everybody sees.
CREATE TABLE cancelled_orders (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat, seq)
) STRICT, WITHOUT ROWID;

-- Whose time zone has changed, until the matches in which it decides about weekends follow it.
CREATE TABLE zone_changes (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE
) STRICT;

-- So far a match kept the zone that its player had when they joined.
INSERT INTO zone_changes (user_id)
SELECT DISTINCT s.user_id FROM matches m JOIN match_seats s ON s.match_id = m.id
WHERE m.time LIKE '% weekdays' AND s.ended_at IS NULL AND s.kept = 0;
