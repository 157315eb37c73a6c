//! The state of a match and its parts, as data. Changes are in [`fold`](super::fold) and beside each part.

use std::sync::Arc;

use compact_str::CompactString;
use imbl::Vector;
use smallvec::SmallVec;
use thiserror::Error;

use super::{
    Clocks, Expiry, JoinCode, JoinConditions, MatchDice, MatchEnding, MatchId, MatchOffers, MatchOrigin,
    MatchSecret, MatchVisibility, TakeoverReason,
};
use crate::games::replay::ReplayError;
use crate::games::{BySeat, Effect, Game, Options, Position, Seat, SetupError};
use crate::now::Moment;
use crate::users::UserId;

/// The phase of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchStatus {
    /// Open: seats are being filled.
    Open,
    /// It runs.
    Playing,
    /// It is over.
    Ended(MatchEnding),
}

/// Who played a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlyOrigin {
    /// A seat.
    Seat(Seat),
    /// The dice.
    Chance,
}

/// A ply that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedEntry {
    /// The sequence number of its entry in the log.
    pub seq: u32,
    /// The entry from which on its player's page may have been rendered: see [`Match::board_version`].
    pub board_version: u32,
    /// How many turns had ended before it.
    pub(super) turns: usize,
    pub at: Moment,
    pub by: PlyOrigin,
    /// The seat whose turn it was, also if the dice were rolled.
    pub turn: Seat,
    /// The number of its round, from 1.
    pub round: usize,
    /// The milliseconds in the bank of that seat after it; `None` if there are no banks.
    pub(super) bank: Option<i64>,
    pub notation: CompactString,
}

/// Why a log is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidLog {
    /// It does not begin with the creation of a match, or has two of them.
    #[error("the log does not begin with one opening")]
    Opening,
    /// A sequence number is missing or repeated.
    #[error("entry {0} does not follow the one before")]
    Order(u32),
    /// It names a seat that does not exist.
    #[error("entry {0} names a seat that does not exist")]
    Seat(u32),
    /// It takes back plies that were not played.
    #[error("entry {0} takes back plies that were not played")]
    Takeback(u32),
    /// It draws an order that is none of its players.
    #[error("entry {0} draws seats in an impossible order")]
    SeatOrder(u32),
    /// The setup is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A ply is illegal.
    #[error(transparent)]
    Ply(#[from] ReplayError),
}

/// The draw of the seats of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatDraw {
    /// The secret that the order follows from.
    pub secret: MatchSecret,
    /// For each seat, which of the seats taken before its player had, in seat order from 0; `None` before the draw.
    pub order: Option<Vec<u8>>,
}

