//! Which notices about a match are pending for a user, and when they are due. Pure.

use std::collections::HashMap;

use jiff::tz::TimeZone;

use super::kind::NoticeKind;
use super::retry::{HEAD_START, RetrySchedule, send_time};
use super::warnings::{self, in_time};
use crate::matches::MatchId;
use crate::now::Moment;
use crate::store::{NoticeEvent, NoticeFacts};
use crate::users::preferences::{EmailFrequency, NoticeChannel, QuietHours};

/// A notice that is or will be due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PendingNotice {
    pub id: MatchId,
    pub way: NoticeChannel,
    pub kind: NoticeKind,
    pub number: i64,
    pub at: Moment,
}

/// Events that the user has neither caused nor seen.
pub(super) fn unseen_events(facts: &NoticeFacts) -> Vec<(NoticeKind, NoticeEvent)> {
    let unseen = events(facts).into_iter().filter(|(.., seen)| !seen);
    unseen.map(|(kind, happened, _)| (kind, happened)).collect()
}

/// What others have done, and whether the user has seen it.
pub(super) fn events(facts: &NoticeFacts) -> Vec<(NoticeKind, NoticeEvent, bool)> {
    let turned = facts.turned.filter(|_| facts.turn);
    let seen = |happened: Option<NoticeEvent>| happened.is_some_and(|it| facts.seen >= it.number);
    [
        (NoticeKind::Invited, facts.invited, seen(facts.invited)),
        (NoticeKind::Answered, facts.answered, seen(facts.answered)),
        (NoticeKind::Started, facts.started, seen(facts.started)),
        (NoticeKind::Turn, turned, facts.seen >= facts.passed),
        (NoticeKind::Asked, facts.asked, seen(facts.asked)),
        (NoticeKind::Closing, facts.closing, seen(facts.closing)),
        (NoticeKind::TurnSkipped, facts.clock.skipped, seen(facts.clock.skipped)),
        (NoticeKind::TimedOut, facts.clock.timed_out, seen(facts.clock.timed_out)),
        (NoticeKind::VacationUsed, facts.clock.vacation, seen(facts.clock.vacation)),
        (NoticeKind::OrdersCancelled, facts.clock.orders_cancelled, seen(facts.clock.orders_cancelled)),
        (NoticeKind::Ended, facts.ended, seen(facts.ended)),
        (NoticeKind::Talk, facts.said, facts.said.is_some_and(|it| facts.heard >= it.number)),
    ]
    .into_iter()
    .filter_map(|(kind, happened, seen)| Some((kind, happened.filter(|it| !it.own)?, seen)))
    .collect()
}

/// The notices that were not sent yet, with their channel and time. There is an escalation: the page shows it, then
/// it is pushed to a device if there is one, and then emailed, at the pace the user chose but no sooner than an hour
/// after the push. What a user has seen is not sent, and each channel sends each kind once until they have looked.
pub(super) fn pending_notices(facts: &NoticeFacts) -> Vec<PendingNotice> {
    let happened = unseen_events(facts)
        .into_iter()
        .flat_map(|(kind, happened)| of_kind(facts, kind, happened, HEAD_START, send_time));
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
    if kind.is_of_turn() && facts.deadline.is_some_and(|deadline| deadline <= now) {
        return None;
    }
    // What this email is about has been marked as sent when it was queued.
    let unsent = NoticeFacts { sent: HashMap::new(), ..facts.clone() };
    let due = pending_notices(&unsent)
        .into_iter()
        .find(|due| due.way == NoticeChannel::Mail && due.kind == kind)?;
    let applies = if kind.is_warning() { number == due.number } else { number > last_seen(facts, kind) };
    match due.at {
        _ if !applies => None,
        at if at > now => Some(at),
        _ => after_quiet_hours(facts, kind, now),
    }
}

/// The latest number of this kind that the user has seen.
const fn last_seen(facts: &NoticeFacts, kind: NoticeKind) -> i64 {
    if matches!(kind, NoticeKind::Talk) { facts.heard } else { facts.seen }
}

/// Warnings that time is running out, whether or not the user has seen that it is their turn.
fn warnings(facts: &NoticeFacts) -> impl Iterator<Item = PendingNotice> {
    let turn = facts.came.zip(facts.deadline).filter(|_| facts.turn);
    turn.into_iter().flat_map(move |(came, deadline)| {
        let in_time =
            move |from, zone: &_, pace, quiet| in_time(from, (came.at, deadline), zone, pace, quiet);
        // The email after the push has to be in time as well.
        let due = move |(kind, at)| {
            let head_start = HEAD_START.min(deadline.since(at) / 4);
            of_kind(facts, kind, NoticeEvent { at, ..came }, head_start, in_time)
        };
        warnings::warnings(came.at, deadline).into_iter().flat_map(due)
    })
}

/// The kinds that are still pending, including warnings.
pub(super) fn pending_kinds(facts: &NoticeFacts, now: Moment) -> Vec<NoticeKind> {
    let turn = facts.came.zip(facts.deadline).filter(|_| facts.turn);
    let warned = turn.into_iter().flat_map(|(came, deadline)| {
        let over = move |(_, at): &(NoticeKind, Moment)| *at <= now && now < deadline;
        warnings::warnings(came.at, deadline).into_iter().filter(over)
    });
    warned.map(|(kind, _)| kind).chain(unseen_events(facts).into_iter().map(|(kind, _)| kind)).collect()
}

/// When a push of what is [pending](pending_kinds) may be sent, checked again `now`.
pub(super) fn may_be_pushed(facts: &NoticeFacts, pending: &[NoticeKind], now: Moment) -> Option<Moment> {
    let from = pending.iter().filter_map(|kind| after_quiet_hours(facts, *kind, now));
    from.min()
}

