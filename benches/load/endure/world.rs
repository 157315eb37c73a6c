//! What all threads of a run share.

use std::fmt::Debug;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, RwLock};

use super::ledger::WriteLedger;
use super::mail::MailLedger;

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum EndurePhase {
    /// Everyone plays, and faults happen.
    Faults,
    /// The faults are over. Play continues, but pairs who play by email only wait for what is still owed.
    Draining,
    /// All threads end.
    Over,
}

/// The site as its users know it, and the ledger of what they did.
pub struct EndureWorld {
    pub address: SocketAddr,
    pub ledger: Mutex<WriteLedger>,
    pub mail: Mutex<MailLedger>,
    /// Shared by everyone who acts; held alone while deadlines are compared.
    pub gate: RwLock<()>,
    /// How many bursts of moves have been called for.
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

    /// Whether it has come to this phase.
    pub fn is_in(&self, phase: EndurePhase) -> bool {
        self.phase.load(Ordering::SeqCst) >= phase as u8
    }

    /// Sleeps so many milliseconds, less if the run is over before.
    pub fn sleep(&self, milliseconds: u64) {
        self.wait(milliseconds, || false);
    }

    /// Waits until something is the case, or so many milliseconds have passed, or the run is over. Whether it is the case.
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
