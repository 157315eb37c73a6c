//! What was asked for and how it was answered, by route and never by path.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::Text;
use super::histogram::Histogram;

/// What else there is, is none of the house's.
const METHODS: [&str; 4] = ["GET", "POST", "HEAD", "other"];
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

const TOTAL: &str = "parlour_requests_total";
const SECONDS: &str = "parlour_request_seconds";

/// The requests of one route.
#[derive(Debug, Default)]
struct Route {
    pattern: &'static str,
    counts: [[AtomicU64; CLASSES.len()]; METHODS.len()],
    times: Histogram,
}

/// The requests of every route, and at last of none.
#[derive(Debug)]
pub struct Requests {
    routes: Vec<Route>,
    places: HashMap<&'static str, usize>,
}

impl Requests {
    /// By these routes.
    pub fn of(routes: &[&'static str]) -> Self {
        let places = routes.iter().enumerate().map(|(place, pattern)| (*pattern, place)).collect();
        let patterns = routes.iter().copied().chain(["none"]);
        let routes = patterns.map(|pattern| Route { pattern, ..Route::default() }).collect();
        Self { routes, places }
    }

    /// One more.
    pub fn add(&self, route: Option<&str>, method: &str, status: u16, time: Duration) {
        let none = self.routes.len() - 1;
        let route = &self.routes[route.and_then(|route| self.places.get(route).copied()).unwrap_or(none)];
        let method = METHODS.iter().position(|known| *known == method).unwrap_or(METHODS.len() - 1);
        let class = usize::from(status / 100).clamp(1, CLASSES.len()) - 1;
        route.counts[method][class].fetch_add(1, Relaxed);
        route.times.add(time);
    }

    /// Writes out those that were asked for.
    pub fn write(&self, text: &mut Text) {
        let asked = || self.routes.iter().filter(|route| !route.times.is_empty());
        text.counter(TOTAL, "Requests that were answered");
        for route in asked() {
            for (method, classes) in METHODS.iter().zip(&route.counts) {
                for (class, count) in CLASSES.iter().zip(classes) {
                    let count = count.load(Relaxed);
                    if count > 0 {
                        let pattern = route.pattern;
                        let labels = format!("route=\"{pattern}\",method=\"{method}\",status=\"{class}\"");
                        text.line(TOTAL, &labels, count);
                    }
                }
            }
        }
        text.histogram(SECONDS, "How long it took until the head of an answer was there");
        for route in asked() {
            route.times.write(SECONDS, &format!("route=\"{}\"", route.pattern), text);
        }
    }
}
