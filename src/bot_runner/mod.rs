//! Plays for bots: a consumer of the match outbox that searches and acts through the referee, like players.
//!
//! An update of a match in which a bot has to act starts a task for that match, unless one runs already. The task
//! reads the match, does the next action due, and repeats that until none is due. When the match changes, the task
//! reads it again: searches of outdated positions are cancelled, and the referee refuses outdated moves, so handling
//! an update twice is harmless. Actions due from before the program started are found at startup.

mod active;
mod duty;
mod searching;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::active::{ActiveMatch, ActiveMatches};
use self::duty::BotDuty;
use crate::config::BotPace;
use crate::lists::{BotAccount, BotDirectory};
use crate::matches::{MatchCommand, MatchId, MatchView, OfferAnswer, OfferKind, PauseAnswer, ROLL};
use crate::now::Clock;
use crate::outbox::OutboxConsumer;
use crate::periodic::TaskTrigger;
use crate::referee::{Referee, RefereeError};
use crate::search_pool::SearchPool;
use crate::store::{Store, StoreError};

/// How often the outbox is read without a wake-up.
const INTERVAL: Duration = Duration::from_secs(1);
/// How long a task waits after a database error.
const RETRY: Duration = Duration::from_secs(1);

/// The bot runner and what it needs.
#[derive(Debug)]
pub struct BotRunner {
    store: Store,
    referee: Referee,
    pool: SearchPool,
    bots: BotDirectory,
    clock: Clock,
    pace: BotPace,
    active: ActiveMatches,
    reading: TaskTrigger,
}

impl BotRunner {
    /// A runner for these bots, which is idle until [`Self::run`].
    pub fn new(
        store: Store,
        referee: Referee,
        pool: SearchPool,
        bots: BotDirectory,
        clock: Clock,
        pace: BotPace,
    ) -> Self {
        let (active, reading) = (ActiveMatches::default(), TaskTrigger::default());
        Self { store, referee, pool, bots, clock, pace, active, reading }
    }

    /// Runs until the site stops.
    pub async fn run(self: Arc<Self>, stopping: watch::Receiver<bool>) {
        let mut consumer = OutboxConsumer::new(self.store.clone(), "bots");
        let (mut tasks, mut recovered) = (JoinSet::new(), false);
        let mut schedule = self.reading.schedule(INTERVAL, stopping);
        loop {
            let run = tokio::select! {
                run = schedule.next() => Some(run),
                () = consumer.wait() => None,
            };
            if matches!(run, Some(None)) {
                break;
            }
            if let Err(error) = self.read(&mut consumer, &mut tasks, &mut recovered).await {
                tracing::warn!(%error, "failed to read in which matches bots are to act");
            }
            drop(run);
            while tasks.try_join_next().is_some() {}
            // Batches the facts of busy times: reading after every commit would save the position once per ply.
            sleep(self.pace.reading).await;
        }
        tasks.shutdown().await;
        consumer.save().await;
    }

    /// Waits until no bot has to act.
    pub async fn run_once(&self) {
        loop {
            self.reading.run().await;
            if self.active.is_idle() {
                return;
            }
            self.active.wait_until_idle().await;
        }
    }

    /// Starts a task for each changed match in which a bot has to act; on the first call also for unchanged ones.
    async fn read(
        self: &Arc<Self>,
        consumer: &mut OutboxConsumer,
        tasks: &mut JoinSet<()>,
        recovered: &mut bool,
    ) -> Result<(), StoreError> {
        loop {
            // Before the query for due actions, so that no later fact is missed.
            let facts = consumer.next().await?;
            if !*recovered {
                self.start(self.store.matches_waiting_for_bots().await?, tasks);
                *recovered = true;
            }
            if facts.is_empty() {
                return Ok(());
            }
            for fact in &facts {
                self.referee.drop_older(&fact.match_id, fact.seq);
            }
            let mut ids: Vec<_> = facts.iter().map(|fact| fact.match_id.clone()).collect();
            ids.sort();
            ids.dedup();
            ids.retain(|id| !self.active.note_change(id));
            if !ids.is_empty() {
                self.start(self.store.waiting_for_bots_among(&ids).await?, tasks);
            }
            consumer.mark_handled(&facts);
        }
    }

