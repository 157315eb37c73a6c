//! Images of boards for link previews, drawn on request.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CROSS_ORIGIN_RESOURCE_POLICY, ETag, EntityTag,
};
use actix_web::{HttpRequest, HttpResponse};

use super::assets::is_current;
use super::{AppState, HttpResult};
use crate::games::Position;
use crate::rasterizer;
use crate::views::boards::board_image;

/// Other sites may show an earlier position for this many seconds.
const CACHED: &str = "public, max-age=60";

/// Sends the image of a position. 304 if the client has it, 429 for too many requests, 503 while too many wait.
pub async fn send(request: &HttpRequest, state: &AppState, position: &Position) -> HttpResult {
    state.limits.image(state.client_subnet(request))?;
    let picture = board_image(position);
    let hash = rasterizer::hash(&picture);
    let tag = EntityTag::new_strong(hex::encode(&hash[..8]));
    if is_current(request, &tag) {
        let mut answer = HttpResponse::NotModified();
        return Ok(answer.insert_header((CACHE_CONTROL, CACHED)).insert_header(ETag(tag)).finish());
    }
    let image = state.images.png(&hash, picture).await?;
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CACHE_CONTROL, CACHED)).insert_header(ETag(tag));
    // Other sites show it beside a link: it is the thumbnail of oEmbed.
    answer.insert_header((CROSS_ORIGIN_RESOURCE_POLICY, "cross-origin"));
    Ok(answer.insert_header((CONTENT_ENCODING, "identity")).content_type("image/png").body(image))
}
