//! `parlour record`: checks a downloaded record.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;

use crate::matches::MatchRecord;

/// Checks a downloaded record: every ply legal, places right, every die throw true to its secret.
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// The file, as `record.json` of a match gives it; `-` for standard input.
    file: PathBuf,
}

impl RecordArgs {
    /// Checks it and says what was found.
    ///
    /// # Errors
    /// The file cannot be read, or something in it is not right.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let text = self.read().with_context(|| format!("{} cannot be read", self.file.display()))?;
        let record: MatchRecord = serde_json::from_str(&text).context("this is no record")?;
        let checked = record.check()?;
        writeln!(out, "{} plies, all of them legal", checked.plies)?;
        match checked.throws {
            Some(throws) => writeln!(out, "{throws} throws, all of them true to the secret")?,
            None if record.dice.is_some() => {
                writeln!(out, "the throws can be checked when the match is over")?;
            }
            None => {}
        }
        if record.ending.is_some() {
            writeln!(out, "the places are right")?;
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
