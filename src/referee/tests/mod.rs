//! The writer against a real database file, alone and with a rival.

mod downtime;
mod journal;
mod lapses;
mod orders;
mod ratings;
mod rulings;
mod starting;
mod summaries;
mod takebacks;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;
use tokio::runtime::Handle;

use super::*;
use crate::games::PlayError;
use crate::hub::Message;
use crate::matches::{AtFlag, How, Pace, Record, Status};
use crate::now::Moment;
use crate::store::DueMatch;

struct House {
    folder: PathBuf,
    _temporary: Option<TempDir>,
    hub: Hub,
    referee: Referee,
}

impl House {
    async fn open() -> Self {
        let folder = TempDir::new().unwrap();
        let house = Self::open_in(folder.path()).await;
        Self { _temporary: Some(folder), ..house }
    }

    async fn open_in(folder: &Path) -> Self {
        let (hub, referee) = Self::enter(folder).await;
        for name in ["Ada", "Ben", "Cleo"] {
            referee.store.add_person_for_test(name).await;
        }
        Self { folder: folder.to_owned(), _temporary: None, hub, referee }
    }

    /// Another process on the same file.
    async fn enter(folder: &Path) -> (Hub, Referee) {
        let url = format!("sqlite://{}", folder.join("parlour.db").display());
        let store = Store::open(&url, Handle::current()).await.unwrap();
        let hub = Hub::default();
        (hub.clone(), Referee::start(store, hub, Clock::at(Moment(1_000))).unwrap())
    }

    async fn table_of_two(&self, game: &str) -> Arc<Table> {
        let table = self.referee.open(ada(), wish(game)).await.unwrap();
        self.referee.command(ben(), &table.m.id, Command::Join).await.unwrap()
    }
}

fn ada() -> Person {
    Person { id: UserId(1), name: "Ada".into() }
}

fn ben() -> Person {
    Person { id: UserId(2), name: "Ben".into() }
}

fn cleo() -> Person {
    Person { id: UserId(3), name: "Cleo".into() }
}

fn wish(game: &str) -> Wish {
    let game = Game::from_key(game).unwrap();
    Wish {
        game,
        options: game.options([]).unwrap(),
        seats: 2,
        visibility: Visibility::Public,
        rated: true,
        throw_for_me: true,
        time: None,
        open_for: 168,
        range: Default::default(),
        invited: Vec::new(),
    }
}

