//! Faults of the site, drawn from a shuffled deck, so that every kind recurs.

use std::io;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::client::EndureUser;
use super::clocks;
use super::ledger::{LedgerOutage, OutageCause, RequestOutcome};
use super::matches::{EndureSetup, create, join, random_move, seq};
use super::site::EndureSite;
use super::volume::LimitedVolume;
use crate::now::now;

/// How much the credit may exceed the downtime if the process could not record its end, in milliseconds.
const UNKNOWN_END: i64 = 10_000;
/// How long a full disk may go unnoticed because writes still find room.
const UNNOTICED: u64 = 20_000;
/// How long writes may take to recover once there is room.
const RECOVERY: u64 = 15_000;

/// The match that is used to find out which writes work.
const PROBED: EndureSetup =
    EndureSetup { game: "sternhalma", seats: 2, options: &[], time: "", pace: (0, 0), watched: false };

/// A fault with its duration in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// SIGKILL, and a start after this time.
    Kill(u64),
    /// SIGTERM, and a start after this time.
    Stop(u64),
    /// SIGSTOP, and SIGCONT after this time.
    Suspend(u64),
    /// A full disk, for this time after the first failed write.
    FillDisk(u64),
    /// A full disk, with SIGKILL and a start before there is room again.
    FillDiskAndKill(u64),
}

/// The order of faults, reproducible by seed.
pub struct FaultDeck {
    rng: StdRng,
    cards: Vec<FaultKind>,
}

impl FaultDeck {
    pub fn new(seed: u64) -> Self {
        Self { rng: StdRng::seed_from_u64(seed), cards: Vec::new() }
    }

    /// How many milliseconds to play undisturbed, and the fault that follows.
    pub fn draw(&mut self) -> (u64, FaultKind) {
        let rng = &mut self.rng;
        if self.cards.is_empty() {
            self.cards = vec![
                FaultKind::Kill(0),
                FaultKind::Kill(0),
                FaultKind::Kill(rng.random_range(7000..20_000)),
                FaultKind::Kill(rng.random_range(1000..12_000)),
                FaultKind::Stop(0),
                FaultKind::Stop(rng.random_range(7000..20_000)),
                FaultKind::Suspend(rng.random_range(15_000..40_000)),
                FaultKind::Suspend(rng.random_range(6000..15_000)),
                FaultKind::FillDisk(rng.random_range(7000..15_000)),
                FaultKind::FillDiskAndKill(rng.random_range(7000..12_000)),
            ];
            self.cards.shuffle(rng);
        }
        let peace = rng.random_range(3000..9000);
        (peace, self.cards.pop().unwrap_or(FaultKind::Kill(0)))
    }

    /// How long a burst of moves has been going on when the fault comes.
    fn burst(&mut self) -> u64 {
        self.rng.random_range(20..400)
    }
}

/// Performs faults, and compares deadlines before and after each.
pub struct FaultInjector<'a> {
    pub site: &'a mut EndureSite,
    pub volume: &'a LimitedVolume,
    /// Reads matches.
    pub observer: EndureUser,
    /// Two users with a match in which they find out which writes work.
    pub probes: [EndureUser; 2],
    pub probed: String,
    pub newcomers: u32,
}

