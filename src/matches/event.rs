//! The events of a match, as its log stores them.

use compact_str::CompactString;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::ending::places;
use super::{
    EndReason, Expiry, GrantedTime, JoinCode, JoinConditions, MatchDice, MatchEnding, MatchId, MatchOrigin,
    MatchSecret, OfferAnswer, OfferKind, TakeoverReason, TimeControl, origin,
};
use crate::games::{Game, Outcome, Seat};
use crate::now::Moment;
use crate::users::UserId;

/// Who can find a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchVisibility {
    /// Listed, and anyone may watch.
    Public,
    /// Not listed. While it is open anyone with the link can join; once it runs only its players see it.
    Private,
}

/// How a match was created: everything about it that never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchOpening {
    pub game: CompactString,
    /// Every option with its value, defaults included.
    pub options: Vec<(CompactString, CompactString)>,
    /// The number of seats.
    pub seats: u8,
    /// Who can find it.
    pub visibility: MatchVisibility,
    /// Whether it is rated.
    #[serde(default)]
    pub rated: bool,
    /// The code by which it is joined.
    pub code: JoinCode,
    /// The users invited to each seat, in seat order; empty when every seat is free.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reserved: Vec<Option<UserId>>,
    /// What the match was created from, such as a rematch.
    #[serde(flatten, with = "origin::keys")]
    pub origin: Option<MatchOrigin>,
    /// Its dice, in games with dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<MatchDice>,
    /// The secret that the order of the seats follows from; `None` if they stay as they were taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat_secret: Option<MatchSecret>,
    /// The time control; `None` for a match without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_control: Option<TimeControl>,
    /// For how many hours it stays open; `None` for the default of the site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_for: Option<u32>,
    /// The ratings that a user must have to join uninvited.
    #[serde(flatten)]
    pub conditions: JoinConditions,
    /// Whether it is a standing offer: another match like it is created when it starts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub renews: bool,
    /// Whether its creator plays all seats, for people who share a device.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pass_and_play: bool,
}

impl MatchOpening {
    /// A public, casual match with the default options, without dice, clock or invitations.
    pub fn casual(game: Game, seats: u8, code: JoinCode) -> Self {
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
            seat_secret: None,
            time_control: None,
            open_for: None,
            conditions: JoinConditions::default(),
            renews: false,
            pass_and_play: false,
        }
    }
}

