//! A board to be looked at beside a text. A page can hold many, so nothing in it has an id but the pieces of a board that
//! is gone through, which carry the name of that board as well.

use maud::{Markup, Render, html};

use super::counting::at_rest;
use super::{BoardExtent, DescribedBoard, DiceThrown, LastPly, TurnLine, UNIT, id, number, view, way};
use crate::games::{Effect, Game, Position};
use crate::urls::asset;

/// A position, with the last move on its board marked.
#[derive(Clone, Debug)]
pub struct StillBoard {
    position: Position,
    moved: Option<(String, Vec<Effect>)>,
    way: Option<String>,
    name: Option<&'static str>,
}

impl StillBoard {
    /// A position of a match.
    pub fn of(position: Position) -> Self {
        Self { position, moved: None, way: None, name: None }
    }

    /// The same board among others that are gone through on one page.
    pub fn named(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// The opening of a game.
    pub fn opening(game: Game, options: &[(&str, &str)], seats: u8) -> Option<Self> {
        let options = game.options(options.iter().copied()).ok()?;
        Some(Self::of(game.opening(&options, seats).ok()?))
    }

    /// A position from its text.
    pub fn from_text(game: Game, options: &[(&str, &str)], seats: u8, text: &str) -> Option<Self> {
        let options = game.options(options.iter().copied()).ok()?;
        Some(Self::of(game.position(&options, seats, text).ok()?))
    }

    /// The board after these plies; `None` when one of them cannot be played.
    pub fn after(mut self, plies: &[&str]) -> Option<Self> {
        for ply in plies {
            let played = self.position.play(ply).ok()?;
            self.way = way(&self.position, &played.effects);
            if played.effects.iter().any(Effect::moves) {
                self.moved = Some((played.notation, played.effects));
            }
        }
        Some(self)
    }

    /// The same as text, for people who cannot see it. It is no part of the board, which may lie in a link.
    pub fn described(&self) -> Markup {
        let described = DescribedBoard { position: &self.position, name: None, turn: TurnLine::Seat };
        html! { div.unseen { (described) } }
    }

    /// The way a piece went in more than one step with the last ply, as [`way`] has it; only for a board with a name.
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
                    path.lit d=(view.lit(&self.position.lit())) {}
                    @if let Some(last) = last { path.last d=(last) {} }
                    (view.die(DiceThrown::Rest, None))
                    g {
                        @for on in &standing { (view.piece(*on, view.crowd(*on, &standing), id(on.piece).as_deref())) }
                        @if let Some(counting) = view.counting() { (at_rest(counting, &self.position, false)) }
                    }
                }
            }
        }
    }
}
