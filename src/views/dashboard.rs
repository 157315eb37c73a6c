//! The dashboard of a player.

use maud::{Markup, html};

use super::daily;
use super::listing::ListViewer;
use super::messages::ErrorMessage;
use super::page::{Page, PageViewer, PageWidth, SignedInPlayer};
use super::parts::game_cards::game_list;
use super::parts::with_names;
use super::parts::zone_offer::zone_offer;
use super::parts::{Button, ButtonKind, Icon, LinkButton, SectionCard, matches, number_in_words, tiles};
use crate::games::Game;
use crate::lists::{ArchiveFilter, ListedMatch, OwnMatches};
use crate::texts::tr;
use crate::urls;
use crate::users::StaffMessage;
use crate::{tr, tr_format};

/// The contents of the dashboard.
pub struct DashboardPage<'a> {
    /// The games in the order of their tiles.
    pub games: &'a [Game],
    pub list_viewer: ListViewer,
    /// Messages from staff.
    pub staff_messages: &'a [StaffMessage],
    /// The name of the user's time zone.
    pub zone: &'a str,
    /// The user's matches.
    pub mine: &'a OwnMatches,
    /// Open matches of others.
    pub open: &'a [ListedMatch],
    /// Whether there are more open matches.
    pub more: bool,
    /// Running matches of others.
    pub watchable: &'a [ListedMatch],
    /// Whether there are positions of today.
    pub has_daily: bool,
}

pub fn page(reader: PageViewer<'_>, home: &DashboardPage<'_>) -> Markup {
    let name = reader.player.map_or("", |player: SignedInPlayer<'_>| player.name);
    let (new, guest) = (home.mine.is_empty(), reader.is_guest());
    let can_play = reader.player.is_none_or(|player| player.suspension.is_none());
    Page::new(tr("Your matches"), reader).width(PageWidth::Wide).every_board().script("htmx.js").body(html! {
        @for message in home.staff_messages { (staff_message(message)) }
        // Guests have no account that the zone could be saved in.
        @if !guest { (zone_offer(home.zone, "")) }
        // Scripts fetch this part again while the page is open.
        div #dashboard.stack.loose hx-get=(urls::Home) hx-trigger="refresh" hx-select="#dashboard" hx-swap="outerMorph" {
            header.stack {
                h1 { (with_names(&headline(home.mine, name), [name])) }
                @if new && can_play {
                    p.lead {
                        @if guest { (tr("Play a bot, or enter a code.")) } @else { (tr("Create a match, play a bot, or enter a code.")) }
                    }
                }
                @if can_play { (actions(home.mine, guest)) }
            }
            @if new { (open(home, guest)) (games(home.games)) } @else { (matches_page(home, guest)) }
        }
        (daily::entry(home.has_daily))
        @if !home.watchable.is_empty() { (being_played(home)) }
        @if !home.mine.finished.is_empty() { (finished(home, name)) }
    })
}

/// The buttons below the headline. The first one is what most people come for.
fn actions(mine: &OwnMatches, guest: bool) -> Markup {
    let turns = mine.counts.my_turn;
    let first = |is_first: bool| if is_first { ButtonKind::Filled } else { ButtonKind::Quiet };
    html! {
        div.row {
            @if turns > 0 {
                (LinkButton { href: urls::Next, label: &tr_format!("Play next ({n})", n = turns), kind: ButtonKind::Filled })
            }
            @if !guest {
                form method="post" action=(urls::Pairing) { (Button { label: tr("Play someone"), kind: first(turns == 0), ..Button::default() }) }
                (LinkButton { href: urls::NewMatch, label: tr("Create match"), kind: ButtonKind::Quiet })
            }
            (LinkButton { href: urls::Play, label: tr("Play a bot"), kind: first(guest && turns == 0) })
            (LinkButton { href: urls::Join, label: tr("Join with code"), kind: ButtonKind::Quiet })
        }
    }
}

/// A further page of the running matches, starting at index `from`.
pub fn more(reader: PageViewer<'_>, list_viewer: ListViewer, mine: &OwnMatches, from: u32) -> Markup {
    let empty = shown_count(mine) == 0;
    Page::new(tr("Your matches"), reader).every_board().body(html! {
        h1 { (tr("Your matches")) }
        div.stack.loose {
            (invitations(list_viewer, mine))
            (in_progress(list_viewer, mine))
            (own_open(list_viewer, mine))
            @if empty { p.soft { (tr("No more running matches.")) } }
        }
        (pages(mine, from))
    })
}

/// How many running matches this page shows.
fn shown_count(mine: &OwnMatches) -> usize {
    let OwnMatches { my_turn, invited, to_answer, waiting, open, .. } = mine;
    [my_turn, invited, to_answer, waiting, open].map(Vec::len).into_iter().sum()
}

/// Links to the first and the next page of the running matches.
fn pages(mine: &OwnMatches, from: u32) -> Markup {
    let shown = shown_count(mine);
    let next = from.saturating_add(u32::try_from(shown).unwrap_or(u32::MAX));
    let more = shown > 0 && (next as usize) < mine.counts.total();
    html! {
        @if more || from > 0 {
            nav.pages aria-label=(tr("Pages")) {
                @if from > 0 { a.button href=(urls::Home) { (tr("Back to the first page")) } } @else { span {} }
                @if more { a.button rel="next" href=(urls::Home.from(next)) { (tr("Show more")) } }
            }
        }
    }
}

