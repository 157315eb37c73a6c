//! The program under test as a process that is killed, stopped, suspended and restarted.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::now::now;
use crate::process::{await_ready, database_url, serve};

/// How long a start may take until requests are answered.
const START: Duration = Duration::from_secs(30);
/// How long a stop may take.
const STOP: Duration = Duration::from_secs(20);

/// The site, always at the same address and on the same database.
pub struct EndureSite {
    pub address: SocketAddr,
    program: PathBuf,
    folder: PathBuf,
    log: PathBuf,
    smtp_url: String,
    child: Option<Child>,
}

impl EndureSite {
    /// A site that is not started yet.
    pub fn new(address: SocketAddr, program: &Path, folder: &Path, log: &Path, smtp_url: String) -> Self {
        let (program, folder, log) = (program.to_owned(), folder.to_owned(), log.to_owned());
        Self { address, program, folder, log, smtp_url, child: None }
    }

    /// Starts the process. Returns when.
    pub fn spawn(&mut self) -> io::Result<i64> {
        let log = File::options().create(true).append(true).open(&self.log)?;
        let mut command = serve(&self.program, self.address, &self.folder);
        command.env("SMTP_URL", &self.smtp_url).stdout(log.try_clone()?).stderr(log);
        self.child = Some(command.spawn()?);
        Ok(now())
    }

    /// Starts the process and waits until it responds. Returns when it was started.
    pub fn start(&mut self) -> io::Result<i64> {
        let spawned = self.spawn()?;
        self.await_ready()?;
        Ok(spawned)
    }

    pub fn await_ready(&self) -> io::Result<()> {
        await_ready(self.address, START)
            .map_err(|error| io::Error::other(format!("the site does not start: {error}")))
    }

    /// Whether the process ends by itself within this time.
    pub fn exits_within(&mut self, span: Duration) -> io::Result<bool> {
        let asked = Instant::now();
        let child = self.child.as_mut().ok_or(ErrorKind::NotFound)?;
        while asked.elapsed() < span {
            if child.try_wait()?.is_some() {
                self.child = None;
                return Ok(true);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(false)
    }

    pub fn kill(&mut self) -> io::Result<()> {
        let Some(mut child) = self.child.take() else { return Ok(()) };
        child.kill()?;
        child.wait().map(drop)
    }

    /// Sends SIGTERM, and waits for the end.
    pub fn terminate(&mut self) -> io::Result<()> {
        self.signal(Signal::TERM)?;
        if self.exits_within(STOP)? {
            return Ok(());
        }
        self.kill()?;
        Err(io::Error::other(format!("the site did not end within {STOP:?} of SIGTERM")))
    }

    pub fn suspend(&self) -> io::Result<()> {
        self.signal(Signal::STOP)
    }

    pub fn resume(&self) -> io::Result<()> {
        self.signal(Signal::CONT)
    }

    /// Runs `parlour doctor` on the database.
    pub fn doctor(&self) -> io::Result<Output> {
        let mut command = Command::new(&self.program);
        command.arg("doctor").env("DATABASE_URL", database_url(&self.folder)).output()
    }

    fn signal(&self, signal: Signal) -> io::Result<()> {
        let pid = self.child.as_ref().and_then(|child| Pid::from_raw(child.id().cast_signed()));
        Ok(kill_process(pid.ok_or(ErrorKind::NotFound)?, signal)?)
    }
}

impl Drop for EndureSite {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}
