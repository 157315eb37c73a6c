//! Ratings of players, updated from rated matches.
//!
//! Two seats are rated by Glicko-2 (M. Glickman, "Example of the Glicko-2 system", 2022), three and more by the Bradley–Terry
//! full-pair update of R. Weng and C.-J. Lin ("A Bayesian approximation method for online ranking", JMLR 12, 2011,
//! algorithm 1). Both are kept on one scale: every player begins with 1500.

use std::iter::successors;

use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

use super::{Match, MatchId, MatchStatus};
use crate::games::Game;
use crate::keyed;
use crate::now::Moment;
use crate::now::spans::DAY;
use crate::users::{UserId, UserSummary};

keyed! {
    /// Which matches are rated together: those of two seats apart from those of more, and those among people apart from
    /// those with bots.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum RatingPool {
        /// Two seats.
        Two = "two",
        /// Three to six seats.
        More = "more",
        /// Two seats, at least one of them a bot's.
        TwoWithBots = "two-with-bots",
        /// Three to six seats, at least one of them a bot's.
        MoreWithBots = "more-with-bots",
    }
}

impl RatingPool {
    /// The pool of matches among people with this number of seats.
    pub const fn of(seats: u8) -> Self {
        if seats == 2 { RatingPool::Two } else { RatingPool::More }
    }

    /// The pool of matches with bots and this number of seats.
    pub const fn with_bots(seats: u8) -> Self {
        if seats == 2 { RatingPool::TwoWithBots } else { RatingPool::MoreWithBots }
    }

    /// The pool of a match, as it is occupied.
    pub fn of_match(m: &Match) -> Self {
        let seats = m.seats.count();
        if m.has_bots() { Self::with_bots(seats) } else { Self::of(seats) }
    }

    /// Whether bots play in its matches.
    pub const fn has_bots(self) -> bool {
        matches!(self, RatingPool::TwoWithBots | RatingPool::MoreWithBots)
    }

    /// Whether its matches have two seats.
    pub const fn is_of_two(self) -> bool {
        matches!(self, RatingPool::Two | RatingPool::TwoWithBots)
    }

    /// Whether a game has matches in this pool.
    pub fn has(self, game: Game) -> bool {
        game.seats().any(|seats| (seats == 2) == self.is_of_two())
    }
}

/// A player's rating at a game, with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerRating {
    /// The rating itself; new players have 1500.
    pub value: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// Glicko-2's volatility σ; unused with more than two players.
    pub volatility: f64,
    /// The number of matches it is based on.
    pub number: u32,
    /// When the last of them ended.
    pub at: Moment,
}

/// Glickman's initial values.
const INITIAL_RATING: f64 = 1500.0;
const INITIAL_DEVIATION: f64 = 350.0;
const INITIAL_VOLATILITY: f64 = 0.06;
/// A rating with a larger deviation is provisional, as on lichess.
const PROVISIONAL: f64 = 110.0;
/// How many matches of more than two players make a rating settled: their deviation does not fall that low.
const SETTLED_AFTER: u32 = 10;
/// An upper bound for [`PlayerRating::matches_missing`].
const MOST_MISSING: usize = 100;
/// A rating period of Glicko-2, in milliseconds: deviations grow with each period without a match.
const PERIOD: i64 = 30 * DAY;
/// A point of Weng and Lin's scale, on which new players have 25 ± 25/3, in points of ours with 1500 ± 350.
const POINT: f64 = INITIAL_DEVIATION * 3.0 / 25.0;
/// Ratings are rounded to a billionth after every match, so that recalculation gives exactly the same numbers.
const EXACT: f64 = 1e9;

impl PlayerRating {
    /// The rating of a player without rated matches.
    pub const NEW: PlayerRating = PlayerRating {
        value: INITIAL_RATING,
        deviation: INITIAL_DEVIATION,
        volatility: INITIAL_VOLATILITY,
        number: 0,
        at: Moment(0),
    };

    /// The rating as a whole number, as it is shown.
    pub fn rounded(self) -> i64 {
        self.value.round() as i64
    }

    /// Whether it is provisional.
    pub fn is_provisional(self, pool: RatingPool) -> bool {
        if pool.is_of_two() { self.deviation > PROVISIONAL } else { self.number < SETTLED_AFTER }
    }

    /// How many more matches would make the rating settled; 0 if it is. For two players that depends on results and
    /// opponents, so it is an estimate: draws against opponents with the same rating and deviation.
    pub fn matches_missing(self, pool: RatingPool) -> u32 {
        if !pool.is_of_two() {
            return SETTLED_AFTER.saturating_sub(self.number);
        }
        let drawn = |rating: &PlayerRating| Some(two(*rating, *rating, 1, 1, self.at)[0]);
        let provisional = |rating: &PlayerRating| rating.is_provisional(pool);
        let steps = successors(Some(self), drawn).take_while(provisional).take(MOST_MISSING);
        u32::try_from(steps.count()).unwrap_or(u32::MAX)
    }

