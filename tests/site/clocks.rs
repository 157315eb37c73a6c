//! Matches with a clock.

use std::time::Duration;

use parlour::now::{Clock, Moment};
use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::harness::{PageAnswer, TestPerson, TestSite, complete, path};

/// Monday, 16 November 2026, 12:00 UTC.
const NOON: Moment = Moment(1_794_830_400_000);
const HOUR: i64 = 3_600_000;
const DAYS: [(&str, &str); 3] = [("game", "tictactoe"), ("time", "days"), ("time.days", "3")];

/// Ada and Ben in a match, on a Monday at noon.
async fn starts(site: &TestSite, fields: &[(&str, &str)]) -> (TestPerson, TestPerson, String) {
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(fields).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    (ada, ben, id)
}

async fn site() -> TestSite {
    TestSite::at(Clock::at(NOON), |_| {}).await
}

fn later(site: &TestSite, hours: i64) {
    site.clock.set(site.clock.now().after(hours * HOUR));
}

/// Waits until the site has ended the match, which it does within seconds.
async fn ended(person: &TestPerson, id: &str) -> serde_json::Value {
    let begun = Instant::now();
    loop {
        let record = person.record(id).await;
        if record["status"] == "ended" {
            return record["ending"].clone();
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "the match was never ended: {record}");
        sleep(Duration::from_millis(50)).await;
    }
}

fn refused(answer: &PageAnswer, status: u16, words: &str) {
    let told = answer.text("main").unwrap_or_default();
    assert_eq!(answer.status, status, "{told}");
    assert!(told.contains(words), "{words} is not in: {told}");
}

#[tokio::test]
async fn a_page_shows_the_moment_that_counts() {
    let site = site().await;
    let (ada, _, id) = starts(&site, &DAYS).await;
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-19T12:00:00.000Z");
    let page = ada.get(&path(&id, "")).await;
    let words = page.text("#clock").unwrap();
    assert!(words.starts_with("Move by Thursday 19 November, 12:00 UTC"), "{words}");
    assert_eq!(page.attribute("#clock time", "datetime").unwrap(), "2026-11-19T12:00:00.000Z");
    assert_eq!(page.text("#seats .acting time").unwrap(), "3 days left");
    assert!(page.text(".facts").unwrap().contains("3 days per move"));
    let home = ada.get("/").await;
    assert!(home.body.contains("3 days left"), "{}", home.body);
    later(&site, 10);
    assert_eq!(ada.play(&id, "b2").await.status, 303);
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-19T22:00:00.000Z");
}

#[tokio::test]
async fn the_site_ends_by_itself_what_has_run_out() {
    let site = site().await;
    let (ada, ben, id) = starts(&site, &DAYS).await;
    ada.play(&id, "b2").await;
    ben.play(&id, "a1").await;
    later(&site, 72);
    assert_eq!(ended(&ben, &id).await, json!({"how": "flagged", "places": [2, 1]}));
    let page = ben.get(&path(&id, "")).await;
    assert_eq!(page.text("h1").unwrap(), "You won");
    assert_eq!(page.text("#reason").unwrap(), "Ada ran out of time.");
    assert!(page.text("#clock").is_none_or(|words| words.is_empty()));
}

#[tokio::test]
async fn a_move_that_comes_too_late_is_refused_even_before_the_site_has_looked() {
    let site = site().await;
    let (ada, ben, id) = starts(&site, &DAYS).await;
    ada.play(&id, "b2").await;
    ben.play(&id, "a1").await;
    let seq = ada.record(&id).await["seq"].to_string();
    later(&site, 72);
    refused(&ada.play_from(&id, &seq, "c3").await, 409, "over");
    assert_eq!(ended(&ada, &id).await["places"], json!([2, 1]));
}

#[tokio::test]
async fn watchers_see_it_end_without_asking() {
    let site = site().await;
    let (ada, ben, id) = starts(&site, &DAYS).await;
    ada.play(&id, "b2").await;
    ben.play(&id, "a1").await;
    let seq = ada.record(&id).await["seq"].as_u64().unwrap();
    let mut watcher = site.visitor().listens(&id, seq).await;
    later(&site, 73);
    let told = watcher.until(seq + 2).await;
    assert!(told.last().unwrap().data.contains("Ada ran out of time"), "{told:?}");
}

