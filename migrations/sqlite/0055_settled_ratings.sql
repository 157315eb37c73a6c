-- A leaderboard lists settled ratings and provisional ones apart, so each of its pages is one range of the index. The
-- expression is that of the queries.
DROP INDEX ratings_by_value;
CREATE INDEX ratings_by_value ON ratings (game, pool,
    (CASE WHEN pool IN ('two', 'two-with-bots') THEN deviation <= 110000000000 ELSE number >= 10 END),
    value DESC, user_id, deviation, number);
