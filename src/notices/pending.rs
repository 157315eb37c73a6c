//! Which notices about a match are pending for a user, and when they are due. Pure.

use jiff::tz::TimeZone;

use super::facts::NoticeFacts;
use super::schedule::{GRACE, HEAD_START, send_time};
use super::warnings::{self, in_time};
use crate::matches::{MatchId, NoticeEvent, NoticeKind, TimedTurn};
use crate::now::Moment;
use crate::users::preferences::{EmailFrequency, NoticeChannel, QuietHours};

/// A notice that is or will be due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PendingNotice {
    pub id: MatchId,
    pub channel: NoticeChannel,
    pub kind: NoticeKind,
    pub number: i64,
    pub at: Moment,
}

/// Events that the user has neither caused nor seen.
pub(super) fn unseen_events(facts: &NoticeFacts) -> impl Iterator<Item = NoticeEvent> {
    facts.news.events.iter().copied().filter(|event| !event.seen)
}

/// The notices that were not sent yet, with their channel and time. There is an escalation: the page shows it, then
/// it is pushed to a device if there is one, and then emailed, at the pace the user chose but no sooner than an hour
/// after the push. What a user has seen is not sent, and each channel sends each kind once until they have looked.
pub(super) fn pending_notices(facts: &NoticeFacts) -> Vec<PendingNotice> {
    let happened = unseen_events(facts).flat_map(|event| of_kind(facts, event, HEAD_START, send_time));
    happened.chain(warnings(facts)).collect()
}

/// The earliest time for sending a queued email of this kind, checked again `now`; `None` if it no longer applies, or
/// the user has looked since. Quiet hours that have begun since are respected.
pub(super) fn may_be_mailed(
    facts: &NoticeFacts,
    kind: NoticeKind,
    number: i64,
    now: Moment,
) -> Option<Moment> {
    if kind.is_of_turn() && facts.turn().is_some_and(|(_, deadline)| deadline <= now) {
        return None;
    }
    // What this email is about has been marked as sent when it was queued.
    let mut unsent = facts.clone();
    unsent.recipient.sent.clear();
    let due = pending_notices(&unsent)
        .into_iter()
        .find(|due| due.channel == NoticeChannel::Mail && due.kind == kind)?;
    let applies = if kind.is_warning() { number == due.number } else { number > last_seen(facts, kind) };
    match due.at {
        _ if !applies => None,
        at if at > now => Some(at),
        _ => after_quiet_hours(facts, kind, now),
    }
}

/// The latest number of this kind that the user has seen.
const fn last_seen(facts: &NoticeFacts, kind: NoticeKind) -> i64 {
    if matches!(kind, NoticeKind::ChatMessage) { facts.news.heard } else { facts.news.seen }
}

/// Warnings that time is running out, whether or not the user has seen that it is their turn.
fn warnings(facts: &NoticeFacts) -> impl Iterator<Item = PendingNotice> {
    facts.news.turn.into_iter().flat_map(move |TimedTurn { number, began, deadline }| {
        let in_time = move |from, zone: &_, pace, quiet| in_time(from, (began, deadline), zone, pace, quiet);
        // The email after the push has to be in time as well.
        let due = move |(kind, at)| {
            let head_start = HEAD_START.min(deadline.since(at) / 4);
            of_kind(facts, NoticeEvent { kind, number, at, seen: false }, head_start, in_time)
        };
        warnings::warnings(began, deadline).into_iter().flat_map(due)
    })
}

/// The kinds that are still pending, including warnings.
pub(super) fn pending_kinds(facts: &NoticeFacts, now: Moment) -> Vec<NoticeKind> {
    let warned = facts.turn().into_iter().flat_map(|(began, deadline)| {
        let over = move |(_, at): &(NoticeKind, Moment)| *at <= now && now < deadline;
        warnings::warnings(began, deadline).into_iter().filter(over)
    });
    warned.map(|(kind, _)| kind).chain(unseen_events(facts).map(|event| event.kind)).collect()
}

/// When a push of what is [pending](pending_kinds) may be sent, checked again `now`.
pub(super) fn may_be_pushed(facts: &NoticeFacts, pending: &[NoticeKind], now: Moment) -> Option<Moment> {
    let from = pending.iter().filter_map(|kind| after_quiet_hours(facts, *kind, now));
    from.min()
}

/// The first moment from `now` on outside of quiet hours. Warnings may be sent during them if they would come too
/// late.
fn after_quiet_hours(facts: &NoticeFacts, kind: NoticeKind, now: Moment) -> Option<Moment> {
    let (zone, quiet) = (facts.recipient.zone.zone(), facts.recipient.quiet);
    match facts.turn().filter(|_| kind.is_warning()) {
        Some(turn) => in_time(now, turn, zone, EmailFrequency::Instant, quiet),
        None => send_time(now, zone, EmailFrequency::Instant, quiet),
    }
}

