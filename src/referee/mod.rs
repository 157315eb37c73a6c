//! The one writer of matches: load, decide, append, commit, publish.
//!
//! Commands queue up; whatever has queued is decided and written as one transaction, so that one `fsync` pays for many
//! moves. An answer is sent, and anybody told, only after the commit.

mod adjudications;
mod admission;
mod batch;
mod conditional;
mod downtime;
mod following;
mod job;
mod match_cache;
mod match_setup;
mod messages;
mod ratings;
mod read_marks;
mod roles;
mod sweeping;
#[cfg(test)]
mod tests;
mod time_zones;
mod turn_counts;
mod vacation;
mod withdrawal;
mod writer;

use std::sync::Arc;
use std::{io, thread};

use rand::RngExt;
use thiserror::Error;
use tokio::runtime::Builder;
use tokio::sync::{mpsc, oneshot};

pub use self::ratings::{RecalculatedRatings, Recalculation};

use self::job::{RefereeJob, RefereeTask};
use self::match_cache::MatchCache;
use self::turn_counts::TurnCounts;
use self::writer::MatchWriter;
use crate::error_codes;
use crate::games::{Game, Options};
use crate::hub::Hub;
use crate::matches::{
    ChatMessage, MatchCommand, MatchError, MatchId, MatchOrigin, MatchView, MatchVisibility, RatingRange,
    Ruling, TimeControl,
};
use crate::now::Clock;
use crate::store::{Store, StoreError};
use crate::uptime::Uptime;
use crate::users::{MessageRemoval, Role, Sanctions, StaffActionError, UserId, UserSummary};

/// How many commands may wait; whoever comes later waits before the queue.
const QUEUE: usize = 1024;

/// Why nothing was done.
#[derive(Clone, Debug, Error)]
pub enum RefereeError {
    /// There is no such match, or it is none of this person's business.
    #[error("there is no such match")]
    NoSuchMatch,
    /// The command was refused.
    #[error("{refusal}")]
    Refused {
        refusal: MatchError,
        /// The match as it stands.
        table: Arc<MatchView>,
    },
    /// The match was not opened.
    #[error("{0}")]
    NotOpened(MatchError),
    /// The author of a chat message is muted or suspended.
    #[error("muted or suspended")]
    Sanctioned(Sanctions),
    /// The user's role does not allow it.
    #[error("{0}")]
    NotPermitted(StaffActionError),
    /// The database failed: nothing was changed.
    #[error("the move could not be written down")]
    Failed,
    /// The log of the match cannot be read, for this reason: nothing can be done in it.
    #[error("the match cannot be read: {0}")]
    Unreadable(Arc<str>),
}

error_codes! {
    RefereeError {
        Self::NoSuchMatch => "no-such-match",
        Self::Sanctioned(_) => "sanctioned",
        Self::Failed => "not-written",
        Self::Unreadable(_) => "unreadable-match",
    } of {
        Self::Refused { refusal: cause, .. } => cause,
        Self::NotOpened(cause) => cause,
        Self::NotPermitted(cause) => cause,
    }
}

/// What somebody wants to play.
#[derive(Clone, Debug)]
pub struct MatchSetup {
    pub game: Game,
    /// Its options.
    pub options: Options,
    /// How many seats.
    pub seats: u8,
    /// Who finds the match.
    pub visibility: MatchVisibility,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether the site throws the dice for the seats, in games that have any.
    pub auto_roll: bool,
    /// How time is kept, if it is.
    pub time: Option<TimeControl>,
    /// For how many hours the table waits for people.
    pub open_for: u32,
    /// Within which ratings those have to be who sit down uninvited.
    pub range: RatingRange,
    /// For whom a seat is kept: fewer than there are seats.
    pub invited: Vec<UserSummary>,
}

/// A match that starts as soon as it is created, with everybody in their seats: for whatever has found its players already.
#[derive(Clone, Debug)]
pub struct MatchStart {
    /// What is played, and how. Nobody is invited to it, and it waits for nobody.
    pub setup: MatchSetup,
    /// Who plays, in the order of their seats: as many as there are.
    pub players: Vec<UserSummary>,
    /// Where it comes from.
    pub origin: Option<MatchOrigin>,
}

/// The referee. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Referee {
    jobs: mpsc::Sender<RefereeJob>,
    tables: Arc<MatchCache>,
    turns: Arc<TurnCounts>,
    store: Store,
    clock: Clock,
    uptime: Uptime,
}

impl Referee {
    /// Starts the writer, on a thread of its own: whoever wakes it wakes nobody else.
    ///
    /// # Errors
    /// There is no thread to be had.
    pub fn start(store: Store, hub: Hub, clock: Clock) -> io::Result<Self> {
        let (tables, turns) = (Arc::new(MatchCache::default()), Arc::new(TurnCounts::default()));
        let (jobs, queue) = mpsc::channel(QUEUE);
        let uptime = Uptime::new(store.clone(), clock.clone());
        let (kept, counted) = (Arc::clone(&tables), Arc::clone(&turns));
        let writer =
            MatchWriter { store: store.clone(), tables: kept, turns: counted, hub, uptime: uptime.clone() };
        let runtime = Builder::new_current_thread().enable_time().build()?;
        thread::Builder::new().name("referee".into()).spawn(move || runtime.block_on(writer.work(queue)))?;
        Ok(Self { jobs, tables, turns, store, clock, uptime })
    }

    /// A match as it stands, if it may be seen by this person.
    ///
    /// # Errors
    /// There is no such match for them, or the database failed.
    pub async fn get(&self, id: &MatchId, viewer: Option<UserId>) -> Result<Arc<MatchView>, RefereeError> {
        let table = match self.tables.get(id) {
            Some(table) => table,
            None => self.load(id).await?,
        };
        if table.m.may_be_seen_by(viewer) {
            Ok(self.credited(table).await)
        } else {
            Err(RefereeError::NoSuchMatch)
        }
    }

