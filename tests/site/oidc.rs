//! Signing in at an OpenID Connect provider: accounts, roles, and what is refused.

use parlour::config::Config;
use parlour::users::Role;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};

use crate::harness::{PASSWORD, PROVIDER, PageAnswer, TestPerson, TestProvider, TestSite};

const EXPIRED: &str = "This sign-in has expired or was already used. Try again.";
const INVALID: &str = "Club login gave an answer that this site can’t accept. Try again, or ask an admin.";

/// A provider and a site that uses it.
async fn with_provider(change: impl FnOnce(&mut Config)) -> (TestProvider, TestSite) {
    let provider = TestProvider::start().await;
    let site = TestSite::with(|config| {
        config.oidc = Some(provider.config());
        change(config);
    });
    let site = site.await;
    (provider, site)
}

/// A value of the query of a URL.
fn query(url: &str, name: &str) -> String {
    let url = url::Url::parse(url).unwrap();
    url.query_pairs().find(|(key, _)| key == name).unwrap().1.into_owned()
}

/// Sends a form that leads to the provider. Returns the URL there.
async fn leaves(person: &TestPerson, form: &str, next: &str) -> String {
    let answer = person.post(form, &[("next", next)]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.header("refresh").strip_prefix("0; url=").unwrap().to_owned()
}

/// Comes back from the provider with the claims of a subject and these.
async fn returns(
    provider: &TestProvider,
    person: &TestPerson,
    url: &str,
    subject: &str,
    claims: &Value,
) -> PageAnswer {
    let mut all = provider.claims(subject, &query(url, "nonce"));
    all.as_object_mut().unwrap().extend(claims.as_object().cloned().unwrap_or_default());
    provider.set(|answers| answers.claims = all);
    comes_back(person, url).await
}

async fn comes_back(person: &TestPerson, url: &str) -> PageAnswer {
    person.get(&format!("/login/oidc/callback?code=c&state={}", query(url, "state"))).await
}

/// A visitor who signs in at the provider.
async fn enters(
    provider: &TestProvider,
    site: &TestSite,
    subject: &str,
    claims: &Value,
) -> (TestPerson, PageAnswer) {
    let person = site.visitor();
    let url = leaves(&person, "/login/oidc", "").await;
    let answer = returns(provider, &person, &url, subject, claims).await;
    (person, answer)
}

async fn count(site: &TestSite, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(&site.database().await).await.unwrap()
}

const PEOPLE: &str = "SELECT count(*) FROM users WHERE kind = 'person' AND deletion_state IS NULL";

#[tokio::test]
async fn a_user_of_the_provider_gets_an_account_and_finds_it_again() {
    let (provider, site) = with_provider(|_| {}).await;
    assert_eq!(provider.requests().len(), 0, "nothing is asked at the start");
    let ada = site.visitor();
    let url = leaves(&ada, "/login/oidc", "/settings").await;
    assert!(
        url.starts_with(&format!("{}/authorize?response_type=code&client_id=parlour", provider.url)),
        "{url}"
    );
    assert_eq!(
        (&*query(&url, "scope"), &*query(&url, "code_challenge_method")),
        ("openid profile email", "S256")
    );
    assert_eq!(query(&url, "redirect_uri"), format!("{}/login/oidc/callback", site.url));
    let claims =
        json!({ "preferred_username": "Ada L.", "email": "ada@club.example", "email_verified": true });
    let answer = returns(&provider, &ada, &url, "1", &claims).await;
    assert_eq!((answer.status, answer.location()), (303, "/settings"), "{}", answer.body);
    assert!(
        answer
            .header_values("set-cookie")
            .iter()
            .any(|cookie| cookie.contains("oidc") && cookie.contains("Max-Age=0"))
    );
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada-L"));
    let requests = provider.requests();
    let exchange = requests.iter().find(|request| request.starts_with("POST /token")).unwrap();
    let (head, form) = exchange.split_once("\r\n\r\n").unwrap();
    assert!(
        head.to_lowercase()
            .contains(&format!("basic {}", BASE64_STANDARD.encode("parlour:a+secret")).to_lowercase())
    );
    let verifier =
        url::form_urlencoded::parse(form.as_bytes()).find(|(name, _)| name == "code_verifier").unwrap().1;
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
    assert_eq!(challenge, query(&url, "code_challenge"));

    let (again, answer) = enters(&provider, &site, "1", &json!({ "preferred_username": "other" })).await;
    assert_eq!((answer.status, again.signed_in_as().await.as_deref()), (303, Some("Ada-L")));
    assert_eq!(count(&site, PEOPLE).await, 1);
    assert_eq!(provider.requests().iter().filter(|it| it.contains("well-known")).count(), 0, "it is kept");
    assert_eq!(
        count(&site, "SELECT count(*) FROM email_settings WHERE address = 'ada@club.example'").await,
        1
    );
    let export = ada.get("/account/export").await;
    assert_eq!(export.status, 200);
    site.stop().await;
}

#[tokio::test]
async fn a_visitor_joins_the_match_they_came_for() {
    let (provider, site) = with_provider(|_| {}).await;
    let ben = site.register("Ben").await;
    let id = ben.opens(&[("game", "tictactoe")]).await;
    let ada = site.visitor();
    let url = leaves(&ada, "/login/oidc", &format!("/matches/{id}/seats")).await;
    returns(&provider, &ada, &url, "1", &json!({ "name": "Ada" })).await;
    let record = ben.get(&format!("/matches/{id}/record.json")).await.body;
    assert!(record.contains("\"Ada\""), "{record}");
    site.stop().await;
}

#[tokio::test]
async fn a_callback_without_an_attempt_of_this_browser_is_refused() {
    let (provider, site) = with_provider(|_| {}).await;
    let refused = |answer: PageAnswer| {
        let problem = answer.text("[role=alert]").unwrap_or_default();
        assert_eq!((answer.status, &*problem), (400, EXPIRED));
    };
    refused(site.visitor().get("/login/oidc/callback").await);
    refused(site.visitor().get("/login/oidc/callback?code=c&state=s").await);
    let ada = site.visitor();
    let url = leaves(&ada, "/login/oidc", "").await;
    provider.set(|answers| answers.claims = provider.claims("1", &query(&url, "nonce")));
    refused(comes_back(&site.visitor(), &url).await);
    refused(ada.get("/login/oidc/callback?code=c&state=another").await);
    refused(comes_back(&ada, &url).await);
    let old = leaves(&ada, "/login/oidc", "").await;
    leaves(&ada, "/login/oidc", "").await;
    refused(comes_back(&ada, &old).await);
    let forged =
        ada.request(Method::GET, &format!("/login/oidc/callback?code=c&state={}", query(&old, "state")));
    let cookie = format!("{}=AAAA", site.cookie_name("parlour-oidc"));
    refused(site.visitor().send(forged.header("Cookie", cookie)).await);
    assert_eq!(count(&site, PEOPLE).await, 0);
    assert!(provider.requests().iter().all(|request| !request.contains("/token")), "no code was exchanged");
    site.stop().await;
}

#[tokio::test]
async fn an_attempt_expires_after_ten_minutes() {
    let provider = TestProvider::start().await;
    let clock = parlour::now::Clock::at(parlour::now::Moment(jiff::Timestamp::now().as_millisecond()));
    let site = TestSite::at(clock, |config| config.oidc = Some(provider.config())).await;
    let ada = site.visitor();
    let url = leaves(&ada, "/login/oidc", "").await;
    site.clock.set(site.clock.now().after(10 * 60_000));
    let answer = returns(&provider, &ada, &url, "1", &json!({})).await;
    assert_eq!((answer.status, answer.text("[role=alert]").as_deref()), (400, Some(EXPIRED)));
    site.stop().await;
}

#[tokio::test]
async fn invalid_tokens_are_refused_and_nothing_is_changed() {
    let (provider, site) = with_provider(|config| {
        config.oidc.as_mut().unwrap().role_claim = Some("roles".to_owned());
    })
    .await;
    let now = jiff::Timestamp::now().as_second();
    for claims in [
        json!({ "iss": "https://evil.example" }),
        json!({ "iss": null }),
        json!({ "aud": "another" }),
        json!({ "aud": ["parlour", "another"] }),
        json!({ "aud": ["parlour", "another"], "azp": "another" }),
        json!({ "azp": "another" }),
        json!({ "nonce": "another" }),
        json!({ "nonce": null }),
        json!({ "exp": now - 1 }),
        json!({ "sub": "" }),
        json!({ "sub": "x".repeat(256) }),
        json!({ "sub": 5 }),
        json!({ "email": ["a@b.example"] }),
        json!({ "roles": 5 }),
        json!({ "roles": { "admin": true } }),
        json!({ "roles": ["admin", 5] }),
    ] {
        let (person, answer) = enters(&provider, &site, "1", &claims).await;
        assert_eq!((answer.status, answer.text("[role=alert]").as_deref()), (502, Some(INVALID)), "{claims}");
        assert_eq!(person.signed_in_as().await, None, "{claims}");
    }
    provider.change_key("first", false);
    let (_, answer) = enters(&provider, &site, "1", &json!({})).await;
    assert_eq!(answer.status, 502, "a wrong signature");
    provider.change_key("unknown", false);
    assert_eq!(enters(&provider, &site, "1", &json!({})).await.1.status, 502, "an unknown key");
    assert_eq!(count(&site, PEOPLE).await, 0);

    provider.change_key("second", true);
    let (_, answer) =
        enters(&provider, &site, "1", &json!({ "aud": ["parlour", "x"], "azp": "parlour" })).await;
    assert_eq!(answer.status, 303, "a new key is fetched");
    site.stop().await;
}

#[tokio::test]
async fn other_answers_than_tokens_are_refused() {
    let (provider, site) = with_provider(|_| {}).await;
    for (status, body, expected) in [
        (400, r#"{"error":"invalid_grant"}"#.to_owned(), (400, EXPIRED)),
        (401, r#"{"error":"invalid_client"}"#.to_owned(), (502, INVALID)),
        (500, "<h1>Error</h1>".to_owned(), (502, INVALID)),
        (302, String::new(), (502, INVALID)),
        (200, "{}".to_owned(), (502, INVALID)),
        (200, r#"{"access_token":"a","token_type":"Bearer"}"#.to_owned(), (502, INVALID)),
        (200, r#"{"access_token":"a","token_type":"Bearer","id_token":"a.b.c"}"#.to_owned(), (502, INVALID)),
        (200, format!("{{\"access_token\":\"{}\"}}", "a".repeat(300 * 1024)), (502, INVALID)),
    ] {
        provider.set(|answers| answers.token = Some((status, body.clone())));
        let (_, answer) = enters(&provider, &site, "1", &json!({})).await;
        assert_eq!((answer.status, &*answer.text("[role=alert]").unwrap()), expected, "{body:.50}");
    }
    provider.set(|answers| answers.token = None);
    // The endpoint is known from the first sign-in on.
    let (other, site) = (provider, site.restart(|_| {}).await);
    other.set(|answers| answers.user_info = json!({ "sub": "another" }));
    assert_eq!(enters(&other, &site, "1", &json!({})).await.1.status, 502, "claims of another user");
    other.set(|answers| answers.user_info = json!({ "sub": "1", "name": "Ada" }));
    let (ada, _) = enters(&other, &site, "1", &json!({})).await;
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"));
    site.stop().await;
}

#[tokio::test]
async fn errors_of_the_provider_are_shown() {
    let (_provider, site) = with_provider(|_| {}).await;
    let ada = site.visitor();
    let back = async |error: &str| {
        let url = leaves(&ada, "/login/oidc", "/games").await;
        ada.get(&format!("/login/oidc/callback?{error}&state={}", query(&url, "state"))).await
    };
    let cancelled = back("error=access_denied").await;
    assert_eq!((cancelled.status, cancelled.location()), (303, "/login?done=cancelled&next=%2Fgames"));
    let page = ada.get(cancelled.location()).await;
    assert_eq!(page.text("[role=status]").as_deref(), Some("You cancelled."));
    assert_eq!(page.attribute("input[name=next]", "value").as_deref(), Some("/games"));
    for error in ["error=server_error", "error=%3Cb%3E", "code=c&iss=https%3A%2F%2Fevil.example"] {
        let answer = back(error).await;
        assert_eq!((answer.status, answer.text("[role=alert]").as_deref()), (502, Some(INVALID)), "{error}");
        assert!(!answer.body.contains("<b>"));
    }
    site.stop().await;
}

#[tokio::test]
async fn a_provider_that_is_down_is_named() {
    let (provider, site) = with_provider(|_| {}).await;
    drop(provider);
    let answer = site.visitor().post("/login/oidc", &[("next", "/games")]).await;
    let words = "Club login doesn’t answer. Try again in a minute.";
    assert_eq!((answer.status, answer.text("[role=alert]").as_deref()), (502, Some(words)));
    assert_eq!(answer.text("form button").as_deref(), Some("Sign in with Club login"));
    assert_eq!(
        site.visitor().post("/register", &[("username", "Ada"), ("password", PASSWORD)]).await.status,
        303
    );
    site.stop().await;
}

#[tokio::test]
async fn names_are_made_valid_and_unique_and_addresses_have_to_be_verified_and_free() {
    let (provider, site) = with_provider(|_| {}).await;
    site.register("Ada").await;
    let mail = |verified: bool| json!({ "email": "ada@club.example", "email_verified": verified });
    for (subject, claims, name) in [
        ("1", mail(false), "ada2"),
        ("2", mail(true), "ada3"),
        ("3", mail(true), "ada4"),
        ("4", json!({ "preferred_username": "<script>alert(1)</script>" }), "script-alert-1-scrip"),
        ("5", json!({ "preferred_username": "admin", "name": "Zoë Groß" }), "Zoë-Groß"),
        ("6", json!({}), "player"),
    ] {
        let (person, answer) = enters(&provider, &site, subject, &claims).await;
        assert_eq!((answer.status, person.signed_in_as().await.as_deref()), (303, Some(name)), "{claims}");
    }
    let with_mail =
        "SELECT u.name FROM email_settings e JOIN users u ON u.id = e.user_id WHERE e.address IS NOT NULL";
    let names: Vec<String> = sqlx::query_scalar(with_mail).fetch_all(&site.database().await).await.unwrap();
    assert_eq!(names, ["ada3"]);
    site.stop().await;
}

#[tokio::test]
async fn without_new_accounts_only_those_who_have_one_come_in() {
    let (provider, site) = with_provider(|_| {}).await;
    enters(&provider, &site, "1", &json!({ "name": "Ada" })).await;
    let site = site.restart(|config| config.oidc.as_mut().unwrap().create = false).await;
    let (_, answer) = enters(&provider, &site, "2", &json!({ "name": "Ben" })).await;
    let words = "You don’t have an account here yet. Ask an admin for one.";
    assert_eq!((answer.status, answer.text("[role=alert]").as_deref()), (403, Some(words)));
    assert_eq!(enters(&provider, &site, "1", &json!({})).await.1.status, 303);
    assert_eq!(count(&site, PEOPLE).await, 1);
    site.stop().await;
}

#[tokio::test]
async fn a_claim_sets_the_role_but_never_takes_the_last_admin() {
    let (provider, site) = with_provider(|config| {
        config.oidc.as_mut().unwrap().role_claim = Some("roles".to_owned());
    })
    .await;
    let role = async |subject: &str, roles: Value| {
        let (person, answer) =
            enters(&provider, &site, subject, &json!({ "name": "Ada", "roles": roles })).await;
        assert_eq!(answer.status, 303);
        let name = person.signed_in_as().await.unwrap();
        let of = "SELECT role FROM users WHERE name = $1";
        sqlx::query_scalar::<_, String>(of).bind(name).fetch_one(&site.database().await).await.unwrap()
    };
    assert_eq!(role("1", json!(["admin"])).await, "admin");
    assert_eq!(role("1", json!([])).await, "admin", "the last one");
    assert_eq!(role("2", json!("moderator")).await, "moderator");
    assert_eq!(role("2", json!("admin")).await, "admin");
    let (before, _) = enters(&provider, &site, "1", &json!({ "roles": "admin" })).await;
    assert_eq!(before.get("/admin/users").await.status, 200);
    assert_eq!(role("1", json!(null)).await, "player");
    assert_eq!(before.get("/admin/users").await.status, 303, "they have to sign in again");
    let changes =
        "SELECT count(*) FROM audit_log WHERE action = 'change-role' AND reason LIKE '%single sign-on%'";
    assert_eq!(count(&site, changes).await, 4);
    let rosa = site.register_as("Rosa", Role::Admin).await;
    assert!(rosa.get("/admin/audit").await.body.contains("from admin to player"));
    site.stop().await;
}

#[tokio::test]
async fn an_account_is_connected_once_and_keeps_another_way_in() {
    let (provider, site) = with_provider(|_| {}).await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let connects = async |person: &TestPerson| {
        let url = leaves(person, "/account/oidc", "").await;
        returns(&provider, person, &url, "1", &json!({})).await
    };
    assert_eq!(connects(&ada).await.location(), "/account?done=provider");
    for person in [&ada, &ben] {
        let taken = connects(person).await;
        let words = "This sign-in already belongs to an account here.";
        assert_eq!((taken.status, taken.text("main p.lead").as_deref()), (409, Some(words)));
    }
    let (again, _) = enters(&provider, &site, "1", &json!({})).await;
    assert_eq!(again.signed_in_as().await.as_deref(), Some("Ada"));
    let url = leaves(&ada, "/account/oidc", "").await;
    ada.post("/logout", &[]).await;
    assert_eq!(returns(&provider, &ada, &url, "2", &json!({})).await.status, 409, "signed out in between");

    assert_eq!(again.post("/account/oidc/disconnect", &[]).await.location(), "/account?done=provider-off");
    let (new, _) = enters(&provider, &site, "1", &json!({ "name": "Ada" })).await;
    assert_eq!(new.signed_in_as().await.as_deref(), Some("Ada2"));
    let refused = new.post("/account/oidc/disconnect", &[]).await;
    assert_eq!(refused.status, 409);
    let password = new.post("/account/password", &[("new", PASSWORD)]).await;
    assert_eq!((password.status, password.location()), (303, "/account?done=password"), "{}", password.body);
    assert_eq!(new.post("/account/oidc/disconnect", &[]).await.status, 303);
    let form = [("username", "Ada2"), ("password", PASSWORD)];
    assert_eq!(site.visitor().post("/login", &form).await.status, 303);
    site.stop().await;
}

#[tokio::test]
async fn an_account_without_a_password_has_none_that_could_be_guessed() {
    let (provider, site) = with_provider(|_| {}).await;
    let (ada, _) = enters(&provider, &site, "1", &json!({ "name": "Ada" })).await;
    for password in ["", " ", PASSWORD] {
        let answer = site.visitor().post("/login", &[("username", "Ada"), ("password", password)]).await;
        assert_eq!(answer.status, 401);
    }
    let page = ada.get("/account/delete").await;
    assert!(!page.body.contains("name=\"password\""));
    assert_eq!(ada.post("/account/delete", &[("name", "Ada")]).await.status, 200);
    assert_eq!(count(&site, "SELECT count(*) FROM external_identities").await, 0);
    assert_eq!(enters(&provider, &site, "1", &json!({ "name": "Ada" })).await.1.status, 303, "a new account");
    site.stop().await;
}

#[tokio::test]
async fn a_user_reauthenticates_with_a_fresh_sign_in() {
    let (provider, site) = with_provider(|_| {}).await;
    let (ada, _) = enters(&provider, &site, "1", &json!({ "name": "Ada" })).await;
    sqlx::query("UPDATE sessions SET reauthenticated_at = 0").execute(&site.database().await).await.unwrap();
    let site = site.restart(|_| {}).await;
    let asked = ada.get("/account/delete").await;
    assert_eq!(asked.location(), "/reauthenticate?next=%2Faccount%2Fdelete");
    let page = ada.get(asked.location()).await;
    assert_eq!(page.text("main form button").as_deref(), Some("Continue with Club login"));
    let now = jiff::Timestamp::now().as_second();
    let proves = async |subject: &str, claims: Value| {
        let url = leaves(&ada, "/reauthenticate/oidc", "/account/delete").await;
        assert_eq!(query(&url, "max_age"), "0");
        returns(&provider, &ada, &url, subject, &claims).await
    };
    assert_eq!(proves("1", json!({ "auth_time": now - 3600 })).await.status, 502, "an earlier sign-in");
    assert_eq!(proves("2", json!({ "auth_time": now })).await.status, 403, "somebody else");
    assert_eq!(ada.get("/account/delete").await.status, 303);
    let proven = proves("1", json!({ "auth_time": now })).await;
    assert_eq!((proven.status, proven.location()), (303, "/account/delete"));
    assert_eq!(ada.get("/account/delete").await.status, 200);
    assert_eq!(count(&site, PEOPLE).await, 1);
    site.stop().await;
}

#[tokio::test]
async fn with_single_sign_on_only_the_other_ways_are_refused() {
    let (provider, site) = with_provider(|config| config.oidc.as_mut().unwrap().only = true).await;
    let visitor = site.visitor();
    let words = format!("This site only lets you sign in with {PROVIDER}.");
    let form = [("username", "Ada"), ("password", PASSWORD)];
    for path in [
        "/login",
        "/%6cogin",
        "/login/two-factor",
        "/login/passkey",
        "/login/passkey/challenge",
        "/register",
        "/reset",
        "/reset/key",
        "/setup",
        "/account/registration",
    ] {
        let answer = visitor.post(path, &form).await;
        assert_eq!((answer.status, answer.text("p.lead").as_deref()), (403, Some(&*words)), "{path}");
    }
    let (ada, _) = enters(&provider, &site, "1", &json!({ "name": "Ada" })).await;
    for path in ["/account/password", "/account/passkeys", "/account/totp", "/reauthenticate"] {
        assert_eq!(ada.post(path, &[("new", PASSWORD)]).await.status, 403, "{path}");
    }
    let page = site.visitor().get("/login").await;
    assert_eq!(page.texts("main form button"), ["Sign in with Club login"]);
    assert!(
        !page.body.contains("type=\"password\"") && !page.body.contains("href=\"/register\""),
        "{}",
        page.body
    );
    assert_eq!(site.visitor().get("/register").await.status, 403);
    assert_eq!(ada.post("/account/oidc/disconnect", &[]).await.status, 409);
    assert_eq!(ada.post("/play", &[("game", "tictactoe")]).await.status, 303);
    site.make("Ada", Role::Admin).await;
    let (ada, _) = enters(&provider, &site, "1", &json!({ "name": "Ada" })).await;
    let page = ada.get("/admin/users/import").await;
    assert_eq!((page.status, page.texts("main textarea").len()), (200, 0));
    assert!(page.text("main").unwrap().contains(&format!("People sign in with {PROVIDER} here")));
    for path in ["/admin/users/import", "/admin/users/import/1/cards"] {
        let answer = ada.post(path, &[("text", "Dora")]).await;
        assert_eq!((answer.status, answer.text("p.lead").as_deref()), (403, Some(&*words)), "{path}");
    }
    site.stop().await;
}

#[tokio::test]
async fn a_suspended_user_signs_in_and_sees_why() {
    let (provider, site) = with_provider(|_| {}).await;
    enters(&provider, &site, "1", &json!({ "name": "Ada" })).await;
    let rosa = site.register_as("Rosa", Role::Admin).await;
    let form = [("days", "7"), ("why", "Quite enough.")];
    assert_eq!(rosa.post("/admin/users/Ada/suspension", &form).await.status, 303);
    let (ada, answer) = enters(&provider, &site, "1", &json!({})).await;
    assert_eq!(answer.status, 303);
    assert!(ada.get("/").await.body.contains("Quite enough."));
    site.stop().await;
}

#[tokio::test]
async fn a_site_without_a_provider_has_no_pages_for_it() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    assert_eq!(site.visitor().post("/login/oidc", &[]).await.status, 404);
    assert_eq!(ada.get("/login/oidc/callback?code=c&state=s").await.status, 404);
    for path in ["/account/oidc", "/account/oidc/disconnect", "/reauthenticate/oidc"] {
        assert_eq!(ada.post(path, &[]).await.status, 404, "{path}");
    }
    assert!(!ada.get("/account").await.body.contains("Single sign-on"));
    site.stop().await;
}
