//! The settings, each a flag of `serve` and an environment variable, and how they are parsed.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;
use ipnet::IpNet;
use lettre::Address;
use lettre::message::Mailbox;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;
use url::Url;

use super::backups::{BackupConfig, time_of_day};
use super::oidc_flags::OidcFlags;
use super::values::{file_name, on_or_off, read, read_secret};
use super::{Config, ConfigError, LogFormat, MetricsToken, PublicUrl, SecretKey, SmtpConfig};
use crate::users::{RegistrationMode, SiteSetting, SiteSettings};

/// The settings of `serve`, as text. An empty value counts as none.
#[derive(Clone, Debug, Default, Args)]
pub struct ServeFlags {
    /// Address and port to listen on [default: 127.0.0.1:8080]
    #[arg(long, env = "BIND", value_name = "ADDRESS:PORT")]
    pub bind: Option<String>,
    /// Public address of the site; with https, cookies are sent over https only
    /// [default: http://localhost and the port of BIND]
    #[arg(long, env = "PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// Database: a file, created if it does not exist, or a database on PostgreSQL, written like
    /// postgres://parlour@localhost/parlour [default: sqlite://data/parlour.db]
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Folder that the site writes a checked copy of the database to every day, without the secret key; created if it
    /// does not exist [default: none, and there are no backups by schedule]
    #[arg(long, env = "BACKUP_DIR", value_name = "FOLDER", value_parser = file_name())]
    pub backup_dir: Option<PathBuf>,
    /// Number of copies to keep in BACKUP_DIR, from 1 to 1000 [default: 7]
    #[arg(long, env = "BACKUP_KEEP", value_name = "NUMBER")]
    pub backup_keep: Option<String>,
    /// Time of day of the copy, in UTC [default: 03:30]
    #[arg(long, env = "BACKUP_AT", value_name = "HH:MM")]
    pub backup_at: Option<String>,
    /// Program that is run with the path of each finished copy, to send it elsewhere [default: none]
    #[arg(long, env = "BACKUP_THEN", value_name = "PROGRAM", value_parser = file_name())]
    pub backup_then: Option<PathBuf>,
    /// Secret that session tokens are hashed with, 32 characters or more; a new one signs everyone out and disables
    /// authenticator apps and links in emails
    /// [default: created on the first start as secret.key beside the database]
    #[arg(long, env = "SECRET_KEY", value_name = "TEXT", hide_env_values = true)]
    pub secret_key: Option<String>,
    /// File to read SECRET_KEY from
    #[arg(long, env = "SECRET_KEY_FILE", value_name = "FILE", value_parser = file_name())]
    pub secret_key_file: Option<PathBuf>,
    /// Proxies whose X-Forwarded-For is trusted: addresses or networks, separated by commas [default: none]
    #[arg(long, env = "TRUSTED_PROXIES", value_name = "NETWORKS")]
    pub trusted_proxies: Option<String>,
    /// Name of the site, up to 40 characters [default: Parlour, or what an admin enters]
    #[arg(long, env = "SITE_NAME", value_name = "NAME")]
    pub site_name: Option<String>,
    /// Who can sign up: open, approval, invitation or closed [default: open, or what an admin chooses]
    #[arg(long, env = "REGISTRATION", value_name = "WHO")]
    pub registration: Option<String>,
    #[command(flatten)]
    pub oidc: OidcFlags,
    /// Rate limits: on, or off (for load tests, only if BIND is a loopback address) [default: on]
    #[arg(long, env = "RATE_LIMITS", value_name = "ON|OFF")]
    pub rate_limits: Option<String>,
    /// Limit of live streams (open match pages) of one account [default: 30]
    #[arg(long, env = "STREAMS_PER_ACCOUNT", value_name = "NUMBER")]
    pub streams_per_account: Option<String>,
    /// Mail server, smtp://user:password@host:port or smtps://…; for smtp://, ?tls=required, offered or none sets the
    /// use of STARTTLS [default: none, and no email is sent]
    #[arg(long, env = "SMTP_URL", value_name = "URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// File to read SMTP_URL from
    #[arg(long, env = "SMTP_URL_FILE", value_name = "FILE", value_parser = file_name())]
    pub smtp_url_file: Option<PathBuf>,
    /// Sender of emails [default: the name of the site, at the host of PUBLIC_URL]
    #[arg(long, env = "MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,
    /// Allow push services over http at loopback addresses, for tests: on or off; off allows public addresses only
    /// [default: off]
    #[arg(long, env = "PUSH_TO_LOOPBACK", value_name = "ON|OFF")]
    pub push_to_loopback: Option<String>,
    /// Bearer token that Prometheus reads GET /metrics with, 16 characters or more [default: none, and /metrics is off]
    #[arg(long, env = "METRICS_TOKEN", value_name = "TEXT", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// File to read METRICS_TOKEN from
    #[arg(long, env = "METRICS_TOKEN_FILE", value_name = "FILE", value_parser = file_name())]
    pub metrics_token_file: Option<PathBuf>,
    /// Log format: text or json [default: text]
    #[arg(long, env = "LOG_FORMAT", value_name = "FORMAT")]
    pub log_format: Option<String>,
    /// Log the client's address with sign-ins, refusals and limits: on or off [default: on]
    #[arg(long, env = "LOG_ADDRESSES", value_name = "ON|OFF")]
    pub log_addresses: Option<String>,
    /// Log filter, for example info or parlour=debug [default: info,actix_server=warn; with text also
    /// parlour::requests=warn, so that only json has a line for each request]
    #[arg(long, env = "RUST_LOG", value_name = "FILTER")]
    pub rust_log: Option<String>,
}

