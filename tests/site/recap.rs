//! The recap for a user who has not opened a match for a while.

use parlour::now::{Clock, Moment};

use crate::harness::{MINUTE, PASSWORD, PageAnswer, SHORT_WIN, TestMatch, TestSite, path};

/// The recap on a page: its title and each ply in words.
fn recap(page: &PageAnswer) -> (Option<String>, Vec<String>) {
    (page.text("#recap h2"), page.texts("#recap li"))
}

/// The plies of the list that are marked as new.
fn marked(page: &PageAnswer) -> Vec<String> {
    page.attributes("#plies a.fresh", "id")
}

/// Ada and Ben. Ben has looked after two plies, and Ada has played one more.
async fn while_ben_is_away(site: &TestSite) -> TestMatch {
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2", "a1"]).await;
    m.ben.get(&m.path("")).await;
    assert_eq!(m.ada.play(&m.id, "c1").await.status, 303);
    m
}

#[tokio::test]
async fn moves_since_the_last_visit_are_described_marked_and_linked() {
    let site = TestSite::start().await;
    let m = while_ben_is_away(&site).await;
    let page = m.ben.fetch(&m.path("")).await;
    let words = vec!["Ada marks c1".to_owned()];
    assert_eq!(recap(&page), (Some("1 move since your last visit".to_owned()), words));
    assert_eq!(marked(&page), ["ply3"]);
    assert_eq!(page.attribute("#recap a", "href").unwrap(), format!("{}?ply=2#play", m.path("")));
    assert_eq!(page.text("#headline").as_deref(), Some("Your move"), "the board shows the current position");
}

#[tokio::test]
async fn the_last_seen_board_is_included_for_scripts() {
    let site = TestSite::start().await;
    let m = while_ben_is_away(&site).await;
    let page = m.ben.fetch(&m.path("")).await.body;
    let before = page.split_once("<template id=\"before\"").unwrap().1.split_once("</template>").unwrap().0;
    let pieces = |board: &str| board.matches("class=\"piece").count();
    assert_eq!((pieces(before), pieces(&page)), (2, 5), "two then, three now");
    let seq: u64 = before.split_once("data-seq=\"").unwrap().1.split_once('"').unwrap().0.parse().unwrap();
    assert_eq!(seq, m.seq().await - 1);
    assert!(!before.contains("<button"), "nothing can be pressed on it");
}

#[tokio::test]
async fn a_recap_is_shown_until_the_page_was_on_screen() {
    let site = TestSite::start().await;
    let m = while_ben_is_away(&site).await;
    for _ in 0..2 {
        assert!(recap(&m.ben.fetch(&m.path("")).await).0.is_some(), "a page that was not shown");
    }
    assert!(recap(&m.ben.get(&m.path("")).await).0.is_some());
    assert_eq!(recap(&m.ben.get(&m.path("")).await), (None, Vec::new()));
}

#[tokio::test]
async fn read_marks_survive_a_restart() {
    let site = TestSite::start().await;
    let m = while_ben_is_away(&site).await;
    let path = m.path("");
    let (ada, ben) = (m.ada.clone(), m.ben.clone());
    ada.get(&path).await;
    let _site = site.restart(|_| {}).await;
    assert_eq!(recap(&ben.get(&path).await).0.as_deref(), Some("1 move since your last visit"));
    assert_eq!(recap(&ada.get(&path).await).0, None);
}

#[tokio::test]
async fn own_moves_are_not_in_the_recap() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&["b2"]).await;
    assert_eq!(recap(&m.ada.fetch(&m.path("")).await).0, None);
    m.ben.play(&m.id, "a1").await;
    let page = m.ada.fetch(&m.path("")).await;
    assert_eq!(
        recap(&page),
        (Some("1 move since your last visit".to_owned()), vec!["Ben marks a1".to_owned()])
    );
}

#[tokio::test]
async fn a_first_visit_shows_no_recap() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.ada.play(&m.id, "b2").await;
    assert_eq!(recap(&m.ben.get(&m.path("")).await), (None, Vec::new()));
    m.ben.play(&m.id, "a1").await;
    m.ada.play(&m.id, "c3").await;
    assert_eq!(recap(&m.ben.get(&m.path("")).await).1, ["Ada marks c3"]);
}

#[tokio::test]
async fn only_players_get_a_recap() {
    let site = TestSite::start().await;
    let m = while_ben_is_away(&site).await;
    let eve = site.register("Eve").await;
    for person in [&eve, &site.visitor()] {
        let page = person.get(&m.path("")).await;
        assert!(
            !page.body.contains("since your last visit") && !page.body.contains("<noscript"),
            "{}",
            page.body
        );
    }
    let earlier = m.ben.get(&format!("{}?ply=1", m.path(""))).await;
    assert!(!earlier.body.contains("since your last visit") && !earlier.body.contains("<noscript"));
    assert!(recap(&m.ben.fetch(&m.path("")).await).0.is_some(), "an earlier position is not the last");
}

