//! The front page for visitors: an introduction, open and running matches, and recent results.

use std::sync::{Arc, OnceLock};

use maud::{Markup, Render, html};

use super::boards;
use super::daily;
use super::link_preview::LinkPreview;
use super::page::{Page, PageViewer, PageWidth};
use super::parts::game_cards::game_list;
use super::parts::options::rules_url;
use super::parts::{
    Button, ButtonKind, EmptyState, LinkButton, MatchRow, MatchTile, SectionCard, from_markdown, matches,
    tiles,
};
use super::play::play_now;
use crate::bots::BotLevel;
use crate::games::Game;
use crate::texts::{Language, current_language, tr};
use crate::urls;
use crate::users::SiteSettings;

/// The contents of the front page.
pub struct FrontPage<'a> {
    /// The games in the order of their tiles.
    pub games: &'a [Game],
    /// Open matches.
    pub open: Vec<MatchRow<'a>>,
    /// Whether there are more open matches.
    pub more: bool,
    /// Running matches, those that have changed last.
    pub playing: Vec<MatchTile<'a>>,
    /// The latest finished matches.
    pub ended: Vec<MatchRow<'a>>,
    /// Whether registration is open to everyone.
    pub registering: bool,
    /// Whether visitors may play as guests.
    pub guests: bool,
    /// Whether there are positions of today.
    pub has_daily: bool,
}

/// A picture of a match in progress, per language.
static PICTURES: [OnceLock<Markup>; Language::COUNT] = [const { OnceLock::new() }; Language::COUNT];

fn picture() -> &'static Markup {
    PICTURES[current_language().index()]
        .get_or_init(|| boards::showcase().map(|still| still.render()).unwrap_or_default())
}

pub fn page(reader: PageViewer<'_>, front: &FrontPage<'_>) -> Markup {
    let preview = LinkPreview::of_game(
        boards::showcase_game(),
        urls::Home,
        tr(
            "Play board games with people you know, a move at a time. Take days over it, or play live. Anyone can watch.",
        ),
    );
    let site = Arc::clone(&reader.site);
    let page = Page::new(tr("Board games at your own pace"), reader).preview(preview).width(PageWidth::Wide);
    // The cards of the games are needed only where visitors cannot play at once.
    let page = match front.guests {
        true => page.style(boards::stylesheet(boards::showcase_game())),
        false => page.every_board(),
    };
    page.body(html! {
        (hero(front, &site))
        @if !site.is_members_only() { (lists(front)) }
    })
}

/// What is played on the site.
fn lists(front: &FrontPage<'_>) -> Markup {
    html! {
            @if front.guests { div #play-now { (SectionCard { title: tr("Play now"), aside: html! {}, body: play_now(front.games, BotLevel::Casual) }) } }
            (daily::entry(front.has_daily))
            (SectionCard { title: tr("In progress"), aside: all_running(), body: playing(front) })
            div.two.even {
                (SectionCard { title: tr("Open matches"), aside: all(front.more), body: open(front) })
                (SectionCard { title: tr("Finished matches"), aside: all_finished(), body: ended(&front.ended) })
            }
            @if front.guests {
                p { a href=(urls::Games) { (tr("Games")) } }
            } @else {
                (SectionCard { title: tr("Games"), aside: html! {}, body: game_list(front.games, rules_url) })
            }
    }
}

/// With the introduction of the host, if there is one.
fn hero(front: &FrontPage<'_>, site: &SiteSettings) -> Markup {
    let introduction = &site.welcome;
    html! {
        section.hero {
            div.stack {
                h1 { (tr("Board games at your own pace")) }
                @if introduction.is_empty() && site.is_members_only() {
                    p.lead { (tr("This site is for members. Sign in to play and to watch.")) }
                } @else if introduction.is_empty() {
                    p.lead {
                        (tr("Play board games with people you know, a move at a time. Take days over it, or play live. Anyone can watch."))
                    }
                } @else {
                    div.lead.stack dir="auto" { (from_markdown(introduction)) }
                }
                div.row {
                    @if front.guests { (LinkButton { href: "#play-now", label: tr("Play now"), kind: ButtonKind::Filled }) }
                    @if front.registering {
                        @let kind = if front.guests { ButtonKind::Quiet } else { ButtonKind::Filled };
                        (LinkButton { href: urls::Register, label: tr("Create an account"), kind })
                    }
                    (LinkButton { href: urls::Login, label: tr("Sign in"), kind: ButtonKind::Quiet })
                }
                (join())
            }
            div.picture { (picture()) }
        }
    }
}

/// The form for people who have been told a code.
fn join() -> Markup {
    html! {
        form.join-code method="get" action=(urls::Join) {
            label for="code" { (tr("Code from a friend")) }
            div.row {
                input.input.code #code name="code" maxlength="200" autocomplete="off" autocapitalize="characters" spellcheck="false" required;
                (Button { label: tr("Join with code"), ..Button::default() })
            }
        }
    }
}

/// The running matches, which anyone can watch.
fn playing(front: &FrontPage<'_>) -> Markup {
    html! {
        @if front.playing.is_empty() {
            p.soft { (tr("No public matches are being played right now. You can watch them here when there are.")) }
        } @else {
            (tiles(&front.playing))
        }
    }
}

/// The link to all open matches.
fn all(more: bool) -> Markup {
    html! { @if more { a href=(urls::OpenMatches) { (tr("All open matches")) } } }
}

fn all_running() -> Markup {
    html! { a href=(urls::Watch) { (tr("All running matches")) } }
}

fn all_finished() -> Markup {
    html! { a href=(urls::Matches) { (tr("All finished matches")) } }
}

fn open(front: &FrontPage<'_>) -> Markup {
    if front.open.is_empty() {
        let action = html! { (LinkButton { href: urls::NewMatch, label: tr("Create match"), kind: ButtonKind::Quiet }) };
        return html! {
            (EmptyState { title: tr("No open matches right now"), text: tr("Create one and anyone can join."), action })
        };
    }
    matches(&front.open)
}

fn ended(rows: &[MatchRow<'_>]) -> Markup {
    if rows.is_empty() {
        return html! { p.soft { (tr("No finished matches yet.")) } };
    }
    matches(rows)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_front_page_has_a_picture() {
        assert!(super::picture().0.contains("marbles/"));
    }
}
