//! Draw offers and takebacks.

use serde_json::json;

use crate::harness::{PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite, path};

#[track_caller]
fn assert_refused(answer: &PageAnswer, status: u16, words: &str) {
    let told = answer.texts("[role=alert]").join(" ");
    assert_eq!(answer.status, status, "{told}");
    assert!(told.contains(words), "{words} is not in: {told}");
}

async fn says(person: &TestPerson, table: &TestMatch, what: &str, answer: &str) -> PageAnswer {
    person.post(&table.path(what), &[("answer", answer)]).await
}

/// A user has the match on their screen, so that they have to agree.
async fn looks(person: &TestPerson, table: &TestMatch) {
    assert_eq!(person.get(&table.path("")).await.status, 200);
}

#[track_caller]
fn assert_done(answer: &PageAnswer, table: &TestMatch) {
    let told = answer.texts("[role=alert]").join(" ");
    assert_eq!((answer.status, answer.location()), (303, table.path("").as_str()), "{told}");
}

/// The pending offer on a user's page, with buttons in brackets.
async fn asked(person: &TestPerson, table: &TestMatch) -> String {
    let page = person.get(&table.path("")).await;
    let buttons: Vec<_> = page.texts("#asked button").into_iter().map(|label| format!("[{label}]")).collect();
    [page.texts("#asked h2, #asked p").join(" "), buttons.concat()].join(" ").trim().to_owned()
}

async fn plies(table: &TestMatch) -> Vec<String> {
    let record = table.record().await;
    let plies = record["plies"].as_array().unwrap().iter();
    plies.map(|ply| ply["notation"].as_str().unwrap().to_owned()).collect()
}

/// The log entries of all plies of the record.
async fn seqs(table: &TestMatch) -> Vec<u64> {
    let record = table.record().await;
    record["plies"].as_array().unwrap().iter().map(|ply| ply["seq"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn a_draw_is_offered_and_accepted() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&SHORT_WIN[..1]).await;
    assert_done(&says(&table.ada, &table, "draw", "offer").await, &table);
    let ben = asked(&table.ben, &table).await;
    assert!(ben.starts_with("Ada offers a draw.") && ben.ends_with("[Accept draw][Decline]"), "{ben}");
    assert_eq!(asked(&table.ada, &table).await, "You offered a draw. Waiting for Ben. [Cancel offer]");
    assert_eq!(asked(&site.visitor(), &table).await, "Ada offers a draw.");
    assert_done(&says(&table.ben, &table, "draw", "accept").await, &table);
    assert_eq!(table.record().await["ending"], json!({"how": "agreed", "places": [1, 1]}));
    let page = table.ada.get(&table.path("")).await;
    assert_eq!(page.text("#headline").as_deref(), Some("Draw agreed"));
    assert_eq!(page.text("#reason").as_deref(), Some(""));
    let text = table.ada.get(&table.path("record.txt")).await.body;
    assert!(text.contains("Ending: by agreement, places 1 1"), "{text}");
    let history = table.ada.get("/players/Ada").await;
    assert!(history.body.contains("Draw"), "{}", history.body);
    assert_refused(&says(&table.ben, &table, "draw", "accept").await, 409, "over");
}

#[tokio::test]
async fn a_draw_is_declined_and_not_offered_again_at_once() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&SHORT_WIN[..1]).await;
    says(&table.ada, &table, "draw", "offer").await;
    assert_done(&says(&table.ben, &table, "draw", "decline").await, &table);
    assert_eq!(asked(&table.ada, &table).await, "Ben declined the draw.");
    assert_eq!(asked(&table.ben, &table).await, "You declined the draw.");
    assert!(!table.ada.get(&table.path("")).await.body.contains("Offer a draw"));
    assert_refused(&says(&table.ada, &table, "draw", "offer").await, 409, "after two more moves");
    table.ben.play(&table.id, "b1").await;
    assert_eq!(asked(&table.ada, &table).await, "");
}

#[tokio::test]
async fn a_draw_is_withdrawn_or_played_over() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&SHORT_WIN[..1]).await;
    says(&table.ben, &table, "draw", "offer").await;
    assert_done(&says(&table.ben, &table, "draw", "withdraw").await, &table);
    assert_refused(&says(&table.ada, &table, "draw", "accept").await, 409, "no longer open");
    says(&table.ada, &table, "draw", "offer").await;
    table.ben.play(&table.id, "b1").await;
    assert_refused(&says(&table.ben, &table, "draw", "accept").await, 409, "no longer open");
    assert_eq!(table.record().await["status"], "playing");
}

