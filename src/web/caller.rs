//! Who asks.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage, HttpRequest};

use super::{Error, LocalPath, State, cookie, is_fragment};
use crate::matches::{Person, UserId};

type Later<T> = Pin<Box<dyn Future<Output = Result<T, Error>>>>;

/// Whoever asks: somebody who is signed in, or a visitor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caller(pub Option<Person>);

/// Somebody who is signed in. A visitor is sent to sign in, and back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member(pub Person);

impl From<Member> for Caller {
    fn from(member: Member) -> Self {
        Self(Some(member.0))
    }
}

impl Caller {
    /// Their id, when they have one.
    pub fn user(&self) -> Option<UserId> {
        self.0.as_ref().map(|person| person.id)
    }

    /// Their name, when they have one.
    pub fn name(&self) -> Option<&str> {
        self.0.as_ref().map(|person| &*person.name)
    }

    /// Looks them up, once a request.
    pub(super) async fn of(request: &HttpRequest) -> Result<Self, Error> {
        let known = request.extensions().get::<Caller>().cloned();
        if let Some(caller) = known {
            return Ok(caller);
        }
        let caller = match request.app_data::<Data<State>>() {
            Some(state) => Self::by_cookie(request, state).await?,
            None => Self::default(),
        };
        request.extensions_mut().insert(caller.clone());
        Ok(caller)
    }

    async fn by_cookie(request: &HttpRequest, state: &State) -> Result<Self, Error> {
        match cookie::read(request, &state.public_url) {
            Some(token) => Ok(Self(state.accounts.session(&token).await?)),
            None => Ok(Self::default()),
        }
    }
}

impl FromRequest for Caller {
    type Error = Error;
    type Future = Later<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { Self::of(&request).await })
    }
}

impl FromRequest for Member {
    type Error = Error;
    type Future = Later<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let next = || LocalPath::back_to(&request);
            let Caller(person) = Caller::of(&request).await?;
            person.map(Self).ok_or_else(|| Error::SignIn { next: next(), fragment: is_fragment(&request) })
        })
    }
}
