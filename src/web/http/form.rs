//! Forms: an extractor that reads and checks them.

use std::borrow::Cow;
use std::future::{Future, ready};
use std::mem;
use std::pin::Pin;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::{Bytes, BytesMut};
use actix_web::{FromRequest, HttpRequest};
use futures_util::{FutureExt, StreamExt};
use serde::de::DeserializeOwned;
use tokio::sync::oneshot;
use tokio::time::timeout;
use url::form_urlencoded;

use super::excerpt::excerpt;
use super::sent_form;
use crate::texts::tr;
use crate::tr_format;
use crate::web::{ErrorWords, WebError};

const MEDIA_TYPE: &str = "application/x-www-form-urlencoded";
/// Maximum size of a form in bytes.
pub const MAX: usize = 64 * 1024;
/// How long a form may take to arrive.
const PATIENCE: Duration = Duration::from_secs(30);

/// Maximum length of the name of a field, in characters; longer than any of this site.
const LONGEST_NAME: usize = 40;
/// Maximum length of the parser's error that is repeated, in characters. It may list all fields.
const LONGEST_ERROR: usize = 300;

/// The fields of a form, parsed into `T`. `Vec<(String, String)>` takes them unparsed.
#[derive(Clone, Debug)]
pub struct FormData<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for FormData<T> {
    type Error = WebError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, WebError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let expected = is_form(request);
        let (body, url) = (body(request, payload.take(), MAX), request.uri().to_string());
        let request = request.clone();
        Box::pin(async move {
            if !expected {
                return Err(WebError::BadRequest(tr("The request isn’t a form.").into()));
            }
            let body = body.await?;
            let body = match repeated(&body, &url) {
                Some(fields) => Bytes::from(fields.into_owned()),
                None => body,
            };
            let form = parse(&body).map(Self);
            sent_form::keep(&request, body);
            form
        })
    }
}

/// The fields of the form with this URL, if the body is that of the page that asked to reauthenticate, which browsers
/// send on as it is.
fn repeated<'a>(body: &'a [u8], url: &str) -> Option<Cow<'a, str>> {
    let field =
        |wanted| form_urlencoded::parse(body).find(|(name, _)| name == wanted).map(|(_, value)| value);
    field("repeat").filter(|form| form == url).and_then(|_| field("fields"))
}

/// Keeps the body from its extractor until the request is admitted, so that a refusal comes before errors of the form.
pub fn read_after<T, A: Future<Output = Result<T, WebError>>>(
    admitted: A,
    payload: &mut Payload,
) -> impl Future<Output = Result<T, WebError>> + use<T, A> {
    let (handler, body) = oneshot::channel::<Payload>();
    let waits = body.into_stream().filter_map(|body| ready(body.ok())).flatten();
    let body = mem::replace(payload, Payload::Stream { payload: Box::pin(waits) });
    async move {
        let admitted = admitted.await?;
        // A handler that reads no body has dropped the receiver.
        let _ = handler.send(body);
        Ok(admitted)
    }
}

/// The length of the body if the server does not end it there: it takes all that follows a request to upgrade the
/// connection for its body.
fn length_beside_upgrade(request: &HttpRequest) -> Option<usize> {
    let headers = request.headers();
    let length = headers.get(header::CONTENT_LENGTH).filter(|_| headers.contains_key(header::UPGRADE));
    length?.to_str().ok()?.parse().ok()
}

/// Whether the content type of a request is that of a form.
pub fn is_form(request: &HttpRequest) -> bool {
    let kind =
        request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case(MEDIA_TYPE)
}

/// The bytes of a form, unless there are too many or they do not arrive in time.
pub(super) fn body(
    request: &HttpRequest,
    payload: Payload,
    most: usize,
) -> impl Future<Output = Result<Bytes, WebError>> + use<> {
    let length = length_beside_upgrade(request);
    async move {
        let body = timeout(PATIENCE, collect(payload, length, most)).await;
        body.unwrap_or_else(|_| Err(incomplete_body())).map(BytesMut::freeze)
    }
}

