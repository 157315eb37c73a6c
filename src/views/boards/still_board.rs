//! A board as an illustration. A page can have many, so nothing in it has an id, except for the pieces of a board
//! that is stepped through, whose ids contain the board's name.

use maud::{Markup, Render, html};

use super::counting::at_rest;
use super::{
    BoardExtent, DescribedBoard, DiceThrown, LastPly, TurnLine, UNIT, id, number, path_of_piece, view,
};
use crate::games::{Effect, Game, Position};
use crate::urls::asset;

/// A position with the last move marked.
#[derive(Clone, Debug)]
pub struct StillBoard {
    position: Position,
    moved: Option<(String, Vec<Effect>)>,
    way: Option<String>,
    name: Option<&'static str>,
}

impl StillBoard {
    pub fn of(position: Position) -> Self {
        Self { position, moved: None, way: None, name: None }
    }

    /// A board that is stepped through, with a name that is unique on the page.
    pub fn named(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// The opening of a game.
    pub fn opening(game: Game, options: &[(&str, &str)], seats: u8) -> Option<Self> {
        let options = game.options(options.iter().copied()).ok()?;
        Some(Self::of(game.opening(&options, seats).ok()?))
    }

    pub fn from_text(game: Game, options: &[(&str, &str)], seats: u8, text: &str) -> Option<Self> {
        let options = game.options(options.iter().copied()).ok()?;
        Some(Self::of(game.position(&options, seats, text).ok()?))
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The board after these plies; `None` if one of them is illegal.
    pub fn after(mut self, plies: &[&str]) -> Option<Self> {
        for ply in plies {
            let played = self.position.play(ply).ok()?;
            self.way = path_of_piece(&self.position, &played.effects);
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

    /// The path of a piece with more than one step in the last ply: see [`path_of_piece`]. Only for a board with a name.
    pub fn way(&self) -> Option<String> {
        self.name.zip(self.way.as_ref()).map(|(name, way)| format!("{name}-{way}"))
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
                    (view.die(DiceThrown::Rest, None))
                    g {
                        @for on in &standing { (view.piece(*on, view.crowd_class(*on, &standing), id(on.piece).as_deref())) }
                        @if let Some(counting) = view.counting() { (at_rest(counting, &self.position, false)) }
                    }
                }
            }
        }
    }
}
