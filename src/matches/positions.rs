//! Earlier positions of a match, and the last move on its board.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::passed_turns::PassPolicy;
use super::{InvalidLog, LastMove, Match};
use crate::games::replay::ReplayError;
use crate::games::{Effect, Position};

/// The state of the board after a ply.
#[derive(Clone, Debug)]
pub struct PositionAfter {
    /// The position.
    pub position: Position,
    /// The effects of the ply.
    pub effects: Arc<[Effect]>,
    /// The last ply up to then that moved a piece.
    pub moved: Option<LastMove>,
}

impl LastMove {
    pub(super) fn in_ply(ply: usize, effects: &Arc<[Effect]>) -> Option<Self> {
        effects.iter().any(Effect::moves).then(|| Self { ply, effects: Arc::clone(effects) })
    }
}

impl Match {
    /// The board after a number of plies.
    ///
    /// # Errors
    /// The plies are invalid, which cannot happen in a folded match.
    pub fn position_at(&self, plies: usize) -> Result<PositionAfter, InvalidLog> {
        self.visit_positions(plies..=plies).map(|(_, last)| last)
    }

    /// The board after each number of plies in a range, in one replay.
    ///
    /// # Errors
    /// The plies are invalid, which cannot happen in a folded match.
    pub fn positions_in(&self, plies: RangeInclusive<usize>) -> Result<Vec<PositionAfter>, InvalidLog> {
        let (mut stood, last) = self.visit_positions(plies)?;
        stood.push(last);
        Ok(stood)
    }

    /// Calls `see` for each ply, with its index, the position before it and its effects, in one replay.
    ///
    /// # Errors
    /// The plies are invalid, which cannot happen in a folded match.
    pub fn each_ply(&self, mut see: impl FnMut(usize, &Position, &[Effect])) -> Result<(), InvalidLog> {
        let mut position = self.game.opening(&self.options, self.seats.count())?;
        let mut passer = PassPolicy::new(&self.passings);
        let mut effects = Vec::new();
        for (index, ply) in self.plies.iter().enumerate() {
            passer.up_to(ply.seq, &mut position);
            let before = position.clone();
            effects.clear();
            position.play_again(&ply.notation, &mut effects).map_err(|source| ReplayError {
                ply: index + 1,
                notation: ply.notation.to_string(),
                source,
            })?;
            see(index, &before, &effects);
        }
        Ok(())
    }

    /// The board after each number of plies in a range: all but the last, and the last.
    fn visit_positions(
        &self,
        range: RangeInclusive<usize>,
    ) -> Result<(Vec<PositionAfter>, PositionAfter), InvalidLog> {
        // Usually the ply before the range has moved a piece, so earlier effects are not needed.
        let unseen = if self.game.has_dice() { 0 } else { range.start().saturating_sub(1) };
        let (before, last) = self.visit_after(unseen, &range)?;
        let has_moved = before.first().unwrap_or(&last).moved.is_some();
        if has_moved || unseen == 0 { Ok((before, last)) } else { self.visit_after(0, &range) }
    }

    /// [`Self::visit_positions`], without the effects of the first `unseen` plies.
    fn visit_after(
        &self,
        unseen: usize,
        range: &RangeInclusive<usize>,
    ) -> Result<(Vec<PositionAfter>, PositionAfter), InvalidLog> {
        let mut before = Vec::with_capacity(range.end().saturating_sub(*range.start()) + 1);
        let mut position = self.game.opening(&self.options, self.seats.count())?;
        let (mut effects, mut moved): (Arc<[Effect]>, _) = (Arc::from([]), None);
        let mut passer = PassPolicy::new(&self.passings);
        for (index, ply) in self.plies.iter().enumerate().take(*range.end()) {
            passer.up_to(ply.seq, &mut position);
            if range.contains(&index) {
                before.push(PositionAfter {
                    position: position.clone(),
                    effects: Arc::clone(&effects),
                    moved: moved.clone(),
                });
            }
            let failed = |source| ReplayError { ply: index + 1, notation: ply.notation.to_string(), source };
            if index < unseen {
                position.play_again(&ply.notation, &mut ()).map_err(failed)?;
            } else {
                let mut seen = Vec::new();
                position.play_again(&ply.notation, &mut seen).map_err(failed)?;
                effects = seen.into();
                moved = LastMove::in_ply(index, &effects).or(moved);
            }
        }
        match self.plies.get(*range.end()) {
            Some(next) => passer.up_to(next.seq, &mut position),
            None => position.clone_from(&self.position),
        }
        Ok((before, PositionAfter { position, effects, moved }))
    }
}

#[cfg(test)]
mod tests {
    use crate::games::Game;
    use crate::matches::tests::{ADA, BEN, MatchStory};

    #[test]
    fn positions_are_equal_however_many_earlier_ones_were_computed() {
        for game in [Game::Sternhalma, Game::Kalah, Game::Quarto, Game::TicTacToe] {
            let mut story = MatchStory::running(game, &[ADA, BEN]);
            while let (Some(user), true) = (story.m.user_to_act(), story.m.plies.len() < 40) {
                let legal = story.m.position.legal();
                let ply = &legal[story.m.plies.len() % legal.len()];
                story.plays(user, ply).unwrap();
            }
            let played = story.m.plies.len();
            let all = story.m.positions_in(0..=played).unwrap();
            for start in 0..=played {
                let end = (start + 3).min(played);
                let some = story.m.positions_in(start..=end).unwrap();
                for (number, (one, other)) in some.iter().zip(&all[start..=end]).enumerate() {
                    let context = format!("{game:?}, {} after {start}", start + number);
                    assert_eq!(one.position, other.position, "{context}");
                    assert_eq!(one.effects, other.effects, "{context}");
                    assert_eq!(one.moved, other.moved, "{context}");
                }
            }
        }
    }
}
