//! Creating the first admin with the link in the log.

use futures_util::future::join_all;
use parlour::users::RegistrationMode;
use parlour::users::Role;

use crate::harness::{PASSWORD, PageAnswer, TestPerson, TestSite};

/// The key of the link in the log.
fn key(site: &TestSite) -> String {
    site.state().setup_key.as_ref().unwrap().text()
}

async fn sets_up(person: &TestPerson, key: &str, name: &str, password: &str) -> PageAnswer {
    person.post("/setup", &[("key", key), ("username", name), ("password", password)]).await
}

#[tokio::test]
async fn the_link_creates_an_admin_who_is_signed_in_and_is_not_asked_again() {
    let site = TestSite::start().await;
    let (ada, key) = (site.visitor(), key(&site));
    let page = ada.get(&format!("/setup?key={key}")).await;
    assert_eq!((page.status, page.text("h1").as_deref()), (200, Some("Create the first admin")));
    assert_eq!(page.attribute("input[name=key]", "value").as_ref(), Some(&key));
    assert_eq!(page.header("cache-control"), "private, no-store");
    assert_eq!(page.header("referrer-policy"), "same-origin");
    let done = sets_up(&ada, &key, "Ada", PASSWORD).await;
    assert_eq!((done.status, done.location()), (303, "/admin"));
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"));
    for path in ["/admin", "/admin/invitations"] {
        assert_eq!(ada.get(path).await.status, 200, "{path}");
    }
    let form = [("note", "the club"), ("places", "1"), ("days", "14")];
    assert_eq!(ada.post("/admin/invitations", &form).await.location(), "/admin/invitations?done=made");
    let entry = ada.get("/admin/audit").await.texts(".entries > li").into_iter().last().unwrap();
    for part in ["created an account for Ada", "as admin", "with the link in the log"] {
        assert!(entry.contains(part), "{entry}");
    }
}

#[tokio::test]
async fn the_form_can_be_sent_twice_from_its_page_and_creates_one_account() {
    let site = TestSite::start().await;
    let (ada, key) = (site.visitor(), key(&site));
    let url = ada.get(&format!("/setup?key={key}")).await.form_url("form[action*='/setup']");
    for _ in 0..2 {
        let done = ada.post(&url, &[("key", &key), ("username", "Ada"), ("password", PASSWORD)]).await;
        assert_eq!((done.status, done.location()), (303, "/admin"));
    }
}

#[tokio::test]
async fn a_wrong_missing_or_used_key_is_answered_like_an_unknown_address() {
    let site = TestSite::start().await;
    let key = key(&site);
    let unknown = site.visitor().get("/no-such-page").await;
    let other = "A".repeat(43);
    let short = &key[..42];
    let is_unknown = async |key: &str| {
        let page = site.visitor().get(&format!("/setup?key={key}")).await;
        assert_eq!((page.status, page.text("main")), (404, unknown.text("main")), "{key}");
        let form = sets_up(&site.visitor(), key, "Eve", PASSWORD).await;
        assert_eq!((form.status, form.text("h1")), (404, unknown.text("h1")), "{key}");
        assert!(!form.body.contains("Eve"), "{}", form.body);
    };
    for wrong in ["", "nonsense", &other, short] {
        is_unknown(wrong).await;
    }
    assert_eq!(site.visitor().get("/setup").await.status, 404);
    assert_eq!(site.visitor().post("/setup", &[]).await.status, 404);
    assert_eq!(sets_up(&site.visitor(), &key, "Ada", PASSWORD).await.status, 303);
    is_unknown(&key).await;
    assert_eq!(site.visitor().get("/players/Eve").await.status, 404);
}

#[tokio::test]
async fn of_simultaneous_setups_one_succeeds() {
    for names in [["Ada", "Ben", "Cleo", "Dan"], ["Ada"; 4]] {
        let site = TestSite::start().await;
        let key = key(&site);
        let crowd = names.map(|name| {
            let (visitor, key) = (site.visitor(), &key);
            async move { sets_up(&visitor, key, name, PASSWORD).await.status }
        });
        let mut answers = join_all(crowd).await;
        answers.sort_unstable();
        assert_eq!(answers, [303, 404, 404, 404], "{names:?}");
        let admins = "SELECT count(*) FROM users WHERE role = 'admin'";
        let admins: i64 = sqlx::query_scalar(admins).fetch_one(&site.database().await).await.unwrap();
        assert_eq!(admins, 1);
    }
}

