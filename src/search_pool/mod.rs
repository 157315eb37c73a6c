//! Threads that search for bots, hints and analyses: one for each core, at low priority, with a bounded queue in
//! which owners take turns.
//!
//! A search runs on one thread. The tables of all searches together take at most [`MEMORY`]; they are freed with the
//! search, and returned to the operating system when the thread has been idle for a while.

mod error;
mod queue;

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

pub use error::SearchQueueError;
use queue::{QueuePlace, SearchQueue};
pub use queue::{SearchOwner, SearchPriority};

use crate::bots::SearchLimits;
use crate::metrics::{CounterMetric, DurationMetric, GaugeMetric, Metrics};

/// Maximum size of the tables of all searches together, in bytes.
pub const MEMORY: usize = 64 << 20;

/// How long a thread stays idle after a search before it is replaced. The allocator retains what a thread has freed
/// until the thread ends: 35 MiB after a search with a table of 32 MiB, 3 MiB once the thread has ended.
const IDLE: Duration = Duration::from_secs(5);

/// The niceness of the threads: below those that hash passwords, for which people wait.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 15;

/// A search to be run.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    pub owner: SearchOwner,
    pub priority: SearchPriority,
    /// Maximum number of positions, or of plies in playouts; `u64::MAX` for no limit.
    pub nodes: u64,
    /// Maximum duration once it runs; `Duration::MAX` for no limit.
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
    /// Maximum size of the tables of one search, in bytes.
    memory: usize,
    /// How long a thread stays idle before it is replaced.
    idle: Duration,
    metrics: Metrics,
}

/// What a thread does next.
enum NextStep {
    Search(SearchJob),
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

struct SearchJob {
    run: Box<dyn FnOnce(usize) + Send>,
    cancel: Arc<AtomicBool>,
}

impl SearchPool {
    /// Starts a thread for each core.
    ///
    /// # Errors
    /// A thread cannot be started.
    pub fn start(metrics: Metrics) -> io::Result<Self> {
        Self::with_threads(thread::available_parallelism().map_or(1, usize::from), IDLE, metrics)
    }

    fn with_threads(threads: usize, idle: Duration, metrics: Metrics) -> io::Result<Self> {
        let memory = SearchLimits::MEMORY.min(MEMORY / threads);
        let state =
            PoolState { schedule: Mutex::default(), work_added: Condvar::new(), memory, idle, metrics };
        // Created before the threads, so that it stops the others if one cannot be started.
        let pool = Self(Arc::new(PoolHandle(Arc::new(state))));
        for number in 0..threads {
            start_thread(number, &pool.0.0)?;
        }
        Ok(pool)
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
        let place = state.add(request, search).inspect_err(|_| {
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
    fn add(&self, request: SearchRequest, search: SearchJob) -> Result<QueuePlace, SearchQueueError> {
        let mut schedule = self.schedule.lock();
        if schedule.stopped {
            return Err(SearchQueueError::Stopped);
        }
        let place = schedule.waiting.add(request.owner, request.priority, search)?;
        self.work_added.notify_one();
        Ok(place)
    }

    /// The closure that a thread runs for a search: it measures the time, runs the job and sends the result.
    fn runner<T: Send + 'static>(
        &self,
        request: &SearchRequest,
        cancel: &Arc<AtomicBool>,
        job: impl FnOnce(&SearchLimits) -> T + Send + 'static,
        answer: oneshot::Sender<T>,
    ) -> Box<dyn FnOnce(usize) + Send> {
        let (nodes, time, cancel, queued) = (request.nodes, request.time, Arc::clone(cancel), Instant::now());
        let (metrics, waiting) =
            (self.metrics.clone(), self.metrics.gauge_guard(GaugeMetric::SearchesWaiting));
        Box::new(move |memory| {
            drop(waiting);
            let _running = metrics.gauge_guard(GaugeMetric::SearchesRunning);
            metrics.count(CounterMetric::Searches);
            metrics.observe(DurationMetric::SearchWait, queued.elapsed());
            let started = Instant::now();
            let elapsed = || started.elapsed();
            let result = job(&SearchLimits { nodes, time, elapsed: &elapsed, cancel: &cancel, memory });
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
            if let Some(search) = schedule.waiting.take() {
                schedule.running.insert(thread, Arc::clone(&search.cancel));
                return NextStep::Search(search);
            }
            if !has_searched {
                self.work_added.wait(&mut schedule);
            } else if self.work_added.wait_for(&mut schedule, self.idle).timed_out() {
                return NextStep::BeReplaced;
            }
        }
    }

    fn stop(&self) {
        let mut schedule = self.schedule.lock();
        schedule.stopped = true;
        schedule.running.values().for_each(|cancel| cancel.store(true, Ordering::Relaxed));
        let waiting = schedule.waiting.drain();
        drop(schedule);
        self.work_added.notify_all();
        drop(waiting);
    }
}

fn start_thread(number: usize, state: &Arc<PoolState>) -> io::Result<()> {
    let state = Arc::clone(state);
    thread::Builder::new().name(format!("search-{number}")).spawn(move || work(number, &state))?;
    Ok(())
}

fn work(thread: usize, state: &Arc<PoolState>) {
    lower_priority();
    let mut has_searched = false;
    loop {
        match state.next(thread, has_searched) {
            NextStep::Search(search) => {
                has_searched = true;
                if catch_unwind(AssertUnwindSafe(|| (search.run)(state.memory))).is_err() {
                    tracing::error!("a search panicked");
                }
            }
            // A thread that cannot be replaced stays.
            NextStep::BeReplaced if start_thread(thread, state).is_err() => {}
            NextStep::BeReplaced | NextStep::End => return,
        }
    }
}

/// Lowers the priority of the thread. On Linux niceness belongs to a thread; elsewhere it would slow the whole
/// process.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};

        let lower = getpriority_process(None).map(|nice| nice.max(NICENESS));
        if let Err(error) = lower.and_then(|nice| setpriority_process(None, nice)) {
            tracing::warn!(%error, "searching at normal priority");
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
