//! Staff actions on users: permissions and consequences.

use futures_util::future::join_all;
use parlour::now::Clock;
use parlour::users::Role;

use crate::export::archive;
use crate::harness::{HOUR, NOON, PASSWORD, PageAnswer, TestPerson, TestSite};

const WHY: (&str, &str) = ("why", "shouts at people");
const DAY: i64 = 24 * HOUR;

async fn staff_and_player(site: &TestSite) -> (TestPerson, TestPerson, TestPerson) {
    let ada = site.register_as("Ada", Role::Admin).await;
    let mo = site.register_as("Mo", Role::Moderator).await;
    (ada, mo, site.register("Ben").await)
}

/// Who sends which form where, and the status of the refusal.
type RefusedCase<'a> = (&'a TestPerson, &'a str, &'a [(&'a str, &'a str)], u16);

/// All users and audit entries in the database.
async fn stored(site: &TestSite) -> Vec<String> {
    let mut stored = Vec::new();
    for sql in [
        "SELECT id, name, name_key, role, suspended_at, suspended_until, suspension_reason, password FROM users ORDER BY id",
        "SELECT token_hash FROM sessions ORDER BY token_hash",
        "SELECT seq, action, target_id, reason, detail FROM audit_log ORDER BY seq",
        "SELECT name_key FROM previous_usernames ORDER BY name_key",
        "SELECT key_hash FROM password_links ORDER BY key_hash",
        "SELECT id, uses, revoked_at FROM signup_invitations ORDER BY id",
    ] {
        stored.extend(site.rows(sql).await);
    }
    stored
}

async fn acts(site: &TestSite) -> Vec<String> {
    let db = site.database().await;
    sqlx::query_scalar("SELECT action FROM audit_log ORDER BY seq").fetch_all(&db).await.unwrap()
}

async fn suspends(staff: &TestPerson, name: &str, days: &str) -> PageAnswer {
    staff.post(&format!("/admin/users/{name}/suspension"), &[WHY, ("days", days)]).await
}

#[tokio::test]
async fn a_suspension_applies_from_the_next_request_and_ends_at_its_time() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (_, mo, ben) = staff_and_player(&site).await;
    let fields = [("game", "tictactoe"), ("seats", "2"), ("visibility", "public")];
    assert_eq!(ben.post("/matches", &fields).await.status, 303);
    let done = suspends(&mo, "ben", "3").await;
    assert_eq!((done.status, done.location()), (303, "/admin/users/Ben?done=suspend"));
    let refused = ben.post("/matches", &fields).await;
    assert_eq!(refused.status, 403);
    assert!(refused.body.contains("shouts at people"));
    let shown = ben.get("/").await.text(".suspended").unwrap();
    assert!(shown.contains("shouts at people") && shown.contains("24 November"), "{shown}");
    let page = mo.get("/admin/users/Ben").await;
    assert!(page.body.contains("Suspended") && page.body.contains("suspended them"));
    site.wait(3 * DAY - 1000);
    assert_eq!(ben.post("/matches", &fields).await.status, 403);
    site.wait(1000);
    assert_eq!(ben.post("/matches", &fields).await.status, 303);
    assert_eq!(ben.get("/").await.text(".suspended"), None);
    assert_eq!(mo.post("/login", &[("username", "Mo"), ("password", PASSWORD)]).await.status, 303);
    assert_eq!(mo.post("/admin/users/Ben/suspension/end", &[]).await.status, 409);
    assert_eq!(suspends(&mo, "Ben", "0").await.status, 303);
    site.wait(1000 * DAY);
    site.make("Mo", Role::Player).await;
    let mo = site.register_as("Max", Role::Moderator).await;
    assert_eq!(mo.post("/admin/users/Ben/suspension/end", &[]).await.status, 303);
}

