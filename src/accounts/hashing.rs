//! Threads for password hashing: one for each core, at low priority, with a bounded queue, so that many sign-ins at
//! once do not delay moves.

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

type HashJob = Box<dyn FnOnce() + Send>;

#[derive(Debug)]
pub(super) struct HashingThreads {
    jobs: Sender<HashJob>,
    /// A permit for each job that waits or runs. A caller who stops waiting gives theirs back at once.
    places: Semaphore,
    threads: Arc<Semaphore>,
    asked: AtomicU64,
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
        let places = Semaphore::new((QUEUE + 1) * threads);
        Ok(Self { jobs, places, threads: Arc::new(Semaphore::new(threads)), asked: AtomicU64::new(0) })
    }

    /// How many jobs were submitted so far.
    pub fn submitted_count(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Runs a slow function on one of the threads.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HashingBusy> {
        let _place = self.places.try_acquire().map_err(|_| HashingBusy)?;
        let thread = Arc::clone(&self.threads).acquire_owned().await.map_err(|_| HashingBusy)?;
        let (answer, answered) = oneshot::channel();
        let job = Box::new(move || {
            let _thread = thread;
            let _ = answer.send(work());
        });
        self.jobs.send(job).map_err(|_| HashingBusy)?;
        self.asked.fetch_add(1, Ordering::Relaxed);
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
    use parking_lot::Mutex;

    use super::{HashingBusy, HashingThreads, QUEUE};

    #[tokio::test]
    async fn a_panicking_job_leaves_its_thread_usable() {
        let hashing = HashingThreads::start().unwrap();
        for _ in 0..64 {
            assert_eq!(hashing.run(|| panic!("on purpose")).await, Err::<(), _>(HashingBusy));
        }
        assert_eq!(hashing.run(|| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn a_cancelled_request_leaves_the_queue() {
        let hashing = HashingThreads::start().unwrap();
        let (open, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let blocked = || {
            let gate = Arc::clone(&gate);
            hashing.run(move || gate.lock().recv().is_err())
        };
        let crowd = futures_util::future::join_all((0..8192).map(|_| blocked()));
        assert!(crowd.now_or_never().is_none());
        let places = hashing.places.available_permits();
        assert_eq!(places, (QUEUE + 1) * thread::available_parallelism().unwrap().get());
        drop(open);
        assert_eq!(hashing.run(|| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn a_request_to_a_full_queue_is_refused() {
        let hashing = HashingThreads::start().unwrap();
        let (open, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let one = || {
            let gate = Arc::clone(&gate);
            hashing.run(move || gate.lock().recv().is_err())
        };
        let crowd = futures_util::future::join_all((0..8192).map(|_| one()));
        let (done, ()) = tokio::join!(crowd, async { drop(open) });
        assert!(done.contains(&Err(HashingBusy)));
        assert!(done.contains(&Ok(true)));
    }
}
