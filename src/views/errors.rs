//! What is shown when something did not work: what happened, and what to do next.

use maud::{Markup, html};

use super::page::{Page, Reader};
use super::parts::{Kind, LinkButton, Notice};
use crate::web::paths;

/// Something that did not work.
#[derive(Clone, Copy, Debug)]
pub struct Fault<'a> {
    /// The status of the answer.
    pub status: u16,
    /// What happened, in words of the case; the status's own words when empty.
    pub text: &'a str,
    /// What to look for in the log, where the fault is the site's.
    pub trace: Option<&'a str>,
}

/// A page of its own.
pub fn page(reader: Reader<'_>, fault: Fault<'_>) -> Markup {
    let words = words(fault.status);
    Page::new(words.title, reader).body(html! {
        section.fault {
            p.number aria-hidden="true" { (fault.status) }
            h1 { (words.title) }
            p.lead { @if fault.text.is_empty() { (words.text) } @else { (fault.text) } }
            @if let Some(trace) = fault.trace {
                p.small.soft { "Tell whoever runs this house: " code { (trace) } }
            }
            div.row {
                @if fault.status == 401 || (fault.status == 403 && reader.player.is_none()) {
                    (LinkButton { href: paths::Login, label: "Sign in", kind: Kind::Filled })
                } @else {
                    (LinkButton { href: paths::Home, label: "To the front page", kind: Kind::Filled })
                }
                a href=(paths::Games) { "Games and rules" }
            }
        }
    })
}

/// The same as a fragment, where a page is already there.
pub fn fragment(fault: Fault<'_>) -> Markup {
    let text = if fault.text.is_empty() { words(fault.status).text } else { fault.text };
    html! { (Notice::bad(text)) }
}

struct Words {
    title: &'static str,
    text: &'static str,
}

const fn words(status: u16) -> Words {
    let (title, text) = match status {
        401 => ("Please sign in", "This is for people with a name in this house."),
        403 => (
            "Not for you to do",
            "You may not do this here. If you think you should, ask whoever runs this house.",
        ),
        404 => (
            "Nothing here",
            "There is nothing at this address. It may have been mistyped, or the table was cleared.",
        ),
        405 => {
            ("Not this way", "This address does not take what was sent. Go back and try the button again.")
        }
        409 => ("The match has moved on", "Somebody was quicker. Look at the board again and choose afresh."),
        410 => ("No longer here", "This was here once and is not any more."),
        413 => (
            "Too much at once",
            "What was sent is larger than this page takes. Make it shorter and send it again.",
        ),
        422 => {
            ("That does not fit", "Something in the form cannot be used as it is. Go back and look it over.")
        }
        429 => ("A little slower", "That was a lot in a short time. Wait a minute and try again."),
        503 => ("Back in a moment", "The house is busy or being tidied up. Try again in a minute."),
        400..=499 => ("That did not work", "The request could not be read. Go back and try it once more."),
        _ => (
            "Something broke",
            "That was our fault, not yours, and nothing of yours is lost. Try again in a moment.",
        ),
    };
    Words { title, text }
}
