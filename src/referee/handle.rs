//! The handle of the referee, through which commands are sent to the writer.

use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

use parking_lot::Mutex;
use tokio::runtime::Builder;
use tokio::sync::{mpsc, oneshot};

use super::error::{RefereeError, failed};
use super::job::{RefereeJob, RefereeTask};
use super::match_cache::MatchCache;
use super::match_setup::{MatchSetup, MatchStart, random_id};
use super::turn_counts::{self, TurnCounts};
use super::writer::MatchWriter;
use crate::hub::Hub;
use crate::lists::BotDirectory;
use crate::matches::{ChatMessage, ConditionalEdit, MatchCommand, MatchId, MatchView, Ruling};
use crate::now::Clock;
use crate::store::{Store, StoreError};
use crate::uptime::Uptime;
use crate::users::{MessageRemoval, Role, UserId, UserSummary};

/// How many commands can be queued. Further ones wait.
const QUEUE: usize = 1024;

/// A handle of the referee. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Referee {
    pub(super) jobs: mpsc::Sender<RefereeJob>,
    pub(super) cache: Arc<MatchCache>,
    pub(super) turns: TurnCounts,
    pub(super) store: Store,
    pub(super) clock: Clock,
    pub(super) uptime: Uptime,
}

impl Referee {
    /// Starts the writer on its own thread, so that waking it wakes nothing else. These bots can take over seats.
    ///
    /// # Errors
    /// The thread could not be started.
    pub fn start(store: Store, hub: Hub, clock: Clock, bots: BotDirectory) -> io::Result<Self> {
        let cache = Arc::new(MatchCache::default());
        let turns = TurnCounts::new(turn_counts::CAPACITY, Duration::MAX);
        let (jobs, queue) = mpsc::channel(QUEUE);
        let uptime = Uptime::new(store.clone(), clock.clone());
        let writer = MatchWriter {
            store: store.clone(),
            cache: Arc::clone(&cache),
            turns: turns.clone(),
            hub,
            uptime: uptime.clone(),
            bots,
            followed: Mutex::default(),
        };
        let runtime = Builder::new_current_thread().enable_time().build()?;
        thread::Builder::new().name("referee".into()).spawn(move || runtime.block_on(writer.run(queue)))?;
        Ok(Self { jobs, cache, turns, store, clock, uptime })
    }

    /// The current state of a match, if this user may see it.
    ///
    /// # Errors
    /// There is no such match for them, or the database failed.
    pub async fn get(&self, id: &MatchId, viewer: Option<UserId>) -> Result<Arc<MatchView>, RefereeError> {
        let view = self.cached(id).await?;
        if view.m.may_be_seen_by(viewer) {
            Ok(self.with_downtime_credited(view))
        } else {
            Err(RefereeError::NoSuchMatch)
        }
    }

    /// The current state of a match, for the program itself, which may see every match.
    ///
    /// # Errors
    /// There is no such match, or the database failed.
    pub async fn read(&self, id: &MatchId) -> Result<Arc<MatchView>, RefereeError> {
        let view = self.cached(id).await?;
        Ok(self.with_downtime_credited(view))
    }

    /// Drops a match from the cache if it is older than a log entry that was read from the database, as it is between a commit and
    /// its publication.
    pub fn drop_older(&self, id: &MatchId, seq: u32) {
        if self.cache.get(id).is_some_and(|view| view.m.seq < seq) {
            self.cache.invalidate(id);
        }
    }

    pub(super) async fn cached(&self, id: &MatchId) -> Result<Arc<MatchView>, RefereeError> {
        match self.cache.get(id) {
            Some(view) => Ok(view),
            None => self.load(id).await,
        }
    }

    pub(super) async fn load(&self, id: &MatchId) -> Result<Arc<MatchView>, RefereeError> {
        let start = self.cache.start_load();
        let view = self.store.load_match(id).await.map_err(failed)?.ok_or(RefereeError::NoSuchMatch)?;
        Ok(self.cache.insert(view, start))
    }

    /// How many matches wait for a user: their turn, an offer to answer, or an invitation.
    pub async fn turns_of(&self, user: UserId) -> Result<u32, StoreError> {
        self.turns.get_or_load(user, self.store.turns_of(user)).await
    }

    /// Creates a match and seats its creator.
    ///
    /// # Errors
    /// The setup is invalid, the user has too many open matches, or the database failed.
    pub async fn open(&self, by: UserSummary, setup: MatchSetup) -> Result<Arc<MatchView>, RefereeError> {
        self.submit(Some(by), RefereeTask::Open(random_id(), setup)).await
    }

