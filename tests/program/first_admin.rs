//! The link in the log that creates the first admin.

use reqwest::{Client, redirect::Policy};
use tempfile::TempDir;

use crate::killable::KillableSite;

/// The links in the log so far.
fn links(site: &KillableSite) -> Vec<String> {
    let log = site.log();
    let links = log.lines().filter_map(|line| Some(line.split_once(", or open ")?.1.trim_end().to_owned()));
    links.collect()
}

/// A browser that creates the first admin with this link.
async fn sets_up(link: &str) -> Client {
    let browser = Client::builder().cookie_store(true).redirect(Policy::none()).build().unwrap();
    assert_eq!(browser.get(link).send().await.unwrap().status(), 200);
    let (page, key) = link.split_once("?key=").unwrap();
    let form = [("key", key), ("username", "Ada"), ("password", "seven brass lamps over felt")];
    let done = browser.post(page).form(&form).send().await.unwrap();
    assert_eq!((done.status().as_u16(), done.headers()["location"].to_str().unwrap()), (303, "/admin"));
    browser
}

#[tokio::test]
async fn each_start_without_an_admin_logs_a_link_that_creates_one() {
    let folder = TempDir::new().unwrap();
    let mut site = KillableSite::open(folder.path(), &[("REGISTRATION", "closed")]).await;
    site.kill_and_restart().await;
    let found = links(&site);
    let [old, new] = &found[..] else { panic!("{}", site.log()) };
    assert!(old != new && new.starts_with(&site.url("/setup?key=")), "{found:?}");
    assert_eq!(reqwest::get(old).await.unwrap().status(), 404);

    let ada = sets_up(new).await;
    assert_eq!(ada.get(site.url("/admin")).send().await.unwrap().status(), 200);
    assert_eq!(reqwest::get(new).await.unwrap().status(), 404);
    site.assert_sound();

    site.kill_and_restart().await;
    assert_eq!(links(&site), found, "an admin exists, so there is no other link");
    assert_eq!(reqwest::get(new).await.unwrap().status(), 404);
}

#[tokio::test]
async fn the_key_is_in_no_other_line_of_the_log() {
    let folder = TempDir::new().unwrap();
    let settings = [("LOG_FORMAT", "json"), ("RUST_LOG", "parlour=trace,info")];
    let site = KillableSite::open(folder.path(), &settings).await;
    let log = site.log();
    let (_, link) = log.split_once(", or open ").unwrap();
    let link = link.split('"').next().unwrap();
    sets_up(link).await;
    assert_eq!(reqwest::get(link).await.unwrap().status(), 404);
    let (_, key) = link.split_once("?key=").unwrap();
    let log = site.log();
    assert!(log.lines().any(|line| line.contains("\"/setup\"")), "{log}");
    assert_eq!(log.matches(key).count(), 1, "{log}");
}
