//! Detects and records downtime.
//!
//! There is one rule for all causes. A thread reads the clock twice a second, and the last time at which that was
//! done and all writes had succeeded is stored in the database every few seconds. If more than five seconds have
//! passed since, nobody could play in them: the process was down, it was suspended together with its machine, or
//! writes failed. Such a downtime is recorded before anything is decided, and credited to each match before anything
//! is decided about it.

use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::matches::ServerDowntime;
use crate::now::{Clock, Moment};
use crate::store::{ServerAvailability, Store, StoreError};

/// How often the clock is read.
const TICK: Duration = Duration::from_millis(500);
/// How often downtime is recorded.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// How often the time is stored: up to this much is credited too much after the process was killed.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(5);

/// Detects downtime. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Uptime {
    store: Store,
    clock: Clock,
}

impl Uptime {
    pub const fn new(store: Store, clock: Clock) -> Self {
        Self { store, clock }
    }

    /// Records the downtime that ends now, if there was one. From now on gaps are detected.
    ///
    /// # Errors
    /// The database failed. What was not recorded is recorded at the next start.
    pub async fn start(&self) -> Result<(), StoreError> {
        self.store.begin_availability(self.clock.now()).await
    }

    /// Reads the clock twice a second until the site has stopped, on a thread without other work.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn tick(&self, stopping: watch::Receiver<bool>) -> io::Result<()> {
        let uptime = self.clone();
        let ticking = move || {
            while stopping.has_changed().is_ok() {
                uptime.unrecorded_downtime();
                thread::sleep(TICK);
            }
        };
        thread::Builder::new().name("uptime".into()).spawn(ticking).map(drop)
    }

    /// Records downtimes and stores the time, until the site stops.
    pub async fn run(self, mut stopping: watch::Receiver<bool>) {
        let mut ticks = interval(CHECK_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut kept_at = Instant::now();
        loop {
            tokio::select! {
                _ = stopping.changed() => return,
                _ = ticks.tick() => {}
            }
            if self.record_gap().await.is_ok()
                && (self.availability().is_failing() || kept_at.elapsed() >= HEARTBEAT_INTERVAL)
            {
                self.heartbeat().await;
                kept_at = Instant::now();
            }
        }
    }

    /// The downtimes to be credited to a match before anything is decided about it. One that ends now is recorded
    /// first.
    ///
    /// # Errors
    /// It could not be recorded: nothing may be decided.
    pub async fn pending(&self) -> Result<Arc<[ServerDowntime]>, StoreError> {
        self.record_gap().await?;
        Ok(self.availability().pending())
    }

    /// The downtimes that may not be credited to every match yet, earliest first, with one that ends now and is not
    /// recorded yet.
    pub fn owed(&self) -> Arc<[ServerDowntime]> {
        self.availability().owed(|| self.clock.now(), |known| self.clock.last_tick(known))
    }

    /// Stores that the site works at this moment.
    pub async fn heartbeat(&self) {
        let _recording = self.availability().lock_for_recording().await;
        let now = self.clock.now();
        if self.unrecorded_downtime().is_some() {
            return;
        }
        match self.store.note_alive(now).await {
            Ok(()) => self.write_succeeded(),
            Err(error) => self.write_failed(&error),
        }
    }

    /// Call after a write has succeeded.
    pub fn write_succeeded(&self) {
        self.availability().write_succeeded(|| self.clock.now());
    }

    /// Call after a write has failed: unless one succeeds soon, this was the beginning of a downtime.
    pub fn write_failed(&self, error: &StoreError) {
        if self.availability().write_failed(|known| self.clock.last_tick(known)) {
            tracing::warn!(code = error.code(), %error, "writes are failing");
        }
    }

    async fn record_gap(&self) -> Result<(), StoreError> {
        if self.unrecorded_downtime().is_none() {
            return Ok(());
        }
        let _recording = self.availability().lock_for_recording().await;
        self.store.correct_clock().await.inspect_err(|error| self.write_failed(error))?;
        // The clock may have been wrong, and another task may have recorded it.
        let Some((from, to)) = self.unrecorded_downtime() else { return Ok(()) };
        let recorded = self.store.record_downtime(from, to).await;
        recorded.inspect_err(|error| self.write_failed(error))?;
        self.clock.resumed();
        Ok(())
    }

    /// The downtime that ends now and is not recorded, if there is one; otherwise the site works at this moment.
    fn unrecorded_downtime(&self) -> Option<(Moment, Moment)> {
        self.availability().detect(|| self.clock.now(), |known| self.clock.last_tick(known))
    }

    const fn availability(&self) -> &ServerAvailability {
        self.store.availability()
    }
}