async fn collect(mut payload: Payload, length: Option<usize>, most: usize) -> Result<BytesMut, WebError> {
    let mut body = BytesMut::new();
    while length.is_none_or(|length| body.len() < length) {
        let Some(chunk) = payload.next().await else { break };
        let chunk = chunk.map_err(|_| incomplete_body())?;
        if body.len() + chunk.len() > most {
            return Err(WebError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    body.truncate(length.unwrap_or(most));
    Ok(body)
}

pub(super) fn incomplete_body() -> WebError {
    WebError::BadRequest(tr("The form arrived incomplete. Send it again.").into())
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, WebError> {
    // The parser would replace invalid UTF-8, and so change a name.
    if percent_encoding::percent_decode(body).decode_utf8().is_err() {
        return Err(WebError::BadRequest(tr("The form contains something that isn’t text.").into()));
    }
    if let Some((name, _)) =
        form_urlencoded::parse(body).find(|(name, _)| name.chars().count() > LONGEST_NAME)
    {
        return Err(unreadable(&format!("unknown field `{}`", excerpt(&name, LONGEST_NAME))));
    }
    serde_urlencoded::from_bytes(&with_line_feeds(body)).map_err(|error| unreadable(&error.to_string()))
}

/// The form with line feeds at the ends of lines. Browsers send two characters for each, but count one in a field.
fn with_line_feeds(body: &[u8]) -> Cow<'_, [u8]> {
    let values = || form_urlencoded::parse(body);
    if !values().any(|(_, value)| value.contains('\r')) {
        return Cow::Borrowed(body);
    }
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(values().map(|(name, value)| (name, value.replace("\r\n", "\n").replace('\r', "\n"))));
    Cow::Owned(form.finish().into_bytes())
}

/// The parser's error, which may quote what the client has sent.
fn unreadable(error: &str) -> WebError {
    let words = tr_format!("The form isn’t valid: {error}.", error = excerpt(error, LONGEST_ERROR));
    WebError::Unprocessable(ErrorWords::coded("form-not-valid", words).with_detail(error.to_owned()))
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError;
    use actix_web::test::TestRequest;
    use serde::Deserialize;

    use super::{body, parse, repeated};

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read through Debug")]
    struct FormPly {
        seq: u64,
        notation: String,
    }

    fn read(body: &[u8]) -> Result<String, (u16, String)> {
        let form = parse::<FormPly>(body).map(|form| format!("{form:?}"));
        form.map_err(|error| (error.status_code().as_u16(), error.words()))
    }

    #[test]
    fn fields_are_read_by_name() {
        let ply = read(b"notation=d2-f3+%E2%98%85&seq=12").unwrap();
        assert_eq!(ply, r#"FormPly { seq: 12, notation: "d2-f3 ★" }"#);
    }

    #[test]
    fn a_line_break_counts_one_as_in_the_field() {
        let fields: Vec<(String, String)> = parse(b"why=a%0D%0Ab%0dc%0Ad&when=%250D").unwrap();
        let wanted =
            [("why", "a\nb\nc\nd"), ("when", "%0D")].map(|(name, value)| (name.into(), value.into()));
        assert_eq!(fields, wanted);
    }

    #[tokio::test]
    async fn a_form_with_an_upgrade_header_ends_before_the_next_request() {
        let request = TestRequest::default().set_payload("seq=12GET / HTTP/1.1");
        let request = request.insert_header(("Upgrade", "websocket")).insert_header(("Content-Length", "6"));
        let (request, payload) = request.to_http_parts();
        assert_eq!(body(&request, payload, super::MAX).await.unwrap(), "seq=12");
    }

    #[test]
    fn a_repeated_form_is_read_at_its_own_url_only() {
        let body = b"password=secret&repeat=%2Fx%3Fy&fields=why%3Da%2526b%26days%3D1";
        assert_eq!(repeated(body, "/x?y").as_deref(), Some("why=a%26b&days=1"));
        assert_eq!(repeated(body, "/reauthenticate"), None);
        assert_eq!(repeated(b"why=a&days=1", "/x"), None);
        assert_eq!(repeated(b"repeat=%2Fx&fields=", "/x").as_deref(), Some(""));
    }

    #[test]
    fn an_invalid_field_is_named() {
        let refused = [
            (&b"seq=12"[..], 422, "missing field `notation`"),
            (b"seq=12&notation=a1&seq=13", 422, "duplicate field `seq`"),
            (b"seq=12&notation=a1&colour=red", 422, "unknown field `colour`"),
            (b"seq=soon&notation=a1", 422, "invalid digit"),
            (b"seq=12&notation=%ff", 400, "isn’t text"),
            (b"seq=12&notation=\xff", 400, "isn’t text"),
            (b"", 422, "missing field"),
        ];
        for (body, status, words) in refused {
            let (refused, message) = read(body).unwrap_err();
            assert_eq!(refused, status, "{body:?}");
            assert!(message.contains(words), "{message}");
        }
    }

    #[test]
    fn an_error_message_quotes_field_names_truncated_and_without_control_characters() {
        let message = |body: &str| read(body.as_bytes()).unwrap_err();
        let (status, words) = message(&format!("{}=1", "x".repeat(60_000)));
        assert_eq!(
            (status, words),
            (422, format!("The form isn’t valid: unknown field `{}…`.", "x".repeat(40)))
        );
        let (status, words) = message("%0aWARN+forged%1b%5b2J%c2%9b=1");
        assert!(status == 422 && words.contains("`\u{fffd}WARN forged\u{fffd}[2J\u{fffd}`"), "{words}");
        assert!(!words.contains(char::is_control), "{words}");
    }

    #[test]
    fn fields_can_be_read_as_pairs() {
        let pairs: Vec<(String, String)> = parse(b"game=sternhalma&option.finish=filled").unwrap();
        assert_eq!(pairs[1], ("option.finish".to_owned(), "filled".to_owned()));
    }
}
