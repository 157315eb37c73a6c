//! Emails and pushes to staff.

use maud::html;

use super::{WrittenEmail, button};
use crate::texts::{current_language, tr};
use crate::tr_format;
use crate::users::Report;
use crate::views::reports::{about, cause_in_words};

/// The email about a report, without header and footer. It does not quote it: its content stays in the queue.
pub fn new_report(report: &Report, link: &str) -> WrittenEmail {
    let (subject, line) = new_report_push(report);
    let text = format!("{subject}\n\n{line}\n\n{}:\n{link}\n", tr("View reports"));
    let body = html! {
        p { (subject) ": " (line) }
        (button(link, tr("View reports")))
    };
    WrittenEmail { subject, text, html: body.into_string(), images: Vec::new(), language: current_language() }
}

/// The email about an account that awaits approval, without header and footer. What the applicant wrote stays on the site.
pub fn new_applicant(name: &str, link: &str) -> WrittenEmail {
    let subject = tr_format!("{name} would like to join", name = name);
    let line = tr("Their account can be used once you have approved it.");
    let text = format!("{subject}\n\n{line}\n\n{}:\n{link}\n", tr("View accounts"));
    let body = html! {
        p { (subject) ". " (line) }
        (button(link, tr("View accounts")))
    };
    WrittenEmail { subject, text, html: body.into_string(), images: Vec::new(), language: current_language() }
}

/// Title and text of the push about a report.
pub fn new_report_push(report: &Report) -> (String, String) {
    (tr("New report").to_owned(), format!("{}: {}", about(report), cause_in_words(report.reason)))
}
