//! The record: a match in a form for other programs. Its JSON is a contract: keys are added, but never changed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record_draw::RecordSeatDraw;
use super::state::{PassReason, PassedTurn};
use super::{
    ClockEffect, ClockEvent, Expiry, Match, MatchEnding, MatchStatus, MatchView, MatchViewer, PlayerRating,
    PlyOrigin, RatingChange, SeatTakeover, TakeoverReason, TimeControl,
};
use crate::games::{Seat, ToAct};
use crate::users::{device_player_number, is_bot_name};

/// The record as in `record.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchRecord {
    /// The version of the format: 1.
    pub format: u8,
    pub id: String,
    /// The game's key.
    pub game: String,
    /// Every option with its value.
    pub options: BTreeMap<String, String>,
    /// `open`, `playing` or `ended`.
    pub status: String,
    /// The seats in order.
    pub seats: Vec<RecordSeat>,
    /// The number of the last log entry.
    pub seq: u32,
    /// A seat number, `"chance"`, or null.
    pub to_act: Value,
    /// The position text.
    pub position: String,
    /// All plies.
    pub plies: Vec<RecordPly>,
    /// The result, or null.
    pub ending: Option<MatchEnding>,
    /// The data to verify the dice, or null in games without dice.
    pub dice: Option<RecordDice>,
    /// The draw of the seats, if they were or will be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat_draw: Option<RecordSeatDraw>,
    /// Seats that dropped out while others played on, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<RecordDropout>,
    /// Turns that were skipped because their seats ran out of time, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<RecordDropout>,
    /// The seats in `gone` that ran out of time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timed_out: Vec<RecordDropout>,
    /// The seats that bots have taken over, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_over: Vec<RecordTakeover>,
    /// The vacation that was used, by turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vacation: Vec<RecordVacation>,
    /// The time that seats were given by others, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub time_given: Vec<RecordGift>,
    /// The conditional moves that were cancelled; while the match runs, only those of the viewer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditional_moves_cancelled: Vec<RecordDropout>,
    /// Why it has expired: nobody joined while it was `open`, or it was `idle`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "lapsed")]
    pub expired: Option<Expiry>,
    /// The reason of a ruling, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "ruled")]
    pub adjudicated: Option<String>,
    /// The time control, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// The deadline of the seat to act, in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<String>,
    /// When the match was created, in UTC. Records downloaded from earlier versions lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// When it ended, in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
}

/// Something that happened to a seat: it dropped out, a turn was skipped, or a conditional move was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordDropout {
    pub seat: u8,
    /// The log entry.
    pub seq: u32,
    /// Whether a skipped turn does not count as a turn by the rules: then it repeats no position.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncounted: bool,
}

/// A seat that a bot or a substitute has taken over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordTakeover {
    pub seat: u8,
    /// The log entry of the takeover.
    pub seq: u32,
    /// The name of the player who had the seat.
    pub former: String,
    /// `timed_out`, `resigned` or `left`; `substituted` if a person has taken it over.
    pub why: TakeoverReason,
}

/// Vacation that kept a seat from running out of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordVacation {
    pub seat: u8,
    /// The log entry with which it began.
    pub seq: u32,
    /// How many hours of it the turn used.
    pub hours: u32,
}

/// Time that a seat was given for its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordGift {
    pub seat: u8,
    /// The log entry.
    pub seq: u32,
    /// The seat that gave it.
    pub from: u8,
    pub seconds: u32,
}

/// A seat of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordSeat {
    pub seat: u8,
    /// The user's name, or null.
    pub name: Option<String>,
    /// `person`, `bot` or `empty`.
    pub kind: String,
    /// How the match changed their rating, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RecordRating>,
}

/// The rating of a player before and after a match, as pages show it: a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordRating {
    pub before: i64,
    pub after: i64,
}

/// A ply of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordPly {
    /// Its number, starting at 1.
    pub ply: u32,
    /// Its log entry.
    pub seq: u32,
    /// A seat number or `"chance"`.
    pub seat: Value,
    pub notation: String,
    /// When it was played, in UTC.
    pub at: String,
}

/// The dice of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordDice {
    /// The SHA-256 of the secret, in hex: shown from the start.
    pub commitment: String,
    /// The secret in hex, once the match is over.
    pub secret: Option<String>,
}

impl MatchRecord {
    /// The record of a match, for everyone, without ratings.
    pub fn of(view: &MatchView) -> Self {
        Self::for_viewer(view, MatchViewer::Watcher, &[])
    }

