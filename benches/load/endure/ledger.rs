//! What the clients know to have happened, written down as it happens.

use std::collections::BTreeMap;

use super::clocks::ClockComparison;

/// What became of a request that changes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestOutcome {
    /// It was answered with 2xx or 3xx: it has to be there.
    Done,
    /// It was refused with 4xx or never sent: it must not be there.
    Refused,
    /// There was no answer, or one with 5xx: it may be there once.
    Unknown,
}

/// What a command puts into the log of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedState {
    /// This move of this seat.
    Move { seat: u64, notation: String },
    /// An event of one of these kinds.
    Event(&'static [&'static str]),
}

/// A command to a match.
#[derive(Clone, Debug)]
pub struct LedgerCommand {
    pub id: String,
    /// The last entry of the log that was known: what the command adds comes after it.
    pub after: u64,
    pub expected: ExpectedState,
    pub outcome: RequestOutcome,
}

/// A match as it was created.
#[derive(Clone, Debug)]
pub struct CreatedMatch {
    /// The time control as the form says it; empty without a clock.
    pub time: &'static str,
    /// Whether its deadline is compared before and after every fault.
    pub watched: bool,
}

/// When a request was answered that writes, and whether it was done.
#[derive(Clone, Copy, Debug)]
pub struct AcknowledgedWrite {
    pub sent: i64,
    pub answered: i64,
    pub done: bool,
    /// Refused otherwise than with 503 and `Retry-After`.
    pub badly_refused: bool,
}

/// The cause of an outage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OutageCause {
    Killed,
    Stopped,
    Suspended,
    DiskFull,
    KilledOnFullDisk,
}

/// A time during which no move was possible, in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub struct LedgerOutage {
    pub cause: OutageCause,
    pub from: i64,
    pub to: i64,
    /// Which part of it has to be credited for certain.
    pub owed: (i64, i64),
    /// How much more than all of it may be credited.
    pub excess: i64,
}

/// Everything.
#[derive(Debug, Default)]
pub struct WriteLedger {
    pub matches: BTreeMap<String, CreatedMatch>,
    pub commands: Vec<LedgerCommand>,
    /// Lines of chat; no two say the same.
    pub lines: Vec<(String, RequestOutcome)>,
    /// Accounts by name.
    pub accounts: Vec<(String, RequestOutcome)>,
    pub writes: Vec<AcknowledgedWrite>,
    pub outages: Vec<LedgerOutage>,
    pub comparisons: Vec<ClockComparison>,
    /// Kinds of write that did not work again by themselves after a fault.
    pub stuck: Vec<&'static str>,
    /// What went wrong that the ledger has no column for.
    pub troubles: Vec<String>,
}

impl WriteLedger {
    pub fn command(&mut self, id: &str, after: u64, expected: ExpectedState, outcome: RequestOutcome) {
        self.commands.push(LedgerCommand { id: id.to_owned(), after, expected, outcome });
    }

    /// The times within a span during which every write was refused: from the first request that was refused to the answer of
    /// the last, with none done in between.
    pub fn refusals(&self, from: i64, to: i64) -> Vec<(i64, i64)> {
        let mut writes: Vec<_> =
            self.writes.iter().filter(|write| write.answered >= from && write.sent <= to).collect();
        writes.sort_by_key(|write| write.answered);
        let runs = writes.chunk_by(|one, next| one.done == next.done).filter(|run| !run[0].done);
        runs.map(|run| {
            let first = run.iter().map(|write| write.sent).min().unwrap_or(to);
            (first, run.iter().map(|write| write.answered).max().unwrap_or(first))
        })
        .collect()
    }

    /// For how much of a span no move was possible.
    pub fn down(&self, from: i64, to: i64) -> i64 {
        let overlap = |outage: &LedgerOutage| (outage.to.min(to) - outage.from.max(from)).max(0);
        self.outages.iter().map(overlap).sum()
    }
}
