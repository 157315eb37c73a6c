//! The drawn images of boards, and the requests that wait for one.

use std::sync::Arc;

use actix_web::web::Bytes;
use tokio::sync::Semaphore;

use super::http::error::WebError;
use crate::rasterizer::{ImageCache, ImageHash, SpriteCache};
use crate::texts::tr;

/// How many requests may wait for their image to be drawn.
const WAITING: usize = 16;

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

    /// The image with this hash. Unavailable if too many wait.
    pub async fn image(
        &self,
        hash: &ImageHash,
        draw: impl FnOnce(&mut SpriteCache) -> Option<Vec<u8>> + Send + 'static,
    ) -> Result<Bytes, WebError> {
        if let Some(image) = self.images.find(hash) {
            return Ok(image);
        }
        let busy = || WebError::Unavailable(tr("Too many images are being drawn right now.").into());
        let _waits = self.waiting.try_acquire().map_err(|_| busy())?;
        self.images.image(*hash, draw).await.ok_or_else(busy)
    }
}
