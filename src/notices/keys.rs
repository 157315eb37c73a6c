//! The keys in the links of emails and in the URLs of feeds. They are derived from the secret of the site when they
//! are needed, so the database does not contain them.

use std::fmt;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::users::UserId;
use crate::users::preferences::FeedKind;

/// Creates and verifies keys.
#[derive(Clone)]
pub struct NoticeKeys(Hmac<Sha256>);

/// The key in the link of an email that confirms an address or resets a password.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkKey([u8; 32]);

impl LinkKey {
    /// Parses the key of a link.
    pub fn parse(text: &str) -> Option<Self> {
        BASE64_URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(Self)
    }

    /// The key as written in a link.
    pub fn text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    /// The hash that is stored.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

impl fmt::Debug for LinkKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LinkKey(…)")
    }
}

impl NoticeKeys {
    pub fn new(secret: [u8; 32]) -> Self {
        let mut block = [0; 64];
        block[..32].copy_from_slice(&secret);
        Self(Hmac::new(&block.into()))
    }

    /// The key that confirms an address, derived from the outbox key of its email.
    pub fn confirmation_key(&self, email: &str) -> LinkKey {
        LinkKey(self.sign(&["confirmation", email]))
    }

    /// The key that resets a password, derived from the outbox key of its email.
    pub fn reset_key(&self, email: &str) -> LinkKey {
        LinkKey(self.sign(&["reset", email]))
    }

    /// The key that unsubscribes a user from email. It is valid while they have this address.
    pub fn unsubscribe_key(&self, user: UserId, address: &str) -> String {
        let address = self.address_tag(user, address);
        let tag = self.sign(&["unsubscribing", &user.0.to_string(), &address]);
        format!("{}-{address}-{}", user.0, BASE64_URL_SAFE_NO_PAD.encode(&tag[..20]))
    }

    /// The user of an unsubscribe key, and the tag of the address it is for; `None` if it is not genuine.
    pub fn read_unsubscribe_key<'a>(&self, key: &'a str) -> Option<(UserId, &'a str)> {
        let (user, rest) = key.split_once('-')?;
        let (address, tag) = rest.split_once('-')?;
        let tag = BASE64_URL_SAFE_NO_PAD.decode(tag).ok()?;
        let mac = self.mac(&["unsubscribing", user, address]);
        (tag.len() == 20).then_some(())?;
        mac.verify_truncated_left(&tag).ok()?;
        Some((UserId(user.parse().ok()?), address))
    }

    /// Stands for an address of a user in a key, from which it cannot be read.
    pub fn address_tag(&self, user: UserId, address: &str) -> String {
        hex::encode(&self.sign(&["address", &user.0.to_string(), &address.to_lowercase()])[..10])
    }

    /// The key of a user's feed. It is valid as long as the feed has this number.
    pub fn feed_key(&self, user: UserId, feed: FeedKind, number: i64) -> String {
        let tag = self.sign(&["feed", feed.key(), &user.0.to_string(), &number.to_string()]);
        format!("{}-{}", user.0, BASE64_URL_SAFE_NO_PAD.encode(&tag[..20]))
    }

    /// The user that a feed key names. It still has to be verified with the number of their feed.
    pub fn user_in_feed_key(key: &str) -> Option<UserId> {
        let (user, tag) = key.split_once('-')?;
        let plain = user.len() < 19 && !user.is_empty() && user.bytes().all(|byte| byte.is_ascii_digit());
        (plain && tag.len() == 27).then(|| user.parse().ok().map(UserId))?
    }

    /// Verifies a feed key.
    pub fn verify_feed_key(&self, key: &str, user: UserId, feed: FeedKind, number: i64) -> bool {
        let Some((_, tag)) = key.split_once('-') else { return false };
        let Ok(tag) = BASE64_URL_SAFE_NO_PAD.decode(tag) else { return false };
        let mac = self.mac(&["feed", feed.key(), &user.0.to_string(), &number.to_string()]);
        tag.len() == 20 && mac.verify_truncated_left(&tag).is_ok()
    }

    fn sign(&self, parts: &[&str]) -> [u8; 32] {
        self.mac(parts).finalize().into_bytes().into()
    }

    fn mac(&self, parts: &[&str]) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        for part in parts {
            mac.update(part.as_bytes());
            mac.update(b"\n");
        }
        mac
    }
}

impl fmt::Debug for NoticeKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NoticeKeys(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unsubscribe_key_is_accepted_only_unmodified() {
        let keys = NoticeKeys::new([7; 32]);
        let key = keys.unsubscribe_key(UserId(12), "ada@example.org");
        let address = keys.address_tag(UserId(12), "Ada@example.org");
        assert_eq!(keys.read_unsubscribe_key(&key), Some((UserId(12), &*address)));
        let other = keys.address_tag(UserId(12), "ben@example.org");
        assert!(address != other && !key.contains("ada"), "{key}");
        let (head, tag) = key.rsplit_once('-').unwrap();
        let forged = [
            String::new(),
            format!("13{}", &key[2..]),
            key.replace(&address, &other),
            format!("{head}-"),
            format!("{head}-{}", &tag[..tag.len() - 2]),
            format!("{key}AA"),
            format!("{head}-{}", BASE64_URL_SAFE_NO_PAD.encode([0; 20])),
            format!("+{key}"),
            NoticeKeys::new([8; 32]).unsubscribe_key(UserId(12), "ada@example.org"),
        ];
        for forged in forged {
            assert_eq!(keys.read_unsubscribe_key(&forged), None, "{forged}");
        }
    }

    #[test]
    fn a_feed_key_opens_one_feed_of_one_user_until_it_is_replaced() {
        let keys = NoticeKeys::new([7; 32]);
        let key = keys.feed_key(UserId(12), FeedKind::News, -34);
        assert_eq!(NoticeKeys::user_in_feed_key(&key), Some(UserId(12)));
        let opens = |key: &str| keys.verify_feed_key(key, UserId(12), FeedKind::News, -34);
        assert!(opens(&key));
        for (user, feed, number) in [
            (13, FeedKind::News, -34),
            (12, FeedKind::Deadlines, -34),
            (12, FeedKind::News, 34),
            (12, FeedKind::News, -35),
        ] {
            assert!(!keys.verify_feed_key(&key, UserId(user), feed, number));
            assert!(!opens(&keys.feed_key(UserId(user), feed, number)));
        }
        for forged in
            ["", "12", "12-", &key[..key.len() - 1], &format!("{key}A"), &format!("12-{}", "A".repeat(27))]
        {
            assert!(!opens(forged), "{forged}");
        }
        for wrong in [
            "",
            "12",
            "-",
            "x-",
            "+12-AAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "99999999999999999999-AAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ] {
            assert_eq!(NoticeKeys::user_in_feed_key(wrong), None, "{wrong}");
        }
        assert!(!NoticeKeys::new([8; 32]).verify_feed_key(&key, UserId(12), FeedKind::News, -34));
    }

    #[test]
    fn a_confirmation_key_round_trips_and_differs_for_each_email() {
        let keys = NoticeKeys::new([7; 32]);
        let key = keys.confirmation_key("confirm:1:2");
        assert!(LinkKey::parse(&key.text()) == Some(key.clone()));
        assert!(key != keys.confirmation_key("confirm:1:3"));
        for text in ["", "x", &"A".repeat(44), &"A".repeat(42)] {
            assert!(LinkKey::parse(text).is_none(), "{text}");
        }
    }
}
