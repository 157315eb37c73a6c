//! A visitor joins a match: they sign up or in, and have their seat right after.

use std::collections::BTreeMap;

use parlour::now::Clock;
use parlour::users::RegistrationMode;

use crate::harness::{Authenticator, MINUTE, NOON, PASSWORD, PageAnswer, TestPerson, TestSite, path};

const TABLE: [(&str, &str); 3] = [("game", "tictactoe"), ("seats", "2"), ("visibility", "private")];

/// The hidden fields of the form on a page.
fn hidden(page: &PageAnswer) -> BTreeMap<String, String> {
    let inputs = "main form input[type=hidden][value]";
    let fields = page.attributes(inputs, "name").into_iter().zip(page.attributes(inputs, "value"));
    fields.filter(|(_, value)| !value.is_empty()).collect()
}

/// Sends the form of a page as a browser does, with these fields filled in.
async fn fills_in(person: &TestPerson, page: &PageAnswer, filled: &[(&str, &str)]) -> PageAnswer {
    let hidden = hidden(page);
    let fields: Vec<_> =
        hidden.iter().map(|(name, value)| (&**name, &**value)).chain(filled.iter().copied()).collect();
    person.post(&page.attribute("main form", "action").unwrap(), &fields).await
}

/// The page that a visitor gets who clicks "Join".
async fn clicks_join(visitor: &TestPerson, id: &str) -> PageAnswer {
    let page = visitor.get(&path(id, "")).await;
    assert_eq!(page.text(".joining button").as_deref(), Some("Join"));
    let action = page.attribute(".joining form", "action").unwrap();
    let sent = visitor.post(&action, &[]).await;
    assert_eq!(sent.status, 303);
    visitor.get(sent.location()).await
}

/// Whether a user has a seat.
async fn sits(site: &TestSite, id: &str, name: &str) -> bool {
    let seated = "SELECT count(*) FROM match_seats s JOIN users u ON u.id = s.user_id
        WHERE s.match_id = $1 AND u.name = $2 AND NOT s.is_reserved";
    let query = sqlx::query_scalar::<_, i64>(seated).bind(id).bind(name);
    query.fetch_one(&site.database().await).await.unwrap() > 0
}

/// Follows the response to the last form: a `POST` to the seats, which redirects to the match.
async fn is_seated(site: &TestSite, person: &TestPerson, answer: &PageAnswer, id: &str, name: &str) {
    assert_eq!((answer.status, answer.location()), (307, &*path(id, "seats")), "{}", answer.body);
    assert!(!sits(site, id, name).await, "the form that is sent on takes the seat");
    let joined = person.post(answer.location(), &[("username", name), ("password", PASSWORD)]).await;
    assert_eq!((joined.status, joined.location()), (303, &*path(id, "")));
    assert!(sits(site, id, name).await);
}

#[tokio::test]
async fn a_visitor_who_joins_signs_up_and_has_the_seat() {
    let site = TestSite::start().await;
    let id = site.register("Ada").await.opens(&TABLE).await;
    let visitor = site.visitor();
    let page = clicks_join(&visitor, &id).await;
    assert_eq!(page.text("h1").as_deref(), Some("Create an account"));
    assert_eq!(page.text("main .lead").as_deref(), Some("You’ll join Ada’s Tic-Tac-Toe match right after."));
    for (password, status) in [("short", 422), ("", 422)] {
        let wrong = fills_in(&visitor, &page, &[("username", "Ben"), ("password", password)]).await;
        assert_eq!((wrong.status, hidden(&wrong)), (status, hidden(&page)), "{password}");
        assert_eq!(wrong.text("main .lead"), page.text("main .lead"));
    }
    let taken = fills_in(&visitor, &page, &[("username", "ada"), ("password", PASSWORD)]).await;
    assert_eq!((taken.status, hidden(&taken)), (409, hidden(&page)));
    let done = fills_in(&visitor, &taken, &[("username", "Ben"), ("password", PASSWORD)]).await;
    is_seated(&site, &visitor, &done, &id, "Ben").await;
    assert_eq!(visitor.record(&id).await["status"], "playing");
}

