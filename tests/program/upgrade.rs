//! This version opens and migrates stored databases, and preserves their content.
//!
//! `tests/fixtures/stored` has two databases with the records of their matches. `parlour.db` has 36 matches of five games
//! with all kinds of events; nine of them are running or open. `killed.db` is from a server that was killed during many
//! moves. From release 0.2.0 on the files are never written again: what can be read in them must be readable in all later
//! versions. Until then, a build that changes what is stored writes them anew.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;
use parlour::config::{Config, SecretKey};
use parlour::now::{Clock, Moment};
use parlour::site::Site;
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use serde_json::Value;
use tempfile::TempDir;

use crate::killable::KillableSite;
use crate::played::parlour;

const PASSWORD: &str = "seven quiet marbles roll";
const SECRET_KEY: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// Users who sign in with their password alone.
const PLAYERS: [&str; 6] = ["Ada", "Ben", "Cleo", "Dora", "Hugo", "Lea"];

/// A stored database.
struct Fixture {
    database: &'static str,
    records: &'static str,
    /// When the server ended, and running clocks were as in the records.
    ended_at: Moment,
    matches: usize,
}

const PLAYED: Fixture = Fixture {
    database: "parlour.db.gz",
    records: "records.json.gz",
    ended_at: Moment(1_794_603_638_788),
    matches: 36,
};
const KILLED: Fixture = Fixture {
    database: "killed.db.gz",
    records: "killed.records.json.gz",
    ended_at: Moment(1_783_328_407_329),
    matches: 14,
};

impl Fixture {
    /// A folder with a copy of the database.
    fn unpack(&self) -> TempDir {
        let folder = TempDir::new().unwrap();
        std::fs::write(database(&folder), unpacked(self.database)).unwrap();
        folder
    }

    /// The stored records by match id.
    fn records(&self) -> BTreeMap<String, Value> {
        let records: BTreeMap<_, _> = serde_json::from_slice(&unpacked(self.records)).unwrap();
        assert_eq!(records.len(), self.matches);
        records
    }

    /// The site on a copy of the database, at the moment when its server ended.
    async fn site(&self, folder: &TempDir) -> Site {
        let config = Config {
            bind: "127.0.0.1:0".parse().unwrap(),
            database_url: format!("sqlite://{}", database(folder).display()),
            secret_key: SecretKey::from_text(SECRET_KEY),
            rate_limits: false,
            ..Config::default()
        };
        Site::start(config, Clock::at(self.ended_at)).await.unwrap()
    }
}

fn unpacked(file: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/stored").join(file);
    let mut unpacked = Vec::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_end(&mut unpacked).unwrap();
    unpacked
}

fn database(folder: &TempDir) -> PathBuf {
    folder.path().join("parlour.db")
}

fn client() -> Client {
    Client::builder().cookie_store(true).redirect(Policy::none()).build().unwrap()
}

async fn sign_in(site: &str, name: &str) -> Client {
    let client = client();
    let form = [("username", name), ("password", PASSWORD)];
    let answer = client.post(format!("{site}/login")).form(&form).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{name}");
    client
}

/// How the site's records differ from these. Each is read by a player of the match if one of them can sign in, and
/// otherwise by a visitor.
async fn changes<'a>(site: &str, records: impl IntoIterator<Item = (&'a String, &'a Value)>) -> Vec<String> {
    let (mut players, mut changes) = (HashMap::from([("", client())]), Vec::new());
    for (id, old) in records {
        let names: Vec<_> =
            old["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str()).collect();
        let name = PLAYERS.into_iter().find(|name| names.contains(&Some(name))).unwrap_or_default();
        if !players.contains_key(name) {
            players.insert(name, sign_in(site, name).await);
        }
        let new = players[name].get(format!("{site}/matches/{id}/record.json")).send().await.unwrap();
        assert_eq!(new.status(), StatusCode::OK, "{id}");
        changes.extend(differences(old, &new.json().await.unwrap(), id));
    }
    changes
}

/// What of the old value is missing in the new one, with its path. Objects may have additional keys.
fn differences(old: &Value, new: &Value, place: &str) -> Vec<String> {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let of = |(key, old): (&String, &Value)| match new.get(key) {
                Some(new) => differences(old, new, &format!("{place}.{key}")),
                None => vec![format!("{place}.{key} is missing")],
            };
            old.iter().flat_map(of).collect()
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            let pairs = old.iter().zip(new).enumerate();
            pairs.flat_map(|(at, (old, new))| differences(old, new, &format!("{place}[{at}]"))).collect()
        }
        _ if old == new => Vec::new(),
        _ => vec![format!("{place} is {new} instead of {old}")],
    }
}

/// The doctor finds no problem.
fn assert_sound(folder: &TempDir, matches: usize) {
    let mut doctor = Command::new(env!("CARGO_BIN_EXE_parlour"));
    doctor.arg("doctor").env("DATABASE_URL", format!("sqlite://{}", database(folder).display()));
    let output = doctor.env("SECRET_KEY", SECRET_KEY).output().unwrap();
    let report = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(output.status.code(), Some(0), "{report}");
    assert!(report.contains(&format!("{matches} matches agree with their logs")), "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stored_records_are_unchanged_except_for_added_keys() {
    for fixture in [PLAYED, KILLED] {
        let folder = fixture.unpack();
        let site = fixture.site(&folder).await;
        let changes = changes(&format!("http://{}", site.address), &fixture.records()).await;
        site.stop().await;
        assert!(changes.is_empty(), "{}", changes.join("\n"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stored_database_opens_and_passes_doctor() {
    for fixture in [PLAYED, KILLED] {
        let folder = fixture.unpack();
        // It has not run for longer than a site goes on without being asked.
        let accepted = parlour(&["clock", "accept"], &database(&folder));
        assert!(accepted.status.success(), "{accepted:?}");
        let mut site = KillableSite::open(folder.path(), &[("SECRET_KEY", SECRET_KEY)]).await;
        // By the present time, running matches of the fixture may have run out of time.
        let records = fixture.records();
        let ended = records.iter().filter(|(_, record)| record["status"] == "ended");
        let changes = changes(&site.url(""), ended).await;
        assert!(site.stop().await.is_some_and(|(success, _)| success), "{}", site.log());
        assert!(changes.is_empty(), "{}", changes.join("\n"));
        assert_sound(&folder, fixture.matches);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stored_conditional_moves_are_played() {
    let folder = PLAYED.unpack();
    let site = PLAYED.site(&folder).await;
    let url = format!("http://{}", site.address);
    let running = "WVaexzGaPmNX";
    let emil = sign_in(&url, "Emil").await;
    let seq = PLAYED.records()[running]["seq"].to_string();
    let ply = [("seq", &*seq), ("notation", "a1")];
    let answer = emil.post(format!("{url}/matches/{running}/plies")).form(&ply).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let record = emil.get(format!("{url}/matches/{running}/record.json")).send().await.unwrap();
    let record: Value = record.json().await.unwrap();
    let plies: Vec<_> = record["plies"].as_array().unwrap().iter().map(|ply| &ply["notation"]).collect();
    assert_eq!(plies, ["b2", "a1", "c3"]);
    site.stop().await;
}
