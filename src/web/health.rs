//! Whether the program is well, for whoever watches over it.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::{Answer, Error, State};

/// `GET /healthz`: it is alive.
pub async fn alive() -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("alive\n")
}

/// `GET /readyz`: its database answers and it is not on its way down.
pub async fn ready(state: Data<State>) -> Answer {
    if *state.stopping.borrow() {
        return Err(Error::Unavailable("We are closing for a moment.".into()));
    }
    state.store.ping().await?;
    Ok(HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ready\n"))
}
