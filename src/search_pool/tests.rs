use std::net::IpAddr;
use std::sync::mpsc::{Receiver, Sender, channel};

use futures_util::future::join_all;

use super::*;
use crate::bots::{BotLevel, think};
use crate::games::Game;
use crate::users::UserId;

fn pool(threads: usize) -> SearchPool {
    SearchPool::with_threads(threads, Duration::MAX, Metrics::with_routes(&[]).unwrap()).unwrap()
}

fn request(user: i64, priority: SearchPriority) -> SearchRequest {
    let owner = SearchOwner::User(UserId(user));
    SearchRequest { owner, priority, nodes: u64::MAX, time: Duration::MAX }
}

/// Occupies a thread until the sender is dropped. Returns once it runs.
fn occupy(pool: &SearchPool) -> (Sender<()>, PendingSearch<()>) {
    let (open, gate) = channel::<()>();
    let (begin, begun) = channel();
    let job = move |_: &SearchLimits| {
        begin.send(()).unwrap();
        let _ = gate.recv();
    };
    let search = pool.search(request(0, SearchPriority::Live), job).unwrap();
    begun.recv().unwrap();
    (open, search)
}

/// Searches until it is cancelled. Returns once it runs; the receiver is notified of its end.
fn endless(pool: &SearchPool) -> (PendingSearch<()>, Receiver<()>) {
    let (begin, begun) = channel();
    let (end, ended) = channel();
    let job = move |limits: &SearchLimits| {
        begin.send(()).unwrap();
        let game = Game::Kalah;
        let opening = game.opening(&game.options([]).unwrap(), 2).unwrap();
        think(&opening, BotLevel::Master, 1, limits);
        end.send(()).unwrap();
    };
    let search = pool.search(request(1, SearchPriority::Live), job).unwrap();
    begun.recv().unwrap();
    (search, ended)
}

#[tokio::test]
async fn a_search_gets_its_limits_and_returns_its_result() {
    let pool = pool(2);
    let large = SearchRequest { nodes: 70, ..request(1, SearchPriority::Live) };
    let search = pool.search(large, |limits| (limits.nodes, limits.memory)).unwrap();
    assert_eq!(search.await, Ok((70, 32 << 20)));
}

