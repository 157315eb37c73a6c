//! `POST /settings/appearance`

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::web::Data;
use serde::Deserialize;

use super::{AppState, FormData, HttpResult, SignedIn, WebError, see_other};
use crate::config::PublicUrl;
use crate::texts::{Language, tr};
use crate::urls;
use crate::users::preferences::{Appearance, Motion, Theme};
use crate::views::settings::Done;

/// What the form sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AppearanceForm {
    theme: String,
    motion: String,
    sound: String,
    language: String,
}

/// `POST /settings/appearance`: 422 for what is not offered.
pub async fn submit(
    request: HttpRequest,
    state: Data<AppState>,
    member: SignedIn,
    form: FormData<AppearanceForm>,
) -> HttpResult {
    let FormData(chosen) = form;
    let wrong = || {
        WebError::Unprocessable(tr("The house cannot look like that. Choose one of what is offered.").into())
    };
    let look = Appearance {
        theme: Theme::from_key(&chosen.theme).ok_or_else(wrong)?,
        motion: Motion::from_key(&chosen.motion).ok_or_else(wrong)?,
        language: Language::from_key(&chosen.language).ok_or_else(wrong)?,
        sound: match chosen.sound.as_str() {
            "on" => true,
            "off" => false,
            _ => return Err(wrong()),
        },
    };
    state.store.set_look(member.0.id, look).await?;
    let mut answer = see_other(&request, &urls::Settings.after(Done::Look.key()));
    for kept in at_the_door(look, &state.public_url) {
        answer.add_cookie(&kept).map_err(WebError::internal)?;
    }
    Ok(answer)
}

/// The same theme and language for this browser when nobody is signed in.
fn at_the_door(look: Appearance, site: &PublicUrl) -> [Cookie<'static>; 2] {
    let year = Duration::days(365);
    let kept = if look.theme == Theme::Auto { Duration::ZERO } else { year };
    let cookie = |name, value, age| {
        let cookie = Cookie::build(name, value).path("/").secure(site.is_https());
        cookie.same_site(SameSite::Lax).max_age(age).finish()
    };
    [cookie("theme", look.theme.key(), kept), cookie("language", look.language.key(), year)]
}