#[tokio::test]
async fn a_suspension_is_made_shorter_or_longer_by_those_who_see_it() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (_, mo, ben) = staff_and_player(&site).await;
    assert_eq!(suspends(&mo, "Ben", "30").await.status, 303);
    site.wait(1000);
    let page = mo.get("/admin/users/Ben").await;
    let shown =
        [page.text("form:has([name=changes]) button"), page.text("form:has([name=changes]) textarea")];
    assert_eq!(
        shown,
        [Some("Change suspension".to_owned()), Some(WHY.1.to_owned())],
        "with the reason of before"
    );
    assert!(page.texts("details.fold button").contains(&"End suspension".to_owned()));
    assert_eq!(suspends(&mo, "Ben", "1").await.status, 409, "those who do not know of it change nothing");
    let changed = [("why", "it was a misunderstanding"), ("days", "1"), ("changes", "yes")];
    assert_eq!(mo.post("/admin/users/Ben/suspension", &changed).await.status, 303);
    assert!(ben.get("/").await.text(".suspended").unwrap().contains("misunderstanding"));
    let since = "SELECT suspended_at FROM users WHERE name = 'Ben'";
    let since: i64 = sqlx::query_scalar(since).fetch_one(&site.database().await).await.unwrap();
    assert_eq!(since, NOON.0, "it began when it began");
    assert_eq!(acts(&site).await.iter().filter(|act| *act == "suspend").count(), 2);
    site.wait(DAY);
    assert_eq!(ben.get("/").await.text(".suspended"), None);
}

#[tokio::test]
async fn every_action_of_an_admin_has_one_audit_log_entry() {
    let site = TestSite::start().await;
    let (ada, _, ben) = staff_and_player(&site).await;
    let before = acts(&site).await.len();
    assert_eq!(suspends(&ada, "Ben", "7").await.status, 303);
    assert_eq!(ada.post("/admin/users/Ben/suspension/end", &[]).await.status, 303);
    assert_eq!(
        ada.post("/admin/users/Ben/rename", &[WHY, ("name", "Benedikt")]).await.location(),
        "/admin/users/Benedikt?done=rename"
    );
    assert_eq!(ben.signed_in_as().await.as_deref(), Some("Benedikt"));
    assert_eq!(ada.post("/admin/users/Benedikt/sessions/end", &[]).await.status, 303);
    assert_eq!(ben.signed_in_as().await, None);
    assert_eq!(
        ada.post("/admin/users/Benedikt/role", &[WHY, ("from", "player"), ("role", "moderator")])
            .await
            .status,
        303
    );
    let made = ada.post("/admin/users/Benedikt/reset-link", &[]).await;
    let link = made.text(".address").unwrap();
    assert_eq!(made.status, 200);
    let reset = link.strip_prefix(&site.url).unwrap();
    assert_eq!(ben.get(reset).await.status, 200);
    assert_eq!(ada.get("/admin/users/Benedikt?done=reset-link").await.text(".address"), None);
    let forms = [&[WHY, ("called", "Ben")][..], &[("called", "Benedikt")]];
    for form in forms {
        assert_eq!(ada.post("/admin/users/Benedikt/delete", form).await.status, 422);
    }
    let gone = ada.post("/admin/users/Benedikt/delete", &[WHY, ("called", "benedikt")]).await;
    assert_eq!((gone.status, gone.location()), (303, "/admin/users"));
    assert_eq!(ada.get("/admin/users/Benedikt").await.status, 404);
    assert_eq!(ben.post(reset, &[("new", "nine copper kettles by dawn")]).await.status, 404);
    let expected =
        ["suspend", "end-suspension", "rename", "sign-out", "change-role", "reset-link", "delete-account"];
    assert_eq!(acts(&site).await[before..], expected);
    let log = ada.get("/admin/audit").await;
    assert_eq!((log.status, log.texts(".entries > li").len()), (200, before + expected.len()));
    assert!(log.text(".entries > li").unwrap().starts_with("Ada deleted the account of a former user"));
}

