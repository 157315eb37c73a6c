//! The dashboard and the alerts use metrics that the site exports.

use std::collections::BTreeSet;

use reqwest::Client;
use serde_json::Value;
use tempfile::TempDir;

use crate::killable::KillableSite;

const ALERTS: &str = include_str!("../../docs/alerts.yml");
const DASHBOARD: &str = include_str!("../../docs/grafana.json");
const TOKEN: &str = "a word for the machine";

/// The names of metrics in a text.
fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with("parlour_")).collect()
}

/// The names of all series in the output of `/metrics`, those of histograms with their suffixes.
fn exported(metrics: &str) -> BTreeSet<&str> {
    let samples = metrics.lines().filter(|line| !line.starts_with('#'));
    samples.filter_map(|line| line.split(['{', ' ']).next()).collect()
}

#[tokio::test]
async fn the_dashboard_and_the_alerts_use_metrics_that_are_exported() {
    let folder = TempDir::new().unwrap();
    let backups = folder.path().join("backups");
    let settings = [("METRICS_TOKEN", TOKEN), ("BACKUP_DIR", backups.to_str().unwrap())];
    let site = KillableSite::open(folder.path(), &settings).await;
    // Series of requests exist from the first request on, and this site has answered /readyz. That of backups exists once
    // the first is written.
    let metrics = loop {
        let answer = Client::new().get(site.url("/metrics")).bearer_auth(TOKEN).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        let metrics = answer.text().await.unwrap();
        if metrics.contains("parlour_backup_age_seconds ") {
            break metrics;
        }
    };
    let info = metrics.lines().find(|line| line.starts_with("parlour_build_info{")).unwrap();
    assert!(info.contains(concat!("version=\"", env!("CARGO_PKG_VERSION"), "\"")), "{info}");
    let exported = exported(&metrics);
    for (file, text) in [("docs/alerts.yml", ALERTS), ("docs/grafana.json", DASHBOARD)] {
        let names = names(text);
        assert!(names.len() >= 10, "{file}: {names:?}");
        let unknown: Vec<_> = names.difference(&exported).collect();
        assert!(unknown.is_empty(), "{file} uses metrics that are not exported: {unknown:?}");
    }
}

#[test]
fn every_panel_of_the_dashboard_has_an_expression() {
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let ids: BTreeSet<_> = panels.iter().map(|panel| panel["id"].as_u64().unwrap()).collect();
    assert!(panels.len() >= 10 && ids.len() == panels.len(), "ids of panels are unique: {ids:?}");
    for panel in panels {
        let targets = panel["targets"].as_array().unwrap();
        let is_written =
            |target: &Value| target["expr"].as_str().is_some_and(|expression| !expression.is_empty());
        assert!(!targets.is_empty() && targets.iter().all(is_written), "{}", panel["title"]);
    }
}
