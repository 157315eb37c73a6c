//! Guests: what they may do, how they get an account, and when they are deleted.

use parlour::now::spans::DAY;
use parlour::now::{Clock, Moment};
use parlour::users::RegistrationMode;
use parlour::users::Role;
use reqwest::Method;

use crate::harness::{PASSWORD, PageAnswer, SLOW_BOTS, TestPerson, TestSite, path};

const NOON: Moment = Moment(1_795_262_400_000);
const PLAY: [(&str, &str); 2] = [("game", "tictactoe"), ("level", "1")];

/// A guest who has started a match against a bot, and that match.
async fn guest(site: &TestSite) -> (TestPerson, String) {
    let guest = site.visitor();
    let answer = guest.post("/play", &PLAY).await;
    (guest, answer.location().strip_prefix("/matches/").unwrap().to_owned())
}

async fn name_of(guest: &TestPerson, id: &str) -> String {
    guest.record(id).await["seats"][0]["name"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn every_page_offers_a_guest_to_create_an_account() {
    let site = TestSite::start().await;
    let (guest, id) = guest(&site).await;
    for page in ["/", "/play", "/games", "/join", &path(&id, ""), "/account/registration", "/matches/open"] {
        let page = guest.get(page).await;
        assert_eq!(page.status, 200);
        assert_eq!(
            page.text(".guest-bar").as_deref(),
            Some("Guest: create an account to keep your matches.")
        );
        assert_eq!(page.attribute(".guest-bar a", "href").as_deref(), Some("/account/registration"));
        assert_eq!(
            page.attributes("header a", "href").iter().filter(|href| *href == "/matches/new").count(),
            0
        );
    }
    assert!(site.visitor().get("/").await.text(".guest-bar").is_none());
}

#[tokio::test]
async fn a_guest_is_not_asked_about_the_time_zone_of_an_account() {
    let site = TestSite::start().await;
    let offer = |page: &PageAnswer| page.attribute("form[data-zone-offer]", "data-zone-offer");
    assert_eq!(offer(&guest(&site).await.0.get("/").await), None);
    assert_eq!(offer(&site.register("Ada").await.get("/").await).as_deref(), Some("UTC"));
}

#[tokio::test]
async fn features_that_need_an_account_are_refused_with_a_link_to_registration() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let rated = ada.opens(&[("game", "tictactoe")]).await;
    let (guest, id) = guest(&site).await;
    let create = [("game", "kalah"), ("seats", "2"), ("visibility", "private")];
    let report = [("person", "Ada"), ("cause", "other"), ("words", "So it was.")];
    let (chat, invitations, join) = (path(&id, "chat"), path(&id, "invitations"), path(&rated, "seats"));
    for (page, fields) in [
        ("/matches", &create[..]),
        (&chat, &[("text", "Hello")]),
        (&invitations, &[("name", "Ada")]),
        (&join, &[]),
        ("/reports", &report),
        ("/settings", &[]),
        ("/settings/address", &[("address", "a@example.org")]),
        ("/settings/devices", &[]),
        ("/account/password", &[("current", ""), ("password", PASSWORD)]),
        ("/account/passkeys/challenge", &[]),
        ("/account/totp", &[]),
        ("/account/delete", &[("name", "x"), ("password", "")]),
        ("/settings/feeds/news", &[]),
    ] {
        let answer = guest.post(page, fields).await;
        assert_eq!(answer.status, 403, "{page}");
        assert_eq!(
            answer.attribute("main a.button", "href").as_deref(),
            Some("/account/registration"),
            "{page}"
        );
    }
    for page in ["/settings", "/account", "/account/export", "/matches/new", "/reports"] {
        assert_eq!(guest.get(page).await.status, 403, "{page}");
    }
    assert!(guest.get(&path(&id, "")).await.texts("#talk input").is_empty());
    assert_eq!(guest.request(Method::GET, "/admin").send().await.unwrap().status(), 404);
}

#[tokio::test]
async fn a_guest_joins_by_link_and_plays_with_people() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let open = ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    let visitor = site.visitor();
    let page = visitor.get(&path(&open, "")).await;
    assert!(page.attributes("form", "action").contains(&path(&open, "seats/guest")));
    let joined = visitor.post(&path(&open, "seats/guest"), &[]).await;
    assert_eq!((joined.status, joined.location()), (303, &*path(&open, "")));
    assert_eq!(ada.play(&open, "b2").await.status, 303);
    assert_eq!(visitor.play(&open, "a1").await.status, 303);
    assert!(name_of(&ada, &open).await == "Ada");
    let (guest, _) = guest(&site).await;
    let other = ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    assert_eq!(guest.post(&path(&other, "seats"), &[]).await.status, 303);
    assert_eq!(ada.record(&other).await["status"], "playing");
    let rated = ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(site.visitor().post(&path(&rated, "seats/guest"), &[]).await.status, 403);
    assert!(
        !site
            .visitor()
            .get(&path(&rated, ""))
            .await
            .attributes("form", "action")
            .contains(&path(&rated, "seats/guest"))
    );
    assert_eq!(site.visitor().post("/matches/222222222222/seats/guest", &[]).await.status, 404);
}

