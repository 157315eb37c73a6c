//! Pages in German.

use parlour::users::Role;
use parlour::users::preferences::TimeZoneName;
use reqwest::Method;

use crate::harness::{PASSWORD, PageAnswer, TestPerson, TestSite};

/// The English texts that remain on a page of a German user.
async fn left(person: &TestPerson, page: &str, names: &[&str]) -> Vec<String> {
    person.speaks("en").await;
    let english = person.get(page).await;
    person.speaks("de").await;
    let german = person.get(page).await;
    assert_eq!((english.status, german.status), (200, 200), "{page}");
    german.left_in_english(&english, names)
}

#[tokio::test]
async fn sign_in_pages_are_in_german_for_browsers_that_prefer_it() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for page in ["/login", "/register", "/reset", "/no-such-page"] {
        let (english, german) = (visitor.get(page).await, visitor.get_in_german(page).await);
        assert_eq!(english.status, german.status, "{page}");
        assert_eq!(german.left_in_english(&english, &[]), Vec::<String>::new(), "{page}");
    }
}

#[tokio::test]
async fn errors_of_sign_in_pages_are_in_german() {
    let site = TestSite::start().await;
    site.register("Ada").await;
    let refused = |path, fields: [(&'static str, &'static str); 2], problem| {
        let visitor = site.visitor();
        async move { visitor.post_in_german(path, &fields).await.text(problem).unwrap_or_default() }
    };
    let as_ben = |password| [("username", "Ben"), ("password", password)];
    let name = refused("/register", [("username", "a b"), ("password", PASSWORD)], "#username-problem");
    assert_eq!(name.await, "Nimm nur Buchstaben, Ziffern, „_“ und „-“.");
    let taken = refused("/register", [("username", "ada"), ("password", PASSWORD)], "#username-problem");
    assert_eq!(taken.await, "Dieser oder ein zum Verwechseln ähnlicher Name ist vergeben.");
    let short = refused("/register", as_ben("short"), "#password-problem");
    assert_eq!(short.await, "Nimm 10 bis 128 Zeichen.");
    let wrong = refused("/login", as_ben(PASSWORD), ".notice.bad");
    assert_eq!(wrong.await, "Name oder Passwort ist falsch.");
    for password in
        ["password123", "qwertyuiop", "aaaaaaaaaaaa", "abcdefghijkl", "1987-06-05", "BenBenBenBen"]
    {
        let weak = refused("/register", as_ben(password), "#password-problem").await;
        let advice = weak.strip_prefix("Dieses Passwort ist leicht zu erraten. ").unwrap_or_default();
        assert!(advice.split(' ').count() > 2, "{password}: {weak}");
        let said = |word: &&str| advice.split(' ').any(|other| other == *word);
        assert_eq!(
            ["the", "words", "Avoid", "Add", "and", "to"].iter().find(|word| said(word)),
            None,
            "{advice}"
        );
    }
}

#[tokio::test]
async fn a_cross_site_refusal_is_in_the_language_of_the_sender() {
    let site = TestSite::start().await;
    let ada = site.register_in_german("Ada").await;
    let form = ada.request(Method::POST, "/account/sessions/end");
    let refused = ada.send(form.header("Sec-Fetch-Site", "cross-site")).await;
    assert_eq!(refused.status, 403);
    let said =
        "Diese Anfrage kam von einer anderen Website. Öffne die Seite hier und versuch es noch einmal.";
    assert_eq!(refused.text("p.lead").as_deref(), Some(said));
}

#[tokio::test]
async fn account_pages_are_available_in_german() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    for page in ["/account", "/account/delete", "/reauthenticate", "/reports", "/reports/new?person=Ben"] {
        if page.ends_with("Ben") {
            site.register("Ben").await;
        }
        assert_eq!(left(&ada, page, &["Ada"]).await, Vec::<String>::new(), "{page}");
    }
    let app = ada.begins_app().await;
    assert_eq!(left(&ada, "/account/totp", &["Ada"]).await, Vec::<String>::new());
    let codes = ada.post("/account/totp/code", &[("code", &app.shows(site.clock.now()))]).await;
    assert_eq!(codes.text("h1").as_deref(), Some("Notfallcodes"));
    assert_eq!(left(&ada, "/account", &["Ada"]).await, Vec::<String>::new());
}

/// The current entry in the navigation of staff pages.
fn tabs(page: &PageAnswer) -> Vec<String> {
    page.texts("nav.tabs a")
}

