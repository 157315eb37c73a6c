//! `parlour backup` and `parlour restore`: copies of the database, and the way back.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use clap::Args;
use tokio::runtime::{Builder, Handle};

use super::database::{DatabaseArgs, OpenDatabase, SecretKeyArgs};
use super::derived_rows;
use super::transfer::{reports, summary};
use crate::config::SecretKey;
use crate::priority::{BACKGROUND, lower_priority};
use crate::store::transfer::{TransferSource, transfer};
use crate::store::{ServerLock, Store, StoreError, backup, give_to_owner_of_folder, name};

/// Copy the database into a new file, also while the site runs, and check the copy
///
/// The file is an SQLite database, also if the site is on PostgreSQL. Only its owner can read it. It contains the secret key of
/// the site only with --with-key. Without the key a restored site signs everyone out, authenticator apps no longer work, and
/// addresses of feeds change.
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// File to write; it must not exist yet
    file: PathBuf,
    /// Include the secret key, which `parlour restore` then writes beside the database
    #[arg(long)]
    with_key: bool,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    key: SecretKeyArgs,
}

impl BackupArgs {
    /// Copies the database and checks the copy.
    ///
    /// # Errors
    /// The file exists already or cannot be written, there is no database, or the copy is corrupt.
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let database = self.database.open_named()?;
        database.must_exist().with_context(|| not_written(&self.file))?;
        if self.file.exists() {
            bail!("{} exists already", self.file.display());
        }
        let secret = self.key.text(&database)?;
        if self.with_key && secret.is_none() {
            bail!("there is no secret key: set SECRET_KEY or SECRET_KEY_FILE as for the server");
        }
        copy(&database, &self.file, secret.clone().filter(|_| self.with_key))?;
        let bytes = std::fs::metadata(&self.file)?.len();
        writeln!(out, "wrote and checked {}, {bytes} bytes", self.file.display())?;
        if self.with_key {
            writeln!(out, "the copy contains the secret key: encrypt it before it leaves this machine")?;
        } else if secret.is_some() {
            writeln!(out, "the copy does not contain the secret key: back it up too, or use --with-key")?;
        }
        Ok(out.flush()?)
    }
}

fn not_written(file: &Path) -> String {
    format!("{} was not written", file.display())
}

fn copy(database: &OpenDatabase, file: &Path, key: Option<String>) -> anyhow::Result<()> {
    lower_priority(BACKGROUND);
    let copying = backup::back_up(&database.url, file, key, reports());
    let copied = Builder::new_current_thread().enable_all().build()?.block_on(copying);
    copied.with_context(|| not_written(file))
}

/// Restore the database from a copy; the site must be stopped
///
/// A database on PostgreSQL must be empty. Rows that differ from the logs of their matches are rewritten, as by `parlour doctor
/// --repair`.
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// Copy written by `parlour backup`
    file: PathBuf,
    /// Rename an existing database file instead of refusing
    #[arg(long)]
    replace: bool,
    /// Restore a copy although it has triggers or views that are not part of Parlour
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    key: SecretKeyArgs,
}

