-- Whether the seats of a match are drawn when it starts, so that nobody knows before who moves first.
ALTER TABLE matches ADD COLUMN draws_seats INTEGER NOT NULL DEFAULT 0 CHECK (draws_seats IN (0, 1));
