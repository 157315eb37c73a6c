//! The keys by which login attempts are limited.

use actix_web::HttpRequest;

use crate::accounts::HashingFor;
use crate::web::http::client_address::ClientSubnet;
use crate::web::http::cookie::CookieKind;
use crate::web::{AppState, WebError};

/// An attempt to authenticate.
#[derive(Clone, Copy, Debug)]
pub struct LoginAttempt<'a> {
    pub(super) from: ClientSubnet,
    pub(super) name: &'a str,
    /// Whether this account has signed in with this browser before.
    pub(super) known: bool,
}

impl<'a> LoginAttempt<'a> {
    /// The keys of a request that names an account.
    pub async fn at(request: &HttpRequest, state: &AppState, name: &'a str) -> Result<Self, WebError> {
        let known = match CookieKind::Known.text(request, &state.public_url) {
            Some(held) => state.accounts.is_known_browser(held, name).await?,
            None => false,
        };
        Ok(Self { from: ClientSubnet::asking(request, &state.config.trusted_proxies), name, known })
    }

    /// Whose part of the hashing queue it takes.
    pub const fn hashing_for(&self) -> HashingFor {
        if self.known { HashingFor::KnownUser } else { HashingFor::Anybody }
    }
}
