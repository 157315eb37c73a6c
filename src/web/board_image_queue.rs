//! The drawn images of boards, and the requests that wait for one.

use std::sync::Arc;

use actix_web::web::Bytes;
use tokio::sync::Semaphore;

use super::http::error::WebError;
use crate::artwork::Picture;
use crate::rasterizer::{ImageCache, PictureHash};
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

    /// The image of a picture. Unavailable if too many wait.
    pub async fn png(&self, hash: &PictureHash, picture: Picture) -> Result<Bytes, WebError> {
        if let Some(image) = self.images.find(hash) {
            return Ok(image);
        }
        let busy = || WebError::Unavailable(tr("Too many images are being drawn right now.").into());
        let _waits = self.waiting.try_acquire().map_err(|_| busy())?;
        self.images.png(*hash, picture).await.ok_or_else(busy)
    }
}
