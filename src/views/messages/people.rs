//! What staff and the people they deal with are told.

use super::Message;
use crate::texts::tr;
use crate::users::{ReasonError, Refused, RemarkContent};

impl Message for Refused {
    fn message(&self) -> String {
        let text = match self {
            Refused::NotYours => tr("Your role does not allow this."),
            Refused::Oneself => tr("Nobody does that to themselves. Ask another admin."),
            Refused::Peer => tr("Moderators look after players only. Ask an admin."),
            Refused::Involved => tr("You have a part in this: somebody else has to look into it."),
            Refused::Unrelated => tr("Only reports about the same person can be settled together."),
            Refused::LastAdmin => tr("They are the last admin. Make somebody else an admin first."),
            Refused::Nobody => tr("Nobody in this house is called that."),
            Refused::AlreadySo => tr("That is so already."),
            Refused::Stale => tr("Somebody else was faster. Look at the page again."),
            Refused::NameTaken => tr("This name is taken."),
            Refused::Past => tr("The end has to be ahead."),
        };
        text.to_owned()
    }
}

impl Message for ReasonError {
    fn message(&self) -> String {
        let text = match self {
            ReasonError::Missing => tr("Say why. It is kept in the log."),
            ReasonError::TooLong => tr("A reason has at most 500 characters."),
        };
        text.to_owned()
    }
}

impl Message for RemarkContent {
    fn message(&self) -> String {
        match self {
            RemarkContent::Warning(words) | RemarkContent::Words(words) => words.clone(),
            RemarkContent::ReportSettled { acted: false } => {
                tr("Thank you for your report. We have looked into it and found nothing to be done.")
                    .to_owned()
            }
            RemarkContent::ReportSettled { acted: true } => {
                tr("Thank you for your report. We have looked into it and done something about it.")
                    .to_owned()
            }
        }
    }
}
