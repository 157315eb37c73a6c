//! The archive of finished matches.

use std::collections::{BTreeMap, BTreeSet};

use parlour::now::Clock;
use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::export::unzipped;
use crate::harness::{NOON, PageAnswer, SHORT_WIN, TestMatch, TestPerson, TestSite, path};

const DAY: i64 = 86_400_000;
const DRAW: [&str; 9] = ["b2", "a1", "a2", "c2", "b1", "b3", "a3", "c1", "c3"];

/// The ids of the matches that a page lists, in its order.
fn listed(page: &PageAnswer) -> Vec<String> {
    let links = page.attributes("main a.match", "href");
    links.iter().map(|link| link.trim_start_matches("/matches/").to_owned()).collect()
}

impl TestPerson {
    /// The matches that the archive lists with a query, on all pages.
    async fn finds(&self, query: &str) -> Vec<String> {
        let (mut found, mut next) = (Vec::new(), Some(format!("/matches?{query}")));
        while let Some(url) = next {
            let page = self.get(&url).await;
            assert_eq!(page.status, 200, "{url}");
            found.extend(listed(&page));
            next = page.attribute(".pages a[rel=next]", "href");
        }
        found
    }
}

/// Matches of Ada and Ben, one a day: one that Ada wins at Tic-Tac-Toe, a draw, and one of Kalah in which she resigns.
struct ArchiveSite {
    site: TestSite,
    first: TestMatch,
    won: String,
    drawn: String,
    resigned: String,
}

impl ArchiveSite {
    async fn open() -> Self {
        let site = TestSite::at(Clock::at(NOON), |_| {}).await;
        let first = site.start_match("tictactoe").await;
        first.play_all(&SHORT_WIN).await;
        site.wait(DAY);
        let drawn = first.plays("tictactoe", &DRAW).await;
        site.wait(DAY);
        let resigned = first.plays("kalah", &[]).await;
        assert_eq!(first.ada.post(&path(&resigned, "resignation"), &[]).await.status, 303);
        Self { won: first.id.clone(), drawn, resigned, site, first }
    }

    async fn assert_finds(&self, query: &str, ids: &[&String]) {
        let found = self.site.visitor().finds(query).await;
        assert_eq!(found.iter().collect::<Vec<_>>(), ids, "{query}");
    }
}

impl TestMatch {
    /// Another match of the two, with these plies by turns. Returns its id.
    async fn plays(&self, game: &str, plies: &[&str]) -> String {
        let id = self.ada.opens(&[("game", game)]).await;
        assert_eq!(self.ben.post(&path(&id, "seats"), &[]).await.status, 303);
        for (number, ply) in plies.iter().enumerate() {
            let player = if number % 2 == 0 { &self.ada } else { &self.ben };
            player.play(&id, ply).await;
        }
        id
    }
}

#[tokio::test]
async fn finished_matches_are_found_by_every_filter() {
    let it = ArchiveSite::open().await;
    let (won, drawn, resigned) = (&it.won, &it.drawn, &it.resigned);
    let all = [resigned, drawn, won];
    for (query, ids) in [
        ("", &all[..]),
        ("game=kalah", &[resigned]),
        ("game=tictactoe", &[drawn, won]),
        ("game=tictactoe.gomoku", &[]),
        ("player=ada", &all),
        ("player=Ben&opponent=ADA", &all),
        ("opponent=ada", &all),
        ("player=ada&result=won", &[won]),
        ("player=ben&result=won", &[resigned]),
        ("player=ada&result=lost", &[resigned]),
        ("player=ada&result=drawn", &[drawn]),
        ("result=drawn", &[drawn]),
        ("result=won", &[resigned, won]),
        ("ending=resigned", &[resigned]),
        ("ending=rules", &[drawn, won]),
        ("ending=agreed", &[]),
        ("least=9", &[drawn]),
        ("most=5", &[resigned, won]),
        ("least=5&most=8", &[won]),
        ("order=longest", &[drawn, won, resigned]),
        ("order=longest&player=ada", &[drawn, won, resigned]),
        ("order=longest&game=tictactoe", &[drawn, won]),
        ("from=2026-11-22", &[resigned, drawn]),
        ("to=2026-11-22", &[drawn, won]),
        ("from=2026-11-22&to=2026-11-22", &[drawn]),
        (
            "from=2026-11-22&to=2026-11-22&player=ada&game=tictactoe&result=drawn&ending=rules&least=9&most=9",
            &[drawn],
        ),
    ] {
        it.assert_finds(query, ids).await;
    }
}

