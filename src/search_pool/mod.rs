//! Threads that search for bots, hints and analyses: one for each core and one for short searches, at low priority,
//! with a bounded queue in which addresses take turns, and the owners at each address.
//!
//! A search runs on one thread. The more of them wait, the shorter it is. The tables of all searches together take at
//! most [`MEMORY`]; they are freed with the search, and returned to the operating system when the thread has been idle
//! for a while. All searches share one set of endgame tables, which stays; a thread of its own fills the usual one at
//! the start.

mod error;
mod queue;

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::thread;
use std::time::{Duration, Instant};

use lru::LruCache;
use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

pub use error::SearchQueueError;
use queue::{QueuePlace, SearchQueue, TakenSearch};
pub use queue::{SearchClient, SearchOwner, SearchPriority};

use crate::bots::{Endgames, SearchLimits, fill_endgames};
use crate::metrics::{CounterMetric, DurationMetric, GaugeMetric, Metrics};
use crate::priority::lower_priority;
use crate::users::UserId;

/// Maximum size of the tables of all searches together, in bytes.
pub const MEMORY: usize = LONG_MEMORY + QUICK_MEMORY;
/// Maximum size of those of the threads for searches of any length, and of the one for short searches.
const LONG_MEMORY: usize = 64 << 20;
const QUICK_MEMORY: usize = 8 << 20;

/// How long a search waits until those before it have run, where that can be reached by making them shorter.
const WAIT: Duration = Duration::from_secs(4);
/// No search is made shorter than this.
const SHORTEST: Duration = Duration::from_millis(200);

/// The number of users whose address is known: those who sent a form last.
const CLIENTS: NonZeroUsize = NonZeroUsize::new(10_000).unwrap();

/// How long a thread stays idle after a search before it is replaced. The allocator retains what a thread has freed
/// until the thread ends: 35 MiB after a search with a table of 32 MiB, 3 MiB once the thread has ended.
const IDLE: Duration = Duration::from_secs(5);

/// The niceness of the threads: below those that hash passwords, for which people wait.
const NICENESS: i32 = 15;

/// The niceness of the thread that fills an endgame table at the start: below all searches.
const FILL_NICENESS: i32 = 19;

/// A search to be run.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    pub owner: SearchOwner,
    pub priority: SearchPriority,
    /// Maximum number of positions, or of plies in playouts; `u64::MAX` for no limit.
    pub nodes: u64,
    /// Maximum duration once it runs; `Duration::MAX` for no limit. Less if many wait, except for an analysis.
    pub time: Duration,
}

/// The threads and their queue. Cheap to clone.
#[derive(Clone)]
pub struct SearchPool(Arc<PoolHandle>);

/// Stops the pool when the last clone of it is dropped.
struct PoolHandle(Arc<PoolState>);

struct PoolState {
    schedule: Mutex<SearchSchedule>,
    work_added: Condvar,
    clients: Mutex<LruCache<UserId, SearchClient>>,
    /// The number of threads for searches of any length. The one for short searches has this number.
    threads: usize,
    /// How long a thread stays idle before it is replaced.
    idle: Duration,
    metrics: Metrics,
    endgames: Endgames,
    /// Set when the pool stops.
    fill_cancel: AtomicBool,
}

/// What a thread does next.
enum NextStep {
    Search(SearchJob, SearchShare),
    /// It has been idle for a while since its last search.
    BeReplaced,
    /// The pool has stopped.
    End,
}

/// The waiting and running searches.
#[derive(Default)]
struct SearchSchedule {
    waiting: SearchQueue<SearchJob>,
    /// The cancel flags of running searches, by thread.
    running: HashMap<usize, Arc<AtomicBool>>,
    stopped: bool,
}

/// Runs a search with its share and the tables of all searches.
type SearchRun = Box<dyn FnOnce(SearchShare, &Endgames) + Send>;

struct SearchJob {
    run: SearchRun,
    cancel: Arc<AtomicBool>,
}

/// What a search may use when it starts.
#[derive(Clone, Copy)]
struct SearchShare {
    /// Maximum size of its tables, in bytes.
    memory: usize,
    time: Duration,
}

