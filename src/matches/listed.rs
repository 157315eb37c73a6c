//! Matches as lists show them.

use std::sync::Arc;

use super::{How, MatchId, UserId};
use crate::games::{Game, Options, Position, Seat};
use crate::now::Moment;

/// A match as a list shows it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What it is called.
    pub id: MatchId,
    /// Which game.
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
    /// How many plies were played.
    pub plies: u32,
    /// When something last happened.
    pub changed_at: Moment,
    /// How it ended.
    pub how: Option<How>,
}

/// Somebody at a listed match.
#[derive(Clone, Debug)]
pub struct ListedSeat {
    /// Which seat.
    pub seat: Seat,
    /// Who.
    pub user: UserId,
    /// What they are called.
    pub name: Arc<str>,
    /// Their place, when it is over.
    pub place: Option<u8>,
    /// Whether the seat is only kept for them: they have not sat down yet.
    pub kept: bool,
}

/// A page of a list.
#[derive(Clone, Debug)]
pub struct Page {
    /// What is on it.
    pub matches: Vec<Listed>,
    /// Where the next page begins: pass it as `before`.
    pub next: Option<Moment>,
}

/// What somebody has going on.
#[derive(Clone, Debug, Default)]
pub struct Mine {
    /// Where it is their turn, longest waiting first.
    pub my_turn: Vec<Listed>,
    /// Where it is somebody else's, latest first.
    pub waiting: Vec<Listed>,
    /// Where seats are still to be filled.
    pub open: Vec<Listed>,
    /// Where a seat is kept for them.
    pub invited: Vec<Listed>,
    /// The last that are over.
    pub finished: Vec<Listed>,
}
