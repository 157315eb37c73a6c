//! Images of boards for link previews: drawn on request, a few at a time, and kept for a while.

use std::num::NonZeroUsize;
use std::sync::Arc;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, ETag, EntityTag};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use lru::LruCache;
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use super::assets::is_current;
use super::http::client_address::ClientSubnet;
use super::{AppState, HttpResult, WebError};
use crate::games::Position;
use crate::rasterizer;
use crate::texts::tr;
use crate::views::boards::board_image;

/// How many images are kept, of about 150 KiB each.
const KEPT: NonZeroUsize = NonZeroUsize::MIN.saturating_add(63);
/// How many images are drawn at the same time.
const AT_ONCE: usize = 1;
/// How many requests may wait for their image to be drawn.
const WAITING: usize = 16;
/// Other sites may show an earlier position for this many seconds.
const CACHED: &str = "public, max-age=60";

/// The hash of a drawing.
type DrawingHash = [u8; 32];

/// Drawn images by the hash of their drawings, so that a position always has its own image.
#[derive(Debug)]
pub struct BoardImages {
    kept: Mutex<LruCache<DrawingHash, Bytes>>,
    waiting: Semaphore,
    drawing: Arc<Semaphore>,
}

impl Default for BoardImages {
    fn default() -> Self {
        Self {
            kept: Mutex::new(LruCache::new(KEPT)),
            waiting: Semaphore::new(WAITING),
            drawing: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }
}

impl BoardImages {
    /// The image of a drawing. Unavailable if too many wait.
    async fn png(&self, hash: DrawingHash, drawing: String) -> Result<Bytes, WebError> {
        if let Some(image) = self.find(&hash) {
            return Ok(image);
        }
        let busy = || WebError::Unavailable(tr("Too many images are being drawn right now.").into());
        let _waits = self.waiting.try_acquire().map_err(|_| busy())?;
        let turn = Arc::clone(&self.drawing).acquire_owned().await.map_err(|_| busy())?;
        // It may have been drawn while this request waited.
        if let Some(image) = self.find(&hash) {
            return Ok(image);
        }
        let drawn = spawn_blocking(move || {
            let _turn = turn;
            rasterizer::png(&drawing)
        });
        let image = drawn.await.ok().flatten().map(Bytes::from).ok_or_else(busy)?;
        self.kept.lock().put(hash, image.clone());
        Ok(image)
    }

    fn find(&self, hash: &DrawingHash) -> Option<Bytes> {
        self.kept.lock().get(hash).cloned()
    }
}

/// Sends the image of a position. 304 if the client has it, 429 for too many requests, 503 while too many wait.
pub async fn send(request: &HttpRequest, state: &AppState, position: &Position) -> HttpResult {
    state.limits.image(ClientSubnet::asking(request, &state.config.trusted_proxies))?;
    let drawing = board_image(position);
    let hash: DrawingHash = Sha256::digest(&drawing).into();
    let tag = EntityTag::new_strong(hex::encode(&hash[..8]));
    if is_current(request, &tag) {
        let mut answer = HttpResponse::NotModified();
        return Ok(answer.insert_header((CACHE_CONTROL, CACHED)).insert_header(ETag(tag)).finish());
    }
    let image = state.images.png(hash, drawing).await?;
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CACHE_CONTROL, CACHED)).insert_header(ETag(tag));
    Ok(answer.insert_header((CONTENT_ENCODING, "identity")).content_type("image/png").body(image))
}
