//! Playing plies, and all ways in which a ply is refused.

use parlour::now::Clock;
use reqwest::Method;
use serde_json::json;

use crate::harness::{NOON, PASSWORD, PageAnswer, SHORT_WIN, TestSite, path};

/// Checks for a refusal with the current match, so that the user can continue from there.
#[track_caller]
fn assert_refused_at_the_board(answer: &PageAnswer, status: u16, words: &str) {
    let shown = answer.texts("[role=alert]").join(" ");
    assert_eq!(answer.status, status, "{shown}");
    assert!(answer.is_page());
    assert!(answer.attribute("#board", "id").is_some(), "the board is not there");
    assert!(shown.contains(words), "{words} is not in: {shown}");
}

#[track_caller]
fn assert_refused(answer: &PageAnswer, status: u16, words: &str) {
    let shown = answer.text("main").unwrap_or_else(|| answer.body.clone());
    assert_eq!(answer.status, status, "{shown}");
    assert!(shown.contains(words), "{words} is not in: {shown}");
}

#[tokio::test]
async fn a_ply_is_stored_and_redirects_to_the_match() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let answer = m.ada.play(&m.id, "b2").await;
    assert_eq!((answer.status, answer.location()), (303, m.path("").as_str()));
    let record = m.record().await;
    assert_eq!((&record["to_act"], &record["seq"]), (&json!(1), &json!(5)));
    assert_eq!(record["plies"][0]["notation"], "b2");
}

#[tokio::test]
async fn htmx_receives_the_current_move_form() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let seq = m.seq().await.to_string();
    let fields = [("seq", seq.as_str()), ("notation", "b2")];
    let answer = m.ada.post_by_htmx(&m.path("plies"), &fields).await;
    assert_eq!(answer.status, 200);
    assert!(!answer.is_page());
    assert!(answer.body.contains("Ben is thinking"), "{}", answer.body);
}

#[tokio::test]
async fn a_match_is_played_to_its_end() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let record = m.record().await;
    assert_eq!((&record["status"], &record["to_act"]), (&json!("ended"), &json!(null)));
    assert_eq!(record["ending"], json!({"how": "rules", "places": [1, 2]}));
    assert!(m.ada.get(&m.path("")).await.body.contains("You won"));
    assert!(m.ben.get(&m.path("")).await.body.contains("You lost"));
    assert!(site.visitor().get(&m.path("")).await.body.contains("Ada won"));
}

#[tokio::test]
async fn a_ply_out_of_turn_is_refused() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    assert_refused_at_the_board(&m.ben.play(&m.id, "b2").await, 409, "not your turn");
    m.ada.play(&m.id, "a1").await;
    assert_refused_at_the_board(&m.ada.play(&m.id, "b2").await, 409, "not your turn");
    assert_eq!(m.record().await["plies"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn an_unreadable_ply_is_refused_with_an_example() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    for ply in ["", " ", "d4", "d4-", "z9-z8", "D4-F7", "d4 e5", "d4-e5-", "♥", "d4-e5\n", "<script>"] {
        assert_refused_at_the_board(&m.ada.play(&m.id, ply).await, 422, "isn’t a move");
    }
    assert_eq!(m.seq().await, 4);
}

#[tokio::test]
async fn an_illegal_ply_is_refused_with_its_reason() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    let illegal = [("d4-i9", "d4"), ("e5-e6", "e5"), ("n4-m5", "n4"), ("d4-d4", "d4")];
    for (ply, words) in illegal {
        assert_refused_at_the_board(&m.ada.play(&m.id, ply).await, 422, words);
    }
    assert_eq!(m.seq().await, 4);
}

#[tokio::test]
async fn htmx_receives_the_reason_and_the_current_board() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.ada.play(&m.id, "a1").await;
    let seq = m.seq().await.to_string();
    let fields = [("seq", seq.as_str()), ("notation", "a1")];
    let answer = m.ben.post_by_htmx(&m.path("plies"), &fields).await;
    assert_eq!(answer.status, 422);
    assert!(!answer.is_page());
    assert!(answer.text("[role=alert], .notice").unwrap().contains("a1"), "{}", answer.body);
    assert!(answer.body.contains("#board"), "{}", answer.body);
}

