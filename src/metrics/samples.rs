//! Metrics that are sampled when they are scraped.

use prometheus::{Gauge, GaugeVec, Opts, Registry, Result};

/// The sampled metrics.
#[derive(Debug, Default)]
pub struct MetricSamples(Registry);

impl MetricSamples {
    /// Adds a gauge.
    ///
    /// # Errors
    /// There is one of this name.
    pub fn add_gauge(&self, name: &str, help: &str, value: f64) -> Result<()> {
        let gauge = Gauge::new(name, help)?;
        gauge.set(value);
        self.0.register(Box::new(gauge))
    }

    /// Adds a gauge with a value for each of these labels.
    ///
    /// # Errors
    /// There is one of this name.
    pub fn add_labelled(&self, name: &str, help: &str, label: &str, values: &[(&str, f64)]) -> Result<()> {
        let gauges = GaugeVec::new(Opts::new(name, help), &[label])?;
        for (key, value) in values {
            gauges.with_label_values(&[key]).set(*value);
        }
        self.0.register(Box::new(gauges))
    }

    /// Adds a gauge whose labels carry the information; its value is 1.
    ///
    /// # Errors
    /// There is one of this name.
    pub fn add_info(&self, name: &str, help: &str, labels: &[(&str, &str)]) -> Result<()> {
        let labels = labels.iter().map(|(label, value)| ((*label).to_owned(), (*value).to_owned()));
        let gauge = Gauge::with_opts(Opts::new(name, help).const_labels(labels.collect()))?;
        gauge.set(1.0);
        self.0.register(Box::new(gauge))
    }

    pub(super) fn registry(&self) -> &Registry {
        &self.0
    }
}
