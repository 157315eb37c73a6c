//! `parlour trace`: plays plies and prints the position after each.

use std::io::{BufRead, Write};

use clap::Args;
use serde::Serialize;

use super::game_args::SetupArgs;
use crate::games::replay::ReplayError;
use crate::games::{Position, ToAct};

/// Play plies and write a line of JSON for the opening and after each
#[derive(Debug, Args)]
pub struct TraceArgs {
    #[command(flatten)]
    setup: SetupArgs,
    /// Plies to play; read from standard input if there are none
    #[arg(value_name = "PLY")]
    plies: Vec<String>,
}

/// A position, with its fields in the order of the output.
#[derive(Serialize)]
struct TraceLine<'a> {
    ply: usize,
    notation: Option<&'a str>,
    position: String,
    to_act: TraceActor,
    legal: Vec<String>,
    outcome: Option<Vec<u8>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum TraceActor {
    Seat(u8),
    Chance(&'static str),
    Nobody,
}

impl TraceArgs {
    /// Writes a line for the opening and for each ply.
    ///
    /// # Errors
    /// The game does not take the setup, a ply is illegal (the lines before it are written), or input or output
    /// fails.
    pub fn run(&self, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<()> {
        let mut tracer = Tracer { position: self.setup.opening()?, plies: 0, out };
        tracer.write(None)?;
        let traced = if self.plies.is_empty() { tracer.read(input) } else { tracer.play_all(&self.plies) };
        tracer.out.flush()?;
        traced
    }
}

struct Tracer<'a, W> {
    position: Position,
    plies: usize,
    out: &'a mut W,
}

impl<W: Write> Tracer<'_, W> {
    /// Plays plies line by line, so that another program can interact.
    fn read(&mut self, input: &mut impl BufRead) -> anyhow::Result<()> {
        self.out.flush()?;
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            // Some editors begin a file with a byte order mark.
            self.play_all(String::from_utf8_lossy(&line).trim_start_matches('\u{feff}').split_whitespace())?;
            self.out.flush()?;
            line.clear();
        }
        Ok(())
    }

    fn play_all(&mut self, plies: impl IntoIterator<Item = impl AsRef<str>>) -> anyhow::Result<()> {
        plies.into_iter().try_for_each(|notation| self.play(notation.as_ref()))
    }

    fn play(&mut self, notation: &str) -> anyhow::Result<()> {
        self.plies += 1;
        let refused = |source| ReplayError { ply: self.plies, notation: notation.to_owned(), source };
        self.position.play_unseen(notation).map_err(refused)?;
        self.write(Some(notation))
    }

    fn write(&mut self, notation: Option<&str>) -> anyhow::Result<()> {
        let position = &self.position;
        let line = TraceLine {
            ply: self.plies,
            notation,
            position: position.text(),
            to_act: trace_actor(position.to_act()),
            legal: position.legal(),
            outcome: position.outcome().map(|outcome| outcome.places().to_vec()),
        };
        serde_json::to_writer(&mut *self.out, &line).map_err(std::io::Error::from)?;
        Ok(writeln!(self.out)?)
    }
}

fn trace_actor(to_act: ToAct) -> TraceActor {
    match to_act {
        ToAct::Seat(seat) => TraceActor::Seat(seat.number()),
        ToAct::Chance { .. } => TraceActor::Chance("chance"),
        ToAct::Nobody => TraceActor::Nobody,
    }
}