#[tokio::test]
async fn what_is_said_by_the_wrong_one_or_wrongly_is_refused_and_changes_nothing() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&SHORT_WIN[..1]).await;
    looks(&table.ben, &table).await;
    let eve = site.register("Eve").await;
    for (what, ask, refuse) in [("draw", "offer", "decline"), ("takeback", "ask", "refuse")] {
        for answer in ["accept", refuse, "withdraw"] {
            assert_refused(&says(&table.ben, &table, what, answer).await, 409, "no longer open");
        }
        assert_done(&says(&table.ada, &table, what, ask).await, &table);
        let seq = table.seq().await;
        for answer in [ask, "accept", refuse, "withdraw"] {
            assert_refused(&says(&eve, &table, what, answer).await, 403, "have a seat");
        }
        assert_refused(&says(&table.ada, &table, what, "accept").await, 403, "your own request");
        assert_refused(&says(&table.ada, &table, what, refuse).await, 403, "your own request");
        assert_refused(&says(&table.ben, &table, what, "withdraw").await, 403, "Someone else");
        let seen = (seq - 1).to_string();
        let blind = [("answer", "accept"), ("seq", seen.as_str())];
        assert_refused(&table.ben.post(&table.path(what), &blind).await, 409, "position has changed");
        let wrong: [&[(&str, &str)]; 6] = [
            &[],
            &[("answer", "")],
            &[("answer", "Accept")],
            &[("answer", "accept"), ("answer", refuse)],
            &[("answer", "accept"), ("seq", "soon")],
            &[("answer", "accept"), ("plies", "0")],
        ];
        for fields in wrong {
            assert_eq!(table.ben.post(&table.path(what), fields).await.status, 422, "{fields:?}");
        }
        assert_eq!(table.seq().await, seq, "{what}");
    }
}

#[tokio::test]
async fn nothing_is_asked_before_the_match_or_after_it() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    let open = table.ada.opens(&[("game", "tictactoe")]).await;
    table.play_all(&SHORT_WIN).await;
    for (what, ask) in [("draw", "offer"), ("takeback", "ask")] {
        let early = table.ada.post(&path(&open, what), &[("answer", ask)]).await;
        assert_refused(&early, 409, "hasn’t started");
        assert_refused(&says(&table.ben, &table, what, ask).await, 409, "over");
    }
}

#[tokio::test]
async fn a_move_is_taken_back_when_the_other_allows_it() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&["b2", "a1", "c1"]).await;
    looks(&table.ben, &table).await;
    assert_done(&says(&table.ada, &table, "takeback", "ask").await, &table);
    let ben = asked(&table.ben, &table).await;
    assert!(ben.starts_with("Ada asks to take back c1.") && ben.ends_with("[Accept][Decline]"), "{ben}");
    assert_eq!(plies(&table).await, ["b2", "a1", "c1"]);
    assert_done(&says(&table.ben, &table, "takeback", "accept").await, &table);
    assert_eq!(plies(&table).await, ["b2", "a1"]);
    let record = table.record().await;
    assert_eq!((&record["to_act"], &record["seq"]), (&json!(0), &json!(9)));
    assert_eq!(record["position"], ".../.x./o.. 0");
    for (person, board) in [(&table.ada, "Your move"), (&table.ben, "Ada is thinking")] {
        let page = person.get(&table.path("")).await;
        assert_eq!(page.text("#headline").as_deref(), Some(board));
        assert_eq!(page.texts("#plies li").len(), 2);
        assert_eq!(asked(person, &table).await, "A move was taken back.");
    }
    let third = format!("{}?ply=3", table.path(""));
    assert_eq!(table.ada.get(&third).await.status, 404, "there is no third ply to look at");
    table.ada.play(&table.id, "b1").await;
    assert_eq!((plies(&table).await.join(" "), seqs(&table).await), ("b2 a1 b1".to_owned(), vec![5, 6, 10]));
    let again = table.ada.get(&third).await;
    assert_eq!(again.text("#headline").as_deref(), Some("Ada marks b1"));
}

#[tokio::test]
async fn a_takeback_is_refused_or_withdrawn_and_nothing_moves() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    assert_refused(&says(&table.ada, &table, "takeback", "ask").await, 409, "no move to take back");
    table.play_all(&["b2", "a1"]).await;
    says(&table.ada, &table, "takeback", "ask").await;
    let ben = asked(&table.ben, &table).await;
    assert!(ben.contains("Moves played since then are taken back too."), "{ben}");
    assert_done(&says(&table.ben, &table, "takeback", "refuse").await, &table);
    assert_eq!(asked(&table.ada, &table).await, "Ben declined the takeback.");
    assert_refused(&says(&table.ada, &table, "takeback", "ask").await, 409, "asked to take that move back");
    says(&table.ben, &table, "takeback", "ask").await;
    assert_done(&says(&table.ben, &table, "takeback", "withdraw").await, &table);
    assert_eq!(plies(&table).await, ["b2", "a1"]);
}

