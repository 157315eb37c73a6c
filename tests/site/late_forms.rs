//! Forms that are sent when the last reauthentication is too old: the page that asks for it has their fields, and they
//! are carried out afterwards.

use parlour::now::Clock;
use parlour::urls;
use parlour::users::Role;
use reqwest::Method;

use crate::harness::{Authenticator, MINUTE, NOON, PASSWORD, PageAnswer, TestPerson, TestSite, path};

const REAUTHENTICATION_VALID: i64 = 15 * MINUTE;
const NEW_PASSWORD: &str = "nine copper kettles by dawn";
const OWN: (&str, &str) = ("password", PASSWORD);
const WHY: (&str, &str) = ("why", "shouts at people");
const ANNOUNCEMENT: [(&str, &str); 3] =
    [("words", "Down tonight:\r\n“1 < 2” & more"), ("tone", "news"), ("until", "2027-01-01T00:00")];

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
    let prompt = person.submits(form, fields).await;
    assert_eq!(repeats(&prompt).as_deref(), Some(form), "{}", prompt.status);
    person.confirms(&prompt, proof).await
}

/// The URL of the form that a page asking to reauthenticate repeats.
fn repeats(prompt: &PageAnswer) -> Option<String> {
    prompt.attribute("form[action='/reauthenticate'] input[name=repeat]", "value")
}

fn asks(answer: &PageAnswer) -> bool {
    answer.attribute("form[action='/reauthenticate']", "action").is_some()
}

/// Checks that a response redirects to this path.
#[track_caller]
fn assert_leads(answer: &PageAnswer, to: &str) {
    assert_eq!((answer.status, answer.location()), (303, to), "{}", answer.body);
}

/// The texts of all announcements.
async fn announcements(site: &TestSite) -> Vec<String> {
    sqlx::query_scalar("SELECT text FROM announcements").fetch_all(&site.database().await).await.unwrap()
}

/// An admin whose reauthentication is too old, and the page that asks for it after they sent an announcement.
async fn announces(site: &TestSite) -> (TestPerson, PageAnswer) {
    let root = site.register_as("Rosa", Role::Admin).await;
    site.wait(REAUTHENTICATION_VALID);
    let prompt = root.submits("/admin/announcements", &ANNOUNCEMENT).await;
    (root, prompt)
}

#[tokio::test]
async fn account_changes_are_carried_out_after_reauthentication() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    assert_leads(&completes(&site, &ada, "/account/totp", &[], OWN).await, "/account/totp");
    let app = ada.reads_app().await;
    let code = app.shows(site.clock.now());
    let codes = ada.post("/account/totp/code", &[("code", &code)]).await.texts(".codes code");

    let renewed = completes(&site, &ada, "/account/recovery", &[], ("code", &codes[0])).await;
    let codes = renewed.texts(".codes code");
    assert_eq!((renewed.status, codes.len()), (200, 10));

    let removed = completes(&site, &ada, "/account/totp/remove", &[], ("code", &codes[1])).await;
    assert_leads(&removed, "/account?done=app-off");
    assert!(!ada.get("/account").await.body.contains("/account/totp/remove"));
}

