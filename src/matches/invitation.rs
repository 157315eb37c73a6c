//! Invitations: the host keeps a seat for somebody by name, until they sit down, decline, or it is taken back.

use thiserror::Error;

use super::{Event, Match, Person, Refusal, Status, UserId};
use crate::games::Seat;
use crate::say;
use crate::texts::tr;

/// Why nobody is invited.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvitationRefusal {
    /// Nobody has that name.
    #[error("{}", say!("Nobody here is called “{name}”. Check how the name is written.", name = .0))]
    Unknown(String),
    /// They invite themselves.
    #[error("{}", tr("You cannot invite yourself: you have a seat here."))]
    Yourself,
    /// They do not want to meet whoever invites them, which is not said.
    #[error("{}", say!("{name} cannot be invited to this table.", name = .0))]
    Unavailable(String),
    /// They have a seat.
    #[error("{}", say!("{name} sits at this table already.", name = .0))]
    Seated(String),
    /// A seat is kept for them.
    #[error("{}", say!("{name} is invited already.", name = .0))]
    Invited(String),
    /// They have said no.
    #[error("{}", say!("{name} has declined. Whoever has said no to a table is not asked again.", name = .0))]
    Declined(String),
    /// Every seat is taken or kept for somebody.
    #[error("{}", say!("No seat is left to keep for {name}. Take an invitation back first.", name = .0))]
    NoSeat(String),
    /// No seat is kept for them, so there is nothing to take back.
    #[error("{}", say!("No seat is kept for {name} any more.", name = .0))]
    NotInvited(String),
}

/// What somebody has made of the seat that was kept for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The entry of the log.
    pub seq: u32,
    /// Who.
    pub user: UserId,
    /// Whether they sat down; otherwise they declined.
    pub came: bool,
}

impl Match {
    /// Whether somebody may invite people.
    ///
    /// # Errors
    /// The match is not open, or they are not its host.
    pub fn may_invite(&self, by: UserId) -> Result<(), Refusal> {
        match self.status {
            Status::Open if self.host() == Some(by) => Ok(()),
            Status::Open => Err(Refusal::NotHost),
            Status::Playing | Status::Ended(_) => Err(Refusal::NotOpen),
        }
    }

    /// The seat that can be kept for somebody next.
    pub fn seat_to_keep(&self) -> Option<Seat> {
        let free = |seat: &Seat| self.seats[*seat].is_none() && self.reserved[*seat].is_none();
        Seat::first(self.seats.count()).find(free).filter(|_| self.status == Status::Open)
    }

    /// Takes in that somebody has said what they make of the seat kept for them.
    pub(super) fn answered(&mut self, seq: u32, seat: u8, user: UserId, came: bool) {
        if came && !self.came.contains(&user) {
            self.came.push(user);
        }
        let kept = self.reserved.get(Seat::new(seat)).copied().flatten();
        if kept == Some(user) && user != self.opened_by {
            self.answers.push(Answered { seq, user, came });
        }
    }

    fn has_declined(&self, user: UserId) -> bool {
        self.answers.iter().any(|answer| answer.user == user && !answer.came)
    }
}

/// Keeps a seat for somebody.
pub(super) fn invite(m: &Match, by: UserId, whom: &Person) -> Result<Vec<Event>, Refusal> {
    m.may_invite(by)?;
    let name = || whom.name.to_string();
    if whom.id == by {
        return Err(InvitationRefusal::Yourself.into());
    }
    if m.seat_of(whom.id).is_some() {
        return Err(InvitationRefusal::Seated(name()).into());
    }
    if m.kept_for(whom.id).is_some() {
        return Err(InvitationRefusal::Invited(name()).into());
    }
    if m.has_declined(whom.id) {
        return Err(InvitationRefusal::Declined(name()).into());
    }
    let seat = m.seat_to_keep().ok_or_else(|| InvitationRefusal::NoSeat(name()))?;
    Ok(vec![Event::Invited { seat: seat.number(), user: whom.id }])
}

