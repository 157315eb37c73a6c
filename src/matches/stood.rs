//! How a match stood earlier, and what was moved last on its board.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::passing::Passer;
use super::{BadLog, Match};
use crate::games::replay::ReplayError;
use crate::games::{Effect, Position};

/// A ply that moved something on the board. A throw of the die mostly moves nothing, nor does a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Which ply, from 0.
    pub ply: usize,
    /// What there was to see.
    pub effects: Arc<[Effect]>,
}

/// How a match stood after some ply.
#[derive(Clone, Debug)]
pub struct Stood {
    /// How the board stood.
    pub position: Position,
    /// What there was to see in that ply.
    pub effects: Arc<[Effect]>,
    /// The last ply up to then that moved something.
    pub moved: Option<Moved>,
}

impl Moved {
    pub(super) fn in_ply(ply: usize, effects: &Arc<[Effect]>) -> Option<Self> {
        effects.iter().any(Effect::moves).then(|| Self { ply, effects: Arc::clone(effects) })
    }
}

impl Match {
    /// How the match stood after so many plies.
    ///
    /// # Errors
    /// The plies cannot be read, which a match that was folded rules out.
    pub fn stood_at(&self, plies: usize) -> Result<Stood, BadLog> {
        self.go_through(plies..=plies, |_| ())
    }

    /// How the match stood after each of these numbers of plies, the board going through it once.
    ///
    /// # Errors
    /// The plies cannot be read, which a match that was folded rules out.
    pub fn stood_in(&self, plies: RangeInclusive<usize>) -> Result<Vec<Stood>, BadLog> {
        let mut stood = Vec::with_capacity(plies.end().saturating_sub(*plies.start()) + 1);
        let last = self.go_through(plies, |at| stood.push(at))?;
        stood.push(last);
        Ok(stood)
    }

    /// The last of them comes back, those before it are handed over.
    fn go_through(
        &self,
        wanted: RangeInclusive<usize>,
        mut before: impl FnMut(Stood),
    ) -> Result<Stood, BadLog> {
        let mut position = self.game.opening(&self.options, self.seats.count())?;
        let (mut effects, mut moved): (Arc<[Effect]>, _) = (Arc::from([]), None);
        let mut passer = Passer::new(&self.passings);
        for (index, ply) in self.plies.iter().enumerate().take(*wanted.end()) {
            passer.up_to(ply.seq, &mut position);
            if wanted.contains(&index) {
                before(Stood {
                    position: position.clone(),
                    effects: Arc::clone(&effects),
                    moved: moved.clone(),
                });
            }
            let again = position.play_again(&ply.notation).map_err(|source| ReplayError {
                ply: index + 1,
                notation: ply.notation.to_string(),
                source,
            })?;
            effects = again.into();
            moved = Moved::in_ply(index, &effects).or(moved);
        }
        match self.plies.get(*wanted.end()) {
            Some(next) => passer.up_to(next.seq, &mut position),
            None => position.clone_from(&self.position),
        }
        Ok(Stood { position, effects, moved })
    }
}