#[tokio::test]
async fn a_guest_gets_hints_and_an_analysis_of_their_match_and_another_guest_does_not() {
    let site = TestSite::with(|config| config.bots = SLOW_BOTS).await;
    let ((ada, id), (other, _)) = (guest(&site).await, guest(&site).await);
    let page = ada.get(&path(&id, "")).await;
    assert!(page.texts("#hint form button").contains(&"Hint".to_owned()));
    let hint = ada.post(&path(&id, "hint"), &[]).await;
    assert!(hint.text("#named .hint").unwrap().starts_with("Mark "), "{:?}", hint.texts("[role=alert]"));
    assert_eq!(other.post(&path(&id, "hint"), &[]).await.status, 404);
    assert_eq!(ada.play(&id, "b2").await.status, 303);
    assert_eq!(ada.post(&path(&id, "resignation"), &[]).await.status, 303);
    assert_eq!(other.post(&path(&id, "analysis"), &[]).await.status, 404);
    assert_eq!(ada.post(&path(&id, "analysis"), &[]).await.status, 303);
    site.runs_tasks().await;
    let analysis = ada.get(&path(&id, "analysis")).await;
    assert_eq!(analysis.attributes("svg.evaluation a", "href").len(), 2);
    assert_eq!(ada.post(&path(&id, "analysis/best-move"), &[]).await.status, 200);
    assert_eq!(other.post(&path(&id, "analysis/best-move"), &[]).await.status, 404);
}

#[tokio::test]
async fn a_guest_who_registers_keeps_their_matches() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let (guest, id) = guest(&site).await;
    let before = name_of(&guest, &id).await;
    let second = guest.clone();
    for (fields, status) in [
        ([("username", "Ada"), ("password", PASSWORD)], 409),
        ([("username", "x"), ("password", PASSWORD)], 422),
        ([("username", "Cleo"), ("password", "short")], 422),
        ([("username", "Guest 77"), ("password", PASSWORD)], 422),
        ([("username", "Quarto Casual (bot)"), ("password", PASSWORD)], 422),
    ] {
        assert_eq!(guest.post("/account/registration", &fields).await.status, status, "{fields:?}");
    }
    let cookie = |answer: &crate::harness::PageAnswer| {
        let cookies =
            answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap().to_owned());
        let name = format!("{}=", site.cookie_name("parlour"));
        cookies.filter(|cookie| cookie.starts_with(&name)).collect::<Vec<_>>()
    };
    let form = [("username", "Cleo"), ("password", PASSWORD)];
    let registered = guest.post("/account/registration", &form).await;
    assert_eq!((registered.status, registered.location()), (303, "/"), "{}", registered.body);
    assert_eq!(cookie(&registered).len(), 1, "the session token is new");
    let page = guest.get(&path(&id, "")).await;
    assert!(page.text("#seats").unwrap().contains("Cleo") && page.text(".guest-bar").is_none());
    assert_eq!(guest.post("/account/registration", &form).await.status, 409);
    assert_eq!(guest.get("/account/registration").await.location(), "/account");
    assert_eq!(site.visitor().get(&format!("/players/{before}")).await.status, 404);
    assert_eq!(second.get("/account").await.status, 200, "the same cookies");
    let again = site.visitor();
    assert_eq!(again.post("/login", &form).await.status, 303);
    assert_eq!(name_of(&again, &id).await, "Cleo");
    let sessions: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.name = 'Cleo'",
    )
    .fetch_one(&site.database().await)
    .await
    .unwrap();
    assert_eq!(sessions, 2, "the guest's session has ended");
}

