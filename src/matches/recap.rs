//! Recaps: what has happened in a match since a player last looked.

use super::{ClockEffect, Match, PlayedEntry, PlyOrigin};
use crate::games::Seat;

/// What a player has not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recap {
    /// The number of plies before the first unseen one.
    pub from: usize,
    /// Whether plies were taken back in between, so that the unseen ones may not continue from what they saw.
    pub taken_back: bool,
    /// Whether there were clock events, other than time the player has given.
    pub clock: bool,
}

impl Match {
    /// What has happened since a player saw this log entry, not counting their own next ply; `None` if nothing else
    /// has.
    pub fn recap(&self, seat: Seat, seen: u32) -> Option<Recap> {
        let taken_back = self.offers.taken_back_at.is_some_and(|at| at > seen);
        let unseen =
            self.plies.binary_search_by_key(&seen, |ply| ply.seq).map_or_else(|next| next, |at| at + 1);
        let own = |ply: &PlayedEntry| ply.by == PlyOrigin::Seat(seat);
        let known = |at: usize| {
            let rolled_for = self.plies.get(at + 1).filter(|_| self.plies[at].by == PlyOrigin::Chance);
            own(&self.plies[at]) || rolled_for.is_some_and(own)
        };
        let from = (unseen..self.plies.len()).find(|at| !known(*at)).unwrap_or(self.plies.len());
        let given = |effect| matches!(effect, ClockEffect::TimeReceived { from, .. } if from == seat);
        let clock = self.clock_events_since(seen).iter().any(|event| !given(event.effect));
        (from < self.plies.len() || taken_back || clock).then_some(Recap { from, taken_back, clock })
    }
}

#[cfg(test)]
mod tests {
    use super::Recap;
    use crate::games::{Game, Seat};
    use crate::matches::MatchEvent;
    use crate::matches::tests::{ADA, BEN, MatchStory};

    const NORTH: Seat = Seat::new(0);
    const SOUTH: Seat = Seat::new(1);

    fn squares(plies: &[&str]) -> MatchStory {
        let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
        for ply in plies {
            let user = story.m.user_to_act().unwrap();
            story.plays(user, ply).unwrap();
        }
        story
    }

    fn from(story: &MatchStory, seat: Seat, seen: u32) -> Option<usize> {
        story.m.recap(seat, seen).map(|recap| recap.from)
    }

    #[test]
    fn a_recap_begins_with_the_first_unseen_ply_of_another_seat() {
        let story = squares(&["b2", "a1", "c1", "a3"]);
        let seqs: Vec<u32> = story.m.plies.iter().map(|ply| ply.seq).collect();
        assert_eq!(from(&story, SOUTH, 0), Some(0), "somebody who has never looked");
        assert_eq!(from(&story, SOUTH, seqs[1]), Some(2));
        assert_eq!(from(&story, SOUTH, seqs[0]), Some(2), "their own ply they know");
        assert_eq!(from(&story, NORTH, seqs[1]), Some(3));
        assert_eq!(from(&story, NORTH, seqs[3]), None);
        assert_eq!(from(&story, SOUTH, seqs[2]), None, "nothing but their own has come since");
    }

    #[test]
    fn a_recap_shows_a_roll_with_the_move_made_with_it() {
        let mut story = MatchStory::running(Game::Aeroplane, &[ADA, BEN]);
        let seen = story.m.seq;
        while story.m.plies.iter().filter(|ply| ply.by == super::PlyOrigin::Seat(SOUTH)).count() == 0 {
            story.plays_first_legal();
        }
        let last = story.m.plies.len() - 1;
        assert_eq!(story.m.plies[last - 1].by, super::PlyOrigin::Chance);
        let before = story.m.plies[last - 2].seq;
        assert_eq!(from(&story, NORTH, before), Some(last - 1), "the roll belongs to it");
        assert_eq!(from(&story, SOUTH, before), None, "Ben rolled");
        assert_eq!(from(&story, NORTH, seen), Some(0));
    }

    #[test]
    fn a_recap_reports_a_takeback_also_without_a_new_ply() {
        let mut story = squares(&["b2", "a1"]);
        let seen = story.m.seq;
        story.happens(Some(ADA), MatchEvent::TakenBack { remaining_plies: 1 });
        assert_eq!(story.m.recap(NORTH, seen), Some(Recap { from: 1, taken_back: true, clock: false }));
        assert_eq!(story.m.recap(NORTH, seen + 1), None);
    }
}
