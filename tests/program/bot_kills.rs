//! The process is killed while bots think: no ply is lost or doubled, and they continue after the start.

use std::time::Duration;

use parlour::bots::BotLevel;
use parlour::config::Config;
use parlour::games::Game;
use parlour::now::Clock;
use parlour::referee::{MatchSetup, MatchStart};
use parlour::site::Site;
use reqwest::Client;
use serde_json::Value;
use tempfile::TempDir;

use crate::killable::KillableSite;

/// How often it is killed, unless `PARLOUR_KILLS` is set: 50 before a release.
const KILLS: usize = 4;
/// The levels of the two bots in each match: some are killed while they search, some while they wait before moving.
const TABLES: [[BotLevel; 2]; 4] = [
    [BotLevel::Beginner, BotLevel::Casual],
    [BotLevel::Casual, BotLevel::Intermediate],
    [BotLevel::Master, BotLevel::Casual],
    [BotLevel::Master, BotLevel::Master],
];

/// A database with matches between bots, in which none has moved.
async fn prepare(folder: &TempDir) -> Vec<String> {
    let file = folder.path().join("parlour.db");
    let config = Config {
        bind: "127.0.0.1:0".parse().unwrap(),
        database_url: format!("sqlite://{}", file.display()),
        rate_limits: false,
        ..Config::default()
    };
    let site = Site::start(config, Clock::Wall).await.unwrap();
    let form = [("username", "Ada"), ("password", "seven brass lamps over felt")];
    let registered = Client::new().post(format!("http://{}/register", site.address)).form(&form).send().await;
    assert!(registered.unwrap().status().as_u16() < 400);
    let ada = site.state.accounts.directory().find("Ada").await.unwrap().unwrap();
    let mut ids = Vec::new();
    for levels in TABLES {
        let start = match_of(&site, levels);
        ids.push(site.state.referee.start_match(ada.clone(), start).await.unwrap().m.id.to_string());
    }
    site.stop().await;
    ids
}

fn match_of(site: &Site, levels: [BotLevel; 2]) -> MatchStart {
    let game = Game::from_key("sternhalma").unwrap();
    let bot = |(level, number)| site.state.bots.find(game, level, number).unwrap().user.clone();
    let setup = MatchSetup::casual(game, 2).unwrap();
    MatchStart { setup, players: levels.into_iter().zip(1..).map(bot).collect(), origin: None }
}

async fn plies(site: &KillableSite, id: &str) -> Vec<Value> {
    let answer = Client::new().get(site.url(&format!("/matches/{id}/record.json"))).send().await.unwrap();
    let record: Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap();
    record["plies"].as_array().unwrap().clone()
}

/// The plies of all matches, once at least this number of matches have more than before.
async fn more_plies(
    site: &KillableSite,
    ids: &[String],
    before: &[Vec<Value>],
    matches: usize,
) -> Vec<Vec<Value>> {
    loop {
        let mut now = Vec::new();
        for id in ids {
            now.push(plies(site, id).await);
        }
        if now.iter().zip(before).filter(|(now, before)| now.len() > before.len()).count() >= matches {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Earlier plies are still there, and later ones follow with consecutive numbers and log entries.
fn assert_continues(before: &[Value], after: &[Value]) {
    assert!(after.starts_with(before), "{} plies became {}", before.len(), after.len());
    for (number, pair) in (2..).zip(after.windows(2)) {
        assert_eq!(pair[1]["ply"], number);
        assert_eq!(pair[1]["seq"].as_u64().unwrap(), pair[0]["seq"].as_u64().unwrap() + 1);
        assert_ne!(pair[1]["seat"], pair[0]["seat"]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_go_on_after_repeated_kills_without_losing_or_doubling_a_ply() {
    let folder = TempDir::new().unwrap();
    let ids = prepare(&folder).await;
    let mut site = KillableSite::open(folder.path(), &[]).await;
    let mut known = vec![Vec::new(); ids.len()];
    let kills = std::env::var("PARLOUR_KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
    for _ in 0..kills {
        let played = more_plies(&site, &ids, &known, 1).await;
        site.is_killed_and_opens_again().await;
        for (number, id) in ids.iter().enumerate() {
            let after = plies(&site, id).await;
            assert_continues(&played[number], &after);
            known[number] = after;
        }
        site.is_sound();
    }
    // A search at the level Master takes longer than the site was up between two kills.
    let played = more_plies(&site, &ids, &known, ids.len()).await;
    for (known, played) in known.iter().zip(&played) {
        assert_continues(known, played);
    }
}
