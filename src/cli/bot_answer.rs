//! What a search answers at the command line: an object of JSON on a line.

use std::io::Write;

use anyhow::bail;
use serde::Serialize;

use crate::bots::{ChosenMove, value_unit};
use crate::games::replay::replay;
use crate::games::{Game, Position, ToAct};

/// A move with its evaluation, in the order in which the keys are written.
#[derive(Debug, Serialize)]
pub(super) struct BotAnswer {
    notation: String,
    value: f64,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
}

/// Why a line of the input has no answer.
#[derive(Debug, Serialize)]
pub(super) struct Refusal {
    pub error: String,
}

impl From<ChosenMove<String>> for BotAnswer {
    fn from(choice: ChosenMove<String>) -> Self {
        let ChosenMove { mv, value, depth, nodes, line } = choice;
        // Adding nothing turns a negative zero into a plain one.
        Self { notation: mv, value: value + 0.0, depth, nodes, line }
    }
}

/// Writes an object on a line, and sends it off.
///
/// # Errors
/// The output fails.
pub(super) fn write_line(object: &impl Serialize, out: &mut impl Write) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, object).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// Plays plies one after the other, and makes sure that a seat is to act after them.
///
/// # Errors
/// A ply that cannot be played, or a position in which no seat is to act.
pub(super) fn position_after(mut position: Position, plies: &str) -> anyhow::Result<Position> {
    replay(&mut position, plies.split_whitespace(), |_, _| {})?;
    match position.to_act() {
        ToAct::Seat(_) => Ok(position),
        ToAct::Chance { .. } => bail!("the next ply is a dice roll: add one such as d5 to the plies"),
        ToAct::Nobody => bail!("the match is over: there is no move to choose"),
    }
}

/// The units of the values of each game, a line for each.
pub(super) fn units() -> String {
    let unit = |game: &Game| format!("  {}: {}", game.key(), value_unit(*game));
    Game::ALL.iter().map(unit).collect::<Vec<_>>().join("\n")
}
