//! `/admin/announcements`, and putting an announcement away.

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
use crate::users::{Announcement, Tone, is_bidi_control};
use crate::views::admin::announcements::{Draft, announcements};
use crate::web::reply::heard;
use crate::web::{Admin, Answer, Caller, Error, Form, LocalPath, State, cookie, html, reader, see_other};

/// The longest time something is said, in milliseconds: a year.
const LONGEST: i64 = 366 * DAY;

/// What the form sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Announced {
    words: String,
    #[serde(default)]
    tone: String,
    #[serde(default)]
    from: String,
    until: String,
}

/// What is wrong: with the words, or with the times.
type Problems = (Option<&'static str>, Option<&'static str>);

/// `GET /admin/announcements`
pub async fn page(request: HttpRequest, state: Data<State>, staff: Admin) -> Answer {
    let tomorrow = written(state.clock.now());
    let draft = Draft { tone: Tone::News.key(), until: &tomorrow, ..Draft::default() };
    draw(&request, &state, staff, draft, StatusCode::OK).await
}

/// `POST /admin/announcements`
pub async fn announce(
    request: HttpRequest,
    state: Data<State>,
    staff: Admin,
    form: Form<Announced>,
) -> Answer {
    let Form(form) = form;
    let now = state.clock.now();
    match read(&form, now) {
        Ok(said) => {
            state.store.announce(staff.0.0.id, said, now).await??;
            Ok(see_other(&request, &urls::AdminAnnouncements.to_string()))
        }
        Err((wordless, timeless)) => {
            let Announced { words, tone, from, until } = &form;
            let draft = Draft { words, tone, from, until, wordless, timeless };
            draw(&request, &state, staff, draft, StatusCode::UNPROCESSABLE_ENTITY).await
        }
    }
}

/// `POST /admin/announcements/{id}/withdrawal`
pub async fn withdraw(request: HttpRequest, state: Data<State>, staff: Admin, id: Path<i64>) -> Answer {
    state.store.withdraw_announcement(staff.0.0.id, *id, state.clock.now()).await??;
    Ok(see_other(&request, &urls::AdminAnnouncements.to_string()))
}

/// `POST /announcements/{id}/dismissal`: this browser does not show it again.
pub async fn dismiss(request: HttpRequest, state: Data<State>, id: Path<i64>) -> Answer {
    if !state.store.announcements().iter().any(|said| said.id == *id) {
        return Err(Error::NotFound("".into()));
    }
    let mut answer = see_other(&request, LocalPath::back_to(&request).as_str());
    let cookie = cookie::heard(heard(&request).and(*id), &state.public_url);
    answer.add_cookie(&cookie).map_err(Error::internal)?;
    Ok(answer)
}

async fn draw(
    request: &HttpRequest,
    state: &State,
    staff: Admin,
    draft: Draft<'_>,
    status: StatusCode,
) -> Answer {
    let (now, caller) = (state.clock.now(), Caller::from(staff));
    let coming: Vec<_> =
        state.store.announcements().iter().filter(|said| said.until > now).cloned().collect();
    Ok(html(status, announcements(reader(request, state, &caller).await?, &coming, draft, now)))
}

fn read(form: &Announced, now: Moment) -> Result<Announcement, Problems> {
    let written: String = form.words.chars().filter(|letter| !is_bidi_control(*letter)).collect();
    let words = written.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.chars().count() {
        0 => return Err((Some(tr("Write something first.")), None)),
        long if long > Announcement::LONGEST as usize => {
            return Err((Some(tr("That is too long: 300 characters are the most.")), None));
        }
        _ => {}
    }
    let tone = Tone::from_key(&form.tone).ok_or((Some(tr("Choose how it is meant.")), None))?;
    let from = match form.from.trim() {
        "" => now,
        from => moment(from).ok_or((None, Some(tr("This is no time."))))?,
    };
    let until = moment(form.until.trim()).ok_or((None, Some(tr("Say until when."))))?;
    if until <= now || until <= from {
        return Err((None, Some(tr("The end has to be ahead, and behind the beginning."))));
    }
    if until.since(now) > LONGEST {
        return Err((None, Some(tr("Nothing is announced for more than a year."))));
    }
    Ok(Announcement { id: 0, tone, words, from, until })
}

/// A moment of UTC as a form sends it: `2026-11-22T10:00`.
fn moment(text: &str) -> Option<Moment> {
    let zoned = text.parse::<DateTime>().ok()?.to_zoned(TimeZone::UTC).ok()?;
    Some(Moment(zoned.timestamp().as_millisecond()))
}

/// A day later, as the form has it.
fn written(now: Moment) -> String {
    let stamp = Timestamp::from_millisecond(now.0).unwrap_or(Timestamp::UNIX_EPOCH);
    let tomorrow = stamp.to_zoned(TimeZone::UTC).saturating_add(1.day());
    tomorrow.strftime("%Y-%m-%dT%H:%M").to_string()
}
