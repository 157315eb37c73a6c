//! `/games`: what is played here, and how.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};

use super::{Answer, Caller, Error, State, html, reader};
use crate::games::Game;
use crate::views::rules;

/// `GET /games`
pub async fn all(request: HttpRequest, state: Data<State>, caller: Caller) -> Answer {
    Ok(html(StatusCode::OK, rules::all(reader(&request, &state, &caller).await?)))
}

/// `GET /games/{key}`
pub async fn rules(request: HttpRequest, state: Data<State>, caller: Caller, key: Path<String>) -> Answer {
    let game = Game::from_key(&key);
    let game = game.ok_or_else(|| Error::NotFound("There is no such game in this house.".into()))?;
    Ok(html(StatusCode::OK, rules::page(reader(&request, &state, &caller).await?, game)))
}
