//! Appending to the logs of matches: one transaction for all commands of a batch.

use std::sync::Arc;

use serde::Serialize;
use sqlx::Executor;
use sqlx::sqlite::SqliteConnection;

use super::guards::{BatchGuards, StaffGuard, UnblockedGuard, UnseenGuard};
use super::statements::{BEGIN, BUFFERED_PLIES, BatchSql, FactRow, PLIES, RatingRow, VacationHourRow};
use super::summary::MatchSummary;
use crate::games::Game;
use crate::matches::{
    ByMatch, ChatMessage, ConditionalMoves, LogEntry, Match, MatchEvent, MatchId, MatchView, PlayedEntry,
    PlayerRating, RatingUpdate,
};
use crate::metrics::CounterMetric;
use crate::now::Moment;
use crate::store::conditional_moves::CancelledMoveRow;
use crate::store::ply_buffer::WriteMode;
use crate::store::sanctions::sanctions_in;
use crate::store::writer::WriterTurn;
use crate::store::{MatchFactKind, Store, StoreError, audit, conditional_moves, match_outbox};
use crate::users::{AuditNote, Role, Sanctions, UserId};

/// What a batch writes: log entries, and the matches after them.
#[derive(Debug, Default)]
pub struct AppendEntries {
    entries: BufferedRows,
    progress: ByMatch<String>,
    summaries: ByMatch<MatchSummary>,
    /// The last ply of each match, as its log entry.
    moved: ByMatch<u32>,
    /// Other facts for the outbox.
    facts: Vec<FactRow>,
    /// When the last entry was written, in milliseconds since 1970.
    at: i64,
    ended: Vec<MatchId>,
    vacation: Vec<VacationHourRow>,
    orders: ByMatch<Arc<ConditionalMoves>>,
    /// Cancellations of conditional moves that no longer hold.
    restored: Vec<CancelledMoveRow>,
    rated: Vec<MatchId>,
    ratings: Vec<RatingRow>,
    notes: Vec<AuditNote>,
    guards: BatchGuards,
}

/// A log entry in the buffer.
#[derive(Serialize)]
struct BufferedEntry<'m> {
    match_id: &'m MatchId,
    #[serde(flatten)]
    entry: &'m LogEntry,
}

/// The columns of a match that a ply changes, in the buffer.
#[derive(Serialize)]
struct BufferedProgress<'m> {
    id: &'m MatchId,
    plies: usize,
    to_act: Option<UserId>,
    position: String,
    changed_at: i64,
    deadline: Option<i64>,
}

/// The result of writing a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendOutcome {
    /// It was committed.
    Done,
    /// Another process has written to one of the logs. Nothing was written.
    Overtaken,
}

impl AppendEntries {
    /// Adds the entries of one command and the match after them. If a ply has settled an offer, the rows of the seats
    /// are written too.
    pub fn add(&mut self, view: &MatchView, entries: &[LogEntry], settled: bool) {
        let m = &view.m;
        for entry in entries {
            self.entries.push(&BufferedEntry { match_id: &m.id, entry });
            self.note_fact(&m.id, entry);
        }
        let only_plies = entries.iter().all(|entry| matches!(entry.event, MatchEvent::Played { .. }));
        if only_plies && !settled && !entries.is_empty() && !self.summaries.contains_key(&m.id) {
            self.progress.insert(m.id.clone(), progress_text(m));
        } else {
            self.summaries.insert(m.id.clone(), MatchSummary::of(m));
        }
    }

    /// Adds the fact about an entry, which replaces an earlier one of the same kind.
    fn note_fact(&mut self, id: &MatchId, entry: &LogEntry) {
        let kind = MatchFactKind::of(&entry.event);
        self.at = self.at.max(entry.at);
        if kind == MatchFactKind::Moved {
            self.moved.insert(id.clone(), entry.seq);
            return;
        }
        if kind == MatchFactKind::Ended {
            self.ended.push(id.clone());
        }
        let fact = FactRow { match_id: id.clone(), seq: entry.seq, kind, at: entry.at };
        match self.facts.last_mut() {
            Some(last) if last.kind == kind && last.match_id == *id => *last = fact,
            _ => self.facts.push(fact),
        }
    }

    /// The matches that end in this batch, in order.
    pub fn ended_matches(&self) -> &[MatchId] {
        &self.ended
    }

    /// Adds changes of conditional moves, if there are any.
    pub fn set_conditional_moves(&mut self, before: &MatchView, after: &MatchView) {
        if !Arc::ptr_eq(&before.conditional_moves, &after.conditional_moves) {
            let id = &after.m.id;
            self.orders.insert(id.clone(), Arc::clone(&after.conditional_moves));
            let still = after.conditional_moves.cancelled();
            let restored = before.conditional_moves.cancelled().iter().filter(|one| !still.contains(one));
            self.restored.extend(restored.map(|one| CancelledMoveRow::new(id, one)));
        }
    }

