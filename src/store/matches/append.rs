//! Appending to the logs of matches: one transaction for however many commands came together.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::json;
use sqlx::Executor;

use crate::games::{Game, Seat};
use crate::matches::{
    Asks, Entry, Event, Lapse, Line, Match, MatchId, Orders, Rating, Reckoning, Status, Table, UserId,
    Visibility,
};
use crate::now::Moment;
use crate::people::Note;
use crate::store::journal::place;
use crate::store::standing_orders::KeptOrders;
use crate::store::{Store, StoreError, audit, note, turn};

/// What one batch adds: entries of logs, and the matches as they stand after them.
#[derive(Debug, Default)]
pub struct Append {
    events: Vec<String>,
    progress: HashMap<MatchId, String>,
    summaries: HashMap<MatchId, Summary>,
    holidays: Vec<String>,
    orders: HashMap<MatchId, KeptOrders>,
    unseen: Vec<String>,
    rated: Vec<String>,
    ratings: Vec<String>,
    notes: Vec<Note>,
    strangers: Vec<String>,
}

/// The row of a match, and those of its seats.
#[derive(Debug)]
struct Summary {
    row: String,
    seats: Vec<String>,
}

/// What became of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is on disk.
    Done,
    /// Somebody else has written to one of the logs: nothing of it was written.
    Overtaken,
}

// Somebody else who has appended since has written the row with the number that comes now, or one above it.
macro_rules! journal {
    ($events:literal, $progress:literal) => {
        concat!(
            "INSERT OR ROLLBACK INTO journal (number, events, progress)
            SELECT CASE max(number) WHEN $1 THEN $1 + 1 ELSE max(number) END, ",
            $events,
            ", ",
            $progress,
            " FROM journal;"
        )
    };
}

// An entry that was decided without knowing of an order is given the number of the first, which is taken.
macro_rules! events {
    () => {
        "INSERT OR ROLLBACK INTO match_events (match_id, seq, at, by, kind, body)
        SELECT value ->> 0, CASE WHEN EXISTS (SELECT 1 FROM standing_orders
                WHERE match_id = value ->> 0 AND version > value ->> 5) THEN 1 ELSE value ->> 1 END,
            value ->> 2, value ->> 3, value ->> '$[4].kind', coalesce(value -> '$[4].body', 'null')
        FROM json_each($2);"
    };
}

macro_rules! progress {
    () => {
        "UPDATE matches SET plies = v.value ->> 1, to_act = v.value ->> 2, position = v.value ->> 3,
            changed_at = v.value ->> 4, deadline = v.value ->> 5 FROM json_each($3) v WHERE matches.id = v.value ->> 0;"
    };
}

