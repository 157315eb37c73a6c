//! The form that creates a match.

mod bots;
mod draft;
mod fields;
mod time;

use maud::{Markup, Render, html};

use draft::INVITE;
pub use draft::{BOTS, FIRST, NewMatchDraft, ON_TIME_ONLY, ORDER, STANDING, in_words};

use super::boards::{self, StillBoard};
use super::page::{Page, PageViewer, PageWidth};
use super::parts::game_cards::opening;
use super::parts::options::{game_title, rules_url};
use super::parts::{Button, ButtonKind, Icon, NoticeBox};
use crate::games::{Game, OptionPreset};
use crate::texts::tr;
use crate::tr_format;
use crate::urls;

/// The names that complete the field for invitations, after a comma if others are there already.
pub fn names(before: &str, names: &[String]) -> Markup {
    html! { @for name in names { option value={ (before) (name) } {} } }
}

pub fn page(reader: PageViewer<'_>, draft: &NewMatchDraft<'_>) -> Markup {
    let title = tr_format!("New match: {game}", game = game_title(draft.known_game()));
    Page::new(&title, reader)
        .width(PageWidth::Wide)
        .class("opening")
        .style(boards::stylesheet(draft.game))
        .script("htmx.js")
        .body(html! {
            header.stack.tight {
                h1 { (title) }
            }
            (games(draft))
            div.two {
                (form(draft))
                aside.preview aria-label=(tr("The board")) { (preview(draft)) }
            }
        })
}

/// The games, as links to their forms.
fn games(draft: &NewMatchDraft<'_>) -> Markup {
    html! {
        nav.tabs aria-label=(tr("Game")) {
            @for game in Game::ALL {
                a href=(urls::NewMatch::with_players(urls::NewMatch.of(game.key()), draft.value(INVITE)))
                    aria-current=[(*game == draft.game).then_some("page")] { (tr(game.title())) }
            }
        }
    }
}

fn form(draft: &NewMatchDraft<'_>) -> Markup {
    html! {
        // The preview follows the fields.
        form.stack method="post" action=(urls::once(urls::Matches)) hx-get=(urls::NewMatch) hx-trigger="change" hx-target=".preview"
            hx-select=".preview" hx-swap="outerHTML" hx-status:4xx="swap:none" hx-status:5xx="swap:none" {
            @if let Some(problem) = draft.problem_elsewhere() { div tabindex="-1" autofocus { (NoticeBox::bad(problem)) } }
            // The default button for Enter, which would otherwise be the first preset.
            button.unseen type="submit" tabindex="-1" aria-hidden="true" { (tr("Create match")) }
            input type="hidden" name="game" value=(draft.game.key());
            (fields::seats(draft))
            (fields::visibility(draft))
            (fields::invited(draft))
            (fields::first_move(draft))
            (time::speed(draft))
            div.folds {
                (rules(draft))
                (bots::bots(draft))
                (time::timeouts(draft))
                (fields::joining(draft))
            }
            div.row.submit {
                (Button { label: tr("Create match"), kind: ButtonKind::Filled, ..Button::default() })
                a href=(rules_url(draft.known_game())) { (tr("Rules")) }
            }
        }
    }
}

/// The presets and the options of the game, folded while they are the standard ones.
fn rules(draft: &NewMatchDraft<'_>) -> Markup {
    let presets = draft.game.presets();
    let followed = presets.iter().position(|preset| draft.follows(preset));
    let name =
        followed.and_then(|number| presets.get(number)).map_or(tr("changed"), |preset| tr(preset.title));
    html! {
        details.fold open[followed != Some(0)] {
            summary { (tr("Variant")) span.soft { (name) } (Icon::Down) }
            div.stack.loose {
                div.presets role="group" aria-label=(tr("Variant")) {
                    div { @for preset in presets { (chosen(draft, preset)) } }
                }
                (fields::options(draft))
            }
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
