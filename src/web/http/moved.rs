//! Renamed URLs: `GET` requests are redirected, and `POST` requests are handled under the new name.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::LOCATION;
use actix_web::http::{Method, Uri};
use actix_web::middleware::Next;
use actix_web::{Error as ActixError, HttpResponse};

use crate::urls;

/// Redirects or rewrites a request to a renamed URL before it is routed.
pub async fn follow<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, ActixError> {
    let Some(path) = urls::moved_path(request.path()) else {
        return Ok(next.call(request).await?.map_into_left_body());
    };
    let target = match request.uri().query() {
        Some(query) => format!("{path}?{query}"),
        None => path,
    };
    if [Method::GET, Method::HEAD].contains(request.method()) {
        let redirect = HttpResponse::MovedPermanently().insert_header((LOCATION, target)).finish();
        return Ok(request.into_response(redirect).map_into_right_body());
    }
    if let Ok(uri) = target.parse::<Uri>() {
        request.match_info_mut().get_mut().update(&uri);
        request.head_mut().uri = uri;
    }
    Ok(next.call(request).await?.map_into_left_body())
}
