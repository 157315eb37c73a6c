//! `parlour record`: verifies a downloaded record.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use thiserror::Error;

use super::terminal::escaped;
use crate::config::{read_text, text_of};
use crate::matches::MatchRecord;

/// Verify a downloaded record: every ply, the places, every die roll, and the draw of the seats
///
/// The secrets and their commitments come from the same file, so compare the commitments that are printed with those on the
/// match page. Exit status 0: everything was verified; 1: something is wrong; 2: rolls could not be verified.
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// File downloaded as `record.json` of a match; `-` for standard input
    file: PathBuf,
}

/// The record has no secret that its rolls could be compared with.
#[derive(Clone, Copy, Debug, Error)]
#[error("{} cannot be verified", rolls(*.0))]
pub struct UnverifiedRolls(usize);

fn rolls(count: usize) -> String {
    if count == 1 { "1 roll".to_owned() } else { format!("{count} rolls") }
}

/// What does not follow from the plies of a record.
const NOT_CHECKED: &str = "not checked: names outside the draw of the seats, times, the status, whose turn it is, who resigned or ran out of time";

impl RecordArgs {
    /// Verifies the record and writes the result.
    ///
    /// # Errors
    /// The file cannot be read, the record is wrong, or its rolls cannot be verified.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let text = self.read().with_context(|| format!("{} cannot be read", self.file.display()))?;
        let record: MatchRecord = serde_json::from_str(&text).context("this is not a match record")?;
        let checked = record.check()?;
        writeln!(out, "{} plies, all legal", checked.plies)?;
        if checked.rolls > 0 {
            writeln!(out, "{}, all verified", rolls(checked.rolls))?;
        }
        if record.ending.is_some() {
            writeln!(out, "the places are correct")?;
        }
        match &record.seat_draw {
            Some(_) if checked.seats_drawn => writeln!(out, "the draw of the seats is verified")?,
            Some(_) => writeln!(out, "the seats are not drawn yet")?,
            None => writeln!(out, "no draw of the seats is recorded")?,
        }
        let of_dice = record.dice.iter().map(|dice| ("commitment", &dice.commitment));
        let of_seats = record.seat_draw.iter().map(|draw| ("commitment of the draw", &draw.commitment));
        for (what, commitment) in of_dice.chain(of_seats) {
            writeln!(out, "{what}: {}; compare it with the one on the match page", escaped(commitment))?;
        }
        writeln!(out, "{NOT_CHECKED}")?;
        out.flush()?;
        if checked.unverified_rolls > 0 {
            return Err(UnverifiedRolls(checked.unverified_rolls).into());
        }
        Ok(())
    }

    fn read(&self) -> io::Result<String> {
        if self.file.as_os_str() == "-" {
            let mut text = Vec::new();
            io::stdin().lock().read_to_end(&mut text)?;
            return text_of(text);
        }
        read_text(&self.file)
    }
}
