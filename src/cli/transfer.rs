//! `parlour transfer`: the site in another database.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::bail;
use clap::Args;
use tokio::runtime::{Builder, Handle};

use super::database::{must_exist, name};
use super::derived_rows;
use super::progress::ProgressReport;
use crate::config::{Config, ServeFlags};
use crate::store::transfer::{CopiedTable, TransferSource, transfer};
use crate::store::{CopyProgress, ServerLock, Store, backup};

/// Copy the site into an empty database, from a file to PostgreSQL or back; the site must be stopped
///
/// Nothing is changed in the database that is copied, and nothing is in the other one if this fails. Each table is read again
/// there, and its number of rows and their SHA-256 are printed, which are the same on the way back. Then all matches are
/// checked as by `parlour doctor`. Start the site with the new DATABASE_URL and the same secret key.
#[derive(Debug, Args)]
pub struct TransferArgs {
    /// Database to copy, such as sqlite://data/parlour.db
    #[arg(long, value_name = "URL")]
    from: String,
    /// Empty database, such as postgres://parlour@localhost/parlour, or a file that does not exist
    #[arg(long, value_name = "URL")]
    to: String,
}

impl TransferArgs {
    /// Copies the site and checks the copy.
    ///
    /// # Errors
    /// A URL is invalid, a database is in use or cannot be used, the one that is written is not empty, or matches differ from
    /// their logs.
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let [from, to] = [valid(self.from)?, valid(self.to)?];
        if let Some(file) = name(&from)? {
            must_exist(&file)?;
        }
        name(&to)?;
        Builder::new_multi_thread().worker_threads(2).enable_all().build()?.block_on(run(&from, &to, out))
    }
}

fn valid(url: String) -> anyhow::Result<String> {
    let flags = ServeFlags { database_url: Some(url), ..ServeFlags::default() };
    Ok(Config::read(flags)?.database_url)
}

async fn run(from: &str, to: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let _locks = [ServerLock::acquire(from).await?, ServerLock::acquire(to).await?];
    let copied = transfer(TransferSource::database(from).await?, to, reports()).await?;
    write_tables(&copied, out)?;
    check(to, out).await
}

/// Reports the progress.
pub fn reports() -> impl FnMut(CopyProgress) -> ControlFlow<()> + Send {
    let mut progress = ProgressReport::start();
    move |copied| {
        progress.report(|| format!("copied {} of {} {}", copied.done, copied.of, copied.unit));
        ControlFlow::Continue(())
    }
}

/// Writes what was copied.
fn write_tables(copied: &[CopiedTable], out: &mut impl Write) -> anyhow::Result<()> {
    for CopiedTable { name, rows, hash } in copied.iter().filter(|table| table.rows > 0) {
        writeln!(out, "{name}: {rows} rows, SHA-256 {hash}")?;
    }
    writeln!(out, "{}", summary(copied))?;
    Ok(out.flush()?)
}

/// What was copied, in a sentence.
pub fn summary(copied: &[CopiedTable]) -> String {
    let rows: i64 = copied.iter().map(|table| table.rows).sum();
    format!("copied {rows} rows of {} tables, and read all of them again", copied.len())
}

/// Checks the matches of a copy.
async fn check(url: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let store = Store::open_read_only(url, Handle::current()).await?;
    if !backup::missing_migrations(&store).await?.is_empty() {
        writeln!(out, "the site is of an earlier version: start it once, then run `parlour doctor`")?;
        return Ok(out.flush()?);
    }
    let problems = derived_rows::check(&store, None, out).await?;
    store.close().await;
    out.flush()?;
    if problems.is_empty() {
        return Ok(());
    }
    bail!(
        "{}; they are so in the database that was copied: run `parlour doctor --repair`",
        problems.join("; ")
    )
}