#[tokio::test]
async fn a_ply_from_a_page_before_a_takeback_is_answered_with_the_board_as_it_stands() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&["b2"]).await;
    looks(&table.ben, &table).await;
    says(&table.ada, &table, "takeback", "ask").await;
    says(&table.ben, &table, "takeback", "accept").await;
    assert_refused(&table.ada.play_from(&table.id, "4", "b2").await, 409, "position has changed");
    assert_refused(&table.ben.play_from(&table.id, "5", "a1").await, 409, "position has changed");
    assert!(plies(&table).await.is_empty());
    assert_eq!(table.ada.play_from(&table.id, "7", "b2").await.status, 303);
    assert_eq!(table.ada.play_from(&table.id, "7", "b2").await.status, 303, "sent twice");
    assert_refused(&table.ada.play_from(&table.id, "4", "b2").await, 409, "position has changed");
    assert_eq!(plies(&table).await, ["b2"]);
}

#[tokio::test]
async fn an_offer_that_comes_while_somebody_thinks_does_not_spoil_their_move() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&["b2"]).await;
    let seen = table.seq().await.to_string();
    says(&table.ada, &table, "draw", "offer").await;
    assert_eq!(table.ben.play_from(&table.id, &seen, "a1").await.status, 303);
    assert_eq!(plies(&table).await, ["b2", "a1"]);
}

#[tokio::test]
async fn htmx_is_answered_with_the_match_as_it_stands_then() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&["b2"]).await;
    let offered = table.ada.post_by_htmx(&table.path("draw"), &[("answer", "offer")]).await;
    assert_eq!(offered.status, 200);
    assert!(!offered.is_page() && offered.body.contains("You offered a draw."), "{}", offered.body);
    let refused = table.ada.post_by_htmx(&table.path("draw"), &[("answer", "accept")]).await;
    assert_eq!(refused.status, 403);
    assert!(!refused.is_page() && refused.body.contains("your own request"), "{}", refused.body);
}

#[tokio::test]
async fn whose_turn_it_is_is_right_in_lists_after_a_takeback() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&["b2"]).await;
    assert!(table.ben.get("/").await.body.contains("Your move"));
    looks(&table.ben, &table).await;
    says(&table.ada, &table, "takeback", "ask").await;
    assert!(table.ben.get("/").await.body.contains("Your move"), "asking changes nothing");
    says(&table.ben, &table, "takeback", "accept").await;
    assert!(table.ada.get("/").await.body.contains("Your move"));
    assert!(!table.ben.get("/").await.body.contains("Your move"));
    let database = site.database().await;
    let row: (i64, i64, String) =
        sqlx::query_as("SELECT to_act, plies, position FROM matches").fetch_one(&database).await.unwrap();
    let ada = site.user_id("Ada").await;
    assert_eq!(row, (ada, 0, table.record().await["position"].as_str().unwrap().to_owned()));
}

#[tokio::test]
async fn everybody_who_looks_on_is_told_of_an_offer_and_of_the_answer() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&["b2"]).await;
    let mut ben = table.ben.listens(&table.id, 5).await;
    let mut eve = site.visitor().listens(&table.id, 5).await;
    says(&table.ada, &table, "draw", "offer").await;
    let told = ben.until(6).await.pop().unwrap().data;
    assert!(told.contains("Accept draw") && !told.contains("#board"), "{told}");
    let told = eve.until(6).await.pop().unwrap().data;
    assert!(told.contains("Ada offers a draw.") && !told.contains("<button"), "{told}");
    says(&table.ben, &table, "draw", "decline").await;
    assert!(eve.until(7).await.pop().unwrap().data.contains("Ben declined the draw."));
}

#[tokio::test]
async fn an_offer_disappears_from_every_page_when_it_is_played_over() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&["b2", "a1"]).await;
    says(&table.ada, &table, "draw", "offer").await;
    let mut eve = site.visitor().listens(&table.id, 7).await;
    table.ada.play(&table.id, "c1").await;
    assert!(!eve.until(8).await.pop().unwrap().data.contains("#asked"), "it is still open");
    table.ben.play(&table.id, "c3").await;
    let told = eve.until(9).await.pop().unwrap().data;
    assert!(told.contains("#asked") && !told.contains("offers a draw"), "{told}");
}

