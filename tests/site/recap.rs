//! What a user sees who has not looked at a match for a while.

use parlour::now::{Clock, Moment};

use crate::harness::{MINUTE, PASSWORD, PageAnswer, SHORT_WIN, TestMatch, TestSite, path};

/// The recap on a page: its title and each ply in words.
fn told(page: &PageAnswer) -> (Option<String>, Vec<String>) {
    (page.text("#lately h2"), page.texts("#lately li"))
}

/// The plies of the list that are marked as new.
fn marked(page: &PageAnswer) -> Vec<String> {
    page.attributes("#plies li.fresh", "id")
}

/// Ada and Ben. Ben has looked after two plies, and Ada has played one more.
async fn while_ben_is_away(site: &TestSite) -> TestMatch {
    let table = site.table("tictactoe").await;
    table.play_all(&["b2", "a1"]).await;
    table.ben.get(&table.path("")).await;
    assert_eq!(table.ada.play(&table.id, "c1").await.status, 303);
    table
}

#[tokio::test]
async fn what_was_played_since_is_told_in_words_marked_and_linked() {
    let site = TestSite::start().await;
    let table = while_ben_is_away(&site).await;
    let page = table.ben.fetch(&table.path("")).await;
    let words = vec!["Ada marks c1".to_owned()];
    assert_eq!(told(&page), (Some("1 move since your last visit".to_owned()), words));
    assert_eq!(marked(&page), ["ply3"]);
    assert_eq!(page.attribute("#lately a", "href").unwrap(), format!("{}?ply=2", table.path("")));
    assert_eq!(page.text("#headline").as_deref(), Some("Your move"), "the board stands as it does now");
}

#[tokio::test]
async fn the_board_as_it_was_last_seen_comes_along_for_scripts_to_begin_with() {
    let site = TestSite::start().await;
    let table = while_ben_is_away(&site).await;
    let page = table.ben.fetch(&table.path("")).await.body;
    let before = page.split_once("<template id=\"before\"").unwrap().1.split_once("</template>").unwrap().0;
    let pieces = |board: &str| board.matches("class=\"piece").count();
    assert_eq!((pieces(before), pieces(&page)), (2, 5), "two then, three now");
    let seq: u64 = before.split_once("data-seq=\"").unwrap().1.split_once('"').unwrap().0.parse().unwrap();
    assert_eq!(seq, table.seq().await - 1);
    assert!(!before.contains("<button"), "nothing can be pressed on it");
}

#[tokio::test]
async fn it_is_told_until_it_was_on_the_screen_and_no_longer() {
    let site = TestSite::start().await;
    let table = while_ben_is_away(&site).await;
    for _ in 0..2 {
        assert!(told(&table.ben.fetch(&table.path("")).await).0.is_some(), "a page that nobody looks at");
    }
    assert!(told(&table.ben.get(&table.path("")).await).0.is_some());
    assert_eq!(told(&table.ben.get(&table.path("")).await), (None, Vec::new()));
}

#[tokio::test]
async fn it_is_known_after_the_site_was_closed_how_far_somebody_has_seen() {
    let site = TestSite::start().await;
    let table = while_ben_is_away(&site).await;
    let path = table.path("");
    let (ada, ben) = (table.ada.clone(), table.ben.clone());
    ada.get(&path).await;
    let _site = site.opens_again(|_| {}).await;
    assert_eq!(told(&ben.get(&path).await).0.as_deref(), Some("1 move since your last visit"));
    assert_eq!(told(&ada.get(&path).await).0, None);
}

#[tokio::test]
async fn what_one_has_played_oneself_is_no_news() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.play_all(&["b2"]).await;
    assert_eq!(told(&table.ada.fetch(&table.path("")).await).0, None);
    table.ben.play(&table.id, "a1").await;
    let page = table.ada.fetch(&table.path("")).await;
    assert_eq!(
        told(&page),
        (Some("1 move since your last visit".to_owned()), vec!["Ben marks a1".to_owned()])
    );
}

#[tokio::test]
async fn nobody_but_those_who_play_is_told_of_it() {
    let site = TestSite::start().await;
    let table = while_ben_is_away(&site).await;
    let eve = site.register("Eve").await;
    for person in [&eve, &site.visitor()] {
        let page = person.get(&table.path("")).await;
        assert!(!page.body.contains("last looked") && !page.body.contains("<noscript"), "{}", page.body);
    }
    let earlier = table.ben.get(&format!("{}?ply=1", table.path(""))).await;
    assert!(!earlier.body.contains("last looked") && !earlier.body.contains("<noscript"));
    assert!(told(&table.ben.fetch(&table.path("")).await).0.is_some(), "an earlier position is not the last");
}

