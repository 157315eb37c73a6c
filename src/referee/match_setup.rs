//! What a match is created from, and the opening of a new match and of a rematch.

use std::cmp::Ordering;

use rand::RngExt;

use crate::games::{Game, Options, SetupError};
use crate::matches::{
    FirstMove, JoinCode, JoinConditions, Match, MatchDice, MatchError, MatchId, MatchOpening, MatchOrigin,
    MatchSecret, MatchView, MatchVisibility, TimeControl,
};
use crate::users::{FORMER, UserId, UserSummary};

/// How many hours a rematch stays open.
const REMATCH_OPEN_FOR: u32 = 7 * 24;

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
    /// Who moves first. It can be the opponent only in a match for two.
    pub first: FirstMove,
    /// The time control, if there is one.
    pub time_control: Option<TimeControl>,
    /// For how many hours the match stays open.
    pub open_for: u32,
    /// The ratings that a user must have to join uninvited.
    pub conditions: JoinConditions,
    /// Whether it is a standing offer, which stays open and is renewed when it starts. `open_for` does not apply then.
    pub renews: bool,
    /// Whether its creator plays all seats. The others are for [`device_player`](crate::users::device_player)s.
    pub pass_and_play: bool,
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
            time_control: None,
            open_for: 24,
            conditions: JoinConditions::default(),
            renews: false,
            pass_and_play: false,
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
        time_control: setup.time_control,
        open_for: (!setup.renews).then_some(setup.open_for),
        conditions: setup.conditions,
        renews: setup.renews,
        pass_and_play: setup.pass_and_play,
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
    let origin = Some(MatchOrigin::Rematch(m.id.clone()));
    MatchOpening { reserved, origin, open_for: Some(REMATCH_OPEN_FOR), ..another(m) }
}

/// The opening of the next match of a standing offer that starts. Its creator has the same seat, and all others are free.
pub(super) fn renewal_of(m: &Match) -> MatchOpening {
    let moves_second = m.seat_draw.is_none() && m.seat_of(m.opened_by).is_some_and(|seat| seat.index() == 1);
    MatchOpening {
        reserved: if moves_second { vec![None, Some(m.opened_by)] } else { Vec::new() },
        seat_secret: m.seat_draw.as_ref().map(|_| new_secret()),
        conditions: m.conditions,
        renews: true,
        ..another(m)
    }
}

/// The opening of a match with the setup of another. Its seats are free and not drawn, and anyone may join.
fn another(m: &Match) -> MatchOpening {
    MatchOpening {
        options: m.options.pairs().into_iter().map(|(key, value)| (key.into(), value.into())).collect(),
        visibility: m.visibility,
        rated: m.rated,
        dice: m.dice.as_ref().and_then(|before| new_dice(m.game, before.auto_roll)),
        time_control: m.clocks.as_ref().map(|clocks| *clocks.control()),
        ..MatchOpening::casual(m.game, m.seats.count(), random_code())
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
fn new_dice(game: Game, auto_roll: bool) -> Option<MatchDice> {
    game.has_dice().then(|| MatchDice { secret: new_secret(), auto_roll })
}

fn new_secret() -> MatchSecret {
    MatchSecret::new(rand::rng().random())
}

fn random_code() -> JoinCode {
    let mut rng = rand::rng();
    JoinCode::from_digits(std::array::from_fn(|_| rng.random_range(0..31)))
}

pub(super) fn random_id() -> MatchId {
    let mut rng = rand::rng();
    MatchId::from_digits(std::array::from_fn(|_| rng.random_range(0..58)))
}
