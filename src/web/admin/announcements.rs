//! `/admin/announcements`, and dismissing an announcement.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use jiff::Timestamp;
use jiff::civil::DateTime;
use serde::Deserialize;

use crate::now::Moment;
use crate::now::spans::DAY;
use crate::texts::tr;
use crate::urls;
use crate::users::preferences::TimeZoneName;
use crate::users::{Announcement, AnnouncementTone, visible_text};
use crate::views::admin::announcements::{
    AnnouncementDraft, AnnouncementField, AnnouncementsPage, Done, announcements,
};
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
    /// The announcement that it replaces.
    replaces: Option<i64>,
    /// `yes` to see it before it is published.
    preview: Option<String>,
}

/// Which announcement is to be changed, and what was just done.
#[derive(Debug, Deserialize)]
pub struct AnnouncementsQuery {
    change: Option<i64>,
    removed: Option<i64>,
    #[serde(default)]
    done: String,
}

/// What the page shows beside the announcements.
struct Shown<'a> {
    draft: AnnouncementDraft<'a>,
    preview: Option<Announcement>,
    done: Option<Done>,
    removed: Option<Announcement>,
}

impl<'a> Shown<'a> {
    fn of(draft: AnnouncementDraft<'a>) -> Self {
        Self { draft, preview: None, done: None, removed: None }
    }
}

/// The field with a problem, and the problem.
type AnnouncementProblem = (AnnouncementField, &'static str);

/// `GET /admin/announcements`
pub async fn page(
    (request, state, staff): RequestOf<AdminCaller>,
    query: Query<AnnouncementsQuery>,
) -> HttpResult {
    let zone = zone_of(&state, &staff).await?;
    let announced = state.store.announcements(state.clock.now()).await?;
    let changed = query.change.and_then(|id| announced.iter().find(|announcement| announcement.id == id));
    let [from, until] = match changed {
        Some(changed) => [changed.from, changed.until].map(|at| field(at, &zone)),
        None => [String::new(), field(state.clock.now().after(DAY), &zone)],
    };
    let draft = AnnouncementDraft {
        words: changed.map_or("", |changed| &changed.text),
        tone: changed.map_or(AnnouncementTone::News, |changed| changed.tone).key(),
        from: &from,
        until: &until,
        replaces: changed.map(|changed| changed.id),
        problem: None,
    };
    let removed = match query.removed {
        Some(id) => state.store.announcement(id).await?.filter(|removed| removed.until > state.clock.now()),
        None => None,
    };
    let shown = Shown { draft, preview: None, done: Done::from_key(&query.done), removed };
    render_announcements(&request, &state, staff, shown, StatusCode::OK).await
}

/// `POST /admin/announcements`
pub async fn announce(
    (request, state, staff): RequestOf<AdminCaller>,
    form: FormData<AnnouncementForm>,
) -> HttpResult {
    let FormData(form) = form;
    let now = state.clock.now();
    let zone = zone_of(&state, &staff).await?;
    let read = read(&form, &zone, now);
    let AnnouncementForm { words, tone, from, until, replaces, preview } = &form;
    let draft = AnnouncementDraft { words, tone, from, until, replaces: *replaces, problem: None };
    match read {
        Ok(announcement) if preview.is_some() => {
            let shown = Shown { preview: Some(announcement), ..Shown::of(draft) };
            render_announcements(&request, &state, staff, shown, StatusCode::OK).await
        }
        Ok(announcement) => {
            state.store.announce(staff.0.0.id, announcement, *replaces, now).await??;
            let done = if replaces.is_some() { Done::Changed } else { Done::Published };
            Ok(see_other(&request, &urls::AdminAnnouncements.after(done.key())))
        }
        Err(problem) => {
            let shown = Shown::of(AnnouncementDraft { problem: Some(problem), ..draft });
            render_announcements(&request, &state, staff, shown, StatusCode::UNPROCESSABLE_ENTITY).await
        }
    }
}

/// The time zone of the admin.
async fn zone_of(state: &AppState, staff: &AdminCaller) -> Result<TimeZoneName, WebError> {
    let user = staff.0.0.id;
    let zones = state.store.time_zones_of(&[user]).await?;
    Ok(zones.get(&user).and_then(|name| TimeZoneName::parse(name)).unwrap_or_else(TimeZoneName::utc))
}

/// `POST /admin/announcements/{id}/withdraw`
pub async fn withdraw((request, state, staff): RequestOf<AdminCaller>, id: Path<i64>) -> HttpResult {
    state.store.withdraw_announcement(staff.0.0.id, *id, state.clock.now()).await??;
    Ok(see_other(&request, &urls::AdminAnnouncements.removed(*id)))
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
    shown: Shown<'_>,
    status: StatusCode,
) -> HttpResult {
    let zone = zone_of(state, &staff).await?;
    let (now, caller) = (state.clock.now(), Caller::from(staff));
    let announced = state.store.announcements(now).await?;
    let coming: Vec<_> = announced.iter().filter(|announcement| announcement.until > now).cloned().collect();
    let Shown { draft, preview, done, removed } = shown;
    let times = removed.as_ref().map(|removed| [removed.from, removed.until].map(|at| field(at, &zone)));
    let removed = removed.as_ref().zip(times.as_ref()).map(|(removed, [from, until])| AnnouncementDraft {
        words: &removed.text,
        tone: removed.tone.key(),
        from: if removed.from > now { from } else { "" },
        until,
        ..AnnouncementDraft::default()
    });
    let preview = preview.as_ref();
    let page = AnnouncementsPage { coming: &coming, draft, preview, done, removed, zone: &zone, now };
    Ok(html(status, announcements(reader(request, state, &caller).await?, &page)))
}

fn read(
    form: &AnnouncementForm,
    zone: &TimeZoneName,
    now: Moment,
) -> Result<Announcement, AnnouncementProblem> {
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
        from => moment(from, zone).ok_or((AnnouncementField::From, tr("Enter a date and time.")))?,
    };
    let until =
        moment(form.until.trim(), zone).ok_or((AnnouncementField::Until, tr("Enter when it ends.")))?;
    if until <= now || until <= from {
        return Err((AnnouncementField::Until, tr("The end must be in the future and after the start.")));
    }
    if until.since(now) > MAX_LENGTH {
        return Err((AnnouncementField::Until, tr("An announcement can last a year at most.")));
    }
    Ok(Announcement { id: 0, tone, text, from, until })
}

/// A moment as a form sends it: `2026-11-22T10:00`.
fn moment(text: &str, zone: &TimeZoneName) -> Option<Moment> {
    let zoned = text.parse::<DateTime>().ok()?.to_zoned(zone.zone().clone()).ok()?;
    Some(Moment(zoned.timestamp().as_millisecond()))
}

/// A moment as the form expects it.
fn field(at: Moment, zone: &TimeZoneName) -> String {
    let stamp = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH);
    stamp.to_zoned(zone.zone().clone()).strftime("%Y-%m-%dT%H:%M").to_string()
}
