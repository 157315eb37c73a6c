//! Extractors for staff.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use futures_util::TryFutureExt;

use super::form;
use crate::accounts::{REAUTHENTICATED_TO_ACT, REAUTHENTICATED_TO_READ};
use crate::texts::tr;
use crate::users::{AuditActor, Role, UserId};
use crate::views::errors::SECOND_FACTOR_REQUIRED;
use crate::web::{AppState, Caller, ErrorWords, Reauthenticated, SessionUser, SignedIn, WebError};

type StaffExtraction<T> = Pin<Box<dyn Future<Output = Result<T, WebError>>>>;

/// A moderator or admin. Visitors are redirected to the sign-in page; other users get 404.
#[derive(Clone, Debug)]
pub struct ModeratorCaller(pub SignedIn);

/// An admin. Moderators get 404, too.
#[derive(Clone, Debug)]
pub struct AdminCaller(pub SignedIn);

impl AdminCaller {
    /// The actor for audit entries.
    pub fn by(&self) -> AuditActor {
        AuditActor::Person(self.0.0.id)
    }
}

impl From<ModeratorCaller> for Caller {
    fn from(staff: ModeratorCaller) -> Self {
        staff.0.into()
    }
}

impl From<AdminCaller> for Caller {
    fn from(staff: AdminCaller) -> Self {
        staff.0.into()
    }
}

/// Admits a user who has at least this role and is not suspended; all staff pages go through this. They have to
/// reauthenticate before they act, and from time to time before they read.
async fn admit(request: HttpRequest, least: Role) -> Result<SignedIn, WebError> {
    // A guest gets the same 404 as every other user.
    let SessionUser(user, standing) = SessionUser::extract(&request).await?;
    if standing.role < least || standing.suspended.is_some() {
        return Err(WebError::NotFound("".into()));
    }
    require_second_factor(&request, user.id).await?;
    let within = if request.method().is_safe() { REAUTHENTICATED_TO_READ } else { REAUTHENTICATED_TO_ACT };
    Reauthenticated::ask(&request, within).await?;
    Ok(SignedIn(user, standing))
}

/// Refuses staff without a second factor where the site requires one. A provider that everyone has to use takes care of
/// that itself.
async fn require_second_factor(request: &HttpRequest, user: UserId) -> Result<(), WebError> {
    let Some(state) = request.app_data::<Data<AppState>>() else { return Ok(()) };
    let is_required = state.settings.now().staff_two_factor && !state.config.is_sso_only();
    if is_required && !state.accounts.two_factor_state(user).await?.is_enabled() {
        let words = tr("This site requires it of admins and moderators.");
        return Err(WebError::Forbidden(ErrorWords::coded(SECOND_FACTOR_REQUIRED, words)));
    }
    Ok(())
}

impl FromRequest for ModeratorCaller {
    type Error = WebError;
    type Future = StaffExtraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        Box::pin(form::read_after(admit(request.clone(), Role::Moderator).map_ok(Self), payload))
    }
}

impl FromRequest for AdminCaller {
    type Error = WebError;
    type Future = StaffExtraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        Box::pin(form::read_after(admit(request.clone(), Role::Admin).map_ok(Self), payload))
    }
}
