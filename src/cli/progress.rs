//! What long commands have in common: they say how far they have come, and let the site go first.

use std::io::{self, Write};
use std::time::{Duration, Instant};

/// A command that is done sooner says nothing.
const INTERVAL: Duration = Duration::from_secs(10);

/// When something was said last.
#[derive(Debug)]
pub struct ProgressBar(Instant);

impl ProgressBar {
    /// From now on.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Says how far the command has come, every ten seconds. That nobody can be told is no error.
    pub fn note(&mut self, words: impl FnOnce() -> String) {
        if self.0.elapsed() >= INTERVAL {
            self.0 = Instant::now();
            let _ = writeln!(io::stderr(), "{}", words());
        }
    }
}

/// Lets the site have the processor first. On Linux this holds for the threads that are started from now on; elsewhere it
/// does nothing.
pub fn yield_to_others() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::warn!(%error, "running at normal priority");
    }
}