#[tokio::test]
async fn changes_to_passkeys_and_address_are_carried_out_after_reauthentication() {
    let (site, mut sink) = TestSite::with_mail().await;
    let ada = site.register("Ada").await;
    let mut device = Authenticator::new(&site);
    site.wait(REAUTHENTICATION_VALID - 1);
    let prompt = ada.requests_challenge("/account/passkeys/challenge").await;
    let (challenge, answer) = (prompt["id"].as_str().unwrap(), device.makes(&prompt));
    site.wait(1);
    let fields = [("name", "Phone"), ("challenge", challenge), ("answer", &*answer)];
    let prompt = ada.submits("/account/passkeys", &fields).await;
    let codes = ada.confirms(&prompt, OWN).await.texts(".codes code");
    assert_eq!(codes.len(), 10);

    let fields = [("address", "ada@example.org")];
    let set = completes(&site, &ada, "/settings/address", &fields, ("code", &codes[0])).await;
    assert_leads(&set, "/settings?done=asked");
    sink.next().await;

    site.wait(REAUTHENTICATION_VALID);
    let prompt = ada.submits("/account/recovery", &[]).await;
    let shown = ada.requests_challenge("/reauthenticate/challenge").await;
    let (challenge, answer) = (shown["id"].as_str().unwrap(), device.shows(&shown));
    let hidden = prompt.hidden_fields("form[action='/reauthenticate/passkey']");
    let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (&**name, &**value)).collect();
    fields.extend([("challenge", challenge), ("answer", &*answer)]);
    let codes = ada.submits("/reauthenticate/passkey", &fields).await.texts(".codes code");
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
    let root = site.register_as("Rosa", Role::Admin).await;
    let id = ada.opens(&[("game", "tictactoe"), ("seats", "2")]).await;
    ben.post(&path(&id, "seats"), &[]).await;
    let other = ada.opens(&[("game", "tictactoe"), ("seats", "2")]).await;
    ben.post(&path(&other, "seats"), &[]).await;
    let report = [("person", "Ben"), ("cause", "other"), ("words", "So it was.")];
    assert_eq!(ada.post("/reports", &report).await.status, 303);
    let (adjudication, abort) = (path(&id, "adjudication"), path(&other, "staff-abort"));
    let (own, others) = (path(&id, ""), path(&other, ""));
    // The form, its fields, and where it leads.
    type SensitiveForm<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a str);
    let acts: [SensitiveForm<'_>; 16] = [
        ("/admin/users/Ben/reset-link", &[], ""),
        ("/admin/users/Ben/chat-ban", &[WHY, ("days", "1")], "/admin/users/Ben?done=mute"),
        ("/admin/users/Ben/chat-ban/end", &[], "/admin/users/Ben?done=end-mute"),
        (
            "/admin/reports/1/settle",
            &[("verdict", "acted"), ("why", "It is done")],
            "/admin/reports?settled=1",
        ),
        (&adjudication, &[WHY, ("place.0", "1"), ("place.1", "2"), ("sure", "yes")], &own),
        (&abort, &[WHY, ("sure", "yes")], &others),
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
    site.wait(REAUTHENTICATION_VALID);
    let mut prompt = Vec::new();
    for (form, fields, _) in acts {
        prompt.push(root.submits(form, fields).await);
    }
    for ((form, _, leads_to), prompt) in acts.iter().zip(&prompt) {
        assert_eq!(repeats(prompt).as_deref(), Some(*form));
        let done = root.confirms(prompt, OWN).await;
        let message = (form, done.status, done.location(), done.text("[role=alert]"));
        let shown = leads_to.is_empty() && done.status == 200 && done.text("[role=alert]").is_none();
        assert!(shown || done.status == 303 && done.location().starts_with(leads_to), "{message:?}");
    }
    assert_eq!(ada.record(&id).await["ending"]["how"], "adjudicated");
    assert_eq!(ada.record(&other).await["ending"]["how"], "aborted");
    assert_eq!(site.visitor().get("/players/Benedikt").await.status, 404);
}

/// A property of all forms that need reauthentication, also of future ones.
#[tokio::test]
async fn every_form_that_needs_reauthentication_is_carried_out_after_it() {
    let site = at_noon().await;
    site.register("Ben").await;
    let root = site.register_as("Rosa", Role::Admin).await;
    let id = root.opens(&[("game", "tictactoe")]).await;
    site.wait(REAUTHENTICATION_VALID);
    let mut prompt = Vec::new();
    for (route, _) in urls::ALL.iter().filter(|(route, _)| *route != urls::Logout::ROUTE) {
        let id = if route.starts_with("/matches/") { &*id } else { "1" };
        let places =
            [("{id}", id), ("{name}", "Ben"), ("{key}", "none"), ("{kind}", "news"), ("{code}", "ABCDEF")];
        let form = places.iter().fold((*route).to_owned(), |form, (place, with)| form.replace(place, with));
        if root.post(&form, &[]).await.location().starts_with("/reauthenticate") {
            prompt.push((root.submits(&form, &[]).await, form));
        }
    }
    assert!(prompt.len() >= 27, "only {} forms ask", prompt.len());
    for (prompt, form) in prompt {
        assert_eq!(repeats(&prompt), Some(form.clone()));
        let done = root.confirms(&prompt, OWN).await;
        assert!(!done.location().starts_with("/reauthenticate") && !asks(&done), "{form}");
    }
}