    /// Creates a match, seats its players and starts it, in one transaction. The author need not play. The caller
    /// ensures that the players have agreed; their limit of open matches and rating ranges do not apply.
    ///
    /// # Errors
    /// The match cannot be set up, there are more or fewer players than seats, one of them comes twice or has blocked
    /// another, or the database failed.
    pub async fn start_match(
        &self,
        by: UserSummary,
        start: MatchStart,
    ) -> Result<Arc<MatchView>, RefereeError> {
        self.submit(Some(by), RefereeTask::StartMatch(random_id(), start)).await
    }

    /// Carries out a command.
    ///
    /// # Errors
    /// There is no such match for this user, the command is refused, or the database failed.
    pub async fn command(
        &self,
        by: UserSummary,
        id: &MatchId,
        command: MatchCommand,
    ) -> Result<Arc<MatchView>, RefereeError> {
        self.submit(Some(by), RefereeTask::Command(id.clone(), command)).await
    }

    /// Offers a rematch, or joins the one that was offered. Returns the new match.
    ///
    /// # Errors
    /// As [`Self::command`].
    pub async fn rematch(&self, by: UserSummary, id: &MatchId) -> Result<Arc<MatchView>, RefereeError> {
        self.submit(Some(by), RefereeTask::Rematch(id.clone(), random_id())).await
    }

    /// Sends a chat message.
    ///
    /// # Errors
    /// As [`Self::command`].
    pub async fn send_chat(
        &self,
        by: UserSummary,
        id: &MatchId,
        text: String,
    ) -> Result<Arc<MatchView>, RefereeError> {
        self.submit(Some(by), RefereeTask::SendChat(id.clone(), ChatMessage::clean(&text))).await
    }

    /// Replaces the conditional moves of a seat; an empty text removes them.
    ///
    /// # Errors
    /// As [`Self::command`].
    pub async fn set_conditional_moves(
        &self,
        by: UserSummary,
        id: &MatchId,
        text: String,
    ) -> Result<Arc<MatchView>, RefereeError> {
        self.edit_conditional_moves(by, id, ConditionalEdit::Replace(text)).await
    }

    /// Changes the conditional moves of a seat.
    ///
    /// # Errors
    /// As [`Self::command`].
    pub async fn edit_conditional_moves(
        &self,
        by: UserSummary,
        id: &MatchId,
        edit: ConditionalEdit,
    ) -> Result<Arc<MatchView>, RefereeError> {
        self.submit(Some(by), RefereeTask::SetConditionalMoves(id.clone(), edit)).await
    }

    /// Decides a match as staff and records that in the audit log. That the role allows it is checked by the
    /// caller; it is refused if the user no longer has the role when it is written.
    ///
    /// # Errors
    /// There is no such match, the role was lost, the ruling is invalid, or the database failed.
    pub async fn adjudicate(
        &self,
        (by, role): (UserSummary, Role),
        id: &MatchId,
        ruling: Ruling,
        why: String,
    ) -> Result<Arc<MatchView>, RefereeError> {
        self.submit(Some(by), RefereeTask::Adjudicate(id.clone(), role, ruling, why)).await
    }

    /// Removes a chat message as a moderator and records that in the audit log.
    ///
    /// # Errors
    /// There is no such match or message for them, they may not do it, or the database failed.
    pub async fn remove_message(
        &self,
        by: UserSummary,
        id: &MatchId,
        removal: MessageRemoval,
    ) -> Result<Arc<MatchView>, RefereeError> {
        self.submit(Some(by), RefereeTask::RemoveMessage(id.clone(), removal)).await
    }

    /// Applies a deadline that has passed, or expires the match.
    ///
    /// # Errors
    /// There is no such match, or the database failed.
    pub async fn sweep(&self, id: &MatchId) -> Result<Arc<MatchView>, RefereeError> {
        self.submit(None, RefereeTask::Sweep(id.clone())).await
    }

    /// Clears the caches, after names have changed.
    pub fn clear_cache(&self) {
        self.cache.clear();
    }

    pub(super) async fn submit(
        &self,
        by: Option<UserSummary>,
        task: RefereeTask,
    ) -> Result<Arc<MatchView>, RefereeError> {
        let (answer, answered) = oneshot::channel();
        let job = RefereeJob { by, at: self.clock.now(), task, answer };
        self.jobs.send(job).await.map_err(|_| RefereeError::Failed)?;
        answered.await.map_err(|_| RefereeError::Failed)?
    }
}
