//! Errors of staff actions in words.

use super::ErrorMessage;
use crate::texts::tr;
use crate::users::{StaffActionError, StaffMessageContent, StaffReasonError};

impl ErrorMessage for StaffActionError {
    fn message(&self) -> String {
        let text = match self {
            StaffActionError::NotYours => tr("Your role does not allow this."),
            StaffActionError::Oneself => tr("You can’t do that to yourself. Ask another admin."),
            StaffActionError::Peer => tr("Only an admin can do this to an admin or moderator."),
            StaffActionError::Involved => tr("You’re involved in this. Someone else has to handle it."),
            StaffActionError::Unrelated => tr("Only reports about the same person can be settled together."),
            StaffActionError::LastAdmin => tr("They’re the last admin. Make someone else an admin first."),
            StaffActionError::Nobody => tr("No user with that name."),
            StaffActionError::Guest => tr(
                "A guest has no account, so this isn’t possible. You can mute, suspend or sign out a guest.",
            ),
            StaffActionError::AlreadySo => tr("Nothing to change."),
            StaffActionError::Stale => tr("Someone else has changed this. Reload the page and check again."),
            StaffActionError::NameTaken => tr("This name, or one that looks like it, is taken."),
            StaffActionError::Past => tr("The end must be in the future."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for StaffReasonError {
    fn message(&self) -> String {
        let text = match self {
            StaffReasonError::Missing => tr("Enter a reason. It is kept in the audit log."),
            StaffReasonError::TooLong => tr("Use 500 characters or fewer for the reason."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for StaffMessageContent {
    fn message(&self) -> String {
        match self {
            StaffMessageContent::Warning(words) => words.clone(),
            StaffMessageContent::ReportSettled { acted: false } => {
                tr("Thank you for your report. We looked into it and found nothing to act on.").to_owned()
            }
            StaffMessageContent::ReportSettled { acted: true } => {
                tr("Thank you for your report. We looked into it and took action.").to_owned()
            }
        }
    }
}
