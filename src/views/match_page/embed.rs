//! A match in a frame on another site: players, board and replay, and a link to the match. It is the same for everyone
//! and has no form, so that the site around it can neither read nor trigger anything of a user.

use std::borrow::Cow;

use maud::{DOCTYPE, Markup, html};

use super::board::board;
use super::context::{MatchPage, ShownMatch};
use super::panel::score;
use super::regions::Region;
use super::updates::RegionUpdates;
use super::{position, replay, status};
use crate::games::Seat;
use crate::matches::MatchStatus;
use crate::texts::{self, tr};
use crate::urls::asset;
use crate::users::preferences::Theme;
use crate::views::boards::{self, announcement, chip, partial, partials};
use crate::views::page::chosen;
use crate::views::parts::UserName;

/// The document in the frame.
pub fn embed(page_context: &MatchPage<'_>) -> Markup {
    let m = &page_context.view.m;
    let shown = page_context.shown();
    let theme = page_context.embed.map(Theme::key).and_then(chosen);
    html! {
        (DOCTYPE)
        html.embed lang=(texts::current_language().key()) data-theme=[theme] {
            head {
                meta charset="utf-8";
                title { (status::title(page_context)) }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                link rel="stylesheet" href=(asset("app.css"));
                link rel="stylesheet" href=(asset(boards::stylesheet(m.game)));
                script src=(asset("app.js")) defer {}
                script src=(asset("board.js")) defer {}
                script src=(asset("htmx.js")) defer {}
            }
            body {
                main {
                    (summary(page_context, &shown))
                    div.room { (board(page_context, &shown)) }
                    (position::shown_position(page_context, &shown))
                    div.row {
                        (replay::controls(page_context, &shown))
                        (replay::player(page_context, None))
                    }
                    (announcement(""))
                }
            }
        }
    }
}

/// The response to a request of htmx for another ply.
pub fn embed_fragment(page_context: &MatchPage<'_>) -> Markup {
    html! {
        (summary(page_context, &page_context.shown()))
        (partials(|partials| {
            let mut updates = RegionUpdates { partials, page_context, listed: None };
            for region in [Region::Board, Region::Position, Region::Steps] {
                updates.put(region);
            }
        }))
        (partial("announcement", announcement(page_context.marked(&state(page_context)))))
    }
}

/// What is above the board. It has the id that the replay updates.
fn summary(page_context: &MatchPage<'_>, shown: &ShownMatch<'_>) -> Markup {
    let m = &page_context.view.m;
    let path = match page_context.ply.filter(|_| !is_current(page_context)) {
        Some(ply) => page_context.path().at(ply),
        None => page_context.path().to_string(),
    };
    html! {
        header #panel {
            h1 { (page_context.marked(&state(page_context))) }
            a href=(path) target="_blank" rel="noopener" { (tr("Open match")) }
            ul {
                @for seat in Seat::first(m.seats.count()) {
                    li {
                        (UserName {
                            name: page_context.view.name(seat).unwrap_or_default(),
                            sign: (!m.will_draw_seats()).then(|| chip(m.game, m.seats.count(), seat)),
                            you: false,
                            link: false,
                        })
                        @if m.status != MatchStatus::Open { (score(&shown.position, seat)) }
                    }
                }
            }
        }
    }
}

/// Whether the match goes on from the shown position.
fn is_current(page_context: &MatchPage<'_>) -> bool {
    page_context.view.m.ending().is_none() && page_context.shows_the_end()
}

/// The state of a match that goes on, the last ply of an earlier position, or at the end the result.
fn state(page_context: &MatchPage<'_>) -> Cow<'static, str> {
    match page_context.shows_the_end() {
        true if is_current(page_context) => status::headline(&MatchPage { ply: None, ..*page_context }),
        true => status::outcome(page_context).into(),
        false => status::headline(page_context),
    }
}
