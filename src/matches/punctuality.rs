//! How punctual players are: counted for each seat when a match ends, and summed over a player's last matches.

use super::{EndReason, Match, MatchStatus, PlyOrigin};
use crate::games::Seat;

/// How a seat kept to its time in a match that is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeptTime {
    /// The turns it took in time, where a clock ran.
    pub turns: u32,
    /// The turns for which it ran out of time.
    pub late: u32,
    /// How long it took for its answers in the middle of them, in milliseconds; none in live matches, and where there were few.
    pub answered_in: Option<i64>,
}

/// How a player has kept to their time in their last matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reliability {
    /// How many matches that are.
    pub matches: u32,
    /// How many of a hundred turns they took in time, rounded down; not said of few turns.
    pub in_time: Option<u32>,
    /// Within how many milliseconds they usually answer.
    pub answers_in: Option<i64>,
}

/// So many answers in a match tell something.
const TELLING: usize = 2;
/// The number of matches from which a figure is shown.
const KNOWN: u32 = 3;
/// So many turns are worth a number.
const WORTH_A_NUMBER: u32 = 10;

impl Match {
    /// How a seat kept to its time; nothing while the match goes on, where it does not count, or where a bot has taken over the
    /// seat.
    pub fn kept_time(&self, seat: Seat) -> Option<KeptTime> {
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
        let late = skipped + usize::from(self.out_of_time.contains(&seat));
        answers.retain(|answer| *answer >= 0);
        answers.sort_unstable();
        let live = control.is_some_and(|control| control.pace.is_live());
        let answered_in =
            answers.get(answers.len() / 2).copied().filter(|_| !live && answers.len() >= TELLING);
        Some(KeptTime { turns, late: u32::try_from(late).unwrap_or(u32::MAX), answered_in })
    }

    /// How long a seat took at the beginning of each of its turns; less than nothing for a turn nobody waited for.
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
    /// The sum over a player's last matches.
    pub fn of(matches: &[KeptTime]) -> Self {
        let (turns, late) =
            matches.iter().fold((0, 0), |(turns, late), kept| (turns + kept.turns, late + kept.late));
        let in_time = (turns + late >= WORTH_A_NUMBER).then(|| turns * 100 / (turns + late));
        let mut answers: Vec<i64> = matches.iter().filter_map(|kept| kept.answered_in).collect();
        answers.sort_unstable();
        let answers_in = answers.get(answers.len() / 2).copied();
        Self { matches: u32::try_from(matches.len()).unwrap_or(u32::MAX), in_time, answers_in }
    }

    /// Whether they have played too little to be known.
    pub fn is_new(&self) -> bool {
        self.matches < KNOWN
    }
}

#[cfg(test)]
mod tests {
    use super::{KeptTime, Reliability};

    #[test]
    fn turns_are_counted_over_all_matches_and_the_usual_answer_is_the_one_in_the_middle() {
        let kept = |turns, late, answered_in| KeptTime { turns, late, answered_in };
        let some = [kept(40, 0, Some(5)), kept(9, 1, None), kept(0, 0, Some(1)), kept(0, 0, Some(9))];
        let reliability = Reliability::of(&some);
        assert_eq!(reliability, Reliability { matches: 4, in_time: Some(98), answers_in: Some(5) });
        assert!(!reliability.is_new() && Reliability::default().is_new());
        assert_eq!(Reliability::of(&[kept(3, 0, None)]).in_time, None, "three turns say little");
    }
}
