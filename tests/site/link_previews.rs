//! What other sites show of a page that is linked there, and the images for it.

use parlour::config::Config;
use parlour::games::Game;
use parlour::now::Clock;
use reqwest::Response;

use crate::harness::{NOON, PageAnswer, SHORT_WIN, TestPerson, TestSite, path};

fn property(page: &PageAnswer, name: &str) -> Option<String> {
    page.attribute(&format!("meta[property='og:{name}']"), "content")
}

fn description(page: &PageAnswer) -> Option<String> {
    page.attribute("meta[name=description]", "content")
}

fn is_described(page: &PageAnswer) -> bool {
    page.body.contains("og:") || description(page).is_some()
}

/// The size in the header of a PNG image.
fn size(image: &[u8]) -> [u32; 2] {
    assert!(image.starts_with(b"\x89PNG\r\n\x1a\n"));
    [16, 20].map(|at| u32::from_be_bytes(image[at..at + 4].try_into().unwrap()))
}

async fn fetch(person: &TestPerson, path: &str) -> Response {
    person.request(reqwest::Method::GET, path).send().await.unwrap()
}

#[tokio::test]
async fn public_pages_are_described_for_other_sites() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let origin = site.url.clone();
    for (path, title) in [
        ("/", "Board games at your own pace"),
        ("/games", "Games"),
        ("/games/quarto", "Quarto rules"),
        ("/games/quarto/ratings", "Quarto leaderboard"),
        ("/players/Ada", "Ada"),
        (&*m.path(""), "Tic-Tac-Toe · Ada, Ben"),
    ] {
        let page = site.visitor().get(path).await;
        assert_eq!(property(&page, "title").as_deref(), Some(title), "{path}");
        assert_eq!(property(&page, "url"), Some(format!("{origin}{path}")), "{path}");
        assert_eq!(property(&page, "type").as_deref(), Some("website"));
        assert_eq!(property(&page, "description"), description(&page), "{path}");
        assert!(description(&page).is_some_and(|text| text.len() > 20), "{path}");
        assert_eq!(
            page.attribute("meta[name='twitter:card']", "content").as_deref(),
            Some("summary_large_image")
        );
        assert!(property(&page, "image:alt").is_some_and(|alt| !alt.is_empty()), "{path}");
        let image = property(&page, "image").unwrap();
        let answer = fetch(&site.visitor(), image.strip_prefix(&origin).unwrap()).await;
        assert_eq!(answer.status(), 200, "{image}");
        assert_eq!(answer.headers()["content-type"], "image/png");
        let claimed: [u32; 2] =
            ["image:width", "image:height"].map(|name| property(&page, name).unwrap().parse().unwrap());
        assert_eq!(size(&answer.bytes().await.unwrap()), claimed, "{image}");
    }
}

#[tokio::test]
async fn urls_for_other_sites_start_with_the_public_url() {
    let site = TestSite::with(|config: &mut Config| {
        config.public_url = parlour::config::PublicUrl::parse("https://games.example");
    })
    .await;
    let page = site.visitor().get("/games/quarto?example=none-such").await;
    assert_eq!(page.status, 404);
    assert!(!is_described(&page));
    let page = site.visitor().get("/games/quarto").await;
    assert_eq!(property(&page, "url").as_deref(), Some("https://games.example/games/quarto"));
    assert_eq!(property(&page, "image").as_deref(), Some("https://games.example/games/quarto/board.png"));
}

#[tokio::test]
async fn the_description_of_a_match_tells_its_state() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let visitor = site.visitor();
    assert!(
        description(&visitor.get(&m.path("")).await).unwrap().starts_with("Ada is thinking. Tic-Tac-Toe: ")
    );
    m.play_all(&SHORT_WIN).await;
    let over = visitor.get(&m.path("")).await;
    let told = "Replay this match move by move. Tic-Tac-Toe: ";
    assert!(description(&over).unwrap().starts_with(told), "without the result");
}

