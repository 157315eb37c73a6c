//! Parlour: people with accounts play board games against each other, days apart or live.
//!
//! The map of the house, a room a line, with what each may import:
//!
//! * [`games`]: the rules of the games, pure. Imports nothing of the house.
//! * [`texts`]: what the house says, in the language of whoever hears it. Imports nothing of the house.
//! * [`metrics`]: what is counted for whoever watches over the house, pure. Imports nothing of the house.
//! * `matches`: a match as the fold of its event log, pure. Imports `games`, `texts`, `now::Moment`,
//!   `now::spans`.
//! * [`people`]: roles, suspensions, what staff do to whom, pure. Imports `matches`, `texts`, `now::Moment`.
//! * [`store`]: the only SQL. Imports `matches`, `people`, `games`, `metrics`, `texts`, `now::Moment`,
//!   `now::spans`, `notices::wanted`.
//! * [`referee`]: the one writer of matches. Imports `store`, `hub`, `matches`, `people`, `games`, `metrics`,
//!   `texts`, `now`, `uptime`.
//! * [`sweeper`]: ends what has run out of time, closes what nobody goes on with, credits downtime. Imports `store`,
//!   `referee`, `matches`, `now`.
//! * [`uptime`]: notices when the site could not be used, and records that. Imports `store`, `matches`, `now`.
//! * [`hub`]: who looks on at which match, woken after a commit, and what they have seen. Imports `matches`, `games`,
//!   `texts`, `now::Moment`.
//! * [`accounts`]: names, passwords, passkeys, codes, sessions. Imports `store`, `people`, `matches`, `texts`, `now`.
//! * [`notices`]: what happened to whom, told by push, by e-mail and in feeds. Imports `store`, `views`, `hub`, `matches`,
//!   `people`, `games`, `texts`, `config`, `now`, `web::paths`.
//! * `views`: the only HTML, pure. Imports `matches`, `people`, `games`, `texts`, `now::Moment`, `now::spans`,
//!   `notices::wanted`, `web::paths`.
//! * `web`: routes and handlers, the seam between all of them.
//! * `config`, `cli`, `site`, `now`: how the program is told what to do, started, and told the time.

pub mod accounts;
pub mod cli;
pub mod config;
pub mod games;
pub mod hub;
pub mod matches;
pub mod metrics;
pub mod notices;
pub mod now;
pub mod people;
pub mod referee;
pub mod site;
pub mod store;
pub mod sweeper;
pub mod texts;
pub mod uptime;
pub mod views;
pub mod web;

#[cfg(test)]
#[path = "../tests/small_disk/mod.rs"]
mod small_disk;
