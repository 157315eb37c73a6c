//! Configuration from flags and environment variables, read once at the start.
//!
//! Everything has a default that works. A wrong value stops the start with a sentence that names its key.

mod flags;
mod public_url;
mod secret;
mod smtp;
#[cfg(test)]
mod tests;
mod token;

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;
use lettre::message::Mailbox;
use thiserror::Error;

pub use flags::{ServeFlags, file_name, secret_text};
pub use public_url::PublicUrl;
pub use secret::{SecretError, SecretKey};
pub use smtp::{SmtpConfig, SmtpTls};
pub use token::MetricsToken;

/// What the site was told to do.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub bind: SocketAddr,
    /// The address people use; `None` for `http://localhost` and the port that is listened on.
    pub public_url: Option<PublicUrl>,
    /// Where the database is.
    pub database_url: String,
    /// The secret of this site; `None` for the one kept beside the database.
    pub secret_key: Option<SecretKey>,
    /// Whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Who may register.
    pub registration: RegistrationMode,
    /// Whether requests are counted and refused when there are too many.
    pub rate_limits: bool,
    /// How many connections and live streams may be open at a time.
    pub open_limits: OpenMatchLimits,
    /// Whether log lines about sign-ins, refusals and limits name the client's address.
    pub log_addresses: bool,
    /// The mail server; `None` when no mail is sent.
    pub smtp: Option<SmtpConfig>,
    /// Whom mail comes from; `None` for an address at the host of the public address.
    pub mail_from: Option<Mailbox>,
    /// Whether pushes may go to push services on this machine.
    pub push_to_loopback: bool,
    /// The word that opens what is counted; `None` when nothing is.
    pub metrics_token: Option<MetricsToken>,
    /// How the log is written.
    pub log_format: LogFormat,
    /// What is logged, in the syntax of `RUST_LOG`.
    pub log_filter: String,
    /// How fast bots play; no flag changes it.
    pub bots: BotPace,
}

/// How fast bots play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotPace {
    /// How long they take to answer at least and at most, unless the search takes longer.
    pub delay: RangeInclusive<Duration>,
    /// Positions a search may look at.
    pub nodes: u64,
    /// How long the outbox is left alone after it was read.
    pub reading: Duration,
}

impl BotPace {
    /// Without delay and after short searches, for tests.
    pub const IMMEDIATE: Self =
        Self { delay: Duration::ZERO..=Duration::ZERO, nodes: 2000, reading: Duration::ZERO };
}

impl Default for BotPace {
    fn default() -> Self {
        let delay = Duration::from_millis(700)..=Duration::from_millis(1500);
        Self { delay, nodes: u64::MAX, reading: Duration::from_millis(100) }
    }
}

/// Who may register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegistrationMode {
    /// Everybody.
    Open,
    /// Whoever was invited.
    Invitation,
    /// Nobody.
    Closed,
}

/// How many connections and live streams one client may have open at a time. Generous, because a whole school may share an
/// address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenMatchLimits {
    /// Connections from one address; those of trusted proxies are not counted.
    pub connections_per_address: usize,
    /// Live streams to one address, as told by trusted proxies.
    pub streams_per_address: usize,
    /// Live streams of one account.
    pub streams_per_account: usize,
}

impl Default for OpenMatchLimits {
    fn default() -> Self {
        Self { connections_per_address: 1000, streams_per_address: 500, streams_per_account: 30 }
    }
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

impl LogFormat {
    /// What is logged where nobody says otherwise. A line for each request is for programs to read.
    pub const fn filter(self) -> &'static str {
        match self {
            LogFormat::Text => "info,actix_server=warn,parlour::requests=warn",
            LogFormat::Json => "info,actix_server=warn",
        }
    }
}

/// Why the configuration cannot be followed.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// A value is none of those the key takes.
    #[error("{key} must be {expected}, not “{value}”")]
    Wrong {
        key: &'static str,
        /// What it takes.
        expected: &'static str,
        /// What it was given.
        value: String,
    },
    /// A value that is not to be repeated is none of those the key takes.
    #[error("{key} must be {expected}")]
    Unreadable {
        key: &'static str,
        /// What it takes.
        expected: &'static str,
    },
    /// A secret was given in two ways.
    #[error("{key} and {key}_FILE are both set: remove one")]
    Twice { key: &'static str },
    /// A secret is too easy to guess. It is not repeated here.
    #[error("{key} must have at least {least} characters")]
    Short {
        key: &'static str,
        /// How many it takes.
        least: usize,
    },
    /// The file a secret is in cannot be read.
    #[error("{key}_FILE names “{}”, which cannot be read: {source}", path.display())]
    File {
        key: &'static str,
        path: PathBuf,
        /// What went wrong.
        source: std::io::Error,
    },
    /// The limits are off where strangers can come.
    #[error("RATE_LIMITS=off requires BIND to be a loopback address, which {0} is not")]
    Unlimited(SocketAddr),
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bind: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            public_url: None,
            database_url: "sqlite://data/parlour.db".to_owned(),
            secret_key: None,
            trusted_proxies: Vec::new(),
            registration: RegistrationMode::Open,
            rate_limits: true,
            open_limits: OpenMatchLimits::default(),
            log_addresses: true,
            smtp: None,
            mail_from: None,
            push_to_loopback: false,
            metrics_token: None,
            log_format: LogFormat::Text,
            log_filter: LogFormat::Text.filter().to_owned(),
            bots: BotPace::default(),
        }
    }
}

impl fmt::Display for RegistrationMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RegistrationMode::Open => "open",
            RegistrationMode::Invitation => "invitation",
            RegistrationMode::Closed => "closed",
        })
    }
}
