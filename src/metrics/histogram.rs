//! How long things take, in classes.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::Text;

/// The upper bounds of the classes in microseconds, and as they are written, in seconds.
const BOUNDS: [(u64, &str); 12] = [
    (250, "0.00025"),
    (500, "0.0005"),
    (1_000, "0.001"),
    (2_500, "0.0025"),
    (5_000, "0.005"),
    (10_000, "0.01"),
    (25_000, "0.025"),
    (50_000, "0.05"),
    (100_000, "0.1"),
    (500_000, "0.5"),
    (2_000_000, "2"),
    (10_000_000, "10"),
];

/// So many took so long.
#[derive(Debug, Default)]
pub struct Histogram {
    /// How many are in each class, and above them all.
    classes: [AtomicU64; BOUNDS.len() + 1],
    nanoseconds: AtomicU64,
}

impl Histogram {
    /// One more.
    pub fn add(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let class = BOUNDS.partition_point(|(bound, _)| *bound < micros);
        self.classes[class].fetch_add(1, Relaxed);
        self.nanoseconds.fetch_add(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Relaxed);
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.classes.iter().all(|class| class.load(Relaxed) == 0)
    }

    /// Writes it out, with these labels before the bounds.
    pub fn write(&self, name: &str, labels: &str, text: &mut Text) {
        let comma = if labels.is_empty() { "" } else { "," };
        let mut below = 0;
        let bounds = BOUNDS.iter().map(|(_, bound)| *bound).chain(["+Inf"]);
        for (class, bound) in self.classes.iter().zip(bounds) {
            below += class.load(Relaxed);
            text.line(&format!("{name}_bucket"), &format!("{labels}{comma}le=\"{bound}\""), below);
        }
        text.line(&format!("{name}_sum"), labels, self.nanoseconds.load(Relaxed) as f64 / 1e9);
        text.line(&format!("{name}_count"), labels, below);
    }
}
