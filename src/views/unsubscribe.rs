//! Unsubscribing from email.

use maud::{Markup, html};

use super::page::{Page, PageViewer, PageWidth};
use super::parts::{Button, ButtonKind};
use crate::texts::tr;
use crate::tr;
use crate::urls;

/// The page that asks for confirmation.
pub fn page(reader: PageViewer<'_>, key: &str) -> Markup {
    Page::new(tr("Unsubscribe from emails"), reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (tr("Unsubscribe from emails")) }
        p.lead { (tr("You’ll stop getting emails about your matches. The matches go on.")) }
        form method="post" action=(urls::Unsubscribe { key }) {
            (Button { label: tr("Unsubscribe"), kind: ButtonKind::Filled, ..Button::default() })
        }
        p.aside { (tr!("Prefer fewer emails? Choose hourly or daily in your {settings}.", settings = settings())) }
    })
}

/// The page after unsubscribing; `ended` is false if the link was sent to another address.
pub fn done(reader: PageViewer<'_>, ended: bool) -> Markup {
    let title = if ended { tr("Unsubscribed") } else { tr("Nothing has changed") };
    Page::new(title, reader).width(PageWidth::Narrow).class("form-page").body(html! {
        h1 { (title) }
        @if ended {
            p.lead { (tr("You won’t get any more emails about your matches.")) }
        } @else {
            p.lead { (tr("This link is from an email to another address. Your address has changed since then.")) }
        }
        p.aside { (tr!("You can change this in your {settings} at any time.", settings = settings())) }
    })
}

fn settings() -> Markup {
    html! { a href=(urls::Settings) { (tr("settings")) } }
}
