//! The form with which staff remove chat messages.

use maud::{Markup, html};

use super::chat;
use crate::matches::{ChatMessage, MatchView, MatchViewer};
use crate::texts::tr;
use crate::urls;
use crate::users::StaffReason;
use crate::views::parts::words::called;
use crate::views::parts::{Button, ButtonKind, Icon};

/// Chat messages for staff, with the form to remove one.
#[derive(Clone, Copy, Debug)]
pub struct RemovableMessages<'a> {
    pub view: &'a MatchView,
    /// The messages.
    pub of: &'a [ChatMessage],
    /// The report that the form follows from.
    pub report: Option<i64>,
    /// The reported message, with its text before it was removed.
    pub reported: Option<&'a (i64, String)>,
}

/// The messages, and the form if any of them can be removed.
pub fn messages(shown: &RemovableMessages<'_>) -> Markup {
    let removable = shown.of.iter().any(|line| !line.text.is_empty());
    let id = shown.view.m.id.as_str();
    html! {
        @if removable {
            form.stack method="post" action=(urls::RemoveChatMessage { id }) {
                (list(shown))
                (why())
                @if let Some(report) = shown.report { input type="hidden" name="report" value=(report); }
                div.row { (Button { label: tr("Remove selected"), kind: ButtonKind::Grave, ..Button::default() }) }
            }
        } @else { (list(shown)) }
    }
}

/// The field for the reason. Another form on the page may have one too, so the id differs.
fn why() -> Markup {
    html! {
        div.field {
            label for="removal-why" { (tr("Reason")) span.soft { " " (tr("(optional)")) } }
            input.input #removal-why name="why" maxlength=(StaffReason::MAX_LENGTH) autocomplete="off" aria-describedby="removal-why-help";
            p.help #removal-why-help { (tr("It is kept in the audit log.")) }
        }
    }
}

fn list(shown: &RemovableMessages<'_>) -> Markup {
    let reported = |line: &ChatMessage| shown.reported.filter(|(id, _)| *id == line.id);
    html! {
        div.heard { @for line in shown.of { (removal_row(shown.view, line, reported(line))) } }
    }
}

fn removal_row(view: &MatchView, line: &ChatMessage, reported: Option<&(i64, String)>) -> Markup {
    let shown_text = html! {
        b translate="no" { (called(view.names.of(line.by))) } " "
        @match reported {
            Some((_, evidence)) if line.removed && !evidence.is_empty() => { (evidence) " " span.soft { "(" (tr("removed")) ")" } },
            _ => (chat::text(line)),
        }
    };
    html! {
        p.reported[reported.is_some()] {
            @if line.text.is_empty() { (shown_text) } @else {
                label {
                    input type="checkbox" name="message" value=(line.id) checked[reported.is_some()];
                    span { (shown_text) }
                }
            }
        }
    }
}

/// The section for staff on the page of a match with messages that they can read.
pub(super) fn moderation(view: &MatchView, viewer: MatchViewer) -> Markup {
    let readable: Vec<_> = view.messages(viewer).cloned().collect();
    let shown = RemovableMessages { view, of: &readable, report: None, reported: None };
    html! {
        @if !readable.is_empty() {
            details.about.moderation {
                summary { (tr("Moderate the chat")) (Icon::Down) }
                (messages(&shown))
            }
        }
    }
}
