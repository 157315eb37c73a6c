//! What the house has to say to everybody.

use crate::now::Moment;

/// How it is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something to know.
    News,
    /// Something to look out for.
    Warning,
}

impl Tone {
    /// Both.
    pub const ALL: [Tone; 2] = [Tone::News, Tone::Warning];

    /// As forms and the database write it.
    pub const fn key(self) -> &'static str {
        match self {
            Tone::News => "news",
            Tone::Warning => "warning",
        }
    }

    /// The tone with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tone| tone.key() == key)
    }
}

/// Something said to everybody for a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// Its number.
    pub id: i64,
    /// How it is meant.
    pub tone: Tone,
    /// What is said.
    pub words: String,
    /// From when.
    pub from: Moment,
    /// Until when.
    pub until: Moment,
}

impl Announcement {
    /// So many characters it may have.
    pub const LONGEST: u32 = 300;

    /// Whether it is said at a moment.
    pub fn is_said_at(&self, now: Moment) -> bool {
        self.from <= now && now < self.until
    }
}

/// The announcements a browser need not show again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heard([i64; 8]);

impl Heard {
    /// As a cookie keeps it; what cannot be read is nothing.
    pub fn from_cookie(text: &str) -> Self {
        text.split('.').filter_map(|id| id.parse().ok()).filter(|id| *id > 0).fold(Self::default(), Self::and)
    }

    /// And this one as well: the last eight are remembered.
    #[must_use]
    pub fn and(self, id: i64) -> Self {
        if self.has(id) {
            return self;
        }
        let mut heard = self.0;
        heard.rotate_right(1);
        heard[0] = id;
        Self(heard)
    }

    /// Whether it is among them.
    pub fn has(self, id: i64) -> bool {
        self.0.contains(&id)
    }

    /// As a cookie keeps it.
    pub fn cookie(self) -> String {
        let ids: Vec<_> = self.0.iter().rev().filter(|id| **id > 0).map(ToString::to_string).collect();
        ids.join(".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_eight_are_remembered() {
        let heard = Heard::from_cookie("1.2.x..-3.2");
        assert_eq!(heard.cookie(), "1.2");
        let heard = (3..=9).fold(heard, Heard::and);
        assert_eq!(heard.cookie(), "2.3.4.5.6.7.8.9");
        assert!(heard.has(9) && !heard.has(1) && !Heard::default().has(9));
    }

    #[test]
    fn it_is_said_from_the_first_moment_to_the_last() {
        let said = Announcement {
            id: 1,
            tone: Tone::News,
            words: "We tidy up.".to_owned(),
            from: Moment(5),
            until: Moment(9),
        };
        let at = |now| said.is_said_at(Moment(now));
        assert_eq!((at(4), at(5), at(8), at(9)), (false, true, true, false));
    }
}
