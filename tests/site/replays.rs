//! The replay of a match: what is beside the board.

use parlour::now::Clock;

use crate::harness::{NOON, PageAnswer, TestMatch, TestSite, path};

const HOUR: i64 = 3_600_000;
const BANK: [(&str, &str); 4] =
    [("time", "bank"), ("time.bank", "72"), ("time.increment", "0"), ("time.cap", "168")];

/// A match of Kalah that Ben has lost by resigning in his second turn. Ada has moved again after her first ply.
async fn resigned(site: &TestSite) -> TestMatch {
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let id = ada.opens(&[&[("game", "kalah"), ("rated", "yes")], &BANK[..]].concat()).await;
    ben.post(&path(&id, "seats"), &[]).await;
    for (player, house, hours) in [(&ada, "3", 1), (&ada, "2", 0), (&ben, "6", 50), (&ada, "3", 2)] {
        site.wait(hours * HOUR);
        assert_eq!(player.play(&id, house).await.status, 303, "{house}");
    }
    assert_eq!(ben.post(&path(&id, "resignation"), &[]).await.status, 303);
    TestMatch { id, ada, ben }
}

fn remarks(page: &PageAnswer) -> Vec<String> {
    page.texts("#seats .remark")
}

#[tokio::test]
async fn a_replay_tells_the_score_the_clocks_and_the_time_used_after_each_move() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = resigned(&site).await;
    let visitor = site.visitor();
    let at = async |ply: usize| visitor.get(&format!("{}?ply={ply}", m.path(""))).await;
    let [start, second, third] = [at(0).await, at(2).await, at(3).await];
    assert_eq!(remarks(&start), ["0 0 in store", "0 0 in store"]);
    assert_eq!(remarks(&second), ["1 1 in store 2 d 23 h 2 d 23 h left", "0 0 in store"]);
    assert_eq!(remarks(&third), ["1 1 in store 2 d 23 h 2 d 23 h left", "1 1 in store 22 h 22 h left"]);
    assert_eq!(start.text("#moved"), None);
    assert_eq!(second.text("#moved").unwrap(), "Saturday 21 November, 13:00 UTC");
    assert_eq!(third.text("#moved").unwrap(), "Monday 23 November, 15:00 UTC , after 2 d 2 h");
    assert_eq!(third.texts("#seats .rating"), ["1500?", "1500?"], "before the match");
}

#[tokio::test]
async fn the_result_is_covered_until_the_end_of_a_replay() {
    let site = TestSite::at(Clock::at(NOON), |_| {}).await;
    let m = resigned(&site).await;
    let visitor = site.visitor();
    let page = visitor.get(&format!("{}?ply=3", m.path(""))).await;
    assert_eq!(page.text("details#result p").unwrap(), "Ada won. Ben resigned.");
    assert_eq!(page.attribute("details#result", "open"), None);
    for part in ["#turn", "#seats", "#moves", "title"] {
        let words = page.text(part).unwrap_or_default();
        assert!(!words.contains("won") && !words.contains("resigned"), "{part}: {words}");
    }
    let end = visitor.get(&format!("{}?ply=4", m.path(""))).await;
    assert_eq!(end.text("#result"), None);
    assert_eq!(end.text("#reason").unwrap(), "Ada won. Ben resigned.");
    let running = m.ada.opens(&[("game", "tictactoe")]).await;
    m.ben.post(&path(&running, "seats"), &[]).await;
    m.ada.play(&running, "b2").await;
    assert_eq!(visitor.get(&format!("{}?ply=0", path(&running, ""))).await.text("#result"), None);
}

#[tokio::test]
async fn the_analysis_of_a_match_that_is_over_begins_before_its_last_move_with_that_move_ahead() {
    for (game, plies) in [
        ("kalah", &["3", "2"][..]),
        ("tictactoe", &["b2"]),
        ("quarto", &["8"]),
        ("sternhalma", &["d2-e6"]),
        ("aeroplane", &[]),
    ] {
        let site = TestSite::start().await;
        let m = site.start_match(game).await;
        for ply in plies {
            assert_eq!(m.ada.play(&m.id, ply).await.status, 303, "{game}");
        }
        let played = |record: serde_json::Value| record["plies"].as_array().unwrap().len();
        while played(m.ada.record(&m.id).await) == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(m.ada.post(&m.path("resignation"), &[]).await.status, 303);
        let visitor = site.visitor();
        let link = visitor.get(&m.path("")).await.attribute("a[href*='/analysis?']", "href").unwrap();
        let board = visitor.get(&link).await;
        assert_eq!(board.status, 200, "{link}");
        assert!(board.text("h1").unwrap().starts_with("Analysis "), "{link}");
        assert!(board.attribute("a[data-key=ArrowRight]", "href").is_some(), "{link}");
    }
}
