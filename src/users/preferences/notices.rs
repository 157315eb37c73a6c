//! Notice preferences: by which channel, how often, and quiet hours.

use std::fmt;
use std::sync::LazyLock;

use jiff::tz::{TimeZone, TimeZoneDatabase};
use thiserror::Error;

/// How mail comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EmailFrequency {
    /// Each time something happens.
    #[default]
    Instant,
    /// On the hour, all of it in one email.
    Hourly,
    /// In the morning, all of it in one email.
    Daily,
    /// Never.
    Off,
}

impl EmailFrequency {
    /// Every pace.
    pub const ALL: [EmailFrequency; 4] =
        [EmailFrequency::Instant, EmailFrequency::Hourly, EmailFrequency::Daily, EmailFrequency::Off];

    /// As forms and the database write it.
    pub const fn key(self) -> &'static str {
        match self {
            EmailFrequency::Instant => "instant",
            EmailFrequency::Hourly => "hourly",
            EmailFrequency::Daily => "daily",
            EmailFrequency::Off => "off",
        }
    }

    /// The pace with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.key() == key)
    }
}

/// By what somebody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoticeChannel {
    /// A notification on a device.
    Push,
    /// An email.
    Mail,
}

impl NoticeChannel {
    /// As the database writes it.
    pub const fn key(self) -> &'static str {
        match self {
            NoticeChannel::Push => "push",
            NoticeChannel::Mail => "mail",
        }
    }
}

/// What programs can read at a secret address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeedKind {
    /// What happens in somebody's matches.
    News,
    /// Until when they have to move.
    Deadlines,
}

impl FeedKind {
    pub const ALL: [FeedKind; 2] = [FeedKind::News, FeedKind::Deadlines];

    /// As addresses and the database write it.
    pub const fn key(self) -> &'static str {
        match self {
            FeedKind::News => "news",
            FeedKind::Deadlines => "deadlines",
        }
    }

    /// The feed with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|feed| feed.key() == key)
    }
}

/// Hours of the day in which nothing comes: from one full hour up to another, over midnight when it is the smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietHours {
    from: i8,
    to: i8,
}

impl QuietHours {
    /// From one hour of the day to another; `None` when there is no such hour, or it is the same.
    pub fn new(from: i64, to: i64) -> Option<Self> {
        let hour = |hour: i64| i8::try_from(hour).ok().filter(|hour| (0..24).contains(hour));
        let (from, to) = (hour(from)?, hour(to)?);
        (from != to).then_some(Self { from, to })
    }

    /// The hour it begins with.
    pub const fn from(self) -> i8 {
        self.from
    }

    /// The hour that it ends before.
    pub const fn to(self) -> i8 {
        self.to
    }

    /// Whether an hour of the day is one of them.
    pub const fn covers(self, hour: i8) -> bool {
        if self.from < self.to {
            self.from <= hour && hour < self.to
        } else {
            self.from <= hour || hour < self.to
        }
    }
}

/// The zones of the world, as they come with the program: every machine knows the same.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);
/// Those that are places, by name. The rest are old names and fixed offsets.
static PLACES: LazyLock<Vec<String>> = LazyLock::new(|| {
    const AREAS: [&str; 10] = [
        "Africa/",
        "America/",
        "Antarctica/",
        "Arctic/",
        "Asia/",
        "Atlantic/",
        "Australia/",
        "Europe/",
        "Indian/",
        "Pacific/",
    ];
    let of_area = |name: &String| AREAS.iter().any(|area| name.starts_with(area));
    let mut places: Vec<_> = ZONES.available().map(|name| name.to_string()).filter(of_area).collect();
    places.sort_unstable();
    places
});

/// The zone somebody lives in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeZoneName {
    name: String,
    zone: TimeZone,
}

/// A part of the world, named as in the names of time zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ZoneArea {
    Africa,
    America,
    Antarctica,
    Arctic,
    Asia,
    Atlantic,
    Australia,
    Europe,
    Indian,
    Pacific,
}

impl ZoneArea {
    const ALL: [Self; 10] = [
        Self::Africa,
        Self::America,
        Self::Antarctica,
        Self::Arctic,
        Self::Asia,
        Self::Atlantic,
        Self::Australia,
        Self::Europe,
        Self::Indian,
        Self::Pacific,
    ];
}

impl TimeZoneName {
    /// Where everybody lives who has not said otherwise.
    pub fn utc() -> Self {
        Self { name: "UTC".to_owned(), zone: TimeZone::UTC }
    }

    /// The zone of this name, as [`Self::places`] has it.
    pub fn parse(name: &str) -> Option<Self> {
        if name == "UTC" {
            return Some(Self::utc());
        }
        PLACES.binary_search_by(|place| place.as_str().cmp(name)).ok()?;
        Some(Self { name: name.to_owned(), zone: ZONES.get(name).ok()? })
    }

