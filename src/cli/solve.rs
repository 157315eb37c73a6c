//! `parlour solve`: proves what a position is worth with best play.

use std::io::Write;
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use super::bot_answer::{BotAnswer, position_after, units, write_line};
use super::game_args::SetupArgs;
use super::search_budget::SearchBudget;
use crate::bots::{Endgames, solve};

/// Prove what a position is worth with best play
#[derive(Debug, Args)]
#[command(after_help = help())]
pub struct Solve {
    #[command(flatten)]
    setup: SetupArgs,
    /// Plies that are played first
    #[arg(long, value_name = "PLIES", default_value = "", hide_default_value = true)]
    after: String,
    #[command(flatten)]
    budget: SearchBudget,
}

fn help() -> String {
    format!(
        "Kalah, Quarto and Tic-Tac-Toe on up to 25 squares can be proven; Aeroplane Chess, Sternhalma and larger boards \
         cannot. Without --ms and --nodes it takes as long as it takes. The keys of the answer are those of `parlour think`. \
         Exit status 1: not proven.\n\nUnits of value, from the view of the seat that moves:\n{}",
        units()
    )
}

impl Solve {
    /// Writes the proven value with a best move.
    ///
    /// # Errors
    /// A setup the game does not take, plies that cannot be played, a position in which no seat is to act, a value that is not
    /// proven within the limits or not by this program, or an output that fails.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let position = position_after(self.setup.opening()?, &self.after)?;
        let found = self.budget.run(Duration::MAX, &Endgames::default(), |limits| solve(&position, limits));
        write_line(&BotAnswer::from(found.context("the value is not proven")?), out)
    }
}
