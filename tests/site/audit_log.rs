//! The audit log: reading and downloading it.

use parlour::now::Clock;
use parlour::users::Role;
use serde_json::Value;

use crate::harness::{HOUR, NOON, TestPerson, TestSite};

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

#[tokio::test]
async fn the_database_prevents_changes_to_the_audit_log() {
    let (site, _) = busy_site().await;
    let db = site.database().await;
    for sql in
        ["UPDATE audit_log SET reason = ''", "DELETE FROM audit_log", "DELETE FROM audit_log WHERE seq = 7"]
    {
        let refused = sqlx::raw_sql(sql).execute(&db).await.unwrap_err().to_string();
        assert!(refused.contains("the audit log"), "{sql}: {refused}");
    }
}

#[tokio::test]
async fn the_exported_audit_log_has_a_line_for_each_entry() {
    let (site, ada) = busy_site().await;
    let taken = ada.get("/admin/audit.jsonl").await;
    assert_eq!((taken.status, taken.header("content-type")), (200, "application/jsonl"));
    let lines: Vec<Value> = taken.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let column = |key: &str| lines.iter().map(|line| line[key].clone()).collect::<Vec<_>>();
    assert_eq!(column("seq"), (1..=7).map(Value::from).collect::<Vec<_>>());
    assert_eq!(column("action")[1..3], ["suspend", "end-suspension"]);
    assert_eq!(
        (&lines[1]["reason"], &lines[2]["reason"]),
        (&Value::from("shouts, “loudly”"), &Value::from(""))
    );
    assert_eq!(
        (&lines[1]["actor_name"], &lines[1]["target_name"]),
        (&Value::from("Ada"), &Value::from("Ben"))
    );
    assert_eq!(lines[0]["actor"], Value::Null);
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

#[tokio::test]
async fn the_audit_log_is_read_up_to_a_day_in_the_time_zone_of_the_admin() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    site.register("Ben").await;
    // In Nepal it is 17:45 there, and half past midnight after seven hours.
    let notes =
        [("Mona", "on the 21st", 7 * HOUR), ("Nora", "on the 22nd", 24 * HOUR), ("Olga", "on the 23rd", 0)];
    for (name, text, wait) in notes {
        let moderator = site.register_as(name, Role::Moderator).await;
        assert_eq!(moderator.post("/admin/users/Ben/notes", &[("why", text)]).await.status, 303);
        site.wait(wait);
    }
    let ada = site.register_as("Ada", Role::Admin).await;
    ada.post("/settings/zone", &[("zone", "Asia/Kathmandu")]).await;
    let shown =
        async |query: &str| ada.get(&format!("/admin/audit?act=note{query}")).await.texts(".entries .why");
    assert_eq!(shown("").await, ["on the 23rd", "on the 22nd", "on the 21st"]);
    assert_eq!(shown("&until=2026-11-23").await.len(), 3);
    assert_eq!(shown("&until=2026-11-22").await, ["on the 22nd", "on the 21st"]);
    assert_eq!(shown("&until=2026-11-21").await, ["on the 21st"]);
    assert_eq!(shown("&until=2026-11-20").await, [""; 0]);
    assert_eq!(
        ada.get("/admin/audit?until=2026-11-21").await.attribute("#until", "value").unwrap(),
        "2026-11-21"
    );
    for strange in ["yesterday", "9999-12-31", "-9999-01-01", "2026-02-30", "%00"] {
        assert_eq!(ada.get(&format!("/admin/audit?until={strange}")).await.status, 200, "{strange}");
    }
}
