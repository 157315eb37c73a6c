//! Metrics of requests, labelled by route and never by path.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::Duration;

use prometheus::{Histogram, HistogramVec, IntCounter, IntCounterVec, Opts, Registry, Result};

use super::duration_options::duration_options;

/// Other methods are not used by the site.
const METHODS: [&str; 4] = ["GET", "POST", "HEAD", "other"];
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// The metrics of one route. Each combination of labels is created by its first request.
#[derive(Debug, Default)]
struct RouteLabel {
    pattern: &'static str,
    counts: [[OnceLock<IntCounter>; CLASSES.len()]; METHODS.len()],
    times: OnceLock<Histogram>,
}

/// The metrics of all routes, and of requests without a route.
#[derive(Debug)]
pub struct RequestMetrics {
    counts: IntCounterVec,
    times: HistogramVec,
    routes: Vec<RouteLabel>,
    places: HashMap<&'static str, usize>,
}

impl RequestMetrics {
    pub fn of(routes: &[&'static str], registry: &Registry) -> Result<Self> {
        let counts = Opts::new("parlour_requests_total", "Answered requests");
        let counts = IntCounterVec::new(counts, &["route", "method", "status"])?;
        let help = "Time until the response head was sent";
        let times = HistogramVec::new(duration_options("parlour_request_seconds", help)?, &["route"])?;
        registry.register(Box::new(counts.clone()))?;
        registry.register(Box::new(times.clone()))?;
        let places = routes.iter().enumerate().map(|(place, pattern)| (*pattern, place)).collect();
        let patterns = routes.iter().copied().chain(["none"]);
        let routes = patterns.map(|pattern| RouteLabel { pattern, ..RouteLabel::default() }).collect();
        Ok(Self { counts, times, routes, places })
    }

    /// Counts a request.
    pub fn add(&self, route: Option<&str>, method: &str, status: u16, time: Duration) {
        let none = self.routes.len() - 1;
        let route = &self.routes[route.and_then(|route| self.places.get(route).copied()).unwrap_or(none)];
        let method = METHODS.iter().position(|known| *known == method).unwrap_or(METHODS.len() - 1);
        let class = usize::from(status / 100).clamp(1, CLASSES.len()) - 1;
        let labels = || self.counts.with_label_values(&[route.pattern, METHODS[method], CLASSES[class]]);
        route.counts[method][class].get_or_init(labels).inc();
        let times = || self.times.with_label_values(&[route.pattern]);
        route.times.get_or_init(times).observe(time.as_secs_f64());
    }
}
