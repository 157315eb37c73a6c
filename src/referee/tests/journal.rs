//! Plies on their way from the journal into the logs.

use super::*;
use crate::matches::{Entry, Event, Match};
use crate::store::{Append, Appended};

/// Has Ada play, past the referee, so that nobody puts the ply in its place.
async fn plays_past_the_referee(house: &House, table: &Table, notation: &str) -> Table {
    let mut after = table.clone();
    let event = Event::Played { seat: Some(0), notation: notation.into() };
    let entry = Entry { seq: table.m.seq + 1, at: 1_000, by: Some(ada().id), event };
    Match::apply(&mut after.m, &entry).unwrap();
    let mut append = Append::default();
    append.add(&after, &[entry], false);
    assert_eq!(house.referee.store.append(append).await.unwrap(), Appended::Done);
    assert_eq!(house.referee.store.unplaced(), 1);
    after
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_reads_finds_a_ply_that_waited_in_its_place() {
    let house = House::open().await;
    let table = house.table_of_two("tictactoe").await;
    plays_past_the_referee(&house, &table, "b2").await;
    let store = &house.referee.store;
    assert_eq!((store.turns_of(ada().id).await.unwrap(), store.turns_of(ben().id).await.unwrap()), (0, 1));
    assert_eq!(store.unplaced(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ply_that_waited_when_the_program_was_killed_is_in_its_place_when_it_runs_again() {
    let house = House::open().await;
    let table = house.table_of_two("tictactoe").await;
    let played = plays_past_the_referee(&house, &table, "b2").await;
    // Nothing is told to stop: it is as if it were not there any more.
    let (_, again) = House::enter(&house.folder).await;
    let read = again.look(&table.m.id, None).await.unwrap();
    assert_eq!(read.m, played.m);
    assert_eq!(again.store.look_through("", 10).await.unwrap().problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ply_that_waits_and_what_comes_after_it_are_written_in_their_order() {
    let house = House::open().await;
    let table = house.table_of_two("tictactoe").await;
    house.referee.command(ada(), &table.m.id, ply(&table, "b2")).await.unwrap();
    house.referee.command(ben(), &table.m.id, Command::Resign).await.unwrap();
    let (_, again) = House::enter(&house.folder).await;
    let read = again.look(&table.m.id, None).await.unwrap();
    assert_eq!((read.m.plies.len(), read.m.ending().map(|ending| ending.how)), (1, Some(How::Resigned)));
    assert_eq!(again.store.look_through("", 10).await.unwrap().problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn plies_are_put_in_their_place_when_nothing_else_comes() {
    let house = House::open().await;
    let table = house.table_of_two("tictactoe").await;
    house.referee.command(ada(), &table.m.id, ply(&table, "b2")).await.unwrap();
    for _ in 0..500 {
        if house.referee.store.unplaced() == 0 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the ply still waits");
}
