//! The progress of long commands.

use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Shorter commands report nothing.
const INTERVAL: Duration = Duration::from_secs(10);

/// When progress was last reported.
#[derive(Debug)]
pub struct ProgressReport(Instant);

impl ProgressReport {
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Reports progress every ten seconds. Errors of the output are ignored.
    pub fn report(&mut self, words: impl FnOnce() -> String) {
        if self.0.elapsed() >= INTERVAL {
            self.0 = Instant::now();
            let _ = writeln!(io::stderr(), "{}", words());
        }
    }
}
