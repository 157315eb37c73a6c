//! Standing offers, which are renewed when they start.

use super::*;
use crate::games::Seat;
use crate::matches::{FirstMove, IDLE_EXPIRY, MAX_STANDING_MATCHES, Match};

fn standing(setup: MatchSetup) -> MatchSetup {
    MatchSetup { renews: true, ..setup }
}

/// Ada's open matches, read from the file by another process.
async fn open_matches(site: &RefereeSite) -> Vec<Arc<MatchView>> {
    let (_, again) = RefereeSite::enter(&site.folder).await;
    let mut open = Vec::new();
    for listed in again.store.matches_of(UserId(1), Moment(0), 30).await.unwrap().open {
        open.push(again.get(&listed.id, None).await.unwrap());
    }
    open
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standing_offer_is_renewed_whenever_it_starts() {
    let site = RefereeSite::open().await;
    let first = site.referee.open(ada(), standing(timed("aeroplane"))).await.unwrap();
    assert_eq!(first.m.expires_at(), Some(first.m.changed_at.after(IDLE_EXPIRY)), "it stays open");
    site.referee.command(ben(), &first.m.id, MatchCommand::Join).await.unwrap();
    let second = open_matches(&site).await.pop().unwrap();
    let of = |m: &Match| {
        let control = m.clocks.as_ref().map(|clocks| *clocks.control());
        (m.options.pairs().len(), m.seats.clone(), m.visibility, m.rated, control, m.conditions, m.renews)
    };
    assert_eq!(of(&second.m), of(&first.m));
    assert_ne!((&second.m.id, &second.m.code), (&first.m.id, &first.m.code));
    assert_ne!(second.m.dice, first.m.dice, "the dice have another secret");
    site.referee.command(cleo(), &second.m.id, MatchCommand::Join).await.unwrap();
    let open = open_matches(&site).await;
    assert!(open.len() == 1 && open[0].m.id != second.m.id && open[0].m.renews);
    site.referee.command(ada(), &open[0].m.id, MatchCommand::Abort).await.unwrap();
    assert!(open_matches(&site).await.is_empty(), "a cancelled offer is not renewed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_renewed_offer_keeps_who_moves_first() {
    let site = RefereeSite::open().await;
    for first in [FirstMove::Creator, FirstMove::Opponent, FirstMove::Random] {
        let setup = MatchSetup { first, ..standing(setup("tictactoe")) };
        let before = site.referee.open(ada(), setup).await.unwrap();
        site.referee.command(ben(), &before.m.id, MatchCommand::Join).await.unwrap();
        let after = open_matches(&site).await.pop().unwrap();
        assert_eq!(after.m.seat_of(UserId(1)), before.m.seat_of(UserId(1)), "{first:?}");
        assert_eq!(after.m.seat_draw.is_some(), first == FirstMove::Random);
        let secret = |m: &Match| m.seat_draw.as_ref().map(|draw| draw.secret.clone());
        assert!(secret(&after.m).is_none() || secret(&after.m) != secret(&before.m));
        site.referee.command(ada(), &after.m.id, MatchCommand::Abort).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_started_before_it_is_full_is_renewed_with_all_its_seats() {
    let site = RefereeSite::open().await;
    let three = MatchSetup { seats: 3, ..standing(setup("sternhalma")) };
    let before = site.referee.open(ada(), three).await.unwrap();
    site.referee.command(ben(), &before.m.id, MatchCommand::Join).await.unwrap();
    assert_eq!(open_matches(&site).await.len(), 1, "it has not started yet");
    site.referee.command(ada(), &before.m.id, MatchCommand::Start).await.unwrap();
    let after = open_matches(&site).await.pop().unwrap();
    assert_eq!((after.m.seats.count(), after.m.seats[Seat::new(0)]), (3, Some(UserId(1))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_offer_is_not_renewed_for_a_host_who_has_left_it_or_plays_many_matches() {
    let site = RefereeSite::open().await;
    let three = MatchSetup { seats: 3, ..standing(setup("sternhalma")) };
    let left = site.referee.open(ada(), three).await.unwrap();
    site.referee.command(ben(), &left.m.id, MatchCommand::Join).await.unwrap();
    site.referee.command(ada(), &left.m.id, MatchCommand::Leave).await.unwrap();
    site.referee.command(cleo(), &left.m.id, MatchCommand::Join).await.unwrap();
    site.referee.command(cleo(), &left.m.id, MatchCommand::Start).await.unwrap();
    assert!(open_matches(&site).await.is_empty());

    for _ in 2..MAX_STANDING_MATCHES {
        let start = MatchStart { setup: setup("tictactoe"), players: vec![ada(), ben()], origin: None };
        site.referee.start_match(ada(), start).await.unwrap();
    }
    let next = site.referee.open(ada(), standing(setup("tictactoe"))).await.unwrap();
    site.referee.command(ben(), &next.m.id, MatchCommand::Join).await.unwrap();
    let last = open_matches(&site).await.pop().unwrap();
    site.referee.command(ben(), &last.m.id, MatchCommand::Join).await.unwrap();
    assert!(open_matches(&site).await.is_empty(), "she plays {MAX_STANDING_MATCHES} matches");
}
