//! Feed documents: activity as Atom (RFC 4287), deadlines as iCalendar (RFC 5545).

use atom_syndication::{Content, Feed, Generator, Link, Person};
use chrono::{DateTime, TimeDelta, Utc};
use icalendar::{Alarm, Calendar, Class, Component, Event, EventLike, Property};

use super::emails;
use crate::lists::ListedMatch;
use crate::now::Moment;
use crate::now::spans::HOUR;
use crate::texts::{current_language, tr};
use crate::tr_format;
use crate::urls;
use crate::users::UserId;
use crate::views::options::match_title;
use crate::views::words::{all_of, called};

/// An entry of the Atom feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedEntry {
    /// A permanent, unique id.
    pub id: String,
    /// The URL of the match.
    pub link: String,
    pub at: Moment,
    pub title: String,
    /// The content, as HTML.
    pub html: String,
}

/// A user's activity as an Atom feed, latest first. `own` is the secret URL of the feed.
pub fn atom(
    name: &str,
    site: &str,
    own: &str,
    user: UserId,
    changed: Moment,
    entries: &[FeedEntry],
) -> String {
    let feed = Feed {
        title: tr_format!("Your matches at {site}", site = printable(name)).into(),
        id: format!("{site}/feeds#{user}"),
        updated: utc(changed).fixed_offset(),
        lang: Some(current_language().key().to_owned()),
        links: vec![link("self", "application/atom+xml", own), link("alternate", "text/html", site)],
        authors: vec![Person { name: printable(name), ..Person::default() }],
        generator: Some(Generator {
            value: "Parlour".to_owned(),
            uri: Some(site.to_owned()),
            ..Generator::default()
        }),
        entries: entries.iter().map(atom_entry).collect(),
        ..Feed::default()
    };
    feed.to_string()
}

/// That a player whom the user follows has begun a match.
pub fn followed_entry(site: &str, listed: &ListedMatch) -> FeedEntry {
    let link = format!("{site}{}", urls::Match { id: listed.id.as_str() });
    let names: Vec<_> = listed.seats.iter().map(|seat| called(&seat.name)).collect();
    let title = tr_format!("{game}: {names}", game = match_title(&listed.options), names = all_of(&names));
    let html = emails::followed_entry(&link);
    FeedEntry { id: format!("{link}#followed"), link, at: listed.opened_at, title, html }
}

fn link(rel: &str, kind: &str, href: &str) -> Link {
    Link { rel: rel.to_owned(), mime_type: Some(kind.to_owned()), href: href.to_owned(), ..Link::default() }
}

fn atom_entry(entry: &FeedEntry) -> atom_syndication::Entry {
    atom_syndication::Entry {
        id: entry.id.clone(),
        title: printable(&entry.title).into(),
        updated: utc(entry.at).fixed_offset(),
        links: vec![link("alternate", "text/html", &entry.link)],
        content: Some(Content {
            content_type: Some("html".to_owned()),
            value: Some(printable(&entry.html)),
            ..Content::default()
        }),
        ..atom_syndication::Entry::default()
    }
}

/// The text without characters that XML and iCalendar do not allow. The libraries do not escape them.
fn printable(text: &str) -> String {
    let placed = |letter: &char| {
        !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}') || matches!(letter, '\t' | '\n')
    };
    text.chars().filter(placed).collect()
}

/// The time zone of all deadlines. A calendar needs a component also when there is no deadline.
const UTC: &str = "BEGIN:VTIMEZONE\r\nTZID:UTC\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n\
    TZOFFSETFROM:+0000\r\nTZOFFSETTO:+0000\r\nTZNAME:UTC\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";

/// The deadlines of a user's turns as a calendar.
pub fn calendar(name: &str, site: &str, host: &str, user: UserId, matches: &[ListedMatch]) -> String {
    let mut calendar = Calendar::empty();
    calendar
        .append_property(("VERSION", "2.0"))
        .append_property(("PRODID", "-//Parlour//Deadlines//EN"))
        .append_property(("CALSCALE", "GREGORIAN"))
        .append_property(("METHOD", "PUBLISH"))
        .append_property(("X-WR-CALNAME", printable(name).as_str()))
        .append_property(Property::new("REFRESH-INTERVAL", "PT1H").add_parameter("VALUE", "DURATION").done())
        .append_property(("X-PUBLISHED-TTL", "PT1H"));
    for listed in matches {
        if let Some(deadline) = listed.deadline {
            calendar.push(calendar_event(site, host, user, listed, deadline));
        }
    }
    let calendar = calendar.to_string();
    calendar.replace("END:VCALENDAR\r\n", &format!("{UTC}END:VCALENDAR\r\n"))
}

/// How many hours before a deadline a calendar reminds of it.
const ALARM: i64 = 3;

fn calendar_event(site: &str, host: &str, user: UserId, listed: &ListedMatch, deadline: Moment) -> Event {
    let link = format!("{site}{}", urls::Match { id: listed.id.as_str() });
    let (others, game) = (opponent_names(listed, user), match_title(&listed.options));
    let title = printable(&tr_format!("Move against {others}: {game}", others = others, game = game));
    let (uid, changed) = (format!("{}@{host}", listed.id), utc(listed.changed_at));
    // The sequence number grows with each turn, so that a calendar takes the later event for a change of the earlier
    // one.
    let age = listed.changed_at.since(listed.opened_at).max(0) / 1000;
    // The library gives components without them a random UID and the time of writing, so the alarm would be a new one
    // each time the calendar is read.
    let mut alarm = Alarm::display(&title, -TimeDelta::hours(ALARM));
    alarm.uid(&format!("alarm-{uid}")).timestamp(changed);
    let mut event = Event::new();
    // It would be due before the turn has begun.
    if deadline.since(listed.changed_at) > ALARM * HOUR {
        event.alarm(alarm);
    }
    event
        .uid(&uid)
        .sequence(u32::try_from(age).unwrap_or(u32::MAX))
        .timestamp(changed)
        .last_modified(changed)
        .starts(utc(deadline))
        .summary(&title)
        .description(&format!("{}\n{link}", tr("Your time runs out.")))
        .url(&link)
        .add_property("TRANSP", "TRANSPARENT")
        .class(Class::Private)
        .done()
}

