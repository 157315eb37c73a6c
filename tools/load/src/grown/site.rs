//! A large database, the server on it, and its signed-in users.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use parlour::config::SecretKey;
use serde_json::json;
use sha2::Sha256;
use sqlx::sqlite::SqliteConnection;
use tokio::runtime::Runtime;

use super::super::clones;
use super::super::http::HttpBrowser;
use super::super::now::now;
use super::super::process::ServerProcess;

/// The files of a database: the database itself, and the secret with which sessions are hashed.
const FILES: [&str; 2] = ["parlour.db", "secret.key"];
/// How many users are signed in with one statement.
const BATCH_SIZE: usize = 10_000;

/// The users that pages are measured for.
pub const HEAVY: &str = "heavy";
pub const NORMAL: &str = "normal";
pub const ADMIN: &str = "boss";

/// A database in its own folder, which is removed at the end.
pub struct GrownSite {
    pub program: PathBuf,
    pub folder: PathBuf,
    pub runtime: Runtime,
    ids: HashMap<String, i64>,
}

impl GrownSite {
    pub fn new(program: PathBuf, folder: PathBuf) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Self { program, folder, runtime, ids: HashMap::new() })
    }

    pub fn file(&self) -> PathBuf {
        self.folder.join("parlour.db")
    }

    /// The length of the write-ahead log on disk.
    pub fn wal_bytes(&self) -> u64 {
        fs::metadata(self.folder.join("parlour.db-wal")).map_or(0, |file| file.len())
    }

    pub fn copy_from(&self, other: &Path) -> io::Result<()> {
        copy(other, &self.folder)
    }

    pub fn copy_to(&self, other: &Path) -> io::Result<()> {
        fs::create_dir_all(other)?;
        copy(&self.folder, other)
    }

    pub fn serve(&self) -> io::Result<ServerProcess> {
        self.serve_with(&[])
    }

    /// Starts the server as if it had just stopped: crediting a downtime to all matches would be measured with the rest.
    pub fn serve_with(&self, settings: &[(&str, String)]) -> io::Result<ServerProcess> {
        // There is no such table before the first start.
        let _ = self.change(&format!("UPDATE server_status SET alive_at = {}", now()));
        self.start(settings)
    }

    /// Starts the server.
    pub fn start(&self, settings: &[(&str, String)]) -> io::Result<ServerProcess> {
        ServerProcess::of(&self.program, &self.folder, settings)
    }

    /// Runs a query.
    pub fn ask<T>(
        &self,
        question: impl AsyncFnOnce(&mut SqliteConnection) -> sqlx::Result<T>,
    ) -> io::Result<T> {
        let asking = async {
            let mut db = clones::open(&self.file()).await?;
            let answer = question(&mut db).await?;
            sqlx::Connection::close(db).await?;
            Ok::<_, sqlx::Error>(answer)
        };
        self.runtime.block_on(asking).map_err(io::Error::other)
    }

    /// Executes a statement.
    pub fn change(&self, sql: &str) -> io::Result<()> {
        self.ask(async |db| clones::run(db, sql).await)
    }

    /// Migrates the schema by starting the program once, and signs everyone in.
    pub fn prepare(&mut self) -> io::Result<()> {
        self.serve()?.stop()?;
        let people: Vec<(i64, String)> =
            self.ask(async |db| sqlx::query_as("SELECT id, name FROM users").fetch_all(db).await)?;
        let secret = SecretKey::load_or_create(&self.folder).map_err(io::Error::other)?;
        let key = secret.derive("session tokens");
        let row = |(id, _): &(i64, String)| json!([hex::encode(hash(&key, token(*id))), id, now()]);
        let chunks: Vec<_> = people
            .chunks(BATCH_SIZE)
            .map(|people| serde_json::Value::from_iter(people.iter().map(row)).to_string())
            .collect();
        self.ask(async |db| {
            for rows in &chunks {
                let signing_in = "INSERT OR REPLACE INTO sessions
                    (token_hash, user_id, created_at, last_seen_at, reauthenticated_at)
                    SELECT unhex(value ->> 0), value ->> 1, value ->> 2, value ->> 2, value ->> 2 FROM json_each($1)";
                sqlx::query(signing_in).bind(rows).execute(&mut *db).await?;
            }
            Ok(())
        })?;
        self.ids = people.into_iter().map(|(id, name)| (name, id)).collect();
        // Otherwise the copied rows would be written to disk while moves are measured.
        fs::File::open(self.file())?.sync_all()
    }

    /// The id of a user.
    pub fn id(&self, name: &str) -> i64 {
        self.ids.get(name).copied().unwrap_or_default()
    }

    /// A browser in which a user is signed in; that of a visitor without a name.
    pub fn browser(&self, server: &ServerProcess, name: &str) -> io::Result<HttpBrowser> {
        let mut browser = HttpBrowser::open(server.address)?;
        if !name.is_empty() {
            browser.cookie = cookie(self.id(name), browser.address.port());
        }
        Ok(browser)
    }

    /// The size of the database as text.
    pub fn counts(&self) -> io::Result<String> {
        let counts: (i64, i64, i64, i64, i64) = self.ask(async |db| {
            let count = "SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM matches WHERE status = 'playing'),
                (SELECT count(*) FROM matches WHERE status = 'ended'),
                (SELECT count(*) FROM matches WHERE status = 'open'), (SELECT sum(ply_count) FROM matches)";
            sqlx::query_as(count).fetch_one(db).await
        })?;
        let (people, running, finished, open, plies) = counts;
        let bytes = fs::metadata(self.file())?.len();
        Ok(format!(
            "{people} people, {running} matches under way, {finished} finished, {open} open, {plies} plies, {}",
            super::mib(bytes)
        ))
    }
}

impl Drop for GrownSite {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for file in FILES {
        fs::copy(from.join(file), to.join(file))?;
    }
    Ok(())
}

/// The session cookie of a user at a port: a token derived from their id.
pub fn cookie(id: i64, port: u16) -> String {
    format!("parlour-{port}={}", BASE64_URL_SAFE_NO_PAD.encode(token(id)))
}

fn token(id: i64) -> [u8; 32] {
    let mut token = [7; 32];
    token[..8].copy_from_slice(&id.to_le_bytes());
    token
}

/// The hash of a token in the database.
fn hash(key: &[u8; 32], token: [u8; 32]) -> [u8; 32] {
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    let mut mac = Hmac::<Sha256>::new(&block.into());
    mac.update(&token);
    mac.finalize().into_bytes().into()
}
