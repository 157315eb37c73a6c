//! Rate limits.

mod hashing;
mod login_attempt;
mod rates;
#[cfg(test)]
mod tests;

use std::fmt;
use std::hash::{BuildHasher, Hash, RandomState};
use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

pub use self::login_attempt::LoginAttempt;

use self::hashing::{HashPermit, HashQueues};
use self::rates::*;
use super::client_address::ClientSubnet;
use crate::users::{UserId, name_key};
use crate::web::WebError;

type LimitCounts<K> = DefaultKeyedRateLimiter<K>;

/// How much a request counts, so that one can count less for the networks around its own.
const WEIGHT: u32 = 16;

/// A turn for each network of an address and one for an account.
type HashTurns = (Vec<HashPermit<ClientSubnet>>, HashPermit<u64>);

macro_rules! limits {
    ($($name:ident: $whose:ty = $rate:ident;)+) => {
        /// The rate limits. Counts are dropped when they no longer matter; see [`RateLimits::sweep`].
        pub struct RateLimits {
            counting: bool,
            hasher: RandomState,
            hashing_subnet: HashQueues<ClientSubnet>,
            hashing_name: HashQueues<u64>,
            $($name: LimitCounts<$whose>),+
        }

        impl RateLimits {
            /// With `counting`, the limits are enforced.
            pub fn new(counting: bool) -> Self {
                Self {
                    counting,
                    hasher: RandomState::new(),
                    hashing_subnet: HashQueues::default(),
                    hashing_name: HashQueues::default(),
                    $($name: counts(&$rate)),+
                }
            }

            /// Drops the counts of clients that have not sent requests for a while.
            pub fn sweep(&self) {
                $(sweep(&self.$name);)+
            }
        }
    };
}

limits! {
    sign_in_subnet: ClientSubnet = SIGN_IN_SUBNET;
    sign_in_name: u64 = SIGN_IN_NAME;
    sign_in_subnet_long: ClientSubnet = SIGN_IN_SUBNET_LONG;
    sign_in_name_long: u64 = SIGN_IN_NAME_LONG;
    sign_in_site: () = SIGN_IN_SITE;
    known_name: u64 = KNOWN_NAME;
    known_name_long: u64 = KNOWN_NAME_LONG;
    known_subnet: ClientSubnet = KNOWN_SUBNET;
    second_member: UserId = SECOND_MEMBER;
    second_member_long: UserId = SECOND_MEMBER_LONG;
    second_known: UserId = SECOND_KNOWN;
    passkey_subnet: ClientSubnet = PASSKEY_SUBNET;
    factor_member: UserId = FACTOR_MEMBER;
    register_subnet: ClientSubnet = REGISTER_SUBNET;
    register_name: u64 = REGISTER_NAME;
    register_site: () = REGISTER_SITE;
    reset_subnet: ClientSubnet = RESET_SUBNET;
    reset_name: u64 = RESET_NAME;
    reset_member: UserId = RESET_MEMBER;
    chat: UserId = CHAT;
    play_subnet: ClientSubnet = PLAY_SUBNET;
    guest_subnet: ClientSubnet = GUEST_SUBNET;
    guest_site: () = GUEST_SITE;
    code_subnet: ClientSubnet = CODE_SUBNET;
    code_site: () = CODE_SITE;
    email_member: UserId = EMAIL_MEMBER;
    email_address: u64 = EMAIL_ADDRESS;
    invite_member: UserId = INVITE_MEMBER;
    invite_pair: (UserId, UserId) = INVITE_PAIR;
    device_member: UserId = DEVICE_MEMBER;
    feed_subnet: ClientSubnet = FEED_SUBNET;
    image_subnet: ClientSubnet = IMAGE_SUBNET;
    export_member: UserId = EXPORT_MEMBER;
    report_member: UserId = REPORT_MEMBER;
    write_member: UserId = WRITE_MEMBER;
    write_subnet: ClientSubnet = WRITE_SUBNET;
    refusal_line: ClientSubnet = REFUSAL_LINE;
    costly_member: UserId = COSTLY_MEMBER;
    costly_subnet: ClientSubnet = COSTLY_SUBNET;
    search_member: UserId = SEARCH_MEMBER;
    search_subnet: ClientSubnet = SEARCH_SUBNET;
    analysis_member: UserId = ANALYSIS_MEMBER;
    analysis_subnet: ClientSubnet = ANALYSIS_SUBNET;
}

