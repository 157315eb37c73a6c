//! Messages from staff to one user.

use crate::now::Moment;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffMessage {
    pub id: i64,
    pub at: Moment,
    pub content: StaffMessageContent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaffMessageContent {
    /// A warning, with its text.
    Warning(String),
    /// A report they made was settled.
    ReportSettled {
        /// Whether action was taken; otherwise it was dismissed.
        acted: bool,
    },
}

impl StaffMessageContent {
    /// The stored text of [`StaffMessageContent::ReportSettled`].
    const ACTED: &str = "acted";
    const DISMISSED: &str = "dismissed";

    /// Kind and text for the database.
    pub fn stored(&self) -> (&'static str, &str) {
        match self {
            Self::Warning(words) => ("warning", words),
            Self::ReportSettled { acted } => ("report", if *acted { Self::ACTED } else { Self::DISMISSED }),
        }
    }

    /// Reads a row.
    pub fn from_stored(kind: &str, text: String) -> Self {
        match kind {
            "report" => Self::ReportSettled { acted: text == Self::ACTED },
            _ => Self::Warning(text),
        }
    }

    pub const fn is_warning(&self) -> bool {
        matches!(self, Self::Warning(_))
    }
}

#[cfg(test)]
mod tests {
    use super::StaffMessageContent;

    #[test]
    fn stored_messages_round_trip() {
        let contents = [
            StaffMessageContent::Warning("dismissed".to_owned()),
            StaffMessageContent::ReportSettled { acted: true },
            StaffMessageContent::ReportSettled { acted: false },
        ];
        for content in contents {
            let (kind, text) = content.stored();
            assert_eq!(StaffMessageContent::from_stored(kind, text.to_owned()), content);
        }
    }
}
