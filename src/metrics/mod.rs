//! Metrics, and their output for Prometheus. Pure.
//!
//! Frequent events only increment existing numbers: no string is built, only the route is looked up, and nothing
//! accumulates between two scrapes. If metrics are off, nothing is counted.

mod duration_options;
mod requests;
mod samples;

use std::sync::Arc;
use std::time::Duration;

use prometheus::{Encoder, Histogram, IntCounter, IntGauge, Registry, Result, TextEncoder};

use duration_options::duration_options;
use requests::RequestMetrics;
pub use samples::MetricSamples;

/// Defines an enum of metrics, each with its name and its description for Prometheus.
macro_rules! metrics {
    ($(#[$of:meta])* pub enum $kind:ident { $($(#[$each:meta])* $metric:ident = $name:literal, $help:literal;)+ }) => {
        $(#[$of])*
        pub enum $kind { $($(#[$each])* $metric),+ }

        impl $kind {
            const ALL: &[($kind, &'static str, &'static str)] = &[$(($kind::$metric, $name, $help)),+];
        }
    };
}

metrics! {
    /// A counter.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CounterMetric {
        /// A ply of a seat was committed, of a person or a bot.
        Moves = "parlour_moves_total", "Moves of players and bots, without rolls";
        /// A stream was too slow, or disconnected for too long, and had to catch up from the log.
        SlowReaders = "parlour_slow_readers_total", "Streams that fell behind and had to catch up from the log";
        /// A password, code or passkey was wrong.
        SignInsFailed = "parlour_sign_ins_failed_total", "Failed sign-ins: wrong password, code or passkey";
        /// A request was over a rate limit.
        RateLimited = "parlour_rate_limited_total", "Requests refused because there were too many";
        /// A transaction failed.
        WritesFailed = "parlour_writes_failed_total", "Failed transactions";
        /// A search began, for a bot, a hint or an analysis.
        Searches = "parlour_searches_total", "Searches started";
        /// A search was refused because too many were waiting.
        SearchesRefused = "parlour_searches_refused_total", "Searches refused because too many were waiting";
    }
}

metrics! {
    /// A gauge.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum GaugeMetric {
        /// Open streams.
        Streams = "parlour_streams_open", "Live streams that are open";
        /// Tasks that wait for the write connection.
        WritesWaiting = "parlour_writes_waiting", "Transactions that wait for the one writer";
        /// Searches in progress.
        SearchesRunning = "parlour_searches_running", "Searches in progress";
        /// Searches that wait for a thread.
        SearchesWaiting = "parlour_searches_waiting", "Searches that wait for a thread";
    }
}

metrics! {
    /// A histogram of durations.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum DurationMetric {
        /// A transaction, until it is committed.
        Write = "parlour_write_seconds", "How long transactions took until they were on disk";
        /// Waiting for the write connection.
        WriteWait = "parlour_write_wait_seconds", "How long transactions waited before they began";
        /// A search for a move.
        Search = "parlour_search_seconds", "How long searches for moves took";
        /// Waiting for a thread to search on.
        SearchWait = "parlour_search_wait_seconds", "How long searches waited before they began";
    }
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
        if let Some(inner) = &self.0 {
            inner.counts[what as usize].inc_by(times);
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
        if let Some(inner) = &self.0 {
            inner.spans[what as usize].observe(time.as_secs_f64());
        }
    }

    /// Counts a request.
    pub fn count_request(&self, route: Option<&str>, method: &str, status: u16, time: Duration) {
        if let Some(inner) = &self.0 {
            inner.requests.add(route, method, status, time);
        }
    }

    /// All metrics in text form, including these samples; empty if metrics are off.
    ///
    /// # Errors
    /// A sample has the name of another metric.
    pub fn text(&self, samples: &MetricSamples) -> Result<String> {
        let Some(inner) = &self.0 else { return Ok(String::new()) };
        let mut text = Vec::new();
        for registry in [&inner.registry, samples.registry()] {
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
        if let Some(inner) = &self.0.0 {
            inner.levels[self.1 as usize].add(by);
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
