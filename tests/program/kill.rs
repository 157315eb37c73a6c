//! The process is killed while people play: no acknowledged ply is lost, nor its fact in the outbox. It is stopped
//! while streams are open, and they are notified.

#[path = "../support/plies.rs"]
mod plies;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::killable::KillableSite;
use reqwest::{Client, StatusCode};
use serde_json::Value;
use sqlx::SqlitePool;
use tempfile::TempDir;
use tokio::sync::Notify;
use tokio::task::JoinSet;

const MATCHES: usize = 10;
/// How often it is killed, unless `PARLOUR_KILLS` is set: 50 before a release.
const KILLS: usize = 12;

/// A match between the two users, as they know it.
struct KillMatch {
    id: String,
    opened: u64,
    game: Vec<String>,
    answered: usize,
}

impl KillMatch {
    async fn open(site: &KillableSite, [ada, ben]: &[Client; 2], game: Vec<String>) -> Self {
        let form = [("game", "sternhalma"), ("seats", "2"), ("visibility", "public"), ("first", "creator")];
        let answer = ada.post(site.url("/matches")).form(&form).send().await.unwrap();
        let location = answer.headers()["location"].to_str().unwrap();
        let id = location.rsplit('/').next().unwrap().to_owned();
        let joined = ben.post(site.url(&format!("/matches/{id}/seats"))).send().await.unwrap();
        assert_eq!(joined.status(), StatusCode::SEE_OTHER);
        let mut m = Self { id, opened: 0, game, answered: 0 };
        m.opened = m.record(site, ada).await["seq"].as_u64().unwrap();
        m
    }

    async fn record(&self, site: &KillableSite, client: &Client) -> Value {
        let answer = client.get(site.url(&format!("/matches/{}/record.json", self.id))).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap()
    }

    /// Posts ply after ply until the site is gone.
    async fn plays_on(
        mut self,
        plies_url: String,
        players: [Client; 2],
        answers: Arc<AnsweredPlies>,
    ) -> Self {
        while self.answered < self.game.len() {
            let seq = (self.opened + self.answered as u64).to_string();
            let form = [("seq", seq.as_str()), ("notation", self.game[self.answered].as_str())];
            let Ok(answer) = players[self.answered % 2].post(&plies_url).form(&form).send().await else {
                break;
            };
            let status = answer.status();
            assert!(
                matches!(status, StatusCode::SEE_OTHER | StatusCode::OK),
                "{form:?} was refused: {status}"
            );
            self.answered += 1;
            answers.add_one();
        }
        self
    }

    /// All acknowledged plies are in the record, then at most the one that was in flight, without gaps.
    async fn assert_complete(&mut self, site: &KillableSite, client: &Client) {
        let record = self.record(site, client).await;
        let plies = record["plies"].as_array().unwrap();
        let under_way = plies.len().checked_sub(self.answered);
        assert!(
            matches!(under_way, Some(0 | 1)),
            "{}: {} plies were answered and {} are written",
            self.id,
            self.answered,
            plies.len()
        );
        for (index, (ply, notation)) in plies.iter().zip(&self.game).enumerate() {
            assert_eq!(ply["notation"], **notation, "{}", self.id);
            assert_eq!(ply["ply"], index + 1, "{}", self.id);
            assert_eq!(ply["seq"], self.opened + index as u64 + 1, "{}", self.id);
        }
        assert_eq!(record["seq"], self.opened + plies.len() as u64, "{}", self.id);
        assert_eq!(record["to_act"], plies.len() % 2, "{}", self.id);
        self.answered = plies.len();
    }
}

/// A consumer of the outbox that never handles anything, so that no row is deleted.
async fn away_consumer(folder: &Path) -> SqlitePool {
    let url = format!("sqlite://{}", folder.join("parlour.db").display());
    let db = SqlitePool::connect(&url).await.unwrap();
    let registered = "INSERT INTO outbox_consumers (name, last_id) VALUES ('away', 0)";
    sqlx::query(registered).execute(&db).await.unwrap();
    db
}

