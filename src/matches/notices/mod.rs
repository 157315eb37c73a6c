//! Who has to be notified of what in a match: the fold of its log for one of its users. Pure.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use super::{GrantedTime, LogEntry, Match, MatchEvent, MatchStatus, MatchView, ReadMark, TakeoverReason};
use crate::games::Seat;
use crate::keyed;
use crate::now::Moment;
use crate::users::UserId;

keyed! {
    /// A kind of notice.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NoticeKind {
        /// They are invited to a match.
        Invited = "invited",
        /// A user they invited has joined or declined.
        InvitationAnswered = "invitation_answered",
        /// The site took them out of an open match, because they were away.
        Vacated = "vacated",
        Started = "started",
        Turn = "turn",
        /// A draw, takeback or pause waits for their answer.
        OfferReceived = "offer_received",
        /// A quarter of the time for their turn is left.
        LowTime = "low_time",
        /// A day is left.
        LastDay = "last_day",
        /// The match is about to expire.
        ExpiryAnnounced = "expiry_announced",
        /// Their turn was skipped because they ran out of time.
        TurnSkipped = "turn_skipped",
        /// A seat, theirs or another, ran out of time, and the others play on; or a bot took it over.
        TimedOut = "timed_out",
        /// Their vacation began to be used.
        VacationUsed = "vacation_used",
        /// Their conditional moves were cancelled.
        ConditionalMovesCancelled = "conditional_moves_cancelled",
        Ended = "ended",
        ChatMessage = "chat_message",
    }
}

impl NoticeKind {
    /// Whether it is about the current turn, and obsolete once that is over.
    pub const fn is_of_turn(self) -> bool {
        matches!(self, NoticeKind::Turn | NoticeKind::LowTime | NoticeKind::LastDay)
    }

    /// Whether it warns that the time for a turn is running out.
    pub const fn is_warning(self) -> bool {
        matches!(self, NoticeKind::LowTime | NoticeKind::LastDay)
    }
}

/// Something that others have done in a match, or the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoticeEvent {
    pub kind: NoticeKind,
    /// Its number in the log or, of a message, in the chat.
    pub number: i64,
    pub at: Moment,
    /// Whether the user has seen it.
    pub seen: bool,
}

/// A turn that can run out of time, in a match by correspondence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedTurn {
    /// The log entry with which it began, however many plies it has had.
    pub number: i64,
    /// When it began. Downtime since then is not counted.
    pub began: Moment,
    pub deadline: Moment,
}

/// What has happened in a match for one of its users.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchNews {
    /// The latest event of each kind.
    pub events: Vec<NoticeEvent>,
    /// Their own turn.
    pub turn: Option<TimedTurn>,
    /// The last log entry they have seen or acted after. Acting implies seeing, even if a crash has lost the read
    /// mark.
    pub seen: i64,
    /// The last chat message they have seen.
    pub heard: i64,
}

impl Match {
    /// The users whom events of this match may concern: players, invited users and players whom bots have replaced;
    /// while it is open, also those who have left.
    pub fn concerned_users(&self) -> Vec<UserId> {
        let seats = Seat::first(self.seats.count()).filter(|seat| !self.is_bot(*seat));
        let seated = seats.filter_map(|seat| self.seats[seat].or(self.reserved[seat]));
        let left = self.participants.iter().copied().filter(|_| self.status == MatchStatus::Open);
        let replaced = self.takeovers.iter().map(|takeover| takeover.player);
        let mut users: Vec<_> = seated.chain(replaced).chain(left).collect();
        users.sort_unstable();
        users.dedup();
        users
    }
}

