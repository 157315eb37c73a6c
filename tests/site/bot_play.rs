//! Bots in matches: they move, roll, answer offers and continue after a restart.

use parlour::bots::BotLevel;
use parlour::config::BotPace;
use parlour::games::Game;
use parlour::matches::{MatchVisibility, TimeAllowance, TimeControl, TimeoutPolicy};
use parlour::referee::{MatchSetup, MatchStart};
use serde_json::Value;

use crate::harness::{SLOW_BOTS, TestPerson, TestSite, path};

/// A match of Ada against a bot of this level.
struct BotMatch {
    ada: TestPerson,
    id: String,
}

/// The differences from a casual match without a clock in which Ada begins.
#[derive(Clone, Copy, Default)]
struct BotSetup {
    bot_begins: bool,
    rated: bool,
    own_rolls: bool,
    days: Option<u16>,
}

async fn starts(site: &TestSite, game: &str, level: BotLevel, setup: BotSetup) -> BotMatch {
    let ada = site.register("Ada").await;
    let user = site.accounts().directory().find("Ada").await.unwrap().unwrap();
    let game = Game::from_key(game).unwrap();
    let bot = site.state().bots.find(game, level, 1).unwrap().user.clone();
    let mut players = vec![user.clone(), bot];
    if setup.bot_begins {
        players.reverse();
    }
    let time = setup.days.map(|days| TimeControl {
        pace: TimeAllowance::Days(days),
        weekends_off: false,
        vacation: false,
        at_flag: TimeoutPolicy::Lose,
    });
    let setup = MatchSetup {
        visibility: MatchVisibility::Private,
        rated: setup.rated,
        auto_roll: !setup.own_rolls,
        time_control: time,
        ..MatchSetup::casual(game, 2).unwrap()
    };
    let m =
        site.state().referee.start_match(user, MatchStart { setup, players, origin: None }).await.unwrap();
    BotMatch { ada, id: m.m.id.to_string() }
}

impl BotMatch {
    async fn record(&self) -> Value {
        self.ada.record(&self.id).await
    }

    /// Seat and notation of all plies so far.
    async fn plies(&self) -> Vec<(Value, String)> {
        let record = self.record().await;
        let plies = record["plies"].as_array().unwrap().iter();
        plies.map(|ply| (ply["seat"].clone(), ply["notation"].as_str().unwrap().to_owned())).collect()
    }

    /// The number of plies of a seat so far.
    async fn plies_of(&self, seat: u8) -> usize {
        self.plies().await.iter().filter(|(by, _)| *by == seat).count()
    }

    async fn says(&self, what: &str, answer: &str) {
        let sent = self.ada.post(&path(&self.id, what), &[("answer", answer)]).await;
        assert_eq!(sent.status, 303, "{:?}", sent.texts("[role=alert]"));
    }

    async fn plays(&self, ply: &str) {
        let played = self.ada.play(&self.id, ply).await;
        assert_eq!(played.status, 303, "{ply}: {:?}", played.texts("[role=alert]"));
    }

    /// Plays the first legal ply.
    async fn plays_any(&self, site: &TestSite) {
        let id = self.id.parse().unwrap();
        let legal = site.state().referee.read(&id).await.unwrap().m.position.legal();
        self.plays(&legal[0]).await;
    }
}

#[tokio::test]
async fn a_bot_answers_each_ply_in_every_game() {
    for game in Game::ALL {
        let site = TestSite::start().await;
        // A weaker bot can lose Tic-Tac-Toe at Ada's third ply.
        let m = starts(&site, game.key(), BotLevel::Master, BotSetup::default()).await;
        // Ada may have several turns in a row: after a six, or a last seed in her store.
        for _ in 0..40 {
            site.runs_tasks().await;
            let record = m.record().await;
            if record["status"] == "ended" || m.plies_of(1).await >= 3 {
                break;
            }
            assert_eq!(record["to_act"], 0, "{game:?}: {record}");
            m.plays_any(&site).await;
        }
        assert!(m.plies_of(1).await >= 3, "{game:?}: {:?}", m.plies().await);
    }
}

#[tokio::test]
async fn a_bot_plays_a_match_to_its_end() {
    let site = TestSite::start().await;
    let m = starts(&site, "tictactoe", BotLevel::Master, BotSetup::default()).await;
    while m.record().await["status"] == "playing" {
        m.plays_any(&site).await;
        site.runs_tasks().await;
    }
    let ending = m.record().await["ending"].clone();
    assert_eq!(ending["how"], "rules");
    assert_ne!(ending["places"], serde_json::json!([1, 2]), "a master does not lose");
}

#[tokio::test]
async fn a_bot_that_begins_moves_first() {
    let site = TestSite::start().await;
    let m = starts(&site, "quarto", BotLevel::Beginner, BotSetup { bot_begins: true, ..BotSetup::default() })
        .await;
    site.runs_tasks().await;
    let plies = m.plies().await;
    assert_eq!((plies.len(), &plies[0].0), (1, &Value::from(0)));
}