    /// The record of a match with the ratings around it for a viewer: while it runs, cancelled conditional moves are
    /// only visible to their player.
    pub fn for_viewer(view: &MatchView, viewer: MatchViewer, ratings: &[RatingChange]) -> Self {
        let m = &view.m;
        let mut record = Self {
            format: 1,
            id: m.id.to_string(),
            game: m.game.key().to_owned(),
            options: m.options.pairs().into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
            status: status(m).to_owned(),
            seats: Seat::first(m.seats.count()).map(|seat| RecordSeat::of(view, seat, ratings)).collect(),
            seq: m.seq,
            to_act: match m.to_act() {
                ToAct::Seat(seat) => seat.number().into(),
                ToAct::Chance { .. } => "chance".into(),
                ToAct::Nobody => Value::Null,
            },
            position: m.position.text(),
            plies: plies(m),
            ending: m.ending().cloned(),
            dice: m.dice.as_ref().map(|dice| RecordDice {
                commitment: dice.secret.commitment(),
                secret: m.ending().map(|_| dice.secret.reveal()),
            }),
            seat_draw: m.seat_draw.as_ref().map(|draw| RecordSeatDraw {
                commitment: draw.secret.commitment(),
                secret: draw.order.as_ref().map(|_| draw.secret.reveal()),
                order: draw.order.clone(),
                players: None,
            }),
            gone: passed(m, false),
            skipped: passed(m, true),
            timed_out: timed_out(m),
            taken_over: m.takeovers.iter().map(|takeover| RecordTakeover::of(view, takeover)).collect(),
            vacation: vacation(m),
            time_given: time_given(m),
            conditional_moves_cancelled: cancelled(view, viewer),
            expired: m.expired,
            adjudicated: m.adjudicated.as_ref().map(ToString::to_string),
            time: m.clocks.as_ref().map(|clocks| *clocks.control()),
            deadline: m.deadline().map(|deadline| deadline.to_string()),
            created_at: Some(m.opened_at.to_string()),
            ended_at: m.ended_at.map(|at| at.to_string()),
        };
        let players = record.drawn_players();
        if let Some(draw) = &mut record.seat_draw {
            draw.players = players;
        }
        record
    }

    /// The name of the first player who had a seat once play began: before any bot took it over.
    pub(super) fn first_player(&self, seat: usize) -> Option<&str> {
        let former = self.taken_over.iter().find(|takeover| usize::from(takeover.seat) == seat);
        former.map(|takeover| &*takeover.former).or(self.seats.get(seat)?.name.as_deref())
    }

    /// The names of the players in the order of the seats they took before the draw.
    fn drawn_players(&self) -> Option<Vec<Option<String>>> {
        let order = self.seat_draw.as_ref()?.order.as_ref()?;
        let seat_of = |place: usize| order.iter().position(|from| usize::from(*from) == place);
        let player = |place| self.first_player(seat_of(place)?).map(str::to_owned);
        Some((0..order.len()).map(player).collect())
    }
}

impl RecordDropout {
    fn of(passing: &PassedTurn) -> Self {
        let uncounted = passing.kind == PassReason::Skipped;
        Self { seat: passing.seat.number(), seq: passing.seq, uncounted }
    }
}

impl RecordTakeover {
    fn of(view: &MatchView, takeover: &SeatTakeover) -> Self {
        let SeatTakeover { seq, seat, player: former, reason: why, .. } = *takeover;
        Self { seat: seat.number(), seq, former: view.names.of(former).to_owned(), why }
    }
}

impl RecordSeat {
    fn of(view: &MatchView, seat: Seat, ratings: &[RatingChange]) -> Self {
        let name = view.name(seat).map(str::to_owned);
        let kind = match &name {
            Some(name) if device_player_number(name).is_some() => "person",
            Some(name) if is_bot_name(name) => "bot",
            Some(_) => "person",
            None => "empty",
        };
        let around = view.m.seats[seat].and_then(|user| RatingChange::around(ratings, user));
        let rating = around.map(|(around, _)| around.map(PlayerRating::rounded));
        let rating = rating.map(|[before, after]| RecordRating { before, after });
        Self { seat: seat.number(), name, kind: kind.to_owned(), rating }
    }
}

fn status(m: &Match) -> &'static str {
    match m.status {
        MatchStatus::Open => "open",
        MatchStatus::Playing => "playing",
        MatchStatus::Ended(_) => "ended",
    }
}

fn passed(m: &Match, skips: bool) -> Vec<RecordDropout> {
    let passings = m.passings.iter().filter(|passing| passing.is_skip() == skips);
    passings.map(RecordDropout::of).collect()
}

fn timed_out(m: &Match) -> Vec<RecordDropout> {
    let events = m.clock_events.iter().filter(|event| event.effect == ClockEffect::TimedOut);
    events
        .map(|event| RecordDropout { seat: event.seat.number(), seq: event.seq, uncounted: false })
        .collect()
}

fn vacation(m: &Match) -> Vec<RecordVacation> {
    let used = |event: &ClockEvent| match event.effect {
        ClockEffect::VacationUsed { hours } => {
            Some(RecordVacation { seat: event.seat.number(), seq: event.seq, hours })
        }
        _ => None,
    };
    m.clock_events.iter().filter_map(used).collect()
}

fn time_given(m: &Match) -> Vec<RecordGift> {
    let gift = |event: &ClockEvent| match event.effect {
        ClockEffect::TimeReceived { from, seconds } => {
            Some(RecordGift { seat: event.seat.number(), seq: event.seq, from: from.number(), seconds })
        }
        _ => None,
    };
    m.clock_events.iter().filter_map(gift).collect()
}

fn cancelled(view: &MatchView, viewer: MatchViewer) -> Vec<RecordDropout> {
    let shown = |seat| view.m.ending().is_some() || viewer.seat() == Some(seat);
    let cancelled = view.conditional_moves.cancelled().iter().filter(|order| shown(order.seat));
    cancelled
        .map(|order| RecordDropout { seat: order.seat.number(), seq: order.seq, uncounted: false })
        .collect()
}

fn plies(m: &Match) -> Vec<RecordPly> {
    let ply = |(number, ply): (u32, &super::PlayedEntry)| RecordPly {
        ply: number,
        seq: ply.seq,
        seat: match ply.by {
            PlyOrigin::Seat(seat) => seat.number().into(),
            PlyOrigin::Chance => "chance".into(),
        },
        notation: ply.notation.to_string(),
        at: ply.at.to_string(),
    };
    (1..).zip(m.plies.iter()).map(ply).collect()
}
