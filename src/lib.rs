//! Parlour: people with accounts play board games against each other, days apart or live.
//!
//! The modules from the lowest to the highest. Who may import whom is a table in `tests/program/architecture.rs`,
//! which tests the source.
//!
//! * [`error_code`]: stable codes of errors.
//! * [`mod@keyed`]: enums whose values have a key.
//! * [`mod@typed`]: plain characters for those of other keyboards.
//! * [`games`]: the rules of the games. Pure.
//! * [`language`]: the languages of the site.
//! * [`texts`]: translated texts, and the current language.
//! * [`periodic`]: tasks that run at an interval, or at once on request.
//! * [`version`]: the version and the commit of the program.
//! * [`priority`]: the priority of threads.
//! * [`cached`]: a cache in memory, with a time limit and a capacity.
//! * [`metrics`]: counters, and their output for Prometheus. Pure.
//! * [`now`]: the time, time zones and spans of time.
//! * [`config`]: flags and environment variables, read once at the start.
//! * [`ids`]: match ids and join codes. Pure.
//! * [`users`]: ids, roles, sanctions, preferences, staff actions and audit entries. Pure.
//! * [`mod@matches`]: a match as the fold of its event log, and the decision about each command. Pure.
//! * [`bots`]: bots: search, evaluation of each game, levels. Pure.
//! * [`lists`]: read models: matches and counts for lists and dashboards, the accounts of bots. Pure.
//! * [`store`]: the database, and the only SQL.
//! * [`site_settings`]: what the host has set about the site: its name, its texts, who may join.
//! * [`search_pool`]: threads that search for bots, hints and analyses, with a bounded, fair queue.
//! * [`outbox`]: consumers that act after a commit on what has happened in matches.
//! * [`uptime`]: detects and records downtime.
//! * [`hub`]: the watchers of each match; publishes changes after a commit.
//! * [`referee`]: the one writer of matches: load, decide, append, commit, publish.
//! * [`pairing`]: pairs users who wait for an opponent and starts their matches.
//! * [`bot_runner`]: plays for bots: searches and moves through the referee.
//! * [`analysis_runner`]: analyses finished matches in the background.
//! * [`daily_runner`]: chooses the positions of the day from analysed matches.
//! * [`sweeper`]: applies deadlines, expires matches, credits downtime.
//! * [`oidc`]: sign-in at an OpenID Connect provider.
//! * [`accounts`]: registration, passwords, passkeys, codes, sessions.
//! * [`artwork`]: generated drawings: boards, pieces, icons, and the stylesheets with the places of cells. Pure.
//! * [`assets`]: the files for browsers, embedded in the program, with the hash of their content in their URL.
//! * [`urls`]: every URL of the site as a type.
//! * [`rasterizer`]: draws pictures of boards as PNG, SVG and animated GIF images, one at a time, and keeps them for a while.
//! * [`views`]: the HTML of pages: their fragments and boards. Pure.
//! * [`downloads`]: zip archives that are written while they are read: the data of a user, records of matches. Matches as
//!   files.
//! * [`notices`]: notices by push, email and feeds; the HTML of emails.
//! * [`backup_runner`]: backups by schedule.
//! * [`web`]: routes and handlers, which connect all of these.
//! * [`site`]: starts and stops the running site.
//! * [`cli`]: the command line.

pub mod accounts;
pub mod analysis_runner;
pub mod artwork;
pub mod assets;
pub mod backup_runner;
pub mod bot_runner;
pub mod bots;
pub mod cached;
pub mod cli;
pub mod config;
pub mod daily_runner;
pub mod downloads;
pub mod error_code;
pub mod games;
pub mod hub;
pub mod ids;
pub mod keyed;
pub mod language;
pub mod lists;
pub mod matches;
pub mod metrics;
pub mod notices;
pub mod now;
pub mod oidc;
pub mod outbox;
pub mod pairing;
pub mod periodic;
pub mod priority;
pub mod rasterizer;
pub mod referee;
pub mod search_pool;
pub mod site;
pub mod site_settings;
pub mod store;
pub mod sweeper;
pub mod texts;
pub mod typed;
pub mod uptime;
pub mod urls;
pub mod users;
pub mod version;
pub mod views;
pub mod web;

#[cfg(test)]
#[path = "../tests/support/postgres_clones.rs"]
mod postgres_clones;
#[cfg(test)]
#[path = "../tests/support/postgres_server.rs"]
#[allow(dead_code, reason = "the tests of the program use all of it")]
mod postgres_server;
#[cfg(test)]
#[path = "../tests/support/small_disk.rs"]
mod small_disk;