/// The channels of a notice that it has to be sent over, each with the time at which it is due.
fn of_kind(
    facts: &NoticeFacts,
    NoticeEvent { kind, number, at, .. }: NoticeEvent,
    head_start: i64,
    when: impl Fn(Moment, &TimeZone, EmailFrequency, Option<QuietHours>) -> Option<Moment>,
) -> impl Iterator<Item = PendingNotice> {
    let recipient = &facts.recipient;
    let (looked, soon) = (last_seen(facts, kind), at.after(GRACE));
    let (zone, quiet) = (recipient.zone.zone(), recipient.quiet);
    // Each kind is sent once, and then not until the user has looked.
    let is_notified = |sent: i64| sent >= number || sent > looked;
    let pushed = recipient.pushed.get(kind.key()).filter(|(sent, _)| is_notified(*sent)).map(|(_, at)| *at);
    let wants_push = pushed.is_none() && recipient.push.is_some_and(|since| at >= since);
    let push = if wants_push { when(soon, zone, EmailFrequency::Instant, quiet) } else { None };
    let mailed = recipient.sent.get(kind.key()).is_some_and(|sent| is_notified(*sent));
    let wants_mail = recipient.mail.filter(|(_, since)| !mailed && at >= *since);
    let held = pushed.or(push).map_or(soon, |pushed| pushed.after(head_start).max(soon));
    let mail = wants_mail.and_then(|(pace, _)| when(held, zone, pace, quiet));
    let ways = [(NoticeChannel::Push, push), (NoticeChannel::Mail, mail)];
    let due = move |(channel, at): (_, Option<_>)| {
        Some(PendingNotice { id: facts.id.clone(), channel, kind, number, at: at? })
    };
    ways.into_iter().filter_map(due)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::civil::DateTime;

    use super::*;
    use crate::matches::MatchNews;
    use crate::now::spans::HOUR;
    use crate::store::NoticeRecipient;
    use crate::users::UserId;
    use crate::users::preferences::TimeZoneName;

    /// When a notice that could be sent at this time in Berlin is sent.
    fn sent_at(from: &str, pace: EmailFrequency, quiet: Option<(i64, i64)>) -> String {
        let zone = TimeZoneName::parse("Europe/Berlin").unwrap();
        let from: DateTime = from.parse().unwrap();
        let from = from.to_zoned(zone.zone().clone()).unwrap().timestamp().as_millisecond();
        let quiet = quiet.map(|(from, to)| QuietHours::new(from, to).unwrap());
        let sent = send_time(Moment(from), zone.zone(), pace, quiet).unwrap();
        let sent = Timestamp::from_millisecond(sent.0).unwrap().to_zoned(zone.zone().clone());
        sent.strftime("%d %H:%M").to_string()
    }

    #[test]
    fn emails_are_sent_at_once_on_the_hour_or_in_the_morning() {
        let noon = "2026-11-21T12:34:56";
        assert_eq!(sent_at(noon, EmailFrequency::Instant, None), "21 12:34");
        assert_eq!(sent_at(noon, EmailFrequency::Hourly, None), "21 13:00");
        assert_eq!(sent_at("2026-11-21T13:00", EmailFrequency::Hourly, None), "21 13:00");
        assert_eq!(sent_at(noon, EmailFrequency::Daily, None), "22 08:00");
        assert_eq!(sent_at("2026-11-21T07:59", EmailFrequency::Daily, None), "21 08:00");
    }

    #[test]
    fn emails_wait_for_the_end_of_quiet_hours() {
        let night = Some((22, 7));
        assert_eq!(sent_at("2026-11-21T21:59", EmailFrequency::Instant, night), "21 21:59");
        assert_eq!(sent_at("2026-11-21T22:00", EmailFrequency::Instant, night), "22 07:00");
        assert_eq!(sent_at("2026-11-22T06:59", EmailFrequency::Instant, night), "22 07:00");
        assert_eq!(sent_at("2026-11-21T21:30", EmailFrequency::Hourly, night), "22 07:00");
        assert_eq!(sent_at("2026-11-21T12:00", EmailFrequency::Daily, Some((6, 10))), "22 10:00");
    }

    #[test]
    fn days_with_a_clock_change_have_a_morning_too() {
        assert_eq!(
            sent_at("2026-03-29T01:30", EmailFrequency::Instant, Some((22, 2))),
            "29 03:00",
            "there is no two o'clock"
        );
        assert_eq!(sent_at("2026-03-28T12:00", EmailFrequency::Daily, None), "29 08:00");
        assert_eq!(sent_at("2026-10-25T01:30", EmailFrequency::Hourly, None), "25 02:00");
        assert_eq!(sent_at("2026-10-24T23:00", EmailFrequency::Instant, Some((22, 7))), "25 07:00");
    }

    #[test]
    fn hours_follow_the_zone_of_the_user() {
        let kathmandu = TimeZoneName::parse("Asia/Kathmandu").unwrap();
        let from = Moment(1_795_262_400_000);
        let sent = send_time(from, kathmandu.zone(), EmailFrequency::Hourly, None).unwrap();
        assert_eq!(sent.since(from), 15 * 60_000, "it is a quarter to six there");
        assert_eq!(send_time(from, kathmandu.zone(), EmailFrequency::Off, None), None);
    }

    /// A user whose turn came at noon UTC.
    fn facts(mail: Option<EmailFrequency>, push: bool) -> NoticeFacts {
        let since = Moment(NOON.0 - 1);
        let event = NoticeEvent { kind: NoticeKind::Turn, number: 5, at: NOON, seen: false };
        NoticeFacts {
            id: "7Wd2hkQ9xYzA".parse().unwrap(),
            recipient: NoticeRecipient {
                user: UserId(1),
                zone: TimeZoneName::utc(),
                language: Default::default(),
                mail: mail.map(|pace| (pace, since)),
                push: push.then_some(since),
                quiet: None,
                mark: Default::default(),
                sent: Default::default(),
                pushed: Default::default(),
            },
            news: MatchNews { events: vec![event], turn: None, seen: 4, heard: 0 },
        }
    }

    const NOON: Moment = Moment(1_795_262_400_000);

    /// The channels by which a user is notified, and how long after the event.
    fn ladder(facts: &NoticeFacts) -> Vec<(NoticeChannel, i64)> {
        pending_notices(facts).into_iter().map(|due| (due.channel, due.at.since(NOON))).collect()
    }

    #[test]
    fn a_push_comes_first_and_an_email_an_hour_later() {
        assert_eq!(ladder(&facts(Some(EmailFrequency::Instant), false)), [(NoticeChannel::Mail, GRACE)]);
        assert_eq!(ladder(&facts(None, true)), [(NoticeChannel::Push, GRACE)]);
        let mut both = facts(Some(EmailFrequency::Instant), true);
        assert_eq!(ladder(&both), [(NoticeChannel::Push, GRACE), (NoticeChannel::Mail, GRACE + HOUR)]);
        both.recipient.pushed.insert("turn".to_owned(), (5, NOON.after(2 * GRACE)));
        assert_eq!(ladder(&both), [(NoticeChannel::Mail, 2 * GRACE + HOUR)], "it is counted from the push");
        both.recipient.pushed.insert("turn".to_owned(), (4, NOON));
        assert_eq!(ladder(&both).len(), 2, "an earlier turn was pushed");
        both.recipient.mail = Some((EmailFrequency::Daily, NOON));
        assert_eq!(ladder(&both)[1], (NoticeChannel::Mail, 20 * HOUR), "the morning is late enough");
    }

    #[test]
    fn a_warning_is_emailed_in_time_although_it_was_pushed() {
        let mut both = facts(Some(EmailFrequency::Instant), true);
        both.news.events[0].seen = true;
        both.news.seen = 5;
        both.news.turn = Some(TimedTurn { number: 5, began: NOON, deadline: NOON.after(4 * HOUR) });
        assert_eq!(
            ladder(&both),
            [(NoticeChannel::Push, 3 * HOUR + GRACE), (NoticeChannel::Mail, 3 * HOUR + HOUR / 4 + GRACE)]
        );
        assert_eq!(pending_kinds(&both, NOON.after(3 * HOUR)), [NoticeKind::LowTime]);
        assert_eq!(pending_kinds(&both, NOON.after(2 * HOUR)), []);
        both.news.turn = None;
        assert_eq!(pending_kinds(&both, NOON.after(3 * HOUR)), []);
    }

    #[test]
    fn nothing_seen_or_already_sent_is_sent_again() {
        let mut both = facts(Some(EmailFrequency::Instant), true);
        both.news.events[0].seen = true;
        assert_eq!(ladder(&both), []);
        both.news.events[0].seen = false;
        both.recipient.sent.insert("turn".to_owned(), 5);
        both.recipient.pushed.insert("turn".to_owned(), (5, NOON));
        assert_eq!(ladder(&both), [], "nor what was sent before");
    }

    #[test]
    fn a_device_gets_nothing_in_quiet_hours_or_from_before_it_was_added() {
        let mut quiet = facts(Some(EmailFrequency::Instant), true);
        quiet.recipient.quiet = QuietHours::new(12, 14);
        assert_eq!(ladder(&quiet), [(NoticeChannel::Push, 2 * HOUR), (NoticeChannel::Mail, 3 * HOUR)]);
        quiet.recipient.push = Some(NOON.after(1));
        assert_eq!(ladder(&quiet), [(NoticeChannel::Mail, 2 * HOUR)]);
    }
}
