//! Creating matches.

use serde_json::json;

use crate::harness::{PageAnswer, TestSite, path};

const STANDARD: [(&str, &str); 3] = [("game", "tictactoe"), ("seats", "2"), ("visibility", "public")];

#[track_caller]
fn assert_refused(answer: &PageAnswer, status: u16, words: &str) {
    let shown = answer.text("main").unwrap_or_else(|| answer.body.clone());
    assert_eq!(answer.status, status, "{shown}");
    assert!(shown.contains(words), "{words} is not in: {shown}");
}

#[tokio::test]
async fn the_host_of_a_new_match_has_a_seat_and_waits() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let answer = ada.post("/matches", &STANDARD).await;
    assert_eq!(answer.status, 303);
    let id = answer.location().strip_prefix("/matches/").unwrap().to_owned();
    assert_eq!(ada.get(&path(&id, "")).await.status, 200);
    let record = ada.record(&id).await;
    assert_eq!((&record["id"], &record["status"]), (&json!(id), &json!("open")));
    assert_eq!(record["options"], json!({"size": "3", "line": "3"}));
    assert_eq!(
        record["seats"],
        json!([
            {"seat": 0, "name": "Ada", "kind": "person"},
            {"seat": 1, "name": null, "kind": "empty"},
        ])
    );
}

#[tokio::test]
async fn a_match_has_the_options_of_its_form() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let fields = [
        ("game", "sternhalma"),
        ("seats", "6"),
        ("option.finish", "own_ten"),
        ("option.points", "any"),
        ("visibility", "private"),
    ];
    let record = ada.record(&ada.opens(&fields).await).await;
    assert_eq!(record["game"], "sternhalma");
    assert_eq!(record["seats"].as_array().unwrap().len(), 6);
    let options = json!({"finish": "own_ten", "target": "locked", "points": "any", "play_on": "off"});
    assert_eq!(record["options"], options);
}

#[tokio::test]
async fn htmx_is_redirected_to_the_new_match() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let answer = ada.post_by_htmx("/matches", &STANDARD).await;
    assert_eq!((answer.status, answer.location()), (200, ""));
    assert!(answer.header("hx-redirect").starts_with("/matches/"), "{:?}", answer.headers);
}

#[tokio::test]
async fn an_invalid_setup_is_refused_by_name() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let wrong: [(&[(&str, &str)], &str); 13] = [
        (&[("game", "chess")], "“chess”"),
        (&[("game", "")], "“”"),
        (&[("game", "TicTacToe")], "“TicTacToe”"),
        (&[("seats", "3")], "3 seats"),
        (&[("seats", "1")], "1 seats"),
        (&[("seats", "0")], "0 seats"),
        (&[("option.colour", "red")], "“colour”"),
        (&[("option.size", "2")], "“2” isn’t possible here: choose 3 to 15"),
        (&[("option.size", "99")], "“99”"),
        (&[("option.line", "-1")], "“-1”"),
        (&[("option.line", "5")], "That isn’t possible"),
        (&[("visibility", "secret")], "“secret”"),
        (&[("bot", "3"), ("bot", "4")], "“4” isn’t possible here: choose at most one bot."),
    ];
    for (change, words) in wrong {
        let unchanged = STANDARD.iter().filter(|(key, _)| change[0].0 != *key);
        let fields: Vec<_> = unchanged.chain(change).copied().collect();
        for answer in [ada.post("/matches", &fields).await, ada.post_by_htmx("/matches", &fields).await] {
            assert_refused(&answer, 422, words);
        }
    }
    assert_eq!(ada.get("/matches/new").await.status, 200);
}

#[tokio::test]
async fn an_invalid_number_is_refused() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for seats in ["", "two", "-2", "2.0", "256", "99999999999999999999", "２"] {
        let fields = [("game", "tictactoe"), ("seats", seats), ("visibility", "public")];
        assert_refused(&ada.post("/matches", &fields).await, 422, "");
    }
}

#[tokio::test]
async fn a_missing_repeated_or_unknown_field_is_named() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let forms = [
        ("seats=2&visibility=public", "game"),
        ("", "game"),
        ("game=tictactoe&game=tictactoe&seats=2&visibility=public", "game"),
        ("game=tictactoe&seats=2&visibility=public&option.size=3&option.size=4", "size"),
        ("game=tictactoe&seats=2&visibility=public&colour=red", "colour"),
        ("game=tictactoe&seats=2&visibility=public&option.=red", ""),
    ];
    for (form, words) in forms {
        let answer = ada.post_bytes("/matches", form).await;
        assert_refused(&answer, 422, words);
    }
}

#[tokio::test]
async fn a_form_that_is_not_text_or_too_long_is_refused() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    assert_refused(
        &ada.post_bytes("/matches", "game=%ff&seats=2&visibility=public").await,
        400,
        "isn’t text",
    );
    assert_refused(
        &ada.post_bytes("/matches", "game=".to_owned() + &"x".repeat(70_000)).await,
        413,
        "too large",
    );
    let long = "x".repeat(10_000);
    let answer = ada.post("/matches", &[("game", &long), ("seats", "2"), ("visibility", "public")]).await;
    assert_refused(&answer, 422, "");
    assert!(!answer.body.contains(&long), "long input is not quoted");
    let answer = ada.post("/matches", &[&STANDARD[..], &[("option.size", &long)]].concat()).await;
    assert_refused(&answer, 422, "choose 3 to 15");
}