/// Keeps it no longer.
pub(super) fn take_back(m: &Match, by: UserId, whom: &Person) -> Result<Vec<Event>, Refusal> {
    m.may_invite(by)?;
    let seat = m.kept_for(whom.id).ok_or_else(|| InvitationRefusal::NotInvited(whom.name.to_string()))?;
    Ok(vec![Event::Uninvited { seat: seat.number() }])
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::Game;
    use crate::matches::Command;
    use crate::matches::tests::{ADA, BEN, CLEO, DAN, Story};

    fn person(id: UserId) -> Person {
        let name = ["Ada", "Ben", "Cleo", "Dan"][usize::try_from(id.0).unwrap() - 1];
        Person { id, name: Arc::from(name) }
    }

    fn invites(story: &mut Story, by: UserId, whom: UserId) -> Result<usize, Refusal> {
        story.does(by, Command::Invite(person(whom)))
    }

    fn at_a_table_for(seats: u8) -> Story {
        let mut story = Story::opened(Game::Sternhalma, seats, Vec::new());
        story.does(ADA, Command::Join).unwrap();
        story
    }

    #[test]
    fn a_seat_is_kept_for_whoever_is_invited_until_they_sit_down() {
        let mut story = at_a_table_for(2);
        assert_eq!(invites(&mut story, ADA, BEN), Ok(1));
        assert_eq!(story.m.kept_for(BEN), Some(Seat::new(1)));
        assert_eq!(story.does(CLEO, Command::Join), Err(Refusal::Full));
        story.does(BEN, Command::Join).unwrap();
        assert_eq!((story.m.seat_of(BEN), &story.m.status), (Some(Seat::new(1)), &Status::Playing));
    }

    #[test]
    fn a_seat_that_is_kept_no_longer_is_free() {
        let mut story = at_a_table_for(2);
        invites(&mut story, ADA, BEN).unwrap();
        assert_eq!(story.does(BEN, Command::Uninvite(person(BEN))), Err(Refusal::NotHost));
        assert_eq!(story.does(ADA, Command::Uninvite(person(BEN))), Ok(1));
        assert_eq!(story.does(BEN, Command::Decline), Err(Refusal::NotInvited));
        let again = story.does(ADA, Command::Uninvite(person(BEN)));
        assert_eq!(again, Err(InvitationRefusal::NotInvited("Ben".to_owned()).into()));
        assert_eq!(invites(&mut story, ADA, BEN), Ok(1), "the host may think twice");
    }

    #[test]
    fn nobody_is_asked_who_has_said_no_or_for_whom_there_is_no_seat() {
        use InvitationRefusal::{Declined, Invited, NoSeat, Seated, Yourself};
        let mut story = at_a_table_for(3);
        assert_eq!(invites(&mut story, ADA, ADA), Err(Yourself.into()));
        assert_eq!(invites(&mut story, BEN, CLEO), Err(Refusal::NotHost));
        invites(&mut story, ADA, BEN).unwrap();
        assert_eq!(invites(&mut story, ADA, BEN), Err(Invited("Ben".to_owned()).into()));
        story.does(CLEO, Command::Join).unwrap();
        assert_eq!(invites(&mut story, ADA, CLEO), Err(Seated("Cleo".to_owned()).into()));
        assert_eq!(invites(&mut story, ADA, DAN), Err(NoSeat("Dan".to_owned()).into()));
        story.does(BEN, Command::Decline).unwrap();
        assert_eq!(invites(&mut story, ADA, BEN), Err(Declined("Ben".to_owned()).into()));
        assert_eq!(story.m.answers.last().map(|answer| (answer.user, answer.came)), Some((BEN, false)));
        story.does(DAN, Command::Join).unwrap();
        assert_eq!(invites(&mut story, ADA, BEN), Err(Refusal::NotOpen), "it is under way");
    }
}