/// What has happened in a match, with this log, for a user who has seen it up to this mark. Messages of `muted` users
/// are left out.
pub fn match_news(
    view: &MatchView,
    log: &[LogEntry],
    user: UserId,
    mark: ReadMark,
    muted: &HashSet<UserId>,
) -> MatchNews {
    let reader = NoticeReader { user, seat: view.m.seat_of(user) };
    let mut entries = LatestEntries::default();
    for entry in log {
        entries.read(entry, reader);
    }
    let own_message =
        view.messages_of_players().rev().find(|message| message.by == user).map_or(0, |own| own.id);
    let seen = mark.seq.max(entries.acted);
    let heard = mark.message.max(own_message);
    let mut news = MatchNews { seen: i64::from(seen), heard, ..MatchNews::default() };
    let mut happened = |kind, entry: Option<&LogEntry>, holds: bool| {
        // Nobody is notified of what they did themselves.
        if let Some(entry) = entry.filter(|entry| holds && entry.actor != Some(user)) {
            let last = if kind == NoticeKind::Turn { entries.last_passing } else { entry.seq };
            let (number, at) = (i64::from(entry.seq), entry.moment());
            news.events.push(NoticeEvent { kind, number, at, seen: seen >= last });
        }
    };
    let m = &view.m;
    let Some(seat) = reader.seat else {
        happened(NoticeKind::Invited, entries.invited, m.invited_seat(user).is_some());
        happened(NoticeKind::TimedOut, entries.replaced, true);
        happened(NoticeKind::Vacated, entries.vacated, m.status == MatchStatus::Open);
        return news;
    };
    let (open, playing) = (m.status == MatchStatus::Open, m.status == MatchStatus::Playing);
    let answer = m.answers.last().filter(|_| open && m.opened_by == user);
    let answered = answer.and_then(|answer| log.iter().rev().find(|entry| entry.seq == answer.seq));
    let acts = m.user_to_act() == Some(user);
    let deadline = m.deadline().filter(|_| acts);
    happened(NoticeKind::InvitationAnswered, answered, true);
    happened(NoticeKind::Started, entries.started, playing);
    happened(NoticeKind::Turn, entries.new_turn, acts);
    happened(NoticeKind::OfferReceived, entries.offer, m.offer_to_answer(seat).is_some());
    happened(NoticeKind::ExpiryAnnounced, entries.closing, playing && m.closes_at().is_some());
    let plays_on = playing && m.clocks.is_some();
    happened(NoticeKind::TurnSkipped, entries.skipped, plays_on && m.seats.count() > 2);
    happened(NoticeKind::TimedOut, entries.timed_out, plays_on);
    happened(NoticeKind::VacationUsed, entries.vacation, deadline.is_some());
    happened(NoticeKind::Ended, entries.ended, m.ending().is_some());
    let cancelled = view.conditional_moves.cancelled().iter().rev().find(|it| playing && it.seat == seat);
    news.events.extend(cancelled.map(|it| NoticeEvent {
        kind: NoticeKind::ConditionalMovesCancelled,
        number: i64::from(it.seq),
        at: it.at,
        seen: seen >= it.seq,
    }));
    let mut messages =
        view.messages_of_players().rev().filter(|message| !message.text.is_empty() && message.by != user);
    let latest = messages.find(|message| !muted.contains(&message.by));
    news.events.extend(latest.map(|message| NoticeEvent {
        kind: NoticeKind::ChatMessage,
        number: message.id,
        at: message.at,
        seen: heard >= message.id,
    }));
    let live = m.clocks.as_ref().is_some_and(|clocks| clocks.control().pace.is_live());
    let turn = entries.turn_began.zip(deadline).filter(|_| !live);
    news.turn = turn.map(|(began, deadline)| TimedTurn {
        number: i64::from(began.seq),
        began: began.moment().after(entries.downtime),
        deadline,
    });
    news
}

/// For whom a log is read.
#[derive(Clone, Copy)]
struct NoticeReader {
    user: UserId,
    seat: Option<Seat>,
}

/// The latest log entries that may concern a user.
#[derive(Default)]
struct LatestEntries<'a> {
    /// The last that they caused.
    acted: u32,
    /// Up to which they must have seen the match to know whose turn it is.
    last_passing: u32,
    invited: Option<&'a LogEntry>,
    started: Option<&'a LogEntry>,
    /// With which a turn began.
    new_turn: Option<&'a LogEntry>,
    /// With which the turn of their seat began, if it is theirs, and the downtime since then, in milliseconds.
    turn_began: Option<&'a LogEntry>,
    downtime: i64,
    offer: Option<&'a LogEntry>,
    closing: Option<&'a LogEntry>,
    skipped: Option<&'a LogEntry>,
    timed_out: Option<&'a LogEntry>,
    /// Their latest seat while the match was open, and with which the site took them out of it.
    seat: Option<u8>,
    vacated: Option<&'a LogEntry>,
    /// With which a bot took over their seat.
    replaced: Option<&'a LogEntry>,
    /// The first vacation of the turn.
    vacation: Option<&'a LogEntry>,
    ended: Option<&'a LogEntry>,
}

