//! What handlers have access to.

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::Data;
use tokio::sync::watch;

use super::board_image_queue::BoardImages;
use super::http::client_address::{ClientSubnet, client_address};
use super::http::form_answers::FormAnswers;
use super::http::limits::RateLimits;
use super::http::stream_limit::StreamLimit;
use crate::accounts::{Accounts, SetupKey};
use crate::analysis_runner::AnalysisRunner;
use crate::backup_runner::BackupRunner;
use crate::config::{Config, PublicUrl};
use crate::hub::Hub;
use crate::lists::BotDirectory;
use crate::metrics::Metrics;
use crate::notices::NoticeService;
use crate::now::{Clock, Moment};
use crate::oidc::OidcProvider;
use crate::pairing::Pairing;
use crate::referee::Referee;
use crate::search_pool::SearchPool;
use crate::site_settings::CurrentSettings;
use crate::store::Store;
use crate::texts::tr;
use crate::users::UserId;

/// What nearly every handler takes: the request, what it has access to, and the user who made the request, by an
/// extractor that admits them.
pub type RequestOf<C> = (HttpRequest, Data<AppState>, C);

/// What handlers have access to.
#[derive(Debug)]
pub struct AppState {
    pub accounts: Arc<Accounts>,
    /// The key of the link that creates the first admin; `None` if there was an admin at the start, or
    /// people sign in at the provider only.
    pub setup_key: Option<SetupKey>,
    /// The OpenID Connect provider; `None` if there is none.
    pub oidc: Option<OidcProvider>,
    pub referee: Referee,
    pub hub: Hub,
    pub bots: BotDirectory,
    pub notices: Arc<NoticeService>,
    /// Backups by schedule; `None` if there are none.
    pub backups: Option<Arc<BackupRunner>>,
    pub pairing: Pairing,
    pub analyses: Arc<AnalysisRunner>,
    pub store: Store,
    /// What the host has set about the site.
    pub settings: CurrentSettings,
    pub config: Config,
    pub searches: SearchPool,
    /// The URL of the site.
    pub public_url: PublicUrl,
    pub metrics: Metrics,
    /// When the process started.
    pub started: Moment,
    pub clock: Clock,
    pub limits: RateLimits,
    pub form_answers: FormAnswers,
    pub images: BoardImages,
    pub streams: StreamLimit,
    /// Becomes true when the site begins to stop, which ends all streams.
    pub stopping: watch::Receiver<bool>,
}

impl AppState {
    /// Call after a user was suspended or muted, or that has ended: it applies from their next request on, and open
    /// pages are updated.
    pub fn sanctions_changed(&self, user: UserId) {
        self.accounts.clear_caches_of(user);
        self.hub.sanctions_changed(user);
    }

    /// The name of the OpenID Connect provider, if there is one.
    pub fn provider_name(&self) -> Option<&str> {
        let provider = self.oidc.as_ref()?.config();
        Some(provider.name.as_deref().unwrap_or_else(|| tr("single sign-on")))
    }

    /// The URL of the OpenID Connect provider, if there is one.
    pub fn oidc_issuer(&self) -> Option<&str> {
        self.oidc.as_ref().map(|oidc| oidc.config().issuer.as_str())
    }

    /// The subnet of a request's client, which limits count.
    pub fn client_subnet(&self, request: &HttpRequest) -> ClientSubnet {
        ClientSubnet::asking(request, &self.config.trusted_proxies)
    }

    /// The client's address for a log line; `None` where addresses are not logged.
    pub fn logged_address(&self, request: &HttpRequest) -> Option<IpAddr> {
        self.config.log_addresses.then(|| client_address(request, &self.config.trusted_proxies))
    }
}
