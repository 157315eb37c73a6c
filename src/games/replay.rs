//! Playing a record again.

use std::error::Error;
use std::fmt;

use super::{PlayError, PlayedPly, Position};

/// A ply of a record that cannot be played. Its text ends in the reason, which is therefore not given again as its
/// [`Error::source`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Which ply, from 1.
    pub ply: usize,
    /// What the record says.
    pub notation: String,
    /// Why it cannot be played.
    pub source: PlayError,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {} ({}): {}", self.ply, self.notation, self.source)
    }
}

impl Error for ReplayError {}

/// Plays plies from a position on, handing each to `seen` with the position it led to.
///
/// # Errors
/// The first ply that cannot be played.
pub fn replay<'a>(
    position: &mut Position,
    plies: impl IntoIterator<Item = &'a str>,
    mut seen: impl FnMut(&Position, PlayedPly),
) -> Result<(), ReplayError> {
    for (index, notation) in plies.into_iter().enumerate() {
        let played = position.play(notation).map_err(|source| ReplayError {
            ply: index + 1,
            notation: notation.to_owned(),
            source,
        })?;
        seen(position, played);
    }
    Ok(())
}
