use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use parlour::cli::{Cli, exit_status, in_one_line};

/// Rendering makes and drops many small texts on several threads, which the allocator of the C library is slow at.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let Err(error) = Cli::parse().run() else {
        return ExitCode::SUCCESS;
    };
    // Where nobody can be told why, the exit status still says that.
    let _ = writeln!(std::io::stderr(), "parlour: {}", in_one_line(&error));
    ExitCode::from(exit_status(&error))
}