    /// Adds hours of vacation that a user has used.
    pub fn take_vacation(&mut self, user: UserId, hours: impl Iterator<Item = Moment>) {
        self.vacation.extend(hours.map(|hour| VacationHourRow { user, hour: hour.0 }));
    }

    /// Makes the batch fail if one of these users has seen the ply or was notified about the match since, as far as
    /// the database knows.
    pub fn unless_seen(&mut self, id: &MatchId, users: &[UserId], ply: &PlayedEntry) {
        let guard =
            |user: &UserId| UnseenGuard { match_id: id.clone(), user: *user, seq: ply.seq, at: ply.at };
        self.guards.unseen.extend(users.iter().map(guard));
    }

    /// Makes the batch fail if the first of a pair has blocked the second.
    pub fn unless_blocked(&mut self, pairs: impl IntoIterator<Item = (UserId, UserId)>) {
        let guard = |(user, blocked)| UnblockedGuard { user, blocked };
        self.guards.unblocked.extend(pairs.into_iter().map(guard));
    }

    /// Adds the rating changes of a match that has ended.
    pub fn add_rating_changes(
        &mut self,
        id: &MatchId,
        game: Game,
        rating_update: &RatingUpdate,
        after: &[PlayerRating],
    ) {
        self.rated.push(id.clone());
        let change = |(user, rating): (&UserId, &PlayerRating)| RatingRow {
            user: *user,
            game,
            pool: rating_update.pool,
            match_id: id.clone(),
            rating: *rating,
        };
        self.ratings.extend(rating_update.people.iter().zip(after).map(change));
    }

    /// Adds an audit entry, and makes the batch fail unless the user has this role and is not suspended.
    pub fn note_by_staff(&mut self, note: AuditNote, user: UserId, role: Role) {
        self.guards.staff.push(StaffGuard { user, role, at: note.at });
        self.notes.push(note);
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        let rows = self.progress.is_empty() && self.summaries.is_empty();
        self.entries.is_empty() && rows && self.orders.is_empty()
    }

    fn are_only_plies(&self) -> bool {
        self.summaries.is_empty() && self.vacation.is_empty() && self.orders.is_empty()
    }

    /// Writes a batch of nothing but plies, if the buffer still ends with row `last`.
    async fn write_plies(
        self,
        db: &mut SqliteConnection,
        way: WriteMode,
        last: i64,
    ) -> sqlx::Result<AppendOutcome> {
        let sql = match way {
            WriteMode::Buffered => BUFFERED_PLIES,
            WriteMode::Through => PLIES,
        };
        write_to_buffer(db, sql, last, self.entries, self.progress, &self.moved, self.at).await
    }

    /// Writes any other batch, in a transaction that begins with a row of the buffer. If it was overtaken, the
    /// transaction is left open.
    async fn write_all(self, db: &mut SqliteConnection, last: i64) -> Result<AppendOutcome, StoreError> {
        let Self { entries, progress, moved, at, .. } = self;
        let appended = write_to_buffer(db, BEGIN, last, entries, progress, &moved, at).await?;
        if appended == AppendOutcome::Overtaken || !self.guards.all_hold(db).await? {
            return Ok(AppendOutcome::Overtaken);
        }
        let summaries: Vec<_> = self.summaries.into_values().collect();
        let orders: Vec<_> =
            self.orders.iter().flat_map(|(id, orders)| conditional_moves::rows(id, orders)).collect();
        let cancelled: Vec<_> = self
            .orders
            .iter()
            .flat_map(|(id, orders)| conditional_moves::cancelled_rows(id, orders))
            .collect();
        let mut sql = BatchSql::of(&summaries);
        sql.match_counts(&summaries);
        sql.add_match_rows(&summaries);
        sql.add_facts(&self.facts);
        sql.add_vacation_hours(&self.vacation);
        sql.add_tallies(&self.ended);
        sql.conditional_moves(&orders, &cancelled, &self.restored);
        sql.add_ratings(&self.rated, &self.ratings);
        if self.notes.is_empty() {
            sql.commit();
            sql.execute(db).await?;
        } else {
            sql.execute(db).await?;
            audit::note_all_and_commit(db, &self.notes).await?;
        }
        Ok(AppendOutcome::Done)
    }
}

/// Executes statements that begin with a row of the buffer.
async fn write_to_buffer(
    db: &mut SqliteConnection,
    sql: &'static str,
    last: i64,
    entries: BufferedRows,
    progress: ByMatch<String>,
    moved: &ByMatch<u32>,
    at: i64,
) -> sqlx::Result<AppendOutcome> {
    let progress = BufferedRows::from_serialized(progress.into_values());
    let moved = serde_json::to_string(moved).unwrap_or_else(|_| "{}".to_owned());
    let query =
        sqlx::query_scalar(sql).bind(last).bind(entries.text()).bind(progress.text()).bind(moved).bind(at);
    let number: Vec<i64> = query.fetch_all(db).await?;
    Ok(if number.is_empty() { AppendOutcome::Overtaken } else { AppendOutcome::Done })
}

