//! Notices about what the clock did to players and to their conditional moves.

use std::time::Duration;

use parlour::games::Game;
use parlour::now::Clock;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::harness::{HOUR, MINUTE, NOON, TestPerson, TestSite, path, sends_to};
use crate::push_service::PushService;
use crate::pushes::here;
use crate::sink::{MailSink, ReceivedMail};

const SOON: i64 = MINUTE;
const GAME: [(&str, &str); 4] =
    [("game", "sternhalma"), ("seats", "3"), ("time", "days"), ("time.days", "1")];

/// Ada, Ben and Cleo in a match with a day per move. Ada has played, and Ben has seen it.
async fn ben_to_move(
    site: &TestSite,
    sink: &mut MailSink,
    flag: &str,
) -> (TestPerson, TestPerson, TestPerson, String) {
    let ada = site.register_with_mail("Ada", sink).await;
    let ben = site.register_with_mail("Ben", sink).await;
    let cleo = site.register("Cleo").await;
    let id = ada.opens(&[GAME.as_slice(), &[("time.flag", flag)]].concat()).await;
    for person in [&ben, &cleo] {
        assert_eq!(person.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    plays(&ada, &id).await;
    for person in [&ada, &ben, &cleo] {
        person.get(&path(&id, "")).await;
    }
    (ada, ben, cleo, id)
}

/// Plays the first legal move.
async fn plays(person: &TestPerson, id: &str) {
    let record = person.record(id).await;
    let position = record["position"].as_str().unwrap();
    let options = Game::Sternhalma.options([]).unwrap();
    let legal = Game::Sternhalma.position(&options, 3, position).unwrap().legal();
    assert_eq!(person.play(id, &legal[0]).await.status, 303);
}

/// The record, once a condition is true for it.
async fn until(person: &TestPerson, id: &str, is_there: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let record = person.record(id).await;
        if is_there(&record) {
            return record;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "not reached in time: {record}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// The next email with this subject to a user. Others may come before.
async fn email(sink: &mut MailSink, to: &str, subject: &str) -> ReceivedMail {
    for _ in 0..8 {
        let email = sink.next().await;
        if (email.to.as_str(), email.subject().as_str()) == (to, subject) {
            return email;
        }
    }
    panic!("no email to {to}: {subject}");
}

fn says(text: &str, words: &str) {
    assert!(text.contains(words), "{words} is not in: {text}");
}

#[tokio::test]
async fn a_skipped_turn_is_reported_by_email_on_the_page_and_in_the_record() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, cleo, id) = ben_to_move(&site, &mut sink, "skip").await;
    site.wait(24 * HOUR);
    let record = until(&cleo, &id, |record| !record["skipped"].is_null()).await;
    let seq = record["seq"].as_u64().unwrap();
    assert_eq!(record["skipped"], json!([{"seat": 1, "seq": seq, "uncounted": true}]));
    says(
        &ben.fetch(&path(&id, "record.txt")).await.body,
        "Ben’s turn was skipped because they ran out of time.",
    );
    site.wait(SOON);
    let email =
        email(&mut sink, "ben@example.org", "Your turn was skipped: Chinese Checkers (Sternhalma)").await;
    says(&email.text, "Your turn was skipped because you ran out of time.");
    let page = ben.fetch(&path(&id, "")).await;
    says(&page.text("#recap").unwrap(), "Your turn was skipped because you ran out of time.");
    says(&page.text("#plies").unwrap(), "Your turn was skipped because you ran out of time.");
    let page = cleo.get(&path(&id, "")).await;
    says(&page.text("#plies").unwrap(), "Ben’s turn was skipped because they ran out of time.");
}

#[tokio::test]
async fn a_skipped_turn_that_was_seen_is_not_reported() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (_ada, ben, cleo, id) = ben_to_move(&site, &mut sink, "skip").await;
    // After the warnings.
    site.wait(23 * HOUR);
    email(
        &mut sink,
        "ben@example.org",
        "Your time is running out against Ada and Cleo: Chinese Checkers (Sternhalma)",
    )
    .await;
    site.wait(HOUR);
    until(&cleo, &id, |record| !record["skipped"].is_null()).await;
    ben.get(&path(&id, "")).await;
    site.wait(SOON);
    site.mails_nothing(&mut sink).await;
}

#[tokio::test]
async fn running_out_of_time_is_reported_to_the_player_and_those_who_play_on() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben, cleo, id) = ben_to_move(&site, &mut sink, "lose").await;
    let seq = cleo.record(&id).await["seq"].as_u64().unwrap();
    let mut stream = cleo.listens(&id, seq).await;
    site.wait(24 * HOUR);
    let record = until(&cleo, &id, |record| !record["timed_out"].is_null()).await;
    assert_eq!((&record["status"], &record["timed_out"][0]["seat"]), (&json!("playing"), &json!(1)));
    says(
        &ben.fetch(&path(&id, "record.txt")).await.body,
        "Ben ran out of time. The match goes on without them.",
    );
    let live: String = stream.until(seq + 1).await.into_iter().map(|message| message.data).collect();
    says(&live, "Ben ran out of time. The match goes on without them.");
    site.wait(SOON);
    let mut shown = Vec::new();
    while shown.len() < 2 {
        let email = sink.next().await;
        if email.subject().contains("ran out of time") {
            shown.push((email.to.clone(), email.subject(), email.text.clone()));
        }
    }
    shown.sort();
    let [(to, subject, text), (own, own_subject, own_text)] = &shown[..] else { panic!("{shown:?}") };
    assert_eq!(
        (to.as_str(), subject.as_str()),
        ("ada@example.org", "Ben ran out of time: Chinese Checkers (Sternhalma)")
    );
    says(text, "Ben ran out of time. The match goes on without them.");
    assert_eq!(
        (own.as_str(), own_subject.as_str()),
        ("ben@example.org", "You ran out of time: Chinese Checkers (Sternhalma)")
    );
    says(own_text, "You ran out of time. The match goes on without you.");
    let page = ada.fetch(&path(&id, "")).await;
    says(&page.text("#recap").unwrap(), "Ben ran out of time. The match goes on without them.");
}