#[tokio::test]
async fn a_visitor_joins_from_the_list_of_open_matches() {
    let site = TestSite::start().await;
    let (ada, _ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[("game", "tictactoe")]).await;
    ada.opens(&[("game", "kalah"), ("invite", "Ben")]).await;
    let visitor = site.visitor();
    let list = visitor.get("/matches/open").await;
    assert_eq!(
        list.attributes("main li form", "action"),
        [path(&id, "seats")],
        "one seat is reserved for Ben"
    );
    assert_eq!(list.texts("main li form button"), ["Join"]);
    let sent = visitor.post(&path(&id, "seats"), &[]).await;
    let expected = format!("/register?next=%2Fmatches%2F{id}%2Fseats");
    assert_eq!((sent.status, sent.location()), (303, &*expected));
    let by_htmx = visitor.post_by_htmx(&path(&id, "seats"), &[]).await;
    assert_eq!((by_htmx.status, by_htmx.header("hx-redirect")), (200, &*expected));
}

#[tokio::test]
async fn signing_in_instead_leads_to_the_seat_too_and_so_does_the_link_back() {
    let site = TestSite::start().await;
    let id = site.register("Ada").await.opens(&TABLE).await;
    site.register("Ben").await;
    let visitor = site.visitor();
    let sign_up = clicks_join(&visitor, &id).await;
    let instead = sign_up.attribute("main a[href^='/login']", "href").unwrap();
    let sign_in = visitor.get(&instead).await;
    assert_eq!(hidden(&sign_in)["next"], path(&id, "seats"));
    assert_eq!(sign_in.text("main .lead"), sign_up.text("main .lead"));
    let wrong = fills_in(&visitor, &sign_in, &[("username", "Ben"), ("password", "not the password")]).await;
    assert_eq!((wrong.status, &hidden(&wrong)["next"]), (401, &path(&id, "seats")));
    let back = visitor.get(&wrong.attribute("main a[href^='/register']", "href").unwrap()).await;
    assert_eq!(hidden(&back)["next"], path(&id, "seats"));
    let done = fills_in(&visitor, &wrong, &[("username", "Ben"), ("password", PASSWORD)]).await;
    is_seated(&site, &visitor, &done, &id, "Ben").await;
}

#[tokio::test]
async fn the_seat_is_still_joined_after_the_second_factor_or_a_passkey() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let (app, _) = ben.sets_up_app(&site).await;
    let mut device = Authenticator::new(&site);
    ben.adds_passkey(&mut device, "phone").await;
    site.wait(MINUTE);

    let id = ada.opens(&TABLE).await;
    let visitor = site.visitor();
    let sign_in = visitor.get(&format!("/login?next={}", path(&id, "seats"))).await;
    let half = fills_in(&visitor, &sign_in, &[("username", "Ben"), ("password", PASSWORD)]).await;
    let second = visitor.get(half.location()).await;
    assert_eq!(
        second.text("main .lead").as_deref(),
        Some("You’ll join Ada’s Tic-Tac-Toe match right after.")
    );
    let form = [("code", "000000"), ("next", &*path(&id, "seats"))];
    let wrong = visitor.post("/login/two-factor", &form).await;
    assert_eq!((wrong.status, &hidden(&wrong)["next"]), (401, &path(&id, "seats")));
    let code = app.shows(site.clock.now());
    let form = [("code", &*code), ("next", &*path(&id, "seats"))];
    let done = visitor.post("/login/two-factor", &form).await;
    is_seated(&site, &visitor, &done, &id, "Ben").await;

    let id = ada.opens(&TABLE).await;
    let visitor = site.visitor();
    let page = visitor.requests_challenge("/login/passkey/challenge").await;
    let answer = device.shows(&page);
    let challenge = page["id"].as_str().unwrap();
    let form = [("challenge", challenge), ("answer", &*answer), ("next", &*path(&id, "seats"))];
    let done = visitor.post("/login/passkey", &form).await;
    is_seated(&site, &visitor, &done, &id, "Ben").await;
}

