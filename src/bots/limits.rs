//! Limits of a search, and the meter that enforces them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::endgames::Endgames;

/// Nodes between two looks at the clock and the cancel flag. A node takes at most a few microseconds, so a search notices
/// within a few milliseconds that it has to stop.
const STRIDE: u64 = 256;

/// More nodes than a search gets through in a millisecond.
const NODES_PER_MS: u128 = 20_000;

/// What a search may use. Whichever limit is reached first stops it.
///
/// The time comes from a function, so that the search itself touches no clock: only a search that is stopped by `time` or
/// `cancel` can differ from one run to the next.
#[derive(Clone, Copy)]
pub struct SearchLimits<'a> {
    /// Positions to search, or plies to play out in games with dice; `u64::MAX` for no limit.
    pub nodes: u64,
    /// How long to search; `Duration::MAX` for no limit.
    pub time: Duration,
    /// How long the search has been running.
    pub elapsed: &'a (dyn Fn() -> Duration + Sync),
    /// Set by anyone to stop the search; noticed within 10 ms.
    pub cancel: &'a AtomicBool,
    /// Bytes that the tables of the search may take, without `endgames`.
    pub memory: usize,
    /// Exact values, shared with other searches. Which of them are known already changes only how long a search takes.
    pub endgames: &'a Endgames,
    /// Draws one of the nearly best moves of an opening by this seed. `None` for the best move, as for hints and analysis.
    pub variety: Option<u64>,
}

impl SearchLimits<'_> {
    /// The memory that a search gets by default: 32 MiB.
    pub const MEMORY: usize = 32 << 20;
}

/// Counts the nodes of a search and says when it has to stop.
pub(super) struct NodeMeter<'a> {
    limits: SearchLimits<'a>,
    most: u64,
    nodes: u64,
    next_look: u64,
    /// Values worked out for tables, which are not nodes.
    worked_out: u64,
    stopped: bool,
    /// Whether the time or a cancellation stopped it.
    interrupted: bool,
}

impl<'a> NodeMeter<'a> {
    /// A meter that stops after `most` nodes, or earlier where the limits say so.
    pub fn new(limits: &SearchLimits<'a>, most: u64) -> Self {
        let most = most.min(limits.nodes);
        Self {
            limits: *limits,
            most,
            nodes: 0,
            next_look: STRIDE.min(most),
            worked_out: 0,
            stopped: false,
            interrupted: false,
        }
    }

    /// Counts a node; `true` when the search has to stop.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.check_limits();
        }
        self.stopped
    }

    /// Counts a value that is worked out for a table; `true` when the time is up or the search is cancelled. It is not a
    /// node, so that a node limit means the same whatever the table holds already.
    pub fn is_interrupted(&mut self) -> bool {
        self.worked_out += 1;
        if self.worked_out.is_multiple_of(STRIDE) {
            self.check_time();
        }
        self.interrupted
    }

    #[cold]
    fn check_limits(&mut self) {
        self.next_look = (self.nodes + STRIDE).min(self.most).max(self.nodes + 1);
        self.stopped |= self.nodes >= self.most;
        self.check_time();
    }

    #[cold]
    fn check_time(&mut self) {
        self.interrupted |=
            self.limits.cancel.load(Ordering::Relaxed) || (self.limits.elapsed)() >= self.limits.time;
        self.stopped |= self.interrupted;
    }

    /// The tables of exact values.
    pub const fn endgames(&self) -> &'a Endgames {
        self.limits.endgames
    }

    /// The seed by which one of the nearly best moves is drawn.
    pub const fn variety(&self) -> Option<u64> {
        self.limits.variety
    }

    /// Allows half as many nodes again, as far as the limits do.
    pub fn add_half(&mut self) {
        self.most = self.most.saturating_add(self.most / 2).min(self.limits.nodes);
    }

    /// Allows so many nodes from now on, also beyond the limits. What the time or a cancellation has stopped stays so.
    pub fn allow_again(&mut self, nodes: u64) {
        self.most = self.nodes.saturating_add(nodes);
        self.next_look = self.nodes.saturating_add(STRIDE.min(nodes));
        self.stopped = self.interrupted;
    }

    /// About the most nodes that the search can come to.
    pub fn reach(&self) -> usize {
        let by_time = self.limits.time.as_millis().saturating_mul(NODES_PER_MS);
        usize::try_from(by_time.min(u128::from(self.most))).unwrap_or(usize::MAX)
    }

    /// Whether the search has to stop.
    pub const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Nodes counted so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether more than four fifths of the time or of the nodes are gone: then another, deeper iteration would hardly come to
    /// its end.
    pub fn is_mostly_spent(&self) -> bool {
        self.nodes > self.most / 5 * 4 || (self.limits.elapsed)() > self.limits.time / 5 * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(nodes: u64, cancel: &AtomicBool) -> SearchLimits<'_> {
        static NONE: Endgames = Endgames::new(0);
        let elapsed = &|| Duration::ZERO;
        SearchLimits {
            nodes,
            time: Duration::MAX,
            elapsed,
            cancel,
            memory: 0,
            endgames: &NONE,
            variety: None,
        }
    }

    #[test]
    fn a_meter_stops_at_its_node_limit() {
        let cancel = AtomicBool::new(false);
        let mut meter = NodeMeter::new(&limits(1000, &cancel), u64::MAX);
        while !meter.tick() {}
        assert_eq!(meter.nodes(), 1000);
    }

    #[test]
    fn a_meter_that_has_stopped_goes_on_for_the_nodes_that_it_is_allowed_again() {
        let cancel = AtomicBool::new(false);
        let mut meter = NodeMeter::new(&limits(1000, &cancel), u64::MAX);
        while !meter.tick() {}
        meter.allow_again(300);
        while !meter.tick() {}
        assert_eq!(meter.nodes(), 1300);
    }

    #[test]
    fn a_cancelled_meter_stops_within_a_stride() {
        let cancel = AtomicBool::new(true);
        let mut meter = NodeMeter::new(&limits(u64::MAX, &cancel), u64::MAX);
        while !meter.tick() {}
        assert!(meter.nodes() <= STRIDE);
        let mut meter = NodeMeter::new(&limits(u64::MAX, &cancel), u64::MAX);
        while !meter.is_interrupted() {}
        assert!(meter.worked_out <= STRIDE && meter.nodes() == 0);
    }
}
