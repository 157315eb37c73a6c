//! What is shown when something did not work: what happened, and what to do next.

use maud::{Markup, html};

use super::page::{Page, PageViewer};
use super::parts::{ButtonKind, LinkButton, NoticeBox};
use crate::texts::tr;
use crate::urls;

/// Something that did not work.
#[derive(Clone, Copy, Debug)]
pub struct ErrorPage<'a> {
    /// The status of the answer.
    pub status: u16,
    /// What happened, in words of the case; the status's own words when empty.
    pub text: &'a str,
    /// What to look for in the log, where the fault is the site's.
    pub trace: Option<&'a str>,
}

/// A page of its own.
pub fn page(reader: PageViewer<'_>, fault: ErrorPage<'_>) -> Markup {
    let words = words(fault.status);
    Page::new(words.title, reader).body(html! {
        section.fault {
            p.number aria-hidden="true" { (fault.status) }
            h1 { (words.title) }
            p.lead { @if fault.text.is_empty() { (words.text) } @else { (fault.text) } }
            @if let Some(trace) = fault.trace {
                p.small.soft { (tr("Tell whoever runs this house:")) " " code { (trace) } }
            }
            div.row {
                @if fault.status == 401 || (fault.status == 403 && reader.player.is_none()) {
                    (LinkButton { href: urls::Login, label: tr("Sign in"), kind: ButtonKind::Filled })
                } @else {
                    (LinkButton { href: urls::Home, label: tr("To the front page"), kind: ButtonKind::Filled })
                }
                a href=(urls::Games) { (tr("Games and rules")) }
            }
        }
    })
}

/// The same as a fragment, where a page is already there.
pub fn fragment(fault: ErrorPage<'_>) -> Markup {
    let text = if fault.text.is_empty() { words(fault.status).text } else { fault.text };
    html! { (NoticeBox::bad(text)) }
}

struct ErrorText {
    title: &'static str,
    text: &'static str,
}

fn words(status: u16) -> ErrorText {
    let (title, text) = match status {
        401 => (tr("Please sign in"), tr("This is for people with a name in this house.")),
        403 => (
            tr("Not for you to do"),
            tr("You may not do this here. If you think you should, ask whoever runs this house."),
        ),
        404 => (
            tr("Nothing here"),
            tr("There is nothing at this address. It may have been mistyped, or the table was cleared."),
        ),
        405 => (
            tr("Not this way"),
            tr("This address does not take what was sent. Go back and try the button again."),
        ),
        409 => (
            tr("The match has moved on"),
            tr("Somebody was quicker. Look at the board again and choose afresh."),
        ),
        410 => (tr("No longer here"), tr("This was here once and is not any more.")),
        413 => (
            tr("Too much at once"),
            tr("What was sent is larger than this page takes. Make it shorter and send it again."),
        ),
        422 => (
            tr("That does not fit"),
            tr("Something in the form cannot be used as it is. Go back and look it over."),
        ),
        429 => (tr("A little slower"), tr("That was a lot in a short time. Wait a minute and try again.")),
        503 => (tr("Back in a moment"), tr("The house is busy or being tidied up. Try again in a minute.")),
        400..=499 => {
            (tr("That did not work"), tr("The request could not be read. Go back and try it once more."))
        }
        _ => (
            tr("Something broke"),
            tr("That was our fault, not yours, and nothing of yours is lost. Try again in a moment."),
        ),
    };
    ErrorText { title, text }
}
