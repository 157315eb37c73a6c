//! Signing up with a link, where registration requires one.

use futures_util::future::join_all;
use parlour::now::Clock;
use parlour::users::RegistrationMode;
use parlour::users::Role;

use crate::harness::{HOUR, NOON, PASSWORD, PageAnswer, TestPerson, TestSite};

/// A site that requires sign-up links, with an admin.
async fn site() -> (TestSite, TestPerson) {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    site.register_as("Ada", Role::Admin).await;
    let site = site.restart(|config| config.registration = Some(RegistrationMode::Invitation)).await;
    let ada = site.visitor();
    assert_eq!(ada.post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await.status, 303);
    (site, ada)
}

/// The key of a sign-up link for a number of people.
async fn invites(ada: &TestPerson, places: &str) -> String {
    let form = [("note", "the chess club"), ("places", places), ("days", "14")];
    let made = ada.post("/admin/invitations", &form).await;
    assert_eq!((made.status, made.location()), (303, "/admin/invitations?done=made"));
    let link = ada.get("/admin/invitations").await.text(".address").unwrap();
    link.split_once("/register?invitation=").unwrap().1.to_owned()
}

async fn comes(site: &TestSite, name: &str, key: &str) -> PageAnswer {
    let form = [("username", name), ("password", PASSWORD), ("invitation", key)];
    site.visitor().post("/register", &form).await
}

#[tokio::test]
async fn an_invited_person_registers_and_the_invitation_is_recorded() {
    let (site, ada) = site().await;
    assert_eq!(site.visitor().get("/register").await.status, 403);
    let key = invites(&ada, "2").await;
    let form = site.visitor().get(&format!("/register?invitation={key}")).await;
    assert_eq!(form.attribute("input[name=invitation]", "value").as_ref(), Some(&key));
    let again = comes(&site, "a b", &key).await;
    assert_eq!((again.status, again.attribute("input[name=invitation]", "value")), (422, Some(key.clone())));
    assert_eq!(comes(&site, "ada", &key).await.status, 409);
    assert_eq!(comes(&site, "Ben", &key).await.status, 303);
    assert!(ada.get("/admin/users/Ben").await.text(".facts").unwrap().contains("the chess club"));
    let listed = ada.get("/admin/invitations").await.text(".entries > li").unwrap();
    assert!(listed.contains("1 of 2 places used") && listed.contains("Ben"), "{listed}");
}

#[tokio::test]
async fn an_invalid_invitation_admits_nobody() {
    let (site, ada) = site().await;
    let (used, old, revoked) = (invites(&ada, "1").await, invites(&ada, "1").await, invites(&ada, "1").await);
    assert_eq!(comes(&site, "Ben", &used).await.status, 303);
    assert_eq!(ada.post("/admin/invitations/3/revoke", &[]).await.status, 303);
    let number = |key: &str, id: &str| format!("{id}-{}", key.split_once('-').unwrap().1);
    let cut = used[..used.len() - 1].to_owned();
    let refused = async |name: &str, key: &str, words: &str| {
        let page = site.visitor().get(&format!("/register?invitation={key}")).await;
        assert_eq!((page.status, page.attribute("main form", "action")), (403, None), "{key}");
        let answer = comes(&site, name, key).await;
        assert_eq!(answer.status, 403, "{key}");
        assert!(answer.text("main").unwrap().contains(words), "{key}: {:?}", answer.text("main"));
    };
    refused("Cleo", &used, "has been used up").await;
    refused("Cleo", &revoked, "was revoked").await;
    for forged in
        [number(&used, "2"), number(&used, "99"), cut, "1".into(), "-".into(), "x-y".into(), "+1-AAAA".into()]
    {
        refused("Cleo", &forged, "isn’t valid").await;
    }
    refused("Cleo", "", "need an invitation").await;
    site.wait(14 * 24 * HOUR);
    refused("Cleo", &old, "has expired").await;
    assert_eq!(site.visitor().get("/players/Cleo").await.status, 404);
    let site = site.restart(|config| config.registration = Some(RegistrationMode::Closed)).await;
    let closed = comes(&site, "Cleo", &old).await;
    assert_eq!(closed.status, 403);
    assert!(closed.text("main").unwrap().contains("New accounts can’t be created"));
    let site = site.restart(|config| config.registration = Some(RegistrationMode::Open)).await;
    assert_eq!(comes(&site, "Cleo", &old).await.status, 303);
}

#[tokio::test]
async fn of_simultaneous_uses_of_a_single_use_link_one_succeeds() {
    let (site, ada) = site().await;
    let key = invites(&ada, "1").await;
    let crowd = (0..6).map(|number| {
        let (site, key) = (&site, &key);
        async move { comes(site, &format!("Friend{number}"), key).await.status }
    });
    let mut statuses = join_all(crowd).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 403, 403, 403, 403, 403]);
}

#[tokio::test]
async fn invitations_are_created_and_revoked_by_admins_only_and_always_limited() {
    let (site, ada) = site().await;
    let key = invites(&ada, "1").await;
    let mo = comes(&site, "Mo", &key).await;
    assert_eq!(mo.status, 303);
    site.make("Mo", Role::Moderator).await;
    let mo = site.visitor();
    mo.post("/login", &[("username", "Mo"), ("password", PASSWORD)]).await;
    let good = [("note", ""), ("places", "1"), ("days", "14")];
    assert_eq!(mo.post("/admin/invitations", &good).await.status, 404);
    assert_eq!(mo.post("/admin/invitations/1/revoke", &[]).await.status, 404);
    assert!(site.visitor().post("/admin/invitations", &good).await.location().starts_with("/login"));
    let long = "x".repeat(201);
    let bad: &[&[(&str, &str)]] = &[
        &[("note", ""), ("places", "0"), ("days", "14")],
        &[("note", ""), ("places", "501"), ("days", "14")],
        &[("note", ""), ("places", "1"), ("days", "0")],
        &[("note", ""), ("places", "1"), ("days", "367")],
        &[("note", ""), ("places", "many"), ("days", "14")],
        &[("note", &long), ("places", "1"), ("days", "14")],
        &[("note", ""), ("places", "1"), ("days", "14"), ("made_by", "2")],
        &[("note", "")],
    ];
    for form in bad {
        assert_eq!(ada.post("/admin/invitations", form).await.status, 422, "{form:?}");
    }
    for (id, status) in [("1", 409), ("2", 404), ("x", 404), ("-1", 404)] {
        assert_eq!(ada.post(&format!("/admin/invitations/{id}/revoke"), &[]).await.status, status, "{id}");
    }
    assert_eq!(ada.get("/admin/invitations").await.texts(".entries > li").len(), 1);
}
