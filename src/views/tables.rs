//! The lobby: every open table, a page at a time.

use maud::{Markup, html};

use super::listing::Glance;
use super::page::{Page as Frame, Reader};
use super::parts::{Empty, Kind, LinkButton, Pages, matches};
use crate::matches::Page;
use crate::web::paths;

/// A page of the list; `first` where it begins with the newest.
pub fn page(reader: Reader<'_>, glance: Glance, page: &Page, first: bool) -> Markup {
    let older = page.next.as_ref().map(|before| paths::Tables.before(before));
    let newest = (!first).then(|| paths::Tables.to_string());
    Frame::new("Open tables", reader).body(html! {
        header.stack {
            h1 { "Open tables" }
            p.lead { "Sit down where a seat is free. A match begins when every seat is taken, or when its host says so." }
        }
        @if page.matches.is_empty() { (empty(first)) } @else { (matches(&glance.rows_to_join(&page.matches))) }
        (Pages { newest, older })
    })
}

fn empty(first: bool) -> Markup {
    let title = if first { "No table is waiting" } else { "No older tables" };
    let action = html! { (LinkButton { href: paths::NewMatch, label: "Open a table", kind: Kind::Quiet }) };
    html! { (Empty { title, text: "Open one, and whoever comes by can sit down.", action }) }
}
