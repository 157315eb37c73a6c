//! `POST /matches/{id}/chat/remove`: a moderator removes chat messages.

use super::PathMatchId;
use crate::referee::RefereeError;
use crate::texts::tr;
use crate::tr_format;
use crate::urls;
use crate::users::{MessageRemoval, StaffActionError, StaffActionKind, StaffReason};
use crate::views::messages::ErrorMessage;
use crate::web::{ErrorWords, FormData, HttpResult, ModeratorCaller, RequestOf, WebError, see_other};

/// How many messages are removed at once.
const MOST: usize = 200;

#[derive(Debug, Default)]
struct MessageRemovalForm {
    messages: Vec<i64>,
    why: String,
    /// The report that it follows from.
    report: Option<i64>,
}

fn read(fields: Vec<(String, String)>) -> Result<MessageRemovalForm, WebError> {
    let mut form = MessageRemovalForm::default();
    for (name, value) in fields {
        let unreadable = || {
            let words = tr_format!("The form isn’t valid: {name} can’t be read.", name = &name);
            WebError::Unprocessable(words.into())
        };
        match name.as_str() {
            "message" => form.messages.push(value.parse().map_err(|_| unreadable())?),
            "why" => form.why = value,
            "report" => form.report = Some(value.parse().map_err(|_| unreadable())?),
            _ => return Err(unreadable()),
        }
    }
    match form.messages.len() {
        1..=MOST => Ok(form),
        _ => Err(WebError::Unprocessable(tr("Choose between 1 and 200 messages.").into())),
    }
}

/// `POST /matches/{id}/chat/remove`: 409 if the only message was removed already. The store decides whether this moderator
/// may.
pub async fn remove(
    (request, state, staff): RequestOf<ModeratorCaller>,
    id: PathMatchId,
    FormData(fields): FormData<Vec<(String, String)>>,
) -> HttpResult {
    let MessageRemovalForm { messages, why, report } = read(fields)?;
    let reason = StaffReason::parse(&why, StaffActionKind::RemoveMessage);
    let reason =
        reason.map_err(|error| WebError::Unprocessable(ErrorWords::coded(error.code(), error.message())))?;
    let are_several = messages.len() > 1;
    for message in messages {
        let removal = MessageRemoval { message, report, reason: reason.clone() };
        match state.referee.remove_message(staff.0.0.clone(), &id, removal).await {
            Err(RefereeError::NotPermitted(StaffActionError::AlreadySo)) if are_several => {}
            removed => drop(removed?),
        }
    }
    let back = match report {
        Some(report) => urls::AdminReport { id: &report.to_string() }.to_string(),
        None => urls::Match { id: id.as_str() }.to_string(),
    };
    Ok(see_other(&request, &back))
}
