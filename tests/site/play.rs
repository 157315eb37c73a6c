//! Playing bots at once, with an account and without.

use std::collections::HashSet;

use parlour::bots::BotLevel;
use parlour::games::Game;
use parlour::users::RegistrationMode;
use serde_json::Value;

use crate::harness::{PageAnswer, TestPerson, TestSite, path};

const CASUAL: (&str, &str) = ("level", "2");

fn id_of(answer: &PageAnswer) -> String {
    answer
        .location()
        .strip_prefix("/matches/")
        .unwrap_or_else(|| panic!("{} {}", answer.status, answer.body))
        .to_owned()
}

async fn plays(who: &TestPerson, game: &str) -> String {
    let answer = who.post("/play", &[("game", game), CASUAL]).await;
    assert_eq!(answer.status, 303, "{}", answer.body);
    id_of(&answer)
}

fn names(record: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    record["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| (text(&seat["name"]), text(&seat["kind"])))
        .collect()
}

#[tokio::test]
async fn a_visitor_starts_every_game_with_one_click_on_the_front_page() {
    let site = TestSite::start().await;
    for game in Game::ALL {
        let visitor = site.visitor();
        let front = visitor.get("/").await;
        assert!(
            front
                .attributes("form[action='/play'] button[name=game]", "value")
                .contains(&game.key().to_owned())
        );
        assert_eq!(
            front.attribute("form[action='/play'] input[name=level][checked]", "value").as_deref(),
            Some("2")
        );
        let id = plays(&visitor, game.key()).await;
        let page = visitor.get(&path(&id, "")).await;
        assert_eq!(
            (page.status, page.texts("#seats li:not(.you) a")),
            (200, vec!["Casual bot".to_owned()]),
            "{game:?}"
        );
        let record = visitor.record(&id).await;
        let seats = names(&record);
        assert!(seats[0].0.starts_with("Guest ") && seats[1].1 == "bot", "{seats:?}");
        assert_eq!(record["status"], "playing");
    }
}

#[tokio::test]
async fn a_preset_known_as_a_game_has_a_tile_and_gives_the_match_its_title() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    let form = visitor.get("/play?game=gomoku").await;
    assert_eq!(form.text("h1").as_deref(), Some("Play a bot: Gomoku"));
    assert_eq!(form.attribute("input[name=preset][checked]", "value").as_deref(), Some("gomoku"));
    let page = visitor.get(&path(&plays(&visitor, "gomoku").await, "")).await;
    assert_eq!(page.text(".game-name").as_deref(), Some("Gomoku"));
    assert_eq!(page.attribute(".game-name a", "href").as_deref(), Some("/games/tictactoe#gomoku"));
    assert!(page.text("title").unwrap().contains("Gomoku · "), "{:?}", page.text("title"));
    assert_eq!(visitor.get("/").await.texts(".tiles .game"), ["Gomoku"]);
}

#[tokio::test]
async fn a_get_request_starts_nothing() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for page in ["/play", "/play?game=kalah&level=6", "/", "/account/registration"] {
        let answer = visitor.get(page).await;
        assert!(matches!(answer.status, 200 | 303), "{page}");
        assert!(answer.headers.get("set-cookie").is_none(), "{page}");
    }
    let counts = "SELECT (SELECT count(*) FROM matches) + (SELECT count(*) FROM users WHERE kind = 'guest')";
    let count: i64 = sqlx::query_scalar(counts).fetch_one(&site.database().await).await.unwrap();
    assert_eq!(count, 0);
}

#[tokio::test]
async fn unknown_values_are_refused_and_start_nothing() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for fields in [
        &[("level", "2")][..],
        &[("game", "chess"), CASUAL],
        &[("game", "kalah"), ("level", "7")],
        &[("game", "kalah"), ("level", "two")],
        &[("game", "kalah"), CASUAL, ("level", "3")],
        &[("game", "kalah"), CASUAL, ("seats", "3")],
        &[("game", "sternhalma"), CASUAL, ("seats", "7")],
        &[("game", "kalah"), CASUAL, ("first", "nobody")],
        &[("game", "kalah"), CASUAL, ("preset", "none")],
        &[("game", "kalah"), CASUAL, ("rated", "perhaps")],
        &[("game", "kalah"), CASUAL, ("option.pits", "9")],
    ] {
        let answer = visitor.post("/play", fields).await;
        assert_eq!(answer.status, 422, "{fields:?}");
        assert!(answer.text(".notice, [role=alert]").is_some(), "{fields:?}");
    }
    assert_eq!(visitor.post("/play", &[("game", "kalah"), CASUAL, ("rated", "yes")]).await.status, 403);
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM users WHERE kind = 'guest'")
        .fetch_one(&site.database().await)
        .await
        .unwrap();
    assert_eq!(count, 0);
}