/// The names of the other players.
fn opponent_names(listed: &ListedMatch, user: UserId) -> String {
    let names: Vec<_> =
        listed.seats.iter().filter(|seat| seat.user != user).map(|seat| called(&seat.name)).collect();
    if names.is_empty() { tr("nobody").to_owned() } else { all_of(&names) }
}

fn utc(at: Moment) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(at.0).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, Seat};
    use crate::lists::ListedSeat;
    use crate::matches::{JoinConditions, MatchId, MatchVisibility};

    /// A match against a user of this name, in which it is user 1's turn.
    fn against(name: &str) -> ListedMatch {
        let (game, user) = (Game::TicTacToe, UserId(1));
        let options = game.options([]).unwrap();
        let seat = |number: u8, user: UserId, name: &str| ListedSeat {
            seat: Seat::new(number),
            user,
            name: name.into(),
            place: None,
            is_reserved: false,
            pending_offer: None,
        };
        ListedMatch {
            id: MatchId::from_digits([0; 12]),
            game,
            position: game.opening(&options, 2).unwrap(),
            options,
            seats: vec![seat(0, user, "Ada"), seat(1, UserId(2), name)],
            seat_count: 2,
            to_act: Some(user),
            visibility: MatchVisibility::Public,
            rated: true,
            ply_count: 0,
            opened_at: Moment(0),
            average_rating: None,
            changed_at: Moment(5_000),
            ended_at: None,
            end_reason: None,
            expired: None,
            host_reliability: None,
            host_absence: None,
            conditions: JoinConditions::default(),
            opened_by: user,
            draws_seats: false,
            open_until: None,
            deadline: Some(Moment(86_400_000)),
            pace: None,
        }
    }

    fn deadlines(name: &str) -> String {
        calendar("Parlour", "https://a.example", "a.example", UserId(1), &[against(name)])
    }

    #[test]
    fn a_calendar_without_deadlines_has_a_component() {
        let empty = calendar("Parlour", "https://a.example", "a.example", UserId(1), &[]);
        assert!(
            empty.ends_with("TZNAME:UTC\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nEND:VCALENDAR\r\n"),
            "{empty}"
        );
        assert_eq!(empty.matches("BEGIN:").count(), 3);
    }

    #[test]
    fn long_lines_are_folded_between_characters() {
        let calendar = deadlines(&"ä".repeat(100));
        assert!(calendar.split("\r\n").all(|line| line.len() <= 75), "{calendar}");
        let title = format!("SUMMARY:Move against {}: ", "ä".repeat(100));
        assert!(calendar.replace("\r\n ", "").contains(&title), "{calendar}");
    }

    #[test]
    fn special_characters_are_escaped_in_a_calendar() {
        let calendar = deadlines("a;b,c\\d\r\nEND:VEVENT\u{7}").replace("\r\n ", "");
        assert!(calendar.contains("SUMMARY:Move against a\\;b\\,c\\\\d\\nEND:VEVENT: "), "{calendar}");
        assert_eq!(calendar.matches("\r\nEND:VEVENT\r\n").count(), 1);
    }

    #[test]
    fn a_turn_that_is_shorter_than_the_time_of_the_alarm_has_none() {
        let live = ListedMatch { deadline: Some(Moment(305_000)), ..against("Ben") };
        let calendar = calendar("Parlour", "https://a.example", "a.example", UserId(1), &[live]);
        assert!(calendar.contains("BEGIN:VEVENT") && !calendar.contains("VALARM"), "{calendar}");
    }

    #[test]
    fn a_calendar_event_is_stable_across_reads() {
        assert_eq!(deadlines("Ben"), deadlines("Ben"));
        for line in [
            "UID:111111111111@a.example",
            "SEQUENCE:5",
            "DTSTAMP:19700101T000005Z",
            "LAST-MODIFIED:19700101T000005Z",
            "DTSTART:19700102T000000Z",
            "TRIGGER:-PT10800S",
            "URL:https://a.example/matches/111111111111",
            "TRANSP:TRANSPARENT",
            "CLASS:PRIVATE",
            "METHOD:PUBLISH",
            "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        ] {
            assert!(deadlines("Ben").contains(&format!("\r\n{line}\r\n")), "{line}");
        }
    }

    #[test]
    fn characters_that_xml_forbids_are_removed() {
        assert_eq!(printable("a\u{0}b\u{b}c\nd\u{ffff}é"), "abc\ndé");
        let entry = FeedEntry {
            id: "x".to_owned(),
            link: "x".to_owned(),
            at: Moment(0),
            title: "<b> & \"c\"".to_owned(),
            html: "<p>&amp;</p>".to_owned(),
        };
        let feed =
            atom("Parlour", "https://a.example", "https://a.example/f", UserId(1), Moment(0), &[entry]);
        assert!(feed.contains("<title>&lt;b&gt; &amp; &quot;c&quot;</title>"), "{feed}");
        assert!(feed.contains("&lt;p&gt;&amp;amp;&lt;/p&gt;"), "{feed}");
    }
}
