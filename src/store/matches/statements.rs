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

// What was taken back because nobody had seen it is overtaken when somebody has.
macro_rules! unseen {
    () => {
        "INSERT OR ROLLBACK INTO match_events (match_id, seq, at, kind, body)
        SELECT value ->> 0, 1, 0, '', '' FROM json_each($8) WHERE EXISTS (SELECT 1 FROM seen
            WHERE match_id = value ->> 0 AND user_id = value ->> 1 AND seq >= value ->> 2);"
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

/// Many plies and nothing else: a row of the journal, which is a transaction by itself. Takes the number of the row before,
/// the entries, and what they have made of the rows of matches.
pub(super) const MANY_PLIES: &str = journal!();

/// A few plies, which are put in their place at once. Takes the same.
pub(super) const PLIES: &str = concat!("BEGIN IMMEDIATE;", journal!(), place!(), "COMMIT");

macro_rules! all {
    () => { concat!(
    "BEGIN IMMEDIATE;",
    journal!(),
    place!(),
    "INSERT INTO matches (id, game, options, status, visibility, code, seats, seated, to_act, plies, position,
        opened_by, opened_at, changed_at, ended_at, how, deadline, time, rated, lapses_at, lapsed, rating_from,
        rating_to)
    SELECT value ->> 0, value ->> 1, value -> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
        value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14, value ->> 15,
        value ->> 16, value ->> 17, value ->> 18, value ->> 19, value ->> 20, value ->> 21, value ->> 22
    FROM json_each($4) WHERE true
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, seats = excluded.seats, seated = excluded.seated,
        to_act = excluded.to_act, plies = excluded.plies, position = excluded.position,
        changed_at = excluded.changed_at, ended_at = excluded.ended_at, how = excluded.how, deadline = excluded.deadline,
        lapses_at = excluded.lapses_at, lapsed = excluded.lapsed;
    DELETE FROM match_seats WHERE match_id IN (SELECT value ->> 0 FROM json_each($4));
    INSERT INTO match_seats (match_id, seat, user_id, place, ended_at, kept, asked, turns, late, answered_in)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
        value ->> 8, value ->> 9 FROM json_each($5);
    INSERT OR IGNORE INTO holidays (user_id, hour) SELECT value ->> 0, value ->> 1 FROM json_each($6);",
    orders!(),
    unseen!(),
    strangers!(),
    ratings!(),
) }
}

/// Whatever there is, in a transaction. Takes the same, and everything else that is appended.
pub(super) const ALL: &str = concat!(all!(), "COMMIT");

/// Without its end: what goes into the log of the house follows.
pub(super) const ALL_AND_MORE: &str = all!();
