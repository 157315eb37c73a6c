//! The text form of conditional moves: `if c4 then b2, if a1 then a2`, one line per line; `*` matches any ply.

use std::fmt;

use super::{
    ConditionalLineError, ConditionalMove, ConditionalProblem, ConditionalRule, ConditionalState,
    ConditionalStep, MOST_PLIES,
};
use crate::games::Game;

/// Maximum length of a word that an error repeats.
const WORD: usize = 16;

/// The rule of any game with this text.
fn rule(line: &str) -> Option<&'static str> {
    let plain = |text: &str| words(text).map(str::to_ascii_lowercase).collect::<Vec<_>>();
    let mut rules = Game::ALL.iter().flat_map(|game| game.conditional_rules()).copied();
    rules.find(|rule| plain(rule) == plain(line))
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.trim_end_matches('.')
        .split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| !word.is_empty())
}

/// A word, cut to [`WORD`] characters.
fn short(word: &str) -> String {
    word.chars().take(WORD).collect()
}

impl ConditionalRule {
    /// Parses a line. `line` is its number, starting at 1, for errors.
    ///
    /// # Errors
    /// What is malformed.
    pub(super) fn read(text: &str, line: usize) -> Result<Self, ConditionalProblem> {
        if let Some(rule) = rule(text) {
            return Ok(Self::Rule(rule));
        }
        let wrong = |why| ConditionalProblem::Line { line, why };
        let (mut steps, mut own, mut last) = (Vec::new(), false, "");
        for word in words(text) {
            let keyword = ["if", "then"].into_iter().find(|keyword| word.eq_ignore_ascii_case(keyword));
            if let Some(keyword) = keyword {
                if !last.is_empty() {
                    return Err(wrong(ConditionalLineError::MissingPly(last)));
                }
                (own, last) = (keyword == "then", keyword);
                continue;
            }
            if word == "*" && own {
                let why = ConditionalLineError::OwnPlyNotNamed;
                return Err(ConditionalProblem::Ply {
                    line,
                    ply: steps.len() + 1,
                    notation: word.to_owned(),
                    why,
                });
            }
            if steps.len() == MOST_PLIES {
                return Err(wrong(ConditionalLineError::TooManyPlies));
            }
            // Phones capitalise what is typed. No notation has capitals.
            let ply = (word != "*").then(|| short(word).to_ascii_lowercase().into());
            steps.push(ConditionalStep { own, ply });
            last = "";
        }
        match steps.last() {
            _ if !last.is_empty() => Err(wrong(ConditionalLineError::MissingPly(last))),
            Some(ConditionalStep { own: true, .. }) => Ok(Self::Line(steps)),
            _ => Err(wrong(ConditionalLineError::NothingToPlay)),
        }
    }
}

impl fmt::Display for ConditionalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ply.as_deref().unwrap_or("*"))
    }
}

impl fmt::Display for ConditionalRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = match self {
            ConditionalRule::Rule(rule) => return f.write_str(rule),
            ConditionalRule::Line(steps) => steps,
        };
        let mut before = None;
        for step in steps {
            match (before, step.own) {
                (Some(before), own) if before == own => write!(f, " {step}")?,
                (_, true) => write!(f, "{}then {step}", if before.is_some() { " " } else { "" })?,
                (_, false) => write!(f, "{}if {step}", if before.is_some() { ", " } else { "" })?,
            }
            before = Some(step.own);
        }
        Ok(())
    }
}

impl ConditionalMove {
    /// The lines as text.
    pub fn text(&self) -> String {
        self.clauses.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    /// Parses a conditional move from the database. One that cannot be parsed any more counts as cancelled.
    pub fn read(since: usize, state: ConditionalState, text: &str) -> Self {
        let clauses = text.lines().enumerate().map(|(index, line)| ConditionalRule::read(line, index + 1));
        match clauses.collect() {
            Ok(clauses) => Self { since, state, clauses },
            Err(_) => Self { since, state: ConditionalState::Cancelled, clauses: Vec::new() },
        }
    }
}
