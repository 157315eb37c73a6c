//! Matches in lists.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::games::{Game, Options, Position, Seat};
use crate::matches::{
    EndReason, Expiry, InvalidId, JoinConditions, MatchId, MatchVisibility, OfferToAnswer, Reliability,
    TimeAllowance,
};
use crate::now::Moment;
use crate::users::preferences::Absence;
use crate::users::{UserId, is_bot_name};

#[derive(Clone, Debug)]
pub struct ListedMatch {
    pub id: MatchId,
    pub game: Game,
    pub options: Options,
    pub position: Position,
    /// The players in seat order.
    pub seats: Vec<ListedSeat>,
    pub seat_count: u8,
    /// The user whose turn it is.
    pub to_act: Option<UserId>,
    pub visibility: MatchVisibility,
    pub rated: bool,
    /// The number of plies.
    pub ply_count: u32,
    pub opened_at: Moment,
    /// The average rating of the players after it, if it changed their ratings.
    pub average_rating: Option<u16>,
    /// When something last happened.
    pub changed_at: Moment,
    pub ended_at: Option<Moment>,
    pub end_reason: Option<EndReason>,
    /// Why it has expired, if it has.
    pub expired: Option<Expiry>,
    /// The reliability of the host, if it was loaded.
    pub host_reliability: Option<Reliability>,
    /// The announced absence of the host, if it was loaded and others are told of it.
    pub host_absence: Option<Absence>,
    /// The ratings that a user must have to join uninvited.
    pub conditions: JoinConditions,
    /// The user who created it.
    pub opened_by: UserId,
    /// Whether the seats are drawn at the start. Otherwise the players in their seats move in this order.
    pub draws_seats: bool,
    /// When it expires while it is open.
    pub open_until: Option<Moment>,
    /// When the seat to act runs out of time.
    pub deadline: Option<Moment>,
    pub pace: Option<TimeAllowance>,
}

/// A seat of a listed match.
#[derive(Clone, Debug)]
pub struct ListedSeat {
    pub seat: Seat,
    pub user: UserId,
    pub name: Arc<str>,
    /// The final place.
    pub place: Option<u8>,
    /// Whether the seat is reserved by an invitation that was not accepted yet.
    pub is_reserved: bool,
    /// Offers that wait for their answer.
    pub pending_offer: Option<OfferToAnswer>,
}

impl ListedMatch {
    /// The seat of a user, joined or reserved.
    pub fn seat_of(&self, user: UserId) -> Option<&ListedSeat> {
        self.seats.iter().find(|seat| seat.user == user)
    }

    /// The seats of users who have joined.
    pub fn seated(&self) -> impl Iterator<Item = &ListedSeat> {
        self.seats.iter().filter(|seat| !seat.is_reserved)
    }

    /// Who may start or abort it while it is open.
    pub fn host(&self) -> Option<&ListedSeat> {
        let opener = self.seated().find(|seat| seat.user == self.opened_by);
        opener.or_else(|| self.seated().find(|seat| !is_bot_name(&seat.name)))
    }

    /// The number of free seats.
    pub fn free_seats(&self) -> usize {
        usize::from(self.seat_count).saturating_sub(self.seats.len())
    }
}

/// A position in a list: after this match. As text, `1763726400000-7Wd2hkQ9xYzA`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageCursor {
    /// What the list is ordered by: mostly a time.
    pub key: i64,
    /// The match, which decides between equal keys.
    pub id: MatchId,
}

impl fmt::Display for PageCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.key, self.id)
    }
}

impl FromStr for PageCursor {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let (key, id) = text.rsplit_once('-').ok_or(InvalidId)?;
        Ok(Self { key: key.parse().map_err(|_| InvalidId)?, id: id.parse()? })
    }
}

#[derive(Clone, Debug)]
pub struct ListPage {
    pub matches: Vec<ListedMatch>,
    /// Where the next page begins, if there is one.
    pub next: Option<PageCursor>,
}

/// A user's results in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerTally {
    pub game: Game,
    /// Finished matches.
    pub played: u32,
    /// Matches won alone.
    pub won: u32,
    /// Matches with a shared first place.
    pub shared: u32,
}

impl PlayerTally {
    /// Matches in which others were first.
    pub const fn lost(self) -> u32 {
        self.played.saturating_sub(self.won).saturating_sub(self.shared)
    }
}

/// A user's results against another in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadToHead {
    pub game: Game,
    /// Matches in which they were better.
    pub won: u32,
    /// Matches in which both had the same place.
    pub drawn: u32,
    /// Matches in which they were worse.
    pub lost: u32,
}

/// The sizes of the lists of running matches on a dashboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunningCounts {
    /// Their turn.
    pub my_turn: usize,
    /// Invitations to them.
    pub invited: usize,
    /// Another player's turn, with an offer to answer.
    pub to_answer: usize,
    /// Another player's turn.
    pub waiting: usize,
    /// Waiting for players.
    pub open: usize,
}

impl RunningCounts {
    /// The size of all lists together.
    pub const fn total(self) -> usize {
        self.my_turn + self.invited + self.to_answer + self.waiting + self.open
    }
}

/// A user's matches. The lists of running matches contain one page.
#[derive(Clone, Debug, Default)]
pub struct OwnMatches {
    /// The numbers of running matches on all pages.
    pub counts: RunningCounts,
    /// Their turn, least time first; without a clock, longest waiting first.
    pub my_turn: Vec<ListedMatch>,
    /// Another player's turn, with an offer to answer.
    pub to_answer: Vec<ListedMatch>,
    /// Another player's turn, latest first.
    pub waiting: Vec<ListedMatch>,
    /// Waiting for players.
    pub open: Vec<ListedMatch>,
    /// Invitations to them.
    pub invited: Vec<ListedMatch>,
    /// Recently ended matches whose end they have not seen, latest first.
    pub unseen: Vec<ListedMatch>,
    /// The latest other finished matches.
    pub finished: Vec<ListedMatch>,
}

impl OwnMatches {
    /// Whether they have no matches at all.
    pub fn is_empty(&self) -> bool {
        self.counts.total() == 0 && self.unseen.is_empty() && self.finished.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_cursor_round_trips() {
        let before = PageCursor { key: 1_763_726_400_000, id: "7Wd2hkQ9xYzA".parse().unwrap() };
        assert_eq!(before.to_string().parse(), Ok(before));
        for text in
            ["", "-", "5", "x-7Wd2hkQ9xYzA", "5-7Wd2", "5-7Wd2hkQ9xYz0", "9999999999999999999-7Wd2hkQ9xYzA"]
        {
            assert_eq!(text.parse::<PageCursor>(), Err(InvalidId), "{text:?}");
        }
    }
}
