//! `GET /matches/{id}/events`: the live stream.

use std::convert::Infallible;

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::web::{Bytes, Query};
use futures_util::stream::empty;
use serde::Deserialize;

use super::PathMatchId;
use crate::accounts::SessionWatch;
use crate::now::Moment;
use crate::texts;
use crate::web::http::cookie;
use crate::web::live::{END, MatchStream, SIGNED_OUT, StreamStart, event_stream};
use crate::web::{Caller, HttpResult, RequestOf};

#[derive(Debug, Deserialize)]
pub struct EventsQuery {
    /// The last log entry that the page shows; an invalid one means the beginning.
    #[serde(default)]
    after: String,
    /// When the page last heard from the match, by the clock of the site in milliseconds; an invalid one does not count.
    #[serde(default)]
    at: String,
    /// Whether the reader wants no motion. Any value counts.
    calm: Option<String>,
    /// The name of the user that the page was rendered for; `None` for a visitor.
    user: Option<String>,
}

/// `GET /matches/{id}/events?after=SEQ`
pub async fn stream(
    (request, state, caller): RequestOf<Caller>,
    id: Option<PathMatchId>,
    after: Query<EventsQuery>,
) -> HttpResult {
    let mut answer = event_stream(state.clock.now());
    // A `HEAD` response must not start a stream, which would not end.
    if request.method() == Method::HEAD {
        return Ok(answer.streaming(empty::<Result<Bytes, Infallible>>()));
    }
    let Some(PathMatchId(id)) = id else { return Ok(answer.body(END)) };
    let session = match cookie::read(&request, &state.public_url) {
        Some(token) if caller.0.is_some() => state.accounts.watch_session(&token).await?,
        _ => None,
    };
    let ended = session.as_ref().map(SessionWatch::user) != caller.user();
    if ended || after.user.as_ref().is_some_and(|user| caller.name() != Some(user)) {
        return Ok(answer.body(SIGNED_OUT));
    }
    let start = StreamStart {
        id,
        session,
        language: texts::current_language(),
        after: last_event_id(&request).or_else(|| after.after.parse().ok()).unwrap_or(0),
        heard_at: after.at.parse().ok().map(Moment),
        calm: after.calm.is_some(),
        stopping: state.stopping.clone(),
        metrics: state.metrics.clone(),
        _permit: caller.user().map(|user| state.streams.take(user)).transpose()?,
        clock: state.clock.clone(),
    };
    let stream = MatchStream::open(start, state.referee.clone(), state.store.clone(), &state.hub).await;
    Ok(answer.streaming(stream.messages()))
}

fn last_event_id(request: &HttpRequest) -> Option<u32> {
    request.headers().get("Last-Event-ID")?.to_str().ok()?.trim().parse().ok()
}