// Orders that look back on an earlier state of the match are overtaken like entries.
macro_rules! orders {
    () => {
        "INSERT OR ROLLBACK INTO match_events (match_id, seq, at, kind, body)
        SELECT value ->> 0, 1, 0, '', '' FROM json_each($7)
        WHERE EXISTS (SELECT 1 FROM match_events WHERE match_id = value ->> 0 AND seq > value ->> 1)
            OR EXISTS (SELECT 1 FROM standing_orders WHERE match_id = value ->> 0 AND version > value ->> 2);
        INSERT INTO standing_orders (match_id, seat, version, since, state, text)
        SELECT value ->> 0, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7 FROM json_each($7) WHERE true
        ON CONFLICT (match_id, seat) DO UPDATE SET version = excluded.version, since = excluded.since,
            state = excluded.state, text = excluded.text;"
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

/// A transaction by itself.
const PLIES: &str = journal!("$2", "$3");

macro_rules! all {
    () => { concat!(
    "BEGIN IMMEDIATE;",
    place!(),
    journal!("'[]'", "'[]'"),
    events!(),
    progress!(),
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

const ALL: &str = concat!(all!(), "COMMIT");

/// Without its end: what goes into the log of the house follows.
const ALL_AND_MORE: &str = all!();

impl Append {
    /// Adds what one command did to one match: the entries it appended and the match after them. Where a ply has settled
    /// what was asked, the rows of the seats are written too.
    pub fn add(&mut self, table: &Table, entries: &[Entry], settled: bool) {
        let m = &table.m;
        for entry in entries {
            self.events.push(event(&m.id, entry, table.orders.version()));
        }
        if let Some(orders) = self.orders.get_mut(&m.id) {
            orders.seq = m.seq;
        }
        let only_plies = entries.iter().all(|entry| matches!(entry.event, Event::Played { .. }));
        if only_plies && !settled && !entries.is_empty() && !self.summaries.contains_key(&m.id) {
            self.progress.insert(m.id.clone(), progress(m));
        } else {
            self.summaries.insert(m.id.clone(), Summary { row: summary(m), seats: seats(m).collect() });
        }
    }

    /// Adds what has become of the standing orders at a table, if anything has.
    pub fn keep_orders(&mut self, before: &Table, after: &Table) {
        if Arc::ptr_eq(&before.orders, &after.orders) {
            return;
        }
        let orders = Orders::clone(&after.orders);
        let kept = self.orders.entry(after.m.id.clone());
        kept.and_modify(|kept| kept.replace(orders.clone()))
            .or_insert_with(|| KeptOrders::new(&before.orders, after.m.seq, orders));
    }

    /// Adds hours of holiday that somebody has used up.
    pub fn take_holidays(&mut self, user: UserId, hours: impl Iterator<Item = Moment>) {
        self.holidays.extend(hours.map(|hour| row(&(user, hour.0))));
    }

    /// Makes the batch depend on none of these having seen a match up to an entry of its log, as far as that is written down.
    pub fn unless_seen(&mut self, id: &MatchId, users: &[UserId], seq: u32) {
        self.unseen.extend(users.iter().map(|user| row(&(id, user, seq))));
    }

    /// Makes the batch depend on the first of each pair not having blocked the second.
    pub fn unless_blocked(&mut self, pairs: impl IntoIterator<Item = (UserId, UserId)>) {
        self.strangers.extend(pairs.into_iter().map(|pair| row(&pair)));
    }

    /// Adds what a match that is over has made of the ratings of those who sat there.
    pub fn rate(&mut self, id: &MatchId, game: Game, reckoning: &Reckoning, after: &[Rating]) {
        self.rated.push(row(id));
        for (user, rating) in reckoning.people.iter().zip(after) {
            let [value, deviation, volatility] = rating.billionths();
            let (ladder, number, at) = (reckoning.ladder.key(), rating.number, rating.at.0);
            self.ratings.push(row(&(game.key(), ladder, user, number, id, at, value, deviation, volatility)));
        }
    }

    /// Adds what goes into the log of the house.
    pub fn note(&mut self, note: Note) {
        self.notes.push(note);
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        let rows = self.progress.is_empty() && self.summaries.is_empty();
        self.events.is_empty() && rows && self.orders.is_empty()
    }

    fn are_only_plies(&self) -> bool {
        self.summaries.is_empty() && self.holidays.is_empty() && self.orders.is_empty()
    }

    /// All of it as one text of statements, so that the thread of the connection is woken once.
    fn sql(&self) -> &'static str {
        match (self.are_only_plies(), self.notes.is_empty()) {
            (true, _) => PLIES,
            (false, true) => ALL,
            (false, false) => ALL_AND_MORE,
        }
    }
}

impl Store {
    /// Writes a batch: all of it is on disk when this answers [`Appended::Done`], and none of it otherwise.
    ///
    /// # Errors
    /// The database failed; nothing was written.
    pub async fn append(&self, batch: Append) -> Result<Appended, StoreError> {
        let sql = batch.sql();
        let only_plies = batch.are_only_plies();
        let plies = batch.events.len();
        let (events, progress) = (text(batch.events), text(batch.progress.into_values()));
        let (mut writer, begun) = turn(&self.writer, &self.metrics).await;
        let connection = writer.as_mut().ok_or(StoreError::Stopping)?;
        let mut query = sqlx::query(sql).bind(self.journal.last()).bind(events).bind(progress);
        if only_plies {
            self.journal.takes(plies);
        } else {
            let (rows, seats): (Vec<_>, Vec<_>) =
                batch.summaries.into_values().map(|summary| (summary.row, summary.seats)).unzip();
            query = query.bind(text(rows)).bind(text(seats.into_iter().flatten())).bind(text(batch.holidays));
            query = query.bind(text(batch.orders.iter().flat_map(|(id, orders)| orders.rows(id))));
            query = query.bind(text(batch.unseen));
            query = query.bind(text(batch.rated)).bind(text(batch.ratings));
            query = query.bind(text(batch.strangers));
        }
        let mut written = query.execute(&mut *connection).await.map(drop).map_err(StoreError::from);
        if written.is_ok() && !batch.notes.is_empty() {
            written = audit::note_all(connection, &batch.notes).await;
        }
        note(&self.metrics, begun, written.is_ok());
        match written {
            Ok(()) => {
                self.journal.written();
                if !only_plies {
                    self.journal.placed();
                }
                Ok(Appended::Done)
            }
            Err(error) => {
                // The transaction may not have begun; then there is nothing to roll back.
                let _ = connection.execute("ROLLBACK").await;
                self.journal.open(connection).await?;
                let overtaken = match &error {
                    StoreError::Database(error) => {
                        error.as_database_error().is_some_and(|error| error.is_unique_violation())
                    }
                    _ => false,
                };
                if overtaken { Ok(Appended::Overtaken) } else { Err(error) }
            }
        }
    }

    /// Writes something said at a table.
    ///
    /// # Errors
    /// The database failed.
    pub async fn say(&self, id: &MatchId, by: UserId, at: Moment, text: String) -> Result<Line, StoreError> {
        let id = id.to_string();
        self.write(move |db| {
            Box::pin(async move {
                let (line,): (i64,) = sqlx::query_as(
                    "INSERT INTO match_talk (match_id, at, user_id, text) VALUES ($1, $2, $3, $4) RETURNING id",
                )
                .bind(id)
                .bind(at.0)
                .bind(by.0)
                .bind(&text)
                .fetch_one(db)
                .await?;
                Ok(Line { id: line, at, by, text })
            })
        })
        .await
    }
}

/// Rows as one JSON array.
fn text(rows: impl IntoIterator<Item = String>) -> String {
    let mut text = String::from("[");
    for row in rows {
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(&row);
    }
    text.push(']');
    text
}

/// A row as JSON. What a row is made of always has a JSON form.
fn row(values: &impl Serialize) -> String {
    serde_json::to_string(values).unwrap_or_default()
}

fn event(id: &MatchId, entry: &Entry, orders: u32) -> String {
    row(&(id, entry.seq, entry.at, entry.by, &entry.event, orders))
}

fn progress(m: &Match) -> String {
    row(&(&m.id, m.plies.len(), m.user_to_act(), m.position.text(), m.changed_at.0, deadline(m)))
}

pub(super) fn summary(m: &Match) -> String {
    let status = match m.status {
        Status::Open => "open",
        Status::Playing => "playing",
        Status::Ended(_) => "ended",
    };
    let visibility = match m.visibility {
        Visibility::Public => "public",
        Visibility::Private => "private",
    };
    row(&json!([
        m.id.as_str(),
        m.game.key(),
        m.options.pairs(),
        status,
        visibility,
        m.code.as_str(),
        m.seats.count(),
        m.seated(),
        m.user_to_act(),
        m.plies.len(),
        m.position.text(),
        m.opened_by,
        m.opened_at.0,
        m.changed_at.0,
        ended_at(m),
        m.ending().map(|ending| ending.how),
        deadline(m),
        m.clocks.as_ref().map(|clocks| clocks.control().to_string()),
        u8::from(m.rated),
        m.lapses_at().map(|moment| moment.0),
        m.lapsed.map(Lapse::key),
        m.range.rating_from,
        m.range.rating_to
    ]))
}

pub(super) fn seats(m: &Match) -> impl Iterator<Item = String> {
    let row = move |seat: Seat| {
        let place = m.ending().and_then(|ending| ending.place(seat));
        let kept = m.seats[seat].is_none();
        let user = m.seats[seat].or(m.reserved[seat])?;
        let asked = m.asked_of(seat).map(Asks::key);
        let time = m.kept_time(seat);
        let (turns, late) = time.map(|time| (time.turns, time.late)).unzip();
        let answered_in = time.and_then(|time| time.answered_in);
        let (seat, kept) = (seat.number(), u8::from(kept));
        Some(row(&(&m.id, seat, user, place, ended_at(m), kept, asked, turns, late, answered_in)))
    };
    Seat::first(m.seats.count()).filter_map(row)
}

fn deadline(m: &Match) -> Option<i64> {
    m.deadline().map(|moment| moment.0)
}

fn ended_at(m: &Match) -> Option<i64> {
    m.ended_at.map(|moment| moment.0)
}
