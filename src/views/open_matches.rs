//! The list of open matches.

use maud::{Markup, html};

use super::listing::ListViewer;
use super::page::{Page as Frame, PageViewer};
use super::parts::{ButtonKind, EmptyState, LinkButton, NavTab, NavTabs, PageLinks, matches};
use crate::lists::ListPage;
use crate::texts::tr;
use crate::urls;

#[derive(Clone, Copy, Debug)]
pub struct OpenMatchesPage<'a> {
    pub list_viewer: ListViewer,
    pub page: &'a ListPage,
    /// Whether this is the first page.
    pub first: bool,
    /// Whether only matches are listed that the viewer can join.
    pub fits: bool,
}

pub fn page(reader: PageViewer<'_>, lobby: &OpenMatchesPage<'_>) -> Markup {
    let OpenMatchesPage { list_viewer, page, first, fits } = *lobby;
    let older = page.next.as_ref().map(|before| urls::OpenMatches.page(Some(before), fits));
    let newest = (!first).then(|| urls::OpenMatches.page(None, fits));
    let tab = |label, of: bool| NavTab {
        label,
        href: urls::OpenMatches.page(None, of),
        count: None,
        here: fits == of,
    };
    Frame::new(tr("Open matches"), reader).body(html! {
        header.stack {
            h1 { (tr("Open matches")) }
            p.lead { (tr("Join any match with a free seat. It starts when every seat is taken or the host starts it.")) }
        }
        @if list_viewer.me.is_some() {
            (NavTabs { label: tr("Filter"), of: vec![tab(tr("All"), false), tab(tr("I can join"), true)] })
        }
        @if page.matches.is_empty() { (empty(lobby)) } @else { (matches(&list_viewer.rows_to_join(&page.matches))) }
        (PageLinks { newest, older })
    })
}

fn empty(lobby: &OpenMatchesPage<'_>) -> Markup {
    if lobby.page.next.is_some() {
        return html! { p.soft { (tr("You can’t join any of the open matches on this page. There are more on the next page.")) } };
    }
    let title = match (lobby.first, lobby.fits) {
        (true, false) => tr("No open matches right now"),
        (true, true) => tr("No open matches you can join"),
        (false, _) => tr("No older matches"),
    };
    let action =
        html! { (LinkButton { href: urls::NewMatch, label: tr("Create match"), kind: ButtonKind::Quiet }) };
    html! { (EmptyState { title, text: tr("Create one and anyone can join."), action }) }
}
