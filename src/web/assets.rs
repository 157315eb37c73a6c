//! Serves the embedded files.

use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, Encoding, EntityTag, Header, IfNoneMatch,
};
use actix_web::web::{Bytes, Path};
use actix_web::{HttpRequest, HttpResponse};

use crate::assets::{self, EmbeddedAsset};

/// The route of assets: the hash of the content, and the name.
pub const ROUTE: &str = "/assets/{print}/{name:.*}";

/// Serves an asset. Under its current hash it may be cached forever; under another hash it has to be revalidated, so
/// that pages rendered before an upgrade still find their files.
pub async fn asset(request: HttpRequest, path: Path<(String, String)>) -> HttpResponse {
    let (hash, name) = path.into_inner();
    match assets::get(&name) {
        Some(asset) => answer(asset, &request, asset.hash == hash),
        None => HttpResponse::NotFound()
            .content_type("text/plain; charset=utf-8")
            .body("There is no such file.\n"),
    }
}

/// Serves the service worker for push notifications. Browsers look for updates by themselves.
pub async fn service_worker(request: HttpRequest) -> HttpResponse {
    at_fixed_url(&request, "service-worker.js")
}

/// Sends the icon that browsers request at `/favicon.ico` if they do not support the linked SVG icon.
pub async fn favicon(request: HttpRequest) -> HttpResponse {
    at_fixed_url(&request, "icons/favicon.ico")
}

/// Sends an asset at a URL without its hash: browsers must revalidate it.
fn at_fixed_url(request: &HttpRequest, name: &str) -> HttpResponse {
    assets::get(name).map_or_else(|| HttpResponse::NotFound().finish(), |asset| answer(asset, request, false))
}

fn answer(asset: &EmbeddedAsset, request: &HttpRequest, lasting: bool) -> HttpResponse {
    let tag = EntityTag::new_weak(asset.hash.clone());
    let known = is_current(request, &tag);
    let mut answer = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    let caching = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    answer.insert_header((header::CACHE_CONTROL, caching)).insert_header(header::ETag(tag));
    answer.insert_header((header::VARY, "Accept-Encoding"));
    if known {
        return answer.finish();
    }
    let (encoding, body) = encoded(asset, request);
    answer.insert_header(encoding).content_type(asset.content_type).body(body)
}

/// The body in the smallest encoding that the client accepts.
fn encoded(asset: &EmbeddedAsset, request: &HttpRequest) -> (ContentEncoding, Bytes) {
    let offered = [Encoding::brotli(), Encoding::gzip(), Encoding::identity()];
    let accepted = AcceptEncoding::parse(request).ok().and_then(|accepts| accepts.negotiate(offered.iter()));
    match accepted {
        _ if !asset.is_compressible() => (ContentEncoding::Identity, asset.plain.clone()),
        Some(taken) if taken == Encoding::brotli() => (ContentEncoding::Brotli, asset.brotli()),
        Some(taken) if taken == Encoding::gzip() => (ContentEncoding::Gzip, asset.gzip()),
        _ => (ContentEncoding::Identity, asset.plain.clone()),
    }
}

/// Whether the client has the current version.
pub fn is_current(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => request.headers().contains_key(header::IF_NONE_MATCH),
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|held| held.weak_eq(tag)),
        Err(_) => false,
    }
}
