//! Whether the site works, as far as this process knows.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::MutexGuard;

use crate::matches::ServerDowntime;
use crate::now::Moment;
use crate::now::spans::{DAY, SECOND};

/// Gaps up to this length, in milliseconds, are not downtimes.
const TOLERANCE: i64 = 5 * SECOND;

/// A longer gap, in milliseconds, is more likely a wrong clock than a downtime, and is not credited unasked.
const JUMP: i64 = 30 * DAY;

/// Whether the site works, as far as this process knows. Nothing may be decided about a match before pending
/// downtimes are credited to it.
#[derive(Clone, Debug, Default)]
pub struct ServerAvailability(Arc<AvailabilityShared>);

#[derive(Debug, Default)]
struct AvailabilityShared {
    state: Mutex<AvailabilityState>,
    recording: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct AvailabilityState {
    /// Until when the site is known to have worked; `None` before the start.
    works_until: Option<Moment>,
    /// Whether the last write failed.
    fails: bool,
    pending: Arc<[ServerDowntime]>,
}

impl ServerAvailability {
    /// Whether there is nothing left to record or to credit, so that the deadlines in lists are valid.
    pub fn is_settled(&self, now: Moment) -> bool {
        let state = self.0.state.lock();
        state.pending.is_empty() && !state.fails && state.works_until.is_none_or(|until| !is_gap(until, now))
    }

    /// The downtimes that are not credited to all matches yet, earliest first.
    pub fn pending(&self) -> Arc<[ServerDowntime]> {
        Arc::clone(&self.0.state.lock().pending)
    }

    pub fn is_failing(&self) -> bool {
        self.0.state.lock().fails
    }

    /// Detects a downtime that ends now and is not recorded yet; otherwise the site is known to work now. `last_tick`
    /// returns until when the process ran without a gap since the last known moment. The clock is read under the
    /// lock, so that a thread that was suspended before cannot use an outdated time.
    pub fn detect(
        &self,
        now: impl FnOnce() -> Moment,
        last_tick: impl FnOnce(Moment) -> Moment,
    ) -> Option<(Moment, Moment)> {
        self.0.state.lock().detect(now, last_tick)
    }

    /// [`Self::pending`], followed by a downtime that ends now and is not recorded yet. That has the highest id.
    pub fn owed(
        &self,
        now: impl FnOnce() -> Moment,
        last_tick: impl FnOnce(Moment) -> Moment,
    ) -> Arc<[ServerDowntime]> {
        let mut state = self.0.state.lock();
        match state.detect(now, last_tick) {
            Some((from, to)) => state.with_pending(ServerDowntime { id: i64::MAX, from, to }),
            None => Arc::clone(&state.pending),
        }
    }

    /// Call after a write has succeeded.
    pub fn write_succeeded(&self, now: impl FnOnce() -> Moment) {
        let mut state = self.0.state.lock();
        state.fails = false;
        let now = now();
        if state.works_until.is_some_and(|until| !is_gap(until, now)) {
            state.works_until = Some(now);
        }
    }

    /// Call after a write has failed. Returns whether it is the first after a success: then the site has worked only
    /// until now.
    pub fn write_failed(&self, last_tick: impl FnOnce(Moment) -> Moment) -> bool {
        let mut state = self.0.state.lock();
        let first = state.works_until.filter(|_| !state.fails);
        if let Some(known) = first {
            (state.fails, state.works_until) = (true, Some(last_tick(known)));
        }
        first.is_some()
    }

    /// The lock under which downtimes are written in order.
    pub async fn lock_for_recording(&self) -> MutexGuard<'_, ()> {
        self.0.recording.lock().await
    }

    /// The site works from a moment on, and these downtimes are not credited to all matches yet.
    pub(in crate::store) fn begin(&self, now: Moment, pending: Vec<ServerDowntime>) {
        *self.0.state.lock() =
            AvailabilityState { works_until: Some(now), fails: false, pending: pending.into() };
    }

    pub(in crate::store) fn remove_credited(&self, id: i64) {
        let mut state = self.0.state.lock();
        state.pending = state.pending.iter().copied().filter(|downtime| downtime.id != id).collect();
    }
}

impl AvailabilityState {
    fn detect(
        &mut self,
        now: impl FnOnce() -> Moment,
        last_tick: impl FnOnce(Moment) -> Moment,
    ) -> Option<(Moment, Moment)> {
        let known = self.works_until?;
        let (from, to) = (if self.fails { known } else { last_tick(known) }, now());
        if is_gap(from, to) {
            return Some((from, to));
        }
        if !self.fails {
            self.works_until = Some(to);
        }
        None
    }

    fn with_pending(&self, downtime: ServerDowntime) -> Arc<[ServerDowntime]> {
        self.pending.iter().copied().chain([downtime]).collect()
    }
}

/// Whether the time between two moments is a downtime.
pub(in crate::store) fn is_gap(from: Moment, to: Moment) -> bool {
    to.since(from) > TOLERANCE
}

/// Whether the clock has jumped between two moments, in either direction.
pub(in crate::store) fn is_jump(from: Moment, to: Moment) -> bool {
    to.since(from).abs() > JUMP
}
