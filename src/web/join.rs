//! `/join`: joining a match by its code.

use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::{AppState, Caller, HttpResult, RequestOf, WebError, html, ok, reader, see_other};
use crate::matches::JoinCode;
use crate::texts::tr;
use crate::urls;
use crate::views::join;
use crate::views::parts::qr_document;

#[derive(Debug, Deserialize)]
pub struct JoinCodeForm {
    code: Option<String>,
}

/// `GET /join`: the form, or a redirect to the match if a code was sent.
pub async fn page((request, state, caller): RequestOf<Caller>, typed: Query<JoinCodeForm>) -> HttpResult {
    match &typed.code {
        Some(code) => find(&request, &state, &caller, code).await,
        None => ok(join::page(reader(&request, &state, &caller).await?, "", None)),
    }
}

/// `GET /join/{code}`: the link with the code.
pub async fn follow((request, state, caller): RequestOf<Caller>, code: Path<String>) -> HttpResult {
    find(&request, &state, &caller, &code).await
}

/// `GET /join/{code}/qr.svg`: the link as a QR code, whether or not there is a match with this code.
pub async fn qr_code(state: Data<AppState>, code: Path<String>) -> HttpResult {
    let nothing = || WebError::NotFound(tr("A code has six letters and digits.").into());
    let code = JoinCode::from_typed(&code).ok_or_else(nothing)?;
    let link = format!("{}{}", state.public_url, urls::JoinCode { code: code.as_str() });
    let drawing = qr_document(&link).ok_or_else(nothing)?;
    let mut answer = HttpResponse::Ok();
    answer.insert_header((CACHE_CONTROL, "private, max-age=86400"));
    Ok(answer.content_type("image/svg+xml; charset=utf-8").body(drawing))
}

async fn find(request: &HttpRequest, state: &AppState, caller: &Caller, typed: &str) -> HttpResult {
    state.limits.code(state.client_subnet(request))?;
    let found = match JoinCode::from_typed(typed) {
        Some(code) => state.store.match_by_code(&code).await?,
        None => None,
    };
    if let Some(id) = found {
        return Ok(see_other(request, &urls::Match { id: id.as_str() }.to_string()));
    }
    let problem =
        tr("No open match has this code. It may have started already. Check the code and try again.");
    let typed: String = typed.chars().take(200).collect();
    let page = join::page(reader(request, state, caller).await?, &typed, Some(problem));
    Ok(html(StatusCode::NOT_FOUND, page))
}
