//! Routes and handlers, which connect the other modules.
//!
//! A request passes from the outside in: tracing, language, headers, compression, rendering of errors, held forms,
//! and the protection against cross-site and excessive requests. Then comes the handler.

mod account;
mod admin;
mod appearance;
mod assets;
mod blocks;
mod board_images;
mod dashboard;
mod devices;
mod feeds;
mod games;
mod guest_sessions;
mod health;
mod http;
mod invited;
mod join;
mod live;
mod matches;
mod metrics;
mod new_match;
mod new_match_bots;
mod opponent_names;
mod pending_join;
mod play;
mod play_settings;
mod players;
mod reauth;
mod register;
mod reports;
mod reset;
mod routes;
mod settings;
mod sign_in;
mod time_fields;
mod two_factor;
mod unsubscribe;
mod zone;

use std::sync::Arc;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::Data;
use actix_web::{App, Error as ActixError};
use tokio::sync::watch;

pub use board_images::BoardImages;
pub use http::caller::{Caller, SessionUser, SignedIn, needs_account};
pub use http::connections::ConnectionLimits;
pub use http::error::WebError;
pub use http::error_words::ErrorWords;
pub use http::form::FormData;
pub use http::limits::RateLimits;
pub use http::local_path::LocalPath;
pub use http::reauthenticated::Reauthenticated;
pub use http::reply::{html, is_fragment, reader, see_other};
pub use http::staff::{AdminCaller, ModeratorCaller};
use http::unread_body::UnreadBody;
use http::{compression, error_pages, headers, language, protection, request_tracing};
pub use routes::patterns;

use crate::accounts::Accounts;
use crate::analysis_runner::AnalysisRunner;
use crate::config::{Config, PublicUrl};
use crate::hub::Hub;
use crate::lists::BotDirectory;
use crate::metrics::Metrics;
use crate::notices::NoticeService;
use crate::now::{Clock, Moment};
use crate::referee::Referee;
use crate::search_pool::SearchPool;
use crate::store::Store;
use crate::users::UserId;

/// The result of handlers.
pub type HttpResult = Result<actix_web::HttpResponse, WebError>;

/// What handlers have access to.
#[derive(Debug)]
pub struct AppState {
    pub accounts: Arc<Accounts>,
    pub referee: Referee,
    pub hub: Hub,
    pub bots: BotDirectory,
    pub notices: Arc<NoticeService>,
    pub analyses: Arc<AnalysisRunner>,
    pub store: Store,
    pub config: Config,
    pub searches: SearchPool,
    /// The URL of the site.
    pub public_url: PublicUrl,
    pub metrics: Metrics,
    /// When the process started.
    pub started: Moment,
    pub clock: Clock,
    pub limits: RateLimits,
    pub images: BoardImages,
    pub connections: ConnectionLimits,
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
}

/// The application of each worker.
pub fn app(
    state: Data<AppState>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = ActixError,
        InitError = (),
    >,
> {
    App::new()
        .app_data(state)
        .configure(routes::all)
        .wrap(from_fn(protection::protect))
        .wrap(from_fn(error_pages::draw))
        .wrap(from_fn(compression::compress))
        .wrap(from_fn(add_headers))
        .wrap(from_fn(request_tracing::trace_request))
}

/// Wraps all responses: sets the language and the headers, and closes the connection if the request body was not
/// read.
async fn add_headers<B: MessageBody + 'static>(
    mut req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, ActixError> {
    let body = UnreadBody::of(&mut req);
    let answer = language::scope(next.call(req)).await?;
    Ok(UnreadBody::attach(headers::add(answer), body))
}
