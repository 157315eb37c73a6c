//! Writing a batch of commands: one transaction for all of them.

use std::sync::Arc;

use super::conditional_moves::{self, CancelledMoveRow};
use super::statements::{self, EntryRow, FactRow, ProgressRow, VacationHourRow};
use super::summary::MatchSummary;
use crate::matches::{
    ByMatch, ChatMessage, ConditionalMoves, LogEntry, Match, MatchEvent, MatchId, MatchView, RatingChange,
};
use crate::now::Moment;
use crate::store::database::writer::WriterTurn;
use crate::store::delivery::match_outbox;
use crate::store::moderation::audit;
use crate::store::moderation::sanctions::sanctions_in;
use crate::store::{FactsOfOthers, MatchFactKind, Store, StoreError, sql};
use crate::users::{AuditNote, Sanctions, UserId};

/// What a batch writes: log entries, and the matches after them.
#[derive(Debug, Default)]
pub struct PendingWrite {
    entries: Vec<EntryRow>,
    progress: ByMatch<ProgressRow>,
    summaries: ByMatch<MatchSummary>,
    facts: Vec<FactRow>,
    ended: Vec<MatchId>,
    vacation: Vec<VacationHourRow>,
    conditional_moves: ByMatch<Arc<ConditionalMoves>>,
    /// Cancellations of conditional moves that no longer hold.
    restored: Vec<CancelledMoveRow>,
    /// Rated matches, and whether they count.
    rated: Vec<(MatchId, bool)>,
    ratings: Vec<RatingChange>,
    notes: Vec<AuditNote>,
}

impl PendingWrite {
    /// Adds the entries of one command and the match after them. If a ply has settled an offer, the rows of the seats
    /// are written too.
    pub fn add(&mut self, view: &MatchView, entries: &[LogEntry], settled: bool) {
        let m = &view.m;
        for entry in entries {
            self.entries.push(EntryRow::of(&m.id, entry));
            self.note_fact(&m.id, entry);
        }
        let only_plies = entries.iter().all(|entry| matches!(entry.event, MatchEvent::Played { .. }));
        if only_plies && !settled && !entries.is_empty() && !self.summaries.contains_key(&m.id) {
            self.progress.insert(m.id.clone(), ProgressRow::of(m));
        } else {
            self.progress.remove(&m.id);
            self.summaries.insert(m.id.clone(), MatchSummary::of(m));
        }
    }

    /// Adds the fact about an entry, which replaces the one before if that is of the same kind.
    fn note_fact(&mut self, id: &MatchId, entry: &LogEntry) {
        let kind = MatchFactKind::of(&entry.event);
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
            self.conditional_moves.insert(id.clone(), Arc::clone(&after.conditional_moves));
            let still = after.conditional_moves.cancelled();
            let restored = before.conditional_moves.cancelled().iter().filter(|one| !still.contains(one));
            self.restored.extend(restored.map(|one| CancelledMoveRow::new(id, one)));
        }
    }

    /// Adds the fact that a match has changed beside its log.
    pub fn note_change(&mut self, m: &Match) {
        let kind = MatchFactKind::Changed;
        self.facts.push(FactRow { match_id: m.id.clone(), seq: m.seq, kind, at: m.logged_at.0 });
    }

    /// Adds hours of vacation that a user has used.
    pub fn take_vacation(&mut self, user: UserId, hours: impl Iterator<Item = Moment>) {
        self.vacation.extend(hours.map(|hour| VacationHourRow { user, hour: hour.0 }));
    }

    /// Adds the rating changes of a match that has ended.
    pub fn add_rating_changes(&mut self, id: &MatchId, changes: impl IntoIterator<Item = RatingChange>) {
        self.rated.push((id.clone(), true));
        self.ratings.extend(changes);
    }

    /// Adds a rated match that has ended and changes no ratings.
    pub fn add_uncounted(&mut self, id: &MatchId) {
        self.rated.push((id.clone(), false));
    }

    /// Adds an entry of the audit log.
    pub fn note_by_staff(&mut self, note: AuditNote) {
        self.notes.push(note);
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        let rows = self.progress.is_empty() && self.summaries.is_empty();
        self.entries.is_empty() && rows && self.conditional_moves.is_empty()
    }

    async fn write(self, db: &mut sql::Connection, server: i64) -> Result<(), StoreError> {
        let progress: Vec<_> = self.progress.into_values().collect();
        let summaries: Vec<_> = self.summaries.into_values().collect();
        let conditional_moves: Vec<_> = self
            .conditional_moves
            .iter()
            .flat_map(|(id, conditional_moves)| conditional_moves::rows(id, conditional_moves))
            .collect();
        let cancelled: Vec<_> = self
            .conditional_moves
            .iter()
            .flat_map(|(id, conditional_moves)| conditional_moves::cancelled_rows(id, conditional_moves))
            .collect();
        statements::update_match_counts(db, &summaries).await?;
        statements::add_entries(db, &self.entries).await?;
        statements::update_progress(db, &progress).await?;
        statements::write_match_rows(db, &summaries).await?;
        statements::add_facts(db, server, &self.facts).await?;
        statements::add_vacation_hours(db, &self.vacation).await?;
        statements::add_tallies(db, &self.ended).await?;
        statements::write_conditional_moves(db, &conditional_moves, &cancelled, &self.restored).await?;
        statements::add_ratings(db, &self.rated, &self.ratings).await?;
        for note in &self.notes {
            audit::insert_entry(db, note).await?;
        }
        Ok(())
    }
}

