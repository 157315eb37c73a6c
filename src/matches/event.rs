//! What can happen in a match, as the log keeps it.

use compact_str::CompactString;
use serde::{Deserialize, Serialize};

use super::{
    Expiry, JoinCode, MatchDice, MatchEnding, MatchId, MatchOrigin, RatingRange, TimeControl, origin,
};
use crate::games::{Game, Seat};
use crate::now::Moment;
use crate::users::UserId;

/// Who finds a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchVisibility {
    /// Listed, and anyone may watch.
    Public,
    /// Listed nowhere. While it is open its link is the invitation; once it runs only its players see it.
    Private,
}

/// How a match was opened: everything about it that never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchOpening {
    pub game: CompactString,
    /// Every option with its value, defaults included.
    pub options: Vec<(CompactString, CompactString)>,
    /// How many seats there are to fill.
    pub seats: u8,
    /// Who finds it.
    pub visibility: MatchVisibility,
    /// Whether it counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// The code to join by.
    pub code: JoinCode,
    /// Seats kept for people, in seat order; empty when every seat is free to take.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reserved: Vec<Option<UserId>>,
    /// Where it comes from, if nobody set it up from scratch.
    #[serde(flatten, with = "origin::keys")]
    pub origin: Option<MatchOrigin>,
    /// Its dice, in games that have any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<MatchDice>,
    /// How time is kept; not at all, where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// For how many hours it waits for people; until the site loses patience, where that was not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_for: Option<u32>,
    /// Within which ratings somebody has to be who sits down uninvited.
    #[serde(flatten)]
    pub range: RatingRange,
}

impl MatchOpening {
    /// A public match with the game's defaults, without dice, that counts for nothing and waits for anybody.
    pub fn plain(game: Game, seats: u8, code: JoinCode) -> Self {
        Self {
            game: game.key().into(),
            options: Vec::new(),
            seats,
            visibility: MatchVisibility::Public,
            rated: false,
            code,
            reserved: Vec::new(),
            origin: None,
            dice: None,
            time: None,
            open_for: None,
            range: RatingRange::default(),
        }
    }
}

/// Why a seat has more time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GrantedTime {
    /// Another player gave it.
    Gift,
    /// It came out of their vacation when their time had run out.
    #[serde(alias = "holiday")]
    Vacation,
}

/// Something that happened in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "body", rename_all = "snake_case")]
pub enum MatchEvent {
    /// The match was opened.
    Opened(MatchOpening),
    /// Somebody took a seat.
    Joined {
        seat: u8,
        user: UserId,
        /// The IANA time zone they live in, if they have said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<CompactString>,
    },
    /// Somebody gave their seat up again.
    Left { seat: u8 },
    /// The host keeps a seat for somebody.
    Invited {
        seat: u8,
        /// For whom.
        user: UserId,
    },
    /// The host keeps a seat no longer: it is free.
    Uninvited { seat: u8 },
    /// Somebody did not want the seat that was kept for them: it is free.
    Declined { seat: u8 },
    /// Play began; seats nobody had taken are gone and the others moved up.
    Started,
    /// A ply.
    Played {
        /// Whose; `None` for a throw of the dice.
        seat: Option<u8>,
        notation: CompactString,
    },
    /// A seat gave the match up.
    Resigned { seat: u8 },
    /// A seat offered a draw.
    DrawOffered { seat: u8 },
    /// A seat agreed to a draw that others have not agreed to yet.
    DrawAccepted { seat: u8 },
    /// A seat did not agree to a draw.
    DrawDeclined { seat: u8 },
    /// A seat offers a draw no longer.
    DrawWithdrawn { seat: u8 },
    /// A seat asked to take its last ply back.
    #[serde(alias = "takeback_asked")]
    TakebackOffered { seat: u8 },
    /// A seat agreed to a takeback that others have not agreed to yet.
    TakebackAccepted { seat: u8 },
    /// A seat did not agree to a takeback.
    #[serde(alias = "takeback_refused")]
    TakebackDeclined { seat: u8 },
    /// A seat asks for its ply no longer.
    TakebackWithdrawn { seat: u8 },
    /// Plies were taken back. They stay in the log, and do not count.
    TakenBack {
        /// How many are left.
        plies: u32,
        /// Whether the turn continues with the time it had. In logs of earlier versions it starts afresh.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        clock_continues: bool,
    },
    /// A seat has more time for its turn.
    TimeGiven {
        seat: u8,
        /// How many seconds that count.
        seconds: u32,
        why: GrantedTime,
    },
    /// A seated player has changed their time zone; their weekends follow the new one from here on.
    ZoneChanged {
        seat: u8,
        /// Its IANA name.
        zone: CompactString,
    },
    /// The site was down, in milliseconds since 1970: that time is credited to whatever ran in the match.
    #[serde(alias = "house_closed")]
    Downtime {
        from: i64,
        to: i64,
        /// The number of the downtime. In logs of earlier versions it has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        downtime: Option<i64>,
    },
    /// A seat wants the clocks to be stopped.
    #[serde(alias = "pause_asked")]
    PauseOffered { seat: u8 },
    /// A seat does not want that, or no longer.
    PauseDeclined { seat: u8 },
    /// Everybody wanted it: the clocks stand still.
    Paused,
    /// The clocks go on.
    Resumed,
    /// A seat ran out of time, and its turn was skipped.
    Skipped {
        seat: u8,
        /// Whether the rules do not count it as a turn taken. Logs of earlier versions count it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        uncounted: bool,
    },
    /// A seat ran out of time, and is out.
    Flagged { seat: u8 },
    /// Nothing has happened for so long that the site is going to close the match.
    #[serde(alias = "closing_announced")]
    ExpiryAnnounced,
    /// The site closes it.
    #[serde(alias = "lapsed")]
    Expired { why: Expiry },
    /// Those who look after the site have decided about it.
    #[serde(alias = "ruled")]
    Adjudicated {
        /// Why, in their words.
        why: CompactString,
    },
    /// The match is over.
    Ended(MatchEnding),
    /// Somebody wants to play again, in that match.
    RematchOffered {
        /// The new match.
        to: MatchId,
    },
}

impl MatchEvent {
    /// A ply of a seat.
    pub fn played(seat: Seat, notation: &str) -> Self {
        Self::Played { seat: Some(seat.number()), notation: notation.into() }
    }

    /// A throw of the dice.
    pub fn thrown(notation: String) -> Self {
        Self::Played { seat: None, notation: notation.into() }
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// Its number within the match, from 1.
    pub seq: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who did it; `None` for the program itself.
    pub by: Option<UserId>,
    /// What happened.
    #[serde(flatten)]
    pub event: MatchEvent,
}

impl LogEntry {
    /// When it happened.
    pub fn moment(&self) -> Moment {
        Moment(self.at)
    }
}
