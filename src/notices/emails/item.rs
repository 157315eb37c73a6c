//! What an email or a push tells about one match.

use std::sync::Arc;

use crate::games::Seat;
use crate::matches::{MatchView, SeatTakeover, ViewerQuestions};
use crate::now::Moment;
use crate::users::UserId;
use crate::users::preferences::TimeZoneName;

/// What there is to tell about one match.
#[derive(Clone, Debug)]
pub struct NewsItem {
    /// Whom it is told.
    pub user: UserId,
    pub table: Arc<MatchView>,
    /// Where they live.
    pub zone: TimeZoneName,
    /// Where it is.
    pub link: String,
    /// A seat at it is kept for them.
    pub invited: bool,
    /// What those they have invited have made of it: who, and whether they sat down.
    pub answered: Vec<(String, bool)>,
    /// It has begun.
    pub started: bool,
    /// It is their turn.
    pub turn: bool,
    /// What waits for their answer.
    pub asks: Option<ViewerQuestions>,
    /// The time for their turn runs short.
    pub short: bool,
    /// When the site closes it, because nobody goes on with it.
    pub closes: Option<Moment>,
    /// What the clock did.
    pub clock: ClockSection,
    /// It is over.
    pub ended: bool,
    /// What was said, and by whom.
    pub said: Vec<(String, String)>,
}

/// What the clock did at a match that goes on.
#[derive(Clone, Debug, Default)]
pub struct ClockSection {
    /// Their turn was skipped.
    pub skipped: bool,
    /// Seats that ran out of time while the others play on.
    pub timed_out: Vec<Seat>,
    /// Seats that bots have taken over; for a former player, their own.
    pub taken_over: Vec<SeatTakeover>,
    /// When their vacation, which is being used, lets the turn end at the latest.
    pub vacation_ends: Option<Moment>,
    /// Their conditional moves were cancelled.
    pub orders_cancelled: bool,
}
