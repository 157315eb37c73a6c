//! How an offered rematch stands for a player.

use super::{Match, MatchStatus};
use crate::users::UserId;

/// How the rematch of a match stands for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RematchStanding {
    /// Another player has offered it to them.
    Asked,
    /// They have offered or accepted it, and wait for others.
    Waiting,
    /// They have offered it, and nobody is left who could accept.
    Declined,
    /// It has begun.
    Started,
    /// It is not to be: they declined it, or it was cancelled.
    Closed,
}

impl RematchStanding {
    /// From the rematch itself; `rematch` is `None` if the player cannot see it.
    pub fn of(rematch: Option<&Match>, player: UserId) -> Self {
        let Some(m) = rematch else { return Self::Closed };
        match m.status {
            MatchStatus::Ended(_) if m.plies.is_empty() => Self::Closed,
            MatchStatus::Ended(_) | MatchStatus::Playing => Self::Started,
            MatchStatus::Open if m.invited_seat(player).is_some() => Self::Asked,
            MatchStatus::Open if m.seat_of(player).is_none() => Self::Closed,
            MatchStatus::Open if m.host() == Some(player) && !can_be_accepted(m) => Self::Declined,
            MatchStatus::Open => Self::Waiting,
        }
    }

    /// From the match alone, as if nothing had happened since the offer; `None` without one.
    pub fn as_offered(m: &Match, player: UserId) -> Option<Self> {
        m.rematch.as_ref()?;
        Some(if m.rematch_by == Some(player) { Self::Waiting } else { Self::Asked })
    }
}

/// Whether others have joined an open rematch, or are invited and have not answered.
fn can_be_accepted(m: &Match) -> bool {
    m.seated() > 1 || m.reserved.as_slice().iter().flatten().any(|user| m.invited_seat(*user).is_some())
}

#[cfg(test)]
mod tests {
    use super::RematchStanding;
    use crate::games::Game;
    use crate::matches::MatchCommand::{Decline, Join};
    use crate::matches::tests::{ADA, BEN, CLEO, MatchStory};

    #[test]
    fn a_rematch_of_three_is_declined_only_when_nobody_is_left_who_could_accept() {
        let mut story = MatchStory::opened(Game::Sternhalma, 3, vec![Some(BEN), Some(CLEO), Some(ADA)]);
        story.does(ADA, Join).unwrap();
        let standing = |story: &MatchStory| RematchStanding::of(Some(&story.m), ADA);
        assert_eq!(standing(&story), RematchStanding::Waiting);
        story.does(BEN, Decline).unwrap();
        assert_eq!(standing(&story), RematchStanding::Waiting, "Cleo is still invited");
        let mut joined = MatchStory { m: story.m.clone(), log: story.log.clone() };
        joined.does(CLEO, Join).unwrap();
        assert_eq!(standing(&joined), RematchStanding::Waiting, "two can play");
        story.does(CLEO, Decline).unwrap();
        assert_eq!(standing(&story), RematchStanding::Declined);
    }
}
