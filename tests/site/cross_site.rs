//! Cross-site requests.

use parlour::config::PublicUrl;
use reqwest::Method;

use crate::harness::{TestPerson, TestSite};

async fn sign_out(person: &TestPerson, headers: &[(&str, &str)]) -> u16 {
    let request = person.request(Method::POST, "/logout");
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    person.send(request).await.status
}

#[tokio::test]
async fn what_another_site_sends_is_refused_and_changes_nothing() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let foreign: [&[(&str, &str)]; 7] = [
        &[("Sec-Fetch-Site", "cross-site")],
        &[("Sec-Fetch-Site", "same-site")],
        &[("Sec-Fetch-Site", "cross-site"), ("Origin", &site.url)],
        &[("Origin", "https://evil.example")],
        &[("Origin", "null")],
        &[("Origin", "")],
        &[("Origin", "http://localhost")],
    ];
    for headers in foreign {
        assert_eq!(sign_out(&ada, headers).await, 403, "{headers:?}");
        assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"), "{headers:?}");
    }
}

#[tokio::test]
async fn what_the_site_itself_sends_passes() {
    let site = TestSite::start().await;
    let own: [&[(&str, &str)]; 5] = [
        &[("Sec-Fetch-Site", "same-origin")],
        &[("Sec-Fetch-Site", "same-origin"), ("Origin", &site.url)],
        &[("Sec-Fetch-Site", "none")],
        &[("Origin", &site.url)],
        &[],
    ];
    for headers in own {
        assert_eq!(sign_out(&site.visitor(), headers).await, 303, "{headers:?}");
    }
}

#[tokio::test]
async fn the_address_people_use_is_the_site_whatever_it_listens_on() {
    let public = PublicUrl::parse("https://parlour.example");
    let site = TestSite::with(|config| config.public_url = public).await;
    assert_eq!(sign_out(&site.visitor(), &[("Origin", "https://parlour.example")]).await, 303);
    assert_eq!(sign_out(&site.visitor(), &[("Origin", "http://parlour.example")]).await, 403);
    assert_eq!(sign_out(&site.visitor(), &[("Origin", &site.url)]).await, 403);
}

#[tokio::test]
async fn a_page_may_be_opened_from_anywhere() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    let request = visitor.request(Method::GET, "/login").header("Sec-Fetch-Site", "cross-site");
    assert_eq!(visitor.send(request).await.status, 200);
}
