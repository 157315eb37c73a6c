//! Tests of substitutes in casual matches for three or more.

use parlour::now::Clock;
use serde_json::json;

use crate::harness::{HOUR, NOON, TestPerson, TestSite, path, sends_to};
use crate::sink::MailSink;

const THREE: [(&str, &str); 3] = [("game", "sternhalma"), ("seats", "3"), ("time", "days")];

/// A casual match of Ada, Ben and Cleo. Ada is to move.
async fn starts(site: &TestSite, more: &[(&str, &str)]) -> (Vec<TestPerson>, String) {
    let mut people = Vec::new();
    for name in ["Ada", "Ben", "Cleo"] {
        people.push(site.register(name).await);
    }
    let id = seated(&people, more).await;
    (people, id)
}

async fn seated(people: &[TestPerson], more: &[(&str, &str)]) -> String {
    let casual: &[_] = if more.contains(&("rated", "yes")) { &[] } else { &[("rated", "no")] };
    let id = people[0].opens(&[&THREE[..], casual, more].concat()).await;
    for person in &people[1..] {
        assert_eq!(person.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    id
}

async fn searches(person: &TestPerson, id: &str, search: &str) -> u16 {
    person.post(&path(id, "substitute"), &[("search", search)]).await.status
}

#[tokio::test]
async fn a_player_finds_a_substitute_by_the_link_of_the_match() {
    let site = TestSite::start().await;
    let (people, id) = starts(&site, &[]).await;
    let [ada, ben, cleo] = &people[..] else { panic!() };
    let dora = site.register("Dora").await;
    let page = path(&id, "");
    assert_eq!(dora.post(&path(&id, "seats"), &[]).await.status, 409, "nobody looks for a substitute");
    assert!(ben.get(&page).await.body.contains("Look for a substitute"));
    let mut stream = cleo.listens(&id, cleo.record(&id).await["seq"].as_u64().unwrap()).await;
    assert_eq!(searches(ben, &id, "begin").await, 303);
    let seq = ben.record(&id).await["seq"].as_u64().unwrap();
    let told = stream.until(seq).await.pop().unwrap().data;
    assert!(told.contains("role=\"status\">Ben is looking for a substitute."), "{told}");
    let own = ben.get(&page).await;
    assert!(own.body.contains("Keep my seat") && !own.body.contains("Look for a substitute"), "{}", own.body);
    assert!(ada.get(&page).await.text("#asked").unwrap().contains("Ben is looking for a substitute."));
    let seen = dora.get(&page).await;
    assert!(seen.text("#asked").unwrap().starts_with("Ben is looking for a substitute. You’d play on"));
    assert_eq!(dora.post(&path(&id, "seats"), &[]).await.status, 303);
    let record = ada.record(&id).await;
    assert_eq!(record["seats"][1]["name"], "Dora");
    let takeover = &record["taken_over"][0];
    assert_eq!((&takeover["former"], &takeover["why"]), (&json!("Ben"), &json!("substituted")));
    assert!(ada.get(&page).await.body.contains("Dora plays on for Ben."));
    let text = ada.get(&path(&id, "record.txt")).await.body;
    assert!(text.contains("Dora plays on for Ben."), "{text}");
    assert!(dora.get(&page).await.text("#resign").is_some(), "Dora plays");
    assert_eq!(ben.post(&path(&id, "resignation"), &[]).await.status, 403);
    let late = site.register("Eve").await;
    assert_eq!(late.post(&path(&id, "seats"), &[]).await.status, 409);
}

#[tokio::test]
async fn a_seat_is_kept_if_the_search_is_cancelled() {
    let site = TestSite::start().await;
    let (people, id) = starts(&site, &[]).await;
    let dora = site.register("Dora").await;
    assert_eq!(searches(&dora, &id, "begin").await, 403);
    assert_eq!(searches(&people[1], &id, "begin").await, 303);
    assert_eq!(searches(&people[2], &id, "cancel").await, 303, "Cleo looks for nobody");
    assert!(dora.get(&path(&id, "")).await.body.contains("Take the seat"));
    assert_eq!(searches(&people[1], &id, "for ever").await, 422);
    assert_eq!(searches(&people[1], &id, "cancel").await, 303);
    assert_eq!(dora.post(&path(&id, "seats"), &[]).await.status, 409);
    assert_eq!(people[1].record(&id).await["seats"][1]["name"], "Ben");
}

#[tokio::test]
async fn in_a_rated_match_nobody_looks_for_a_substitute() {
    let site = TestSite::start().await;
    let (people, id) = starts(&site, &[("rated", "yes")]).await;
    assert!(!people[1].get(&path(&id, "")).await.body.contains("Look for a substitute"));
    let refused = people[1].post(&path(&id, "substitute"), &[("search", "begin")]).await;
    assert_eq!(refused.status, 409);
    assert!(refused.body.contains("You can’t look for a substitute in this match."), "{}", refused.body);
}

#[tokio::test]
async fn a_private_match_is_visible_while_a_player_looks_for_a_substitute() {
    let site = TestSite::start().await;
    let (people, id) = starts(&site, &[("visibility", "private")]).await;
    let (dora, eve) = (site.register("Dora").await, site.register("Eve").await);
    assert_eq!(dora.get(&path(&id, "")).await.status, 404);
    assert_eq!(searches(&people[1], &id, "begin").await, 303);
    assert_eq!(dora.get(&path(&id, "")).await.status, 200);
    assert_eq!(dora.post(&path(&id, "seats"), &[]).await.status, 303);
    assert_eq!(eve.get(&path(&id, "")).await.status, 404);
    assert_eq!(people[1].get(&path(&id, "")).await.status, 200, "Ben played in it");
}

#[tokio::test]
async fn a_user_whom_a_player_has_blocked_does_not_become_a_substitute() {
    let site = TestSite::start().await;
    let (people, id) = starts(&site, &[]).await;
    let dora = site.register("Dora").await;
    people[2].post("/players/Dora/block", &[]).await;
    searches(&people[1], &id, "begin").await;
    assert_eq!(dora.post(&path(&id, "seats"), &[]).await.status, 403);
    assert_eq!(people[1].record(&id).await["seats"][1]["name"], "Ben");
}

#[tokio::test]
async fn a_visitor_becomes_a_substitute_as_a_guest() {
    let site = TestSite::start().await;
    let (people, id) = starts(&site, &[]).await;
    let visitor = site.visitor();
    visitor.post(&path(&id, "seats/guest"), &[]).await;
    assert_eq!(people[1].record(&id).await["seats"][1]["name"], "Ben");
    searches(&people[1], &id, "begin").await;
    assert!(visitor.get(&path(&id, "")).await.body.contains("Play as a guest"));
    assert_eq!(visitor.post(&path(&id, "seats/guest"), &[]).await.status, 303);
    assert!(people[0].record(&id).await["seats"][1]["name"].as_str().unwrap().starts_with("Guest"));
}

#[tokio::test]
async fn a_player_is_emailed_who_plays_on_for_them() {
    let mut sink = MailSink::open().await;
    let site = TestSite::at(Clock::at(NOON), |config| sends_to(config, &sink)).await;
    let (ada, cleo) = (site.register("Ada").await, site.register_with_mail("Cleo", &mut sink).await);
    let ben = site.register_with_mail("Ben", &mut sink).await;
    let id = seated(&[ada, ben.clone(), cleo], &[]).await;
    searches(&ben, &id, "begin").await;
    site.wait(2 * HOUR);
    while sink.taken().is_some() {}
    let dora = site.register("Dora").await;
    assert_eq!(dora.post(&path(&id, "seats"), &[]).await.status, 303);
    site.wait(2 * HOUR);
    let email = sink.next().await;
    assert_eq!(
        (email.to.as_str(), email.subject().as_str()),
        ("ben@example.org", "Dora plays on for you: Chinese Checkers (Sternhalma)")
    );
    assert!(email.text.contains("Dora plays on for you."), "{}", email.text);
    sink.assert_stays_empty().await;
}
