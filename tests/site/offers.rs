//! Draw offers and takebacks.

use serde_json::json;

use crate::harness::{PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite, path};

#[track_caller]
fn assert_refused(answer: &PageAnswer, status: u16, words: &str) {
    let shown = answer.texts("[role=alert]").join(" ");
    assert_eq!(answer.status, status, "{shown}");
    assert!(shown.contains(words), "{words} is not in: {shown}");
}

async fn says(person: &TestPerson, m: &TestMatch, what: &str, answer: &str) -> PageAnswer {
    person.post(&m.path(what), &[("answer", answer)]).await
}

/// A user has the match on their screen, so that they have to agree.
async fn looks(person: &TestPerson, m: &TestMatch) {
    assert_eq!(person.get(&m.path("")).await.status, 200);
}

#[track_caller]
fn assert_done(answer: &PageAnswer, m: &TestMatch) {
    let shown = answer.texts("[role=alert]").join(" ");
    assert_eq!((answer.status, answer.location()), (303, m.path("").as_str()), "{shown}");
}

/// The pending offer on a user's page, with buttons in brackets.
async fn offer_text(person: &TestPerson, m: &TestMatch) -> String {
    let page = person.get(&m.path("")).await;
    let buttons: Vec<_> = page.texts("#asked button").into_iter().map(|label| format!("[{label}]")).collect();
    [page.texts("#asked h2, #asked p").join(" "), buttons.concat()].join(" ").trim().to_owned()
}

async fn plies(m: &TestMatch) -> Vec<String> {
    let record = m.record().await;
    let plies = record["plies"].as_array().unwrap().iter();
    plies.map(|ply| ply["notation"].as_str().unwrap().to_owned()).collect()
}

/// The log entries of all plies of the record.
async fn seqs(m: &TestMatch) -> Vec<u64> {
    let record = m.record().await;
    record["plies"].as_array().unwrap().iter().map(|ply| ply["seq"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn a_draw_is_offered_and_accepted() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN[..1]).await;
    assert_done(&says(&m.ada, &m, "draw", "offer").await, &m);
    let ben = offer_text(&m.ben, &m).await;
    assert!(ben.starts_with("Ada offers a draw.") && ben.ends_with("[Accept draw][Decline]"), "{ben}");
    assert_eq!(offer_text(&m.ada, &m).await, "You offered a draw. Waiting for Ben. [Cancel offer]");
    assert_eq!(offer_text(&site.visitor(), &m).await, "Ada offers a draw.");
    assert_done(&says(&m.ben, &m, "draw", "accept").await, &m);
    assert_eq!(m.record().await["ending"], json!({"how": "agreed", "places": [1, 1]}));
    let page = m.ada.get(&m.path("")).await;
    assert_eq!(page.text("#headline").as_deref(), Some("Draw agreed"));
    assert_eq!(page.text("#reason").as_deref(), Some(""));
    let text = m.ada.get(&m.path("record.txt")).await.body;
    assert!(text.contains("\n\nDraw agreed.\n\n"), "{text}");
    let history = m.ada.get("/players/Ada").await;
    assert!(history.body.contains("Draw"), "{}", history.body);
    assert_refused(&says(&m.ben, &m, "draw", "accept").await, 409, "over");
}

#[tokio::test]
async fn a_declined_draw_cannot_be_offered_again_at_once() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN[..1]).await;
    says(&m.ada, &m, "draw", "offer").await;
    assert_done(&says(&m.ben, &m, "draw", "decline").await, &m);
    assert_eq!(offer_text(&m.ada, &m).await, "Ben declined the draw.");
    assert_eq!(offer_text(&m.ben, &m).await, "You declined the draw.");
    assert_eq!(
        m.ada.get(&m.path("")).await.texts("#draw form, #draw button"),
        ["Draw"],
        "it cannot be pressed"
    );
    assert_eq!(m.ada.get(&m.path("")).await.texts("#draw button[disabled]"), ["Draw"]);
    assert_refused(&says(&m.ada, &m, "draw", "offer").await, 409, "after two more moves");
    m.ben.play(&m.id, "b1").await;
    assert_eq!(offer_text(&m.ada, &m).await, "");
}

#[tokio::test]
async fn a_draw_offer_is_withdrawn_or_lapses_with_a_move() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN[..1]).await;
    says(&m.ben, &m, "draw", "offer").await;
    assert_done(&says(&m.ben, &m, "draw", "withdraw").await, &m);
    assert_refused(&says(&m.ada, &m, "draw", "accept").await, 409, "no longer open");
    says(&m.ada, &m, "draw", "offer").await;
    m.ben.play(&m.id, "b1").await;
    assert_refused(&says(&m.ben, &m, "draw", "accept").await, 409, "no longer open");
    assert_eq!(m.record().await["status"], "playing");
}

