//! Emails and pushes to staff.

use maud::html;

use super::{WrittenEmail, button};
use crate::texts::tr;
use crate::tr_format;
use crate::users::Report;
use crate::views::reports::{about, cause_in_words};

/// How many reports are listed. The rest are in the queue.
const NAMED: usize = 10;

/// The email about open reports, without header and footer. It does not quote them: their content stays in the queue.
pub fn open_reports(reports: &[&Report], link: &str) -> WrittenEmail {
    let subject = title(reports);
    let lines: Vec<_> = reports.iter().take(NAMED).map(|report| line(report)).collect();
    let text = format!("{subject}\n\n{}\n\n{}:\n{link}\n", lines.join("\n"), tr("View reports"));
    let body = html! {
        p { (subject) }
        ul { @for line in &lines { li { (line) } } }
        (button(link, tr("View reports")))
    };
    WrittenEmail { subject, text, html: body.into_string(), images: Vec::new() }
}

/// Title and text of the push about open reports.
pub fn open_reports_push(reports: &[&Report]) -> (String, String) {
    let lines: Vec<_> = reports.iter().take(NAMED).map(|report| line(report)).collect();
    (title(reports), lines.join("\n"))
}

fn title(reports: &[&Report]) -> String {
    tr_format!(reports.len(); "{n} new report", "{n} new reports")
}

fn line(report: &Report) -> String {
    format!("{}: {}", about(report), cause_in_words(report.cause))
}
