//! Playing a ply from its text: parse, check, apply. Shared by every game.

use thiserror::Error;

use super::{Effect, EffectSink, RuleReason, Rules};
use crate::error_codes;

/// The longest notation of any game, in bytes.
pub const LONGEST_NOTATION: usize = 16;

/// A ply that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedPly {
    /// Its canonical notation.
    pub notation: String,
    pub effects: Vec<Effect>,
}

/// Why a ply was not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The text is not a notation of this game.
    #[error("“{notation}” isn’t a move: write {expected}")]
    Unreadable {
        /// The text, truncated if long.
        notation: String,
        /// How a ply is written in this game.
        expected: &'static str,
    },
    /// The rules do not allow it.
    #[error("{why}")]
    Illegal {
        notation: String,
        /// The reason as text.
        why: RuleReason,
    },
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

/// Plays a ply given by its notation. The position is unchanged on an error.
///
/// # Errors
/// The match is over, or the text is unreadable or not legal.
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

/// Replays a ply that was played from this position before, and reports its effects. Legality is not checked again.
///
/// # Errors
/// The text is unreadable.
pub fn play_again<R: Rules>(
    position: &mut R,
    notation: &str,
    sink: &mut impl EffectSink,
) -> Result<(), PlayError> {
    let mv: R::Move = notation.parse().map_err(|_| unreadable::<R>(notation))?;
    position.advance(&mv, sink);
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

/// The move for a text, if the text is its canonical notation.
fn read<R: Rules>(notation: &str) -> Option<R::Move> {
    if notation.len() > LONGEST_NOTATION {
        return None;
    }
    let mv: R::Move = notation.parse().ok()?;
    (mv.to_string() == notation).then_some(mv)
}
