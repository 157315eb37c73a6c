-- Analyses of finished matches: those that are asked for, how far each has come, and what was found.
CREATE TABLE match_analyses (
    match_id TEXT PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    -- Who asked for it last, unless their account is gone.
    requested_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
    requested_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'failed')),
    -- How many positions the match has, and how many of them are evaluated.
    position_count INTEGER NOT NULL,
    evaluated INTEGER NOT NULL DEFAULT 0,
    -- Their evaluations in the order of the match, as a JSON array.
    positions TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE INDEX match_analyses_waiting ON match_analyses (requested_at, match_id, requested_by) WHERE state = 'waiting';
CREATE INDEX match_analyses_by_user ON match_analyses (requested_by) WHERE requested_by IS NOT NULL;