#[tokio::test]
async fn links_and_other_sites_cannot_seat_a_user() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&TABLE).await;
    let seats = path(&id, "seats");
    for page in [&*seats, &format!("/register?next={seats}"), &format!("/login?next={seats}")] {
        let answer = ben.get(page).await;
        assert!([&*seats, &*path(&id, "")].contains(&answer.location()), "{page}: {}", answer.location());
        assert_eq!(answer.status, 303);
    }
    assert_eq!(ben.get(&seats).await.location(), path(&id, ""));
    let fields = [("username", "Ben"), ("password", PASSWORD), ("next", &*seats)];
    let elsewhere = site.visitor();
    let request = elsewhere.request(reqwest::Method::POST, "/login").form(&fields);
    let refused = elsewhere.send(request.header("Sec-Fetch-Site", "cross-site")).await;
    assert_eq!(refused.status, 403);
    let confirmed = ben.post("/reauthenticate", &[("password", PASSWORD), ("next", &seats)]).await;
    assert_eq!(confirmed.status, 303, "a confirmation of identity joins nothing");
    assert!(!sits(&site, &id, "Ben").await);
    assert_eq!(ada.record(&id).await["status"], "open");
}

#[tokio::test]
async fn no_form_leads_to_another_site_and_only_joining_is_repeated() {
    let site = TestSite::start().await;
    let id = site.register("Ada").await.opens(&TABLE).await;
    let others = [
        ("//evil.example/matches/7Wd2hkQ9xYzA/seats", "/"),
        ("https://evil.example/matches/7Wd2hkQ9xYzA/seats", "/"),
        ("/\\evil.example/seats", "/"),
        ("/account/delete", "/account/delete"),
        (
            "/reauthenticate/form?repeat=%2Faccount%2Frecovery",
            "/reauthenticate/form?repeat=%2Faccount%2Frecovery",
        ),
        (&*path(&id, "seats/leave"), &*path(&id, "seats/leave")),
    ];
    for (number, (next, leads_to)) in others.iter().enumerate() {
        let visitor = site.visitor();
        let name = format!("Ben{number}");
        let fields = [("username", &*name), ("password", PASSWORD), ("next", next)];
        for form in ["/register", "/login"] {
            let answer = visitor.post(form, &fields).await;
            assert_eq!((answer.status, answer.location()), (303, *leads_to), "{form} {next}");
        }
    }
}

#[tokio::test]
async fn a_suspended_user_is_not_seated_by_signing_in() {
    let site = TestSite::start().await;
    let id = site.register("Ada").await.opens(&TABLE).await;
    site.register("Ben").await;
    site.suspend("Ben").await;
    let visitor = site.visitor();
    let fields = [("username", "Ben"), ("password", PASSWORD), ("next", &*path(&id, "seats"))];
    let signed_in = visitor.post("/login", &fields).await;
    assert_eq!(visitor.post(signed_in.location(), &fields).await.status, 403);
    assert!(!sits(&site, &id, "Ben").await);
}

#[tokio::test]
async fn a_visitor_who_is_too_late_reads_why_they_have_no_seat() {
    let site = TestSite::start().await;
    let id = site.register("Ada").await.opens(&[("game", "tictactoe")]).await;
    let visitor = site.visitor();
    let page = clicks_join(&visitor, &id).await;
    assert_eq!(site.register("Cleo").await.post(&path(&id, "seats"), &[]).await.status, 303);
    let done = fills_in(&visitor, &page, &[("username", "Ben"), ("password", PASSWORD)]).await;
    let late = visitor.post(done.location(), &[]).await;
    assert_eq!(late.status, 409);
    assert!(late.text("[role=alert]").unwrap().contains("no longer open"), "{:?}", late.text("[role=alert]"));
    assert_eq!(visitor.signed_in_as().await.as_deref(), Some("Ben"));
}

