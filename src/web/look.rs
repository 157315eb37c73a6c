//! `POST /settings/look`: how the house looks and sounds to somebody.

use actix_web::HttpRequest;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::web::Data;
use serde::Deserialize;

use super::{Answer, Error, Form, Member, State, paths, see_other};
use crate::matches::{Language, Look, Motion, Theme};
use crate::views::settings::Done;

/// What the form sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    theme: String,
    motion: String,
    sound: String,
    language: String,
}

/// `POST /settings/look`: 422 for what is not offered.
pub async fn submit(request: HttpRequest, state: Data<State>, member: Member, form: Form<Chosen>) -> Answer {
    let Form(chosen) = form;
    let wrong =
        || Error::Unprocessable("The house cannot look like that. Choose one of what is offered.".into());
    let look = Look {
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
    let mut answer = see_other(&request, &paths::Settings.after(Done::Look.key()));
    answer.add_cookie(&at_the_door(look.theme)).map_err(Error::internal)?;
    Ok(answer)
}

/// The same theme for this browser when nobody is signed in.
fn at_the_door(theme: Theme) -> Cookie<'static> {
    let kept = if theme == Theme::Auto { Duration::ZERO } else { Duration::days(365) };
    Cookie::build("theme", theme.key()).path("/").same_site(SameSite::Lax).max_age(kept).finish()
}
