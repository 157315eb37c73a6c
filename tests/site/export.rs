//! The download of a user's data.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use parlour::store::data_holdings::{ExportPolicy, HOLDINGS};
use parlour::users::Role;
use reqwest::Method;
use serde_json::Value;
use zip::ZipArchive;

use crate::harness::{PASSWORD, SHORT_WIN, TestPerson, TestSite};

/// The files of a user's archive by name.
async fn archive(person: &TestPerson) -> BTreeMap<String, String> {
    let answer = person.request(Method::GET, "/account/export").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-type"], "application/zip");
    assert!(
        answer.headers()["content-disposition"]
            .to_str()
            .unwrap()
            .starts_with("attachment; filename=\"parlour-")
    );
    let mut zip = ZipArchive::new(Cursor::new(answer.bytes().await.unwrap())).unwrap();
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
async fn somebody_takes_along_everything_that_is_theirs_and_nothing_that_is_not() {
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
    let orders = m.ben.post(&m.path("conditional-moves"), &[("orders", "a1: b2")]).await;
    assert!(matches!(orders.status, 303 | 422), "{}", orders.status);
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
    assert_eq!((account["name"].as_str(), account["zone"].as_str()), (Some("Ada"), Some("Asia/Tokyo")));
    assert_eq!(account["move_confirmation"], "default");
    assert!(account["opened_at"].as_str().unwrap().ends_with('Z'));
    assert_eq!(list(&files, "sessions.json").len(), 1);
    assert_eq!(list(&files, "letterbox.json")[0]["pace"], "daily");
    assert_eq!(list(&files, "notes.json")[0]["text"], "a otter plan");
    assert_eq!(list(&files, "talk.json")[0]["text"], "the otter says hello");
    assert_eq!(list(&files, "rating-history.json").len(), 1);
    let doings = list(&files, "doings.json");
    let did =
        |what: &str, id: &str| doings.iter().find(|doing| doing["what"] == what && doing["match"] == id);
    assert!(did("joined", &m.id).is_some(), "{doings:?}");
    let kept: Vec<_> =
        list(&files, "seats.json").into_iter().filter(|seat| seat["invited"] == true).collect();
    assert!(matches!(&kept[..], [seat] if seat["match"] == other), "{kept:?}");
    let record: Value = serde_json::from_str(&files[&format!("matches/{}/record.json", m.id)]).unwrap();
    assert_eq!(record, m.ada.record(&m.id).await);
    assert!(files[&format!("matches/{}/record.txt", m.id)].contains("a1 b1"));
    assert!(files["README.txt"].contains("about Ada"));
    let all = files.values().cloned().collect::<String>();
    for others in ["badger", "cleo@example.org", PASSWORD, "argon2"] {
        assert!(!all.contains(others), "{others} is in her archive");
    }
    let hers: BTreeMap<_, _> = archive(&cleo).await;
    assert_eq!(list(&hers, "letterbox.json")[0]["address"], "cleo@example.org");
    assert!(!hers.keys().any(|name| name.contains(&m.id)), "she has never sat there");
}

#[tokio::test]
async fn every_table_of_the_site_is_taken_along_or_said_to_stay() {
    let site = TestSite::start().await;
    let tables: Vec<(String,)> =
        sqlx::query_as("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            .fetch_all(&site.database().await)
            .await
            .unwrap();
    for (table,) in &tables {
        let decided = HOLDINGS.iter().find(|holding| holding.table == table);
        assert!(
            decided.is_some(),
            "what of the table `{table}` do people take along, and what becomes of it when they leave? Say so in src/store/holdings.rs"
        );
    }
    for holding in HOLDINGS {
        let table = holding.table;
        assert!(tables.iter().any(|(name,)| name == table), "there is no table `{table}` any more");
        if let ExportPolicy::Stays(why) = holding.takes {
            assert!(!why.is_empty(), "{table} stays for no reason");
        }
    }
    let files = archive(&site.register("Ada").await).await;
    for holding in HOLDINGS {
        if let ExportPolicy::File(name, _) = holding.takes {
            assert!(files.contains_key(&format!("{name}.json")), "{name}");
        }
    }
}

#[tokio::test]
async fn a_secret_of_dice_is_not_taken_along_while_a_match_runs() {
    let site = TestSite::start().await;
    let m = site.start_match("aeroplane").await;
    let secret: (String,) =
        sqlx::query_as("SELECT body ->> '$.dice.secret' FROM match_events WHERE kind = 'opened'")
            .fetch_one(&site.database().await)
            .await
            .unwrap();
    assert!(secret.0.len() >= 32);
    let files = archive(&m.ada).await;
    assert!(files.values().all(|text| !text.contains(&secret.0)));
}

#[tokio::test]
async fn only_somebody_who_is_signed_in_takes_things_along_and_only_so_often() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    assert_eq!(site.visitor().get("/account/export").await.location(), "/login?next=%2Faccount%2Fexport");
    let ada = site.register("Ada").await;
    let strange = ada.request(Method::GET, "/account/export").header("Sec-Fetch-Site", "cross-site");
    assert_eq!(ada.send(strange).await.status, 403, "no other site has her fetch it");
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
async fn nobody_takes_along_that_they_were_reported() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    let report = [("person", "Ben"), ("cause", "abuse"), ("words", "He shouts at people.")];
    assert_eq!(m.ada.post("/reports", &report).await.status, 303);
    assert_eq!(mona.get("/admin/reports/1").await.status, 200);
    let verdict = [("verdict", "muted"), ("days", "2"), ("why", "Not in this house")];
    assert_eq!(mona.post("/admin/reports/1/settle", &verdict).await.status, 303);
    let staff = &archive(&m.ben).await["staff.json"];
    assert!(staff.contains("mute") && !staff.contains("report"), "{staff}");
}
