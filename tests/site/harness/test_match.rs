//! Matches and their players.

use parlour::urls;
use reqwest::Method;
use serde_json::Value;

use super::{PageAnswer, TestPerson, TestSite};

/// A chain of four hops on the star, after some plies that prepare it.
pub const HOPS: [&str; 5] = ["c2-e8", "n3-m8", "d4-f7", "n1-l8", "c3-g7"];

/// The shortest win of the first seat.
pub const SHORT_WIN: [&str; 5] = ["a1", "b1", "a2", "b2", "a3"];

/// A two-player match with its players.
pub struct TestMatch {
    pub id: String,
    pub ada: TestPerson,
    pub ben: TestPerson,
}

impl TestMatch {
    /// The path of an action.
    pub fn path(&self, what: &str) -> String {
        path(&self.id, what)
    }

    /// Plays these plies from the opening, each by the player whose turn it is.
    pub async fn play_all(&self, plies: &[&str]) {
        for (number, ply) in plies.iter().enumerate() {
            let player = if number % 2 == 0 { &self.ada } else { &self.ben };
            let answer = player.play(&self.id, ply).await;
            assert_eq!(answer.status, 303, "{ply}: {:?}", answer.texts("[role=alert]"));
        }
    }

    /// Its record for the first seat.
    pub async fn record(&self) -> Value {
        self.ada.record(&self.id).await
    }

    /// Its last log entry.
    pub async fn seq(&self) -> u64 {
        self.record().await["seq"].as_u64().unwrap()
    }
}

/// The paths of all actions of players on a match, without pages, read marks and staff actions.
pub fn match_actions() -> Vec<&'static str> {
    let others = [
        "analysis",
        "analysis/progress",
        "analysis/best-move",
        "hint",
        "seen",
        "events",
        "rolls",
        "board.png",
        "board.svg",
        "replay.html",
        "moves.gif",
        "moves.png",
        "trails",
        "record.json",
        "record.txt",
        "adjudication",
        "staff-abort",
        "chat/remove",
    ];
    let below = urls::ALL.iter().filter_map(|(route, _)| route.strip_prefix("/matches/{id}/"));
    below.filter(|action| !others.contains(action)).collect()
}

pub fn path(id: &str, what: &str) -> String {
    if what.is_empty() { format!("/matches/{id}") } else { format!("/matches/{id}/{what}") }
}

/// These fields, with those that the form always has. The creator moves first unless they say otherwise.
pub fn complete<'a>(fields: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let missing = [("seats", "2"), ("visibility", "public"), ("first", "creator")];
    let missing = missing.iter().filter(|(name, _)| fields.iter().all(|(field, _)| field != name));
    fields.iter().chain(missing).copied().collect()
}

impl TestSite {
    /// A running public match, created by Ada and joined by Ben.
    pub async fn start_match(&self, game: &str) -> TestMatch {
        self.start_match_as(game, "public").await
    }

    /// A running private match.
    pub async fn start_private_match(&self, game: &str) -> TestMatch {
        self.start_match_as(game, "private").await
    }

    async fn start_match_as(&self, game: &str, visibility: &str) -> TestMatch {
        let (ada, ben) = (self.register("Ada").await, self.register("Ben").await);
        let id = ada.opens(&[("game", game), ("visibility", visibility)]).await;
        assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
        TestMatch { id, ada, ben }
    }
}

impl TestPerson {
    /// Creates a match. Returns its id. Fields have the defaults of the form: the fewest seats, public.
    pub async fn opens(&self, fields: &[(&str, &str)]) -> String {
        let answer = self.post("/matches", &complete(fields)).await;
        assert_eq!(answer.status, 303, "{fields:?}: {:?}", answer.text("main"));
        answer.location().strip_prefix("/matches/").unwrap().to_owned()
    }

    /// The record of a match.
    pub async fn record(&self, id: &str) -> Value {
        let answer = self.get(&path(id, "record.json")).await;
        assert_eq!(answer.status, 200);
        serde_json::from_str(&answer.body).unwrap()
    }

    /// Plays from an up-to-date page.
    pub async fn play(&self, id: &str, ply: &str) -> PageAnswer {
        let seq = self.record(id).await["seq"].to_string();
        self.play_from(id, &seq, ply).await
    }

    /// Plays from a page that was rendered at this log entry.
    pub async fn play_from(&self, id: &str, seq: &str, ply: &str) -> PageAnswer {
        self.post(&path(id, "plies"), &[("seq", seq), ("notation", ply)]).await
    }

    /// Sends a request without a form.
    pub async fn delete(&self, path: &str) -> PageAnswer {
        self.send(self.request(Method::DELETE, path)).await
    }
}