impl RateLimits {
    /// A login attempt. Browsers known to the account are counted apart from all others.
    pub fn sign_in(&self, guess: &LoginAttempt<'_>) -> Result<(), WebError> {
        let name = self.fold(guess.name);
        if guess.known {
            self.check(&self.known_subnet, &guess.from)?;
            self.check(&self.known_name, &name)?;
            return self.check(&self.known_name_long, &name);
        }
        self.check(&self.sign_in_subnet, &guess.from)?;
        self.check(&self.sign_in_subnet_long, &guess.from)?;
        self.check(&self.sign_in_name, &name)?;
        self.check(&self.sign_in_name_long, &name)?;
        self.check(&self.sign_in_site, &())
    }

    /// An attempt at the second factor.
    pub fn second(&self, user: UserId, guess: &LoginAttempt<'_>) -> Result<(), WebError> {
        if guess.known {
            self.check(&self.known_name, &self.fold(guess.name))?;
            return self.check(&self.second_known, &user);
        }
        self.check(&self.second_member, &user)?;
        self.check(&self.second_member_long, &user)
    }

    /// Waits until a password may be hashed for this address and account: few at once for each, so that nobody fills
    /// the queue of all. The turn lasts until the result is dropped.
    ///
    /// # Errors
    /// Too many are waiting.
    pub async fn permit_to_hash(&self, guess: &LoginAttempt<'_>) -> Result<Option<HashTurns>, WebError> {
        if !self.counting {
            return Ok(None);
        }
        let mut subnets = vec![self.hashing_subnet.turn(guess.from, 1).await?];
        for (wider, factor) in guess.from.wider() {
            subnets.push(self.hashing_subnet.turn(wider, factor.into()).await?);
        }
        let name = self.hashing_name.turn(self.fold(guess.name), 1).await?;
        Ok(Some((subnets, name)))
    }

    /// A sign-in with a passkey.
    pub fn passkey(&self, from: ClientSubnet) -> Result<(), WebError> {
        self.check(&self.passkey_subnet, &from)
    }

    /// A change of second factors.
    pub fn factor(&self, user: UserId) -> Result<(), WebError> {
        self.check(&self.factor_member, &user)
    }

    /// A registration.
    pub fn register(&self, from: ClientSubnet, name: &str) -> Result<(), WebError> {
        self.check(&self.register_subnet, &from)?;
        self.check(&self.register_name, &self.fold(name))?;
        self.check(&self.register_site, &())
    }

    /// A request for a password reset link.
    pub fn reset(&self, from: ClientSubnet, name: &str) -> Result<(), WebError> {
        self.check(&self.reset_subnet, &from)?;
        self.check(&self.reset_name, &self.fold(name))
    }

    /// A password reset email to a user.
    pub fn reset_email(&self, user: UserId) -> Result<(), WebError> {
        self.check(&self.reset_member, &user)
    }

    /// A chat message.
    pub fn chat(&self, user: UserId) -> Result<(), WebError> {
        self.check(&self.chat, &user)
    }

    /// An email to an unconfirmed address, which may belong to another person.
    pub fn email(&self, user: UserId, address: &str) -> Result<(), WebError> {
        self.check(&self.email_member, &user)?;
        self.check(&self.email_address, &self.fold(address))
    }

    /// Adding a device, or a test push.
    pub fn device(&self, user: UserId) -> Result<(), WebError> {
        self.check(&self.device_member, &user)
    }

    /// A request for a feed.
    pub fn feed(&self, from: ClientSubnet) -> Result<(), WebError> {
        self.check(&self.feed_subnet, &from)
    }

    /// Counts the start of a match against a bot.
    pub fn play(&self, from: ClientSubnet) -> Result<(), WebError> {
        self.check(&self.play_subnet, &from)
    }

    /// Counts a new guest.
    pub fn guest(&self, from: ClientSubnet) -> Result<(), WebError> {
        self.check(&self.guest_subnet, &from)?;
        self.check(&self.guest_site, &())
    }

    /// An attempt at a join code.
    pub fn code(&self, from: ClientSubnet) -> Result<(), WebError> {
        self.check(&self.code_subnet, &from)?;
        self.check(&self.code_site, &())
    }

