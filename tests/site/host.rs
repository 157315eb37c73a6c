//! The `Host` of requests.

use parlour::config::PublicUrl;
use reqwest::Method;

use crate::harness::TestSite;

#[tokio::test]
async fn a_host_that_is_not_the_sites_own_is_misdirected() {
    let site = TestSite::with(|config| config.public_url = PublicUrl::parse("https://parlour.example")).await;
    let visitor = site.visitor();
    let asks = async |path: &str, host: &str| {
        visitor.send(visitor.request(Method::GET, path).header("Host", host)).await
    };
    for own in ["parlour.example", "parlour.example:443", "localhost", "127.0.0.1:8080", "parlour:8080"] {
        assert_eq!(asks("/games", own).await.status, 200, "{own}");
    }
    for other in ["evil.example", "parlour.example.evil.example", "evil.example:443"] {
        let answer = asks("/games", other).await;
        assert_eq!(answer.status, 421, "{other}");
        assert!(answer.text("main").unwrap().contains("set PUBLIC_URL"), "{}", answer.body);
        assert_eq!(asks("/healthz", other).await.status, 200);
        assert_eq!(asks("/readyz", other).await.status, 200);
    }
    let post = visitor.request(Method::POST, "/login").header("Host", "evil.example");
    assert_eq!(visitor.send(post).await.status, 421);
}

#[tokio::test]
async fn any_host_will_do_where_the_address_is_the_default_or_a_trusted_proxy_passes_it_on() {
    let localhost =
        TestSite::with(|config| config.public_url = PublicUrl::parse("http://localhost:8080")).await;
    let proxied = TestSite::with(|config| {
        config.public_url = PublicUrl::parse("https://parlour.example");
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    for site in [TestSite::start().await, localhost, proxied] {
        let visitor = site.visitor();
        let request = visitor.request(Method::GET, "/games").header("Host", "parlour.internal");
        assert_eq!(visitor.send(request).await.status, 200);
    }
}
