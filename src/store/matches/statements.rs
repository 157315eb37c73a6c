//! What is sent to the database for a batch: all of it as one text, so that the thread of the connection is woken once.

use crate::store::journal::place;

// Somebody else who has appended since has written the row with the number that comes now, or one above it.
macro_rules! journal {
    () => {
        "INSERT OR ROLLBACK INTO journal (number, events, progress)
        SELECT CASE max(number) WHEN $1 THEN $1 + 1 ELSE max(number) END, $2, $3 FROM journal;"
    };
}

macro_rules! orders {
    () => {
        "INSERT INTO standing_orders (match_id, seat, version, since, state, text)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each($7) WHERE true
        ON CONFLICT (match_id, seat) DO UPDATE SET version = excluded.version, since = excluded.since,
            state = excluded.state, text = excluded.text;
        INSERT OR IGNORE INTO cancelled_orders (match_id, seat, seq, at)
        SELECT o.value ->> 0, o.value ->> 1, c.value ->> 0, c.value ->> 1
        FROM json_each($7) o, json_each(o.value, '$[6]') c;"
    };
}

// What was taken back because nobody had seen it is overtaken when an opponent has, or has been told about it.
macro_rules! unseen {
    () => {
        "INSERT OR ROLLBACK INTO match_events (match_id, seq, at, kind, body)
        SELECT value ->> 0, 1, 0, '', '' FROM json_each($8) WHERE EXISTS (SELECT 1 FROM seen
            WHERE match_id = value ->> 0 AND user_id = value ->> 1 AND seq >= value ->> 2)
        OR EXISTS (SELECT 1 FROM told WHERE match_id = value ->> 0 AND user_id = value ->> 1 AND at >= value ->> 3);"
    };
}

// Nor does anybody sit down with those, or ask those, who have blocked them meanwhile.
macro_rules! strangers {
    () => {
        "INSERT OR ROLLBACK INTO match_events (match_id, seq, at, kind, body)
        SELECT (SELECT match_id FROM match_events LIMIT 1), 1, 0, '', '' FROM json_each($11)
        WHERE EXISTS (SELECT 1 FROM blocks WHERE user_id = value ->> 0 AND blocked_id = value ->> 1);"
    };
}

// Nor does anybody rule who has lost their role or was suspended meanwhile.
macro_rules! staff {
    () => {
        "INSERT OR ROLLBACK INTO match_events (match_id, seq, at, kind, body)
        SELECT (SELECT match_id FROM match_events LIMIT 1), 1, 0, '', '' FROM json_each($12)
        WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = value ->> 0 AND role = value ->> 1 AND leaving = 0
            AND (suspended_at IS NULL OR suspended_until <= value ->> 2));"
    };
}

// A number that is taken was rated meanwhile, from another rating than this one was.
macro_rules! ratings {
    () => {
        "INSERT OR ROLLBACK INTO rated_matches (match_id) SELECT value FROM json_each($9);
        INSERT OR ROLLBACK INTO rating_changes
            (game, ladder, user_id, number, match_id, at, value, deviation, volatility)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
            value ->> 8
        FROM json_each($10);
        INSERT INTO ratings (game, ladder, user_id, number, at, value, deviation, volatility)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 5, value ->> 6, value ->> 7, value ->> 8
        FROM json_each($10) WHERE true
        ON CONFLICT (user_id, game, ladder) DO UPDATE SET number = excluded.number, at = excluded.at,
            value = excluded.value, deviation = excluded.deviation, volatility = excluded.volatility;"
    };
}

// How many matches there are of each game and status: those the batch changes, as they were and as they are. Before it writes
// their rows.
macro_rules! match_counts {
    () => {
        "INSERT INTO match_counts (game, status, matches)
        SELECT game, status, sum(number) FROM (
            SELECT m.game, m.status, -1 AS number FROM json_each($4) v CROSS JOIN matches m ON m.id = v.value ->> 0
            UNION ALL SELECT value ->> 1, value ->> 3, 1 FROM json_each($4)) AS changed
        GROUP BY game, status HAVING sum(number) <> 0
        ON CONFLICT (game, status) DO UPDATE SET matches = matches + excluded.matches;"
    };
}