#[tokio::test]
async fn a_missing_option_has_its_default() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let fields = [("game", "sternhalma"), ("seats", "3"), ("visibility", "private")];
    let record = ada.record(&ada.opens(&fields).await).await;
    assert_eq!(
        record["options"],
        json!({"finish": "filled", "target": "locked", "points": "own", "play_on": "off"})
    );
}

#[tokio::test]
async fn game_seats_and_visibility_are_required() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let all = [("game", "sternhalma"), ("seats", "2"), ("visibility", "public")];
    let cases = [
        ("game", "main [role=alert]", "“game” is missing"),
        ("seats", "fieldset:has([name=seats]) .problem", "choose 2 to 6"),
        ("visibility", "fieldset:has([name=visibility]) .problem", "choose public or private"),
    ];
    for (missing, place, words) in cases {
        let fields: Vec<_> = all.into_iter().filter(|(name, _)| *name != missing).collect();
        for answer in [ada.post("/matches", &fields).await, ada.post_by_htmx("/matches", &fields).await] {
            assert_eq!(answer.status, 422, "without {missing}");
            let shown = answer.text(place).unwrap_or_default();
            assert!(shown.contains(words), "without {missing}: {shown}");
        }
    }
    let answer = ada.post("/matches", &[("game", "tictactoe"), ("visibility", "public")]).await;
    assert_refused(&answer, 422, "“seats” is missing: choose 2.");
    assert_eq!(opened(&site).await, 0);
}

#[tokio::test]
async fn a_refused_form_creates_no_match() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    ada.post("/matches", &[("game", "chess"), ("seats", "2"), ("visibility", "public")]).await;
    assert_eq!(opened(&site).await, 0);
}

#[tokio::test]
async fn a_user_has_at_most_twenty_open_matches() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let over = ada.opens(&STANDARD).await;
    ben.post(&path(&over, "seats"), &[]).await;
    ben.post(&path(&over, "resignation"), &[]).await;
    let mut first = String::new();
    for _ in 0..20 {
        first = ada.opens(&STANDARD).await;
    }
    let words = "You already have 20 open matches. Cancel one, or wait until someone joins.";
    let fields = [("game", "sternhalma"), ("seats", "3"), ("visibility", "private")];
    for answer in [ada.post("/matches", &fields).await, ada.post_by_htmx("/matches", &fields).await] {
        assert_refused(&answer, 409, words);
        assert_eq!(answer.text("form [role=alert]").as_deref(), Some(words));
        assert_eq!(
            answer.attribute("[name=seats][checked]", "value").as_deref(),
            Some("3"),
            "the other values are preserved"
        );
    }
    for answer in
        [ada.post(&path(&over, "rematch"), &[]).await, ada.post_by_htmx(&path(&over, "rematch"), &[]).await]
    {
        assert_eq!(answer.status, 409);
        assert!(answer.body.contains(words), "{}", answer.body);
    }
    assert_eq!(opened(&site).await, 21);
    assert_eq!(ada.record(&over).await["status"], "ended");

    ben.post(&path(&first, "seats"), &[]).await;
    assert_eq!(ada.post(&path(&over, "rematch"), &[]).await.status, 303);
    assert_refused(&ada.post("/matches", &fields).await, 409, words);
    assert_eq!(ben.post(&path(&over, "rematch"), &[]).await.status, 303, "Ben joins it");
    assert_eq!(ada.post("/matches", &fields).await.status, 303);
}

/// The number of matches.
async fn opened(site: &TestSite) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM matches").fetch_one(&site.database().await).await.unwrap()
}

#[tokio::test]
async fn a_public_match_is_rated_and_a_private_one_casual_by_default() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let cases = [
        ("public", None, true),
        ("private", None, false),
        ("public", Some("usual"), true),
        ("private", Some("yes"), true),
        ("public", Some("no"), false),
    ];
    for (visibility, rated, counts) in cases {
        let fields = [("game", "tictactoe"), ("seats", "2"), ("visibility", visibility)];
        let fields: Vec<_> = fields.into_iter().chain(rated.map(|rated| ("rated", rated))).collect();
        let id = ada.opens(&fields).await;
        let page = ada.get(&path(&id, "")).await;
        let facts = page.texts(".facts dd");
        assert_eq!(facts.contains(&"Rated".to_owned()), counts, "{visibility} {rated:?}: {facts:?}");
        let row = ada.get("/").await.texts(".matches li").remove(0);
        assert_eq!(row.contains("rated"), counts, "{visibility} {rated:?}: {row}");
        assert_eq!(ada.post(&path(&id, "abort"), &[]).await.status, 303);
    }
    let maybe = ada.post("/matches", &[STANDARD.as_slice(), &[("rated", "maybe")]].concat()).await;
    assert_refused(&maybe, 422, "choose yes, no or usual");
}