/// An event of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "body", rename_all = "snake_case")]
pub enum MatchEvent {
    /// The match was created.
    Opened(MatchOpening),
    /// A user took a seat.
    Joined {
        seat: u8,
        user: UserId,
        /// The IANA time zone of the user, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_zone: Option<CompactString>,
        /// Whether the user is a bot.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bot: bool,
    },
    /// A user left their seat.
    Left { seat: u8 },
    /// The host invited a user to a seat.
    Invited {
        seat: u8,
        /// The invited user.
        user: UserId,
    },
    /// The host withdrew an invitation; the seat is free.
    InvitationWithdrawn { seat: u8 },
    /// An invited user declined; the seat is free.
    InvitationDeclined { seat: u8 },
    /// The seats were drawn, right before play began: the players got the first seats in this order.
    SeatsDrawn {
        /// For each seat, which of the taken seats its player had, from 0.
        order: Vec<u8>,
    },
    /// Play began. Seats that nobody took were removed, and the others renumbered.
    Started,
    /// A ply.
    Played {
        /// The seat that played; `None` for a roll of the dice.
        seat: Option<u8>,
        notation: CompactString,
    },
    /// A seat resigned.
    Resigned { seat: u8 },
    /// A seat offered a draw.
    DrawOffered { seat: u8 },
    /// A seat accepted a draw offer that others have not answered yet.
    DrawAccepted { seat: u8 },
    /// A seat declined a draw offer.
    DrawDeclined { seat: u8 },
    /// A seat withdrew its draw offer.
    DrawWithdrawn { seat: u8 },
    /// A seat offered to take its last ply back.
    TakebackOffered { seat: u8 },
    /// A seat accepted a takeback that others have not answered yet.
    TakebackAccepted { seat: u8 },
    /// A seat declined a takeback.
    TakebackDeclined { seat: u8 },
    /// A seat withdrew its takeback offer.
    TakebackWithdrawn { seat: u8 },
    /// Plies were taken back. They stay in the log and do not count. The turn continues with the time it had.
    TakenBack {
        /// How many plies are left.
        remaining_plies: u32,
    },
    /// A seat was given more time for its turn.
    TimeGiven {
        seat: u8,
        /// The time, in seconds of the clock.
        seconds: u32,
        reason: GrantedTime,
    },
    /// A seated player has changed their time zone; their weekends follow the new one, from their next turn on.
    TimeZoneChanged {
        seat: u8,
        /// Its IANA name.
        time_zone: CompactString,
    },
    /// The site was down, in milliseconds since 1970. That time is credited to running clocks.
    Downtime {
        /// The id of the downtime.
        id: i64,
        from: i64,
        to: i64,
    },
    /// A seat offered to pause the clocks.
    PauseOffered { seat: u8 },
    /// A seat declined a pause, or withdrew its own offer.
    PauseDeclined { seat: u8 },
    /// Everyone agreed: the clocks are paused.
    Paused,
    /// The clocks run again.
    Resumed,
    /// A seat ran out of time, and its turn was skipped. The rules do not count it as a turn.
    TurnSkipped { seat: u8 },
    /// A seat ran out of time and dropped out.
    Flagged { seat: u8 },
    /// A seat looks for a substitute.
    SubstituteSought { seat: u8 },
    /// A seat does not look for a substitute any more.
    SubstituteCancelled { seat: u8 },
    /// A bot or a substitute took over a seat from its player.
    SeatTakenOver {
        seat: u8,
        /// Who took it over. The log calls it `bot`, also if it is a person.
        #[serde(rename = "bot")]
        user: UserId,
        /// The player who had the seat.
        player: UserId,
        reason: TakeoverReason,
        /// The IANA time zone of a substitute, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_zone: Option<CompactString>,
    },
    /// The players of a pass-and-play match chose whether the board is shown from the seat to act.
    BoardRotationChanged { on: bool },
    /// The host chose whether watchers may write messages.
    WatcherChatChanged { on: bool },
    /// Nothing has happened for so long that the match is about to expire.
    ExpiryAnnounced,
    /// The match expired.
    Expired { reason: Expiry },
    /// Staff decided the match.
    Adjudicated {
        /// The reason they gave.
        reason: CompactString,
    },
    /// The match is over.
    Ended(MatchEnding),
    /// A rematch was offered.
    RematchOffered {
        /// The new match.
        match_id: MatchId,
    },
}

impl MatchEvent {
    /// A takeover by a bot.
    pub(super) fn taken_over_by_bot(seat: Seat, bot: UserId, player: UserId, reason: TakeoverReason) -> Self {
        Self::SeatTakenOver { seat: seat.number(), user: bot, player, reason, time_zone: None }
    }

    /// A ply of a seat.
    pub fn ply(seat: Seat, notation: &str) -> Self {
        Self::Played { seat: Some(seat.number()), notation: notation.into() }
    }

    /// A roll of the dice.
    pub fn roll(notation: String) -> Self {
        Self::Played { seat: None, notation: notation.into() }
    }

    /// The end of a match with these places; seats that dropped out come last.
    pub(super) fn match_ended(standing: &Outcome, how: EndReason, dropped_out: &[Seat]) -> Self {
        Self::Ended(MatchEnding { how, places: Some(places(standing, dropped_out)) })
    }
}

impl MatchEvent {
    /// An action on an offer as an event.
    pub fn of_offer(what: OfferKind, answer: OfferAnswer, seat: Seat) -> Self {
        let seat = seat.number();
        match (what, answer) {
            (OfferKind::Draw, OfferAnswer::Offer) => Self::DrawOffered { seat },
            (OfferKind::Draw, OfferAnswer::Accept) => Self::DrawAccepted { seat },
            (OfferKind::Draw, OfferAnswer::Decline) => Self::DrawDeclined { seat },
            (OfferKind::Draw, OfferAnswer::Withdraw) => Self::DrawWithdrawn { seat },
            (OfferKind::Takeback, OfferAnswer::Offer) => Self::TakebackOffered { seat },
            (OfferKind::Takeback, OfferAnswer::Accept) => Self::TakebackAccepted { seat },
            (OfferKind::Takeback, OfferAnswer::Decline) => Self::TakebackDeclined { seat },
            (OfferKind::Takeback, OfferAnswer::Withdraw) => Self::TakebackWithdrawn { seat },
        }
    }

