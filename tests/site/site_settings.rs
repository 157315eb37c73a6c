//! The settings of the site: its name, its texts, and who may join.

use parlour::users::{RegistrationMode, Role};
use reqwest::Method;
use serde_json::Value;

use crate::export::archive;
use crate::harness::{MINUTE, PASSWORD, TestPerson, TestSite, path};

async fn site() -> (TestSite, TestPerson) {
    let site = TestSite::start().await;
    let rosa = site.register_as("Rosa", Role::Admin).await;
    (site, rosa)
}

async fn sets(rosa: &TestPerson, fields: &[(&str, &str)]) {
    let answer = rosa.post("/admin/site", fields).await;
    assert_eq!((answer.status, answer.location()), (303, "/admin/site?done=saved"), "{fields:?}");
}

#[tokio::test]
async fn the_name_of_the_site_is_on_its_pages_previews_and_app() {
    let (site, rosa) = site().await;
    sets(&rosa, &[("name", " Schachclub  <Süd> ")]).await;
    let name = "Schachclub <Süd>";
    let (visitor, id) = (site.visitor(), rosa.opens(&[("game", "kalah")]).await);
    let front = visitor.get("/").await;
    assert_eq!(front.text(".brand").as_deref(), Some(name));
    assert_eq!(front.text("title"), Some(format!("Board games at your own pace · {name}")));
    assert_eq!(front.attribute("meta[property='og:site_name']", "content").as_deref(), Some(name));
    let manifest = visitor.get(&front.attribute("link[rel=manifest]", "href").unwrap()).await;
    assert_eq!(manifest.header("content-type"), "application/manifest+json");
    let manifest: Value = serde_json::from_str(&manifest.body).unwrap();
    assert_eq!((&manifest["name"], &manifest["short_name"]), (&name.into(), &name.into()));
    assert!(visitor.get("/no-such-page").await.text("title").unwrap().ends_with(name));
    let link = format!("/oembed?url={}{}", site.state().public_url, path(&id, ""));
    let embedded: Value = serde_json::from_str(&visitor.get(&link).await.body).unwrap();
    assert_eq!(embedded["provider_name"], name);
    let site = site.restart(|_| {}).await;
    assert_eq!(site.visitor().get("/games").await.text(".brand").as_deref(), Some(name));
    sets(&rosa, &[("name", "")]).await;
    assert_eq!(site.visitor().get("/").await.text(".brand").as_deref(), Some("Parlour"));
}

#[tokio::test]
async fn emails_carry_the_name_of_the_site() {
    let (site, mut sink) = TestSite::with_mail().await;
    let rosa = site.register_as("Rosa", Role::Admin).await;
    let ada = site.register_with_mail("Ada", &mut sink).await;
    sets(&rosa, &[("name", "Chess Club")]).await;
    site.visitor().post("/reset", &[("who", "Ada")]).await;
    let email = sink.next().await;
    assert_eq!(email.header("Subject"), "[Chess Club] Reset your password");
    assert_eq!(email.header("From"), "\"Chess Club\" <parlour@localhost>");
    assert!(email.html.contains(">Chess Club</p>"), "{}", email.html);
    let id = rosa.opens(&[("game", "tictactoe")]).await;
    ada.post(&path(&id, "seats"), &[]).await;
    rosa.get(&path(&id, "")).await;
    rosa.play(&id, "b2").await;
    site.wait(MINUTE);
    let notice = sink.next().await;
    assert!(notice.header("Subject").starts_with("[Chess Club] "), "{}", notice.header("Subject"));
    assert_eq!(notice.header("List-Id"), "<notifications.localhost>");
}

