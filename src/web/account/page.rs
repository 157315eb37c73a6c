//! `GET /account`, also with why a form on it was refused.

use actix_web::http::StatusCode;
use actix_web::web::Query;
use actix_web::{HttpRequest, ResponseError};

use super::sessions;
use crate::accounts::REAUTHENTICATED_TO_ACT;
use crate::users::UserId;
use crate::views::account::{self, AccountPage, Done, OwnPasskey, OwnProvider, SignInMethods};
use crate::web::http::error_pages::log_error;

use crate::web::settings::SettingsReturn;
use crate::web::{AppState, HttpResult, Reauthenticated, RequestOf, SignedIn, WebError, html, reader};

/// What is wrong with the passwords, or with anything else on the page.
#[derive(Default)]
pub(super) struct AccountProblems {
    pub(super) current: Option<String>,
    pub(super) new: Option<String>,
    pub(super) other: Option<String>,
}

/// `GET /account`
pub async fn page((request, state, member): RequestOf<SignedIn>, after: Query<SettingsReturn>) -> HttpResult {
    let done = Done::from_key(&after.done);
    show(&request, &state, member, StatusCode::OK, done, AccountProblems::default()).await
}

pub(super) async fn show(
    request: &HttpRequest,
    state: &AppState,
    member: SignedIn,
    status: StatusCode,
    done: Option<Done>,
    problems: AccountProblems,
) -> HttpResult {
    let sessions = sessions::of(request, state, member.0.id).await?;
    let passkeys = own_passkeys(state, member.0.id).await?;
    let factors = state.accounts.two_factor_state(member.0.id).await?;
    let ways = state.accounts.sign_in_ways(member.0.id, state.oidc_issuer()).await?;
    let account = AccountPage {
        sessions: &sessions,
        keys: SignInMethods {
            app: factors.app,
            codes: factors.codes,
            has_new_codes: factors.has_new_codes,
            passkeys: &passkeys,
            able: state.accounts.takes_passkeys(),
            has_password: ways.has_password,
            provider: state.provider_name().map(|name| OwnProvider { name, connected_at: ways.connected_at }),
            provider_only: state.config.is_sso_only(),
        },
        done,
        proven: Reauthenticated::is_recent(request, REAUTHENTICATED_TO_ACT).await?,
        current_problem: problems.current.as_deref(),
        new_problem: problems.new.as_deref(),
        conflict: problems.other.as_deref(),
        now: state.clock.now(),
    };
    Ok(html(status, account::page(reader(request, state, &member.into()).await?, &account)))
}

/// The page with why a form on it was refused.
pub(super) async fn show_refused(
    request: &HttpRequest,
    state: &AppState,
    member: SignedIn,
    error: WebError,
) -> HttpResult {
    if !matches!(error, WebError::Conflict(_) | WebError::Unprocessable(_)) {
        return Err(error);
    }
    log_error(request, &error);
    let problems = AccountProblems { other: Some(error.words()), ..AccountProblems::default() };
    show(request, state, member, error.status_code(), None, problems).await
}

/// A user's passkeys for the page.
async fn own_passkeys(state: &AppState, user: UserId) -> Result<Vec<OwnPasskey>, WebError> {
    let passkeys = state.accounts.passkeys_of(user).await?.into_iter();
    let own = passkeys.map(|passkey| OwnPasskey {
        id: passkey.id.to_string(),
        name: passkey.name,
        made: passkey.created_at,
        used: passkey.used_at,
    });
    Ok(own.collect())
}
