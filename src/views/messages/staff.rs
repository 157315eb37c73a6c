//! Errors of staff actions in words.

use super::ErrorMessage;
use crate::texts::tr;
use crate::users::{StaffActionError, StaffMessageContent, StaffReasonError};

impl ErrorMessage for StaffActionError {
    fn message(&self) -> String {
        let text = match self {
            StaffActionError::NotYours => tr("Your role does not allow this."),
            StaffActionError::Oneself => tr("Nobody does that to themselves. Ask another admin."),
            StaffActionError::Peer => tr("Moderators look after players only. Ask an admin."),
            StaffActionError::Involved => tr("You have a part in this: somebody else has to look into it."),
            StaffActionError::Unrelated => tr("Only reports about the same person can be settled together."),
            StaffActionError::LastAdmin => tr("They are the last admin. Make somebody else an admin first."),
            StaffActionError::Nobody => tr("Nobody in this house is called that."),
            StaffActionError::AlreadySo => tr("That is so already."),
            StaffActionError::Stale => tr("Somebody else was faster. Look at the page again."),
            StaffActionError::NameTaken => tr("This name is taken."),
            StaffActionError::Past => tr("The end has to be ahead."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for StaffReasonError {
    fn message(&self) -> String {
        let text = match self {
            StaffReasonError::Missing => tr("Say why. It is kept in the log."),
            StaffReasonError::TooLong => tr("A reason has at most 500 characters."),
        };
        text.to_owned()
    }
}

impl ErrorMessage for StaffMessageContent {
    fn message(&self) -> String {
        match self {
            StaffMessageContent::Warning(words) | StaffMessageContent::Words(words) => words.clone(),
            StaffMessageContent::ReportSettled { acted: false } => {
                tr("Thank you for your report. We have looked into it and found nothing to be done.")
                    .to_owned()
            }
            StaffMessageContent::ReportSettled { acted: true } => {
                tr("Thank you for your report. We have looked into it and done something about it.")
                    .to_owned()
            }
        }
    }
}
