//! The opening of a new match and of a rematch.

use std::cmp::Ordering;

use rand::RngExt;

use super::{MatchSetup, MatchStart};
use crate::games::Game;
use crate::matches::{
    FirstMove, JoinCode, MatchDice, MatchError, MatchOpening, MatchOrigin, MatchSecret, MatchView,
    RatingRange,
};
use crate::users::{FORMER, UserId};

/// How many hours a rematch stays open.
const REMATCH_OPEN_FOR: u32 = 7 * 24;

/// The opening of a new match of this user.
pub(super) fn opening_of(creator: UserId, setup: &MatchSetup) -> MatchOpening {
    let pairs = setup.options.pairs().into_iter().map(|(key, value)| (key.into(), value.into()));
    MatchOpening {
        game: setup.game.key().into(),
        options: pairs.collect(),
        seats: setup.seats,
        visibility: setup.visibility,
        rated: setup.rated,
        code: random_code(),
        reserved: reserved_seats(creator, setup),
        origin: None,
        dice: new_dice(setup.game, setup.auto_roll),
        seat_secret: (setup.first == FirstMove::Random).then(new_secret),
        time: setup.time,
        open_for: Some(setup.open_for),
        range: setup.range,
    }
}

/// The opening of a match that starts at once.
///
/// # Errors
/// There are more or fewer players than seats.
pub(super) fn started_opening(creator: UserId, start: &MatchStart) -> Result<MatchOpening, MatchError> {
    let seats = start.setup.seats;
    match start.players.len().cmp(&usize::from(seats)) {
        Ordering::Less => return Err(MatchError::TooFew { least: seats }),
        Ordering::Greater => return Err(MatchError::Full),
        Ordering::Equal => {}
    }
    let opening = opening_of(creator, &start.setup);
    Ok(MatchOpening { reserved: Vec::new(), open_for: None, origin: start.origin.clone(), ..opening })
}

/// The opening of a rematch, with all players one seat further on, so that another one begins, also if the seats of the
/// match before were drawn. The seats of deleted users are free.
pub(super) fn rematch_of(view: &MatchView) -> MatchOpening {
    let m = &view.m;
    let is_here = |user: &UserId| view.names.of(*user) != FORMER;
    let mut reserved: Vec<_> = m.seats.as_slice().iter().map(|user| user.filter(is_here)).collect();
    reserved.rotate_left(1);
    MatchOpening {
        game: m.game.key().into(),
        options: m.options.pairs().into_iter().map(|(key, value)| (key.into(), value.into())).collect(),
        seats: m.seats.count(),
        visibility: m.visibility,
        rated: m.rated,
        code: random_code(),
        reserved,
        origin: Some(MatchOrigin::Rematch(m.id.clone())),
        dice: m.dice.as_ref().and_then(|before| new_dice(m.game, before.for_me)),
        seat_secret: None,
        time: m.clocks.as_ref().map(|clocks| *clocks.control()),
        open_for: Some(REMATCH_OPEN_FOR),
        range: RatingRange::default(),
    }
}

/// The seats of invited users. The creator has the first seat, or the last one if their opponent moves first.
fn reserved_seats(creator: UserId, setup: &MatchSetup) -> Vec<Option<UserId>> {
    let invited = setup.invited.iter().map(|person| Some(person.id));
    match setup.first {
        FirstMove::Opponent => invited.chain([None]).take(1).chain([Some(creator)]).collect(),
        _ if setup.invited.is_empty() => Vec::new(),
        FirstMove::Creator | FirstMove::Random => std::iter::once(None).chain(invited).collect(),
    }
}

/// Dice with a new secret, in games with dice.
fn new_dice(game: Game, for_me: bool) -> Option<MatchDice> {
    game.has_dice().then(|| MatchDice { secret: new_secret(), for_me })
}

fn new_secret() -> MatchSecret {
    MatchSecret::new(rand::rng().random())
}

fn random_code() -> JoinCode {
    let mut rng = rand::rng();
    JoinCode::from_digits(std::array::from_fn(|_| rng.random_range(0..31)))
}
