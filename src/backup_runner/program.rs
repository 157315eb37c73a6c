//! Running the program of `BACKUP_THEN`.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use thiserror::Error;

use crate::config::setting_names;

/// How often it is checked whether the program has ended.
const PAUSE: Duration = Duration::from_millis(50);
/// How long the program has to end after SIGTERM.
const GRACE: Duration = Duration::from_secs(2);
/// How much of the end of its error output is kept, in bytes.
const KEPT: usize = 2048;

/// Why the program has not taken a copy.
#[derive(Debug, Error)]
pub enum ProgramFailure {
    #[error("it could not be started: {0}")]
    Start(#[from] std::io::Error),
    /// It ended with another exit status than 0.
    #[error("{status}{}{}", if stderr.is_empty() { "" } else { ": " }, last_line(stderr))]
    Status {
        status: ExitStatus,
        /// The end of its error output.
        stderr: String,
    },
    #[error("it was ended after {} s", .0.as_secs())]
    TimeLimit(Duration),
    /// It was ended because the site stops.
    #[error("the site is stopping")]
    Stopping,
}

/// Runs a program with a copy as its only argument, without the settings of the site in its environment: some are
/// secrets. Blocks until it has ended; ends it after `limit`, or once the site stops.
///
/// # Errors
/// It did not end with exit status 0.
pub fn run(
    program: &Path,
    copy: &Path,
    limit: Duration,
    is_stopping: impl Fn() -> bool,
) -> Result<(), ProgramFailure> {
    let mut command = Command::new(program);
    command.arg(copy).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).process_group(0);
    for name in setting_names() {
        command.env_remove(name);
    }
    // The folder of the secrets that systemd passes to the site.
    command.env_remove("CREDENTIALS_DIRECTORY");
    let mut child = command.spawn()?;
    let (sender, stderr) = mpsc::channel();
    if let Some(pipe) = child.stderr.take() {
        thread::Builder::new().spawn(move || sender.send(tail(pipe)))?;
    }
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        let failure = match begun.elapsed() {
            _ if is_stopping() => ProgramFailure::Stopping,
            elapsed if elapsed >= limit => ProgramFailure::TimeLimit(limit),
            _ => {
                thread::sleep(PAUSE);
                continue;
            }
        };
        end(&mut child)?;
        return Err(failure);
    };
    if status.success() {
        return Ok(());
    }
    // Another process may still have the pipe open.
    let stderr = stderr.recv_timeout(GRACE).unwrap_or_default();
    Err(ProgramFailure::Status { status, stderr })
}

/// Ends a program and what it has started.
fn end(child: &mut Child) -> std::io::Result<()> {
    let group = Pid::from_child(child);
    let _ = kill_process_group(group, Signal::TERM);
    let asked = Instant::now();
    while child.try_wait()?.is_none() && asked.elapsed() < GRACE {
        thread::sleep(PAUSE);
    }
    let _ = kill_process_group(group, Signal::KILL);
    child.wait().map(drop)
}

/// The end of what is read.
fn tail(mut from: impl Read) -> String {
    let (mut kept, mut piece) = (Vec::new(), [0; KEPT]);
    while let Ok(count @ 1..) = from.read(&mut piece) {
        kept.extend_from_slice(&piece[..count]);
        kept.drain(..kept.len().saturating_sub(KEPT));
    }
    String::from_utf8_lossy(&kept).trim().to_owned()
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;
    use std::path::PathBuf;

    use tempfile::TempDir;

    use super::*;

    const LONG: Duration = Duration::from_secs(600);

    fn script(folder: &TempDir, lines: &str) -> PathBuf {
        let path = folder.path().join("then");
        fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn a_program_gets_the_copy_as_its_only_argument() {
        let folder = TempDir::new().unwrap();
        let (copy, log) = (folder.path().join("a copy; rm.db"), folder.path().join("log"));
        let program = script(&folder, &format!("printf '%s' \"$#\" \"$@\" \"$(cat)\" > '{}'", log.display()));
        run(&program, &copy, LONG, || false).unwrap();
        assert_eq!(fs::read_to_string(log).unwrap(), format!("1{}", copy.display()));
    }

    #[test]
    fn a_failure_names_the_status_and_the_end_of_the_errors() {
        let folder = TempDir::new().unwrap();
        let program = script(&folder, "head -c 300000 /dev/zero >&2; echo no such remote >&2; exit 3");
        let failed = run(&program, Path::new("copy.db"), LONG, || false).unwrap_err();
        let ProgramFailure::Status { stderr, .. } = &failed else { panic!("{failed}") };
        assert!(stderr.len() <= KEPT && stderr.ends_with("no such remote"), "{stderr}");
        let silent = script(&folder, "exit 3");
        let failed = run(&silent, Path::new("copy.db"), LONG, || false).unwrap_err();
        assert_eq!(failed.to_string(), "exit status: 3");
        let nothing = folder.path().join("nothing");
        let failed = run(&nothing, Path::new("copy.db"), LONG, || false).unwrap_err().to_string();
        assert!(failed.starts_with("it could not be started: "), "{failed}");
    }

    #[test]
    fn a_program_and_what_it_has_started_are_ended_after_the_limit_and_at_a_stop() {
        let folder = TempDir::new().unwrap();
        let alive = folder.path().join("alive");
        // It ignores SIGTERM, and holds a lock for as long as one of its processes lives.
        let lines = format!("trap '' TERM; exec 9> '{}'; flock 9; sleep 600 & sleep 600", alive.display());
        let program = script(&folder, &lines);
        let is_locked = || fs::File::open(&alive).is_ok_and(|file| file.try_lock().is_err());
        let stopped = run(&program, Path::new("copy.db"), LONG, is_locked).unwrap_err();
        assert!(matches!(stopped, ProgramFailure::Stopping), "{stopped}");
        while is_locked() {
            thread::sleep(PAUSE);
        }
        let late = run(&program, Path::new("copy.db"), Duration::ZERO, || false).unwrap_err();
        assert_eq!(late.to_string(), "it was ended after 0 s");
    }
}
