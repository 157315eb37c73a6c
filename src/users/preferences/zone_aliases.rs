//! Names of time zones that systems report, and the place with the same time that people can choose.

/// Old names of places (the file `backward` of the time zone database).
const OLD_NAMES: [(&str, &str); 74] = [
    ("Brazil/Acre", "America/Rio_Branco"),
    ("Brazil/DeNoronha", "America/Noronha"),
    ("Brazil/East", "America/Sao_Paulo"),
    ("Brazil/West", "America/Manaus"),
    ("CET", "Europe/Brussels"),
    ("CST6CDT", "America/Chicago"),
    ("Canada/Atlantic", "America/Halifax"),
    ("Canada/Central", "America/Winnipeg"),
    ("Canada/Eastern", "America/Toronto"),
    ("Canada/Mountain", "America/Edmonton"),
    ("Canada/Newfoundland", "America/St_Johns"),
    ("Canada/Pacific", "America/Vancouver"),
    ("Canada/Saskatchewan", "America/Regina"),
    ("Canada/Yukon", "America/Whitehorse"),
    ("Chile/Continental", "America/Santiago"),
    ("Chile/EasterIsland", "Pacific/Easter"),
    ("Cuba", "America/Havana"),
    ("EET", "Europe/Athens"),
    ("EST", "America/Panama"),
    ("EST5EDT", "America/New_York"),
    ("Egypt", "Africa/Cairo"),
    ("Eire", "Europe/Dublin"),
    ("Etc/Greenwich", "UTC"),
    ("Etc/UCT", "UTC"),
    ("Etc/UTC", "UTC"),
    ("Etc/Universal", "UTC"),
    ("Etc/Zulu", "UTC"),
    ("GB", "Europe/London"),
    ("GB-Eire", "Europe/London"),
    ("Greenwich", "UTC"),
    ("HST", "Pacific/Honolulu"),
    ("Hongkong", "Asia/Hong_Kong"),
    ("Iceland", "Atlantic/Reykjavik"),
    ("Iran", "Asia/Tehran"),
    ("Israel", "Asia/Jerusalem"),
    ("Jamaica", "America/Jamaica"),
    ("Japan", "Asia/Tokyo"),
    ("Kwajalein", "Pacific/Kwajalein"),
    ("Libya", "Africa/Tripoli"),
    ("MET", "Europe/Brussels"),
    ("MST", "America/Phoenix"),
    ("MST7MDT", "America/Denver"),
    ("Mexico/BajaNorte", "America/Tijuana"),
    ("Mexico/BajaSur", "America/Mazatlan"),
    ("Mexico/General", "America/Mexico_City"),
    ("NZ", "Pacific/Auckland"),
    ("NZ-CHAT", "Pacific/Chatham"),
    ("Navajo", "America/Denver"),
    ("PRC", "Asia/Shanghai"),
    ("PST8PDT", "America/Los_Angeles"),
    ("Poland", "Europe/Warsaw"),
    ("Portugal", "Europe/Lisbon"),
    ("ROC", "Asia/Taipei"),
    ("ROK", "Asia/Seoul"),
    ("Singapore", "Asia/Singapore"),
    ("Turkey", "Europe/Istanbul"),
    ("UCT", "UTC"),
    ("utc", "UTC"),
    ("US/Alaska", "America/Anchorage"),
    ("US/Aleutian", "America/Adak"),
    ("US/Arizona", "America/Phoenix"),
    ("US/Central", "America/Chicago"),
    ("US/East-Indiana", "America/Indiana/Indianapolis"),
    ("US/Eastern", "America/New_York"),
    ("US/Hawaii", "Pacific/Honolulu"),
    ("US/Indiana-Starke", "America/Indiana/Knox"),
    ("US/Michigan", "America/Detroit"),
    ("US/Mountain", "America/Denver"),
    ("US/Pacific", "America/Los_Angeles"),
    ("US/Samoa", "Pacific/Pago_Pago"),
    ("Universal", "UTC"),
    ("W-SU", "Europe/Moscow"),
    ("WET", "Europe/Lisbon"),
    ("Zulu", "UTC"),
];

