//! Whether the program is well.

use crate::harness::TestSite;

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