#[tokio::test]
async fn invalid_answers_to_offers_are_refused_and_change_nothing() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN[..1]).await;
    looks(&m.ben, &m).await;
    let eve = site.register("Eve").await;
    for (what, ask, refuse) in [("draw", "offer", "decline"), ("takeback", "ask", "refuse")] {
        for answer in ["accept", refuse, "withdraw"] {
            assert_refused(&says(&m.ben, &m, what, answer).await, 409, "no longer open");
        }
        assert_done(&says(&m.ada, &m, what, ask).await, &m);
        let seq = m.seq().await;
        for answer in [ask, "accept", refuse, "withdraw"] {
            assert_refused(&says(&eve, &m, what, answer).await, 403, "have a seat");
        }
        assert_refused(&says(&m.ada, &m, what, "accept").await, 403, "your own request");
        assert_refused(&says(&m.ada, &m, what, refuse).await, 403, "your own request");
        assert_refused(&says(&m.ben, &m, what, "withdraw").await, 403, "Someone else");
        let seen = (seq - 1).to_string();
        let blind = [("answer", "accept"), ("seq", seen.as_str())];
        assert_refused(&m.ben.post(&m.path(what), &blind).await, 409, "position has changed");
        let wrong: [&[(&str, &str)]; 6] = [
            &[],
            &[("answer", "")],
            &[("answer", "Accept")],
            &[("answer", "accept"), ("answer", refuse)],
            &[("answer", "accept"), ("seq", "soon")],
            &[("answer", "accept"), ("plies", "0")],
        ];
        for fields in wrong {
            assert_eq!(m.ben.post(&m.path(what), fields).await.status, 422, "{fields:?}");
        }
        assert_eq!(m.seq().await, seq, "{what}");
    }
}

#[tokio::test]
async fn offers_need_a_running_match() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let open = m.ada.opens(&[("game", "tictactoe")]).await;
    m.play_all(&SHORT_WIN).await;
    for (what, ask) in [("draw", "offer"), ("takeback", "ask")] {
        let early = m.ada.post(&path(&open, what), &[("answer", ask)]).await;
        assert_refused(&early, 409, "hasn’t started");
        assert_refused(&says(&m.ben, &m, what, ask).await, 409, "over");
    }
}

#[tokio::test]
async fn a_move_is_taken_back_with_the_consent_of_the_opponent() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2", "a1", "c1"]).await;
    looks(&m.ben, &m).await;
    assert_done(&says(&m.ada, &m, "takeback", "ask").await, &m);
    let ben = offer_text(&m.ben, &m).await;
    assert!(ben.starts_with("Ada asks to take back c1.") && ben.ends_with("[Accept][Decline]"), "{ben}");
    assert_eq!(plies(&m).await, ["b2", "a1", "c1"]);
    assert_done(&says(&m.ben, &m, "takeback", "accept").await, &m);
    assert_eq!(plies(&m).await, ["b2", "a1"]);
    let record = m.record().await;
    assert_eq!((&record["to_act"], &record["seq"]), (&json!(0), &json!(9)));
    assert_eq!(record["position"], ".../.x./o.. 0");
    for (person, board) in [(&m.ada, "Your move"), (&m.ben, "Ada is thinking")] {
        let page = person.get(&m.path("")).await;
        assert_eq!(page.text("#headline").as_deref(), Some(board));
        assert_eq!(page.texts("#plies .rounds a").len(), 2);
        assert_eq!(offer_text(person, &m).await, "A move was taken back.");
    }
    let third = format!("{}?ply=3", m.path(""));
    let second = m.ada.get(&third).await;
    assert_eq!(
        second.text("#headline").as_deref(),
        Some("Ben marks a1"),
        "the last ply, as there is no third"
    );
    m.ada.play(&m.id, "b1").await;
    assert_eq!((plies(&m).await.join(" "), seqs(&m).await), ("b2 a1 b1".to_owned(), vec![5, 6, 10]));
    let again = m.ada.get(&third).await;
    assert_eq!(again.text("#headline").as_deref(), Some("Ada marks b1"));
}

#[tokio::test]
async fn a_declined_or_withdrawn_takeback_changes_nothing() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    assert_refused(&says(&m.ada, &m, "takeback", "ask").await, 409, "no move to take back");
    m.play_all(&["b2", "a1"]).await;
    says(&m.ada, &m, "takeback", "ask").await;
    let ben = offer_text(&m.ben, &m).await;
    assert!(ben.contains("Moves played since then are taken back too."), "{ben}");
    assert_done(&says(&m.ben, &m, "takeback", "refuse").await, &m);
    assert_eq!(offer_text(&m.ada, &m).await, "Ben declined the takeback.");
    assert_refused(&says(&m.ada, &m, "takeback", "ask").await, 409, "asked to take that move back");
    says(&m.ben, &m, "takeback", "ask").await;
    assert_done(&says(&m.ben, &m, "takeback", "withdraw").await, &m);
    assert_eq!(plies(&m).await, ["b2", "a1"]);
}

