//! `/about/{page}`: imprint, privacy and terms of the host.

use actix_web::web::Path;

use super::{Caller, HttpResult, RequestOf, WebError, ok, reader};
use crate::users::HostPage;
use crate::views::host_page;

/// `GET /about/{page}`: 404 if the host has no such page.
pub async fn show((request, state, caller): RequestOf<Caller>, page: Path<String>) -> HttpResult {
    let settings = state.settings.now();
    let found = HostPage::from_key(&page).and_then(|page| Some((page, settings.page(page)?)));
    let (page, text) = found.ok_or_else(|| WebError::NotFound("".into()))?;
    ok(host_page::page(reader(&request, &state, &caller).await?, page, text))
}