#[tokio::test]
async fn a_refused_action_changes_nothing_and_is_not_logged() {
    let site = TestSite::start().await;
    let (ada, mo, ben) = staff_and_player(&site).await;
    let other = site.register_as("Cleo", Role::Admin).await;
    let (before, long) = (stored(&site).await, "x".repeat(501));
    let (role, from) = (("role", "admin"), ("from", "player"));
    let visitor = site.visitor();
    let refused: &[RefusedCase<'_>] = &[
        (&mo, "Ada/suspension", &[WHY, ("days", "1")], 403),
        (&mo, "Mo/suspension", &[WHY, ("days", "1")], 403),
        (&mo, "Ada/sessions/end", &[], 403),
        (&mo, "Ben/rename", &[WHY, ("name", "Bert")], 404),
        (&mo, "Ben/role", &[WHY, from, role], 404),
        (&mo, "Mo/role", &[WHY, ("from", "moderator"), role], 404),
        (&mo, "Ben/reset-link", &[], 404),
        (&mo, "Ben/delete", &[WHY, ("called", "Ben")], 404),
        (&ben, "Mo/suspension", &[WHY, ("days", "1")], 404),
        (&ben, "Ben/role", &[WHY, from, role], 404),
        (&visitor, "Ben/suspension", &[WHY, ("days", "1")], 303),
        (&ada, "Ada/suspension", &[WHY, ("days", "1")], 403),
        (&ada, "Ada/role", &[WHY, ("from", "admin"), ("role", "player")], 403),
        (&ada, "Ada/delete", &[WHY, ("called", "Ada")], 403),
        (&ada, "Ada/reset-link", &[], 403),
        (&ada, "Nobody/suspension", &[WHY, ("days", "1")], 404),
        (&ada, "x/suspension", &[WHY, ("days", "1")], 404),
        (&ada, "%3Cb%3E/sessions/end", &[], 404),
        (&ada, "Ben/suspension", &[("days", "1")], 422),
        (&ada, "Ben/suspension", &[("why", &long), ("days", "1")], 422),
        (&ada, "Ben/suspension", &[WHY], 422),
        (&ada, "Ben/suspension", &[WHY, ("days", "-1")], 422),
        (&ada, "Ben/suspension", &[WHY, ("days", "367")], 422),
        (&ada, "Ben/suspension", &[WHY, ("days", "soon")], 422),
        (&ada, "Ben/suspension", &[WHY, ("days", "1"), role], 422),
        (&ada, "Ben/suspension/end", &[], 409),
        (&ada, "Ben/role", &[WHY, from, ("role", "root")], 422),
        (&ada, "Ben/role", &[WHY, role], 422),
        (&ada, "Ben/role", &[from, role], 422),
        (&ada, "Ben/role", &[WHY, ("from", "moderator"), role], 409),
        (&ada, "Ben/role", &[WHY, from, ("role", "player")], 409),
        (&ada, "Ben/rename", &[WHY, ("name", "a b")], 422),
        (&ada, "Ben/rename", &[("name", "Bert")], 422),
        (&ada, "Ben/rename", &[WHY, ("name", "ADA")], 409),
        (&ada, "Ben/rename", &[WHY, ("name", "Ben")], 409),
        (&ada, "Ben/rename", &[WHY, ("name", "Bert"), role], 422),
        (&ada, "Ben/sessions/end", &[role], 422),
        (&ada, "Ben/delete", &[WHY], 422),
    ];
    for (person, path, form, status) in refused {
        let answer = person.post(&format!("/admin/users/{path}"), form).await;
        assert_eq!(answer.status, *status, "{path} {form:?}");
    }
    for path in ["/register", "/settings/play", "/login", "/account/password"] {
        ben.post(path, &[("role", "admin"), ("username", "Ben"), ("password", PASSWORD)]).await;
    }
    assert_eq!(stored(&site).await, before);
    for path in
        ["/admin/users", "/admin/users/Ben", "/admin/audit", "/admin/audit.jsonl", "/admin/invitations"]
    {
        let staff_only = path.starts_with("/admin/users");
        assert_eq!(ben.get(path).await.status, 404, "{path}");
        assert_eq!(mo.get(path).await.status, if staff_only { 200 } else { 404 }, "{path}");
        assert!(visitor.get(path).await.location().starts_with("/login"), "{path}");
        assert_eq!(other.get(path).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_suspension_ends_at_the_start_of_a_day_in_the_zone_of_staff() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (ada, mo, ben) = staff_and_player(&site).await;
    assert_eq!(mo.post("/settings", &[("zone", "Asia/Tokyo")]).await.status, 303);
    let until = |day| [WHY, ("days", "7"), ("until", day)];
    let before = stored(&site).await;
    for (day, words) in [
        ("2026-11-21", "day in the future"),
        ("2026-11-20", "day in the future"),
        ("2027-11-22", "within the next 365 days"),
        ("9999-12-31", "within the next 365 days"),
        ("soon", "Enter the day"),
        ("2026-02-30", "Enter the day"),
        ("2026-11-22T10:00", "Enter the day"),
    ] {
        let refused = mo.post("/admin/users/Ben/suspension", &until(day)).await;
        assert_eq!((refused.status, refused.is_page()), (422, true), "{day}");
        assert!(refused.text("#until-problem").unwrap().contains(words), "{day}: {}", refused.body);
        assert_eq!(refused.attribute("#until", "value").as_deref(), Some(day));
        assert_eq!(refused.text("details[open] textarea").as_deref(), Some("shouts at people"));
    }
    let wordless = mo.post("/admin/users/Ben/suspension", &[("days", "30"), ("until", "2026-11-23")]).await;
    assert_eq!(wordless.status, 422);
    assert_eq!(wordless.attribute("#until", "value").as_deref(), Some("2026-11-23"));
    assert_eq!(wordless.attribute("[name=days][checked]", "value").as_deref(), Some("30"));
    assert_eq!(stored(&site).await, before, "nothing has changed");

    let form = mo.get("/admin/users/Ben").await;
    assert_eq!(form.attribute("#until", "type").as_deref(), Some("date"));
    assert!(form.text("#until-help").unwrap().contains("Asia/Tokyo"));
    assert_eq!(mo.post("/admin/users/Ben/suspension", &until("2026-11-23")).await.status, 303);
    assert!(
        mo.get("/admin/users/Ben").await.text("main").unwrap().contains("23 November, 00:00 (Asia/Tokyo)")
    );
    assert!(ada.get("/admin/users/Ben").await.text("main").unwrap().contains("22 November, 15:00 UTC"));
    // Noon of the 21st in UTC is 21:00 there, so the 23rd begins in 27 hours.
    site.wait(27 * HOUR - 1000);
    assert!(ben.get("/").await.text(".suspended").is_some());
    site.wait(1000);
    assert_eq!(ben.get("/").await.text(".suspended"), None);
}

#[tokio::test]
async fn a_refused_form_is_returned_with_its_values_and_errors() {
    let site = TestSite::start().await;
    let (ada, ..) = staff_and_player(&site).await;
    let refused = suspends(&ada, "Ben", "1").await;
    assert_eq!(refused.status, 303);
    let refused = ada.post("/admin/users/Ben/rename", &[("why", "a reason"), ("name", "a b")]).await;
    assert!(refused.is_page());
    assert!(refused.text("#name-problem").unwrap().contains("Use only letters"));
    assert_eq!(refused.attribute("#name", "value").as_deref(), Some("a b"));
    assert_eq!(refused.text("details[open] textarea").as_deref(), Some("a reason"));
    let page = ada.get("/admin/users/ben").await;
    let actions = page.attributes("details.fold form", "action");
    assert!(actions.contains(&"/admin/users/Ben/suspension/end".to_owned()), "{actions:?}");
    assert!(ada.get("/admin/users/Ada").await.attributes("details.fold form", "action").len() == 1);
}

#[tokio::test]
async fn a_new_name_is_shown_at_once_and_the_old_one_is_reserved() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    let admin = site.register_as("Zed", Role::Admin).await;
    assert!(m.ben.get(&m.path("")).await.body.contains("Ada"));
    assert_eq!(admin.post("/admin/users/Ada/rename", &[WHY, ("name", "Augusta")]).await.status, 303);
    for path in [m.path(""), m.path("record.json"), "/".to_owned()] {
        let page = m.ben.get(&path).await;
        assert!(page.body.contains("Augusta") && !page.body.contains("Ada"), "{path}");
    }
    assert_eq!(m.ben.get("/players/Ada").await.status, 404);
    assert_eq!(m.ben.get("/players/Augusta").await.status, 200);
    let wants = [("username", "ada"), ("password", PASSWORD)];
    assert_eq!(site.visitor().post("/register", &wants).await.status, 409);
    assert_eq!(admin.post("/admin/users/Ben/rename", &[WHY, ("name", "ADA")]).await.status, 409);
    assert!(admin.get("/admin/users/Augusta").await.text(".facts").unwrap().contains("ada"));
    assert_eq!(m.ada.post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await.status, 401);
    assert_eq!(admin.post("/admin/users/Augusta/rename", &[WHY, ("name", "Ada")]).await.status, 303);
    assert_eq!(admin.post("/admin/users/Ada/rename", &[WHY, ("name", "Augusta")]).await.status, 303);
    site.wait(90 * DAY);
    assert_eq!(site.visitor().post("/register", &wants).await.status, 303);
}

#[tokio::test]
async fn concurrent_actions_cannot_remove_the_last_admin() {
    let site = TestSite::start().await;
    let (ada, cleo) =
        (site.register_as("Ada", Role::Admin).await, site.register_as("Cleo", Role::Admin).await);
    let demote = [WHY, ("from", "admin"), ("role", "player")];
    let (one, other) = tokio::join!(
        ada.post("/admin/users/Cleo/role", &demote),
        cleo.post("/admin/users/Ada/suspension", &[WHY, ("days", "0")])
    );
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert!(statuses[0] == 303 && matches!(statuses[1], 303 | 403 | 404), "{statuses:?}");
    let db = site.database().await;
    let left = "SELECT count(*) FROM users WHERE role = 'admin' AND suspended_at IS NULL";
    assert_eq!(sqlx::query_scalar::<_, i64>(left).fetch_one(&db).await.unwrap(), 1);
}

#[tokio::test]
async fn a_form_sent_repeatedly_is_carried_out_once() {
    let site = TestSite::start().await;
    let (ada, ..) = staff_and_player(&site).await;
    let before = acts(&site).await.len();
    let mut statuses: Vec<_> = join_all((0..4).map(|_| suspends(&ada, "Ben", "1")))
        .await
        .iter()
        .map(|answer| answer.status)
        .collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 409, 409, 409]);
    assert_eq!(acts(&site).await.len(), before + 1);
}

