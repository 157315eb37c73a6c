//! Parlour: people with accounts play board games against each other, days apart or live.
//!
//! What each module is for, from the lowest to the highest. Who may import whom is a table in `tests/program/architecture.rs`,
//! which holds the source to it.
//!
//! * [`error_code`]: stable codes of errors.
//! * [`games`]: the rules of the games. Pure.
//! * [`language`]: the languages that pages can be read in.
//! * [`texts`]: the catalogues of texts, and the language of whoever reads them.
//! * [`periodic`]: tasks that run at an interval, and at once when asked to.
//! * [`metrics`]: counters, and how they are written out for Prometheus. Pure.
//! * [`now`]: the time, time zones and spans of time.
//! * [`config`]: flags and environment variables, read once at the start.
//! * [`ids`]: the ids of matches, and the codes by which they are joined. Pure.
//! * [`users`]: ids, roles, suspensions, preferences, what staff do, and the audit entries about it. Pure.
//! * [`mod@matches`]: a match as the fold of its event log, and the decision about each command. Pure.
//! * [`bots`]: players made by code: search, evaluation of each game, levels. Pure.
//! * [`lists`]: read models: matches and counts as lists and dashboards show them, the accounts of bots. Pure.
//! * [`store`]: the database, and the only SQL.
//! * [`search_pool`]: threads that search for bots, hints and analyses, with a bounded, fair queue.
//! * [`outbox`]: consumers that act after a commit on what has happened in matches.
//! * [`uptime`]: notices when the site could not be used, and records that.
//! * [`hub`]: who watches which match; publishes changes after a commit.
//! * [`referee`]: the one writer of matches: load, decide, append, commit, publish.
//! * [`bot_runner`]: plays for bots: searches and moves through the referee.
//! * [`analysis_runner`]: analyses finished matches in the background.
//! * [`sweeper`]: applies deadlines, closes abandoned matches, credits downtime.
//! * [`accounts`]: registration, passwords, passkeys, codes, sessions.
//! * [`artwork`]: drawings made by code: boards, pieces, icons, and the stylesheets with the places of cells. Pure.
//! * [`assets`]: the files that browsers load, embedded in the program, with the hash of their content in their URL.
//! * [`urls`]: every URL of the site as a type.
//! * [`views`]: the HTML of pages: their fragments and boards. Pure.
//! * [`notices`]: what happened to a user, sent by push, email and feeds; the HTML of emails.
//! * [`web`]: routes and handlers, which connect all of these.
//! * [`site`]: starts and stops the running site.
//! * [`cli`]: the command line.

pub mod accounts;
pub mod analysis_runner;
pub mod artwork;
pub mod assets;
pub mod bot_runner;
pub mod bots;
pub mod cli;
pub mod config;
pub mod error_code;
pub mod games;
pub mod hub;
pub mod ids;
pub mod language;
pub mod lists;
pub mod matches;
pub mod metrics;
pub mod notices;
pub mod now;
pub mod outbox;
pub mod periodic;
pub mod referee;
pub mod search_pool;
pub mod site;
pub mod store;
pub mod sweeper;
pub mod texts;
pub mod uptime;
pub mod urls;
pub mod users;
pub mod views;
pub mod web;

#[cfg(test)]
#[path = "../tests/support/small_disk.rs"]
mod small_disk;
