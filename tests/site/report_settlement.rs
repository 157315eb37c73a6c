//! Settling reports about one user together, and the possible verdicts.

use parlour::now::Clock;
use parlour::users::Role;

use crate::harness::{HOUR, NOON, PageAnswer, TestPerson, TestSite};

const DAY: i64 = 24 * HOUR;

async fn reports(who: &TestPerson, name: &str) {
    let about = [("person", name), ("cause", "abuse"), ("words", "Shouts at people.")];
    assert_eq!(who.post("/reports", &about).await.status, 303);
}

async fn settles(who: &TestPerson, id: i64, fields: &[(&str, &str)]) -> PageAnswer {
    who.post(&format!("/admin/reports/{id}/settle"), fields).await
}

async fn verdicts(site: &TestSite) -> Vec<Option<String>> {
    let db = site.database().await;
    sqlx::query_scalar("SELECT verdict FROM reports ORDER BY id").fetch_all(&db).await.unwrap()
}

async fn acts(site: &TestSite) -> Vec<(String, String)> {
    let db = site.database().await;
    let acts = "SELECT action, detail FROM audit_log WHERE action NOT IN ('change-role', 'look-into-report') ORDER BY seq";
    sqlx::query_as(acts).fetch_all(&db).await.unwrap()
}

/// Ben, whom Ada has reported twice and Cleo once, and Dora, whom Ada has reported.
async fn busy() -> (TestSite, [TestPerson; 4], TestPerson) {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let mut people = Vec::new();
    for name in ["Ada", "Ben", "Cleo", "Dora"] {
        people.push(site.register(name).await);
    }
    let people: [TestPerson; 4] = people.try_into().unwrap_or_else(|_| unreachable!());
    let mona = site.register_as("Mona", Role::Moderator).await;
    reports(&people[0], "Ben").await;
    reports(&people[2], "Ben").await;
    reports(&people[0], "Dora").await;
    let id = people[0].opens(&[("game", "tictactoe")]).await;
    people[1].post(&crate::harness::path(&id, "seats"), &[]).await;
    people[1].post(&crate::harness::path(&id, "chat"), &[("text", "Boo")]).await;
    let line = [("match", &*id), ("line", "1"), ("cause", "abuse"), ("words", "Boo, he said.")];
    assert_eq!(people[0].post("/reports", &line).await.status, 303);
    (site, people, mona)
}

#[tokio::test]
async fn reports_about_one_user_are_settled_together() {
    let (site, [ada, ben, cleo, _], mona) = busy().await;
    let queue = mona.get("/admin/reports").await;
    assert!(queue.text(".together").unwrap().starts_with("3 reports about Ben"), "{}", queue.body);
    let case = mona.get("/admin/reports/1").await;
    assert_eq!(case.attributes("[name=also][checked]", "value"), ["2", "4"], "and not the one about Dora");
    let fields = [("verdict", "suspended"), ("days", "7"), ("why", "Shouting"), ("also", "2"), ("also", "4")];
    assert_eq!(settles(&mona, 1, &fields).await.location(), "/admin/reports?settled=1");
    let suspended = Some("suspended".to_owned());
    assert_eq!(verdicts(&site).await, [suspended.clone(), suspended.clone(), None, suspended]);
    let entry = |id: i64| ("settle-report".to_owned(), format!("report {id}: suspended"));
    let suspension = ("suspend".to_owned(), "until 2026-11-28 12:00 UTC".to_owned());
    assert_eq!(acts(&site).await, [suspension, entry(2), entry(4), entry(1)], "one suspension");
    assert!(ben.get("/").await.text(".suspended").unwrap().contains("Shouting"), "it holds at once");
    for reporter in [&ada, &cleo] {
        assert_eq!(reporter.get("/").await.texts(".remark").len(), 1, "each reporter is notified once");
    }
    site.wait(7 * DAY);
    assert_eq!(ben.get("/").await.text(".suspended"), None);
}

#[tokio::test]
async fn a_settled_report_is_shown_and_can_be_reopened() {
    let (site, [ada, ben, ..], mona) = busy().await;
    assert_eq!(mona.post("/admin/reports/3/reopen", &[]).await.status, 409, "it is open");
    let settled = settles(&mona, 3, &[("verdict", "dismissed")]).await;
    let queue = mona.get(settled.location()).await;
    assert_eq!(queue.text("[role=status]").as_deref(), Some("Report settled: Dora"));
    let page = mona.get(&queue.attribute("[role=status] a", "href").unwrap()).await;
    let reopen = page.attribute("form[action^='/admin/reports/3/reopen']", "action").unwrap();
    let dora = site.register_as("Dana", Role::Moderator).await;
    assert_eq!(ben.post(&reopen, &[]).await.status, 404);
    assert_eq!(mona.post(&reopen, &[]).await.location(), "/admin/reports/3");
    assert_eq!(verdicts(&site).await[2], None);
    assert_eq!(acts(&site).await.last().unwrap(), &("reopen-report".to_owned(), "report 3".to_owned()));
    assert_eq!(settles(&dora, 3, &[("verdict", "warned"), ("why", "Shouting")]).await.status, 303);
    reports(&ada, "Dora").await;
    let newer = mona.post("/admin/reports/3/reopen", &[]).await;
    assert_eq!(newer.status, 409, "there is a newer one about the same");
    for id in ["0", "99999", "x"] {
        assert_eq!(mona.post(&format!("/admin/reports/{id}/reopen"), &[]).await.status, 404, "{id}");
    }
}

