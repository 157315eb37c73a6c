//! Pages, one after the other on one connection.

use std::io;
use std::time::{Duration, Instant};

use super::super::http::HttpBrowser;
use super::super::latency::Latencies;
use super::super::process::ServerProcess;
use super::site::{ADMIN, GrownSite, HEAVY, NORMAL};
use super::upkeep::memory;
use super::{line, mib, section};

/// Maximum number of requests for each page, and maximum time.
const REQUESTS: usize = 200;
const BUDGET: Duration = Duration::from_secs(4);

/// Pages: name, user and path. A path that ends with `?before=` is followed from the page without it.
const PAGES: &[(&str, &str, &str)] = &[
    ("front page, visitor", "", "/"),
    ("dashboard, normal", NORMAL, "/"),
    ("dashboard, heavy", HEAVY, "/"),
    ("turns, heavy", HEAVY, "/turns"),
    ("next, heavy", HEAVY, "/next"),
    ("profile normal, visitor", "", "/players/normal"),
    ("profile heavy, visitor", "", "/players/heavy"),
    ("profile heavy, own", HEAVY, "/players/heavy"),
    ("profile heavy, by normal", NORMAL, "/players/heavy"),
    ("profile heavy, second page", "", "/players/heavy?before="),
    ("open matches, visitor", "", "/matches/open"),
    ("open matches, second page", "", "/matches/open?before="),
    ("open matches, normal", NORMAL, "/matches/open"),
    ("open matches, heavy", HEAVY, "/matches/open"),
    ("leaderboard", "", "/games/sternhalma/ratings"),
    ("leaderboard from 500", "", "/games/sternhalma/ratings?from=500"),
    ("leaderboard from 40,000", "", "/games/sternhalma/ratings?from=40000"),
    ("people", ADMIN, "/admin/users"),
    ("people, search", ADMIN, "/admin/users?q=player77"),
    ("person heavy", ADMIN, "/admin/users/heavy"),
    ("numbers", ADMIN, "/admin/statistics"),
    ("audit log", ADMIN, "/admin/audit"),
    ("audit log of an admin", ADMIN, "/admin/audit?person=boss"),
    ("audit log of an act", ADMIN, "/admin/audit?act=suspend"),
    ("audit log of an admin's act", ADMIN, "/admin/audit?person=boss&act=rename"),
    ("audit log, download", ADMIN, "/admin/audit.jsonl"),
    ("reports", ADMIN, "/admin/reports"),
    ("account, download", HEAVY, "/account/export"),
];

pub fn measure(site: &mut GrownSite) -> io::Result<()> {
    let server = site.serve()?;
    section("Pages: median / p99, processor time, bytes");
    for (name, who, path) in PAGES {
        let mut browser = site.browser(&server, who)?;
        match path.strip_suffix("?before=") {
            None => page(&server, &mut browser, name, &[(*path).to_owned()])?,
            Some(first) => match older(&mut browser, first)? {
                Some(path) => page(&server, &mut browser, name, &[path])?,
                None => line(name, "there is none"),
            },
        }
    }
    let finished: Vec<String> = site.ask(async |db| {
        let query = "SELECT '/matches/' || id FROM matches WHERE status = 'ended' ORDER BY id LIMIT 200";
        sqlx::query_scalar(query).fetch_all(db).await
    })?;
    let mut browser = site.browser(&server, "")?;
    page(&server, &mut browser, "match, cold", &finished)?;
    page(&server, &mut browser, "match, again", &finished[..1])?;
    line("peak memory", &mib(memory(server.id()).1));
    server.stop()
}

/// Requests pages in turn until there are enough measurements.
fn page(server: &ServerProcess, browser: &mut HttpBrowser, name: &str, paths: &[String]) -> io::Result<()> {
    let (mut took, mut status, mut bytes) = (Latencies::default(), 0, 0);
    let (begun, processor) = (Instant::now(), server.processor_time()?);
    while took.count() < REQUESTS && begun.elapsed() < BUDGET {
        let asked = Instant::now();
        let answer = browser.get(&paths[took.count() % paths.len()])?;
        took.add(asked.elapsed());
        (status, bytes) = (answer.status, answer.body.len());
    }
    let used = (server.processor_time()? - processor).as_secs_f64() * 1000.0 / took.count() as f64;
    let (median, p99) = (took.at(0.5), took.at(0.99));
    let odd = if matches!(status, 200 | 303) { String::new() } else { format!(", answered {status}") };
    let count = took.count();
    line(name, &format!("{median:7.1} / {p99:7.1} ms  {used:7.1} ms  {bytes:>9} bytes ({count}){odd}"));
    Ok(())
}

/// The path of the page after this one.
fn older(browser: &mut HttpBrowser, path: &str) -> io::Result<Option<String>> {
    let text = browser.get(path)?.text();
    let link =
        text.split("href=\"").filter_map(|rest| rest.split('"').next()).find(|link| link.contains("before="));
    Ok(link.map(|link| link.replace("&amp;", "&")).map(|link| match link.split_once('?') {
        Some((_, query)) => format!("{path}?{query}"),
        None => link,
    }))
}
