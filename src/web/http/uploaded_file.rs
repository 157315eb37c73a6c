//! Files in forms.

use std::convert::Infallible;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::Bytes;
use futures_util::stream;
use multer::{Multipart, parse_boundary};

use super::form::{body, incomplete_body};
use crate::texts::tr;
use crate::web::WebError;

/// Maximum size of a form with a file in bytes.
pub const MAX: usize = 512 * 1024;

/// The file in the only field of a form.
///
/// # Errors
/// It is another form, too large, or incomplete.
pub async fn uploaded_file(request: &HttpRequest, payload: Payload, field: &str) -> Result<Bytes, WebError> {
    let unexpected = || WebError::BadRequest(tr("The request isn’t a form with one file.").into());
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let boundary = parse_boundary(kind.unwrap_or_default()).map_err(|_| unexpected())?;
    let body = body(request, payload, MAX).await?;
    let mut parts = Multipart::new(stream::iter([Ok::<_, Infallible>(body)]), boundary);
    let mut files = Vec::new();
    while let Some(part) = parts.next_field().await.map_err(|_| incomplete_body())? {
        if part.name() != Some(field) || !files.is_empty() {
            return Err(unexpected());
        }
        files.push(part.bytes().await.map_err(|_| incomplete_body())?);
    }
    files.pop().ok_or_else(unexpected)
}
