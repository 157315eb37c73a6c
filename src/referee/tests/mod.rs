//! The writer against a real database file, alone and with a rival.

mod adjudications;
mod bots;
mod conditional;
mod downtime;
mod expiry;
mod follower;
mod outbox;
mod ratings;
mod reading;
mod standing;
mod starting;
mod summaries;
mod takebacks;
mod takeovers;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;

use super::*;
use crate::games::{Game, PlayError};
use crate::hub::{Hub, HubMessage};
use crate::lists::{ArchiveFilter, ArchivePlayers};
use crate::matches::{
    EndReason, FirstMove, MatchCommand, MatchError, MatchId, MatchRecord, MatchStatus, MatchView,
    MatchVisibility, Ruling, TimeAllowance, TimeControl, TimeoutPolicy,
};
use crate::now::{Clock, Moment};
use crate::store::{DueMatch, Store};
use crate::uptime::Uptime;
use crate::users::{MessageRemoval, Role, StaffActionError, UserId, UserSummary};

struct RefereeSite {
    folder: PathBuf,
    _temporary: Option<TempDir>,
    hub: Hub,
    referee: Referee,
}

impl RefereeSite {
    async fn open() -> Self {
        let folder = TempDir::new().unwrap();
        let site = Self::open_in(folder.path()).await;
        Self { _temporary: Some(folder), ..site }
    }

    async fn open_in(folder: &Path) -> Self {
        Self::on(Store::open_for_test(folder).await, folder).await
    }

    async fn on(store: Store, folder: &Path) -> Self {
        let (hub, referee) = Self::start(store).await;
        for name in ["Ada", "Ben", "Cleo"] {
            referee.store.add_person_for_test(name).await;
        }
        Self { folder: folder.to_owned(), _temporary: None, hub, referee }
    }

    /// Another process on the same database.
    async fn enter(folder: &Path) -> (Hub, Referee) {
        Self::start(Store::open_for_test(folder).await).await
    }

    async fn start(store: Store) -> (Hub, Referee) {
        let (hub, bots) = (Hub::default(), store.bots().await.unwrap());
        (hub.clone(), Referee::start(store, hub, Clock::at(Moment(1_000)), bots).unwrap())
    }

    async fn match_of_two(&self, game: &str) -> Arc<MatchView> {
        let view = self.referee.open(ada(), setup(game)).await.unwrap();
        self.referee.command(ben(), &view.m.id, MatchCommand::Join).await.unwrap()
    }
}

fn ada() -> UserSummary {
    UserSummary { id: UserId(1), name: "Ada".into() }
}

fn ben() -> UserSummary {
    UserSummary { id: UserId(2), name: "Ben".into() }
}

fn cleo() -> UserSummary {
    UserSummary { id: UserId(3), name: "Cleo".into() }
}

fn setup(game: &str) -> MatchSetup {
    let game = Game::from_key(game).unwrap();
    MatchSetup {
        game,
        options: game.options([]).unwrap(),
        seats: 2,
        visibility: MatchVisibility::Public,
        rated: true,
        auto_roll: true,
        first: FirstMove::Creator,
        time_control: None,
        open_for: 168,
        conditions: Default::default(),
        pass_and_play: false,
        renews: false,
        invited: Vec::new(),
        bots: Vec::new(),
    }
}

