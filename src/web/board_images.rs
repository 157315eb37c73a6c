//! Images of boards for link previews, drawn on request.

use std::sync::Arc;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, ETag, EntityTag};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use tokio::sync::Semaphore;

use super::assets::is_current;
use super::http::client_address::ClientSubnet;
use super::{AppState, HttpResult, WebError};
use crate::games::Position;
use crate::rasterizer::{self, DrawingHash, ImageCache};
use crate::texts::tr;
use crate::views::boards::board_image;

/// How many requests may wait for their image to be drawn.
const WAITING: usize = 16;
/// Other sites may show an earlier position for this many seconds.
const CACHED: &str = "public, max-age=60";

/// The drawn images, and the requests that wait for one.
#[derive(Debug)]
pub struct BoardImages {
    images: Arc<ImageCache>,
    waiting: Semaphore,
}

impl BoardImages {
    pub fn new(images: Arc<ImageCache>) -> Self {
        Self { images, waiting: Semaphore::new(WAITING) }
    }

    /// The image of a drawing. Unavailable if too many wait.
    async fn png(&self, hash: &DrawingHash, drawing: String) -> Result<Bytes, WebError> {
        if let Some(image) = self.images.find(hash) {
            return Ok(image);
        }
        let busy = || WebError::Unavailable(tr("Too many images are being drawn right now.").into());
        let _waits = self.waiting.try_acquire().map_err(|_| busy())?;
        self.images.png(drawing).await.ok_or_else(busy)
    }
}

/// Sends the image of a position. 304 if the client has it, 429 for too many requests, 503 while too many wait.
pub async fn send(request: &HttpRequest, state: &AppState, position: &Position) -> HttpResult {
    state.limits.image(ClientSubnet::asking(request, &state.config.trusted_proxies))?;
    let drawing = board_image(position);
    let hash = rasterizer::hash(&drawing);
    let tag = EntityTag::new_strong(hex::encode(&hash[..8]));
    if is_current(request, &tag) {
        let mut answer = HttpResponse::NotModified();
        return Ok(answer.insert_header((CACHE_CONTROL, CACHED)).insert_header(ETag(tag)).finish());
    }
    let image = state.images.png(&hash, drawing).await?;
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CACHE_CONTROL, CACHED)).insert_header(ETag(tag));
    Ok(answer.insert_header((CONTENT_ENCODING, "identity")).content_type("image/png").body(image))
}
