//! Appending to the logs of matches: one transaction for however many commands came together.

use std::sync::Arc;

use serde::Serialize;
use serde_json::json;
use sqlx::Executor;

use super::statements::{ALL, ALL_AND_MORE, BUFFERED_PLIES, PLIES};
use crate::games::{Game, Seat};
use crate::matches::{
    Asks, ByMatch, Entry, Event, Lapse, Line, Match, MatchId, Orders, Ply, Rating, Reckoning, Status, Table,
    Visibility,
};
use crate::metrics::Count;
use crate::now::Moment;
use crate::store::journal::Way;
use crate::store::sanctions::sanctions_in;
use crate::store::writer::Turn;
use crate::store::{Store, StoreError, audit, standing_orders};
use crate::users::{Note, Role, Sanctions, UserId};

/// What one batch adds: entries of logs, and the matches as they stand after them.
#[derive(Debug, Default)]
pub struct Append {
    events: Rows,
    progress: ByMatch<String>,
    summaries: ByMatch<Summary>,
    holidays: Rows,
    orders: ByMatch<Arc<Orders>>,
    unseen: Rows,
    rated: Rows,
    ratings: Rows,
    notes: Vec<Note>,
    staff: Rows,
    strangers: Rows,
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

impl Append {
    /// Adds what one command did to one match: the entries it appended and the match after them. Where a ply has settled
    /// what was asked, the rows of the seats are written too.
    pub fn add(&mut self, table: &Table, entries: &[Entry], settled: bool) {
        let m = &table.m;
        for entry in entries {
            self.events.push(&(&m.id, entry.seq, entry.at, entry.by, &entry.event));
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
        if !Arc::ptr_eq(&before.orders, &after.orders) {
            self.orders.insert(after.m.id.clone(), Arc::clone(&after.orders));
        }
    }

    /// Adds hours of holiday that somebody has used up.
    pub fn take_holidays(&mut self, user: UserId, hours: impl Iterator<Item = Moment>) {
        self.holidays.extend(hours.map(|hour| (user, hour.0)));
    }

    /// Makes the batch depend on none of these users having seen a ply of a match, or having been told about the match since,
    /// as far as that is written down.
    pub fn unless_seen(&mut self, id: &MatchId, users: &[UserId], ply: &Ply) {
        self.unseen.extend(users.iter().map(|user| (id, user, ply.seq, ply.at.0)));
    }

    /// Makes the batch depend on the first of each pair not having blocked the second.
    pub fn unless_blocked(&mut self, pairs: impl IntoIterator<Item = (UserId, UserId)>) {
        self.strangers.extend(pairs);
    }

    /// Adds what a match that is over has made of the ratings of those who sat there.
    pub fn rate(&mut self, id: &MatchId, game: Game, reckoning: &Reckoning, after: &[Rating]) {
        self.rated.push(id);
        for (user, rating) in reckoning.people.iter().zip(after) {
            let [value, deviation, volatility] = rating.billionths();
            let (ladder, number, at) = (reckoning.ladder.key(), rating.number, rating.at.0);
            self.ratings.push(&(game.key(), ladder, user, number, id, at, value, deviation, volatility));
        }
    }

    /// Adds an entry of the audit log, and makes the batch depend on the user having this role and not being suspended.
    pub fn note_by_staff(&mut self, note: Note, user: UserId, role: Role) {
        self.staff.push(&(user, role.key(), note.at.0));
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

    /// The statements that write it this way.
    fn statements(&self, way: Way) -> &'static str {
        match (way, self.are_only_plies(), self.notes.is_empty()) {
            (Way::Buffered, ..) => BUFFERED_PLIES,
            (Way::Through, true, _) => PLIES,
            (Way::Through, false, true) => ALL,
            (Way::Through, false, false) => ALL_AND_MORE,
        }
    }
}

impl Store {
    /// Writes a batch: all of it is on disk when this answers [`Appended::Done`], and none of it otherwise.
    ///
    /// # Errors
    /// The database failed; nothing was written.
    pub async fn append(&self, batch: Append) -> Result<Appended, StoreError> {
        let appended = self.append_now(batch).await;
        self.checked.note_failure(&appended);
        appended
    }

