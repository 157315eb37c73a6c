//! Forms that need reauthentication are sent on after it: once, in their session, and within a time limit.

use parlour::now::Clock;
use parlour::urls;
use parlour::users::Role;
use reqwest::Method;

use crate::harness::{Authenticator, MINUTE, NOON, PASSWORD, PageAnswer, TestPerson, TestSite, path};

const REAUTHENTICATION_VALID: i64 = 15 * MINUTE;
const NEW_PASSWORD: &str = "nine copper kettles by dawn";
const OWN: (&str, &str) = ("password", PASSWORD);
const WHY: (&str, &str) = ("why", "shouts at people");

async fn at_noon() -> TestSite {
    TestSite::at(Clock::at(NOON), |_| {}).await
}

/// Sends a form when the last reauthentication is too old, and reauthenticates.
async fn completes(
    site: &TestSite,
    person: &TestPerson,
    form: &str,
    fields: &[(&str, &str)],
    proof: (&str, &str),
) -> PageAnswer {
    site.wait(REAUTHENTICATION_VALID);
    let asked = person.post(form, fields).await;
    person.confirms(&asked, proof).await
}

/// How many forms of a session are held at once.
const MOST_WAITING: usize = 4;

/// Sends several forms when the last reauthentication is too old, reauthenticates once, and sends all of them on.
async fn complete_together(
    site: &TestSite,
    person: &TestPerson,
    forms: &[(String, &[(&str, &str)])],
) -> Vec<PageAnswer> {
    site.wait(REAUTHENTICATION_VALID);
    let mut waiting = Vec::new();
    for (form, fields) in forms {
        let asked = person.post(form, fields).await;
        assert!(asked.location().starts_with("/reauthenticate?next="), "{form}: {}", asked.status);
        waiting.push(held_form_path(&asked));
    }
    assert_eq!(person.post("/reauthenticate", &[OWN]).await.status, 303);
    let mut answers = Vec::new();
    for form in waiting {
        answers.push(person.post(&form, &[]).await);
    }
    answers
}

/// Checks that a response redirects to this path.
#[track_caller]
fn assert_leads(answer: &PageAnswer, to: &str) {
    assert_eq!((answer.status, answer.location()), (303, to), "{}", answer.body);
}

async fn count(site: &TestSite, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(&site.database().await).await.unwrap()
}

const ANNOUNCEMENTS: &str = "SELECT count(*) FROM announcements";

/// An admin whose reauthentication is too old, and the form they have sent.
async fn announces(site: &TestSite) -> (TestPerson, PageAnswer) {
    let root = site.register_as("Root", Role::Admin).await;
    site.wait(REAUTHENTICATION_VALID);
    let fields = [("words", "We are down tonight."), ("tone", "news"), ("until", "2027-01-01T00:00")];
    let asked = root.post("/admin/announcements", &fields).await;
    (root, asked)
}

/// The path of the held form.
fn held_form_path(asked: &PageAnswer) -> String {
    asked.location().replace("/reauthenticate?next=", "").replace("%2F", "/")
}

#[tokio::test]
async fn account_changes_are_carried_out_after_reauthentication() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    assert_leads(&completes(&site, &ada, "/account/totp", &[], OWN).await, "/account/totp");
    let app = ada.reads_app().await;

    site.wait(REAUTHENTICATION_VALID);
    let code = app.shows(site.clock.now());
    let asked = ada.post("/account/totp/code", &[("code", &code)]).await;
    let codes = ada.confirms(&asked, OWN).await.texts(".codes code");
    assert_eq!(codes.len(), 10);

    let renewed = completes(&site, &ada, "/account/recovery", &[], ("code", &codes[0])).await;
    let codes = renewed.texts(".codes code");
    assert_eq!((renewed.status, codes.len()), (200, 10));

    let fields = [("current", PASSWORD), ("new", NEW_PASSWORD)];
    let changed = completes(&site, &ada, "/account/password", &fields, ("code", &codes[1])).await;
    assert_leads(&changed, "/account?done=password");
    let signed_in = site.visitor().post("/login", &[("username", "Ada"), ("password", NEW_PASSWORD)]).await;
    assert_eq!(signed_in.location(), "/login/two-factor");

    let removed = completes(&site, &ada, "/account/totp/remove", &[], ("code", &codes[2])).await;
    assert!(removed.location().starts_with("/account?done="), "{}", removed.status);
    assert!(!ada.get("/account").await.body.contains("/account/totp/remove"));

    let fields = [("name", "Ada"), ("password", NEW_PASSWORD)];
    let gone = completes(&site, &ada, "/account/delete", &fields, ("password", NEW_PASSWORD)).await;
    assert_eq!((gone.status, ada.signed_in_as().await), (200, None));
    assert_eq!(site.visitor().get("/players/Ada").await.status, 404);
}

