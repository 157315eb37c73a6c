//! `parlour think`: computes a bot's move.

use std::io::{BufRead, Write};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;

use super::bot_answer::{BotAnswer, Refusal, position_after, units, write_line};
use super::game_args::SetupArgs;
use super::search_budget::SearchBudget;
use super::terminal::in_one_line;
use crate::bots::random::RandomSource;
use crate::bots::{BotLevel, Endgames, SearchLimits, think};
use crate::games::Position;

/// The default time of a search.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

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
    /// Draws among nearly best moves of an opening, as bots on the site do, decides between equal moves, and makes the mistakes
    /// of the lower levels, others in each line with --stdin [default: 0, without the first]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Read the plies so far from each line of standard input (an empty line is the opening) and answer each with a line
    #[arg(long)]
    stdin: bool,
}

/// The level with this number.
///
/// # Errors
/// There is no such level.
pub(super) fn level(number: &str) -> Result<BotLevel, String> {
    let level = number.parse().ok().and_then(BotLevel::from_number);
    level.ok_or_else(|| "the levels are 0 to 6".to_owned())
}

fn help() -> String {
    format!(
        "Without --ms and --nodes a search takes at most {} ms. Keys of the answer: notation (the move), value (see below), \
         depth (plies searched), nodes (positions searched, or plies played out), line (the expected moves, rolls of the die \
         left out). With --stdin, the number of the line is mixed into the seed. A line that has no answer gets an object \
         with the key error; the lines after it are answered, and the exit status is 1.\n\nUnits of value, from the view of the seat that moves:\n{}",
        DEFAULT_TIME.as_millis(),
        units()
    )
}

impl Think {
    /// Writes the result, or one for each line of the input.
    ///
    /// # Errors
    /// The game does not take the setup, plies are illegal, no seat is to act, or input or output fails. For illegal plies and
    /// a position in which no seat is to act, a line of the input gets an error, which is returned when the input has ended.
    pub fn run(&self, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<()> {
        let (opening, endgames) = (self.setup.opening()?, Endgames::default());
        if !self.stdin {
            return write_line(
                &self.answer(opening, &self.after, self.seed.unwrap_or_default(), &endgames)?,
                out,
            );
        }
        let (mut line, mut lines, mut refused) = (Vec::new(), 0_u64, 0);
        while input.read_until(b'\n', &mut line)? > 0 {
            lines += 1;
            let (plies, seed) = (String::from_utf8_lossy(&line), self.seed_of(lines));
            match self.answer(opening.clone(), &plies, seed, &endgames) {
                Ok(answer) => write_line(&answer, out)?,
                Err(error) => {
                    refused += 1;
                    write_line(&Refusal { error: in_one_line(&error) }, out)?;
                }
            }
            line.clear();
        }
        ensure!(refused == 0, "{refused} of {lines} lines could not be answered");
        Ok(())
    }

    /// The seed of a line of the input, counted from 1.
    fn seed_of(&self, line: u64) -> u64 {
        RandomSource::stream(self.seed.unwrap_or_default(), line).next()
    }

    fn answer(
        &self,
        opening: Position,
        plies: &str,
        seed: u64,
        endgames: &Endgames,
    ) -> anyhow::Result<BotAnswer> {
        let position = position_after(opening, plies)?;
        let search = |limits: &SearchLimits| {
            let limits = SearchLimits { variety: self.seed.map(|_| seed), ..*limits };
            think(&position, self.level, seed, &limits)
        };
        let choice = self.budget.run(DEFAULT_TIME, endgames, search);
        choice.map(BotAnswer::from).context("no move was found")
    }
}
