//! `parlour doctor`: checks configuration and database.

mod key;
mod ratings;
mod standings;
mod tallies;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use thiserror::Error;
use tokio::runtime::{Builder, Handle};

use super::database;
use super::progress::{ProgressReport, yield_to_others};
use crate::config::{Config, ServeFlags};
use crate::store::{ServerLock, Store, StoreError, backup, shared_mode};
use crate::users::AuditKey;

/// Check the configuration and the database: the file, the schema, the secret key, every match from its log, every rating and
/// tally, roles and suspensions, the audit log
///
/// Changes nothing without --repair, and the site may run: the database is read in short steps. Progress is reported on
/// standard error. `parlour backup` also checks the pages that belong to no table, in the copy. Exit status 0: everything was
/// checked and nothing is wrong; 1: something is wrong; 2: something was not checked.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Rewrite what differs from the logs of the matches: rows of lists, ratings, tallies and counts; the site must be stopped
    #[arg(long)]
    repair: bool,
    #[command(flatten)]
    flags: ServeFlags,
}

/// No problem was found, but not everything was checked.
#[derive(Clone, Copy, Debug, Error)]
#[error("nothing wrong was found, but {}", skipped(*.0))]
pub struct SkippedChecks(usize);

fn skipped(checks: usize) -> String {
    if checks == 1 { "1 check was skipped".to_owned() } else { format!("{checks} checks were skipped") }
}

/// The problems, and the checks that were not possible, one sentence each.
#[derive(Debug, Default)]
struct DoctorFindings {
    wrong: Vec<String>,
    skipped: Vec<String>,
}

/// How many matches are checked at once.
const BATCH_SIZE: u32 = 200;

impl DoctorArgs {
    /// Checks everything and writes the result.
    ///
    /// # Errors
    /// There are problems, or something could not be checked.
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let config = Config::read(self.flags)?;
        let path = database::name(&config.database_url)?;
        database::must_exist(&path)?;
        writeln!(out, "the configuration is valid")?;
        write_modes(&path, out)?;
        yield_to_others();
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let mut findings = DoctorFindings::default();
        let examined = runtime.block_on(run_check(&config, self.repair, &mut findings, out));
        let written = findings.write(out);
        examined?;
        written
    }
}

impl DoctorFindings {
    /// Writes the result.
    fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for problem in &self.wrong {
            writeln!(out, "WRONG: {problem}")?;
        }
        for reason in &self.skipped {
            writeln!(out, "SKIPPED: {reason}")?;
        }
        out.flush()?;
        match (self.wrong.len(), self.skipped.len()) {
            (0, 0) => Ok(()),
            (0, skipped) => Err(SkippedChecks(skipped).into()),
            (1, _) => bail!("1 problem was found"),
            (wrong, _) => bail!("{wrong} problems were found"),
        }
    }
}

/// Reports files that are accessible to other users of the machine.
fn write_modes(database: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(mode) = shared_mode(database) {
        let path = database.display();
        writeln!(out, "note: other users of this machine may read {path} (mode {mode:o}): chmod 600 {path}")?;
    }
    Ok(())
}

async fn run_check(
    config: &Config,
    repair: bool,
    findings: &mut DoctorFindings,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let url = &config.database_url;
    // Before anything is checked, which may take minutes.
    let _lock = if repair { Some(ServerLock::acquire(url).await?) } else { None };
    let store = Store::open_read_only(url, Handle::current()).await?;
    findings.wrong.extend(integrity_problems(&store).await.context("the file cannot be read")?);
    if findings.wrong.is_empty() {
        writeln!(out, "the file is intact")?;
    }
    if !has_every_migration(&store, findings).await? {
        return Ok(());
    }
    findings.wrong.extend(schema(&store, out).await?);
    let key = key::check(config, &store, findings, out).await?;
    if repair {
        let writing = Store::open(url, Handle::current()).await?;
        let checked = check_derived_rows(&store, Some(&writing), findings, out).await;
        writing.close().await;
        checked?;
    } else {
        check_derived_rows(&store, None, findings, out).await?;
    }
    findings.wrong.extend(audit_log(&store, key.as_ref(), out).await?);
    findings.wrong.extend(standings::check(&store, out).await?);
    Ok(())
}

/// Compares everything that follows from the logs of matches with them, the rows of lists first: tallies are counted from
/// these. With `repair`, a store on which nothing else writes, what differs is rewritten.
async fn check_derived_rows(
    store: &Store,
    repair: Option<&Store>,
    findings: &mut DoctorFindings,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    findings.wrong.extend(matches(store, repair, out).await?);
    findings.wrong.extend(ratings::check(store, repair, out).await?);
    findings.wrong.extend(tallies::check(store, repair, out).await?);
    Ok(())
}

/// Without all migrations, later checks would be wrong.
async fn has_every_migration(store: &Store, findings: &mut DoctorFindings) -> Result<bool, StoreError> {
    let missing = backup::missing_migrations(store).await?;
    if missing.is_empty() {
        return Ok(true);
    }
    let missing: Vec<_> = missing.iter().map(ToString::to_string).collect();
    findings.skipped.push(format!(
        "the database lacks migrations that are applied when the site starts ({}); nothing else was checked",
        missing.join(", ")
    ));
    Ok(false)
}

async fn schema(store: &Store, out: &mut impl Write) -> anyhow::Result<Vec<String>> {
    let differences = store.schema_differences().await?;
    if differences.is_empty() {
        writeln!(out, "the schema is the one of this version")?;
    }
    Ok(differences)
}

async fn integrity_problems(store: &Store) -> Result<Vec<String>, StoreError> {
    let (mut problems, mut progress) = (Vec::new(), ProgressReport::start());
    let tables = store.stored_tables().await?;
    for (number, table) in tables.iter().enumerate() {
        problems.extend(store.flaws_of(table.clone()).await?);
        progress.report(|| format!("checked {} of {} tables", number + 1, tables.len()));
    }
    problems.extend(store.unknown_migration().await?);
    Ok(problems)
}

async fn matches(store: &Store, repair: Option<&Store>, out: &mut impl Write) -> anyhow::Result<Vec<String>> {
    let (mut after, mut count, mut repaired, mut problems) = (String::new(), 0, 0, Vec::new());
    let (of, mut progress) = (store.count_matches().await?, ProgressReport::start());
    loop {
        let looked = store.check_lists(&after, BATCH_SIZE, repair).await?;
        count += looked.matches;
        repaired += looked.repaired;
        problems.extend(looked.problems);
        progress.report(|| format!("checked {count} of {of} matches"));
        match looked.last {
            Some(last) => after = last,
            None => break,
        }
    }
    if repaired > 0 {
        writeln!(out, "the list rows of {repaired} matches were repaired")?;
    } else if problems.is_empty() {
        writeln!(out, "{count} matches agree with their logs")?;
    }
    Ok(problems)
}

/// Reports the end of the log, to be noted elsewhere and compared: a copy of an earlier state is signed too.
async fn audit_log(
    store: &Store,
    key: Option<&AuditKey>,
    out: &mut impl Write,
) -> anyhow::Result<Vec<String>> {
    let followed = match store.verify_audit_log(key).await? {
        Ok(followed) => followed,
        Err(problem) => return Ok(vec![problem]),
    };
    let last = hex::encode(followed.last);
    writeln!(out, "the audit log is intact: {} entries, the last is {last}", followed.entries)?;
    if let Some(after) = followed.signed_after.filter(|after| *after > 0) {
        writeln!(
            out,
            "its entries after number {after} were signed with the secret key when they were written"
        )?;
    }
    Ok(Vec::new())
}
