//! How a board as an illustration is played on and drawn.

use maud::{Markup, Render, html};

use super::board_view::{DiceRolled, LastPly, view};
use super::counting::at_rest;
use super::description::{DescribedBoard, TurnLine};
use super::drawing::id;
use super::frames::path_of_piece;
use super::still_board::StillBoard;
use crate::artwork::strokes::number;
use crate::artwork::{BoardExtent, UNIT};
use crate::games::Effect;
use crate::urls::asset;

impl StillBoard {
    /// The board after these plies; `None` if one of them is illegal.
    pub fn after(mut self, plies: &[&str]) -> Option<Self> {
        for ply in plies {
            let played = self.position.play(ply).ok()?;
            self.path = path_of_piece(&self.position, &played.effects);
            if played.effects.iter().any(Effect::moves) {
                self.moved = Some((played.notation, played.effects));
            }
        }
        Some(self)
    }

    /// The board as text, for screen readers. It is separate from the board, which may be inside a link.
    pub fn described(&self) -> Markup {
        let described = DescribedBoard { position: &self.position, name: None, turn: TurnLine::Seat };
        html! { div.unseen { (described) } }
    }
}

impl Render for StillBoard {
    fn render(&self) -> Markup {
        let view = view(&self.position);
        let BoardExtent { width, height, left, above } = view.extent();
        let size = [-left, -above, width, height].map(|length| number(length * UNIT));
        let standing = self.position.pieces();
        let last = self.moved.as_ref().map(|(notation, effects)| view.trail(&LastPly { notation, effects }));
        let id = |piece| self.name.map(|name| format!("{name}-{}", id(piece)));
        html! {
            div class={ "board still " (view.class()) } {
                svg viewBox=(size.join(" ")) aria-hidden="true" {
                    image.art href=(asset(view.art())) x=(size[0]) y=(size[1]) width=(size[2]) height=(size[3]) {}
                    path.lit d=(view.highlight_path(&self.position.highlighted_cells())) {}
                    @if let Some(last) = last { path.last d=(last) {} }
                    (view.die(DiceRolled::Rest, None))
                    g {
                        @for on in &standing { (view.piece(*on, view.crowd_class(*on, &standing), id(on.piece).as_deref())) }
                        @if let Some(counting) = view.counting() { (at_rest(counting, &self.position, false, &[])) }
                    }
                }
            }
        }
    }
}
