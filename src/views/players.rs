//! The list of players.

use maud::{Markup, html};

use super::page::{Page, PageViewer};
use super::parts::{Button, ButtonKind, EmptyState, LinkButton, TextField};
use super::watch::{WatchTab, tabs};
use crate::games::Game;
use crate::lists::{ArchiveFilter, ListedPlayer};
use crate::now::Moment;
use crate::now::spans::DAY;
use crate::texts::tr;
use crate::{tr_format, urls};

pub struct PlayersPage<'a> {
    /// The part of the name that is sought.
    pub part: &'a str,
    pub found: &'a [ListedPlayer],
    /// The index of the first of them among all, and of the first of the next page, if there is one.
    pub from: u32,
    pub next: Option<u32>,
    pub now: Moment,
}

pub fn page(reader: PageViewer<'_>, list: &PlayersPage<'_>) -> Markup {
    let own_name = reader.player.map(|player| player.name);
    let here = |player: &ListedPlayer| own_name == Some(&*player.person.name);
    Page::new(tr("Players"), reader).body(html! {
        header.stack {
            h1 { (tr("Players")) }
            p.lead { (tr("Most recently active first.")) }
        }
        (tabs(WatchTab::Players, &ArchiveFilter::default(), own_name))
        form.search method="get" action=(urls::Players) role="search" {
            (TextField {
                name: "q", label: tr("Name or part of it"), kind: "search", value: list.part, longest: Some(20),
                optional: true, bare: true, ..TextField::default()
            })
            (Button { label: tr("Search"), ..Button::default() })
        }
        @if list.found.is_empty() { (empty(list)) } @else {
            ul.people { @for player in list.found { (row(player, here(player), list.now)) } }
        }
        (pages(list))
        (leaderboards())
    })
}

fn row(player: &ListedPlayer, you: bool, now: Moment) -> Markup {
    let played = (player.played > 0).then(|| tr_format!(player.played; "1 match", "{n} matches"));
    let words: Vec<_> =
        activity(player.last_seen_at, now).map(str::to_owned).into_iter().chain(played).collect();
    html! {
        li {
            a href=(urls::Player { name: &player.person.name }) translate="no" { (player.person.name) }
            @if you { span.soft.small { (tr("(you)")) } }
            span.soft.small { (words.join(" · ")) }
        }
    }
}

/// When a player was last there, roughly: only staff see the time.
fn activity(last_seen_at: Option<Moment>, now: Moment) -> Option<&'static str> {
    match now.since(last_seen_at?) / DAY {
        0 => Some(tr("active today")),
        ..7 => Some(tr("active this week")),
        _ => None,
    }
}

fn leaderboards() -> Markup {
    html! {
        section.stack aria-labelledby="leaderboards" {
            h2 #leaderboards { (tr("Leaderboards")) }
            div.row {
                @for game in Game::ALL { (LinkButton { href: urls::Ratings { key: game.key() }, label: tr(game.title()), kind: ButtonKind::Quiet }) }
            }
        }
    }
}

fn empty(list: &PlayersPage<'_>) -> Markup {
    let action =
        html! { (LinkButton { href: urls::Players, label: tr("Show all"), kind: ButtonKind::Quiet }) };
    match list.from {
        0 => {
            html! { (EmptyState { title: tr("No users found"), text: tr("No users match your search."), action }) }
        }
        _ => {
            html! { (EmptyState { title: tr("End of list"), text: tr("There are no more users."), action }) }
        }
    }
}

fn pages(list: &PlayersPage<'_>) -> Markup {
    html! {
        @if list.from > 0 || list.next.is_some() {
            nav.pages aria-label=(tr("Pages")) {
                @if list.from > 0 { a.button href=(urls::Players.page(list.part, 0)) { (tr("First page")) } } @else { span {} }
                @if let Some(next) = list.next { a.button rel="next" href=(urls::Players.page(list.part, next)) { (tr("Next page")) } }
            }
        }
    }
}