#[tokio::test]
async fn all_searches_together_take_at_most_72_mib() {
    for threads in [1, 2, 3, 8, 64] {
        let pool = pool(threads);
        let search = pool.search(request(1, SearchPriority::Live), |limits| limits.memory).unwrap();
        let memory = search.await.unwrap();
        let all = memory * threads + QUICK_MEMORY;
        assert!(memory > 0 && all <= MEMORY && memory <= SearchLimits::MEMORY, "{threads}");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn searches_run_at_low_priority_and_other_threads_do_not() {
    let pool = pool(1);
    let own = || rustix::process::getpriority_process(None).unwrap();
    let search = pool.search(request(1, SearchPriority::Live), move |_| own()).unwrap();
    let before = own();
    let nice = search.await.unwrap();
    assert!(nice >= 10 && nice > before, "{nice}");
    assert_eq!(own(), before);
}

#[tokio::test]
async fn at_most_one_search_runs_on_each_thread_and_the_rest_wait() {
    let pool = pool(2);
    let (first, _first) = occupy(&pool);
    let (_second, _second_search) = occupy(&pool);
    let third = pool.search(request(1, SearchPriority::Live), |_| ()).unwrap();
    let text = pool.0.0.metrics.text(&Default::default()).unwrap();
    for line in ["parlour_searches_running 2", "parlour_searches_waiting 1", "parlour_searches_total 2"] {
        assert!(text.lines().any(|written| written == line), "{line}\n{text}");
    }
    drop(first);
    assert_eq!(third.await, Ok(()));
}

#[tokio::test]
async fn searches_begin_by_priority_and_their_owners_take_turns() {
    let pool = pool(1);
    let (gate, _occupied) = occupy(&pool);
    let order = Arc::new(Mutex::new(Vec::new()));
    let add = |user, priority, name: &'static str| {
        let order = Arc::clone(&order);
        pool.search(request(user, priority), move |_| order.lock().push(name)).unwrap()
    };
    let searches = [
        add(1, SearchPriority::Analysis, "analysis"),
        add(2, SearchPriority::Live, "a1"),
        add(2, SearchPriority::Live, "a2"),
        add(3, SearchPriority::Live, "b1"),
        add(1, SearchPriority::Correspondence, "correspondence"),
    ];
    drop(gate);
    join_all(searches).await;
    assert_eq!(*order.lock(), ["a1", "b1", "a2", "correspondence", "analysis"]);
}

#[tokio::test]
async fn a_short_search_runs_while_long_ones_occupy_every_core() {
    let pool = pool(2);
    let (_first, _first_search) = occupy(&pool);
    let (_second, _second_search) = occupy(&pool);
    let short = pool.search(request(1, SearchPriority::Quick), |limits| limits.memory).unwrap();
    assert_eq!(short.await, Ok(QUICK_MEMORY));
}

#[tokio::test]
async fn the_searches_of_many_users_at_one_address_wait_behind_one_from_elsewhere() {
    let pool = pool(1);
    let client = |last| SearchClient { address: IpAddr::from([192, 0, 2, last]).into(), is_guest: true };
    (1..9).for_each(|user| pool.note_client(UserId(user), client(1)));
    pool.note_client(UserId(9), client(2));
    let (gate, _occupied) = occupy(&pool);
    let order = Arc::new(Mutex::new(Vec::new()));
    let add = |user| {
        let order = Arc::clone(&order);
        let job = move |limits: &SearchLimits<'_>| order.lock().push((user, limits.time));
        pool.search(request(user, SearchPriority::Live), job)
    };
    let searches: Vec<_> = (1..=9).map(|user| add(user).unwrap()).collect();
    assert_eq!(add(1).err(), Some(SearchQueueError::OwnerFull), "a guest has one waiting search");
    drop(gate);
    join_all(searches).await;
    let order = order.lock();
    assert_eq!(order.iter().map(|(user, _)| *user).collect::<Vec<_>>(), [1, 9, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!((order[0].1, order[8].1), (WAIT / 15, Duration::MAX), "the first shares with eight others");
}

#[test]
fn the_time_of_a_search_shrinks_with_the_queue_down_to_a_fifth_of_a_second() {
    assert_eq!(time_beside(0, 2), Duration::MAX);
    assert_eq!(time_beside(1, 2), Duration::from_secs(8));
    assert_eq!(time_beside(4, 1), Duration::from_secs(1));
    assert_eq!(time_beside(40, 2), SHORTEST);
    assert_eq!(time_beside(usize::MAX, 64), SHORTEST);
}

#[tokio::test]
async fn an_analysis_takes_its_time_however_many_wait() {
    let pool = pool(1);
    let (gate, _occupied) = occupy(&pool);
    let add = |user| pool.search(request(user, SearchPriority::Analysis), |limits| limits.time).unwrap();
    let searches: Vec<_> = (0..40).map(add).collect();
    drop(gate);
    assert!(join_all(searches).await.into_iter().all(|time| time == Ok(Duration::MAX)));
}

#[tokio::test]
async fn dropping_a_running_search_cancels_it() {
    let pool = pool(1);
    let (search, ended) = endless(&pool);
    drop(search);
    ended.recv().unwrap();
    let next = pool.search(request(1, SearchPriority::Live), |_| 7).unwrap();
    assert_eq!(next.await, Ok(7));
}

#[tokio::test]
async fn dropping_a_waiting_search_removes_it_from_the_queue() {
    let pool = pool(1);
    let (gate, _occupied) = occupy(&pool);
    let (ran, runs) = channel();
    let search = pool.search(request(1, SearchPriority::Live), move |_| ran.send(())).unwrap();
    drop(search);
    let text = pool.0.0.metrics.text(&Default::default()).unwrap();
    assert!(text.lines().any(|line| line == "parlour_searches_waiting 0"), "{text}");
    drop(gate);
    let last = pool.search(request(1, SearchPriority::Live), |_| ()).unwrap();
    last.await.unwrap();
    assert!(runs.recv().is_err());
}

#[tokio::test]
async fn a_full_queue_refuses_its_owner_and_accepts_others() {
    let pool = pool(1);
    let (_gate, _occupied) = occupy(&pool);
    let add = |user| pool.search(request(user, SearchPriority::Live), |_| ());
    let mut waiting = Vec::new();
    let refused = loop {
        match add(1) {
            Ok(search) => waiting.push(search),
            Err(error) => break error,
        }
    };
    assert_eq!((refused, waiting.len()), (SearchQueueError::OwnerFull, queue::MOST_OF_OWNER));
    let refused = (2..).find_map(|user| add(user).map(|search| waiting.push(search)).err());
    assert_eq!((refused, waiting.len()), (Some(SearchQueueError::Full), queue::MOST));
    waiting.pop();
    assert!(add(-1).is_ok());
}

#[tokio::test]
async fn a_panicking_search_fails_and_leaves_its_thread_usable() {
    let pool = pool(1);
    for _ in 0..8 {
        let search = pool.search(request(1, SearchPriority::Live), |_| panic!("on purpose")).unwrap();
        assert_eq!(search.await, Err::<(), _>(SearchQueueError::Failed));
    }
    assert_eq!(pool.search(request(1, SearchPriority::Live), |_| 7).unwrap().await, Ok(7));
}

/// This returns the memory of its last search to the operating system.
#[tokio::test]
async fn an_idle_thread_is_replaced_after_a_search() {
    let pool = SearchPool::with_threads(1, Duration::from_millis(1), Metrics::default()).unwrap();
    let thread = || async {
        let search = pool.search(request(1, SearchPriority::Live), |_| thread::current().id());
        search.unwrap().await.unwrap()
    };
    let first = thread().await;
    while thread().await == first {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

#[tokio::test]
async fn stopping_ends_the_thread_that_fills_the_table() {
    let pool = pool(1);
    pool.stop();
    let state = Arc::downgrade(&pool.0.0);
    start_fill(&pool.0.0).unwrap();
    drop(pool);
    while state.strong_count() > 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn stopping_cancels_running_and_waiting_searches() {
    let pool = pool(1);
    let (running, ended) = endless(&pool);
    let waiting = pool.search(request(2, SearchPriority::Analysis), |_| ()).unwrap();
    pool.stop();
    ended.recv().unwrap();
    assert_eq!(waiting.await, Err(SearchQueueError::Stopped));
    // It was stopped early, and returns what it had found.
    assert_eq!(running.await, Ok(()));
    let later = pool.search(request(2, SearchPriority::Live), |_| ());
    assert_eq!(later.err(), Some(SearchQueueError::Stopped));
}
