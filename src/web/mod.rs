//! Routes and handlers, which connect the other modules.
//!
//! A request passes, from the outside in: the log span, the language, the headers every
//! answer has, compression, the drawing of errors,
//! the forms that were held until the user confirmed their identity, and the gate, which refuses what comes from other sites
//! or too often. Then a handler answers.

mod account;
mod admin;
mod appearance;
mod assets;
mod blocks;
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

pub use http::caller::{Caller, SessionUser, SignedIn, needs_account};
pub use http::connections::ConnectionLimits;
pub use http::error::WebError;
pub use http::form::FormData;
pub use http::held_forms::HeldRequests;
pub use http::limits::RateLimits;
pub use http::local_path::LocalPath;
pub use http::reauthenticated::Reauthenticated;
pub use http::reply::{html, is_fragment, reader, see_other};
pub use http::staff::{AdminCaller, ModeratorCaller};
use http::unread_body::UnreadBody;
use http::{compression, error_pages, headers, held_forms, language, moved, protection, request_tracing};
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

/// What handlers answer with, or fail with.
pub type HttpResult = Result<actix_web::HttpResponse, WebError>;

/// What handlers work with.
#[derive(Debug)]
pub struct AppState {
    /// Names, passwords, sessions.
    pub accounts: Arc<Accounts>,
    /// The one writer of matches.
    pub referee: Referee,
    /// Who looks on at which match.
    pub hub: Hub,
    /// The accounts of bots.
    pub bots: BotDirectory,
    /// Telling people what happened.
    pub notices: Arc<NoticeService>,
    /// Analyses finished matches.
    pub analyses: Arc<AnalysisRunner>,
    /// The database.
    pub store: Store,
    /// What the site was told to do.
    pub config: Config,
    /// The threads on which bots search.
    pub searches: SearchPool,
    /// The address people use.
    pub public_url: PublicUrl,
    /// What is counted.
    pub metrics: Metrics,
    /// When the program began.
    pub started: Moment,
    pub clock: Clock,
    /// Who has asked too often.
    pub limits: RateLimits,
    /// What is open, and how much of it may be.
    pub connections: ConnectionLimits,
    /// Forms that wait until the user has confirmed their identity.
    pub held: HeldRequests,
    /// Turns true when the site begins to stop; every stream listens to it and ends.
    pub stopping: watch::Receiver<bool>,
}

impl AppState {
    /// Somebody was suspended or muted, or that has ended: it holds from their next request on, and the pages they have open
    /// are told.
    pub fn sanctions_changed(&self, user: UserId) {
        self.accounts.forget(user);
        self.hub.sanctions_changed(user);
    }
}

/// The application that each worker runs.
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
        .wrap(from_fn(moved::follow))
        .wrap(from_fn(protection::protect))
        .wrap(from_fn(held_forms::resume))
        .wrap(from_fn(error_pages::draw))
        .wrap(from_fn(compression::compress))
        .wrap(from_fn(add_headers))
        .wrap(from_fn(request_tracing::trace_request))
}

/// What is around every answer: the language it is given in, the headers every answer has, and the end of the connection
/// if the request was not read.
async fn add_headers<B: MessageBody + 'static>(
    mut req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, ActixError> {
    let body = UnreadBody::of(&mut req);
    let answer = language::scope(next.call(req)).await?;
    Ok(UnreadBody::attach(headers::add(answer), body))
}