#[tokio::test]
async fn the_end_of_a_match_is_shown_to_whoever_was_not_there() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    table.ben.get(&table.path("")).await;
    table.play_all(&SHORT_WIN).await;
    let page = table.ben.get(&table.path("")).await;
    assert_eq!(told(&page).0.as_deref(), Some("5 moves since your last visit"));
    assert_eq!(told(&page).1.last().unwrap(), "Ada marks a3");
    assert!(page.body.contains("<template id=\"before\""));
}

#[tokio::test]
async fn a_long_absence_is_told_from_later_on() {
    let site = TestSite::start().await;
    let table = site.table("sternhalma").await;
    table.ben.get(&table.path("")).await;
    for turn in 0..24 {
        let player = if turn % 2 == 0 { &table.ada } else { &table.ben };
        let page = player.fetch(&table.path("")).await;
        let from =
            page.attributes("#press a", "href").into_iter().find(|href| href.contains("from=")).unwrap();
        let plies = player.fetch(&from).await.attributes("#press button", "value");
        assert_eq!(player.play(&table.id, &plies[0]).await.status, 303);
    }
    let page = table.ada.fetch(&table.path("")).await;
    assert_eq!(told(&page).0.as_deref(), Some("23 moves since your last visit"));
    assert_eq!(told(&page).1.len(), 8);
    assert_eq!(page.attribute("#lately ol", "start").as_deref(), Some("17"));
    let before = page.body.split_once("<template id=\"before\"").unwrap().1;
    let seq: u64 = before.split_once("data-seq=\"").unwrap().1.split_once('"').unwrap().0.parse().unwrap();
    assert_eq!(seq, table.seq().await - 16);
}

#[tokio::test]
async fn what_was_taken_back_is_said_and_not_played() {
    let site = TestSite::start().await;
    let table = while_ben_is_away(&site).await;
    table.ben.get(&table.path("")).await;
    for (person, answer) in [(&table.ada, "ask"), (&table.ben, "accept")] {
        assert_eq!(person.post(&table.path("takeback"), &[("answer", answer)]).await.status, 303);
    }
    table.ada.play(&table.id, "c3").await;
    let page = table.ben.get(&table.path("")).await;
    assert_eq!(page.text("#lately p").as_deref(), Some("A move was taken back."));
    assert_eq!(told(&page).1, ["Ada marks c3"]);
    assert!(!page.body.contains("<template id=\"before\""), "no way leads there from what Ben saw");
}

#[tokio::test]
async fn a_picture_notes_what_was_seen_only_for_those_who_play_and_pages_of_the_site() {
    let site = TestSite::start().await;
    let table = while_ben_is_away(&site).await;
    let seen = format!("{}?seq=99", table.path("seen"));
    for (query, status) in [
        ("", 400),
        ("?seq=x", 400),
        ("?seq=-1", 400),
        ("?seq=1&line=x", 400),
        ("?seq=1&user=1", 400),
        ("?seq=%ff", 400),
    ] {
        assert_eq!(table.ben.get(&format!("{}{query}", table.path("seen"))).await.status, status, "{query}");
    }
    let eve = site.register("Eve").await;
    assert_eq!(eve.get(&seen).await.status, 403);
    assert!(site.visitor().get(&seen).await.location().starts_with("/login"));
    assert_eq!(table.ben.get(&path("7Wd2hkQ9xYzA", "seen?seq=1")).await.status, 404);
    let elsewhere = table.ben.request(reqwest::Method::GET, &seen).header("Sec-Fetch-Site", "cross-site");
    assert_eq!(table.ben.send(elsewhere).await.status, 403);
    assert!(told(&table.ben.fetch(&table.path("")).await).0.is_some(), "none of it counted");
    let picture = table.ben.get(&seen).await;
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/svg+xml"));
    assert_eq!(told(&table.ben.fetch(&table.path("")).await).0, None);
}

#[tokio::test]
async fn what_was_seen_of_a_match_is_no_longer_asked_long_after_its_end() {
    let site = TestSite::at(Clock::at(Moment(1_795_262_400_000)), |_| {}).await;
    let table = site.table("tictactoe").await;
    table.play_all(&SHORT_WIN).await;
    assert!(told(&table.ben.fetch(&table.path("")).await).0.is_some());
    site.wait(91 * 24 * 60 * MINUTE);
    let form = [("username", "Ben"), ("password", PASSWORD)];
    assert_eq!(table.ben.post("/login", &form).await.status, 303);
    let page = table.ben.fetch(&table.path("")).await;
    assert_eq!((page.status, told(&page), marked(&page).len()), (200, (None, Vec::new()), 0));
}
