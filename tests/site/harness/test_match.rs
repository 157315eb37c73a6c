//! Matches, as the people at them handle them.

use parlour::urls;
use reqwest::Method;
use serde_json::Value;

use super::{PageAnswer, TestPerson, TestSite};

/// A chain of four hops on the star after a few plies that prepare it.
pub const HOPS: [&str; 5] = ["c2-e8", "n3-m8", "d4-f7", "n1-l8", "c3-g7"];

/// The win of the first seat in the fewest plies.
pub const SHORT_WIN: [&str; 5] = ["a1", "b1", "a2", "b2", "a3"];

/// A match for two and those who sit at it, in the order of their seats.
pub struct TestMatch {
    pub id: String,
    pub ada: TestPerson,
    pub ben: TestPerson,
}

impl TestMatch {
    /// Where something is done at it.
    pub fn path(&self, what: &str) -> String {
        path(&self.id, what)
    }

    /// Plays from the opening on, each ply by whose turn it is.
    pub async fn play_all(&self, plies: &[&str]) {
        for (number, ply) in plies.iter().enumerate() {
            let player = if number % 2 == 0 { &self.ada } else { &self.ben };
            let answer = player.play(&self.id, ply).await;
            assert_eq!(answer.status, 303, "{ply}: {:?}", answer.texts("[role=alert]"));
        }
    }

    /// Its record, as its first seat sees it.
    pub async fn record(&self) -> Value {
        self.ada.record(&self.id).await
    }

    /// The number of the last entry of its log.
    pub async fn seq(&self) -> u64 {
        self.record().await["seq"].as_u64().unwrap()
    }
}

/// What can be done at a match by those who play, each at an address of its own: all but what is only looked at, noted by
/// itself, or decided by staff.
pub fn match_actions() -> Vec<&'static str> {
    let others = [
        "analysis",
        "analysis/progress",
        "analysis/best-move",
        "hint",
        "seen",
        "events",
        "rolls",
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

/// These fields, with those the form always has besides.
pub fn complete<'a>(fields: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let missing = [("seats", "2"), ("visibility", "public")];
    let missing = missing.iter().filter(|(name, _)| fields.iter().all(|(field, _)| field != name));
    fields.iter().chain(missing).copied().collect()
}

impl TestSite {
    /// A public match under way: Ada opened it, Ben has joined.
    pub async fn table(&self, game: &str) -> TestMatch {
        self.table_as(game, "public").await
    }

    /// A private match under way.
    pub async fn private_table(&self, game: &str) -> TestMatch {
        self.table_as(game, "private").await
    }

    async fn table_as(&self, game: &str, visibility: &str) -> TestMatch {
        let (ada, ben) = (self.register("Ada").await, self.register("Ben").await);
        let id = ada.opens(&[("game", game), ("seats", "2"), ("visibility", visibility)]).await;
        assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
        TestMatch { id, ada, ben }
    }
}

impl TestPerson {
    /// Opens a match and says which. What has to be said and is not is as the form has it: the fewest seats, public.
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

    /// Plays, having seen the match as it stands.
    pub async fn play(&self, id: &str, ply: &str) -> PageAnswer {
        let seq = self.record(id).await["seq"].to_string();
        self.play_from(id, &seq, ply).await
    }

    /// Plays from a page that was drawn at this entry of the log.
    pub async fn play_from(&self, id: &str, seq: &str, ply: &str) -> PageAnswer {
        self.post(&path(id, "plies"), &[("seq", seq), ("notation", ply)]).await
    }

    /// Sends a request without a form.
    pub async fn delete(&self, path: &str) -> PageAnswer {
        self.send(self.request(Method::DELETE, path)).await
    }
}
