//! Extractors for staff.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use super::held_forms;
use super::held_forms::HeldForm;
use crate::accounts::{REAUTHENTICATED_TO_ACT, REAUTHENTICATED_TO_READ};
use crate::users::{AuditActor, Role};
use crate::web::{Caller, Reauthenticated, SessionUser, SignedIn, WebError};

type StaffExtraction<T> = Pin<Box<dyn Future<Output = Result<T, WebError>>>>;

/// Somebody who looks after the players: a moderator or an admin. A visitor is sent to sign in; for everybody else there is
/// nothing here.
#[derive(Clone, Debug)]
pub struct ModeratorCaller(pub SignedIn);

/// Somebody who looks after the site. For moderators, too, there is nothing here.
#[derive(Clone, Debug)]
pub struct AdminCaller(pub SignedIn);

impl ModeratorCaller {
    /// Who does what they do, for the log.
    pub fn by(&self) -> AuditActor {
        AuditActor::Person(self.0.0.id)
    }
}

impl AdminCaller {
    /// Who does what they do, for the log.
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

/// Admits a user whose role is at least this and who is not suspended: the one place that guards the pages of staff. They
/// prove their identity before they act, and once in a while before they read.
async fn admit(request: HttpRequest, least: Role) -> Result<SignedIn, WebError> {
    // A guest gets the same 404 as every other user.
    let SessionUser(user, standing) = SessionUser::extract(&request).await?;
    if standing.role < least || standing.suspended.is_some() {
        return Err(WebError::NotFound("".into()));
    }
    let within = if request.method().is_safe() { REAUTHENTICATED_TO_READ } else { REAUTHENTICATED_TO_ACT };
    Reauthenticated::ask(&request, within).await?;
    Ok(SignedIn(user, standing))
}

impl FromRequest for ModeratorCaller {
    type Error = WebError;
    type Future = StaffExtraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, body) = (request.clone(), HeldForm::of(payload));
        let admitted = admit(request.clone(), Role::Moderator);
        Box::pin(async move { held_forms::admit(&request, body, admitted).await.map(Self) })
    }
}

impl FromRequest for AdminCaller {
    type Error = WebError;
    type Future = StaffExtraction<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, body) = (request.clone(), HeldForm::of(payload));
        let admitted = admit(request.clone(), Role::Admin);
        Box::pin(async move { held_forms::admit(&request, body, admitted).await.map(Self) })
    }
}
