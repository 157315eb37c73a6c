-- How each user has fared in each game: finished matches, those they won alone, and those in which they shared first place.
-- Derived from match_seats in the transaction that ends a match, so that a profile does not read every finished match.
CREATE TABLE tallies (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    visibility TEXT NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    shared INTEGER NOT NULL,
    PRIMARY KEY (user_id, game, visibility)
) STRICT, WITHOUT ROWID;

-- How two users have fared against each other in public matches, one row for both: how often the one with the lower id
-- finished ahead, how often they finished level, and how often the other finished ahead.
CREATE TABLE duels (
    lower_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    higher_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    lower_won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    higher_won INTEGER NOT NULL,
    PRIMARY KEY (lower_id, higher_id, game)
) STRICT, WITHOUT ROWID;

-- How many matches there are of each game and status.
CREATE TABLE match_counts (
    game TEXT NOT NULL,
    status TEXT NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (game, status)
) STRICT, WITHOUT ROWID;

-- User by user, so that nothing larger than one user's matches is sorted in memory.
INSERT INTO tallies (user_id, game, visibility, played, won, shared)
SELECT u.id, t.value ->> 0, t.value ->> 1, t.value ->> 2, t.value ->> 3, t.value ->> 4
FROM users u CROSS JOIN json_each((SELECT json_group_array(json_array(game, visibility, played, won, shared)) FROM (
    SELECT game, visibility, count(*) AS played, count(*) FILTER (WHERE place = 1 AND firsts = 1) AS won,
        count(*) FILTER (WHERE place = 1 AND firsts > 1) AS shared
    FROM (SELECT m.game, m.visibility, mine.place,
            (SELECT count(*) FROM match_seats s WHERE s.match_id = m.id AND s.place = 1) AS firsts
        FROM match_seats mine CROSS JOIN matches m ON m.id = mine.match_id
        WHERE mine.user_id = u.id AND mine.ended_at IS NOT NULL AND m.how <> 'aborted')
    GROUP BY game, visibility))) t;

INSERT INTO duels (lower_id, higher_id, game, lower_won, drawn, higher_won)
SELECT u.id, d.value ->> 0, d.value ->> 1, d.value ->> 2, d.value ->> 3, d.value ->> 4
FROM users u CROSS JOIN json_each((SELECT json_group_array(json_array(user_id, game, lower_won, drawn, higher_won)) FROM (
    SELECT theirs.user_id, m.game, sum(mine.place < theirs.place) AS lower_won, sum(mine.place = theirs.place) AS drawn,
        sum(mine.place > theirs.place) AS higher_won
    FROM match_seats mine CROSS JOIN matches m ON m.id = mine.match_id
        CROSS JOIN match_seats theirs ON theirs.match_id = mine.match_id AND theirs.user_id > mine.user_id
    WHERE mine.user_id = u.id AND mine.ended_at IS NOT NULL AND mine.place IS NOT NULL AND theirs.place IS NOT NULL
        AND m.how <> 'aborted' AND m.visibility = 'public'
    GROUP BY theirs.user_id, m.game))) d;

INSERT INTO match_counts (game, status, matches) SELECT game, status, count(*) FROM matches GROUP BY game, status;

-- It served this count alone.
DROP INDEX matches_by_game;
