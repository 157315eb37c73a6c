//! Errors of requests, and their responses.

use std::net::IpAddr;

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpResponse, ResponseError};
use thiserror::Error as ThisError;

use super::error_words::{ErrorWords, wait_in_words};
use super::excerpt::excerpt;
use super::redirect::{go_to, post_to};
use crate::accounts::{AccountError, HashingBusy, PasskeyError};
use crate::matches::{ErrorClass, MatchError};
use crate::referee::RefereeError;
use crate::search_pool::SearchQueueError;
use crate::store::StoreError;
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::users;
use crate::users::StaffActionError;
use crate::views::messages::ErrorMessage;
use crate::views::sanctions::in_words;
use crate::web::LocalPath;

/// Maximum length of a logged detail, in characters.
pub const LONGEST_DETAIL: usize = 300;

/// `Retry-After` in seconds if too many searches of one user wait.
const SEARCH_RETRY: u64 = 10;

/// Why a request failed. Its `Display` is for the log; [`WebError::words`] is for the user, and `error_pages` renders
/// it.
#[derive(Debug, ThisError)]
pub enum WebError {
    /// 400: it cannot be parsed.
    #[error("{0}")]
    BadRequest(ErrorWords),
    /// A visitor has to sign in, after which they come back.
    #[error("Sign in first.")]
    SignIn {
        /// Where to come back to.
        next: LocalPath,
        /// Whether a fragment was requested, so that the response has to redirect the whole page.
        fragment: bool,
        /// Whether a form from a user's page was sent, which the sign-in page shows.
        form: bool,
    },
    /// The user has to reauthenticate, after which they come back.
    #[error("Show first that it is you.")]
    Confirm {
        /// Where to come back to.
        next: LocalPath,
        /// Whether a fragment was requested, so that the response has to redirect the whole page.
        fragment: bool,
        /// The URL of the form that is repeated afterwards, if one was sent.
        repeat: Option<LocalPath>,
    },
    /// 403: not permitted for this user.
    #[error("{0}")]
    Forbidden(ErrorWords),
    /// 403: a cross-site request.
    #[error("{}", tr("This request came from another site. Open the page here and try again."))]
    Elsewhere,
    /// 421: the request names another host than this site's.
    #[error(
        "{}",
        tr("This site has a different address. If you run it, set PUBLIC_URL to the address people use.")
    )]
    OtherHost,
    /// 404: not found, or not visible to this user.
    #[error("{0}")]
    NotFound(ErrorWords),
    /// 409: it conflicts with the current state.
    #[error("{0}")]
    Conflict(ErrorWords),
    /// 413: the body is too large.
    #[error("{}", tr("What you sent is too large. Shorten it and try again."))]
    TooLarge,
    /// 414: the URL is too long.
    #[error("{}", tr("This address is too long. Go back a few moves."))]
    TooLongAddress,
    /// 422: invalid values.
    #[error("{0}")]
    Unprocessable(ErrorWords),
    /// 429: too many requests, with the seconds to wait.
    #[error("{}", wait_in_words(*.0))]
    TooMany(u64),
    /// 503: temporarily unavailable.
    #[error("{}", tr_format!("{what} Try again in a few seconds.", what = .0))]
    Unavailable(ErrorWords),
    /// 502: the OpenID Connect provider does not answer, or with something invalid.
    #[error("{0}")]
    Provider(ErrorWords),
    /// 500: a fault of the server.
    #[error("{0}")]
    Internal(Box<dyn std::error::Error + Send + Sync>),
}

/// The result of handlers.
pub type HttpResult = Result<actix_web::HttpResponse, WebError>;

impl WebError {
    /// A fault that the client cannot do anything about.
    pub fn internal(cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        WebError::Internal(cause.into())
    }

    /// The database cannot be read or written at the moment.
    pub fn database_unavailable() -> Self {
        WebError::Unavailable(database_unavailable().into())
    }

    /// The message for the user, empty if the status says everything. Never reveals internals.
    pub fn words(&self) -> String {
        match self {
            WebError::Internal(_) => String::new(),
            error => error.to_string(),
        }
    }