fn ply(view: &MatchView, notation: &str) -> MatchCommand {
    MatchCommand::Play { seq: view.m.seq, notation: notation.to_owned() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answered_move_is_durable() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    let played = site.referee.command(ada(), &view.m.id, ply(&view, "b2")).await.unwrap();
    let (_, again) = RefereeSite::enter(&site.folder).await;
    let read = again.get(&view.m.id, None).await.unwrap();
    assert_eq!(MatchRecord::of(&read), MatchRecord::of(&played));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_moves_for_one_turn_exactly_one_is_played() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    let squares = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];
    let attempts = squares.map(|square| site.referee.command(ada(), &view.m.id, ply(&view, square)));
    let answers = futures_util::future::join_all(attempts).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    let view = site.referee.get(&view.m.id, None).await.unwrap();
    assert_eq!(view.m.plies.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_sent_many_times_is_played_and_published_once() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    let mut watch = site.hub.watch(&view.m.id);
    let attempts = (0..50).map(|_| site.referee.command(ada(), &view.m.id, ply(&view, "b2")));
    for answer in futures_util::future::join_all(attempts).await {
        assert_eq!(answer.unwrap().m.plies.len(), 1);
    }
    assert!(matches!(watch.try_next(), Some(HubMessage::News(_))) && watch.try_next().is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_on_one_database_never_play_a_turn_twice() {
    let site = RefereeSite::open().await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    let mut view = site.match_of_two("sternhalma").await;
    for turn in 0..40 {
        let (by, legal) = (if turn % 2 == 0 { ada() } else { ben() }, view.m.position.legal());
        let (one, other) = tokio::join!(
            site.referee.command(by.clone(), &view.m.id, ply(&view, &legal[turn * 5 % legal.len()])),
            rival.command(by, &view.m.id, ply(&view, &legal[(turn * 5 + 1) % legal.len()])),
        );
        assert_eq!([&one, &other].iter().filter(|answer| answer.is_ok()).count(), 1, "in turn {turn}");
        view = one.or(other).unwrap();
    }
    let (_, fresh) = RefereeSite::enter(&site.folder).await;
    let read = fresh.get(&view.m.id, None).await.unwrap();
    assert_eq!(read.m.plies.len(), 40);
    assert_eq!(read.m.position.text(), view.m.position.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watchers_are_notified_after_the_move_is_written() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    let mut watch = site.hub.watch(&view.m.id);
    site.referee.command(ada(), &view.m.id, ply(&view, "b2")).await.unwrap();
    let HubMessage::News(update) = watch.next().await else { panic!("no news") };
    assert_eq!((update.change.before.m.plies.len(), update.change.after.m.plies.len()), (0, 1));
    drop(watch);
    assert_eq!(site.hub.watchers(&view.m.id), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_contains_the_current_match_and_changes_nothing() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    match site.referee.command(ben(), &view.m.id, ply(&view, "b2")).await {
        Err(RefereeError::Refused { refusal: MatchError::NotYourTurn, view: now }) => {
            assert_eq!(now.m, view.m)
        }
        other => panic!("{other:?}"),
    }
    let twice = site.referee.command(ada(), &view.m.id, ply(&view, "a9")).await;
    assert!(matches!(
        twice,
        Err(RefereeError::Refused {
            refusal: MatchError::Ply(PlayError::Illegal { .. } | PlayError::Unreadable { .. }),
            ..
        })
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_invites_all_players_and_another_seat_begins() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    site.referee.command(ada(), &view.m.id, MatchCommand::Resign).await.unwrap();
    let offered = site.referee.rematch(ben(), &view.m.id).await.unwrap();
    assert_eq!(offered.m.status, MatchStatus::Open);
    assert_eq!(offered.m.seat_of(UserId(2)).unwrap().number(), 0);
    assert!(matches!(site.referee.rematch(cleo(), &view.m.id).await, Err(RefereeError::Refused { .. })));
    let invited = site.referee.store.matches_of(UserId(1), Moment(0), 10).await.unwrap().invited;
    assert_eq!(invited.len(), 1, "it waits for Ada on her page");
    let started = site.referee.rematch(ada(), &view.m.id).await.unwrap();
    assert_eq!(started.m.id, offered.m.id);
    assert_eq!(started.m.status, MatchStatus::Playing);
    assert_eq!(site.referee.get(&view.m.id, None).await.unwrap().m.rematch, Some(offered.m.id.clone()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_follow_a_match_through_its_life() {
    let site = RefereeSite::open().await;
    let store = &site.referee.store;
    let view = site.referee.open(ada(), setup("tictactoe")).await.unwrap();
    assert_eq!(store.open_matches(None, 10).await.unwrap().matches.len(), 1);
    site.referee.command(ben(), &view.m.id, MatchCommand::Join).await.unwrap();
    assert_eq!(store.open_matches(None, 10).await.unwrap().matches.len(), 0);
    assert_eq!(store.turns_of(UserId(1)).await.unwrap(), 1);
    assert_eq!(store.matches_of(UserId(2), Moment(0), 10).await.unwrap().waiting.len(), 1);
    site.referee.command(ada(), &view.m.id, MatchCommand::Resign).await.unwrap();
    let finished =
        store.archive(ArchiveFilter::default(), ArchivePlayers::default(), None, 10).await.unwrap().matches;
    assert_eq!(finished[0].end_reason, Some(EndReason::Resigned));
    assert_eq!(finished[0].seats.iter().map(|seat| seat.place).collect::<Vec<_>>(), [Some(2), Some(1)]);
    assert_eq!(store.finished_matches_of(UserId(2), false, None, 10).await.unwrap().matches.len(), 1);
    assert_eq!(store.turns_of(UserId(1)).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_match_is_on_no_list_and_is_found_by_its_code_while_open() {
    let site = RefereeSite::open().await;
    let store = &site.referee.store;
    let private = MatchSetup { visibility: MatchVisibility::Private, ..setup("tictactoe") };
    let view = site.referee.open(ada(), private).await.unwrap();
    assert_eq!(store.open_matches(None, 10).await.unwrap().matches.len(), 0);
    assert_eq!(store.match_by_code(&view.m.code).await.unwrap(), Some(view.m.id.clone()));
    site.referee.command(ben(), &view.m.id, MatchCommand::Join).await.unwrap();
    assert_eq!(store.match_by_code(&view.m.code).await.unwrap(), None);
    assert!(matches!(site.referee.get(&view.m.id, Some(UserId(3))).await, Err(RefereeError::NoSuchMatch)));
    let meddled = site.referee.command(cleo(), &view.m.id, MatchCommand::Resign).await;
    assert!(matches!(meddled, Err(RefereeError::NoSuchMatch)));
    site.referee.command(ada(), &view.m.id, MatchCommand::Resign).await.unwrap();
    assert_eq!(store.finished_matches_of(UserId(1), false, None, 10).await.unwrap().matches.len(), 0);
    assert_eq!(store.finished_matches_of(UserId(1), true, None, 10).await.unwrap().matches.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat_is_stored_with_whether_its_author_plays() {
    let site = RefereeSite::open().await;
    let view = site.match_of_two("tictactoe").await;
    let sent = site.referee.send_chat(ada(), &view.m.id, " Good luck ".to_owned()).await.unwrap();
    assert_eq!(sent.chat[0].text, "Good luck");
    for text in ["  ".to_owned(), "é".repeat(501)] {
        assert!(matches!(
            site.referee.send_chat(ada(), &view.m.id, text).await,
            Err(RefereeError::Refused { .. })
        ));
    }
    let sent = site.referee.send_chat(cleo(), &view.m.id, "Hello".to_owned()).await.unwrap();
    let authors: Vec<_> = sent.chat.iter().map(|message| (message.by, message.by_watcher)).collect();
    assert_eq!(authors, [(ada().id, false), (cleo().id, true)]);
    let (_, fresh) = RefereeSite::enter(&site.folder).await;
    let read = fresh.get(&view.m.id, None).await.unwrap();
    assert_eq!(read.chat, sent.chat);
    assert_eq!(read.names.of(UserId(1)), "Ada");
}

fn too_many<T>(answer: &Result<T, RefereeError>) -> bool {
    let refused = |refusal: &MatchError| *refusal == MatchError::TooManyOpenMatches;
    matches!(answer, Err(RefereeError::NotOpened(refusal) | RefereeError::Refused { refusal, .. }) if refused(refusal))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_user_has_at_most_twenty_open_matches_also_in_parallel() {
    let site = RefereeSite::open().await;
    let attempts = (0..30).map(|_| site.referee.open(ada(), setup("tictactoe")));
    let answers = futures_util::future::join_all(attempts).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 20);
    assert_eq!(answers.iter().filter(|answer| too_many(answer)).count(), 10);
    assert_eq!(site.referee.store.matches_of(UserId(1), Moment(0), 100).await.unwrap().open.len(), 20);
    site.referee.open(ben(), setup("tictactoe")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn starting_closing_or_leaving_a_match_frees_a_place_in_the_limit() {
    let site = RefereeSite::open().await;
    let (mut views, game) = (Vec::new(), setup("sternhalma"));
    for _ in 0..20 {
        views.push(site.referee.open(ada(), game.clone()).await.unwrap().m.id.clone());
    }
    let [starts, closes, left] = [&views[0], &views[1], &views[2]];
    for (user, id, command) in [
        (ben(), starts, MatchCommand::Join),
        (ada(), closes, MatchCommand::Abort),
        (ada(), left, MatchCommand::Leave),
    ] {
        assert!(too_many(&site.referee.open(ada(), game.clone()).await));
        site.referee.command(user, id, command).await.unwrap();
        site.referee.open(ada(), game.clone()).await.unwrap();
    }
    assert!(too_many(&site.referee.open(ada(), game).await));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_of_other_hosts_do_not_count_towards_the_limit() {
    let site = RefereeSite::open().await;
    for _ in 0..20 {
        site.referee.open(ada(), setup("tictactoe")).await.unwrap();
    }
    let setup = MatchSetup { seats: 3, ..setup("sternhalma") };
    let view = site.referee.open(ben(), setup.clone()).await.unwrap();
    site.referee.command(ada(), &view.m.id, MatchCommand::Join).await.unwrap();
    site.referee.command(cleo(), &view.m.id, MatchCommand::Join).await.unwrap();
    let view = site.referee.open(ben(), setup).await.unwrap();
    site.referee.command(cleo(), &view.m.id, MatchCommand::Join).await.unwrap();
    site.referee.open(cleo(), self::setup("tictactoe")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_counts_as_an_open_match_and_can_still_be_accepted() {
    let site = RefereeSite::open().await;
    let over = site.match_of_two("tictactoe").await;
    site.referee.command(ada(), &over.m.id, MatchCommand::Resign).await.unwrap();
    for person in [ada(), ben()] {
        for _ in 0..20 {
            site.referee.open(person.clone(), setup("tictactoe")).await.unwrap();
        }
    }
    for person in [ada(), ben()] {
        assert!(too_many(&site.referee.rematch(person, &over.m.id).await));
    }
    let refused = site.referee.rematch(cleo(), &over.m.id).await;
    assert!(matches!(refused, Err(RefereeError::Refused { refusal: MatchError::NotSeated, .. })));
    assert_eq!(site.referee.get(&over.m.id, None).await.unwrap().m.rematch, None, "nothing was offered");

    let open = site.referee.store.matches_of(UserId(2), Moment(0), 100).await.unwrap().open;
    site.referee.command(ben(), &open[0].id, MatchCommand::Abort).await.unwrap();
    site.referee.rematch(ben(), &over.m.id).await.unwrap();
    assert!(too_many(&site.referee.open(ben(), setup("tictactoe")).await), "the rematch counts");
    let started = site.referee.rematch(ada(), &over.m.id).await.unwrap();
    assert_eq!(started.m.status, MatchStatus::Playing, "also for somebody with twenty open matches");
}

fn timed(game: &str) -> MatchSetup {
    let time = TimeControl {
        pace: TimeAllowance::Days(1),
        weekends_off: false,
        vacation: false,
        at_flag: TimeoutPolicy::Lose,
    };
    MatchSetup { time_control: Some(time), ..setup(game) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_on_one_database_never_flag_twice() {
    let site = RefereeSite::open().await;
    let (_, rival) = RefereeSite::enter(&site.folder).await;
    let mut views = Vec::new();
    for _ in 0..20 {
        let view = site.referee.open(ada(), timed("tictactoe")).await.unwrap();
        views.push(site.referee.command(ben(), &view.m.id, MatchCommand::Join).await.unwrap());
    }
    for (turn, by) in [ada(), ben()].into_iter().enumerate() {
        for view in &mut views {
            let command = ply(view, ["a1", "b2"][turn]);
            *view = site.referee.command(by.clone(), &view.m.id, command).await.unwrap();
        }
    }
    let late = Moment(views[19].m.deadline().unwrap().0);
    site.referee.clock.set(late);
    rival.clock.set(late);
    let due = site.referee.store.due_matches(late, None, 100).await.unwrap();
    assert_eq!(due.len(), 20);
    let (one, other) = tokio::join!(
        futures_util::future::join_all(due.iter().map(|due| site.referee.sweep(&due.id))),
        futures_util::future::join_all(due.iter().map(|due| rival.sweep(&due.id))),
    );
    assert!(one.iter().chain(&other).all(Result::is_ok));
    let (_, fresh) = RefereeSite::enter(&site.folder).await;
    for DueMatch { id, .. } in &due {
        let read = fresh.get(id, None).await.unwrap();
        assert_eq!(
            (read.m.ending().unwrap().how, &read.m.dropped_out[..]),
            (EndReason::Flagged, &[crate::games::Seat::new(0)][..])
        );
    }
    assert!(
        site.referee.store.due_matches(late, None, 100).await.unwrap().is_empty(),
        "nothing is due any more"
    );
}
