//! The opening of a new match and of a rematch.

use std::cmp::Ordering;

use rand::RngExt;

use super::{MatchSetup, MatchStart};
use crate::games::Game;
use crate::matches::{
    DiceSecret, JoinCode, MatchDice, MatchError, MatchOpening, MatchOrigin, MatchView, RatingRange,
};
use crate::users::{FORMER, UserId, UserSummary};

/// How many hours a rematch stays open.
const REMATCH_OPEN_FOR: u32 = 7 * 24;

/// The opening of a new match.
pub(super) fn opening_of(setup: &MatchSetup) -> MatchOpening {
    let pairs = setup.options.pairs().into_iter().map(|(key, value)| (key.into(), value.into()));
    MatchOpening {
        game: setup.game.key().into(),
        options: pairs.collect(),
        seats: setup.seats,
        visibility: setup.visibility,
        rated: setup.rated,
        code: random_code(),
        reserved: reserved_seats(&setup.invited),
        origin: None,
        dice: new_dice(setup.game, setup.auto_roll),
        time: setup.time,
        open_for: Some(setup.open_for),
        range: setup.range,
    }
}

/// The opening of a match that starts at once.
///
/// # Errors
/// There are more or fewer players than seats.
pub(super) fn started_opening(start: &MatchStart) -> Result<MatchOpening, MatchError> {
    let seats = start.setup.seats;
    match start.players.len().cmp(&usize::from(seats)) {
        Ordering::Less => return Err(MatchError::TooFew { least: seats }),
        Ordering::Greater => return Err(MatchError::Full),
        Ordering::Equal => {}
    }
    let opening = opening_of(&start.setup);
    Ok(MatchOpening { reserved: Vec::new(), open_for: None, origin: start.origin.clone(), ..opening })
}

/// The opening of a rematch, with all players one seat further on, so that another one begins. The seats of deleted
/// users are free.
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
        time: m.clocks.as_ref().map(|clocks| *clocks.control()),
        open_for: Some(REMATCH_OPEN_FOR),
        range: RatingRange::default(),
    }
}

/// The first seat is for the creator; the next are reserved for invited users.
fn reserved_seats(invited: &[UserSummary]) -> Vec<Option<UserId>> {
    if invited.is_empty() {
        return Vec::new();
    }
    std::iter::once(None).chain(invited.iter().map(|person| Some(person.id))).collect()
}

/// Dice with a new secret, in games with dice.
fn new_dice(game: Game, for_me: bool) -> Option<MatchDice> {
    game.has_dice().then(|| MatchDice { secret: DiceSecret::new(rand::rng().random()), for_me })
}

fn random_code() -> JoinCode {
    let mut rng = rand::rng();
    JoinCode::from_digits(std::array::from_fn(|_| rng.random_range(0..31)))
}
