//! Responses with a zip archive.

use actix_web::HttpResponse;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue,
};
use tokio::sync::mpsc::Receiver;
use tokio_stream::wrappers::ReceiverStream;

use crate::downloads::ArchivePart;
use crate::now::Moment;
use crate::texts::tr;
use crate::web::{HttpResult, WebError};

/// An archive as a file `parlour-NAME-DAY.zip`; 503 if too many are being written already.
pub fn zip_archive(pieces: Option<Receiver<ArchivePart>>, name: &str, now: Moment) -> HttpResult {
    let pieces = pieces
        .ok_or_else(|| WebError::Unavailable(tr("Too many downloads are running right now.").into()))?;
    let day = now.to_string().chars().take(10).collect::<String>();
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((CONTENT_TYPE, "application/zip"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"parlour-{name}-{day}.zip\"")))
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((CONTENT_ENCODING, HeaderValue::from_static("identity")));
    Ok(answer.streaming(ReceiverStream::new(pieces)))
}
