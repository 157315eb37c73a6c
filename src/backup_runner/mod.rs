//! Backups by schedule: copies the database every day, deletes the oldest copies, and runs a program with each new one.
//!
//! Which copies there are is read from the folder, so nothing has to be stored: a copy is due if the newest one is
//! older than the last `BACKUP_AT`.

mod copies;
mod program;

use std::fs::{self, DirBuilder, File};
use std::io;
use std::ops::ControlFlow;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use rustix::fs::{Access, access};
use thiserror::Error;
use tokio::runtime::Builder;
use tokio::sync::{oneshot, watch};

pub use self::copies::{BackupCopy, last_due, list, newest};
use self::program::ProgramFailure;
use crate::config::BackupConfig;
use crate::notices::NoticeService;
use crate::now::spans::HOUR;
use crate::now::{Clock, Moment};
use crate::periodic::TaskTrigger;
use crate::priority::{BACKGROUND, lower_priority};
use crate::store::{StoreError, backup};
use crate::texts::later;

/// How often it is checked whether a copy is due.
const INTERVAL: Duration = Duration::from_secs(60);
/// How long after a failure the next attempt is made, in ms.
const AGAIN: i64 = HOUR;
/// How long the program may take.
const LIMIT: Duration = Duration::from_secs(3600);

/// Backs up the site.
#[derive(Debug)]
pub struct BackupRunner {
    config: BackupConfig,
    database_url: String,
    clock: Clock,
    notices: Arc<NoticeService>,
    trigger: TaskTrigger,
    status: Mutex<BackupStatus>,
}

/// The result of the last backup.
#[derive(Clone, Debug, Default)]
pub struct BackupStatus {
    /// The newest copy that was found.
    pub newest: Option<BackupCopy>,
    /// Why the last attempt failed, if it did. It is in memory only: after a restart, the first attempt finds it again.
    pub problem: Option<BackupProblem>,
}

/// A failure that has not been followed by a success.
#[derive(Clone, Debug)]
pub struct BackupProblem {
    /// When the first attempt failed.
    pub since: Moment,
    /// Why the last attempt failed.
    pub text: String,
    tried: Moment,
}

/// Why backups cannot be made as configured.
#[derive(Debug, Error)]
pub enum BackupSetupError {
    #[error("BACKUP_DIR names “{}”, which cannot be created or written to: {cause}", path.display())]
    Folder { path: PathBuf, cause: io::Error },
    #[error("BACKUP_THEN names “{}”, which is no executable file", .0.display())]
    Program(PathBuf),
}