#[tokio::test]
async fn the_end_of_a_match_is_in_the_recap() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.ben.get(&m.path("")).await;
    m.play_all(&SHORT_WIN).await;
    let page = m.ben.get(&m.path("")).await;
    assert_eq!(recap(&page).0.as_deref(), Some("5 moves since your last visit"));
    assert_eq!(recap(&page).1.last().unwrap(), "Ada marks a3");
    assert!(page.body.contains("<template id=\"before\""));
}

#[tokio::test]
async fn a_long_recap_starts_with_the_latest_moves() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    m.ben.get(&m.path("")).await;
    for turn in 0..24 {
        let player = if turn % 2 == 0 { &m.ada } else { &m.ben };
        let page = player.fetch(&m.path("")).await;
        let from =
            page.attributes("#press a", "href").into_iter().find(|href| href.contains("from=")).unwrap();
        let plies = player.fetch(&from).await.attributes("#press button", "value");
        assert_eq!(player.play(&m.id, &plies[0]).await.status, 303);
    }
    let page = m.ada.fetch(&m.path("")).await;
    assert_eq!(recap(&page).0.as_deref(), Some("23 moves since your last visit"));
    assert_eq!(recap(&page).1.len(), 8);
    assert_eq!(page.attribute("#recap ol", "start").as_deref(), Some("17"));
    let before = page.body.split_once("<template id=\"before\"").unwrap().1;
    let seq: u64 = before.split_once("data-seq=\"").unwrap().1.split_once('"').unwrap().0.parse().unwrap();
    assert_eq!(seq, m.seq().await - 16);
}

#[tokio::test]
async fn a_takeback_is_reported_in_the_recap_and_not_animated() {
    let site = TestSite::start().await;
    let m = while_ben_is_away(&site).await;
    m.ben.get(&m.path("")).await;
    for (person, answer) in [(&m.ada, "ask"), (&m.ben, "accept")] {
        assert_eq!(person.post(&m.path("takeback"), &[("answer", answer)]).await.status, 303);
    }
    m.ada.play(&m.id, "c3").await;
    let page = m.ben.get(&m.path("")).await;
    assert_eq!(page.text("#recap p").as_deref(), Some("A move was taken back."));
    assert_eq!(recap(&page).1, ["Ada marks c3"]);
    assert!(!page.body.contains("<template id=\"before\""), "the last seen board is not reachable by plies");
}

#[tokio::test]
async fn the_read_mark_image_counts_only_for_players_on_pages_of_the_site() {
    let site = TestSite::start().await;
    let m = while_ben_is_away(&site).await;
    let seen = format!("{}?seq=99", m.path("seen"));
    for (query, status) in [
        ("", 400),
        ("?seq=x", 400),
        ("?seq=-1", 400),
        ("?seq=1&line=x", 400),
        ("?seq=1&user=1", 400),
        ("?seq=%ff", 400),
    ] {
        assert_eq!(m.ben.get(&format!("{}{query}", m.path("seen"))).await.status, status, "{query}");
    }
    let eve = site.register("Eve").await;
    assert_eq!(eve.get(&seen).await.status, 403);
    assert!(site.visitor().get(&seen).await.location().starts_with("/login"));
    assert_eq!(m.ben.get(&path("7Wd2hkQ9xYzA", "seen?seq=1")).await.status, 404);
    let elsewhere = m.ben.request(reqwest::Method::GET, &seen).header("Sec-Fetch-Site", "cross-site");
    assert_eq!(m.ben.send(elsewhere).await.status, 403);
    assert!(recap(&m.ben.fetch(&m.path("")).await).0.is_some(), "none of it counted");
    let picture = m.ben.get(&seen).await;
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/svg+xml"));
    assert_eq!(recap(&m.ben.fetch(&m.path("")).await).0, None);
}

#[tokio::test]
async fn a_match_that_ended_long_ago_has_no_recap() {
    let site = TestSite::at(Clock::at(Moment(1_795_262_400_000)), |_| {}).await;
    let m = site.start_match("tictactoe").await;
    m.play_all(&SHORT_WIN).await;
    assert!(recap(&m.ben.fetch(&m.path("")).await).0.is_some());
    site.wait(91 * 24 * 60 * MINUTE);
    let form = [("username", "Ben"), ("password", PASSWORD)];
    assert_eq!(m.ben.post("/login", &form).await.status, 303);
    let page = m.ben.fetch(&m.path("")).await;
    assert_eq!((page.status, recap(&page), marked(&page).len()), (200, (None, Vec::new()), 0));
}
