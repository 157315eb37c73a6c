//! Tests of the source and of the program: architecture, command line, service, kills, and translations.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod admin;
mod architecture;
mod backup;
mod bot_kills;
mod bots;
mod cli;
mod clock_jumps;
mod demo;
#[cfg(unix)]
mod descriptors;
mod disk_faults;
mod doctor;
mod downtime;
mod first_admin;
mod kill;
#[path = "../support/killable.rs"]
mod killable;
#[cfg(unix)]
mod logs;
#[cfg(unix)]
mod mail;
mod module_graph;
mod monitoring;
mod perft;
#[path = "../support/played.rs"]
mod played;
#[path = "../support/postgres_server.rs"]
#[allow(dead_code, reason = "the tests of the store use all of it")]
mod postgres_server;
#[path = "../support/program.rs"]
mod program;
#[cfg(unix)]
mod push;
#[path = "../support/push_service.rs"]
mod push_service;
mod records;
mod releases;
mod scheduled_backups;
mod schema;
#[cfg(unix)]
mod serve;
mod settings;
#[path = "../support/sink.rs"]
#[allow(dead_code, reason = "the tests of a running site use all of it")]
mod sink;
#[path = "../support/small_disk.rs"]
mod small_disk;
mod stylesheets;
mod texts;
mod transfer;
mod upgrade;