#[tokio::test]
async fn bots_take_every_other_seat() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let asked = [("game", "sternhalma"), ("level", "5"), ("seats", "6"), ("first", "bot")];
    let record = ada.record(&id_of(&ada.post("/play", &asked).await)).await;
    let seats = names(&record);
    assert_eq!(seats[5], ("Ada".to_owned(), "person".to_owned()));
    assert_eq!(seats[4].0, "Sternhalma Expert 5 (bot)");
    let gomoku = [("game", "tictactoe"), CASUAL, ("preset", "gomoku")];
    let record = ada.record(&id_of(&ada.post("/play", &gomoku).await)).await;
    assert_ne!(record["options"], ada.record(&plays(&ada, "tictactoe").await).await["options"]);
}

#[tokio::test]
async fn the_last_choice_is_proposed_again_and_the_default_level_follows_the_rating() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let level = async |page: &str| ada.get(page).await.attribute("input[name=level][checked]", "value");
    assert_eq!(level("/play").await.as_deref(), Some("2"));
    ada.post("/play", &[("game", "kalah"), ("level", "4")]).await;
    assert_eq!(level("/play?game=kalah").await.as_deref(), Some("4"));
    assert_eq!(level("/play").await.as_deref(), Some("4"));
    assert_eq!(level("/play?game=kalah&level=6").await.as_deref(), Some("6"));
    assert_eq!(level("/play?game=quarto").await.as_deref(), Some("2"));
    let rating = "INSERT INTO ratings (game, pool, user_id, number, at, value, deviation, volatility)
        SELECT 'quarto', 'two', id, 30, 0, 1820000000000, 50000000000, 60000000 FROM users WHERE name = 'Ada'";
    sqlx::query(rating).execute(&site.database().await).await.unwrap();
    assert_eq!(level("/play?game=quarto").await.as_deref(), Some("4"));
    let page = ada.get("/play?game=quarto").await;
    assert!(page.text("main").unwrap().contains("Suggested from your rating: Advanced"));
    let home = ada.get("/").await;
    assert!(home.attributes("main a", "href").contains(&"/play".to_owned()));
}

#[tokio::test]
async fn guests_cannot_play_rated_matches_with_bots() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let rated = [("game", "kalah"), CASUAL, ("rated", "yes")];
    let id = id_of(&ada.post("/play", &rated).await);
    assert!(ada.get(&path(&id, "")).await.text(".facts").unwrap().to_lowercase().contains("rated"));
    let guest = site.visitor();
    plays(&guest, "kalah").await;
    assert_eq!(guest.post("/play", &rated).await.status, 403);
}

#[tokio::test]
async fn who_moves_first_in_rated_matches_with_bots_is_random() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let mut begins = HashSet::new();
    for _ in 0..20 {
        let form = [("game", "kalah"), CASUAL, ("rated", "yes"), ("first", "me")];
        let record = ada.record(&id_of(&ada.post("/play", &form).await)).await;
        begins.insert(record["seats"][0]["name"] == "Ada");
    }
    assert_eq!(begins.len(), 2, "both begin, whatever the form says");
}

#[tokio::test]
async fn the_number_of_matches_with_bots_is_limited() {
    let site = TestSite::start().await;
    let (ada, guest) = (site.register("Ada").await, site.visitor());
    for (who, most) in [(&ada, 20), (&guest, 10)] {
        let mut last = String::new();
        for _ in 0..most {
            last = plays(who, "tictactoe").await;
        }
        let refused = who.post("/play", &[("game", "tictactoe"), CASUAL]).await;
        assert_eq!(refused.status, 409);
        assert!(
            refused.text("main").unwrap().contains(&format!("{most} matches with bots")),
            "{:?}",
            refused.text("main")
        );
        assert_eq!(who.post(&path(&last, "abort"), &[]).await.status, 303);
        plays(who, "tictactoe").await;
    }
    let form = [("game", "tictactoe"), ("seats", "2"), ("visibility", "private"), ("bot", "1")];
    assert_eq!(ada.post("/matches", &form).await.status, 409);
    let open = ada.opens(&[("game", "tictactoe"), ("rated", "no")]).await;
    assert_eq!(ada.post(&path(&open, "bots"), &[CASUAL]).await.status, 409);
}

