//! The command line: what the program can be told to do.

mod admin;
mod arena;
mod backup;
mod database;
mod doctor;
mod healthcheck;
mod logging;
mod mail;
mod perft;
mod progress;
mod record;
mod search_budget;
mod serve;
mod setup;
mod think;
mod trace;

use std::io::{self, ErrorKind};

use clap::{Parser, Subcommand};

use self::doctor::Skipped;

/// A self-hosted parlour for playing board games by correspondence and live.
#[derive(Debug, Parser)]
#[command(name = "parlour", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Serve,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(Box<serve::Serve>),
    Perft(perft::Perft),
    Trace(trace::Trace),
    Think(think::Think),
    Arena(arena::Arena),
    Record(record::CheckRecord),
    Healthcheck(healthcheck::Healthcheck),
    Admin(admin::Admin),
    Mail(mail::Mail),
    Backup(backup::Backup),
    Restore(backup::Restore),
    Doctor(Box<doctor::Doctor>),
}

impl Cli {
    /// Does what the command line says.
    ///
    /// # Errors
    /// Whatever kept it from being done, in words for the person at the terminal. A reader who hangs up is no error.
    pub fn run(self) -> anyhow::Result<()> {
        let done = match self.command.unwrap_or(Command::Serve(Box::new(self.serve))) {
            Command::Serve(serve) => serve.run(),
            Command::Perft(perft) => perft.run(&mut stdout()),
            Command::Trace(trace) => trace.run(&mut io::stdin().lock(), &mut stdout()),
            Command::Think(think) => think.run(&mut io::stdin().lock(), &mut stdout()),
            Command::Arena(arena) => arena.run(&mut stdout()),
            Command::Record(record) => record.run(&mut stdout()),
            Command::Healthcheck(healthcheck) => healthcheck.run(),
            Command::Admin(admin) => admin.run(&mut io::stdin().lock(), &mut stdout()),
            Command::Mail(mail) => mail.run(&mut stdout()),
            Command::Backup(backup) => backup.run(&mut stdout()),
            Command::Restore(restore) => restore.run(&mut stdout()),
            Command::Doctor(doctor) => doctor.run(&mut stdout()),
        };
        done.or_else(|error| if is_hang_up(&error) { Ok(()) } else { Err(error) })
    }
}

/// An error and its causes on one line, each once: the text of many errors has that of their cause in it.
pub fn in_one_line(error: &anyhow::Error) -> String {
    let mut line = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !line.contains(&cause) {
            line = format!("{line}: {cause}");
        }
    }
    line
}

/// The exit status that an error ends the program with: 2 where something could not be checked, 1 for everything else.
pub fn exit_status(error: &anyhow::Error) -> u8 {
    if error.is::<Skipped>() { 2 } else { 1 }
}

fn stdout() -> impl io::Write {
    io::BufWriter::new(io::stdout().lock())
}

fn is_hang_up(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(|error: &io::Error| error.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::in_one_line;

    #[test]
    fn each_cause_of_an_error_is_named_once() {
        let full = || anyhow::Error::new(std::io::Error::other("the disk is full"));
        let repeats = || full().context("it failed: the disk is full");
        assert_eq!(in_one_line(&repeats()), "it failed: the disk is full");
        assert_eq!(in_one_line(&repeats().context("no copy")), "no copy: it failed: the disk is full");
        assert_eq!(in_one_line(&full().context("no copy")), "no copy: the disk is full");
    }
}
