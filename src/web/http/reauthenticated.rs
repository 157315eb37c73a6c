//! An extractor for users who have reauthenticated a short time ago.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};

use super::form;
use crate::accounts::REAUTHENTICATED_TO_ACT;
use crate::users::UserId;
use crate::web::{AppState, Caller, LocalPath, SignedIn, WebError, is_fragment};

/// A signed-in user who has reauthenticated within the last 15 minutes. Others are asked to; then their browser
/// repeats the form they sent, or shows the page. In a handler it comes before the extractor of the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reauthenticated(pub SignedIn);

impl Reauthenticated {
    /// Requires that the user has reauthenticated within this span.
    ///
    /// # Errors
    /// They have not, or the database failed.
    pub async fn ask(request: &HttpRequest, within: i64) -> Result<(), WebError> {
        if Self::is_recent(request, within).await? {
            return Ok(());
        }
        let fragment = is_fragment(request);
        // Scripts ask again themselves.
        let is_form = request.method() == Method::POST && form::is_form(request) && !fragment;
        let repeat = is_form.then(|| LocalPath::new(&request.uri().to_string()));
        Err(WebError::Confirm { next: LocalPath::back_to(request), fragment, repeat })
    }

    /// Whether the user has reauthenticated within this span.
    pub async fn is_recent(request: &HttpRequest, within: i64) -> Result<bool, WebError> {
        let Some(state) = request.app_data::<Data<AppState>>() else { return Ok(false) };
        let at = Caller::reauthenticated_at(request).await?;
        Ok(at.is_some_and(|at| state.clock.now().since(at) < within))
    }
}

impl Reauthenticated {
    pub fn user(&self) -> UserId {
        self.0.0.id
    }
}

impl FromRequest for Reauthenticated {
    type Error = WebError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, WebError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (member, request) = (SignedIn::from_request(request, payload), request.clone());
        let proven = async move {
            let member = member.await?;
            Self::ask(&request, REAUTHENTICATED_TO_ACT).await?;
            Ok(Self(member))
        };
        Box::pin(form::read_after(proven, payload))
    }
}
