//! Resigning, aborting and rematches.

use serde_json::json;

use crate::harness::{PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite, path};

#[track_caller]
fn assert_refused(answer: &PageAnswer, status: u16, words: &str) {
    let shown = answer.texts("[role=alert]").join(" ");
    assert_eq!(answer.status, status, "{shown}");
    assert!(shown.contains(words), "{words} is not in: {shown}");
}

async fn act(person: &TestPerson, m: &TestMatch, what: &str) -> PageAnswer {
    person.post(&m.path(what), &[]).await
}

#[tokio::test]
async fn resigning_loses_on_either_turn() {
    for ply in 0..2 {
        let site = TestSite::start().await;
        let m = site.start_match("tictactoe").await;
        m.play_all(&SHORT_WIN[..ply]).await;
        let answer = act(&m.ben, &m, "resignation").await;
        assert_eq!((answer.status, answer.location()), (303, m.path("").as_str()));
        let record = m.record().await;
        assert_eq!(record["ending"], json!({"how": "resigned", "places": [1, 2]}));
        assert_eq!(m.ada.get(&m.path("")).await.text("#reason").as_deref(), Some("Ben resigned."));
        assert_eq!(m.ben.get(&m.path("")).await.text("#reason").as_deref(), Some("You resigned."));
    }
}

#[tokio::test]
async fn htmx_receives_the_finished_match() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let answer = m.ada.post_by_htmx(&m.path("resignation"), &[]).await;
    assert_eq!(answer.status, 200);
    assert!(!answer.is_page() && answer.body.contains("You lost"), "{}", answer.body);
}

#[tokio::test]
async fn a_match_of_three_continues_without_a_player_who_resigned() {
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
async fn a_match_can_be_cancelled_until_every_player_has_moved() {
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
async fn an_open_match_is_cancelled_by_its_host_only() {
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
async fn a_watcher_cannot_end_a_match() {
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
async fn a_finished_match_cannot_be_ended_again() {
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
async fn a_rematch_is_offered_and_accepted_with_seats_swapped() {
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
    assert_eq!(act(&m.ada, &m, "rematch").await.location(), offered.location(), "repeated");
    assert_eq!(act(&m.ben, &m, "rematch").await.location(), offered.location());
    let record = m.ada.record(&again).await;
    assert_eq!(record["status"], "playing");
    assert_eq!(
        (&record["seats"][0]["name"], &record["seats"][1]["name"]),
        (&json!("Ben"), &json!("Ada")),
        "the second player begins"
    );
    assert!(eve.get(&m.path("")).await.body.contains(&format!("/matches/{again}")));
}

#[tokio::test]
async fn htmx_is_redirected_to_the_rematch() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let answer = m.ben.post_by_htmx(&m.path("rematch"), &[]).await;
    assert_eq!(answer.status, 200);
    assert!(answer.header("hx-redirect").starts_with("/matches/"), "{:?}", answer.headers);
}

#[tokio::test]
async fn simultaneous_rematch_offers_create_one_match() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let (one, other) = tokio::join!(act(&m.ada, &m, "rematch"), act(&m.ben, &m, "rematch"));
    assert_eq!((one.status, one.location()), (303, other.location()));
    let id = one.location().strip_prefix("/matches/").unwrap().to_owned();
    assert_eq!(m.ada.record(&id).await["status"], "playing");
}

/// The actions of the forms about a rematch on the page of a match.
fn rematch_forms(page: &PageAnswer) -> Vec<String> {
    let forms = page.attributes(".actions form", "action");
    forms.into_iter().filter(|action| action.contains("rematch") || action.contains("?back")).collect()
}

#[tokio::test]
async fn the_page_of_a_finished_match_offers_and_answers_a_rematch() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    assert_eq!(rematch_forms(&m.ben.get(&m.path("")).await), [m.path("rematch")]);
    let to = act(&m.ada, &m, "rematch").await.location().to_owned();
    let ada = m.ada.get(&m.path("")).await;
    assert!(ada.text(".actions").unwrap().contains("Rematch offered."));
    assert_eq!(rematch_forms(&ada), [format!("{to}/abort?back=1")]);
    let ben = m.ben.get(&m.path("")).await;
    assert_eq!(ben.text(".actions h2").unwrap(), "Ada offers a rematch");
    assert_eq!(rematch_forms(&ben), [m.path("rematch"), format!("{to}/seats/decline?back=1")]);
    let declined = m.ben.post(&format!("{to}/seats/decline?back=1"), &[]).await;
    assert_eq!((declined.status, declined.location()), (303, m.path("").as_str()));
    assert_eq!(
        rematch_forms(&m.ben.get(&m.path("")).await),
        [m.path("rematch")],
        "they may change their mind"
    );
    let ada = m.ada.get(&m.path("")).await;
    assert!(ada.text(".actions").unwrap().contains("Your rematch offer was declined."));
    let cancelled = m.ada.post(&format!("{to}/abort?back=1"), &[]).await;
    assert_eq!((cancelled.status, cancelled.location()), (303, m.path("").as_str()));
    assert_eq!(rematch_forms(&m.ada.get(&m.path("")).await), [m.path("rematch")], "it can be offered again");
    act(&m.ada, &m, "rematch").await;
    act(&m.ben, &m, "rematch").await;
    for person in [&m.ada, &m.ben] {
        assert!(person.get(&m.path("")).await.text(".actions").unwrap().contains("Go to rematch"));
    }
    let eve = site.visitor().get(&m.path("")).await.text(".actions").unwrap();
    assert!(eve.contains("Watch rematch") && !eve.contains("Go to rematch"), "{eve}");
}

#[tokio::test]
async fn only_an_answer_to_a_rematch_returns_to_the_match_before() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "tictactoe")]).await;
    let refused = ben.post(&format!("{}?back=1", path(&id, "seats/decline")), &[]).await;
    assert_refused(&refused, 403, "No seat in this match is reserved for you.");
    let cancelled = ada.post(&format!("{}?back=//elsewhere", path(&id, "abort")), &[]).await;
    assert_eq!((cancelled.status, cancelled.location()), (303, path(&id, "").as_str()));
}

#[tokio::test]
async fn the_actions_after_the_end_are_in_order() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let page = m.ben.get(&m.path("")).await;
    let shown = page.texts(".actions .button");
    let next = "Next match ( 0 )";
    assert_eq!(shown, ["Rematch", next, "Analyse match", "Copy link", "Replay", "Analysis board"]);
    assert_eq!(page.attribute(".actions [data-key=n]", "href").unwrap(), format!("/next?after={}", m.id));
}

#[tokio::test]
async fn the_next_match_is_offered_at_the_end_only_if_one_waits() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let alone = m.ada.get(&m.path("")).await;
    assert_eq!(alone.attribute(".actions #next", "hidden").as_deref(), Some(""));
    let other = m.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(m.ben.post(&path(&other, "seats"), &[]).await.status, 303);
    let waits = m.ada.get(&m.path("")).await;
    assert_eq!(waits.attribute(".actions #next", "hidden"), None);
    assert_eq!(waits.text(".actions #next [data-turns]").as_deref(), Some("1"));
}
