-- What queries ask about the time control of a match, which until now they read out of its text. Empty without a clock.
ALTER TABLE matches ADD COLUMN live INTEGER CHECK (live IN (0, 1));
ALTER TABLE matches ADD COLUMN weekends_off INTEGER CHECK (weekends_off IN (0, 1));
UPDATE matches SET live = time LIKE '%s+%', weekends_off = time LIKE '% weekdays' WHERE time IS NOT NULL;
