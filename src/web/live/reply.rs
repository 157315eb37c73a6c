//! The head of the answer with a stream.

use actix_web::HttpResponse;
use actix_web::HttpResponseBuilder;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue};

use crate::now::Moment;

/// The answer with a stream. The header with the time is for the clocks on the page, in milliseconds.
pub fn event_stream(now: Moment) -> HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        .insert_header((CACHE_CONTROL, "no-cache, no-transform"))
        .insert_header((CONTENT_ENCODING, HeaderValue::from_static("identity")))
        .insert_header(("X-Accel-Buffering", "no"))
        .insert_header(("Server-Time", now.0));
    answer
}
