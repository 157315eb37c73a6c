//! Positions of consumers, across restarts.

use tempfile::TempDir;

use super::*;

async fn store(folder: &TempDir) -> Store {
    Store::open_for_test(folder.path()).await
}

async fn moves(store: &Store) {
    store
        .execute_for_test(
            "INSERT INTO match_outbox (match_id, seq, kind, at) VALUES ('123456789ABC', 7, 'moved', 70)",
        )
        .await;
    store.wake_consumers();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handled_facts_are_not_handed_out_again() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder).await;
    let mut notices = OutboxConsumer::new(store.clone(), "notices");
    moves(&store).await;
    let facts = notices.next().await.unwrap();
    assert_eq!((facts.len(), facts[0].seq, facts[0].at.0), (1, 7, 70));
    assert_eq!(notices.next().await.unwrap(), facts, "it was not marked as handled");
    notices.mark_handled(&facts);
    assert_eq!(notices.next().await.unwrap(), []);
    moves(&store).await;
    assert_eq!(notices.next().await.unwrap()[0].id, facts[0].id + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_consumer_resumes_after_a_restart_from_its_saved_position() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder).await;
    let mut notices = OutboxConsumer::new(store.clone(), "notices");
    moves(&store).await;
    let first = notices.next().await.unwrap();
    notices.mark_handled(&first);
    let mut again = OutboxConsumer::new(store.clone(), "notices");
    assert_eq!(again.next().await.unwrap(), first, "the position was not saved");
    again.mark_handled(&first);
    again.save().await;
    moves(&store).await;
    let mut again = OutboxConsumer::new(store.clone(), "notices");
    assert_eq!(again.next().await.unwrap()[0].id, first[0].id + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_consumer_starts_with_the_next_fact_and_rows_stay_for_the_slowest() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder).await;
    moves(&store).await;
    let (mut notices, mut other) =
        (OutboxConsumer::new(store.clone(), "notices"), OutboxConsumer::new(store.clone(), "other"));
    assert_eq!(other.next().await.unwrap(), []);
    moves(&store).await;
    let facts = other.next().await.unwrap();
    assert_eq!(facts.len(), 1);
    other.mark_handled(&facts);
    other.save().await;
    let waiting = notices.next().await.unwrap();
    assert_eq!(waiting.len(), 2);
    notices.mark_handled(&waiting);
    notices.save().await;
    assert_eq!(store.facts_after(0, 10).await.unwrap(), []);
    let mut third = OutboxConsumer::new(store.clone(), "third");
    assert_eq!(third.next().await.unwrap(), []);
    moves(&store).await;
    assert_eq!(third.next().await.unwrap()[0].id, facts[0].id + 1, "ids do not start again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_waiting_consumer_is_woken_by_a_commit() {
    let folder = TempDir::new().unwrap();
    let store = store(&folder).await;
    let mut notices = OutboxConsumer::new(store.clone(), "notices");
    assert_eq!(notices.next().await.unwrap(), []);
    tokio::join!(notices.wait(), moves(&store));
    assert_eq!(notices.next().await.unwrap().len(), 1);
}
