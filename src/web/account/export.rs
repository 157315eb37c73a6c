//! `GET /account/export`: the download of a user's data.

use crate::downloads::own_data;
use crate::texts::current_language;
use crate::web::http::{protection, zip_reply};
use crate::web::{HttpResult, Reauthenticated, RequestOf};

/// `GET /account/export`. Requests from other sites are refused.
pub async fn archive((request, state, proven): RequestOf<Reauthenticated>) -> HttpResult {
    let Reauthenticated(member) = proven;
    protection::of_this_site(&request, &state)?;
    state.limits.export(member.0.id)?;
    let now = state.clock.now();
    let name = member.0.name.to_string();
    zip_reply::zip_archive(
        own_data::start(state.store.clone(), member.0, current_language(), now),
        &name,
        now,
    )
}
