//! What staff have done, in sentences.

use maud::{Markup, html};

use super::{Place, page as frame};
use crate::matches::FORMER;
use crate::now::Moment;
use crate::people::{Act, Shown};
use crate::views::page::{Reader, Width};
use crate::views::parts::{Button, Empty, Field, Kind, Pages, When};
use crate::views::words::capital;
use crate::web::paths;

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub struct Log<'a> {
    /// The entries, the latest first.
    pub entries: &'a [Shown],
    /// Whether there are earlier ones.
    pub more: bool,
    /// Whether they begin with the latest.
    pub first: bool,
    /// Whose name was asked for; may be empty.
    pub person: &'a str,
    /// Whether nobody is called that.
    pub unknown: bool,
    /// Which act was asked for.
    pub act: Option<Act>,
    /// When.
    pub now: Moment,
}

/// The page.
pub fn page(reader: Reader<'_>, log: &Log<'_>) -> Markup {
    let body = html! {
        header.stack.tight {
            h1 { "Log" }
            p.soft {
                "What those who look after the house have done. Nothing is changed in it or taken out of it, and "
                code { "parlour doctor" } " tells whether that is so. "
                a href=(paths::AdminLogLines) { "Take it along" } "."
            }
        }
        (search(log))
        (entries(log.entries, log.now, true))
        (pages(log))
    };
    frame(reader, Place::Log, "Log", Width::Column, body)
}

fn search(log: &Log<'_>) -> Markup {
    let act = log.act.map_or("", Act::key);
    html! {
        form.search method="get" action=(paths::AdminLog) role="search" {
            (Field {
                name: "person", label: "By or to whom", kind: "search", value: log.person, longest: Some(20), optional: true,
                bare: true, problem: log.unknown.then_some("Nobody is called that."), ..Field::default()
            })
            div.field {
                label for="act" { "What" }
                select.input #act name="act" {
                    option value="" selected[act.is_empty()] { "Anything" }
                    @for one in Act::ALL { option value=(one.key()) selected[one.key() == act] { (capital(one.words())) } }
                }
            }
            (Button { label: "Find", kind: Kind::Filled, ..Button::default() })
        }
    }
}

fn pages(log: &Log<'_>) -> Markup {
    let act = log.act.map_or("", Act::key);
    let last = log.entries.last().filter(|_| log.more);
    html! {
        (Pages {
            newest: (!log.first).then(|| paths::AdminLog.asking(log.person, act, None)),
            older: last.map(|last| paths::AdminLog.asking(log.person, act, Some(last.entry.seq))),
        })
    }
}

/// Entries in sentences; `whom` where it is not clear whom they befell.
pub(super) fn entries(entries: &[Shown], now: Moment, whom: bool) -> Markup {
    html! {
        @if entries.is_empty() && whom {
            (Empty { title: "Nothing", text: "Nothing like that was done.", action: html! {} })
        } @else if entries.is_empty() {
            p.soft { "Nothing was ever done to them." }
        } @else {
            ol.entries { @for entry in entries { (one(entry, now, whom)) } }
        }
    }
}

fn one(shown: &Shown, now: Moment, whom: bool) -> Markup {
    let entry = &shown.entry;
    let words = Act::from_key(&entry.act).map_or(entry.act.as_str(), |act| act.words());
    html! {
        li {
            p {
                strong { @match (&shown.by, entry.by) {
                    (Some(name), _) => (name),
                    (None, Some(_)) => "Somebody who is gone",
                    (None, None) => "The command line",
                } }
                " " (words)
                @if entry.whom.is_some() && whom { " " (person(shown.whom.as_deref())) }
                @else if entry.whom.is_some() { " them" }
                @if let Some(id) = &entry.match_id { ": " a href=(paths::Match { id }) { "the match" } }
                @if !entry.detail.is_empty() { span.soft { ", " (entry.detail) } }
            }
            @if !entry.why.is_empty() { p.why { (entry.why) } }
            p.soft.small { span.count { (entry.seq) } ", " (When { at: entry.at, now }) }
        }
    }
}

fn person(name: Option<&str>) -> Markup {
    match name {
        Some(name) if name != FORMER => html! { a href=(paths::AdminPerson { name }) { (name) } },
        _ => html! { "somebody who is gone" },
    }
}
