//! What programs read of somebody's matches: news as Atom (RFC 4287), deadlines as a calendar (RFC 5545).

use std::fmt::Write;

use jiff::Timestamp;
use maud::{Markup, PreEscaped, html};

use super::words::{all_of, called};
use crate::matches::{Listed, UserId};
use crate::now::Moment;
use crate::say;
use crate::texts::{spoken, tr};
use crate::web::paths;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is told from everything else by, for ever.
    pub id: String,
    /// Where it is.
    pub link: String,
    /// When.
    pub at: Moment,
    /// In a line.
    pub title: String,
    /// In full, as HTML.
    pub html: String,
}

/// A line of a calendar may have so many bytes.
const LINE: usize = 75;

/// What happened in somebody's matches, the latest first, at its own address, which is nobody else's business.
pub fn atom(site: &str, own: &str, user: UserId, changed: Moment, entries: &[Entry]) -> String {
    let feed = html! {
        (PreEscaped(r#"<?xml version="1.0" encoding="utf-8"?>"#))
        feed xmlns="http://www.w3.org/2005/Atom" xml:lang=(spoken().key()) {
            title { (tr("Your matches at Parlour")) }
            id { (site) "/feeds#" (user) }
            updated { (changed) }
            link rel="self" type="application/atom+xml" href=(own) {}
            link rel="alternate" type="text/html" href=(site) {}
            author { name { "Parlour" } }
            generator uri=(site) { "Parlour" }
            @for entry in entries { (written(entry)) }
        }
    };
    feed.into_string()
}

fn written(entry: &Entry) -> Markup {
    html! {
        entry {
            id { (entry.id) }
            title { (sound(&entry.title)) }
            updated { (entry.at) }
            link rel="alternate" type="text/html" href=(entry.link) {}
            content type="html" { (sound(&entry.html)) }
        }
    }
}

/// Without what XML has no place for.
fn sound(text: &str) -> String {
    let placed = |letter: &char| {
        !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}') || matches!(letter, '\t' | '\n')
    };
    text.chars().filter(placed).collect()
}

/// Until when somebody has to move in these matches.
pub fn calendar(site: &str, host: &str, user: UserId, matches: &[Listed]) -> String {
    let mut lines = Lines::default();
    for (name, value) in [
        ("BEGIN", "VCALENDAR"),
        ("VERSION", "2.0"),
        ("PRODID", "-//Parlour//Deadlines//EN"),
        ("CALSCALE", "GREGORIAN"),
        ("METHOD", "PUBLISH"),
        ("X-WR-CALNAME", "Parlour"),
        ("REFRESH-INTERVAL;VALUE=DURATION", "PT1H"),
        ("X-PUBLISHED-TTL", "PT1H"),
    ] {
        lines.add(name, value);
    }
    for listed in matches {
        if let Some(deadline) = listed.deadline {
            event(&mut lines, site, host, user, listed, deadline);
        }
    }
    lines.add("END", "VCALENDAR");
    lines.0
}

fn event(lines: &mut Lines, site: &str, host: &str, user: UserId, listed: &Listed, deadline: Moment) {
    let link = format!("{site}{}", paths::Match { id: listed.id.as_str() });
    let (others, game) = (others(listed, user), tr(listed.game.title()));
    let title = say!("Move against {others}: {game}", others = others, game = game);
    // A calendar that has an event of an earlier turn takes the later one for a change of it.
    let age = listed.changed_at.since(listed.opened_at).max(0) / 1000;
    lines.add("BEGIN", "VEVENT");
    lines.add("UID", &format!("{}@{host}", listed.id));
    lines.add("SEQUENCE", &age.to_string());
    lines.add("DTSTAMP", &utc(listed.changed_at));
    lines.add("LAST-MODIFIED", &utc(listed.changed_at));
    lines.add("DTSTART", &utc(deadline));
    lines.add("SUMMARY", &escaped(&title));
    lines.add("DESCRIPTION", &escaped(&format!("{}\n{link}", tr("Your time runs out."))));
    lines.add("URL", &link);
    lines.add("TRANSP", "TRANSPARENT");
    lines.add("CLASS", "PRIVATE");
    lines.add("BEGIN", "VALARM");
    lines.add("ACTION", "DISPLAY");
    lines.add("TRIGGER", "-PT3H");
    lines.add("DESCRIPTION", &escaped(&title));
    lines.add("END", "VALARM");
    lines.add("END", "VEVENT");
}

/// Everybody else at a match.
fn others(listed: &Listed, user: UserId) -> String {
    let names: Vec<_> =
        listed.seats.iter().filter(|seat| seat.user != user).map(|seat| called(&seat.name)).collect();
    if names.is_empty() { tr("nobody").to_owned() } else { all_of(&names) }
}

fn utc(at: Moment) -> String {
    let stamp = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH);
    stamp.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Text as the value of a property.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | ';' | ',' => escaped.extend(['\\', letter]),
            '\n' => escaped.push_str("\\n"),
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Lines of a calendar, folded where they are too long.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn add(&mut self, name: &str, value: &str) {
        let mut width = 0;
        for letter in name.chars().chain([':']).chain(value.chars()) {
            if width + letter.len_utf8() > LINE {
                self.0.push_str("\r\n ");
                width = 1;
            }
            width += letter.len_utf8();
            // Writing to a text does not fail.
            let _ = self.0.write_char(letter);
        }
        self.0.push_str("\r\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_folded_between_letters() {
        let mut lines = Lines::default();
        lines.add("SUMMARY", &"ä".repeat(100));
        assert!(lines.0.split("\r\n").all(|line| line.len() <= 75), "{}", lines.0);
        assert_eq!(lines.0.replace("\r\n ", ""), format!("SUMMARY:{}\r\n", "ä".repeat(100)));
    }

    #[test]
    fn what_means_something_in_a_calendar_is_escaped() {
        assert_eq!(escaped("a;b,c\\d\r\nEND:VEVENT\u{7}"), "a\\;b\\,c\\\\d\\nEND:VEVENT");
    }

    #[test]
    fn what_xml_has_no_place_for_is_left_out() {
        assert_eq!(sound("a\u{0}b\u{b}c\nd\u{ffff}é"), "abc\ndé");
        let entry = Entry {
            id: "x".to_owned(),
            link: "x".to_owned(),
            at: Moment(0),
            title: "<b> & \"c\"".to_owned(),
            html: "<p>&amp;</p>".to_owned(),
        };
        let feed = atom("https://a.example", "https://a.example/f", UserId(1), Moment(0), &[entry]);
        assert!(feed.contains("<title>&lt;b&gt; &amp; &quot;c&quot;</title>"), "{feed}");
        assert!(feed.contains("&lt;p&gt;&amp;amp;&lt;/p&gt;"), "{feed}");
    }
}