#[tokio::test]
async fn rated_matches_are_found_by_the_average_rating_of_their_players() {
    let it = ArchiveSite::open().await;
    let row = it.site.visitor().get("/matches?order=rated").await;
    let ratings: Vec<u16> = row
        .texts("main a.match")
        .iter()
        .map(|words| {
            words
                .split("average rating ")
                .nth(1)
                .unwrap()
                .split(|c: char| !c.is_ascii_digit())
                .next()
                .unwrap()
                .parse()
                .unwrap()
        })
        .collect();
    assert_eq!(ratings.len(), 3, "{ratings:?}");
    assert!(ratings.is_sorted_by(|one, next| one >= next), "{ratings:?}");
    let highest = ratings[0];
    assert_eq!(it.site.visitor().finds(&format!("rating={}", highest + 1)).await.len(), 0);
    let found = it.site.visitor().finds(&format!("rating={highest}&order=rated")).await;
    assert!(!found.is_empty() && found.len() <= 3, "{found:?}");
    let casual = it.first.ada.opens(&[("game", "kalah"), ("rated", "no")]).await;
    it.first.ben.post(&path(&casual, "seats"), &[]).await;
    it.first.ada.post(&path(&casual, "resignation"), &[]).await;
    assert_eq!(it.site.visitor().finds("order=rated").await.len(), 3, "a casual match has no ratings");
    assert_eq!(it.site.visitor().finds("").await.len(), 4);
}

#[tokio::test]
async fn every_match_is_on_exactly_one_page_in_every_order() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let mut all = BTreeSet::from([m.id.clone()]);
    for _ in 0..41 {
        let id = m.plays("kalah", &[]).await;
        m.ada.post(&path(&id, "resignation"), &[]).await;
        all.insert(id);
    }
    for query in ["", "player=ada", "order=longest", "order=longest&player=ben"] {
        let found = m.ben.finds(query).await;
        assert_eq!((found.len(), found.into_iter().collect::<BTreeSet<_>>()), (42, all.clone()), "{query}");
    }
    let hiding = "UPDATE matches SET visibility = 'private' WHERE id = $1";
    for id in all.iter().step_by(2) {
        sqlx::query(hiding).bind(id).execute(&site.database().await).await.unwrap();
    }
    for query in ["", "order=longest", "game=kalah"] {
        let found = m.ben.finds(query).await;
        let expected = if query == "game=kalah" { 41 } else { 42 };
        assert_eq!(
            (found.len(), found.iter().collect::<BTreeSet<_>>().len()),
            (expected, expected),
            "{query}"
        );
        let public = site.visitor().finds(query).await;
        assert!((20..=21).contains(&public.len()), "{query}: {}", public.len());
        let of_public: Vec<_> = found.into_iter().filter(|id| public.contains(id)).collect();
        assert_eq!(of_public, public, "in the same order");
    }
}

#[tokio::test]
async fn a_filter_stays_in_the_form_and_in_the_links() {
    let it = ArchiveSite::open().await;
    let visitor = it.site.visitor();
    let query = "game=tictactoe.gomoku&player=Ada&result=won&ending=rules&least=2&most=90&rating=900&from=2026-11-01&to=2026-11-30&order=longest";
    let page = visitor.get(&format!("/matches?{query}")).await;
    for (field, value) in
        [("game", "tictactoe.gomoku"), ("result", "won"), ("ending", "rules"), ("order", "longest")]
    {
        let chosen = page.attribute(&format!("#{field} option[selected]"), "value");
        assert_eq!(chosen.as_deref(), Some(value), "{field}");
    }
    for (field, value) in [
        ("player", "Ada"),
        ("least", "2"),
        ("most", "90"),
        ("rating", "900"),
        ("from", "2026-11-01"),
        ("to", "2026-11-30"),
    ] {
        assert_eq!(page.attribute(&format!("#{field}"), "value").as_deref(), Some(value), "{field}");
    }
    assert!(page.attribute("details.fold", "open").is_some());
    let own = it.first.ben.get("/matches?game=kalah&order=longest").await.attributes("nav.tabs a", "href");
    assert_eq!(
        own,
        [
            "/watch",
            "/matches?game=kalah&order=longest",
            "/matches?game=kalah&player=Ben&order=longest",
            "/players"
        ]
    );
}

#[tokio::test]
async fn a_private_match_is_found_by_its_players_alone() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let eve = site.register("Eve").await;
    for query in
        ["", "player=ada", "player=ada&opponent=ben", "order=longest&player=ada", "game=tictactoe", "least=1"]
    {
        for other in [&eve, &site.visitor()] {
            assert_eq!(other.finds(query).await, [""; 0], "{query}");
        }
    }
    for query in [
        "",
        "player=ada",
        "player=ben&opponent=ada",
        "order=longest&player=ada",
        "order=longest",
        "game=tictactoe",
        "least=1",
        "result=won",
    ] {
        assert_eq!(m.ada.finds(query).await, [m.id.as_str()], "{query}");
    }
    for query in ["game=kalah", "result=drawn", "ending=resigned", "most=2"] {
        assert_eq!(m.ada.finds(query).await, [""; 0], "{query}");
    }
    assert_eq!(eve.finds("player=eve&opponent=ada").await, [""; 0]);
    assert_eq!(m.ada.finds("player=ben").await, [""; 0], "all matches of Ben are not only hers");
}

