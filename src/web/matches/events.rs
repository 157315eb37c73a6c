//! `GET /matches/{id}/events`: the live stream.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue};
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::{Id, tab};
use crate::texts;
use crate::web::live::{END, Start, Stream};
use crate::web::{Answer, Caller, State};

/// Where the stream begins.
#[derive(Debug, Deserialize)]
pub struct After {
    /// The last entry the page was drawn with; what cannot be read as one begins at the beginning.
    #[serde(default)]
    after: String,
    /// Whether the reader wants no motion: anything at all says so.
    calm: Option<String>,
    /// The number the page has given itself.
    tab: Option<String>,
}

/// `GET /matches/{id}/events?after=SEQ`
pub async fn stream(
    request: HttpRequest,
    state: Data<State>,
    caller: Caller,
    id: Option<Id>,
    after: Query<After>,
) -> Answer {
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((CONTENT_TYPE, "text/event-stream"))
        .insert_header((CACHE_CONTROL, "no-cache, no-transform"))
        .insert_header((CONTENT_ENCODING, HeaderValue::from_static("identity")))
        .insert_header(("X-Accel-Buffering", "no"));
    let Some(Id(id)) = id else { return Ok(answer.body(END)) };
    let start = Start {
        id,
        user: caller.user(),
        tab: tab(caller.user(), after.tab.as_deref()),
        language: texts::spoken(),
        after: last_event_id(&request).or_else(|| after.after.parse().ok()).unwrap_or(0),
        calm: after.calm.is_some(),
        stopping: state.stopping.clone(),
        metrics: state.metrics.clone(),
        clock: state.clock.clone(),
    };
    let stream = Stream::open(start, state.referee.clone(), state.store.clone(), &state.hub).await;
    Ok(answer.streaming(stream.messages()))
}

fn last_event_id(request: &HttpRequest) -> Option<u32> {
    request.headers().get("Last-Event-ID")?.to_str().ok()?.trim().parse().ok()
}
