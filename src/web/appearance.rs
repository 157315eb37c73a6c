//! `POST /settings/appearance`, and `POST /language` of the footer.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use serde::Deserialize;

use super::http::cookie;
use super::{Caller, FormData, HttpResult, LocalPath, RequestOf, SessionUser, WebError, see_other};
use crate::config::PublicUrl;
use crate::texts::{Language, tr};
use crate::urls;
use crate::users::preferences::{Appearance, Motion, Theme};
use crate::views::settings::Done;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AppearanceForm {
    theme: String,
    motion: String,
    sound: String,
    language: String,
}

/// `POST /settings/appearance`: 422 for unknown values.
pub async fn submit(
    (request, state, member): RequestOf<SessionUser>,
    form: FormData<AppearanceForm>,
) -> HttpResult {
    let FormData(chosen) = form;
    let wrong = || WebError::Unprocessable(tr("Choose one of the options shown.").into());
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
    for cookie in visitor_cookies(look, &state.public_url) {
        answer.add_cookie(&cookie).map_err(WebError::internal)?;
    }
    Ok(answer)
}

/// The form in the footer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LanguageForm {
    language: String,
}

/// `POST /language`: sets the language of the account and of this browser; 422 for an unknown one.
pub async fn set_language(
    (request, state, caller): RequestOf<Caller>,
    form: FormData<LanguageForm>,
) -> HttpResult {
    let unknown = || WebError::Unprocessable(tr("Choose one of the options shown.").into());
    let language = Language::from_key(&form.0.language).ok_or_else(unknown)?;
    if let Some(user) = caller.user() {
        let look = state.store.user_settings(user).await?.look;
        state.store.set_look(user, Appearance { language, ..look }).await?;
    }
    let mut answer = see_other(&request, LocalPath::back_to(&request).as_str());
    answer.add_cookie(&cookie::language(language, &state.public_url)).map_err(WebError::internal)?;
    Ok(answer)
}

/// Cookies with theme and language for this browser after signing out.
fn visitor_cookies(look: Appearance, site: &PublicUrl) -> [Cookie<'static>; 2] {
    let max_age = if look.theme == Theme::Auto { Duration::ZERO } else { Duration::days(365) };
    let theme = Cookie::build("theme", look.theme.key()).path("/").secure(site.is_https());
    let theme = theme.same_site(SameSite::Lax).max_age(max_age).finish();
    [theme, cookie::language(look.language, site)]
}