#[tokio::test]
async fn texts_of_the_host_have_pages_that_every_page_links_to() {
    let (site, rosa) = site().await;
    let visitor = site.visitor();
    for page in ["imprint", "privacy", "terms", "nothing"] {
        assert_eq!(visitor.get(&format!("/about/{page}")).await.status, 404, "{page}");
    }
    sets(&rosa, &[("imprint", "**Ada** runs this.\r\n\r\n<script>alert(1)</script>")]).await;
    sets(&rosa, &[("contact", "host@club.example"), ("welcome", "Welcome to *our* club")]).await;
    let imprint = visitor.get("/about/imprint").await;
    assert_eq!((imprint.status, imprint.text("h1").as_deref()), (200, Some("Imprint")));
    assert_eq!(imprint.text("main strong").as_deref(), Some("Ada"));
    assert!(!imprint.body.contains("<script>alert"), "{}", imprint.body);
    let front = visitor.get("/").await;
    let links = front.attributes(".foot a", "href");
    assert!(
        links.contains(&"/about/imprint".to_owned())
            && links.contains(&"mailto:host@club.example".to_owned())
    );
    assert!(!links.contains(&"/about/privacy".to_owned()), "there is no such page");
    assert_eq!(front.text(".hero .lead em").as_deref(), Some("our"));
    let security = visitor.get("/.well-known/security.txt").await;
    assert!(security.body.starts_with("Contact: mailto:host@club.example\nExpires: "), "{}", security.body);
    sets(&rosa, &[("imprint", "  "), ("contact", "")]).await;
    for gone in ["/about/imprint", "/.well-known/security.txt"] {
        assert_eq!(visitor.get(gone).await.status, 404, "{gone}");
    }
}

#[tokio::test]
async fn visitors_whose_language_the_site_lacks_read_the_one_of_the_site() {
    let (site, rosa) = site().await;
    let id = rosa.opens(&[("game", "kalah")]).await;
    sets(&rosa, &[("language", "de")]).await;
    let visitor = site.visitor();
    let language = async |accepted: &str| {
        let request = visitor.request(Method::GET, "/").header("Accept-Language", accepted);
        visitor.send(request).await.attribute("html", "lang").unwrap()
    };
    assert_eq!((&*language("fr").await, &*language("en-GB, de;q=0.5").await), ("de", "en"));
    let preview = visitor.get(&path(&id, "")).await;
    assert_eq!(preview.attribute("html", "lang").as_deref(), Some("de"));
    assert_eq!(rosa.get("/").await.attribute("html", "lang").as_deref(), Some("en"), "members keep theirs");
    let refused = rosa.post("/admin/site", &[("language", "fr")]).await;
    assert_eq!((refused.status, refused.texts(".problem").len()), (422, 1));
}

#[tokio::test]
async fn new_accounts_have_the_time_zone_of_the_site_until_their_browser_reports_one() {
    let (site, rosa) = site().await;
    let page = rosa.get("/admin/site").await;
    assert_eq!(page.attribute("#time_zone [selected]", "value").as_deref(), Some("UTC"));
    sets(&rosa, &[("time_zone", "Europe/Berlin")]).await;
    assert_eq!(rosa.post("/admin/users/import", &[("text", "Cleo")]).await.status, 303);
    let ada = site.register("Ada").await;
    let ben = site.visitor();
    let fields = [("username", "Ben"), ("password", PASSWORD), ("zone", "Asia/Tokyo")];
    assert_eq!(ben.post("/register", &fields).await.status, 303);
    let zone =
        async |person: &TestPerson| person.get("/settings").await.attribute("#zone [selected]", "value");
    assert_eq!(zone(&rosa).await.as_deref(), Some("UTC"), "that of an account stays");
    assert_eq!(zone(&ada).await.as_deref(), Some("Europe/Berlin"));
    assert_eq!(zone(&ben).await.as_deref(), Some("Asia/Tokyo"));
    let db = site.database().await;
    let imported: String =
        sqlx::query_scalar("SELECT time_zone FROM users WHERE name = 'Cleo'").fetch_one(&db).await.unwrap();
    assert_eq!(imported, "Europe/Berlin");
    for zone in ["Europe/Nowhere", "", "../etc/passwd"] {
        let refused = rosa.post("/admin/site", &[("time_zone", zone)]).await;
        assert_eq!((refused.status, refused.texts(".problem").len()), (422, 1), "{zone}");
    }
}

