//! The program at the command line.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

/// A command with these arguments.
pub fn parlour(arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_parlour"));
    program.args(arguments);
    program
}

/// Starts it with pipes for its input and output.
pub fn started(mut program: Command) -> Child {
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs it to its end. A program that refuses its arguments does not read its input.
pub fn run(program: Command, input: &[u8]) -> Output {
    let mut child = started(program);
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}