#[tokio::test]
async fn staff_pages_are_available_in_german() {
    let site = TestSite::start().await;
    let ada = site.register_as("Ada", Role::Admin).await;
    let ben = site.register("Ben").await;
    let report = [("person", "Ada"), ("cause", "abuse"), ("words", "Wie sie redet")];
    assert_eq!(ben.post("/reports", &report).await.status, 303);
    site.register("Cleo").await;
    let report = [("person", "Cleo"), ("cause", "other"), ("words", "Was sie tut")];
    assert_eq!(ben.post("/reports", &report).await.status, 303);
    site.suspend("Cleo").await;
    let invitation = [("note", "Schach AG"), ("places", "3"), ("days", "7")];
    assert_eq!(ada.post("/admin/invitations", &invitation).await.status, 303);
    let tomorrow = site.clock.now().after(24 * 3_600_000).to_string()[..16].to_owned();
    let announced = [("words", "Morgen ist zu."), ("tone", "news"), ("from", ""), ("until", &*tomorrow)];
    let announced = ada.post("/admin/announcements", &announced).await;
    assert_eq!(announced.status, 303, "{}", announced.body);
    assert_eq!(ada.post("/admin/users/import", &[("text", "Dora\nEmil")]).await.status, 303);
    let names = [
        "Ada",
        "Ben",
        "Cleo",
        "Dora",
        "Emil",
        "Wie sie redet",
        "Was sie tut",
        "Schach AG",
        "Morgen ist zu.",
        ", Morgen ist zu.",
        "for the test",
        ": for the test",
        "Ben · Parlour",
        "Cleo · Parlour",
    ];
    let cities = TimeZoneName::places().iter().filter_map(|place| place.split_once('/'));
    let cities: Vec<_> = cities.map(|(_, city)| city.replace('_', " ")).collect();
    let names: Vec<_> = names.into_iter().chain(cities.iter().map(String::as_str)).collect();
    for page in [
        "/admin",
        "/admin/reports",
        "/admin/reports/2",
        "/admin/users",
        "/admin/users/import",
        "/admin/users/import/1",
        "/admin/users/Cleo",
        "/admin/users/Ben",
        "/admin/invitations",
        "/admin/announcements",
        "/admin/site",
        "/admin/statistics",
        "/admin/audit",
    ] {
        assert_eq!(left(&ada, page, &names).await, Vec::<String>::new(), "{page}");
    }
    let places = [
        "Überblick",
        "Meldungen 1",
        "Mitglieder",
        "Einladungen",
        "Ankündigungen",
        "Statistik",
        "Seite",
        "Protokoll",
    ];
    assert_eq!(tabs(&ada.get("/admin").await), places);
    let log = ada.get("/admin/audit").await.texts("ol.entries li p:first-child");
    assert!(log.iter().any(|entry| entry.starts_with("Die Befehlszeile hat Cleo gesperrt")), "{log:?}");
}

/// The language of a page, and the languages in its footer.
fn language_of(page: &PageAnswer) -> (Option<String>, Vec<String>) {
    (page.attribute("html", "lang"), page.texts(".foot button[name=language]"))
}

fn speaks(language: &str, offers: &str) -> (Option<String>, Vec<String>) {
    (Some(language.to_owned()), vec![offers.to_owned()])
}

/// Clicks the button of a language in the footer of a page.
async fn chooses(site: &TestSite, person: &TestPerson, language: &str, page: &str) -> PageAnswer {
    let request = person.request(Method::POST, "/language").form(&[("language", language)]);
    person.send(request.header("Referer", format!("{}{page}", site.url))).await
}

#[tokio::test]
async fn the_language_chosen_in_the_footer_overrides_that_of_the_browser() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    assert_eq!(language_of(&visitor.get_in_german("/games").await), speaks("de", "English"));
    let chosen = chooses(&site, &visitor, "en", "/games/kalah?x=1").await;
    assert_eq!((chosen.status, chosen.location()), (303, "/games/kalah?x=1"), "back to the same page");
    assert_eq!(language_of(&visitor.get_in_german("/games").await), speaks("en", "Deutsch"));
    assert_eq!(chooses(&site, &visitor, "de", "/").await.status, 303);
    for page in ["/", "/games", "/login", "/no-such-page"] {
        assert_eq!(language_of(&visitor.get(page).await), speaks("de", "English"), "{page}");
    }
    assert_eq!(language_of(&site.visitor().get("/").await), speaks("en", "Deutsch"), "another browser");
    assert_eq!(visitor.post("/language", &[("language", "en")]).await.location(), "/", "without a Referer");
}

#[tokio::test]
async fn the_footer_sets_the_language_of_the_account() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let look = [("theme", "dark"), ("motion", "reduced"), ("sound", "on"), ("language", "en")];
    assert_eq!(ada.post("/settings/appearance", &look).await.status, 303);
    assert_eq!(chooses(&site, &ada, "de", "/settings").await.location(), "/settings");
    let phone = site.visitor();
    phone.post("/login", &[("username", "Ada"), ("password", PASSWORD)]).await;
    let page = phone.get("/settings").await;
    assert_eq!(language_of(&page), speaks("de", "English"), "in her other session too");
    let attributes = ["data-theme", "data-motion"].map(|name| page.attribute("html", name));
    assert_eq!(attributes, ["dark", "reduced"].map(|value| Some(value.to_owned())));
    assert_eq!(language_of(&ben.get("/settings").await), speaks("en", "Deutsch"));
    assert_eq!(ada.post("/logout", &[]).await.status, 303);
    assert_eq!(
        language_of(&ada.get("/login").await),
        speaks("de", "English"),
        "signed out in the same browser"
    );
}

#[tokio::test]
async fn an_unsupported_language_changes_nothing() {
    let site = TestSite::start().await;
    let (ada, visitor) = (site.register("Ada").await, site.visitor());
    for person in [&ada, &visitor] {
        for form in
            ["language=fr", "language=", "language=DE", "", "language=de&language=en", "language=de&next=x"]
        {
            let refused = person.post_bytes("/language", form).await;
            assert_eq!((refused.status, refused.header_values("set-cookie").len()), (422, 0), "{form}");
        }
        let foreign = person.request(Method::POST, "/language").header("Sec-Fetch-Site", "cross-site");
        assert_eq!(person.send(foreign.form(&[("language", "de")])).await.status, 403);
        assert_eq!(person.get("/language").await.status, 405);
        assert_eq!(language_of(&person.get("/").await), speaks("en", "Deutsch"));
    }
    let elsewhere = ada.request(Method::POST, "/language").form(&[("language", "de")]);
    let elsewhere = ada.send(elsewhere.header("Referer", "https://evil.example/games")).await;
    assert_eq!((elsewhere.status, elsewhere.location()), (303, "/"));
}
