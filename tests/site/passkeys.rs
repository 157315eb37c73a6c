//! Passkeys: adding, signing in with them alone or after the password, reauthentication, removing, and invalid ones.

use parlour::config::PublicUrl;
use parlour::now::Clock;
use reqwest::Method;
use serde_json::Value;

use crate::harness::{Authenticator, MINUTE, NOON, PASSWORD, PageAnswer, TestPerson, TestSite};

async fn at_noon() -> TestSite {
    TestSite::at(Clock::at(NOON), |_| {}).await
}

/// A user with a passkey, their authenticator, and the response when they added it.
async fn with_passkey(site: &TestSite, name: &str) -> (TestPerson, Authenticator, PageAnswer) {
    let person = site.register(name).await;
    let mut device = Authenticator::new(site);
    let added = person.adds_passkey(&mut device, "my phone").await;
    assert_eq!(added.status, 200, "{}", added.body);
    (person, device, added)
}

/// A visitor who signs in with this authenticator.
async fn enters(site: &TestSite, device: &mut Authenticator) -> (TestPerson, PageAnswer) {
    let person = site.visitor();
    let challenge = person.requests_challenge("/login/passkey/challenge").await;
    let shown = device.shows(&challenge);
    let answer = person.answers("/login/passkey", &challenge, &shown).await;
    (person, answer)
}

/// The id of the first passkey in the list.
async fn number(person: &TestPerson) -> String {
    let forms = person.get("/account").await.attributes(".devices form", "action");
    let form = forms.into_iter().find(|action| action.starts_with("/account/passkeys/")).unwrap();
    form.split('/').nth(3).unwrap().to_owned()
}

#[tokio::test]
async fn a_passkey_signs_in_without_a_password() {
    let site = at_noon().await;
    let (ada, mut device, added) = with_passkey(&site, "Ada").await;
    assert_eq!(added.texts(".codes code").len(), 10, "for the day the device is lost");
    let page = ada.get("/account").await.text("main").unwrap();
    assert!(page.contains("my phone") && page.contains("never used"), "{page}");
    for _ in 0..2 {
        let (browser, answer) = enters(&site, &mut device).await;
        assert_eq!((answer.status, answer.location()), (303, "/"));
        assert_eq!(browser.signed_in_as().await.as_deref(), Some("Ada"));
    }
    assert!(ada.get("/account").await.text("main").unwrap().contains("last used"));
    let mut other = Authenticator::new(&site);
    let second = ada.adds_passkey(&mut other, "").await;
    assert_eq!(
        (second.status, second.location()),
        (303, "/account?done=passkey"),
        "the codes stay as they are"
    );
    assert_eq!(enters(&site, &mut other).await.1.status, 303);
}

#[tokio::test]
async fn a_passkey_is_asked_for_after_the_password() {
    let site = at_noon().await;
    let (_, mut device, _) = with_passkey(&site, "Ada").await;
    let browser = site.visitor();
    let half = browser.post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!(half.location(), "/login/two-factor");
    let challenge = browser.requests_challenge("/login/two-factor/challenge").await;
    let shown = device.shows(&challenge);
    let opened = browser.answers("/login/two-factor/passkey", &challenge, &shown).await;
    assert_eq!((opened.status, opened.location()), (303, "/"));
    assert_eq!(browser.signed_in_as().await.as_deref(), Some("Ada"));
}

#[tokio::test]
async fn a_recovery_code_replaces_a_passkey() {
    let site = at_noon().await;
    let (_, _, added) = with_passkey(&site, "Ada").await;
    let browser = site.visitor();
    browser.post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await;
    let opened = browser.post("/login/two-factor", &[("code", &added.texts(".codes code")[0])]).await;
    assert_eq!(opened.status, 303);
}

