//! The metrics, and access to them.

use parlour::config::MetricsToken;
use reqwest::Method;

use crate::harness::{PageAnswer, SHORT_WIN, TestPerson, TestSite};

const WORD: &str = "a word for the machine";

async fn watched() -> TestSite {
    TestSite::with(|config| config.metrics_token = MetricsToken::from_text(WORD)).await
}

async fn asked_with(person: &TestPerson, authorization: &str) -> PageAnswer {
    person.send(person.request(Method::GET, "/metrics").header("Authorization", authorization)).await
}

async fn counted(site: &TestSite) -> String {
    let answer = asked_with(&site.visitor(), &format!("Bearer {WORD}")).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    assert_eq!(answer.header("cache-control"), "private, no-store");
    answer.body
}

fn value(text: &str, what: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(what)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {what} in\n{text}")).parse().unwrap()
}

#[tokio::test]
async fn metrics_are_off_without_a_token() {
    let site = TestSite::start().await;
    for who in [site.visitor(), site.register("Ada").await] {
        assert_eq!(who.get("/metrics").await.status, 404);
        assert_eq!(asked_with(&who, "Bearer ").await.status, 404);
    }
}

#[tokio::test]
async fn metrics_need_the_token() {
    let site = watched().await;
    let ada = site.register("Ada").await;
    for wrong in
        ["", "Bearer", "Bearer ", "Bearer a word for the machin", "Basic a word for the machine", WORD]
    {
        let answer = asked_with(&ada, wrong).await;
        assert_eq!((answer.status, answer.header("www-authenticate")), (401, "Bearer"), "{wrong}");
        assert!(!answer.body.contains("parlour_"), "{wrong}");
    }
    assert_eq!(ada.get("/metrics").await.status, 401);
    assert_eq!(ada.get(&format!("/metrics?token={WORD}")).await.status, 401);
    assert_eq!(ada.post("/metrics", &[]).await.status, 405);
    counted(&site).await;
}

#[tokio::test]
async fn requests_and_moves_are_counted() {
    let site = watched().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN[..2]).await;
    let wrong = [("username", "Ada"), ("password", "not hers")];
    assert_eq!(site.visitor().post("/login", &wrong).await.status, 401);
    assert_eq!(site.visitor().get("/no-such-page/of-Ada").await.status, 404);
    let listener = site.visitor().listens(&m.id, 0).await;
    let mut text = counted(&site).await;
    while value(&text, "parlour_writes_waiting") > 0.0 {
        text = counted(&site).await;
    }
    assert_eq!(value(&text, "parlour_moves_total"), 2.0);
    assert_eq!(value(&text, "parlour_sign_ins_failed_total"), 1.0);
    assert_eq!(value(&text, "parlour_streams_open"), 1.0);
    assert_eq!(value(&text, "parlour_matches{status=\"playing\"}"), 1.0);
    assert_eq!(value(&text, "parlour_matches{status=\"ended\"}"), 0.0);
    assert_eq!(value(&text, "parlour_emails{state=\"waiting\"}"), 0.0);
    let plies = "method=\"POST\",route=\"/matches/{id}/plies\",status=\"3xx\"";
    assert_eq!(value(&text, &format!("parlour_requests_total{{{plies}}}")), 2.0);
    assert_eq!(value(&text, "parlour_requests_total{method=\"GET\",route=\"none\",status=\"4xx\"}"), 1.0);
    assert_eq!(value(&text, "parlour_request_seconds_count{route=\"/matches/{id}/plies\"}"), 2.0);
    assert!(value(&text, "parlour_write_seconds_count") > 2.0);
    assert_eq!(value(&text, "parlour_sweeper_lag_seconds"), 0.0);
    assert!(value(&text, "process_start_time_seconds") > 1.7e9);
    #[cfg(target_os = "linux")]
    assert!(value(&text, "process_resident_memory_bytes") > 1e6);
    assert!(!text.contains("Ada") && !text.contains(&*m.id), "metrics contain no names and no paths");
    drop(listener);
}

#[tokio::test]
async fn refusals_by_rate_limits_are_counted() {
    let site = TestSite::with(|config| {
        config.metrics_token = MetricsToken::from_text(WORD);
        config.rate_limits = true;
    })
    .await;
    let (visitor, wrong) = (site.visitor(), [("username", "Ada"), ("password", "not hers")]);
    while visitor.post("/login", &wrong).await.status != 429 {}
    assert_eq!(value(&counted(&site).await, "parlour_rate_limited_total"), 1.0);
}
