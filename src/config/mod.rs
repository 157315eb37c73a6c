//! Configuration from flags and environment variables, read once at the start.
//!
//! Everything has a default that works. An invalid value stops the start with a sentence that names its key.

mod backups;
mod flags;
mod misspelt;
mod oidc;
mod oidc_flags;
mod public_url;
mod secret;
mod smtp;
#[cfg(test)]
mod tests;
mod text_file;
mod token;
mod values;

use std::net::{Ipv4Addr, SocketAddr};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use ipnet::IpNet;
use lettre::message::Mailbox;
use thiserror::Error;

pub use backups::BackupConfig;
pub use flags::{ServeFlags, mailbox, secret_text};
pub use misspelt::{misspelt_settings, setting_names};
pub use oidc::OidcConfig;
pub use oidc_flags::OidcFlags;
pub use public_url::PublicUrl;
pub use secret::{SecretError, SecretKey};
pub use smtp::{SmtpConfig, SmtpTls};
pub use text_file::{read_text, text_of};
pub use token::MetricsToken;
pub use values::file_name;

use crate::users::{RegistrationMode, SiteSetting};

/// The configuration of the site.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub bind: SocketAddr,
    /// The URL of the site; `None` for `http://localhost` with the port of `bind`.
    pub public_url: Option<PublicUrl>,
    pub database_url: String,
    /// Backups by schedule; `None` if the site makes none.
    pub backups: Option<BackupConfig>,
    /// The secret of the site; `None` for the one beside the database.
    pub secret_key: Option<SecretKey>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// The name of the site; `None` if admins choose it.
    pub site_name: Option<String>,
    /// Who may sign up; `None` if admins choose it.
    pub registration: Option<RegistrationMode>,
    /// The provider that people can sign in with; `None` if there is none.
    pub oidc: Option<OidcConfig>,
    /// Whether rate limits are enforced.
    pub rate_limits: bool,
    /// How many live streams an account may have open.
    pub streams_per_account: usize,
    /// Whether log lines about sign-ins, refusals and limits contain the client's address.
    pub log_addresses: bool,
    /// The mail server; `None` if no mail is sent.
    pub smtp: Option<SmtpConfig>,
    /// The sender of emails; `None` for an address at the host of the site.
    pub mail_from: Option<Mailbox>,
    /// Whether push services may be on this machine.
    pub push_to_loopback: bool,
    /// The bearer token for the metrics; `None` if they are off.
    pub metrics_token: Option<MetricsToken>,
    pub log_format: LogFormat,
    /// The log filter, in the syntax of `RUST_LOG`.
    pub log_filter: String,
    /// The pace of bots; there is no flag for it.
    pub bots: BotPace,
    /// The work of password hashing; there is no flag for it.
    pub hash_cost: HashCost,
}

/// The pace of bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotPace {
    /// Minimum and maximum time for a move, unless the search takes longer.
    pub delay: RangeInclusive<Duration>,
    /// How many positions a search may look at.
    pub nodes: u64,
    /// The pause between two reads of the outbox.
    pub reading: Duration,
}

impl BotPace {
    /// Without delay and with short searches, for tests.
    pub const IMMEDIATE: Self =
        Self { delay: Duration::ZERO..=Duration::ZERO, nodes: 2000, reading: Duration::ZERO };
}

impl Default for BotPace {
    fn default() -> Self {
        let delay = Duration::from_millis(700)..=Duration::from_millis(1500);
        Self { delay, nodes: u64::MAX, reading: Duration::from_millis(100) }
    }
}

/// The work of hashing a password with Argon2id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashCost {
    /// The memory, in KiB.
    pub memory: u32,
    /// How often it is passed over.
    pub passes: u32,
}

impl HashCost {
    /// As little as Argon2 permits, for tests.
    pub const LEAST: Self = Self { memory: 8, passes: 1 };
}