    async fn append_now(&self, batch: Append) -> Result<Appended, StoreError> {
        let only_plies = batch.are_only_plies();
        let mut turn = self.writer.turn(&self.metrics).await;
        let connection = turn.connection(&self.buffer).await;
        let connection = connection.inspect_err(|_| self.metrics.count(Count::WritesFailed))?;
        let way = self.buffer.begin(batch.events.count, only_plies);
        let sql = batch.statements(way);
        let (events, progress) = (batch.events.text(), Rows::written(batch.progress.into_values()).text());
        let mut query = sqlx::query(sql).bind(self.buffer.last()).bind(events).bind(progress);
        if !only_plies {
            let (rows, seats): (Vec<_>, Vec<_>) =
                batch.summaries.into_values().map(|summary| (summary.row, summary.seats)).unzip();
            let orders = batch.orders.iter().flat_map(|(id, orders)| standing_orders::rows(id, orders));
            let (rows, seats) = (Rows::written(rows), Rows::written(seats.into_iter().flatten()));
            let (holidays, orders) = (batch.holidays, Rows::written(orders));
            query = query.bind(rows.text()).bind(seats.text()).bind(holidays.text()).bind(orders.text());
            query = query.bind(batch.unseen.text()).bind(batch.rated.text()).bind(batch.ratings.text());
            query = query.bind(batch.strangers.text());
        }
        if !batch.notes.is_empty() {
            query = query.bind(batch.staff.text());
        }
        let mut written = query.execute(&mut *connection).await.map(drop).map_err(StoreError::from);
        if written.is_ok() && !batch.notes.is_empty() {
            written = audit::note_all(connection, &batch.notes).await;
        }
        turn.note(written.is_ok());
        if let Err(error) = written {
            return self.not_appended(&mut turn, error).await;
        }
        self.buffer.written(way);
        Ok(Appended::Done)
    }

    async fn not_appended(&self, turn: &mut Turn<'_>, error: StoreError) -> Result<Appended, StoreError> {
        if !error.is_taken_key() {
            turn.discard().await;
            return Err(error);
        }
        let connection = turn.connection(&self.buffer).await?;
        // The statement that failed may have ended the transaction; then there is nothing to roll back.
        let _ = connection.execute("ROLLBACK").await;
        if let Err(error) = self.buffer.open(connection).await {
            turn.discard().await;
            return Err(error.into());
        }
        Ok(Appended::Overtaken)
    }

    /// Writes a chat message, unless its author is muted or suspended by then.
    ///
    /// # Errors
    /// The database failed.
    pub async fn say(
        &self,
        id: &MatchId,
        by: UserId,
        at: Moment,
        text: String,
    ) -> Result<Result<Line, Sanctions>, StoreError> {
        let id = id.to_string();
        self.write(move |db| {
            Box::pin(async move {
                let sanctions = sanctions_in(db, by, at).await?;
                if !sanctions.allow_chat() {
                    return Ok(Err(sanctions));
                }
                let (line,): (i64,) = sqlx::query_as(
                    "INSERT INTO match_talk (match_id, at, user_id, text) VALUES ($1, $2, $3, $4) RETURNING id",
                )
                .bind(id)
                .bind(at.0)
                .bind(by.0)
                .bind(&text)
                .fetch_one(db)
                .await?;
                Ok(Ok(Line { id: line, at, by, text, removed: false }))
            })
        })
        .await
    }
}

/// Rows as one JSON array that grows.
#[derive(Debug, Default)]
pub(super) struct Rows {
    text: Vec<u8>,
    count: usize,
}

impl Rows {
    /// Rows that are written already.
    pub fn written(rows: impl IntoIterator<Item = String>) -> Self {
        let mut all = Self::default();
        for row in rows {
            all.one_more().extend_from_slice(row.as_bytes());
        }
        all
    }

    fn push(&mut self, values: &impl Serialize) {
        write(values, self.one_more());
    }

    fn extend<R: Serialize>(&mut self, rows: impl IntoIterator<Item = R>) {
        rows.into_iter().for_each(|row| self.push(&row));
    }

    const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Where the next row goes.
    fn one_more(&mut self) -> &mut Vec<u8> {
        self.text.push(if self.is_empty() { b'[' } else { b',' });
        self.count += 1;
        &mut self.text
    }

    pub fn text(mut self) -> String {
        self.text.extend_from_slice(if self.is_empty() { b"[]" } else { b"]" });
        String::from_utf8(self.text).unwrap_or_default()
    }
}

/// A row as JSON.
fn row(values: &impl Serialize) -> String {
    let mut row = Vec::with_capacity(256);
    write(values, &mut row);
    String::from_utf8(row).unwrap_or_default()
}

/// Writes a row as JSON. What a row is made of always has a JSON form, and in memory there is always room.
fn write(row: &impl Serialize, to: &mut Vec<u8>) {
    let _ = serde_json::to_writer(to, row);
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
