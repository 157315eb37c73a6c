//! The limit of open files.

use rustix::io::Result;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// With fewer, connections to a busy site wait.
const FEW: usize = 4096;
/// File descriptors reserved for everything but connections: the database, mail and push services, log files.
const RESERVE: usize = 128;
/// The maximum that macOS accepts if it reports no limit.
const OPEN_MAX: u64 = 10_240;

/// Raises the limit as far as the process may, and returns it.
pub fn raise() -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum
        && let Err(error) = raise_to(maximum)
    {
        tracing::warn!(%error, "failed to raise the limit of open files");
    }
    let in_force = getrlimit(Resource::Nofile).current;
    // No limit is treated as one that is never reached.
    let limit = in_force.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
    if limit < FEW {
        tracing::warn!(limit, "the limit of open files is low and limits connections: see docs/security.md");
    }
    limit
}

/// How many connections may be open at once with this limit of open files. More wait until one is closed.
pub fn for_connections(open_files: usize) -> usize {
    open_files - RESERVE.min(open_files / 2)
}

fn raise_to(maximum: Option<u64>) -> Result<()> {
    let raise = |current| setrlimit(Resource::Nofile, Rlimit { current, maximum });
    raise(maximum).or_else(|error| if maximum.is_none() { raise(Some(OPEN_MAX)) } else { Err(error) })
}