/// A message from staff, with a button to dismiss it.
fn staff_message(message: &StaffMessage) -> Markup {
    let is_warning = message.content.is_warning();
    let class = if is_warning { "notice bad remark" } else { "notice remark" };
    html! {
        form class=(class) method="post" action=(urls::DismissMessage { id: &message.id.to_string() }) {
            @if is_warning { (Icon::Warning) } @else { (Icon::Check) }
            div role="status" {
                @if is_warning { p { strong { (tr("A warning from the admins")) } } }
                p { (message.content.message()) }
            }
            (Button { label: tr("Got it"), ..Button::default() })
        }
    }
}

fn matches_page(home: &DashboardPage<'_>, guest: bool) -> Markup {
    let (mine, list_viewer) = (home.mine, home.list_viewer);
    let playing = [mine.counts.my_turn, mine.counts.to_answer, mine.counts.waiting] != [0; 3];
    html! {
        (invitations(list_viewer, mine))
        (list(list_viewer, tr("Finished since your last visit"), &mine.unseen, mine.unseen.len()))
        (in_progress(list_viewer, mine))
        @if !playing { (no_matches()) }
        (pages(mine, 0))
        div.two.even {
            (own_open(list_viewer, mine))
            (open(home, guest))
        }
    }
}

/// The matches in progress, as boards.
fn in_progress(list_viewer: ListViewer, mine: &OwnMatches) -> Markup {
    let counts = mine.counts;
    html! {
        (grid(list_viewer, tr("Your move"), &mine.my_turn, counts.my_turn))
        (grid(list_viewer, tr("Needs your answer"), &mine.to_answer, counts.to_answer))
        (grid(list_viewer, tr("Opponent’s turn"), &mine.waiting, counts.waiting))
    }
}

fn invitations(list_viewer: ListViewer, mine: &OwnMatches) -> Markup {
    list(list_viewer, tr("Invitations"), &mine.invited, mine.counts.invited)
}

fn own_open(list_viewer: ListViewer, mine: &OwnMatches) -> Markup {
    list(list_viewer, tr("Your open matches"), &mine.open, mine.counts.open)
}

/// What others are playing, to watch.
fn being_played(home: &DashboardPage<'_>) -> Markup {
    let body = tiles(&home.list_viewer.tiles(home.watchable));
    let aside = html! { a href=(urls::Watch) { (tr("All running matches")) } };
    html! { (SectionCard { title: tr("Being played now"), aside, body }) }
}

fn finished(home: &DashboardPage<'_>, name: &str) -> Markup {
    let own = ArchiveFilter { player: name.to_owned(), ..ArchiveFilter::default() };
    let aside = html! { a href=(urls::Matches.page(&own, None)) { (tr("All finished matches")) } };
    let body = matches(&home.list_viewer.rows(&home.mine.finished));
    html! { (SectionCard { title: tr("Finished matches"), aside, body }) }
}

fn no_matches() -> Markup {
    let text = tr("Matches start when every seat is taken. Your turns appear here first.");
    html! { (SectionCard { title: tr("Your matches"), aside: html! {}, body: html! { p.soft { (text) } } }) }
}

fn games(games: &[Game]) -> Markup {
    let body = game_list(games, |known| match known.preset {
        None => urls::NewMatch.of(known.key()),
        Some(preset) => urls::NewMatch.preset(known.game.key(), preset.key),
    });
    html! { (SectionCard { title: tr("Choose a game"), aside: html! {}, body }) }
}

/// The headline: the most urgent state of the user's matches.
fn headline(mine: &OwnMatches, name: &str) -> String {
    let counts = mine.counts;
    match counts.my_turn {
        0 if mine.is_empty() => tr_format!("Welcome, {name}", name = name),
        0 if counts.invited == 1 => tr("You’re invited to a match").to_owned(),
        0 if counts.invited > 0 => {
            tr_format!("You’re invited to {number} matches", number = number_in_words(counts.invited))
        }
        0 if counts.to_answer > 0 => tr("Someone is waiting for your answer").to_owned(),
        0 if counts.waiting == 0 => tr("No matches in progress").to_owned(),
        0 => tr("Waiting for your opponents").to_owned(),
        turns => tr_format!(turns; "Your move in 1 match", "Your move in {n} matches"),
    }
}

/// A list with a heading and the total number; empty if this page has none of its matches.
fn list(list_viewer: ListViewer, title: &str, listed: &[ListedMatch], count: usize) -> Markup {
    if listed.is_empty() {
        return html! {};
    }
    let body = matches(&list_viewer.rows_to_join(listed));
    html! { (SectionCard { title, aside: html! { span.count { (count) } }, body }) }
}

/// A grid with a heading and the total number; empty if this page has none of its matches.
fn grid(list_viewer: ListViewer, title: &str, listed: &[ListedMatch], count: usize) -> Markup {
    if listed.is_empty() {
        return html! {};
    }
    let body = tiles(&list_viewer.tiles(listed));
    html! { (SectionCard { title, aside: html! { span.count { (count) } }, body }) }
}

fn open(home: &DashboardPage<'_>, guest: bool) -> Markup {
    let aside = html! { @if home.more { a href=(urls::OpenMatches) { (tr("All open matches")) } } };
    let body = html! {
        @if home.open.is_empty() {
            @if guest {
                p.soft { (tr("No open matches right now.")) }
            } @else {
                @let one = html! { a href=(urls::NewMatch) { (tr("Create one")) } };
                p.soft { (tr!("No open matches right now. {one} and anyone can join.", one = one)) }
            }
        } @else {
            (matches(&home.list_viewer.rows_to_join(home.open)))
        }
    };
    html! { (SectionCard { title: tr("Open matches"), aside, body }) }
}
