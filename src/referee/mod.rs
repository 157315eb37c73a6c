//! The one writer of matches: load, decide, append, commit, publish.
//!
//! Commands are queued; all that are queued are decided and written as one transaction, so that one `fsync` serves
//! many moves. Results are returned and published only after the commit.

mod adjudications;
mod admission;
mod batch;
mod bot_matches;
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
mod takeovers;
#[cfg(test)]
mod tests;
mod time_zones;
mod turn_counts;
mod vacation;
mod withdrawal;
mod writer;

use std::sync::Arc;
use std::time::Duration;
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
use crate::games::{Game, Options, SetupError};
use crate::hub::Hub;
use crate::lists::BotDirectory;
use crate::matches::{
    ChatMessage, ConditionalEdit, FirstMove, MatchCommand, MatchError, MatchId, MatchOrigin, MatchView,
    MatchVisibility, RatingRange, Ruling, TimeControl,
};
use crate::now::Clock;
use crate::store::{Store, StoreError};
use crate::uptime::Uptime;
use crate::users::{MessageRemoval, Role, Sanctions, StaffActionError, UserId, UserSummary};

/// How many commands can be queued. Further ones wait.
const QUEUE: usize = 1024;

/// Why a command was not carried out.
#[derive(Clone, Debug, Error)]
pub enum RefereeError {
    /// There is no such match, or the user may not see it.
    #[error("there is no such match")]
    NoSuchMatch,
    /// The command was refused.
    #[error("{refusal}")]
    Refused {
        refusal: MatchError,
        /// The current match.
        view: Arc<MatchView>,
    },
    /// The match was not created.
    #[error("{0}")]
    NotOpened(MatchError),
    /// The author of a chat message is banned from chat or suspended.
    #[error("muted or suspended")]
    Sanctioned(Sanctions),
    /// The user's role does not allow it.
    #[error("{0}")]
    NotPermitted(StaffActionError),
    /// The database failed; nothing was changed.
    #[error("the command could not be carried out, because the database failed")]
    Failed,
    /// The database failed while the match was read.
    #[error("the match could not be read")]
    NotRead,
    /// The log of the match is invalid, for this reason; nothing can be done in the match.
    #[error("the match cannot be read: {0}")]
    Unreadable(Arc<str>),
}

error_codes! {
    RefereeError {
        Self::NoSuchMatch => "no-such-match",
        Self::Sanctioned(_) => "sanctioned",
        Self::Failed => "not-written",
        Self::NotRead => "not-read",
        Self::Unreadable(_) => "unreadable-match",
    } of {
        Self::Refused { refusal: cause, .. } => cause,
        Self::NotOpened(cause) => cause,
        Self::NotPermitted(cause) => cause,
    }
}

/// A request to create a match.
#[derive(Clone, Debug)]
pub struct MatchSetup {
    pub game: Game,
    /// Its options.
    pub options: Options,
    /// The number of seats.
    pub seats: u8,
    /// Who can find the match.
    pub visibility: MatchVisibility,
    /// Whether it is rated.
    pub rated: bool,
    /// Whether the dice are rolled for the players, in games with dice.
    pub auto_roll: bool,
    /// Who moves first. Only in a match for two it can be the opponent.
    pub first: FirstMove,
    /// The time control, if there is one.
    pub time: Option<TimeControl>,
    /// For how many hours the match stays open.
    pub open_for: u32,
    /// The ratings that a user must have to join uninvited.
    pub range: RatingRange,
    /// The invited users: fewer than there are seats.
    pub invited: Vec<UserSummary>,
    /// The bots that take a seat at once. With the creator and the invited users they are at most as many as there are seats.
    pub bots: Vec<UserSummary>,
}

impl MatchSetup {
    /// A casual match that everyone can find, without a clock and with the default options. The creator moves first, and dice are
    /// rolled for the players.
    ///
    /// # Errors
    /// The default options are not valid, which a test of every game excludes.
    pub fn casual(game: Game, seats: u8) -> Result<Self, SetupError> {
        Ok(Self {
            game,
            options: game.options([])?,
            seats,
            visibility: MatchVisibility::Public,
            rated: false,
            auto_roll: true,
            first: FirstMove::Creator,
            time: None,
            open_for: 24,
            range: RatingRange::default(),
            invited: Vec::new(),
            bots: Vec::new(),
        })
    }
}

/// A match that starts as soon as it is created, with all players seated.
#[derive(Clone, Debug)]
pub struct MatchStart {
    /// What is played, and how. It has no invitations.
    pub setup: MatchSetup,
    /// The players in seat order, unless it is drawn: as many as there are seats.
    pub players: Vec<UserSummary>,
    /// What it was created from.
    pub origin: Option<MatchOrigin>,
}

/// A handle of the referee. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Referee {
    jobs: mpsc::Sender<RefereeJob>,
    cache: Arc<MatchCache>,
    turns: TurnCounts,
    store: Store,
    clock: Clock,
    uptime: Uptime,
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

    async fn cached(&self, id: &MatchId) -> Result<Arc<MatchView>, RefereeError> {
        match self.cache.get(id) {
            Some(view) => Ok(view),
            None => self.load(id).await,
        }
    }

    async fn load(&self, id: &MatchId) -> Result<Arc<MatchView>, RefereeError> {
        let view = self.store.load_match(id).await.map_err(failed)?.ok_or(RefereeError::NoSuchMatch)?;
        Ok(self.cache.insert(view))
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

    async fn submit(
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

fn failed(error: StoreError) -> RefereeError {
    tracing::error!(code = error.code(), %error, "failed to read a match");
    match error {
        StoreError::Corrupt(_) => RefereeError::Unreadable(error.to_string().into()),
        _ => RefereeError::NotRead,
    }
}

fn random_id() -> MatchId {
    let mut rng = rand::rng();
    MatchId::from_digits(std::array::from_fn(|_| rng.random_range(0..58)))
}