// How users have fared. A match ends once, and its log says when. After the batch has written the rows of its seats.
macro_rules! tallies {
    () => {
        "INSERT INTO tallies (user_id, game, visibility, played, won, shared)
        SELECT user_id, game, visibility, count(*), count(*) FILTER (WHERE place = 1 AND firsts = 1),
            count(*) FILTER (WHERE place = 1 AND firsts > 1)
        FROM (SELECT s.user_id, m.game, m.visibility, s.place,
                (SELECT count(*) FROM match_seats f WHERE f.match_id = m.id AND f.place = 1) AS firsts
            FROM json_each($2) e CROSS JOIN matches m ON m.id = e.value ->> 0
                CROSS JOIN match_seats s ON s.match_id = m.id
            WHERE e.value ->> '$[4].kind' = 'ended' AND m.how <> 'aborted') AS ended
        GROUP BY user_id, game, visibility
        ON CONFLICT (user_id, game, visibility) DO UPDATE SET played = played + excluded.played,
            won = won + excluded.won, shared = shared + excluded.shared;
        INSERT INTO duels (lower_id, higher_id, game, lower_won, drawn, higher_won)
        SELECT low.user_id, high.user_id, m.game, sum(low.place < high.place), sum(low.place = high.place),
            sum(low.place > high.place)
        FROM json_each($2) e CROSS JOIN matches m ON m.id = e.value ->> 0
            CROSS JOIN match_seats low ON low.match_id = m.id
            CROSS JOIN match_seats high ON high.match_id = m.id AND high.user_id > low.user_id
        WHERE e.value ->> '$[4].kind' = 'ended' AND m.how <> 'aborted' AND m.visibility = 'public'
            AND low.place IS NOT NULL AND high.place IS NOT NULL
        GROUP BY low.user_id, high.user_id, m.game
        ON CONFLICT (lower_id, higher_id, game) DO UPDATE SET lower_won = lower_won + excluded.lower_won,
            drawn = drawn + excluded.drawn, higher_won = higher_won + excluded.higher_won;"
    };
}

/// Many plies and nothing else: a row of the journal, which is a transaction by itself. Takes the number of the row before,
/// the entries, and what they have made of the rows of matches.
pub(super) const BUFFERED_PLIES: &str = journal!();

/// A few plies, which are put in their place at once. Takes the same.
pub(super) const PLIES: &str = concat!("BEGIN IMMEDIATE;", journal!(), place!(), "COMMIT");

// The rows of matches and of their seats, as lists read them.
macro_rules! lists {
    ($rows:literal, $seats:literal) => {
        concat!(
            "INSERT INTO matches (id, game, options, status, visibility, code, seats, seated, to_act, plies, position,
        opened_by, opened_at, changed_at, ended_at, how, deadline, time, rated, lapses_at, lapsed, rating_from,
        rating_to)
    SELECT value ->> 0, value ->> 1, value -> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
        value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14, value ->> 15,
        value ->> 16, value ->> 17, value ->> 18, value ->> 19, value ->> 20, value ->> 21, value ->> 22
    FROM json_each(", $rows, ") WHERE true
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, seats = excluded.seats, seated = excluded.seated,
        to_act = excluded.to_act, plies = excluded.plies, position = excluded.position,
        changed_at = excluded.changed_at, ended_at = excluded.ended_at, how = excluded.how, deadline = excluded.deadline,
        lapses_at = excluded.lapses_at, lapsed = excluded.lapsed;
    DELETE FROM match_seats WHERE match_id IN (SELECT value ->> 0 FROM json_each(", $rows, "));
    INSERT INTO match_seats (match_id, seat, user_id, place, ended_at, kept, asked, turns, late, answered_in)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
        value ->> 8, value ->> 9 FROM json_each(", $seats, ");"
        )
    };
}

macro_rules! all {
    () => { concat!(
    "BEGIN IMMEDIATE;",
    journal!(),
    place!(),
    match_counts!(),
    lists!("$4", "$5"),
    "INSERT OR IGNORE INTO holidays (user_id, hour) SELECT value ->> 0, value ->> 1 FROM json_each($6);",
    tallies!(),
    orders!(),
    unseen!(),
    strangers!(),
    ratings!(),
) }
}

/// Whatever there is, in a transaction. Takes the same, and everything else that is appended.
pub(super) const ALL: &str = concat!(all!(), "COMMIT");

/// Without its end: what goes into the audit log follows. Takes who does that besides.
pub(super) const ALL_AND_MORE: &str = concat!(all!(), staff!());

/// Rows of lists alone, in a transaction that is under way. Takes those of matches and those of seats.
pub(super) const LISTS: &str = lists!("$1", "$2");