#[tokio::test]
async fn the_link_works_where_registration_is_closed_or_by_invitation() {
    for registration in [RegistrationMode::Closed, RegistrationMode::Invitation] {
        let site = TestSite::with(|config| config.registration = Some(registration)).await;
        let ada = site.visitor();
        assert_eq!(ada.get(&format!("/setup?key={}", key(&site))).await.status, 200);
        assert_eq!(sets_up(&ada, &key(&site), "Ada", PASSWORD).await.location(), "/admin");
        assert_eq!(ada.get("/admin/invitations").await.status, 200);
    }
}

#[tokio::test]
async fn a_wrong_name_or_password_is_refused_beside_its_field() {
    let site = TestSite::start().await;
    let key = key(&site);
    site.register("Ben").await;
    let visitor = site.visitor();
    for (name, password, status, field) in [
        ("no spaces", PASSWORD, 422, "username"),
        ("", PASSWORD, 422, "username"),
        ("Ada", "short", 422, "password"),
        ("Ada", "password123", 422, "password"),
        ("ben", PASSWORD, 409, "username"),
    ] {
        let answer = sets_up(&visitor, &key, name, password).await;
        assert_eq!(answer.status, status, "{name} {password}");
        assert!(answer.text(&format!("#{field}-problem")).is_some(), "{}", answer.body);
        assert_eq!(answer.attribute("#username", "value").unwrap_or_default(), name);
        assert_eq!(answer.attribute("#password", "value"), None);
        assert_eq!(answer.attribute("input[name=key]", "value").as_ref(), Some(&key));
    }
    // As at the command line, the name of the first admin may be a reserved one.
    assert_eq!(sets_up(&visitor, &key, "admin", PASSWORD).await.location(), "/admin");
}

#[tokio::test]
async fn accounts_with_other_roles_do_not_end_the_link_and_an_admin_does() {
    let site = TestSite::start().await;
    let key = key(&site);
    let link = format!("/setup?key={key}");
    let ben = site.register("Ben").await;
    let mona = site.register_as("Mona", Role::Moderator).await;
    for person in [&ben, &mona, &site.visitor()] {
        assert_eq!(person.get(&link).await.status, 200);
    }
    site.make("Ben", Role::Admin).await;
    assert_eq!(site.visitor().get(&link).await.status, 404);
    assert_eq!(sets_up(&site.visitor(), &key, "Ada", PASSWORD).await.status, 404);
}

#[tokio::test]
async fn a_member_who_opens_the_link_is_signed_in_as_the_new_admin() {
    let site = TestSite::start().await;
    let (ben, guest, key) = (site.register("Ben").await, site.visitor(), key(&site));
    assert_eq!(guest.post("/play", &[("game", "tictactoe"), ("level", "1")]).await.status, 303);
    assert_eq!(guest.get(&format!("/setup?key={key}")).await.status, 200);
    let page = ben.get(&format!("/setup?key={key}")).await;
    let url = page.form_url("form[action*='/setup']");
    let done = ben.post(&url, &[("key", &key), ("username", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!((done.status, done.location()), (303, "/admin"));
    assert_eq!(ben.signed_in_as().await.as_deref(), Some("Ada"));
}

#[tokio::test]
async fn each_start_without_an_admin_has_another_key_and_a_start_with_one_has_none() {
    let site = TestSite::start().await;
    let first = key(&site);
    let site = site.restart(|_| {}).await;
    let second = key(&site);
    assert_ne!(first, second);
    assert_eq!(site.visitor().get(&format!("/setup?key={first}")).await.status, 404);
    assert_eq!(sets_up(&site.visitor(), &second, "Ada", PASSWORD).await.status, 303);
    let site = site.restart(|_| {}).await;
    assert!(site.state().setup_key.is_none());
    assert_eq!(site.visitor().get(&format!("/setup?key={second}")).await.status, 404);
}

#[tokio::test]
async fn attempts_at_the_key_are_limited() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    let visitor = site.visitor();
    let mut statuses = Vec::new();
    for _ in 0..70 {
        statuses.push(visitor.get("/setup?key=guess").await.status);
    }
    assert!(statuses.starts_with(&[404; 50]) && statuses.contains(&429), "{statuses:?}");
}
