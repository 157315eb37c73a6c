//! Replaying a record.

use std::error::Error;
use std::fmt;

use super::{PlayError, PlayedPly, Position};

/// A ply of a record that cannot be played. Its text contains the reason, so the reason is not repeated as
/// [`Error::source`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The number of the ply, from 1.
    pub ply: usize,
    pub notation: String,
    pub source: PlayError,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {} ({}): {}", self.ply, self.notation, self.source)
    }
}

impl Error for ReplayError {}

/// Replays plies from a position, and passes each to `seen` with the position after it.
///
/// # Errors
/// The first unplayable ply.
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