    /// The stable code for the log: that of the error behind it, or else one for the status.
    pub fn code(&self) -> &'static str {
        let (words, usual) = match self {
            WebError::BadRequest(words) => (Some(words), "bad-request"),
            WebError::SignIn { .. } => (None, "not-signed-in"),
            WebError::Confirm { .. } => (None, "reauthentication-required"),
            WebError::Forbidden(words) => (Some(words), "forbidden"),
            WebError::Elsewhere => (None, "cross-site-request"),
            WebError::OtherHost => (None, "other-host"),
            WebError::NotFound(words) => (Some(words), "not-found"),
            WebError::Conflict(words) => (Some(words), "conflict"),
            WebError::TooLarge => (None, "body-too-large"),
            WebError::TooLongAddress => (None, "url-too-long"),
            WebError::Unprocessable(words) => (Some(words), "invalid-value"),
            WebError::TooMany(_) => (None, "too-many-requests"),
            WebError::Unavailable(words) => (Some(words), "unavailable"),
            WebError::Provider(words) => (Some(words), "bad-gateway"),
            WebError::Internal(_) => (None, "internal-error"),
        };
        words.and_then(ErrorWords::code).unwrap_or(usual)
    }

    /// Details for the log in addition to the code, in English and cut to [`LONGEST_DETAIL`].
    fn detail(&self) -> Option<String> {
        let words = match self {
            WebError::BadRequest(words)
            | WebError::Forbidden(words)
            | WebError::NotFound(words)
            | WebError::Conflict(words)
            | WebError::Unprocessable(words)
            | WebError::Provider(words)
            | WebError::Unavailable(words) => words,
            _ => return None,
        };
        words.detail().map(|detail| excerpt(detail, LONGEST_DETAIL))
    }

    /// Logs the error by its code, at a level by its severity. `address` is the client's, if addresses are logged.
    pub fn log(&self, trace: &str, address: Option<IpAddr>) {
        let (code, status) = (self.code(), self.status_code().as_u16());
        let (address, detail) = (address.map(tracing::field::display), self.detail());
        match self {
            WebError::Internal(cause) => tracing::error!(cause = cause.as_ref(), status, trace, "failed"),
            WebError::Unavailable(_) | WebError::TooMany(_) | WebError::Provider(_) => {
                tracing::warn!(code, detail, status, trace, address, "request rejected");
            }
            _ => tracing::info!(code, detail, status, address, "refused"),
        }
    }
}

impl ResponseError for WebError {
    fn status_code(&self) -> StatusCode {
        match self {
            WebError::BadRequest(_) => StatusCode::BAD_REQUEST,
            WebError::SignIn { fragment: true, .. } | WebError::Confirm { fragment: true, .. } => {
                StatusCode::OK
            }
            WebError::SignIn { form: true, .. } | WebError::Confirm { repeat: Some(_), .. } => {
                StatusCode::TEMPORARY_REDIRECT
            }
            WebError::SignIn { .. } | WebError::Confirm { .. } => StatusCode::SEE_OTHER,
            WebError::Forbidden(_) | WebError::Elsewhere => StatusCode::FORBIDDEN,
            WebError::OtherHost => StatusCode::MISDIRECTED_REQUEST,
            WebError::NotFound(_) => StatusCode::NOT_FOUND,
            WebError::Conflict(_) => StatusCode::CONFLICT,
            WebError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            WebError::TooLongAddress => StatusCode::URI_TOO_LONG,
            WebError::Unprocessable(_) => StatusCode::UNPROCESSABLE_ENTITY,
            WebError::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            WebError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            WebError::Provider(_) => StatusCode::BAD_GATEWAY,
            WebError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status_code());
        match self {
            WebError::SignIn { next, form: true, .. } => {
                return post_to(&urls::LoginForm.leading_to(next.unless_home()));
            }
            WebError::SignIn { next, fragment, .. } => return go_to(&next.after_sign_in(), *fragment),
            WebError::Confirm { next, repeat: Some(form), .. } => {
                return post_to(&urls::ReauthenticateForm.of(form.as_str(), next.as_str()));
            }
            WebError::Confirm { next, fragment, .. } => {
                return go_to(&next.behind(urls::Reauthenticate), *fragment);
            }
            WebError::TooMany(seconds) => answer.insert_header((header::RETRY_AFTER, *seconds)),
            WebError::Unavailable(_) => answer.insert_header((header::RETRY_AFTER, 5)),
            _ => &mut answer,
        };
        answer.finish()
    }
}

impl From<StoreError> for WebError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Stopping => {
                WebError::Unavailable(ErrorWords::coded(error.code(), tr("This site is restarting.")))
            }
            error if error.is_temporary() => {
                tracing::error!(code = error.code(), %error, "database not available");
                WebError::Unavailable(ErrorWords::coded(error.code(), database_unavailable()))
            }
            error => WebError::Internal(error.into()),
        }
    }
}

impl From<RefereeError> for WebError {
    fn from(error: RefereeError) -> Self {
        let code = error.code();
        match error {
            RefereeError::NoSuchMatch => {
                WebError::NotFound(ErrorWords::coded(code, tr("This match is private or doesn’t exist.")))
            }
            RefereeError::Refused { refusal, .. } | RefereeError::NotOpened(refusal) => refusal.into(),
            RefereeError::Sanctioned(sanctions) => {
                WebError::Forbidden(ErrorWords::coded(code, in_words(&sanctions)))
            }
            RefereeError::NotPermitted(refused) => refused.into(),
            RefereeError::Failed => {
                WebError::Unavailable(ErrorWords::coded(code, tr("That couldn’t be saved.")))
            }
            RefereeError::NotRead => WebError::Unavailable(ErrorWords::coded(code, database_unavailable())),
            error @ RefereeError::Unreadable(_) => WebError::Internal(error.into()),
        }
    }
}