impl SearchPool {
    /// Starts a thread for each core, one for short searches, and one that fills an endgame table and ends.
    ///
    /// # Errors
    /// A thread cannot be started.
    pub fn start(metrics: Metrics) -> io::Result<Self> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let pool = Self::with_threads(threads, IDLE, metrics)?;
        // Without optimisation it would take the time of tests, few of which need the table.
        if !cfg!(debug_assertions) {
            start_fill(&pool.0.0)?;
        }
        Ok(pool)
    }

    fn with_threads(threads: usize, idle: Duration, metrics: Metrics) -> io::Result<Self> {
        let (schedule, work_added) = (Mutex::default(), Condvar::new());
        let clients = Mutex::new(LruCache::new(CLIENTS));
        let (endgames, fill_cancel) = (Endgames::default(), AtomicBool::new(false));
        let state =
            PoolState { schedule, work_added, clients, threads, idle, metrics, endgames, fill_cancel };
        // Created before the threads, so that it stops the others if one cannot be started.
        let pool = Self(Arc::new(PoolHandle(Arc::new(state))));
        for number in 0..=threads {
            start_thread(number, &pool.0.0)?;
        }
        Ok(pool)
    }

    /// Notes where a user is. Their further searches take turns with others from there.
    pub fn note_client(&self, user: UserId, client: SearchClient) {
        self.0.0.clients.lock().put(user, client);
    }

    /// Where a user was last seen, unless that is long ago.
    pub fn client(&self, user: UserId) -> Option<SearchClient> {
        self.0.0.clients.lock().peek(&user).copied()
    }

    /// Queues a search. `job` is called on one of the threads with the limits to search within. Dropping the result
    /// removes it from the queue, or sets the cancel flag of its limits.
    ///
    /// # Errors
    /// The queue is full, or the pool has stopped.
    pub fn search<T: Send + 'static>(
        &self,
        request: SearchRequest,
        job: impl FnOnce(&SearchLimits) -> T + Send + 'static,
    ) -> Result<PendingSearch<T>, SearchQueueError> {
        let state = &self.0.0;
        let cancel = Arc::new(AtomicBool::new(false));
        let (answer, answered) = oneshot::channel();
        let search = SearchJob { run: state.runner(&request, &cancel, job, answer), cancel: cancel.clone() };
        let client = match request.owner {
            SearchOwner::User(user) => self.client(user),
            SearchOwner::Match(_) => None,
        };
        let place = state.add(request, client, search).inspect_err(|_| {
            state.metrics.count(CounterMetric::SearchesRefused);
        })?;
        Ok(PendingSearch { answered, _guard: SearchGuard { state: Arc::clone(state), place, cancel } })
    }

    /// Cancels running searches, drops waiting ones and ends the threads.
    pub fn stop(&self) {
        self.0.0.stop();
    }
}

impl PoolState {
    fn add(
        &self,
        request: SearchRequest,
        client: Option<SearchClient>,
        search: SearchJob,
    ) -> Result<QueuePlace, SearchQueueError> {
        let mut schedule = self.schedule.lock();
        if schedule.stopped {
            return Err(SearchQueueError::Stopped);
        }
        let place = schedule.waiting.add(request.owner, client, request.priority, search)?;
        // All, because one of the threads does not take every search.
        self.work_added.notify_all();
        Ok(place)
    }

