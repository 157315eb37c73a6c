//! The form for reports, and the user's reports with their results.

use std::sync::Arc;

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{
    Button, ButtonKind, Icon, NoticeBox, RadioChoice, RadioChoices, SectionCard, TextArea, TimeLabel,
};
use crate::games::KnownGame;
use crate::matches::MatchId;
use crate::now::Moment;
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::users::{Report, ReportReason, ReportVerdict};
use crate::views::parts::options::game_title;
use crate::views::parts::words::{all_of, called};

/// Maximum length of a report in characters.
pub const MAX_LENGTH: u32 = 1000;

/// What is reported.
#[derive(Clone, Debug)]
pub enum ReportAbout {
    Person(Arc<str>),
    /// A chat message.
    Line {
        id: MatchId,
        /// Its id.
        line: i64,
        /// Its author.
        name: String,
        text: String,
    },
    Match {
        id: MatchId,
        game: KnownGame,
        /// The players.
        names: Vec<String>,
        /// The players that the report can be about.
        players: Vec<String>,
        /// The one that it is about.
        player: Option<String>,
    },
}

/// The form as it was sent, or as it starts.
pub struct ReportDraft<'a> {
    pub about: &'a ReportAbout,
    /// The reason that was chosen.
    pub cause: Option<ReportReason>,
    /// What the reporter wrote.
    pub words: &'a str,
    /// The problem with the reason.
    pub cause_problem: Option<&'a str>,
    /// The problem with what they wrote.
    pub words_problem: Option<&'a str>,
    /// The problem with the whole report.
    pub problem: Option<&'a str>,
}

impl<'a> ReportDraft<'a> {
    /// The empty form.
    pub fn new(about: &'a ReportAbout) -> Self {
        Self { about, cause: None, words: "", cause_problem: None, words_problem: None, problem: None }
    }
}

/// A reason in words.
pub fn cause_in_words(cause: ReportReason) -> &'static str {
    match cause {
        ReportReason::Abuse => tr("Abuse"),
        ReportReason::Cheating => tr("Cheating"),
        ReportReason::Stalling => tr("Stalling"),
        ReportReason::Name => tr("Offensive name"),
        ReportReason::Other => tr("Something else"),
    }
}

fn cause_help(cause: ReportReason) -> &'static str {
    match cause {
        ReportReason::Abuse => tr("Insults, threats or messages that don’t belong here."),
        ReportReason::Cheating => tr("Outside help, two accounts in one match, or agreed results."),
        ReportReason::Stalling => tr("Leaving matches, or waiting until the last minute so others give up."),
        ReportReason::Name => tr("It insults someone or pretends to be someone else."),
        ReportReason::Other => tr("Describe it below."),
    }
}

pub fn form(reader: PageViewer<'_>, draft: &ReportDraft<'_>) -> Markup {
    Page::new(tr("Report"), reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (title(draft.about)) }
        @if let ReportAbout::Line { name, text, .. } = draft.about { blockquote.said { b translate="no" { (name) } " " (text) } }
        p.lead { (tr("Only admins and moderators can read it. We’ll let you know when it has been handled.")) }
        @if let Some(problem) = draft.problem { (NoticeBox::bad(problem)) }
        form.stack method="post" action=(urls::once(urls::Reports)) {
            (hidden(draft.about))
            @if let ReportAbout::Match { players, player, .. } = draft.about {
                @if !players.is_empty() { (about_whom(players, player.as_deref())) }
            }
            (RadioChoices {
                name: "cause", legend: tr("Reason"),
                of: ReportReason::ALL.iter().map(|cause| RadioChoice {
                    value: cause.key(), title: cause_in_words(*cause), help: cause_help(*cause),
                }).collect(),
                chosen: draft.cause.map_or("", ReportReason::key), problem: draft.cause_problem, ..RadioChoices::default()
            })
            (TextArea {
                name: "words", label: tr("What happened"), value: draft.words, problem: draft.words_problem,
                help: tr("Say when it happened. Up to 1,000 characters."), longest: Some(MAX_LENGTH), ..TextArea::default()
            })
            div.row { (Button { label: tr("Send report"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    })
}

/// The players of a match to choose from.
fn about_whom(players: &[String], chosen: Option<&str>) -> Markup {
    let players = players.iter().map(|name| RadioChoice { value: name, title: name, help: "" });
    let none = RadioChoice { value: "", title: tr("The match as a whole"), help: "" };
    html! {
        (RadioChoices {
            name: "player", legend: tr("Who it’s about"), of: players.chain([none]).collect(), chosen: chosen.unwrap_or_default(),
            small: true, ..RadioChoices::default()
        })
    }
}

fn title(about: &ReportAbout) -> String {
    match about {
        ReportAbout::Person(name) => tr_format!("Report {name}", name = name),
        ReportAbout::Line { name, .. } => tr_format!("Report a message from {name}", name = name),
        ReportAbout::Match { game, names, .. } => {
            tr_format!("Report the {game} match: {names}", game = game_title(*game), names = all_of(names))
        }
    }
}

fn hidden(about: &ReportAbout) -> Markup {
    html! {
        @match about {
            ReportAbout::Person(name) => input type="hidden" name="person" value=(name);,
            ReportAbout::Line { id, line, .. } => {
                input type="hidden" name="match" value=(id);
                input type="hidden" name="line" value=(line);
            },
            ReportAbout::Match { id, .. } => input type="hidden" name="match" value=(id);,
        }
    }
}

/// A user's reports.
pub fn own_reports(reader: PageViewer<'_>, of: &[Report], sent: bool, now: Moment) -> Markup {
    let notice = sent.then(|| NoticeBox::good(tr("Report sent. A moderator will look into it.")));
    Page::new(tr("Your reports"), reader).notice(notice).body(html! {
        h1 { (tr("Your reports")) }
        @if of.is_empty() {
            p.lead { (tr("You haven’t reported anything. You can report players, matches and chat messages with the link next to them.")) }
        }
        @for report in of { (report_row(report, now)) }
    })
}

fn report_row(report: &Report, now: Moment) -> Markup {
    let aside = html! { span.soft.small { (TimeLabel { at: report.at, now }) } };
    let body = html! {
        p.soft { (cause_in_words(report.reason)) }
        blockquote dir="auto" { (report.message) }
        p.small {
            @match report.settled.as_ref().map(|(verdict, ..)| *verdict) {
                None => { (Icon::Hourglass) " " (tr("Not handled yet.")) },
                Some(ReportVerdict::Dismissed) => { (Icon::Check) " " (tr("We looked into it and found nothing to act on.")) },
                Some(_) => { (Icon::Check) " " (tr("We looked into it and took action.")) },
            }
        }
    };
    html! { (SectionCard { title: &about(report), aside, body }) }
}

/// The subject of a report in words.
pub fn about(report: &Report) -> String {
    match (&report.reported, &report.chat_message) {
        (Some(reported), Some(_)) => tr_format!("A message from {name}", name = called(&reported.name)),
        (Some(reported), None) if report.match_id.is_some() => {
            tr_format!("{name} in a match", name = called(&reported.name))
        }
        (Some(reported), None) => called(&reported.name).into_owned(),
        (None, _) => tr("A match").to_owned(),
    }
}

/// The small link to the report form.
pub fn link(query: &str) -> Markup {
    html! { a.soft.small href={ (urls::NewReport) "?" (query) } rel="nofollow" { (tr("Report")) } }
}
