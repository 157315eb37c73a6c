//! The rates of the rate limits.

use std::time::Duration;

/// A burst, then one each `every`. Limits by address allow four times that in an IPv6 /56, and 16 times in a /48.
pub struct RateLimit {
    pub at_once: u32,
    pub every: Duration,
}

/// A club may well sign in from one address on one evening; nobody mistypes a password that often.
pub const SIGN_IN_SUBNET: RateLimit = RateLimit { at_once: 40, every: Duration::from_secs(5) };
pub const SIGN_IN_NAME: RateLimit = RateLimit { at_once: 8, every: Duration::from_secs(30) };
/// Guessing can continue for days: many names from one address, one name from many, or many names from many.
pub const SIGN_IN_SUBNET_LONG: RateLimit = RateLimit { at_once: 200, every: Duration::from_secs(60) };
pub const SIGN_IN_NAME_LONG: RateLimit = RateLimit { at_once: 40, every: Duration::from_secs(600) };
pub const SIGN_IN_SITE: RateLimit = RateLimit { at_once: 600, every: Duration::from_millis(250) };
/// Known browsers of an account are counted apart, so that guesses from elsewhere do not lock out its owner. Those of
/// one account share a count, and so do those at one address.
pub const KNOWN_NAME: RateLimit = RateLimit { at_once: 8, every: Duration::from_secs(30) };
pub const KNOWN_NAME_LONG: RateLimit = RateLimit { at_once: 60, every: Duration::from_secs(600) };
pub const KNOWN_SUBNET: RateLimit = RateLimit { at_once: 40, every: Duration::from_secs(5) };
/// Codes have six digits, and three of a million are valid at a time: an attacker who knows the password and guesses
/// once an hour for a year succeeds with a probability of one in forty.
pub const SECOND_MEMBER: RateLimit = RateLimit { at_once: 8, every: Duration::from_secs(60) };
pub const SECOND_MEMBER_LONG: RateLimit = RateLimit { at_once: 40, every: Duration::from_secs(3600) };
/// Knowing many browsers does not help either: those of one account share a count.
pub const SECOND_KNOWN: RateLimit = RateLimit { at_once: 60, every: Duration::from_secs(1800) };
/// Passkeys cannot be guessed, but verifying them takes time.
pub const PASSKEY_SUBNET: RateLimit = RateLimit { at_once: 60, every: Duration::from_secs(3) };
pub const FACTOR_MEMBER: RateLimit = RateLimit { at_once: 20, every: Duration::from_secs(30) };
pub const REGISTER_SUBNET: RateLimit = RateLimit { at_once: 40, every: Duration::from_secs(60) };
pub const REGISTER_SITE: RateLimit = RateLimit { at_once: 300, every: Duration::from_millis(500) };
pub const REGISTER_NAME: RateLimit = RateLimit { at_once: 8, every: Duration::from_secs(30) };
/// Reset requests send email, also to people who have not asked.
pub const RESET_SUBNET: RateLimit = RateLimit { at_once: 10, every: Duration::from_secs(60) };
pub const RESET_NAME: RateLimit = RateLimit { at_once: 4, every: Duration::from_secs(900) };
pub const RESET_MEMBER: RateLimit = RateLimit { at_once: 4, every: Duration::from_secs(900) };
pub const CHAT: RateLimit = RateLimit { at_once: 12, every: Duration::from_secs(3) };
/// Matches against bots, and new guests: a class of 30 can start at the same time from one address.
pub const PLAY_SUBNET: RateLimit = RateLimit { at_once: 90, every: Duration::from_secs(5) };
pub const GUEST_SUBNET: RateLimit = RateLimit { at_once: 40, every: Duration::from_secs(60) };
pub const GUEST_SITE: RateLimit = RateLimit { at_once: 600, every: Duration::from_millis(500) };
/// A class types the code from the blackboard; nobody finds one of 900 million by guessing.
pub const CODE_SUBNET: RateLimit = RateLimit { at_once: 60, every: Duration::from_secs(5) };
pub const CODE_SITE: RateLimit = RateLimit { at_once: 2000, every: Duration::from_millis(100) };
/// Confirmation emails can also be sent to other people.
pub const EMAIL_MEMBER: RateLimit = RateLimit { at_once: 6, every: Duration::from_secs(600) };
pub const EMAIL_ADDRESS: RateLimit = RateLimit { at_once: 3, every: Duration::from_secs(3600) };
/// Invitations: many different people may be invited, but nobody by the same user again and again.
pub const INVITE_MEMBER: RateLimit = RateLimit { at_once: 40, every: Duration::from_secs(1800) };
pub const INVITE_PAIR: RateLimit = RateLimit { at_once: 5, every: Duration::from_secs(6 * 3600) };
/// Adding a device resolves a name, and each test sends a push.
pub const DEVICE_MEMBER: RateLimit = RateLimit { at_once: 20, every: Duration::from_secs(30) };
/// Programs request a feed every few minutes; nobody finds a key by guessing.
pub const FEED_SUBNET: RateLimit = RateLimit { at_once: 60, every: Duration::from_secs(5) };
/// Images of boards: up to a tenth of a second of one core each. Other sites fetch one for each shared link.
pub const IMAGE_SUBNET: RateLimit = RateLimit { at_once: 60, every: Duration::from_secs(1) };
/// A download collects data from the whole site.
pub const EXPORT_MEMBER: RateLimit = RateLimit { at_once: 3, every: Duration::from_secs(1200) };
/// Staff have to read each of them.
pub const REPORT_MEMBER: RateLimit = RateLimit { at_once: 8, every: Duration::from_secs(900) };
pub const WRITE_MEMBER: RateLimit = RateLimit { at_once: 60, every: Duration::from_millis(250) };
pub const WRITE_SUBNET: RateLimit = RateLimit { at_once: 120, every: Duration::from_millis(250) };
/// Log lines about refused requests of one address.
pub const REFUSAL_LINE: RateLimit = RateLimit { at_once: 200, every: Duration::from_secs(1) };
/// Pages that take milliseconds to render: analysis boards, earlier positions, move choices without scripts. Holding
/// an arrow key requests some twenty a second, and a class may share one address.
pub const COSTLY_MEMBER: RateLimit = RateLimit { at_once: 120, every: Duration::from_millis(50) };
pub const COSTLY_SUBNET: RateLimit = RateLimit { at_once: 600, every: Duration::from_millis(20) };
/// Hints, and best moves on the analysis board: about a second of one core each.
pub const SEARCH_MEMBER: RateLimit = RateLimit { at_once: 20, every: Duration::from_secs(3) };
pub const SEARCH_SUBNET: RateLimit = RateLimit { at_once: 60, every: Duration::from_secs(1) };
/// Analyses of matches: up to half a minute of one core each. A class may share one address.
pub const ANALYSIS_MEMBER: RateLimit = RateLimit { at_once: 10, every: Duration::from_secs(60) };
pub const ANALYSIS_SUBNET: RateLimit = RateLimit { at_once: 40, every: Duration::from_secs(15) };