#[tokio::test]
async fn the_queue_and_the_report_say_who_opened_it_first() {
    let (site, [..], mona) = busy().await;
    let dana = site.register_as("Dana", Role::Moderator).await;
    let queue = async |who: &TestPerson| who.get("/admin/reports").await.text("main").unwrap();
    assert!(!queue(&dana).await.contains("opened by"));
    for reader in [&mona, &mona] {
        assert!(!reader.get("/admin/reports/3").await.body.contains("opened this report"), "one's own visit");
    }
    assert!(queue(&dana).await.contains("opened by Mona, just now"));
    let page = dana.get("/admin/reports/3").await;
    assert_eq!(page.text(".two .notice").as_deref(), Some("Mona opened this report just now."));
    assert_eq!(settles(&mona, 3, &[("verdict", "dismissed")]).await.status, 303);
    assert!(!queue(&dana).await.contains("opened by"), "it is settled");
}

#[tokio::test]
async fn every_verdict_but_a_dismissal_needs_a_reason() {
    let (site, [_, ben, ..], mona) = busy().await;
    for verdict in ["warned", "muted", "suspended", "acted"] {
        let answer =
            settles(&mona, 1, &[("verdict", verdict), ("days", "3"), ("why", ""), ("also", "4")]).await;
        assert_eq!(answer.status, 422, "{verdict}");
        assert_eq!(answer.attribute("[name=verdict][checked]", "value").as_deref(), Some(verdict));
        assert_eq!(answer.attribute("[name=days]", "value").as_deref(), Some("3"));
        assert_eq!(
            answer.attributes("[name=also][checked]", "value"),
            ["4"],
            "the submitted values are preserved"
        );
    }
    assert_eq!(settles(&mona, 1, &[("verdict", "dismissed")]).await.status, 303);
    assert_eq!(verdicts(&site).await, [Some("dismissed".to_owned()), None, None, None]);
    assert_eq!(ben.get("/").await.text(".notice.bad"), None);
}

#[tokio::test]
async fn a_suspension_without_a_number_of_days_has_no_end() {
    let (site, [_, ben, ..], mona) = busy().await;
    let fields = [("verdict", "suspended"), ("days", ""), ("why", "Shouting")];
    assert_eq!(settles(&mona, 1, &fields).await.status, 303);
    site.wait(20 * DAY);
    let mona = site.register_as("Nora", Role::Moderator).await;
    assert!(ben.get("/").await.text(".suspended").unwrap().contains("until an admin or moderator ends it"));
    assert_eq!(settles(&mona, 2, &fields).await.status, 409, "they are suspended already");
    assert_eq!(verdicts(&site).await[1], None);
    assert_eq!(mona.post("/admin/users/Ben/suspension/end", &[]).await.status, 303);
    assert_eq!(ben.get("/").await.text(".suspended"), None);
}

#[tokio::test]
async fn an_invalid_joint_settlement_leaves_all_reports_open() {
    let (site, people, mona) = busy().await;
    let root = site.register_as("Rosa", Role::Admin).await;
    let fields = |also| [("verdict", "warned"), ("why", "Shouting"), ("also", also)];
    for (also, status) in [("3", 422), ("99", 404), ("x", 422), ("", 422)] {
        assert_eq!(settles(&mona, 1, &fields(also)).await.status, status, "{also:?}");
    }
    for fields in [
        &[("verdict", "warned"), ("why", "So"), ("whom", "Ada")][..],
        &[("verdict", "banished"), ("why", "So")],
        &[("why", "So")],
        &[("verdict", "muted"), ("why", "So")],
        &[("verdict", "muted"), ("days", "0"), ("why", "So")],
        &[("verdict", "suspended"), ("days", "366"), ("why", "So")],
        &[("verdict", "suspended"), ("days", "soon"), ("why", "So")],
    ] {
        assert_eq!(settles(&mona, 1, fields).await.status, 422, "{fields:?}");
    }
    assert_eq!(settles(&people[0], 1, &fields("2")).await.status, 404);
    assert_eq!(settles(&site.visitor(), 1, &fields("2")).await.status, 303);
    assert_eq!(settles(&root, 2, &[("verdict", "dismissed")]).await.status, 303);
    assert_eq!(settles(&mona, 1, &fields("2")).await.status, 409, "one of them was settled already");
    assert_eq!(verdicts(&site).await.iter().flatten().count(), 1);
    assert_eq!(acts(&site).await.len(), 1);
    assert_eq!(people[1].get("/").await.text(".remark"), None);

    // A report in which a moderator is involved is not settled along with others.
    reports(&mona, "Dora").await;
    let nora = site.register_as("Nora", Role::Moderator).await;
    let case = mona.get("/admin/reports/3").await;
    assert_eq!(case.attributes("[name=also]", "value"), [""; 0], "her own report is not offered");
    assert_eq!(settles(&mona, 3, &fields("5")).await.status, 403);
    assert_eq!(settles(&nora, 3, &fields("5")).await.status, 303);
}
