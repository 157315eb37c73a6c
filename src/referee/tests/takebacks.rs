//! Taking back at once what nobody has seen, while somebody may just see it.

use super::*;
use crate::matches::{Answer, Entry, Event, Match, Question, Seen};
use crate::store::{Append, Appended};

fn takeback() -> Command {
    Command::Answer { what: Question::Takeback, answer: Answer::Ask, seq: None }
}

/// A match in which Ada has just played.
async fn just_played(house: &House) -> Arc<Table> {
    let table = house.table_of_two("tictactoe").await;
    house.referee.command(ada(), &table.m.id, ply(&table, "b2")).await.unwrap()
}

fn all_of(table: &Table) -> Seen {
    Seen { seq: table.m.seq, line: 0 }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_nobody_has_seen_is_taken_back_without_a_question() {
    let house = House::open().await;
    let played = just_played(&house).await;
    let before = Seen { seq: played.m.seq - 1, line: 0 };
    house.hub.screens().saw(ben().id, &played, before);
    house.hub.screens().saw(ada().id, &played, all_of(&played));
    let after = house.referee.command(ada(), &played.m.id, takeback()).await.unwrap();
    assert!(after.m.plies.is_empty() && after.m.offer(Question::Takeback).is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_on_the_other_screen_is_asked_for_also_before_that_is_written_down() {
    let house = House::open().await;
    let played = just_played(&house).await;
    house.hub.screens().saw(ben().id, &played, all_of(&played));
    let after = house.referee.command(ada(), &played.m.id, takeback()).await.unwrap();
    assert_eq!(after.m.plies.len(), 1);
    assert!(after.m.offer(Question::Takeback).is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_seen_in_another_house_on_the_same_file_is_asked_for() {
    let house = House::open().await;
    let (_, rival) = House::enter(&house.folder).await;
    let played = just_played(&house).await;
    rival.store.note_seen(&[(ben().id, played.m.id.clone(), all_of(&played))]).await.unwrap();
    let after = house.referee.command(ada(), &played.m.id, takeback()).await.unwrap();
    assert_eq!(after.m.plies.len(), 1);
}

/// Ada's ply taken back, as decided when Ben had neither seen it nor been told about it.
fn decided(played: &Table) -> Append {
    let mut after = Table::clone(played);
    let event = Event::TakenBack { plies: 0, clock_continues: true };
    let entry = Entry { seq: played.m.seq + 1, at: 1_000, by: Some(ada().id), event };
    Match::apply(&mut after.m, &entry).unwrap();
    let mut append = Append::default();
    append.add(&after, &[entry], true);
    append.unless_seen(&played.m.id, &[ben().id], played.m.plies.last().unwrap());
    append
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_written_when_somebody_was_told_about_it_after_that_was_decided() {
    let house = House::open().await;
    let played = just_played(&house).await;
    let store = &house.referee.store;
    store.execute_for_test("INSERT INTO told SELECT 2, id, 'push', 'turn', 5, 1000 FROM matches").await;
    assert_eq!(store.append(decided(&played)).await.unwrap(), Appended::Overtaken);
    let after = house.referee.command(ada(), &played.m.id, takeback()).await.unwrap();
    assert!(after.m.offer(Question::Takeback).is_some(), "so Ben is asked");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_written_when_somebody_sees_it_after_that_was_decided() {
    let house = House::open().await;
    let played = just_played(&house).await;
    let store = &house.referee.store;
    store.note_seen(&[(ben().id, played.m.id.clone(), all_of(&played))]).await.unwrap();
    assert_eq!(store.append(decided(&played)).await.unwrap(), Appended::Overtaken);
    let (_, fresh) = House::enter(&house.folder).await;
    assert_eq!(fresh.look(&played.m.id, None).await.unwrap().m, played.m);
    let after = house.referee.command(ada(), &played.m.id, takeback()).await.unwrap();
    assert!(after.m.offer(Question::Takeback).is_some(), "so Ben is asked");
}
