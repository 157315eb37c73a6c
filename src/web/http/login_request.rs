//! How an attempt to authenticate is read from a request.

use actix_web::HttpRequest;

use super::cookie::CookieKind;
use super::limits::LoginAttempt;
use crate::web::{AppState, WebError};

impl<'a> LoginAttempt<'a> {
    /// The keys of a request that names an account.
    pub async fn at(request: &HttpRequest, state: &AppState, name: &'a str) -> Result<Self, WebError> {
        let known = match CookieKind::Known.text(request, &state.public_url) {
            Some(held) => state.accounts.is_known_browser(held, name).await?,
            None => false,
        };
        Ok(Self { from: state.client_subnet(request), name, known })
    }
}
