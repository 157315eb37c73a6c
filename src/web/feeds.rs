//! `/feeds/{key}/…`: feeds for programs, without signing in, at a secret URL; and creating such URLs.

use std::time::{Duration, SystemTime};

use actix_web::http::header::{
    self, CacheControl, CacheDirective, ETag, EntityTag, Header, HttpDate, IfModifiedSince, LastModified,
};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::{
    AppState, Caller, HttpResult, Reauthenticated, RequestOf, SignedIn, WebError, assets, see_other,
};
use crate::now::Moment;
use crate::texts::tr;
use crate::urls;
use crate::users::preferences::FeedKind;
use crate::views::settings::Done;

/// `GET /feeds/{key}/news.atom`
pub async fn news(request: HttpRequest, state: Data<AppState>, key: Path<String>) -> HttpResult {
    feed(&request, &state, &key, FeedKind::News, "application/atom+xml; charset=utf-8").await
}

/// `GET /feeds/{key}/deadlines.ics`
pub async fn deadlines(request: HttpRequest, state: Data<AppState>, key: Path<String>) -> HttpResult {
    feed(&request, &state, &key, FeedKind::Deadlines, "text/calendar; charset=utf-8").await
}

/// A feed: 404 for an invalid or revoked key, 304 if the client has the current version.
async fn feed(
    request: &HttpRequest,
    state: &AppState,
    key: &str,
    feed: FeedKind,
    kind: &'static str,
) -> HttpResult {
    state.limits.feed(state.client_subnet(request))?;
    let user = state.notices.feed_of(key, feed).await?;
    let Some(user) = user else {
        // Looks up the caller first: afterwards the language is that of the feed's owner.
        Caller::of(request).await?;
        return Err(WebError::NotFound(tr("This link is no longer valid.").into()));
    };
    let latest = state.notices.latest_entries(user, feed).await?;
    let tag = EntityTag::new_weak(latest.tag.clone());
    let changed = http_date(latest.changed);
    let known = is_known(request, &tag, changed);
    let mut answer = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header(CacheControl(vec![CacheDirective::Private, CacheDirective::NoCache]));
    answer.insert_header(ETag(tag)).insert_header(LastModified(changed));
    answer.insert_header(("X-Robots-Tag", "noindex"));
    if known {
        return Ok(answer.finish());
    }
    let own = format!("{}{}", state.public_url, request.path());
    let body = state.notices.write_feed(&latest, &own).await?;
    Ok(answer.content_type(kind).body(body))
}

/// Whether the client has the current version, by its entity tag or else by the date.
fn is_known(request: &HttpRequest, tag: &EntityTag, changed: HttpDate) -> bool {
    if request.headers().contains_key(header::IF_NONE_MATCH) {
        return assets::is_current(request, tag);
    }
    match IfModifiedSince::parse(request) {
        Ok(IfModifiedSince(since)) if request.headers().contains_key(header::IF_MODIFIED_SINCE) => {
            changed <= since
        }
        _ => false,
    }
}

/// A date in a header has a resolution of one second.
fn http_date(at: Moment) -> HttpDate {
    let seconds = u64::try_from(at.0 / 1000).unwrap_or(0);
    (SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).into()
}

/// `POST /settings/feeds/{kind}`: a new URL for a feed. The previous one stops working.
pub async fn renew((request, state, proven): RequestOf<Reauthenticated>, kind: Path<String>) -> HttpResult {
    let feed = of_kind(&kind)?;
    state.notices.renew_feed(proven.user(), feed).await?;
    Ok(see_other(&request, &urls::Settings.after(Done::FeedCreated.key())))
}

/// `POST /settings/feeds/{kind}/remove`
pub async fn forget((request, state, member): RequestOf<SignedIn>, kind: Path<String>) -> HttpResult {
    let feed = of_kind(&kind)?;
    state.store.forget_feed(member.0.id, feed).await?;
    Ok(see_other(&request, &urls::Settings.after(Done::FeedRemoved.key())))
}

fn of_kind(kind: &str) -> Result<FeedKind, WebError> {
    FeedKind::from_key(kind).ok_or_else(|| WebError::NotFound("".into()))
}
