//! The lobby: every open table, a page at a time.

use maud::{Markup, html};

use super::listing::Glance;
use super::page::{Page as Frame, Reader};
use super::parts::{Empty, Kind, LinkButton, Pages, Tab, Tabs, matches};
use crate::lists::Page;
use crate::texts::tr;
use crate::urls;

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub struct Lobby<'a> {
    /// Who looks.
    pub glance: Glance,
    /// A page of the list.
    pub page: &'a Page,
    /// Whether it begins with the newest.
    pub first: bool,
    /// Whether only those are on it where whoever looks can sit down.
    pub fits: bool,
}

/// The page.
pub fn page(reader: Reader<'_>, lobby: &Lobby<'_>) -> Markup {
    let Lobby { glance, page, first, fits } = *lobby;
    let older = page.next.as_ref().map(|before| urls::Tables.page(Some(before), fits));
    let newest = (!first).then(|| urls::Tables.page(None, fits));
    let tab =
        |label, of: bool| Tab { label, href: urls::Tables.page(None, of), count: None, here: fits == of };
    Frame::new(tr("Open tables"), reader).body(html! {
        header.stack {
            h1 { (tr("Open tables")) }
            p.lead { (tr("Sit down where a seat is free. A match begins when every seat is taken, or when its host says so.")) }
        }
        @if glance.me.is_some() {
            (Tabs { label: tr("Which tables"), of: vec![tab(tr("All"), false), tab(tr("I may join"), true)] })
        }
        @if page.matches.is_empty() { (empty(lobby)) } @else { (matches(&glance.rows_to_join(&page.matches))) }
        (Pages { newest, older })
    })
}

fn empty(lobby: &Lobby<'_>) -> Markup {
    if lobby.page.next.is_some() {
        return html! { p.soft { (tr("None of these open matches is one you can join. There are more further down.")) } };
    }
    let title = match (lobby.first, lobby.fits) {
        (true, false) => tr("No table is waiting"),
        (true, true) => tr("No table is waiting for you"),
        (false, _) => tr("No older tables"),
    };
    let action =
        html! { (LinkButton { href: urls::NewMatch, label: tr("Open a table"), kind: Kind::Quiet }) };
    html! { (Empty { title, text: tr("Open one, and whoever comes by can sit down."), action }) }
}
