//! What the program writes into its log: enough to find a request again, and nothing that opens a door.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg(unix)]

#[allow(dead_code, reason = "each binary of tests uses its part")]
mod killable;
#[allow(dead_code, reason = "each binary of tests uses its part")]
mod sink;

use killable::House;
use reqwest::{Client, redirect::Policy};
use scraper::{Html, Selector};
use serde_json::Value;
use sink::Sink;
use tempfile::TempDir;

const WORD: &str = "a word for the machine";
const KEY: &str = "a key of more than thirty-two characters";

fn attribute(page: &str, selector: &str, name: &str) -> String {
    let page = Html::parse_document(page);
    let element = page.select(&Selector::parse(selector).unwrap()).next();
    element.unwrap_or_else(|| panic!("no {selector}")).attr(name).unwrap().to_owned()
}

fn text(page: &str, selector: &str) -> String {
    let page = Html::parse_document(page);
    page.select(&Selector::parse(selector).unwrap()).next().unwrap().text().collect()
}

/// The key in an address: its longest part.
fn key(address: &str) -> String {
    address.split('/').max_by_key(|part| part.len()).unwrap().to_owned()
}

fn lines(house: &House) -> Vec<Value> {
    house.log().lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

async fn page(house: &House, client: &Client, path: &str) -> String {
    client.get(house.url(path)).send().await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn a_line_says_who_asked_for_what_and_holds_no_secret() {
    let folder = TempDir::new().unwrap();
    let mut sink = Sink::open().await;
    let settings = [
        ("LOG_FORMAT", "json"),
        ("RUST_LOG", "parlour=trace,info"),
        ("SMTP_URL", &*sink.url),
        ("METRICS_TOKEN", WORD),
        ("SECRET_KEY", KEY),
    ];
    let house = House::open(folder.path(), &settings).await;
    let mut secrets = vec!["seven brass lamps over felt".to_owned(), WORD.to_owned(), KEY.to_owned()];

    // Signing in, in vain and not.
    let visitor = Client::builder().redirect(Policy::none()).build().unwrap();
    house.register("Ada").await;
    for (password, status) in [("a wrong guess of hers", 401), ("seven brass lamps over felt", 303)] {
        let form = [("username", "Ada"), ("password", password)];
        let answer = visitor.post(house.url("/login")).form(&form).send().await.unwrap();
        assert_eq!(answer.status(), status);
        secrets.push(password.to_owned());
        secrets.extend(answer.cookies().map(|cookie| cookie.value().to_owned()));
    }
    assert_eq!(secrets.len(), 7, "a session was opened, and the browser is known");

    // An address that is confirmed, a letter and its way out, a feed, the code of a table, something said.
    let ben = house.register("Ben").await;
    house.post(&ben, "/settings/address", &[("address", "ben@example.org")]).await;
    let confirmation = sink.next().await.link(&house.url(""), "/settings/address/");
    house.post(&ben, &confirmation, &[]).await;
    house.post(&ben, "/settings/feeds/news", &[]).await;
    let feed = attribute(&page(&house, &ben, "/settings").await, "#feed-news", "value");
    assert!(visitor.get(&feed).send().await.unwrap().status().is_success());
    let form = [("game", "kalah"), ("seats", "2"), ("visibility", "private")];
    let opened = house.post(&ben, "/matches", &form).await;
    let table = opened.headers()["location"].to_str().unwrap().to_owned();
    let code = text(&page(&house, &ben, &table).await, ".invitation .code");
    let cleo = house.register("Cleo").await;
    page(&house, &cleo, &format!("/join/{code}")).await;
    house.post(&cleo, &format!("{table}/seats"), &[]).await;
    house.post(&ben, &format!("{table}/talk"), &[("text", "whispered among friends")]).await;
    let letter = sink.next().await;
    let unsubscribe = letter.link(&house.url(""), "/unsubscribe/");
    assert!(visitor.post(house.url(&unsubscribe)).send().await.unwrap().status().is_success());
    assert!(visitor.get(house.url("/metrics")).bearer_auth(WORD).send().await.unwrap().status().is_success());
    secrets.extend([key(&confirmation), key(&feed), code, key(&unsubscribe)]);
    secrets.extend(["whispered among friends".to_owned(), "ben@example.org".to_owned()]);

    let log = house.log();
    for secret in &secrets {
        assert!(secret.len() >= 6 && !log.contains(secret.trim()), "the log holds “{secret}”");
    }
    let lines = lines(&house);
    let answered =
        |route: &str| lines.iter().filter(|line| line["route"] == route).cloned().collect::<Vec<_>>();
    let sign_ins = answered("/login");
    assert_eq!(sign_ins.iter().map(|line| line["status"].as_u64().unwrap()).collect::<Vec<_>>(), [401, 303]);
    let line = answered("/matches/{id}/talk").remove(0);
    assert_eq!((line["status"].as_u64(), line["user"].as_i64()), (Some(303), Some(2)));
    assert!(line["ms"].as_f64().unwrap() > 0.0 && line["span"]["method"] == "POST");
    assert!(line["span"]["id"].as_str().unwrap().len() >= 16);
    for route in ["/feeds/{key}/news.atom", "/unsubscribe/{key}", "/join/{code}", "/settings/address/{key}"] {
        let line = answered(route).remove(0);
        assert!(line["span"]["path"].as_str().unwrap().contains('…'), "{line}");
    }
    assert!(!log.contains("Ada") && !log.contains("Cleo"), "a line knows a number, not a name");
}

#[tokio::test]
async fn a_request_goes_by_the_number_its_proxy_has_given_it_if_the_proxy_is_ours() {
    let folder = TempDir::new().unwrap();
    let json = [("LOG_FORMAT", "json"), ("RUST_LOG", "info")];
    let house = House::open(folder.path(), &json).await;
    let asked = async |house: &House, given: &str| {
        let asking = Client::new().get(house.url("/games")).header("X-Request-Id", given);
        let answer = asking.send().await.unwrap();
        answer.headers()["x-request-id"].to_str().unwrap().to_owned()
    };
    let own = asked(&house, "from-a-stranger-1").await;
    assert!(own.len() == 16 && own != asked(&house, "from-a-stranger-1").await, "{own}");
    assert!(lines(&house).iter().any(|line| line["span"]["id"] == *own && line["route"] == "/games"));
    drop(house);

    let trusting = [("LOG_FORMAT", "json"), ("RUST_LOG", "info"), ("TRUSTED_PROXIES", "127.0.0.0/8")];
    let house = House::open(folder.path(), &trusting).await;
    assert_eq!(asked(&house, "5f1c2b7e-8d3a-proxy").await, "5f1c2b7e-8d3a-proxy");
    assert_eq!(asked(&house, "short").await.len(), 16);
    assert_eq!(asked(&house, "what \"is\" {this} all about").await.len(), 16);
}

#[tokio::test]
async fn lines_for_people_say_nothing_of_requests_that_went_well() {
    let folder = TempDir::new().unwrap();
    let house = House::open(folder.path(), &[("RUST_LOG", "")]).await;
    page(&house, &Client::new(), "/games").await;
    page(&house, &Client::new(), "/no-such-page").await;
    let log = house.log();
    assert!(log.contains("listening") && !log.contains("/games") && !log.contains("answered"), "{log}");
    assert!(log.contains("refused") && log.contains("id="), "{log}");
}