#[tokio::test]
async fn changes_to_passkeys_and_address_are_carried_out_after_reauthentication() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    let mut device = Authenticator::new(&site);
    site.wait(REAUTHENTICATION_VALID - 1);
    let asked = ada.requests_challenge("/account/passkeys/challenge").await;
    let (challenge, answer) = (asked["id"].as_str().unwrap(), device.makes(&asked));
    site.wait(1);
    let fields = [("name", "Phone"), ("challenge", challenge), ("answer", &*answer)];
    let asked = ada.post("/account/passkeys", &fields).await;
    let codes = ada.confirms(&asked, OWN).await.texts(".codes code");
    assert_eq!(codes.len(), 10);

    let fields = [("address", "ada@example.org")];
    let set = completes(&site, &ada, "/settings/address", &fields, ("code", &codes[0])).await;
    assert_leads(&set, "/settings?done=asked");
    sink.next().await;

    site.wait(REAUTHENTICATION_VALID);
    let asked = ada.post("/account/recovery", &[]).await;
    let next = held_form_path(&asked);
    let shown = ada.requests_challenge("/reauthenticate/challenge").await;
    let (challenge, answer) = (shown["id"].as_str().unwrap(), device.shows(&shown));
    let fields = [("challenge", challenge), ("answer", &*answer), ("next", &*next)];
    let confirmed = ada.post("/reauthenticate/passkey", &fields).await;
    assert_eq!((confirmed.status, confirmed.location()), (307, &*next), "{}", confirmed.body);
    let codes = ada.post(&next, &fields).await.texts(".codes code");
    assert_eq!(codes.len(), 10);

    let form = ada.get("/account").await.attribute("form[action^='/account/passkeys/']", "action").unwrap();
    let removed = completes(&site, &ada, &form, &[], ("code", &codes[1])).await;
    assert!(removed.location().starts_with("/account?done="), "{}", removed.status);
    assert!(!ada.get("/account").await.body.contains(&form));
}

