//! The limit of open files.

use rustix::io::Result;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// With fewer, a busy site refuses connections.
const FEW: usize = 4096;
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

fn raise_to(maximum: Option<u64>) -> Result<()> {
    let raise = |current| setrlimit(Resource::Nofile, Rlimit { current, maximum });
    raise(maximum).or_else(|error| if maximum.is_none() { raise(Some(OPEN_MAX)) } else { Err(error) })
}