#[tokio::test]
async fn others_at_the_table_can_give_time_and_nobody_else() {
    let site = site().await;
    let (ada, ben, id) = starts(&site, &DAYS).await;
    let cleo = site.register("Cleo").await;
    refused(&ada.post(&path(&id, "time"), &[]).await, 409, "your own turn");
    refused(&cleo.post(&path(&id, "time"), &[]).await, 403, "have a seat");
    assert_eq!(site.visitor().post(&path(&id, "time"), &[]).await.status, 303);
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-19T12:00:00.000Z");
    assert!(ben.get(&path(&id, "")).await.body.contains("Give Ada one more day"));
    assert_eq!(ben.post(&path(&id, "time"), &[]).await.status, 303);
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-20T12:00:00.000Z");
    let endless = ada.opens(&[("game", "tictactoe"), ("time", "none")]).await;
    ben.post(&path(&endless, "seats"), &[]).await;
    refused(&ben.post(&path(&endless, "time"), &[]).await, 409, "no clock");
}

#[tokio::test]
async fn holidays_keep_a_match_alive_until_they_are_used_up() {
    let site = site().await;
    let fields = [DAYS.as_slice(), &[("time.holidays", "on")]].concat();
    let (ada, ben, id) = starts(&site, &fields).await;
    ada.play(&id, "b2").await;
    ben.play(&id, "a1").await;
    later(&site, 72 + 19 * 24);
    let late = ada.record(&id).await["seq"].to_string();
    // A page may be rendered before the sweeper has handled the match, but moves are refused.
    refused(&ben.play_from(&id, &late, "c3").await, 409, "");
    assert_eq!(ada.record(&id).await["status"], "playing");
    later(&site, 25);
    assert_eq!(ended(&ada, &id).await["how"], "flagged");
}

#[tokio::test]
async fn what_a_closed_site_took_is_given_back_and_the_page_says_so() {
    let mut site = site().await;
    let (ada, _, id) = starts(&site, &DAYS).await;
    later(&site, 71);
    site.reopens_after(Duration::from_secs(8 * 3600)).await;
    let record = ada.record(&id).await;
    assert_eq!(record["deadline"], "2026-11-19T20:00:00.000Z");
    let page = ada.get(&path(&id, "")).await;
    assert!(page.text("#clock").unwrap().ends_with("The site was down for 8 h. That time was added back."));
    site.reopens_after(Duration::from_secs(280)).await;
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-19T20:04:40.000Z", "minutes are credited as well");
    site.reopens_after(Duration::from_secs(5)).await;
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-19T20:04:40.000Z", "five seconds are none");
}

#[tokio::test]
async fn the_clocks_stand_still_when_everybody_wants_that() {
    let site = site().await;
    let (ada, ben, id) = starts(&site, &DAYS).await;
    let says = |person: &TestPerson, answer: &str| {
        let person = person.clone();
        let (to, fields) = (path(&id, "pause"), [("answer", answer.to_owned())]);
        async move { person.post(&to, &[(fields[0].0, fields[0].1.as_str())]).await }
    };
    assert_eq!(says(&site.visitor(), "ask").await.status, 303);
    refused(&says(&site.register("Cleo").await, "ask").await, 403, "have a seat");
    assert_eq!(says(&ada, "for ever").await.status, 422);
    assert_eq!(says(&ada, "ask").await.status, 303);
    assert!(ben.get(&path(&id, "")).await.body.contains("Ada asks to pause the clock"));
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-19T12:00:00.000Z");
    later(&site, 2);
    assert_eq!(says(&ben, "ask").await.status, 303);
    assert!(ada.record(&id).await["deadline"].is_null());
    later(&site, 500);
    assert_eq!(ada.record(&id).await["status"], "playing");
    assert_eq!(says(&ada, "resume").await.status, 303);
    assert_eq!(ada.record(&id).await["deadline"], "2026-12-10T08:00:00.000Z");
}