#[tokio::test]
async fn a_ply_from_a_page_before_a_takeback_is_answered_with_the_current_board() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2"]).await;
    looks(&m.ben, &m).await;
    says(&m.ada, &m, "takeback", "ask").await;
    says(&m.ben, &m, "takeback", "accept").await;
    assert_refused(&m.ada.play_from(&m.id, "4", "b2").await, 409, "position has changed");
    assert_refused(&m.ben.play_from(&m.id, "5", "a1").await, 409, "position has changed");
    assert!(plies(&m).await.is_empty());
    assert_eq!(m.ada.play_from(&m.id, "7", "b2").await.status, 303);
    assert_eq!(m.ada.play_from(&m.id, "7", "b2").await.status, 303, "sent twice");
    assert_refused(&m.ada.play_from(&m.id, "4", "b2").await, 409, "position has changed");
    assert_eq!(plies(&m).await, ["b2"]);
}

#[tokio::test]
async fn an_offer_does_not_make_the_move_of_the_opponent_stale() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2"]).await;
    let seen = m.seq().await.to_string();
    says(&m.ada, &m, "draw", "offer").await;
    assert_eq!(m.ben.play_from(&m.id, &seen, "a1").await.status, 303);
    assert_eq!(plies(&m).await, ["b2", "a1"]);
}

#[tokio::test]
async fn htmx_receives_the_match_after_an_offer() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2"]).await;
    let offered = m.ada.post_by_htmx(&m.path("draw"), &[("answer", "offer")]).await;
    assert_eq!(offered.status, 200);
    assert!(!offered.is_page() && offered.body.contains("You offered a draw."), "{}", offered.body);
    let refused = m.ada.post_by_htmx(&m.path("draw"), &[("answer", "accept")]).await;
    assert_eq!(refused.status, 403);
    assert!(!refused.is_page() && refused.body.contains("your own request"), "{}", refused.body);
}

#[tokio::test]
async fn lists_show_the_right_turn_after_a_takeback() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2"]).await;
    assert!(m.ben.get("/").await.body.contains("Your move"));
    looks(&m.ben, &m).await;
    says(&m.ada, &m, "takeback", "ask").await;
    assert!(m.ben.get("/").await.body.contains("Your move"), "asking changes nothing");
    says(&m.ben, &m, "takeback", "accept").await;
    assert!(m.ada.get("/").await.body.contains("Your move"));
    assert!(!m.ben.get("/").await.body.contains("Your move"));
    let database = site.database().await;
    let row: (i64, i64, String) =
        sqlx::query_as("SELECT to_act, ply_count, position FROM matches").fetch_one(&database).await.unwrap();
    let ada = site.user_id("Ada").await;
    assert_eq!(row, (ada, 0, m.record().await["position"].as_str().unwrap().to_owned()));
}

#[tokio::test]
async fn watchers_see_an_offer_and_the_answer() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2"]).await;
    let mut ben = m.ben.listens(&m.id, 5).await;
    let mut eve = site.visitor().listens(&m.id, 5).await;
    says(&m.ada, &m, "draw", "offer").await;
    let shown = ben.until(6).await.pop().unwrap().data;
    assert!(shown.contains("Accept draw") && !shown.contains("#board"), "{shown}");
    let shown = eve.until(6).await.pop().unwrap().data;
    assert!(shown.contains("Ada offers a draw.") && !shown.contains("<button"), "{shown}");
    says(&m.ben, &m, "draw", "decline").await;
    assert!(eve.until(7).await.pop().unwrap().data.contains("Ben declined the draw."));
}

#[tokio::test]
async fn a_lapsed_offer_disappears_from_every_page() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2", "a1"]).await;
    says(&m.ada, &m, "draw", "offer").await;
    let mut eve = site.visitor().listens(&m.id, 7).await;
    m.ada.play(&m.id, "c1").await;
    assert!(!eve.until(8).await.pop().unwrap().data.contains("#asked"), "it is still open");
    m.ben.play(&m.id, "c3").await;
    let shown = eve.until(9).await.pop().unwrap().data;
    assert!(shown.contains("#asked") && !shown.contains("offers a draw"), "{shown}");
}

