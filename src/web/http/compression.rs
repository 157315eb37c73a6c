//! Gzip for responses that are rendered as a whole. Assets are compressed at build time, and streams are not
//! compressed.
//!
//! An encoder needs about 270 KiB. Each worker thread reuses one, so that the memory does not grow with the number of
//! concurrent requests.

use std::cell::RefCell;

use actix_web::Error as ActixError;
use actix_web::HttpResponse;
use actix_web::body::{BodySize, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, AcceptEncoding, Encoding, Header, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use flate2::{Compress, CompressError, Compression, FlushCompress, Status};

/// A fifth smaller than level 1 in less than twice the time; higher levels gain little.
const LEVEL: u32 = 2;
const WINDOW_BITS: u8 = 15;
/// Minimum size in bytes. Smaller responses fit into one packet anyway.
const WORTHWHILE: u64 = 1024;

thread_local! {
    static ENCODER: RefCell<Compress> = RefCell::new(Compress::new_gzip(Compression::new(LEVEL), WINDOW_BITS));
}

/// Compresses the response if the client accepts gzip. 406 if it accepts neither gzip nor identity.
pub async fn compress<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, Bytes>>, ActixError> {
    let offered = [Encoding::gzip(), Encoding::identity()];
    let accepted = match AcceptEncoding::parse(&req) {
        Ok(accepts) => accepts.negotiate(offered.iter()),
        Err(_) => Some(Encoding::identity()),
    };
    let Some(accepted) = accepted else {
        let refusal = HttpResponse::NotAcceptable().message_body(Bytes::from_static(b"gzip, identity"))?;
        return Ok(req.into_response(refusal).map_into_right_body());
    };
    let answer = next.call(req).await?;
    Ok(if accepted == Encoding::gzip() { packed(answer) } else { answer.map_into_left_body() })
}

fn packed<B: MessageBody>(answer: ServiceResponse<B>) -> ServiceResponse<EitherBody<B, Bytes>> {
    let encoded = answer.headers().contains_key(header::CONTENT_ENCODING);
    let worthwhile = matches!(answer.response().body().size(), BodySize::Sized(size) if size >= WORTHWHILE);
    if encoded || !worthwhile {
        return answer.map_into_left_body();
    }
    let (request, response) = answer.into_parts();
    let (mut response, body) = response.into_parts();
    let plain = match body.try_into_bytes() {
        Ok(plain) => plain,
        Err(body) => return ServiceResponse::new(request, response.set_body(EitherBody::left(body))),
    };
    let body = match gzip(&plain) {
        Ok(packed) => {
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
            packed
        }
        Err(error) => {
            tracing::warn!(%error, "failed to compress a response");
            plain
        }
    };
    ServiceResponse::new(request, response.set_body(EitherBody::right(body)))
}

fn gzip(plain: &[u8]) -> Result<Bytes, CompressError> {
    ENCODER.with_borrow_mut(|encoder| {
        encoder.reset();
        let mut packed = Vec::with_capacity(plain.len() / 4 + 512);
        let mut rest = plain;
        while encoder.compress_vec(rest, &mut packed, FlushCompress::Finish)? != Status::StreamEnd {
            rest = plain.get(encoder.total_in() as usize..).unwrap_or_default();
            packed.reserve(packed.len());
        }
        Ok(packed.into())
    })
}
