//! The queue of reports, and the page of a report with everything that helps to settle it.

use maud::{Markup, html};

use super::actions::{ActionTarget, action};
use super::words::verdict_in_words;
use super::{AdminSection, navigation, page, uncounted_pairs};
use crate::matches::{MatchView, MatchVisibility, UncountedPair};
use crate::now::Moment;
use crate::texts::{tr, tr_in};
use crate::urls;
use crate::users::{PastStaffAction, Report, ReportVerdict, StaffRank, StaffReason};
use crate::views::boards::{self, StillBoard};
use crate::views::match_page::{RemovableMessages, adjudication, messages};
use crate::views::page::{Page, PageViewer, PageWidth};
use crate::views::parts::options::match_title;
use crate::views::parts::words::called;
use crate::views::parts::{
    Button, ButtonKind, EmptyState, Icon, NoticeBox, RadioChoice, RadioChoices, SectionCard, TextArea,
    TextField, TimeLabel,
};
use crate::views::reports::{about, cause_in_words};
use crate::{tr, tr_format};

/// How many chat messages are shown before and after the reported one.
const AROUND: usize = 12;

/// A report with what helps to settle it.
pub struct ReportCase<'a> {
    pub report: &'a Report,
    /// The match it is about.
    pub view: Option<&'a MatchView>,
    /// Other reports about the same user.
    pub others: &'a [Report],
    /// Other reports by the same reporter.
    pub made: &'a [Report],
    /// Staff actions on the reported user.
    pub done: &'a [PastStaffAction],
    /// Other open reports about the same user, which can be settled together with it.
    pub open: &'a [Report],
    /// The form as it was sent, if there was a problem.
    pub draft: &'a SettlementDraft,
    pub now: Moment,
}

/// The form that settles a report, as it was sent.
#[derive(Clone, Debug, Default)]
pub struct SettlementDraft {
    pub verdict: String,
    /// Duration of a mute or suspension in days.
    pub days: String,
    pub why: String,
    /// The other reports that are settled with it.
    pub also: Vec<i64>,
    pub problem: Option<(SettlementField, String)>,
}

/// The fields of the form that settles a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettlementField {
    Verdict,
    Days,
    Reason,
}

impl SettlementDraft {
    fn problem_of(&self, field: SettlementField) -> Option<&str> {
        self.problem.as_ref().filter(|(of, _)| *of == field).map(|(_, words)| words.as_str())
    }
}

/// What the queue shows. Reports in which the viewer is involved are left out.
#[derive(Clone, Copy)]
pub struct ReportQueue<'a> {
    /// Open reports, oldest first.
    pub waiting: &'a [Report],
    /// The latest settled ones.
    pub settled: &'a [Report],
    /// Pairs of users with many rated matches.
    pub pairs: &'a [UncountedPair],
    /// The one that the viewer has just settled.
    pub just_settled: Option<i64>,
}

pub fn queue(reader: PageViewer<'_>, me: StaffRank, of: &ReportQueue<'_>, now: Moment) -> Markup {
    let mine =
        |of: &'_ [Report]| of.iter().filter(|report| report.parties.may_be_handled_by(me)).cloned().collect();
    let (waiting, settled): (Vec<Report>, Vec<Report>) = (mine(of.waiting), mine(of.settled));
    let pairs = of.pairs;
    let just_settled = settled.iter().find(|report| Some(report.id) == of.just_settled);
    let body = html! {
        header.stack.tight {
            h1 { (tr("Reports")) }
            p.lead { (waits(waiting.len())) }
        }
        @if let Some(report) = just_settled {
            @let link = html! { a href=(urls::AdminReport { id: &report.id.to_string() }) { (about(report)) } };
            div.notice.good role="status" { (Icon::Check) p { (tr!("Report settled: {report}", report = link)) } }
        }
        @if waiting.is_empty() {
            (EmptyState { title: tr("No open reports"), text: tr("New reports appear here."), action: html! {} })
        } @else {
            (waiting_list(&waiting, now))
        }
        @if !settled.is_empty() {
            (SectionCard { title: tr("Recently settled"), aside: html! {}, body: list(&settled, now) })
        }
        @let pairs: Vec<_> = pairs.iter().filter(|pair| pair.people.iter().all(|user| user.id != me.user)).collect();
        @if !pairs.is_empty() {
            (SectionCard { title: tr("Pairs with many rated matches"), aside: html! {}, body: uncounted_pairs::list(&pairs, now) })
        }
    };
    page(reader, AdminSection::Reports, tr("Reports"), PageWidth::Column, body)
}