/// Why a backup failed.
#[derive(Debug, Error)]
enum BackupError {
    #[error("{}: {cause}", path.display())]
    File { path: PathBuf, cause: io::Error },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("BACKUP_THEN failed: {0}")]
    Program(#[from] ProgramFailure),
    #[error("no thread could be started: {0}")]
    Thread(#[from] io::Error),
    #[error("the backup ended unexpectedly")]
    Panicked(#[from] oneshot::error::RecvError),
}

/// Creates the folder of the copies if there is none, accessible only to its owner. Checks that it is writable, and that
/// the program is one.
///
/// # Errors
/// It cannot, or is not.
pub fn prepare(config: &BackupConfig) -> Result<(), BackupSetupError> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(&config.folder);
    let path = || config.folder.clone();
    made.and_then(|()| tempfile::tempfile_in(&config.folder))
        .map_err(|cause| BackupSetupError::Folder { path: path(), cause })?;
    let is_program = |path: &Path| path.is_file() && access(path, Access::EXEC_OK).is_ok();
    match &config.then {
        Some(path) if !is_program(path) => Err(BackupSetupError::Program(path.clone())),
        _ => Ok(()),
    }
}

impl BackupRunner {
    /// A runner, idle until [`Self::run`].
    pub fn new(
        config: BackupConfig,
        database_url: String,
        clock: Clock,
        notices: Arc<NoticeService>,
    ) -> Self {
        let status = Mutex::default();
        Self { config, database_url, clock, notices, trigger: TaskTrigger::default(), status }
    }

    pub fn status(&self) -> BackupStatus {
        self.status.lock().clone()
    }

    /// Waits for a backup if one is due.
    pub async fn run_once(&self) {
        self.trigger.run().await;
    }

    /// Makes backups until the site stops.
    pub async fn run(self: Arc<Self>, stopping: watch::Receiver<bool>) {
        let mut schedule = self.trigger.schedule(INTERVAL, stopping.clone());
        while let Some(_run) = schedule.next().await {
            let now = self.clock.now();
            let waits = |problem: &BackupProblem| (0..AGAIN).contains(&now.since(problem.tried));
            if self.status.lock().problem.as_ref().is_some_and(waits) {
                continue;
            }
            match Arc::clone(&self).attempt(now, stopping.clone()).await {
                Err(
                    BackupError::Store(StoreError::Stopping) | BackupError::Program(ProgramFailure::Stopping),
                ) => return,
                Err(error) => self.note_failure(&error, now).await,
                Ok(()) if self.status.lock().problem.take().is_some() => {
                    tracing::info!("backups succeed again")
                }
                Ok(()) => {}
            }
        }
    }

    /// Does on a thread of its own, at low priority, what is due.
    async fn attempt(
        self: Arc<Self>,
        now: Moment,
        stopping: watch::Receiver<bool>,
    ) -> Result<(), BackupError> {
        let (sender, done) = oneshot::channel();
        thread::Builder::new().name("backup".to_owned()).spawn(move || {
            lower_priority(BACKGROUND);
            let _ = sender.send(self.do_due(now, &stopping));
        })?;
        done.await?
    }

    fn do_due(&self, now: Moment, stopping: &watch::Receiver<bool>) -> Result<(), BackupError> {
        let mut found = self.list(now)?;
        if copies::is_due(newest(&found, now).map(|copy| copy.at), now, self.config.at) {
            self.copy(now, stopping)?;
            found = self.list(now)?;
        }
        for old in copies::superfluous(&found, self.config.keep, now) {
            old.delete().map_err(at(&old.path))?;
            tracing::info!(copy = %old.path.display(), "deleted an old backup");
        }
        match (&self.config.then, newest(&found, now)) {
            (Some(program), Some(copy)) => hand_over(program, &copy.path, stopping),
            _ => Ok(()),
        }
    }

    /// The copies in the folder. The newest is shown from now on.
    fn list(&self, now: Moment) -> Result<Vec<BackupCopy>, BackupError> {
        let found = list(&self.config.folder).map_err(at(&self.config.folder))?;
        self.status.lock().newest = newest(&found, now).cloned();
        Ok(found)
    }

    /// Writes a copy and checks it.
    fn copy(&self, now: Moment, stopping: &watch::Receiver<bool>) -> Result<(), BackupError> {
        let copy = self.config.folder.join(copies::name_of(now));
        let mark = BackupCopy::pending_mark(&copy);
        if self.config.then.is_some() {
            File::create(&mark).map_err(at(&mark))?;
        }
        let stops = stopping.clone();
        let progress =
            move |_| if *stops.borrow() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let copying = backup::back_up(&self.database_url, &copy, None, progress);
        let copied = Builder::new_current_thread().enable_all().build()?.block_on(copying);
        if copied.is_err() {
            let _ = fs::remove_file(&mark);
        }
        copied?;
        tracing::info!(copy = %copy.display(), "wrote and checked a backup");
        Ok(())
    }

    /// Logs a failure. The admins are notified of the first.
    async fn note_failure(&self, error: &BackupError, now: Moment) {
        let text = error.to_string();
        let stderr = match error {
            BackupError::Program(ProgramFailure::Status { stderr, .. }) => Some(stderr),
            _ => None,
        };
        tracing::error!(problem = text, stderr, "the backup failed; the next attempt is in an hour");
        let before = self.status.lock().problem.as_ref().map(|problem| problem.since);
        let since = before.unwrap_or(now);
        self.status.lock().problem = Some(BackupProblem { since, text: text.clone(), tried: now });
        if before.is_none() {
            self.notices.alert_admins("backup", later("Backups are failing"), &text, now).await;
        }
    }
}

/// Runs the program with a copy, unless it has taken it.
fn hand_over(program: &Path, copy: &Path, stopping: &watch::Receiver<bool>) -> Result<(), BackupError> {
    let mark = BackupCopy::pending_mark(copy);
    if !mark.exists() {
        return Ok(());
    }
    program::run(program, copy, LIMIT, || *stopping.borrow())?;
    tracing::info!(copy = %copy.display(), "BACKUP_THEN has taken the backup");
    copies::delete_if_present(&mark).map_err(at(&mark))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |cause| BackupError::File { path, cause }
}