impl Config {
    /// Parses all settings.
    ///
    /// # Errors
    /// A value is invalid, or two do not go together.
    pub fn read(flags: ServeFlags) -> Result<Self, ConfigError> {
        let unset = Config::default();
        let log_format =
            read(flags.log_format, unset.log_format, "LOG_FORMAT", "text or json", |v| match v {
                "text" => Some(LogFormat::Text),
                "json" => Some(LogFormat::Json),
                _ => None,
            })?;
        let config = Config {
            bind: read(
                flags.bind,
                unset.bind,
                "BIND",
                "an address and a port such as 127.0.0.1:8080",
                |v| v.parse().ok(),
            )?,
            public_url: read(
                flags.public_url,
                unset.public_url,
                "PUBLIC_URL",
                "a web address without a path, such as https://parlour.example",
                |v| PublicUrl::parse(v).map(Some),
            )?,
            database_url: database(flags.database_url, unset.database_url)?,
            backups: backups(flags.backup_dir, flags.backup_keep, flags.backup_at, flags.backup_then)?,
            secret_key: secret(flags.secret_key, flags.secret_key_file)?,
            trusted_proxies: read(
                flags.trusted_proxies,
                unset.trusted_proxies,
                "TRUSTED_PROXIES",
                "addresses or networks separated by commas, such as 10.0.0.0/8,::1",
                |v| v.split(',').map(|item| network(item.trim())).collect(),
            )?,
            site_name: read(
                flags.site_name,
                unset.site_name,
                "SITE_NAME",
                "a name of at most 40 characters, such as Chess Club",
                |name| {
                    SiteSettings::default().set(SiteSetting::Name, name).ok().map(|()| Some(name.to_owned()))
                },
            )?,
            registration: read(
                flags.registration,
                unset.registration,
                "REGISTRATION",
                "open, approval, invitation or closed",
                |mode| RegistrationMode::from_key(mode).map(Some),
            )?,
            oidc: flags.oidc.read()?,
            rate_limits: read(flags.rate_limits, unset.rate_limits, "RATE_LIMITS", "on or off", on_or_off)?,
            streams_per_account: read(
                flags.streams_per_account,
                unset.streams_per_account,
                "STREAMS_PER_ACCOUNT",
                "a number from 1",
                |text| text.parse().ok().filter(|number| *number > 0),
            )?,
            log_addresses: read(
                flags.log_addresses,
                unset.log_addresses,
                "LOG_ADDRESSES",
                "on or off",
                on_or_off,
            )?,
            smtp: smtp(flags.smtp_url, flags.smtp_url_file)?,
            mail_from: read(
                flags.mail_from,
                unset.mail_from,
                "MAIL_FROM",
                "an email address, such as Parlour <parlour@example.org>",
                |v| mailbox(v).map(Some),
            )?,
            push_to_loopback: read(
                flags.push_to_loopback,
                unset.push_to_loopback,
                "PUSH_TO_LOOPBACK",
                "on or off",
                on_or_off,
            )?,
            metrics_token: metrics_token(flags.metrics_token, flags.metrics_token_file)?,
            log_format,
            log_filter: read(
                flags.rust_log,
                log_format.filter().to_owned(),
                "RUST_LOG",
                "a list of levels (error, warn, info, debug, trace or off), such as info or parlour=debug,warn",
                log_filter,
            )?,
            bots: unset.bots,
            hash_cost: unset.hash_cost,
        };
        if let Some(network) = config.trusted_proxies.iter().find(|network| is_too_large(network)) {
            return Err(ConfigError::TrustedNetwork(*network));
        }
        if !config.rate_limits && !config.bind.ip().is_loopback() {
            return Err(ConfigError::Unlimited(config.bind));
        }
        Ok(config)
    }
}