    /// The closure that a thread runs for a search: it measures the time, runs the job and sends the result.
    fn runner<T: Send + 'static>(
        &self,
        request: &SearchRequest,
        cancel: &Arc<AtomicBool>,
        job: impl FnOnce(&SearchLimits) -> T + Send + 'static,
        answer: oneshot::Sender<T>,
    ) -> SearchRun {
        let (nodes, most, cancel, queued) = (request.nodes, request.time, Arc::clone(cancel), Instant::now());
        let shrinks = request.priority != SearchPriority::Analysis;
        let (metrics, waiting) =
            (self.metrics.clone(), self.metrics.gauge_guard(GaugeMetric::SearchesWaiting));
        Box::new(move |share, endgames| {
            drop(waiting);
            let _running = metrics.gauge_guard(GaugeMetric::SearchesRunning);
            metrics.count(CounterMetric::Searches);
            metrics.observe(DurationMetric::SearchWait, queued.elapsed());
            let started = Instant::now();
            let elapsed = || started.elapsed();
            let time = if shrinks { most.min(share.time) } else { most };
            let memory = share.memory;
            let (elapsed, cancel, variety) = (&elapsed, &*cancel, None);
            let result = job(&SearchLimits { nodes, time, elapsed, cancel, memory, endgames, variety });
            metrics.observe(DurationMetric::Search, started.elapsed());
            // The receiver is gone if the search was cancelled.
            let _ = answer.send(result);
        })
    }

    /// Waits for work. After a search, waiting is limited.
    fn next(&self, thread: usize, has_searched: bool) -> NextStep {
        let mut schedule = self.schedule.lock();
        schedule.running.remove(&thread);
        loop {
            if schedule.stopped {
                return NextStep::End;
            }
            let is_quick = thread == self.threads;
            let taken = if is_quick { schedule.waiting.take_quick() } else { schedule.waiting.take() };
            if let Some(TakenSearch { job, waiting }) = taken {
                schedule.running.insert(thread, Arc::clone(&job.cancel));
                return NextStep::Search(job, self.share(is_quick, waiting));
            }
            if !has_searched {
                self.work_added.wait(&mut schedule);
            } else if self.work_added.wait_for(&mut schedule, self.idle).timed_out() {
                return NextStep::BeReplaced;
            }
        }
    }

    fn share(&self, is_quick: bool, waiting: usize) -> SearchShare {
        let memory = match is_quick {
            true => QUICK_MEMORY,
            false => SearchLimits::MEMORY.min(LONG_MEMORY / self.threads),
        };
        SearchShare { memory, time: time_beside(waiting, self.threads) }
    }

    fn stop(&self) {
        self.fill_cancel.store(true, Ordering::Relaxed);
        let mut schedule = self.schedule.lock();
        schedule.stopped = true;
        schedule.running.values().for_each(|cancel| cancel.store(true, Ordering::Relaxed));
        let waiting = schedule.waiting.drain();
        drop(schedule);
        self.work_added.notify_all();
        drop(waiting);
    }
}

/// How long a search may take while this number of others wait for these threads.
fn time_beside(waiting: usize, threads: usize) -> Duration {
    let threads = u32::try_from(threads).unwrap_or(u32::MAX);
    match u32::try_from(waiting) {
        Ok(0) => Duration::MAX,
        Ok(waiting) => (WAIT.saturating_mul(threads) / waiting).max(SHORTEST),
        Err(_) => SHORTEST,
    }
}

fn start_thread(number: usize, state: &Arc<PoolState>) -> io::Result<()> {
    let state = Arc::clone(state);
    thread::Builder::new().name(format!("search-{number}")).spawn(move || work(number, &state))?;
    Ok(())
}

/// Fills the table of the usual options of Kalah. A search that needs it sooner works out what it needs.
fn start_fill(state: &Arc<PoolState>) -> io::Result<()> {
    let state = Arc::clone(state);
    thread::Builder::new().name("endgames".to_owned()).spawn(move || {
        lower_priority(FILL_NICENESS);
        fill_endgames(&state.endgames, &state.fill_cancel);
    })?;
    Ok(())
}

fn work(thread: usize, state: &Arc<PoolState>) {
    lower_priority(NICENESS);
    let mut has_searched = false;
    loop {
        match state.next(thread, has_searched) {
            NextStep::Search(search, share) => {
                has_searched = true;
                if catch_unwind(AssertUnwindSafe(|| (search.run)(share, &state.endgames))).is_err() {
                    tracing::error!("a search panicked");
                }
            }
            // A thread that cannot be replaced stays.
            NextStep::BeReplaced if start_thread(thread, state).is_err() => {}
            NextStep::BeReplaced | NextStep::End => return,
        }
    }
}

impl Drop for PoolHandle {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl fmt::Debug for SearchPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SearchPool")
    }
}

/// A waiting or running search, as a future of its result. Dropping it cancels the search.
#[must_use = "dropping it cancels the search"]
pub struct PendingSearch<T> {
    answered: oneshot::Receiver<T>,
    _guard: SearchGuard,
}

impl<T> Future for PendingSearch<T> {
    type Output = Result<T, SearchQueueError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.answered).poll(cx).map(|answer| answer.map_err(|_| self._guard.failure()))
    }
}

/// Cancels a search when it is dropped.
struct SearchGuard {
    state: Arc<PoolState>,
    place: QueuePlace,
    cancel: Arc<AtomicBool>,
}

impl SearchGuard {
    /// Why there is no result.
    fn failure(&self) -> SearchQueueError {
        let stopped = self.state.schedule.lock().stopped;
        if stopped { SearchQueueError::Stopped } else { SearchQueueError::Failed }
    }
}

impl Drop for SearchGuard {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        // Dropped after the lock is released, because the job may own anything.
        let removed = self.state.schedule.lock().waiting.remove(&self.place);
        drop(removed);
    }
}

#[cfg(test)]
mod tests;
