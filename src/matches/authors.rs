//! Whether the author that an entry of the log names can have made it: only who has a seat acts for it, and only the program
//! itself acts for nobody.

use super::{BadLog, Entry, Event, Given, Match, MatchId, Status};
use crate::games::Seat;
use crate::users::UserId;

/// What the authors of the entries of a log come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Authors {
    /// The first entry that its author cannot have made, if there is any.
    pub strange: Option<u32>,
    /// Who of the staff has decided the match, if it was decided.
    pub ruled_by: Option<UserId>,
}

impl Match {
    /// Folds a whole log, and looks at the authors of its entries.
    ///
    /// # Errors
    /// The log is no log of a match.
    pub fn fold_with_authors(id: &MatchId, log: &[Entry]) -> Result<(Self, Authors), BadLog> {
        let mut folded = Self::fold(id, log.iter().take(1))?;
        let mut authors = Authors::default();
        for entry in log.iter().skip(1) {
            if !folded.can_be_by(entry) {
                authors.strange.get_or_insert(entry.seq);
            }
            if matches!(entry.event, Event::Ruled { .. }) {
                authors.ruled_by = entry.by;
            }
            folded.apply(entry)?;
        }
        Ok((folded, authors))
    }

    /// Whether the author of an entry can have made it, as the match stands before it.
    fn can_be_by(&self, entry: &Entry) -> bool {
        let by = entry.by;
        match &entry.event {
            Event::Opened(_) => by.is_some(),
            Event::Joined { user, .. } => by == Some(*user),
            Event::Declined { seat } => {
                by.is_some() && by == self.reserved.get(Seat::new(*seat)).copied().flatten()
            }
            Event::Invited { .. } | Event::Uninvited { .. } => by.is_some() && by == self.host(),
            Event::Played { seat, .. } => self.can_be_played_by(*seat, by),
            Event::Left { seat }
            | Event::Resigned { seat }
            | Event::DrawOffered { seat }
            | Event::DrawAccepted { seat }
            | Event::DrawDeclined { seat }
            | Event::DrawWithdrawn { seat }
            | Event::TakebackAsked { seat }
            | Event::TakebackAccepted { seat }
            | Event::TakebackRefused { seat }
            | Event::TakebackWithdrawn { seat }
            | Event::PauseAsked { seat }
            | Event::PauseDeclined { seat }
            | Event::ZoneChanged { seat, .. } => self.is_by_seat(*seat, by),
            Event::TimeGiven { seat, why: Given::Gift, .. } => {
                self.is_by_player(by) && !self.is_by_seat(*seat, by)
            }
            Event::TimeGiven { why: Given::Holiday, .. }
            | Event::HouseClosed { .. }
            | Event::Skipped { .. }
            | Event::Flagged { .. }
            | Event::ClosingAnnounced
            | Event::Lapsed { .. } => by.is_none(),
            // Whoever creates a match for others starts it without a seat of their own.
            Event::Started => self.is_by_player(by) || by.is_some_and(|by| self.was_opened_for_others_by(by)),
            Event::TakenBack { .. } | Event::Paused | Event::Resumed | Event::RematchOffered { .. } => {
                self.is_by_player(by)
            }
            Event::Ruled { .. } => by.is_some_and(|by| !self.concerns(by)),
            Event::Ended(_) if self.ruled.is_some() => by.is_some_and(|by| !self.concerns(by)),
            // Giving up the last seat of an open match ends it.
            Event::Ended(_) if self.status == Status::Open => by.is_none_or(|by| self.came.contains(&by)),
            Event::Ended(_) => by.is_none() || self.is_by_player(by),
        }
    }

    /// A ply is played by whose turn it is. Where the program throws the dice, it also plays what is the only ply there is.
    fn can_be_played_by(&self, seat: Option<u8>, by: Option<UserId>) -> bool {
        match (by, seat) {
            (None, _) => self.house_throws(),
            (Some(_), Some(seat)) => self.is_by_seat(seat, by),
            (Some(by), None) => self.to_throw().is_some_and(|seat| self.seat_of(by) == Some(seat)),
        }
    }

    fn is_by_seat(&self, seat: u8, by: Option<UserId>) -> bool {
        by.is_some() && by == self.seats.get(Seat::new(seat)).copied().flatten()
    }

    fn was_opened_for_others_by(&self, by: UserId) -> bool {
        by == self.opened_by && !self.came.contains(&by)
    }

    fn is_by_player(&self, by: Option<UserId>) -> bool {
        by.is_some_and(|by| self.seat_of(by).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::matches::Lapse;
    use crate::matches::tests::{ADA, BEN, CLEO, Story};

    #[track_caller]
    fn assert_authors(m: &Match, event: &Event, expected: [bool; 4]) {
        let entry = |by| Entry { seq: m.seq + 1, at: 0, by, event: event.clone() };
        let found = [None, Some(ADA), Some(BEN), Some(CLEO)].map(|by| m.can_be_by(&entry(by)));
        assert_eq!(found, expected, "{event:?}");
    }

    #[test]
    fn only_the_player_of_a_seat_acts_for_it_and_only_the_program_for_nobody() {
        let Story { m, .. } = Story::running(Game::TicTacToe, &[ADA, BEN]);
        let (nobody, ada, ben, either) = (
            [true, false, false, false],
            [false, true, false, false],
            [false, false, true, false],
            [false, true, true, false],
        );
        for (event, authors) in [
            (Event::played(Seat::new(0), "a1"), ada),
            (Event::Resigned { seat: 1 }, ben),
            (Event::DrawOffered { seat: 0 }, ada),
            (Event::TimeGiven { seat: 0, seconds: 60, why: Given::Gift }, ben),
            (Event::TimeGiven { seat: 0, seconds: 60, why: Given::Holiday }, nobody),
            (Event::Lapsed { why: Lapse::Idle }, nobody),
            (Event::TakenBack { plies: 0, clock_continues: true }, either),
            (Event::Ruled { why: "so".into() }, [false, false, false, true]),
            (Event::Ended(crate::matches::Ending::ABORTED), [true, true, true, false]),
            (Event::Resigned { seat: 7 }, [false; 4]),
        ] {
            assert_authors(&m, &event, authors);
        }
    }

    #[test]
    fn people_take_and_leave_seats_for_themselves_only() {
        let mut story = Story::opened(Game::Sternhalma, 3, Vec::new());
        let joined = |user| Event::Joined { seat: 0, user, zone: None };
        assert_authors(&story.m, &joined(ADA), [false, true, false, false]);
        story.does(ADA, crate::matches::Command::Join).unwrap();
        story.does(BEN, crate::matches::Command::Join).unwrap();
        assert_authors(&story.m, &Event::Left { seat: 1 }, [false, false, true, false]);
        assert_authors(&story.m, &Event::Started, [false, true, true, false]);
        assert_authors(&story.m, &Event::Invited { seat: 2, user: CLEO }, [false, true, false, false]);
        assert_authors(&story.m, &Event::Declined { seat: 2 }, [false; 4]);
    }
}
