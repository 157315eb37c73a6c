//! Creating an account.

use parlour::config::HashCost;
use parlour::users::RegistrationMode;

use crate::harness::{PASSWORD, TestSite};

#[tokio::test]
async fn a_registered_user_is_signed_in() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    assert_eq!(ada.signed_in_as().await.as_deref(), Some("Ada"));
}

#[tokio::test]
async fn registration_returns_to_the_requested_page() {
    let site = TestSite::start().await;
    let ada = site.visitor();
    let page = ada.get("/register?next=/matches/new").await;
    assert_eq!(page.attribute("input[name=next]", "value").as_deref(), Some("/matches/new"));
    let fields = [("username", "Ada"), ("password", PASSWORD), ("next", "/matches/new")];
    let answer = ada.post("/register", &fields).await;
    assert_eq!((answer.status, answer.location()), (303, "/matches/new"));
}

#[tokio::test]
async fn an_invalid_name_is_refused_beside_its_field() {
    let site = TestSite::start().await;
    let problems = ["Use 2 to 20 characters.", "Use only letters, digits, “_” and “-”."];
    for name in ["", "a", "a b", "zoë♥", "<script>", "123456789012345678901", &"x".repeat(10_000)] {
        let answer = site.visitor().post("/register", &[("username", name), ("password", PASSWORD)]).await;
        assert_eq!(answer.status, 422, "{name}");
        assert!(answer.text("#username-problem").is_some_and(|words| problems.contains(&&*words)), "{name}");
        assert_eq!(answer.attribute("#username", "value").unwrap_or_default(), name);
        assert!(answer.is_page());
    }
}

#[tokio::test]
async fn an_invalid_password_is_refused_beside_its_field() {
    let site = TestSite::start().await;
    let long = "seven quiet marbles roll ".repeat(6);
    for password in ["", "short", "123456789", "password123", "analytical-ada1", &long] {
        let fields = [("username", "Analytical-Ada"), ("password", password)];
        let answer = site.visitor().post("/register", &fields).await;
        assert_eq!(answer.status, 422, "{password}");
        let problem = answer.text("#password-problem").unwrap();
        assert!(problem.contains("10 to 128") || problem.contains("easy to guess"), "{problem}");
        assert_eq!(answer.attribute("#username", "value").as_deref(), Some("Analytical-Ada"));
        assert_eq!(answer.attribute("#password", "value"), None, "a password is not sent back");
    }
}

#[tokio::test]
async fn a_name_is_taken_in_any_case() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    for name in ["Ada", "ada", "ADA"] {
        let answer = site.visitor().post("/register", &[("username", name), ("password", PASSWORD)]).await;
        assert_eq!(answer.status, 409, "{name}");
        assert_eq!(
            answer.text("#username-problem").as_deref(),
            Some("This name, or one that looks like it, is taken.")
        );
    }
}

#[tokio::test]
async fn of_simultaneous_registrations_of_a_name_one_succeeds() {
    let site = TestSite::start().await;
    let crowd = (0..8).map(|_| async {
        let visitor = site.visitor();
        visitor.post("/register", &[("username", "Ada"), ("password", PASSWORD)]).await.status
    });
    let mut answers = futures_util::future::join_all(crowd).await;
    answers.sort_unstable();
    assert_eq!(answers, [303, 409, 409, 409, 409, 409, 409, 409]);
}

#[tokio::test]
async fn a_password_is_stored_as_an_argon2id_hash_of_the_agreed_cost() {
    let site = TestSite::with(|config| config.hash_cost = HashCost::default()).await;
    site.register("Ada").await;
    site.register("Ben").await;
    let query = sqlx::query_scalar("SELECT password FROM users WHERE kind = 'person' ORDER BY id");
    let hashes: Vec<String> = query.fetch_all(&site.database().await).await.unwrap();
    assert!(hashes.iter().all(|hash| hash.starts_with("$argon2id$v=19$m=34816,t=2,p=1$")), "{hashes:?}");
    assert_ne!(hashes[0], hashes[1], "the same password has another salt");
}

#[tokio::test]
async fn registration_is_refused_where_it_is_closed() {
    for registration in [RegistrationMode::Closed, RegistrationMode::Invitation] {
        let site = TestSite::with(|config| config.registration = Some(registration)).await;
        let visitor = site.visitor();
        let page = visitor.get("/register").await;
        assert_eq!((page.status, page.attribute("main form", "action")), (403, None));
        let answer = visitor.post("/register", &[("username", "Ada"), ("password", PASSWORD)]).await;
        assert_eq!(answer.status, 403);
        assert_eq!(visitor.signed_in_as().await, None);
    }
}

#[tokio::test]
async fn registering_in_a_german_browser_sets_the_language_of_the_account() {
    let site = TestSite::start().await;
    let ada = site.register_in_german("Ada").await;
    assert_eq!(ada.get("/account").await.attribute("html", "lang").as_deref(), Some("de"));
    let phone = site.visitor();
    assert_eq!(phone.get("/login").await.attribute("html", "lang").as_deref(), Some("en"));
    assert_eq!(phone.post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await.status, 303);
    assert_eq!(phone.get("/account").await.text("h1").as_deref(), Some("Konto"));
}

#[tokio::test]
async fn a_name_that_looks_like_another_or_like_staff_is_refused() {
    let site = TestSite::start().await;
    let register = async |name: &str| {
        let answer = site.visitor().post("/register", &[("username", name), ("password", PASSWORD)]).await;
        (answer.status, answer.text("#username-problem").unwrap_or_default())
    };
    assert_eq!(register(" limes11 ").await.0, 303, "spaces around it are ignored");
    for name in ["Iimes11", "1imes11", "limesll", "LIMES1I"] {
        assert_eq!(register(name).await.0, 409, "{name}");
    }
    for name in
        ["admin", "Moderator", "Parlour", "Support", "guest", "Guest-1234", "Quarto-Casual-bot", "null"]
    {
        let reserved = (422, "This name is reserved. Choose another one.".to_owned());
        assert_eq!(register(name).await, reserved, "{name}");
    }
}
