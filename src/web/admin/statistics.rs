//! `/admin/statistics`

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::views::admin::statistics;
use crate::web::{AppState, Caller, HttpResult, ModeratorCaller, html, reader};

/// `GET /admin/statistics`
pub async fn show(request: HttpRequest, state: Data<AppState>, staff: ModeratorCaller) -> HttpResult {
    let counted = state.store.site_statistics(state.clock.now()).await?;
    let caller = Caller::from(staff);
    Ok(html(StatusCode::OK, statistics::statistics_page(reader(&request, &state, &caller).await?, &counted)))
}
