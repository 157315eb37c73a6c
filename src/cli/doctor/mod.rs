//! `parlour doctor`: checks configuration and database.

mod copies;
mod findings;
mod key;

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::Args;
use tokio::runtime::{Builder, Handle};

use self::findings::DoctorFindings;
pub use self::findings::SkippedChecks;
use super::database;
use super::derived_rows;
use super::progress::ProgressReport;
use crate::config::{Config, ServeFlags};
use crate::priority::{BACKGROUND, lower_priority};
use crate::store::{self, ServerLock, Store, StoreError, backup, shared_mode};

/// Check the configuration and the database: the file, the schema, the secret key, every match from its log, every rating and
/// tally
///
/// On PostgreSQL, the file and the schema are left to its own tools. Changes nothing without --repair, and the site may run:
/// the database is read in short steps. Progress is reported on standard error. `parlour backup` also checks the pages that
/// belong to no table, in the copy. Exit status 0: everything was checked and nothing is wrong; 1: something is wrong; 2:
/// something was not checked.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Rewrite what differs from the logs of the matches: rows of lists, ratings, tallies and counts; the site must be stopped
    #[arg(long)]
    repair: bool,
    #[command(flatten)]
    flags: ServeFlags,
}

impl DoctorArgs {
    /// Checks everything and writes the result.
    ///
    /// # Errors
    /// There are problems, or something could not be checked.
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let config = Config::read(self.flags)?;
        let path = database::name(&config.database_url)?;
        if let Some(path) = &path {
            database::must_exist(path)?;
        }
        writeln!(out, "the configuration is valid")?;
        if let Some(path) = &path {
            write_modes(path, out)?;
        }
        lower_priority(BACKGROUND);
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let mut findings = DoctorFindings::default();
        let examined = runtime.block_on(async {
            run_check(&config, self.repair, &mut findings, out).await?;
            if let Some(backups) = &config.backups {
                findings.wrong.extend(copies::check(backups, out).await?);
            }
            anyhow::Ok(())
        });
        let written = findings.write(out);
        examined?;
        written
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
    let is_file = store::file(url)?.is_some();
    if is_file {
        findings.wrong.extend(integrity_problems(&store).await.context("the file cannot be read")?);
        if findings.wrong.is_empty() {
            writeln!(out, "the file is intact")?;
        }
    }
    if !has_every_migration(&store, findings).await? {
        return Ok(());
    }
    if is_file {
        findings.wrong.extend(schema(&store, out).await?);
    }
    if repair && !findings.wrong.is_empty() {
        findings
            .skipped
            .push("nothing was repaired, because the file itself is damaged: restore a backup".to_owned());
        findings.wrong.extend(derived_rows::check(&store, None, out).await?);
    } else if repair {
        findings.wrong.extend(derived_rows::repair(url, &store, out).await?);
    } else {
        findings.wrong.extend(derived_rows::check(&store, None, out).await?);
    }
    findings.wrong.extend(key::check(config, &store, out).await?);
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
    Ok(problems)
}