#[tokio::test]
async fn guest_registration_needs_a_guest_and_the_usual_links_lead_guests_to_it() {
    let site = TestSite::start().await;
    let form = [("username", "Cleo"), ("password", PASSWORD)];
    assert_eq!(site.visitor().post("/account/registration", &form).await.status, 303);
    assert_eq!(site.visitor().get("/account/registration").await.location(), "/register");
    site.register("Ada").await;
    let (guest, _) = guest(&site).await;
    assert_eq!(guest.get("/register").await.location(), "/account/registration");
    assert_eq!(guest.get("/login").await.status, 200);
    assert_eq!(guest.post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await.status, 303);
    assert_eq!(guest.get("/account").await.status, 200);
}

#[tokio::test]
async fn a_guest_can_sign_in_to_an_account_with_two_step_sign_in() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let ada = site.register("Ada").await;
    let (app, _) = ada.sets_up_app(&site).await;
    let (guest, _) = guest(&site).await;
    let login = guest.post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!(login.location(), "/login/two-factor");
    let page = guest.get("/login/two-factor").await;
    assert_eq!((page.status, page.attributes("input[name=code]", "name").len()), (200, 1));
    site.wait(30_000);
    let code = app.shows(site.clock.now());
    assert_eq!(guest.post("/login/two-factor", &[("code", &code)]).await.status, 303);
    assert_eq!(guest.signed_in_as().await.as_deref(), Some("Ada"));
}

#[tokio::test]
async fn nobody_signs_in_as_a_guest_or_registers_a_guest_name() {
    let site = TestSite::start().await;
    let (guest, id) = guest(&site).await;
    let name = name_of(&guest, &id).await;
    for password in ["", PASSWORD] {
        assert_ne!(
            site.visitor().post("/login", &[("username", &name), ("password", password)]).await.status,
            303
        );
    }
    for taken in [&*name, "guest 1"] {
        let form = [("username", taken), ("password", PASSWORD)];
        assert_eq!(site.visitor().post("/register", &form).await.status, 422);
    }
    let root = site.register_as("Rosa", Role::Admin).await;
    site.register("Ada").await;
    let renaming = [("why", "A test"), ("name", "Guest 12")];
    assert_eq!(root.post("/admin/users/Ada/rename", &renaming).await.status, 422);
    assert!(!root.get("/admin/users").await.body.contains("Guest "));
    assert!(root.get("/admin/users?q=guest+&show=").await.body.contains(&name), "staff find them");
    let page = format!("/admin/users/{name}");
    assert_eq!(root.get(&page).await.status, 200);
    let why = [("why", "A test")];
    for action in ["reset-link", "two-factor/remove"] {
        assert_eq!(root.post(&format!("{page}/{action}"), &why).await.status, 409, "{action}");
    }
    assert_eq!(
        root.post(&format!("{page}/rename"), &[("why", "A test"), ("name", "Cleo")]).await.status,
        409
    );
    assert_eq!(
        root.post(&format!("{page}/role"), &[("why", "A test"), ("from", "player"), ("role", "admin")])
            .await
            .status,
        409
    );
    assert_eq!(
        root.post(&format!("{page}/suspension"), &[("why", "A test"), ("days", "1")]).await.status,
        303
    );
    assert!(root.get("/admin/users?show=suspended").await.body.contains(&name), "also without a search");
    assert_eq!(guest.post("/play", &[("game", "kalah")]).await.status, 403);
    assert_eq!(site.visitor().get(&format!("/players/{name}")).await.status, 200);
}

#[tokio::test]
async fn a_guest_cannot_create_an_account_where_sign_up_is_closed() {
    let site = TestSite::start().await;
    let (guest, _) = guest(&site).await;
    let site = site.restart(|config| config.registration = Some(RegistrationMode::Closed)).await;
    let form = [("username", "Cleo"), ("password", PASSWORD)];
    assert_eq!(guest.post("/account/registration", &form).await.status, 403);
    assert_eq!(guest.get("/").await.status, 200);
    drop(site);
}

