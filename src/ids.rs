//! Match ids and join codes. Pure.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use compact_str::CompactString;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::typed::plain_typed;

/// Text that is not a valid id or code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no such match")]
pub struct InvalidId;

/// A match id, as in URLs: twelve random characters of base58, or 70 bits, which nobody can guess.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "CompactString", into = "CompactString")]
pub struct MatchId(CompactString);

/// A map by match.
pub type ByMatch<T> = HashMap<MatchId, T>;

/// The alphabet of base58: without `0`, `O`, `I` and `l`.
const BASE58: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/// The alphabet of join codes: capitals and digits that do not look alike.
const CODE: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

impl MatchId {
    /// The length of an id.
    pub const LENGTH: usize = 12;

    /// The id with these digits, which have to be random and below 58.
    pub fn from_digits(digits: [u8; Self::LENGTH]) -> Self {
        Self(digits.iter().map(|digit| char::from(BASE58[usize::from(*digit) % 58])).collect())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<CompactString> for MatchId {
    type Error = InvalidId;

    fn try_from(text: CompactString) -> Result<Self, InvalidId> {
        let fits = text.len() == Self::LENGTH && text.bytes().all(|byte| BASE58.contains(&byte));
        if fits { Ok(Self(text)) } else { Err(InvalidId) }
    }
}

impl From<MatchId> for CompactString {
    fn from(id: MatchId) -> Self {
        id.0
    }
}

impl FromStr for MatchId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        CompactString::new(text).try_into()
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What follows a link in a sentence, and is copied with it.
const AFTER_LINK: [char; 12] = ['/', '.', ',', ';', ':', '!', '?', ')', ']', '>', '\'', '"'];

/// The code for joining an open match: six capitals and digits, easy to say on the telephone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "CompactString", into = "CompactString")]
pub struct JoinCode(CompactString);

impl JoinCode {
    /// The length of a code.
    pub const LENGTH: usize = 6;

    /// The code with these digits, which have to be random and below 31.
    pub fn from_digits(digits: [u8; Self::LENGTH]) -> Self {
        Self(digits.iter().map(|digit| char::from(CODE[usize::from(*digit) % 31])).collect())
    }

    /// Parses a code as people type or paste it: in any case, with spaces or dashes, after a colon, or as a link, with what
    /// follows it in a sentence.
    ///
    /// ```
    /// use parlour::ids::JoinCode;
    /// for typed in [" k7m-2qx ", "Code: K7M2QX.", "https://example.org/join/K7M2QX)", "Ｋ７Ｍ２ＱＸ"] {
    ///     assert_eq!(JoinCode::from_typed(typed).unwrap().as_str(), "K7M2QX");
    /// }
    /// ```
    pub fn from_typed(text: &str) -> Option<Self> {
        let text = plain_typed(text);
        let text = text.trim_end_matches(|c: char| c.is_whitespace() || AFTER_LINK.contains(&c));
        let code = text.rsplit(['/', ':']).next()?;
        let relevant = code.chars().filter(|c| !c.is_whitespace() && *c != '-').take(Self::LENGTH + 1);
        let code: CompactString = relevant.map(|c| c.to_ascii_uppercase()).collect();
        Self::try_from(code).ok()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<CompactString> for JoinCode {
    type Error = InvalidId;

    fn try_from(text: CompactString) -> Result<Self, InvalidId> {
        let fits = text.len() == Self::LENGTH && text.bytes().all(|byte| CODE.contains(&byte));
        if fits { Ok(Self(text)) } else { Err(InvalidId) }
    }
}

impl From<JoinCode> for CompactString {
    fn from(code: JoinCode) -> Self {
        code.0
    }
}

impl fmt::Display for JoinCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
