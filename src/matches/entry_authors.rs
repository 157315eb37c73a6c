//! Checks the authors of log entries: only the user in a seat acts for it, and only the program acts without a user.

use super::{GrantedTime, InvalidLog, LogEntry, Match, MatchEvent, MatchId, MatchStatus, TakeoverReason};
use crate::games::Seat;
use crate::users::UserId;

/// The result of checking the authors of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryAuthors {
    /// The first entry that its author cannot have made, if any.
    pub strange: Option<u32>,
    /// The member of staff who has decided the match, if it was decided.
    pub adjudicated_by: Option<UserId>,
}

impl Match {
    /// Folds a log and checks the authors of its entries.
    ///
    /// # Errors
    /// The log is invalid.
    pub fn fold_with_authors(id: &MatchId, log: &[LogEntry]) -> Result<(Self, EntryAuthors), InvalidLog> {
        let mut folded = Self::fold(id, log.iter().take(1))?;
        let mut authors = EntryAuthors::default();
        for entry in log.iter().skip(1) {
            if !folded.can_be_by(entry) {
                authors.strange.get_or_insert(entry.seq);
            }
            if matches!(entry.event, MatchEvent::Adjudicated { .. }) {
                authors.adjudicated_by = entry.actor;
            }
            folded.apply(entry)?;
        }
        Ok((folded, authors))
    }

    /// Whether the author of an entry can have made it, in the state before it.
    fn can_be_by(&self, entry: &LogEntry) -> bool {
        let by = entry.actor;
        match &entry.event {
            MatchEvent::Opened(_) => by.is_some(),
            // The host may seat a bot.
            MatchEvent::Joined { user, bot, .. } => {
                by == Some(*user) || (*bot && by.is_some() && by == self.host())
            }
            MatchEvent::InvitationDeclined { seat } => {
                by.is_some() && by == self.reserved.get(Seat::new(*seat)).copied().flatten()
            }
            MatchEvent::Invited { .. } | MatchEvent::InvitationWithdrawn { .. } => {
                by.is_some() && by == self.host()
            }
            MatchEvent::Played { seat, .. } => self.can_be_played_by(*seat, by),
            // The clock takes a seat from its player; a player who leaves hands it over.
            MatchEvent::SeatTakenOver { reason: TakeoverReason::TimedOut, .. } => by.is_none(),
            MatchEvent::SeatTakenOver { user, reason: TakeoverReason::Substituted, .. } => by == Some(*user),
            MatchEvent::Left { seat }
            | MatchEvent::Resigned { seat }
            | MatchEvent::SeatTakenOver { seat, .. }
            | MatchEvent::DrawOffered { seat }
            | MatchEvent::DrawAccepted { seat }
            | MatchEvent::DrawDeclined { seat }
            | MatchEvent::DrawWithdrawn { seat }
            | MatchEvent::TakebackOffered { seat }
            | MatchEvent::TakebackAccepted { seat }
            | MatchEvent::TakebackDeclined { seat }
            | MatchEvent::TakebackWithdrawn { seat }
            | MatchEvent::PauseOffered { seat }
            | MatchEvent::PauseDeclined { seat }
            | MatchEvent::SubstituteSought { seat }
            | MatchEvent::SubstituteCancelled { seat }
            | MatchEvent::TimeZoneChanged { seat, .. } => self.is_by_seat(*seat, by),
            MatchEvent::BoardRotationChanged { .. } => self.is_by_player(by),
            MatchEvent::WatcherChatChanged { .. } => self.is_by_player(by) && by == Some(self.opened_by),
            MatchEvent::TimeGiven { seat, reason: GrantedTime::Gift, .. } => {
                self.is_by_player(by) && !self.is_by_seat(*seat, by)
            }
            MatchEvent::TimeGiven { reason: GrantedTime::Vacation, .. }
            | MatchEvent::Downtime { .. }
            | MatchEvent::TurnSkipped { .. }
            | MatchEvent::Flagged { .. }
            | MatchEvent::ExpiryAnnounced
            | MatchEvent::Expired { .. } => by.is_none(),
            // A match created for others is started by its creator, who has no seat.
            MatchEvent::SeatsDrawn { .. } | MatchEvent::Started => {
                self.is_by_player(by) || by.is_some_and(|by| self.was_opened_for_others_by(by))
            }
            // A pause begins by itself when the last player who had not agreed drops out.
            MatchEvent::Paused => self.is_by_player(by) || (by.is_none() && self.is_pause_agreed()),
            MatchEvent::TakenBack { .. } | MatchEvent::Resumed | MatchEvent::RematchOffered { .. } => {
                self.is_by_player(by)
            }
            MatchEvent::Adjudicated { .. } => by.is_some_and(|by| !self.involves(by)),
            MatchEvent::Ended(_) if self.adjudicated.is_some() => by.is_some_and(|by| !self.involves(by)),
            // Leaving the last seat of an open match ends it.
            MatchEvent::Ended(_) if self.status == MatchStatus::Open => {
                by.is_none_or(|by| self.participants.contains(&by))
            }
            MatchEvent::Ended(_) => by.is_none() || self.is_by_player(by),
        }
    }

