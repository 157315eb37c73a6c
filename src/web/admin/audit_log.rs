//! `/admin/audit`: the audit log, to read and to download.

use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentType};
use actix_web::web::{Bytes, Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream;
use serde::Deserialize;
use serde_json::json;

use super::super::{AdminCaller, AppState, Caller, HttpResult, html, reader};
use crate::store::{AuditFilter, Store, StoreError};
use crate::users::{ListedAuditEntry, StaffActionKind};
use crate::views::admin::audit_log;

const PAGE: u32 = 50;

/// The filter in the query. Invalid values are ignored.
#[derive(Debug, Deserialize)]
pub struct AuditSearch {
    #[serde(default)]
    person: String,
    #[serde(default)]
    act: String,
    #[serde(default)]
    below: String,
}

/// `GET /admin/audit`
pub async fn page(
    request: HttpRequest,
    state: Data<AppState>,
    staff: AdminCaller,
    search: Query<AuditSearch>,
) -> HttpResult {
    let AuditSearch { person, act, below } = search.0;
    let found = match person.trim() {
        "" => None,
        name => Some(state.accounts.directory().find(name).await?),
    };
    let below = below.parse().ok().filter(|below| *below > 0).unwrap_or(0);
    let filter = AuditFilter {
        person: found.as_ref().and_then(|found| found.as_ref().map(|person| person.id)),
        act: StaffActionKind::from_key(&act),
        below,
        ..AuditFilter::default()
    };
    let unknown = matches!(found, Some(None));
    let mut entries =
        if unknown { Vec::new() } else { state.store.audit_entries(filter.clone(), PAGE + 1).await? };
    let more = entries.len() > PAGE as usize;
    entries.truncate(PAGE as usize);
    let shown = audit_log::AuditLogPage {
        entries: &entries,
        more,
        first: below == 0,
        person: person.trim(),
        unknown,
        act: filter.act,
        now: state.clock.now(),
    };
    let caller = Caller::from(staff);
    Ok(html(StatusCode::OK, audit_log::page(reader(&request, &state, &caller).await?, &shown)))
}

/// `GET /admin/audit.jsonl`: all entries, earliest first, one JSON object per line, with everything that their hashes
/// cover.
pub async fn lines(state: Data<AppState>, _: AdminCaller) -> HttpResponse {
    let begin = (state.store.clone(), 0, "0".repeat(64));
    HttpResponse::Ok()
        .content_type(ContentType(mime()))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"parlour-log.jsonl\""))
        .streaming(stream::try_unfold(begin, piece))
}

fn mime() -> actix_web::mime::Mime {
    "application/jsonl".parse().unwrap_or(actix_web::mime::APPLICATION_OCTET_STREAM)
}

type AuditCursor = (Store, i64, String);

async fn piece((store, seq, before): AuditCursor) -> Result<Option<(Bytes, AuditCursor)>, StoreError> {
    let entries = store.audit_after(seq).await?;
    let Some(last) = entries.last().map(|last| last.entry.seq) else { return Ok(None) };
    let (mut text, mut before) = (String::new(), before);
    for shown in &entries {
        text.push_str(&line(shown, &before));
        before = hex::encode(shown.hash);
    }
    Ok(Some((Bytes::from(text), (store, last, before))))
}

fn line(shown: &ListedAuditEntry, before: &str) -> String {
    let entry = &shown.entry;
    let fields = json!({
        "seq": entry.seq, "at": entry.at.0, "time": entry.at.to_string(),
        "by": entry.by, "by_name": shown.by, "act": entry.act,
        "whom": entry.whom, "whom_name": shown.whom, "match": entry.match_id,
        "why": entry.why, "detail": entry.detail,
        "before": before, "hash": hex::encode(shown.hash),
    });
    format!("{fields}\n")
}
