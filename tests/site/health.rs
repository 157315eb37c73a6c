//! Health checks.

use crate::harness::{TestSite, path};

#[tokio::test]
async fn a_running_site_is_healthy_and_ready() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for path in ["/healthz", "/readyz"] {
        assert_eq!(visitor.get(path).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_site_without_its_database_is_healthy_but_not_ready() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    site.close_database().await;
    assert_eq!(visitor.get("/healthz").await.status, 200);
    let answer = visitor.get("/readyz").await;
    assert!([500, 503].contains(&answer.status), "{}", answer.status);
    assert!(!answer.body.contains("pool"), "the response contains internal details: {}", answer.body);
}

#[tokio::test]
async fn a_stopping_site_accepts_no_requests() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    assert_eq!(visitor.get("/healthz").await.status, 200);
    site.stop().await;
    let request = visitor.request(reqwest::Method::GET, "/healthz");
    assert!(request.send().await.is_err());
}

#[tokio::test]
async fn a_match_with_an_unreadable_log_is_an_error_and_not_missing_and_others_work() {
    let site = TestSite::start().await;
    let broken = site.start_match("tictactoe").await;
    let whole = broken.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(broken.ben.post(&path(&whole, "seats"), &[]).await.status, 303);
    let seq = broken.ada.record(&whole).await["seq"].to_string();
    let breaking = "UPDATE match_events SET body = '{}' WHERE kind = 'joined' AND match_id = $1";
    sqlx::query(breaking).bind(&*broken.id).execute(&site.database().await).await.unwrap();
    site.state().referee.clear_cache();
    let (first, other) =
        tokio::join!(broken.ada.play_from(&broken.id, &seq, "b2"), broken.ada.play_from(&whole, &seq, "b2"));
    assert_eq!((first.status, other.status), (500, 303), "{:?}", other.texts("[role=alert]"));
}

#[tokio::test]
async fn a_match_is_unavailable_and_not_missing_when_the_database_fails() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let seq = m.ada.record(&m.id).await["seq"].to_string();
    site.state().referee.clear_cache();
    site.close_database().await;
    assert_eq!(m.ada.play_from(&m.id, &seq, "b2").await.status, 503);
    assert_eq!(m.ada.post(&path(&m.id, "resignation"), &[]).await.status, 503);
    assert_eq!(m.ada.get(&path(&m.id, "record.json")).await.status, 503);
}
