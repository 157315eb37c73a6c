//! The list of open matches.

use maud::{Markup, html};

use super::listing::ListViewer;
use super::page::{Page as Frame, PageViewer};
use super::parts::filter_fields::{game_field, pace_field, select};
use super::parts::{Button, ButtonKind, EmptyState, LinkButton, NavTab, NavTabs, PageLinks, matches};
use crate::lists::{ListPage, OpenFilter};
use crate::texts::{tr, tr_in};
use crate::urls;

#[derive(Clone, Copy, Debug)]
pub struct OpenMatchesPage<'a> {
    pub list_viewer: ListViewer,
    pub page: &'a ListPage,
    /// Whether this is the first page.
    pub first: bool,
    pub filter: OpenFilter,
}

pub fn page(reader: PageViewer<'_>, lobby: &OpenMatchesPage<'_>) -> Markup {
    let OpenMatchesPage { list_viewer, page, first, filter } = *lobby;
    let older = page.next.as_ref().map(|before| urls::OpenMatches.page(Some(before), filter));
    let newest = (!first).then(|| urls::OpenMatches.page(None, filter));
    let tab = |label, fits: bool| NavTab {
        label,
        href: urls::OpenMatches.page(None, OpenFilter { fits, ..filter }),
        count: None,
        here: filter.fits == fits,
    };
    Frame::new(tr("Open matches"), reader).body(html! {
        header.stack {
            h1 { (tr("Open matches")) }
            p.lead { (tr("Join any match with a free seat. It starts when every seat is taken or the host starts it.")) }
        }
        @if list_viewer.me.is_some() {
            (NavTabs { label: tr("Filter"), of: vec![tab(tr("All"), false), tab(tr("I can join"), true)] })
        }
        (filters(filter))
        @if page.matches.is_empty() { (empty(lobby)) } @else { (matches(&list_viewer.rows_to_join(&page.matches))) }
        (PageLinks { newest, older })
    })
}

/// The form that picks a game, a pace, and whether matches are rated.
fn filters(filter: OpenFilter) -> Markup {
    let ratings = [("", tr("Rated and casual")), ("yes", tr("Rated")), ("no", tr_in("a match", "Casual"))];
    let rated = filter.rated.map(|rated| if rated { "yes" } else { "no" });
    html! {
        form.filters method="get" action=(urls::OpenMatches) {
            @if filter.fits { input type="hidden" name="fits" value="1"; }
            (game_field(filter.game))
            (pace_field(filter.pace))
            (select("rated", tr("Ratings"), ratings, rated))
            (Button { label: tr("Show"), ..Button::default() })
        }
    }
}

fn empty(lobby: &OpenMatchesPage<'_>) -> Markup {
    if lobby.page.next.is_some() {
        return html! { p.soft { (tr("You can’t join any of the open matches on this page. There are more on the next page.")) } };
    }
    let filter = lobby.filter;
    let title = match (lobby.first, filter.fits) {
        (true, false) if OpenFilter { fits: false, ..filter } != OpenFilter::default() => {
            tr("No such open matches")
        }
        (true, false) => tr("No open matches right now"),
        (true, true) => tr("No open matches you can join"),
        (false, _) => tr("No older matches"),
    };
    let action =
        html! { (LinkButton { href: urls::NewMatch, label: tr("Create match"), kind: ButtonKind::Quiet }) };
    html! { (EmptyState { title, text: tr("Create one and anyone can join."), action }) }
}
