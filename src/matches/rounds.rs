//! The rounds of a match, by which its moves are listed. A round ends when an earlier seat is to act again.

use std::ops::Range;

use super::{ClockEffect, Match, PlayedEntry};
use crate::games::Seat;

/// A turn in the list of moves, or a part of it: a ply, or that the turn was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedTurn {
    /// The number of the round, from 1.
    pub round: usize,
    pub seat: Seat,
    /// The index of the ply; `None` if the turn was skipped.
    pub ply: Option<usize>,
}

impl ListedTurn {
    /// The turn of a seat after another one, or the first one.
    fn after(last: Option<Self>, seat: Seat, ply: Option<usize>) -> Self {
        let begins = last.is_none_or(|last| seat.number() < last.seat.number());
        Self { round: last.map_or(0, |last| last.round) + usize::from(begins), seat, ply }
    }
}

impl Match {
    /// The turns from the ply with this index on, in order, and those skipped directly before it.
    pub fn turns_from(&self, first: usize) -> Vec<ListedTurn> {
        let mut last = first.checked_sub(1).and_then(|index| self.turn_of_ply(index));
        let mut turns = Vec::new();
        for index in first..=self.plies.len() {
            for seat in self.skipped_before(index) {
                last = Some(ListedTurn::after(last, seat, None));
                turns.extend(last);
            }
            last = self.turn_of_ply(index).or(last);
            turns.extend(last.filter(|turn| turn.ply == Some(index)));
        }
        turns
    }

    /// The index of the first ply in the round of the ply with this index; the number of plies if there is no such ply.
    pub fn first_in_round(&self, index: usize) -> usize {
        let Some(ply) = self.plies.get(index) else { return self.plies.len() };
        let earlier = self.plies.iter().take(index).rev();
        index - earlier.take_while(|before| before.round == ply.round).count()
    }

    /// How many turns there are among the first plies, with one that they only begin. All plies of a seat in one round,
    /// with its rolls, are one turn.
    pub fn turns_in(&self, plies: usize) -> usize {
        let later = self.plies.iter().skip(1).take(plies.saturating_sub(1));
        let begun = self.plies.iter().zip(later).filter(|(before, ply)| !before.is_in_turn_of(ply));
        begun.count() + usize::from(plies.min(self.plies.len()) > 0)
    }

    /// The indices of the plies in the same turn as the ply with this index; none if there is no such ply.
    pub fn turn_around(&self, index: usize) -> Range<usize> {
        let Some(ply) = self.plies.get(index) else { return index..index };
        let is_same = |other: &&PlayedEntry| other.is_in_turn_of(ply);
        let before = self.plies.iter().take(index).rev().take_while(is_same).count();
        let from_here = self.plies.iter().skip(index).take_while(is_same).count();
        index - before..index + from_here
    }

    /// The round of the next ply, if it is one of this seat.
    pub(super) fn round_of_next(&self, seat: Seat) -> usize {
        let count = self.plies.len();
        let last = self.turns_from(count).pop().or_else(|| self.turn_of_ply(count.checked_sub(1)?));
        ListedTurn::after(last, seat, None).round
    }

    fn turn_of_ply(&self, index: usize) -> Option<ListedTurn> {
        let ply = self.plies.get(index)?;
        Some(ListedTurn { round: ply.round, seat: ply.turn, ply: Some(index) })
    }

    /// The seats whose turns were skipped after this number of plies.
    fn skipped_before(&self, plies: usize) -> impl Iterator<Item = Seat> {
        let first = self.clock_events.partition_point(|event| event.plies < plies);
        let here = self.clock_events.iter().skip(first).take_while(move |event| event.plies == plies);
        here.filter(|event| event.effect == ClockEffect::TurnSkipped).map(|event| event.seat)
    }
}

impl PlayedEntry {
    fn is_in_turn_of(&self, other: &Self) -> bool {
        (self.round, self.turn) == (other.round, other.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::ListedTurn;
    use crate::games::{Game, Seat};
    use crate::matches::MatchEvent;
    use crate::matches::tests::{ADA, BEN, CLEO, MatchStory};

    fn turn(round: usize, seat: u8, ply: usize) -> ListedTurn {
        ListedTurn { round, seat: Seat::new(seat), ply: Some(ply) }
    }

    fn played() -> MatchStory {
        let mut story = MatchStory::running(Game::Sternhalma, &[ADA, BEN, CLEO]);
        for _ in 0..7 {
            story.plays_first_legal();
        }
        story
    }

    #[test]
    fn a_round_ends_when_an_earlier_seat_is_to_act_again() {
        let m = played().m;
        let all = m.turns_from(0);
        assert_eq!(all[..4], [turn(1, 0, 0), turn(1, 1, 1), turn(1, 2, 2), turn(2, 0, 3)]);
        for first in 0..=7 {
            assert_eq!(m.turns_from(first), all[first..], "from {first}");
        }
        assert_eq!((0..8).map(|ply| m.first_in_round(ply)).collect::<Vec<_>>(), [0, 0, 0, 3, 3, 3, 6, 7]);
    }

    #[test]
    fn all_plies_of_a_seat_in_a_round_are_one_turn() {
        // South sows into its own store and moves again.
        let mut story = MatchStory::running(Game::Kalah, &[ADA, BEN]);
        for house in ["3", "2", "6"] {
            story.plays_next(house);
        }
        let m = story.m;
        assert_eq!((0..=4).map(|plies| m.turns_in(plies)).collect::<Vec<_>>(), [0, 1, 1, 2, 2]);
        assert_eq!((0..4).map(|ply| m.turn_around(ply)).collect::<Vec<_>>(), [0..2, 0..2, 2..3, 3..3]);
    }

    #[test]
    fn a_skipped_turn_has_its_place_in_the_round() {
        let mut story = played();
        story.happens(None, MatchEvent::TurnSkipped { seat: 1 });
        story.plays_first_legal();
        story.plays_first_legal();
        let skipped = ListedTurn { ply: None, ..turn(3, 1, 0) };
        assert_eq!(story.m.turns_from(7), [skipped, turn(3, 2, 7), turn(4, 0, 8)]);
    }
}
