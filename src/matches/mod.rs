//! A match: the fold of its event log. Pure.
//!
//! A transition is `(match, who, command) -> events | refusal` ([`decide`]); what happened is folded into the next state
//! ([`Match::apply`]). The log is the truth; a [`Match`] is a cache of it.

mod authors;
mod check;
mod clock;
mod clock_history;
mod command;
mod dice;
mod downtime;
mod ending;
mod event;
mod fold;
mod invitation;
mod keeping_time;
mod lapse;
mod lately;
mod offers;
mod origin;
mod passing;
mod pause;
mod questions;
mod range;
mod rating;
mod record;
mod refusal;
mod ruling;
mod seating;
mod standing_order;
mod stood;
mod table;
#[cfg(test)]
mod tests;
mod what_if;

pub use crate::ids::{BadId, ByMatch, JoinCode, MatchId};
pub use crate::users::{
    FORMER, Names, Person, UNKNOWN, is_bidi_control,
    preferences::{Manner, MoveConfirmation},
};
pub use authors::Authors;
pub use check::{CheckError, Checked};
pub use clock::{AtFlag, BadPace, Clocks, Pace, TimeControl, overdue};
pub use clock_history::{ClockEffect, ClockEvent};
pub use command::{Command, MOST_OPEN_TABLES, THROW, decide, follow};
pub use dice::{Dice, Secret};
pub use downtime::Downtime;
pub use ending::{Ending, How};
pub use event::{Entry, Event, Given, Opening, Visibility};
pub use fold::{BadLog, By, Match, Ply, Status};
pub use invitation::{Answered, InvitationRefusal};
pub use keeping_time::{KeptTime, Reliability};
pub use lapse::{IDLE, Lapse, NOTICE, lapsed};
pub use lately::Lately;
pub use offers::{Answer, Offer, OfferRefusal, Offers, Question, unasked};
pub use origin::MatchOrigin;
pub use pause::{Pause, PauseAnswer};
pub use questions::Asks;
pub use range::{BOUNDS, Range};
pub use rating::{Ladder, Ranked, Rating, RatingChange, RatingKey, Reckoning, rate};
pub use record::{Record, RecordDice};
pub use refusal::{Fault, Refusal};
pub use ruling::{LONGEST_REASON, Ruling, RulingRefusal, rule};
pub use seating::seat_players;
pub use standing_order::{
    CancelledOrder, Clause, MOST_LINES, MOST_PLIES, Order, OrderLineError, OrderProblem, OrderState, Orders,
    Step, order, settle,
};
pub use stood::{Moved, Stood};
pub use table::{Line, Seen, Table, Viewer};
pub use what_if::{LONGEST_LINE, WhatIf, WhatIfError};
