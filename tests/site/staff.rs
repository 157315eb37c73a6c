//! Access to staff pages, also of suspended staff.

use parlour::users::Role;

use crate::harness::TestSite;

#[tokio::test]
async fn staff_find_their_entrance_and_for_everybody_else_there_is_none() {
    let site = TestSite::start().await;
    let (ada, ben) =
        (site.register_as("Ada", Role::Admin).await, site.register_as("Ben", Role::Moderator).await);
    let cleo = site.register("Cleo").await;
    for staff in [&ada, &ben] {
        let links = staff.get("/").await.attributes("header .menu a", "href");
        assert!(links.iter().any(|link| link == "/admin"), "{links:?}");
        assert_eq!(staff.get("/admin").await.status, 200);
    }
    let links = cleo.get("/").await.attributes("header .menu a", "href");
    assert!(links.iter().all(|link| link != "/admin"), "{links:?}");
    assert_eq!(cleo.get("/admin").await.status, 404);
    assert_eq!(site.visitor().get("/admin").await.location(), "/login?next=%2Fadmin");
}

#[tokio::test]
async fn a_role_counts_from_the_next_request_on_and_is_signed_in_to_anew() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    assert_eq!(ada.get("/admin").await.status, 404);
    site.make("Ada", Role::Moderator).await;
    assert_eq!(ada.signed_in_as().await, None);
    let form = [("username", "Ada"), ("password", crate::harness::PASSWORD)];
    assert_eq!(ada.post("/login", &form).await.status, 303);
    assert_eq!(ada.get("/admin").await.status, 200);
    site.make("Ada", Role::Player).await;
    assert_eq!(ada.signed_in_as().await, None);
}

#[tokio::test]
async fn whoever_is_suspended_reads_on_but_writes_nothing_more() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let (ada, seq) = (&m.ada, m.seq().await);
    assert_eq!(ada.get(&m.path("")).await.texts(".suspended").len(), 0);
    site.suspend("Ada").await;
    for (what, form) in [
        ("plies", &[("seq", "3"), ("notation", "b2")][..]),
        ("chat", &[("text", "hello")]),
        ("resignation", &[]),
        ("rematch", &[]),
        ("draw", &[("do", "offer")]),
    ] {
        let refused = ada.post(&m.path(what), form).await;
        assert_eq!(refused.status, 403, "{what}");
        assert!(refused.body.contains("for the test"), "{what}");
    }
    for (path, form) in [
        ("/matches", &[("game", "tictactoe"), ("seats", "2"), ("visibility", "public")][..]),
        ("/matches/accounts/seats", &[]),
        ("/accounts", &[]),
    ] {
        assert_eq!(ada.post(path, form).await.status, 403, "{path}");
    }
    assert_eq!(m.seq().await, seq);
    for path in ["/", "/account", "/settings", &m.path(""), &m.path("record.json")] {
        let page = ada.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        let told = page.text(".suspended");
        assert!(path.ends_with("json") || told.is_some_and(|told| told.contains("for the test")), "{path}");
    }
    assert_eq!(ada.post("/settings/play", &[("after", "stay"), ("before", "never")]).await.status, 303);
    assert_eq!(ada.post("/logout", &[]).await.status, 303);
    assert_eq!(m.ben.get("/").await.text(".suspended"), None);
}
