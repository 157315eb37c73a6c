//! The board with the last ply and the controls of the viewer.

use maud::{Markup, html};

use super::context::{MatchPage, ShownMatch};
use crate::views::boards::{DrawnBoard, LastPly};

pub(super) fn board(page_context: &MatchPage<'_>, shown: &ShownMatch<'_>) -> Markup {
    let m = &page_context.view.m;
    let previewed = page_context.choice.preview.map(|notation| LastPly { notation, effects: &shown.effects });
    let last = previewed.or_else(|| LastPly::of(m, shown.moved.as_ref()));
    let viewer = page_context.view.side(page_context.viewer);
    html! { (DrawnBoard { position: &shown.position, viewer, last, press: page_context.move_form() }) }
}
