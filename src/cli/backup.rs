//! `parlour backup` and `parlour restore`: copies of the database, and the way back.

use std::io::Write;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use clap::Args;
use tokio::runtime::Builder;

use super::progress::{Progress, yield_to_others};
use crate::config::{Config, Flags};
use crate::store::{self, Copied, keeping};

/// Copy the database into a new file, also while the site runs, and check the copy
///
/// The secret key that is kept beside the database is not in the copy. Without it a restored site asks everybody to sign in
/// anew, and links in letters that went out before no longer work.
#[derive(Debug, Args)]
pub struct Backup {
    /// The file to write; it must not be there yet
    file: PathBuf,
    /// The database [default: sqlite://data/parlour.db]
    #[arg(long, env = "DATABASE_URL", value_name = "URL")]
    database_url: Option<String>,
}

impl Backup {
    /// Copies and checks.
    ///
    /// # Errors
    /// The file is there already or cannot be written, there is no database, or the copy is not sound.
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let config = config(self.database_url)?;
        if self.file.exists() {
            bail!("{} is there already", self.file.display());
        }
        yield_to_others();
        let mut progress = Progress::start();
        let told = move |copied: Copied| {
            progress.note(|| format!("copied {} of {} pages", copied.pages, copied.of));
        };
        let copying = keeping::back_up(&config.database_url, &self.file, told);
        let copied = Builder::new_current_thread().enable_all().build()?.block_on(copying);
        if copied.is_err() {
            let _ = std::fs::remove_file(&self.file);
        }
        copied.with_context(|| format!("{} was not written", self.file.display()))?;
        let bytes = std::fs::metadata(&self.file)?.len();
        writeln!(out, "{} is a sound copy, {bytes} bytes", self.file.display())?;
        Ok(out.flush()?)
    }
}

/// Put a copy in the place of the database; the site must not run
#[derive(Debug, Args)]
pub struct Restore {
    /// The copy, as `parlour backup` wrote it
    file: PathBuf,
    /// Set a database that is there already aside instead of refusing
    #[arg(long)]
    replace: bool,
    /// The database [default: sqlite://data/parlour.db]
    #[arg(long, env = "DATABASE_URL", value_name = "URL")]
    database_url: Option<String>,
}

impl Restore {
    /// Checks the copy and puts it in place.
    ///
    /// # Errors
    /// There is a database already and nobody said to replace it, it is in use, or the copy is not sound.
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let config = config(self.database_url)?;
        let place = store::file(&config.database_url)?;
        if place.exists() && !self.replace {
            bail!("{} is there already; --replace sets it aside", place.display());
        }
        if !self.file.is_file() {
            bail!("there is no file {}", self.file.display());
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let aside = place.with_extension(format!("before-{now}"));
        let restoring = keeping::restore(&config.database_url, &self.file, &aside);
        let restored = Builder::new_current_thread().enable_all().build()?.block_on(restoring);
        if restored.with_context(|| format!("{} was not touched", place.display()))? {
            writeln!(out, "what was there is now {}", aside.display())?;
        }
        writeln!(out, "{} is in its place", place.display())?;
        Ok(out.flush()?)
    }
}

fn config(database_url: Option<String>) -> anyhow::Result<Config> {
    Ok(Config::read(Flags { database_url, ..Flags::default() })?)
}
