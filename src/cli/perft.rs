//! `parlour perft`: counts move sequences.

use std::io::Write;

use clap::Args;

use super::game_args::SetupArgs;
use crate::games::Position;
use crate::games::replay::replay;

/// Count the sequences of plies from a position
#[derive(Debug, Args)]
pub struct PerftArgs {
    #[command(flatten)]
    setup: SetupArgs,
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=255))]
    depth: u32,
    /// Plies to play first
    #[arg(long, value_name = "PLIES", default_value = "", hide_default_value = true)]
    after: String,
    /// Count for each legal ply instead of for each depth
    #[arg(long)]
    divide: bool,
}

impl PerftArgs {
    /// Writes `depth nodes` for each depth, or `notation nodes` for each legal ply.
    ///
    /// # Errors
    /// The game does not take the setup, a ply of `--after` is illegal, or the output fails.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let mut position = self.setup.opening()?;
        replay(&mut position, self.after.split_whitespace(), |_, _| {})?;
        if self.divide { self.by_ply(&position, out) } else { self.by_depth(&position, out) }
    }

    fn by_depth(&self, position: &Position, out: &mut impl Write) -> anyhow::Result<()> {
        for depth in 1..=self.depth {
            writeln!(out, "{depth} {}", position.perft(depth))?;
            out.flush()?;
        }
        Ok(())
    }

    fn by_ply(&self, position: &Position, out: &mut impl Write) -> anyhow::Result<()> {
        for notation in position.legal() {
            let mut next = position.clone();
            next.play_unseen(&notation)?;
            writeln!(out, "{notation} {}", next.perft(self.depth - 1))?;
            out.flush()?;
        }
        Ok(())
    }
}
