//! Who of those who ask looks after the house.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use super::held::Body;
use super::{Caller, Error, Member, Proven, held};
use crate::accounts::{PROVEN_TO_ACT, PROVEN_TO_READ};
use crate::users::{By, Role};

type Later<T> = Pin<Box<dyn Future<Output = Result<T, Error>>>>;

/// Somebody who looks after the players: a moderator or an admin. A visitor is sent to sign in; for everybody else there is
/// nothing here.
#[derive(Clone, Debug)]
pub struct Moderator(pub Member);

/// Somebody who looks after the house. For moderators, too, there is nothing here.
#[derive(Clone, Debug)]
pub struct Admin(pub Member);

impl Moderator {
    /// Who does what they do, for the log.
    pub fn by(&self) -> By {
        By::Person(self.0.0.id)
    }
}

impl Admin {
    /// Who does what they do, for the log.
    pub fn by(&self) -> By {
        By::Person(self.0.0.id)
    }
}

impl From<Moderator> for Caller {
    fn from(staff: Moderator) -> Self {
        staff.0.into()
    }
}

impl From<Admin> for Caller {
    fn from(staff: Admin) -> Self {
        staff.0.into()
    }
}

/// Admits a user whose role is at least this and who is not suspended: the one place that guards the pages of staff. They
/// prove their identity before they act, and once in a while before they read.
async fn admit(request: HttpRequest, least: Role) -> Result<Member, Error> {
    let member = Member::extract(&request).await?;
    let Member(_, standing) = &member;
    if standing.role < least || standing.suspended.is_some() {
        return Err(Error::NotFound("".into()));
    }
    let within = if request.method().is_safe() { PROVEN_TO_READ } else { PROVEN_TO_ACT };
    Proven::ask(&request, within).await?;
    Ok(member)
}

impl FromRequest for Moderator {
    type Error = Error;
    type Future = Later<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, body) = (request.clone(), Body::of(payload));
        let admitted = admit(request.clone(), Role::Moderator);
        Box::pin(async move { held::admit(&request, body, admitted).await.map(Self) })
    }
}

impl FromRequest for Admin {
    type Error = Error;
    type Future = Later<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, body) = (request.clone(), Body::of(payload));
        let admitted = admit(request.clone(), Role::Admin);
        Box::pin(async move { held::admit(&request, body, admitted).await.map(Self) })
    }
}
