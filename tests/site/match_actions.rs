//! The actions of a match page without scripts: a row with questions in place, a menu, and the next match.

use crate::harness::{TestSite, path};

#[tokio::test]
async fn players_have_a_row_of_actions_with_questions_and_a_menu() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    let page = m.ada.get(&m.path("")).await;
    for (action, url) in [("#resign", "resignation"), (".tools > #draw", "draw"), (".more #abort", "abort")] {
        assert_eq!(page.attribute(&format!("{action} form"), "action"), Some(m.path(url)), "{action}");
        assert_eq!(page.texts(&format!("{action} summary .opened")).len(), 1, "{action} can be cancelled");
    }
    assert_eq!(page.attribute(".tools a.tool", "href"), Some(m.path("analysis")));
    assert_eq!(page.texts("#ask button[disabled]"), ["Take back"], "nothing has been played");
    m.play_all(&["b2", "a1"]).await;
    let page = m.ada.get(&m.path("")).await;
    assert_eq!(page.attribute("#ask form", "action"), Some(m.path("takeback")));
    assert!(page.attribute("#abort", "id").is_none(), "everyone has moved");
    for other in [site.visitor(), site.register("Eve").await] {
        assert!(other.get(&m.path("")).await.attribute(".tools", "class").is_none());
    }
}

#[tokio::test]
async fn leaving_and_cancelling_an_open_match_are_asked_about() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let id = ada.opens(&[("game", "tictactoe")]).await;
    let page = ada.get(&path(&id, "")).await;
    assert_eq!(page.text("#leave p").as_deref(), Some("Leave this match? Someone else can take your seat."));
    assert_eq!(page.text("#abort p").as_deref(), Some("Cancel this match? Nobody will be able to join it."));
    assert_eq!(ada.post(&page.attribute("#leave form", "action").unwrap(), &[]).await.status, 303);
}

#[tokio::test]
async fn the_next_match_is_offered_after_a_move_with_the_number_of_matches_that_wait() {
    let site = TestSite::start().await;
    let m = site.start_match("tictactoe").await;
    assert!(m.ada.get(&m.path("")).await.attribute("#next", "href").is_none(), "it is her turn");
    m.play_all(&["b2"]).await;
    let alone = m.ada.get(&m.path("")).await;
    assert_eq!(alone.attribute("#next", "hidden").as_deref(), Some(""));
    let other = m.ada.opens(&[("game", "tictactoe")]).await;
    assert_eq!(m.ben.post(&path(&other, "seats"), &[]).await.status, 303);
    let waits = m.ada.get(&m.path("")).await;
    assert_eq!(waits.attribute("#next", "hidden"), None);
    assert_eq!(waits.text("#next [data-turns]").as_deref(), Some("1"));
    // An offer in the match itself is none of them.
    m.ben.post(&m.path("draw"), &[("answer", "offer")]).await;
    assert_eq!(m.ada.get(&m.path("")).await.text("#next [data-turns]").as_deref(), Some("1"));
}

#[tokio::test]
async fn the_next_match_is_not_offered_in_live_matches_and_against_bots() {
    let site = TestSite::start().await;
    let (ada, ben) = (site.register("Ada").await, site.register("Ben").await);
    let live = ada.opens(&[("game", "tictactoe"), ("time", "live")]).await;
    assert_eq!(ben.post(&path(&live, "seats"), &[]).await.status, 303);
    let page = ada.get(&path(&live, "")).await;
    let seq = page.attribute("#press", "data-seq").unwrap();
    assert!(ada.post(&path(&live, "plies"), &[("seq", &seq), ("notation", "b2")]).await.status < 400);
    let bot = ada.post("/play", &[("game", "tictactoe"), ("level", "2")]).await.location().to_owned();
    for path in [path(&live, ""), bot] {
        let page = ada.get(&path).await;
        assert!(page.text("#turn #headline").is_some(), "{path}");
        assert!(page.attribute("#next", "href").is_none(), "{path}");
    }
}

#[tokio::test]
async fn a_request_to_pause_is_answered_beside_it() {
    let site = TestSite::start().await;
    let ada = site.register("Ada").await;
    let ben = site.register("Ben").await;
    let id = ada.opens(&[("game", "tictactoe"), ("time", "days")]).await;
    assert_eq!(ben.post(&path(&id, "seats"), &[]).await.status, 303);
    assert_eq!(ada.post(&path(&id, "pause"), &[("answer", "ask")]).await.status, 303);
    assert_eq!(ben.get(&path(&id, "")).await.texts(".asks button"), ["Accept pause", "Decline pause"]);
    let page = ada.get(&path(&id, "")).await;
    assert!(page.texts(".asks button").is_empty() && page.body.contains("Cancel pause request"));
    assert_eq!(ben.post(&path(&id, "pause"), &[("answer", "ask")]).await.status, 303);
    for person in [&ada, &ben] {
        assert_eq!(person.get(&path(&id, "")).await.texts(".asks button"), ["Resume"]);
    }
}