impl Store {
    /// Writes a batch: completely if the result is [`AppendOutcome::Done`], and otherwise not at all.
    ///
    /// # Errors
    /// The database failed; nothing was written.
    pub async fn append(&self, batch: AppendEntries) -> Result<AppendOutcome, StoreError> {
        let appended = self.append_now(batch).await;
        self.checked.note_failure(&appended);
        appended
    }

    async fn append_now(&self, batch: AppendEntries) -> Result<AppendOutcome, StoreError> {
        let only_plies = batch.are_only_plies();
        let mut turn = self.writer.turn(&self.metrics).await;
        let connection = turn.connection(&self.buffer).await;
        let connection = connection.inspect_err(|_| self.metrics.count(CounterMetric::WritesFailed))?;
        let way = self.buffer.begin(batch.entries.count, only_plies);
        let last = self.buffer.last();
        let written = if only_plies {
            batch.write_plies(connection, way, last).await.map_err(StoreError::from)
        } else {
            batch.write_all(connection, last).await
        };
        // A process that has not seen entries of another one produces entries or ratings with numbers that are taken.
        let written = match written {
            Err(error) if error.is_taken_key() => Ok(AppendOutcome::Overtaken),
            written => written,
        };
        turn.note(matches!(written, Ok(AppendOutcome::Done)));
        match written {
            Ok(AppendOutcome::Done) => self.buffer.batch_written(way),
            Ok(AppendOutcome::Overtaken) => self.roll_back(&mut turn).await?,
            Err(_) => turn.discard().await,
        }
        written
    }

    /// Rolls back a batch that was overtaken, and reads where the buffer ends.
    async fn roll_back(&self, turn: &mut WriterTurn<'_>) -> Result<(), StoreError> {
        let connection = turn.connection(&self.buffer).await?;
        // Batches of plies leave no transaction open.
        let _ = connection.execute("ROLLBACK").await;
        if let Err(error) = self.buffer.open(connection).await {
            turn.discard().await;
            return Err(error.into());
        }
        Ok(())
    }

    /// Writes a chat message, unless its author is muted or suspended by now.
    pub async fn add_chat_message(
        &self,
        id: &MatchId,
        by: UserId,
        at: Moment,
        text: String,
    ) -> Result<Result<ChatMessage, Sanctions>, StoreError> {
        let id = id.to_string();
        self.write(move |db| {
            Box::pin(async move {
                let sanctions = sanctions_in(db, by, at).await?;
                if !sanctions.allow_chat() {
                    return Ok(Err(sanctions));
                }
                let (line,): (i64,) = sqlx::query_as(
                    "INSERT INTO chat_messages (match_id, at, user_id, text) VALUES ($1, $2, $3, $4) RETURNING id",
                )
                .bind(&id)
                .bind(at.0)
                .bind(by.0)
                .bind(&text)
                .fetch_one(&mut *db)
                .await?;
                match_outbox::note_change(db, &id, at).await?;
                Ok(Ok(ChatMessage { id: line, at, by, text, removed: false }))
            })
        })
        .await
    }
}

/// Rows of the buffer, as one JSON array.
#[derive(Debug, Default)]
struct BufferedRows {
    text: Vec<u8>,
    count: usize,
}

impl BufferedRows {
    /// From rows that are serialised already.
    fn from_serialized(rows: impl IntoIterator<Item = String>) -> Self {
        let mut all = Self::default();
        for row in rows {
            all.one_more().extend_from_slice(row.as_bytes());
        }
        all
    }

    fn push(&mut self, row: &impl Serialize) {
        // Serialising these types into memory cannot fail.
        let _ = serde_json::to_writer(self.one_more(), row);
    }

    const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The buffer, ready for another row.
    fn one_more(&mut self) -> &mut Vec<u8> {
        self.text.push(if self.is_empty() { b'[' } else { b',' });
        self.count += 1;
        &mut self.text
    }

    fn text(mut self) -> String {
        self.text.extend_from_slice(if self.is_empty() { b"[]" } else { b"]" });
        String::from_utf8(self.text).unwrap_or_default()
    }
}

fn progress_text(m: &Match) -> String {
    let progress = BufferedProgress {
        id: &m.id,
        plies: m.plies.len(),
        to_act: m.user_to_act(),
        position: m.position.text(),
        changed_at: m.changed_at.0,
        deadline: m.deadline().map(|moment| moment.0),
    };
    serde_json::to_string(&progress).unwrap_or_default()
}
