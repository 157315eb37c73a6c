//! Arguments that limit the search of a bot.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;

use crate::bots::{Endgames, SearchLimits};

/// The limits of each search.
#[derive(Clone, Copy, Debug, Args)]
pub struct SearchBudget {
    /// Milliseconds per search
    #[arg(long, value_name = "N", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    ms: Option<u64>,
    /// Positions (with dice: plies played out) a search may look at; the answer is then the same in every run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Mebibytes that the tables of a search may take, without the endgame tables of Kalah (10 MiB for each variant)
    #[arg(long, value_name = "MIB", default_value_t = (SearchLimits::MEMORY >> 20) as u64,
        value_parser = clap::value_parser!(u64).range(1..=65_536))]
    memory: u64,
}

impl SearchBudget {
    /// Runs a search within these limits, by default within this time.
    pub fn run<T>(
        &self,
        default: Duration,
        endgames: &Endgames,
        search: impl FnOnce(&SearchLimits) -> T,
    ) -> T {
        let started = Instant::now();
        let time = match (self.ms, self.nodes) {
            (None, Some(_)) => Duration::MAX,
            (ms, _) => ms.map_or(default, Duration::from_millis),
        };
        search(&SearchLimits {
            nodes: self.nodes.unwrap_or(u64::MAX),
            time,
            elapsed: &|| started.elapsed(),
            cancel: &AtomicBool::new(false),
            memory: usize::try_from(self.memory << 20).unwrap_or(usize::MAX),
            endgames,
            variety: None,
        })
    }
}
