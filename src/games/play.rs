//! Playing a ply from its text: read, legal, apply. Written once, for every game.

use thiserror::Error;

use super::{Effect, EffectSink, RuleReason, Rules};
use crate::error_codes;

/// The longest notation any game writes, in bytes.
pub const LONGEST_NOTATION: usize = 16;

/// A ply that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedPly {
    /// Its canonical notation.
    pub notation: String,
    /// What there was to see.
    pub effects: Vec<Effect>,
}

/// Why a ply was not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The text is no notation of this game.
    #[error("“{notation}” isn’t a move: write {expected}")]
    Unreadable {
        /// What was given, cut short when it is long.
        notation: String,
        /// How a ply is written here.
        expected: &'static str,
    },
    /// The rules do not allow it here.
    #[error("{why}")]
    Illegal {
        /// What was given.
        notation: String,
        /// Why not, in words.
        why: RuleReason,
    },
    /// Nobody can move any more.
    #[error("the match is over")]
    GameOver,
}

error_codes! {
    PlayError {
        Self::Unreadable { .. } => "unreadable-move",
        Self::Illegal { .. } => "illegal-move",
        Self::GameOver => "game-over",
    }
}

/// Plays a ply given by its notation, or leaves the position as it was and says why.
///
/// # Errors
/// The match is over, the text cannot be read, or the move is not legal.
pub fn play<R: Rules>(position: &mut R, notation: &str) -> Result<PlayedPly, PlayError> {
    let mv = legal_move(position, notation)?;
    let effects = position.apply(&mv);
    Ok(PlayedPly { notation: notation.to_owned(), effects })
}

/// As [`play`], without effects.
///
/// # Errors
/// As [`play`].
pub fn play_unseen<R: Rules>(position: &mut R, notation: &str) -> Result<(), PlayError> {
    let mv = legal_move(position, notation)?;
    position.advance(&mv, &mut ());
    Ok(())
}

/// Checks whether a ply is legal.
///
/// # Errors
/// As [`play`].
pub fn check<R: Rules>(position: &R, notation: &str) -> Result<(), PlayError> {
    legal_move(position, notation).map(drop)
}

/// Replays a ply that was played from this very position before, and reports its effects; legality is not checked
/// again.
///
/// # Errors
/// The text cannot be read.
pub fn play_again<R: Rules>(
    position: &mut R,
    notation: &str,
    eye: &mut impl EffectSink,
) -> Result<(), PlayError> {
    let mv: R::Move = notation.parse().map_err(|_| unreadable::<R>(notation))?;
    position.advance(&mv, eye);
    Ok(())
}

fn unreadable<R: Rules>(notation: &str) -> PlayError {
    PlayError::Unreadable {
        notation: notation.chars().take(LONGEST_NOTATION).collect(),
        expected: R::NOTATION,
    }
}

fn legal_move<R: Rules>(position: &R, notation: &str) -> Result<R::Move, PlayError> {
    if position.outcome().is_some() {
        return Err(PlayError::GameOver);
    }
    let mv = read::<R>(notation).ok_or_else(|| unreadable::<R>(notation))?;
    if !position.is_legal(&mv) {
        let why = position.why_not(&mv);
        return Err(PlayError::Illegal { notation: notation.to_owned(), why });
    }
    Ok(mv)
}

/// The move a text stands for, if the text is its canonical notation.
fn read<R: Rules>(notation: &str) -> Option<R::Move> {
    if notation.len() > LONGEST_NOTATION {
        return None;
    }
    let mv: R::Move = notation.parse().ok()?;
    (mv.to_string() == notation).then_some(mv)
}
