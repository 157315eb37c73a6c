-- One row that /readyz changes to find out whether writes reach the disk.
CREATE TABLE write_check (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    writes INTEGER NOT NULL
) STRICT;

INSERT INTO write_check (one, writes) VALUES (1, 0);

-- Until this version, rows of running matches could be left behind their logs. How far the one-off repair has come, by match;
-- the row is deleted when it is done.
CREATE TABLE list_repair (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    last_id TEXT NOT NULL
) STRICT;

INSERT INTO list_repair (one, last_id) VALUES (1, '');
