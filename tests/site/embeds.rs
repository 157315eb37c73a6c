//! Public matches in frames on other sites, and how these learn of them by oEmbed.

use parlour::config::{Config, PublicUrl};
use parlour::now::Clock;
use parlour::urls;
use parlour::users::Role;
use reqwest::Method;
use serde_json::Value;

use crate::harness::{NOON, PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite, path};

const NOWHERE: &str = "7Wd2aaaaaaaa";

fn embed(id: &str, query: &str) -> String {
    format!("/embed/matches/{id}{query}")
}

fn oembed(url: &str, rest: &str) -> String {
    format!("/oembed?url={}{rest}", urls::UrlSegment(url))
}

async fn described(person: &TestPerson, path: &str) -> Value {
    let answer = person.get(path).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "application/json"), "{path}");
    serde_json::from_str(&answer.body).unwrap()
}

async fn finished(site: &TestSite) -> TestMatch {
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    m
}

fn may_be_framed(answer: &PageAnswer) -> bool {
    !answer.header("content-security-policy").contains("frame-ancestors 'none'")
}

#[tokio::test]
async fn an_embedded_match_shows_players_state_and_board_and_leads_to_the_match_in_a_new_tab() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.ada.play(&m.id, "b2").await;
    let page = site.visitor().get(&embed(&m.id, "")).await;
    assert_eq!(page.status, 200);
    assert_eq!(page.text("h1").unwrap(), "Ben is thinking");
    assert_eq!(page.texts("header li"), ["Ada", "Ben"]);
    assert_eq!(page.texts("header li .chip").len(), 2);
    assert!(page.attribute("#board", "class").is_some());
    let link = |name| page.attribute("header > a", name).unwrap();
    assert_eq!(
        [link("href"), link("target"), link("rel")],
        [m.path(""), "_blank".to_owned(), "noopener".to_owned()]
    );
    assert_eq!(page.attribute("[data-key=ArrowLeft]", "href").unwrap(), embed(&m.id, "?ply=0"));
}

#[tokio::test]
async fn an_embedded_match_that_is_over_begins_at_its_start_and_tells_the_result_only_at_its_end() {
    let site = TestSite::start().await;
    let m = finished(&site).await;
    let visitor = site.visitor();
    for (query, headline, link) in
        [("", "Start", "?ply=0"), ("?ply=2", "Ben marks b1", "?ply=2"), ("?ply=4", "Ben marks b2", "?ply=4")]
    {
        let page = visitor.get(&embed(&m.id, query)).await;
        assert_eq!(page.text("h1").unwrap(), headline, "{query}");
        assert_eq!(page.attribute("header > a", "href").unwrap(), format!("{}{link}", m.path("")), "{query}");
        assert!(!page.body.contains("won"), "{query}");
    }
    for query in ["?ply=5", "?ply=99"] {
        let end = visitor.get(&embed(&m.id, query)).await;
        assert!(end.text("h1").unwrap().starts_with("Ada won."), "{query}");
    }
}

#[tokio::test]
async fn the_links_of_an_embedded_match_keep_its_theme() {
    let site = TestSite::start().await;
    let m = finished(&site).await;
    let visitor = site.visitor();
    for theme in ["light", "dark"] {
        let page = visitor.get(&embed(&m.id, &format!("?theme={theme}"))).await;
        assert_eq!(page.attribute("html", "data-theme").as_deref(), Some(theme));
        let forward = page.attribute("[data-key=ArrowRight]", "href").unwrap();
        assert_eq!(forward, embed(&m.id, &format!("?ply=1&theme={theme}")));
    }
    let page = visitor.get(&embed(&m.id, "")).await;
    assert_eq!(page.attribute("html", "data-theme"), None, "as the device");
}

#[tokio::test]
async fn an_embedded_match_is_the_same_for_everyone_and_has_no_form() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    let admin = site.register_as("Rosa", Role::Admin).await;
    let open = admin.opens(&[("game", "tictactoe")]).await;
    let visitor = site.visitor();
    for id in [&m.id, &open] {
        let page = visitor.get(&embed(id, "")).await;
        for person in [&m.ada, &admin] {
            let same = person.get(&embed(id, "")).await;
            assert_eq!(same.body, page.body);
            assert_eq!(same.header("set-cookie"), "");
        }
        assert!(
            page.attribute("form", "action").is_none() && page.attribute("header.top", "class").is_none()
        );
        assert!(page.attribute("a[href='/login']", "href").is_none());
    }
}

