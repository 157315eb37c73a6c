//! `parlour think`: computes a bot's move.

use std::io::{BufRead, Write};

use anyhow::bail;
use clap::Args;
use serde::Serialize;

use super::game_args::SetupArgs;
use super::search_budget::SearchBudget;
use crate::bots::{BotChoice, BotLevel, think, value_unit};
use crate::games::replay::replay;
use crate::games::{Game, Position, ToAct};

/// The default time of a search in milliseconds.
const DEFAULT_MS: u64 = 3000;

/// Write a bot's move as a line of JSON
#[derive(Debug, Args)]
#[command(after_help = help())]
pub struct Think {
    #[command(flatten)]
    setup: SetupArgs,
    /// Plies to play first
    #[arg(
        long,
        value_name = "PLIES",
        default_value = "",
        hide_default_value = true,
        conflicts_with = "stdin"
    )]
    after: String,
    /// Level of the bot: 1 (Beginner) to 6 (Master)
    #[arg(long, value_name = "1…6", default_value = "6", value_parser = level)]
    level: BotLevel,
    #[command(flatten)]
    budget: SearchBudget,
    /// Decides between equal moves and makes the mistakes of the lower levels
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Read the plies so far from each line of standard input (an empty line is the opening) and answer each with a line
    #[arg(long)]
    stdin: bool,
}

/// The result, with its fields in the order of the output.
#[derive(Serialize)]
struct ThinkAnswer {
    notation: String,
    value: f64,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
}

/// The level with this number.
///
/// # Errors
/// There is no such level.
pub(super) fn level(number: &str) -> Result<BotLevel, String> {
    let level = number.parse().ok().and_then(BotLevel::from_number);
    level.ok_or_else(|| "the levels are 1 to 6".to_owned())
}

fn help() -> String {
    let units = Game::ALL.iter().map(|game| format!("  {}: {}", game.key(), value_unit(*game)));
    let units: Vec<_> = units.collect();
    format!(
        "Without --ms and --nodes a search takes at most {DEFAULT_MS} ms. Keys of the answer: notation (the move), value (see \
         below), depth (plies searched), nodes (positions searched, or plies played out), line (the expected moves, throws of \
         the dice left out).\n\nUnits of value, from the view of the seat that moves:\n{}",
        units.join("\n")
    )
}

impl Think {
    /// Writes the result, or one for each line of the input.
    ///
    /// # Errors
    /// The game does not take the setup, plies are illegal, no seat is to act, or input or output fails.
    pub fn run(&self, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<()> {
        let opening = self.setup.opening()?;
        if !self.stdin {
            return self.answer(opening, &self.after, out);
        }
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            self.answer(opening.clone(), &String::from_utf8_lossy(&line), out)?;
            line.clear();
        }
        Ok(())
    }

    fn answer(&self, mut position: Position, plies: &str, out: &mut impl Write) -> anyhow::Result<()> {
        replay(&mut position, plies.split_whitespace(), |_, _| {})?;
        match position.to_act() {
            ToAct::Seat(_) => {}
            ToAct::Chance { .. } => bail!("the next ply is a dice roll: add one such as d5 to the plies"),
            ToAct::Nobody => bail!("the match is over: there is no move to choose"),
        }
        let choice = self.budget.run(DEFAULT_MS, |limits| think(&position, self.level, self.seed, limits));
        let Some(BotChoice { mv, value, depth, nodes, line }) = choice else {
            bail!("no move was found");
        };
        // Adding zero turns a negative zero into a positive one.
        let answer = ThinkAnswer { notation: mv, value: value + 0.0, depth, nodes, line };
        serde_json::to_writer(&mut *out, &answer).map_err(std::io::Error::from)?;
        writeln!(out)?;
        Ok(out.flush()?)
    }
}