#[tokio::test]
async fn a_takeback_is_shown_on_open_pages_and_after_a_reconnect() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2", "a1"]).await;
    let mut eve = site.visitor().listens(&m.id, 6).await;
    looks(&m.ada, &m).await;
    says(&m.ben, &m, "takeback", "ask").await;
    says(&m.ada, &m, "takeback", "accept").await;
    let shown = eve.until(8).await.pop().unwrap().data;
    assert!(shown.contains("#board") && shown.contains("A move was taken back."), "{shown}");
    m.ben.play(&m.id, "c3").await;
    for seen in 0..8 {
        let first = site.visitor().listens(&m.id, seen).await.next().await.unwrap();
        assert_eq!(first.id, Some(9), "no way leads from {seen}: {first:?}");
        assert!(first.data.contains("#board") && !first.data.contains("a1</a>"), "{first:?}");
    }
    let mut back = site.visitor().listens(&m.id, 8).await;
    let first = back.next().await.unwrap().data;
    assert!(first.contains("#pieces") && !first.contains("#board"), "the new ply is shown: {first}");
}

#[tokio::test]
async fn in_a_match_of_three_all_players_have_to_agree() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let cleo = site.register("Cleo").await;
    let id = ada.opens(&[("game", "sternhalma"), ("seats", "3"), ("visibility", "public")]).await;
    for person in [&ben, &cleo] {
        assert_eq!(person.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    let m = TestMatch { id, ada, ben };
    says(&m.ben, &m, "draw", "offer").await;
    says(&m.ada, &m, "draw", "accept").await;
    assert_eq!(
        offer_text(&m.ada, &m).await,
        "Ben offers a draw. Waiting for Cleo. [Decline]",
        "Ada may still say no"
    );
    assert_eq!(m.record().await["status"], "playing");
    says(&cleo, &m, "draw", "accept").await;
    assert_eq!(m.record().await["ending"], json!({"how": "agreed", "places": [1, 1, 1]}));
}

#[tokio::test]
async fn an_unseen_ply_is_taken_back_at_once() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2", "a1", "c1"]).await;
    let page = m.ada.get(&m.path("")).await;
    assert_eq!(page.attribute("#ask", "class").as_deref(), Some("takeback at-once"));
    assert_done(&says(&m.ada, &m, "takeback", "ask").await, &m);
    assert_eq!(plies(&m).await, ["b2", "a1"]);
    for person in [&m.ada, &m.ben] {
        assert_eq!(offer_text(person, &m).await, "A move was taken back.");
    }
    let again = says(&m.ada, &m, "takeback", "ask").await;
    assert_done(&again, &m);
    assert_eq!(plies(&m).await, ["b2", "a1"], "the previous request was answered, so Ben has to agree");
}

#[tokio::test]
async fn a_ply_seen_in_any_way_needs_consent() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2"]).await;
    let seq = m.seq().await.to_string();
    assert_eq!(m.ben.post(&m.path("seen"), &[("seq", &seq)]).await.status, 204);
    let page = m.ada.get(&m.path("")).await;
    assert_eq!(page.attribute("#ask", "class").as_deref(), Some("takeback"));
    says(&m.ada, &m, "takeback", "ask").await;
    assert_eq!(plies(&m).await, ["b2"]);
    assert!(offer_text(&m.ben, &m).await.starts_with("Ada asks to take back b2."));
    says(&m.ben, &m, "takeback", "refuse").await;
    assert_refused(&says(&m.ada, &m, "takeback", "ask").await, 409, "asked to take that move back");
}

#[tokio::test]
async fn a_page_that_was_fetched_but_not_shown_does_not_count_as_seen() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2"]).await;
    assert_eq!(m.ben.fetch(&m.path("")).await.status, 200);
    assert_eq!(site.visitor().get(&m.path("")).await.status, 200);
    says(&m.ada, &m, "takeback", "ask").await;
    assert!(plies(&m).await.is_empty());
}

#[tokio::test]
async fn in_a_match_of_three_one_viewer_makes_consent_of_all_necessary() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let cleo = site.register("Cleo").await;
    let id = ada.opens(&[("game", "sternhalma"), ("seats", "3")]).await;
    for person in [&ben, &cleo] {
        assert_eq!(person.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    let m = TestMatch { id, ada, ben };
    let ply = "d2-e6";
    assert_eq!(m.ada.play(&m.id, ply).await.status, 303);
    says(&m.ada, &m, "takeback", "ask").await;
    assert!(plies(&m).await.is_empty(), "neither has seen it");
    assert_eq!(m.ada.play(&m.id, ply).await.status, 303);
    looks(&cleo, &m).await;
    says(&m.ada, &m, "takeback", "ask").await;
    assert_eq!(plies(&m).await, [ply]);
    says(&cleo, &m, "takeback", "accept").await;
    assert_eq!(plies(&m).await, [ply], "Ben has not answered");
    says(&m.ben, &m, "takeback", "accept").await;
    assert!(plies(&m).await.is_empty());
}