    /// The rating at a moment, less certain after a long time. With more than two players, time has no effect.
    fn after_rest(self, at: Moment) -> Self {
        let periods = if self.number == 0 { 0 } else { (at.since(self.at) / PERIOD).clamp(0, 120) };
        let aged = (0..periods).fold(self.glicko(), |rating, _| decay_deviation(&rating));
        Self { deviation: aged.deviation, ..self }
    }

    fn glicko(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.value, deviation: self.deviation, volatility: self.volatility }
    }

    fn weng_lin(self) -> WengLinRating {
        WengLinRating {
            rating: 25.0 + (self.value - INITIAL_RATING) / POINT,
            uncertainty: self.deviation / POINT,
        }
    }

    fn after(self, at: Moment, value: f64, deviation: f64, volatility: f64) -> Self {
        let exact = |number: f64| (number * EXACT).round() / EXACT;
        let [value, deviation, volatility] = [value, deviation, volatility].map(exact);
        Self { value, deviation, volatility, number: self.number + 1, at }
    }

    /// Value, deviation and volatility in billionths, as they are stored without loss.
    pub fn billionths(self) -> [i64; 3] {
        [self.value, self.deviation, self.volatility].map(|number| (number * EXACT).round() as i64)
    }

    /// The rating with these numbers in billionths, after a match that ended at a moment.
    pub fn from_billionths([value, deviation, volatility]: [i64; 3], number: u32, at: Moment) -> Self {
        let read = |billionths: i64| billionths as f64 / EXACT;
        Self { value: read(value), deviation: read(deviation), volatility: read(volatility), number, at }
    }
}

/// The ratings after a match that ended at a moment, from those before it and the places, by seat.
pub fn rate(before: &[PlayerRating], places: &[u8], at: Moment) -> Vec<PlayerRating> {
    match (before, places) {
        (&[one, other], &[first, second]) => {
            two(one.after_rest(at), other.after_rest(at), first, second, at).into()
        }
        _ => more(before, places, at),
    }
}

fn two(one: PlayerRating, other: PlayerRating, first: u8, second: u8, at: Moment) -> [PlayerRating; 2] {
    let outcome = match first.cmp(&second) {
        std::cmp::Ordering::Less => Outcomes::WIN,
        std::cmp::Ordering::Equal => Outcomes::DRAW,
        std::cmp::Ordering::Greater => Outcomes::LOSS,
    };
    let (first, second) = glicko2(&one.glicko(), &other.glicko(), &outcome, &Glicko2Config::new());
    let after = |before: PlayerRating, new: Glicko2Rating| {
        before.after(at, new.rating, new.deviation, new.volatility)
    };
    [after(one, first), after(other, second)]
}

fn more(before: &[PlayerRating], places: &[u8], at: Moment) -> Vec<PlayerRating> {
    let alone: Vec<_> = before.iter().map(|rating| [rating.weng_lin()]).collect();
    let ranks = places.iter().map(|place| MultiTeamOutcome::new(usize::from(*place)));
    let teams: Vec<_> = alone.iter().map(|team| &team[..]).zip(ranks).collect();
    let rated = weng_lin_multi_team(&teams, &WengLinConfig::new());
    let after = |(before, new): (&PlayerRating, WengLinRating)| {
        let value = INITIAL_RATING + (new.rating - 25.0) * POINT;
        before.after(at, value, new.uncertainty * POINT, before.volatility)
    };
    before.iter().zip(rated.into_iter().flatten()).map(after).collect()
}

/// The key of a rating: user, game and pool.
pub type RatingKey = (UserId, Game, RatingPool);

/// A rating after one of the matches it is based on.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingChange {
    pub user: UserId,
    /// The game.
    pub game: Game,
    /// The pool.
    pub pool: RatingPool,
    /// The match.
    pub match_id: MatchId,
    /// The rating after it.
    pub rating: PlayerRating,
}

impl RatingChange {
    /// The ratings of a user before and after a match, with their pool, from those of all its players. `None` if the
    /// match changed no ratings.
    pub fn around(changes: &[RatingChange], user: UserId) -> Option<([PlayerRating; 2], RatingPool)> {
        let mut own: Vec<_> = changes.iter().filter(|change| change.user == user).collect();
        own.sort_by_key(|change| change.rating.number);
        let last = own.last()?;
        let before = if own.len() > 1 { own[0].rating } else { PlayerRating::NEW };
        Some(([before, last.rating], last.pool))
    }
}

/// A row of a leaderboard.
#[derive(Clone, Debug)]
pub struct RankedResult {
    pub person: UserSummary,
    /// The rating.
    pub rating: PlayerRating,
}

/// A rated match that has ended: players and places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingUpdate {
    /// The pool.
    pub pool: RatingPool,
    /// The players in seat order.
    pub people: Vec<UserId>,
    /// Their places.
    pub places: Vec<u8>,
    /// When it ended.
    pub at: Moment,
}

/// How many matches of two between the same two people change their ratings within 24 hours: more could raise a rating by a
/// partner who loses on purpose.
pub const COUNTED_A_DAY: u32 = 5;

