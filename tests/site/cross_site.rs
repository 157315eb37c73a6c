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
async fn requests_from_other_sites_are_refused_and_change_nothing() {
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
async fn requests_from_the_site_itself_are_accepted() {
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
async fn the_public_url_is_the_accepted_origin_whatever_the_listening_address() {
    let public = PublicUrl::parse("https://parlour.example");
    let site = TestSite::with(|config| config.public_url = public).await;
    assert_eq!(sign_out(&site.visitor(), &[("Origin", "https://parlour.example")]).await, 303);
    assert_eq!(sign_out(&site.visitor(), &[("Origin", "http://parlour.example")]).await, 403);
    assert_eq!(sign_out(&site.visitor(), &[("Origin", &site.url)]).await, 403);
}

#[tokio::test]
async fn pages_can_be_linked_from_other_sites() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    let request = visitor.request(Method::GET, "/login").header("Sec-Fetch-Site", "cross-site");
    assert_eq!(visitor.send(request).await.status, 200);
}

#[tokio::test]
async fn a_visitor_without_https_gets_a_link_to_the_same_page_with_it() {
    let https = PublicUrl::parse("https://parlour.example");
    let site = TestSite::with(|config| config.public_url = https).await;
    let visitor = site.visitor();
    let links = async |headers: &[(&str, &str)]| {
        let request = visitor.request(Method::POST, "/login").header("Host", "parlour.example");
        let form = request.form(&[("username", "Ada"), ("password", "seven quiet marbles roll")]);
        let request = headers.iter().fold(form, |request, (name, value)| request.header(*name, *value));
        let answer = visitor.send(request).await;
        assert_eq!(answer.status, 403, "{headers:?}");
        let links = answer.attributes("main a", "href").into_iter().filter(|link| link.contains("//"));
        (links.collect::<Vec<_>>(), answer.text("main .lead").unwrap())
    };
    let (origin, page) = ("http://parlour.example", "http://parlour.example/login?next=%2Fgames");
    let (found, words) = links(&[("Origin", origin), ("Referer", page)]).await;
    assert_eq!(found, ["https://parlour.example/login?next=%2Fgames"]);
    assert!(words.contains("without https") && words.contains("https://parlour.example"), "{words}");
    assert_eq!(links(&[("Origin", origin)]).await.0, ["https://parlour.example/"]);
    assert_eq!(links(&[("Origin", "http://parlour.example:8080")]).await.0, ["https://parlour.example/"]);
    assert_eq!(links(&[("Origin", "null"), ("Referer", page)]).await.0.len(), 1);
    let others: [&[(&str, &str)]; 5] = [
        &[("Origin", "http://evil.example"), ("Referer", "http://evil.example/login")],
        &[("Origin", "https://evil.example")],
        &[("Origin", "null")],
        &[("Origin", "http://parlour.example.evil.example")],
        &[("Sec-Fetch-Site", "cross-site"), ("Referer", "https://parlour.example/login")],
    ];
    for headers in others {
        let (found, words) = links(headers).await;
        assert!(
            found.is_empty() && words.contains("came from another site"),
            "{headers:?} {found:?} {words}"
        );
    }
}

#[tokio::test]
async fn a_site_without_https_links_no_page_with_it() {
    let http = PublicUrl::parse("http://parlour.example:8080");
    let site = TestSite::with(|config| config.public_url = http).await;
    let visitor = site.visitor();
    let request = visitor.request(Method::POST, "/login").header("Origin", "http://parlour.example");
    let answer = visitor.send(request).await;
    assert_eq!((answer.status, answer.body.contains("https://parlour.example")), (403, false));
}
