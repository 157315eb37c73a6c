//! What people have reported: the queue, and one report with all that helps to settle it.

use maud::{Markup, html};

use super::deeds::{Whom, deed};
use super::{Place, navigation, page};
use crate::matches::{Line, Table, Visibility};
use crate::now::Moment;
use crate::people::{Done, Ranked, Report, Verdict};
use crate::texts::tr;
use crate::views::boards::{self, Still};
use crate::views::page::{Page, Reader, Width};
use crate::views::parts::{Button, Card, Choice, Choices, Empty, Field, Kind, Notice, TextArea, When};
use crate::views::reports::{about, cause_in_words};
use crate::views::table::rulings;
use crate::views::words::called;
use crate::web::paths;
use crate::{say, tr};

/// So many lines of the talk are shown before and after the one that was reported.
const AROUND: usize = 12;

/// A report with what helps to settle it.
pub struct Case<'a> {
    /// The report.
    pub report: &'a Report,
    /// The match it is about.
    pub table: Option<&'a Table>,
    /// Other reports about the same person.
    pub others: &'a [Report],
    /// Other reports of whoever made this one.
    pub made: &'a [Report],
    /// What staff have done to whoever it is about.
    pub done: &'a [Done],
    /// What is wrong with what was just sent, and what was written.
    pub problem: Option<(&'a str, &'a str)>,
    /// When it is looked at.
    pub now: Moment,
}

/// The queue: what waits, the oldest first, and what was settled lately. What somebody has a part in is not shown to them.
pub fn queue(reader: Reader<'_>, me: Ranked, waiting: &[Report], settled: &[Report], now: Moment) -> Markup {
    let mine =
        |of: &'_ [Report]| of.iter().filter(|report| report.parties.leave_it_to(me)).cloned().collect();
    let (waiting, settled): (Vec<Report>, Vec<Report>) = (mine(waiting), mine(settled));
    let body = html! {
        header.stack.tight {
            h1 { (tr("Reports")) }
            p.lead { (waits(waiting.len())) }
        }
        @if waiting.is_empty() {
            (Empty { title: tr("Nothing waits"), text: tr("When somebody reports something, it is here."), action: html! {} })
        } @else {
            (list(&waiting, now))
        }
        @if !settled.is_empty() {
            (Card { title: tr("Settled lately"), aside: html! {}, body: list(&settled, now) })
        }
    };
    page(reader, Place::Reports, tr("Reports"), Width::Column, body)
}

fn waits(reports: usize) -> String {
    match reports {
        0 => tr("All is settled.").to_owned(),
        more => say!(more; "One waits to be looked into.", "{n} reports wait, the oldest first."),
    }
}

