//! Health checks.

use crate::harness::{TestSite, path};

#[tokio::test]
async fn a_site_that_runs_is_alive_and_ready() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for path in ["/healthz", "/readyz"] {
        assert_eq!(visitor.get(path).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_site_whose_database_is_gone_is_alive_but_not_ready() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    site.close_database().await;
    assert_eq!(visitor.get("/healthz").await.status, 200);
    let answer = visitor.get("/readyz").await;
    assert!([500, 503].contains(&answer.status), "{}", answer.status);
    assert!(!answer.body.contains("pool"), "nothing is told of the inside: {}", answer.body);
}

#[tokio::test]
async fn a_site_that_stops_takes_no_more_requests() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    assert_eq!(visitor.get("/healthz").await.status, 200);
    site.stop().await;
    let request = visitor.request(reqwest::Method::GET, "/healthz");
    assert!(request.send().await.is_err());
}

#[tokio::test]
async fn a_match_whose_log_cannot_be_read_is_not_said_to_be_missing_and_others_go_on() {
    let site = TestSite::start().await;
    let broken = site.start_match("tictactoe").await;
    let whole = broken.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(broken.ben.post(&path(&whole, "seats"), &[]).await.status, 303);
    let seq = broken.ada.record(&whole).await["seq"].to_string();
    let breaking = "UPDATE match_events SET body = '{}' WHERE kind = 'joined' AND match_id = $1";
    sqlx::query(breaking).bind(&*broken.id).execute(&site.database().await).await.unwrap();
    site.state().referee.forget_all();
    let (first, other) =
        tokio::join!(broken.ada.play_from(&broken.id, &seq, "b2"), broken.ada.play_from(&whole, &seq, "b2"));
    assert_eq!((first.status, other.status), (500, 303), "{:?}", other.texts("[role=alert]"));
}

#[tokio::test]
async fn a_match_that_the_database_does_not_give_is_unavailable_and_not_missing() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let seq = m.ada.record(&m.id).await["seq"].to_string();
    site.state().referee.forget_all();
    site.close_database().await;
    assert_eq!(m.ada.play_from(&m.id, &seq, "b2").await.status, 503);
    assert_eq!(m.ada.post(&path(&m.id, "resignation"), &[]).await.status, 503);
    assert_eq!(m.ada.get(&path(&m.id, "record.json")).await.status, 503);
}
