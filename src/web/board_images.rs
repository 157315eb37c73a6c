//! Images of boards, drawn on request.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CROSS_ORIGIN_RESOURCE_POLICY, ETag, EntityTag,
    HeaderValue,
};
use actix_web::{HttpRequest, HttpResponse};

use super::assets::is_current;
use super::{AppState, DRAWING_POLICY, HttpResult};
use crate::artwork::Picture;
use crate::rasterizer::{self, ImageHash, SpriteCache};

/// Other sites may show an earlier position for this many seconds.
const CACHED: &str = "public, max-age=60";

/// The file of a picture.
#[derive(Clone, Copy, Debug)]
pub enum ImageFormat {
    Png,
    Svg,
}

/// Sends a picture.
pub async fn send(
    request: &HttpRequest,
    state: &AppState,
    picture: Picture,
    format: ImageFormat,
) -> HttpResult {
    let (media_type, name) = match format {
        ImageFormat::Png => ("image/png", "png"),
        ImageFormat::Svg => ("image/svg+xml", "svg"),
    };
    let hash = rasterizer::hash(name, &picture);
    let mut answer = send_drawn(request, state, media_type, hash, move |sprites| match format {
        ImageFormat::Png => rasterizer::png(&picture, sprites),
        ImageFormat::Svg => rasterizer::svg(&picture),
    })
    .await?;
    if matches!(format, ImageFormat::Svg) {
        answer.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(DRAWING_POLICY));
    }
    Ok(answer)
}

/// Sends the image with a hash. 304 if the client has it, 429 for too many requests, 503 while too many wait.
pub async fn send_drawn(
    request: &HttpRequest,
    state: &AppState,
    media_type: &str,
    hash: ImageHash,
    draw: impl FnOnce(&mut SpriteCache) -> Option<Vec<u8>> + Send + 'static,
) -> HttpResult {
    state.limits.image(state.client_subnet(request))?;
    let tag = EntityTag::new_strong(hex::encode(&hash[..8]));
    if is_current(request, &tag) {
        let mut answer = HttpResponse::NotModified();
        return Ok(answer.insert_header((CACHE_CONTROL, CACHED)).insert_header(ETag(tag)).finish());
    }
    let image = state.images.image(&hash, draw).await?;
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CACHE_CONTROL, CACHED)).insert_header(ETag(tag));
    // Other sites show it beside a link: it is the thumbnail of oEmbed.
    answer.insert_header((CROSS_ORIGIN_RESOURCE_POLICY, "cross-origin"));
    Ok(answer.insert_header((CONTENT_ENCODING, "identity")).content_type(media_type).body(image))
}
