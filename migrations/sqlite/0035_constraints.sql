-- What the columns with a closed list of values may hold, and that the log of a match belongs to a match.
--
-- Constraints say nothing about how rows are stored, so the definitions are changed in place, as the documentation of SQLite
-- describes for such changes (https://sqlite.org/lang_altertable.html#otheralter). Building `matches` and `match_events` again
-- would copy every log. Without the foreign keys of other tables switched off, which cannot be done in a transaction, it would
-- also delete what refers to them.
PRAGMA writable_schema = ON;

UPDATE sqlite_schema SET sql = replace(replace(replace(replace(replace(sql,
    'status TEXT NOT NULL', 'status TEXT NOT NULL CHECK (status IN (''open'', ''playing'', ''ended''))'),
    'visibility TEXT NOT NULL', 'visibility TEXT NOT NULL CHECK (visibility IN (''public'', ''private''))'),
    'how TEXT', 'how TEXT CHECK (how IN (''rules'', ''resigned'', ''agreed'', ''flagged'', ''aborted'', ''adjudicated''))'),
    'rated INTEGER NOT NULL DEFAULT 0', 'rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1))'),
    'lapsed TEXT', 'lapsed TEXT CHECK (lapsed IN (''open'', ''idle''))')
    WHERE type = 'table' AND name = 'matches';
UPDATE sqlite_schema SET sql = replace(replace(sql,
    'kept INTEGER NOT NULL', 'kept INTEGER NOT NULL CHECK (kept IN (0, 1))'),
    'asked TEXT', 'asked TEXT CHECK (asked IN (''draw'', ''takeback'', ''pause''))')
    WHERE type = 'table' AND name = 'match_seats';
-- Deferred, for a new match is written after its log.
UPDATE sqlite_schema SET sql = replace(sql,
    'match_id TEXT NOT NULL', 'match_id TEXT NOT NULL REFERENCES matches (id) DEFERRABLE INITIALLY DEFERRED')
    WHERE type = 'table' AND name = 'match_events';
UPDATE sqlite_schema SET sql = replace(sql, 'ladder TEXT NOT NULL', 'ladder TEXT NOT NULL CHECK (ladder IN (''two'', ''more''))')
    WHERE type = 'table' AND name IN ('rating_changes', 'ratings');
UPDATE sqlite_schema SET sql = replace(replace(sql,
    'role TEXT NOT NULL DEFAULT ''player''',
        'role TEXT NOT NULL DEFAULT ''player'' CHECK (role IN (''player'', ''moderator'', ''admin''))'),
    'leaving INTEGER NOT NULL DEFAULT 0', 'leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1, 2))')
    WHERE type = 'table' AND name = 'users';
UPDATE sqlite_schema SET sql = replace(sql,
    'state TEXT NOT NULL', 'state TEXT NOT NULL CHECK (state IN (''waiting'', ''sent'', ''dead'', ''expired''))')
    WHERE type = 'table' AND name = 'outbox';
UPDATE sqlite_schema SET sql = replace(sql,
    'state TEXT NOT NULL', 'state TEXT NOT NULL CHECK (state IN (''waiting'', ''sent'', ''dead'', ''dropped''))')
    WHERE type = 'table' AND name = 'pushes';
UPDATE sqlite_schema SET sql = replace(sql,
    'pace TEXT NOT NULL', 'pace TEXT NOT NULL CHECK (pace IN (''instant'', ''hourly'', ''daily'', ''off''))')
    WHERE type = 'table' AND name = 'letterboxes';

-- The definitions are read again, here and, for its number changes with any other, by everybody who has the file open.
PRAGMA writable_schema = RESET;
CREATE TABLE redefined (one INTEGER);
DROP TABLE redefined;
