//! Checks conditional moves against the current position.

use super::{
    ConditionalLineError, ConditionalMove, ConditionalProblem, ConditionalRule, ConditionalState,
    ConditionalStep, MOST_LINES,
};
use crate::games::{PlayError, Position, Seat, ToAct};
use crate::matches::passed_turns::pass_over;
use crate::matches::seating::running;
use crate::matches::{Match, MatchError};
use crate::typed::plain_typed;
use crate::users::UserId;

/// How many plies are tried for a conditional move. What comes after more is only parsed, and checked once it is
/// reached.
const MOST_TRIES: usize = 2_000;

/// Parses the conditional moves of a player; an empty text has none.
///
/// # Errors
/// They do not play, or the conditional moves are invalid.
pub fn parse_conditional_move(
    m: &Match,
    by: UserId,
    text: &str,
) -> Result<(Seat, ConditionalMove), MatchError> {
    let seat = running(m, by)?;
    if !m.still_playing().any(|playing| playing == seat) {
        return Err(MatchError::Gone);
    }
    let text = plain_typed(text);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() {
        return Ok((seat, ConditionalMove::withdrawn()));
    }
    if lines.len() > MOST_LINES {
        return Err(ConditionalProblem::TooManyLines(lines.len()).into());
    }
    let read = |(index, line): (usize, &&str)| kind(m, ConditionalRule::read(line, index + 1), index + 1);
    let clauses: Vec<ConditionalRule> = lines.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    let mut tries = MOST_TRIES;
    for (index, clause) in clauses.iter().enumerate() {
        let ConditionalRule::Line(steps) = clause else { continue };
        ConditionalTrial { line: index + 1, seat, gone: &m.dropped_out, tries: &mut tries }
            .line(&m.position, steps)?;
        contradiction(&clauses[..index], steps, index + 1)?;
    }
    Ok((seat, ConditionalMove { since: m.plies.len(), state: ConditionalState::Standing, clauses }))
}

/// Only games with conditional rules accept them.
fn kind(
    m: &Match,
    read: Result<ConditionalRule, ConditionalProblem>,
    line: usize,
) -> Result<ConditionalRule, ConditionalProblem> {
    match read {
        Ok(ConditionalRule::Rule(rule)) if !m.game.conditional_rules().contains(&rule) => {
            Err(ConditionalProblem::Line { line, why: ConditionalLineError::NoRules })
        }
        read => read,
    }
}

/// Two lines with the same beginning must not answer differently, as the second would never be followed. After a
/// wildcard this is allowed, because the first may not apply.
fn contradiction(
    earlier: &[ConditionalRule],
    steps: &[ConditionalStep],
    line: usize,
) -> Result<(), ConditionalProblem> {
    for (other, clause) in earlier.iter().enumerate() {
        let ConditionalRule::Line(before) = clause else { continue };
        let differ = before.iter().zip(steps).position(|(one, another)| one != another);
        let certain = |at: &usize| steps[..*at].iter().all(|step| step.ply.is_some());
        let Some(at) = differ.filter(|at| before[*at].own && steps[*at].own).filter(certain) else {
            continue;
        };
        return Err(ConditionalProblem::Ply {
            line,
            ply: at + 1,
            notation: steps[at].to_string(),
            why: ConditionalLineError::Contradiction { line: other + 1, ply: before[at].to_string() },
        });
    }
    Ok(())
}

/// A line that is tried on the board.
struct ConditionalTrial<'a> {
    line: usize,
    seat: Seat,
    gone: &'a [Seat],
    tries: &'a mut usize,
}

impl ConditionalTrial<'_> {
    /// Plays the line in all ways it can go, up to a limit.
    fn line(&mut self, position: &Position, steps: &[ConditionalStep]) -> Result<(), ConditionalProblem> {
        let mut branches = vec![position.clone()];
        for (index, step) in steps.iter().enumerate() {
            let line = self.line;
            let wrong =
                |why| ConditionalProblem::Ply { line, ply: index + 1, notation: step.to_string(), why };
            match self.step(&branches, step).map_err(wrong)? {
                Some(next) => branches = next,
                None => return self.read_on(position, &steps[index..], index),
            }
        }
        Ok(())
    }

    /// Where a step leads to; unknown beyond the limit.
    fn step(
        &mut self,
        branches: &[Position],
        step: &ConditionalStep,
    ) -> Result<Option<Vec<Position>>, ConditionalLineError> {
        let (mut next, mut why) = (Vec::new(), None);
        for branch in branches {
            if let Err(not) = self.check_turn(branch, step.own) {
                why.get_or_insert(not);
                continue;
            }
            let plies = step.ply.as_ref().map_or_else(|| branch.legal(), |ply| vec![ply.to_string()]);
            if plies.len() > *self.tries {
                return Ok(None);
            }
            *self.tries -= plies.len();
            for ply in plies {
                let mut after = branch.clone();
                match after.play_unseen(&ply) {
                    Ok(()) => {
                        pass_over(&mut after, self.gone);
                        next.push(after);
                    }
                    Err(not) => drop(why.get_or_insert(not.into())),
                }
            }
        }
        match why {
            Some(why) if next.is_empty() => Err(why),
            // The seat to act always has a legal move, so there is none only if the match is over.
            None if next.is_empty() => Err(PlayError::GameOver.into()),
            _ => Ok(Some(next)),
        }
    }

    fn check_turn(&self, position: &Position, own: bool) -> Result<(), ConditionalLineError> {
        match position.to_act() {
            ToAct::Nobody => Err(PlayError::GameOver.into()),
            acts if own && acts.seat() != Some(self.seat) => Err(ConditionalLineError::OthersTurn),
            acts if !own && acts.seat() == Some(self.seat) => Err(ConditionalLineError::OwnTurn),
            _ => Ok(()),
        }
    }

    /// Only parses what is beyond the limit.
    fn read_on(
        &self,
        position: &Position,
        steps: &[ConditionalStep],
        before: usize,
    ) -> Result<(), ConditionalProblem> {
        for (index, step) in steps.iter().enumerate() {
            let Some(ply) = &step.ply else { continue };
            if let Err(not @ PlayError::Unreadable { .. }) = position.check(ply) {
                return Err(ConditionalProblem::Ply {
                    line: self.line,
                    ply: before + index + 1,
                    notation: step.to_string(),
                    why: not.into(),
                });
            }
        }
        Ok(())
    }
}