#[tokio::test]
async fn an_aborted_match_is_not_in_the_archive() {
    let site = TestSite::start().await;
    let m = site.start_match("kalah").await;
    assert_eq!(m.ada.post(&path(&m.id, "abort"), &[]).await.status, 303);
    assert_eq!(m.ada.finds("player=ada").await, [""; 0]);
    assert_eq!(m.ada.finds("").await, [""; 0]);
}

#[tokio::test]
async fn a_name_that_nobody_has_is_said_beside_its_field() {
    let it = ArchiveSite::open().await;
    for (query, field) in [("player=nobody", "player"), ("player=ada&opponent=nobody", "opponent")] {
        let page = it.site.visitor().get(&format!("/matches?{query}")).await;
        let words = page.text(&format!("#{field}-problem"));
        assert_eq!((page.status, words.as_deref()), (200, Some("No user is called nobody.")));
        assert_eq!(listed(&page), [""; 0]);
    }
}

#[tokio::test]
async fn values_that_cannot_be_read_do_not_count() {
    let it = ArchiveSite::open().await;
    let long = "x".repeat(2000);
    for query in [
        "game=chess",
        "game=kalah.nothing",
        "game=.",
        "result=maybe",
        "ending=aborted",
        "least=-1&most=many",
        "most=99999999999999999999",
        "rating=high",
        "from=yesterday&to=2026-02-30",
        "order=shortest",
        "after=1",
        "after=' OR 1=1 --",
        &format!("order={long}"),
    ] {
        assert_eq!(it.site.visitor().finds(query).await.len(), 3, "{query}");
    }
    for query in [
        "player=%3Cb%3Ex",
        "player=%00",
        &format!("player={long}"),
        "from=9000-12-31",
        "after=-9223372036854775808-7Wd2hkQ9xYzA",
    ] {
        assert_eq!(it.site.visitor().get(&format!("/matches?{query}")).await.status, 200, "{query}");
        assert_eq!(it.site.visitor().finds(query).await.len(), 0, "{query}");
    }
    assert_eq!(it.site.visitor().finds("to=9000-12-31").await.len(), 3);
}

/// The files of a download.
async fn downloaded(who: &TestPerson, query: &str) -> BTreeMap<String, String> {
    let answer = who.request(Method::GET, &format!("/matches/records.zip?{query}")).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], "application/zip");
    unzipped(&answer.bytes().await.unwrap())
}

#[tokio::test]
async fn the_records_of_a_result_list_are_downloaded_in_its_order() {
    let it = ArchiveSite::open().await;
    let ben = &it.first.ben;
    let page = ben.get("/matches?player=ada&order=longest").await;
    let link = page.attribute("main a[download]", "href");
    assert_eq!(link.as_deref(), Some("/matches/records.zip?player=Ada&order=longest"));
    let files = downloaded(ben, "player=Ada&order=longest").await;
    assert_eq!(files.keys().collect::<Vec<_>>(), ["records.jsonl", "records.txt"]);
    let records: Vec<Value> =
        files["records.jsonl"].lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ids: Vec<_> = records.iter().map(|record| record["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [&it.drawn, &it.won, &it.resigned]);
    let alone = ben.get(&path(&it.won, "record.json")).await.body;
    assert_eq!(records[1], serde_json::from_str::<Value>(&alone).unwrap());
    let text = ben.get(&path(&it.won, "record.txt")).await.body;
    assert!(files["records.txt"].contains(&text), "{}", files["records.txt"]);
    assert_eq!(downloaded(ben, "result=drawn").await["records.jsonl"].lines().count(), 1);
    let look = [("theme", "auto"), ("motion", "auto"), ("sound", "off"), ("language", "de")];
    assert_eq!(ben.post("/settings/appearance", &look).await.status, 303);
    let german = downloaded(ben, "player=ada").await;
    assert!(german["records.txt"].contains("\nAda hat gewonnen. Drei in einer Reihe.\n"), "{german:?}");
}

#[tokio::test]
async fn a_download_has_private_matches_of_its_player_alone() {
    let site = TestSite::start().await;
    let m = site.start_private_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    let eve = site.register("Eve").await;
    assert!(downloaded(&eve, "player=ada").await.values().all(String::is_empty));
    for query in ["player=ada", ""] {
        assert!(downloaded(&m.ada, query).await["records.jsonl"].contains(&m.id), "{query}");
    }
    assert!(downloaded(&eve, "").await.values().all(String::is_empty));
    let unknown = eve.get("/matches/records.zip?player=nobody").await;
    assert_eq!(unknown.status, 404);
    assert!(
        site.visitor().get("/matches?player=ada").await.attributes("main a[download]", "href").is_empty()
    );
    let elsewhere = eve.request(Method::GET, "/matches/records.zip").header("Sec-Fetch-Site", "cross-site");
    assert_eq!(elsewhere.send().await.unwrap().status(), StatusCode::FORBIDDEN);
}
