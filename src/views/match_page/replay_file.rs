//! A match as one HTML file, which shows its moves without this site, and prints on one page.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::context::MatchPage;
use super::record_text::{players, properties, title};
use super::status;
use crate::artwork::Animation;
use crate::matches::{MatchRecord, RatingChange};
use crate::texts::{self, tr};
use crate::views::boards;
use crate::views::dice_rolls;

/// The most plies that a printed page has in three columns.
const FEW: usize = 120;

/// The board after each ply, for [`replay_file`]. `None` if it would be too large.
pub fn replay_steps(page_context: &MatchPage<'_>) -> Option<Animation> {
    let m = &page_context.view.m;
    let stood = m.positions_in(0..=m.plies.len()).ok()?;
    let mut animation = boards::board_animation(m, &stood, 0, 0)?;
    // The page has its own paper.
    animation.background.remove(0);
    Some(animation)
}

/// The file: `steps` are those of [`replay_steps`], as the script reads them.
pub fn replay_file(
    page_context: &MatchPage<'_>,
    ratings: &[RatingChange],
    record: &MatchRecord,
    steps: &[u8],
) -> Markup {
    let view = page_context.view;
    let (title, url) = (title(view), format!("{}{}", page_context.origin, page_context.path()));
    html! {
        (DOCTYPE)
        html lang=(texts::current_language().key()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(include_str!("replay_file.css"))) }
            }
            body {
                main {
                    header {
                        h1 { (title) }
                        @for player in players(view, ratings) { p { (player) } }
                        p { (status::summary(page_context)) }
                    }
                    (board())
                    section.moves.many[page_context.view.m.plies.len() > FEW] aria-labelledby="moves-title" {
                        h2 #moves-title { (tr("Moves")) }
                        ol #moves { @for words in sentences(page_context) { li { button type="button" { (words) } } } }
                    }
                    section {
                        h2 { (tr("About this match")) }
                        @for property in properties(page_context) { p { (property) } }
                        p { a href=(url) { (url) } }
                    }
                    (dice_rolls::proof(record))
                }
                script type="text/plain" #steps { (STANDARD.encode(steps)) }
                script { (PreEscaped(include_str!("replay_file.js"))) }
            }
        }
    }
}

/// The board and its controls, which need scripts.
fn board() -> Markup {
    let button = |id: &str, label: &str, sign: &str| {
        html! { button type="button" id=(id) aria-label=(label) title=(label) { (sign) } }
    };
    html! {
        section hidden aria-label=(tr("The board")) {
            svg #board aria-hidden="true" {}
            p #said aria-live="polite" data-start=(tr("Start")) {}
            div.controls {
                (button("first", tr("First"), "|◀"))
                (button("back", tr("Back"), "◀"))
                (button("forward", tr("Forward"), "▶"))
                (button("last", tr("Last"), "▶|"))
                button #play type="button" aria-pressed="false" { (tr("Play")) }
                input #slider type="range" min="0" value="0" aria-label=(tr("Position"));
                span #count {}
            }
        }
    }
}

fn sentences(page_context: &MatchPage<'_>) -> Vec<String> {
    let m = &page_context.view.m;
    let stood = m.positions_in(0..=m.plies.len()).unwrap_or_default();
    status::played(page_context, 0, &stood).collect()
}
