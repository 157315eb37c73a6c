//! Expiry of open and idle matches.

use std::time::Duration;

use parlour::matches::MatchRecord;
use parlour::now::Clock;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::harness::{HOUR, MINUTE, NOON, PageAnswer, TestPerson, TestSite, complete, path};

const DAY: i64 = 24 * HOUR;

async fn site() -> TestSite {
    TestSite::at(Clock::at(NOON), |_| {}).await
}

/// Waits until the site has added to the log, which it does within seconds.
async fn record_after(person: &TestPerson, id: &str, seq: u64) -> Value {
    let begun = Instant::now();
    loop {
        let record = person.record(id).await;
        if record["seq"].as_u64().unwrap() > seq {
            return record;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "nothing happens: {record}");
        sleep(Duration::from_millis(50)).await;
    }
}

#[track_caller]
fn assert_refused(answer: &PageAnswer, status: u16, words: &str) {
    assert_eq!(answer.status, status, "{:?}", answer.text("main"));
    let shown = answer.text("main").unwrap_or_else(|| answer.body.clone());
    assert!(shown.contains(words), "{words}: {shown}");
}

async fn opens_for(person: &TestPerson, days: &str) -> String {
    person.opens(&[("game", "sternhalma"), ("seats", "3"), ("open_for", days)]).await
}

#[tokio::test]
async fn an_open_match_shows_its_expiry_and_expires() {
    let site = site().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = opens_for(&ada, "3").await;
    ben.post(&path(&id, "seats"), &[]).await;
    let page = ada.get(&path(&id, "")).await;
    let words = page.text("#closing").unwrap();
    assert_eq!(words, "Starts when every seat is taken. Expires Tuesday 24 November, 12:00 UTC .");
    let row = site.visitor().get("/matches/open").await.text("a.match").unwrap();
    assert!(row.ends_with("created just now expires in 3 days"), "{row}");
    site.wait(3 * DAY - 1);
    site.runs_tasks().await;
    assert_eq!(site.visitor().record(&id).await["status"], "open");
    site.wait(1);
    let record = record_after(&ada, &id, 3).await;
    assert_eq!(
        (&record["status"], &record["ending"], &record["lapsed"], &record["seq"]),
        (&json!("ended"), &json!({"how": "aborted", "places": null}), &json!("open"), &json!(5))
    );
    serde_json::from_value::<MatchRecord>(record).unwrap().check().unwrap();
    let page = ada.get(&path(&id, "")).await;
    assert_eq!(page.text("h1").as_deref(), Some("Expired"));
    assert_eq!(page.text("#reason").as_deref(), Some("Not enough players joined in time."));
    assert_eq!(page.texts(".actions button"), ["Create again", "Copy link"]);
    assert!(!site.visitor().get("/matches/open").await.body.contains(&id));
    let home = ben.get("/").await;
    assert!(home.text("main").unwrap().contains("Expired"), "{:?}", home.text("main"));
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303, "a seated user keeps the seat");
    assert_eq!(ben.record(&id).await["seq"], 5);
}

#[tokio::test]
async fn an_expired_match_cannot_be_joined_even_before_the_sweep() {
    let site = site().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    for by_htmx in [false, true] {
        let id = ada.opens(&[("game", "kalah"), ("invite", "Ben"), ("open_for", "1")]).await;
        let code = ada.get(&path(&id, "")).await.text(".invitation .code").unwrap();
        site.wait(DAY);
        let seats = path(&id, "seats");
        let answer = if by_htmx { ben.post_by_htmx(&seats, &[]).await } else { ben.post(&seats, &[]).await };
        assert_refused(&answer, 409, "no longer open");
        assert_refused(&ben.post(&path(&id, "seats/decline"), &[]).await, 409, "no longer open");
        assert_refused(&ada.post(&path(&id, "invitations"), &[("name", "Ben")]).await, 409, "no longer open");
        assert_eq!(ben.get(&format!("/join/{code}")).await.status, 404);
        assert_eq!(ben.get("/turns").await.body, "0");
        assert!(
            !ada.get(&path(&id, "")).await.body.contains("reserved for"),
            "an expired match has no reserved seats"
        );
    }
}