/// The outbox contains the start of every match, and a fact for every entry, in order.
async fn assert_outbox_complete(
    db: &SqlitePool,
    site: &KillableSite,
    client: &Client,
    matches: &[KillMatch],
) {
    for m in matches {
        let facts: Vec<(String, i64)> =
            sqlx::query_as("SELECT kind, seq FROM match_outbox WHERE match_id = $1 ORDER BY id")
                .bind(&m.id)
                .fetch_all(db)
                .await
                .unwrap();
        assert_eq!(facts.iter().filter(|(kind, _)| kind == "started").count(), 1, "{facts:?}");
        assert!(facts.is_sorted_by_key(|(_, seq)| *seq), "{facts:?}");
        let last = facts.last().map(|(_, seq)| *seq);
        assert_eq!(last, m.record(site, client).await["seq"].as_i64(), "{facts:?}");
    }
}

/// Reads a stream to its end.
async fn report(stream: reqwest::Response) -> String {
    String::from_utf8(stream.bytes().await.unwrap().to_vec()).unwrap()
}

/// Counts the acknowledged plies of a round, and signals when there are enough.
struct AnsweredPlies {
    count: AtomicUsize,
    enough: usize,
    reached: Notify,
}

impl AnsweredPlies {
    fn until(enough: usize) -> Arc<Self> {
        Arc::new(Self { count: AtomicUsize::new(0), enough, reached: Notify::new() })
    }

    fn add_one(&self) {
        if self.count.fetch_add(1, Ordering::Relaxed) + 1 == self.enough {
            self.reached.notify_one();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answered_plies_of_ten_matches_survive_repeated_kills() {
    let folder = TempDir::new().unwrap();
    let mut site = KillableSite::open(folder.path(), &[]).await;
    let players = [site.register("Ada").await, site.register("Ben").await];
    // Before the first match, because rows that all consumers have handled are deleted.
    let outbox = away_consumer(folder.path()).await;
    let mut matches = Vec::new();
    for game in plies::long_games(MATCHES as u64) {
        matches.push(KillMatch::open(&site, &players, game).await);
    }
    let kills = std::env::var("PARLOUR_KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
    for round in 0..kills {
        let answers = AnsweredPlies::until(1 + round * 7 % 61);
        let mut playing = JoinSet::new();
        for m in matches.drain(..) {
            let plies_url = site.url(&format!("/matches/{}/plies", m.id));
            playing.spawn(m.plays_on(plies_url, players.clone(), Arc::clone(&answers)));
        }
        answers.reached.notified().await;
        site.kill();
        matches = playing.join_all().await;
        site.restart().await;
        for m in &mut matches {
            m.assert_complete(&site, &players[0]).await;
        }
        assert_outbox_complete(&outbox, &site, &players[0], &matches).await;
        site.assert_sound();
    }
    let played: usize = matches.iter().map(|m| m.answered).sum();
    assert!(played > 20 * kills, "only {played} plies were played");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shutdown_notifies_fifty_watchers() {
    let folder = TempDir::new().unwrap();
    let mut site = KillableSite::open(folder.path(), &[]).await;
    let players = [site.register("Ada").await, site.register("Ben").await];
    let game = plies::long_games(1).into_iter().next().unwrap();
    let m = KillMatch::open(&site, &players, game).await;
    let url = site.url(&format!("/matches/{}/events?after=0", m.id));
    let watcher = Client::new();
    let mut streams = Vec::new();
    for _ in 0..50 {
        streams.push(watcher.get(&url).header("Accept", "text/event-stream").send().await.unwrap());
    }
    let (in_peace, _) = site.stop().await.expect("it does not end");
    assert!(in_peace, "it reports a failure");
    for stream in streams {
        let report = report(stream).await;
        assert!(report.contains("Restarting"), "{report}");
    }
    site.assert_sound();
}