    /// The zone that a browser says its device is in.
    pub fn of_device(name: &str) -> Option<Self> {
        match name {
            "Etc/UTC" | "Etc/GMT" | "GMT" => Some(Self::utc()),
            name => Self::parse(name),
        }
    }

    /// The names to choose from, besides UTC.
    pub fn places() -> &'static [String] {
        &PLACES
    }

    /// The part of the world in which a place lies.
    pub fn area(place: &str) -> Option<ZoneArea> {
        let name = place.split('/').next().unwrap_or_default();
        ZoneArea::ALL.into_iter().find(|area| format!("{area:?}") == name)
    }

    /// Its name: `Europe/Berlin`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What reckons with it.
    pub fn zone(&self) -> &TimeZone {
        &self.zone
    }
}

/// An e-mail address as people have them: `ada@example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailAddress(String);

/// Why something is no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EmailAddressError {
    /// It is longer than addresses can be.
    #[error("the address is too long")]
    Long,
    /// It is none.
    #[error("that is no email address")]
    Form,
}

impl EmailAddress {
    /// The longest there are.
    pub const MAX_LENGTH: usize = 254;

    /// Takes an address that is one: no names beside it, no quotes, no second address, nothing that ends a line.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(text: &str) -> Result<Self, EmailAddressError> {
        let text = text.trim_matches(' ');
        if text.len() > Self::MAX_LENGTH {
            return Err(EmailAddressError::Long);
        }
        let (name, host) = text.rsplit_once('@').ok_or(EmailAddressError::Form)?;
        let of_name = |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+-/=?^_`{|}~".contains(&byte);
        let of_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
        let sound = name.bytes().all(of_name) && host.bytes().all(of_host);
        if sound && text.parse::<lettre::Address>().is_ok() {
            Ok(Self(text.to_owned()))
        } else {
            Err(EmailAddressError::Form)
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Everything somebody has said about being told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticePreferences {
    /// Where they live.
    pub zone: TimeZoneName,
    /// Their address, once it is confirmed.
    pub address: Option<EmailAddress>,
    /// The address that waits to be confirmed.
    pub unconfirmed: Option<EmailAddress>,
    /// How mail comes.
    pub pace: EmailFrequency,
    /// When it does not.
    pub quiet: Option<QuietHours>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_word_with_a_host() {
        for text in ["ada@example.org", "a.b+games@mail.example", "ada@localhost", " ada@example.org "] {
            assert_eq!(EmailAddress::parse(text).unwrap().as_str(), text.trim());
        }
        let long = format!("{}@example.org", "a".repeat(250));
        assert_eq!(EmailAddress::parse(&long), Err(EmailAddressError::Long));
        for text in [
            "",
            "ada",
            "@",
            "ada@",
            "@example.org",
            "ada@example.org\nBcc: ben@example.org",
            "ada@example.org\r",
            "ada\0@example.org",
            "Ada <ada@example.org>",
            "ada@example.org, ben@example.org",
            "ada@example.org;ben@example.org",
            "ada@example..org",
            "a d a@example.org",
            "\"ada\"@example.org",
            "ada@[127.0.0.1]",
            "ada@ben@example.org",
            "ädä@example.org",
            "ada@exämple.org",
        ] {
            assert_eq!(EmailAddress::parse(text), Err(EmailAddressError::Form), "{text:?}");
        }
    }

    #[test]
    fn zones_are_the_places_of_the_world() {
        assert!(TimeZoneName::places().len() > 300);
        for name in ["UTC", "Europe/Berlin", "America/Argentina/Ushuaia", "Asia/Kathmandu"] {
            assert_eq!(TimeZoneName::parse(name).unwrap().name(), name);
        }
        for name in ["", "utc", "Europe/Atlantis", "europe/berlin", "CET", "../etc/passwd", "Europe/Berlin\n"]
        {
            assert_eq!(TimeZoneName::parse(name), None, "{name:?}");
        }
    }

    #[test]
    fn quiet_hours_may_go_over_midnight() {
        let covered = |from, to| (0..24).filter(|h| QuietHours::new(from, to).unwrap().covers(*h)).count();
        assert_eq!((covered(22, 7), covered(7, 22), covered(0, 23)), (9, 15, 23));
        assert!(QuietHours::new(22, 7).unwrap().covers(22) && !QuietHours::new(22, 7).unwrap().covers(7));
        for (from, to) in [(7, 7), (-1, 3), (3, 24), (300, 1)] {
            assert_eq!(QuietHours::new(from, to), None);
        }
    }
}