    /// A ply is played by the user in the seat to act. If the program rolls the dice, it also plays the only legal
    /// ply.
    fn can_be_played_by(&self, seat: Option<u8>, by: Option<UserId>) -> bool {
        match (by, seat) {
            (None, _) => self.server_rolls(),
            (Some(_), Some(seat)) => self.is_by_seat(seat, by),
            (Some(by), None) => self.to_roll().is_some_and(|seat| self.seat_of(by) == Some(seat)),
        }
    }

    fn is_by_seat(&self, seat: u8, by: Option<UserId>) -> bool {
        by.is_some() && by == self.seats.get(Seat::new(seat)).copied().flatten()
    }

    fn was_opened_for_others_by(&self, by: UserId) -> bool {
        by == self.opened_by && !self.participants.contains(&by)
    }

    fn is_by_player(&self, by: Option<UserId>) -> bool {
        by.is_some_and(|by| self.seat_of(by).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::matches::Expiry;
    use crate::matches::tests::{ADA, BEN, CLEO, MatchStory};

    #[track_caller]
    fn assert_authors(m: &Match, event: &MatchEvent, expected: [bool; 4]) {
        let entry = |by| LogEntry { seq: m.seq + 1, at: 0, actor: by, event: event.clone() };
        let found = [None, Some(ADA), Some(BEN), Some(CLEO)].map(|by| m.can_be_by(&entry(by)));
        assert_eq!(found, expected, "{event:?}");
    }

    #[test]
    fn only_the_player_of_a_seat_acts_for_it_and_only_the_program_without_a_seat() {
        let MatchStory { m, .. } = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
        let (nobody, ada, ben, either) = (
            [true, false, false, false],
            [false, true, false, false],
            [false, false, true, false],
            [false, true, true, false],
        );
        for (event, authors) in [
            (MatchEvent::ply(Seat::new(0), "a1"), ada),
            (MatchEvent::Resigned { seat: 1 }, ben),
            (MatchEvent::DrawOffered { seat: 0 }, ada),
            (MatchEvent::TimeGiven { seat: 0, seconds: 60, reason: GrantedTime::Gift }, ben),
            (MatchEvent::TimeGiven { seat: 0, seconds: 60, reason: GrantedTime::Vacation }, nobody),
            (MatchEvent::Expired { reason: Expiry::Idle }, nobody),
            (MatchEvent::TakenBack { remaining_plies: 0 }, either),
            (MatchEvent::Paused, either),
            (MatchEvent::Adjudicated { reason: "so".into() }, [false, false, false, true]),
            (MatchEvent::Ended(crate::matches::MatchEnding::ABORTED), [true, true, true, false]),
            (MatchEvent::Resigned { seat: 7 }, [false; 4]),
        ] {
            assert_authors(&m, &event, authors);
        }
    }

    #[test]
    fn users_take_and_leave_seats_for_themselves_only() {
        let mut story = MatchStory::opened(Game::Sternhalma, 3, Vec::new());
        let joined = |user| MatchEvent::Joined { seat: 0, user, time_zone: None, bot: false };
        assert_authors(&story.m, &joined(ADA), [false, true, false, false]);
        story.does(ADA, crate::matches::MatchCommand::Join).unwrap();
        story.does(BEN, crate::matches::MatchCommand::Join).unwrap();
        assert_authors(&story.m, &MatchEvent::Left { seat: 1 }, [false, false, true, false]);
        assert_authors(&story.m, &MatchEvent::Started, [false, true, true, false]);
        assert_authors(&story.m, &MatchEvent::Invited { seat: 2, user: CLEO }, [false, true, false, false]);
        assert_authors(&story.m, &MatchEvent::InvitationDeclined { seat: 2 }, [false; 4]);
    }
}
