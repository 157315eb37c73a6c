//! Error pages: what happened, and what to do next.

use maud::{Markup, html};

use super::page::{Page, PageViewer};
use super::parts::{Button, ButtonKind, LinkButton, NoticeBox, TextArea};
use crate::matches::{MatchError, RulingError};
use crate::texts::tr;
use crate::tr;
use crate::urls;
use crate::users::StaffReasonError;

/// The errors of the field for a reason.
const REASON_ERRORS: [&str; 4] = [
    StaffReasonError::Missing.code(),
    StaffReasonError::TooLong.code(),
    RulingError::NoReason.code(),
    RulingError::LongReason.code(),
];

/// The code of the error for staff who need a second factor.
pub const SECOND_FACTOR_REQUIRED: &str = "second-factor-required";

#[derive(Clone, Copy, Debug, Default)]
pub struct ErrorPage<'a> {
    /// The HTTP status.
    pub status: u16,
    /// The stable code of the error.
    pub code: &'a str,
    /// The message; empty for the standard one of the status.
    pub text: &'a str,
    /// The id of the request in the log, for faults of the server.
    pub trace: Option<&'a str>,
    /// The sign-in page, which leads back here.
    pub sign_in: &'a str,
    /// The path of the page with the form that was sent, if one was.
    pub back: Option<&'a str>,
    /// The form that was sent, if somebody has written something in it.
    pub form: Option<&'a RefusedForm>,
    /// The URL of the page with https, if it has to be opened with that.
    pub https: Option<&'a str>,
}

/// A form that was refused, with what somebody has written in it. The page contains it again, so that nothing is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedForm {
    /// The URL it was sent to.
    pub action: String,
    /// The fields in which somebody has written, each with its name.
    pub written: Vec<(String, String)>,
    /// The other fields.
    pub others: Vec<(String, String)>,
}

/// The error as a page.
pub fn page(reader: PageViewer<'_>, fault: ErrorPage<'_>) -> Markup {
    let words = error_text(&fault);
    let problem = Some(fault.text).filter(|_| fault.form.is_some() && REASON_ERRORS.contains(&fault.code));
    let may_sign_in = fault.status == 403 || fault.status == 404 && !fault.text.is_empty();
    let body = html! {
        section.fault {
            p.number aria-hidden="true" { (fault.status) }
            h1 { (words.title) }
            @if let Some(url) = fault.https {
                @let url = html! { a href=(url) { (url) } };
                p.lead { (tr!("You opened this page without https. Open {url} instead.", url = url)) }
            } @else if problem.is_none() {
                p.lead { @if fault.text.is_empty() { (words.text) } @else { (fault.text) } }
            }
            @if let Some(trace) = fault.trace {
                p.small.soft { (tr("Code for the admins:")) " " code { (trace) } }
            }
            @if let Some(form) = fault.form { (again(form, problem, fault.status)) }
            div.row {
                // A visitor may have to sign in to see a match, whose text says so.
                @if fault.https.is_some() {
                    // What the other links lead to has no https either.
                } @else if fault.status == 401 || (may_sign_in && reader.player.is_none()) {
                    (LinkButton { href: fault.sign_in, label: tr("Sign in"), kind: ButtonKind::Filled })
                } @else if fault.status == 403 && reader.is_guest() {
                    (LinkButton { href: urls::AccountRegistration, label: tr("Create an account"), kind: ButtonKind::Filled })
                } @else if fault.code == SECOND_FACTOR_REQUIRED {
                    (LinkButton { href: urls::Account, label: tr("Set up two-step sign-in"), kind: ButtonKind::Filled })
                } @else if let Some(back) = fault.back {
                    (LinkButton { href: back, label: tr("Go back"), kind: ButtonKind::Filled })
                } @else {
                    (LinkButton { href: urls::Home, label: tr("Go to the front page"), kind: ButtonKind::Filled })
                }
                a href=(urls::Games) { (tr("Games")) }
            }
        }
    };
    Page::new(words.title, reader).body(body)
}

/// What was written, to send again where that can help.
fn again(form: &RefusedForm, problem: Option<&str>, status: u16) -> Markup {
    let can_help = problem.is_some() || matches!(status, 413 | 429 | 500..);
    html! {
        form.stack method="post" action=(form.action) {
            @for (name, value) in &form.others { input type="hidden" name=(name) value=(value); }
            @for (name, value) in &form.written {
                @let label = if name == "why" { tr("Reason") } else { tr("What you wrote") };
                (TextArea { name, label, value, problem, optional: true, ..TextArea::default() })
            }
            @if can_help { div.row { (Button { label: tr("Send again"), ..Button::default() }) } }
        }
    }
}

/// The error as a fragment of an existing page.
pub fn fragment(fault: ErrorPage<'_>) -> Markup {
    let text = if fault.text.is_empty() { error_text(&fault).text } else { fault.text };
    html! { (NoticeBox::bad(text)) }
}

struct ErrorText {
    title: &'static str,
    text: &'static str,
}

fn error_text(fault: &ErrorPage<'_>) -> ErrorText {
    let (title, text) = match fault.status {
        401 => (tr("Please sign in"), tr("You need an account for this.")),
        403 if fault.code == SECOND_FACTOR_REQUIRED => (tr("Two-step sign-in needed"), ""),
        403 => (tr("Not allowed"), tr("You don’t have permission to do this. If you should, ask an admin.")),
        // Something on a page is missing, and the text says what.
        404 if !fault.text.is_empty() => (tr("Not found"), ""),
        404 => (tr("Page not found"), tr("There is no page at this address. Check it for typos.")),
        405 => {
            (tr("Method not allowed"), tr("This page doesn’t accept that request. Go back and try again."))
        }
        409 if fault.code == MatchError::Stale.code() => {
            (tr("The position has changed"), tr("Check the board and move again."))
        }
        409 => (
            tr("That can’t be done now"),
            tr("Something has changed in the meantime. Go back and try again."),
        ),
        410 => (tr("No longer available"), tr("What was here has been removed.")),
        413 => (tr("Too large"), tr("What you sent is too large. Shorten it and try again.")),
        422 => (tr("Check the form"), tr("Something in the form isn’t valid. Go back and check it.")),
        429 => (tr("Too many requests"), tr("Wait a minute and try again.")),
        502 | 503 => {
            (tr("Temporarily unavailable"), tr("This site is busy or restarting. Try again in a minute."))
        }
        400..=499 => (tr("Invalid request"), tr("The request couldn’t be read. Go back and try again.")),
        _ => (tr("Something went wrong"), tr("This is our fault, not yours. Try again in a moment.")),
    };
    ErrorText { title, text }
}