#[tokio::test]
async fn a_link_to_a_move_is_described_by_that_move_and_the_match_without_its_result() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let (visitor, origin) = (site.visitor(), site.url.clone());
    let mut seen = Vec::new();
    for (query, described, shown) in [
        ("", "Replay this match", "?ply=2"),
        ("?ply=1", "Ada marks a1. ", "?ply=1"),
        ("?ply=99", "Ada marks a3. ", "?ply=5"),
    ] {
        let page = visitor.get(&format!("{}{query}", m.path(""))).await;
        assert!(description(&page).unwrap().starts_with(described), "{query}: {:?}", description(&page));
        assert_eq!(property(&page, "image"), Some(format!("{origin}{}{shown}", m.path("board.png"))));
        let linked = query.replace("99", "5");
        assert_eq!(property(&page, "url"), Some(format!("{origin}{}{linked}", m.path(""))));
        let image = fetch(&visitor, &m.path(&format!("board.png{shown}"))).await;
        seen.push(image.bytes().await.unwrap());
    }
    let last = fetch(&visitor, &m.path("board.png")).await.bytes().await.unwrap();
    assert!(seen[0] != seen[1] && seen[1] != last && seen[2] == last);
    for beyond in ["", "99999999999", "99999999999999999999999"] {
        let image = fetch(&visitor, &m.path(&format!("board.png?ply={beyond}"))).await;
        assert_eq!(image.bytes().await.unwrap(), last, "{beyond}");
    }
    for query in ["-1", "x", "+1", "1e3", "%20"] {
        assert_eq!(visitor.get(&m.path(&format!("board.png?ply={query}"))).await.status, 400, "{query}");
    }
}

#[tokio::test]
async fn private_matches_and_pages_of_users_are_not_described() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    let open = m.ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    for (person, path) in [
        (&site.visitor(), m.path("")),
        (&site.visitor(), path(&open, "")),
        (&site.visitor(), "/matches/new".to_owned()),
        (&site.visitor(), "/login".to_owned()),
        (&site.visitor(), "/join".to_owned()),
        (&m.ada, m.path("")),
        (&m.ada, "/".to_owned()),
        (&m.ada, "/settings".to_owned()),
    ] {
        assert!(!is_described(&person.get(&path).await), "{path}");
    }
}

#[tokio::test]
async fn the_image_of_a_public_match_changes_with_the_position_and_is_revalidated() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let (visitor, path) = (site.visitor(), m.path("board.png"));
    let first = fetch(&visitor, &path).await;
    assert_eq!(first.status(), 200);
    assert_eq!(first.headers()["content-type"], "image/png");
    assert!(first.headers()["cache-control"].to_str().unwrap().starts_with("public"));
    assert!(!first.headers().contains_key("set-cookie"));
    let tag = first.headers()["etag"].clone();
    let opening = first.bytes().await.unwrap();
    assert_eq!(size(&opening), [1200, 630]);
    let known =
        visitor.request(reqwest::Method::GET, &path).header("If-None-Match", &tag).send().await.unwrap();
    assert_eq!((known.status().as_u16(), known.headers()["etag"].clone()), (304, tag.clone()));
    assert_eq!(known.bytes().await.unwrap().len(), 0);
    assert_eq!(fetch(&m.ada, &path).await.bytes().await.unwrap(), opening, "players get the same image");
    m.ada.play(&m.id, "b2").await;
    let request = visitor.request(reqwest::Method::GET, &path).header("If-None-Match", &tag);
    let later = request.send().await.unwrap();
    assert_eq!(later.status(), 200);
    assert_ne!(later.headers()["etag"], tag);
    assert_ne!(later.bytes().await.unwrap(), opening);
    let head = visitor.request(reqwest::Method::HEAD, &path).send().await.unwrap();
    assert_eq!(
        (head.status().as_u16(), &head.headers()["content-type"]),
        (200, &"image/png".parse().unwrap())
    );
}

