//! A database with matches and staff actions, and copies of it that are tampered with.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use reqwest::Client;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use tempfile::TempDir;

use crate::killable::KillableSite;

/// A short game of Tic-Tac-Toe that the first player wins.
const WIN: [&str; 5] = ["b2", "a1", "c1", "b1", "a3"];
const PASSWORD: &str = "seven brass lamps over felt";

pub fn parlour(arguments: &[&str], database: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_parlour"));
    program.args(arguments).env("DATABASE_URL", format!("sqlite://{}", database.display()));
    program.output().unwrap()
}

/// A database with matches and staff actions, with its secret key.
pub struct PlayedMatch {
    pub folder: TempDir,
}

impl PlayedMatch {
    pub async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let mut site = KillableSite::open(folder.path(), &[]).await;
        let [ada, ben, cleo, dora] = [
            site.register("Ada").await,
            site.register("Ben").await,
            site.register("Cleo").await,
            site.register("Dora").await,
        ];
        let promoted = parlour(&["admin", "promote", "Cleo"], &folder.path().join("parlour.db"));
        assert!(promoted.status.success(), "{}", String::from_utf8_lossy(&promoted.stderr));
        site.post(&cleo, "/login", &[("username", "Cleo"), ("password", PASSWORD)]).await;

        play_match(&site, [&ada, &ben]).await;
        let running = opens(&site, &ada, &ben).await;
        plays(&site, &ada, &running, "b2").await;
        site.post(&ada, &format!("{running}/conditional-moves"), &[("orders", "if a1 then c3")]).await;
        let adjudicated = opens(&site, &dora, &ben).await;
        let ruling = [("why", "Ben was called away"), ("place.0", "1"), ("place.1", "2"), ("sure", "yes")];
        site.post(&cleo, &format!("{adjudicated}/adjudication"), &ruling).await;
        let measure = [("why", "shouts"), ("days", "3")];
        site.post(&cleo, "/admin/users/Dora/suspension", &measure).await;
        site.post(&cleo, "/admin/users/Ben/chat-ban", &measure).await;
        assert!(site.stop().await.is_some_and(|(success, _)| success));
        Self { folder }
    }

    pub fn file(&self) -> PathBuf {
        self.folder.path().join("parlour.db")
    }

    /// A copy of the database and its key, for a test to change.
    pub fn copy(&self) -> TempDir {
        let folder = TempDir::new().unwrap();
        for file in ["parlour.db", "secret.key"] {
            std::fs::copy(self.folder.path().join(file), folder.path().join(file)).unwrap();
        }
        folder
    }

    /// The output and exit status of the doctor for a copy that was changed.
    pub async fn doctor_after(&self, change: &str) -> (Option<i32>, String) {
        let copy = self.copy();
        let mut db = open(&copy.path().join("parlour.db")).await;
        sqlx::raw_sql(AssertSqlSafe(change))
            .execute(&mut db)
            .await
            .unwrap_or_else(|error| panic!("{change}: {error}"));
        db.close().await.unwrap();
        doctor(copy.path())
    }
}

pub async fn open(file: &Path) -> SqliteConnection {
    SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap()
}

pub fn doctor(folder: &Path) -> (Option<i32>, String) {
    let output = parlour(&["doctor"], &folder.join("parlour.db"));
    let report =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), report)
}

/// Plays a rated match of two users to its end.
pub async fn play_match(site: &KillableSite, [first, second]: [&Client; 2]) {
    let path = opens(site, first, second).await;
    for (number, notation) in WIN.into_iter().enumerate() {
        plays(site, [first, second][number % 2], &path, notation).await;
    }
}

/// Creates a match between two users. Returns its path.
async fn opens(site: &KillableSite, host: &Client, guest: &Client) -> String {
    let form = [("game", "tictactoe"), ("seats", "2"), ("visibility", "public"), ("first", "creator")];
    let opened = site.post(host, "/matches", &form).await;
    let path = opened.headers()["location"].to_str().unwrap().to_owned();
    site.post(guest, &format!("{path}/seats"), &[]).await;
    path
}

async fn plays(site: &KillableSite, player: &Client, path: &str, notation: &str) {
    let record = player.get(site.url(&format!("{path}/record.json"))).send().await.unwrap();
    let record: Value = record.json().await.unwrap();
    let seq = record["seq"].to_string();
    site.post(player, &format!("{path}/plies"), &[("seq", &seq), ("notation", notation)]).await;
}
