//! What `parlour doctor` has found.

use std::io::Write;

use anyhow::bail;
use thiserror::Error;

/// No problem was found, but not everything was checked.
#[derive(Clone, Copy, Debug, Error)]
#[error("nothing wrong was found, but {}", skipped(*.0))]
pub struct SkippedChecks(usize);

fn skipped(checks: usize) -> String {
    if checks == 1 { "1 check was skipped".to_owned() } else { format!("{checks} checks were skipped") }
}

/// The problems, and the checks that were not possible, one sentence each.
#[derive(Debug, Default)]
pub(super) struct DoctorFindings {
    pub wrong: Vec<String>,
    pub skipped: Vec<String>,
}

impl DoctorFindings {
    /// Writes the result.
    pub fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for problem in &self.wrong {
            writeln!(out, "WRONG: {problem}")?;
        }
        for reason in &self.skipped {
            writeln!(out, "SKIPPED: {reason}")?;
        }
        out.flush()?;
        match (self.wrong.len(), self.skipped.len()) {
            (0, 0) => Ok(()),
            (0, skipped) => Err(SkippedChecks(skipped).into()),
            (1, _) => bail!("1 problem was found"),
            (wrong, _) => bail!("{wrong} problems were found"),
        }
    }
}
