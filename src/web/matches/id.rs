//! Which match a request is about.

use std::future::{Ready, ready};
use std::ops::Deref;

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::{FromRequest, HttpRequest};

use crate::matches::MatchId;
use crate::web::{Error, paths};

/// The match in the address of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Id(pub MatchId);

impl Deref for Id {
    type Target = MatchId;

    fn deref(&self) -> &MatchId {
        &self.0
    }
}

impl FromRequest for Id {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let below = request.path().strip_prefix(paths::Matches::ROUTE).unwrap_or_default();
        let id = below.strip_prefix('/').and_then(first).and_then(|id| id.parse().ok());
        ready(id.map(Self).ok_or_else(|| Error::NotFound("".into())))
    }
}

fn first(path: &str) -> Option<&str> {
    path.split('/').next()
}

/// Lets the router see only what follows the id: that is plain text everywhere, which costs it nothing to compare.
pub fn pass_over(req: &mut ServiceRequest) {
    let ahead = req.match_info().unprocessed();
    let id = ahead.strip_prefix('/').and_then(first).map_or(0, |id| id.len() + 1);
    req.match_info_mut().skip(u16::try_from(id).unwrap_or(u16::MAX));
}

#[cfg(test)]
mod tests {
    use actix_web::FromRequest;
    use actix_web::test::TestRequest;

    use super::Id;

    #[actix_web::test]
    async fn the_id_is_what_follows_the_matches() {
        let asked =
            async |path: &str| Id::extract(&TestRequest::get().uri(path).to_http_request()).await.ok();
        for path in
            ["/matches/7Wd2hkQ9xYzA", "/matches/7Wd2hkQ9xYzA/plies", "/matches/7Wd2hkQ9xYzA/seats/leave"]
        {
            assert_eq!(asked(path).await.unwrap().as_str(), "7Wd2hkQ9xYzA", "{path}");
        }
        for path in
            ["/matches", "/matches/", "/matches//plies", "/matches/7Wd2", "/matches/7Wd2hkQ9xYz-/plies"]
        {
            assert_eq!(asked(path).await, None, "{path}");
        }
    }
}
