//! Matches whose logs cannot be read.

use tokio::sync::watch;

use super::*;
use crate::sweeper::Sweeper;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_that_cannot_be_read_keep_no_other_from_being_swept() {
    let house = House::open().await;
    let clock = house.referee.clock.clone();
    let mut broken = Vec::new();
    for _ in 0..70 {
        let table = house.referee.open(ada(), timed("tictactoe")).await.unwrap();
        broken.push(house.referee.command(ben(), &table.m.id, Command::Join).await.unwrap());
    }
    clock.set(clock.now().after(1_000));
    let table = house.referee.open(ada(), timed("tictactoe")).await.unwrap();
    let healthy = house.referee.command(ben(), &table.m.id, Command::Join).await.unwrap();
    let breaking = "UPDATE match_events SET body = '{}' WHERE kind = 'joined' AND match_id <> $1";
    let id = healthy.m.id.to_string();
    let broke = house.referee.store.write(move |db| {
        Box::pin(async move { Ok(sqlx::query(breaking).bind(id).execute(db).await.map(drop)?) })
    });
    broke.await.unwrap();
    house.referee.forget_all();
    clock.set(healthy.m.deadline().unwrap());

    let (_stop, stopping) = watch::channel(false);
    let mut sweeper = Sweeper::new(house.referee.store.clone(), house.referee.clone(), clock);
    sweeper.sweep_all(&stopping).await.unwrap();
    let swept = house.referee.look(&healthy.m.id, None).await.unwrap();
    assert!(swept.m.ending().is_some());
    assert!(matches!(house.referee.sweep(&broken[0].m.id).await, Err(RefereeError::Unreadable(_))));
    assert_eq!(sweeper.unreadable(), 70, "they are known, so they are not read again each time");
}
