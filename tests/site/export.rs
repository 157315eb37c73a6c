//! The download of a user's data.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use parlour::store::data_holdings::{ExportPolicy, HOLDINGS};
use parlour::users::Role;
use reqwest::Method;
use serde_json::Value;
use zip::ZipArchive;

use crate::harness::{PASSWORD, SHORT_WIN, TestPerson, TestSite, path};

/// The files of a user's archive by name.
pub async fn archive(person: &TestPerson) -> BTreeMap<String, String> {
    let answer = person.request(Method::GET, "/account/export").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "application/zip");
    assert!(
        answer.headers()["content-disposition"]
            .to_str()
            .unwrap()
            .starts_with("attachment; filename=\"parlour-")
    );
    unzipped(&answer.bytes().await.unwrap())
}

/// The files of an archive by name.
pub fn unzipped(bytes: &[u8]) -> BTreeMap<String, String> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut files = BTreeMap::new();
    for number in 0..zip.len() {
        let mut file = zip.by_index(number).unwrap();
        let name = file.name().unwrap().into_owned();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        files.insert(name, text);
    }
    files
}

fn list(files: &BTreeMap<String, String>, name: &str) -> Vec<Value> {
    serde_json::from_str(&files[name]).unwrap()
}

#[tokio::test]
async fn a_user_exports_all_of_their_data_and_nothing_else() {
    let (site, mut sink) = TestSite::with_mail().await;
    let m = site.start_match("tictactoe").await;
    let cleo = site.register_with_mail("Cleo", &mut sink).await;
    for (person, word) in [(&m.ada, "otter"), (&m.ben, "badger")] {
        assert_eq!(person.post(&m.path("notes"), &[("text", &format!("a {word} plan"))]).await.status, 303);
        assert_eq!(
            person.post(&m.path("chat"), &[("text", &format!("the {word} says hello"))]).await.status,
            303
        );
    }
    // Running matches: Ada has conditional moves in one, Ben in the other.
    let mut running = Vec::new();
    for _ in 0..2 {
        let id = m.ada.opens(&[("game", "tictactoe")]).await;
        assert_eq!(m.ben.post(&path(&id, "seats"), &[]).await.status, 303);
        running.push(id);
    }
    assert_eq!(m.ada.play(&running[0], "b2").await.status, 303);
    for (person, id, line) in [(&m.ada, &running[0], "if a1 then a3"), (&m.ben, &running[1], "if a1 then c2")]
    {
        assert_eq!(person.post(&path(id, "conditional-moves"), &[("orders", line)]).await.status, 303);
    }
    m.play_all(&SHORT_WIN).await;
    let other = cleo.opens(&[("game", "tictactoe"), ("invite", "Ada")]).await;
    m.ada.post("/settings", &[("zone", "Asia/Tokyo"), ("pace", "daily")]).await;

    for verb in ["block", "mute"] {
        assert_eq!(m.ada.post(&format!("/players/Ben/{verb}"), &[]).await.status, 303);
    }

    let files = archive(&m.ada).await;
    for apart in ["blocks", "mutes"] {
        assert_eq!(list(&files, &format!("{apart}.json"))[0]["name"], "Ben");
    }
    let account = &list(&files, "account.json")[0];
    assert_eq!((account["name"].as_str(), account["time_zone"].as_str()), (Some("Ada"), Some("Asia/Tokyo")));
    assert_eq!(account["move_confirmation"], "default");
    assert!(account["opened_at"].as_str().unwrap().ends_with('Z'));
    assert_eq!(list(&files, "sessions.json").len(), 1);
    assert_eq!(list(&files, "email-settings.json")[0]["frequency"], "daily");
    assert_eq!(list(&files, "notes.json")[0]["text"], "a otter plan");
    assert_eq!(list(&files, "chat.json")[0]["text"], "the otter says hello");
    assert_eq!(list(&files, "rating-history.json").len(), 1);
    let planned = list(&files, "conditional-moves.json");
    assert!(matches!(&planned[..], [line] if line["match"] == running[0]), "{planned:?}");
    assert!(planned[0]["text"].as_str().unwrap().contains("a3"), "{planned:?}");
    let actions = list(&files, "actions.json");
    let did =
        |what: &str, id: &str| actions.iter().find(|action| action["kind"] == what && action["match"] == id);
    assert!(did("joined", &m.id).is_some(), "{actions:?}");
    let invited: Vec<_> =
        list(&files, "seats.json").into_iter().filter(|seat| seat["invited"] == true).collect();
    assert!(matches!(&invited[..], [seat] if seat["match"] == other), "{invited:?}");
    let record: Value = serde_json::from_str(&files[&format!("matches/{}/record.json", m.id)]).unwrap();
    assert_eq!(record, m.ada.record(&m.id).await);
    assert!(files[&format!("matches/{}/record.txt", m.id)].contains("1. a1   b1\n"));
    assert!(files["README.txt"].contains("about Ada"));
    let all = files.values().cloned().collect::<String>();
    for others in ["badger", "cleo@example.org", PASSWORD, "argon2"] {
        assert!(!all.contains(others), "{others} is in the archive");
    }
    let hers: BTreeMap<_, _> = archive(&cleo).await;
    assert_eq!(list(&hers, "email-settings.json")[0]["address"], "cleo@example.org");
    assert!(!hers.keys().any(|name| name.contains(&m.id)), "she had no seat in it");
}