    /// Whether the position and the seat to act stay the same, so that pages rendered before it still show them.
    pub(super) fn leaves_the_board(&self) -> bool {
        self.offer_action().is_some()
            || matches!(self, Self::TimeGiven { .. } | Self::Downtime { .. } | Self::ExpiryAnnounced)
            || matches!(self, Self::TimeZoneChanged { .. } | Self::BoardRotationChanged { .. })
            || matches!(self, Self::WatcherChatChanged { .. })
            || matches!(self, Self::SubstituteSought { .. } | Self::SubstituteCancelled { .. })
    }

    /// The form that is stored: the name of its kind, and its content as JSON.
    pub fn stored(&self) -> (String, String) {
        let mut fields = serde_json::to_value(self).unwrap_or_default();
        let kind = fields["kind"].as_str().unwrap_or_default().to_owned();
        (kind, fields["body"].take().to_string())
    }

    /// Parses the stored form.
    ///
    /// # Errors
    /// There is no such event.
    pub fn from_stored(kind: &str, body: &str) -> serde_json::Result<Self> {
        let body: Value = serde_json::from_str(body)?;
        serde_json::from_value(json!({ "kind": kind, "body": body }))
    }

    /// Whether it is an action of a player or of the clock. Actions on offers, searches for a substitute, rotations of the board,
    /// the switch of the watchers' chat and announcements by the site are not.
    pub(super) fn is_a_change(&self) -> bool {
        let is_search = matches!(self, Self::SubstituteSought { .. } | Self::SubstituteCancelled { .. });
        let is_display = matches!(self, Self::BoardRotationChanged { .. } | Self::ExpiryAnnounced);
        let is_chat = matches!(self, Self::WatcherChatChanged { .. });
        self.offer_action().is_none() && !is_search && !is_display && !is_chat
    }

    /// The action on an offer, if it is one, which leaves the rest of the match unchanged.
    pub fn offer_action(&self) -> Option<(OfferKind, OfferAnswer, Seat)> {
        let (what, answer, seat) = match self {
            Self::DrawOffered { seat } => (OfferKind::Draw, OfferAnswer::Offer, seat),
            Self::DrawAccepted { seat } => (OfferKind::Draw, OfferAnswer::Accept, seat),
            Self::DrawDeclined { seat } => (OfferKind::Draw, OfferAnswer::Decline, seat),
            Self::DrawWithdrawn { seat } => (OfferKind::Draw, OfferAnswer::Withdraw, seat),
            Self::TakebackOffered { seat } => (OfferKind::Takeback, OfferAnswer::Offer, seat),
            Self::TakebackAccepted { seat } => (OfferKind::Takeback, OfferAnswer::Accept, seat),
            Self::TakebackDeclined { seat } => (OfferKind::Takeback, OfferAnswer::Decline, seat),
            Self::TakebackWithdrawn { seat } => (OfferKind::Takeback, OfferAnswer::Withdraw, seat),
            _ => return None,
        };
        Some((what, answer, Seat::new(*seat)))
    }
}

/// An entry of the log of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// Its number within the match, from 1.
    pub seq: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The user who caused it; `None` for the program.
    pub actor: Option<UserId>,
    /// The event.
    #[serde(flatten)]
    pub event: MatchEvent,
}

impl LogEntry {
    /// When it happened.
    pub fn moment(&self) -> Moment {
        Moment(self.at)
    }

    /// The users who appear in the match with it: its creator, and those who are invited or take a seat.
    pub fn newcomers(&self) -> Vec<UserId> {
        match &self.event {
            MatchEvent::Opened(opening) => {
                self.actor.into_iter().chain(opening.reserved.iter().copied().flatten()).collect()
            }
            MatchEvent::Joined { user, .. }
            | MatchEvent::Invited { user, .. }
            | MatchEvent::SeatTakenOver { user, .. } => {
                vec![*user]
            }
            _ => Vec::new(),
        }
    }
}
