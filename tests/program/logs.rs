//! The log of the program: enough to find a request, and no secrets.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};

use reqwest::{Client, redirect::Policy};
use scraper::{Html, Selector};
use serde_json::Value;
use tempfile::TempDir;

use crate::killable::KillableSite;
use crate::sink::MailSink;

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

/// The key in a URL: its longest part.
fn key(address: &str) -> String {
    address.split('/').max_by_key(|part| part.len()).unwrap().to_owned()
}

fn lines(site: &KillableSite) -> Vec<Value> {
    site.log().lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

/// The ids of registered users, in order. Bots have ids too, so the first is not 1.
fn registered(site: &KillableSite) -> Vec<Option<i64>> {
    let lines = lines(site).into_iter().filter(|line| line["message"] == "registered");
    lines.map(|line| line["user"].as_i64()).collect()
}

async fn page(site: &KillableSite, client: &Client, path: &str) -> String {
    client.get(site.url(path)).send().await.unwrap().text().await.unwrap()
}

#[tokio::test]
async fn a_request_line_names_user_and_route_and_contains_no_secret() {
    let folder = TempDir::new().unwrap();
    let mut sink = MailSink::open().await;
    let settings = [
        ("LOG_FORMAT", "json"),
        ("RUST_LOG", "parlour=trace,info"),
        ("SMTP_URL", &*sink.url),
        ("METRICS_TOKEN", WORD),
        ("SECRET_KEY", KEY),
    ];
    let site = KillableSite::open(folder.path(), &settings).await;
    let mut secrets = vec!["seven brass lamps over felt".to_owned(), WORD.to_owned(), KEY.to_owned()];

    // Signing in, without and with success.
    let visitor = Client::builder().redirect(Policy::none()).build().unwrap();
    site.register("Ada").await;
    for (password, status) in [("a wrong guess of hers", 401), ("seven brass lamps over felt", 303)] {
        let form = [("username", "Ada"), ("password", password)];
        let answer = visitor.post(site.url("/login")).form(&form).send().await.unwrap();
        assert_eq!(answer.status(), status);
        secrets.push(password.to_owned());
        secrets.extend(answer.cookies().map(|cookie| cookie.value().to_owned()));
    }
    assert_eq!(secrets.len(), 7, "a session was opened, and the browser is known");

    // Confirming an address, an email and its unsubscribe link, a feed, a join code, a chat message.
    let ben = site.register("Ben").await;
    site.post(&ben, "/settings/address", &[("address", "ben@example.org")]).await;
    let confirmation = sink.next().await.link(&site.url(""), "/settings/address/");
    site.post(&ben, &confirmation, &[]).await;
    site.post(&ben, "/settings/feeds/news", &[]).await;
    let feed = attribute(&page(&site, &ben, "/settings").await, "#feed-news", "value");
    assert!(visitor.get(&feed).send().await.unwrap().status().is_success());
    let form = [("game", "kalah"), ("seats", "2"), ("visibility", "private"), ("first", "creator")];
    let opened = site.post(&ben, "/matches", &form).await;
    let table = opened.headers()["location"].to_str().unwrap().to_owned();
    let code = text(&page(&site, &ben, &table).await, ".invitation .code");
    let cleo = site.register("Cleo").await;
    page(&site, &cleo, &format!("/join/{code}")).await;
    site.post(&cleo, &format!("{table}/seats"), &[]).await;
    site.post(&ben, &format!("{table}/chat"), &[("text", "whispered among friends")]).await;
    let letter = sink.next().await;
    let unsubscribe = letter.link(&site.url(""), "/unsubscribe/");
    assert!(visitor.post(site.url(&unsubscribe)).send().await.unwrap().status().is_success());
    assert!(visitor.get(site.url("/metrics")).bearer_auth(WORD).send().await.unwrap().status().is_success());
    secrets.extend([key(&confirmation), key(&feed), code, key(&unsubscribe)]);
    secrets.extend(["whispered among friends".to_owned(), "ben@example.org".to_owned()]);

    let log = site.log();
    for secret in &secrets {
        assert!(secret.len() >= 6 && !log.contains(secret.trim()), "the log holds “{secret}”");
    }
    let lines = lines(&site);
    let answered =
        |route: &str| lines.iter().filter(|line| line["route"] == route).cloned().collect::<Vec<_>>();
    let sign_ins = answered("/login");
    assert_eq!(sign_ins.iter().map(|line| line["status"].as_u64().unwrap()).collect::<Vec<_>>(), [401, 303]);
    let line = answered("/matches/{id}/chat").remove(0);
    assert_eq!((line["status"].as_u64(), line["user"].as_i64()), (Some(303), registered(&site)[1]));
    assert!(line["ms"].as_f64().unwrap() > 0.0 && line["span"]["method"] == "POST");
    assert!(line["span"]["id"].as_str().unwrap().len() >= 16);
    for route in ["/feeds/{key}/news.atom", "/unsubscribe/{key}", "/join/{code}", "/settings/address/{key}"] {
        let line = answered(route).remove(0);
        assert!(line["span"]["path"].as_str().unwrap().contains('…'), "{line}");
    }
    assert!(!log.contains("Ada") && !log.contains("Cleo"), "a line knows a number, not a name");
}

#[tokio::test]
async fn a_request_id_is_accepted_from_a_trusted_proxy_only() {
    let folder = TempDir::new().unwrap();
    let json = [("LOG_FORMAT", "json"), ("RUST_LOG", "info")];
    let site = KillableSite::open(folder.path(), &json).await;
    let request_id = async |site: &KillableSite, given: &str| {
        let asking = Client::new().get(site.url("/games")).header("X-Request-Id", given);
        let answer = asking.send().await.unwrap();
        answer.headers()["x-request-id"].to_str().unwrap().to_owned()
    };
    let own = request_id(&site, "from-a-stranger-1").await;
    assert!(own.len() == 16 && own != request_id(&site, "from-a-stranger-1").await, "{own}");
    assert!(lines(&site).iter().any(|line| line["span"]["id"] == *own && line["route"] == "/games"));
    drop(site);

    let trusting = [("LOG_FORMAT", "json"), ("RUST_LOG", "info"), ("TRUSTED_PROXIES", "127.0.0.0/8")];
    let site = KillableSite::open(folder.path(), &trusting).await;
    assert_eq!(request_id(&site, "5f1c2b7e-8d3a-proxy").await, "5f1c2b7e-8d3a-proxy");
    assert_eq!(request_id(&site, "short").await.len(), 16);
    assert_eq!(request_id(&site, "what \"is\" {this} all about").await.len(), 16);
}

#[tokio::test]
async fn text_logs_omit_successful_requests() {
    let folder = TempDir::new().unwrap();
    let site = KillableSite::open(folder.path(), &[("RUST_LOG", "")]).await;
    page(&site, &Client::new(), "/games").await;
    page(&site, &Client::new(), "/no-such-page").await;
    let log = site.log();
    assert!(log.contains("listening") && !log.contains("/games") && !log.contains("answered"), "{log}");
    assert!(log.contains("refused") && log.contains("id="), "{log}");
}

#[tokio::test]
async fn logged_input_stays_on_one_line_and_is_truncated() {
    let folder = TempDir::new().unwrap();
    let site = KillableSite::open(folder.path(), &[("RUST_LOG", "info")]).await;
    let before = site.log().len();
    let send = async |body: String| {
        let form = Client::new().post(site.url("/login")).body(body);
        let answer = form.header("Content-Type", "application/x-www-form-urlencoded").send().await.unwrap();
        assert_eq!(answer.status(), 422);
    };
    send("%0a2026-11-23T00%3a00%3a00Z%20%20WARN%20forged%1b%5b2J%c2%9b%07%e2%80%ae=1".to_owned()).await;
    send(format!("{}=1", "x".repeat(60_000))).await;
    let long = format!("/matches/new?{}=1", "y".repeat(20_000));
    assert!(!Client::new().get(site.url(&long)).send().await.unwrap().status().is_server_error());
    let missing = format!("/%0a2026-11-23T00:00:00Z%20%20WARN%20forged%1b%5b2J/{}", "z".repeat(20_000));
    assert_eq!(Client::new().get(site.url(&missing)).send().await.unwrap().status(), 404);
    let log = site.log();
    let added = &log[before..];
    assert!(added.contains("forged") && added.lines().count() >= 3, "{added}");
    assert!(!added.lines().any(|line| line.starts_with("2026-11-23T00:00:00Z  WARN forged")), "{added}");
    assert!(!added.contains(|letter: char| letter != '\n' && (letter.is_control() || letter == '\u{202e}')));
    assert!(added.len() < 8_000, "{} bytes were logged", added.len());
}

#[tokio::test]
async fn malformed_requests_and_missing_pages_do_not_flood_the_log() {
    let folder = TempDir::new().unwrap();
    let settings = [("RUST_LOG", "info,parlour::requests=warn"), ("RATE_LIMITS", "on")];
    let site = KillableSite::open(folder.path(), &settings).await;
    for _ in 0..200 {
        let mut connection = TcpStream::connect(site.address()).unwrap();
        connection.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n").unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    }
    let missing = Client::new();
    for _ in 0..600 {
        assert_eq!(missing.get(site.url("/no-such-page")).send().await.unwrap().status(), 404);
    }
    let log = site.log();
    let count = |what: &str| log.lines().filter(|line| line.contains(what)).count();
    assert!((1..100).contains(&count("stream error")), "{}", count("stream error"));
    assert!((200..500).contains(&count("/no-such-page")), "{}", count("/no-such-page"));
}

#[tokio::test]
async fn unusual_spellings_of_a_path_hide_its_secret_in_the_log() {
    let folder = TempDir::new().unwrap();
    let site = KillableSite::open(folder.path(), &[("LOG_FORMAT", "json"), ("RUST_LOG", "info")]).await;
    let paths =
        ["/reset/s3cret-key", "/%72eset/s3cret-key", "//reset/s3cret-key", "/feeds//s3cret-key/news.atom"];
    for path in paths {
        let mut connection = TcpStream::connect(site.address()).unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        connection.write_all(head.as_bytes()).unwrap();
        connection.read_to_end(&mut Vec::new()).unwrap();
    }
    let log = site.log();
    assert!(log.lines().filter(|line| line.contains('…')).count() >= paths.len(), "{log}");
    assert!(!log.contains("s3cret"), "{log}");
}

#[tokio::test]
async fn refused_requests_are_logged_by_code_in_every_language() {
    let folder = TempDir::new().unwrap();
    let site = KillableSite::open(folder.path(), &[("LOG_FORMAT", "json"), ("RUST_LOG", "info")]).await;
    let ada = site.register("Ada").await;
    let send = async |form: &[(&str, &str)]| {
        ada.post(site.url("/settings/devices")).form(form).send().await.unwrap().text().await.unwrap()
    };
    site.post(&ada, "/language", &[("language", "de")]).await;
    let page = send(&[("endpoint", "http://push.example"), ("p256dh", "a"), ("auth", "b")]).await;
    let german = "Die Adresse eines Push-Dienstes";
    assert!(page.contains(german), "{page}");
    send(&[]).await;
    let refused: Vec<Value> = lines(&site).into_iter().filter(|line| line["message"] == "refused").collect();
    let codes: Vec<&str> = refused.iter().map(|line| line["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["push-endpoint-not-https", "form-not-valid"]);
    assert_eq!(
        (&refused[0]["detail"], &refused[1]["detail"]),
        (&Value::Null, &"missing field `endpoint`".into())
    );
    assert!(!site.log().contains(german), "{}", site.log());
}

/// A line about signing in: message, account id, factor, and client address.
type SignInLine = (String, Option<i64>, Option<String>, Option<String>);

fn sign_ins(site: &KillableSite) -> Vec<SignInLine> {
    let messages = [
        "registered",
        "signed in",
        "sign-in failed",
        "identity confirmed",
        "identity confirmation failed",
        "password changed",
        "account deleted",
    ];
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let line = |line: Value| {
        let message = text(&line["message"]).filter(|message| messages.contains(&&**message))?;
        Some((message, line["user"].as_i64(), text(&line["factor"]), text(&line["address"])))
    };
    lines(site).into_iter().filter_map(line).collect()
}

/// A user at another address signs in, without and with success, changes the password and deletes the account.
async fn signs_in_and_out(site: &KillableSite) {
    let other = "nine copper bells at dawn";
    let password = "seven brass lamps over felt";
    let ada = site.register_from("Ada", Ipv4Addr::new(127, 0, 0, 9)).await;
    site.post(&ada, "/logout", &[]).await;
    for (name, password) in [("Ada", "a wrong guess"), ("Nobody", password)] {
        let form = [("username", name), ("password", password)];
        assert_eq!(ada.post(site.url("/login")).form(&form).send().await.unwrap().status(), 401);
    }
    site.post(&ada, "/login", &[("username", "Ada"), ("password", password)]).await;
    let wrong = [("current", "a wrong guess"), ("new", other)];
    assert_eq!(ada.post(site.url("/account/password")).form(&wrong).send().await.unwrap().status(), 422);
    site.post(&ada, "/account/password", &[("current", password), ("new", other)]).await;
    site.post(&ada, "/reauthenticate", &[("password", other)]).await;
    let farewell = [("name", "Ada"), ("password", other)];
    assert_eq!(ada.post(site.url("/account/delete")).form(&farewell).send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn sign_ins_and_account_changes_are_logged_with_account_factor_and_address() {
    let folder = TempDir::new().unwrap();
    let site = KillableSite::open(folder.path(), &[("LOG_FORMAT", "json"), ("RUST_LOG", "info")]).await;
    signs_in_and_out(&site).await;
    let ada = registered(&site)[0];
    assert!(ada.is_some());
    let expected = [
        ("registered", ada),
        ("sign-in failed", ada),
        ("sign-in failed", None),
        ("signed in", ada),
        ("identity confirmation failed", ada),
        ("password changed", ada),
        ("identity confirmed", ada),
        ("account deleted", ada),
    ];
    let with_rest = |(message, user): (&str, Option<i64>)| {
        (message.to_owned(), user, Some("password".to_owned()), Some("127.0.0.9".to_owned()))
    };
    assert_eq!(sign_ins(&site), expected.map(with_rest));
    assert!(!site.log().contains("Ada"), "a line knows a number, not a name");
}

#[tokio::test]
async fn addresses_are_not_logged_when_switched_off() {
    let folder = TempDir::new().unwrap();
    let settings = [("LOG_FORMAT", "json"), ("RUST_LOG", "info"), ("LOG_ADDRESSES", "off")];
    let site = KillableSite::open(folder.path(), &settings).await;
    signs_in_and_out(&site).await;
    let lines = sign_ins(&site);
    assert!(lines.len() == 8 && lines.iter().all(|(.., address)| address.is_none()), "{lines:?}");
    assert!(!site.log().contains("127.0.0.9"), "{}", site.log());
}

#[tokio::test]
async fn an_untrusted_proxy_is_warned_about_once() {
    let folder = TempDir::new().unwrap();
    let warns =
        |site: &KillableSite| site.log().lines().filter(|line| line.contains("TRUSTED_PROXIES")).count();
    let ask = async |site: &KillableSite| {
        for _ in 0..3 {
            let asking =
                Client::new().post(site.url("/login")).header("X-Forwarded-For", "198.51.100.7:4711");
            asking.send().await.unwrap();
        }
    };
    let site = KillableSite::open(folder.path(), &[]).await;
    Client::new().post(site.url("/login")).send().await.unwrap();
    assert_eq!(warns(&site), 0);
    ask(&site).await;
    assert_eq!(warns(&site), 1);
    drop(site);
    let site = KillableSite::open(folder.path(), &[("TRUSTED_PROXIES", "127.0.0.1")]).await;
    ask(&site).await;
    assert_eq!(warns(&site), 1, "none was added");
}

#[tokio::test]
async fn a_misspelt_setting_is_named_at_the_start() {
    let folder = TempDir::new().unwrap();
    let site = KillableSite::open(folder.path(), &[("REGISTRATON", "closed")]).await;
    let log = site.log();
    let lines: Vec<_> = log.lines().filter(|line| line.contains("REGISTRATON")).collect();
    let expected = "WARN REGISTRATON is not a setting and is ignored: did you mean REGISTRATION?";
    assert!(matches!(lines[..], [line] if line.ends_with(expected)), "{log}");
}

#[tokio::test]
async fn a_browser_at_another_address_than_the_public_url_is_warned_about_once() {
    for (public, status) in [("http://localhost:8080", 200), ("https://parlour.example", 421)] {
        let folder = TempDir::new().unwrap();
        let site = KillableSite::open(folder.path(), &[("PUBLIC_URL", public)]).await;
        let asks = async |host: &str, page: Option<&str>| {
            let request = Client::new().get(site.url("/games")).header("Host", host);
            let request = page.into_iter().fold(request, |request, page| request.header("Referer", page));
            request.send().await.unwrap().status().as_u16()
        };
        let warnings = || {
            let log = site.log();
            log.lines().filter(|line| line.contains("opened at")).map(str::to_owned).collect::<Vec<_>>()
        };
        // Programs that try host names, and addresses that are not domain names.
        assert_eq!(asks("scanner.example", None).await, status);
        assert_eq!(asks("games.test", Some("http://elsewhere.test/")).await, status);
        assert_eq!(asks("127.0.0.1", Some("http://127.0.0.1/")).await, 200);
        assert_eq!(asks("nas", Some("http://nas/")).await, 200);
        assert_eq!(warnings(), [""; 0]);
        for host in ["games.test", "games.test", "www.games.test", "a.example"] {
            assert_eq!(asks(host, Some(&format!("https://{host}/games"))).await, status);
        }
        let found = warnings();
        let expected =
            format!("the site was opened at games.test, but PUBLIC_URL is {public}: set PUBLIC_URL");
        assert!(found.len() == 1 && found[0].contains("WARN") && found[0].contains(&expected), "{found:?}");
    }
}
