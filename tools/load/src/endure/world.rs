//! The state shared by all threads of a run.

use std::fmt::Debug;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, RwLock};

use super::ledger::WriteLedger;
use super::mail::MailLedger;

/// The phase of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum EndurePhase {
    /// Everyone plays, and faults happen.
    Faults,
    /// The faults are over. Play continues, but pairs who play by email only wait for what is still due.
    Draining,
    /// All threads end.
    Over,
}

/// The site as its users know it, and the ledger.
pub struct EndureWorld {
    pub address: SocketAddr,
    pub ledger: Mutex<WriteLedger>,
    pub mail: Mutex<MailLedger>,
    /// Read-locked by everyone who acts, write-locked while deadlines are compared.
    pub gate: RwLock<()>,
    /// The number of bursts of moves so far.
    pub bursts: AtomicU32,
    began: Instant,
    phase: AtomicU8,
}

impl EndureWorld {
    pub fn new(address: SocketAddr) -> Self {
        let (ledger, mail, gate, bursts) = Default::default();
        let phase = AtomicU8::new(EndurePhase::Faults as u8);
        Self { address, ledger, mail, gate, bursts, began: Instant::now(), phase }
    }

    /// Prints what happens now.
    pub fn announce(&self, what: &dyn Debug) {
        println!("{:6.1} s  {what:?}", self.began.elapsed().as_secs_f64());
    }

    pub fn enter(&self, phase: EndurePhase) {
        self.phase.fetch_max(phase as u8, Ordering::SeqCst);
    }

    /// Whether the run is in this phase.
    pub fn is_in(&self, phase: EndurePhase) -> bool {
        self.phase.load(Ordering::SeqCst) >= phase as u8
    }

    /// Sleeps, at most until the run is over.
    pub fn sleep(&self, milliseconds: u64) {
        self.wait(milliseconds, || false);
    }

    /// Waits until a condition is true, the time has passed, or the run is over. Returns whether it is true.
    pub fn wait(&self, milliseconds: u64, is_so: impl Fn() -> bool) -> bool {
        let until = Instant::now() + Duration::from_millis(milliseconds);
        while !self.is_in(EndurePhase::Over) && Instant::now() < until {
            if is_so() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(20).min(until - Instant::now().min(until)));
        }
        is_so()
    }
}