    async fn load(&self, id: &MatchId) -> Result<Arc<MatchView>, RefereeError> {
        let table = self.store.table(id).await.map_err(failed)?.ok_or(RefereeError::NoSuchMatch)?;
        Ok(self.tables.keep(table))
    }

    /// How many matches wait for somebody: it is their turn, they are asked something, or a seat is kept for them.
    pub async fn turns_of(&self, user: UserId) -> Result<u32, StoreError> {
        match self.turns.get(user) {
            Ok(turns) => Ok(turns),
            Err(asked) => {
                let turns = self.store.turns_of(user).await?;
                self.turns.remember(user, turns, asked);
                Ok(turns)
            }
        }
    }

    /// Opens a match and seats who opened it.
    ///
    /// # Errors
    /// The match cannot be set up, they have too many open tables, or the database failed.
    pub async fn open(&self, by: UserSummary, setup: MatchSetup) -> Result<Arc<MatchView>, RefereeError> {
        self.ask(Some(by), RefereeTask::Open(random_id(), setup)).await
    }

    /// Creates a match, seats its players and starts it: all of that is written at once, or none of it. Whoever asks for it
    /// need not play. That the players have agreed to it is for the caller to know; their limit of open matches and ranges of
    /// ratings do not apply.
    ///
    /// # Errors
    /// The match cannot be set up, there are more or fewer players than seats, one of them comes twice or has blocked another,
    /// or the database failed.
    pub async fn start_match(
        &self,
        by: UserSummary,
        start: MatchStart,
    ) -> Result<Arc<MatchView>, RefereeError> {
        self.ask(Some(by), RefereeTask::StartMatch(random_id(), start)).await
    }

    /// Carries out a command.
    ///
    /// # Errors
    /// There is no such match for this person, the command is refused, or the database failed.
    pub async fn command(
        &self,
        by: UserSummary,
        id: &MatchId,
        command: MatchCommand,
    ) -> Result<Arc<MatchView>, RefereeError> {
        self.ask(Some(by), RefereeTask::Command(id.clone(), command)).await
    }

    /// Offers a rematch, or sits down at the one that was offered. Answers with the new match.
    ///
    /// # Errors
    /// As [`Self::command`].
    pub async fn rematch(&self, by: UserSummary, id: &MatchId) -> Result<Arc<MatchView>, RefereeError> {
        self.ask(Some(by), RefereeTask::Rematch(id.clone(), random_id())).await
    }

    /// Says something at the table.
    ///
    /// # Errors
    /// As [`Self::command`].
    pub async fn send_chat(
        &self,
        by: UserSummary,
        id: &MatchId,
        text: String,
    ) -> Result<Arc<MatchView>, RefereeError> {
        self.ask(Some(by), RefereeTask::SendChat(id.clone(), ChatMessage::clean(&text))).await
    }

    /// Leaves conditional moves in the place of those left before; an empty text withdraws them.
    ///
    /// # Errors
    /// As [`Self::command`].
    pub async fn set_conditional_moves(
        &self,
        by: UserSummary,
        id: &MatchId,
        text: String,
    ) -> Result<Arc<MatchView>, RefereeError> {
        self.ask(Some(by), RefereeTask::SetConditionalMoves(id.clone(), text)).await
    }

    /// Decides a match as staff, and writes that into the audit log. That a user with this role may decide it is for the
    /// caller to know; it is refused if they no longer have the role when it is written.
    ///
    /// # Errors
    /// There is no such match, they have lost their role, it cannot be decided like this, or the database failed.
    pub async fn adjudicate(
        &self,
        (by, role): (UserSummary, Role),
        id: &MatchId,
        ruling: Ruling,
        why: String,
    ) -> Result<Arc<MatchView>, RefereeError> {
        self.ask(Some(by), RefereeTask::Adjudicate(id.clone(), role, ruling, why)).await
    }

    /// Removes a chat message for a moderator and writes that into the audit log.
    ///
    /// # Errors
    /// There is no such match or message for them, they may not do it, or the database failed.
    pub async fn remove_message(
        &self,
        by: UserSummary,
        id: &MatchId,
        removal: MessageRemoval,
    ) -> Result<Arc<MatchView>, RefereeError> {
        self.ask(Some(by), RefereeTask::RemoveMessage(id.clone(), removal)).await
    }

    /// Ends the match, or the turn, if the seat to move has run out of time, or nobody goes on with it.
    ///
    /// # Errors
    /// There is no such match, or the database failed.
    pub async fn sweep(&self, id: &MatchId) -> Result<Arc<MatchView>, RefereeError> {
        self.ask(None, RefereeTask::Sweep(id.clone())).await
    }

    /// Forgets what was cached, after names have changed.
    pub fn forget_all(&self) {
        self.tables.clear();
    }

    async fn ask(&self, by: Option<UserSummary>, task: RefereeTask) -> Result<Arc<MatchView>, RefereeError> {
        let (answer, answered) = oneshot::channel();
        let job = RefereeJob { by, at: self.clock.now(), task, answer };
        self.jobs.send(job).await.map_err(|_| RefereeError::Failed)?;
        answered.await.map_err(|_| RefereeError::Failed)?
    }
}

fn failed(error: StoreError) -> RefereeError {
    tracing::error!(%error, "failed to read a match");
    RefereeError::Failed
}

fn random_id() -> MatchId {
    let mut rng = rand::rng();
    MatchId::from_digits(std::array::from_fn(|_| rng.random_range(0..58)))
}