#[tokio::test]
async fn everybody_sees_the_board_go_back_also_who_was_away() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&["b2", "a1"]).await;
    let mut eve = site.visitor().listens(&table.id, 6).await;
    looks(&table.ada, &table).await;
    says(&table.ben, &table, "takeback", "ask").await;
    says(&table.ada, &table, "takeback", "accept").await;
    let told = eve.until(8).await.pop().unwrap().data;
    assert!(told.contains("#board") && told.contains("A move was taken back."), "{told}");
    table.ben.play(&table.id, "c3").await;
    for seen in 0..8 {
        let first = site.visitor().listens(&table.id, seen).await.next().await.unwrap();
        assert_eq!(first.id, Some(9), "no way leads from {seen}: {first:?}");
        assert!(first.data.contains("#board") && !first.data.contains("a1</a>"), "{first:?}");
    }
    let mut back = site.visitor().listens(&table.id, 8).await;
    let first = back.next().await.unwrap().data;
    assert!(first.contains("#pieces") && !first.contains("#board"), "the new ply is shown: {first}");
}

#[tokio::test]
async fn at_a_table_of_three_everybody_has_to_agree() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let cleo = site.register("Cleo").await;
    let id = ada.opens(&[("game", "sternhalma"), ("seats", "3"), ("visibility", "public")]).await;
    for person in [&ben, &cleo] {
        assert_eq!(person.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    let table = TestMatch { id, ada, ben };
    says(&table.ben, &table, "draw", "offer").await;
    says(&table.ada, &table, "draw", "accept").await;
    assert_eq!(
        asked(&table.ada, &table).await,
        "Ben offers a draw. Waiting for Cleo. [Decline]",
        "Ada may still say no"
    );
    assert_eq!(table.record().await["status"], "playing");
    says(&cleo, &table, "draw", "accept").await;
    assert_eq!(table.record().await["ending"], json!({"how": "agreed", "places": [1, 1, 1]}));
}

#[tokio::test]
async fn what_nobody_has_seen_is_taken_back_at_once() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&["b2", "a1", "c1"]).await;
    let page = table.ada.get(&table.path("")).await;
    assert_eq!(page.attribute("#ask", "class").as_deref(), Some("at-once"));
    assert_done(&says(&table.ada, &table, "takeback", "ask").await, &table);
    assert_eq!(plies(&table).await, ["b2", "a1"]);
    for person in [&table.ada, &table.ben] {
        assert_eq!(asked(person, &table).await, "A move was taken back.");
    }
    let again = says(&table.ada, &table, "takeback", "ask").await;
    assert_done(&again, &table);
    assert_eq!(plies(&table).await, ["b2", "a1"], "the one before was answered, so Ben is asked");
}

#[tokio::test]
async fn whoever_has_seen_it_is_asked_however_they_saw_it() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&["b2"]).await;
    let seq = table.seq().await.to_string();
    assert_eq!(table.ben.post(&table.path("seen"), &[("seq", &seq)]).await.status, 204);
    let page = table.ada.get(&table.path("")).await;
    assert_eq!(page.attribute("#ask", "class"), None);
    says(&table.ada, &table, "takeback", "ask").await;
    assert_eq!(plies(&table).await, ["b2"]);
    assert!(asked(&table.ben, &table).await.starts_with("Ada asks to take back b2."));
    says(&table.ben, &table, "takeback", "refuse").await;
    assert_refused(&says(&table.ada, &table, "takeback", "ask").await, 409, "asked to take that move back");
}

#[tokio::test]
async fn a_page_that_was_fetched_but_not_shown_has_been_seen_by_nobody() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&["b2"]).await;
    assert_eq!(table.ben.fetch(&table.path("")).await.status, 200);
    assert_eq!(site.visitor().get(&table.path("")).await.status, 200);
    says(&table.ada, &table, "takeback", "ask").await;
    assert!(plies(&table).await.is_empty());
}

#[tokio::test]
async fn at_a_table_of_three_one_who_has_seen_it_is_enough_for_all_to_be_asked() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let cleo = site.register("Cleo").await;
    let id = ada.opens(&[("game", "sternhalma"), ("seats", "3")]).await;
    for person in [&ben, &cleo] {
        assert_eq!(person.post(&path(&id, "seats"), &[]).await.status, 303);
    }
    let table = TestMatch { id, ada, ben };
    let ply = "d2-e6";
    assert_eq!(table.ada.play(&table.id, ply).await.status, 303);
    says(&table.ada, &table, "takeback", "ask").await;
    assert!(plies(&table).await.is_empty(), "neither has seen it");
    assert_eq!(table.ada.play(&table.id, ply).await.status, 303);
    looks(&cleo, &table).await;
    says(&table.ada, &table, "takeback", "ask").await;
    assert_eq!(plies(&table).await, [ply]);
    says(&cleo, &table, "takeback", "accept").await;
    assert_eq!(plies(&table).await, [ply], "Ben has not answered");
    says(&table.ben, &table, "takeback", "accept").await;
    assert!(plies(&table).await.is_empty());
}
