//! Compares the responses to clients with the database and the records at the end.

use std::collections::{BTreeMap, HashMap};

use jiff::Timestamp;
use serde_json::Value;

use super::database::{EndureDatabase, EndureListRow, LogEntryRow};
use super::ledger::{ExpectedState, LedgerCommand, RequestOutcome, WriteLedger};

/// Tolerance of a computed clock, in milliseconds.
const TOLERANCE: i64 = 1000;

/// The comparison of one column of the ledger.
#[derive(Debug, Default)]
pub struct EndureTally {
    pub answered: usize,
    /// Of these, how many are in the database.
    pub found: usize,
    /// In the database without a response.
    pub unanswered: usize,
    pub lost: Vec<String>,
    pub doubled: Vec<String>,
}

/// Moves, and all other commands on matches.
pub fn commands(ledger: &WriteLedger, database: &EndureDatabase) -> (EndureTally, EndureTally) {
    let (mut moves, mut others) = (EndureTally::default(), EndureTally::default());
    let mut by_match: BTreeMap<&str, Vec<&LedgerCommand>> = BTreeMap::new();
    for command in &ledger.commands {
        by_match.entry(&command.id).or_default().push(command);
    }
    for (id, commands) in by_match {
        let mut log: Vec<&LogEntryRow> = database.logs.get(id).into_iter().flatten().collect();
        for outcome in [RequestOutcome::Done, RequestOutcome::Unknown] {
            for command in commands.iter().filter(|command| command.outcome == outcome) {
                let is_move = matches!(command.expected, ExpectedState::Move { .. });
                let tally = if is_move { &mut moves } else { &mut others };
                let at = log.iter().position(|entry| command.is(entry));
                tally.add(outcome, at.is_some(), || format!("{id}: {command:?}"));
                at.map(|at| log.remove(at));
            }
        }
        let unclaimed = log.into_iter().filter(|entry| entry.is_a_users_move());
        moves.doubled.extend(unclaimed.map(|entry| format!("{id}: entry {} {}", entry.seq, entry.body)));
    }
    (moves, others)
}

impl EndureTally {
    fn add(&mut self, outcome: RequestOutcome, found: bool, words: impl FnOnce() -> String) {
        match (outcome, found) {
            (RequestOutcome::Done, true) => (self.answered, self.found) = (self.answered + 1, self.found + 1),
            (RequestOutcome::Done, false) => {
                self.answered += 1;
                self.lost.push(words());
            }
            (RequestOutcome::Unknown, true) => self.unanswered += 1,
            (RequestOutcome::Unknown | RequestOutcome::Refused, _) => {}
        }
    }

    /// Compares texts that are present at most once.
    pub fn of(written: &[(String, RequestOutcome)], there: &HashMap<String, usize>) -> Self {
        let mut tally = Self::default();
        for (text, outcome) in written {
            let count = there.get(text).copied().unwrap_or(0);
            tally.add(*outcome, count > 0, || text.clone());
            if count > 1 || (count > 0 && *outcome == RequestOutcome::Refused) {
                tally.doubled.push(text.clone());
            }
        }
        tally
    }
}

impl LedgerCommand {
    /// Whether a log entry was added by this command.
    fn is(&self, entry: &LogEntryRow) -> bool {
        let fits = match &self.expected {
            ExpectedState::Move { seat, notation } => {
                entry.kind == "played" && entry.body["seat"] == *seat && entry.body["notation"] == **notation
            }
            ExpectedState::Event(kinds) => kinds.contains(&entry.kind.as_str()),
        };
        fits && entry.seq > self.after.cast_signed()
    }
}

impl LogEntryRow {
    /// Whether a user played it, rather than the program.
    fn is_a_users_move(&self) -> bool {
        self.kind == "played" && self.by.is_some() && !self.body["seat"].is_null()
    }
}

/// Records that differ from their logs.
pub fn wrong_records(records: &BTreeMap<String, Value>, database: &EndureDatabase) -> Vec<String> {
    let is_wrong = |(id, record): &(&String, &Value)| {
        let log = database.logs.get(*id).map_or(&[][..], Vec::as_slice);
        let last = log.last().map(|entry| entry.seq);
        moves_of(log) != recorded_moves(record) || record["seq"].as_i64() != last
    };
    records.iter().filter(is_wrong).map(|(id, _)| id.clone()).collect()
}

/// Entry and notation of all moves that count.
fn moves_of(log: &[LogEntryRow]) -> Vec<(i64, String)> {
    let mut moves = Vec::new();
    for entry in log {
        match entry.kind.as_str() {
            "played" => {
                moves.push((entry.seq, entry.body["notation"].as_str().unwrap_or_default().to_owned()))
            }
            "taken_back" => {
                moves.truncate(entry.body["remaining_plies"].as_u64().unwrap_or_default() as usize)
            }
            _ => {}
        }
    }
    moves
}

