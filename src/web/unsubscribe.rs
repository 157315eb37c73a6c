//! `/unsubscribe/{key}`: ends email notices by a link in an email, without signing in. Mail programs post here when
//! their user asks them to (RFC 8058).

use actix_web::web::Path;

use super::{Caller, HttpResult, RequestOf, WebError, ok, reader};
use crate::texts::tr;
use crate::views::unsubscribe;

/// `GET /unsubscribe/{key}`: asks for confirmation, as mail programs may open links.
pub async fn page((request, state, caller): RequestOf<Caller>, key: Path<String>) -> HttpResult {
    state.notices.is_unsubscribe_key(&key).then_some(()).ok_or_else(unknown)?;
    let reader = reader(&request, &state, &caller).await?;
    ok(unsubscribe::page(reader, &key))
}

/// `POST /unsubscribe/{key}`. The body is ignored.
pub async fn submit((request, state, caller): RequestOf<Caller>, key: Path<String>) -> HttpResult {
    let ended = state.notices.unsubscribe(&key).await?.ok_or_else(unknown)?;
    let reader = reader(&request, &state, &caller).await?;
    ok(unsubscribe::done(reader, ended))
}

fn unknown() -> WebError {
    WebError::NotFound(tr("This link isn’t valid. You can turn emails off in your settings.").into())
}
