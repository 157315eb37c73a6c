//! Threads for password hashing: one for each core, at low priority, with a bounded queue, so that many sign-ins at
//! once do not delay moves. Half of the queue is kept for users who have shown something that others do not have.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use parking_lot::Mutex;
use tokio::sync::{Semaphore, oneshot};

use super::error::HashingBusy;

/// How many jobs may wait for each thread: about one second of work.
const QUEUE: usize = 16;

/// Who a password is hashed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashingFor {
    /// Anybody. They take at most half of the queue.
    Anybody,
    /// A user in a browser that they have signed in with, or with a session or a reset link.
    KnownUser,
}

type HashJob = Box<dyn FnOnce() + Send>;

#[derive(Debug)]
pub(super) struct HashingThreads {
    jobs: Sender<HashJob>,
    /// A permit for each job that waits or runs. A caller who stops waiting gives theirs back at once.
    places: Semaphore,
    /// A permit for each of those that are for anybody.
    open_places: Semaphore,
    threads: Arc<Semaphore>,
    requests: AtomicU64,
}

impl HashingThreads {
    /// Starts the threads. They end when this is dropped.
    pub fn start() -> io::Result<Self> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let (jobs, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            thread::Builder::new().name(format!("hashing-{number}")).spawn(move || work(&queue))?;
        }
        let most = (QUEUE + 1) * threads;
        let (places, open_places) = (Semaphore::new(most), Semaphore::new(most / 2));
        let threads = Arc::new(Semaphore::new(threads));
        Ok(Self { jobs, places, open_places, threads, requests: AtomicU64::new(0) })
    }

    /// How many jobs were submitted so far.
    pub fn submitted_count(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Runs a slow function on one of the threads.
    pub async fn run<T: Send + 'static>(
        &self,
        client: HashingFor,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HashingBusy> {
        let _open_place = match client {
            HashingFor::Anybody => Some(self.open_places.try_acquire().map_err(|_| HashingBusy)?),
            HashingFor::KnownUser => None,
        };
        let _place = self.places.try_acquire().map_err(|_| HashingBusy)?;
        let thread = Arc::clone(&self.threads).acquire_owned().await.map_err(|_| HashingBusy)?;
        let (answer, answered) = oneshot::channel();
        let job = Box::new(move || {
            let _thread = thread;
            let _ = answer.send(work());
        });
        self.jobs.send(job).map_err(|_| HashingBusy)?;
        self.requests.fetch_add(1, Ordering::Relaxed);
        answered.await.map_err(|_| HashingBusy)
    }
}

fn work(queue: &Mutex<Receiver<HashJob>>) {
    lower_priority();
    loop {
        let job = queue.lock().recv();
        let Ok(job) = job else { return };
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("failed to hash a password");
        }
    }
}

/// Lowers the priority of the thread. On Linux niceness belongs to a thread; elsewhere it would slow the whole
/// process.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::warn!(%error, "hashing passwords at normal priority");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};
    use std::thread;

    use futures_util::FutureExt;
    use futures_util::future::join_all;
    use parking_lot::Mutex;

    use super::HashingFor::{Anybody, KnownUser};
    use super::{HashingBusy, HashingThreads, QUEUE};

    #[tokio::test]
    async fn a_panicking_job_leaves_its_thread_usable() {
        let hashing = HashingThreads::start().unwrap();
        for _ in 0..64 {
            assert_eq!(hashing.run(Anybody, || panic!("on purpose")).await, Err::<(), _>(HashingBusy));
        }
        assert_eq!(hashing.run(Anybody, || 7).await, Ok(7));
    }

    #[tokio::test]
    async fn a_cancelled_request_leaves_the_queue() {
        let hashing = HashingThreads::start().unwrap();
        let (open, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let blocked = || {
            let gate = Arc::clone(&gate);
            hashing.run(KnownUser, move || gate.lock().recv().is_err())
        };
        let crowd = join_all((0..8192).map(|_| blocked()));
        assert!(crowd.now_or_never().is_none());
        let places = hashing.places.available_permits();
        assert_eq!(places, (QUEUE + 1) * thread::available_parallelism().unwrap().get());
        drop(open);
        assert_eq!(hashing.run(Anybody, || 7).await, Ok(7));
    }

    #[tokio::test]
    async fn a_request_to_a_full_queue_is_refused() {
        let hashing = HashingThreads::start().unwrap();
        let (open, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let one = || {
            let gate = Arc::clone(&gate);
            hashing.run(Anybody, move || gate.lock().recv().is_err())
        };
        let crowd = join_all((0..8192).map(|_| one()));
        let (done, ()) = tokio::join!(crowd, async { drop(open) });
        assert!(done.contains(&Err(HashingBusy)));
        assert!(done.contains(&Ok(true)));
    }

    #[tokio::test]
    async fn a_crowd_of_strangers_leaves_half_of_the_queue_to_known_users() {
        let hashing = HashingThreads::start().unwrap();
        let (open, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let one = |client| {
            let gate = Arc::clone(&gate);
            Box::pin(hashing.run(client, move || gate.lock().recv().is_err()))
        };
        let mut crowd: Vec<_> = (0..1000).map(|_| one(Anybody)).collect();
        crowd.retain_mut(|one| one.now_or_never().is_none());
        let all = (QUEUE + 1) * thread::available_parallelism().unwrap().get();
        assert_eq!(crowd.len(), all / 2);
        let mut known: Vec<_> = (0..all / 2).map(|_| one(KnownUser)).collect();
        assert!(known.iter_mut().all(|one| one.now_or_never().is_none()), "they wait, and are not refused");
        drop(open);
        let done = join_all(crowd.into_iter().chain(known)).await;
        assert!(done.iter().all(|done| *done == Ok(true)), "{done:?}");
    }
}