impl FaultInjector<'_> {
    /// Performs a fault, waits until the site has recovered, and compares deadlines.
    pub fn perform(&mut self, fault: FaultKind, deck: &mut FaultDeck) -> io::Result<()> {
        let before = clocks::running(&mut self.observer);
        let world = self.observer.world.clone();
        world.bursts.fetch_add(1, Ordering::SeqCst);
        world.sleep(deck.burst());
        let outage = match fault {
            FaultKind::Kill(span) => Some(self.kill(span)?),
            FaultKind::Stop(span) => Some(self.stop(span)?),
            FaultKind::Suspend(span) => Some(self.suspend(span)?),
            FaultKind::FillDisk(span) => self.fill_disk(span)?,
            FaultKind::FillDiskAndKill(span) => self.fill_disk_and_kill(span)?,
        };
        if let Some(outage) = outage {
            world.ledger.lock().outages.push(outage);
            let quiet = world.gate.write();
            let comparisons = clocks::compare(&mut self.observer, &before, &outage);
            drop(quiet);
            world.ledger.lock().comparisons.extend(comparisons);
        }
        Ok(())
    }

    fn kill(&mut self, span: u64) -> io::Result<LedgerOutage> {
        let from = now();
        self.site.kill()?;
        self.observer.world.sleep(span);
        let started = self.site.start()?;
        Ok(LedgerOutage {
            cause: OutageCause::Killed,
            from,
            to: now(),
            owed: (from, started),
            excess: UNKNOWN_END,
        })
    }

    fn stop(&mut self, span: u64) -> io::Result<LedgerOutage> {
        let from = now();
        self.site.terminate()?;
        let ended = now();
        self.observer.world.sleep(span);
        let started = self.site.start()?;
        Ok(LedgerOutage { cause: OutageCause::Stopped, from, to: now(), owed: (ended, started), excess: 0 })
    }

    fn suspend(&mut self, span: u64) -> io::Result<LedgerOutage> {
        let from = now();
        self.site.suspend()?;
        // Not interruptible: a cancelled run must not leave the process suspended.
        std::thread::sleep(Duration::from_millis(span));
        self.site.resume()?;
        let to = now();
        Ok(LedgerOutage { cause: OutageCause::Suspended, from, to, owed: (from, to), excess: UNKNOWN_END })
    }

    /// Fills the disk. `None` if every write found room.
    fn fill_disk(&mut self, span: u64) -> io::Result<Option<LedgerOutage>> {
        let from = now();
        self.volume.fill()?;
        let noticed = self.writes_fail();
        if noticed {
            self.probe_for(span);
        }
        self.volume.free()?;
        self.recover()?;
        Ok(noticed.then(|| self.unwritable(from)))
    }

    /// The longest time without a successful write has to be credited.
    fn unwritable(&self, from: i64) -> LedgerOutage {
        let to = now();
        let refusals = self.observer.world.ledger.lock().refusals(from, to);
        let owed = refusals.into_iter().max_by_key(|(from, to)| to - from).unwrap_or((to, to));
        LedgerOutage { cause: OutageCause::DiskFull, from, to, owed, excess: UNKNOWN_END }
    }

    fn fill_disk_and_kill(&mut self, span: u64) -> io::Result<Option<LedgerOutage>> {
        let from = now();
        self.volume.fill()?;
        self.writes_fail();
        let killed = now();
        self.site.kill()?;
        self.site.spawn()?;
        let refuses = self.site.exits_within(Duration::from_millis(span))?;
        self.observer.world.sleep(span.saturating_sub((now() - killed) as u64));
        self.volume.free()?;
        let freed = now();
        if refuses {
            self.site.spawn()?;
        }
        self.site.await_ready()?;
        self.recover()?;
        let cause = OutageCause::KilledOnFullDisk;
        // A start that succeeds on the full disk ends the outage for writes that find room.
        let owed = if refuses { (killed, freed) } else { (killed, killed) };
        Ok(Some(LedgerOutage { cause, from, to: now(), owed, excess: UNKNOWN_END }))
    }

    /// Writes until that fails for the first time, or it takes too long.
    fn writes_fail(&mut self) -> bool {
        let (world, began) = (self.observer.world.clone(), now());
        while now() < began + UNNOTICED as i64 {
            world.bursts.fetch_add(1, Ordering::SeqCst);
            self.probes[0].chat(&self.probed, 200);
            let ledger = world.ledger.lock();
            if ledger.writes.iter().rev().take(100).any(|write| !write.done && write.sent >= began) {
                return true;
            }
            drop(ledger);
            world.sleep(50);
        }
        false
    }

    fn probe_for(&mut self, span: u64) {
        let (world, until) = (self.observer.world.clone(), now() + span as i64);
        while now() < until {
            self.probe_all();
            world.sleep(250);
        }
    }

    /// Retries all kinds of writes until they work, up to a limit; then restarts the site.
    fn recover(&mut self) -> io::Result<()> {
        let (world, began) = (self.observer.world.clone(), now());
        let mut stuck = self.probe_all();
        while !stuck.is_empty() && now() < began + RECOVERY as i64 {
            world.sleep(250);
            stuck = self.probe_all();
        }
        if !stuck.is_empty() {
            world.ledger.lock().stuck.extend(stuck);
            self.site.terminate()?;
            self.site.start()?;
        }
        Ok(())
    }

    /// The kinds of writes that do not work.
    fn probe_all(&mut self) -> Vec<&'static str> {
        self.newcomers += 1;
        let name = format!("probe-{}", self.newcomers);
        let registered = EndureUser::register(&self.observer.world, &name).is_some();
        let chats = self.probes[0].chat(&self.probed, 0).outcome == RequestOutcome::Done;
        let kinds = [("accounts", registered), ("chat", chats), ("moves", self.probe_move())];
        kinds.into_iter().filter(|(_, works)| !works).map(|(kind, _)| kind).collect()
    }

    fn probe_move(&mut self) -> bool {
        let Some(record) = self.probes[0].record(&self.probed) else { return false };
        let (Some(seat), Some(notation)) =
            (record["to_act"].as_u64(), random_move(&record, &mut StdRng::seed_from_u64(seq(&record))))
        else {
            return self.renew_probe();
        };
        let mover = record["seats"][seat as usize]["name"].as_str();
        let mover = self.probes.iter_mut().find(|user| Some(user.name.as_str()) == mover);
        mover.is_some_and(|mover| {
            mover.play(&self.probed, seq(&record), seat, &notation).outcome == RequestOutcome::Done
        })
    }

    /// Creates the match for probing, or another one when it is over.
    pub fn renew_probe(&mut self) -> bool {
        let [host, guest] = &mut self.probes;
        let Some(id) = create(host, &PROBED) else { return false };
        self.probed = id;
        join(guest, &self.probed).outcome == RequestOutcome::Done
    }
}