fn waits(reports: usize) -> String {
    match reports {
        0 => tr("All reports are settled.").to_owned(),
        more => tr_format!(more; "One open report.", "{n} open reports, oldest first."),
    }
}

/// Open reports. Those about the same user are grouped at the place of the oldest.
fn waiting_list(of: &[Report], now: Moment) -> Markup {
    let reported = |report: &Report| report.reported.as_ref().map(|reported| reported.id);
    let same = |one: &Report, other: &Report| reported(one).is_some() && reported(one) == reported(other);
    let is_first = |index: usize| !of[..index].iter().any(|earlier| same(earlier, &of[index]));
    html! {
        ul.reports {
            @for (index, report) in of.iter().enumerate().filter(|(index, _)| is_first(*index)) {
                @let with: Vec<_> = of[index + 1..].iter().filter(|later| same(report, later)).collect();
                @if let (Some(reported), false) = (&report.reported, with.is_empty()) {
                    li.together {
                        p.soft {
                            (tr!(with.len() + 1; "{n} report about {name}", "{n} reports about {name}", name = called(&reported.name)))
                        }
                        ul.reports { (item(report, now)) @for later in with { (item(later, now)) } }
                    }
                } @else { (item(report, now)) }
            }
        }
    }
}

/// Reports with their state.
pub(super) fn list(of: &[Report], now: Moment) -> Markup {
    html! { ul.reports { @for report in of { (item(report, now)) } } }
}

fn item(report: &Report, now: Moment) -> Markup {
    html! {
        li {
            a.title href=(urls::AdminReport { id: &report.id.to_string() }) {
                (about(report)) span.soft { " · " (cause_in_words(report.reason)) }
            }
            p.words dir="auto" { (report.message) }
            p.soft.small {
                (tr!("By {name}, {when}", name = called(&report.reporter.name), when = TimeLabel { at: report.at, now }))
                @if let (Some((by, at)), None) = (&report.opened, &report.settled) {
                    " · " (tr!("opened by {name}, {when}", name = called(&by.name), when = TimeLabel { at: *at, now }))
                }
                @if let Some((verdict, by, at)) = &report.settled {
                    " · "
                    (tr!(
                        "{settled} by {name}, {when}",
                        settled = verdict_in_words(*verdict), name = called(&by.name), when = TimeLabel { at: *at, now },
                    ))
                }
            }
        }
    }
}

/// The page of a report.
pub fn report_page(reader: PageViewer<'_>, case: &ReportCase<'_>) -> Markup {
    let (report, me) = (case.report, reader.player.map(|player| player.id));
    let body = html! {
        (navigation(&reader, AdminSection::Reports))
        header.stack.tight {
            p.small { a href=(urls::AdminReports) { (tr("All reports")) } }
            h1 { (about(report)) }
            p.soft {
                @let name = html! { a href=(urls::Player { name: &report.reporter.name }) { (called(&report.reporter.name)) } };
                (cause_in_words(report.reason)) " · "
                (tr!("by {name}, {when}", name = name, when = TimeLabel { at: report.at, now: case.now }))
            }
        }
        div.two.case {
            div.stack.loose {
                blockquote.report dir="auto" { (report.message) }
                @if let Some(view) = case.view { (match_of(case, view)) (chat_excerpt(report, view)) }
            }
            div.stack.loose {
                @match &report.settled {
                    Some((verdict, by, at)) => {
                        (NoticeBox::plain(tr_format!(
                            "This was {settled} by {name}, {when}.", settled = verdict_in_words(*verdict), name = called(&by.name),
                            when = TimeLabel { at: *at, now: case.now }.in_words(),
                        )))
                        form method="post" action=(urls::once(urls::ReopenReport { id: &report.id.to_string() })) {
                            (Button { label: tr("Reopen report"), kind: ButtonKind::Quiet, ..Button::default() })
                        }
                    },
                    None => {
                        @if let Some((by, at)) = report.opened.as_ref().filter(|(by, _)| Some(by.id) != me) {
                            (NoticeBox::plain(tr_format!(
                                "{name} opened this report {when}.", name = called(&by.name),
                                when = TimeLabel { at: *at, now: case.now }.in_words(),
                            )))
                        }
                        (SectionCard { title: tr("Settle"), aside: html! {}, body: settle(case) })
                    },
                }
                (people(case))
            }
        }
    };
    let title = tr_format!("Report: {what}", what = about(report));
    let page = Page::new(&title, reader).width(PageWidth::Wide).class("admin");
    let page = case.view.into_iter().fold(page, |page, view| page.style(boards::stylesheet(view.m.game)));
    page.body(body)
}

