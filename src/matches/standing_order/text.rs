//! The text form of orders: `if c4 then b2, if a1 then a2`, a line a line; `*` waits for any ply.

use std::fmt;

use super::{Clause, MOST_PLIES, Order, OrderLineError, OrderProblem, OrderState, Step};
use crate::games::Game;

/// So much of a word is said again.
const WORD: usize = 16;

/// The conditional rule of some game that a line is.
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

/// A word as it is said again.
fn short(word: &str) -> String {
    word.chars().take(WORD).collect()
}

impl Clause {
    /// Reads a line, which is the one with this number, from 1.
    ///
    /// # Errors
    /// What cannot be read in it.
    pub(super) fn read(text: &str, line: usize) -> Result<Self, OrderProblem> {
        if let Some(rule) = rule(text) {
            return Ok(Self::Rule(rule));
        }
        let wrong = |why| OrderProblem::Line { line, why };
        let (mut steps, mut own, mut last) = (Vec::new(), false, "");
        for word in words(text) {
            let keyword = ["if", "then"].into_iter().find(|keyword| word.eq_ignore_ascii_case(keyword));
            if let Some(keyword) = keyword {
                if !last.is_empty() {
                    return Err(wrong(OrderLineError::MissingPly(last)));
                }
                (own, last) = (keyword == "then", keyword);
                continue;
            }
            if word == "*" && own {
                let why = OrderLineError::OwnPlyNotNamed;
                return Err(OrderProblem::Ply { line, ply: steps.len() + 1, notation: word.to_owned(), why });
            }
            if steps.len() == MOST_PLIES {
                return Err(wrong(OrderLineError::TooManyPlies));
            }
            steps.push(Step { own, ply: (word != "*").then(|| short(word).into()) });
            last = "";
        }
        match steps.last() {
            _ if !last.is_empty() => Err(wrong(OrderLineError::MissingPly(last))),
            Some(Step { own: true, .. }) => Ok(Self::Line(steps)),
            _ => Err(wrong(OrderLineError::NothingToPlay)),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ply.as_deref().unwrap_or("*"))
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = match self {
            Clause::Rule(rule) => return f.write_str(rule),
            Clause::Line(steps) => steps,
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

impl Order {
    /// Its lines as text.
    pub fn text(&self) -> String {
        self.clauses.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    /// An order as it was kept. One that can no longer be read is cancelled.
    pub fn read(since: usize, state: OrderState, text: &str) -> Self {
        let clauses = text.lines().enumerate().map(|(index, line)| Clause::read(line, index + 1));
        match clauses.collect() {
            Ok(clauses) => Self { since, state, clauses },
            Err(_) => Self { since, state: OrderState::Cancelled, clauses: Vec::new() },
        }
    }
}