fn list(of: &[Report], now: Moment) -> Markup {
    html! {
        ul.reports {
            @for report in of {
                li {
                    a.title href=(paths::AdminReport { id: &report.id.to_string() }) {
                        (about(report)) span.soft { " · " (cause_in_words(report.cause)) }
                    }
                    p.words { (report.words) }
                    p.soft.small {
                        (tr!("By {name}, {when}", name = called(&report.by.name), when = When { at: report.at, now }))
                        @if let Some((verdict, by, at)) = &report.settled {
                            " · "
                            (tr!(
                                "{settled} by {name}, {when}",
                                settled = verdict_in_words(*verdict), name = called(&by.name), when = When { at: *at, now },
                            ))
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn verdict_in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Dismissed => tr("dismissed"),
        Verdict::Warned => tr("settled with a warning"),
        Verdict::Muted => tr("settled with a mute"),
        Verdict::Acted => tr("settled"),
    }
}

/// One report.
pub fn case(reader: Reader<'_>, case: &Case<'_>) -> Markup {
    let report = case.report;
    let body = html! {
        header.stack.tight {
            p.small { a href=(paths::AdminReports) { (tr("All reports")) } }
            h1 { (about(report)) }
            p.soft {
                @let name = html! { a href=(paths::Player { name: &report.by.name }) { (called(&report.by.name)) } };
                (cause_in_words(report.cause)) " · "
                (tr!("by {name}, {when}", name = name, when = When { at: report.at, now: case.now }))
            }
        }
        div.two.case {
            div.stack.loose {
                blockquote.report { (report.words) }
                @if let Some(table) = case.table { (match_of(case, table)) (talk(report, table)) }
            }
            div.stack.loose {
                @match &report.settled {
                    Some((verdict, by, at)) => (Notice::plain(say!(
                        "This was {settled} by {name}, {when}.", settled = verdict_in_words(*verdict), name = called(&by.name),
                        when = When { at: *at, now: case.now }.in_words(),
                    ))),
                    None => (Card { title: tr("Settle it"), aside: html! {}, body: settle(case) }),
                }
                (people(case))
            }
        }
    };
    let title = say!("Report: {what}", what = about(report));
    let page = Page::new(&title, reader).width(Width::Wide).class("admin");
    let page = case.table.into_iter().fold(page, |page, table| page.style(boards::stylesheet(table.m.game)));
    page.body(html! { (navigation(reader, Place::Reports)) (body) })
}

fn match_of(case: &Case<'_>, table: &Table) -> Markup {
    let m = &table.m;
    let plies = case.report.ply.map_or(m.plies.len(), |ply| m.plies.len().min(ply as usize));
    let names: Vec<_> = m.seats.iter().filter_map(|(seat, _)| table.name(seat)).collect();
    let public = m.visibility == Visibility::Public;
    let href = paths::Match { id: m.id.as_str() };
    let body = html! {
        div.report-board {
            @if let Ok(stood) = m.stood_at(plies) { (Still::of(stood.position)) }
        }
        p.small.soft {
            (names.join(", ")) ". "
            @if plies == m.plies.len() { (tr!(plies; "As it stands, after one ply.", "As it stands, after {n} plies.")) }
            @else { (tr!(plies; "As it was reported, after one ply.", "As it was reported, after {n} plies.")) }
            @if !public { " " (tr("A private match: your look at it is in the log of the house.")) }
        }
        @if public { p { a href=(href.at(plies)) { (tr("Look at the match there")) } } }
        (rulings(table, Some(case.report.id)))
    };
    html! { (Card { title: tr(m.game.title()), aside: html! {}, body }) }
}

/// What was said around the line that was reported; at the end, where it is about something else.
fn talk(report: &Report, table: &Table) -> Markup {
    let lines: Vec<&Line> = table.talk.iter().collect();
    let reported = report.line.as_ref().and_then(|(line, _)| lines.iter().position(|said| said.id == *line));
    let from = reported.unwrap_or(lines.len()).saturating_sub(AROUND);
    let to = reported.map_or(lines.len(), |at| lines.len().min(at + AROUND + 1));
    let body = html! {
        div.heard {
            @for (index, line) in lines.iter().enumerate().take(to).skip(from) {
                p.reported[Some(index) == reported] { b { (called(table.names.of(line.by))) } " " (line.text) }
            }
        }
    };
    html! { @if from < to { (Card { title: tr("What was said"), aside: html! {}, body }) } }
}

fn settle(case: &Case<'_>) -> Markup {
    let id = case.report.id.to_string();
    let whom = case.report.whom.as_ref();
    let (problem, why) = case.problem.unzip();
    let mut of = vec![Choice {
        value: Verdict::Dismissed.key(),
        title: tr("Dismiss it"),
        help: tr("There is nothing to be done."),
    }];
    if whom.is_some() {
        of.push(Choice {
            value: Verdict::Warned.key(),
            title: tr("Warn them"),
            help: tr("They read the words below when they come next."),
        });
        of.push(Choice {
            value: Verdict::Muted.key(),
            title: tr("Mute them"),
            help: tr("They cannot talk for a time; everything else works."),
        });
    }
    of.push(Choice {
        value: Verdict::Acted.key(),
        title: tr("It is done"),
        help: tr("You have done something else about it, such as deciding the match."),
    });
    html! {
        form.stack method="post" action=(paths::SettleReport { id: &id }) {
            (Choices { name: "verdict", legend: tr("What comes of it"), of, ..Choices::default() })
            @if whom.is_some() {
                (Field {
                    name: "days", label: tr("Muted for days"), kind: "number", value: "3", bounds: Some((1, 365)),
                    help: tr("Counts only for a mute."), ..Field::default()
                })
            }
            (TextArea {
                name: "why", label: tr("Why"), value: why.unwrap_or_default(), problem, longest: Some(500),
                help: tr("Kept in the log; who is warned or muted reads it."), ..TextArea::default()
            })
            div.row { (Button { label: tr("Settle the report"), kind: Kind::Filled, ..Button::default() }) }
        }
    }
}

/// Who they are who have a part in it, as far as that is known here.
fn people(case: &Case<'_>) -> Markup {
    let report = case.report;
    html! {
        @if let Some(whom) = &report.whom {
            @let aside = html! { a.small href=(paths::AdminPerson { name: &whom.name }) { (tr("How they stand")) } };
            (Card { title: called(&whom.name), aside, body: html! {
                (history(tr("Never reported before."), tr("Other reports about them"), case.others, case.now))
                @if !case.done.is_empty() {
                    p.soft { (tr("What was done before")) }
                    ul.history {
                        @for done in case.done {
                            li {
                                (deed(done.act, html! { (tr("Somebody")) }, Some(&Whom::Them))) ", "
                                (When { at: done.at, now: case.now })
                                @if !done.why.is_empty() { ": " (done.why) }
                            }
                        }
                    }
                }
            } })
        }
        @let aside = html! { a.small href=(paths::AdminPerson { name: &report.by.name }) { (tr("How they stand")) } };
        (Card { title: &say!("{name}, who reported it", name = called(&report.by.name)), aside,
            body: history(tr("Their first report."), tr("Other reports of theirs"), case.made, case.now) })
    }
}

fn history(none: &str, some: &str, of: &[Report], now: Moment) -> Markup {
    html! {
        @if of.is_empty() { p.soft { (none) } } @else {
            p.soft { (some) }
            ul.history {
                @for report in of {
                    li {
                        a href=(paths::AdminReport { id: &report.id.to_string() }) { (about(report)) }
                        ": " (cause_in_words(report.cause)) ", " (When { at: report.at, now })
                        @match &report.settled {
                            Some((verdict, ..)) => { ", " (verdict_in_words(*verdict)) },
                            None => { ", " (tr("waits")) },
                        }
                    }
                }
            }
        }
    }
}
