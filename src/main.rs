use std::io::Write;
use std::process::ExitCode;

use parlour::cli::{Cli, exit_status, in_one_line};

/// Rendering allocates and frees many small strings on several threads, at which the allocator of the C library is
/// slow.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let Err(error) = Cli::read().run() else {
        return ExitCode::SUCCESS;
    };
    // If standard error is closed, the exit status has to suffice.
    let _ = writeln!(std::io::stderr(), "parlour: {}", in_one_line(&error));
    ExitCode::from(exit_status(&error))
}