#[tokio::test]
async fn a_passkey_reauthenticates() {
    let site = at_noon().await;
    let (ada, mut device, _) = with_passkey(&site, "Ada").await;
    site.wait(15 * MINUTE);
    assert!(ada.post("/account/passkeys/challenge", &[]).await.location().starts_with("/reauthenticate"));
    let challenge = ada.requests_challenge("/reauthenticate/challenge").await;
    let shown = device.shows(&challenge);
    assert_eq!(ada.answers("/reauthenticate/passkey", &challenge, &shown).await.status, 303);
    assert_eq!(ada.post("/account/passkeys/challenge", &[]).await.status, 200);
}

#[tokio::test]
async fn an_assertion_is_accepted_once_and_expires() {
    let site = at_noon().await;
    let (_, mut device, _) = with_passkey(&site, "Ada").await;
    let browser = site.visitor();
    let challenge = browser.requests_challenge("/login/passkey/challenge").await;
    let shown = device.shows(&challenge);
    assert_eq!(browser.answers("/login/passkey", &challenge, &shown).await.status, 303);
    let thief = site.visitor();
    assert_refused(&site, &thief, thief.answers("/login/passkey", &challenge, &shown).await).await;
    let other = thief.requests_challenge("/login/passkey/challenge").await;
    assert_refused(&site, &thief, thief.answers("/login/passkey", &other, &shown).await).await;
    let late = thief.requests_challenge("/login/passkey/challenge").await;
    site.wait(5 * MINUTE);
    let shown = device.shows(&late);
    assert_refused(&site, &thief, thief.answers("/login/passkey", &late, &shown).await).await;
}

async fn assert_refused(site: &TestSite, person: &TestPerson, answer: PageAnswer) {
    assert_eq!(answer.status, 401, "{}", answer.body);
    assert!(answer.text("[role=alert]").is_some());
    assert_eq!(person.signed_in_as().await, None, "{}", site.url);
}

#[tokio::test]
async fn an_assertion_for_another_site_is_refused() {
    let site = at_noon().await;
    let (ada, device, _) = with_passkey(&site, "Ada").await;
    let lies: [fn(&mut Authenticator); 7] = [
        |device| device.origin = "https://evil.example".to_owned(),
        |device| device.origin = "http://localhost:1".to_owned(),
        |device| device.origin = "http://localhost.evil.example".to_owned(),
        |device| device.site = "evil.example".to_owned(),
        |device| device.site = String::new(),
        |device| device.verifies = false,
        |device| device.framed = true,
    ];
    for (number, lie) in lies.into_iter().enumerate() {
        let mut liar = device.clone();
        lie(&mut liar);
        let (browser, answer) = enters(&site, &mut liar).await;
        assert_eq!(answer.status, 401, "lie {number}");
        assert_refused(&site, &browser, answer).await;
        let mut new = Authenticator::new(&site);
        lie(&mut new);
        let refused = ada.adds_passkey(&mut new, "a lie").await;
        assert_eq!(refused.status, 422, "lie {number}");
    }
    assert!(!ada.get("/account").await.body.contains("a lie"));
}

