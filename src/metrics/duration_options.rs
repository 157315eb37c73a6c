//! The buckets of durations.

use prometheus::{HistogramOpts, Result, exponential_buckets};

/// From a quarter of a millisecond to eight seconds.
pub(super) fn duration_options(name: &str, help: &str) -> Result<HistogramOpts> {
    Ok(HistogramOpts::new(name, help).buckets(exponential_buckets(0.000_25, 2.0, 16)?))
}
