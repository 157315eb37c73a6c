//! Drives the real site on a port of its own, by named people, and looks at what they are answered.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod account;
mod announcing;
mod blocks;
mod clocks;
mod confirming;
mod cross_site;
mod dashboard;
mod declining;
mod devices;
mod endings;
mod expiry;
mod export;
mod feeds;
mod form_of_a_match;
mod forms;
mod harness;
mod headers;
mod health;
mod home;
mod invitations;
mod joining_by_code;
mod lately;
mod leaving;
mod limits;
mod links;
mod lobby;
mod look;
mod manner;
mod match_doors;
mod metrics;
mod notes;
mod notices;
mod offers;
mod opening;
mod orders;
mod outbox;
mod passkeys;
mod players;
mod playing;
mod private;
#[path = "../push_service/mod.rs"]
mod push_service;
mod pushes;
mod ranges;
mod ratings;
mod records;
mod registering;
mod reports;
mod resetting;
mod rules;
mod rulings;
mod seats;
mod second_step;
mod sessions;
mod settings;
mod signing_in;
#[path = "../sink/mod.rs"]
mod sink;
mod staff;
mod streams;
mod talking;
mod warnings;
mod what_if;
