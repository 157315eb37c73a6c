//! Analysis: a line of plies from a position of a match, which it does not touch.

use thiserror::Error;

use super::passed_turns::pass_over;
use super::{ConditionalRule, ConditionalStep, Match, PositionAfter};
use crate::error_codes;
use crate::games::{Effect, PlayError, Position, Seat, ToAct};

/// Maximum number of plies of a line.
pub const LONGEST_LINE: usize = 200;

/// A line from a position of a match.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The position before the line, and after each of its plies.
    positions: Vec<Position>,
    /// The plies in canonical notation with their seats; `None` for chance.
    plies: Vec<(Option<Seat>, String)>,
    /// The effects of each ply.
    effects: Vec<Vec<Effect>>,
}

/// Why a line cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnalysisError {
    /// The match has fewer plies than the line starts after.
    #[error("the match has fewer plies")]
    NotThere,
    /// It has too many plies.
    #[error("the line is too long")]
    TooLong,
    /// A ply is illegal.
    #[error("ply {number} of the line ({notation}): {why}")]
    Ply {
        /// Its number, starting at 1.
        number: usize,
        /// The notation as it was given, possibly cut short.
        notation: String,
        why: PlayError,
    },
}

error_codes! {
    AnalysisError {
        Self::NotThere => "no-such-position",
        Self::TooLong => "line-too-long",
        Self::Ply { .. } => "line-not-playable",
    }
}

impl Match {
    /// Plays a line from the position after a number of plies.
    ///
    /// # Errors
    /// The match has fewer plies, or the line is illegal.
    pub fn analyse(&self, ply: usize, line: &[&str]) -> Result<Analysis, AnalysisError> {
        if ply > self.plies.len() {
            return Err(AnalysisError::NotThere);
        }
        if line.len() > LONGEST_LINE {
            return Err(AnalysisError::TooLong);
        }
        let PositionAfter { position, .. } = self.position_at(ply).map_err(|_| AnalysisError::NotThere)?;
        let gone = self.gone_after(ply);
        let mut tried = Analysis { positions: vec![position], plies: Vec::new(), effects: Vec::new() };
        for (index, notation) in line.iter().enumerate() {
            tried.play(notation, &gone).map_err(|why| AnalysisError::Ply {
                number: index + 1,
                notation: notation.chars().take(16).collect(),
                why,
            })?;
        }
        Ok(tried)
    }

    /// The seats that had dropped out before a ply.
    fn gone_after(&self, ply: usize) -> Vec<Seat> {
        match self.plies.get(ply) {
            None => self.dropped_out.clone(),
            Some(next) => {
                let left =
                    self.passings.iter().filter(|passing| !passing.is_skip() && passing.seq < next.seq);
                left.map(|passing| passing.seat).collect()
            }
        }
    }
}

impl Analysis {
    fn play(&mut self, notation: &str, gone: &[Seat]) -> Result<(), PlayError> {
        let Some(before) = self.positions.last() else { return Err(PlayError::GameOver) };
        let mut position = before.clone();
        let by = match before.to_act() {
            ToAct::Seat(seat) => Some(seat),
            ToAct::Chance { .. } | ToAct::Nobody => None,
        };
        let played = position.play(notation)?;
        pass_over(&mut position, gone);
        self.plies.push((by, played.notation));
        self.effects.push(played.effects);
        self.positions.push(position);
        Ok(())
    }

    /// The plies of the line with their seats.
    pub fn plies(&self) -> &[(Option<Seat>, String)] {
        &self.plies
    }

    /// The position after a number of plies of the line.
    pub fn position(&self, at: usize) -> Option<&Position> {
        self.positions.get(at)
    }

    /// The effects of a ply of the line, starting at 0.
    pub fn effects(&self, number: usize) -> &[Effect] {
        self.effects.get(number).map_or(&[], Vec::as_slice)
    }

    /// The line as a conditional move of a seat: up to the last ply that it plays.
    pub fn as_conditional_move(&self, seat: Seat) -> Option<String> {
        let last = self.plies.iter().rposition(|(by, _)| *by == Some(seat))?;
        let steps = self.plies[..=last].iter();
        let step = |(by, notation): &(Option<Seat>, String)| ConditionalStep {
            own: *by == Some(seat),
            ply: Some(notation.as_str().into()),
        };
        Some(ConditionalRule::Line(steps.map(step).collect()).to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::matches::tests::{ADA, BEN, MatchStory};

    fn squares(plies: &[&str]) -> Match {
        let mut story = MatchStory::running(Game::TicTacToe, &[ADA, BEN]);
        for ply in plies {
            let user = story.m.user_to_act().unwrap();
            story.plays(user, ply).unwrap();
        }
        story.m
    }

    #[test]
    fn a_line_is_tried_from_any_position_and_the_match_is_unchanged() {
        let m = squares(&["b2", "a1", "c1"]);
        let before = m.clone();
        let tried = m.analyse(1, &["c3", "a3"]).unwrap();
        assert_eq!(tried.position(0).unwrap().text(), ".../.x./... 1");
        assert_eq!(tried.position(2).unwrap().text(), "x.o/.x./... 1");
        let seats: Vec<_> = tried.plies().iter().map(|(by, _)| by.unwrap().number()).collect();
        assert_eq!(seats, [1, 0]);
        assert_eq!(m, before);
    }

    #[test]
    fn an_invalid_line_is_refused_with_its_reason() {
        let m = squares(&["b2"]);
        let why = |ply, line: &[&str]| m.analyse(ply, line).unwrap_err().to_string();
        assert_eq!(why(2, &[]), "the match has fewer plies");
        assert!(why(1, &["a1", "b2"]).starts_with("ply 2 of the line (b2): "));
        assert!(why(1, &["★★★★★★★★★★★★★★★★★★★★"]).starts_with("ply 1 of the line (★★★★★★★★★★★★★★★★): "));
        assert_eq!(m.analyse(0, &["a1"; 201]).unwrap_err(), AnalysisError::TooLong);
    }

    #[test]
    fn a_roll_can_be_chosen_in_analysis() {
        let m = MatchStory::running(Game::Aeroplane, &[ADA, BEN]).m;
        let tried = m.analyse(0, &["d6"]).unwrap();
        assert_eq!(tried.plies(), [(None, "d6".to_owned())]);
        assert!(tried.position(1).unwrap().to_act().seat().is_some());
    }

    #[test]
    fn a_line_becomes_conditional_moves_up_to_the_last_own_ply() {
        let m = squares(&["b2"]);
        let tried = m.analyse(1, &["a1", "c1", "a3", "a2", "c3"]).unwrap();
        assert_eq!(tried.as_conditional_move(Seat::new(0)).unwrap(), "if a1 then c1, if a3 then a2");
        assert_eq!(tried.as_conditional_move(Seat::new(1)).unwrap(), "then a1, if c1 then a3, if a2 then c3");
        assert_eq!(m.analyse(1, &["a1"]).unwrap().as_conditional_move(Seat::new(0)), None);
    }
}
