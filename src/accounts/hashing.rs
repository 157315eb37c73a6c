//! The threads that passwords are hashed on: as many as there are cores, below everything else in priority, with a queue
//! that ends. However many people sign in at once, moves go on.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::texts::tr;
use parking_lot::Mutex;
use thiserror::Error;
use tokio::sync::oneshot;

/// How many may wait for each thread: about a second's work.
const QUEUE: usize = 16;

/// Too many passwords are waiting to be hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", tr("Too many people are signing in at once."))]
pub struct Busy;

type Job = Box<dyn FnOnce() + Send>;

#[derive(Debug)]
pub(super) struct Hashing {
    jobs: SyncSender<Job>,
    asked: AtomicU64,
}

impl Hashing {
    /// Starts the threads. They end when this is dropped.
    pub fn start() -> io::Result<Self> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let (jobs, queue) = sync_channel(QUEUE * threads);
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            thread::Builder::new().name(format!("hashing-{number}")).spawn(move || work(&queue))?;
        }
        Ok(Self { jobs, asked: AtomicU64::new(0) })
    }

    /// How much work there was so far.
    pub fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Does slow work on one of the threads.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Busy> {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(move || {
            // Whoever asked may have gone away while waiting.
            if !answer.is_closed() {
                let _ = answer.send(work());
            }
        });
        self.jobs.try_send(job).map_err(|_| Busy)?;
        self.asked.fetch_add(1, Ordering::Relaxed);
        answered.await.map_err(|_| Busy)
    }
}

fn work(queue: &Mutex<Receiver<Job>>) {
    lower_priority();
    loop {
        let job = queue.lock().recv();
        let Ok(job) = job else { return };
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("hashing a password failed");
        }
    }
}

/// On Linux niceness belongs to the thread; elsewhere it would slow the whole program down.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::warn!(%error, "passwords are hashed at normal priority");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};

    use parking_lot::Mutex;

    use super::{Busy, Hashing};

    #[tokio::test]
    async fn work_that_fails_takes_no_thread_with_it() {
        let hashing = Hashing::start().unwrap();
        for _ in 0..64 {
            assert_eq!(hashing.run(|| panic!("on purpose")).await, Err::<(), _>(Busy));
        }
        assert_eq!(hashing.run(|| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn whoever_comes_when_the_queue_is_full_is_sent_away() {
        let hashing = Hashing::start().unwrap();
        let (open, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let one = || {
            let gate = Arc::clone(&gate);
            hashing.run(move || gate.lock().recv().is_err())
        };
        let crowd = futures_util::future::join_all((0..8192).map(|_| one()));
        let (done, ()) = tokio::join!(crowd, async { drop(open) });
        assert!(done.contains(&Err(Busy)));
        assert!(done.contains(&Ok(true)));
    }
}
