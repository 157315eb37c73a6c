//! Closes a connection whose request body was not read completely.
//!
//! Bodies of known length are handled by the HTTP server. A chunked one it would go on reading after the response, as
//! long as the client sends, unless something still holds the body when the response has been sent; so the response
//! holds it.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::HttpMessage;
use actix_web::body::{BodySize, BoxBody, EitherBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::header;
use actix_web::web::Bytes;
use futures_util::Stream;

/// The body of a request, read by its handler and held by the response.
#[derive(Clone)]
pub struct UnreadBody(Rc<RefCell<Payload>>);

impl UnreadBody {
    /// Takes hold of a chunked body.
    pub fn of(request: &mut ServiceRequest) -> Option<Self> {
        let is_chunked = request.headers().contains_key(header::TRANSFER_ENCODING);
        is_chunked.then(|| {
            let held = Self(Rc::new(RefCell::new(request.take_payload())));
            request.set_payload(Payload::Stream { payload: Box::pin(held.clone()) });
            held
        })
    }

    /// The response, holding the body until it has been sent.
    pub fn attach<B: MessageBody + 'static>(
        answer: ServiceResponse<B>,
        held: Option<Self>,
    ) -> ServiceResponse<EitherBody<B>> {
        match held {
            None => answer.map_into_left_body(),
            Some(held) => answer.map_body(|_, body| {
                EitherBody::right(BoxBody::new(UnreadAnswer { body: BoxBody::new(body), _held: held }))
            }),
        }
    }
}

impl Stream for UnreadBody {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut *self.0.borrow_mut()).poll_next(context)
    }
}

/// The body of a response, with the body of the request.
struct UnreadAnswer {
    body: BoxBody,
    _held: UnreadBody,
}

impl MessageBody for UnreadAnswer {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(context)
    }
}
