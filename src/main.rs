use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use parlour::cli::Cli;

fn main() -> ExitCode {
    let Err(error) = Cli::parse().run() else {
        return ExitCode::SUCCESS;
    };
    // Where nobody can be told why, the exit status still says that.
    let _ = writeln!(std::io::stderr(), "parlour: {error:#}");
    ExitCode::FAILURE
}