#[tokio::test]
async fn staff_actions_are_carried_out_after_reauthentication() {
    let site = at_noon().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let root = site.register_as("Root", Role::Admin).await;
    let id = ada.opens(&[("game", "tictactoe"), ("seats", "2")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    let other = ada.opens(&[("game", "tictactoe"), ("seats", "2")]).await;
    ben.post(&path(&other, "seats"), &[]).await;
    let report = [("person", "Ben"), ("cause", "other"), ("words", "So it was.")];
    assert_eq!(ada.post("/reports", &report).await.status, 303);
    let (adjudication, abort) = (path(&id, "adjudication"), path(&other, "staff-abort"));
    let (own, others) = (path(&id, ""), path(&other, ""));
    // The form, its fields, and where it leads.
    type StepUpResult<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str);
    let acts: [StepUpResult<'_>; 16] = [
        ("/admin/users/Ben/reset-link", &[], ""),
        ("/admin/users/Ben/chat-ban", &[WHY, ("days", "1")], "/admin/users/Ben?done=mute"),
        ("/admin/users/Ben/chat-ban/end", &[], "/admin/users/Ben?done=end-mute"),
        ("/admin/reports/1/settle", &[("verdict", "acted"), ("why", "It is done")], "/admin/reports"),
        (&adjudication, &[WHY, ("place.0", "1"), ("place.1", "2")], &own),
        (&abort, &[WHY], &others),
        ("/admin/users/Ben/suspension", &[WHY, ("days", "3")], "/admin/users/Ben?done=suspend"),
        ("/admin/users/Ben/suspension/end", &[], "/admin/users/Ben?done=end-suspension"),
        ("/admin/users/Ben/sessions/end", &[], "/admin/users/Ben?done=sign-out"),
        ("/admin/users/Ben/rename", &[WHY, ("name", "Benedikt")], "/admin/users/Benedikt?done=rename"),
        (
            "/admin/users/Benedikt/role",
            &[WHY, ("from", "player"), ("role", "moderator")],
            "/admin/users/Benedikt?done=change-role",
        ),
        ("/admin/users/Benedikt/delete", &[WHY, ("called", "Benedikt")], "/admin/users"),
        (
            "/admin/announcements",
            &[("words", "Hello"), ("tone", "news"), ("until", "2027-01-01T00:00")],
            "/admin/announcements",
        ),
        ("/admin/announcements/1/withdraw", &[], "/admin/announcements"),
        ("/admin/invitations", &[("note", ""), ("places", "1"), ("days", "7")], "/admin/invitations?done="),
        ("/admin/invitations/1/revoke", &[], "/admin/invitations?done="),
    ];
    for batch in acts.chunks(MOST_WAITING) {
        let forms: Vec<_> = batch.iter().map(|(form, fields, _)| ((*form).to_owned(), *fields)).collect();
        let done = complete_together(&site, &root, &forms).await;
        for ((form, _, leads_to), done) in batch.iter().zip(&done) {
            let message = (form, done.status, done.location(), done.text("[role=alert]"));
            let shown = leads_to.is_empty() && done.status == 200 && done.text("[role=alert]").is_none();
            assert!(shown || done.status == 303 && done.location().starts_with(leads_to), "{message:?}");
        }
    }
    assert_eq!(ada.record(&id).await["ending"]["how"], "adjudicated");
    assert_eq!(ada.record(&other).await["ending"]["how"], "aborted");
    assert_eq!(site.visitor().get("/players/Benedikt").await.status, 404);
}

#[tokio::test]
async fn a_form_leads_to_its_confirmation_after_reauthentication_whatever_page_it_was_on() {
    let site = at_noon().await;
    site.register("Ben").await;
    let root = site.register_as("Root", Role::Admin).await;
    site.wait(REAUTHENTICATION_VALID);
    let page = format!("{}/admin/users/Ben?done=none", site.url);
    let request = root.request(Method::POST, "/admin/users/Ben/chat-ban").header("Referer", page);
    let asked = root.send(request.form(&[WHY, ("days", "1")])).await;
    assert_leads(&root.confirms(&asked, OWN).await, "/admin/users/Ben?done=mute");
}

/// A property of all forms that need reauthentication, also of future ones.
#[tokio::test]
async fn every_form_that_needs_reauthentication_is_carried_out_after_it() {
    let site = at_noon().await;
    site.register("Ben").await;
    let root = site.register_as("Root", Role::Admin).await;
    let id = root.opens(&[("game", "tictactoe")]).await;
    site.wait(REAUTHENTICATION_VALID);
    let mut asking = Vec::new();
    for (route, _) in urls::ALL.iter().filter(|(route, _)| *route != urls::Logout::ROUTE) {
        let id = if route.starts_with("/matches/") { &*id } else { "1" };
        let places =
            [("{id}", id), ("{name}", "Ben"), ("{key}", "none"), ("{kind}", "news"), ("{code}", "ABCDEF")];
        let form = places.iter().fold((*route).to_owned(), |form, (place, with)| form.replace(place, with));
        if root.post(&form, &[]).await.location().starts_with("/reauthenticate") {
            asking.push((form, &[][..]));
        }
    }
    assert!(asking.len() >= 27, "only {} forms ask", asking.len());
    for batch in asking.chunks(MOST_WAITING) {
        let done = complete_together(&site, &root, batch).await;
        for ((form, _), done) in batch.iter().zip(&done) {
            assert!(!done.location().starts_with("/reauthenticate"), "{form}");
            assert!(!done.body.contains("This request took too long"), "{form}");
        }
    }
}

#[tokio::test]
async fn a_failed_reauthentication_asks_again_for_the_same_form() {
    let site = at_noon().await;
    let (root, asked) = announces(&site).await;
    let page = root.get(asked.location()).await;
    assert!(page.text("main").unwrap().contains("carried out right away"));
    let next = held_form_path(&asked);
    let wrong = root.post("/reauthenticate", &[("password", "not the password"), ("next", &next)]).await;
    assert_eq!(wrong.status, 401);
    assert_eq!(wrong.attribute("input[name=next]", "value").as_deref(), Some(&*next));
    assert_eq!(count(&site, ANNOUNCEMENTS).await, 0);
    let done = root.confirms(&asked, OWN).await;
    assert!(done.location().starts_with("/admin/announcements"), "{}", done.status);
    assert_eq!(count(&site, ANNOUNCEMENTS).await, 1);
}

#[tokio::test]
async fn a_held_form_is_carried_out_once() {
    let site = at_noon().await;
    let (root, asked) = announces(&site).await;
    root.confirms(&asked, OWN).await;
    let again = root.post(&held_form_path(&asked), &[]).await;
    assert_eq!(again.status, 409);
    assert!(again.text("main").unwrap().contains("already carried out"), "{:?}", again.text("main"));
    assert_eq!(count(&site, ANNOUNCEMENTS).await, 1);
    assert_eq!(root.get(&held_form_path(&asked)).await.status, 405, "no link does it");
}

#[tokio::test]
async fn a_held_form_belongs_to_one_session() {
    let site = at_noon().await;
    let (root, asked) = announces(&site).await;
    let phone = site.visitor();
    phone.post("/login", &[("username", "Root"), ("password", PASSWORD)]).await;
    let stranger = site.register("Eve").await;
    for other in [&phone, &stranger] {
        let answer = other.post(&held_form_path(&asked), &[]).await;
        assert_eq!((answer.status, count(&site, ANNOUNCEMENTS).await), (409, 0));
    }
    assert_eq!(site.visitor().post(&held_form_path(&asked), &[]).await.status, 303, "a visitor signs in");
    root.confirms(&asked, OWN).await;
    assert_eq!(count(&site, ANNOUNCEMENTS).await, 1);
}

#[tokio::test]
async fn a_held_form_expires() {
    let site = at_noon().await;
    let (root, asked) = announces(&site).await;
    site.wait(10 * MINUTE);
    assert_eq!(root.confirms(&asked, OWN).await.status, 409);
    assert_eq!(count(&site, ANNOUNCEMENTS).await, 0);
}

#[tokio::test]
async fn another_site_cannot_trigger_a_held_form() {
    let site = at_noon().await;
    let (root, asked) = announces(&site).await;
    let next = held_form_path(&asked);
    root.post("/reauthenticate", &[OWN, ("next", "/")]).await;
    for (header, value) in [("Sec-Fetch-Site", "cross-site"), ("Origin", "https://evil.example")] {
        let refused = root.send(root.request(Method::POST, &next).header(header, value)).await;
        assert_eq!((refused.status, count(&site, ANNOUNCEMENTS).await), (403, 0), "{header}");
    }
    assert_eq!(root.post(&next, &[]).await.status, 303, "it still waits");
    assert_eq!(count(&site, ANNOUNCEMENTS).await, 1);
}

#[tokio::test]
async fn a_held_form_is_checked_again_after_reauthentication() {
    let site = at_noon().await;
    let (root, asked) = announces(&site).await;
    site.register_as("Boss", Role::Admin).await;
    site.suspend("Root").await;
    assert_eq!(root.confirms(&asked, OWN).await.status, 403, "suspended while the form waited");
    assert_eq!(count(&site, ANNOUNCEMENTS).await, 0);
}

#[tokio::test]
async fn a_refused_form_is_not_held() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    site.wait(REAUTHENTICATION_VALID);
    assert_eq!(ada.post("/admin/announcements", &[("words", "Hello")]).await.status, 404);
    let large = format!("address={}", "x".repeat(70_000));
    assert_eq!(ada.post_bytes("/settings/address", large).await.status, 413);
    let script = ada.send(ada.request(Method::POST, "/account/passkeys/challenge")).await;
    assert_eq!(
        script.location(),
        "/reauthenticate?next=%2Faccount%2Fpasskeys",
        "a script asks again by itself"
    );
    let partial = ada.post_by_htmx("/account/totp", &[]).await;
    let leads = partial.header("hx-redirect");
    assert!(
        partial.status == 200 && leads.starts_with("/reauthenticate?next=%2Freauthenticate%2Fforms%2F"),
        "{leads}"
    );
    let confirmed = ada.post("/reauthenticate", &[OWN]).await;
    assert_eq!((confirmed.status, confirmed.location()), (303, "/"));
}

#[tokio::test]
async fn held_forms_are_not_written_to_disk() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    site.wait(REAUTHENTICATION_VALID);
    let fields = [("current", PASSWORD), ("new", NEW_PASSWORD)];
    let asked = ada.post("/account/password", &fields).await;
    assert!(asked.location().starts_with("/reauthenticate?"));
    let folder = site.file().parent().unwrap().to_owned();
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.iter().any(|file| file.ends_with("parlour.db")));
    for file in files.iter().filter(|file| file.is_file()) {
        let held = std::fs::read(file).unwrap();
        for needle in ["copper kettles", "copper+kettles", "quiet marbles", "quiet+marbles"] {
            let found = held.windows(needle.len()).any(|part| part == needle.as_bytes());
            assert!(!found, "{} holds “{needle}”", file.display());
        }
    }
    let changed = ada.confirms(&asked, OWN).await;
    assert_leads(&changed, "/account?done=password");
}