fn ply(table: &Table, notation: &str) -> Command {
    Command::Play { seq: table.m.seq, notation: notation.to_owned() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answered_move_is_there_after_the_house_was_left() {
    let house = House::open().await;
    let table = house.table_of_two("tictactoe").await;
    let played = house.referee.command(ada(), &table.m.id, ply(&table, "b2")).await.unwrap();
    let (_, again) = House::enter(&house.folder).await;
    let read = again.look(&table.m.id, None).await.unwrap();
    assert_eq!(Record::of(&read), Record::of(&played));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_moves_for_the_same_turn_exactly_one_is_played() {
    let house = House::open().await;
    let table = house.table_of_two("tictactoe").await;
    let squares = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];
    let attempts = squares.map(|square| house.referee.command(ada(), &table.m.id, ply(&table, square)));
    let answers = futures_util::future::join_all(attempts).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    let table = house.referee.look(&table.m.id, None).await.unwrap();
    assert_eq!(table.m.plies.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_is_sent_many_times_is_played_once_and_published_once() {
    let house = House::open().await;
    let table = house.table_of_two("tictactoe").await;
    let mut watch = house.hub.watch(&table.m.id);
    let attempts = (0..50).map(|_| house.referee.command(ada(), &table.m.id, ply(&table, "b2")));
    for answer in futures_util::future::join_all(attempts).await {
        assert_eq!(answer.unwrap().m.plies.len(), 1);
    }
    assert!(matches!(watch.ready(), Some(Message::News(_))) && watch.ready().is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_houses_on_one_file_never_play_the_same_turn_twice() {
    let house = House::open().await;
    let (_, rival) = House::enter(&house.folder).await;
    let mut table = house.table_of_two("sternhalma").await;
    for turn in 0..40 {
        let (by, legal) = (if turn % 2 == 0 { ada() } else { ben() }, table.m.position.legal());
        let (one, other) = tokio::join!(
            house.referee.command(by.clone(), &table.m.id, ply(&table, &legal[turn * 5 % legal.len()])),
            rival.command(by, &table.m.id, ply(&table, &legal[(turn * 5 + 1) % legal.len()])),
        );
        assert_eq!([&one, &other].iter().filter(|answer| answer.is_ok()).count(), 1, "in turn {turn}");
        table = one.or(other).unwrap();
    }
    let (_, fresh) = House::enter(&house.folder).await;
    let read = fresh.look(&table.m.id, None).await.unwrap();
    assert_eq!(read.m.plies.len(), 40);
    assert_eq!(read.m.position.text(), table.m.position.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_watches_is_told_after_the_move_is_written() {
    let house = House::open().await;
    let table = house.table_of_two("tictactoe").await;
    let mut watch = house.hub.watch(&table.m.id);
    house.referee.command(ada(), &table.m.id, ply(&table, "b2")).await.unwrap();
    let Message::News(news) = watch.next().await else { panic!("no news") };
    assert_eq!((news.change.before.m.plies.len(), news.change.after.m.plies.len()), (0, 1));
    drop(watch);
    assert_eq!(house.hub.watchers(&table.m.id), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_comes_with_the_match_as_it_stands_and_changes_nothing() {
    let house = House::open().await;
    let table = house.table_of_two("tictactoe").await;
    match house.referee.command(ben(), &table.m.id, ply(&table, "b2")).await {
        Err(RefereeError::Refused { refusal: Refusal::NotYourTurn, table: now }) => {
            assert_eq!(now.m, table.m)
        }
        other => panic!("{other:?}"),
    }
    let twice = house.referee.command(ada(), &table.m.id, ply(&table, "a9")).await;
    assert!(matches!(
        twice,
        Err(RefereeError::Refused {
            refusal: Refusal::Ply(PlayError::Illegal { .. } | PlayError::Unreadable { .. }),
            ..
        })
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_keeps_a_seat_for_everybody_and_somebody_else_begins() {
    let house = House::open().await;
    let table = house.table_of_two("tictactoe").await;
    house.referee.command(ada(), &table.m.id, Command::Resign).await.unwrap();
    let offered = house.referee.rematch(ben(), &table.m.id).await.unwrap();
    assert_eq!(offered.m.status, Status::Open);
    assert_eq!(offered.m.seat_of(UserId(2)).unwrap().number(), 0);
    assert!(matches!(house.referee.rematch(cleo(), &table.m.id).await, Err(RefereeError::Refused { .. })));
    let invited = house.referee.store.matches_of(UserId(1), Moment(0), 10).await.unwrap().invited;
    assert_eq!(invited.len(), 1, "it waits for Ada on her page");
    let started = house.referee.rematch(ada(), &table.m.id).await.unwrap();
    assert_eq!(started.m.id, offered.m.id);
    assert_eq!(started.m.status, Status::Playing);
    assert_eq!(house.referee.look(&table.m.id, None).await.unwrap().m.rematch, Some(offered.m.id.clone()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_follow_a_match_through_its_life() {
    let house = House::open().await;
    let store = &house.referee.store;
    let table = house.referee.open(ada(), wish("tictactoe")).await.unwrap();
    assert_eq!(store.open_matches(None, 10).await.unwrap().matches.len(), 1);
    house.referee.command(ben(), &table.m.id, Command::Join).await.unwrap();
    assert_eq!(store.open_matches(None, 10).await.unwrap().matches.len(), 0);
    assert_eq!(store.turns_of(UserId(1)).await.unwrap(), 1);
    assert_eq!(store.matches_of(UserId(2), Moment(0), 10).await.unwrap().waiting.len(), 1);
    house.referee.command(ada(), &table.m.id, Command::Resign).await.unwrap();
    let finished = store.finished_matches(None, 10).await.unwrap().matches;
    assert_eq!(finished[0].how, Some(How::Resigned));
    assert_eq!(finished[0].seats.iter().map(|seat| seat.place).collect::<Vec<_>>(), [Some(2), Some(1)]);
    assert_eq!(store.finished_matches_of(UserId(2), false, None, 10).await.unwrap().matches.len(), 1);
    assert_eq!(store.turns_of(UserId(1)).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_match_is_on_no_list_and_its_code_leads_to_it_while_it_is_open() {
    let house = House::open().await;
    let store = &house.referee.store;
    let private = Wish { visibility: Visibility::Private, ..wish("tictactoe") };
    let table = house.referee.open(ada(), private).await.unwrap();
    assert_eq!(store.open_matches(None, 10).await.unwrap().matches.len(), 0);
    assert_eq!(store.match_by_code(&table.m.code).await.unwrap(), Some(table.m.id.clone()));
    house.referee.command(ben(), &table.m.id, Command::Join).await.unwrap();
    assert_eq!(store.match_by_code(&table.m.code).await.unwrap(), None);
    assert!(matches!(house.referee.look(&table.m.id, Some(UserId(3))).await, Err(RefereeError::NoSuchMatch)));
    let meddled = house.referee.command(cleo(), &table.m.id, Command::Resign).await;
    assert!(matches!(meddled, Err(RefereeError::NoSuchMatch)));
    house.referee.command(ada(), &table.m.id, Command::Resign).await.unwrap();
    assert_eq!(store.finished_matches_of(UserId(1), false, None, 10).await.unwrap().matches.len(), 0);
    assert_eq!(store.finished_matches_of(UserId(1), true, None, 10).await.unwrap().matches.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_said_at_a_table_is_kept_and_only_players_say_it() {
    let house = House::open().await;
    let table = house.table_of_two("tictactoe").await;
    let said = house.referee.say(ada(), &table.m.id, " Good luck ".to_owned()).await.unwrap();
    assert_eq!(said.talk[0].text, "Good luck");
    for (by, text) in [(cleo(), "Hello".to_owned()), (ada(), "  ".to_owned()), (ada(), "é".repeat(501))] {
        assert!(matches!(house.referee.say(by, &table.m.id, text).await, Err(RefereeError::Refused { .. })));
    }
    let (_, fresh) = House::enter(&house.folder).await;
    let read = fresh.look(&table.m.id, None).await.unwrap();
    assert_eq!(read.talk, said.talk);
    assert_eq!(read.names.of(UserId(1)), "Ada");
}

fn too_many<T>(answer: &Result<T, RefereeError>) -> bool {
    let refused = |refusal: &Refusal| *refusal == Refusal::TooManyTables;
    matches!(answer, Err(RefereeError::NotOpened(refusal) | RefereeError::Refused { refusal, .. }) if refused(refusal))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_has_at_most_twenty_open_tables_however_fast_they_ask() {
    let house = House::open().await;
    let attempts = (0..30).map(|_| house.referee.open(ada(), wish("tictactoe")));
    let answers = futures_util::future::join_all(attempts).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 20);
    assert_eq!(answers.iter().filter(|answer| too_many(answer)).count(), 10);
    assert_eq!(house.referee.store.matches_of(UserId(1), Moment(0), 100).await.unwrap().open.len(), 20);
    house.referee.open(ben(), wish("tictactoe")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_starts_or_closes_or_is_left_makes_room_for_another() {
    let house = House::open().await;
    let (mut tables, game) = (Vec::new(), wish("sternhalma"));
    for _ in 0..20 {
        tables.push(house.referee.open(ada(), game.clone()).await.unwrap().m.id.clone());
    }
    let [starts, closes, left] = [&tables[0], &tables[1], &tables[2]];
    for (user, id, command) in
        [(ben(), starts, Command::Join), (ada(), closes, Command::Abort), (ada(), left, Command::Leave)]
    {
        assert!(too_many(&house.referee.open(ada(), game.clone()).await));
        house.referee.command(user, id, command).await.unwrap();
        house.referee.open(ada(), game.clone()).await.unwrap();
    }
    assert!(too_many(&house.referee.open(ada(), game).await));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_of_others_do_not_count_and_are_sat_down_at_all_the_same() {
    let house = House::open().await;
    for _ in 0..20 {
        house.referee.open(ada(), wish("tictactoe")).await.unwrap();
    }
    let wish = Wish { seats: 3, ..wish("sternhalma") };
    let table = house.referee.open(ben(), wish.clone()).await.unwrap();
    house.referee.command(ada(), &table.m.id, Command::Join).await.unwrap();
    house.referee.command(cleo(), &table.m.id, Command::Join).await.unwrap();
    let table = house.referee.open(ben(), wish).await.unwrap();
    house.referee.command(cleo(), &table.m.id, Command::Join).await.unwrap();
    house.referee.open(cleo(), self::wish("tictactoe")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_counts_as_an_open_table_and_can_still_be_taken_up() {
    let house = House::open().await;
    let over = house.table_of_two("tictactoe").await;
    house.referee.command(ada(), &over.m.id, Command::Resign).await.unwrap();
    for person in [ada(), ben()] {
        for _ in 0..20 {
            house.referee.open(person.clone(), wish("tictactoe")).await.unwrap();
        }
    }
    for person in [ada(), ben()] {
        assert!(too_many(&house.referee.rematch(person, &over.m.id).await));
    }
    let refused = house.referee.rematch(cleo(), &over.m.id).await;
    assert!(matches!(refused, Err(RefereeError::Refused { refusal: Refusal::NotSeated, .. })));
    assert_eq!(house.referee.look(&over.m.id, None).await.unwrap().m.rematch, None, "nothing was offered");

    let open = house.referee.store.matches_of(UserId(2), Moment(0), 100).await.unwrap().open;
    house.referee.command(ben(), &open[0].id, Command::Abort).await.unwrap();
    house.referee.rematch(ben(), &over.m.id).await.unwrap();
    assert!(too_many(&house.referee.open(ben(), wish("tictactoe")).await), "the rematch counts");
    let started = house.referee.rematch(ada(), &over.m.id).await.unwrap();
    assert_eq!(started.m.status, Status::Playing, "also for somebody with twenty open tables");
}

fn timed(game: &str) -> Wish {
    let time =
        TimeControl { pace: Pace::Days(1), weekends_off: false, holidays: false, at_flag: AtFlag::Lose };
    Wish { time: Some(time), ..wish(game) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_houses_on_one_file_never_flag_twice() {
    let house = House::open().await;
    let (_, rival) = House::enter(&house.folder).await;
    let mut tables = Vec::new();
    for _ in 0..20 {
        let table = house.referee.open(ada(), timed("tictactoe")).await.unwrap();
        tables.push(house.referee.command(ben(), &table.m.id, Command::Join).await.unwrap());
    }
    for (turn, by) in [ada(), ben()].into_iter().enumerate() {
        for table in &mut tables {
            let command = ply(table, ["a1", "b2"][turn]);
            *table = house.referee.command(by.clone(), &table.m.id, command).await.unwrap();
        }
    }
    let late = Moment(tables[19].m.deadline().unwrap().0);
    house.referee.clock.set(late);
    rival.clock.set(late);
    let due = house.referee.store.due(late, None, 100).await.unwrap();
    assert_eq!(due.len(), 20);
    let (one, other) = tokio::join!(
        futures_util::future::join_all(due.iter().map(|due| house.referee.sweep(&due.id))),
        futures_util::future::join_all(due.iter().map(|due| rival.sweep(&due.id))),
    );
    assert!(one.iter().chain(&other).all(Result::is_ok));
    let (_, fresh) = House::enter(&house.folder).await;
    for DueMatch { id, .. } in &due {
        let read = fresh.look(id, None).await.unwrap();
        assert_eq!(
            (read.m.ending().unwrap().how, &read.m.gone[..]),
            (How::Flagged, &[crate::games::Seat::new(0)][..])
        );
    }
    assert!(house.referee.store.due(late, None, 100).await.unwrap().is_empty(), "nothing is due any more");
}
