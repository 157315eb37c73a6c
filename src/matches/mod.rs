//! A match: the fold of its event log. Pure.
//!
//! A transition is `(match, who, command) -> events | refusal` ([`decide`]); what happened is folded into the next state
//! ([`Match::apply`]). The log is the truth; a [`Match`] is a cache of it.
//!
//! # A tour
//!
//! Two players join, one moves, a move out of turn is refused, and the log folds to the same match.
//!
//! ```
//! use parlour::games::Game;
//! use parlour::matches::{JoinCode, LogEntry, Match, MatchCommand, MatchError, MatchEvent, MatchId, MatchOpening, MatchStatus};
//! use parlour::matches::{decide, follow};
//! use parlour::now::Moment;
//! use parlour::users::UserId;
//!
//! let (ada, ben) = (UserId(1), UserId(2));
//! let (id, code) = (MatchId::from_digits([0; 12]), JoinCode::from_digits([0; 6]));
//! let opening = MatchOpening::casual(Game::from_key("tictactoe").unwrap(), 2, code);
//! let mut m = Match::open(id, &opening, ada, Moment(0))?;
//! let mut log = vec![LogEntry { seq: 1, at: 0, actor: Some(ada), event: MatchEvent::Opened(opening) }];
//!
//! let play = |seq, notation: &str| MatchCommand::Play { seq, notation: notation.to_owned() };
//! for (by, command) in [(ada, MatchCommand::Join), (ben, MatchCommand::Join), (ada, play(4, "b2"))] {
//!     let mut events: Vec<_> = decide(&m, by, &command)?.into_iter().map(|event| (Some(by), event)).collect();
//!     while !events.is_empty() {
//!         for (by, event) in events.drain(..) {
//!             let entry = LogEntry { seq: m.seq + 1, at: 0, actor: by, event };
//!             m.apply(&entry)?;
//!             log.push(entry);
//!         }
//!         // Automatic events: the end of the match, rolls, and plies without a choice.
//!         events.extend(follow(&m).map(|event| (None, event)));
//!     }
//! }
//! assert_eq!((&m.status, m.seq), (&MatchStatus::Playing, 5));
//! assert_eq!(decide(&m, ada, &play(m.seq, "a1")), Err(MatchError::NotYourTurn));
//! assert_eq!(Match::fold(&m.id, &log)?, m);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjudication;
mod analysis;
mod chain;
mod check;
mod clock;
mod clock_history;
mod command;
mod conditional;
mod dice;
mod downtime;
mod ending;
mod entry_authors;
mod error;
mod event;
mod expiry;
mod facets;
mod fold;
mod imported;
mod invitation;
mod join_conditions;
mod match_view;
mod notices;
mod offers;
mod origin;
mod passed_turns;
mod pause;
mod positions;
mod practice;
mod present_seats;
mod punctuality;
mod queries;
mod rating;
mod recap;
mod record;
mod record_draw;
mod rematch;
mod rounds;
mod seat_draw;
mod seating;
mod secret;
mod state;
mod substitutes;
mod takeover;
#[cfg(test)]
mod tests;

pub use crate::ids::{ByMatch, InvalidId, JoinCode, MatchId};
pub use crate::users::{
    FORMER, UNKNOWN, UserNames, UserSummary,
    preferences::{MoveConfirmation, PlayPreferences},
};
pub use adjudication::{LONGEST_REASON, Ruling, rule};
pub use analysis::{Analysis, AnalysisError, LONGEST_LINE};
pub use chain::{ChainStep, chain};
pub use check::{CheckedRecord, RecordCheckError};
pub use clock::{
    Clocks, GrantedTime, InvalidTimeControl, TakeoverReason, TimeAllowance, TimeControl, TimeoutPolicy,
    timeout_events,
};
pub use command::{
    MAX_BOT_MATCHES, MAX_BOT_MATCHES_OF_GUEST, MAX_OPEN_MATCHES, MAX_STANDING_MATCHES, MatchCommand, ROLL,
    decide, follow,
};
pub use conditional::{
    CancelledConditional, ConditionalEdit, ConditionalLineError, ConditionalMove, ConditionalMoves,
    ConditionalProblem, ConditionalRule, ConditionalState, ConditionalStep, MOST_LINES, MOST_PLIES,
    parse_conditional_move, update_and_follow,
};
pub use dice::MatchDice;
pub use downtime::ServerDowntime;
pub use ending::{EndReason, Expiry, MatchEnding};
pub use entry_authors::EntryAuthors;
pub use error::{ErrorClass, MatchError, RulingError, SeatInvitationError};
pub use event::{LogEntry, MatchEvent, MatchOpening, MatchVisibility};
pub use expiry::{EXPIRY_NOTICE, IDLE_EXPIRY, expired, vacated};
pub use facets::{MatchFacet, facets};
pub use imported::ImportedMatch;
pub use join_conditions::{JoinConditions, ON_TIME, RATING_BOUNDS, UnmetCondition};
pub use match_view::{ChatMessage, MatchView, MatchViewer, ReadMark};
pub use notices::{MatchNews, NoticeEvent, NoticeKind, TimedTurn, match_news};
pub use offers::{
    DrawOffer, MatchOffers, OfferAnswer, OfferError, OfferKind, PendingOffer, takeback_without_consent,
};
pub use origin::MatchOrigin;
pub use pause::PauseAnswer;
pub use positions::PositionAfter;
pub use present_seats::PresentSeats;
pub use punctuality::{Reliability, SeatPunctuality};
pub use queries::OfferToAnswer;
pub use rating::{
    COUNTED_A_DAY, PlayerRating, RankedResult, RatingChange, RatingKey, RatingPool, RatingUpdate,
    UncountedPair, rate,
};
pub use recap::Recap;
pub use record::{MatchRecord, RecordDice};
pub use record_draw::RecordSeatDraw;
pub use rematch::RematchStanding;
pub use rounds::ListedTurn;
pub use seat_draw::FirstMove;
pub use seating::seat_players;
pub use secret::MatchSecret;
pub use state::{
    ClockEffect, ClockEvent, InvalidLog, InvitationAnswer, LastMove, Match, MatchPause, MatchStatus,
    PlayedEntry, PlyOrigin, SeatDraw, SeatTakeover,
};
pub use substitutes::SubstituteSearch;
pub use takeover::hand_over;
