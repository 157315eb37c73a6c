//! `GET /admin/numbers`: how the house fares.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::views::admin::numbers;
use crate::web::{Answer, Caller, Moderator, State, html, reader};

/// `GET /admin/numbers`
pub async fn show(request: HttpRequest, state: Data<State>, staff: Moderator) -> Answer {
    let counted = state.store.numbers(state.clock.now()).await?;
    let caller = Caller::from(staff);
    Ok(html(StatusCode::OK, numbers::numbers(reader(&request, &state, &caller).await?, &counted)))
}
