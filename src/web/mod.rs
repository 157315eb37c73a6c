//! Routes and handlers, which connect the other modules.
//!
//! A request passes, from the outside in: the log span, the language, the headers every
//! answer has, compression, the drawing of errors,
//! the forms that were held until the user confirmed their identity, and the gate, which refuses what comes from other sites
//! or too often. Then a handler answers.

mod account;
mod address;
mod admin;
mod assets;
mod auth_log;
mod blocks;
mod brief;
mod caller;
mod compression;
mod confirm;
mod connections;
mod cookie;
mod device;
mod devices;
mod error;
mod error_pages;
mod feeds;
mod form;
mod games;
mod gate;
mod guests;
mod headers;
mod health;
mod held;
mod home;
mod host;
mod join;
mod joining;
mod language;
mod limits;
mod live;
mod local;
mod look;
mod manner;
mod matches;
mod metrics;
mod opening;
mod players;
mod proven;
mod redirect;
mod register;
mod reply;
mod reports;
mod reset;
mod routes;
mod second;
mod settings;
mod sign_in;
mod span;
mod staff;
mod time_fields;
mod unread;
mod unsubscribe;
mod zone;

use std::sync::Arc;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::Data;
use actix_web::{App, Error as ActixError};
use tokio::sync::watch;

pub use caller::{Caller, Member};
pub use connections::Connections;
pub use error::Error;
pub use form::Form;
pub use held::HeldRequests;
pub use limits::Limits;
pub use local::LocalPath;
pub use proven::Proven;
pub use reply::{html, is_fragment, reader, see_other};
pub use routes::patterns;
pub use staff::{Admin, Moderator};
use unread::HeldBody;

use crate::accounts::Accounts;
use crate::config::{Config, PublicUrl};
use crate::hub::Hub;
use crate::metrics::Metrics;
use crate::notices::Notices;
use crate::now::{Clock, Moment};
use crate::referee::Referee;
use crate::store::Store;
use crate::users::UserId;

/// What handlers answer with, or fail with.
pub type Answer = Result<actix_web::HttpResponse, Error>;

/// What handlers work with.
#[derive(Debug)]
pub struct State {
    /// Names, passwords, sessions.
    pub accounts: Arc<Accounts>,
    /// The one writer of matches.
    pub referee: Referee,
    /// Who looks on at which match.
    pub hub: Hub,
    /// Telling people what happened.
    pub notices: Arc<Notices>,
    /// The database.
    pub store: Store,
    /// What the site was told to do.
    pub config: Config,
    /// The address people use.
    pub public_url: PublicUrl,
    /// What is counted.
    pub metrics: Metrics,
    /// When the program began.
    pub started: Moment,
    /// The time.
    pub clock: Clock,
    /// Who has asked too often.
    pub limits: Limits,
    /// What is open, and how much of it may be.
    pub connections: Connections,
    /// Forms that wait until the user has confirmed their identity.
    pub held: HeldRequests,
    /// Turns true when the site begins to stop; every stream listens to it and ends.
    pub stopping: watch::Receiver<bool>,
}

impl State {
    /// Somebody was suspended or muted, or that has ended: it holds from their next request on, and the pages they have open
    /// are told.
    pub fn sanctions_changed(&self, user: UserId) {
        self.accounts.forget(user);
        self.hub.sanctions_changed(user);
    }
}

/// The application that each worker runs.
pub fn app(
    state: Data<State>,
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
        .wrap(from_fn(gate::keep))
        .wrap(from_fn(held::resume))
        .wrap(from_fn(error_pages::draw))
        .wrap(from_fn(compression::compress))
        .wrap(from_fn(surround))
        .wrap(from_fn(span::observe))
}

/// What is around every answer: the language it is given in, the headers every answer has, and the end of the connection
/// if the request was not read.
async fn surround<B: MessageBody + 'static>(
    mut req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, ActixError> {
    let body = HeldBody::of(&mut req);
    let answer = language::scope(next.call(req)).await?;
    Ok(HeldBody::attach(headers::add(answer), body))
}
