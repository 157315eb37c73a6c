//! The application: routes and what wraps them.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::Data;
use actix_web::{App, Error as ActixError};

use super::http::unread_body::UnreadBody;
use super::http::{compression, error_pages, headers, language, once, protection, request_tracing};
use super::routes;
use super::state::AppState;

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
        .wrap(from_fn(once::answer_once))
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
