//! Conditional moves, played by the writer.

use super::*;
use crate::matches::ConditionalState;

async fn plies(referee: &Referee, id: &MatchId) -> Vec<String> {
    let view = referee.get(id, None).await.unwrap();
    view.m.plies.iter().map(|ply| ply.notation.to_string()).collect()
}

fn state(view: &MatchView, seat: u8) -> Option<ConditionalState> {
    view.conditional_moves.of(crate::games::Seat::new(seat)).map(|order| order.state)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn conditional_moves_are_answered_after_a_restart_with_one_update_per_ply() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    let left = site
        .referee
        .set_conditional_moves(ben(), &view.m.id, "if a1 then b2, if c3 then a2".into())
        .await
        .unwrap();
    assert_eq!(left.m.seq, view.m.seq, "the page of the others is as fresh as before");
    let (hub, again) = RefereeSite::enter(&site.folder).await;
    let mut watch = hub.watch(&view.m.id);
    let played = again.command(ada(), &view.m.id, ply(&view, "a1")).await.unwrap();
    assert_eq!(plies(&again, &view.m.id).await, ["a1", "b2"]);
    for plies in [1, 2] {
        let HubMessage::News(update) = watch.next().await else { panic!("no news") };
        assert_eq!(update.change.after.m.plies.len(), plies);
    }
    assert_eq!(
        (state(&played, 1), played.m.user_to_act()),
        (Some(ConditionalState::Standing), Some(UserId(1)))
    );
    let (_, third) = RefereeSite::enter(&site.folder).await;
    let read = third.get(&view.m.id, None).await.unwrap();
    assert_eq!(
        (&read.conditional_moves, MatchRecord::of(&read)),
        (&played.conditional_moves, MatchRecord::of(&played))
    );
    let off = third.command(ada(), &view.m.id, ply(&read, "c1")).await.unwrap();
    assert_eq!((state(&off, 1), off.m.plies.len()), (Some(ConditionalState::Cancelled), 3));
    let (_, fourth) = RefereeSite::enter(&site.folder).await;
    let read = fourth.get(&view.m.id, None).await.unwrap();
    assert_eq!(state(&read, 1), Some(ConditionalState::Cancelled));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_process_answers_conditional_moves_that_it_has_not_loaded() {
    let site = RefereeSite::open().await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    let view = site.match_of_two("tictactoe").await;
    rival.get(&view.m.id, None).await.unwrap();
    site.referee.set_conditional_moves(ben(), &view.m.id, "if a1 then b2".into()).await.unwrap();
    rival.command(ada(), &view.m.id, ply(&view, "a1")).await.unwrap();
    assert_eq!(plies(&rival, &view.m.id).await, ["a1", "b2"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn conditional_moves_for_an_outdated_position_are_checked_against_the_current_one() {
    let site = RefereeSite::open().await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    let view = site.match_of_two("tictactoe").await;
    rival.command(ada(), &view.m.id, ply(&view, "a1")).await.unwrap();
    match site.referee.set_conditional_moves(ben(), &view.m.id, "if a1 then b2".into()).await {
        Err(RefereeError::Refused { refusal: MatchError::ConditionalMove(problem), view }) => {
            assert!(problem.to_string().contains("it is your turn there"), "{problem}");
            assert_eq!((view.m.plies.len(), state(&view, 1)), (1, None));
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_on_one_database_answer_conditional_moves_once() {
    let site = RefereeSite::open().await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    for _ in 0..20 {
        let view = site.match_of_two("tictactoe").await;
        rival.get(&view.m.id, None).await.unwrap();
        let (left, one, other) = tokio::join!(
            rival.set_conditional_moves(ben(), &view.m.id, "if a1 then b2, if c3 then c1".into()),
            site.referee.command(ada(), &view.m.id, ply(&view, "a1")),
            rival.command(ada(), &view.m.id, ply(&view, "a1")),
        );
        assert!(one.is_ok() && other.is_ok(), "the second is a retry of the first");
        let (_, fresh) = RefereeSite::enter(&site.folder).await;
        let expected: &[&str] = if left.is_ok() { &["a1", "b2"] } else { &["a1"] };
        assert_eq!(plies(&fresh, &view.m.id).await, expected);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn conditional_moves_of_both_sides_are_played_in_one_batch() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    site.referee
        .set_conditional_moves(ben(), &view.m.id, "if a1 then b2, if c3 then a2, if c2 then c1".into())
        .await
        .unwrap();
    let played = site
        .referee
        .set_conditional_moves(ada(), &view.m.id, "then a1, if b2 then c3, if a2 then c2".into())
        .await;
    assert_eq!(plies(&site.referee, &view.m.id).await, ["a1", "b2", "c3", "a2", "c2", "c1"]);
    let played = played.unwrap();
    assert_eq!(
        (state(&played, 0), state(&played, 1)),
        (Some(ConditionalState::Played), Some(ConditionalState::Played))
    );
    assert_eq!(site.referee.turns_of(UserId(1)).await.unwrap(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn automatic_rolls_are_answered_too() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("aeroplane").await;
    let mut view = site
        .referee
        .set_conditional_moves(ada(), &view.m.id, "if I can launch, launch".into())
        .await
        .unwrap();
    for _ in 0..300 {
        if view.m.ending().is_some() {
            break;
        }
        let (Some(user), legal) = (view.m.user_to_act(), view.m.position.legal()) else { break };
        let by = if user == UserId(1) { ada() } else { ben() };
        let grounded = view.m.position.text().split(['/', ' ']).next().unwrap().contains('H');
        let launches = view.m.plies.last().is_some_and(|ply| ply.notation == "d6") && grounded;
        assert!(
            user != UserId(1) || !launches,
            "she is not asked when she can launch: {}",
            view.m.position.text()
        );
        view = site.referee.command(by, &view.m.id, ply(&view, &legal[0])).await.unwrap();
    }
    let (_, fresh) = RefereeSite::enter(&site.folder).await;
    let read = fresh.get(&view.m.id, None).await.unwrap();
    assert_eq!(
        (MatchRecord::of(&read), &read.conditional_moves),
        (MatchRecord::of(&view), &view.conditional_moves)
    );
}