#[tokio::test]
async fn a_failed_reauthentication_keeps_the_form() {
    let site = at_noon().await;
    let (root, prompt) = announces(&site).await;
    assert!(prompt.text("main").unwrap().contains("carried out right away"));
    let wrong = root.confirms(&prompt, ("password", "not the password")).await;
    assert_eq!(wrong.status, 401);
    let form = "form[action='/reauthenticate']";
    assert_eq!(wrong.hidden_fields(form), prompt.hidden_fields(form));
    assert!(announcements(&site).await.is_empty());
    let done = root.confirms(&wrong, OWN).await;
    assert!(done.location().starts_with("/admin/announcements"), "{}", done.status);
    assert_eq!(announcements(&site).await.len(), 1);
}

#[tokio::test]
async fn the_fields_of_a_form_arrive_unchanged() {
    let site = at_noon().await;
    let (root, prompt) = announces(&site).await;
    root.confirms(&prompt, OWN).await;
    let late = announcements(&site).await;
    root.post("/admin/announcements", &ANNOUNCEMENT).await;
    assert_eq!(announcements(&site).await, [&*late[0], &*late[0]], "as if sent in time");
}

#[tokio::test]
async fn passwords_and_codes_are_not_kept_but_typed_again() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let secret = "nine copper kettles";
    let sent = async |form: &str, fields: &[(&str, &str)]| {
        site.wait(REAUTHENTICATION_VALID);
        let prompt = ada.submits(form, fields).await;
        assert!(asks(&prompt) && !prompt.body.contains(secret), "{}", prompt.body);
        assert!(prompt.text("[role=alert]").unwrap().contains("Fill in the form again"), "{}", prompt.body);
        assert_eq!(repeats(&prompt), None);
        ada.confirms(&prompt, OWN).await
    };
    assert_leads(&sent("/account/password", &[("current", PASSWORD), ("new", secret)]).await, "/");
    assert_leads(&sent("/account/totp/code", &[("code", secret)]).await, "/account/totp");
    assert_leads(&sent("/account/delete", &[("name", "Ada"), ("password", secret)]).await, "/");
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"));

    assert_eq!(ada.post("/account/totp", &[]).await.status, 303);
    let visitor = site.visitor();
    let mut names = Vec::new();
    for page in [
        ada.get("/account").await,
        ada.get("/account/delete").await,
        ada.get("/account/totp").await,
        visitor.get("/login").await,
        visitor.get("/register").await,
    ] {
        let found = page.attributes("input[type=password], input[autocomplete=one-time-code]", "name");
        assert!(!found.is_empty());
        names.extend(found);
    }
    for name in names {
        sent("/settings/address", &[("address", "ada@example.org"), (&name, secret)]).await;
    }
}

#[tokio::test]
async fn the_form_for_a_new_password_asks_to_reauthenticate_before_passwords_are_typed() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    let form = "form[action='/account/password']";
    assert!(ada.get("/account").await.attribute(form, "action").is_some());
    site.wait(REAUTHENTICATION_VALID);
    let page = ada.get("/account").await;
    assert_eq!(page.attribute(form, "action"), None);
    let prompt = ada.get(&page.attribute("a[href^='/reauthenticate']", "href").unwrap()).await;
    assert_leads(&ada.confirms(&prompt, OWN).await, "/account#current");
    assert!(ada.get("/account").await.attribute(form, "action").is_some());
}

#[tokio::test]
async fn another_person_cannot_use_the_page_with_the_form() {
    let site = at_noon().await;
    let (_root, prompt) = announces(&site).await;
    let eve = site.register("Eve").await;
    assert_eq!(eve.confirms(&prompt, ("password", NEW_PASSWORD)).await.status, 401);
    assert_eq!(eve.confirms(&prompt, OWN).await.status, 404, "a player announces nothing");
    assert_leads(&site.visitor().confirms(&prompt, OWN).await, "/login");
    assert!(announcements(&site).await.is_empty());
}

