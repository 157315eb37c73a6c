//! What the log says a line belongs to. Paths only: queries, cookies and forms are nobody's business.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use tracing::{Span, debug, info_span};
use tracing_actix_web::RootSpanBuilder;

/// A span with little in it, for it is made for every request.
pub struct Lean;

impl RootSpanBuilder for Lean {
    fn on_request_start(request: &ServiceRequest) -> Span {
        info_span!("request", method = request.method().as_str(), path = request.path())
    }

    fn on_request_end<B: MessageBody>(_span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        match outcome {
            Ok(response) => debug!(status = response.status().as_u16(), "answered"),
            Err(error) => tracing::error!(%error, "not answered"),
        }
    }
}