/// The settings of backups by schedule; `None` without a folder.
fn backups(
    dir: Option<PathBuf>,
    keep: Option<String>,
    at: Option<String>,
    then: Option<PathBuf>,
) -> Result<Option<BackupConfig>, ConfigError> {
    let keep = read(keep, None, "BACKUP_KEEP", "a number from 1 to 1000", |text| {
        text.parse().ok().filter(|number| (1..=1000).contains(number)).map(Some)
    })?;
    let at = read(at, None, "BACKUP_AT", "a time of day in UTC, such as 03:30", |text| {
        time_of_day(text).map(Some)
    })?;
    let is_set = |path: &PathBuf| !path.as_os_str().is_empty();
    let then = then.filter(is_set);
    if let Some(path) = then.as_ref().filter(|path| !path.is_absolute()) {
        let (expected, value) = ("the absolute path of a program", path.display().to_string());
        return Err(ConfigError::Wrong { key: "BACKUP_THEN", expected, value });
    }
    let Some(folder) = dir.filter(is_set) else {
        let others =
            [("BACKUP_KEEP", keep.is_some()), ("BACKUP_AT", at.is_some()), ("BACKUP_THEN", then.is_some())];
        let alone = others.into_iter().find(|(_, is_set)| *is_set);
        return alone.map_or(Ok(None), |(key, _)| Err(ConfigError::WithoutFolder { key }));
    };
    let daily = BackupConfig::daily(&folder);
    Ok(Some(BackupConfig { keep: keep.unwrap_or(daily.keep), at: at.unwrap_or(daily.at), then, ..daily }))
}

fn secret(text: Option<String>, file: Option<PathBuf>) -> Result<Option<SecretKey>, ConfigError> {
    Ok(secret_text(text, file)?.and_then(|text| SecretKey::from_text(&text)))
}

/// The text of the secret key, if it was given.
///
/// # Errors
/// It is too short or given twice, or its file cannot be read.
pub fn secret_text(text: Option<String>, file: Option<PathBuf>) -> Result<Option<String>, ConfigError> {
    read_secret("SECRET_KEY", text, file, SecretKey::LEAST)
}

fn metrics_token(text: Option<String>, file: Option<PathBuf>) -> Result<Option<MetricsToken>, ConfigError> {
    let text = read_secret("METRICS_TOKEN", text, file, MetricsToken::LEAST)?;
    Ok(text.and_then(|text| MetricsToken::from_text(&text)))
}

fn smtp(text: Option<String>, file: Option<PathBuf>) -> Result<Option<SmtpConfig>, ConfigError> {
    const KEY: &str = "SMTP_URL";
    let text = read_secret(KEY, text, file, 0)?;
    text.map(|text| {
        SmtpConfig::parse(&text).map_err(|expected| ConfigError::Unreadable { key: KEY, expected })
    })
    .transpose()
}

/// An email address with or without a name. The letters of its domain beyond ASCII are encoded.
pub fn mailbox(text: &str) -> Option<Mailbox> {
    let Mailbox { name, email } = text.parse().ok()?;
    let domain = match email.domain() {
        literal if literal.starts_with('[') => literal.to_owned(),
        domain => idna::domain_to_ascii(domain).ok()?,
    };
    Some(Mailbox::new(name, Address::new(email.user(), domain).ok()?))
}

/// Whether a URL is that of a database on PostgreSQL, on a server or the socket of `?host=`.
fn is_on_server(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| {
        matches!(url.scheme(), "postgres" | "postgresql") && url.has_host() && url.path().len() > 1
    })
}

/// The URL of a database. One in memory would be a different one for each connection. A wrong one may have a password.
fn database(given: Option<String>, unset: String) -> Result<String, ConfigError> {
    let url = given.map(|url| url.trim().to_owned()).filter(|url| !url.is_empty()).unwrap_or(unset);
    let is_file = |path: &str| {
        let file = path.split('?').next().unwrap_or_default();
        !file.is_empty() && file != ":memory:" && !path.contains("mode=memory")
    };
    match url.strip_prefix("sqlite://").map_or_else(|| is_on_server(&url), is_file) {
        true => Ok(url),
        false => Err(ConfigError::Unreadable {
            key: "DATABASE_URL",
            expected: "a file, written like sqlite://data/parlour.db, or a database on PostgreSQL, written like \
                       postgres://parlour@localhost/parlour",
        }),
    }
}

fn network(text: &str) -> Option<IpNet> {
    text.parse::<IpNet>().ok().or_else(|| text.parse::<IpAddr>().map(IpNet::from).ok())
}

/// Whether a network is larger than the largest private ones, 10.0.0.0/8 and fc00::/7.
fn is_too_large(network: &IpNet) -> bool {
    network.prefix_len() < if network.addr().is_ipv4() { 8 } else { 7 }
}

/// A filter in which every word without `=` is a level. Any other word would be read as a target, and nothing else would
/// be logged.
fn log_filter(text: &str) -> Option<String> {
    let is_clear = |part: &str| part.contains(['=', '[']) || part.parse::<LevelFilter>().is_ok();
    (text.split(',').all(is_clear) && EnvFilter::try_new(text).is_ok()).then(|| text.to_owned())
}
