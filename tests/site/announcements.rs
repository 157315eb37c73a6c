//! Announcements and statistics.

use parlour::now::Clock;
use parlour::users::Role;
use reqwest::Method;

use crate::harness::{HOUR, NOON, PASSWORD, SHORT_WIN, TestPerson, TestSite};

async fn announces(who: &TestPerson, from: &str, until: &str) -> u16 {
    let words = ("words", "We tidy up  on Sunday.");
    who.post("/admin/announcements", &[words, ("tone", "news"), ("from", from), ("until", until)])
        .await
        .status
}

#[tokio::test]
async fn an_announcement_is_on_every_page_until_its_end() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (root, ada) = (site.register_as("Rosa", Role::Admin).await, site.register("Ada").await);
    assert_eq!(announces(&root, "", "2026-11-21T14:00").await, 303);
    assert_eq!(announces(&root, "2026-11-21T13:00", "2026-11-21T15:00").await, 303);
    for (who, page) in [(&ada, "/"), (&site.visitor(), "/games"), (&site.visitor(), "/no-such-page")] {
        assert_eq!(who.get(page).await.texts(".announced p"), ["We tidy up on Sunday."], "{page}");
    }
    site.wait(HOUR);
    assert_eq!(ada.get("/").await.texts(".announced p").len(), 2);
    site.wait(HOUR);
    assert_eq!(ada.get("/").await.texts(".announced p").len(), 1);
    site.wait(HOUR);
    assert_eq!(ada.get("/").await.texts(".announced p").len(), 0);
}

#[tokio::test]
async fn a_dismissed_announcement_is_not_shown_again() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (root, ada) = (site.register_as("Rosa", Role::Admin).await, site.register("Ada").await);
    let visitor = site.visitor();
    announces(&root, "", "2026-11-21T14:00").await;
    for who in [&ada, &visitor] {
        let action = who.get("/games").await.attribute(".announced form", "action").unwrap();
        let request = who.request(Method::POST, &action).header("Referer", format!("{}/games", site.url));
        let away = who.send(request.form(&[("", "")])).await;
        assert_eq!((away.status, away.location()), (303, "/games"), "and they stay where they were");
        assert_eq!(who.get("/games").await.text(".announced"), None);
    }
    assert!(root.get("/games").await.text(".announced").is_some(), "others still do");
    announces(&root, "", "2026-11-21T14:00").await;
    assert!(ada.get("/games").await.text(".announced").is_some(), "and the other announcement is shown");
    assert_eq!(ada.post("/announcements/99/dismiss", &[]).await.status, 404);
}

#[tokio::test]
async fn a_withdrawn_announcement_disappears_at_once() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let root = site.register_as("Rosa", Role::Admin).await;
    announces(&root, "", "2026-11-21T14:00").await;
    assert!(root.get("/admin/announcements").await.body.contains("14:00 UTC"));
    assert_eq!(root.post("/admin/announcements/1/withdraw", &[]).await.status, 303);
    assert_eq!(root.get("/").await.text(".announced"), None);
    assert_eq!(root.post("/admin/announcements/1/withdraw", &[]).await.status, 409);
    let acts: Vec<(String, String)> =
        sqlx::query_as("SELECT action, detail FROM audit_log WHERE action LIKE '%announce%' ORDER BY seq")
            .fetch_all(&site.database().await)
            .await
            .unwrap();
    let words = || "We tidy up on Sunday.".to_owned();
    assert_eq!(acts, [("announce".to_owned(), words()), ("end-announcement".to_owned(), words())]);
}

#[tokio::test]
async fn an_announcement_is_looked_at_before_and_changed_in_the_time_zone_of_the_admin() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let root = site.register_as("Rosa", Role::Admin).await;
    root.post("/settings/zone", &[("zone", "Asia/Kathmandu")]).await;
    let form = |words, until| [("words", words), ("tone", "warning"), ("from", ""), ("until", until)];
    // 12:00 UTC is 17:45 there.
    assert_eq!(root.post("/admin/announcements", &form("We tidy up.", "2026-11-21T17:45")).await.status, 422);
    let mut fields = form("We tidy up.", "2026-11-21T18:45").to_vec();
    fields.push(("preview", "yes"));
    let seen = root.post("/admin/announcements", &fields).await;
    assert_eq!((seen.status, seen.texts("main .announced p")), (200, vec!["We tidy up.".to_owned()]));
    assert!(seen.text("main .soft").unwrap().starts_with("From now until"), "{:?}", seen.texts("main .soft"));
    assert_eq!(seen.attribute("#until", "value").as_deref(), Some("2026-11-21T18:45"));
    assert_eq!(root.get("/").await.text(".announced"), None, "nobody else sees it yet");
    assert_eq!(root.post("/admin/announcements", &fields[..4]).await.status, 303);
    let page = root.get("/admin/announcements?change=1").await;
    assert_eq!(page.attribute("#until", "value").as_deref(), Some("2026-11-21T18:45"));
    assert_eq!(page.attribute("input[name=\"replaces\"]", "value").as_deref(), Some("1"));
    let mut changed = form("We tidied up.", "2026-11-21T19:45").to_vec();
    changed.push(("replaces", "1"));
    assert_eq!(root.post("/admin/announcements", &changed).await.status, 303);
    assert_eq!(root.get("/").await.texts(".announced p"), ["We tidied up."]);
    assert_eq!(root.post("/admin/announcements", &changed).await.status, 409, "it was replaced");
    assert_eq!(root.get("/").await.texts(".announced p"), ["We tidied up."]);
    let log = "SELECT detail FROM audit_log WHERE action = 'announce' ORDER BY seq";
    let log: Vec<String> = sqlx::query_scalar(log).fetch_all(&site.database().await).await.unwrap();
    assert_eq!(log, ["We tidy up.", "We tidied up. ← We tidy up."]);
}

