//! Pairs users and starts their matches.

use std::sync::Arc;

use super::opponent::WaitingUser;
use super::queue::{HeldWait, PairingQueue, UserPair};
use super::{PairingChoice, PairingStatus};
use crate::matches::{MatchError, MatchId, PlayerRating, RatingPool};
use crate::now::Clock;
use crate::referee::{MatchStart, Referee, RefereeError};
use crate::store::{Store, StoreError};
use crate::users::UserId;

/// The users who wait for an opponent. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Pairing {
    queue: Arc<PairingQueue>,
    referee: Referee,
    store: Store,
    clock: Clock,
}

impl Pairing {
    /// Nobody waits.
    pub fn new(store: Store, referee: Referee, clock: Clock) -> Self {
        Self { queue: Arc::default(), referee, store, clock }
    }

    /// Lets a user wait, or pairs them at once. Their rating and whom they have blocked are read once, here.
    pub async fn join(&self, id: UserId, choice: PairingChoice) -> Result<(), StoreError> {
        let since = self.clock.now();
        let key = (id, choice.game.game, RatingPool::Two);
        let ratings = self.store.ratings(&[key]).await?;
        let rating = ratings.get(&key).unwrap_or(&PlayerRating::NEW).rounded();
        let blocked = self.store.user_settings(id).await?.blocked.clone();
        self.queue.join(WaitingUser { id, choice, rating, blocked, since }, since);
        self.pair(id).await;
        Ok(())
    }

    /// What has become of the wait of a user; `None` if they do not wait, or if their match is over already.
    pub async fn status(&self, user: UserId) -> Option<PairingStatus> {
        let status = self.queue.status(user, self.clock.now())?;
        if let PairingStatus::Paired(id) = &status
            && self.referee.read(id).await.is_ok_and(|view| view.m.ending().is_some())
        {
            self.queue.leave(user);
            return None;
        }
        Some(status)
    }

    /// Keeps the wait of a user alive until the result is dropped, and then no longer. `None` if they do not wait.
    pub fn hold(&self, user: UserId) -> Option<HeldWait> {
        self.queue.hold(user, self.clock.now())
    }

    /// Keeps the wait of a user alive for a moment without a page.
    pub fn renew(&self, user: UserId) {
        self.queue.status(user, self.clock.now());
    }

    /// Ends the wait of a user.
    pub fn leave(&self, user: UserId) {
        self.queue.leave(user);
    }

    /// Pairs a user who waits, if there is an opponent by now.
    pub async fn pair(&self, user: UserId) {
        let Some((users, choice)) = self.queue.pick(user, self.clock.now()) else { return };
        let pairing = self.clone();
        // In a task of its own, which goes on if the request that pairs them is cancelled.
        let _ = tokio::spawn(async move { pairing.start(users, choice).await }).await;
    }

    async fn start(&self, users: UserPair, choice: PairingChoice) {
        match self.start_match(users, choice).await {
            Ok(Some(id)) => self.queue.paired(users, &id, self.clock.now()),
            Ok(None) => {}
            Err(RefereeError::NotOpened(MatchError::Blocked)) => self.queue.keep_apart(users),
            Err(error) => {
                tracing::warn!(code = error.code(), %error, "failed to start a match of two paired users");
                self.queue.give_back(users);
            }
        }
    }

    /// Starts the match of two users. One who may not play any more waits no longer, and the other waits on.
    async fn start_match(
        &self,
        users: UserPair,
        choice: PairingChoice,
    ) -> Result<Option<MatchId>, RefereeError> {
        let players = self.store.users_who_may_play(&users, self.clock.now()).await.map_err(|error| {
            tracing::error!(code = error.code(), %error, "failed to read paired users");
            RefereeError::NotRead
        })?;
        let is_gone = |user: &&UserId| players.iter().all(|player| player.id != **user);
        if let Some(gone) = users.iter().find(is_gone) {
            self.queue.give_back(users);
            self.queue.leave(*gone);
            return Ok(None);
        }
        let (by, setup) = (players[0].clone(), choice.setup().ok_or(RefereeError::Failed)?);
        let view = self.referee.start_match(by, MatchStart { setup, players, origin: None }).await?;
        Ok(Some(view.m.id.clone()))
    }
}
