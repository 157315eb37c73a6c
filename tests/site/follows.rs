//! Following players: their matches come first, and are in the feed.

use parlour::now::Clock;

use crate::harness::{NOON, PageAnswer, TestPerson, TestSite, path};

/// A public match of two people, which has begun.
async fn starts(one: &TestPerson, other: &TestPerson, fields: &[(&str, &str)]) -> String {
    let id = one.opens(fields).await;
    assert_eq!(other.post(&path(&id, "seats"), &[]).await.status, 303);
    path(&id, "")
}

fn watched(page: &PageAnswer) -> Vec<String> {
    page.attributes(".tiles a.match", "href")
}

#[tokio::test]
async fn matches_of_followed_players_come_first_on_the_watch_page_and_the_dashboard() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let [ada, ben, cleo, dan] = ["Ada", "Ben", "Cleo", "Dan"].map(|name| site.register(name));
    let (ada, ben, cleo, dan) = (ada.await, ben.await, cleo.await, dan.await);
    let old = starts(&ben, &cleo, &[("game", "kalah")]).await;
    site.wait(1000);
    let new = starts(&cleo, &dan, &[("game", "kalah")]).await;
    starts(&ben, &cleo, &[("game", "kalah"), ("visibility", "private")]).await;
    assert_eq!(watched(&ada.get("/watch").await), [new.clone(), old.clone()]);
    let answer = ada.post("/players/Ben/follow", &[]).await;
    assert_eq!(answer.status, 303);
    assert_eq!(watched(&ada.get("/watch").await), [old.clone(), new.clone()]);
    assert_eq!(watched(&ada.get("/").await), [old.clone(), new.clone()]);
    assert_eq!(watched(&dan.get("/watch").await), [new.clone(), old.clone()], "others see their own order");
    ada.post("/players/Ben/unfollow", &[]).await;
    assert_eq!(watched(&ada.get("/watch").await), [new, old]);
}

#[tokio::test]
async fn a_profile_and_the_settings_show_whom_one_follows() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let follow = "form[action^='/players/Ben/follow'] button";
    assert_eq!(ada.get("/players/Ben").await.text(follow).as_deref(), Some("Follow Ben"));
    for _ in 0..2 {
        assert_eq!(ada.post("/players/Ben/follow", &[]).await.status, 303);
    }
    let unfollow = "form[action^='/players/Ben/unfollow'] button";
    assert_eq!(ada.get("/players/Ben").await.text(unfollow).as_deref(), Some("Unfollow Ben"));
    assert_eq!(ada.get("/settings").await.texts(unfollow), ["Unfollow"]);
    let own = "form[action^='/players/Ada/follow']";
    assert!(ada.get("/players/Ada").await.texts(own).is_empty(), "nobody follows themselves");
    assert_eq!(ada.post("/players/Ada/follow", &[]).await.status, 422);
    assert_eq!(ada.post("/players/Nobody/follow", &[]).await.status, 404);
    let other = ben.get("/players/Ada").await.body;
    assert!(!other.contains("Unfollow"), "the followed are not told");
    assert!(!ben.get("/settings").await.body.contains("/players/Ada"));
}

#[tokio::test]
async fn new_matches_of_followed_players_are_in_the_feed() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (ada, ben, cleo) =
        (site.register("Ada").await, site.register("Ben").await, site.register("Cleo").await);
    ada.post("/players/Ben/follow", &[]).await;
    ada.post("/settings/feeds/news", &[]).await;
    let feed = ada.get("/settings").await.attribute("#feed-news", "value").unwrap();
    let feed = feed.strip_prefix(&site.url).unwrap().to_owned();
    let empty = site.visitor().get(&feed).await;
    assert!(!empty.body.contains("<entry>"), "{}", empty.body);
    site.wait(1000);
    let public = starts(&ben, &cleo, &[("game", "kalah")]).await;
    let private = starts(&ben, &cleo, &[("game", "kalah"), ("visibility", "private")]).await;
    let open = path(&ben.opens(&[("game", "quarto")]).await, "");
    let full = site.visitor().get(&feed).await;
    assert_ne!(empty.header("etag"), full.header("etag"));
    assert!(full.body.contains("<title>Mancala (Kalah): Ben and Cleo</title>"), "{}", full.body);
    assert!(full.body.contains(&public) && !full.body.contains(&private) && !full.body.contains(&open));
    ada.post("/players/Ben/unfollow", &[]).await;
    assert!(!site.visitor().get(&feed).await.body.contains("<entry>"));
}
