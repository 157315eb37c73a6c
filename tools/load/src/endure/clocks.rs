//! Checks that downtime is credited: compares the deadlines of running matches before and after a fault.

use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde_json::Value;

use super::client::EndureUser;
use super::ledger::{ClockComparison, LedgerOutage};

/// How long after a fault the credit may take to appear.
const SHOWN: Duration = Duration::from_secs(10);
/// Shorter downtimes need not be credited, in milliseconds.
const SHORT: i64 = 5000;
/// Tolerance of the credit.
const TOLERANCE: i64 = 1000;
const DAY: i64 = 86_400_000;

/// A match with a running clock.
#[derive(Clone, Debug)]
pub struct RunningClock {
    id: String,
    time: &'static str,
    deadline: i64,
    /// What stays the same during a turn.
    turn: Value,
}

/// All watched matches with a running clock.
pub fn running(observer: &mut EndureUser) -> Vec<RunningClock> {
    let matches: Vec<_> = {
        let ledger = observer.world.ledger.lock();
        let watched =
            ledger.matches.iter().filter(|(_, created)| created.watched && !created.time.is_empty());
        watched.map(|(id, created)| (id.clone(), created.time)).collect()
    };
    matches.into_iter().filter_map(|(id, time)| look(observer, &id, time)).collect()
}

fn look(observer: &mut EndureUser, id: &str, time: &'static str) -> Option<RunningClock> {
    let record = observer.record(id)?;
    let deadline: Timestamp = record["deadline"].as_str()?.parse().ok()?;
    let moves = record["plies"].as_array()?;
    let last = moves.last().map(|last| last["seq"].clone());
    let turn = serde_json::json!([moves.len(), last, record["to_act"], record["skipped"], record["gone"]]);
    Some(RunningClock { id: id.to_owned(), time, deadline: deadline.as_millisecond(), turn })
}

/// Compares the matches that are still in the same turn. Waits for late credits.
pub fn compare(
    observer: &mut EndureUser,
    before: &[RunningClock],
    outage: &LedgerOutage,
) -> Vec<ClockComparison> {
    let asked = Instant::now();
    loop {
        let comparisons: Vec<_> =
            before.iter().filter_map(|before| compare_one(observer, before, outage)).collect();
        if asked.elapsed() > SHOWN || comparisons.iter().all(|comparison| comparison.difference() >= 0) {
            return comparisons;
        }
        std::thread::sleep(Duration::from_millis(500));
    }
}

fn compare_one(
    observer: &mut EndureUser,
    before: &RunningClock,
    outage: &LedgerOutage,
) -> Option<ClockComparison> {
    let after = look(observer, &before.id, before.time)?;
    (after.turn == before.turn).then(|| comparison(before, &after, outage))
}

fn comparison(before: &RunningClock, after: &RunningClock, outage: &LedgerOutage) -> ClockComparison {
    let counted = |(from, to): (i64, i64)| counted(before.time, from, to);
    let least = counted(outage.owed) - TOLERANCE;
    let least = if least > SHORT { least } else { 0 };
    let most = counted((outage.from, outage.to)) + outage.excess + TOLERANCE;
    let credited = counted((before.deadline, after.deadline));
    ClockComparison {
        id: before.id.clone(),
        time: before.time,
        outage: *outage,
        owed: (least, most),
        credited,
    }
}

/// How much of a span counts in a match: weekends do not if they are off. All users are in UTC.
fn counted(time: &str, from: i64, to: i64) -> i64 {
    if !time.contains("weekends") {
        return to - from;
    }
    // 1 January 1970 was a Thursday.
    let is_off = |day: i64| matches!((day + 4).rem_euclid(7), 0 | 6);
    let days = from.div_euclid(DAY)..=to.div_euclid(DAY);
    let of_day = |day: i64| to.min((day + 1) * DAY) - from.max(day * DAY);
    days.filter(|day| !is_off(*day)).map(of_day).sum()
}
