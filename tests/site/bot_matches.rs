//! Casual matches against bots: they have their own actions, and results are counted by level.

use parlour::bots::BotLevel;
use parlour::games::Game;
use parlour::matches::{FirstMove, MatchCommand, MatchVisibility};
use parlour::referee::{MatchSetup, MatchStart};
use parlour::users::UserSummary;

use crate::harness::{SLOW_BOTS, TestPerson, TestSite, path};

async fn user(site: &TestSite, name: &str) -> UserSummary {
    site.accounts().directory().find(name).await.unwrap().unwrap()
}

fn bot(site: &TestSite, number: u8) -> UserSummary {
    let game = Game::from_key("tictactoe").unwrap();
    let level = BotLevel::from_number(number).unwrap();
    site.state().bots.find(game, level, 1).unwrap().user.clone()
}

/// Starts a match of Ada against the bot of a level.
async fn starts(site: &TestSite, level: u8) -> String {
    let (ada, bot) = (user(site, "Ada").await, bot(site, level));
    let setup = MatchSetup {
        visibility: MatchVisibility::Private,
        auto_roll: false,
        first: FirstMove::Creator,
        ..MatchSetup::casual(Game::from_key("tictactoe").unwrap(), 2).unwrap()
    };
    let start = MatchStart { setup, players: vec![ada.clone(), bot], origin: None };
    site.state().referee.start_match(ada, start).await.unwrap().m.id.to_string()
}

/// Plays these moves in turn, also those of the bot.
async fn plays(site: &TestSite, id: &str, bot: &UserSummary, plies: &[&str]) {
    let ada = user(site, "Ada").await;
    for (ply, by) in plies.iter().zip([&ada, bot].into_iter().cycle()) {
        let view = site.state().referee.get(&id.parse().unwrap(), Some(ada.id)).await.unwrap();
        let command = MatchCommand::Play { seq: view.m.seq, notation: (*ply).to_owned() };
        site.state().referee.command(by.clone(), &view.m.id, command).await.unwrap();
    }
}

async fn site_with_ada() -> (TestSite, TestPerson) {
    // The tests play for the bots.
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let ada = site.register("Ada").await;
    (site, ada)
}

#[tokio::test]
async fn a_casual_match_against_a_bot_has_nothing_that_needs_an_opponent() {
    let (site, ada) = site_with_ada().await;
    let page = ada.get(&path(&starts(&site, 2).await, "")).await;
    let tools = page.texts(".tools :is(.tool > span:not(.taking, .opened))");
    assert_eq!(tools, ["Hint", "Take back", "Analysis", "New match", "Resign", "More"]);
    for absent in ["#section-chat", "#section-plans", "#draw", "input[name=confirm]", ".tag"] {
        assert!(page.texts(absent).is_empty() && page.attributes(absent, "id").is_empty(), "{absent}");
    }
    assert!(!page.text("main").unwrap().contains("thinking for"));
}

#[tokio::test]
async fn the_result_against_bots_of_a_level_is_shown_and_the_next_level_offered_after_a_win() {
    let (site, ada) = site_with_ada().await;
    let casual = bot(&site, 2);
    let lost = starts(&site, 2).await;
    plays(&site, &lost, &casual, &["a1", "b2", "a2", "a3", "b1", "c1"]).await;
    let page = ada.get(&path(&lost, "")).await;
    assert_eq!(page.text("#bot-score").unwrap(), "Casual: 0–1");
    assert!(!page.texts("form[action='/play'] button").contains(&"Play Intermediate".to_owned()));

    let won = starts(&site, 2).await;
    plays(&site, &won, &casual, &["a1", "b2", "a2", "c3", "a3"]).await;
    let page = ada.get(&path(&won, "")).await;
    assert_eq!(page.text("#bot-score").unwrap(), "Casual: 1–1");
    assert_eq!(page.texts("form[action='/play'] button"), ["Play Intermediate"]);
    let fields: Vec<_> = ["game", "level", "seats", "preset"]
        .map(|name| (name, page.attribute(&format!("form[action='/play'] [name={name}]"), "value").unwrap()))
        .into();
    let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let next = ada.post("/play", &fields).await;
    assert_eq!(next.status, 303, "{:?}", next.text("main"));
    let page = ada.get(next.location()).await;
    assert_eq!(page.texts("#seats li:not(.you) a"), ["Intermediate bot"]);

    let drawn = starts(&site, 2).await;
    plays(&site, &drawn, &casual, &["b2", "a1", "c3", "a3", "a2", "c2", "b1", "b3", "c1"]).await;
    assert_eq!(ada.get(&path(&drawn, "")).await.text("#bot-score").unwrap(), "Casual: 1–1, 1 drawn");
    let form = ada.get("/play?game=tictactoe").await;
    assert!(form.text(".levels").unwrap().contains("Casual 1–1"), "{:?}", form.text(".levels"));
    assert!(site.visitor().get("/play?game=tictactoe").await.texts(".levels .small").is_empty());
}

#[tokio::test]
async fn nobody_else_sees_a_players_results_against_bots() {
    let (site, ada) = site_with_ada().await;
    let id = starts(&site, 2).await;
    assert_eq!(ada.post(&path(&id, "resignation"), &[]).await.status, 303);
    assert_eq!(ada.get(&path(&id, "")).await.text("#bot-score").unwrap(), "Casual: 0–1");
    let ben = site.register("Ben").await;
    assert_eq!(ben.get(&path(&id, "")).await.status, 404);
    assert!(ben.get("/play?game=tictactoe").await.texts(".levels .small").is_empty());
}
