//! A board as an illustration. A page can have many, so nothing in it has an id, except for the pieces of a board
//! that is stepped through, whose ids contain the board's name.

use crate::games::{Effect, Game, Position};

/// A position with the last move marked.
#[derive(Clone, Debug)]
pub struct StillBoard {
    pub(super) position: Position,
    pub(super) moved: Option<(String, Vec<Effect>)>,
    pub(super) path: Option<String>,
    pub(super) name: Option<&'static str>,
}

impl StillBoard {
    pub fn of(position: Position) -> Self {
        Self { position, moved: None, path: None, name: None }
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

    /// The path of a piece with more than one step in the last ply: see [`path_of_piece`](super::path_of_piece). Only for a board with a name.
    pub fn path(&self) -> Option<String> {
        self.name.zip(self.path.as_ref()).map(|(name, path)| format!("{name}-{path}"))
    }
}