#[tokio::test]
async fn every_table_is_exported_or_listed_as_excluded() {
    let site = TestSite::start().await;
    let mut tables = BTreeSet::new();
    for kind in ["text", "integer", "bigint"] {
        tables.extend(site.columns(kind).await.into_iter().map(|(table, _)| table));
    }
    for table in &tables {
        let decided = HOLDINGS.iter().find(|holding| holding.table == table);
        assert!(decided.is_some(), "the table `{table}` has no row in src/store/data_holdings.rs");
    }
    for holding in HOLDINGS {
        let table = holding.table;
        assert!(tables.contains(table), "there is no table `{table}`");
        if let ExportPolicy::Excluded(why) = holding.export {
            assert!(!why.is_empty(), "{table} is excluded without a reason");
        }
    }
    let files = archive(&site.register("Ada").await).await;
    for holding in HOLDINGS {
        if let Some(name) = holding.export.file() {
            assert!(files.contains_key(&format!("{name}.json")), "{name}");
        }
    }
}

#[tokio::test]
async fn the_dice_secret_of_a_running_match_is_not_exported() {
    let site = TestSite::start().await;
    let m = site.start_match("aeroplane").await;
    let secret = site.dice_secret().await;
    assert!(secret.len() >= 32);
    let files = archive(&m.ada).await;
    assert!(files.values().all(|text| !text.contains(&secret)));
}

#[tokio::test]
async fn exports_need_a_session_and_are_rate_limited() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    assert_eq!(site.visitor().get("/account/export").await.location(), "/login?next=%2Faccount%2Fexport");
    let ada = site.register("Ada").await;
    let strange = ada.request(Method::GET, "/account/export").header("Sec-Fetch-Site", "cross-site");
    assert_eq!(ada.send(strange).await.status, 403, "a download cannot be triggered by another site");
    for _ in 0..3 {
        archive(&ada).await;
    }
    let refused = ada.get("/account/export").await;
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").parse::<u64>().unwrap() <= 1200);
    archive(&site.register("Ben").await).await;
    assert_eq!(ada.post("/account/export", &[]).await.status, 405, "there is nothing to send");
}

#[tokio::test]
async fn reports_about_a_user_are_not_exported_to_them() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let report = [("person", "Ben"), ("cause", "abuse"), ("words", "He shouts at people.")];
    assert_eq!(m.ada.post("/reports", &report).await.status, 303);
    assert_eq!(mona.get("/admin/reports/1").await.status, 200);
    let verdict = [("verdict", "muted"), ("days", "2"), ("why", "Not in this house")];
    assert_eq!(mona.post("/admin/reports/1/settle", &verdict).await.status, 303);
    let staff = &archive(&m.ben).await["staff-actions.json"];
    assert!(staff.contains("mute") && !staff.contains("report"), "{staff}");
    assert!(staff.contains("Not in this house"), "{staff}");
}

#[tokio::test]
async fn an_unreadable_match_does_not_prevent_the_export_of_the_others() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let whole = m.ada.opens(&[("game", "kalah")]).await;
    for breaking in [
        "UPDATE match_events SET body = '{}' WHERE kind = 'joined' AND match_id = $1",
        "UPDATE match_events SET body = 'garbage{' WHERE match_id = $1",
    ] {
        sqlx::query(breaking).bind(&*m.id).execute(&site.database().await).await.unwrap();
        let files = archive(&m.ada).await;
        assert!(files[&format!("matches/{}/record.txt", m.id)].contains("can’t be read"));
        assert!(files.contains_key(&format!("matches/{whole}/record.json")), "{:?}", files.keys());
    }
}
