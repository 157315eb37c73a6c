//! The front page of a visitor: what this is, open tables, matches that ended lately.

use maud::{Markup, html};

use super::boards;
use super::page::{Page, Reader, Width};
use super::parts::{Card, Empty, Kind, LinkButton, MatchRow, matches};
use crate::games::Game;
use crate::web::paths;

/// What the front page shows.
pub struct Front<'a> {
    /// A large board of Sternhalma to look at; may be empty.
    pub picture: Markup,
    /// Tables that wait for people.
    pub open: Vec<MatchRow<'a>>,
    /// Matches that are being played.
    pub playing: Vec<MatchRow<'a>>,
    /// Matches that ended lately.
    pub ended: Vec<MatchRow<'a>>,
    /// Whether anybody may register.
    pub registering: bool,
}

/// The page.
pub fn page(reader: Reader<'_>, front: &Front<'_>) -> Markup {
    Page::new("Board games by correspondence", reader)
        .width(Width::Wide)
        .style(boards::stylesheet(Game::Sternhalma))
        .body(html! {
            (hero(front))
            div.two {
                (Card { title: "Open tables", aside: html! {}, body: open(&front.open) })
                div.stack {
                    @if !front.playing.is_empty() {
                        (Card { title: "Being played", aside: html! {}, body: matches(&front.playing) })
                    }
                    (Card { title: "Lately finished", aside: html! {}, body: ended(&front.ended) })
                }
            }
        })
}

fn hero(front: &Front<'_>) -> Markup {
    html! {
        section.hero {
            div.stack {
                h1 { "A table is always laid" }
                p.lead {
                    "Board games with people you know, a move at a time. Take days over it, or sit down together and "
                    "play live. Anyone may watch."
                }
                div.row {
                    @if front.registering {
                        (LinkButton { href: paths::Register, label: "Take a seat", kind: Kind::Filled })
                    }
                    (LinkButton { href: paths::Login, label: "Sign in", kind: Kind::Quiet })
                    a href=(paths::Games) { "Read the rules" }
                }
            }
            div.picture { (front.picture) }
        }
    }
}

fn open(rows: &[MatchRow<'_>]) -> Markup {
    if rows.is_empty() {
        let action =
            html! { (LinkButton { href: paths::NewMatch, label: "Open a table", kind: Kind::Quiet }) };
        return html! {
            (Empty { title: "No table is waiting", text: "Open one, and whoever comes by can sit down.", action })
        };
    }
    matches(rows)
}

fn ended(rows: &[MatchRow<'_>]) -> Markup {
    if rows.is_empty() {
        return html! { p.soft { "Nothing has been played to its end yet." } };
    }
    matches(rows)
}
