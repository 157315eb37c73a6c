//! Metrics, and their output for Prometheus. Pure.
//!
//! Frequent events only increment existing numbers: no string is built, only the route is looked up, and nothing
//! accumulates between two scrapes. If metrics are off, nothing is counted.

mod requests;
mod samples;

use std::sync::Arc;
use std::time::Duration;

use prometheus::{
    Encoder, Histogram, HistogramOpts, IntCounter, IntGauge, Registry, Result, TextEncoder,
    exponential_buckets,
};

use requests::RequestMetrics;
pub use samples::MetricSamples;

/// A counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterMetric {
    /// A ply of a seat was committed, of a person or a bot.
    Moves,
    /// A stream was too slow, or disconnected for too long, and had to catch up from the log.
    SlowReaders,
    /// A password, code or passkey was wrong.
    SignInsFailed,
    /// A request was over a rate limit.
    RateLimited,
    /// A connection was closed at once because too many were open.
    ConnectionsRefused,
    /// A transaction failed.
    WritesFailed,
    /// A search began, for a bot, a hint or an analysis.
    Searches,
    /// A search was refused because too many were waiting.
    SearchesRefused,
}

impl CounterMetric {
    const ALL: [(CounterMetric, &'static str, &'static str); 8] = [
        (CounterMetric::Moves, "parlour_moves_total", "Moves of players and bots, without rolls"),
        (
            CounterMetric::SlowReaders,
            "parlour_slow_readers_total",
            "Streams that fell behind and had to catch up from the log",
        ),
        (
            CounterMetric::SignInsFailed,
            "parlour_sign_ins_failed_total",
            "Failed sign-ins: wrong password, code or passkey",
        ),
        (
            CounterMetric::RateLimited,
            "parlour_rate_limited_total",
            "Requests refused because there were too many",
        ),
        (
            CounterMetric::ConnectionsRefused,
            "parlour_connections_refused_total",
            "Connections closed at once because too many were open",
        ),
        (CounterMetric::WritesFailed, "parlour_writes_failed_total", "Failed transactions"),
        (CounterMetric::Searches, "parlour_searches_total", "Searches started"),
        (
            CounterMetric::SearchesRefused,
            "parlour_searches_refused_total",
            "Searches refused because too many were waiting",
        ),
    ];
}

/// A gauge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaugeMetric {
    /// Open streams.
    Streams,
    /// Tasks that wait for the write connection.
    WritesWaiting,
    /// Searches in progress.
    SearchesRunning,
    /// Searches that wait for a thread.
    SearchesWaiting,
}

impl GaugeMetric {
    const ALL: [(GaugeMetric, &'static str, &'static str); 4] = [
        (GaugeMetric::Streams, "parlour_streams_open", "Live streams that are open"),
        (GaugeMetric::WritesWaiting, "parlour_writes_waiting", "Transactions that wait for the one writer"),
        (GaugeMetric::SearchesRunning, "parlour_searches_running", "Searches in progress"),
        (GaugeMetric::SearchesWaiting, "parlour_searches_waiting", "Searches that wait for a thread"),
    ];
}

/// A histogram of durations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DurationMetric {
    /// A transaction, until it is committed.
    Write,
    /// Waiting for the write connection.
    WriteWait,
    /// A search for a move.
    Search,
    /// Waiting for a thread to search on.
    SearchWait,
}

impl DurationMetric {
    const ALL: [(DurationMetric, &'static str, &'static str); 4] = [
        (
            DurationMetric::Write,
            "parlour_write_seconds",
            "How long transactions took until they were on disk",
        ),
        (
            DurationMetric::WriteWait,
            "parlour_write_wait_seconds",
            "How long transactions waited before they began",
        ),
        (DurationMetric::Search, "parlour_search_seconds", "How long searches for moves took"),
        (
            DurationMetric::SearchWait,
            "parlour_search_wait_seconds",
            "How long searches waited before they began",
        ),
    ];
}

#[derive(Debug)]
struct RegisteredMetrics {
    registry: Registry,
    counts: Vec<IntCounter>,
    levels: Vec<IntGauge>,
    spans: Vec<Histogram>,
    requests: RequestMetrics,
}

