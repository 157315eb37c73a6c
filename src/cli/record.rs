//! `parlour record`: verifies a downloaded record.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use crate::matches::MatchRecord;

/// Verify a downloaded record: every ply, the places, and every die roll
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// File downloaded as `record.json` of a match; `-` for standard input
    file: PathBuf,
}

impl RecordArgs {
    /// Verifies the record and writes the result.
    ///
    /// # Errors
    /// The file cannot be read, or the record is wrong.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let text = self.read().with_context(|| format!("{} cannot be read", self.file.display()))?;
        let record: MatchRecord = serde_json::from_str(&text).context("this is not a match record")?;
        let checked = record.check()?;
        writeln!(out, "{} plies, all legal", checked.plies)?;
        match checked.throws {
            Some(throws) => writeln!(out, "{throws} rolls, all verified")?,
            None if record.dice.is_some() => {
                writeln!(out, "the rolls can be verified once the match is over")?;
            }
            None => {}
        }
        if record.ending.is_some() {
            writeln!(out, "the places are correct")?;
        }
        Ok(out.flush()?)
    }

    fn read(&self) -> io::Result<String> {
        if self.file.as_os_str() == "-" {
            let mut text = String::new();
            io::stdin().lock().read_to_string(&mut text)?;
            return Ok(text);
        }
        std::fs::read_to_string(&self.file)
    }
}
