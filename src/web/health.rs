//! Health checks.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::{AppState, HttpResult, WebError};

/// `GET /healthz`: the process is alive.
pub async fn alive() -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("alive\n")
}

/// `GET /readyz`: the database is writable, and the site is not stopping.
pub async fn ready(state: Data<AppState>) -> HttpResult {
    if *state.stopping.borrow() {
        return Err(WebError::Unavailable("This site is restarting.".into()));
    }
    require_writable(&state).await?;
    Ok(HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ready\n"))
}

/// Fails if the database is not writable. For requests that are answered before they write.
pub(super) async fn require_writable(state: &AppState) -> Result<(), WebError> {
    if state.store.is_writable().await { Ok(()) } else { Err(WebError::database_unavailable()) }
}
