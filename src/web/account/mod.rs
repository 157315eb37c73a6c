//! `/account`: password, sign-in methods and sessions. Each section of the page has its file.

pub mod deletion;
pub mod export;
pub mod passkeys;
pub mod password;
pub mod registration;
pub mod sessions;
pub mod totp;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, ResponseError};

use super::http::{cookie, device};
use super::settings::SettingsReturn;
use super::{AppState, FormData, HttpResult, Reauthenticated, SignedIn, WebError, html, reader, see_other};
use crate::accounts::REAUTHENTICATED_TO_ACT;
use crate::views::account::{self, AccountPage, Done, SignInMethods};
use crate::web::http::error_pages::log_error;

/// Problems with the current and with the new password, and with anything else on the page.
#[derive(Default)]
struct AccountProblems(Option<String>, Option<String>, Option<String>);

/// `GET /account`
pub async fn page(
    request: HttpRequest,
    state: Data<AppState>,
    member: SignedIn,
    after: Query<SettingsReturn>,
) -> HttpResult {
    let done = Done::from_key(&after.done);
    show(&request, &state, member, StatusCode::OK, done, AccountProblems::default()).await
}

async fn show(
    request: &HttpRequest,
    state: &AppState,
    member: SignedIn,
    status: StatusCode,
    done: Option<Done>,
    problems: AccountProblems,
) -> HttpResult {
    let sessions = sessions::of(request, state, member.0.id).await?;
    let passkeys = passkeys::of(state, member.0.id).await?;
    let factors = state.accounts.two_factor_state(member.0.id).await?;
    let account = AccountPage {
        sessions: &sessions,
        keys: SignInMethods {
            app: factors.app,
            codes: factors.codes,
            passkeys: &passkeys,
            able: state.accounts.takes_passkeys(),
        },
        done,
        proven: Reauthenticated::is_recent(request, REAUTHENTICATED_TO_ACT).await?,
        current_problem: problems.0.as_deref(),
        new_problem: problems.1.as_deref(),
        conflict: problems.2.as_deref(),
        now: state.clock.now(),
    };
    Ok(html(status, account::page(reader(request, state, &member.into()).await?, &account)))
}

/// The page with why a form on it was refused.
async fn show_refused(
    request: &HttpRequest,
    state: &AppState,
    member: SignedIn,
    error: WebError,
) -> HttpResult {
    if !matches!(error, WebError::Conflict(_) | WebError::Unprocessable(_)) {
        return Err(error);
    }
    log_error(request, &error);
    let problems = AccountProblems(None, None, Some(error.words()));
    show(request, state, member, error.status_code(), None, problems).await
}