#[tokio::test]
async fn an_open_match_has_a_default_expiry() {
    let site = site().await;
    let ada = site.register("Ada").await;
    let live = [("time", "live"), ("time.seconds", "60"), ("time.reserve", "300")];
    let cases: [(&[(&str, &str)], &str); 6] = [
        (&[], "Saturday 28 November, 12:00"),
        (&[("open_for", "usual")], "Saturday 28 November, 12:00"),
        (&live, "Saturday 21 November, 14:00"),
        (&[("open_for", "1")], "Sunday 22 November, 12:00"),
        (&[("open_for", "7")], "Saturday 28 November, 12:00"),
        (&[("open_for", "14")], "Saturday 5 December, 12:00"),
    ];
    for (fields, until) in cases {
        let id = ada.opens(&[&[("game", "kalah")], fields].concat()).await;
        let words = ada.get(&path(&id, "")).await.text("#closing").unwrap();
        assert!(words.contains(until), "{fields:?}: {words}");
    }
    for wrong in ["0", "2", "-1", "", "99999999999", "for ever", "7.0", "\u{ff17}"] {
        let fields = complete(&[("game", "kalah"), ("open_for", wrong)]);
        let answer = ada.post("/matches", &fields).await;
        assert_refused(&answer, 422, "choose usual, 1, 3, 7, 14 or standing");
    }
    let twice = [("game", "kalah"), ("open_for", "1"), ("open_for", "3")];
    assert_refused(&ada.post("/matches", &complete(&twice)).await, 422, "twice");
    // The form of a user who has created no match yet.
    let form = site.register("Ben").await.get("/matches/new?game=kalah").await;
    assert_eq!(form.attribute("[name=open_for][checked]", "value").as_deref(), Some("usual"));
}

#[tokio::test]
async fn a_standing_offer_is_there_again_when_it_has_started() {
    let site = site().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let fields = [("game", "kalah"), ("open_for", "standing")];
    let id = ada.opens(&fields).await;
    let words = ada.get(&path(&id, "")).await.text("#closing").unwrap();
    assert_eq!(words, "When it starts, another one like it opens, until you cancel it or play 20 matches.");
    assert_eq!(ben.get(&path(&id, "")).await.text("#closing"), None, "it is no one else's matter");
    ben.post(&path(&id, "seats"), &[]).await;
    let open = ben.get("/matches/open").await.attributes("a.match", "href");
    assert!(open.len() == 1 && open[0] != path(&id, ""), "{open:?}");
    let next = ada.get("/matches/new?game=kalah").await;
    assert_eq!(
        next.attribute("[name=open_for][checked]", "value").as_deref(),
        Some("usual"),
        "only if chosen again"
    );
    let live = [("time", "live"), ("time.seconds", "60"), ("time.reserve", "300")];
    let refused = ada.post("/matches", &complete(&[&fields[..], &live].concat())).await;
    assert_refused(&refused, 422, "a live match needs you to be here");
}

#[tokio::test]
async fn users_who_are_away_for_a_week_leave_all_open_matches_and_are_told() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let cleo = site.register("Cleo").await;
    let alone = ada.opens(&[("game", "kalah"), ("open_for", "standing")]).await;
    let among_others = opens_for(&ben, "14").await;
    cleo.post(&path(&among_others, "seats"), &[]).await;
    ada.post(&path(&among_others, "seats/leave"), &[]).await;
    let running = ada.opens(&[("game", "kalah")]).await;
    cleo.post(&path(&running, "seats"), &[]).await;
    assert_eq!(site.vacate_open_matches().await, 0, "all have just been here");

    site.wait(8 * DAY);
    cleo.get("/").await;
    assert_eq!(site.vacate_open_matches().await, 2);
    assert_eq!(site.vacate_open_matches().await, 0);
    let page = cleo.get(&path(&alone, "")).await;
    assert!(
        page.text("main").unwrap().contains("Not enough players joined in time."),
        "{:?}",
        page.text("main")
    );
    let record = cleo.record(&among_others).await;
    assert_eq!((&record["status"], &record["players"][0]), (&json!("open"), &Value::Null), "{record}");
    assert_eq!(
        cleo.record(&running).await["status"],
        "playing",
        "a running match has a clock, or expires as a whole"
    );
    site.wait(MINUTE);
    let mut expected = vec![
        ("ada@", "Not enough players joined in time, so your match was closed."),
        ("ben@", "You haven’t been here for a week, so others can join in your place."),
    ];
    while !expected.is_empty() {
        let mail = sink.next().await;
        expected.retain(|(to, words)| !(mail.to.starts_with(to) && mail.text.contains(words)));
    }
}

#[tokio::test]
async fn users_are_not_away_while_the_site_is_down() {
    let site = site().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&[("game", "kalah"), ("open_for", "standing")]).await;
    site.wait(4 * DAY);
    site.suspend_process(8 * DAY).await;
    assert_eq!(site.vacate_open_matches().await, 0);
    site.wait(2 * DAY);
    assert_eq!(site.vacate_open_matches().await, 0, "six days of the site");
    assert_eq!(site.visitor().record(&id).await["status"], "open");
    site.wait(6 * DAY);
    assert_eq!(site.vacate_open_matches().await, 1);
}