impl Default for HashCost {
    /// 34 MiB. The allocator may retain blocks of up to 32 MiB; larger ones go back to the operating system after each
    /// hash.
    fn default() -> Self {
        Self { memory: 34 * 1024, passes: 2 }
    }
}

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object per line.
    Json,
}

impl LogFormat {
    /// The default filter. Lines about requests are for programs.
    pub const fn filter(self) -> &'static str {
        match self {
            LogFormat::Text => "info,actix_server=warn,parlour::requests=warn",
            LogFormat::Json => "info,actix_server=warn",
        }
    }
}

/// Why the configuration is invalid.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// A value is invalid.
    #[error("{key} must be {expected}, not “{value}”")]
    Wrong {
        key: &'static str,
        /// What is valid.
        expected: &'static str,
        /// The value.
        value: String,
    },
    /// A value is invalid that must not be printed.
    #[error("{key} must be {expected}")]
    Unreadable {
        key: &'static str,
        /// What is valid.
        expected: &'static str,
    },
    /// A secret was given twice.
    #[error("{key} and {key}_FILE are both set: remove one")]
    Twice { key: &'static str },
    /// A secret is too short. It must not be printed.
    #[error("{key} must have at least {least} characters")]
    Short {
        key: &'static str,
        /// The minimum length.
        least: usize,
    },
    /// The secret in a file is too short. It must not be printed.
    #[error("{key}_FILE names “{}”, which must have at least {least} characters", path.display())]
    ShortFile { key: &'static str, path: PathBuf, least: usize },
    /// The file with a secret cannot be read.
    #[error("{key}_FILE names “{}”, which cannot be read: {source}", path.display())]
    File { key: &'static str, path: PathBuf, source: std::io::Error },
    /// A trusted network is so large that it is not one of proxies.
    #[error(
        "TRUSTED_PROXIES must not contain {0}: anyone in that network could forge their address and escape rate limits; list \
         only your own proxies, such as 10.0.0.0/8,::1"
    )]
    TrustedNetwork(IpNet),
    /// Rate limits are off although the address is reachable from other machines.
    #[error("RATE_LIMITS=off requires BIND to be a loopback address, which {0} is not")]
    Unlimited(SocketAddr),
    /// A setting of backups is set, but none are made.
    #[error(
        "{key} is set without BACKUP_DIR, so there would be no backups: set BACKUP_DIR to a folder, or remove {key}"
    )]
    WithoutFolder { key: &'static str },
    /// A setting does nothing without another one.
    #[error("{key} is set without {missing}: set both, or remove {key}")]
    Without { key: &'static str, missing: &'static str },
}

impl Config {
    /// The settings of the site that are given here, and which admins cannot change.
    /// Where people sign in at the provider only, nobody can sign up.
    pub fn site_settings(&self) -> Vec<(SiteSetting, String)> {
        let name = self.site_name.clone().map(|name| (SiteSetting::Name, name));
        let closed = Some(RegistrationMode::Closed).filter(|_| self.is_sso_only());
        let registration =
            closed.or(self.registration).map(|mode| (SiteSetting::Registration, mode.key().to_owned()));
        name.into_iter().chain(registration).collect()
    }

    /// Whether people sign in at the provider only.
    pub fn is_sso_only(&self) -> bool {
        self.oidc.as_ref().is_some_and(|oidc| oidc.only)
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bind: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            public_url: None,
            database_url: "sqlite://data/parlour.db".to_owned(),
            backups: None,
            secret_key: None,
            trusted_proxies: Vec::new(),
            site_name: None,
            registration: None,
            oidc: None,
            rate_limits: true,
            streams_per_account: 30,
            log_addresses: true,
            smtp: None,
            mail_from: None,
            push_to_loopback: false,
            metrics_token: None,
            log_format: LogFormat::Text,
            log_filter: LogFormat::Text.filter().to_owned(),
            bots: BotPace::default(),
            hash_cost: HashCost::default(),
        }
    }
}
