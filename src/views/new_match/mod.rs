//! The form that creates a match.

mod bots;
mod draft;
mod fields;
mod time;

use maud::{Markup, Render, html};

use draft::cut;
pub use draft::{BOTS, NewMatchDraft, in_words};

use super::boards::{self, StillBoard};
use super::game_cards::{opening, shelf};
use super::page::{Page, PageViewer, PageWidth};
use super::parts::{Button, ButtonKind, NoticeBox};
use crate::games::OptionPreset;
use crate::texts::tr;
use crate::urls;
use crate::{say, tr};

/// The list of games, for a match with these users if any are named. `problem` is an error to show.
pub fn choose(reader: PageViewer<'_>, names: &str, problem: Option<&str>) -> Markup {
    Page::new(tr("New match"), reader).notice(problem.map(NoticeBox::bad)).width(PageWidth::Wide).every_board().body(
        html! {
            header.stack {
                h1 { (tr("New match")) }
                p.lead {
                    @if names.is_empty() {
                        (tr("Choose a game. Its options come next."))
                    } @else {
                        (tr!("Choose a game to play with {names}. Its options come next.", names = cut(names)))
                    }
                }
            }
            (shelf(|game| urls::NewMatch::along(urls::NewMatch.of(game.key()), names)))
        },
    )
}

pub fn page(reader: PageViewer<'_>, draft: &NewMatchDraft<'_>) -> Markup {
    let title = say!("New match: {game}", game = tr(draft.game.title()));
    Page::new(&title, reader)
        .width(PageWidth::Wide)
        .class("opening")
        .style(boards::stylesheet(draft.game))
        .body(html! {
            header.stack.tight {
                h1 { (title) }
                p.row.soft {
                    a href=(urls::GameRules { key: draft.game.key() }) { (tr("Rules")) }
                    a href=(urls::NewMatch) { (tr("Choose another game")) }
                }
            }
            div.two {
                (form(draft))
                aside.preview aria-label=(tr("The board")) { (preview(draft)) }
            }
        })
}

fn form(draft: &NewMatchDraft<'_>) -> Markup {
    html! {
        form.stack.loose method="post" action=(urls::Matches) {
            @if let Some(problem) = draft.problem_elsewhere() { div tabindex="-1" autofocus { (NoticeBox::bad(problem)) } }
            // The default button for Enter, which would otherwise be the first preset.
            button.unseen type="submit" tabindex="-1" aria-hidden="true" { (tr("Create match")) }
            input type="hidden" name="game" value=(draft.game.key());
            (presets(draft))
            (fields::seats(draft))
            (fields::visibility(draft))
            (fields::invited(draft))
            (bots::bots(draft))
            (fields::rated(draft))
            (fields::ratings(draft))
            (time::time(draft))
            (fields::open_for(draft))
            (fields::options(draft))
            div.row { (Button { label: tr("Create match"), kind: ButtonKind::Filled, ..Button::default() }) }
        }
    }
}

/// The presets. Each submits the form to its page, which changes the rules of the game and nothing else.
fn presets(draft: &NewMatchDraft<'_>) -> Markup {
    html! {
        div.presets role="group" aria-labelledby="presets" {
            p #presets.legend { (tr("Variant")) }
            div { @for preset in draft.game.presets() { (chosen(draft, preset)) } }
        }
    }
}

fn chosen(draft: &NewMatchDraft<'_>, preset: &OptionPreset) -> Markup {
    let here = draft.follows(preset).then_some("true");
    html! {
        button.choice type="submit" name="preset" value=(preset.key) formmethod="get" formaction=(urls::NewMatch)
            formnovalidate aria-current=[here] {
            span.title { (tr(preset.title)) }
            span.help { (tr(preset.help)) }
        }
    }
}

fn preview(draft: &NewMatchDraft<'_>) -> Markup {
    match draft.opening() {
        Some(position) => StillBoard::of(position).render(),
        None => opening(draft.game),
    }
}