#[tokio::test]
async fn what_was_done_to_an_announcement_is_said_and_a_removed_one_is_published_again_at_a_press() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let root = site.register_as("Rosa", Role::Admin).await;
    let form = [("words", "We tidy up."), ("tone", "warning"), ("from", ""), ("until", "2026-11-21T14:00")];
    let published = root.post("/admin/announcements", &form).await;
    let notice = async |path: &str| root.get(path).await.texts("main [role=status] p");
    assert_eq!(notice(published.location()).await, ["Announcement published."]);
    let changed = root.post("/admin/announcements", &[&form[..], &[("replaces", "1")]].concat()).await;
    assert_eq!(notice(changed.location()).await, ["Announcement changed."]);
    let removed = root.post("/admin/announcements/2/withdraw", &[]).await;
    assert_eq!(removed.location(), "/admin/announcements?removed=2");
    let page = root.get(removed.location()).await;
    assert_eq!(page.texts("main [role=status] p"), ["Announcement removed."]);
    assert_eq!(root.get("/").await.text(".announced"), None);
    let values = page.attributes("main [role=status] input", "value");
    let again: Vec<_> =
        form.map(|(name, _)| name).into_iter().zip(values.iter().map(String::as_str)).collect();
    assert_eq!(again, form);
    assert_eq!(root.post(&page.form_url("main [role=status] form"), &again).await.status, 303);
    assert_eq!(root.get("/").await.texts(".announced p"), ["We tidy up."]);
    site.wait(2 * HOUR);
    assert_eq!(notice(removed.location()).await, [""; 0], "it would be over");
    assert_eq!(notice("/admin/announcements?removed=99&done=else").await, [""; 0]);
}

#[tokio::test]
async fn only_admins_announce_and_only_valid_announcements() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let root = site.register_as("Rosa", Role::Admin).await;
    let until = "2026-11-21T14:00";
    for (who, status) in [
        (site.register_as("Mona", Role::Moderator).await, 404),
        (site.register("Ada").await, 404),
        (site.visitor(), 303),
    ] {
        assert_eq!(announces(&who, "", until).await, status);
        assert_eq!(who.get("/admin/announcements").await.status, status);
        assert_eq!(who.post("/admin/announcements/1/withdraw", &[]).await.status, status);
    }
    for (from, until) in [
        ("", ""),
        ("", "soon"),
        ("", "2026-11-21T12:00"),
        ("2026-11-21T15:00", until),
        ("later", until),
        ("", "2028-01-01T00:00"),
    ] {
        assert_eq!(announces(&root, from, until).await, 422, "{from} {until}");
    }
    for (words, tone) in [("", "news"), (&*"x".repeat(301), "news"), ("Hello", "shout")] {
        let fields = [("words", words), ("tone", tone), ("until", until)];
        let answer = root.post("/admin/announcements", &fields).await;
        assert_eq!((answer.status, answer.text(".problem").is_some()), (422, true), "{tone}");
    }
    assert_eq!(root.get("/").await.text(".announced"), None);
}

#[tokio::test]
async fn staff_see_statistics_of_the_site() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    for who in [site.register_as("Mona", Role::Moderator).await, site.register_as("Rosa", Role::Admin).await]
    {
        let page = who.get("/admin/statistics").await;
        let facts = page.texts(".numbers dd");
        assert_eq!(page.status, 200);
        assert!(facts[0] == "3" || facts[0] == "4", "accounts: {facts:?}");
        assert_eq!(page.texts(".tallies tbody th"), ["Tic-Tac-Toe"]);
        assert_eq!(page.texts(".tallies tbody td"), ["0", "0", "1"]);
        let charts = page.attributes("svg.bars", "aria-label");
        assert!(
            charts[0].starts_with(&format!(
                "Moves on each of the last 30 days: at most {} a day",
                SHORT_WIN.len()
            )),
            "{charts:?}"
        );
        assert!(charts[2].ends_with("1 today"), "{charts:?}");
    }
    assert_eq!(m.ada.get("/admin/statistics").await.status, 404);
    assert_eq!(site.visitor().get("/admin/statistics").await.status, 303);
}

#[tokio::test]
async fn deleted_accounts_are_not_counted_in_statistics() {
    let site = TestSite::start().await;
    let root = site.register_as("Rosa", Role::Admin).await;
    site.register("Ada").await;
    let ben = site.register("Ben").await;
    assert_eq!(ben.post("/account/delete", &[("name", "Ben"), ("password", PASSWORD)]).await.status, 200);
    let facts = root.get("/admin/statistics").await.texts(".numbers dd");
    assert_eq!(facts[0], "2");
}