#[tokio::test]
async fn a_ply_from_an_outdated_page_is_answered_with_the_current_board() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let old = m.seq().await.to_string();
    m.play_all(&["a1", "b1"]).await;
    let answer = m.ada.play_from(&m.id, &old, "c3").await;
    assert_refused_at_the_board(&answer, 409, "position has changed");
    let fields = [("seq", old.as_str()), ("notation", "c3")];
    let answer = m.ada.post_by_htmx(&m.path("plies"), &fields).await;
    assert_eq!(answer.status, 409);
    assert!(answer.body.contains("#board"), "{}", answer.body);
    let fresh = (m.seq().await).to_string();
    assert!(answer.body.contains(&format!("value=\"{fresh}\"")), "the forms contain the current seq");
    assert_eq!(m.record().await["plies"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_ply_with_a_future_seq_is_refused() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    for seq in ["5", "4294967295"] {
        let answer = m.ada.play_from(&m.id, seq, "a1").await;
        assert_refused_at_the_board(&answer, 409, "position has changed");
    }
    for seq in ["", "-1", "4.0", "4294967296", "four", "0x4"] {
        assert_refused(&m.ada.play_from(&m.id, seq, "a1").await, 422, "");
    }
    assert_eq!(m.seq().await, 4);
}

#[tokio::test]
async fn a_retried_ply_succeeds() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let before = m.seq().await.to_string();
    for _ in 0..3 {
        let answer = m.ada.play_from(&m.id, &before, "b2").await;
        assert_eq!((answer.status, answer.location()), (303, m.path("").as_str()));
    }
    m.ben.play(&m.id, "a1").await;
    assert_eq!(m.ada.play_from(&m.id, &before, "b2").await.status, 303);
    assert_refused_at_the_board(&m.ada.play_from(&m.id, &before, "c3").await, 409, "position has changed");
    assert_refused_at_the_board(&m.ben.play_from(&m.id, &before, "b2").await, 409, "position has changed");
    assert_eq!(m.record().await["plies"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_retried_winning_ply_succeeds() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN[..4]).await;
    let before = m.seq().await.to_string();
    for _ in 0..2 {
        assert_eq!(m.ada.play_from(&m.id, &before, "a3").await.status, 303);
    }
}

#[tokio::test]
async fn plies_from_two_pages_of_a_player_are_played_once() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let seq = m.seq().await.to_string();
    let plies = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];
    let all = plies.map(|ply| m.ada.play_from(&m.id, &seq, ply));
    let answers = futures_util::future::join_all(all).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 303).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 409).count(), 8);
    assert_eq!(m.record().await["plies"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn no_ply_is_played_before_the_start_or_after_the_end() {
    let site = TestSite::start().await;
    let ada = site.register("Eve").await;
    let fields = [("game", "tictactoe"), ("seats", "2"), ("visibility", "public")];
    let open = ada.opens(&fields).await;
    assert_refused_at_the_board(&ada.play(&open, "a1").await, 409, "hasn’t started");
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    for player in [&m.ada, &m.ben] {
        assert_refused_at_the_board(&player.play(&m.id, "c3").await, 409, "over");
    }
}

#[tokio::test]
async fn a_watcher_cannot_play() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let eve = site.register("Eve").await;
    assert_refused_at_the_board(&eve.play(&m.id, "a1").await, 403, "have a seat");
    let seq = m.seq().await.to_string();
    let fields = [("seq", seq.as_str()), ("notation", "a1")];
    assert_eq!(eve.post_by_htmx(&m.path("plies"), &fields).await.status, 403);
    assert_eq!(m.seq().await, 4);
}

#[tokio::test]
async fn a_visitor_signs_in_and_returns() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let visitor = site.visitor();
    let answer = visitor.play_from(&m.id, "4", "a1").await;
    assert_eq!(answer.status, 303);
    let login = visitor.get(answer.location()).await;
    let next = login.attribute("input[name=next]", "value").unwrap();
    let fields = [("username", "Ada"), ("password", PASSWORD), ("next", &next)];
    let back = visitor.post("/login", &fields).await;
    assert_eq!(back.location(), m.path(""));
    assert!(visitor.get(back.location()).await.body.contains("Your move"));
    let fields = [("seq", "4"), ("notation", "a1")];
    let answer = site.visitor().post_by_htmx(&m.path("plies"), &fields).await;
    assert_eq!(answer.status, 200);
    assert!(answer.header("hx-redirect").starts_with("/login?next="), "{:?}", answer.headers);
    assert_eq!(m.seq().await, 4);
}

