//! Why a sign-in at the provider failed.

use openidconnect::core::CoreErrorResponseType;
use openidconnect::{DiscoveryError, RequestTokenError, StandardErrorResponse};
use thiserror::Error;

use super::http::OidcHttpError;

/// Why a sign-in at the provider failed. The details are for the log.
#[derive(Debug, Error)]
pub enum OidcError {
    /// The provider does not answer.
    #[error("the provider does not answer: {0}")]
    Down(String),
    /// It refuses the code, which was used before or has expired.
    #[error("the provider refuses the code")]
    Code,
    /// Its answer is not valid, or it refuses this site.
    #[error("the provider gave an invalid answer: {0}")]
    Invalid(String),
}

impl OidcError {
    pub(super) fn invalid(error: impl std::error::Error) -> Self {
        let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
        OidcError::Invalid(format!("{error}{cause}"))
    }
}

impl From<OidcHttpError> for OidcError {
    fn from(error: OidcHttpError) -> Self {
        match error {
            OidcHttpError::Url | OidcHttpError::Large => OidcError::Invalid(error.to_string()),
            error => OidcError::Down(error.to_string()),
        }
    }
}

impl From<DiscoveryError<OidcHttpError>> for OidcError {
    fn from(error: DiscoveryError<OidcHttpError>) -> Self {
        match error {
            DiscoveryError::Request(error) => error.into(),
            DiscoveryError::Response(status, ..) => OidcError::Down(format!("status {status}")),
            error => OidcError::invalid(error),
        }
    }
}

type TokenError = RequestTokenError<OidcHttpError, StandardErrorResponse<CoreErrorResponseType>>;

impl From<TokenError> for OidcError {
    fn from(error: TokenError) -> Self {
        match error {
            RequestTokenError::Request(error) => error.into(),
            RequestTokenError::ServerResponse(answer)
                if *answer.error() == CoreErrorResponseType::InvalidGrant =>
            {
                OidcError::Code
            }
            // What a token endpoint answers may contain secrets.
            RequestTokenError::Parse(..) => OidcError::Invalid("an unreadable answer to the code".to_owned()),
            error => OidcError::invalid(error),
        }
    }
}