fn recorded_moves(record: &Value) -> Vec<(i64, String)> {
    let moves = record["plies"].as_array().into_iter().flatten();
    let of = |one: &Value| Some((one["seq"].as_i64()?, one["notation"].as_str()?.to_owned()));
    moves.filter_map(of).collect()
}

/// Rows of lists that differ from the records.
pub fn stale_rows(records: &BTreeMap<String, Value>, database: &EndureDatabase) -> Vec<String> {
    let is_stale = |(id, record): &(&String, &Value)| {
        database.rows.get(*id).is_none_or(|row| !row.says_the_same(record))
    };
    records.iter().filter(is_stale).map(|(id, _)| id.clone()).collect()
}

impl EndureListRow {
    fn says_the_same(&self, record: &Value) -> bool {
        let mover =
            record["to_act"].as_u64().and_then(|seat| record["seats"][seat as usize]["name"].as_str());
        let deadline = record["deadline"].as_str().and_then(|text| text.parse::<Timestamp>().ok());
        let moves = record["plies"].as_array().map_or(0, Vec::len);
        self.status == record["status"]
            && self.position == record["position"]
            && self.ply_count == moves as i64
            && self.to_act.as_deref() == mover
            && self.deadline == deadline.map(Timestamp::as_millisecond)
    }
}

/// The number of seats that were flagged or skipped, and those that had time left if outages do not count.
pub fn wrong_flags(ledger: &WriteLedger, database: &EndureDatabase) -> (usize, Vec<String>) {
    let (mut count, mut wrong) = (0, Vec::new());
    for (id, created) in &ledger.matches {
        let mut clock = EndureClock::of(created.time);
        for entry in database.logs.get(id).into_iter().flatten() {
            if let Some((used, budget)) = clock.hear(entry, ledger) {
                count += 1;
                if used < budget - TOLERANCE {
                    let time = created.time;
                    wrong.push(format!("{id} ({time}): {} after {used} of {budget} ms", entry.kind));
                }
            }
        }
    }
    (count, wrong)
}

/// The clock of a match, computed from its log without outages.
#[derive(Default)]
struct EndureClock {
    per_turn: i64,
    reserve: i64,
    /// How much of its reserve each seat has used.
    spent: HashMap<u64, i64>,
    /// The seat to act and since when.
    turn: (Option<u64>, i64),
    last: i64,
}

impl EndureClock {
    fn of(time: &str) -> Self {
        let mut words = time.split(' ');
        let kind = words.next().unwrap_or_default();
        let mut numbers = words.next().unwrap_or_default().split(['+', '/']).filter_map(|it| it.parse().ok());
        let mut number = |unit: i64| numbers.next().unwrap_or(0) * unit;
        match kind {
            "live" => Self { per_turn: number(1000), reserve: number(1000), ..Self::default() },
            "days" => Self { per_turn: number(86_400_000), ..Self::default() },
            _ => Self { reserve: number(3_600_000), ..Self::default() },
        }
    }

    /// The time that a seat has used and had, in milliseconds, if the entry says that it has run out.
    fn hear(&mut self, entry: &LogEntryRow, ledger: &WriteLedger) -> Option<(i64, i64)> {
        let seat = entry.body["seat"].as_u64();
        match entry.kind.as_str() {
            "played" if seat.is_some() => {
                self.turn_of(seat, ledger);
                self.last = entry.at;
                None
            }
            "started" | "taken_back" | "resigned" => {
                (self.turn, self.last) = ((None, entry.at), entry.at);
                None
            }
            "flagged" | "turn_skipped" => {
                self.turn_of(seat, ledger);
                let used = net(self.turn.1, entry.at, ledger);
                let spent = seat.and_then(|seat| self.spent.get(&seat)).copied().unwrap_or(0);
                self.last = entry.at;
                Some((used, self.per_turn + self.reserve - spent))
            }
            _ => None,
        }
    }

    /// Begins the turn of a seat. The turn of another one has ended with its last move.
    fn turn_of(&mut self, seat: Option<u64>, ledger: &WriteLedger) {
        if self.turn.0 == seat {
            return;
        }
        if let Some(before) = self.turn.0 {
            let used = net(self.turn.1, self.last, ledger);
            *self.spent.entry(before).or_default() += (used - self.per_turn).max(0);
        }
        self.turn = (seat, self.last);
    }
}

/// The part of a span in which the site was available.
fn net(from: i64, to: i64, ledger: &WriteLedger) -> i64 {
    to - from - ledger.down(from, to)
}