    fn start(self: &Arc<Self>, ids: Vec<MatchId>, tasks: &mut JoinSet<()>) {
        for id in ids {
            if let Some(active) = self.active.begin(&id) {
                tasks.spawn(Arc::clone(self).serve(id, active));
            }
        }
    }

    /// Does all actions due in a match.
    async fn serve(self: Arc<Self>, id: MatchId, active: Arc<ActiveMatch>) {
        loop {
            active.mark_checked();
            match self.act(&id, &active).await {
                Ok(true) => {}
                Ok(false) if self.active.end(&id, &active) => return,
                Ok(false) => {}
                Err(RefereeError::Failed | RefereeError::NotRead) => sleep(RETRY).await,
                Err(error) => {
                    tracing::warn!(%error, %id, "a bot cannot act");
                    if self.active.end(&id, &active) {
                        return;
                    }
                }
            }
        }
    }

    /// Does the next action due. Returns whether there may be more.
    async fn act(&self, id: &MatchId, active: &ActiveMatch) -> Result<bool, RefereeError> {
        let view = self.referee.read(id).await?;
        let Some((bot, duty)) = duty::next(&view.m, &self.bots) else { return Ok(false) };
        let command = self.command(&view, bot, duty);
        let Some(command) = self.unless_outdated(&view, active, command).await else { return Ok(true) };
        match self.referee.command(bot.user.clone(), id, command).await {
            Ok(_) => Ok(true),
            // The match has changed since it was read.
            Err(RefereeError::Refused { view: now, .. }) if now.m.seq != view.m.seq => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// The command for an action, after a short natural delay.
    async fn command(&self, view: &MatchView, bot: &BotAccount, duty: BotDuty) -> MatchCommand {
        let (m, seq) = (&view.m, view.m.seq);
        let answer = |what, accept| MatchCommand::Answer {
            what,
            answer: if accept { OfferAnswer::Accept } else { OfferAnswer::Decline },
            seq: Some(seq),
        };
        let command = match duty {
            BotDuty::Join => return MatchCommand::Join,
            BotDuty::AnswerDraw(seat) => answer(OfferKind::Draw, self.accepts_draw(view, bot, seat).await),
            BotDuty::AnswerTakeback => answer(OfferKind::Takeback, !m.rated),
            BotDuty::AgreeToPause => MatchCommand::Pause(PauseAnswer::Offer),
            BotDuty::Roll => MatchCommand::Play { seq, notation: ROLL.to_owned() },
            BotDuty::Move => {
                let notation = self.choose(view, bot).await;
                self.wait_since_last_ply(m).await;
                return MatchCommand::Play { seq, notation };
            }
        };
        sleep(self.delay(m)).await;
        command
    }

    /// Waits for a future, which is dropped if the match changes so that another action is due.
    async fn unless_outdated<T>(
        &self,
        view: &MatchView,
        active: &ActiveMatch,
        job: impl Future<Output = T>,
    ) -> Option<T> {
        let mut job = std::pin::pin!(job);
        loop {
            tokio::select! {
                done = &mut job => return Some(done),
                () = active.wait_for_change() => {
                    active.mark_checked();
                    if self.is_outdated(view).await {
                        return None;
                    }
                }
            }
        }
    }

    async fn is_outdated(&self, view: &MatchView) -> bool {
        let Ok(now) = self.referee.read(&view.m.id).await else { return true };
        let duty = |view: &MatchView| duty::next(&view.m, &self.bots).map(|(bot, duty)| (bot.user.id, duty));
        now.m.board_version != view.m.board_version || duty(&now) != duty(view)
    }
}
