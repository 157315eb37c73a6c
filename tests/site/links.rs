//! Follows all links of the site, as a visitor and as a player.

use std::collections::{BTreeSet, VecDeque};

use crate::harness::{PageAnswer, SHORT_WIN, TestPerson, TestSite, path};

/// Everything that a page links to or loads. The link for programs is absolute, and tested with them.
fn leads(page: &PageAnswer) -> impl Iterator<Item = String> {
    let attributes = [
        ("a, link:not([type='application/json+oembed'])", "href"),
        ("script, img", "src"),
        ("image", "href"),
    ];
    attributes.into_iter().flat_map(|(selector, name)| page.attributes(selector, name))
}

/// The page without templates for scripts, which are not part of the document.
fn without_templates(page: &str) -> String {
    let (first, rest) = page.split_once("<template").unwrap_or((page, ""));
    let rest =
        rest.split("<template").filter_map(|part| part.split_once("</template>")).map(|(_, after)| after);
    std::iter::once(first).chain(rest).collect()
}

/// Checks that the page contains nothing that its policy forbids, and no id twice.
fn assert_clean(page: &PageAnswer, from: &str) {
    let inline = ["style", "onclick", "onload", "hx-on"];
    for name in inline {
        assert!(page.attributes(&format!("[{name}]"), name).is_empty(), "{from} has {name}=");
    }
    assert_eq!(page.texts("style, script:not([src])").len(), 0, "{from}");
    let ids = PageAnswer { body: without_templates(&page.body), headers: page.headers.clone(), ..*page };
    let ids = ids.attributes("[id]", "id");
    let different: BTreeSet<_> = ids.iter().collect();
    assert_eq!(ids.len(), different.len(), "{from} has an id twice: {ids:?}");
    assert_eq!(page.texts("main").len(), 1, "{from}");
    assert_eq!(page.texts("h1").len(), 1, "{from}");
    assert!(!page.text("main").unwrap().contains('!'), "{from} is too loud");
}

/// Checks that a form can be sent to its URL: a `GET` of that returns 405 or a page.
async fn assert_forms_lead_somewhere(person: &TestPerson, page: &PageAnswer, from: &str) {
    for action in page.attributes("form", "action") {
        let status = person.get(&action).await.status;
        assert!([200, 303, 405].contains(&status), "{from}: {action} answers {status}");
    }
}

/// One of several similar links: the plies of an example are tested with the rules, and not all analysis boards are
/// followed.
fn canonical(address: &str) -> &str {
    if let Some(at) = address.find("/conditional-moves?") {
        return &address[..at + "/conditional-moves".len()];
    }
    for page in ["/analysis", "/bookmarks/new"] {
        if let Some(at) = address.find(&format!("{page}?")) {
            return &address[..at + page.len()];
        }
    }
    match address.split_once("&ply=") {
        Some((example, _)) if example.contains("?example=") => example,
        _ => address,
    }
}

async fn walk(person: &TestPerson, starts: &[&str]) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut next: VecDeque<_> =
        starts.iter().map(|start| ((*start).to_owned(), "the start".to_owned())).collect();
    while let Some((address, from)) = next.pop_front() {
        let address = address.split('#').next().unwrap_or_default().to_owned();
        if address.is_empty() || !seen.insert(canonical(&address).to_owned()) {
            continue;
        }
        assert!(address.starts_with('/') && !address.starts_with("//"), "{from} leads to {address}");
        let answer = person.get(&address).await;
        assert!([200, 303].contains(&answer.status), "{from}: {address} answers {}", answer.status);
        let is_file = answer.headers.contains_key("content-disposition");
        if answer.status != 200 || is_file || !answer.header("content-type").starts_with("text/html") {
            continue;
        }
        assert_clean(&answer, &address);
        assert_forms_lead_somewhere(person, &answer, &address).await;
        next.extend(leads(&answer).map(|lead| (lead, address.clone())));
    }
    seen
}

async fn site_with_matches(site: &TestSite) -> TestPerson {
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    m.ben.post(&m.path("rematch"), &[]).await;
    for game in ["sternhalma", "tictactoe"] {
        m.ben.opens(&[("game", game)]).await;
        m.ada.opens(&[("game", game), ("visibility", "private")]).await;
        let running = m.ben.opens(&[("game", game)]).await;
        m.ada.post(&path(&running, "seats"), &[]).await;
    }
    m.ada
}

#[tokio::test]
async fn every_link_a_visitor_finds_works() {
    let site = TestSite::start().await;
    site_with_matches(&site).await;
    let seen = walk(&site.visitor(), &["/", "/matches/open", "/players/Ada", "/join", "/games"]).await;
    for page in ["/games/sternhalma", "/login", "/register", "/join", "/matches/open"] {
        assert!(seen.contains(page), "nothing leads to {page}");
    }
}

#[tokio::test]
async fn every_link_a_player_finds_works() {
    let site = TestSite::start().await;
    let ada = site_with_matches(&site).await;
    let seen = walk(&ada, &["/"]).await;
    for page in ["/games/sternhalma", "/players/Ada", "/matches/new?game=tictactoe&preset=gomoku", "/join"] {
        assert!(seen.contains(page), "nothing leads to {page}");
    }
}

#[tokio::test]
async fn crawlers_and_password_managers_find_their_files() {
    let site = TestSite::start().await;
    let robots = site.visitor().get("/robots.txt").await;
    assert_eq!((robots.status, robots.header("content-type")), (200, "text/plain; charset=utf-8"));
    assert!(
        robots.body.contains("\nDisallow: /*?\n") && robots.body.contains("\nAllow: /matches/*/board.png\n")
    );
    let ada = site.register("Ada").await;
    let password = ada.get("/.well-known/change-password").await;
    assert_eq!((password.status, password.location()), (303, "/account"));
}

#[tokio::test]
async fn favicon_ico_is_served_at_its_default_path() {
    let site = TestSite::start().await;
    let icon = site.visitor().get("/favicon.ico").await;
    assert_eq!((icon.status, icon.header("content-type")), (200, "image/x-icon"));
    assert_eq!(icon.header("cache-control"), "no-cache");
    assert!(icon.body.contains("PNG"));
    site.stop().await;
}

#[tokio::test]
async fn a_page_is_found_by_a_link_that_was_copied_with_punctuation() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let visitor = site.visitor();
    for page in [path(&m.id, ""), "/players/Ada".to_owned(), "/games/kalah".to_owned(), "/login".to_owned()] {
        for after in ["/", ")", ".", "%3E", ").", "%22,"] {
            let answer = visitor.get(&format!("{page}{after}")).await;
            assert_eq!((answer.status, answer.location()), (303, &*page), "{page}{after}");
        }
    }
    let answer = visitor.get("/matches/new/?game=kalah").await;
    assert_eq!((answer.status, answer.location()), (303, "/matches/new?game=kalah"));
    for nothing in ["//", "/nothing", "/matches/nothing", "/...", "/login%2F"] {
        assert_eq!(visitor.get(nothing).await.status, 404, "{nothing}");
    }
    assert_eq!(
        m.ada.post(&format!("{})", path(&m.id, "resignation")), &[]).await.status,
        404,
        "no form is repeated"
    );
}
