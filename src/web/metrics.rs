//! `GET /metrics` for Prometheus.

use actix_web::http::header;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::{AppState, HttpResult, WebError};
use crate::backup_runner::BackupStatus;
use crate::metrics::MetricSamples;
use crate::now::Moment;
use crate::store::MonitoredCounts;
use crate::version::{COMMIT, VERSION};

/// `GET /metrics`: 404 if metrics are off, 401 without the token.
pub async fn show(request: HttpRequest, state: Data<AppState>) -> HttpResult {
    let Some(token) = &state.config.metrics_token else { return Err(WebError::NotFound("".into())) };
    if !bearer(&request).is_some_and(|given| token.is(given)) {
        let asks = (header::WWW_AUTHENTICATE, "Bearer");
        return Ok(HttpResponse::Unauthorized().insert_header(asks).finish());
    }
    // The figures in memory and of the disk matter most while the database fails.
    let watched = state.store.monitored_counts(state.clock.now()).await.map_err(|error| {
        tracing::warn!(code = error.code(), %error, "failed to read database metrics");
    });
    let text = state.metrics.text(&samples(watched.ok().as_ref(), &state)?).map_err(WebError::internal)?;
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(text))
}

fn bearer(request: &HttpRequest) -> Option<&str> {
    let (scheme, word) = request.headers().get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(word.trim())
}

/// Gauges that are read on each request.
fn samples(watched: Option<&MonitoredCounts>, state: &AppState) -> Result<MetricSamples, WebError> {
    let samples = MetricSamples::default();
    let read_off = || {
        watched.map_or(Ok(()), |watched| of_database(&samples, watched))?;
        of_build(&samples)?;
        of_program(&samples, state)
    };
    read_off().map_err(WebError::internal)?;
    Ok(samples)
}

/// Its value is always 1: its labels say what runs.
fn of_build(samples: &MetricSamples) -> prometheus::Result<()> {
    let labels = [("version", VERSION), ("commit", COMMIT.unwrap_or("unknown"))];
    samples.add_info("parlour_build_info", "Version and commit of the program", &labels)
}

fn of_database(samples: &MetricSamples, watched: &MonitoredCounts) -> prometheus::Result<()> {
    let each = |name, help, label, known: &[&'static str], counted: &[(String, i64)]| {
        let count =
            |key: &str| counted.iter().find(|(counted, _)| counted == key).map_or(0, |(_, count)| *count);
        let values: Vec<_> = known.iter().map(|key| (*key, count(key) as f64)).collect();
        samples.add_labelled(name, help, label, &values)
    };
    let states = ["waiting", "dead"];
    each("parlour_matches", "Matches", "status", &["open", "playing", "ended"], &watched.matches)?;
    let emails = ["waiting", "dead", "expired"];
    each("parlour_emails", "Emails by state: queued, refused or expired", "state", &emails, &watched.emails)?;
    each("parlour_pushes", "Pushes by state: queued or failed", "state", &states, &watched.pushes)?;
    let overdue = watched.overdue as f64 / 1000.0;
    let lag = "Seconds by which the most overdue match is late";
    samples.add_gauge("parlour_sweeper_lag_seconds", lag, overdue)?;
    samples.add_gauge("parlour_database_bytes", "Size of the database in bytes", watched.bytes as f64)
}

fn of_program(samples: &MetricSamples, state: &AppState) -> prometheus::Result<()> {
    if let Some(bytes) = state.store.free_bytes() {
        let free = "Free bytes on the disk of the database";
        samples.add_gauge("parlour_disk_free_bytes", free, bytes as f64)?;
    }
    let outage = state.notices.mail_outage().map_or(0, |outage| state.clock.now().since(outage.since));
    let failing = "Seconds since mail delivery began to fail, 0 if it works";
    samples.add_gauge("parlour_mail_failing_seconds", failing, outage as f64 / 1000.0)?;
    if let Some(backups) = &state.backups {
        of_backups(samples, &backups.status(), state.clock.now())?;
    }
    let started = state.started.0 as f64 / 1000.0;
    let began = "Start time of the process in seconds since 1970";
    samples.add_gauge("process_start_time_seconds", began, started)?;
    if let Some(bytes) = memory() {
        samples.add_gauge(
            "process_resident_memory_bytes",
            "Resident memory of the process in bytes",
            bytes,
        )?;
    }
    Ok(())
}

fn of_backups(samples: &MetricSamples, status: &BackupStatus, now: Moment) -> prometheus::Result<()> {
    let seconds = |since: Moment| now.since(since) as f64 / 1000.0;
    if let Some(newest) = &status.newest {
        let age = "Age of the newest copy in BACKUP_DIR in seconds";
        samples.add_gauge("parlour_backup_age_seconds", age, seconds(newest.at))?;
    }
    let failing = "Seconds since backups began to fail, 0 if they succeed";
    let problem = status.problem.as_ref().map_or(0.0, |problem| seconds(problem.since));
    samples.add_gauge("parlour_backup_failing_seconds", failing, problem)
}

/// The resident memory of the process in bytes, if the system reports it.
fn memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<f64>().ok().map(|kilobytes| kilobytes * 1024.0)
}
