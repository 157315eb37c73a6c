//! `/admin/statistics`

use crate::views::admin::statistics;
use crate::web::{Caller, HttpResult, ModeratorCaller, RequestOf, ok, reader};

/// `GET /admin/statistics`
pub async fn show((request, state, staff): RequestOf<ModeratorCaller>) -> HttpResult {
    let counted = state.store.site_statistics(state.clock.now()).await?;
    let caller = Caller::from(staff);
    ok(statistics::statistics_page(reader(&request, &state, &caller).await?, &counted))
}
