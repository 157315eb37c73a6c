//! Changing the password, and ending other sessions.

use crate::harness::{PASSWORD, TestPerson, TestSite};

const ANOTHER: &str = "nine copper kettles by dawn";

async fn signed_in(site: &TestSite, name: &str, password: &str) -> (u16, TestPerson) {
    let person = site.visitor();
    let answer = person.post("/login", &[("username", name), ("password", password)]).await;
    (answer.status, person)
}

async fn is_signed_in(person: &TestPerson) -> bool {
    person.get("/account").await.text("h1").as_deref() == Some("Account")
}

/// The names of the other sessions on the page.
async fn others(person: &TestPerson) -> Vec<String> {
    let page = person.get("/account").await;
    let forms = page.attributes(".devices form", "action");
    forms.into_iter().map(|action| action.split('/').nth(3).unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_password_is_changed_and_everywhere_else_one_is_signed_out() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let (_, phone) = signed_in(&site, "Ada", PASSWORD).await;
    assert!(is_signed_in(&phone).await);
    let changed = ada.post("/account/password", &[("current", PASSWORD), ("new", ANOTHER)]).await;
    assert_eq!((changed.status, changed.location()), (303, "/account?done=password"));
    assert!(is_signed_in(&ada).await && !is_signed_in(&phone).await);
    assert_eq!(signed_in(&site, "Ada", PASSWORD).await.0, 401);
    assert_eq!(signed_in(&site, "Ada", ANOTHER).await.0, 303);
}

#[tokio::test]
async fn a_password_that_is_no_good_changes_nothing() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let (_, phone) = signed_in(&site, "Ada", PASSWORD).await;
    let long = "long and longer ".repeat(9);
    for (current, new, words) in [
        ("something else altogether", ANOTHER, "Wrong password."),
        ("", ANOTHER, "Wrong password."),
        (PASSWORD, "short", "10 to 128 characters"),
        (PASSWORD, &long, "10 to 128 characters"),
        (PASSWORD, "passwordpassword", "easy to guess"),
    ] {
        let refused = ada.post("/account/password", &[("current", current), ("new", new)]).await;
        assert_eq!(refused.status, 422, "{new}");
        assert!(refused.body.contains(words), "{words} is not said of {new}");
        assert!(!refused.body.contains(PASSWORD) && !refused.body.contains(ANOTHER));
    }
    assert!(is_signed_in(&phone).await);
    assert_eq!(signed_in(&site, "Ada", PASSWORD).await.0, 303);
}

#[tokio::test]
async fn somebody_signs_out_in_one_place_or_everywhere_else() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let mut places = Vec::new();
    for _ in 0..3 {
        places.push(signed_in(&site, "Ada", PASSWORD).await.1);
    }
    let page = ada.get("/account").await;
    assert_eq!(page.texts(".devices li").len(), 4);
    let one = others(&ada).await[0].clone();
    let ended = ada.post(&format!("/account/sessions/{one}/end"), &[]).await;
    assert_eq!((ended.status, ended.location()), (303, "/account?done=session"));
    let mut left = 0;
    for place in &places {
        left += usize::from(is_signed_in(place).await);
    }
    assert_eq!(left, 2);
    assert_eq!(ada.post(&format!("/account/sessions/{one}/end"), &[]).await.status, 404);
    assert_eq!(ada.post("/account/sessions/end", &[]).await.location(), "/account?done=sessions");
    for place in &places {
        assert!(!is_signed_in(place).await);
    }
    assert!(is_signed_in(&ada).await && others(&ada).await.is_empty());
}

#[tokio::test]
async fn nobody_ends_the_session_of_somebody_else() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let (_, phone) = signed_in(&site, "Ada", PASSWORD).await;
    let theirs = others(&ada).await[0].clone();
    assert_eq!(ben.post(&format!("/account/sessions/{theirs}/end"), &[]).await.status, 404);
    assert_eq!(ben.post("/account/sessions/end", &[]).await.status, 303);
    assert!(is_signed_in(&phone).await);
    let visitor = site.visitor();
    for path in ["/account/password", "/account/sessions/end", "/account/sessions/0123456789abcdef/end"] {
        let answer = visitor.post(path, &[("current", PASSWORD), ("new", ANOTHER)]).await;
        assert!(answer.location().starts_with("/login"), "{path}: {}", answer.status);
    }
    assert!(visitor.get("/account").await.location().starts_with("/login"));
    for bad in ["x", "%00", "..", "ffffffffffffffff"] {
        assert_eq!(ada.post(&format!("/account/sessions/{bad}/end"), &[]).await.status, 404, "{bad}");
    }
    for form in [&[("current", PASSWORD)][..], &[("current", PASSWORD), ("new", ANOTHER), ("role", "admin")]]
    {
        let answer = ada.post("/account/password", form).await;
        assert!(matches!(answer.status, 400 | 422), "{}", answer.status);
    }
    assert_eq!(signed_in(&site, "Ada", PASSWORD).await.0, 303);
}

#[tokio::test]
async fn a_password_cannot_be_guessed_in_an_open_session() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    let ada = site.register("Ada").await;
    let mut statuses = Vec::new();
    for number in 0..10 {
        let guess = format!("seven brass lamps over {number}");
        statuses.push(ada.post("/account/password", &[("current", &guess), ("new", ANOTHER)]).await.status);
    }
    assert!(statuses.starts_with(&[422; 8]) && statuses.ends_with(&[429]), "{statuses:?}");
}