#[tokio::test]
async fn an_invalid_form_is_refused_with_its_reason() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let plies = m.path("plies");
    let forms: [(&[u8], u16, &str); 8] = [
        (b"notation=a1", 422, "missing field `seq`"),
        (b"seq=4", 422, "missing field `notation`"),
        (b"", 422, "missing field"),
        (b"seq=4&notation=a1&notation=a2", 422, "duplicate field `notation`"),
        (b"seq=4&notation=a1&seat=1", 422, "unknown field `seat`"),
        (b"seq=4&notation=%ff", 400, "isn’t text"),
        (b"seq=4&notation=\xff", 400, "isn’t text"),
        (b"seq=4&notation=%00", 422, "isn’t a move"),
    ];
    for (form, status, words) in forms {
        assert_refused(&m.ada.post_bytes(&plies, form.to_vec()).await, status, words);
    }
    let json = m.ada.request(Method::POST, &plies).header("Content-Type", "application/json");
    let answer = m.ada.send(json.body(r#"{"seq":4,"notation":"a1"}"#)).await;
    assert_refused(&answer, 400, "isn’t a form");
    assert_eq!(m.seq().await, 4);
}

#[tokio::test]
async fn a_long_ply_is_refused_and_not_quoted() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    for text in ["x".repeat(60_000), "d4-".repeat(15_000), "é".repeat(9_000)] {
        let answer = m.ada.play(&m.id, &text).await;
        assert_refused_at_the_board(&answer, 422, "isn’t a move");
        assert!(!answer.body.contains(&text[..2000]), "long input is not quoted");
    }
    let answer = m.ada.play(&m.id, &"x".repeat(65 * 1024)).await;
    assert_refused(&answer, 413, "too large");
}

#[tokio::test]
async fn a_quoted_ply_is_escaped() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let answer = m.ada.play(&m.id, "<img src=x onerror=alert(1)>").await;
    assert!(!answer.body.contains("<img src=x"), "{}", answer.body);
    assert!(answer.body.contains("&lt;img"), "{}", answer.body);
}

#[tokio::test]
async fn an_earlier_position_is_shown_by_ply_number() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let eve = site.visitor();
    for ply in 0..=5 {
        let answer = eve.get(&format!("{}?ply={ply}", path(&m.id, ""))).await;
        assert_eq!(answer.status, 200, "{ply}");
        assert_eq!(answer.attribute("#live", "id"), None, "an earlier ply does not change");
    }
    let last = eve.get(&format!("{}?ply=5", path(&m.id, ""))).await.body;
    for ply in ["6", "4294967296", "99999999999999999999999"] {
        assert_eq!(
            eve.get(&format!("{}?ply={ply}", path(&m.id, ""))).await.body,
            last,
            "{ply}: the last position"
        );
    }
    let now = eve.get(&format!("{}?ply=", path(&m.id, ""))).await;
    assert!(now.attribute("#live", "id").is_some(), "without a number, the match as it is");
    for ply in ["-1", "x", "+1", "1e3", "%20"] {
        assert_eq!(eve.get(&format!("{}?ply={ply}", path(&m.id, ""))).await.status, 400, "{ply}");
    }
}

#[tokio::test]
async fn cells_are_selected_by_name_and_invalid_names_select_nothing() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    let page = path(&m.id, "");
    for query in ["from=d4", "from=d4&along=1", "from=zz", "from=,,,,", "from=%00", "from=e8", "along=1"] {
        let answer = m.ada.get(&format!("{page}?{query}")).await;
        assert_eq!(answer.status, 200, "{query}");
        assert_eq!(site.visitor().get(&format!("{page}?{query}")).await.status, 200, "{query}");
    }
    assert_eq!(m.ada.get(&format!("{page}?from={}", "a1,".repeat(100))).await.status, 400);
}