    /// An invitation to a match.
    pub fn invite(&self, by: UserId, invitee: UserId) -> Result<(), WebError> {
        self.check(&self.invite_pair, &(by, invitee))?;
        self.check(&self.invite_member, &by)
    }

    /// An image of a board.
    pub fn image(&self, from: ClientSubnet) -> Result<(), WebError> {
        self.check(&self.image_subnet, &from)
    }

    /// A download of a user's data.
    pub fn export(&self, user: UserId) -> Result<(), WebError> {
        self.check(&self.export_member, &user)
    }

    /// A report.
    pub fn report(&self, user: UserId) -> Result<(), WebError> {
        self.check(&self.report_member, &user)
    }

    /// A change by a signed-in user.
    pub fn write(&self, user: UserId) -> Result<(), WebError> {
        self.check(&self.write_member, &user)
    }

    /// A change by a visitor.
    pub fn write_from(&self, from: ClientSubnet) -> Result<(), WebError> {
        self.check(&self.write_subnet, &from)
    }

    /// A page that is expensive to render. `user` is the account, if any.
    pub fn costly_page(&self, from: ClientSubnet, user: Option<UserId>) -> Result<(), WebError> {
        if let Some(user) = user {
            self.check(&self.costly_member, &user)?;
        }
        self.check(&self.costly_subnet, &from)
    }

    /// A request for a hint or the best move of a position.
    pub fn search(&self, from: ClientSubnet, user: UserId) -> Result<(), WebError> {
        self.check(&self.search_member, &user)?;
        self.check(&self.search_subnet, &from)
    }

    /// A request for the analysis of a match.
    pub fn analysis(&self, from: ClientSubnet, user: UserId) -> Result<(), WebError> {
        self.check(&self.analysis_member, &user)?;
        self.check(&self.analysis_subnet, &from)
    }

    /// A log line about a refused request.
    pub fn refusal_line(&self, from: ClientSubnet) -> Result<(), WebError> {
        self.check(&self.refusal_line, &from)
    }

    fn check<K: LimitKey>(&self, counts: &LimitCounts<K>, key: &K) -> Result<(), WebError> {
        if !self.counting {
            return Ok(());
        }
        count(counts, key, 1)?;
        key.wider().try_for_each(|(wider, factor)| count(counts, &wider, factor))
    }

    /// A hash of the name, so that long names use the same memory.
    fn fold(&self, name: &str) -> u64 {
        self.hasher.hash_one(name_key(name.trim()))
    }
}

impl fmt::Debug for RateLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimits").field("counting", &self.counting).finish_non_exhaustive()
    }
}

/// What requests are counted by.
trait LimitKey: Hash + Eq + Clone {
    /// The larger groups that count as well, each with the factor of its limit.
    fn wider(&self) -> impl Iterator<Item = (Self, u8)> {
        std::iter::empty()
    }
}

impl LimitKey for () {}
impl LimitKey for u64 {}
impl LimitKey for UserId {}
impl LimitKey for (UserId, UserId) {}
impl LimitKey for ClientSubnet {
    fn wider(&self) -> impl Iterator<Item = (Self, u8)> {
        (*self).wider()
    }
}

fn counts<K: LimitKey>(rate: &RateLimit) -> LimitCounts<K> {
    let at_once = NonZeroU32::new(rate.at_once * WEIGHT).unwrap_or(NonZeroU32::MIN);
    let quota = Quota::with_period(rate.every / WEIGHT).unwrap_or(Quota::per_second(NonZeroU32::MIN));
    RateLimiter::keyed(quota.allow_burst(at_once))
}

/// Counts a request for a key whose limit is this many times the usual one.
fn count<K: LimitKey>(counts: &LimitCounts<K>, key: &K, factor: u8) -> Result<(), WebError> {
    let weight = NonZeroU32::new(WEIGHT / u32::from(factor)).unwrap_or(NonZeroU32::MIN);
    let counted = counts.check_key_n(key, weight).map_err(WebError::internal)?;
    counted.map_err(|until| {
        let wait = until.wait_time_from(DefaultClock::default().now());
        WebError::TooMany(wait.as_secs() + 1)
    })
}

fn sweep<K: LimitKey>(counts: &LimitCounts<K>) {
    counts.retain_recent();
    counts.shrink_to_fit();
}
