//! The match in the path of a request.

use std::future::{Ready, ready};
use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use crate::matches::MatchId;
use crate::web::WebError;

/// The match id in the path; 404 if it is not a valid id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathMatchId(pub MatchId);

impl Deref for PathMatchId {
    type Target = MatchId;

    fn deref(&self) -> &MatchId {
        &self.0
    }
}

impl FromRequest for PathMatchId {
    type Error = WebError;
    type Future = Ready<Result<Self, WebError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let id = request.match_info().get("id").and_then(|id| id.parse().ok());
        ready(id.map(Self).ok_or_else(|| WebError::NotFound("".into())))
    }
}

#[cfg(test)]
mod tests {
    use actix_web::FromRequest;
    use actix_web::test::TestRequest;

    use super::PathMatchId;

    #[actix_web::test]
    async fn only_an_id_in_the_address_names_a_match() {
        let extract = async |id: &'static str| {
            PathMatchId::extract(&TestRequest::get().param("id", id).to_http_request()).await.ok()
        };
        assert_eq!(extract("7Wd2hkQ9xYzA").await.unwrap().as_str(), "7Wd2hkQ9xYzA");
        for id in ["", "7Wd2", "7Wd2hkQ9xYz-"] {
            assert_eq!(extract(id).await, None, "{id}");
        }
    }
}
