//! `parlour clock`: the clock of the machine, after it has jumped.

use std::io::Write;

use clap::{Args, Subcommand};
use tokio::runtime::{Builder, Handle};

use super::database::{DatabaseArgs, OpenDatabase};
use crate::now::Moment;
use crate::store::{ServerLock, Store};

/// Go on after the clock of the machine has jumped
#[derive(Debug, Args)]
pub struct ClockArgs {
    #[command(subcommand)]
    act: ClockCommand,
}

#[derive(Debug, Subcommand)]
enum ClockCommand {
    /// Accept the clock as it is; the site must be stopped
    ///
    /// The site does not start if its clock is more than 30 days from when it last worked, as after a long break, the
    /// restore of an old copy, or with a wrong clock. Once accepted, that time is credited to all running matches.
    Accept(DatabaseArgs),
}

impl ClockArgs {
    /// Accepts the clock.
    ///
    /// # Errors
    /// There is no database, or the site is running.
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let ClockCommand::Accept(database) = self.act;
        let database = database.open_named()?;
        database.must_exist()?;
        let accepting = accept(&database);
        let (last, now) = Builder::new_current_thread().enable_all().build()?.block_on(accepting)?;
        match last {
            Some(last) if last < now => {
                writeln!(
                    out,
                    "accepted {now}; the time since {last} is credited to running matches as downtime"
                )?;
            }
            _ => writeln!(out, "accepted {now}")?,
        }
        Ok(out.flush()?)
    }
}

/// Accepts the time of now. Returns when the site last worked, and that time.
async fn accept(database: &OpenDatabase) -> anyhow::Result<(Option<Moment>, Moment)> {
    let _lock = ServerLock::acquire(&database.url).await?;
    let store = Store::open(&database.url, Handle::current()).await?;
    let now = store.clock_correction().now();
    let last = store.accept_clock(now).await;
    store.close().await;
    Ok((last?, now))
}
