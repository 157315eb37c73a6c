//! The ledger as a table, and whether it balances.

use std::collections::BTreeMap;
use std::process::Output;

use serde_json::Value;

use super::audit::{self, EndureTally};
use super::database::EndureDatabase;
use super::ledger::{ClockComparison, OutageCause, WriteLedger};
use super::mail::MailBalance;
use super::world::EndureWorld;

/// How many examples of each problem are shown.
const EXAMPLES: usize = 5;

/// A row of the table: what is counted, the counts, and the problems.
struct ReportTableRow {
    name: &'static str,
    counts: String,
    wrong: Vec<String>,
}

pub struct EndureReport {
    rows: Vec<ReportTableRow>,
}

impl EndureReport {
    pub fn of(
        world: &EndureWorld,
        records: &BTreeMap<String, Value>,
        database: &EndureDatabase,
        doctor: &Output,
        strangers: Vec<String>,
    ) -> Self {
        let ledger = world.ledger.lock();
        let mail = world.mail.lock();
        let (moves, commands) = audit::commands(&ledger, database);
        let mut rows = vec![faults(&ledger, mail.outages)];
        rows.push(tally("moves", moves));
        rows.push(tally("other commands", commands));
        rows.push(tally("chat", EndureTally::of(&ledger.lines, &database.lines)));
        rows.push(tally("accounts", EndureTally::of(&ledger.accounts, &database.names)));
        rows.push(ReportTableRow::new("sign-in", "every account that was created".to_owned(), strangers));
        let wrong = audit::wrong_records(records, database);
        rows.push(ReportTableRow::new(
            "records",
            format!("checked {}, wrong {}", records.len(), wrong.len()),
            wrong,
        ));
        rows.extend(time(&ledger));
        let (flags, wrong) = audit::wrong_flags(&ledger, database);
        rows.push(ReportTableRow::new(
            "flagged or skipped",
            format!("{flags}, with time left {}", wrong.len()),
            wrong,
        ));
        rows.extend(mails(mail.balance(&ledger.outages)));
        rows.extend(writes(&ledger));
        let stale = audit::stale_rows(records, database);
        rows.push(ReportTableRow::new(
            "list rows",
            format!("checked {}, stale {}", records.len(), stale.len()),
            stale,
        ));
        rows.push(self::doctor(doctor));
        rows.push(ReportTableRow::new("other", String::new(), ledger.troubles.clone()));
        Self { rows }
    }

    pub fn balances(&self) -> bool {
        self.rows.iter().all(|row| row.wrong.is_empty())
    }

    pub fn print(&self) {
        for ReportTableRow { name, counts, wrong } in &self.rows {
            if counts.is_empty() && wrong.is_empty() {
                continue;
            }
            let sign = if wrong.is_empty() { "  " } else { "!!" };
            println!("{sign} {name:<20} {counts}");
            for example in wrong.iter().take(EXAMPLES) {
                println!("       {example}");
            }
            if wrong.len() > EXAMPLES {
                println!("       … {} in all", wrong.len());
            }
        }
        println!("{}", if self.balances() { "The ledger balances." } else { "The ledger does not balance." });
    }
}

impl ReportTableRow {
    fn new(name: &'static str, counts: String, wrong: Vec<String>) -> Self {
        Self { name, counts, wrong }
    }
}

fn faults(ledger: &WriteLedger, mail_outages: usize) -> ReportTableRow {
    let count = |causes: &[OutageCause]| {
        ledger.outages.iter().filter(|outage| causes.contains(&outage.cause)).count()
    };
    let counts = format!(
        "{} kills, {} stops, {} suspensions, {} full disks ({} of them with a kill), {mail_outages} mail outages",
        count(&[OutageCause::Killed, OutageCause::KilledOnFullDisk]),
        count(&[OutageCause::Stopped]),
        count(&[OutageCause::Suspended]),
        count(&[OutageCause::DiskFull, OutageCause::KilledOnFullDisk]),
        count(&[OutageCause::KilledOnFullDisk]),
    );
    ReportTableRow::new("faults", counts, Vec::new())
}

fn tally(name: &'static str, tally: EndureTally) -> ReportTableRow {
    let EndureTally { answered, found, unanswered, lost, doubled } = tally;
    let counts = format!(
        "answered {answered}, there {found}, there unanswered {unanswered}, lost {}, doubled {}",
        lost.len(),
        doubled.len()
    );
    ReportTableRow::new(name, counts, lost.into_iter().chain(doubled).collect())
}