fn match_of(case: &ReportCase<'_>, view: &MatchView) -> Markup {
    let m = &view.m;
    let plies = case.report.ply.map_or(m.plies.len(), |ply| m.plies.len().min(ply as usize));
    let names: Vec<_> = m.seats.iter().filter_map(|(seat, _)| Some((seat, view.name(seat)?))).collect();
    let public = m.visibility == MatchVisibility::Public;
    let href = urls::Match { id: m.id.as_str() };
    let body = html! {
        div.report-board {
            @if let Ok(stood) = m.position_at(plies) { (StillBoard::of(stood.position)) }
        }
        p.small.soft {
            @for (number, (seat, name)) in names.iter().enumerate() {
                @if number > 0 { ", " }
                @if m.is_bot(*seat) { (called(name)) } @else { a href=(urls::AdminUser { name }) translate="no" { (called(name)) } }
            }
            ". "
            @if plies == m.plies.len() { (tr!(plies; "Current position, after one move.", "Current position, after {n} moves.")) }
            @else { (tr!(plies; "Position when reported, after one move.", "Position when reported, after {n} moves.")) }
            @if !public { " " (tr("Private match. Viewing it is recorded in the audit log.")) }
        }
        @if public { p { a href=(href.at(plies)) { (tr("View the match at this move")) } } }
        (adjudication(view, Some(case.report.id)))
    };
    html! { (SectionCard { title: match_title(&m.options), aside: html! {}, body }) }
}

/// The chat around the reported message; the end of the chat if the report is about something else.
fn chat_excerpt(report: &Report, view: &MatchView) -> Markup {
    let reported = report.chat_message.as_ref();
    let index = reported.and_then(|(line, _)| view.chat.iter().position(|message| message.id == *line));
    let from = index.unwrap_or(view.chat.len()).saturating_sub(AROUND);
    let to = index.map_or(view.chat.len(), |at| view.chat.len().min(at + AROUND + 1));
    let Some(of) = view.chat.get(from..to).filter(|of| !of.is_empty()) else { return html! {} };
    let body = messages(&RemovableMessages { view, of, report: Some(report.id), reported });
    html! { (SectionCard { title: tr("Chat messages"), aside: html! {}, body }) }
}

