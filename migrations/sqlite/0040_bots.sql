-- Accounts of bots and of guests beside those of people. A bot is recognised by its name as well: ` (bot)` at its end, which
-- no person can choose, marks it wherever the name is shown.
ALTER TABLE users ADD COLUMN kind TEXT NOT NULL DEFAULT 'person' CHECK (kind IN ('person', 'bot', 'guest')
    AND (kind = 'bot') = (name_key LIKE '% (bot)'));

-- What each bot plays. A user has one seat in a match, so games for more than two have several bots of each level.
CREATE TABLE bots (
    user_id INTEGER PRIMARY KEY REFERENCES users (id),
    game TEXT NOT NULL,
    -- From 1, the weakest, to 6.
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 6),
    -- From 1, to tell apart bots of the same game and level.
    number INTEGER NOT NULL CHECK (number >= 1),
    UNIQUE (game, level, number)
) STRICT;

-- Rated matches with bots have rating pools of their own. Changed in place as in 0035.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'pool IN (''two'', ''more'')',
    'pool IN (''two'', ''more'', ''two-with-bots'', ''more-with-bots'')')
    WHERE type = 'table' AND name IN ('rating_changes', 'ratings');
PRAGMA writable_schema = RESET;
CREATE TABLE redefined (one INTEGER);
DROP TABLE redefined;