/// Places by their minutes ahead of UTC, without summer time where there is such a place.
const FIXED: [(i32, &str); 35] = [
    (-660, "Pacific/Pago_Pago"),
    (-600, "Pacific/Honolulu"),
    (-570, "Pacific/Marquesas"),
    (-540, "Pacific/Gambier"),
    (-480, "Pacific/Pitcairn"),
    (-420, "America/Phoenix"),
    (-360, "America/Costa_Rica"),
    (-300, "America/Panama"),
    (-240, "America/Puerto_Rico"),
    (-210, "America/St_Johns"),
    (-180, "America/Argentina/Buenos_Aires"),
    (-120, "America/Noronha"),
    (-60, "Atlantic/Cape_Verde"),
    (0, "UTC"),
    (60, "Africa/Lagos"),
    (120, "Africa/Johannesburg"),
    (180, "Africa/Nairobi"),
    (210, "Asia/Tehran"),
    (240, "Asia/Dubai"),
    (270, "Asia/Kabul"),
    (300, "Asia/Tashkent"),
    (330, "Asia/Kolkata"),
    (345, "Asia/Kathmandu"),
    (360, "Asia/Dhaka"),
    (390, "Asia/Yangon"),
    (420, "Asia/Bangkok"),
    (480, "Asia/Singapore"),
    (525, "Australia/Eucla"),
    (540, "Asia/Tokyo"),
    (570, "Australia/Darwin"),
    (600, "Australia/Brisbane"),
    (660, "Pacific/Guadalcanal"),
    (720, "Pacific/Tarawa"),
    (780, "Pacific/Tongatapu"),
    (840, "Pacific/Kiritimati"),
];

/// The place, or UTC, for an old name, an `Etc/GMT` zone or an offset such as `+05:30`.
pub fn place_of_alias(name: &str) -> Option<&'static str> {
    let of_name =
        |(alias, place): &(&'static str, &'static str)| alias.eq_ignore_ascii_case(name).then_some(*place);
    let fixed = || {
        let offset = offset(name)?;
        FIXED.iter().find(|(minutes, _)| *minutes == offset).map(|(_, place)| *place)
    };
    OLD_NAMES.iter().find_map(of_name).or_else(fixed)
}

/// The minutes ahead of UTC of `GMT`, `Etc/GMT-14`, `UTC+5` and `+05:30`. The sign of `Etc` zones is reversed.
fn offset(name: &str) -> Option<i32> {
    if let Some(hours) = name.strip_prefix("Etc/GMT").or_else(|| name.strip_prefix("GMT")) {
        return if hours.is_empty() || hours == "0" { Some(0) } else { Some(-minutes(hours)?) };
    }
    minutes(name.strip_prefix("UTC").unwrap_or(name))
}

/// The minutes of `+5`, `-0300` and `+05:30`.
fn minutes(text: &str) -> Option<i32> {
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let digits = text[1..].replacen(':', "", 1);
    if digits.is_empty() || digits.len() > 4 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: i32 = digits.parse().ok()?;
    let (hours, minutes) = if digits.len() < 3 { (number, 0) } else { (number / 100, number % 100) };
    (minutes < 60).then_some(sign * (hours * 60 + minutes))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::tz::TimeZoneDatabase;

    use super::*;
    use crate::users::preferences::TimeZoneName;

    #[test]
    fn zones_that_systems_report_have_a_place() {
        for (reported, place) in [
            ("US/Pacific", "America/Los_Angeles"),
            ("EST5EDT", "America/New_York"),
            ("CET", "Europe/Brussels"),
            ("Etc/GMT-14", "Pacific/Kiritimati"),
            ("Etc/GMT+5", "America/Panama"),
            ("+05:30", "Asia/Kolkata"),
            ("-0330", "America/St_Johns"),
            ("utc", "UTC"),
            ("us/pacific", "America/Los_Angeles"),
            ("Etc/GMT+12", "none"),
            ("+5:45", "Asia/Kathmandu"),
            ("UTC+1", "Africa/Lagos"),
            ("GMT0", "UTC"),
            ("Etc/GMT-0", "UTC"),
            ("Zulu", "UTC"),
            ("+", "none"),
            ("+99", "none"),
            ("+é1", "none"),
            ("Europe/Berlin", "none"),
        ] {
            assert_eq!(place_of_alias(reported).unwrap_or("none"), place, "{reported}");
        }
    }

    /// Every name of the time zone database is a place, has one, or is not a zone that a system would be set to.
    #[test]
    fn every_zone_of_the_database_can_be_set_and_has_the_same_time_as_its_place() {
        let zones = TimeZoneDatabase::bundled();
        for name in zones.available() {
            let Some(place) = TimeZoneName::of_device(name.as_str()) else {
                assert!(["Etc/GMT+12", "Etc/Unknown", "Factory"].contains(&name.as_str()), "{name}");
                continue;
            };
            let zone = zones.get(name.as_str()).unwrap();
            for month in 0..12 {
                let at = Timestamp::from_second(1_780_000_000 + month * 30 * 86_400).unwrap();
                assert_eq!(zone.to_offset(at), place.zone().to_offset(at), "{name} at {at}");
            }
        }
    }
}
