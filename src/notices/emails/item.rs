//! The content of an email or push about one match.

use std::sync::Arc;

use crate::games::Seat;
use crate::matches::{MatchView, OfferToAnswer, SeatTakeover};
use crate::now::Moment;
use crate::users::UserId;
use crate::users::preferences::TimeZoneName;

/// The content for a user about one match.
#[derive(Clone, Debug)]
pub struct MatchActivity {
    /// The recipient.
    pub user: UserId,
    pub view: Arc<MatchView>,
    pub zone: TimeZoneName,
    /// The URL of the match.
    pub link: String,
    /// They are invited to the match.
    pub invited: bool,
    /// Names of the users they invited who have answered, and whether they joined.
    pub answered: Vec<(String, bool)>,
    /// The site took them out of the open match.
    pub vacated: bool,
    /// The match has started.
    pub started: bool,
    pub turn: bool,
    /// Offers that wait for their answer.
    pub asks: Option<OfferToAnswer>,
    /// Little time is left for their turn.
    pub short: bool,
    /// When the match expires.
    pub closes: Option<Moment>,
    pub clock: ClockSection,
    pub ended: bool,
    /// Chat messages: author and text.
    pub chat: Vec<(String, String)>,
}

impl MatchActivity {
    /// Whether there is anything to report.
    pub(super) fn has_content(&self) -> bool {
        let moves = self.turn || self.short || self.asks.is_some();
        let seats = self.invited || !self.answered.is_empty() || self.vacated || self.started;
        moves || seats || self.closes.is_some() || self.ended || !self.chat.is_empty() || self.clock_acted()
    }
}

/// What the clock did in a running match.
#[derive(Clone, Debug, Default)]
pub struct ClockSection {
    pub skipped: bool,
    /// Seats that ran out of time while the others play on.
    pub timed_out: Vec<Seat>,
    /// Seats that bots have taken over; for a former player, their own.
    pub taken_over: Vec<SeatTakeover>,
    /// The deadline of the turn at the end of the vacation that is being used.
    pub vacation_ends: Option<Moment>,
    pub orders_cancelled: bool,
}
