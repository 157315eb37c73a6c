//! What the house has to say to everybody: what is said now and later, and saying more.

use maud::{Markup, html};

use super::{Place, page};
use crate::now::Moment;
use crate::texts::{tr, tr_in};
use crate::tr;
use crate::urls;
use crate::users::{Announcement, Tone};
use crate::views::page::{Reader, Width};
use crate::views::parts::{Button, Card, Choice, Choices, Field, Kind, TextArea, exactly};

/// An announcement in the making, as it was written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Draft<'a> {
    /// What is said.
    pub words: &'a str,
    /// How it is meant.
    pub tone: &'a str,
    /// From when.
    pub from: &'a str,
    /// Until when.
    pub until: &'a str,
    /// What is wrong with the words.
    pub wordless: Option<&'a str>,
    /// What is wrong with the times.
    pub timeless: Option<&'a str>,
}

/// The page.
pub fn announcements(reader: Reader<'_>, said: &[Announcement], draft: Draft<'_>, now: Moment) -> Markup {
    let body = html! {
        header.stack.tight {
            h1 { (tr("Announcements")) }
            p.lead { (tr("A quiet bar on every page, for everybody, until its time is over or they put it away.")) }
        }
        @if !said.is_empty() { (Card { title: tr("Said now and later"), aside: html! {}, body: list(said, now) }) }
        (Card { title: tr_in("announcement", "Say something"), aside: html! {}, body: form(draft) })
    };
    page(reader, Place::Announcements, tr("Announcements"), Width::Column, body)
}

fn list(said: &[Announcement], now: Moment) -> Markup {
    html! {
        ul.reports {
            @for one in said {
                li {
                    p.words { (one.words) }
                    p.soft.small {
                        @let until = exactly(one.until);
                        @if one.is_said_at(now) { (tr!("Said now, until {until}", until = until)) }
                        @else { (tr!("From {from} until {until}", from = exactly(one.from), until = until)) }
                    }
                    form method="post" action=(urls::WithdrawAnnouncement { id: &one.id.to_string() }) {
                        (Button { label: tr("Take it down"), ..Button::default() })
                    }
                }
            }
        }
    }
}

fn form(draft: Draft<'_>) -> Markup {
    html! {
        form.stack method="post" action=(urls::AdminAnnouncements) {
            (TextArea {
                name: "words", label: tr("What is said"), value: draft.words, problem: draft.wordless,
                help: tr("A sentence or two, at most 300 characters."), longest: Some(Announcement::LONGEST),
                ..TextArea::default()
            })
            (Choices {
                name: "tone", legend: tr("How it is meant"), small: true, chosen: draft.tone,
                of: vec![
                    Choice { value: Tone::News.key(), title: tr("Something to know"), help: "" },
                    Choice { value: Tone::Warning.key(), title: tr("Something to look out for"), help: "" },
                ],
                ..Choices::default()
            })
            (Field {
                name: "from", label: tr("From"), kind: "datetime-local", value: draft.from, optional: true,
                help: tr("In UTC. Left empty, it is said at once."), problem: draft.timeless, ..Field::default()
            })
            (Field { name: "until", label: tr("Until"), kind: "datetime-local", value: draft.until, help: tr("In UTC."), ..Field::default() })
            div.row { (Button { label: tr("Announce it"), kind: Kind::Filled, ..Button::default() }) }
        }
    }
}
