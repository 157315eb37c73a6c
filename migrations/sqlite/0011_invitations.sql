-- When the house has something to say about nobody coming to a table, or nobody going on with a match whose clock does not
-- run. Plies do not write here, so it may be too early, never too late.
ALTER TABLE matches ADD COLUMN lapses_at INTEGER;
-- Why the house has closed it.
ALTER TABLE matches ADD COLUMN lapsed TEXT;
CREATE INDEX matches_lapsing ON matches (lapses_at) WHERE lapses_at IS NOT NULL;
UPDATE matches SET lapses_at = changed_at WHERE status = 'open' OR (status = 'playing' AND deadline IS NULL);

-- What is asked of a seat that it has not answered: a draw, a takeback, a pause.
ALTER TABLE match_seats ADD COLUMN asked TEXT;
