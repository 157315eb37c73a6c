//! A board of a page: its drawing, and the controls above it.

use maud::{Markup, Render, html};

use super::{
    BoardExtent, DIE, DiceThrown, LastPly, MoveForm, UNIT, flipped, highlights, number, pieces, rim, trail,
    turn, view,
};
use crate::games::Position;
use crate::texts::tr;
use crate::urls::asset;

/// A board with its controls.
pub struct DrawnBoard<'a> {
    pub position: &'a Position,
    /// The rotation: see [`turns`](super::turns).
    pub turns: u8,
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
        html! {
            section #board class={ "board " (view.class()) " " (turn(view, self.turns)) } data-flipped=[flipped(self.position, self.turns)] aria-label=(tr("The board")) {
                svg viewBox=(size.join(" ")) aria-hidden="true" {
                    image.art href=(asset(view.art())) x=(size[0]) y=(size[1]) width=(size[2]) height=(size[3]) {}
                    (rim(view))
                    (highlights(self.position))
                    (trail(self.position, self.last.as_ref()))
                    (view.die(DiceThrown::Rest, Some(DIE)))
                    (pieces(self.position, &self.position.pieces(), None))
                }
                (over)
            }
        }
    }
}
