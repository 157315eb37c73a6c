//! Matches as lists show them.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::games::{Game, Options, Position, Seat};
use crate::matches::{
    EndReason, Expiry, InvalidId, MatchId, MatchVisibility, RatingRange, Reliability, TimeAllowance,
    ViewerQuestions,
};
use crate::now::Moment;
use crate::users::{UserId, is_bot_name};

/// A match as a list shows it.
#[derive(Clone, Debug)]
pub struct ListedMatch {
    /// What it is called.
    pub id: MatchId,
    pub game: Game,
    /// Its options.
    pub options: Options,
    /// How the board stands.
    pub position: Position,
    /// Who sits there, in seat order.
    pub seats: Vec<ListedSeat>,
    /// How many seats it has.
    pub seat_count: u8,
    /// Whose turn it is.
    pub to_act: Option<UserId>,
    /// Who finds it.
    pub visibility: MatchVisibility,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// How many plies were played.
    pub plies: u32,
    /// When it was opened.
    pub opened_at: Moment,
    /// When something last happened.
    pub changed_at: Moment,
    /// When it was over.
    pub ended_at: Option<Moment>,
    /// How it ended.
    pub how: Option<EndReason>,
    /// Why the site has closed it, if it has.
    pub expired: Option<Expiry>,
    /// How its host keeps to their time, where that was looked up.
    pub host_keeps: Option<Reliability>,
    /// Within which ratings somebody has to be who sits down uninvited.
    pub range: RatingRange,
    /// Who opened it.
    pub opened_by: UserId,
    /// Until when it waits for people, while it is open.
    pub open_until: Option<Moment>,
    /// When the seat to move is out of time.
    pub deadline: Option<Moment>,
    /// At what pace it is played.
    pub pace: Option<TimeAllowance>,
}

/// Somebody at a listed match.
#[derive(Clone, Debug)]
pub struct ListedSeat {
    pub seat: Seat,
    pub user: UserId,
    /// What they are called.
    pub name: Arc<str>,
    /// Their place, when it is over.
    pub place: Option<u8>,
    /// Whether the seat is only kept for them: they have not sat down yet.
    pub kept: bool,
    /// What is asked of them that they have not answered.
    pub asked: Option<ViewerQuestions>,
}

impl ListedMatch {
    /// Where somebody sits, or where a seat is kept for them.
    pub fn seat_of(&self, user: UserId) -> Option<&ListedSeat> {
        self.seats.iter().find(|seat| seat.user == user)
    }

    /// Those who have sat down.
    pub fn seated(&self) -> impl Iterator<Item = &ListedSeat> {
        self.seats.iter().filter(|seat| !seat.kept)
    }

    /// Who may start it or call it off, while it is open.
    pub fn host(&self) -> Option<&ListedSeat> {
        let opener = self.seated().find(|seat| seat.user == self.opened_by);
        opener.or_else(|| self.seated().find(|seat| !is_bot_name(&seat.name)))
    }

    /// How many seats anybody may take.
    pub fn free(&self) -> usize {
        usize::from(self.seat_count).saturating_sub(self.seats.len())
    }
}

/// Where a page of a list begins: behind this match. As text, `1763726400000-7Wd2hkQ9xYzA`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageCursor {
    /// The moment the list is ordered by.
    pub at: Moment,
    /// Which match, for those of the same moment.
    pub id: MatchId,
}

impl fmt::Display for PageCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.at.0, self.id)
    }
}

impl FromStr for PageCursor {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let (at, id) = text.rsplit_once('-').ok_or(InvalidId)?;
        Ok(Self { at: Moment(at.parse().map_err(|_| InvalidId)?), id: id.parse()? })
    }
}

/// A page of a list.
#[derive(Clone, Debug)]
pub struct ListPage {
    /// What is on it.
    pub matches: Vec<ListedMatch>,
    /// Where the next page begins, if there is more.
    pub next: Option<PageCursor>,
}

/// How somebody has fared in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerTally {
    pub game: Game,
    /// How many matches they have finished.
    pub played: u32,
    /// How many of them they won alone.
    pub won: u32,
    /// In how many they shared the first place.
    pub shared: u32,
}

/// How somebody has fared against somebody in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadToHead {
    pub game: Game,
    /// How often they came before them.
    pub won: u32,
    /// How often both came in the same place.
    pub drawn: u32,
    /// How often they came behind them.
    pub lost: u32,
}

/// How many running matches of a user are in each list of their dashboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunningCounts {
    /// Where it is their turn.
    pub my_turn: usize,
    /// Invitations to them.
    pub invited: usize,
    /// Where others are to move, but they have a request to answer.
    pub asked: usize,
    /// Where others are to move.
    pub waiting: usize,
    /// Where seats are still to be filled.
    pub open: usize,
}

impl RunningCounts {
    /// How many there are in all lists.
    pub const fn total(self) -> usize {
        self.my_turn + self.invited + self.asked + self.waiting + self.open
    }
}

/// What a user has going on. The lists of running matches hold a page of them.
#[derive(Clone, Debug, Default)]
pub struct OwnMatches {
    /// How many running matches there are, on this page or another.
    pub counts: RunningCounts,
    /// Where it is their turn, least time first; without a clock, longest waiting first.
    pub my_turn: Vec<ListedMatch>,
    /// Where it is somebody else's, but they are asked something.
    pub asked: Vec<ListedMatch>,
    /// Where it is somebody else's, latest first.
    pub waiting: Vec<ListedMatch>,
    /// Where seats are still to be filled.
    pub open: Vec<ListedMatch>,
    /// Where a seat is kept for them.
    pub invited: Vec<ListedMatch>,
    /// Those that ended lately and that they have not looked at since, latest first.
    pub unseen: Vec<ListedMatch>,
    /// The last that are over, and that they have seen the end of.
    pub finished: Vec<ListedMatch>,
}

impl OwnMatches {
    /// Whether they have not played anything yet.
    pub fn is_empty(&self) -> bool {
        self.counts.total() == 0 && self.unseen.is_empty() && self.finished.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_page_begins_reads_back() {
        let before = PageCursor { at: Moment(1_763_726_400_000), id: "7Wd2hkQ9xYzA".parse().unwrap() };
        assert_eq!(before.to_string().parse(), Ok(before));
        for text in
            ["", "-", "5", "x-7Wd2hkQ9xYzA", "5-7Wd2", "5-7Wd2hkQ9xYz0", "9999999999999999999-7Wd2hkQ9xYzA"]
        {
            assert_eq!(text.parse::<PageCursor>(), Err(InvalidId), "{text:?}");
        }
    }
}