fn settle(case: &ReportCase<'_>) -> Markup {
    let (id, draft) = (case.report.id.to_string(), case.draft);
    let person = case.report.reported.is_some();
    let help = if person {
        tr(
            "Optional if you dismiss. It is kept in the audit log and shown to the person you warn, mute or suspend.",
        )
    } else {
        tr("Optional if you dismiss. It is kept in the audit log.")
    };
    html! {
        form.stack method="post" action=(urls::SettleReport { id: &id }) {
            (related_reports(case))
            (RadioChoices { name: "verdict", legend: tr("Outcome"), of: outcomes(person), chosen: &draft.verdict,
                problem: draft.problem_of(SettlementField::Verdict), ..RadioChoices::default() })
            @if person {
                (TextField {
                    name: "days", label: tr("Days"), kind: "number", value: &draft.days, bounds: Some((1, 365)),
                    help: tr("For a mute or suspension. A suspension without a number lasts until you end it."),
                    problem: draft.problem_of(SettlementField::Days), optional: true, autocomplete: "off", ..TextField::default()
                })
            }
            (TextArea {
                name: "why", label: tr("Reason"), value: &draft.why, help, problem: draft.problem_of(SettlementField::Reason),
                longest: Some(StaffReason::MAX_LENGTH), optional: true, ..TextArea::default()
            })
            div.row { (Button { label: tr("Settle"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}

/// The possible verdicts. There are no sanctions in a report about a match.
fn outcomes(person: bool) -> Vec<RadioChoice<'static>> {
    let choice = |verdict: ReportVerdict, title, help| RadioChoice { value: verdict.key(), title, help };
    let all = [
        choice(ReportVerdict::Dismissed, tr_in("report", "Dismiss"), tr("Nothing needs to be done.")),
        choice(ReportVerdict::Warned, tr("Warn"), tr("They read the reason on their next visit.")),
        choice(ReportVerdict::Muted, tr("Mute"), tr("They can’t write chat messages for some days.")),
        choice(
            ReportVerdict::Suspended,
            tr("Suspend"),
            tr("They can’t play or chat. Their clocks keep running."),
        ),
        choice(
            ReportVerdict::Acted,
            tr("Already handled"),
            tr("You’ve taken another action, such as deciding the match."),
        ),
    ];
    let fits = |choice: &RadioChoice<'_>| {
        person || !ReportVerdict::from_key(choice.value).is_some_and(ReportVerdict::is_sanction)
    };
    all.into_iter().filter(fits).collect()
}

/// The other open reports about the same user, all selected by default.
fn related_reports(case: &ReportCase<'_>) -> Markup {
    let sent = !case.draft.verdict.is_empty() || case.draft.problem.is_some();
    let ticked = |report: &Report| !sent || case.draft.also.contains(&report.id);
    html! {
        @if !case.open.is_empty() {
            fieldset.together {
                legend { (tr("Settle with it")) }
                @for report in case.open {
                    label {
                        input type="checkbox" name="also" value=(report.id) checked[ticked(report)];
                        span {
                            (about(report)) span.soft { " · " (cause_in_words(report.reason)) } ": " bdi { (report.message) }
                            span.soft.small { " " (tr!("By {name}, {when}", name = called(&report.reporter.name), when = TimeLabel { at: report.at, now: case.now })) }
                        }
                    }
                }
            }
        }
    }
}

/// Links to the users involved.
fn people(case: &ReportCase<'_>) -> Markup {
    let report = case.report;
    html! {
        @if let Some(reported) = &report.reported {
            @let aside = html! { a.small href=(urls::AdminUser { name: &reported.name }) { (tr("Open user")) } };
            (SectionCard { title: &called(&reported.name), aside, body: html! {
                (history(tr("Never reported before."), tr("Other reports about them"), case.others, case.now))
                @if !case.done.is_empty() {
                    p.soft { (tr("Earlier actions")) }
                    ul.history {
                        @for done in case.done {
                            li {
                                (action(done.action, html! { (tr("Staff")) }, Some(&ActionTarget::Them))) ", "
                                (TimeLabel { at: done.at, now: case.now })
                                @if !done.reason.is_empty() { ": " bdi { (done.reason) } }
                            }
                        }
                    }
                }
            } })
        }
        @let aside = html! { a.small href=(urls::AdminUser { name: &report.reporter.name }) { (tr("Open user")) } };
        (SectionCard { title: &tr_format!("Reported by {name}", name = called(&report.reporter.name)), aside,
            body: history(tr("Their first report."), tr("Their other reports"), case.made, case.now) })
    }
}

fn history(none: &str, some: &str, of: &[Report], now: Moment) -> Markup {
    html! {
        @if of.is_empty() { p.soft { (none) } } @else {
            p.soft { (some) }
            ul.history {
                @for report in of {
                    li {
                        a href=(urls::AdminReport { id: &report.id.to_string() }) { (about(report)) }
                        ": " (cause_in_words(report.reason)) ", " (TimeLabel { at: report.at, now })
                        @match &report.settled {
                            Some((verdict, ..)) => { ", " (verdict_in_words(*verdict)) },
                            None => { ", " (tr("open")) },
                        }
                    }
                }
            }
        }
    }
}
