//! No more mail.

use maud::{Markup, html};

use super::page::{Page, Reader, Width};
use super::parts::{Button, Kind};
use crate::web::paths;

/// The page that asks whether it is meant.
pub fn page(reader: Reader<'_>, key: &str) -> Markup {
    Page::new("No more mail", reader).width(Width::Narrow).class("door").body(html! {
        h1 { "No more mail" }
        p.lead { "We stop writing to you about your matches. They go on, and wait for you here." }
        form method="post" action=(paths::Unsubscribe { key }) {
            (Button { label: "Stop the mail", kind: Kind::Filled, ..Button::default() })
        }
        p.aside { "Mail can also come once an hour or once a day: " a href=(paths::Settings) { "settings" } "." }
    })
}

/// The page that says that it is done, or was before.
pub fn done(reader: Reader<'_>, ended: bool) -> Markup {
    Page::new("No more mail", reader).width(Width::Narrow).class("door").body(html! {
        h1 { @if ended { "No more mail" } @else { "Nothing has changed" } }
        @if ended {
            p.lead { "We write to you no more." }
        } @else {
            p.lead { "This link is from an earlier letter: since then the address has changed, or mail was turned on again." }
        }
        p.aside { "You can choose otherwise at any time in your " a href=(paths::Settings) { "settings" } "." }
    })
}
