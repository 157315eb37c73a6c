//! The command line.

mod admin;
mod arena;
mod backup;
mod bot_answer;
mod clock;
mod database;
mod demo;
mod derived_rows;
mod doctor;
mod game_args;
mod healthcheck;
mod logging;
mod mail;
mod perft;
mod progress;
mod record;
mod search_budget;
mod serve;
mod solve;
mod terminal;
mod think;
mod trace;
mod transfer;
mod upgrade;

use std::io::{self, ErrorKind};

use clap::error::ContextKind;
use clap::{Parser, Subcommand};

use self::doctor::SkippedChecks;
use self::record::UnverifiedRolls;
pub use self::terminal::in_one_line;
use crate::version::FULL_VERSION;

/// Self-hosted site for board games, by correspondence and live
#[derive(Debug, Parser)]
#[command(name = "parlour", version = FULL_VERSION.as_str(), args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    serve: serve::ServeArgs,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    Serve(Box<serve::ServeArgs>),
    Perft(perft::PerftArgs),
    Trace(trace::TraceArgs),
    Think(think::Think),
    Solve(solve::Solve),
    Arena(arena::Arena),
    Record(record::RecordArgs),
    Healthcheck(healthcheck::HealthcheckArgs),
    Admin(admin::AdminArgs),
    Mail(mail::MailArgs),
    Backup(backup::BackupArgs),
    Restore(backup::RestoreArgs),
    Transfer(transfer::TransferArgs),
    Clock(clock::ClockArgs),
    Demo(demo::DemoArgs),
    Doctor(Box<doctor::DoctorArgs>),
    Upgrade(upgrade::UpgradeArgs),
}

impl Cli {
    /// Parses the arguments of the process. Invalid ones, and `--help`, end it.
    pub fn read() -> Self {
        Self::try_parse().unwrap_or_else(|mut error| {
            // It would list settings from the environment as if they were required.
            if error.kind() == clap::error::ErrorKind::MissingRequiredArgument {
                error.remove(ContextKind::Usage);
            }
            error.exit()
        })
    }

    /// Runs the command.
    ///
    /// # Errors
    /// The command failed, in words for the terminal. A closed pipe is no error.
    pub fn run(self) -> anyhow::Result<()> {
        let done = match self.command.unwrap_or(CliCommand::Serve(Box::new(self.serve))) {
            CliCommand::Serve(serve) => serve.run(),
            CliCommand::Perft(perft) => perft.run(&mut stdout()),
            CliCommand::Trace(trace) => trace.run(&mut io::stdin().lock(), &mut stdout()),
            CliCommand::Think(think) => think.run(&mut io::stdin().lock(), &mut stdout()),
            CliCommand::Solve(solve) => solve.run(&mut stdout()),
            CliCommand::Arena(arena) => arena.run(&mut stdout()),
            CliCommand::Record(record) => record.run(&mut stdout()),
            CliCommand::Healthcheck(healthcheck) => healthcheck.run(),
            CliCommand::Admin(admin) => admin.run(&mut io::stdin().lock(), &mut stdout()),
            CliCommand::Mail(mail) => mail.run(&mut stdout()),
            CliCommand::Backup(backup) => backup.run(&mut stdout()),
            CliCommand::Restore(restore) => restore.run(&mut stdout()),
            CliCommand::Transfer(transfer) => transfer.run(&mut stdout()),
            CliCommand::Clock(clock) => clock.run(&mut stdout()),
            CliCommand::Demo(demo) => demo.run(&mut stdout()),
            CliCommand::Doctor(doctor) => doctor.run(&mut stdout()),
            CliCommand::Upgrade(upgrade) => upgrade.run(&mut stdout()),
        };
        done.or_else(|error| if is_hang_up(&error) { Ok(()) } else { Err(error) })
    }
}

/// The exit status for an error: 2 if something could not be checked, 1 for everything else.
pub fn exit_status(error: &anyhow::Error) -> u8 {
    if error.is::<SkippedChecks>() || error.is::<UnverifiedRolls>() { 2 } else { 1 }
}

fn stdout() -> impl io::Write {
    io::BufWriter::new(io::stdout().lock())
}

fn is_hang_up(error: &anyhow::Error) -> bool {
    error.downcast_ref().is_some_and(|error: &io::Error| error.kind() == ErrorKind::BrokenPipe)
}
