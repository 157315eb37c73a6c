//! `POST /settings/absence`: announces an absence.

use actix_web::http::StatusCode;
use serde::Deserialize;

use super::{FormData, HttpResult, RequestOf, SignedIn, see_other, settings};
use crate::urls;
use crate::users::preferences::Absence;
use crate::views::settings::{AbsenceDraft, Done, SettingsProblems};

/// Both are empty to take the absence back.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbsenceForm {
    first: String,
    last: String,
}

/// `POST /settings/absence`: 422 and the form again if the days are none of an absence.
pub async fn submit(
    (request, state, member): RequestOf<SignedIn>,
    form: FormData<AbsenceForm>,
) -> HttpResult {
    let AbsenceForm { first, last } = form.0;
    let is_taken_back = first.is_empty() && last.is_empty();
    let absence = match Absence::parse(&first, &last, state.clock.now()) {
        _ if is_taken_back => None,
        Ok(absence) => Some(absence),
        Err(problem) => {
            let absence = Some(AbsenceDraft { first, last, problem });
            let problems = SettingsProblems { absence, ..SettingsProblems::default() };
            return settings::show(&request, &state, member, StatusCode::UNPROCESSABLE_ENTITY, problems)
                .await;
        }
    };
    state.store.set_absence(member.0.id, absence).await?;
    let done = if is_taken_back { Done::AbsenceEnded } else { Done::Absence };
    Ok(see_other(&request, &urls::Settings.after(done.key())))
}
