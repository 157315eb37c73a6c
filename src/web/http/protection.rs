//! Middleware that rejects cross-site forms, requests that are too large, and requests over a rate limit.

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error as ActixError, HttpRequest};
use url::Url;

use super::sanctions::{may_be_posted_to, sanctioned};
use super::{form, host_header, membership, sso_only, uploaded_file};
use crate::config::PublicUrl;
use crate::search_pool::SearchClient;
use crate::urls;
use crate::web::{AppState, Caller, LocalPath, WebError};

/// Passes a request on, or rejects it.
pub async fn protect<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, ActixError> {
    match admit(req.request()).await {
        Ok(()) => next.call(req).await.map(ServiceResponse::map_into_left_body),
        Err(refusal) => Ok(req.error_response(refusal).map_into_right_body()),
    }
}

async fn admit(request: &HttpRequest) -> Result<(), WebError> {
    let Some(state) = request.app_data::<Data<AppState>>() else { return Ok(()) };
    host_header::require_own(request, state)?;
    membership::require(request, state).await?;
    sso_only::require(request, state)?;
    if request.method().is_safe() {
        return Ok(());
    }
    of_this_site(request, state)?;
    let most = if request.path() == urls::Import::ROUTE { uploaded_file::MAX } else { form::MAX };
    if announced(request.headers()) > most as u64 {
        return Err(WebError::TooLarge);
    }
    let caller = Caller::of(request).await?;
    if caller.1.suspended.is_some() && !may_be_posted_to(request.path()) {
        return Err(sanctioned(&caller.1));
    }
    let from = state.client_subnet(request);
    match caller.user() {
        Some(user) => {
            let client = SearchClient { address: from.widest(), is_guest: caller.is_guest() };
            state.searches.note_client(user, client);
            state.limits.write(user)
        }
        None => state.limits.write_from(from),
    }
}

/// Refuses cross-site requests.
pub fn of_this_site(request: &HttpRequest, state: &AppState) -> Result<(), WebError> {
    if is_of_this_site(request.headers(), &state.public_url) {
        return Ok(());
    }
    let from = state.client_subnet(request);
    if state.limits.refusal_line(from).is_ok() {
        tracing::info!(public_url = %state.public_url, "rejected a form from an origin other than PUBLIC_URL");
    }
    Err(WebError::Elsewhere)
}

/// The page with a refused form at `PUBLIC_URL`, if that is https and the form comes from the same host without it.
pub fn https_page(request: &HttpRequest) -> Option<String> {
    let site = &request.app_data::<Data<AppState>>()?.public_url;
    let page = |header| Url::parse(request.headers().get(header)?.to_str().ok()?).ok();
    // Browsers send the path only in `Referer`.
    let referer = page(header::REFERER).filter(|page| is_without_https(page, site));
    let is_here = referer.is_some() || page(header::ORIGIN).is_some_and(|page| is_without_https(&page, site));
    let path = referer.map_or_else(|| LocalPath::back_to(request), |page| LocalPath::of_page(&page));
    is_here.then(|| format!("{site}{path}"))
}

fn is_without_https(page: &Url, site: &PublicUrl) -> bool {
    site.is_https() && page.scheme() == "http" && page.host_str() == Some(site.host())
}

const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Browsers send these headers, and pages cannot change them. Clients that send neither are not browsers, have no
/// cookies that a page could abuse, and pass.
fn is_of_this_site(headers: &HeaderMap, site: &PublicUrl) -> bool {
    if let Some(from) = headers.get(SITE) {
        return from == "same-origin" || from == "none";
    }
    headers.get(header::ORIGIN).is_none_or(|origin| origin == site.origin())
}

fn announced(headers: &HeaderMap) -> u64 {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    length.and_then(|length| length.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

    use super::is_of_this_site;
    use crate::config::PublicUrl;

    fn passes(headers: &[(&'static str, &'static str)]) -> bool {
        let site = PublicUrl::parse("https://parlour.example").unwrap();
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        is_of_this_site(&HeaderMap::from_iter(headers), &site)
    }

    #[test]
    fn requests_from_the_site_itself_are_accepted() {
        assert!(passes(&[("sec-fetch-site", "same-origin"), ("origin", "https://parlour.example")]));
        assert!(passes(&[("sec-fetch-site", "none")]));
        assert!(passes(&[("origin", "https://parlour.example")]));
        assert!(passes(&[]));
    }

    #[test]
    fn requests_from_other_sites_are_refused() {
        assert!(!passes(&[("sec-fetch-site", "cross-site")]));
        assert!(!passes(&[("sec-fetch-site", "same-site"), ("origin", "https://parlour.example")]));
        assert!(!passes(&[("origin", "https://evil.example")]));
        assert!(!passes(&[("origin", "http://parlour.example")]));
        assert!(!passes(&[("origin", "null")]));
    }
}