#[tokio::test]
async fn a_modified_assertion_is_refused() {
    let site = at_noon().await;
    let (ada, mut device, _) = with_passkey(&site, "Ada").await;
    let (_, other, _) = with_passkey(&site, "Ben").await;
    let changes: [fn(&mut Value, &Value); 8] = [
        |shown, _| shown["response"]["signature"] = "MEUCIQ".into(),
        |shown, other| shown["response"]["signature"] = other["response"]["signature"].clone(),
        |shown, other| {
            shown["response"]["authenticatorData"] = other["response"]["authenticatorData"].clone()
        },
        |shown, other| shown["response"]["clientDataJSON"] = other["response"]["clientDataJSON"].clone(),
        |shown, other| shown["response"]["userHandle"] = other["response"]["userHandle"].clone(),
        |shown, _| shown["response"]["userHandle"] = Value::Null,
        |shown, other| shown["rawId"] = other["rawId"].clone(),
        |shown, _| shown["response"] = Value::Null,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let browser = site.visitor();
        let challenge = browser.requests_challenge("/login/passkey/challenge").await;
        let mut shown: Value = serde_json::from_str(&device.shows(&challenge)).unwrap();
        let mut ben = other.clone();
        ben.count = 7;
        let elsewhere = site.visitor().requests_challenge("/login/passkey/challenge").await;
        let foreign: Value = serde_json::from_str(&ben.shows(&elsewhere)).unwrap();
        change(&mut shown, &foreign);
        let answer = browser.answers("/login/passkey", &challenge, &shown.to_string()).await;
        assert_eq!(answer.status, 401, "change {number}");
        assert_refused(&site, &browser, answer).await;
    }
    for (status, challenge, answer) in [(401, "x", "{}"), (401, "", ""), (401, "%00", "not json")] {
        let fields = [("challenge", challenge), ("answer", answer)];
        assert_eq!(site.visitor().post("/login/passkey", &fields).await.status, status);
        assert_eq!(ada.post("/account/passkeys", &fields).await.status, 409);
    }
    for form in [&[][..], &[("challenge", "x")], &[("challenge", "x"), ("answer", "{}"), ("user", "Ada")]] {
        assert_eq!(site.visitor().post("/login/passkey", form).await.status, 422);
    }
}

#[tokio::test]
async fn a_cloned_authenticator_is_detected() {
    let site = at_noon().await;
    let (_, mut device, _) = with_passkey(&site, "Ada").await;
    let mut copy = device.clone();
    assert_eq!(enters(&site, &mut device).await.1.status, 303);
    assert_eq!(enters(&site, &mut device).await.1.status, 303);
    let (thief, answer) = enters(&site, &mut copy).await;
    assert_refused(&site, &thief, answer).await;
}

#[tokio::test]
async fn an_answer_is_accepted_for_its_own_challenge_only() {
    let site = at_noon().await;
    let (ada, mut device, _) = with_passkey(&site, "Ada").await;
    let (ben, mut bens, _) = with_passkey(&site, "Ben").await;
    let browser = site.visitor();
    let challenge = browser.requests_challenge("/login/passkey/challenge").await;
    let shown = device.shows(&challenge);
    assert_eq!(ada.answers("/reauthenticate/passkey", &challenge, &shown).await.status, 401);
    let challenge = ada.requests_challenge("/reauthenticate/challenge").await;
    let shown = device.shows(&challenge);
    assert_refused(&site, &browser, browser.answers("/login/passkey", &challenge, &shown).await).await;
    let challenge = ada.requests_challenge("/reauthenticate/challenge").await;
    let shown = device.shows(&challenge);
    assert_eq!(
        ben.answers("/reauthenticate/passkey", &challenge, &shown).await.status,
        401,
        "for Ada, by Ben"
    );
    let challenge = ben.requests_challenge("/reauthenticate/challenge").await;
    let shown = device.shows(&challenge);
    assert_eq!(
        ben.answers("/reauthenticate/passkey", &challenge, &shown).await.status,
        401,
        "Ada's passkey, by Ben"
    );
    let half = site.visitor();
    half.post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await;
    let challenge = half.requests_challenge("/login/two-factor/challenge").await;
    let shown = bens.shows(&challenge);
    assert_eq!(
        half.answers("/login/two-factor/passkey", &challenge, &shown).await.status,
        401,
        "Ben's, after Ada's password"
    );
    let challenge = ada.requests_challenge("/account/passkeys/challenge").await;
    let made = Authenticator::new(&site).makes(&challenge);
    assert_eq!(
        ben.answers("/account/passkeys", &challenge, &made).await.status,
        422,
        "made for Ada, added by Ben"
    );
}

