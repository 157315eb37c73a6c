//! The front page of a visitor: what this is, open tables, matches to watch, matches that ended lately.

use std::sync::OnceLock;

use maud::{Markup, Render, html};

use super::boards;
use super::page::{Page, Reader, Width};
use super::parts::{Card, Empty, Kind, LinkButton, MatchRow, matches};
use super::shelf::shelf;
use crate::texts::{Language, spoken, tr};
use crate::urls;

/// What the front page shows.
pub struct Front<'a> {
    /// Tables that wait for people.
    pub open: Vec<MatchRow<'a>>,
    /// Whether more of them wait.
    pub more: bool,
    /// Matches that are being played.
    pub playing: Vec<MatchRow<'a>>,
    /// Matches that ended lately.
    pub ended: Vec<MatchRow<'a>>,
    /// Whether anybody may register.
    pub registering: bool,
}

/// A match some way on, to look at, in each language.
static PICTURES: [OnceLock<Markup>; Language::COUNT] = [const { OnceLock::new() }; Language::COUNT];

fn picture() -> &'static Markup {
    PICTURES[spoken().index()]
        .get_or_init(|| boards::showcase().map(|still| still.render()).unwrap_or_default())
}

/// The page.
pub fn page(reader: Reader<'_>, front: &Front<'_>) -> Markup {
    Page::new(tr("Board games by correspondence"), reader)
        .width(Width::Wide)
        .every_board()
        .body(html! {
            (hero(front))
            div.two {
                (Card { title: tr("Open tables"), aside: all(front.more), body: open(front) })
                div.stack.loose {
                    @if !front.playing.is_empty() {
                        (Card { title: tr("Being played"), aside: html! {}, body: matches(&front.playing) })
                    }
                    (Card { title: tr("Lately finished"), aside: html! {}, body: ended(&front.ended) })
                }
            }
            (Card { title: tr("On the shelf"), aside: html! {}, body: shelf(|game| urls::GameRules { key: game.key() }.to_string()) })
        })
}

fn hero(front: &Front<'_>) -> Markup {
    html! {
        section.hero {
            div.stack {
                h1 { (tr("A table is always laid")) }
                p.lead {
                    (tr("Board games with people you know, a move at a time. Take days over it, or sit down together and \
                    play live. Anyone may watch."))
                }
                div.row {
                    @if front.registering {
                        (LinkButton { href: urls::Register, label: tr("Create an account"), kind: Kind::Filled })
                    }
                    (LinkButton { href: urls::Login, label: tr("Sign in"), kind: Kind::Quiet })
                    a href=(urls::Join) { (tr("Join by code")) }
                }
            }
            div.picture { (picture()) }
        }
    }
}

/// The way to the rest of the open tables.
fn all(more: bool) -> Markup {
    html! { @if more { a href=(urls::Tables) { (tr("All open tables")) } } }
}

fn open(front: &Front<'_>) -> Markup {
    if front.open.is_empty() {
        let action =
            html! { (LinkButton { href: urls::NewMatch, label: tr("Open a table"), kind: Kind::Quiet }) };
        return html! {
            (Empty { title: tr("No table is waiting"), text: tr("Open one, and whoever comes by can sit down."), action })
        };
    }
    matches(&front.open)
}

fn ended(rows: &[MatchRow<'_>]) -> Markup {
    if rows.is_empty() {
        return html! { p.soft { (tr("Nothing has been played to its end yet.")) } };
    }
    matches(rows)
}

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_something_to_look_at() {
        assert!(super::picture().0.contains("marbles/"));
    }
}
