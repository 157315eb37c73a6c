//! The form of a request, kept for the page that says why it was refused: what somebody has written must not be lost.

use actix_web::web::Bytes;
use actix_web::{HttpMessage, HttpRequest};
use url::form_urlencoded;

use crate::views::errors::RefusedForm;
use crate::web::LocalPath;

/// The fields in which people write sentences. A form without any is not shown again.
pub const WRITTEN: [&str; 4] = ["why", "words", "text", "note"];

struct SentBody(Bytes);

/// Keeps the body of a form until the request is answered.
pub(super) fn keep(request: &HttpRequest, body: Bytes) {
    request.extensions_mut().insert(SentBody(body));
}

/// The form of a request, if one was read and it has a field in which people write.
pub(super) fn of(request: &HttpRequest) -> Option<RefusedForm> {
    let extensions = request.extensions();
    let SentBody(body) = extensions.get()?;
    let fields = form_urlencoded::parse(body).into_owned();
    let (written, others): (Vec<_>, Vec<_>) = fields.partition(|(name, _)| WRITTEN.contains(&name.as_str()));
    let action = LocalPath::new(&request.uri().to_string()).as_str().to_owned();
    (!written.is_empty()).then_some(RefusedForm { action, written, others })
}