#[tokio::test]
async fn only_an_embedded_match_may_be_framed() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let visitor = site.visitor();
    let page = visitor.get(&embed(&m.id, "?ply=0")).await;
    assert_eq!(
        page.header_values("content-security-policy"),
        ["default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *; object-src 'none'"]
    );
    assert_eq!(page.header("x-frame-options"), "");
    let request = visitor.request(Method::GET, &embed(&m.id, "?ply=0"));
    let fragment = visitor.send(request.header("HX-Request-Type", "partial")).await;
    assert!(may_be_framed(&fragment) && !fragment.is_page());
    let ways = urls::ALL.iter().filter(|(route, _)| *route != urls::EmbeddedMatch::ROUTE);
    for (route, _) in ways.filter(|(route, _)| !route.ends_with("/events")) {
        let path = route.replace("{id}", &m.id).replace("{key}", "tictactoe").replace("{name}", "Ada");
        for person in [&visitor, &m.ada] {
            assert!(!may_be_framed(&person.get(&path).await), "{path}");
        }
    }
    assert!(!may_be_framed(&visitor.get(&embed(NOWHERE, "")).await));
}

#[tokio::test]
async fn a_private_match_is_embedded_nowhere_also_for_its_players() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_private_match("tictactoe").await;
    let open = m.ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    for person in [&site.visitor(), &m.ada, &m.ben, &site.register("Eve").await] {
        for query in ["", "?ply=0", "?theme=dark"] {
            let nowhere = person.get(&embed(NOWHERE, query)).await;
            for id in [&m.id, &open] {
                let there = person.get(&embed(id, query)).await;
                let same = nowhere.body.replace(NOWHERE, id);
                assert_eq!((there.status, &there.body), (404, &same), "{query}");
            }
        }
        for id in [&m.id, &open, NOWHERE] {
            let answer = person.get(&oembed(&format!("{}{}", site.url, path(id, "")), "")).await;
            assert_eq!(answer.status, 404, "{id}");
            assert!(!answer.body.contains("iframe"));
        }
    }
    assert!(m.ada.get(&m.path("")).await.attribute("link[rel=alternate]", "href").is_none());
}

#[tokio::test]
async fn an_embedded_match_refuses_what_it_cannot_show() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let visitor = site.visitor();
    for query in ["?ply=-1", "?ply=x", "?ply=+1", "?ply=1e3", "?theme=x", "?theme=", "?theme=dark%22%3E"] {
        let page = visitor.get(&embed(&m.id, query)).await;
        assert_eq!((page.status, page.text("h1").as_deref()), (400, Some("Invalid request")), "{query}");
    }
    for id in ["1", "%00", "7Wd2hkQ9xYz-"] {
        assert_eq!(visitor.get(&embed(id, "")).await.status, 404, "{id}");
    }
}

#[tokio::test]
async fn an_embedded_match_is_in_the_language_of_the_browser() {
    let site = TestSite::start().await;
    let m = finished(&site).await;
    let visitor = site.visitor();
    let request = visitor.request(Method::GET, &embed(&m.id, "")).header("Accept-Language", "de");
    let page = visitor.send(request).await;
    assert_eq!(page.attribute("html", "lang").as_deref(), Some("de"));
    assert_eq!(page.text("h1").as_deref(), Some("Anfang"));
}

