//! A board of a page: its drawing, and the controls above it.

use maud::{Markup, Render, html};

use super::board_view::{DiceRolled, LastPly, view};
use super::drawing::{DIE, flipped, highlights, pieces, rim, trail, turn, turns};
use super::move_form::MoveForm;
use crate::artwork::strokes::number;
use crate::artwork::{BoardExtent, UNIT};
use crate::games::{Position, Seat};
use crate::texts::tr;
use crate::urls::asset;

/// A board with its controls.
pub struct DrawnBoard<'a> {
    pub position: &'a Position,
    /// The seat of the viewer, if they play: the board is rotated for it, and what it has to reach is tinted.
    pub viewer: Option<Seat>,
    pub last: Option<LastPly<'a>>,
    /// The controls; `None` for a board that is only shown.
    pub press: Option<MoveForm<'a>>,
}

impl Render for DrawnBoard<'_> {
    fn render(&self) -> Markup {
        self.with_controls(&html! { @if let Some(press) = &self.press { (press) } })
    }
}

impl DrawnBoard<'_> {
    /// The board with controls above it.
    pub fn with_controls(&self, over: &Markup) -> Markup {
        let view = view(self.position);
        let BoardExtent { width, height, left, above } = view.extent();
        let size = [-left, -above, width, height].map(|length| number(length * UNIT));
        let previewed = self
            .last
            .filter(|_| self.press.as_ref().is_some_and(MoveForm::previews))
            .map(|last| last.effects);
        let turns = turns(self.position, self.viewer);
        let goal = self.viewer.map(|seat| (seat, view.goal(seat))).filter(|(_, path)| !path.is_empty());
        html! {
            section #board translate="no" class={ "board " (view.class()) " " (turn(view, turns)) } data-flipped=[flipped(self.position, turns)] aria-label=(tr("The board")) {
                svg viewBox=(size.join(" ")) aria-hidden="true" {
                    image.art href=(asset(view.art())) x=(size[0]) y=(size[1]) width=(size[2]) height=(size[3]) {}
                    @if let Some((seat, path)) = goal { path class={ "goal s" (seat) } d=(path) {} }
                    (rim(view))
                    (highlights(self.position))
                    (trail(self.position, self.last.as_ref()))
                    (view.die(DiceRolled::Rest, Some(DIE)))
                    (pieces(self.position, &self.position.pieces(), None, previewed.unwrap_or_default()))
                }
                (over)
            }
        }
    }
}
