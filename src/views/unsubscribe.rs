//! No more mail.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{Button, ButtonKind};
use crate::texts::tr;
use crate::tr;
use crate::urls;

/// The page that asks whether it is meant.
pub fn page(reader: PageViewer<'_>, key: &str) -> Markup {
    Page::new(tr("No more mail"), reader).width(PageWidth::Narrow).class("door").body(html! {
        h1 { (tr("No more mail")) }
        p.lead { (tr("We stop writing to you about your matches. They go on, and wait for you here.")) }
        form method="post" action=(urls::Unsubscribe { key }) {
            (Button { label: tr("Stop the mail"), kind: ButtonKind::Filled, ..Button::default() })
        }
        p.aside { (tr!("Mail can also come once an hour or once a day: {settings}.", settings = settings())) }
    })
}

/// The page that says that it is done, or was before.
pub fn done(reader: PageViewer<'_>, ended: bool) -> Markup {
    Page::new(tr("No more mail"), reader).width(PageWidth::Narrow).class("door").body(html! {
        h1 { @if ended { (tr("No more mail")) } @else { (tr("Nothing has changed")) } }
        @if ended {
            p.lead { (tr("We write to you no more.")) }
        } @else {
            p.lead { (tr("This link is from an earlier letter: since then the address has changed, or mail was turned on again.")) }
        }
        p.aside { (tr!("You can choose otherwise at any time in your {settings}.", settings = settings())) }
    })
}

fn settings() -> Markup {
    html! { a href=(urls::Settings) { (tr("settings")) } }
}
