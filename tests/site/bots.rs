//! The accounts of bots, which are marked wherever they are shown.

use parlour::bots::BotLevel;
use parlour::games::Game;
use parlour::matches::MatchVisibility;
use parlour::referee::{MatchSetup, MatchStart};
use parlour::users::{Role, UserSummary};

use crate::harness::{PASSWORD, SLOW_BOTS, TestSite, path};

const NAME: &str = "Quarto Casual (bot)";
const IN_URL: &str = "Quarto%20Casual%20%28bot%29";

/// A match of Quarto that Ada has just started against a bot.
async fn starts(site: &TestSite, ada: UserSummary, rated: bool) -> String {
    let game = Game::from_key("quarto").unwrap();
    let bot = site.state().bots.find(game, BotLevel::Casual, 1).unwrap().user.clone();
    let setup = MatchSetup {
        game,
        options: game.options([]).unwrap(),
        seats: 2,
        visibility: MatchVisibility::Public,
        rated,
        auto_roll: true,
        first: parlour::matches::FirstMove::Creator,
        time_control: None,
        open_for: 24,
        renews: false,
        conditions: Default::default(),
        pass_and_play: false,
        invited: Vec::new(),
        bots: Vec::new(),
    };
    let start = MatchStart { setup, players: vec![ada.clone(), bot], origin: None };
    site.state().referee.start_match(ada, start).await.unwrap().m.id.to_string()
}

async fn ada_of(site: &TestSite) -> UserSummary {
    site.accounts().directory().find("Ada").await.unwrap().unwrap()
}

#[tokio::test]
async fn the_page_of_a_bot_says_what_it_is_and_plays() {
    let site = TestSite::start().await;
    let page = site.visitor().get(&format!("/players/{IN_URL}")).await;
    assert_eq!((page.status, page.text("main h1").as_deref()), (200, Some("Quarto Casual bot")));
    let header = page.text("main header").unwrap();
    assert!(header.contains("This one plays Quarto") && header.contains("Casual (level 2 of 6)"), "{header}");
    assert!(!header.contains("Member since"), "{header}");
    let moved = site.visitor().get("/players/quarto%20casual%20(BOT)").await;
    assert_eq!((moved.status, moved.location()), (308, &*format!("/players/{IN_URL}")));
    let ada = site.register("Ada").await;
    let page = ada.get(&format!("/players/{IN_URL}")).await;
    assert_eq!(page.texts("main header form, main header a[href^='/reports']").len(), 0);
}

#[tokio::test]
async fn a_bot_is_marked_on_pages_and_in_the_record() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = starts(&site, ada_of(&site).await, false).await;
    let page = ada.get(&path(&id, "")).await;
    assert_eq!(page.texts("#seats li:not(.you) a"), ["Casual bot"]);
    assert_eq!(
        page.attribute("#seats li:not(.you) a", "href").as_deref(),
        Some(&*format!("/players/{IN_URL}"))
    );
    let lists = ada.get("/").await;
    assert_eq!(lists.texts(".who"), ["vs Casual bot"]);
    let record = ada.record(&id).await;
    assert_eq!((&record["seats"][1]["kind"], &record["seats"][1]["name"]), (&"bot".into(), &NAME.into()));
    assert_eq!(record["seats"][0]["kind"], "person");
}

#[tokio::test]
async fn nobody_signs_in_as_a_bot_or_registers_its_name() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for password in ["", PASSWORD] {
        let form = [("username", NAME), ("password", password)];
        let refused = visitor.post("/login", &form).await.status;
        assert!(matches!(refused, 401 | 422), "{refused}");
        assert_eq!(visitor.post("/register", &form).await.status, 422);
    }
    let root = site.register_as("Rosa", Role::Admin).await;
    site.register("Ada").await;
    let renaming = [("why", "A test"), ("name", NAME)];
    assert_eq!(root.post("/admin/users/Ada/rename", &renaming).await.status, 422);
}

#[tokio::test]
async fn actions_on_people_are_refused_for_bots() {
    let site = TestSite::start().await;
    let root = site.register_as("Rosa", Role::Admin).await;
    for action in ["block", "mute"] {
        assert_eq!(root.post(&format!("/players/{IN_URL}/{action}"), &[]).await.status, 404);
    }
    let report = [("person", NAME), ("cause", "other"), ("words", "It wins.")];
    assert!(matches!(root.post("/reports", &report).await.status, 404 | 422));
    let why = [("why", "A test"), ("until", ""), ("role", "admin")];
    for action in ["suspension", "chat-ban", "role", "reset-link", "sessions/end", "delete"] {
        let status = root.post(&format!("/admin/users/{IN_URL}/{action}"), &why).await.status;
        assert!(matches!(status, 404 | 422), "{action}: {status}");
    }
    assert_eq!(root.get(&format!("/admin/users/{IN_URL}")).await.status, 404);
    let touched = "SELECT count(*) FROM users WHERE kind = 'bot'
        AND (suspended_at IS NOT NULL OR muted_until IS NOT NULL OR role <> 'player' OR deletion_state IS NOT NULL)";
    let touched: i64 = sqlx::query_scalar(touched).fetch_one(&site.database().await).await.unwrap();
    assert_eq!(touched, 0);
    let invited = root
        .post("/matches", &[("game", "quarto"), ("seats", "2"), ("visibility", "public"), ("invite", NAME)]);
    assert_eq!(invited.await.status, 422);
    let listed = root.get("/admin/users").await;
    assert!(!listed.body.contains("(bot)"), "{:?}", listed.text("main"));
    let statistics = root.get("/admin/statistics").await.text("main").unwrap();
    assert!(statistics.contains("Users Accounts 1 "), "{statistics}");
}

#[tokio::test]
async fn bots_are_the_same_after_a_restart() {
    let site = TestSite::start().await;
    let game = Game::from_key("sternhalma").unwrap();
    let of = |site: &TestSite| site.state().bots.all_of(game).cloned().collect::<Vec<_>>();
    let before = of(&site);
    assert_eq!(before.len(), 35);
    let site = site.restart(|_| {}).await;
    assert_eq!(of(&site), before);
}

#[tokio::test]
async fn ratings_against_bots_are_separate() {
    // This test plays for the bot.
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let ada = site.register("Ada").await;
    let id = starts(&site, ada_of(&site).await, true).await;
    let bot =
        site.state().bots.find(Game::from_key("quarto").unwrap(), BotLevel::Casual, 1).unwrap().user.clone();
    for (by, ply) in
        [(ada_of(&site).await, "0"), (bot.clone(), "a1"), (bot, "1"), (ada_of(&site).await, "b2")]
    {
        let view = site.state().referee.get(&id.parse().unwrap(), Some(by.id)).await.unwrap();
        let command = parlour::matches::MatchCommand::Play { seq: view.m.seq, notation: ply.to_owned() };
        site.state().referee.command(by, &view.m.id, command).await.unwrap();
    }
    assert_eq!(ada.post(&path(&id, "resignation"), &[]).await.status, 303);
    let ratings = ada.get("/players/Ada").await.text("table.tallies").unwrap();
    assert!(ratings.contains("with bots") && ratings.contains("1338?"), "{ratings}");
    let people = site.visitor().get("/games/quarto/ratings").await;
    assert!(!people.body.contains("1338"), "{:?}", people.text("main"));
    let with_bots = site.visitor().get("/games/quarto/ratings?pool=two-with-bots").await;
    assert_eq!(with_bots.texts(".provisional tbody th a"), ["Casual bot", "Ada"]);
    assert_eq!(site.visitor().get("/games/quarto/ratings?pool=more-with-bots").await.status, 404);
}
