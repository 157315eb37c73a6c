//! Time zones: taken from the browser, offered if they differ, and used for weekends.

use std::time::Duration;

use parlour::now::{Clock, Moment};
use tokio::time::{Instant, sleep};

use crate::harness::{HOUR, PASSWORD, TestPerson, TestSite, path};

/// Monday, 16 November 2026, 12:00 UTC.
const MONDAY: Moment = Moment(1_794_830_400_000);

async fn zone(person: &TestPerson) -> String {
    person.get("/settings").await.attribute("#zone option[selected]", "value").unwrap()
}

/// Ada and Ben in a match with five days per move and weekends off. It is Friday, 23:00 UTC, and Ben's move.
async fn before_the_weekend(site: &TestSite) -> (TestPerson, TestPerson, String) {
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let fields = [("game", "tictactoe"), ("time", "days"), ("time.days", "5"), ("time.weekends", "on")];
    let id = ada.opens(&fields).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    site.clock.set(MONDAY.after(107 * HOUR));
    assert_eq!(ada.play(&id, "b2").await.status, 303);
    assert_eq!(ada.record(&id).await["deadline"], IN_UTC, "as long as he is in UTC");
    (ada, ben, id)
}

/// In Auckland it is Saturday already: the five days begin there on Monday.
const IN_AUCKLAND: &str = "2026-11-27T11:00:00.000Z";
const IN_UTC: &str = "2026-11-27T23:00:00.000Z";

/// The next turn of Ben begins.
async fn plays_on(ada: &TestPerson, ben: &TestPerson, id: &str) {
    assert_eq!(ben.play(id, "a1").await.status, 303);
    assert_eq!(ada.play(id, "c3").await.status, 303);
}

#[tokio::test]
async fn an_account_gets_the_zone_of_the_registering_browser() {
    let site = TestSite::start().await;
    let form = site.visitor().get("/register").await;
    assert_eq!(form.attribute("form input[name=zone][data-own-zone]", "type").as_deref(), Some("hidden"));
    for (name, sent, zone_of) in [
        ("Ada", "Asia/Tokyo", "Asia/Tokyo"),
        ("Ben", "", "UTC"),
        ("Cleo", "Mars/Olympus", "UTC"),
        ("Dora", "Etc/UTC", "UTC"),
        ("Emil", &"x".repeat(5000), "UTC"),
    ] {
        let person = site.visitor();
        let fields = [("username", name), ("password", PASSWORD), ("zone", sent)];
        assert_eq!(person.post("/register", &fields).await.status, 303, "{name}");
        assert_eq!(zone(&person).await, zone_of, "{name}");
    }
    assert_eq!(zone(&site.register("Fred").await).await, "UTC", "without scripts");
}

#[tokio::test]
async fn a_different_zone_of_the_browser_is_offered_and_accepted_with_a_button() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for page in ["/", "/settings"] {
        let page = ada.get(page).await;
        assert_eq!(page.attribute("form[data-zone-offer]", "data-zone-offer").as_deref(), Some("UTC"));
        assert!(page.attribute("form[data-zone-offer]", "hidden").is_some(), "a script shows it");
    }
    let answer = ada.post("/settings/zone", &[("zone", "Europe/Berlin"), ("next", "/settings")]).await;
    assert_eq!((answer.status, answer.location()), (303, "/settings"));
    assert_eq!(zone(&ada).await, "Europe/Berlin");
    for wrong in ["", "Mars/Olympus", "europe/berlin", "../etc/passwd"] {
        assert_eq!(ada.post("/settings/zone", &[("zone", wrong)]).await.status, 422, "{wrong}");
    }
    assert_eq!(zone(&ada).await, "Europe/Berlin");
    for (reported, place) in [("US/Pacific", "America/Los_Angeles"), ("+05:30", "Asia/Kolkata")] {
        assert_eq!(ada.post("/settings/zone", &[("zone", reported)]).await.status, 303, "{reported}");
        assert_eq!(zone(&ada).await, place);
    }
}