#[tokio::test]
async fn a_thousand_starts_at_once_are_limited() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    let statuses = futures_util::future::join_all((0..1000).map(|_| {
        let visitor = site.visitor();
        async move { visitor.post("/play", &[("game", "tictactoe"), CASUAL]).await.status }
    }))
    .await;
    let started = statuses.iter().filter(|status| **status == 303).count();
    assert!((1..=41).contains(&started), "{started}");
    assert!(statuses.iter().all(|status| matches!(status, 303 | 429 | 503)), "{statuses:?}");
    let guests: i64 = sqlx::query_scalar("SELECT count(*) FROM users WHERE kind = 'guest'")
        .fetch_one(&site.database().await)
        .await
        .unwrap();
    assert_eq!(usize::try_from(guests).unwrap(), started);
}

#[tokio::test]
async fn there_are_no_guests_where_sign_up_is_closed() {
    for mode in [RegistrationMode::Closed, RegistrationMode::Invitation] {
        let site = TestSite::with(|config| config.registration = Some(mode)).await;
        let visitor = site.visitor();
        assert_eq!(visitor.get("/").await.texts("form[action='/play']").len(), 0);
        assert_eq!(visitor.get("/play").await.texts("form[action='/play']").len(), 0);
        assert_eq!(visitor.post("/play", &[("game", "kalah"), CASUAL]).await.status, 403);
    }
}

#[tokio::test]
async fn seats_of_a_new_match_are_filled_with_bots() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let form = |bots: &[&'static str]| {
        let mut fields = vec![("game", "sternhalma"), ("seats", "4"), ("visibility", "public")];
        fields.extend(bots.iter().map(|level| ("bot", *level)));
        fields
    };
    let open = id_of(&ada.post("/matches", &form(&["", "2", "6"])).await);
    let record = ada.record(&open).await;
    assert_eq!(record["status"], "open");
    let seats = &record["seats"];
    assert_eq!(
        [0, 1, 2, 3].map(|seat| seats[seat]["kind"].as_str().unwrap().to_owned()),
        ["person", "bot", "bot", "empty"]
    );
    assert_eq!(seats[2]["name"], "Sternhalma Master (bot)");
    assert!(!ada.get("/").await.text("a.match").unwrap().contains("rated"), "casual by default");
    let full = id_of(&ada.post("/matches", &form(&["1", "1", "1"])).await);
    assert_eq!(ada.record(&full).await["status"], "playing");
    for wrong in [&["1", "1", "1", "1"][..], &["9"], &["x"]] {
        assert_eq!(ada.post("/matches", &form(wrong)).await.status, 422, "{wrong:?}");
    }
    let form = ada.get("/matches/new?game=sternhalma").await;
    assert_eq!(form.texts("select[name=bot]").len(), 5);
}

#[tokio::test]
async fn only_the_host_adds_bots_to_an_open_match() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let open = ada.opens(&[("game", "sternhalma"), ("seats", "3"), ("rated", "no")]).await;
    let bots = path(&open, "bots");
    assert_eq!(ben.post(&bots, &[CASUAL]).await.status, 403);
    assert_eq!(site.visitor().post(&bots, &[CASUAL]).await.location().split('?').next(), Some("/login"));
    for wrong in [("level", "7"), ("level", "seven"), ("strength", "1")] {
        assert!(matches!(ada.post(&bots, &[wrong]).await.status, 400 | 422), "{wrong:?}");
    }
    assert_eq!(ada.get(&path(&open, "")).await.texts("select[name=level] option").len(), BotLevel::ALL.len());
    assert_eq!(ada.post(&bots, &[CASUAL]).await.status, 303);
    ben.post(&path(&open, "seats"), &[]).await;
    let record = ada.record(&open).await;
    assert_eq!((&record["status"], &record["seats"][1]["kind"]), (&"playing".into(), &"bot".into()));
    assert_eq!(ada.post(&bots, &[CASUAL]).await.status, 409);
    let rated = ada.opens(&[("game", "sternhalma"), ("seats", "3")]).await;
    assert_eq!(ada.post(&path(&rated, "bots"), &[CASUAL]).await.status, 409);
    assert_eq!(ada.get(&path(&rated, "")).await.texts("select[name=level]").len(), 0);
}