impl From<MatchError> for WebError {
    fn from(refusal: MatchError) -> Self {
        let words = ErrorWords::coded(refusal.code(), refusal.message());
        match refusal.class() {
            ErrorClass::Forbidden => WebError::Forbidden(words),
            ErrorClass::Conflict => WebError::Conflict(words),
            ErrorClass::Invalid => WebError::Unprocessable(words),
        }
    }
}

impl From<SearchQueueError> for WebError {
    fn from(error: SearchQueueError) -> Self {
        match error {
            SearchQueueError::OwnerFull => WebError::TooMany(SEARCH_RETRY),
            SearchQueueError::Full | SearchQueueError::Stopped => {
                WebError::Unavailable(ErrorWords::coded(error.code(), tr("The bots are busy right now.")))
            }
            SearchQueueError::Failed => WebError::internal(error),
        }
    }
}

impl From<StaffActionError> for WebError {
    fn from(refused: StaffActionError) -> Self {
        let words = ErrorWords::coded(refused.code(), refused.message());
        match refused.class() {
            users::StaffErrorClass::Forbidden => WebError::Forbidden(words),
            users::StaffErrorClass::Missing => WebError::NotFound(words),
            users::StaffErrorClass::Conflict => WebError::Conflict(words),
            users::StaffErrorClass::Invalid => WebError::Unprocessable(words),
        }
    }
}

impl From<AccountError> for WebError {
    fn from(error: AccountError) -> Self {
        let words = ErrorWords::coded(error.code(), error.message());
        match error {
            AccountError::Store(error) => error.into(),
            AccountError::Busy(busy) => busy.into(),
            AccountError::Refused(refused) => refused.into(),
            AccountError::LinkGone | AccountError::AdminExists => WebError::NotFound(words),
            AccountError::UsernameTaken | AccountError::NotInvited | AccountError::LastAdmin => {
                WebError::Conflict(words)
            }
            AccountError::AlreadyConnected | AccountError::OnlyWayIn => WebError::Conflict(words),
            AccountError::Uninvited(_) | AccountError::NoAccount => WebError::Forbidden(words),
            AccountError::WrongCredentials { .. }
            | AccountError::WrongPassword
            | AccountError::WrongUsername
            | AccountError::Password(_) => WebError::Unprocessable(words),
        }
    }
}

impl From<HashingBusy> for WebError {
    fn from(busy: HashingBusy) -> Self {
        WebError::Unavailable(ErrorWords::coded(busy.code(), busy.message()))
    }
}

impl From<PasskeyError> for WebError {
    fn from(error: PasskeyError) -> Self {
        let words = ErrorWords::coded(error.code(), error.message());
        match error {
            PasskeyError::Store(error) => error.into(),
            PasskeyError::Refused => WebError::Unprocessable(words),
            _ => WebError::Conflict(words),
        }
    }
}

fn database_unavailable() -> &'static str {
    tr("This site can’t do this right now.")
}

/// The response for unknown URLs.
pub async fn not_found() -> HttpResult {
    Err(WebError::NotFound("".into()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::accounts::{
        AccountError, FactorError, HashingBusy, InvitationError, PasskeyError, PasswordError, UsernameError,
    };
    use crate::games::{PlayError, SetupError};
    use crate::matches::{
        AnalysisError, ConditionalLineError, ConditionalProblem, MatchError, OfferError, RulingError,
        SeatInvitationError,
    };
    use crate::notices::push::DeviceError;
    use crate::notices::push::endpoint::PushEndpointError;
    use crate::referee::RefereeError;
    use crate::search_pool::SearchQueueError;
    use crate::store::StoreError;
    use crate::users::{StaffActionError, StaffReasonError};
    use crate::web::WebError;

    #[test]
    fn a_match_that_cannot_be_read_is_not_reported_as_one_that_cannot_be_saved() {
        let words = |error: RefereeError| WebError::from(error).words();
        let read = words(RefereeError::NotRead);
        assert_eq!(read, "This site can’t do this right now. Try again in a few seconds.");
        assert_eq!(words(RefereeError::Failed), "That couldn’t be saved. Try again in a few seconds.");
    }

    #[test]
    fn every_error_has_a_unique_code() {
        let all = [
            PlayError::CODES,
            SetupError::CODES,
            MatchError::CODES,
            OfferError::CODES,
            SeatInvitationError::CODES,
            ConditionalProblem::CODES,
            ConditionalLineError::CODES,
            RulingError::CODES,
            AnalysisError::CODES,
            StaffActionError::CODES,
            StaffReasonError::CODES,
            RefereeError::CODES,
            SearchQueueError::CODES,
            StoreError::CODES,
            AccountError::CODES,
            HashingBusy::CODES,
            FactorError::CODES,
            PasskeyError::CODES,
            PasswordError::CODES,
            InvitationError::CODES,
            UsernameError::CODES,
            DeviceError::CODES,
            PushEndpointError::CODES,
        ];
        let mut seen = HashSet::new();
        for code in all.into_iter().flatten() {
            let plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase());
            assert!(code.split('-').all(plain), "{code} is not in kebab-case");
            assert!(seen.insert(*code), "{code} is the code of two errors");
        }
    }
}
