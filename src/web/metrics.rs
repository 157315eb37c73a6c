//! `GET /metrics`: what is counted, for a program that has the word for it.

use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::{Answer, Error, State};
use crate::metrics::Sample;
use crate::store::Watched;

/// `GET /metrics`: 404 where nothing is counted, 401 without the word.
pub async fn show(request: HttpRequest, state: Data<State>) -> Answer {
    let Some(token) = &state.config.metrics_token else { return Err(Error::NotFound("".into())) };
    if !bearer(&request).is_some_and(|given| token.is(given)) {
        let asks = (header::WWW_AUTHENTICATE, "Bearer");
        return Ok(HttpResponse::Unauthorized().insert_header(asks).finish());
    }
    let watched = state.store.watched(state.clock.now()).await?;
    let text = state.metrics.text(&samples(&watched, &state));
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(text))
}

fn bearer(request: &HttpRequest) -> Option<&str> {
    let (scheme, word) = request.headers().get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(word.trim())
}

/// What is read off when somebody asks.
fn samples(watched: &Watched, state: &State) -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut each = |name, help, label, known: &[&str], counted: &[(String, i64)]| {
        for key in known {
            let count = counted.iter().find(|(counted, _)| counted == key).map_or(0, |(_, count)| *count);
            samples.push(Sample::gauge(name, help, &[(label, key)], count as f64));
        }
    };
    let states = ["waiting", "dead"];
    each("parlour_matches", "Matches", "status", &["open", "playing", "ended"], &watched.matches);
    each("parlour_letters", "Letters that wait, and that never arrived", "state", &states, &watched.letters);
    each("parlour_pushes", "Pushes that wait, and that never arrived", "state", &states, &watched.pushes);
    let mut one = |name, help, value| samples.push(Sample::gauge(name, help, &[], value));
    let overdue = watched.overdue as f64 / 1000.0;
    one("parlour_sweeper_lag_seconds", "How long the match is overdue that is so longest", overdue);
    one("parlour_database_bytes", "What the database takes", watched.bytes as f64);
    let started = state.started.0 as f64 / 1000.0;
    one("process_start_time_seconds", "When the program began, in seconds since 1970", started);
    if let Some(bytes) = memory() {
        one("process_resident_memory_bytes", "What the program takes of the memory", bytes);
    }
    samples
}

/// What the system says the program takes of the memory, where it says so.
fn memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<f64>().ok().map(|kilobytes| kilobytes * 1024.0)
}
