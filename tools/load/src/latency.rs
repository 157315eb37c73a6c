//! Latencies.

use std::time::Duration;

/// All measured durations.
#[derive(Default)]
pub struct Latencies(Vec<u32>);

impl Latencies {
    /// Adds one.
    pub fn add(&mut self, took: Duration) {
        self.0.push(u32::try_from(took.as_nanos() / 100).unwrap_or(u32::MAX));
    }

    /// Adds all of another measurement.
    pub fn add_all(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// A quantile, in milliseconds.
    pub fn at(&mut self, share: f64) -> f64 {
        self.0.sort_unstable();
        let index = (self.0.len().saturating_sub(1) as f64 * share) as usize;
        self.0.get(index).map_or(0.0, |took| f64::from(*took) / 10_000.0)
    }

    /// The quantiles 50, 90, 99 and 99.9 %, and the maximum, as text.
    pub fn in_words(&mut self) -> String {
        if self.0.is_empty() {
            return "none".to_owned();
        }
        format!(
            "p50 {:.3} ms  p90 {:.3}  p99 {:.3}  p99.9 {:.3}  max {:.3}",
            self.at(0.5),
            self.at(0.9),
            self.at(0.99),
            self.at(0.999),
            self.at(1.0)
        )
    }
}