#[tokio::test]
async fn a_change_of_who_can_join_applies_at_once() {
    let (site, rosa) = site().await;
    let guest = site.visitor();
    guest.post("/play", &[("game", "tictactoe"), ("level", "1")]).await;
    sets(&rosa, &[("guests", "off")]).await;
    let visitor = site.visitor();
    assert_eq!(visitor.post("/play", &[("game", "tictactoe"), ("level", "1")]).await.status, 403);
    assert_eq!(visitor.get("/").await.texts("#play-now"), Vec::<String>::new());
    assert_eq!(visitor.get("/register").await.status, 200);
    let kept = [("username", "Gus"), ("password", PASSWORD)];
    assert_eq!(guest.post("/account/registration", &kept).await.status, 303, "a guest keeps their matches");
    for (mode, status) in [("closed", 403), ("invitation", 403), ("open", 200)] {
        sets(&rosa, &[("registration", mode)]).await;
        assert_eq!(visitor.get("/register").await.status, status, "{mode}");
        let is_offered =
            visitor.get("/watch").await.attributes("nav a", "href").contains(&"/register".to_owned());
        assert_eq!(is_offered, status == 200, "{mode}");
    }
}

#[tokio::test]
async fn staff_without_a_required_second_factor_get_none_of_their_pages() {
    let (site, rosa) = site().await;
    let mo = site.register_as("Mo", Role::Moderator).await;
    let ben = site.register("Ben").await;
    let required = ("staff_two_factor", "on");
    let refused = rosa.post("/admin/site", &[required, ("guests", "off")]).await;
    let problems = ["Set up two-step sign-in for yourself first."];
    assert_eq!((refused.status, refused.texts(".problem")), (422, problems.map(str::to_owned).into()));
    assert_eq!(
        rosa.get("/admin/site").await.attribute("[name=guests][checked]", "value").as_deref(),
        Some("on")
    );
    rosa.sets_up_app(&site).await;
    sets(&rosa, &[required]).await;
    assert_eq!(rosa.get("/admin/site").await.status, 200);
    let suspend = [("why", "shouts"), ("days", "3")];
    let refused = [
        mo.get("/admin/users").await,
        mo.get("/admin/reports").await,
        mo.post("/admin/users/Ben/suspension", &suspend).await,
    ];
    for refused in refused {
        assert_eq!((refused.status, refused.text("h1").as_deref()), (403, Some("Two-step sign-in needed")));
        assert!(refused.attributes(".fault a", "href").contains(&"/account".to_owned()));
    }
    assert_eq!(ben.get("/admin/users").await.status, 404, "others learn nothing");
    mo.sets_up_app(&site).await;
    assert_eq!(
        mo.post("/admin/users/Ben/suspension", &suspend).await.location(),
        "/admin/users/Ben?done=suspend"
    );
}

#[tokio::test]
async fn an_invalid_value_changes_nothing_and_comes_back_at_its_field() {
    let (site, rosa) = site().await;
    let long = "x".repeat(41);
    for (field, value) in [
        ("name", &*long),
        ("contact", "javascript:alert(1)"),
        ("contact", "nowhere"),
        ("registration", "everyone"),
        ("guests", "maybe"),
        ("staff_two_factor", "1"),
    ] {
        let answer = rosa.post("/admin/site", &[("welcome", "Hello"), (field, value)]).await;
        assert_eq!(answer.status, 422, "{field}");
        assert_eq!(answer.texts(".problem").len(), 1, "{field}");
        assert_eq!(answer.text("textarea[name=welcome]").as_deref(), Some("Hello"), "{field}");
    }
    for fields in [&[("colour", "red")][..], &[("name", "a"), ("name", "b")]] {
        assert_eq!(rosa.post("/admin/site", fields).await.status, 422, "{fields:?}");
    }
    let front = site.visitor().get("/").await;
    assert_eq!((front.text(".brand").as_deref(), front.body.contains("Hello")), (Some("Parlour"), false));
    assert!(!rosa.get("/admin/audit").await.body.contains("changed settings"));
}

