//! Resigning, aborting and rematches.

use serde_json::json;

use crate::harness::{PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite, path};

#[track_caller]
fn assert_refused(answer: &PageAnswer, status: u16, words: &str) {
    let told = answer.texts("[role=alert]").join(" ");
    assert_eq!(answer.status, status, "{told}");
    assert!(told.contains(words), "{words} is not in: {told}");
}

async fn act(person: &TestPerson, m: &TestMatch, what: &str) -> PageAnswer {
    person.post(&m.path(what), &[]).await
}

#[tokio::test]
async fn whoever_resigns_has_lost_whosever_turn_it_is() {
    for ply in 0..2 {
        let site = TestSite::start().await;
        let m = site.start_match("tictactoe").await;
        m.play_all(&SHORT_WIN[..ply]).await;
        let answer = act(&m.ben, &m, "resignation").await;
        assert_eq!((answer.status, answer.location()), (303, m.path("").as_str()));
        let record = m.record().await;
        assert_eq!(record["ending"], json!({"how": "resigned", "places": [1, 2]}));
        assert!(m.ada.get(&m.path("")).await.body.contains("Ben resigned."));
    }
}

#[tokio::test]
async fn htmx_is_answered_with_the_match_that_is_over() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let answer = m.ada.post_by_htmx(&m.path("resignation"), &[]).await;
    assert_eq!(answer.status, 200);
    assert!(!answer.is_page() && answer.body.contains("You lost"), "{}", answer.body);
}

#[tokio::test]
async fn a_match_of_three_goes_on_without_the_one_who_resigned() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let cleo = site.register("Cleo").await;
    let id = ada.opens(&[("game", "sternhalma"), ("seats", "3"), ("visibility", "public")]).await;
    for person in [&ben, &cleo] {
        assert_eq!(person.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    assert_eq!(ada.post(&path(&id, "resignation"), &[]).await.status, 303);
    let record = ada.record(&id).await;
    assert_eq!((&record["status"], &record["to_act"]), (&json!("playing"), &json!(1)));
    assert_refused(&ada.post(&path(&id, "resignation"), &[]).await, 409, "no longer in this match");
    assert_eq!(ben.post(&path(&id, "resignation"), &[]).await.status, 303);
    assert_eq!(ada.record(&id).await["ending"], json!({"how": "resigned", "places": [3, 2, 1]}));
}

#[tokio::test]
async fn a_match_is_called_off_until_everybody_has_moved() {
    for ply in 0..2 {
        let site = TestSite::start().await;
        let m = site.start_match("tictactoe").await;
        m.play_all(&SHORT_WIN[..ply]).await;
        assert_eq!(act(&m.ben, &m, "abort").await.status, 303);
        assert_eq!(m.record().await["ending"], json!({"how": "aborted", "places": null}));
        assert!(m.ada.get(&m.path("")).await.body.contains("Cancelled"));
    }
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN[..2]).await;
    assert_refused(&act(&m.ada, &m, "abort").await, 409, "resign instead");
    assert_eq!(m.record().await["status"], "playing");
}

#[tokio::test]
async fn an_open_table_is_closed_by_its_host_alone() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "sternhalma"), ("seats", "3"), ("visibility", "public")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    assert_refused(&ben.post(&path(&id, "abort"), &[]).await, 403, "host");
    assert_refused(&ben.post(&path(&id, "resignation"), &[]).await, 409, "hasn’t started");
    assert_eq!(ada.post(&path(&id, "abort"), &[]).await.status, 303);
    assert_eq!(ada.record(&id).await["ending"]["how"], "aborted");
}

#[tokio::test]
async fn a_watcher_ends_nothing() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let eve = site.register("Eve").await;
    for what in ["resignation", "abort", "rematch"] {
        assert_refused(&act(&eve, &m, what).await, 403, "have a seat");
        assert_eq!(eve.post_by_htmx(&m.path(what), &[]).await.status, 403, "{what}");
    }
    assert_eq!(m.seq().await, 4);
}

#[tokio::test]
async fn what_is_over_cannot_be_ended_again() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    for what in ["resignation", "abort"] {
        assert_refused(&act(&m.ben, &m, what).await, 409, "over");
    }
    for what in ["seats/leave", "start"] {
        assert_refused(&act(&m.ben, &m, what).await, 409, "no longer open");
    }
}

#[tokio::test]
async fn a_rematch_is_offered_and_taken_with_the_seats_turned() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    assert_refused(&act(&m.ada, &m, "rematch").await, 409, "isn’t over");
    m.play_all(&SHORT_WIN).await;
    let offered = act(&m.ada, &m, "rematch").await;
    assert_eq!(offered.status, 303);
    let again = offered.location().strip_prefix("/matches/").unwrap().to_owned();
    assert_ne!(again, m.id);
    assert_eq!(m.ada.record(&again).await["status"], "open");
    let eve = site.register("Eve").await;
    assert_refused(&eve.post(&path(&again, "seats"), &[]).await, 409, "no free seat");
    assert_eq!(act(&m.ada, &m, "rematch").await.location(), offered.location(), "asked twice");
    assert_eq!(act(&m.ben, &m, "rematch").await.location(), offered.location());
    let record = m.ada.record(&again).await;
    assert_eq!(record["status"], "playing");
    assert_eq!(
        (&record["seats"][0]["name"], &record["seats"][1]["name"]),
        (&json!("Ben"), &json!("Ada")),
        "whoever was second begins"
    );
    assert!(eve.get(&m.path("")).await.body.contains(&format!("/matches/{again}")));
}

#[tokio::test]
async fn htmx_is_led_to_the_rematch() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let answer = m.ben.post_by_htmx(&m.path("rematch"), &[]).await;
    assert_eq!(answer.status, 200);
    assert!(answer.header("hx-redirect").starts_with("/matches/"), "{:?}", answer.headers);
}

#[tokio::test]
async fn two_who_ask_for_a_rematch_at_once_meet_at_one_table() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let (one, other) = tokio::join!(act(&m.ada, &m, "rematch"), act(&m.ben, &m, "rematch"));
    assert_eq!((one.status, one.location()), (303, other.location()));
    let id = one.location().strip_prefix("/matches/").unwrap().to_owned();
    assert_eq!(m.ada.record(&id).await["status"], "playing");
}
