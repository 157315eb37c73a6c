//! The origin of a match, if it was not created from scratch.

use serde::{Deserialize, Serialize};

use super::MatchId;

/// What a match was created from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchOrigin {
    /// It is a rematch of that match.
    Rematch(MatchId),
}

/// The keys of the origin in the opening event, at most one of which is present. `rematch_of` is the oldest; another
/// kind of origin gets its own key, so that all logs stay readable.
#[derive(Default, Serialize, Deserialize)]
struct OriginKeys {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rematch_of: Option<MatchId>,
}

/// For `#[serde(flatten, with = "origin::keys")]`. Serde would read an invalid value of a flattened `Option` as
/// `None`; this rejects it.
pub(super) mod keys {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{MatchOrigin, OriginKeys};

    pub(in crate::matches) fn serialize<S: Serializer>(
        origin: &Option<MatchOrigin>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let keys = match origin {
            Some(MatchOrigin::Rematch(before)) => OriginKeys { rematch_of: Some(before.clone()) },
            None => OriginKeys::default(),
        };
        keys.serialize(serializer)
    }

    pub(in crate::matches) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<MatchOrigin>, D::Error> {
        let keys = OriginKeys::deserialize(deserializer)?;
        Ok(keys.rematch_of.map(MatchOrigin::Rematch))
    }
}

#[cfg(test)]
mod tests {
    use crate::games::Game;
    use crate::matches::{JoinCode, MatchId, MatchOpening, MatchOrigin};

    fn opening(origin: Option<MatchOrigin>) -> MatchOpening {
        let code = JoinCode::from_digits([0; JoinCode::LENGTH]);
        MatchOpening { origin, ..MatchOpening::casual(Game::TicTacToe, 2, code) }
    }

    #[test]
    fn the_log_stores_a_rematch_under_its_original_key() {
        let before = MatchId::from_digits([1; MatchId::LENGTH]);
        let rematch = opening(Some(MatchOrigin::Rematch(before.clone())));
        let written = serde_json::to_value(&rematch).unwrap();
        assert_eq!(written["rematch_of"], before.as_str());
        assert_eq!(serde_json::from_value::<MatchOpening>(written).unwrap(), rematch);
    }

    #[test]
    fn an_opening_without_an_origin_has_no_key_for_it() {
        let plain = opening(None);
        let written = serde_json::to_value(&plain).unwrap();
        assert_eq!(written.get("rematch_of"), None);
        assert_eq!(serde_json::from_value::<MatchOpening>(written).unwrap(), plain);
    }

    #[test]
    fn an_unreadable_origin_is_an_error() {
        let mut written = serde_json::to_value(opening(None)).unwrap();
        written["rematch_of"] = "no id".into();
        assert!(serde_json::from_value::<MatchOpening>(written).is_err());
    }
}
