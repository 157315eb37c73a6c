//! The response to a ply: 204 while the page's stream is open, which then contains the result.

use reqwest::Method;

use crate::harness::{HOPS, PageAnswer, TestMatch, TestPerson, TestSite};

impl TestPerson {
    /// Plays as a page with an open stream.
    async fn plays_streaming(&self, m: &TestMatch, seq: u64, ply: &str) -> PageAnswer {
        let request = self.request(Method::POST, &m.path("plies")).header("HX-Request-Type", "partial");
        let fields = [("seq", seq.to_string()), ("notation", ply.to_owned())];
        self.send(request.header("Parlour-Stream", "open").form(&fields)).await
    }
}

#[tokio::test]
async fn a_page_with_a_stream_is_answered_204_and_updated_like_others() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let (ada, ben) = (&m.ada, &m.ben);
    let mut own = ada.listens(&m.id, 4).await;
    let mut others =
        [ada.listens(&m.id, 4).await, ben.listens(&m.id, 4).await, site.visitor().listens(&m.id, 4).await];
    let answer = ada.plays_streaming(&m, 4, "b2").await;
    assert_eq!((answer.status, answer.body.as_str()), (204, ""));
    let received = own.until(5).await;
    let [other_page, opponent, watcher] = &mut others;
    assert_eq!(received, other_page.until(5).await);
    for stream in [opponent, watcher] {
        assert_eq!(stream.until(5).await.last().unwrap().id, Some(5));
    }
    ben.play(&m.id, "a1").await;
    assert_eq!(own.until(6).await.last().unwrap().id, Some(6), "in order, and once");
    assert_eq!(own.stray().await, None);
}

#[tokio::test]
async fn a_chain_is_shown_hop_by_hop_to_its_player_too() {
    let site = TestSite::start().await;
    let m = site.start_match("sternhalma").await;
    m.play_all(&HOPS[..4]).await;
    let mut own = m.ada.listens(&m.id, 8).await;
    let mut opponent = m.ben.listens(&m.id, 8).await;
    assert_eq!(m.ada.plays_streaming(&m, 8, HOPS[4]).await.status, 204);
    let steps = own.until(9).await;
    assert!(steps.len() > 1, "{steps:?}");
    assert_eq!(opponent.until(9).await.len(), steps.len());
}

#[tokio::test]
async fn a_repeated_move_is_answered_204_and_published_once() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mut own = m.ada.listens(&m.id, 4).await;
    for _ in 0..2 {
        assert_eq!(m.ada.plays_streaming(&m, 4, "b2").await.status, 204);
    }
    own.until(5).await;
    assert_eq!(own.stray().await, None);
}

#[tokio::test]
async fn a_page_without_a_stream_receives_the_match_after_its_ply() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let fields = |seq: u64, ply: &str| [("seq", seq.to_string()), ("notation", ply.to_owned())];
    let request = m.ada.request(Method::POST, &m.path("plies")).header("HX-Request-Type", "partial");
    let fragment = m.ada.send(request.form(&fields(4, "b2"))).await;
    assert_eq!(fragment.status, 200);
    assert!(fragment.body.contains("data-seq=\"5\""), "{}", fragment.body);
    let request = m.ben.request(Method::POST, &m.path("plies"));
    let plain = m.ben.send(request.header("Parlour-Stream", "open").form(&fields(5, "a1"))).await;
    assert_eq!(plain.status, 303, "where no script runs there is no stream");
}

#[tokio::test]
async fn a_refused_ply_is_answered_with_the_reason_despite_an_open_stream() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let mut own = m.ada.listens(&m.id, 4).await;
    for (seq, ply, status) in [(4, "d9", 422), (3, "b2", 409)] {
        let answer = m.ada.plays_streaming(&m, seq, ply).await;
        assert_eq!(answer.status, status, "{ply}");
        assert!(answer.body.contains("notice"), "{}", answer.body);
    }
    assert_eq!(m.ben.plays_streaming(&m, 4, "b2").await.status, 409, "not their turn");
    assert_eq!(own.stray().await, None);
}

/// The board of a page does not wait for its stream to show what the headline says already.
#[tokio::test]
async fn a_takeback_is_answered_with_the_board_and_the_headline() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    m.ada.play(&m.id, "b2").await;
    let request = m.ada.request(Method::POST, &m.path("takeback")).header("HX-Request-Type", "partial");
    let request = request.header("Parlour-Stream", "open").header("Parlour-Shown", "5");
    let answer = m.ada.send(request.form(&[("answer", "ask")])).await;
    assert_eq!(answer.status, 200);
    for id in ["turn", "board"] {
        assert!(answer.body.contains(&format!("hx-target=\"#{id}\"")), "{id}: {}", answer.body);
    }
}
