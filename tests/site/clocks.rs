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
    let shown = answer.text("main").unwrap_or_default();
    assert_eq!(answer.status, status, "{shown}");
    assert!(shown.contains(words), "{words} is not in: {shown}");
}

#[tokio::test]
async fn a_page_shows_the_current_deadline() {
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
async fn a_live_match_shows_its_clock_and_no_date_to_move_by() {
    let site = site().await;
    let (ada, _, id) = starts(
        &site,
        &[("game", "tictactoe"), ("time", "live"), ("time.seconds", "60"), ("time.reserve", "300")],
    )
    .await;
    let page = ada.get(&path(&id, "")).await;
    assert_eq!(page.text("#clock").unwrap_or_default(), "");
    assert_eq!(page.text("#seats .acting .left").unwrap(), "6:00");
}

#[tokio::test]
async fn a_match_ends_without_a_request_when_time_has_run_out() {
    let site = site().await;
    let (ada, ben, id) = starts(&site, &DAYS).await;
    ada.play(&id, "b2").await;
    ben.play(&id, "a1").await;
    later(&site, 72);
    assert_eq!(ended(&ben, &id).await, json!({"how": "flagged", "places": [2, 1]}));
    let page = ben.get(&path(&id, "")).await;
    assert_eq!(page.text("h1").unwrap(), "You won");
    assert_eq!(page.text("#reason").unwrap(), "Ada ran out of time.");
    assert_eq!(ada.get(&path(&id, "")).await.text("#reason").unwrap(), "You ran out of time.");
    assert!(page.text("#clock").is_none_or(|words| words.is_empty()));
}

#[tokio::test]
async fn a_late_move_is_refused_even_before_the_sweep() {
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
async fn watchers_receive_the_end_by_stream() {
    let site = site().await;
    let (ada, ben, id) = starts(&site, &DAYS).await;
    ada.play(&id, "b2").await;
    ben.play(&id, "a1").await;
    let seq = ada.record(&id).await["seq"].as_u64().unwrap();
    let mut watcher = site.visitor().listens(&id, seq).await;
    later(&site, 73);
    let shown = watcher.until(seq + 2).await;
    assert!(shown.last().unwrap().data.contains("Ada ran out of time"), "{shown:?}");
}

#[tokio::test]
async fn only_opponents_can_give_time() {
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
    for (viewer, line) in
        [(&ada, "Ben gave you 1 day."), (&ben, "You gave Ada 1 day."), (&cleo, "Ben gave Ada 1 day.")]
    {
        let page = viewer.get(&path(&id, "")).await;
        assert_eq!(page.text("#plies .clock").as_deref(), Some(line));
    }
    assert_eq!(ada.get(&path(&id, "")).await.text("#recap p").as_deref(), None, "she has seen it");
    let gifts = json!([{"seat": 0, "seq": 5, "from": 1, "seconds": 86_400}]);
    assert_eq!(ada.record(&id).await["time_given"], gifts);
    let text = ada.get(&path(&id, "record.txt")).await.body;
    assert!(text.ends_with("\n\nBen gave Ada 1 day.\n"), "{text}");
    let endless = ada.opens(&[("game", "tictactoe"), ("time", "none")]).await;
    ben.post(&path(&endless, "seats"), &[]).await;
    refused(&ben.post(&path(&endless, "time"), &[]).await, 409, "no clock");
}

#[tokio::test]
async fn with_three_players_only_those_still_playing_can_give_time_once_a_turn() {
    let site = site().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let cleo = site.register("Cleo").await;
    let fields = [("game", "sternhalma"), ("seats", "3"), ("time", "days"), ("time.days", "1")];
    let id = ada.opens(&fields).await;
    for person in [&ben, &cleo] {
        assert_eq!(person.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    assert_eq!(cleo.post(&path(&id, "resignation"), &[]).await.status, 303);
    refused(&cleo.post(&path(&id, "time"), &[]).await, 409, "no longer in this match");
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-17T12:00:00.000Z");
    let button = async || ben.get(&path(&id, "")).await.body.contains("Give Ada one more day");
    assert!(button().await);
    assert_eq!(ben.post(&path(&id, "time"), &[]).await.status, 303);
    assert!(!button().await);
    refused(&ben.post(&path(&id, "time"), &[]).await, 409, "already been given for this turn");
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-18T12:00:00.000Z");
}

#[tokio::test]
async fn a_clock_that_the_opponent_starts_has_a_tenth_of_the_time_at_least() {
    let site = site().await;
    let (ada, ben, id) = starts(&site, &[("game", "tictactoe"), ("time", "days"), ("time.days", "1")]).await;
    site.clock.set(NOON.after(24 * HOUR - 19_000));
    ada.play(&id, "c1").await;
    ben.get(&path(&id, "")).await;
    for (person, answer) in [(&ada, "ask"), (&ben, "accept")] {
        assert_eq!(person.post(&path(&id, "takeback"), &[("answer", answer)]).await.status, 303);
    }
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-17T14:23:41.000Z");
}

#[tokio::test]
async fn vacation_extends_a_match_until_it_is_used_up() {
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
async fn downtime_is_credited_and_shown_on_the_page() {
    let mut site = site().await;
    let (ada, _, id) = starts(&site, &DAYS).await;
    later(&site, 71);
    site.restart_after(Duration::from_secs(8 * 3600)).await;
    let record = ada.record(&id).await;
    assert_eq!(record["deadline"], "2026-11-19T20:00:00.000Z");
    let page = ada.get(&path(&id, "")).await;
    assert!(page.text("#clock").unwrap().ends_with("The site was down for 8 h. That time was added back."));
    site.restart_after(Duration::from_secs(280)).await;
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-19T20:04:40.000Z", "minutes are credited as well");
    site.restart_after(Duration::from_secs(5)).await;
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-19T20:04:40.000Z", "five seconds are none");
}

#[tokio::test]
async fn clocks_stop_when_all_players_agree_to_a_pause() {
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
async fn weekends_off_follow_the_zone_of_the_player_to_move() {
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
async fn in_live_matches_players_roll_themselves() {
    let site = site().await;
    let fields = [("game", "aeroplane"), ("time", "live"), ("time.seconds", "60"), ("time.reserve", "300")];
    let (ada, _, id) = starts(&site, &fields).await;
    assert_eq!(ada.record(&id).await["plies"], json!([]));
    assert_eq!(ada.record(&id).await["deadline"], "2026-11-16T12:06:00.000Z");
    assert_eq!(ada.get(&path(&id, "")).await.text("h1").unwrap(), "Your roll");
}

#[tokio::test]
async fn an_invalid_time_control_is_refused_with_a_reason() {
    let site = site().await;
    let ada = site.register("Ada").await;
    let wrong: &[(&[(&str, &str)], &str)] = &[
        (&[("time", "weeks")], "none, 1d, 3d, 7d, days, bank or live"),
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
async fn the_form_proposes_three_days_and_its_fields_create_a_match() {
    let site = site().await;
    let ada = site.register("Ada").await;
    let form = ada.get("/matches/new?game=sternhalma").await;
    assert_eq!(form.attribute("[name='time'][checked]", "value").unwrap(), "3d");
    for (speed, days) in [("1d", 1), ("3d", 3), ("7d", 7)] {
        assert!(form.attributes("[name='time']", "value").iter().any(|value| value == speed), "{speed}");
        let id = ada.opens(&[("game", "sternhalma"), ("time", speed)]).await;
        let facts = ada.get(&path(&id, "")).await.text(".facts").unwrap();
        assert!(facts.contains(&format!("{days} day")), "{speed}: {facts}");
    }
    let answer = ada.post("/matches", &complete(&[("game", "sternhalma"), ("time", "4d")])).await;
    refused(&answer, 422, "“4d” isn’t possible here");
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
async fn unreadable_matches_do_not_prevent_others_from_running_out_of_time() {
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
    site.state().referee.clear_cache();
    later(&site, 72);
    assert_eq!(ended(&ada, &id).await["how"], "aborted", "no seat has moved");
    let unread: i64 = sqlx::query_scalar("SELECT count(*) FROM matches WHERE status = 'playing'")
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(unread, 70);
    db.close().await;
}
