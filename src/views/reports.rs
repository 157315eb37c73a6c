//! Reporting something to those who look after the house, and what came of it.

use std::sync::Arc;

use maud::{Markup, html};

use super::page::{Page, Reader, Width};
use super::parts::{Button, Card, Choice, Choices, Icon, Kind, Notice, TextArea, When};
use crate::games::Game;
use crate::matches::MatchId;
use crate::now::Moment;
use crate::say;
use crate::texts::tr;
use crate::urls;
use crate::users::{Cause, Report, Verdict};
use crate::views::words::{all_of, called};

/// So many characters a report may have.
pub const LONGEST: u32 = 1000;

/// What is to be reported, as the form says it.
#[derive(Clone, Debug)]
pub enum About {
    /// Somebody.
    Person(Arc<str>),
    /// Something somebody has said.
    Line {
        /// At which match.
        id: MatchId,
        /// The number of the line.
        line: i64,
        /// Who said it.
        name: String,
        /// What.
        text: String,
    },
    /// A match.
    Match {
        /// Which.
        id: MatchId,
        /// Of which game.
        game: Game,
        /// Who sits there.
        names: Vec<String>,
    },
}

/// A report in the making.
pub struct Draft<'a> {
    /// What it is about.
    pub about: &'a About,
    /// What is wrong, if that was chosen.
    pub cause: Option<Cause>,
    /// In words.
    pub words: &'a str,
    /// What is wrong with what was sent.
    pub problem: Option<&'a str>,
}

/// What a cause is called.
pub fn cause_in_words(cause: Cause) -> &'static str {
    match cause {
        Cause::Abuse => tr("Rude or threatening"),
        Cause::Cheating => tr("Not playing fair"),
        Cause::Stalling => tr("Dragging matches out"),
        Cause::Name => tr("A name nobody should have"),
        Cause::Other => tr("Something else"),
    }
}

fn cause_explained(cause: Cause) -> &'static str {
    match cause {
        Cause::Abuse => tr("Insults, threats, or talk that has no place here."),
        Cause::Cheating => tr("Help from outside, two accounts at one table, results that were agreed on."),
        Cause::Stalling => tr("Leaving matches, or waiting until the last minute so that others give up."),
        Cause::Name => tr("It insults somebody, or pretends to be somebody else."),
        Cause::Other => tr("Say what it is."),
    }
}

/// The form.
pub fn form(reader: Reader<'_>, draft: &Draft<'_>) -> Markup {
    Page::new(tr("Report"), reader).width(Width::Narrow).class("door").body(html! {
        h1 { (title(draft.about)) }
        @if let About::Line { name, text, .. } = draft.about { blockquote.said { b { (name) } " " (text) } }
        p.lead { (tr("Those who look after the house read it, and nobody else. You hear when it has been looked into.")) }
        @if let Some(problem) = draft.problem { (Notice::bad(problem)) }
        form.stack method="post" action=(urls::Reports) {
            (hidden(draft.about))
            (Choices {
                name: "cause", legend: tr("What is wrong"),
                of: Cause::ALL.iter().map(|cause| Choice {
                    value: cause.key(), title: cause_in_words(*cause), help: cause_explained(*cause),
                }).collect(),
                chosen: draft.cause.map_or("", Cause::key), ..Choices::default()
            })
            (TextArea {
                name: "words", label: tr("What happened"), value: draft.words,
                help: tr("As it was, and when. At most 1,000 characters."), longest: Some(LONGEST), ..TextArea::default()
            })
            div.row { (Button { label: tr("Send the report"), kind: Kind::Filled, ..Button::default() }) }
        }
    })
}

fn title(about: &About) -> String {
    match about {
        About::Person(name) => say!("Report {name}", name = name),
        About::Line { name, .. } => say!("Report what {name} said", name = name),
        About::Match { game, names, .. } => {
            say!("Report the match of {game}, {names}", game = tr(game.title()), names = all_of(names))
        }
    }
}

fn hidden(about: &About) -> Markup {
    html! {
        @match about {
            About::Person(name) => input type="hidden" name="person" value=(name);,
            About::Line { id, line, .. } => {
                input type="hidden" name="match" value=(id);
                input type="hidden" name="line" value=(line);
            },
            About::Match { id, .. } => input type="hidden" name="match" value=(id);,
        }
    }
}

/// What somebody has reported.
pub fn own(reader: Reader<'_>, of: &[Report], sent: bool, now: Moment) -> Markup {
    let said =
        sent.then(|| Notice::good(tr("Thank you. Somebody who looks after the house will look into it.")));
    Page::new(tr("Your reports"), reader).notice(said).body(html! {
        h1 { (tr("Your reports")) }
        @if of.is_empty() {
            p.lead { (tr("You have not reported anything. Where something is wrong, a profile, a match and what others say at a table have a link to report it.")) }
        }
        @for report in of { (one(report, now)) }
    })
}

fn one(report: &Report, now: Moment) -> Markup {
    let aside = html! { span.soft.small { (When { at: report.at, now }) } };
    let body = html! {
        p.soft { (cause_in_words(report.cause)) }
        blockquote { (report.words) }
        p.small {
            @match report.settled.as_ref().map(|(verdict, ..)| *verdict) {
                None => { (Icon::Hourglass) " " (tr("It waits to be looked into.")) },
                Some(Verdict::Dismissed) => { (Icon::Check) " " (tr("We have looked into it and found nothing to be done.")) },
                Some(_) => { (Icon::Check) " " (tr("We have looked into it and done something about it.")) },
            }
        }
    };
    html! { (Card { title: &about(report), aside, body }) }
}

/// What a report is about, in words.
pub fn about(report: &Report) -> String {
    match (&report.whom, &report.line) {
        (Some(whom), Some(_)) => say!("What {name} said", name = called(&whom.name)),
        (Some(whom), None) => called(&whom.name).to_owned(),
        (None, _) => tr("A match").to_owned(),
    }
}

/// The link to report something, small beside what it is about.
pub fn link(query: &str) -> Markup {
    html! { a.soft.small href={ (urls::NewReport) "?" (query) } rel="nofollow" { (tr("Report")) } }
}