impl RegisteredMetrics {
    fn of(routes: &[&'static str]) -> Result<Self> {
        let registry = Registry::new();
        let counts: Vec<_> = CounterMetric::ALL
            .iter()
            .map(|(_, name, help)| IntCounter::new(*name, *help))
            .collect::<Result<_>>()?;
        let levels: Vec<_> = GaugeMetric::ALL
            .iter()
            .map(|(_, name, help)| IntGauge::new(*name, *help))
            .collect::<Result<_>>()?;
        let span = |(_, name, help): &(_, &str, &str)| Histogram::with_opts(duration_options(name, help)?);
        let spans: Vec<_> = DurationMetric::ALL.iter().map(span).collect::<Result<_>>()?;
        counts.iter().try_for_each(|count| registry.register(Box::new(count.clone())))?;
        levels.iter().try_for_each(|level| registry.register(Box::new(level.clone())))?;
        spans.iter().try_for_each(|span| registry.register(Box::new(span.clone())))?;
        let requests = RequestMetrics::of(routes, &registry)?;
        Ok(Self { registry, counts, levels, spans, requests })
    }
}

/// From a quarter of a millisecond to eight seconds.
fn duration_options(name: &str, help: &str) -> Result<HistogramOpts> {
    Ok(HistogramOpts::new(name, help).buckets(exponential_buckets(0.000_25, 2.0, 16)?))
}

/// The metrics. Cheap to clone; by default nothing is counted.
#[derive(Clone, Debug, Default)]
pub struct Metrics(Option<Arc<RegisteredMetrics>>);

impl Metrics {
    /// Metrics with requests counted by these routes.
    ///
    /// # Errors
    /// Two metrics have the same name.
    pub fn with_routes(routes: &[&'static str]) -> Result<Self> {
        Ok(Self(Some(Arc::new(RegisteredMetrics::of(routes)?))))
    }

    /// Adds one.
    pub fn count(&self, what: CounterMetric) {
        self.add(what, 1);
    }

    pub fn add(&self, what: CounterMetric, times: u64) {
        if let Some(kept) = &self.0 {
            kept.counts[what as usize].inc_by(times);
        }
    }

    /// Increments the gauge, and decrements it when the guard is dropped.
    pub fn gauge_guard(&self, what: GaugeMetric) -> GaugeGuard {
        let held = GaugeGuard(self.clone(), what);
        held.step(1);
        held
    }

    /// Records a duration.
    pub fn observe(&self, what: DurationMetric, time: Duration) {
        if let Some(kept) = &self.0 {
            kept.spans[what as usize].observe(time.as_secs_f64());
        }
    }

    /// Counts a request.
    pub fn count_request(&self, route: Option<&str>, method: &str, status: u16, time: Duration) {
        if let Some(kept) = &self.0 {
            kept.requests.add(route, method, status, time);
        }
    }

    /// All metrics in text form, including these samples; empty if metrics are off.
    ///
    /// # Errors
    /// A sample has the name of another metric.
    pub fn text(&self, samples: &MetricSamples) -> Result<String> {
        let Some(kept) = &self.0 else { return Ok(String::new()) };
        let mut text = Vec::new();
        for registry in [&kept.registry, samples.registry()] {
            TextEncoder::new().encode(&registry.gather(), &mut text)?;
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

/// Decrements the gauge when it is dropped.
#[derive(Debug)]
pub struct GaugeGuard(Metrics, GaugeMetric);

impl GaugeGuard {
    fn step(&self, by: i64) {
        if let Some(kept) = &self.0.0 {
            kept.levels[self.1 as usize].add(by);
        }
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.step(-1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metric_tables_are_in_the_order_of_their_enums() {
        assert!(CounterMetric::ALL.iter().enumerate().all(|(index, (count, ..))| *count as usize == index));
        assert!(GaugeMetric::ALL.iter().enumerate().all(|(index, (level, ..))| *level as usize == index));
        assert!(DurationMetric::ALL.iter().enumerate().all(|(index, (span, ..))| *span as usize == index));
    }

    #[test]
    fn recorded_metrics_are_in_the_output() {
        let metrics = Metrics::with_routes(&["/", "/matches/{id}/plies"]).unwrap();
        metrics.add(CounterMetric::Moves, 2);
        metrics.count(CounterMetric::Moves);
        let open = metrics.gauge_guard(GaugeMetric::Streams);
        drop(metrics.gauge_guard(GaugeMetric::Streams));
        metrics.observe(DurationMetric::Write, Duration::from_micros(700));
        metrics.count_request(Some("/matches/{id}/plies"), "POST", 303, Duration::from_millis(2));
        metrics.count_request(None, "BREW", 404, Duration::from_secs(60));
        let samples = MetricSamples::default();
        samples.add_gauge("parlour_emails", "Emails", 4.0).unwrap();
        let text = metrics.text(&samples).unwrap();
        drop(open);
        for line in [
            "# TYPE parlour_moves_total counter",
            "parlour_moves_total 3",
            "parlour_streams_open 1",
            "parlour_write_seconds_bucket{le=\"0.001\"} 1",
            "parlour_write_seconds_bucket{le=\"0.0005\"} 0",
            "parlour_write_seconds_count 1",
            "parlour_requests_total{method=\"POST\",route=\"/matches/{id}/plies\",status=\"3xx\"} 1",
            "parlour_requests_total{method=\"other\",route=\"none\",status=\"4xx\"} 1",
            "parlour_request_seconds_bucket{route=\"/matches/{id}/plies\",le=\"0.002\"} 1",
            "parlour_request_seconds_bucket{route=\"none\",le=\"8.192\"} 0",
            "parlour_request_seconds_bucket{route=\"none\",le=\"+Inf\"} 1",
            "parlour_emails 4",
        ] {
            assert!(text.lines().any(|written| written == line), "{line}\nis not in\n{text}");
        }
        assert!(!text.contains("route=\"/\""), "what nobody asked for takes no room");
    }

    #[test]
    fn disabled_metrics_record_nothing() {
        let metrics = Metrics::default();
        metrics.count(CounterMetric::Moves);
        drop(metrics.gauge_guard(GaugeMetric::Streams));
        metrics.count_request(Some("/"), "GET", 200, Duration::ZERO);
        assert!(metrics.text(&MetricSamples::default()).unwrap().is_empty());
    }
}