#[tokio::test]
async fn weekends_follow_a_changed_zone_from_the_next_turn_on_and_the_page_names_its_player() {
    let site = TestSite::at(Clock::at(MONDAY), |_| {}).await;
    let (ada, ben, id) = before_the_weekend(&site).await;
    let other = ada.opens(&[("game", "tictactoe"), ("time", "days"), ("time.days", "5")]).await;
    ben.post(&path(&other, "seats"), &[]).await;
    let before = ada.record(&other).await;
    assert!(ada.get(&path(&id, "")).await.text("#clock").unwrap().contains("in Ben’s time zone: UTC."));
    assert_eq!(ben.post("/settings/zone", &[("zone", "Pacific/Auckland")]).await.status, 303);
    assert_eq!(ada.record(&id).await["deadline"], IN_UTC);
    assert!(ada.get(&path(&id, "")).await.text("#clock").unwrap().contains("in Ben’s time zone: UTC."));
    plays_on(&ada, &ben, &id).await;
    assert_eq!(ada.record(&id).await["deadline"], IN_AUCKLAND);
    assert_eq!(ada.record(&other).await, before, "where weekends count nothing changes");
    let deadline: (i64,) = sqlx::query_as("SELECT deadline FROM matches WHERE id = $1")
        .bind(&id)
        .fetch_one(&site.database().await)
        .await
        .unwrap();
    assert_eq!(Moment(deadline.0).to_string(), IN_AUCKLAND, "lists say the same");
    let clock = async |person: &TestPerson| person.get(&path(&id, "")).await.text("#clock").unwrap();
    assert!(clock(&ada).await.contains("Weekends off, in Ben’s time zone: Pacific/Auckland."));
    assert!(clock(&ben).await.contains("Weekends off, in your time zone: Pacific/Auckland."));
    let watcher = clock(&site.visitor()).await;
    assert!(watcher.ends_with("Weekends off, in Ben’s time zone."), "{watcher}");
    let seq = ada.record(&id).await["seq"].as_u64().unwrap();
    let same = [("zone", "Pacific/Auckland"), ("pace", "off"), ("quiet_from", ""), ("quiet_to", "")];
    assert_eq!(ben.post("/settings", &same).await.status, 303);
    assert_eq!(ada.record(&id).await["seq"], seq, "nothing has changed");
    assert_eq!(ben.post("/settings/zone", &[("zone", "Asia/Tokyo")]).await.status, 303);
    let answer = ben.play_from(&id, &seq.to_string(), "a3").await;
    assert_eq!(answer.status, 303, "his page is still current");
}

#[tokio::test]
async fn an_interrupted_change_of_zone_is_completed_after_a_restart() {
    let site = TestSite::at(Clock::at(MONDAY), |_| {}).await;
    let (ada, ben, id) = before_the_weekend(&site).await;
    let database = site.database().await;
    for sql in [
        "UPDATE users SET time_zone = 'Pacific/Auckland' WHERE name = 'Ben'",
        "INSERT INTO time_zone_changes (user_id) SELECT id FROM users WHERE name = 'Ben'",
    ] {
        sqlx::query(sql).execute(&database).await.unwrap();
    }
    database.close().await;
    let site = site.restart(|_| {}).await;
    let begun = Instant::now();
    let pending = async || -> i64 {
        let count = sqlx::query_scalar("SELECT count(*) FROM time_zone_changes");
        count.fetch_one(&site.database().await).await.unwrap()
    };
    while pending().await > 0 {
        assert!(begun.elapsed() < Duration::from_secs(30), "it was never followed");
        sleep(Duration::from_millis(50)).await;
    }
    plays_on(&ada, &ben, &id).await;
    assert_eq!(ada.record(&id).await["deadline"], IN_AUCKLAND);
}

#[tokio::test]
async fn an_account_is_created_and_signed_in_although_its_zone_cannot_be_saved() {
    let site = TestSite::start().await;
    site.refuses("UPDATE OF time_zone ON users").await;
    let ada = site.visitor();
    let fields = [("username", "Ada"), ("password", PASSWORD), ("zone", "Europe/Berlin")];
    assert_eq!(ada.post("/register", &fields).await.status, 303);
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"));
    let guest = site.visitor();
    assert_eq!(guest.post("/play", &[("game", "tictactoe"), ("level", "1")]).await.status, 303);
    let fields = [("username", "Ben"), ("password", PASSWORD), ("zone", "Europe/Berlin")];
    assert_eq!(guest.post("/account/registration", &fields).await.status, 303);
    assert_eq!(guest.signed_in_as().await.as_deref(), Some("Ben"));
}
