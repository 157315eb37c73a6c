//! Forms that create something or spend a code have a key in their URL, by which they are carried out once: if one is sent again, by
//! a second press, by Enter or by loading the page again, the answer is that of the first time.

use std::future::ready;

use actix_web::body::{EitherBody, MessageBody, to_bytes};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error as ActixError, HttpMessage, rt};
use futures_util::stream;
use sha2::{Digest, Sha256};
use url::form_urlencoded;

use super::form_answers::{AnswerPlace, FormAnswer};
use super::{caller, form};
use crate::texts;
use crate::urls::ONCE;
use crate::web::{AppState, Caller, WebError};

/// Maximum size of an answer that is kept, in bytes.
const LONGEST: usize = 64 * 1024;

/// Carries out a form with a key, unless it was carried out already.
pub async fn answer_once<B: MessageBody + 'static>(
    mut req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, ActixError> {
    let state = req.app_data::<Data<AppState>>().cloned();
    let Some(state) = state.filter(|_| has_key(&req)) else {
        return Ok(next.call(req).await?.map_into_left_body());
    };
    // Another user who has signed in since in the same browser gets no answer to a form of the first.
    let is_same_user = match Caller::of(req.request()).await {
        Ok(caller) => caller::page_user(req.request()).is_none_or(|user| caller.user() == Some(user)),
        Err(_) => false,
    };
    if !is_same_user {
        return Ok(next.call(req).await?.map_into_left_body());
    }
    let body = match form::body(&req.request().clone(), req.take_payload(), form::MAX).await {
        Ok(body) => body,
        Err(error) => return Ok(req.error_response(error).map_into_right_body()),
    };
    let hash = Sha256::new().chain_update(req.uri().to_string()).chain_update(&body).finalize();
    let place = state.form_answers.place(hash.into()).await;
    let body = Ok(body);
    req.set_payload(Payload::Stream { payload: Box::pin(stream::once(ready(body))) });
    // A browser that sends a form again closes the connection of the first time, which must not stop what has begun.
    let language = texts::current_language();
    rt::spawn(texts::scope(language, carry_out(req, next, place))).await.map_err(WebError::internal)?
}

async fn carry_out<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
    place: AnswerPlace,
) -> Result<ServiceResponse<EitherBody<B>>, ActixError> {
    let mut place = place.lock_owned().await;
    if let Some(answer) = &*place {
        return Ok(req.into_response(answer.response()).map_into_right_body());
    }
    keep(next.call(req).await?, &mut place).await
}

/// Keeps the answer if the form was accepted.
async fn keep<B: MessageBody + 'static>(
    answer: ServiceResponse<B>,
    place: &mut Option<FormAnswer>,
) -> Result<ServiceResponse<EitherBody<B>>, ActixError> {
    let is_accepted = answer.status().is_success() || answer.status().is_redirection();
    if !is_accepted || answer.response().error().is_some() {
        return Ok(answer.map_into_left_body());
    }
    let (request, response) = answer.into_parts();
    let (head, body) = response.into_parts();
    let body = to_bytes(body).await.map_err(Into::into)?;
    if body.len() <= LONGEST {
        *place =
            Some(FormAnswer { status: head.status(), headers: head.headers().clone(), body: body.clone() });
    }
    Ok(ServiceResponse::new(request, head.set_body(body).map_into_boxed_body()).map_into_right_body())
}

fn has_key(req: &ServiceRequest) -> bool {
    let query = form_urlencoded::parse(req.query_string().as_bytes());
    req.method() == Method::POST && query.into_iter().any(|(name, _)| name == ONCE)
}