#[tokio::test]
async fn no_link_and_no_other_site_sends_a_form() {
    let site = at_noon().await;
    let root = site.register_as("Rosa", Role::Admin).await;
    let url = "/reauthenticate/form?next=%2Fadmin&repeat=%2Fadmin%2Fannouncements";
    for link in [url, "/reauthenticate?next=%2Fadmin&repeat=%2Fadmin%2Fannouncements&fields=words%3DHello"] {
        let page = root.get(link).await;
        assert!(asks(&page) && repeats(&page).is_none(), "{link}");
        assert_leads(&root.confirms(&page, OWN).await, "/admin");
    }
    for (header, value) in [("Sec-Fetch-Site", "cross-site"), ("Origin", "https://evil.example")] {
        for url in [url, "/reauthenticate"] {
            let request = root.request(Method::POST, url).header(header, value).form(&ANNOUNCEMENT);
            assert_eq!(root.send(request).await.status, 403, "{header}");
        }
    }
    for elsewhere in ["//evil.example/x", "https://evil.example/x", "/\\evil.example"] {
        let fields = [OWN, ("repeat", elsewhere), ("fields", "")];
        assert_leads(&root.post("/reauthenticate", &fields).await, "/");
    }
}

#[tokio::test]
async fn a_repeated_form_is_checked_like_any_other() {
    let site = at_noon().await;
    let (root, prompt) = announces(&site).await;
    let page = format!("{}/admin/reports/7", site.url);
    let request = root.request(Method::POST, "/admin/reports/7/settle").header("Referer", page);
    let sent = root.send(request.form(&[("verdict", "acted"), ("why", "It is done")])).await;
    let form = sent.location().to_owned();
    let again = root.submits(&form, &[("verdict", "acted"), ("why", "It is done")]).await;
    let hidden = again.hidden_fields("form[action='/reauthenticate']");
    let fields: Vec<_> = hidden.iter().map(|(name, value)| (&**name, &**value)).chain([OWN]).collect();
    assert_eq!(root.post("/reauthenticate", &fields).await.location(), "/admin/reports/7/settle");
    let request = root.request(Method::POST, "/admin/reports/7/settle");
    let referer = format!("{}{form}", site.url);
    let missing = root.send(request.header("Referer", referer).form(&fields)).await;
    assert_eq!(missing.status, 404);
    assert!(missing.attribute("main a[href='/admin/reports/7']", "href").is_some(), "{}", missing.body);

    let invalid = completes(&site, &root, "/admin/announcements", &[("words", "")], OWN).await;
    assert_eq!(invalid.status, 422);
    site.register_as("Boss", Role::Admin).await;
    site.suspend("Rosa").await;
    assert_eq!(root.confirms(&prompt, OWN).await.status, 403, "suspended since");
    assert!(announcements(&site).await.is_empty());
}

#[tokio::test]
async fn a_form_that_is_refused_anyway_and_a_script_are_not_asked_on_a_page() {
    let site = at_noon().await;
    let ada = site.register("Ada").await;
    site.wait(REAUTHENTICATION_VALID);
    assert_eq!(ada.post("/admin/announcements", &[("words", "Hello")]).await.status, 404);
    let large = format!("address={}", "x".repeat(70_000));
    assert_eq!(ada.post_bytes("/settings/address", large).await.status, 413);
    let script = ada.send(ada.request(Method::POST, "/account/passkeys/challenge")).await;
    assert_leads(&script, "/reauthenticate?next=%2Faccount%2Fpasskeys");
    let partial = ada.post_by_htmx("/account/totp", &[]).await;
    assert_eq!((partial.status, partial.header("hx-redirect")), (200, "/reauthenticate"));
}

#[tokio::test]
async fn a_long_form_is_carried_out_after_reauthentication() {
    let site = at_noon().await;
    let root = site.register_as("Rosa", Role::Admin).await;
    let words = "x".repeat(60_000);
    let fields = [("words", words.as_str()), ("tone", "news"), ("until", "2027-01-01T00:00")];
    let refused = completes(&site, &root, "/admin/announcements", &fields, OWN).await;
    assert_eq!((refused.status, refused.text("textarea")), (422, Some(words)));
}
