//! Sites where people sign in at the OpenID Connect provider only.

use actix_web::HttpRequest;

use crate::tr_format;
use crate::urls;
use crate::web::{AppState, WebError};

/// The other ways to sign in and to get an account, and what changes them. What removes them remains.
const OTHER_WAYS: &[&str] = &[
    urls::LoginChallenge::ROUTE,
    urls::LoginPasskey::ROUTE,
    urls::TwoFactor::ROUTE,
    urls::TwoFactorChallenge::ROUTE,
    urls::TwoFactorPasskey::ROUTE,
    urls::ReauthenticateChallenge::ROUTE,
    urls::ReauthenticatePasskey::ROUTE,
    urls::Register::ROUTE,
    urls::AccountRegistration::ROUTE,
    urls::Setup::ROUTE,
    urls::Reset::ROUTE,
    urls::ResetPassword::ROUTE,
    urls::ChangePassword::ROUTE,
    urls::Totp::ROUTE,
    urls::ConfirmTotp::ROUTE,
    urls::RecoveryCodes::ROUTE,
    urls::Passkeys::ROUTE,
    urls::PasskeyChallenge::ROUTE,
    urls::CreateResetLink::ROUTE,
    urls::CreateAccountCards::ROUTE,
];

/// Those whose page has the button of the provider, or says that accounts come from there.
const FORMS: &[&str] = &[urls::Login::ROUTE, urls::Reauthenticate::ROUTE, urls::AdminAccountImports::ROUTE];

/// Refuses the other ways to sign in where the provider is the only one.
pub(super) fn require(request: &HttpRequest, state: &AppState) -> Result<(), WebError> {
    let Some(name) = state.provider_name().filter(|_| state.config.is_sso_only()) else { return Ok(()) };
    let is_form = !request.method().is_safe();
    // An address in an unusual spelling has no pattern, but may have a handler.
    let is_other = request
        .match_pattern()
        .map_or(is_form, |route| OTHER_WAYS.contains(&&*route) || is_form && FORMS.contains(&&*route));
    if !is_other {
        return Ok(());
    }
    let words = tr_format!("This site only lets you sign in with {name}.", name = name);
    Err(WebError::Forbidden(words.into()))
}
