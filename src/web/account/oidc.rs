//! `/account/oidc`: connects the account with the OpenID Connect provider, and disconnects it.

use super::page::show_refused;
use crate::accounts::AccountError;
use crate::urls;
use crate::views::account::Done;
use crate::web::http::error::not_found;
use crate::web::oidc::{ProviderPurpose, leave};
use crate::web::{HttpResult, LocalPath, Reauthenticated, RequestOf, see_other};

/// `POST /account/oidc`: has the user sign in at the provider. 404 if there is none.
pub async fn connect((request, state, proven): RequestOf<Reauthenticated>) -> HttpResult {
    let purpose = ProviderPurpose::Connect(proven.user().0);
    leave(&request, &state, &proven.0.into(), purpose, &LocalPath::default()).await
}

/// `POST /account/oidc/disconnect`: 409 if the user could not sign in any more.
pub async fn disconnect((request, state, proven): RequestOf<Reauthenticated>) -> HttpResult {
    if state.oidc.is_none() {
        return not_found().await;
    }
    let email = state.notices.factor_email(proven.user());
    let disconnected = match state.config.is_sso_only() {
        true => Err(AccountError::OnlyWayIn),
        false => state.accounts.disconnect_identity(proven.user(), email).await,
    };
    match disconnected {
        Ok(()) => {
            state.notices.has_emails();
            Ok(see_other(&request, &urls::Account.after(Done::ProviderOff.key())))
        }
        Err(refused) => show_refused(&request, &state, proven.0, refused.into()).await,
    }
}
