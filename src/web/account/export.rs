//! `GET /account/export`: the download of a user's data.

use actix_web::HttpResponse;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue,
};
use tokio_stream::wrappers::ReceiverStream;

use crate::accounts::archive;
use crate::texts::tr;
use crate::web::http::protection;
use crate::web::{HttpResult, Reauthenticated, RequestOf, WebError};

/// `GET /account/export`. Requests from other sites are refused.
pub async fn archive((request, state, proven): RequestOf<Reauthenticated>) -> HttpResult {
    let Reauthenticated(member) = proven;
    protection::of_this_site(&request, &state)?;
    state.limits.export(member.0.id)?;
    let now = state.clock.now();
    let day = now.to_string().chars().take(10).collect::<String>();
    let disposition = format!("attachment; filename=\"parlour-{}-{day}.zip\"", member.0.name);
    let pieces = archive::start_archive(state.store.clone(), member.0, now)
        .ok_or_else(|| WebError::Unavailable(tr("Too many downloads are running right now.").into()))?;
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((CONTENT_TYPE, "application/zip"))
        .insert_header((CONTENT_DISPOSITION, disposition))
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((CONTENT_ENCODING, HeaderValue::from_static("identity")));
    Ok(answer.streaming(ReceiverStream::new(pieces)))
}
