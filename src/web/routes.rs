//! Every address of the site, on one page.

use actix_web::guard::{Any, Get, Head};
use actix_web::web::{ServiceConfig, post, resource as at, route, to};
use actix_web::{FromRequest, Handler, Responder, Route};

use super::{assets, error, health, paths, register, sign_in};

/// Every address.
pub fn all(site: &mut ServiceConfig) {
    site.service(at(paths::Register::ROUTE).route(get(register::page)).route(post().to(register::submit)))
        .service(at(paths::Login::ROUTE).route(get(sign_in::page)).route(post().to(sign_in::submit)))
        .service(at(paths::Logout::ROUTE).route(post().to(sign_in::sign_out)))
        .service(at(assets::ROUTE).route(get(assets::asset)))
        .service(at(paths::Health::ROUTE).route(get(health::alive)))
        .service(at(paths::Ready::ROUTE).route(get(health::ready)))
        .default_service(to(error::not_found));
}

/// Answers `GET`, and `HEAD` with the same headers.
fn get<F, Args>(handler: F) -> Route
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    route().guard(Any(Get()).or(Head())).to(handler)
}
