//! Theme, motion, sound and language.

use reqwest::Method;

use crate::harness::{TestPerson, TestSite};

async fn sets(person: &TestPerson, theme: &str, motion: &str, sound: &str, language: &str) -> u16 {
    let form = [("theme", theme), ("motion", motion), ("sound", sound), ("language", language)];
    person.post("/settings/appearance", &form).await.status
}

/// Theme, motion and language in the root element of a page.
async fn root(person: &TestPerson, page: &str) -> [Option<String>; 3] {
    let page = person.get(page).await;
    ["data-theme", "data-motion", "lang"].map(|name| page.attribute("html", name))
}

#[tokio::test]
async fn appearance_settings_apply_on_every_page_and_in_every_session() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(root(&ada, "/").await, [None, None, some("en")]);
    assert_eq!(sets(&ada, "dark", "reduced", "on", "en").await, 303);
    for page in ["/", "/settings", "/games", "/no-such-page"] {
        assert_eq!(root(&ada, page).await, [some("dark"), some("reduced"), some("en")], "{page}");
    }
    let phone = site.visitor();
    phone.post("/login", &[("username", "Ada"), ("password", crate::harness::PASSWORD)]).await;
    assert_eq!(root(&phone, "/").await[0], some("dark"), "and in her other session");
    assert_eq!(root(&ben, "/").await[0], None, "it is Ada's alone");
    assert_eq!(sets(&ada, "auto", "auto", "off", "en").await, 303);
    assert_eq!(root(&ada, "/").await, [None, None, some("en")]);
}

#[tokio::test]
async fn sounds_are_loaded_when_switched_on() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let heard = |page: &crate::harness::PageAnswer| {
        page.attributes("script", "src").iter().any(|script| script.ends_with("/sounds.js"))
    };
    assert!(!heard(&m.ada.get(&m.path("")).await), "sounds are off by default");
    sets(&m.ada, "auto", "auto", "on", "en").await;
    assert!(heard(&m.ada.get(&m.path("")).await));
    assert!(!heard(&m.ben.get(&m.path("")).await));
    assert!(!heard(&m.ada.get("/").await), "there is nothing to hear elsewhere");
}

#[tokio::test]
async fn invalid_appearance_settings_change_nothing() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    sets(&ada, "light", "full", "off", "en").await;
    for [theme, motion, sound, language] in [
        ["pink", "full", "off", "en"],
        ["dark", "some", "off", "en"],
        ["dark", "full", "loud", "en"],
        ["dark", "full", "off", "fr"],
        ["", "", "", ""],
    ] {
        assert_eq!(
            sets(&ada, theme, motion, sound, language).await,
            422,
            "{theme} {motion} {sound} {language}"
        );
    }
    assert_eq!(ada.post_bytes("/settings/appearance", "theme=dark").await.status, 422);
    let all = "theme=dark&motion=auto&sound=on&language=en";
    assert_eq!(ada.post_bytes("/settings/appearance", format!("{all}&role=admin")).await.status, 422);
    let strange = ada
        .request(Method::POST, "/settings/appearance")
        .form(&[("theme", "dark")])
        .header("Sec-Fetch-Site", "cross-site");
    assert_eq!(ada.send(strange).await.status, 403);
    assert!(site.visitor().post_bytes("/settings/appearance", all).await.location().starts_with("/login"));
    assert_eq!(root(&ada, "/").await[0].as_deref(), Some("light"));
    let page = ada.get("/settings").await;
    assert_eq!(page.attribute("[name=theme][checked]", "value").as_deref(), Some("light"));
    assert_eq!(page.attribute("[name=motion][checked]", "value").as_deref(), Some("full"));
}

#[tokio::test]
async fn the_theme_of_a_visitor_is_stored_in_their_browser() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for (cookie, shown) in
        [("dark", Some("dark")), ("light", Some("light")), ("system", None), ("pink", None)]
    {
        let page = visitor.request(Method::GET, "/games").header("Cookie", format!("theme={cookie}"));
        assert_eq!(visitor.send(page).await.attribute("html", "data-theme").as_deref(), shown, "{cookie}");
    }
}

#[tokio::test]
async fn a_malformed_cookie_of_another_program_does_not_hide_theme_and_language() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    let page = visitor.request(Method::GET, "/games").header("Cookie", "broken; theme=dark; language=de");
    let page = visitor.send(page).await;
    assert_eq!(page.attribute("html", "data-theme").as_deref(), Some("dark"));
    assert_eq!(page.attribute("html", "lang").as_deref(), Some("de"));
}

#[tokio::test]
async fn choosing_german_applies_from_the_next_page_and_when_signed_out() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let settings = ada.get("/settings").await;
    assert_eq!(settings.texts("#language option"), ["English", "Deutsch"]);
    assert_eq!(settings.attributes("#language option", "lang"), ["en", "de"]);
    assert_eq!(settings.attribute("#language option[selected]", "value").as_deref(), Some("en"));
    ada.speaks("de").await;
    for (page, heading) in [("/account", "Konto"), ("/no-such-page", "Seite nicht gefunden")] {
        assert_eq!(root(&ada, page).await[2].as_deref(), Some("de"), "{page}");
        assert_eq!(ada.get(page).await.text("h1").as_deref(), Some(heading), "{page}");
    }
    let settings = ada.get("/settings").await;
    assert_eq!(settings.attribute("#language option[selected]", "value").as_deref(), Some("de"));
    assert_eq!(ada.post("/logout", &[]).await.status, 303);
    assert_eq!(ada.get("/login").await.text("h1").as_deref(), Some("Anmelden"));
    assert_eq!(root(&ben, "/account").await[2].as_deref(), Some("en"), "it is Ada's alone");
}

#[tokio::test]
async fn over_https_cookies_of_theme_and_language_are_secure() {
    let https = parlour::config::PublicUrl::parse("https://parlour.example");
    let site = TestSite::with(|config| config.public_url = https).await;
    let ada = site.register("Ada").await;
    let signed_in = ada.post("/login", &[("username", "Ada"), ("password", crate::harness::PASSWORD)]).await;
    let session = signed_in.header("set-cookie").split(';').next().unwrap().to_owned();
    let request = ada.request(Method::POST, "/settings/appearance").header("Cookie", session);
    let form = [("theme", "dark"), ("motion", "auto"), ("sound", "off"), ("language", "en")];
    let answer = ada.send(request.form(&form)).await;
    let cookies = answer.header_values("set-cookie");
    assert_eq!((answer.status, cookies.len()), (303, 2));
    assert!(cookies.iter().all(|cookie| cookie.contains("; Secure")), "{cookies:?}");
}
