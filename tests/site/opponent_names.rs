//! Names that complete the field in which opponents are invited.

use crate::harness::{TestPerson, TestSite};

async fn suggested(person: &TestPerson, typed: &str) -> Vec<String> {
    let query = serde_urlencoded::to_string([("invite", typed)]).unwrap();
    let answer = person.get(&format!("/matches/new/names?{query}")).await;
    assert_eq!(answer.status, 200, "{typed:?}");
    answer.attributes("option", "value")
}

#[tokio::test]
async fn names_that_begin_like_the_last_one_typed_are_suggested() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for name in ["Ben", "Bea", "Carl"] {
        site.register(name).await;
    }
    assert_eq!(suggested(&ada, "b").await, ["Bea", "Ben"]);
    assert_eq!(suggested(&ada, "BEN").await, ["Ben"]);
    assert_eq!(suggested(&ada, "Carl, be").await, ["Carl, Bea", "Carl, Ben"]);
    assert_eq!(suggested(&ada, "ad").await.len(), 0, "nobody invites themselves");
    assert_eq!(suggested(&ada, "kalah").await.len(), 0, "bots have seats of their own in the form");
}

#[tokio::test]
async fn recent_opponents_are_suggested_before_anything_is_typed() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    site.register("Carl").await;
    assert_eq!(suggested(&m.ada, "").await, ["Ben"]);
    assert_eq!(suggested(&m.ben, "").await, ["Ada"]);
    assert_eq!(suggested(&m.ada, "Carl,").await, ["Carl, Ben"]);
    m.ben.post(&m.path("resignation"), &[]).await;
    assert_eq!(suggested(&m.ada, "").await, ["Ben"], "also after the match");
}

#[tokio::test]
async fn blocked_players_are_not_suggested() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    assert_eq!(m.ada.post("/players/Ben/block", &[]).await.status, 303);
    assert_eq!(suggested(&m.ada, "").await.len(), 0);
    assert_eq!(suggested(&m.ada, "b").await.len(), 0);
}

#[tokio::test]
async fn hostile_input_suggests_nothing() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    site.register("Ben").await;
    let long = "b".repeat(2000);
    for typed in ["%", "_", "b%", "' OR 1=1 --", "\u{0}", "\u{10ffff}", "<script>", &long] {
        assert_eq!(suggested(&ada, typed).await.len(), 0, "{typed:?}");
    }
    let answer = ada.get("/matches/new/names?invite=%22%3E%3Cscript%3E,b").await;
    assert!(!answer.body.contains("<script>"), "{}", answer.body);
    assert_eq!(ada.get("/matches/new/names?invite=b&invite=c").await.status, 400);
    assert_eq!(ada.get("/matches/new/names?invite=%ff").await.status, 200);
}
