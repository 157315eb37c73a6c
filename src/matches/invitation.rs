//! Invitations: the host reserves a seat for a user, until they join, decline, or it is withdrawn.

use super::{InvitationAnswer, Match, MatchError, MatchEvent, MatchStatus, SeatInvitationError};
use crate::games::Seat;
use crate::users::{UserId, UserSummary};

impl Match {
    /// Whether a user may invite others.
    ///
    /// # Errors
    /// The match is not open, or they are not its host.
    pub fn may_invite(&self, by: UserId) -> Result<(), MatchError> {
        match self.status {
            MatchStatus::Open if self.host() == Some(by) => Ok(()),
            MatchStatus::Open => Err(MatchError::NotHost),
            MatchStatus::Playing | MatchStatus::Ended(_) => Err(MatchError::NotOpen),
        }
    }

    /// The next seat that can be reserved.
    pub fn free_seat(&self) -> Option<Seat> {
        let free = |seat: &Seat| self.seats[*seat].is_none() && self.reserved[*seat].is_none();
        Seat::first(self.seats.count()).find(free).filter(|_| self.status == MatchStatus::Open)
    }

    /// Records the answer to an invitation.
    pub(super) fn record_answer(&mut self, seq: u32, seat: u8, user: UserId, came: bool) {
        if came && !self.participants.contains(&user) {
            self.participants.push(user);
        }
        let reserved_for = self.reserved.get(Seat::new(seat)).copied().flatten();
        if reserved_for == Some(user) && user != self.opened_by {
            self.answers.push(InvitationAnswer { seq, user, came });
        }
    }

    fn has_declined(&self, user: UserId) -> bool {
        self.answers.iter().any(|answer| answer.user == user && !answer.came)
    }
}

/// Reserves a seat for a user.
pub(super) fn invite(m: &Match, by: UserId, invitee: &UserSummary) -> Result<Vec<MatchEvent>, MatchError> {
    m.may_invite(by)?;
    let name = || invitee.name.to_string();
    if invitee.id == by {
        return Err(SeatInvitationError::Yourself.into());
    }
    if m.seat_of(invitee.id).is_some() {
        return Err(SeatInvitationError::Seated(name()).into());
    }
    if m.invited_seat(invitee.id).is_some() {
        return Err(SeatInvitationError::Invited(name()).into());
    }
    if m.has_declined(invitee.id) {
        return Err(SeatInvitationError::Declined(name()).into());
    }
    let seat = m.free_seat().ok_or_else(|| SeatInvitationError::NoSeat(name()))?;
    Ok(vec![MatchEvent::Invited { seat: seat.number(), user: invitee.id }])
}

/// Withdraws an invitation.
pub(super) fn take_back(m: &Match, by: UserId, invitee: &UserSummary) -> Result<Vec<MatchEvent>, MatchError> {
    m.may_invite(by)?;
    let seat = m
        .invited_seat(invitee.id)
        .ok_or_else(|| SeatInvitationError::NotInvited(invitee.name.to_string()))?;
    Ok(vec![MatchEvent::InvitationWithdrawn { seat: seat.number() }])
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::Game;
    use crate::matches::MatchCommand;
    use crate::matches::tests::{ADA, BEN, CLEO, DAN, MatchStory};

    fn person(id: UserId) -> UserSummary {
        let name = ["Ada", "Ben", "Cleo", "Dan"][usize::try_from(id.0).unwrap() - 1];
        UserSummary { id, name: Arc::from(name) }
    }

    fn invites(story: &mut MatchStory, by: UserId, invitee: UserId) -> Result<usize, MatchError> {
        story.does(by, MatchCommand::Invite(person(invitee)))
    }

    fn open_match_for(seats: u8) -> MatchStory {
        let mut story = MatchStory::opened(Game::Sternhalma, seats, Vec::new());
        story.does(ADA, MatchCommand::Join).unwrap();
        story
    }

    #[test]
    fn an_invited_user_has_a_reserved_seat_until_they_join() {
        let mut story = open_match_for(2);
        assert_eq!(invites(&mut story, ADA, BEN), Ok(1));
        assert_eq!(story.m.invited_seat(BEN), Some(Seat::new(1)));
        assert_eq!(story.does(CLEO, MatchCommand::Join), Err(MatchError::Full));
        story.does(BEN, MatchCommand::Join).unwrap();
        assert_eq!((story.m.seat_of(BEN), &story.m.status), (Some(Seat::new(1)), &MatchStatus::Playing));
    }

    #[test]
    fn a_withdrawn_invitation_frees_its_seat() {
        let mut story = open_match_for(2);
        invites(&mut story, ADA, BEN).unwrap();
        assert_eq!(story.does(BEN, MatchCommand::Uninvite(person(BEN))), Err(MatchError::NotHost));
        assert_eq!(story.does(ADA, MatchCommand::Uninvite(person(BEN))), Ok(1));
        assert_eq!(story.does(BEN, MatchCommand::Decline), Err(MatchError::NotInvited));
        let again = story.does(ADA, MatchCommand::Uninvite(person(BEN)));
        assert_eq!(again, Err(SeatInvitationError::NotInvited("Ben".to_owned()).into()));
        assert_eq!(invites(&mut story, ADA, BEN), Ok(1), "the host may think twice");
    }

    #[test]
    fn each_invalid_invitation_is_refused_with_its_reason() {
        use SeatInvitationError::{Declined, Invited, NoSeat, Seated, Yourself};
        let mut story = open_match_for(3);
        assert_eq!(invites(&mut story, ADA, ADA), Err(Yourself.into()));
        assert_eq!(invites(&mut story, BEN, CLEO), Err(MatchError::NotHost));
        invites(&mut story, ADA, BEN).unwrap();
        assert_eq!(invites(&mut story, ADA, BEN), Err(Invited("Ben".to_owned()).into()));
        story.does(CLEO, MatchCommand::Join).unwrap();
        assert_eq!(invites(&mut story, ADA, CLEO), Err(Seated("Cleo".to_owned()).into()));
        assert_eq!(invites(&mut story, ADA, DAN), Err(NoSeat("Dan".to_owned()).into()));
        story.does(BEN, MatchCommand::Decline).unwrap();
        assert_eq!(invites(&mut story, ADA, BEN), Err(Declined("Ben".to_owned()).into()));
        assert_eq!(story.m.answers.last().map(|answer| (answer.user, answer.came)), Some((BEN, false)));
        story.does(DAN, MatchCommand::Join).unwrap();
        assert_eq!(invites(&mut story, ADA, BEN), Err(MatchError::NotOpen), "it is under way");
    }
}
