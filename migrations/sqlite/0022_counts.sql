-- How many matches of each game and status there are, in an order that no list of matches is looked up by: beginning with the
-- status, this one was taken for the lobby instead of matches_open, and every open match was read and sorted for each page.
DROP INDEX matches_by_status;
CREATE INDEX matches_by_game ON matches (game, status);
