//! The running matches, to watch.

use maud::{Markup, html};

use super::listing::ListViewer;
use super::page::{Page, PageViewer, PageWidth};
use super::parts::filter_fields::{game_field, pace_field, select};
use super::parts::{Button, ButtonKind, EmptyState, LinkButton, MatchTile, NavTab, NavTabs, tiles};
use crate::lists::{ArchiveFilter, ListedMatch, WatchFilter};
use crate::matches::MatchId;
use crate::now::Moment;
use crate::texts::{tr, tr_in};
use crate::urls;

/// The most seats of a match.
const MOST_SEATS: u8 = 6;

pub struct WatchPage<'a> {
    pub filter: WatchFilter,
    pub list_viewer: ListViewer,
    /// The matches of this page, each after the number of its spectators.
    pub matches: &'a [(usize, ListedMatch)],
    /// The index of the first of them among all, and of the first of the next page, if there is one.
    pub from: usize,
    pub next: Option<usize>,
    /// The name of the viewer, if signed in.
    pub own_name: Option<&'a str>,
}

pub fn page(reader: PageViewer<'_>, watch: &WatchPage<'_>) -> Markup {
    let WatchPage { filter, list_viewer, matches, .. } = *watch;
    let shown: Vec<MatchTile<'_>> =
        matches.iter().map(|(spectators, listed)| list_viewer.watched(listed, *spectators)).collect();
    let ids: Vec<&MatchId> = matches.iter().map(|(_, listed)| &listed.id).collect();
    let here = urls::Watch.page(filter, watch.from);
    Page::new(tr("Watch"), reader)
        .width(PageWidth::Wide)
        .every_board()
        .script("htmx.js")
        .module("watch.js")
        .body(html! {
            header.stack {
                h1 { (tr("Watch")) }
                p.lead { (tr("Matches being played now, best first.")) }
            }
            (tabs(WatchTab::Running, &ArchiveFilter::default(), watch.own_name))
            (filters(filter))
            div #watch.stack hx-get=(here) hx-trigger="refresh" hx-select="#watch" hx-swap="outerMorph"
                data-events=(urls::WatchEvents.of(&ids, list_viewer.now)) {
                @if shown.is_empty() { (empty(watch)) } @else { (tiles(&shown)) }
                (pages(watch))
            }
        })
}

/// What changes on the page with a change of a match. With `moved`, it has just been made.
pub fn update(listed: &ListedMatch, moved: bool, now: Moment) -> Markup {
    ListViewer { me: None, now }.watched(listed, 0).update(moved.then_some(listed.ply_count))
}

/// The pages on which matches and players are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchTab {
    Running,
    Finished,
    Players,
}

/// Links between these pages. Those to the finished matches, of all players and of the viewer, keep what else they are filtered by.
pub fn tabs(here: WatchTab, filter: &ArchiveFilter, own_name: Option<&str>) -> Markup {
    let tab = |label, href, tab| NavTab { label, href, count: None, here: here == tab };
    let finished = |label, player: &str| {
        let of = ArchiveFilter { player: player.to_owned(), opponent: String::new(), ..filter.clone() };
        let link = tab(label, urls::Matches.page(&of, None), WatchTab::Finished);
        NavTab { here: link.here && filter.player == player, ..link }
    };
    let running = tab(tr("In progress"), urls::Watch.to_string(), WatchTab::Running);
    let own = own_name.map(|name| finished(tr("Yours"), name));
    let players = tab(tr("Players"), urls::Players.to_string(), WatchTab::Players);
    let of = [running, finished(tr("Finished"), "")].into_iter().chain(own).chain([players]).collect();
    html! { (NavTabs { label: tr("Watch"), of }) }
}

fn filters(filter: WatchFilter) -> Markup {
    let seats: Vec<_> = (2..=MOST_SEATS).map(|seats| seats.to_string()).collect();
    let counts = seats.iter().map(|seats| (seats.as_str(), seats.as_str()));
    let counts = [("", tr("Any number"))].into_iter().chain(counts);
    let chosen = filter.seats.map(|seats| seats.to_string());
    html! {
        form.filters method="get" action=(urls::Watch) {
            (game_field(filter.game))
            (pace_field(filter.pace))
            (select("seats", tr_in("a filter", "Players"), counts, chosen.as_deref()))
            (Button { label: tr("Show"), ..Button::default() })
        }
    }
}

fn empty(watch: &WatchPage<'_>) -> Markup {
    let is_filtered = watch.filter != WatchFilter::default();
    let title = match is_filtered || watch.from > 0 {
        true => tr("No such matches are being played right now"),
        false => tr("No public matches are being played right now"),
    };
    let action = html! { (LinkButton { href: urls::Matches, label: tr("Finished matches"), kind: ButtonKind::Quiet }) };
    html! { (EmptyState { title, text: tr("You can replay finished matches any time."), action }) }
}

fn pages(watch: &WatchPage<'_>) -> Markup {
    html! {
        @if watch.from > 0 || watch.next.is_some() {
            nav.pages aria-label=(tr("Pages")) {
                @if watch.from > 0 { a.button href=(urls::Watch.page(watch.filter, 0)) { (tr("First page")) } } @else { span {} }
                @if let Some(next) = watch.next {
                    a.button rel="next" href=(urls::Watch.page(watch.filter, next)) { (tr("Next page")) }
                }
            }
        }
    }
}