#[tokio::test]
async fn a_public_match_names_its_description_for_programs_and_that_has_its_frame_and_picture() {
    let site = TestSite::start().await;
    let m = finished(&site).await;
    let (visitor, origin) = (site.visitor(), site.url.clone());
    for (query, shown) in [("", "?ply=2"), ("?ply=3", "?ply=3"), ("?ply=99", "?ply=5")] {
        let page = visitor.get(&format!("{}{query}", m.path(""))).await;
        let link = page.attribute("link[type='application/json+oembed']", "href").unwrap();
        let told = described(&visitor, link.strip_prefix(&origin).unwrap()).await;
        assert_eq!(told["version"], "1.0");
        assert_eq!(told["type"], "rich");
        assert_eq!(told["title"], "Tic-Tac-Toe · Ada, Ben");
        assert_eq!([&told["provider_name"], &told["provider_url"]], ["Parlour", &*origin]);
        assert_eq!([&told["width"], &told["height"]], [480, 560]);
        let embedded = embed(&m.id, &query.replace("99", "5"));
        assert_eq!(
            told["html"],
            format!(
                "<iframe src=\"{origin}{embedded}\" title=\"Tic-Tac-Toe\" width=\"480\" \
                 height=\"560\" loading=\"lazy\" frameborder=\"0\"></iframe>"
            )
        );
        assert_eq!(visitor.get(&embedded).await.status, 200);
        assert_eq!(told["thumbnail_url"], format!("{origin}{}", m.path(&format!("board.png{shown}"))));
        assert_eq!([&told["thumbnail_width"], &told["thumbnail_height"]], [1200, 630]);
    }
    let picture = visitor.get(&m.path("board.png")).await;
    assert_eq!(picture.header_values("cross-origin-resource-policy"), ["cross-origin"]);
}

#[tokio::test]
async fn an_embedded_match_is_as_large_as_the_other_site_has_room_for() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let (visitor, url) = (site.visitor(), format!("{}{}", site.url, m.path("")));
    for (query, size) in [
        ("&format=json", [480, 560]),
        ("&maxwidth=320", [320, 560]),
        ("&maxwidth=320&maxheight=360", [320, 360]),
        ("&maxwidth=4294967295&maxheight=1", [480, 1]),
    ] {
        let told = described(&visitor, &oembed(&url, query)).await;
        assert_eq!([&told["width"], &told["height"]], size, "{query}");
        assert_eq!(told.get("thumbnail_url").is_some(), query == "&format=json", "{query}");
        assert!(
            told["html"].as_str().unwrap().contains(&format!("width=\"{}\" height=\"{}\"", size[0], size[1]))
        );
    }
    for query in
        ["&maxwidth=0", "&maxheight=0", "&maxwidth=-1", "&maxwidth=x", "&maxheight=", "&maxwidth=4294967296"]
    {
        assert_eq!(visitor.get(&oembed(&url, query)).await.status, 400, "{query}");
    }
    for format in ["xml", "", "JSON"] {
        assert_eq!(visitor.get(&oembed(&url, &format!("&format={format}"))).await.status, 501, "{format}");
    }
    assert_eq!(visitor.get("/oembed").await.status, 400);
}

#[tokio::test]
async fn oembed_describes_only_public_matches_of_this_site() {
    let public_url = PublicUrl::parse("https://games.example");
    let site = TestSite::with(|config: &mut Config| config.public_url = public_url).await;
    let m = site.start_match("tictactoe").await;
    let (visitor, here) = (site.visitor(), m.path(""));
    for (query, shown) in [("?ply=0#play", "?ply=0"), ("?ply=", ""), ("", "")] {
        let told = described(&visitor, &oembed(&format!("https://games.example{here}{query}"), "")).await;
        let src = format!("src=\"https://games.example{}\"", embed(&m.id, shown));
        assert!(told["html"].as_str().unwrap().contains(&src), "{query}");
    }
    for url in [
        format!("https://evil.example{here}"),
        format!("http://games.example{here}"),
        format!("https://games.example:8443{here}"),
        format!("https://games.example.evil.example{here}"),
        format!("https://games.example{here}/record.json"),
        format!("https://games.example{here}?ply=x"),
        "https://games.example/players/Ada".to_owned(),
        "https://games.example/".to_owned(),
        here.clone(),
        m.id.clone(),
        "javascript:alert(1)".to_owned(),
        "\"><script>".to_owned(),
        String::new(),
    ] {
        assert_eq!(visitor.get(&oembed(&url, "")).await.status, 404, "{url}");
    }
}
