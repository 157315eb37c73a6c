//! Changes of conditional moves: all of them as text, or one line.

use super::{
    ConditionalLineError, ConditionalMove, ConditionalProblem, ConditionalRule, ConditionalState,
    ConditionalStep, parse_conditional_move,
};
use crate::games::Seat;
use crate::matches::seating::running;
use crate::matches::{AnalysisError, Match, MatchError, MatchView};
use crate::users::UserId;

/// A change of the conditional moves of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionalEdit {
    /// This text replaces all of them; an empty one removes them.
    Replace(String),
    /// Adds a line.
    Add {
        /// The number of plies of the match after which it begins.
        plies: usize,
        /// Its plies in notation.
        line: Vec<String>,
    },
    /// Removes every line with this beginning, from the last ply of it on.
    Remove {
        /// The number of plies of the match after which it begins.
        plies: usize,
        /// Its plies in notation; `*` for any.
        line: Vec<String>,
    },
}

impl ConditionalEdit {
    /// The seat of a user, and its conditional moves after the change.
    ///
    /// # Errors
    /// They do not play, the match has gone on, or the conditional moves are invalid.
    pub fn apply(&self, view: &MatchView, by: UserId) -> Result<(Seat, ConditionalMove), MatchError> {
        let m = &view.m;
        let text = match self {
            Self::Replace(text) => text.clone(),
            Self::Add { plies, line } => {
                let (seat, saved) = remaining_rules(view, by, *plies)?;
                as_text(&with_line(saved, new_line(m, seat, line)?))
            }
            Self::Remove { plies, line } => {
                let (_, saved) = remaining_rules(view, by, *plies)?;
                as_text(&without_lines(&saved, line).ok_or(MatchError::Stale)?)
            }
        };
        parse_conditional_move(m, by, &text)
    }
}

impl ConditionalRule {
    /// Whether the line begins with these plies.
    pub fn begins_with<S: AsRef<str>>(&self, line: &[S]) -> bool {
        let ConditionalRule::Line(steps) = self else { return false };
        let same = |(step, notation): (&ConditionalStep, &S)| {
            step.ply.as_deref().unwrap_or("*") == notation.as_ref()
        };
        line.len() <= steps.len() && steps.iter().zip(line).all(same)
    }
}

/// The seat of a user, and what remains of its conditional moves.
fn remaining_rules(
    view: &MatchView,
    by: UserId,
    plies: usize,
) -> Result<(Seat, Vec<ConditionalRule>), MatchError> {
    let seat = running(&view.m, by)?;
    if plies != view.m.plies.len() {
        return Err(MatchError::Stale);
    }
    let order = view.conditional_moves.of(seat).filter(|order| order.state == ConditionalState::Standing);
    Ok((seat, order.map_or_else(Vec::new, |order| order.remaining(&view.m, seat))))
}

/// A line from the current position up to the last ply of its owner.
fn new_line(m: &Match, seat: Seat, line: &[String]) -> Result<ConditionalRule, MatchError> {
    let plies: Vec<&str> = line.iter().map(String::as_str).collect();
    let wrong = |why| MatchError::from(ConditionalProblem::Line { line: 1, why });
    let tried = m.analyse(m.plies.len(), &plies).map_err(|error| match error {
        AnalysisError::NotThere => MatchError::Stale,
        AnalysisError::TooLong => wrong(ConditionalLineError::TooManyPlies),
        AnalysisError::Ply { number, notation, why } => {
            ConditionalProblem::Ply { line: 1, ply: number, notation, why: why.into() }.into()
        }
    })?;
    let text = tried.as_conditional_move(seat).ok_or_else(|| wrong(ConditionalLineError::NothingToPlay))?;
    Ok(ConditionalRule::read(&text, 1)?)
}

/// The lines with a new one, which replaces those it continues. It comes before lines with wildcards, which would be
/// followed in its place.
fn with_line(mut lines: Vec<ConditionalRule>, new: ConditionalRule) -> Vec<ConditionalRule> {
    let plies = |rule: &ConditionalRule| match rule {
        ConditionalRule::Line(steps) => steps.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ConditionalRule::Rule(rule) => vec![(*rule).to_owned()],
    };
    if lines.iter().any(|line| line.begins_with(&plies(&new))) {
        return lines;
    }
    lines.retain(|line| !new.begins_with(&plies(line)));
    let is_open = |line: &ConditionalRule| match line {
        ConditionalRule::Line(steps) => steps.iter().any(|step| step.ply.is_none()),
        ConditionalRule::Rule(_) => true,
    };
    let at = lines.iter().position(is_open).unwrap_or(lines.len());
    lines.insert(at, new);
    lines
}

/// The lines without those with a beginning; what comes before its last ply is kept if it ends in an answer. `None`
/// if there are no such lines.
fn without_lines(lines: &[ConditionalRule], beginning: &[String]) -> Option<Vec<ConditionalRule>> {
    let (gone, mut remaining): (Vec<_>, Vec<_>) =
        lines.iter().cloned().partition(|line| !beginning.is_empty() && line.begins_with(beginning));
    let ConditionalRule::Line(steps) = gone.first()? else { return None };
    let mut before = &steps[..beginning.len() - 1];
    while let [rest @ .., last] = before
        && !last.own
    {
        before = rest;
    }
    let before_as_text: Vec<_> = before.iter().map(ToString::to_string).collect();
    let answers = before.iter().any(|step| !step.own);
    if answers && !remaining.iter().any(|line| line.begins_with(&before_as_text)) {
        remaining = with_line(remaining, ConditionalRule::Line(before.to_vec()));
    }
    Some(remaining)
}

fn as_text(lines: &[ConditionalRule]) -> String {
    lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