#[tokio::test]
async fn seated_players_are_notified_of_an_expiry_and_invited_users_are_not() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let _ben = site.register_with_mail("Ben", &mut sink).await;
    let id = ada.opens(&[("game", "kalah"), ("invite", "Ben"), ("open_for", "1")]).await;
    ada.get(&path(&id, "")).await;
    site.wait(MINUTE);
    assert_eq!(sink.next().await.subject(), "Ada invites you: Mancala (Kalah)");
    site.wait(DAY);
    record_after(&ada, &id, 2).await;
    let site_time = site.clock.now();
    site.wait(MINUTE);
    let email = sink.next().await;
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("ada@example.org", "Your open match has expired: Mancala (Kalah)"),
        "{site_time}"
    );
    assert!(
        email.text.contains("Not enough players joined in time, so your match was closed."),
        "{}",
        email.text
    );
    assert!(!email.text.contains("nobody\n"), "{}", email.text);
    site.wait(12 * MINUTE);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_match_without_a_clock_expires_after_sixty_days_with_a_week_of_notice() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register("Ben").await;
    let id = ada.opens(&[("game", "tictactoe"), ("time", "none")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.play(&id, "a1").await;
    ben.play(&id, "b2").await;
    ada.get(&path(&id, "")).await;
    site.wait(53 * DAY - 1);
    site.runs_tasks().await;
    assert_eq!(ada.record(&id).await["seq"], 6);
    site.wait(1);
    record_after(&ada, &id, 6).await;
    let page = ada.get("/").await;
    assert!(page.text("main").unwrap().contains("Your move"), "play continues");
    site.wait(MINUTE);
    let email = sink.next().await;
    assert_eq!(email.subject(), "Your match against Ben will be closed soon: Tic-Tac-Toe");
    let until = "If no one moves by Wednesday 20 January, 12:00 (UTC), the match is closed without a result.";
    assert!(email.text.contains(until), "{}", email.text);
    let words = ben.get(&path(&id, "")).await.text("#closing").unwrap();
    assert!(words.contains("The match closes on Wednesday 20 January, 12:00 UTC"), "{words}");
    site.wait(7 * DAY - MINUTE);
    let record = record_after(&ada, &id, 7).await;
    assert_eq!((&record["lapsed"], &record["ending"]["places"]), (&json!("idle"), &Value::Null));
    serde_json::from_value::<MatchRecord>(record).unwrap().check().unwrap();
    let page = ben.get(&path(&id, "")).await;
    assert_eq!(page.text("h1").as_deref(), Some("Abandoned"));
    site.wait(MINUTE);
    let email = sink.next().await;
    assert_eq!(email.subject(), "Your match against Ben was closed: Tic-Tac-Toe");
    assert!(
        email.text.contains("No one moved for a long time, so the match was closed without a result."),
        "{}",
        email.text
    );
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn a_move_after_the_notice_cancels_the_expiry() {
    let site = site().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "tictactoe"), ("time", "none")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    site.wait(53 * DAY);
    record_after(&ada, &id, 4).await;
    let watching = ben.listens(&id, 5).await;
    assert_eq!(ada.play_from(&id, "4", "b2").await.status, 303, "a page of before the warning will do");
    let mut watching = watching;
    let shown = watching.until(6).await;
    assert!(shown.iter().all(|message| !message.data.contains("The match closes on")), "{shown:?}");
    assert!(ada.get(&path(&id, "")).await.text("#closing").is_none());
    site.wait(7 * DAY);
    site.runs_tasks().await;
    assert_eq!(ada.record(&id).await["status"], "playing");
    site.wait(46 * DAY);
    record_after(&ada, &id, 6).await;
    assert_eq!(ada.record(&id).await["status"], "playing", "it is announced again first");
}

#[tokio::test]
async fn a_paused_live_match_expires_after_a_day() {
    let site = site().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let live = [("game", "tictactoe"), ("time", "live"), ("time.seconds", "60"), ("time.reserve", "300")];
    let id = ada.opens(&live).await;
    ben.post(&path(&id, "seats"), &[]).await;
    for person in [&ada, &ben] {
        assert_eq!(person.post(&path(&id, "pause"), &[("answer", "ask")]).await.status, 303);
    }
    site.wait(12 * HOUR);
    let record = record_after(&ada, &id, 7).await;
    assert_eq!(record["status"], "playing");
    site.wait(12 * HOUR);
    assert_eq!(record_after(&ada, &id, 8).await["lapsed"], "idle");
}

#[tokio::test]
async fn after_a_long_downtime_players_are_notified_before_matches_expire() {
    let mut site = site().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "tictactoe"), ("time", "none")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    site.restart_after(Duration::from_secs(200 * 24 * 3600)).await;
    let record = record_after(&ada, &id, 4).await;
    assert_eq!(record["status"], "playing");
    site.runs_tasks().await;
    assert_eq!(ada.record(&id).await["seq"], 5, "once");
    site.wait(7 * DAY);
    assert_eq!(record_after(&ada, &id, 5).await["lapsed"], "idle");
}

#[tokio::test]
async fn an_unanswered_rematch_expires_and_can_be_offered_again() {
    let site = site().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "tictactoe"), ("time", "none")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.post(&path(&id, "resignation"), &[]).await;
    let offered = ben.post(&path(&id, "rematch"), &[]).await.location().to_owned();
    let first = offered.strip_prefix("/matches/").unwrap();
    site.wait(7 * DAY);
    assert_eq!(record_after(&ada, first, 2).await["lapsed"], "open");
    let again = ada.post(&path(&id, "rematch"), &[]).await;
    assert!(again.status == 303 && again.location() != offered, "{}", again.location());
}