impl<'a> LatestEntries<'a> {
    fn read(&mut self, entry: &'a LogEntry, reader: NoticeReader) {
        let is_own = |seat: u8| reader.seat == Some(Seat::new(seat));
        let own = entry.actor == Some(reader.user);
        if own {
            self.acted = entry.seq;
        }
        match &entry.event {
            MatchEvent::Opened(_) => self.invited = Some(entry),
            MatchEvent::Invited { user, .. } => {
                if *user == reader.user {
                    self.invited = Some(entry);
                }
            }
            MatchEvent::Started => {
                self.started = Some(entry);
                self.turn_ends(entry, true);
            }
            MatchEvent::Played { seat, .. } => {
                (self.new_turn, self.last_passing) = (Some(entry), entry.seq);
                if seat.is_some_and(|seat| !is_own(seat)) {
                    self.turn_ends(entry, true);
                }
            }
            MatchEvent::TurnSkipped { seat, .. } => {
                if is_own(*seat) {
                    self.skipped = Some(entry);
                }
                self.turn_ends(entry, true);
            }
            MatchEvent::TakenBack { .. } => self.turn_ends(entry, true),
            MatchEvent::Resigned { .. } => self.turn_ends(entry, false),
            MatchEvent::Flagged { .. } => {
                self.timed_out = Some(entry);
                self.turn_ends(entry, false);
            }
            MatchEvent::Resumed => (self.turn_began, self.downtime) = (Some(entry), 0),
            MatchEvent::Downtime { from, to, .. } => self.downtime += to - from,
            MatchEvent::TimeGiven { seat, reason, .. } => {
                if is_own(*seat) && *reason == GrantedTime::Vacation {
                    self.vacation.get_or_insert(entry);
                }
            }
            MatchEvent::SeatTakenOver { player, reason, .. } => {
                if *reason != TakeoverReason::Substituted {
                    self.timed_out = Some(entry);
                }
                if *player == reader.user {
                    self.replaced = Some(entry);
                }
            }
            MatchEvent::DrawOffered { .. }
            | MatchEvent::TakebackOffered { .. }
            | MatchEvent::PauseOffered { .. } => {
                if !own {
                    self.offer = Some(entry);
                }
            }
            MatchEvent::ExpiryAnnounced => self.closing = Some(entry),
            MatchEvent::Ended(_) => self.ended = Some(entry),
            // Answers to invitations are kept by the match while it is open.
            MatchEvent::InvitationDeclined { .. } => {}
            MatchEvent::Joined { seat, user, .. } => {
                if *user == reader.user {
                    self.seat = Some(*seat);
                }
            }
            MatchEvent::Left { seat } => {
                if self.seat == Some(*seat) && entry.actor.is_none() {
                    self.vacated = Some(entry);
                }
            }
            // The pages show these, and nobody waits for them.
            MatchEvent::InvitationWithdrawn { .. }
            | MatchEvent::SeatsDrawn { .. }
            | MatchEvent::DrawAccepted { .. }
            | MatchEvent::DrawDeclined { .. }
            | MatchEvent::DrawWithdrawn { .. }
            | MatchEvent::TakebackAccepted { .. }
            | MatchEvent::TakebackDeclined { .. }
            | MatchEvent::TakebackWithdrawn { .. }
            | MatchEvent::TimeZoneChanged { .. }
            | MatchEvent::PauseDeclined { .. }
            | MatchEvent::SubstituteSought { .. }
            | MatchEvent::SubstituteCancelled { .. }
            | MatchEvent::BoardRotationChanged { .. }
            | MatchEvent::WatcherChatChanged { .. }
            | MatchEvent::Paused
            | MatchEvent::Expired { .. }
            | MatchEvent::Adjudicated { .. }
            | MatchEvent::RematchOffered { .. } => {}
        }
    }

    /// A turn of another seat ended, or the turns were set anew. If `turns`, the next turn is notified as such.
    fn turn_ends(&mut self, entry: &'a LogEntry, turns: bool) {
        if turns {
            self.new_turn = Some(entry);
        }
        self.last_passing = entry.seq;
        (self.turn_began, self.downtime, self.vacation) = (Some(entry), 0, None);
    }
}
