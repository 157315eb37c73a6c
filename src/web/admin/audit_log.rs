//! `/admin/audit`: the audit log, to read and to download.

use actix_web::HttpResponse;
use actix_web::http::header::{self, ContentType};
use actix_web::web::{Bytes, Data, Query};
use futures_util::stream;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::json;

use super::super::{AdminCaller, AppState, Caller, HttpResult, RequestOf, WebError, ok, reader};
use super::users::{renamed, zone};
use crate::now::Moment;
use crate::store::{AuditFilter, Store, StoreError};
use crate::users::{AuditEntry, StaffActionKind};
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
    until: String,
    #[serde(default)]
    below: String,
}

/// `GET /admin/audit`
pub async fn page((request, state, staff): RequestOf<AdminCaller>, search: Query<AuditSearch>) -> HttpResult {
    let AuditSearch { person, act, until, below } = search.0;
    let found = match person.trim() {
        "" => None,
        name => {
            let renamed = renamed(&state, name).await?;
            Some(state.accounts.directory().find(renamed.as_deref().unwrap_or(name)).await?)
        }
    };
    let until = Date::strptime("%Y-%m-%d", until.trim()).ok();
    let before = below.parse().ok().filter(|below| *below > 0);
    let below = match before {
        Some(below) => below,
        None => last_of(&state, &staff, until).await?,
    };
    let filter = AuditFilter {
        person: found.as_ref().and_then(|found| found.as_ref().map(|person| person.id)),
        action: StaffActionKind::from_key(&act),
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
        first: before.is_none(),
        person: person.trim(),
        unknown,
        act: filter.action,
        until,
        now: state.clock.now(),
    };
    let caller = Caller::from(staff);
    ok(audit_log::page(reader(&request, &state, &caller).await?, &shown))
}

/// The number after the last entry of a day in the time zone of the admin; 0 without one.
async fn last_of(state: &AppState, staff: &AdminCaller, day: Option<Date>) -> Result<i64, WebError> {
    let Some(next) = day.and_then(|day| day.tomorrow().ok()) else { return Ok(0) };
    let zone = zone(state, staff.0.0.id).await?;
    let Ok(midnight) = next.to_zoned(zone.zone().clone()) else { return Ok(0) };
    let last = state.store.audit_until(Moment(midnight.timestamp().as_millisecond())).await?;
    Ok(last + 1)
}

/// `GET /admin/audit.jsonl`: all entries, earliest first, one JSON object per line.
pub async fn lines(state: Data<AppState>, _: AdminCaller) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(ContentType(mime()))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"parlour-log.jsonl\""))
        .streaming(stream::try_unfold((state.store.clone(), 0), piece))
}

fn mime() -> actix_web::mime::Mime {
    "application/jsonl".parse().unwrap_or(actix_web::mime::APPLICATION_OCTET_STREAM)
}

async fn piece((store, seq): (Store, i64)) -> Result<Option<(Bytes, (Store, i64))>, StoreError> {
    let entries = store.audit_after(seq).await?;
    let Some(last) = entries.last().map(|last| last.seq) else { return Ok(None) };
    let text: String = entries.iter().map(line).collect();
    Ok(Some((Bytes::from(text), (store, last))))
}

fn line(entry: &AuditEntry) -> String {
    let fields = json!({
        "seq": entry.seq, "at": entry.at.0, "time": entry.at.to_string(),
        "actor": entry.actor, "actor_name": entry.actor_name, "action": entry.action,
        "target": entry.target, "target_name": entry.target_name, "match": entry.match_id,
        "reason": entry.reason, "detail": entry.detail,
    });
    format!("{fields}\n")
}