#[tokio::test]
async fn a_bot_rolls_its_own_dice() {
    let site = TestSite::start().await;
    let setup = BotSetup { bot_begins: true, own_rolls: true, ..BotSetup::default() };
    let m = starts(&site, "aeroplane", BotLevel::Casual, setup).await;
    site.runs_tasks().await;
    let record = m.record().await;
    assert_eq!(
        (&record["plies"][0]["seat"], &record["to_act"]),
        (&Value::from("chance"), &Value::from("chance"))
    );
    let id = m.id.parse().unwrap();
    let to_roll = site.state().referee.read(&id).await.unwrap().m.to_roll();
    assert_eq!(to_roll.map(|seat| seat.number()), Some(1), "it is for Ada to roll");
}

#[tokio::test]
async fn a_bot_accepts_takebacks_in_casual_matches_only() {
    for (rated, left) in [(false, 0), (true, 2)] {
        let site = TestSite::start().await;
        let m = starts(&site, "tictactoe", BotLevel::Casual, BotSetup { rated, ..BotSetup::default() }).await;
        m.plays("b2").await;
        site.runs_tasks().await;
        m.says("takeback", "ask").await;
        site.runs_tasks().await;
        assert_eq!(m.plies().await.len(), left);
        let page = m.ada.get(&path(&m.id, "")).await;
        assert!(page.texts("#asked button").is_empty(), "the offer is answered");
    }
}

#[tokio::test]
async fn a_bot_accepts_a_draw_unless_it_is_ahead() {
    let site = TestSite::start().await;
    let m = starts(&site, "tictactoe", BotLevel::Master, BotSetup::default()).await;
    m.plays("b2").await;
    site.runs_tasks().await;
    m.says("draw", "offer").await;
    site.runs_tasks().await;
    assert_eq!(m.record().await["ending"]["how"], "agreed");

    let site = TestSite::start().await;
    let setup = BotSetup { bot_begins: true, ..BotSetup::default() };
    let m = starts(&site, "tictactoe", BotLevel::Master, setup).await;
    site.runs_tasks().await;
    // An edge in reply to the middle or a corner loses.
    let first = m.plies().await[0].1.clone();
    m.plays(if first == "b1" { "b3" } else { "b1" }).await;
    site.runs_tasks().await;
    m.says("draw", "offer").await;
    site.runs_tasks().await;
    assert_eq!(m.record().await["status"], "playing");
    let page = m.ada.get(&path(&m.id, "")).await;
    assert!(page.text("#asked").unwrap().contains("declined the draw"), "{:?}", page.text("#asked"));
}

#[tokio::test]
async fn a_bot_accepts_a_pause_and_waits_until_it_ends() {
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let m =
        starts(&site, "tictactoe", BotLevel::Casual, BotSetup { days: Some(3), ..BotSetup::default() }).await;
    m.plays("b2").await;
    m.says("pause", "ask").await;
    assert!(m.record().await["deadline"].is_string());
    let site = site.restart(|config| config.bots = BotPace::IMMEDIATE).await;
    site.runs_tasks().await;
    assert_eq!((m.plies().await.len(), &m.record().await["deadline"]), (1, &Value::Null));
    m.says("pause", "resume").await;
    site.runs_tasks().await;
    assert_eq!(m.plies().await.len(), 2);
}

#[tokio::test]
async fn a_bot_joins_an_offered_rematch() {
    let site = TestSite::start().await;
    let m = starts(&site, "tictactoe", BotLevel::Casual, BotSetup::default()).await;
    m.plays("b2").await;
    site.runs_tasks().await;
    assert_eq!(m.ada.post(&path(&m.id, "resignation"), &[]).await.status, 303);
    site.runs_tasks().await;
    let offered = m.ada.post(&path(&m.id, "rematch"), &[]).await;
    site.runs_tasks().await;
    let id = offered.location().strip_prefix("/matches/").unwrap();
    let record = m.ada.record(id).await;
    assert_eq!((&record["status"], &record["seats"][0]["kind"]), (&"playing".into(), &"bot".into()));
    assert_eq!(record["plies"].as_array().unwrap().len(), 1, "the bot begins, because the seats are rotated");
}

#[tokio::test]
async fn a_search_for_a_position_that_was_taken_back_is_discarded() {
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let m = starts(&site, "tictactoe", BotLevel::Casual, BotSetup::default()).await;
    m.plays("b2").await;
    // The ply is unseen, so it is taken back at once, and the bot, which was about to answer, has nothing to
    // do.
    m.says("takeback", "ask").await;
    site.runs_tasks().await;
    assert!(m.plies().await.is_empty());
}

#[tokio::test]
async fn pending_bot_moves_are_played_after_a_restart() {
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let m = starts(&site, "kalah", BotLevel::Casual, BotSetup::default()).await;
    m.plays("1").await;
    assert_eq!(m.plies().await.len(), 1);
    let site = site.restart(|config| config.bots = BotPace::IMMEDIATE).await;
    site.runs_tasks().await;
    let plies = m.plies().await;
    assert_eq!(plies[1].0, 1, "{plies:?}");
    assert_eq!(m.record().await["to_act"], 0);
}

#[tokio::test]
async fn no_user_plays_for_a_bot() {
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let m = starts(&site, "tictactoe", BotLevel::Casual, BotSetup::default()).await;
    m.plays("b2").await;
    let refused = m.ada.play(&m.id, "a1").await;
    assert_eq!(refused.status, 409);
    let eve = site.register("Eve").await;
    assert_eq!(eve.post(&path(&m.id, "plies"), &[("seq", "5"), ("notation", "a1")]).await.status, 404);
    assert_eq!(m.plies().await.len(), 1);
}
