//! Renders errors: every error response becomes a page of the site, or a fragment for htmx.

use std::net::IpAddr;

use super::error::LONGEST_DETAIL;
use super::excerpt::excerpt;
use super::protection::https_page;
use super::reply::reader_with;
use super::request_tracing::RequestId;
use super::sent_form;
use crate::views::errors::{self, ErrorPage};
use crate::web::{AppState, Caller, LocalPath, WebError, is_fragment, reader, see_other};
use actix_web::body::{BodySize, BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error as ActixError, HttpMessage, HttpRequest, HttpResponse};
use maud::Markup;

/// Renders the response if it is an error without a body.
pub async fn draw<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, ActixError> {
    let answer = next.call(req).await?;
    let trace = answer.response().error().map(|_| trace(answer.request()));
    log(&answer);
    if !is_blank(&answer) {
        return Ok(answer.map_into_left_body());
    }
    let (request, response) = answer.into_parts();
    if response.status() == StatusCode::NOT_FOUND
        && request.method().is_safe()
        && let Some(link) = LocalPath::without_punctuation(&request)
    {
        let redirect = see_other(&request, link.as_str());
        return Ok(ServiceResponse::new(request, redirect).map_into_right_body());
    }
    // The caller may not have been looked up yet, and the page is in their language.
    let caller = Caller::of_any_page(&request).await.unwrap_or_default();
    let words = words(&response);
    let here = LocalPath::back_to(&request);
    let form = sent_form::of(&request);
    let error = response.error().and_then(|error| error.as_error::<WebError>());
    let https = error.filter(|error| matches!(error, WebError::Elsewhere)).and_then(|_| https_page(&request));
    let fault = ErrorPage {
        status: response.status().as_u16(),
        code: error.map_or("", WebError::code),
        text: &words,
        trace: trace.as_deref().filter(|_| response.status().is_server_error()),
        sign_in: &here.after_sign_in(),
        back: (!request.method().is_safe()).then(|| here.as_str()),
        form: form.as_ref(),
        https: https.as_deref(),
    };
    let body = BoxBody::new(markup(&request, &caller, fault).await.into_string());
    let mut response = response.set_body(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    Ok(ServiceResponse::new(request, response).map_into_right_body())
}

/// The id in the log and on the page, by which one can be found from the other.
fn trace(request: &HttpRequest) -> String {
    request.extensions().get::<RequestId>().map(ToString::to_string).unwrap_or_default()
}

fn log<B>(answer: &ServiceResponse<B>) {
    let Some(error) = answer.response().error() else { return };
    let request = answer.request();
    match error.as_error::<WebError>() {
        Some(own) => log_error(request, own),
        None if may_log(request) => {
            let address = address(request).map(tracing::field::display);
            // Errors of the HTTP library have no code, but are in English.
            let (detail, status) = (excerpt(&error.to_string(), LONGEST_DETAIL), answer.status().as_u16());
            tracing::info!(code = "http-error", detail, status, address, "refused");
        }
        None => {}
    }
}

/// Logs why a request failed.
pub fn log_error(request: &HttpRequest, error: &WebError) {
    if matches!(error, WebError::Internal(_)) || may_log(request) {
        error.log(&trace(request), address(request));
    }
}

/// Limits the log lines of one client, so that it cannot fill the disk.
fn may_log(request: &HttpRequest) -> bool {
    let may_log = |state: &Data<AppState>| state.limits.refusal_line(state.client_subnet(request)).is_ok();
    request.app_data::<Data<AppState>>().is_none_or(may_log)
}

fn address(request: &HttpRequest) -> Option<IpAddr> {
    request.app_data::<Data<AppState>>().and_then(|state| state.logged_address(request))
}

/// Whether it is an error that has not been rendered. Streams are left alone: nobody would see the page.
fn is_blank<B: MessageBody>(answer: &ServiceResponse<B>) -> bool {
    let refused = answer.status().is_client_error() || answer.status().is_server_error();
    let empty = matches!(answer.response().body().size(), BodySize::None | BodySize::Sized(0));
    let stream =
        answer.request().headers().get(header::ACCEPT).is_some_and(|accept| accept == "text/event-stream");
    refused && !stream && (empty || answer.response().error().is_some())
}

/// The message of our own errors. Those of libraries are for developers.
fn words<B>(response: &HttpResponse<B>) -> String {
    response.error().and_then(|error| error.as_error::<WebError>()).map(WebError::words).unwrap_or_default()
}

async fn markup(request: &HttpRequest, caller: &Caller, fault: ErrorPage<'_>) -> Markup {
    if is_fragment(request) {
        return errors::fragment(fault);
    }
    // An error page must not fail because of the counts in its header.
    let counted = match request.app_data::<Data<AppState>>() {
        // A page of another site may be able to read this, so it reveals nothing about the user.
        Some(_) if fault.status == StatusCode::MISDIRECTED_REQUEST.as_u16() => None,
        Some(state) => reader(request, state, caller).await.ok(),
        None => None,
    };
    errors::page(counted.unwrap_or_else(|| reader_with(request, caller, 0)), fault)
}