/// The first moment from `now` on outside of quiet hours. Warnings may be sent during them if they would come too
/// late.
fn after_quiet_hours(facts: &NoticeFacts, kind: NoticeKind, now: Moment) -> Option<Moment> {
    let (zone, quiet) = (facts.zone.zone(), facts.quiet);
    match facts.came.zip(facts.deadline).filter(|_| kind.is_warning()) {
        Some((came, deadline)) => in_time(now, (came.at, deadline), zone, EmailFrequency::Instant, quiet),
        None => send_time(now, zone, EmailFrequency::Instant, quiet),
    }
}

fn of_kind(
    facts: &NoticeFacts,
    kind: NoticeKind,
    NoticeEvent { number, at, .. }: NoticeEvent,
    head_start: i64,
    when: impl Fn(Moment, &TimeZone, EmailFrequency, Option<QuietHours>) -> Option<Moment>,
) -> impl Iterator<Item = PendingNotice> {
    let ladder = RetrySchedule {
        number,
        at,
        looked: last_seen(facts, kind),
        push: facts.push,
        pushed: facts.pushed.get(kind.key()).copied(),
        mail: facts.mail,
        mailed: facts.sent.get(kind.key()).copied(),
        zone: facts.zone.zone(),
        quiet: facts.quiet,
    };
    let due = move |(way, at)| PendingNotice { id: facts.id.clone(), way, kind, number, at };
    ladder.due_channels(head_start, when).map(due)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::civil::DateTime;

    use super::*;
    use crate::notices::retry::GRACE;
    use crate::now::spans::HOUR;
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
        NoticeFacts {
            user: crate::users::UserId(1),
            id: "7Wd2hkQ9xYzA".parse().unwrap(),
            zone: TimeZoneName::utc(),
            language: Default::default(),
            mail: mail.map(|pace| (pace, since)),
            push: push.then_some(since),
            quiet: None,
            turn: true,
            turned: Some(NoticeEvent { number: 5, at: NOON, own: false }),
            passed: 5,
            started: None,
            ended: None,
            said: None,
            invited: None,
            answered: None,
            asked: None,
            closing: None,
            clock: Default::default(),
            came: None,
            deadline: None,
            seen: 4,
            heard: 0,
            sent: Default::default(),
            pushed: Default::default(),
        }
    }

    const NOON: Moment = Moment(1_795_262_400_000);

    /// The channels by which a user is notified, and how long after the event.
    fn ladder(facts: &NoticeFacts) -> Vec<(NoticeChannel, i64)> {
        pending_notices(facts).into_iter().map(|due| (due.way, due.at.since(NOON))).collect()
    }

    #[test]
    fn a_push_comes_first_and_an_email_an_hour_later() {
        assert_eq!(ladder(&facts(Some(EmailFrequency::Instant), false)), [(NoticeChannel::Mail, GRACE)]);
        assert_eq!(ladder(&facts(None, true)), [(NoticeChannel::Push, GRACE)]);
        let mut both = facts(Some(EmailFrequency::Instant), true);
        assert_eq!(ladder(&both), [(NoticeChannel::Push, GRACE), (NoticeChannel::Mail, GRACE + HOUR)]);
        both.pushed.insert("turn".to_owned(), (5, NOON.after(2 * GRACE)));
        assert_eq!(ladder(&both), [(NoticeChannel::Mail, 2 * GRACE + HOUR)], "it is counted from the push");
        both.pushed.insert("turn".to_owned(), (4, NOON));
        assert_eq!(ladder(&both).len(), 2, "an earlier turn was pushed");
        both.mail = Some((EmailFrequency::Daily, NOON));
        assert_eq!(ladder(&both)[1], (NoticeChannel::Mail, 20 * HOUR), "the morning is late enough");
    }

    #[test]
    fn a_warning_is_emailed_in_time_although_it_was_pushed() {
        let mut both = facts(Some(EmailFrequency::Instant), true);
        both.seen = 5;
        both.came = both.turned;
        both.deadline = Some(NOON.after(4 * HOUR));
        assert_eq!(
            ladder(&both),
            [(NoticeChannel::Push, 3 * HOUR + GRACE), (NoticeChannel::Mail, 3 * HOUR + HOUR / 4 + GRACE)]
        );
        assert_eq!(pending_kinds(&both, NOON.after(3 * HOUR)), [NoticeKind::Low]);
        assert_eq!(pending_kinds(&both, NOON.after(2 * HOUR)), []);
        both.turn = false;
        assert_eq!(pending_kinds(&both, NOON.after(3 * HOUR)), []);
    }

    #[test]
    fn nothing_seen_or_already_sent_is_sent_again() {
        let mut both = facts(Some(EmailFrequency::Instant), true);
        both.seen = 5;
        assert_eq!(ladder(&both), []);
        both.seen = 4;
        both.sent.insert("turn".to_owned(), 5);
        both.pushed.insert("turn".to_owned(), (5, NOON));
        assert_eq!(ladder(&both), [], "nor what was sent before");
    }

    #[test]
    fn a_device_gets_nothing_in_quiet_hours_or_from_before_it_was_added() {
        let mut quiet = facts(Some(EmailFrequency::Instant), true);
        quiet.quiet = QuietHours::new(12, 14);
        assert_eq!(ladder(&quiet), [(NoticeChannel::Push, 2 * HOUR), (NoticeChannel::Mail, 3 * HOUR)]);
        quiet.push = Some(NOON.after(1));
        assert_eq!(ladder(&quiet), [(NoticeChannel::Mail, 2 * HOUR)]);
    }
}
