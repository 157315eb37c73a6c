//! The audit log: reading, downloading and verifying it.

use parlour::store::Store;
use parlour::users::Role;
use serde_json::Value;
use sha2::{Digest, Sha256};
use tokio::runtime::Handle;

use crate::harness::{TestPerson, TestSite};

async fn busy_site() -> (TestSite, TestPerson) {
    let site = TestSite::start().await;
    let ada = site.register_as("Ada", Role::Admin).await;
    site.register("Ben").await;
    for _ in 0..3 {
        let form = [("why", "shouts, “loudly”"), ("days", "1")];
        assert_eq!(ada.post("/admin/users/Ben/suspension", &form).await.status, 303);
        assert_eq!(ada.post("/admin/users/Ben/suspension/end", &[]).await.status, 303);
    }
    (site, ada)
}

/// What is wrong with the audit log, if anything.
async fn wrong(site: &TestSite) -> Option<String> {
    let url = format!("sqlite://{}", site.file().display());
    Store::open_read_only(&url, Handle::current()).await.unwrap().verify_audit_log(None).await.unwrap().err()
}

async fn tampers(sql: &'static str) -> Option<String> {
    let (site, _) = busy_site().await;
    assert_eq!(wrong(&site).await, None);
    let db = site.database().await;
    sqlx::raw_sql("DROP TRIGGER audit_stays; DROP TRIGGER audit_keeps_all").execute(&db).await.unwrap();
    sqlx::raw_sql(sql).execute(&db).await.unwrap();
    let guards = "CREATE TRIGGER audit_stays BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, ''); END;
        CREATE TRIGGER audit_keeps_all BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, ''); END;";
    sqlx::raw_sql(guards).execute(&db).await.unwrap();
    wrong(&site).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_change_to_the_audit_log_is_found_and_the_first_changed_entry_named() {
    let found = [
        ("UPDATE audit_log SET why = 'sings' WHERE seq = 4", "entry 4 of the audit log was changed"),
        ("UPDATE audit_log SET whom = 1 WHERE seq > 2", "entry 3 of the audit log was changed"),
        ("UPDATE audit_log SET hash = zeroblob(32) WHERE seq = 3", "entry 3 of the audit log was changed"),
        ("DELETE FROM audit_log WHERE seq = 5", "entry 5 of the audit log is missing"),
        ("DELETE FROM audit_log WHERE seq = 1", "entry 1 of the audit log is missing"),
        ("DELETE FROM audit_log WHERE seq >= 6", "the audit log was cut off before entry 6"),
        ("DELETE FROM audit_log", "the audit log was cut off before entry 1"),
        ("UPDATE audit_head SET seq = 6", "entry 7 of the audit log does not match the stored end"),
        ("DELETE FROM audit_head", "the stored end of the audit log is missing"),
    ];
    for (sql, words) in found {
        let text = tampers(sql).await.unwrap_or_default();
        assert!(text.contains(words), "{sql}: {text}");
    }
    let (site, _) = busy_site().await;
    sqlx::raw_sql("DROP TRIGGER audit_stays").execute(&site.database().await).await.unwrap();
    assert!(wrong(&site).await.unwrap().contains("the triggers that protect the audit log are missing"));
}

#[tokio::test]
async fn the_database_prevents_changes_to_the_audit_log() {
    let (site, _) = busy_site().await;
    let db = site.database().await;
    for sql in
        ["UPDATE audit_log SET why = ''", "DELETE FROM audit_log", "DELETE FROM audit_log WHERE seq = 7"]
    {
        let refused = sqlx::raw_sql(sql).execute(&db).await.unwrap_err().to_string();
        assert!(refused.contains("the audit log"), "{sql}: {refused}");
    }
}

#[tokio::test]
async fn the_exported_audit_log_contains_all_inputs_of_its_hashes() {
    let (site, ada) = busy_site().await;
    let taken = ada.get("/admin/audit.jsonl").await;
    assert_eq!((taken.status, taken.header("content-type")), (200, "application/jsonl"));
    let lines: Vec<Value> = taken.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 7);
    let mut before = [0; 32];
    for line in &lines {
        let of = |key: &str| line[key].clone();
        let fields =
            Value::from(["seq", "at", "by", "act", "whom", "match", "why", "detail"].map(of).to_vec());
        assert_eq!(line["before"], hex::encode(before));
        before = Sha256::new().chain_update(before).chain_update(fields.to_string()).finalize().into();
        assert_eq!(line["hash"], hex::encode(before));
    }
    assert_eq!((&lines[1]["by_name"], &lines[1]["whom_name"]), (&Value::from("Ada"), &Value::from("Ben")));
    assert_eq!(lines[0]["by"], Value::Null);
    drop(site);
}

#[tokio::test]
async fn the_audit_log_is_filtered_by_user_and_action_and_paged() {
    let (site, ada) = busy_site().await;
    let shown = async |query: &str| ada.get(&format!("/admin/audit{query}")).await.texts(".entries > li");
    assert_eq!(shown("").await.len(), 7);
    assert_eq!(shown("?act=suspend").await.len(), 3);
    assert_eq!(shown("?person=ben&act=end-suspension").await.len(), 3);
    assert_eq!(shown("?person=Nobody").await.len(), 0);
    assert_eq!(shown("?below=3").await.len(), 2);
    for strange in ["?below=x", "?below=-1", "?act=%00", "?person=%3Cb%3E"] {
        assert_eq!(ada.get(&format!("/admin/audit{strange}")).await.status, 200, "{strange}");
    }
    for _ in 0..30 {
        site.make("Ben", Role::Moderator).await;
        site.make("Ben", Role::Player).await;
    }
    let page = ada.get("/admin/audit").await;
    assert_eq!(page.texts(".entries > li").len(), 50);
    let older = page.attribute("a[rel=next]", "href").unwrap();
    assert_eq!(ada.get(&older).await.texts(".entries > li").len(), 17);
}
