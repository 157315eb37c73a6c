//! `parlour serve`: runs the site.

use std::env;

use anyhow::bail;
use clap::Args;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

use super::logging;
use crate::config::{Config, ServeFlags, misspelt_settings};
use crate::now::{Clock, Moment};
use crate::site::Site;
use crate::urls;
use crate::users::RegistrationMode;
use crate::version::FULL_VERSION;
use crate::web::AppState;

/// Run the site (the default command)
#[derive(Clone, Debug, Default, Args)]
pub struct ServeArgs {
    #[command(flatten)]
    flags: ServeFlags,
}

impl ServeArgs {
    /// Serves until a signal comes.
    ///
    /// # Errors
    /// The configuration is invalid, the site does not start, or it fails.
    pub fn run(self) -> anyhow::Result<()> {
        let config = Config::read(self.flags)?;
        logging::start(&config)?;
        if Clock::Wall.now() < EARLIEST {
            bail!(
                "the clock of this machine says {}, which is before this version was made: set it",
                Clock::Wall.now()
            );
        }
        let variables = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        for (name, setting) in misspelt_settings(variables) {
            tracing::warn!("{name} is not a setting and is ignored: did you mean {setting}?");
        }
        Builder::new_current_thread().enable_all().build()?.block_on(serve(config))
    }
}

/// A clock that says less is wrong, as on a machine without a battery: 1 November 2026.
const EARLIEST: Moment = Moment(1_793_491_200_000);

async fn serve(config: Config) -> anyhow::Result<()> {
    let mut terminated = signal(SignalKind::terminate())?;
    let mut interrupted = signal(SignalKind::interrupt())?;
    // The start may wait for another server to stop.
    let mut site = tokio::select! {
        started = Site::start(config, Clock::Wall) => started?,
        _ = terminated.recv() => return Ok(()),
        _ = interrupted.recv() => return Ok(()),
    };
    tracing::info!(
        listening = %site.address,
        open_files = site.open_files,
        version = FULL_VERSION.as_str(),
        "Parlour is running at {}",
        site.state.public_url
    );
    log_open_tasks(&site.state);
    tokio::select! {
        _ = terminated.recv() => {}
        _ = interrupted.recv() => {}
        ended = site.wait_until_ended() => return Ok(ended?),
    }
    tracing::info!("stopping");
    site.stop().await;
    Ok(())
}

/// Logs what a new site still lacks, and what its host may not expect.
fn log_open_tasks(state: &AppState) {
    if let Some(key) = &state.setup_key {
        // The link is at the end, so that no punctuation is taken for a part of it.
        let link = format!("{}{}", state.public_url, urls::Setup.with_key(&key.text()));
        tracing::warn!("there is no admin yet: create one with `parlour admin create NAME`, or open {link}");
    }
    if !state.public_url.is_https() && !state.public_url.is_loopback() {
        tracing::warn!("PUBLIC_URL is http, so passwords are sent unencrypted: set up https");
    }
    if state.config.smtp.is_none() {
        tracing::info!("no email is sent, not even to reset passwords: set SMTP_URL");
    }
    if state.settings.now().registration == RegistrationMode::Open {
        tracing::info!("anyone can sign up: set REGISTRATION to invitation or closed to prevent that");
    }
}
