//! Positions of the day, and what users answered.

use crate::games::Game;
use crate::matches::MatchId;
use crate::now::UtcDay;

/// A position of the day: one of a finished match, in which one move is clearly best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyPosition {
    pub day: UtcDay,
    pub game: Game,
    pub match_id: MatchId,
    /// After how many plies of the match.
    pub ply: usize,
    /// The best move in notation.
    pub best: String,
}

/// What a user answered to a position of the day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DailyAnswer {
    /// How many moves they tried.
    pub tries: u32,
    /// Whether they found the best move.
    pub found: bool,
    /// Whether they were shown it before they found it.
    pub shown: bool,
}

impl DailyAnswer {
    /// Whether the user knows the best move.
    pub const fn is_solved(self) -> bool {
        self.found || self.shown
    }
}

/// The number of consecutive days up to today. Today need not be one of them yet. `days` has no day twice and the latest first.
pub fn streak(days: &[UtcDay], today: UtcDay) -> usize {
    let last = if days.first() == Some(&today) { today.0 } else { today.0 - 1 };
    days.iter().zip((0..=last).rev()).take_while(|(day, expected)| day.0 == *expected).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_goes_back_to_the_first_day_that_was_missed() {
        let streak = |days: &[i64]| {
            let days: Vec<_> = days.iter().copied().map(UtcDay).collect();
            super::streak(&days, UtcDay(100))
        };
        assert_eq!(streak(&[]), 0);
        assert_eq!(streak(&[100]), 1);
        assert_eq!(streak(&[100, 99, 98, 96]), 3);
        assert_eq!(streak(&[99, 98, 96]), 2, "today is not over");
        assert_eq!(streak(&[98, 97]), 0);
    }
}
