//! Health checks.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::{AppState, HttpResult, WebError};

/// `GET /healthz`: it is alive.
pub async fn alive() -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("alive\n")
}

/// `GET /readyz`: writes reach the disk, and it is not about to stop.
pub async fn ready(state: Data<AppState>) -> HttpResult {
    if *state.stopping.borrow() {
        return Err(WebError::Unavailable("Parlour is restarting.".into()));
    }
    require_writable(&state).await?;
    Ok(HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ready\n"))
}

/// Refuses a request whose answer does not wait for what it writes, while nothing can be written.
pub(super) async fn require_writable(state: &AppState) -> Result<(), WebError> {
    if state.store.is_writable().await { Ok(()) } else { Err(WebError::database_unavailable()) }
}