/// Two users who have finished more than [`COUNTED_A_DAY`] rated matches with each other.
#[derive(Clone, Debug)]
pub struct UncountedPair {
    /// The users, the lower id first.
    pub people: [UserSummary; 2],
    /// How many of their latest matches changed no ratings.
    pub count: u32,
    /// When the last of these ended.
    pub last: Moment,
}

impl RatingUpdate {
    /// The players of a match of two people, the lower id first.
    pub fn pair(&self) -> Option<[UserId; 2]> {
        let [one, other] = self.people[..] else { return None };
        (self.pool == RatingPool::Two).then(|| [one.min(other), one.max(other)])
    }
}

impl Match {
    /// The rating update of the match; `None` unless it has ended, is rated and has a result.
    pub fn rating_update(&self) -> Option<RatingUpdate> {
        let MatchStatus::Ended(ending) = &self.status else { return None };
        let places = ending.places.clone().filter(|_| self.rated)?;
        let people: Option<Vec<_>> = self.seats.as_slice().iter().copied().collect();
        Some(RatingUpdate { pool: RatingPool::of_match(self), people: people?, places, at: self.ended_at? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(value: f64, deviation: f64) -> PlayerRating {
        PlayerRating { value, deviation, number: 30, at: Moment(0), ..PlayerRating::NEW }
    }

    #[test]
    fn between_new_players_the_winner_gains_what_the_loser_loses() {
        let after = rate(&[PlayerRating::NEW, PlayerRating::NEW], &[1, 2], Moment(5));
        // In Glickman's tables, and on all sites that begin with 1500 ± 350, the first win is worth 162 points.
        assert_eq!(after.iter().map(|rating| rating.rounded()).collect::<Vec<_>>(), [1662, 1338]);
        assert!(after.iter().all(|rating| rating.number == 1 && rating.at == Moment(5)));
        assert!(
            after.iter().all(|rating| rating.deviation < 300.0 && rating.is_provisional(RatingPool::Two))
        );
    }

    #[test]
    fn a_draw_moves_two_ratings_closer_together() {
        let [strong, weak] = [known(1700.0, 60.0), known(1400.0, 60.0)];
        let after = rate(&[strong, weak], &[1, 1], Moment(DAY));
        assert!(after[0].value < strong.value && after[1].value > weak.value);
    }

    #[test]
    fn the_deviation_grows_while_a_player_is_inactive() {
        let player = known(1600.0, 50.0);
        assert_eq!(player.after_rest(Moment(29 * DAY)).deviation, 50.0);
        let rested = player.after_rest(Moment(300 * DAY)).deviation;
        assert!(rested > 55.0 && rested < 350.0, "{rested}");
        assert_eq!(PlayerRating::NEW.after_rest(Moment(i64::MAX)), PlayerRating::NEW);
    }

    #[test]
    fn among_several_players_gains_follow_the_order_of_places() {
        let after = rate(&[PlayerRating::NEW; 4], &[2, 1, 4, 3], Moment(0));
        assert!(
            after[1].value > after[0].value
                && after[0].value > after[3].value
                && after[3].value > after[2].value
        );
        let sum: f64 = after.iter().map(|rating| rating.value - 1500.0).sum();
        assert!(sum.abs() < 1e-6, "what some gain the others lose: {sum}");
        let shared = rate(&[PlayerRating::NEW; 3], &[1, 1, 1], Moment(0));
        assert!(shared.iter().all(|rating| rating.rounded() == 1500 && rating.deviation < 350.0));
    }

    #[test]
    fn a_rating_round_trips_without_loss() {
        let after = rate(&[known(1612.345, 77.7), PlayerRating::NEW], &[2, 1], Moment(9 * DAY));
        for rating in after {
            assert_eq!(PlayerRating::from_billionths(rating.billionths(), rating.number, rating.at), rating);
        }
    }

    #[test]
    fn every_match_reduces_the_matches_missing_for_a_settled_rating() {
        let mut rating = PlayerRating::NEW;
        assert_eq!(rating.matches_missing(RatingPool::Two), 13);
        assert_eq!(rating.matches_missing(RatingPool::More), 10);
        while rating.is_provisional(RatingPool::Two) {
            let missing = rating.matches_missing(RatingPool::Two);
            rating = rate(&[rating, rating], &[1, 1], Moment(0))[0];
            assert_eq!(rating.matches_missing(RatingPool::Two), missing - 1, "{rating:?}");
        }
        assert_eq!(known(1500.0, 60.0).matches_missing(RatingPool::Two), 0);
        let played = |number| PlayerRating { number, ..PlayerRating::NEW }.matches_missing(RatingPool::More);
        assert_eq!([9, 10, 30].map(played), [1, 0, 0]);
    }

    #[test]
    fn many_matches_settle_a_rating() {
        let (mut strong, mut weak) = (PlayerRating::NEW, PlayerRating::NEW);
        for number in 0..40 {
            let places = if number % 4 == 3 { [2, 1] } else { [1, 2] };
            let after = rate(&[strong, weak], &places, Moment(number * DAY));
            (strong, weak) = (after[0], after[1]);
        }
        assert!(
            !strong.is_provisional(RatingPool::Two) && strong.value - weak.value > 120.0,
            "{strong:?} {weak:?}"
        );
    }
}
