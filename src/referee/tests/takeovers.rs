//! Takeovers in the database.

use super::adjudications::becomes;
use super::*;
use crate::matches::{Match, TakeoverReason};
use crate::now::spans::DAY;
use crate::users::{StaffActionKind, StaffReason};

/// A site with bots.
async fn open() -> RefereeSite {
    let site = RefereeSite::open().await;
    site.referee.store.create_bots(Moment(0)).await.unwrap();
    let (hub, referee) = RefereeSite::enter(&site.folder).await;
    RefereeSite { hub, referee, ..site }
}

/// Starts a casual match of Ada, Ben and, with three seats, Cleo in which bots play on.
async fn starts(site: &RefereeSite, game: &str, seats: u8) -> Arc<MatchView> {
    let before = timed(game);
    let bots = |control| TimeControl { at_flag: TimeoutPolicy::Bot, ..control };
    let time_control = before.time_control.map(bots);
    let setup = MatchSetup { time_control, seats, rated: false, ..before };
    let players = [ada(), ben(), cleo()][..usize::from(seats)].to_vec();
    let start = MatchStart { setup, players, origin: None };
    site.referee.start_match(ada(), start).await.unwrap()
}

/// The match as loaded by another process; asserts that the doctor finds no problem.
async fn read(site: &RefereeSite, id: &MatchId) -> Arc<MatchView> {
    let (_, again) = RefereeSite::enter(&site.folder).await;
    assert_eq!(again.store.check_lists("", 10, None).await.unwrap().problems, [""; 0]);
    again.read(id).await.unwrap()
}

fn seats(view: &MatchView) -> Vec<String> {
    MatchRecord::of(view)
        .seats
        .into_iter()
        .map(|seat| format!("{} {}", seat.kind, seat.name.unwrap()))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_of_the_default_level_takes_over_from_a_player_who_runs_out_of_time() {
    let site = open().await;
    let view = starts(&site, "tictactoe", 2).await;
    site.referee.clock.set(Moment(1_000 + DAY));
    let after = site.referee.sweep(&view.m.id).await.unwrap();
    assert_eq!(after.m.status, MatchStatus::Playing);
    let after = read(&site, &view.m.id).await;
    assert_eq!(seats(&after), ["bot Tic-Tac-Toe Intermediate (bot)", "person Ben"]);
    let record = MatchRecord::of(&after);
    let [takeover] = &record.taken_over[..] else { panic!("{:?}", record.taken_over) };
    assert_eq!((takeover.seat, &*takeover.former, takeover.why), (0, "Ada", TakeoverReason::TimedOut));
    assert!(record.check().is_ok(), "{:?}", record.check());
    let ids = std::slice::from_ref(&view.m.id);
    assert_eq!(site.referee.store.waiting_for_bots_among(ids).await.unwrap(), ids);
    let refused = site.referee.command(ada(), &view.m.id, ply(&after, "b2")).await;
    assert!(
        matches!(refused, Err(RefereeError::Refused { refusal: MatchError::NotSeated, .. })),
        "{refused:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_has_at_most_one_seat_in_a_match() {
    let site = open().await;
    let view = starts(&site, "sternhalma", 3).await;
    let id = &view.m.id;
    for person in [ada(), ben()] {
        site.referee.command(person, id, MatchCommand::Resign).await.unwrap();
    }
    let after = read(&site, id).await;
    assert_eq!(
        seats(&after),
        ["bot Sternhalma Intermediate (bot)", "bot Sternhalma Intermediate 2 (bot)", "person Cleo"]
    );
    let over = site.referee.command(cleo(), id, MatchCommand::Resign).await.unwrap();
    assert!(!over.m.is_bot(crate::games::Seat::new(2)), "the last person is not replaced");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_conditional_moves_of_a_player_are_not_played_for_the_bot() {
    let site = open().await;
    let view = starts(&site, "tictactoe", 2).await;
    site.referee.set_conditional_moves(ben(), &view.m.id, "if a1 then b2".to_owned()).await.unwrap();
    site.referee.command(ben(), &view.m.id, MatchCommand::HandOver).await.unwrap();
    let played = site
        .referee
        .command(ada(), &view.m.id, ply(read(&site, &view.m.id).await.as_ref(), "a1"))
        .await
        .unwrap();
    assert_eq!(played.m.plies.len(), 1);
    assert_eq!(seats(read(&site, &view.m.id).await.as_ref())[1], "bot Tic-Tac-Toe Intermediate (bot)");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seat_of_a_deleted_user_is_taken_over_by_a_bot() {
    let site = open().await;
    let view = starts(&site, "tictactoe", 2).await;
    site.referee.withdraw_from_matches(&ben(), &view.m.id).await.unwrap();
    let after = read(&site, &view.m.id).await;
    assert_eq!(seats(&after)[1], "bot Tic-Tac-Toe Intermediate (bot)");
    assert_eq!(MatchRecord::of(&after).taken_over[0].why, TakeoverReason::Left);
    site.referee.withdraw_from_matches(&ben(), &view.m.id).await.unwrap();
    assert_eq!(read(&site, &view.m.id).await.m.seq, after.m.seq, "there is nothing left to do");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_of_another_level_takes_over_when_those_of_the_default_level_are_seated() {
    let site = open().await;
    let bots = site.referee.store.bots().await.unwrap();
    let game = Game::from_key("quarto").unwrap();
    let taken: Vec<_> =
        bots.all_of(game).filter(|bot| bot.level.number() == 3).map(|bot| bot.user.id).collect();
    let view = starts(&site, "quarto", 2).await;
    let mut m = view.m.clone();
    m.participants.extend(taken);
    let batch = batch::CommandBatch::default().with_bots(bots.clone());
    let level = |m: &Match| batch.takeover_bot(m).and_then(|bot| bots.get(bot)).map(|bot| bot.level.number());
    assert_eq!((level(&view.m), level(&m)), (Some(3), Some(2)));
    m.rated = true;
    assert_eq!(level(&m), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_takeover_happens_once_with_several_processes() {
    let site = open().await;
    let view = starts(&site, "tictactoe", 2).await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    site.referee.clock.set(Moment(1_000 + DAY));
    rival.clock.set(Moment(1_000 + DAY));
    let (one, other) = tokio::join!(site.referee.sweep(&view.m.id), rival.sweep(&view.m.id));
    assert_eq!((one.unwrap().m.takeovers.len(), other.unwrap().m.takeovers.len()), (1, 1));
    assert_eq!(read(&site, &view.m.id).await.m.takeovers.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_whose_seat_a_bot_has_taken_over_cannot_remove_messages_of_the_match() {
    let site = open().await;
    let view = starts(&site, "tictactoe", 2).await;
    let id = &view.m.id;
    becomes(&site, ada().id, Role::Moderator).await;
    let sent = site.referee.send_chat(ben(), id, "Too slow".to_owned()).await.unwrap();
    site.referee.withdraw_from_matches(&ada(), id).await.unwrap();
    site.referee.command(ben(), id, MatchCommand::Resign).await.unwrap();
    assert!(read(&site, id).await.m.ending().is_some(), "so anybody can read the chat");
    let why = StaffReason::parse("", StaffActionKind::RemoveMessage).unwrap();
    let removal = MessageRemoval { message: sent.chat[0].id, report: None, reason: why };
    let refused = site.referee.remove_message(ada(), id, removal).await;
    assert!(matches!(refused, Err(RefereeError::NotPermitted(StaffActionError::Involved))), "{refused:?}");
    assert!(!read(&site, id).await.chat[0].removed);
}
