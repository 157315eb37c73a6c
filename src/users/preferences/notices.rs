//! Notice preferences: by which channel, how often, and quiet hours.

use std::fmt;
use std::sync::LazyLock;

use jiff::tz::{TimeZone, TimeZoneDatabase};
use thiserror::Error;

use super::zone_aliases::place_of_alias;
use crate::keyed;

keyed! {
    /// How often email is sent.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum EmailFrequency {
        /// At once.
        #[default]
        Instant = "instant",
        /// Every full hour, in one email.
        Hourly = "hourly",
        /// In the morning, in one email.
        Daily = "daily",
        Off = "off",
    }
}

/// A channel for notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoticeChannel {
    /// A push notification on a device.
    Push,
    Mail,
}

impl NoticeChannel {
    /// As the database stores it.
    pub const fn key(self) -> &'static str {
        match self {
            NoticeChannel::Push => "push",
            NoticeChannel::Mail => "mail",
        }
    }
}

keyed! {
    /// A feed at a secret URL.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum FeedKind {
        /// What happened in the user's matches, as Atom.
        News = "news",
        /// The user's deadlines, as a calendar.
        Deadlines = "deadlines",
    }
}

/// Hours of the day without notices: from one full hour to another, past midnight if the second is smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietHours {
    from: i8,
    to: i8,
}

impl QuietHours {
    /// Quiet hours between two hours of the day; `None` if one of them does not exist or they are equal.
    pub fn new(from: i64, to: i64) -> Option<Self> {
        let hour = |hour: i64| i8::try_from(hour).ok().filter(|hour| (0..24).contains(hour));
        let (from, to) = (hour(from)?, hour(to)?);
        (from != to).then_some(Self { from, to })
    }

    /// The first quiet hour.
    pub const fn from(self) -> i8 {
        self.from
    }

    /// The hour at which they end.
    pub const fn to(self) -> i8 {
        self.to
    }

    /// Whether an hour of the day is a quiet one.
    pub const fn covers(self, hour: i8) -> bool {
        if self.from < self.to {
            self.from <= hour && hour < self.to
        } else {
            self.from <= hour || hour < self.to
        }
    }
}

/// The time zones built into the program, so that all machines agree.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);
/// The zones named after places, sorted by name. The others are old names and fixed offsets.
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

/// A time zone, with its IANA name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeZoneName {
    name: String,
    zone: TimeZone,
}

/// A part of the world, as in the names of time zones.
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
    /// The default.
    pub fn utc() -> Self {
        Self { name: "UTC".to_owned(), zone: TimeZone::UTC }
    }

    /// The zone of this name, if it is one of [`Self::places`] or UTC.
    pub fn parse(name: &str) -> Option<Self> {
        if name == "UTC" {
            return Some(Self::utc());
        }
        PLACES.binary_search_by(|place| place.as_str().cmp(name)).ok()?;
        Some(Self { name: name.to_owned(), zone: ZONES.get(name).ok()? })
    }

    /// The zone that a browser reports: one of [`Self::places`], or the place for an old name or a fixed offset.
    pub fn of_device(name: &str) -> Option<Self> {
        Self::parse(name).or_else(|| Self::parse(place_of_alias(name)?))
    }

    /// The names to choose from, without UTC.
    pub fn places() -> &'static [String] {
        &PLACES
    }

    /// The part of the world that a place lies in.
    pub fn area(place: &str) -> Option<ZoneArea> {
        let name = place.split('/').next().unwrap_or_default();
        ZoneArea::ALL.into_iter().find(|area| format!("{area:?}") == name)
    }

    /// The name, such as `Europe/Berlin`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The zone, for computing with it.
    pub fn zone(&self) -> &TimeZone {
        &self.zone
    }
}

/// A plain email address such as `ada@example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailAddress(String);

/// Why an email address was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EmailAddressError {
    /// Longer than addresses can be.
    #[error("the address is too long")]
    Long,
    /// Not an address.
    #[error("that is no email address")]
    Form,
}

impl EmailAddress {
    /// Maximum length in bytes (RFC 5321).
    pub const MAX_LENGTH: usize = 254;

    /// Parses an address. Display names, quotes, several addresses and line breaks are rejected. The letters of a domain
    /// beyond ASCII are encoded, because not every mail server takes them as they are.
    ///
    /// # Errors
    /// It is too long, or not an address.
    pub fn parse(text: &str) -> Result<Self, EmailAddressError> {
        let text = match text.trim_matches(' ').rsplit_once('@') {
            Some((name, host)) if !host.is_ascii() => {
                let host = idna::domain_to_ascii(host).map_err(|_| EmailAddressError::Form)?;
                &format!("{name}@{host}")
            }
            _ => text.trim_matches(' '),
        };
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

    /// What follows the `@`.
    pub fn domain(&self) -> &str {
        self.0.rsplit_once('@').map_or("", |(_, domain)| domain)
    }

    /// Whether its domain has a dot. Mail to other domains goes to users of the mail server itself.
    pub fn has_dotted_domain(&self) -> bool {
        self.domain().contains('.')
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How a user wants to be notified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticePreferences {
    pub time_zone: TimeZoneName,
    /// The confirmed address.
    pub address: Option<EmailAddress>,
    /// The address that waits to be confirmed.
    pub unconfirmed: Option<EmailAddress>,
    pub frequency: EmailFrequency,
    pub quiet: Option<QuietHours>,
    /// Whether emails about the end of matches have files that replay them.
    pub attaches_replays: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_part_before_and_a_host_after_the_at_sign() {
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
            "ada@exämple..org",
            "ada@ä[1].example",
        ] {
            assert_eq!(EmailAddress::parse(text), Err(EmailAddressError::Form), "{text:?}");
        }
    }

    #[test]
    fn the_domain_of_an_address_is_encoded() {
        for (text, encoded) in [
            ("you@bücher.example", "you@xn--bcher-kva.example"),
            (" you@MÜLLER.example", "you@xn--mller-kva.example"),
            ("you@bu\u{308}cher。example", "you@xn--bcher-kva.example"),
            ("you@xn--bcher-kva.example", "you@xn--bcher-kva.example"),
        ] {
            assert_eq!(EmailAddress::parse(text).unwrap().as_str(), encoded);
        }
    }

    #[test]
    fn zones_are_named_after_places() {
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
    fn quiet_hours_can_span_midnight() {
        let covered = |from, to| (0..24).filter(|h| QuietHours::new(from, to).unwrap().covers(*h)).count();
        assert_eq!((covered(22, 7), covered(7, 22), covered(0, 23)), (9, 15, 23));
        assert!(QuietHours::new(22, 7).unwrap().covers(22) && !QuietHours::new(22, 7).unwrap().covers(7));
        for (from, to) in [(7, 7), (-1, 3), (3, 24), (300, 1)] {
            assert_eq!(QuietHours::new(from, to), None);
        }
    }
}
