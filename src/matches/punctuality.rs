//! Punctuality of players: counted for each seat when a match ends, and summed over a player's latest matches.

use super::{EndReason, Match, MatchStatus, PlyOrigin};
use crate::games::Seat;

/// The punctuality of a seat in a finished match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatPunctuality {
    /// Turns completed in time, if there was a clock.
    pub turns: u32,
    /// Turns in which it ran out of time.
    pub late_turns: u32,
    /// The median time of its turns, in milliseconds; `None` in live matches and for few turns.
    pub median_response_ms: Option<i64>,
}

/// The punctuality of a player in their latest matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reliability {
    /// The number of these matches.
    pub matches: u32,
    /// The percentage of turns completed in time, rounded down; `None` for few turns.
    pub in_time: Option<u32>,
    /// The typical time of a turn, in milliseconds.
    pub median_response_ms: Option<i64>,
}

/// The number of turns in a match from which a median is computed.
const MIN_TURNS_FOR_MEDIAN: usize = 2;
/// The number of matches from which a figure is shown.
const MIN_MATCHES: u32 = 3;
/// The number of turns from which a percentage is shown.
const MIN_TURNS_FOR_PERCENTAGE: u32 = 10;

impl Match {
    /// The punctuality of a seat; `None` during the match, if it has no result, or if a bot has taken over the
    /// seat.
    pub fn punctuality(&self, seat: Seat) -> Option<SeatPunctuality> {
        let MatchStatus::Ended(ending) = &self.status else { return None };
        let taken_over = self.takeovers.iter().any(|takeover| takeover.seat == seat);
        if ending.how == EndReason::Aborted || taken_over {
            return None;
        }
        let control = self.clocks.as_ref().map(|clocks| *clocks.control());
        let mut answers = self.answers_of(seat);
        let turns = control.map_or(0, |_| u32::try_from(answers.len()).unwrap_or(u32::MAX));
        let skipped =
            self.passings.iter().filter(|passing| passing.is_skip() && passing.seat == seat).count();
        let late_turns = skipped + usize::from(self.out_of_time.contains(&seat));
        answers.retain(|answer| *answer >= 0);
        answers.sort_unstable();
        let live = control.is_some_and(|control| control.pace.is_live());
        let median_response_ms = answers
            .get(answers.len() / 2)
            .copied()
            .filter(|_| !live && answers.len() >= MIN_TURNS_FOR_MEDIAN);
        Some(SeatPunctuality {
            turns,
            late_turns: u32::try_from(late_turns).unwrap_or(u32::MAX),
            median_response_ms,
        })
    }

    /// How long a seat took for the first ply of each of its turns, in milliseconds; negative for the first ply of a match.
    fn answers_of(&self, seat: Seat) -> Vec<i64> {
        let mut answers = Vec::new();
        let mut before: Option<(Seat, crate::now::Moment)> = None;
        for ply in &self.plies {
            let PlyOrigin::Seat(by) = ply.by else { continue };
            if by == seat && before.is_none_or(|(last, _)| last != seat) {
                answers.push(before.map_or(-1, |(_, at)| ply.at.since(at)));
            }
            before = Some((by, ply.at));
        }
        answers
    }
}

impl Reliability {
    /// Sums up a player's latest matches.
    pub fn of(matches: &[SeatPunctuality]) -> Self {
        let (turns, late_turns) = matches
            .iter()
            .fold((0, 0), |(turns, late_turns), seat| (turns + seat.turns, late_turns + seat.late_turns));
        let in_time =
            (turns + late_turns >= MIN_TURNS_FOR_PERCENTAGE).then(|| turns * 100 / (turns + late_turns));
        let mut answers: Vec<i64> = matches.iter().filter_map(|seat| seat.median_response_ms).collect();
        answers.sort_unstable();
        let answers_in = answers.get(answers.len() / 2).copied();
        Self {
            matches: u32::try_from(matches.len()).unwrap_or(u32::MAX),
            in_time,
            median_response_ms: answers_in,
        }
    }

    /// Whether they have played too few matches for a figure.
    pub fn is_new(&self) -> bool {
        self.matches < MIN_MATCHES
    }
}

#[cfg(test)]
mod tests {
    use super::{Reliability, SeatPunctuality};

    #[test]
    fn punctuality_counts_turns_of_all_matches_and_the_median_answer() {
        let seat =
            |turns, late_turns, median_response_ms| SeatPunctuality { turns, late_turns, median_response_ms };
        let some = [seat(40, 0, Some(5)), seat(9, 1, None), seat(0, 0, Some(1)), seat(0, 0, Some(9))];
        let reliability = Reliability::of(&some);
        assert_eq!(reliability, Reliability { matches: 4, in_time: Some(98), median_response_ms: Some(5) });
        assert!(!reliability.is_new() && Reliability::default().is_new());
        assert_eq!(Reliability::of(&[seat(3, 0, None)]).in_time, None, "three turns say little");
    }
}
