//! Messages from staff to one user.

use crate::now::Moment;

/// Something the site has to say to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffMessage {
    pub id: i64,
    /// When it was said.
    pub at: Moment,
    /// What is said.
    pub content: StaffMessageContent,
}

/// What the site has to say to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaffMessageContent {
    /// Staff warn them, in these words.
    Warning(String),
    /// A report they made was settled, and whether something was done about it.
    ReportSettled {
        /// Whether it was; otherwise it was dismissed.
        acted: bool,
    },
    /// Words that were written for them.
    Words(String),
}

impl StaffMessageContent {
    /// What settling a report is told its reporter as, in the database.
    const ACTED: &str = "acted";
    const DISMISSED: &str = "dismissed";

    /// As the database holds it: kind and text.
    pub fn stored(&self) -> (&'static str, &str) {
        match self {
            Self::Warning(words) => ("warning", words),
            Self::ReportSettled { acted } => ("report", if *acted { Self::ACTED } else { Self::DISMISSED }),
            Self::Words(words) => ("report", words),
        }
    }

    /// Reads it. Rows of earlier versions hold the sentence that was shown about a report.
    pub fn from_stored(kind: &str, text: String) -> Self {
        match (kind, text.as_str()) {
            ("warning", _) => Self::Warning(text),
            ("report", Self::ACTED) => Self::ReportSettled { acted: true },
            ("report", Self::DISMISSED) => Self::ReportSettled { acted: false },
            _ => Self::Words(text),
        }
    }

    /// Whether it is about something they did, and not an answer to them.
    pub const fn is_warning(&self) -> bool {
        matches!(self, Self::Warning(_))
    }
}

#[cfg(test)]
mod tests {
    use super::StaffMessageContent;

    #[test]
    fn what_is_stored_reads_back() {
        let contents = [
            StaffMessageContent::Warning("dismissed".to_owned()),
            StaffMessageContent::ReportSettled { acted: true },
            StaffMessageContent::ReportSettled { acted: false },
            StaffMessageContent::Words("Thank you for your report.".to_owned()),
        ];
        for content in contents {
            let (kind, text) = content.stored();
            assert_eq!(StaffMessageContent::from_stored(kind, text.to_owned()), content);
        }
    }
}