#[tokio::test]
async fn users_are_found_by_part_of_their_name_and_by_what_they_are() {
    let site = TestSite::start().await;
    let (ada, ..) = staff_and_player(&site).await;
    let db = site.database().await;
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
        INSERT INTO users (name, name_key, password, created_at)
        SELECT 'Player' || substr(CAST(1000 + i AS TEXT), 2), 'player' || substr(CAST(1000 + i AS TEXT), 2), '', 0 FROM n";
    sqlx::query(many).execute(&db).await.unwrap();
    site.suspend("Player007").await;
    let found = async |query: &str| {
        let page = ada.get(&format!("/admin/users{query}")).await;
        assert_eq!(page.status, 200, "{query}");
        (page.texts(".people > li > a"), page.attribute("a[rel=next]", "href"))
    };
    assert_eq!(found("?q=YER11").await.0.len(), 10);
    assert_eq!(found("?show=admin").await.0, ["Ada"]);
    assert_eq!(found("?show=moderator&q=o").await.0, ["Mo"]);
    assert_eq!(found("?show=suspended").await.0, ["Player007"]);
    let muted = [WHY, ("days", "1")];
    assert_eq!(ada.post("/admin/users/Player008/chat-ban", &muted).await.status, 303);
    assert_eq!(found("?show=muted").await.0, ["Player008"]);
    let report = [("person", "Player009"), ("cause", "abuse"), ("words", "Shouts")];
    assert_eq!(ada.post("/reports", &report).await.status, 303);
    assert_eq!(found("?show=reported").await.0, ["Player009"]);
    let row = ada.get("/admin/users?q=player009").await.text(".people > li").unwrap();
    assert!(row.contains("1 open report"), "{row}");
    let guest = site.visitor();
    guest.post("/play", &[("game", "tictactoe"), ("level", "1")]).await;
    assert_eq!(found("?show=guests").await.0.len(), 1);
    assert_eq!(found("?show=unconfirmed").await.0.len(), 0);
    assert_eq!(found("?order=newest").await.0[..3], ["Ben", "Mo", "Ada"]);
    assert_eq!(found("?order=seen&show=moderator").await.0, ["Mo"]);
    assert_eq!(ada.get("/admin/users").await.text("main p.soft").as_deref(), Some("123 users"));
    assert_eq!(found("?q=nobody-like-that").await.0.len(), 0);
    let (mut names, mut next) = found("").await;
    while let Some(path) = next {
        let (more, then) = found(path.strip_prefix("/admin/users").unwrap()).await;
        names.extend(more);
        next = then;
    }
    assert_eq!(names.len(), 123);
    assert!(names.is_sorted_by_key(|name| name.to_lowercase()), "{names:?}");
    for strange in [
        "?show=root",
        "?order=id;--",
        "?q=%25",
        "?q=%F0%9F%8E%B2",
        "?from=-1",
        "?from=4294967295",
        "?q=%27%20OR%201",
    ] {
        found(strange).await;
    }
}