#[tokio::test]
async fn the_configuration_wins_over_what_an_admin_has_set() {
    let (site, rosa) = site().await;
    sets(&rosa, &[("name", "Ours"), ("registration", "closed")]).await;
    let site = site
        .restart(|config| {
            config.site_name = Some("Theirs".to_owned());
            config.registration = Some(RegistrationMode::Invitation);
        })
        .await;
    let page = rosa.get("/admin/site").await;
    assert_eq!((page.text(".brand").as_deref(), page.texts("input[name=name]").len()), (Some("Theirs"), 0));
    for variable in ["SITE_NAME", "REGISTRATION"] {
        assert!(page.body.contains(&format!("Set by {variable}")), "{variable}");
    }
    assert_eq!(rosa.post("/admin/site", &[("name", "Ours")]).await.status, 409);
    sets(&rosa, &[("guests", "off")]).await;
    let site = site.restart(|config| (config.site_name, config.registration) = (None, None)).await;
    assert_eq!(site.visitor().get("/").await.text(".brand").as_deref(), Some("Ours"));
}

#[tokio::test]
async fn changes_are_in_the_audit_log_once_and_in_nobodys_data() {
    let (_site, rosa) = site().await;
    sets(&rosa, &[("name", "Ours"), ("contact", "")]).await;
    sets(&rosa, &[("name", "Ours")]).await;
    let entries = rosa.get("/admin/audit").await.texts(".entries > li");
    let changes: Vec<_> =
        entries.iter().filter(|entry| entry.contains("changed settings of the site")).collect();
    assert_eq!(changes.len(), 1, "{entries:?}");
    assert!(changes[0].contains("name") && !changes[0].contains("contact"), "{changes:?}");
    assert!(archive(&rosa).await.iter().all(|(name, _)| !name.contains("site")));
}

#[tokio::test]
async fn a_site_for_members_shows_visitors_nothing_but_its_front_page_and_the_way_in() {
    let (site, rosa) = site().await;
    let id = rosa.opens(&[("game", "tictactoe")]).await;
    let guest = site.visitor();
    guest.post("/play", &[("game", "tictactoe"), ("level", "1")]).await;
    sets(&rosa, &[("visibility", "members"), ("terms", "Be kind.")]).await;
    let visitor = site.visitor();
    let front = visitor.get("/").await;
    assert_eq!((front.status, front.texts("main section").len()), (200, 1));
    assert!(!front.body.contains(&id), "no match is on the front page");
    let links = front.attributes("header a, footer a", "href");
    assert!(links.iter().all(|link| !["/watch", "/games", "/matches"].contains(&&**link)), "{links:?}");
    for open in [
        "/login",
        "/register",
        "/reset",
        "/about/terms",
        "/healthz",
        "/manifest.webmanifest",
        "/games/kalah/board.png",
    ] {
        assert_eq!(visitor.get(open).await.status, 200, "{open}");
    }
    assert!(visitor.get("/robots.txt").await.body.contains("Disallow: /\n"));
    let (at_match, events) = (path(&id, ""), path(&id, "events"));
    let parts =
        ["board.png", "board.svg", "record.json", "record.txt", "replay.html", "moves.gif", "analysis"];
    let parts = parts.map(|part| path(&id, part));
    let lists = [
        "/watch",
        "/watch/events",
        "/matches",
        "/matches/open",
        "/players",
        "/players/Rosa",
        "/games",
        "/games/kalah",
        "/daily",
    ];
    let embeds = [format!("/embed{at_match}"), format!("/oembed?url={}{at_match}", site.state().public_url)];
    for shut in parts.iter().chain(&embeds).map(|path| &**path).chain(lists).chain([&*at_match, &*events]) {
        let answer = visitor.get(shut).await;
        assert_eq!((answer.status, answer.location().starts_with("/login")), (303, true), "{shut}");
        assert_eq!(guest.get(shut).await.status, 403, "{shut}");
        let member = rosa.request(Method::GET, shut).send().await.unwrap().status().as_u16();
        assert!(![303, 403].contains(&member), "{shut}: {member}");
    }
    assert_eq!(visitor.post("/play", &[("game", "tictactoe")]).await.status, 303);
    for spelling in
        ["/no-such-page", "/%77atch", "//watch", "/watch/", "/Watch", "/watch?x=/login", "/login/../watch"]
    {
        assert_eq!(visitor.get(spelling).await.status, 303, "{spelling}");
    }
    let kept = [("username", "Gus"), ("password", PASSWORD)];
    assert_eq!(guest.post("/account/registration", &kept).await.status, 303);
    assert_eq!(guest.get("/watch").await.status, 200, "a member sees everything");
}
