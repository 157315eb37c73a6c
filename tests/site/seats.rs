//! Joining, leaving and starting matches.

use serde_json::json;

use crate::harness::{PageAnswer, TestPerson, TestSite, path};

const SIX: [(&str, &str); 3] = [("game", "sternhalma"), ("seats", "6"), ("visibility", "public")];
const TWO: [(&str, &str); 3] = [("game", "tictactoe"), ("seats", "2"), ("visibility", "public")];

async fn seated(person: &TestPerson, id: &str) -> Vec<Option<String>> {
    let record = person.record(id).await;
    let seats = record["seats"].as_array().unwrap();
    seats.iter().map(|seat| seat["name"].as_str().map(str::to_owned)).collect()
}

#[track_caller]
fn assert_back_at(answer: &PageAnswer, id: &str) {
    assert_eq!((answer.status, answer.location()), (303, path(id, "").as_str()), "{:?}", answer.text("main"));
}

#[track_caller]
fn assert_refused(answer: &PageAnswer, status: u16, words: &str) {
    assert_eq!(answer.status, status, "{:?}", answer.text("main"));
    let told = answer.text("main").unwrap_or_else(|| answer.body.clone());
    assert!(told.contains(words), "{told}");
}

#[tokio::test]
async fn a_match_starts_when_it_is_full() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&TWO).await;
    assert_back_at(&ben.post(&path(&id, "seats"), &[]).await, &id);
    let record = ben.record(&id).await;
    assert_eq!((&record["status"], &record["to_act"]), (&json!("playing"), &json!(0)));
    assert_eq!(seated(&ben, &id).await, [Some("Ada".to_owned()), Some("Ben".to_owned())]);
}

#[tokio::test]
async fn htmx_is_answered_with_the_match_as_it_stands() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&TWO).await;
    let answer = ben.post_by_htmx(&path(&id, "seats"), &[]).await;
    assert_eq!(answer.status, 200);
    assert!(!answer.is_page());
    assert!(answer.body.contains("Ada is thinking"), "{}", answer.body);
}

#[tokio::test]
async fn joining_twice_is_no_mistake() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&SIX).await;
    assert_back_at(&ada.post(&path(&id, "seats"), &[]).await, &id);
    assert_eq!(seated(&ada, &id).await.iter().flatten().count(), 1);
}

#[tokio::test]
async fn nobody_joins_a_match_that_has_started() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let eve = site.register("Eve").await;
    for answer in [eve.post(&m.path("seats"), &[]).await, eve.post_by_htmx(&m.path("seats"), &[]).await] {
        assert_refused(&answer, 409, "no longer open");
    }
    assert_eq!(m.record().await["seq"], 4);
}

#[tokio::test]
async fn whoever_leaves_gives_the_seat_back_by_either_way() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&SIX).await;
    ben.post(&path(&id, "seats"), &[]).await;
    assert_back_at(&ben.post(&path(&id, "seats/leave"), &[]).await, &id);
    assert_eq!(seated(&ada, &id).await.iter().flatten().count(), 1);
    ben.post(&path(&id, "seats"), &[]).await;
    assert_back_at(&ben.delete(&path(&id, "seats/leave")).await, &id);
    assert_eq!(seated(&ada, &id).await.iter().flatten().count(), 1);
    assert_refused(&ben.delete(&path(&id, "seats/leave")).await, 403, "have a seat");
}

#[tokio::test]
async fn nobody_leaves_a_match_under_way() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    assert_refused(&m.ben.post(&m.path("seats/leave"), &[]).await, 409, "no longer open");
    assert_refused(&m.ben.delete(&m.path("seats/leave")).await, 409, "no longer open");
}

#[tokio::test]
async fn a_table_that_everybody_has_left_is_closed() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&SIX).await;
    ada.post(&path(&id, "seats/leave"), &[]).await;
    let record = ada.record(&id).await;
    assert_eq!((&record["status"], &record["ending"]["how"]), (&json!("ended"), &json!("aborted")));
}

#[tokio::test]
async fn the_host_starts_with_those_who_are_there() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&SIX).await;
    assert_refused(&ada.post(&path(&id, "start"), &[]).await, 409, "At least 2");
    ben.post(&path(&id, "seats"), &[]).await;
    assert_refused(&ben.post(&path(&id, "start"), &[]).await, 403, "Only the host");
    assert_back_at(&ada.post(&path(&id, "start"), &[]).await, &id);
    let record = ada.record(&id).await;
    assert_eq!(record["status"], "playing");
    assert_eq!(record["seats"].as_array().unwrap().len(), 2);
    assert_refused(&ada.post(&path(&id, "start"), &[]).await, 409, "no longer open");
}

#[tokio::test]
async fn a_stranger_neither_starts_nor_closes_a_table() {
    let site = TestSite::start().await;
    let (ada, eve) = (site.register("Ada").await, site.register("Eve").await);
    let id = ada.opens(&SIX).await;
    assert_refused(&eve.post(&path(&id, "start"), &[]).await, 403, "host");
    assert_refused(&eve.post(&path(&id, "abort"), &[]).await, 403, "have a seat");
    assert_eq!(ada.record(&id).await["status"], "open");
}

#[tokio::test]
async fn seven_who_run_for_the_last_seat_get_one_seat() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&TWO).await;
    let mut runners = Vec::new();
    for number in 0..7 {
        runners.push(site.register(&format!("runner-{number}")).await);
    }
    let seats = path(&id, "seats");
    let answers = futures_util::future::join_all(runners.iter().map(|runner| runner.post(&seats, &[]))).await;
    let mut statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 409, 409, 409, 409, 409, 409]);
}
