//! Announcements to all users.

use crate::keyed;
use crate::now::Moment;

keyed! {
    /// What kind of announcement it is, which decides how it is shown.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum AnnouncementTone {
        /// Information.
        News = "news",
        Warning = "warning",
    }
}

/// An announcement to all users, for a span of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    pub id: i64,
    pub tone: AnnouncementTone,
    /// The text.
    pub text: String,
    pub from: Moment,
    pub until: Moment,
}

impl Announcement {
    /// Maximum length in characters.
    pub const MAX_LENGTH: u32 = 300;

    /// Whether it is shown at a moment.
    pub fn is_shown_at(&self, now: Moment) -> bool {
        self.from <= now && now < self.until
    }
}

/// The announcements that a browser has dismissed: the last eight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DismissedAnnouncements([i64; 8]);

impl DismissedAnnouncements {
    /// Parses the cookie. An invalid one counts as empty.
    pub fn from_cookie(text: &str) -> Self {
        text.split('.')
            .filter_map(|id| id.parse().ok())
            .filter(|id| *id > 0)
            .fold(Self::default(), Self::with)
    }

    /// With one more, which replaces the oldest of eight.
    #[must_use]
    pub fn with(self, id: i64) -> Self {
        if self.has(id) {
            return self;
        }
        let mut dismissed = self.0;
        dismissed.rotate_right(1);
        dismissed[0] = id;
        Self(dismissed)
    }

    pub fn has(self, id: i64) -> bool {
        self.0.contains(&id)
    }

    /// The value for the cookie.
    pub fn cookie(self) -> String {
        let ids: Vec<_> = self.0.iter().rev().filter(|id| **id > 0).map(ToString::to_string).collect();
        ids.join(".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_eight_dismissals_are_remembered() {
        let dismissed = DismissedAnnouncements::from_cookie("1.2.x..-3.2");
        assert_eq!(dismissed.cookie(), "1.2");
        let dismissed = (3..=9).fold(dismissed, DismissedAnnouncements::with);
        assert_eq!(dismissed.cookie(), "2.3.4.5.6.7.8.9");
        assert!(dismissed.has(9) && !dismissed.has(1) && !DismissedAnnouncements::default().has(9));
    }

    #[test]
    fn an_announcement_is_shown_from_its_start_to_its_end() {
        let announcement = Announcement {
            id: 1,
            tone: AnnouncementTone::News,
            text: "We tidy up.".to_owned(),
            from: Moment(5),
            until: Moment(9),
        };
        let at = |now| announcement.is_shown_at(Moment(now));
        assert_eq!((at(4), at(5), at(8), at(9)), (false, true, true, false));
    }
}