#[tokio::test]
async fn the_start_of_vacation_is_reported_once_with_its_end() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    let ben = site.register("Ben").await;
    let fields = [("game", "tictactoe"), ("time", "days"), ("time.days", "1"), ("time.holidays", "on")];
    let id = ada.opens(&fields).await;
    ben.post(&path(&id, "seats"), &[]).await;
    ada.get(&path(&id, "")).await;
    site.wait(25 * HOUR);
    until(&ben, &id, |record| record["vacation"][0]["hours"] == 2).await;
    says(&ada.fetch(&path(&id, "record.txt")).await.body, "Ada used 2 h of vacation.");
    site.wait(SOON);
    let email = email(&mut sink, "ada@example.org", "Your vacation is being used: Tic-Tac-Toe").await;
    // The turn would have ended on 22 November, and twenty days of vacation are left.
    says(&email.text, "If you don’t move by Saturday 12 December, 12:00 (UTC), you run out of time.");
    let words = ben.get(&path(&id, "")).await.text("#vacation").unwrap();
    says(&words, "they run out of time on Saturday 12 December, 12:00 UTC");
    let page = ada.fetch(&path(&id, "")).await;
    says(&page.text("#recap").unwrap(), "You used 2 h of vacation.");
    for _ in 0..2 {
        site.wait(HOUR);
        site.mails_nothing(&mut sink).await;
    }
    until(&ben, &id, |record| record["vacation"][0]["hours"].as_u64() > Some(2)).await;
}

#[tokio::test]
async fn cancelled_conditional_moves_are_reported_to_their_player_only() {
    let (site, mut sink) = TestSite::with_mail().await;
    let (ada, ben) = (site.register("Ada").await, site.register_with_mail("Ben", &mut sink).await);
    let id = ada.opens(&[("game", "tictactoe")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    let order = [("orders", "if a1 then b2, if c3 then a2")];
    assert_eq!(ben.post(&path(&id, "conditional-moves"), &order).await.status, 303);
    ben.get(&path(&id, "")).await;
    assert_eq!(ada.play(&id, "c1").await.status, 303);
    site.wait(SOON);
    let email = email(&mut sink, "ben@example.org", "Your move against Ada: Tic-Tac-Toe").await;
    says(&email.text, "Your conditional moves were cancelled because the match went a different way.");
    says(&ben.fetch(&path(&id, "")).await.text("#recap").unwrap(), "Your conditional moves were cancelled");

    let cancelled = json!([{"seat": 1, "seq": 5}]);
    assert_eq!(ben.record(&id).await["conditional_moves_cancelled"], cancelled);
    for other in [&ada, &site.visitor()] {
        let record = other.record(&id).await;
        assert_eq!((&record["conditional_moves_cancelled"], &record["seq"]), (&Value::Null, &json!(5)));
        assert!(!other.fetch(&path(&id, "")).await.body.contains("were cancelled"));
    }
    ada.post(&path(&id, "resignation"), &[]).await;
    assert_eq!(ada.record(&id).await["conditional_moves_cancelled"], cancelled, "afterwards it is no secret");
}

#[tokio::test]
async fn feeds_and_pushes_report_clock_events_too() {
    let (mut sink, mut service) = (MailSink::open().await, PushService::open().await);
    let site = TestSite::at(Clock::at(NOON), |config| {
        here(config);
        sends_to(config, &sink);
    })
    .await;
    let (ada, ben, cleo, id) = ben_to_move(&site, &mut sink, "skip").await;
    let feed = ben.post("/settings/feeds/news", &[]).await;
    assert_eq!(feed.status, 303);
    let feed = ben.get("/settings").await.attribute("#feed-news", "value").unwrap();
    ben.adds_device(&service.browser("phone")).await;
    site.wait(24 * HOUR);
    until(&cleo, &id, |record| !record["skipped"].is_null()).await;
    site.wait(SOON);
    loop {
        let push = service.next().await;
        if push.words().0 == "Your turn was skipped: Chinese Checkers (Sternhalma)" {
            says(push.words().1, "Your turn was skipped because you ran out of time.");
            break;
        }
    }
    let entries = site.visitor().get(feed.strip_prefix(&site.url).unwrap()).await;
    says(&entries.body, "<title>Your turn was skipped: Chinese Checkers (Sternhalma)</title>");
    drop(ada);
}
