//! Which players are looking at a match, as the others see it.

use crate::harness::{TestMatch, TestPerson, TestSite};

/// The classes of the element that says who is here.
async fn here(m: &TestMatch, viewer: &TestPerson) -> Option<String> {
    viewer.get(&m.path("")).await.attribute("#presence", "class")
}

#[tokio::test]
async fn players_are_shown_as_present_while_their_stream_is_open() {
    let site = TestSite::start().await;
    let m = site.start_match("kalah").await;
    assert_eq!(here(&m, &m.ada).await.unwrap(), "");
    let mut eve = site.visitor().listens(&m.id, 4).await;
    eve.presence("").await;
    let ben = m.ben.listens(&m.id, 4).await;
    eve.presence("1").await;
    let mut ada = m.ada.listens(&m.id, 4).await;
    ada.presence("0 1").await;
    eve.presence("0 1").await;
    assert_eq!(here(&m, &m.ada).await.unwrap(), "here-0 here-1");
    drop(ben);
    // Found out with the next heartbeat at the latest.
    eve.presence("0").await;
    assert_eq!(here(&m, &site.visitor()).await.unwrap(), "here-0");
}

#[tokio::test]
async fn a_player_who_joins_is_present_without_another_connection() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "kalah"), ("seats", "2")]).await;
    let mut stream = ben.listens(&id, 0).await;
    stream.presence("").await;
    ben.post(&format!("/matches/{id}/seats"), &[]).await;
    stream.presence("1").await;
}

#[tokio::test]
async fn watching_a_match_is_not_shown_to_anyone() {
    let site = TestSite::start().await;
    let m = site.start_match("kalah").await;
    let _eve = site.register("Eve").await.listens(&m.id, 4).await;
    let mut ada = m.ada.listens(&m.id, 4).await;
    ada.presence("0").await;
    let _ben = m.ben.listens(&m.id, 4).await;
    ada.presence("0 1").await;
    assert_eq!(here(&m, &m.ben).await.unwrap(), "here-0 here-1");
}

#[tokio::test]
async fn a_player_is_not_shown_as_present_to_someone_they_have_blocked() {
    let site = TestSite::start().await;
    let m = site.start_match("kalah").await;
    assert_eq!(m.ben.post("/players/Ada/block", &[]).await.status, 303);
    let mut ada = m.ada.listens(&m.id, 4).await;
    ada.presence("0").await;
    let mut ben = m.ben.listens(&m.id, 4).await;
    ben.presence("0").await;
    assert_eq!(here(&m, &m.ada).await.unwrap(), "here-0");
}

#[tokio::test]
async fn a_match_that_is_over_and_a_replay_show_nobody_as_present() {
    let site = TestSite::start().await;
    let m = site.start_match("kalah").await;
    m.play_all(&["1", "1"]).await;
    let mut eve = site.visitor().listens(&m.id, 4).await;
    let _ada = m.ada.listens(&m.id, 4).await;
    eve.presence("0").await;
    assert_eq!(m.ben.get(&format!("{}?ply=1", m.path(""))).await.attribute("#presence", "class"), None);
    assert_eq!(m.ada.post(&m.path("resignation"), &[]).await.status, 303);
    eve.presence("").await;
    assert_eq!(here(&m, &m.ben).await, None);
}

#[tokio::test]
async fn presence_in_a_private_match_is_for_its_players_only() {
    let site = TestSite::start().await;
    let m = site.start_private_match("kalah").await;
    let mut ada = m.ada.listens(&m.id, 4).await;
    ada.presence("0").await;
    let messages = site.register("Eve").await.listens(&m.id, 0).await.everything().await;
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert_eq!(messages[0].event.as_deref(), Some("end"));
}
