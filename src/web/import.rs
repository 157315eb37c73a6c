//! `/import`: opens the record of a match on an analysis board. The match is in the URL; nothing is stored.

use std::io::{Read, Write};

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Payload, Query};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::http::uploaded_file::uploaded_file;
use super::matches::analysis::{AnalysisLine, AnalysisQuery};
use super::matches::best_move::{SearchedPosition, best_move};
use super::{
    AppState, Caller, FormData, HttpResult, RequestOf, SessionUser, WebError, html, is_fragment, ok, reader,
    see_other,
};
use crate::matches::{ImportedMatch, MatchRecord, MatchView};
use crate::texts::tr;
use crate::urls;
use crate::views::analysis::{self, AnalysisPage, AnalysisReport, SuggestedLine};
use crate::views::import;
use crate::views::messages::ErrorMessage;

/// Maximum length of a match in a URL, in bytes: about 2,000 moves. Some proxies take no URL above 8 KB.
const MAX_LENGTH: usize = 6 * 1024;
/// Maximum size of a match that is unpacked, in bytes.
const LONGEST: u64 = 1 << 16;

/// `GET /import`
pub async fn page((request, state, caller): RequestOf<Caller>) -> HttpResult {
    ok(import::page(reader(&request, &state, &caller).await?, None))
}

/// `POST /import`: 303 to the board, or 422 and the form with what is wrong with the record.
pub async fn open((request, state, caller): RequestOf<Caller>, body: Payload) -> HttpResult {
    let file = uploaded_file(&request, body.into_inner(), import::FIELD).await?;
    state.limits.costly_page(state.client_subnet(&request), caller.user())?;
    match read(&file) {
        Ok(record) => Ok(see_other(&request, &urls::ImportedBoard.of(&record, 0, &[], 0))),
        Err(problem) => {
            let page = import::page(reader(&request, &state, &caller).await?, Some(&problem));
            Ok(html(StatusCode::UNPROCESSABLE_ENTITY, page))
        }
    }
}

/// The match of a record for a URL, or what is wrong with it.
fn read(file: &[u8]) -> Result<String, String> {
    let record: MatchRecord = serde_json::from_slice(file).map_err(|_| {
        tr("This isn’t the record of a match. Choose the JSON file from “Share and embed”.").to_owned()
    })?;
    record.check().map_err(|error| error.message())?;
    let packed = packed(&ImportedMatch::of(&record));
    // What repeats itself, such as a long name, takes little room in the URL, and too much when it is read.
    if packed.len() > MAX_LENGTH || unpacked(&packed).is_none() {
        return Err(tr("This match is too long to be opened here.").to_owned());
    }
    Ok(packed)
}

/// `GET /import/board?record=MATCH&ply=PLY&line=NOTATION,NOTATION`
pub async fn board((request, state, caller): RequestOf<Caller>, query: Query<AnalysisQuery>) -> HttpResult {
    state.limits.costly_page(state.client_subnet(&request), caller.user())?;
    let view = imported(&query.record)?;
    let line = AnalysisLine::of(&view, &query)?;
    let page = line.page(&view, &caller, &AnalysisReport::Unavailable)?;
    reply(&request, &state, &caller, AnalysisPage { imported: Some(&query.record), ..page }).await
}

/// `POST /import/board/best-move`
pub async fn search(
    (request, state, member): RequestOf<SessionUser>,
    FormData(query): FormData<AnalysisQuery>,
) -> HttpResult {
    let (user, caller) = (member.0.id, Caller::from(member));
    let view = imported(&query.record)?;
    let line = AnalysisLine::of(&view, &query)?;
    let found = best_move(&request, &state, SearchedPosition { user, position: line.position()? }).await?;
    let suggested = Some(SuggestedLine { line: &found.line });
    let page = line.page(&view, &caller, &AnalysisReport::Unavailable)?;
    reply(&request, &state, &caller, AnalysisPage { imported: Some(&query.record), suggested, ..page }).await
}

/// A match as text for a URL: JSON, compressed by deflate, in base64.
fn packed(imported: &ImportedMatch) -> String {
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    // Neither serialising strings nor writing to memory fails.
    let json = serde_json::to_vec(imported).unwrap_or_default();
    let packed = packed.write_all(&json).and_then(|()| packed.finish()).unwrap_or_default();
    URL_SAFE_NO_PAD.encode(packed)
}

fn unpacked(text: &str) -> Option<ImportedMatch> {
    let packed = URL_SAFE_NO_PAD.decode(text).ok()?;
    let mut json = Vec::new();
    DeflateDecoder::new(&*packed).take(LONGEST).read_to_end(&mut json).ok()?;
    serde_json::from_slice(&json).ok()
}

/// The match in a URL.
///
/// # Errors
/// It is too long, cut off or not legal.
pub fn imported(record: &str) -> Result<MatchView, WebError> {
    if record.len() > MAX_LENGTH {
        return Err(WebError::TooLongAddress);
    }
    let view = unpacked(record).and_then(|imported| imported.view().ok());
    view.ok_or_else(|| WebError::Unprocessable(tr("The link is incomplete. Open the record again.").into()))
}

async fn reply(
    request: &HttpRequest,
    state: &AppState,
    caller: &Caller,
    page: AnalysisPage<'_>,
) -> HttpResult {
    if is_fragment(request) {
        return ok(analysis::fragment(&page));
    }
    ok(analysis::page(reader(request, state, caller).await?, &page))
}