#[tokio::test]
async fn a_guest_idle_for_a_week_is_deleted_with_their_matches_against_bots() {
    let clock = Clock::at(NOON);
    let site = TestSite::at(clock.clone(), |_| {}).await;
    let ada = site.register("Ada").await;
    let (guest, alone) = guest(&site).await;
    let (staying, remaining) = self::guest(&site).await;
    let open = ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    assert_eq!(guest.post(&path(&open, "seats"), &[]).await.status, 303);
    ada.play(&open, "b2").await;
    guest.play(&open, "a1").await;
    clock.set(NOON.after(6 * DAY));
    assert_eq!(site.expire_guests().await, 0);
    assert_eq!(staying.get("/").await.status, 200);
    clock.set(NOON.after(8 * DAY));
    assert_eq!(site.expire_guests().await, 1);
    assert_eq!(site.expire_guests().await, 0);
    assert_eq!(guest.get("/").await.text(".guest-bar"), None);
    let database = site.database().await;
    let matches: Vec<String> =
        sqlx::query_scalar("SELECT id FROM matches ORDER BY id").fetch_all(&database).await.unwrap();
    let mut left = vec![remaining.clone(), open.clone()];
    left.sort();
    assert_eq!(matches, left, "{alone} is gone");
    assert_eq!(staying.get(&path(&remaining, "")).await.status, 200);
    assert_eq!(site.visitor().get(&path(&alone, "")).await.status, 404);
    let record = ada.record(&open).await;
    assert_eq!((&record["status"], &record["seats"][1]["name"]), (&"ended".into(), &"Former player".into()));
    let guests: Vec<String> = sqlx::query_scalar("SELECT kind FROM users WHERE kind <> 'bot' ORDER BY id")
        .fetch_all(&database)
        .await
        .unwrap();
    assert_eq!(guests, ["person", "person", "guest"]);
    assert_eq!(site.state().store.wrong_tallies(0, 1000).await.unwrap(), 0);
    assert_eq!(site.state().store.wrong_match_counts().await.unwrap(), 0);
}

#[tokio::test]
async fn a_guest_who_uses_the_ordinary_sign_up_keeps_their_matches() {
    let site = TestSite::start().await;
    let (guest, id) = guest(&site).await;
    let form = [("username", "Cleo"), ("password", PASSWORD), ("next", "/games")];
    let registered = guest.post("/register", &form).await;
    assert_eq!((registered.status, registered.location()), (303, "/games"));
    assert_eq!(name_of(&guest, &id).await, "Cleo");
    assert_eq!(guest.signed_in_as().await.as_deref(), Some("Cleo"));
}

#[tokio::test]
async fn a_guest_who_signs_in_is_told_before_that_their_matches_end() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let (guest, with_bot) = guest(&site).await;
    let with_ada = ada.opens(&[("game", "tictactoe"), ("visibility", "private"), ("rated", "no")]).await;
    assert_eq!(guest.post(&path(&with_ada, "seats"), &[]).await.status, 303);
    let told = guest.get("/login").await.text(".guest-matches").unwrap();
    assert!(told.contains("Signing in ends your 2 unfinished guest matches."), "{told}");
    let wrong = guest.post("/login", &[("username", "Ben"), ("password", "another marble rolls")]).await;
    assert!(wrong.text(".guest-matches").is_some() && ada.record(&with_ada).await["status"] == "playing");
    assert_eq!(guest.post("/login", &[("username", "Ben"), ("password", PASSWORD)]).await.status, 303);
    assert_eq!(guest.signed_in_as().await.as_deref(), Some("Ben"));
    let record = ada.record(&with_ada).await;
    assert_eq!((&record["status"], &record["seats"][1]["name"]), (&"ended".into(), &"Former player".into()));
    for person in [&ada, &ben, &guest] {
        assert_eq!(person.get(&path(&with_bot, "")).await.status, 404);
    }
    assert_eq!(ben.get("/login?next=/games").await.status, 303, "no others are told");
}

#[tokio::test]
async fn no_guest_is_created_for_a_visitor_who_cannot_join() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let full = ada.opens(&[("game", "tictactoe"), ("rated", "no")]).await;
    assert_eq!(ben.post(&path(&full, "seats"), &[]).await.status, 303);
    let visitor = site.visitor();
    let answer = visitor.post(&path(&full, "seats/guest"), &[]).await;
    assert_eq!((answer.status, answer.location()), (303, &*path(&full, "")));
    assert_eq!(visitor.signed_in_as().await, None);
    let guests = sqlx::query_scalar("SELECT count(*) FROM users WHERE kind = 'guest'");
    assert_eq!(guests.fetch_one(&site.database().await).await.ok(), Some(0_i64));
}
