//! What an attempt to prove who one is, is counted by.

use actix_web::HttpRequest;

use crate::web::address::Household;
use crate::web::cookie::Jar;
use crate::web::{Error, State};

/// An attempt to prove who one is.
#[derive(Clone, Copy, Debug)]
pub struct Guess<'a> {
    pub(super) from: Household,
    pub(super) name: &'a str,
    /// Whether this name has signed in with this browser before.
    pub(super) known: bool,
}

impl<'a> Guess<'a> {
    /// What a request that names an account is counted by.
    ///
    /// # Errors
    /// The database failed.
    pub async fn at(request: &HttpRequest, state: &State, name: &'a str) -> Result<Self, Error> {
        let known = match Jar::Known.text(request, &state.public_url) {
            Some(held) => state.accounts.is_known_browser(held, name).await?,
            None => false,
        };
        Ok(Self { from: Household::asking(request, &state.config.trusted_proxies), name, known })
    }
}
