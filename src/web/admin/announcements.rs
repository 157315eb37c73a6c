//! `/admin/announcements`, and dismissing an announcement.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::Deserialize;

use crate::now::Moment;
use crate::now::spans::DAY;
use crate::texts::tr;
use crate::urls;
use crate::users::{Announcement, AnnouncementTone, visible_text};
use crate::views::admin::announcements::{AnnouncementDraft, AnnouncementField, announcements};
use crate::web::http::cookie;
use crate::web::{
    AdminCaller, AppState, Caller, FormData, HttpResult, LocalPath, RequestOf, WebError, html, reader,
    see_other,
};

/// The maximum duration of an announcement, in milliseconds.
const MAX_LENGTH: i64 = 366 * DAY;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnnouncementForm {
    words: String,
    #[serde(default)]
    tone: String,
    #[serde(default)]
    from: String,
    until: String,
}

/// The field with a problem, and the problem.
type AnnouncementProblem = (AnnouncementField, &'static str);

/// `GET /admin/announcements`
pub async fn page((request, state, staff): RequestOf<AdminCaller>) -> HttpResult {
    let tomorrow = tomorrow_field(state.clock.now());
    let draft = AnnouncementDraft {
        tone: AnnouncementTone::News.key(),
        until: &tomorrow,
        ..AnnouncementDraft::default()
    };
    render_announcements(&request, &state, staff, draft, StatusCode::OK).await
}

/// `POST /admin/announcements`
pub async fn announce(
    (request, state, staff): RequestOf<AdminCaller>,
    form: FormData<AnnouncementForm>,
) -> HttpResult {
    let FormData(form) = form;
    let now = state.clock.now();
    match read(&form, now) {
        Ok(announcement) => {
            state.store.announce(staff.0.0.id, announcement, now).await??;
            Ok(see_other(&request, &urls::AdminAnnouncements.to_string()))
        }
        Err(problem) => {
            let AnnouncementForm { words, tone, from, until } = &form;
            let draft = AnnouncementDraft { words, tone, from, until, problem: Some(problem) };
            render_announcements(&request, &state, staff, draft, StatusCode::UNPROCESSABLE_ENTITY).await
        }
    }
}

/// `POST /admin/announcements/{id}/withdraw`
pub async fn withdraw((request, state, staff): RequestOf<AdminCaller>, id: Path<i64>) -> HttpResult {
    state.store.withdraw_announcement(staff.0.0.id, *id, state.clock.now()).await??;
    Ok(see_other(&request, &urls::AdminAnnouncements.to_string()))
}

/// `POST /announcements/{id}/dismiss`: hides it in this browser.
pub async fn dismiss(request: HttpRequest, state: Data<AppState>, id: Path<i64>) -> HttpResult {
    let announcements = state.store.announcements(state.clock.now()).await?;
    if !announcements.iter().any(|announcement| announcement.id == *id) {
        return Err(WebError::NotFound("".into()));
    }
    let mut answer = see_other(&request, LocalPath::back_to(&request).as_str());
    let dismissed = cookie::dismissed(&request, &state.public_url).with(*id);
    let cookie = cookie::dismissed_announcements(dismissed, &state.public_url);
    answer.add_cookie(&cookie).map_err(WebError::internal)?;
    Ok(answer)
}

async fn render_announcements(
    request: &HttpRequest,
    state: &AppState,
    staff: AdminCaller,
    draft: AnnouncementDraft<'_>,
    status: StatusCode,
) -> HttpResult {
    let (now, caller) = (state.clock.now(), Caller::from(staff));
    let announced = state.store.announcements(now).await?;
    let coming: Vec<_> = announced.iter().filter(|announcement| announcement.until > now).cloned().collect();
    Ok(html(status, announcements(reader(request, state, &caller).await?, &coming, draft, now)))
}

fn read(form: &AnnouncementForm, now: Moment) -> Result<Announcement, AnnouncementProblem> {
    let text = visible_text(&form.words).split_whitespace().collect::<Vec<_>>().join(" ");
    match text.chars().count() {
        0 => return Err((AnnouncementField::Text, tr("Enter a text."))),
        long if long > Announcement::MAX_LENGTH as usize => {
            return Err((AnnouncementField::Text, tr("Use 300 characters or fewer.")));
        }
        _ => {}
    }
    let tone =
        AnnouncementTone::from_key(&form.tone).ok_or((AnnouncementField::Tone, tr("Choose a type.")))?;
    let from = match form.from.trim() {
        "" => now,
        from => moment(from).ok_or((AnnouncementField::From, tr("Enter a date and time.")))?,
    };
    let until = moment(form.until.trim()).ok_or((AnnouncementField::Until, tr("Enter when it ends.")))?;
    if until <= now || until <= from {
        return Err((AnnouncementField::Until, tr("The end must be in the future and after the start.")));
    }
    if until.since(now) > MAX_LENGTH {
        return Err((AnnouncementField::Until, tr("An announcement can last a year at most.")));
    }
    Ok(Announcement { id: 0, tone, text, from, until })
}

/// A moment as a form sends it, in UTC: `2026-11-22T10:00`.
fn moment(text: &str) -> Option<Moment> {
    let zoned = text.parse::<DateTime>().ok()?.to_zoned(TimeZone::UTC).ok()?;
    Some(Moment(zoned.timestamp().as_millisecond()))
}

/// A day after `now`, as the form expects it.
fn tomorrow_field(now: Moment) -> String {
    let stamp = Timestamp::from_millisecond(now.0).unwrap_or(Timestamp::UNIX_EPOCH);
    let tomorrow = stamp.to_zoned(TimeZone::UTC).saturating_add(1.day());
    tomorrow.strftime("%Y-%m-%dT%H:%M").to_string()
}
