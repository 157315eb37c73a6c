//! What the clients know to have happened, recorded as it happens.

use std::collections::BTreeMap;

/// The outcome of a request that changes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestOutcome {
    /// A response with 2xx or 3xx: the change has to be present.
    Done,
    /// A response with 4xx, or not sent: the change must not be present.
    Refused,
    /// No response, or one with 5xx: the change may be present once.
    Unknown,
}

/// What a command adds to the log of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedState {
    /// This move of this seat.
    Move { seat: u64, notation: String },
    /// An event of one of these kinds.
    Event(&'static [&'static str]),
}

/// A command on a match.
#[derive(Clone, Debug)]
pub struct LedgerCommand {
    pub id: String,
    /// The last known log entry, after which the command adds.
    pub after: u64,
    pub expected: ExpectedState,
    pub outcome: RequestOutcome,
}

/// A match that was created.
#[derive(Clone, Debug)]
pub struct CreatedMatch {
    /// The time control as in the form; empty without a clock.
    pub time: &'static str,
    /// Whether its deadline is compared before and after every fault.
    pub watched: bool,
}

/// When a write was answered, and whether it succeeded.
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

/// A span in which no move was possible, in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub struct LedgerOutage {
    pub cause: OutageCause,
    pub from: i64,
    pub to: i64,
    /// The part that has to be credited in any case.
    pub owed: (i64, i64),
    /// How much the credit may exceed the whole.
    pub excess: i64,
}

/// The cost of an outage for the seat to act and its credit, in milliseconds that count in its match.
#[derive(Clone, Debug)]
pub struct ClockComparison {
    pub id: String,
    pub time: &'static str,
    pub outage: LedgerOutage,
    /// Minimum and maximum of the credit that is due.
    pub owed: (i64, i64),
    pub credited: i64,
}

impl ClockComparison {
    /// How many milliseconds the credit is too low (negative) or too high (positive).
    pub fn difference(&self) -> i64 {
        let (least, most) = self.owed;
        self.credited - self.credited.clamp(least, most)
    }
}

/// The complete ledger.
#[derive(Debug, Default)]
pub struct WriteLedger {
    pub matches: BTreeMap<String, CreatedMatch>,
    pub commands: Vec<LedgerCommand>,
    /// Chat messages, all of them different.
    pub lines: Vec<(String, RequestOutcome)>,
    /// Accounts by name.
    pub accounts: Vec<(String, RequestOutcome)>,
    pub writes: Vec<AcknowledgedWrite>,
    pub outages: Vec<LedgerOutage>,
    pub comparisons: Vec<ClockComparison>,
    /// Kinds of writes that did not recover by themselves after a fault.
    pub stuck: Vec<&'static str>,
    /// Other problems.
    pub troubles: Vec<String>,
}

impl WriteLedger {
    pub fn command(&mut self, id: &str, after: u64, expected: ExpectedState, outcome: RequestOutcome) {
        self.commands.push(LedgerCommand { id: id.to_owned(), after, expected, outcome });
    }

    /// The spans in which all writes were refused: from the first refused request to the response of the last,
    /// without a successful one in between.
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
