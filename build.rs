//! Build settings that Cargo.toml cannot express.
#![allow(clippy::print_stdout)]

use std::env;

fn main() {
    // A migration that is added is a change.
    println!("cargo::rerun-if-changed=migrations");
    // What the loader has to read at every start, in a fortieth of the room.
    let is = |key: &str, value: &str| env::var(key).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}