#[tokio::test]
async fn a_private_match_has_no_image_for_anyone() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_private_match("tictactoe").await;
    let open = m.ada.opens(&[("game", "tictactoe"), ("visibility", "private")]).await;
    let (stranger, visitor) = (site.register("Eve").await, site.visitor());
    for person in [&visitor, &stranger, &m.ada] {
        let nowhere = person.get(&path("7Wd2aaaaaaaa", "board.png")).await;
        for id in [&m.id, &open] {
            let there = person.get(&path(id, "board.png")).await;
            assert_eq!((there.status, &there.body), (404, &nowhere.body.replace("7Wd2aaaaaaaa", id)), "{id}");
            assert_eq!(there.header("etag"), "");
        }
    }
    for id in ["..", "%2e%2e", "7Wd2%00", "a".repeat(300).as_str(), "%F0%9F%8E%B2"] {
        assert_eq!(visitor.get(&path(id, "board.png")).await.status, 404, "{id}");
    }
}

#[tokio::test]
async fn every_game_has_an_image() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    for game in Game::ALL {
        let answer = fetch(&visitor, &format!("/games/{}/board.png", game.key())).await;
        assert_eq!(answer.status(), 200, "{}", game.key());
        assert_eq!(size(&answer.bytes().await.unwrap()), [1200, 630], "{}", game.key());
    }
    for key in ["chess", "KALAH", "%2e%2e", "kalah%00"] {
        assert_eq!(visitor.get(&format!("/games/{key}/board.png")).await.status, 404, "{key}");
    }
}

#[tokio::test]
async fn requests_for_images_are_limited() {
    let site = TestSite::with(|config| config.rate_limits = true).await;
    let visitor = site.visitor();
    let mut statuses = Vec::new();
    for _ in 0..90 {
        statuses.push(fetch(&visitor, "/games/tictactoe/board.png").await.status().as_u16());
    }
    assert_eq!(statuses[..60], [200; 60]);
    assert!(statuses.contains(&429));
    assert_eq!(visitor.get("/games/tictactoe").await.status, 200, "pages are counted apart");
}

#[tokio::test]
async fn the_icons_of_the_site_are_images_of_their_size() {
    let site = TestSite::start().await;
    let visitor = site.visitor();
    let page = visitor.get("/").await;
    let touch = page.attribute("link[rel=apple-touch-icon]", "href").unwrap();
    let manifest = visitor.get(&page.attribute("link[rel=manifest]", "href").unwrap()).await;
    let manifest: serde_json::Value = serde_json::from_str(&manifest.body).unwrap();
    let icons = manifest["icons"].as_array().unwrap();
    assert!(icons.iter().any(|icon| icon["purpose"] == "maskable"));
    let drawn = icons.iter().filter(|icon| icon["type"] == "image/png");
    let drawn = drawn.map(|icon| (icon["src"].as_str().unwrap(), icon["sizes"].as_str().unwrap()));
    let mut sides = Vec::new();
    for (href, sizes) in drawn.chain([(&*touch, "180x180")]) {
        let answer = fetch(&visitor, href).await;
        assert_eq!(
            (answer.status().as_u16(), &answer.headers()["content-type"]),
            (200, &"image/png".parse().unwrap()),
            "{href}"
        );
        let [width, height] = size(&answer.bytes().await.unwrap());
        assert_eq!(format!("{width}x{height}"), sizes, "{href}");
        sides.push(width);
    }
    assert_eq!(sides, [192, 512, 512, 180]);
    let worker = visitor.get("/service-worker.js").await.body;
    for href in ["/assets/now/icons/icon-192.png", "/assets/now/icons/badge.png"] {
        let icon = fetch(&visitor, href).await;
        assert_eq!(
            (icon.status().as_u16(), &icon.headers()["content-type"]),
            (200, &"image/png".parse().unwrap())
        );
        assert!(worker.contains(href), "notifications have {href}, as browsers draw no SVG there");
    }
}
