//! Blocks, ratings and reliability, loaded before a command that seats or invites users.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::job::{RefereeJob, RefereeTask};
use crate::games::Game;
use crate::matches::{
    ByMatch, JoinConditions, Match, MatchCommand, MatchError, MatchId, MatchView, PlayerRating, RatingKey,
    RatingPool, Reliability, SeatInvitationError,
};
use crate::store::{Store, StoreError};
use crate::users::{UserId, UserSummary};

/// A user and those they may have blocked.
type UserPair = (UserId, UserId);

/// Blocks, ratings and reliability that are checked before users are seated or invited.
#[derive(Debug, Default)]
pub(super) struct AdmissionChecks {
    blocks: HashSet<UserPair>,
    ratings: HashMap<RatingKey, PlayerRating>,
    reliability: HashMap<UserId, Reliability>,
}

impl AdmissionChecks {
    /// Loads everything that the jobs may need.
    pub async fn load(
        jobs: &[RefereeJob],
        views: &ByMatch<Arc<MatchView>>,
        store: &Store,
    ) -> Result<Self, StoreError> {
        let (mut pairs, mut keys, mut punctual) = (Vec::new(), Vec::new(), Vec::new());
        for job in jobs {
            let Ok(by) = job.user() else { continue };
            pairs.extend(
                possible_blockers(job, views).into_iter().filter(|user| *user != by).map(|user| (user, by)),
            );
            pairs.extend(pairs_of(job.task.seated_players()));
            let Some((game, seats, conditions)) = conditions(job, views) else { continue };
            keys.extend(conditions.limit_rating().then_some((by, game, RatingPool::of(seats))));
            punctual.extend(conditions.min_on_time.map(|_| by));
        }
        let blocks = if pairs.is_empty() { HashSet::new() } else { store.blocks_among(&pairs).await? };
        let ratings = if keys.is_empty() { HashMap::new() } else { store.ratings(&keys).await? };
        let reliability = store.reliability(&punctual).await?;
        Ok(Self { blocks, ratings, reliability })
    }

    /// Refuses a command because of blocks or conditions.
    pub fn check(&self, m: &Match, by: UserId, command: &MatchCommand) -> Result<(), MatchError> {
        let blocked = |users: &[UserId]| users.iter().any(|user| self.blocks.contains(&(*user, by)));
        match command {
            MatchCommand::Join if m.seat_of(by).is_some() => Ok(()),
            MatchCommand::Join if blocked(&seated_users(m)) => Err(MatchError::Blocked),
            MatchCommand::Join => {
                m.check_conditions(by, self.rating(by, m.game, m.seats.count()), self.in_time(by))
            }
            MatchCommand::Invite(invitee) if blocked(&[invitee.id]) => Err(unavailable(&invitee.name)),
            MatchCommand::OfferRematch(_) if blocked(&seated_users(m)) => Err(MatchError::NoRematch),
            _ => Ok(()),
        }
    }

    /// Whether a user may create such a match.
    pub fn check_opening(&self, by: UserId, setup: &super::MatchSetup) -> Result<(), MatchError> {
        let kept_out = |invitee: &&UserSummary| self.blocks.contains(&(invitee.id, by));
        if let Some(invitee) = setup.invited.iter().find(kept_out) {
            return Err(unavailable(&invitee.name));
        }
        let own = self.rating(by, setup.game, setup.seats);
        match setup.conditions.unmet(own, self.in_time(by)) {
            None => Ok(()),
            Some(unmet) => Err(MatchError::OwnCondition(unmet)),
        }
    }

    /// Whether these users may be seated together.
    ///
    /// # Errors
    /// One of them has blocked another.
    pub fn check_players(&self, players: &[UserSummary]) -> Result<(), MatchError> {
        let blocked = pairs_of(players).any(|pair| self.blocks.contains(&pair));
        if blocked { Err(MatchError::Blocked) } else { Ok(()) }
    }

    fn rating(&self, user: UserId, game: Game, seats: u8) -> i64 {
        self.ratings.get(&(user, game, RatingPool::of(seats))).unwrap_or(&PlayerRating::NEW).rounded()
    }

    fn in_time(&self, user: UserId) -> Option<u32> {
        self.reliability.get(&user)?.in_time
    }
}

fn unavailable(name: &str) -> MatchError {
    SeatInvitationError::Unavailable(name.to_owned()).into()
}

/// All ordered pairs of these users.
fn pairs_of(players: &[UserSummary]) -> impl Iterator<Item = UserPair> {
    let pair = |one: &UserSummary, other: &UserSummary| (one.id != other.id).then_some((one.id, other.id));
    players.iter().flat_map(move |one| players.iter().filter_map(move |other| pair(one, other)))
}

fn seated_users(m: &Match) -> Vec<UserId> {
    m.seats.as_slice().iter().copied().flatten().collect()
}

/// The users who may have blocked the author of the job.
fn possible_blockers(job: &RefereeJob, views: &ByMatch<Arc<MatchView>>) -> Vec<UserId> {
    let of = |id: &MatchId| views.get(id).map(|view| seated_users(&view.m)).unwrap_or_default();
    match &job.task {
        RefereeTask::Open(_, setup) => setup.invited.iter().map(|invitee| invitee.id).collect(),
        RefereeTask::Command(_, MatchCommand::Invite(invitee)) => vec![invitee.id],
        RefereeTask::Command(id, MatchCommand::Join) => of(id),
        RefereeTask::Rematch(id, _) => {
            let offered = views.get(id).and_then(|view| view.m.rematch.as_ref());
            of(id).into_iter().chain(offered.map(of).unwrap_or_default()).collect()
        }
        _ => Vec::new(),
    }
}

/// The conditions under which the author of the job is seated, with the game and the number of seats.
fn conditions(job: &RefereeJob, views: &ByMatch<Arc<MatchView>>) -> Option<(Game, u8, JoinConditions)> {
    match &job.task {
        RefereeTask::Open(_, setup) => Some((setup.game, setup.seats, setup.conditions)),
        RefereeTask::Command(id, MatchCommand::Join) => {
            let m = &views.get(id)?.m;
            Some((m.game, m.seats.count(), m.conditions))
        }
        _ => None,
    }
}