#[tokio::test]
async fn an_action_that_is_not_possible_shows_its_form_as_it_was_sent() {
    let site = TestSite::start().await;
    let ada = site.register_as("Ada", Role::Admin).await;
    site.register("Ben").await;
    let page = ada.post("/admin/users/Ben/rename", &[WHY, ("name", "ADA")]).await;
    assert_eq!(
        page.text("#name-problem").as_deref(),
        Some("This name, or one that looks like it, is taken.")
    );
    assert_eq!(page.attribute("input[name=name]", "value").as_deref(), Some("ADA"));
    assert!(page.body.contains(WHY.1));
    let days = ada.post("/admin/users/Ben/chat-ban", &[WHY, ("days", "0")]).await;
    assert_eq!((days.status, days.attribute("#days[type=number]", "value")), (422, Some("0".to_owned())));
    assert_eq!(days.text("#days-problem").as_deref(), Some("A mute lasts 1 to 365 days."));
    for status in [303, 409] {
        let page = ada.post("/admin/users/Ben/suspension", &[WHY, ("days", "3")]).await;
        assert_eq!(page.status, status);
        assert!(status == 303 || page.text(".notice.bad").is_some(), "{}", page.body);
        assert!(!page.body.contains("The position has changed"));
    }
}

#[tokio::test]
async fn a_note_about_a_user_is_read_by_staff_and_by_nobody_else() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (ada, mo, ben) = staff_and_player(&site).await;
    let note = [("why", "Asked <b>twice</b> to stop,\nsays Cleo")];
    let done = mo.post("/admin/users/Ben/notes", &note).await;
    assert_eq!((done.status, done.location()), (303, "/admin/users/Ben?done=note"));
    let page = ada.get("/admin/users/Ben").await;
    assert_eq!(page.text(".why").as_deref(), Some("Asked <b>twice</b> to stop, says Cleo"));
    assert!(page.text(".entries").unwrap().contains("Mo wrote a note about them"));
    let export = archive(&ben).await;
    assert!(export.values().all(|file| !file.contains("twice")), "{export:?}");
    assert!(!export["staff-actions.json"].contains("note"), "{}", export["staff-actions.json"]);
    let long = "é".repeat(501);
    for (who, path, why, status) in [
        (&mo, "/admin/users/Ben/notes", " \n\u{200b}", 422),
        (&mo, "/admin/users/Ben/notes", &*long, 422),
        (&mo, "/admin/users/Ada/notes", "Late", 403),
        (&mo, "/admin/users/Mo/notes", "Late", 403),
        (&mo, "/admin/users/Nobody/notes", "Late", 404),
        (&ben, "/admin/users/Mo/notes", "Late", 404),
    ] {
        assert_eq!(who.post(path, &[("why", why)]).await.status, status, "{path}");
    }
    assert_eq!(acts(&site).await.iter().filter(|act| *act == "note").count(), 1);
}