/// The state of a match after entry [`seq`](Self::seq) of its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The id of the match.
    pub id: MatchId,
    pub game: Game,
    /// Its options.
    pub options: Options,
    /// Who can find it.
    pub visibility: MatchVisibility,
    /// Whether it is rated.
    pub rated: bool,
    /// The code to join by while it is open.
    pub code: JoinCode,
    /// What it was created from.
    pub origin: Option<MatchOrigin>,
    /// The user who created it.
    pub opened_by: UserId,
    /// When it was created.
    pub opened_at: Moment,
    /// The users in the seats.
    pub seats: BySeat<Option<UserId>>,
    /// The users invited to each seat, while the match is open.
    pub reserved: BySeat<Option<UserId>>,
    /// The answers to invitations, while the match is open.
    pub answers: Vec<InvitationAnswer>,
    /// When it expires while it is open.
    pub open_until: Option<Moment>,
    /// The ratings that a user must have to join uninvited.
    pub conditions: JoinConditions,
    /// Whether it is a standing offer: another match like it is created when it starts.
    pub renews: bool,
    /// Whether its creator plays all seats, for people who share a device.
    pub pass_and_play: bool,
    /// Whether the board is shown from the seat to act: see [`Self::side_of`].
    pub rotates_board: bool,
    /// Whether watchers may write messages to each other, which the host decides.
    pub watcher_chat: bool,
    /// The users among those who joined that are bots, or [players without an account](crate::users::device_player).
    pub bots: SmallVec<[UserId; 4]>,
    /// Everyone who ever had a seat, in the order they joined.
    pub participants: SmallVec<[UserId; 4]>,
    /// Its phase.
    pub status: MatchStatus,
    /// The current position.
    pub position: Position,
    /// All plies, in order. Consecutive states of a match share their storage.
    pub plies: Vector<PlayedEntry>,
    /// The effects of the last ply.
    pub last_effects: Arc<[Effect]>,
    /// The last ply that moved a piece.
    pub moved: Option<LastMove>,
    /// Its dice, in games with dice.
    pub dice: Option<MatchDice>,
    /// The draw of its seats; `None` if they are as they were taken.
    pub seat_draw: Option<SeatDraw>,
    /// Seats that resigned or ran out of time, in the order they did.
    pub dropped_out: Vec<Seat>,
    /// The pending offers.
    pub offers: MatchOffers,
    /// The seats of `dropped_out` that ran out of time.
    pub out_of_time: Vec<Seat>,
    /// Turns that passed without a ply, in log order.
    pub(super) passings: Vec<PassedTurn>,
    /// The seats whose players look for a substitute, in the order in which they asked: see
    /// [`Self::seats_for_substitutes`].
    pub(super) substitutes_sought: Vec<Seat>,
    /// The seats that bots or substitutes have taken over, in log order.
    pub takeovers: Vec<SeatTakeover>,
    /// What the clock did to the seats, in log order.
    pub clock_events: Vec<ClockEvent>,
    /// The clocks, in a match with a time control.
    pub clocks: Option<Clocks>,
    /// Whether the clocks are paused, or who offers that.
    pub pause: MatchPause,
    /// The end of the last downtime that was credited, and for how many milliseconds the turn was.
    pub last_downtime: Option<(Moment, i64)>,
    /// The id of the last downtime that was credited.
    pub(super) credited_to: i64,
    /// When the match expires without a move, if that was announced.
    pub(super) closing: Option<Moment>,
    /// Why it expired, if it has.
    pub expired: Option<Expiry>,
    /// The reason staff gave when they decided it, if they have.
    pub adjudicated: Option<CompactString>,
    /// The rematch that was offered.
    pub rematch: Option<MatchId>,
    /// Who offered it.
    pub rematch_by: Option<UserId>,
    /// The sequence number of the last entry.
    pub seq: u32,
    /// The last entry that changed the position or the seat to act: pages rendered then or later show both correctly.
    pub board_version: u32,
    /// When the last entry was written.
    pub logged_at: Moment,
    /// When something last happened, other than actions on offers.
    pub changed_at: Moment,
    /// When it ended.
    pub ended_at: Option<Moment>,
}

/// The answer to an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvitationAnswer {
    /// The log entry.
    pub seq: u32,
    pub user: UserId,
    /// Whether they joined; otherwise they declined.
    pub came: bool,
}

/// The pause of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchPause {
    /// The seats that want one.
    pub offered_by: Vec<Seat>,
    /// Whether the clocks are paused.
    pub on: bool,
}

/// A ply that moved a piece. Passes and most dice rolls move nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// The index of the ply, starting at 0.
    pub ply: usize,
    /// Its effects.
    pub effects: Arc<[Effect]>,
}

/// An action of the clock on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockEffect {
    /// Its turn was skipped.
    TurnSkipped,
    /// It has dropped out.
    TimedOut,
    /// Its turn was extended by vacation.
    VacationUsed {
        /// The number of hours in this turn so far.
        hours: u32,
    },
    /// Another seat gave it time for its turn.
    TimeReceived { from: Seat, seconds: u32 },
}

/// An action of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockEvent {
    /// The log entry; for vacation, the first one of the turn.
    pub seq: u32,
    /// When it happened; for vacation, when it began.
    pub at: Moment,
    /// The number of plies before it.
    pub plies: usize,
    /// The seat.
    pub seat: Seat,
    /// What it did.
    pub effect: ClockEffect,
}

/// A seat that a bot or a substitute has taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatTakeover {
    /// The log entry.
    pub seq: u32,
    /// The number of plies before it.
    pub plies: usize,
    pub seat: Seat,
    /// The player who had the seat.
    pub player: UserId,
    /// Who took it over.
    pub to: UserId,
    pub reason: TakeoverReason,
}

/// The reason for a turn to pass without a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PassedTurn {
    /// The log entry.
    pub seq: u32,
    pub seat: Seat,
    /// Which turns pass.
    pub kind: PassReason,
}

/// Which turns of a seat pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassReason {
    /// All turns from now on: the seat has dropped out.
    Left,
    /// A single turn, in which the seat ran out of time. The rules do not count it.
    Skipped,
}