/// The credits, one row for each cause.
fn time(ledger: &WriteLedger) -> Vec<ReportTableRow> {
    let mut by_cause: BTreeMap<OutageCause, Vec<&ClockComparison>> = BTreeMap::new();
    for comparison in &ledger.comparisons {
        by_cause.entry(comparison.outage.cause).or_default().push(comparison);
    }
    by_cause.into_iter().map(|(cause, comparisons)| credit(cause, &comparisons, ledger)).collect()
}

fn credit(cause: OutageCause, comparisons: &[&ClockComparison], ledger: &WriteLedger) -> ReportTableRow {
    let name = match cause {
        OutageCause::Killed => "time after kills",
        OutageCause::Stopped => "time after stops",
        OutageCause::Suspended => "time suspended",
        OutageCause::DiskFull => "time on full disk",
        OutageCause::KilledOnFullDisk => "time killed and full",
    };
    let outages = ledger.outages.iter().filter(|outage| outage.cause == cause);
    let down: i64 = outages.map(|outage| outage.to - outage.from).sum();
    let seconds = |sum: i64| sum as f64 / 1000.0;
    let difference = |comparison: &&&ClockComparison| comparison.difference();
    let counts = format!(
        "down {:.1} s, {} clocks compared, owed {:.1} s, credited {:.1} s, worst too little {:.1} s, too much {:.1} s",
        seconds(down),
        comparisons.len(),
        seconds(comparisons.iter().map(|comparison| comparison.owed.0).sum()),
        seconds(comparisons.iter().map(|comparison| comparison.credited).sum()),
        seconds(-comparisons.iter().map(|c| c.difference()).min().unwrap_or(0).min(0)),
        seconds(comparisons.iter().map(|c| c.difference()).max().unwrap_or(0).max(0)),
    );
    let wrong = comparisons.iter().filter(|comparison| difference(comparison) != 0);
    let words = |comparison: &&ClockComparison| {
        let ClockComparison { id, time, owed: (least, most), credited, .. } = comparison;
        format!("{id} ({time}): credited {credited} ms, owed {least} to {most} ms")
    };
    ReportTableRow::new(name, counts, wrong.map(words).collect())
}

fn mails(balance: MailBalance) -> Vec<ReportTableRow> {
    let MailBalance { owed, sent, unasked, repeated, missing, doubled, outdated } = balance;
    let counts = format!(
        "owed {owed}, sent {sent}, missing {}; also sent to people who were about to look {unasked}, again after a kill {repeated}",
        missing.len()
    );
    vec![
        ReportTableRow::new("email", counts, missing),
        ReportTableRow::new("email, doubled", doubled.len().to_string(), doubled),
        ReportTableRow::new("email, outdated", outdated.len().to_string(), outdated),
    ]
}

fn writes(ledger: &WriteLedger) -> Vec<ReportTableRow> {
    let failed = ledger.writes.iter().filter(|write| !write.done).count();
    let bad = ledger.writes.iter().filter(|write| write.badly_refused).count();
    let wrong = (bad > 0).then(|| format!("{bad} were not answered 503 with Retry-After"));
    let mut stuck: BTreeMap<&str, usize> = BTreeMap::new();
    ledger.stuck.iter().for_each(|kind| *stuck.entry(kind).or_default() += 1);
    let stuck = stuck.into_iter().map(|(kind, times)| format!("{kind}: {times} times not before a restart"));
    let stuck: Vec<_> = stuck.collect();
    vec![
        ReportTableRow::new("writes refused", failed.to_string(), wrong.into_iter().collect()),
        ReportTableRow::new("writes after faults", "work again by themselves".to_owned(), stuck),
    ]
}

fn doctor(doctor: &Output) -> ReportTableRow {
    let text = String::from_utf8_lossy(&doctor.stdout);
    let problems = text.lines().filter(|line| line.starts_with("WRONG")).map(str::to_owned);
    let mut problems: Vec<_> = problems.collect();
    if !doctor.status.success() && problems.is_empty() {
        problems.push(String::from_utf8_lossy(&doctor.stderr).into_owned());
    }
    ReportTableRow::new("parlour doctor", doctor.status.to_string(), problems)
}