impl RestoreArgs {
    /// Checks the copy and restores it, with the secret key if the copy contains it.
    ///
    /// # Errors
    /// There is a database already and `--replace` is not set, it is in use, or the copy is corrupt.
    pub fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let database = self.database.open_named()?;
        let (Some(place), Some(key_file)) = (database.file(), database.key_file()) else {
            return self.restore_on_server(database, out);
        };
        if place.exists() && !self.replace {
            bail!("{} exists already; --replace sets it aside", place.display());
        }
        if !self.file.is_file() {
            bail!("{} does not exist", self.file.display());
        }
        let untouched = || format!("{} was not touched", place.display());
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(check(&self.file, self.force)).with_context(untouched)?;
        let key = new_key(&self.file, &key_file, self.replace).with_context(untouched)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let aside = place.with_extension(format!("before-{now}"));
        let restoring = backup::restore(&database.url, &self.file, &aside);
        if runtime.block_on(restoring).with_context(untouched)? {
            writeln!(out, "renamed the previous database to {}", aside.display())?;
        }
        writeln!(out, "restored {}", place.display())?;
        if let Some(key) = key {
            save_key(&key, &key_file, now, out)?;
        } else if self.key.text(&database)?.is_none() {
            let file = key_file.display();
            writeln!(
                out,
                "the copy does not contain the secret key: put it back into {file} before you start the site"
            )?;
        }
        out.flush()?;
        runtime.block_on(repair(&database.url, out))
    }

    /// Restores a copy into an empty database on PostgreSQL.
    fn restore_on_server(self, database: OpenDatabase, out: &mut impl Write) -> anyhow::Result<()> {
        if self.replace {
            bail!("--replace is for database files; create an empty database");
        }
        if !self.file.is_file() {
            bail!("{} does not exist", self.file.display());
        }
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(check(&self.file, self.force))?;
        let (key, given) = (backup::key_in(&self.file)?, self.key.text(&database)?);
        if key.is_some() && given.is_some() && key != given {
            bail!("SECRET_KEY is not the secret key in the copy");
        }
        let url = database.url;
        runtime.block_on(async {
            let _lock = ServerLock::acquire(&url).await?;
            let copied = transfer(TransferSource::copy(&self.file).await?, &url, reports()).await?;
            writeln!(out, "restored {}: {}", name(&url)?, summary(&copied))?;
            anyhow::Ok(())
        })?;
        match (key, given) {
            (Some(_), None) => writeln!(
                out,
                "the secret key is in the table backup_secret_key of the copy: set SECRET_KEY to it"
            )?,
            (None, None) => writeln!(
                out,
                "the copy does not contain the secret key: start the site with the SECRET_KEY that it had"
            )?,
            _ => {}
        }
        out.flush()?;
        runtime.block_on(repair(&url, out))
    }
}

/// Rewrites rows of the restored database that differ from the logs. What cannot be repaired was so in the copy: it is reported,
/// and no reason to go without the rest.
async fn repair(url: &str, out: &mut impl Write) -> anyhow::Result<()> {
    let _lock = ServerLock::acquire(url).await?;
    let store = Store::open_read_only(url, Handle::current()).await?;
    if !backup::missing_migrations(&store).await?.is_empty() {
        writeln!(out, "the copy is of an earlier version: start the site once, then run `parlour doctor`")?;
        return Ok(out.flush()?);
    }
    for problem in derived_rows::repair(url, &store, out).await? {
        writeln!(out, "WRONG: {problem}")?;
    }
    store.close().await;
    Ok(out.flush()?)
}

async fn check(copy: &Path, force: bool) -> Result<(), StoreError> {
    backup::check_copy(copy).await?;
    if force { Ok(()) } else { backup::check_code_of_copy(copy).await }
}

/// The key in a copy, unless it is the present one.
fn new_key(copy: &Path, file: &Path, replace: bool) -> anyhow::Result<Option<String>> {
    let Some(key) = backup::key_in(copy)? else { return Ok(None) };
    match std::fs::read_to_string(file) {
        Ok(present) if present.trim() == key => Ok(None),
        Ok(_) if !replace => {
            bail!("{} is not the secret key in the copy; --replace sets it aside", file.display())
        }
        _ => Ok(Some(key)),
    }
}

fn save_key(key: &str, file: &Path, now: u64, out: &mut impl Write) -> anyhow::Result<()> {
    if file.exists() {
        let aside = file.with_extension(format!("before-{now}"));
        std::fs::rename(file, &aside)?;
        writeln!(out, "renamed the previous secret key to {}", aside.display())?;
    }
    let saved = SecretKey::save(key, file).and_then(|()| give_to_owner_of_folder(file));
    saved.with_context(|| format!("{} cannot be written", file.display()))?;
    Ok(writeln!(out, "wrote the secret key to {}", file.display())?)
}