/// The write transaction of a batch of commands. It is open before the batch is loaded, so nothing stored that the
/// batch is decided on can change before it is committed. Readers see the database as it was before.
///
/// It has to be ended by [`Self::commit`] or [`Self::roll_back`].
#[derive(Debug)]
pub struct BatchTransaction<'s> {
    store: &'s Store,
    turn: WriterTurn<'s>,
    others_wrote: bool,
}

impl Store {
    /// Waits for the writer's turn and begins the transaction of a batch.
    ///
    /// # Errors
    /// The database failed.
    pub async fn begin_batch(&self) -> Result<BatchTransaction<'_>, StoreError> {
        let mut turn = self.writer.turn(&self.metrics, &self.runtime).await;
        let begun = match turn.begin().await {
            Ok(()) => turn.others_wrote().await,
            Err(error) => Err(error),
        };
        match begun {
            Ok(others_wrote) => Ok(BatchTransaction { store: self, turn, others_wrote }),
            Err(error) => {
                turn.note(false);
                turn.discard().await;
                let failed = Err(error);
                self.note_failure(&failed);
                failed
            }
        }
    }
}

impl BatchTransaction<'_> {
    /// Whether another process may have written since the last batch, so that cached matches may be outdated.
    pub fn others_wrote(&self) -> bool {
        self.others_wrote
    }

    /// What other servers have written since a row of the outbox; without one, it is unknown.
    ///
    /// # Errors
    /// The database failed.
    pub async fn facts_of_others(&mut self, since: Option<i64>) -> Result<FactsOfOthers, StoreError> {
        match_outbox::facts_of_others(self.turn.connection().await?, self.store.server, since).await
    }

    /// Writes a batch and commits.
    ///
    /// # Errors
    /// The database failed; nothing was written.
    pub async fn commit(mut self, batch: PendingWrite) -> Result<(), StoreError> {
        let written = self.write(batch).await;
        self.turn.note(written.is_ok());
        if written.is_err() {
            self.turn.discard().await;
        }
        self.store.note_failure(&written);
        written
    }

    async fn write(&mut self, batch: PendingWrite) -> Result<(), StoreError> {
        batch.write(self.turn.connection().await?, self.store.server).await?;
        self.turn.commit().await
    }

    /// Ends the transaction without writing anything.
    pub async fn roll_back(mut self) {
        if self.turn.roll_back().await.is_err() {
            self.turn.discard().await;
        }
    }
}

impl Store {
    /// Writes a chat message, unless its author is muted or suspended by now.
    pub async fn add_chat_message(
        &self,
        id: &MatchId,
        by: UserId,
        at: Moment,
        (text, by_watcher): (String, bool),
    ) -> Result<Result<ChatMessage, Sanctions>, StoreError> {
        let (id, server) = (id.to_string(), self.server);
        self.write(transaction!(|db| {
                let sanctions = sanctions_in(db, by, at).await?;
                if !sanctions.allow_chat() {
                    return Ok(Err(sanctions));
                }
                let (line,): (i64,) = sql::query_as(
                    "INSERT INTO chat_messages (match_id, at, user_id, text, by_watcher) VALUES ($1, $2, $3, $4, $5)
                        RETURNING id",
                )
                .bind(&id)
                .bind(at.0)
                .bind(by.0)
                .bind(&text)
                .bind(by_watcher)
                .fetch_one(&mut *db)
                .await?;
                match_outbox::note_change(db, server, &id, at).await?;
                Ok(Ok(ChatMessage { id: line, at, by, text, by_watcher, removed: false }))
            }))
        .await
    }
}