#[tokio::test]
async fn a_registered_passkey_is_not_added_again() {
    let site = at_noon().await;
    let (ada, mut device, _) = with_passkey(&site, "Ada").await;
    let challenge = ada.requests_challenge("/account/passkeys/challenge").await;
    let excluded = challenge["asks"]["publicKey"]["excludeCredentials"].as_array().unwrap().len();
    assert_eq!(excluded, 1, "the device gets its own credentials as excluded");
    assert_eq!(ada.adds_passkey(&mut device, "again").await.status, 422);
    let ben = site.register("Ben").await;
    assert_eq!(ben.adds_passkey(&mut device, "mine").await.status, 409, "nor by another user");
    let long = "x".repeat(41);
    for name in [long.as_str(), "two\nlines"] {
        assert_eq!(ada.adds_passkey(&mut Authenticator::new(&site), name).await.status, 422);
    }
}

#[tokio::test]
async fn a_passkey_is_removed_by_its_owner_only() {
    let site = at_noon().await;
    let (ada, mut device, _) = with_passkey(&site, "Ada").await;
    let ben = site.register("Ben").await;
    let removal = format!("/account/passkeys/{}/remove", number(&ada).await);
    assert_eq!(ben.post(&removal, &[]).await.status, 404);
    let visitor = site.visitor();
    assert!(visitor.post(&removal, &[]).await.location().starts_with("/login"));
    for bad in ["0", "-1", "+1", "x", "99999999999999999999", "%00"] {
        assert_eq!(ada.post(&format!("/account/passkeys/{bad}/remove"), &[]).await.status, 404, "{bad}");
    }
    assert_eq!(enters(&site, &mut device).await.1.status, 303, "it is still there");
    assert_eq!(ada.post(&removal, &[]).await.location(), "/account?done=passkey-off");
    assert_eq!(ada.post(&removal, &[]).await.status, 404);
    let (browser, answer) = enters(&site, &mut device).await;
    assert_refused(&site, &browser, answer).await;
    let plain = visitor.post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await;
    assert_eq!(plain.location(), "/", "no second factor is required");
}

#[tokio::test]
async fn passkey_routes_reveal_nothing_without_a_challenge() {
    let site = at_noon().await;
    with_passkey(&site, "Ada").await;
    let visitor = site.visitor();
    assert_eq!(visitor.post("/login/two-factor/challenge", &[]).await.status, 409);
    let fields = [("challenge", "x"), ("answer", "{}")];
    assert_eq!(visitor.post("/login/two-factor/passkey", &fields).await.location(), "/login");
    for path in ["/account/passkeys", "/account/passkeys/challenge"] {
        assert!(visitor.post(path, &fields).await.location().starts_with("/login"), "{path}");
    }
    let challenge = visitor.requests_challenge("/login/passkey/challenge").await;
    let options = &challenge["asks"]["publicKey"];
    assert_eq!(options["allowCredentials"].as_array().map(Vec::len), Some(0), "it lists no passkeys");
    assert_eq!(
        (options["rpId"].as_str(), options["userVerification"].as_str()),
        (Some("localhost"), Some("required"))
    );
    let foreign =
        visitor.request(Method::POST, "/login/passkey/challenge").header("Origin", "https://evil.example");
    assert_eq!(visitor.send(foreign).await.status, 403);
    let ben = site.register("Ben").await;
    assert_eq!(
        ben.post("/reauthenticate/challenge", &[]).await.status,
        409,
        "a user without a passkey gets no challenge"
    );
}

#[tokio::test]
async fn a_site_at_an_ip_address_explains_why_it_has_no_passkeys() {
    let url = PublicUrl::parse("http://127.0.0.1:8080");
    let site = TestSite::with(|config| config.public_url = url).await;
    let ada = site.register("Ada").await;
    assert!(ada.get("/account").await.text("main").unwrap().contains("reached by its IP address"));
    assert_eq!(ada.post("/account/passkeys/challenge", &[]).await.status, 409);
    let page = site.visitor().get("/login").await;
    assert_eq!(page.attribute("form[data-passkey]", "action"), None);
    assert_eq!(site.visitor().post("/login/passkey/challenge", &[]).await.status, 409);
}
