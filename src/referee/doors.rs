//! Who may sit down, invite or play again as far as other people and ratings go, while a batch is decided.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::job::{Job, Task};
use crate::games::Game;
use crate::matches::{
    ByMatch, Command, InvitationRefusal, Ladder, Match, MatchId, Rating, RatingKey, Refusal, Table,
};
use crate::store::{Append, Store, StoreError};
use crate::users::{Person, UserId};

/// Somebody, and whom they may have blocked.
type Pair = (UserId, UserId);

/// What has to be known to let somebody in.
#[derive(Debug, Default)]
pub(super) struct Doors {
    blocks: HashSet<Pair>,
    ratings: HashMap<RatingKey, Rating>,
}

impl Doors {
    /// Everything the jobs may ask about.
    ///
    /// # Errors
    /// The database failed.
    pub async fn load(jobs: &[Job], tables: &ByMatch<Arc<Table>>, store: &Store) -> Result<Self, StoreError> {
        let (mut pairs, mut keys) = (Vec::new(), Vec::new());
        for job in jobs {
            let Ok(by) = job.user() else { continue };
            pairs
                .extend(concerned(job, tables).into_iter().filter(|user| *user != by).map(|user| (user, by)));
            pairs.extend(pairs_among(job.task.seated_players()));
            keys.extend(rated(job, tables).map(|(game, seats)| (by, game, Ladder::of(seats))));
        }
        read(pairs, keys, store).await
    }

    /// Whether a command comes to nothing because of who asks.
    pub fn check(&self, m: &Match, by: UserId, command: &Command) -> Result<(), Refusal> {
        let blocked = |users: &[UserId]| users.iter().any(|user| self.blocks.contains(&(*user, by)));
        match command {
            Command::Join if m.seat_of(by).is_some() => Ok(()),
            Command::Join if blocked(&seated(m)) => Err(Refusal::NotForYou),
            Command::Join => m.admits(by, self.rating(by, m.game, m.seats.count())),
            Command::Invite(whom) if blocked(&[whom.id]) => Err(unavailable(&whom.name)),
            Command::OfferRematch(_) if blocked(&seated(m)) => Err(Refusal::NoRematch),
            _ => Ok(()),
        }
    }

    /// Whether somebody may open a table like that.
    pub fn check_opening(&self, by: UserId, wish: &super::Wish) -> Result<(), Refusal> {
        let kept_out = |guest: &&Person| self.blocks.contains(&(guest.id, by));
        if let Some(guest) = wish.invited.iter().find(kept_out) {
            return Err(unavailable(&guest.name));
        }
        let own = self.rating(by, wish.game, wish.seats);
        if wish.range.holds(own) { Ok(()) } else { Err(Refusal::OutsideOwnRange { own }) }
    }

    /// Whether these users may be seated together.
    ///
    /// # Errors
    /// One of them has blocked another.
    pub fn check_players(&self, players: &[Person]) -> Result<(), Refusal> {
        let blocked = pairs_among(players).any(|pair| self.blocks.contains(&pair));
        if blocked { Err(Refusal::NotForYou) } else { Ok(()) }
    }

    /// Makes what is written depend on nobody having been blocked meanwhile by those they sit down with, ask or play again.
    pub fn guard(&self, m: &Match, by: UserId, command: &Command, append: &mut Append) {
        match command {
            Command::Join | Command::OfferRematch(_) => {
                append
                    .unless_blocked(seated(m).into_iter().filter(|user| *user != by).map(|user| (user, by)));
            }
            Command::Invite(whom) => append.unless_blocked([(whom.id, by)]),
            _ => {}
        }
    }

    fn rating(&self, user: UserId, game: Game, seats: u8) -> i64 {
        self.ratings.get(&(user, game, Ladder::of(seats))).unwrap_or(&Rating::NEW).shown()
    }
}

fn unavailable(name: &str) -> Refusal {
    InvitationRefusal::Unavailable(name.to_owned()).into()
}

/// Each of these users with each other.
pub(super) fn pairs_among(players: &[Person]) -> impl Iterator<Item = Pair> {
    let pair = |one: &Person, other: &Person| (one.id != other.id).then_some((one.id, other.id));
    players.iter().flat_map(move |one| players.iter().filter_map(move |other| pair(one, other)))
}

fn seated(m: &Match) -> Vec<UserId> {
    m.seats.as_slice().iter().copied().flatten().collect()
}

/// Those who may not want to meet whoever asks.
fn concerned(job: &Job, tables: &ByMatch<Arc<Table>>) -> Vec<UserId> {
    let of = |id: &MatchId| tables.get(id).map(|table| seated(&table.m)).unwrap_or_default();
    match &job.task {
        Task::Open(_, wish) => wish.invited.iter().map(|guest| guest.id).collect(),
        Task::Command(_, Command::Invite(whom)) => vec![whom.id],
        Task::Command(id, Command::Join) => of(id),
        Task::Rematch(id, _) => {
            let offered = tables.get(id).and_then(|table| table.m.rematch.as_ref());
            of(id).into_iter().chain(offered.map(of).unwrap_or_default()).collect()
        }
        _ => Vec::new(),
    }
}

/// The game and the number of seats at which the rating of whoever asks counts.
fn rated(job: &Job, tables: &ByMatch<Arc<Table>>) -> Option<(Game, u8)> {
    match &job.task {
        Task::Open(_, wish) if !wish.range.is_open() => Some((wish.game, wish.seats)),
        Task::Command(id, Command::Join) => {
            let m = &tables.get(id)?.m;
            (!m.range.is_open()).then(|| (m.game, m.seats.count()))
        }
        _ => None,
    }
}

async fn read(pairs: Vec<Pair>, keys: Vec<RatingKey>, store: &Store) -> Result<Doors, StoreError> {
    let blocks = if pairs.is_empty() { HashSet::new() } else { store.blocks_among(&pairs).await? };
    let ratings = if keys.is_empty() { HashMap::new() } else { store.ratings(&keys).await? };
    Ok(Doors { blocks, ratings })
}