#[tokio::test]
async fn a_visitor_signs_in_where_registration_is_closed() {
    for registration in [RegistrationMode::Closed, RegistrationMode::Invitation] {
        let site = TestSite::start().await;
        let id = site.register("Ada").await.opens(&TABLE).await;
        site.register("Ben").await;
        let site = site.restart(|config| config.registration = Some(registration)).await;
        let visitor = site.visitor();
        let page = clicks_join(&visitor, &id).await;
        assert_eq!(page.text("h1").as_deref(), Some("Sign in"), "{registration:?}");
        let closed = visitor.get(&page.attribute("main a[href^='/register']", "href").unwrap()).await;
        assert_eq!(closed.status, 403);
        let next = closed.attribute("main a[href^='/login']", "href").unwrap();
        assert_eq!(hidden(&visitor.get(&next).await)["next"], path(&id, "seats"), "{registration:?}");
        let done = fills_in(&visitor, &page, &[("username", "Ben"), ("password", PASSWORD)]).await;
        is_seated(&site, &visitor, &done, &id, "Ben").await;
    }
}

#[tokio::test]
async fn an_invitation_link_names_the_host_the_game_and_the_terms() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&[("game", "sternhalma"), ("seats", "4"), ("visibility", "private")]).await;
    let code = ada.get(&path(&id, "")).await.text(".invitation .code").unwrap();
    let visitor = site.visitor();
    let page = visitor.get(visitor.get(&format!("/join/{code}")).await.location()).await;
    assert_eq!(page.text("h1").as_deref(), Some("Ada invites you to Chinese Checkers (Sternhalma)"));
    assert!(page.text("title").unwrap().starts_with("Ada invites you to Chinese Checkers (Sternhalma)"));
    assert_eq!(page.text("#reason").as_deref(), Some("No time limit, casual. 3 seats are free."));
    for (time, words) in
        [("days", "3 days per move, rated."), ("live", "Live, 60 s per move + 300 s reserve, rated.")]
    {
        let timed = ada.opens(&[("game", "kalah"), ("time", time)]).await;
        assert_eq!(visitor.get(&path(&timed, "")).await.text("#reason").as_deref(), Some(words));
    }
    let german = visitor.get_in_german(&path(&id, "")).await;
    assert_eq!(german.text("h1").as_deref(), Some("Ada lädt dich zu Sternhalma ein"));
    let sign_up = visitor.get_in_german(&format!("/register?next={}", path(&id, "seats"))).await;
    assert_eq!(
        sign_up.text("main .lead").as_deref(),
        Some("Danach spielst du gleich bei Ada mit: Sternhalma.")
    );
    assert_eq!(ada.get(&path(&id, "")).await.text("h1").as_deref(), Some("Waiting for 3 more players"));
}

#[tokio::test]
async fn an_invited_seat_is_not_offered_to_others() {
    let site = TestSite::start().await;
    let (ada, ben, dan) =
        (site.register("Ada").await, site.register("Ben").await, site.register("Dan").await);
    let id = ben.opens(&[("game", "kalah"), ("visibility", "public"), ("invite", "Ada")]).await;
    for other in [&dan, &site.visitor()] {
        let page = other.get(&path(&id, "")).await;
        assert_eq!(page.text("h1").as_deref(), Some("Waiting for Ada"));
        assert_eq!(
            page.attributes(":is(#turn, #panel) form", "action"),
            Vec::<String>::new(),
            "nothing to press"
        );
    }
    let own = ben.get(&path(&id, "")).await;
    assert_eq!(own.text("h1").as_deref(), Some("Waiting for Ada"));
    let shown = own.text(".invitation").unwrap();
    assert!(
        shown.starts_with("Only Ada can join with this code:") && !shown.contains("front page"),
        "{shown}"
    );
    let page = ada.get(&path(&id, "")).await;
    assert_eq!(page.text("h1").as_deref(), Some("Ben invites you to Mancala (Kalah)"));
    assert_eq!(page.texts(".joining button"), ["Accept", "Decline"]);
    assert_eq!(ada.post(&path(&id, "seats/decline"), &[]).await.status, 303);
    let free = dan.get(&path(&id, "")).await;
    assert_eq!(free.text("h1").as_deref(), Some("Ben invites you to Mancala (Kalah)"));
    assert_eq!(free.texts(".joining button"), ["Join"]);
    assert!(ben.get(&path(&id, "")).await.text(".invitation").unwrap().starts_with("Share this code"));
}
