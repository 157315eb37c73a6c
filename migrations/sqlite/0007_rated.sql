-- Whether a match counts for ratings; those that were opened before it was asked do not.
ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
