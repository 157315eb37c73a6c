//! What a page is told of the plies that are played on it: by the answer, and then not by its stream.

use reqwest::Method;

use crate::harness::{Answer, HOPS, Person, Table, TestSite};

impl Person {
    /// Plays as a page does that says which it is.
    async fn plays_on(&self, tab: &str, table: &Table, seq: u64, ply: &str) -> Answer {
        let request = self.request(Method::POST, &table.path("plies")).header("HX-Request-Type", "partial");
        let fields = [("seq", seq.to_string()), ("notation", ply.to_owned())];
        self.send(request.header("Parlour-Tab", tab).form(&fields)).await
    }
}

/// Up to which entry an answer tells what its page did not know, if it does.
fn told(answer: &Answer) -> Option<u64> {
    assert_eq!(answer.status, 200, "{}", answer.body);
    let seq = answer.header("parlour-seq").parse().ok();
    assert_eq!(
        answer.header("hx-reswap") == "none",
        seq.is_some(),
        "changes all over the page replace nothing"
    );
    seq
}

#[tokio::test]
async fn a_page_is_told_of_its_own_ply_by_the_answer_and_everybody_else_by_their_streams() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    let (ada, ben) = (&table.ada, &table.ben);
    let mut own = ada.listens_on(7, &table.id, 4).await;
    let mut others = [
        ada.listens_on(8, &table.id, 4).await,
        ada.listens(&table.id, 4).await,
        ben.listens_on(7, &table.id, 4).await,
        site.visitor().listens_on(7, &table.id, 4).await,
    ];
    let answer = ada.plays_on("7", &table, 4, "b2").await;
    assert_eq!(told(&answer), Some(5));
    assert!(answer.body.contains("<title>") && answer.body.contains("id=\"say\""), "{}", answer.body);
    for stream in &mut others {
        assert_eq!(stream.until(5).await.last().unwrap().id, Some(5));
    }
    let [other_page, ..] = &mut others;
    ben.play(&table.id, "a1").await;
    assert_eq!(own.until(6).await, other_page.until(6).await, "the stream goes on behind it");
    for stream in [&mut own, other_page] {
        assert_eq!(stream.stray().await, None);
    }
}

#[tokio::test]
async fn the_answer_says_what_the_stream_would_have_said_and_that_nothing_is_wrong() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    let mut other_page = table.ada.listens_on(8, &table.id, 4).await;
    let _own = table.ada.listens_on(7, &table.id, 4).await;
    let answer = table.ada.plays_on("7", &table, 4, "b2").await;
    let said: String = other_page.until(5).await.into_iter().map(|message| message.data).collect();
    let more = answer.body.strip_prefix(&said).unwrap_or_else(|| panic!("{said}\n\n{}", answer.body));
    assert_eq!(more.matches("hx-target").count(), 1, "{more}");
    assert!(more.contains("<div id=\"problem\"></div>"), "{more}");
}

#[tokio::test]
async fn a_chain_of_hops_is_left_to_the_stream_which_shows_it_hop_by_hop() {
    let site = TestSite::start().await;
    let table = site.table("sternhalma").await;
    table.play_all(&HOPS[..4]).await;
    let mut own = table.ada.listens_on(7, &table.id, 8).await;
    let mut other_page = table.ada.listens(&table.id, 8).await;
    let answer = table.ada.plays_on("7", &table, 8, HOPS[4]).await;
    assert_eq!(told(&answer), None);
    let steps = other_page.until(9).await;
    assert!(steps.len() > 1, "{steps:?}");
    assert_eq!(own.until(9).await, steps);
}

#[tokio::test]
async fn what_more_has_happened_than_the_ply_is_left_to_the_stream() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    let mut own = table.ada.listens_on(7, &table.id, 4).await;
    table.ben.post(&table.path("draw"), &[("answer", "offer")]).await;
    own.until(5).await;
    let answer = table.ada.plays_on("7", &table, 4, "b2").await;
    assert_eq!(told(&answer), None, "the page asked before it knew of the offer");
    assert!(!own.until(table.seq().await).await.is_empty());
}

#[tokio::test]
async fn a_page_without_a_stream_or_of_which_nothing_is_known_is_shown_all_that_may_differ() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    let answer = table.ada.plays_on("7", &table, 4, "b2").await;
    assert_eq!(told(&answer), None, "nobody listens");
    let mut own = table.ben.listens_on(7, &table.id, 5).await;
    let nonsense = ["", "x", "-7", "4294967296", "7 7", "ü"];
    let plies = ["a1", "a2", "a3", "c3", "c2", "b3"];
    for ((seq, tab), ply) in (5..).zip(nonsense).zip(plies) {
        let player = if seq % 2 == 1 { &table.ben } else { &table.ada };
        assert_eq!(told(&player.plays_on(tab, &table, seq, ply).await), None, "{tab:?}");
        own.until(seq + 1).await;
    }
}

#[tokio::test]
async fn a_ply_that_is_refused_is_answered_as_ever() {
    let site = TestSite::start().await;
    let table = site.table("tictactoe").await;
    let mut own = table.ada.listens_on(7, &table.id, 4).await;
    for (seq, ply, status) in [(4, "d9", 422), (3, "b2", 409)] {
        let answer = table.ada.plays_on("7", &table, seq, ply).await;
        assert_eq!((answer.status, answer.header("parlour-seq")), (status, ""), "{ply}");
    }
    assert_eq!(table.ben.plays_on("7", &table, 4, "b2").await.status, 409, "not their turn");
    assert_eq!(own.stray().await, None);
}
