//! A board to be looked at beside a text. It never changes, so nothing in it has an id and a page can hold many.

use maud::{Markup, Render, html};

use super::counting::at_rest;
use super::{Extent, Last, Thrown, UNIT, number, view};
use crate::games::{Effect, Game, Position};
use crate::web::paths::asset;

/// A position, with the ply that led to it marked.
#[derive(Clone, Debug)]
pub struct Still {
    position: Position,
    last: Option<(String, Vec<Effect>)>,
}

impl Still {
    /// A position of a match.
    pub fn of(position: Position) -> Self {
        Self { position, last: None }
    }

    /// The opening of a game.
    pub fn opening(game: Game, options: &[(&str, &str)], seats: u8) -> Option<Self> {
        let options = game.options(options.iter().copied()).ok()?;
        Some(Self { position: game.opening(&options, seats).ok()?, last: None })
    }

    /// A position from its text.
    pub fn from_text(game: Game, options: &[(&str, &str)], seats: u8, text: &str) -> Option<Self> {
        let options = game.options(options.iter().copied()).ok()?;
        Some(Self { position: game.position(&options, seats, text).ok()?, last: None })
    }

    /// The board after these plies; `None` when one of them cannot be played.
    pub fn after(mut self, plies: &[&str]) -> Option<Self> {
        for ply in plies {
            let played = self.position.play(ply).ok()?;
            self.last = Some((played.notation, played.effects));
        }
        Some(self)
    }
}

impl Render for Still {
    fn render(&self) -> Markup {
        let view = view(&self.position);
        let Extent { width, height, left, above } = view.extent();
        let size = [-left, -above, width, height].map(|length| number(length * UNIT));
        let standing = self.position.pieces();
        let last = self.last.as_ref().map(|(notation, effects)| view.trail(&Last { notation, effects }));
        html! {
            div class={ "board still " (view.class()) } {
                svg viewBox=(size.join(" ")) aria-hidden="true" {
                    image.art href=(asset(view.art())) x=(size[0]) y=(size[1]) width=(size[2]) height=(size[3]) {}
                    path.lit d=(view.lit(&self.position.lit())) {}
                    @if let Some(last) = last { path.last d=(last) {} }
                    (view.die(Thrown::Rest, None))
                    g {
                        @for on in &standing { (view.piece(*on, view.crowd(*on, &standing), None)) }
                        @if let Some(counting) = view.counting() { (at_rest(counting, &self.position, false)) }
                    }
                }
            }
        }
    }
}