#[tokio::test]
async fn weekends_are_off_where_the_one_to_move_lives() {
    let site = site().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let home = [("zone", "Pacific/Auckland"), ("pace", "off"), ("quiet_from", ""), ("quiet_to", "")];
    assert_eq!(ben.post("/settings", &home).await.status, 303);
    let fields = [("game", "tictactoe"), ("time", "days"), ("time.days", "5"), ("time.weekends", "on")];
    let id = ada.opens(&fields).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    later(&site, 107);
    // It is Friday, 23:00 UTC, and Saturday in Auckland: five weekdays from Monday end with the next Saturday.
    assert_eq!(ada.play(&id, "b2").await.status, 303);
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-27T11:00:00.000Z");
}

#[tokio::test]
async fn live_matches_leave_the_die_to_those_who_play() {
    let site = site().await;
    let fields = [("game", "aeroplane"), ("time", "live"), ("time.seconds", "60"), ("time.reserve", "300")];
    let (ada, _, id) = starts(&site, &fields).await;
    assert_eq!(ada.record(&id).await["plies"], json!([]));
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-16T12:06:00.000Z");
    assert_eq!(ada.get(&path(&id, "")).await.text("h1").unwrap(), "Your roll");
}

#[tokio::test]
async fn time_that_makes_no_sense_is_refused_with_a_reason() {
    let site = site().await;
    let ada = site.register("Ada").await;
    let wrong: &[(&[(&str, &str)], &str)] = &[
        (&[("time", "weeks")], "none, days, bank or live"),
        (&[("time", "days"), ("time.days", "4")], "1, 2, 3, 5, 7 or 14"),
        (&[("time", "days"), ("time.days", "-1")], "1, 2, 3, 5, 7 or 14"),
        (&[("time", "bank"), ("time.bank", "0")], "from 1 to 720"),
        (&[("time", "bank"), ("time.bank", "99999999999")], "from 1 to 720"),
        (&[("time", "bank"), ("time.bank", "72"), ("time.cap", "71")], "can’t be lower"),
        (&[("time", "live"), ("time.seconds", "29")], "from 30 to 300"),
        (&[("time", "live"), ("time.weekends", "on")], "one sitting"),
        (&[("time", "days"), ("time.weekends", "maybe")], "on or off"),
        (&[("time", "days"), ("time.flag", "skip")], "three or more"),
        (&[("time", "days"), ("time", "live")], "twice"),
        (&[("time.zone", "Mars")], "time.zone"),
    ];
    for (fields, words) in wrong {
        let fields = [&[("game", "tictactoe")], *fields].concat();
        let answer = ada.post("/matches", &complete(&fields)).await;
        refused(&answer, 422, words);
    }
}

#[tokio::test]
async fn the_form_proposes_three_days_and_sends_what_opens_a_match() {
    let site = site().await;
    let ada = site.register("Ada").await;
    let form = ada.get("/matches/new?game=sternhalma").await;
    assert_eq!(form.attribute("[name='time'][checked]", "value").unwrap(), "days");
    assert_eq!(form.attribute("[name='time.days'][checked]", "value").unwrap(), "3");
    let names = form.attributes("form [name^='time']", "name");
    for name in [
        "time.bank",
        "time.increment",
        "time.cap",
        "time.seconds",
        "time.reserve",
        "time.weekends",
        "time.flag",
    ] {
        assert!(names.iter().any(|other| other == name), "{name} is not in {names:?}");
    }
}

#[tokio::test]
async fn matches_that_cannot_be_read_keep_no_other_from_running_out_of_time() {
    let site = site().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    for _ in 0..70 {
        let id = ada.opens(&DAYS).await;
        assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    later(&site, 1);
    let id = ada.opens(&DAYS).await;
    ben.post(&path(&id, "seats"), &[]).await;
    let db = site.database().await;
    let breaking = "UPDATE match_events SET body = '{}' WHERE kind = 'joined' AND match_id <> $1";
    sqlx::query(breaking).bind(&id).execute(&db).await.unwrap();
    site.state().referee.forget_all();
    later(&site, 72);
    assert_eq!(ended(&ada, &id).await["how"], "aborted", "nobody has moved in it");
    let unread: i64 = sqlx::query_scalar("SELECT count(*) FROM matches WHERE status = 'playing'")
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(unread, 70);
    db.close().await;
}
