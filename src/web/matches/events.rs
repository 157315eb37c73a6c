//! `GET /matches/{id}/events`: the live stream.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use crate::matches::MatchId;
use crate::web::live::{Start, Stream};
use crate::web::{Answer, Caller, State};

/// Where the stream begins.
#[derive(Debug, Deserialize)]
pub struct After {
    /// The last entry the page was drawn with.
    #[serde(default)]
    after: u32,
}

/// `GET /matches/{id}/events?after=SEQ`
pub async fn stream(
    request: HttpRequest,
    state: Data<State>,
    caller: Caller,
    id: Path<MatchId>,
    after: Query<After>,
) -> Answer {
    let start = Start {
        id: id.into_inner(),
        user: caller.user(),
        after: last_event_id(&request).unwrap_or(after.after),
        stopping: state.stopping.clone(),
    };
    let stream = Stream::open(start, state.referee.clone(), &state.hub).await;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        .insert_header((CACHE_CONTROL, "no-cache, no-transform"))
        .insert_header((CONTENT_ENCODING, HeaderValue::from_static("identity")))
        .insert_header(("X-Accel-Buffering", "no"))
        .streaming(stream.messages()))
}

fn last_event_id(request: &HttpRequest) -> Option<u32> {
    request.headers().get("Last-Event-ID")?.to_str().ok()?.trim().parse().ok()
}
