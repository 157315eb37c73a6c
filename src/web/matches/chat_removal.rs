//! `POST /matches/{id}/chat/remove`: a moderator removes a chat message.

use serde::Deserialize;

use super::PathMatchId;
use crate::urls;
use crate::users::{MessageRemoval, StaffActionKind, StaffReason};
use crate::views::messages::ErrorMessage;
use crate::web::{ErrorWords, FormData, HttpResult, ModeratorCaller, RequestOf, WebError, see_other};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessageRemovalForm {
    message: i64,
    #[serde(default)]
    why: String,
    /// The report that it follows from.
    #[serde(default)]
    report: Option<i64>,
}

/// `POST /matches/{id}/chat/remove`: 409 if the message was removed already. The store decides whether this moderator
/// may.
pub async fn remove(
    (request, state, staff): RequestOf<ModeratorCaller>,
    id: PathMatchId,
    form: FormData<MessageRemovalForm>,
) -> HttpResult {
    let FormData(MessageRemovalForm { message, why, report }) = form;
    let reason = StaffReason::parse(&why, StaffActionKind::RemoveMessage);
    let reason =
        reason.map_err(|error| WebError::Unprocessable(ErrorWords::coded(error.code(), error.message())))?;
    state.referee.remove_message(staff.0.0, &id, MessageRemoval { message, report, reason }).await?;
    let back = match report {
        Some(report) => urls::AdminReport { id: &report.to_string() }.to_string(),
        None => urls::Match { id: id.as_str() }.to_string(),
    };
    Ok(see_other(&request, &back))
}
