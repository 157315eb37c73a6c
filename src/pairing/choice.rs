//! What a user wants to play.

use std::fmt;
use std::str::FromStr;

use crate::games::KnownGame;
use crate::keyed;
use crate::matches::{FirstMove, TimeAllowance, TimeControl, TimeoutPolicy};
use crate::referee::MatchSetup;

/// The number of players.
const SEATS: u8 = 2;

keyed! {
    /// The time controls that are offered. There are only two, so that those who wait find each other.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PairingPace {
        Live = "live",
        ThreeDays = "3d",
    }
}

impl PairingPace {
    /// The time that players have: the default of live and correspondence matches.
    pub const fn allowance(self) -> TimeAllowance {
        match self {
            PairingPace::Live => TimeAllowance::Live { seconds: 60, reserve: 300 },
            PairingPace::ThreeDays => TimeAllowance::Days(3),
        }
    }
}

/// A game and a pace. As text: `kalah.live`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairingChoice {
    pub game: KnownGame,
    pub pace: PairingPace,
}

impl PairingChoice {
    /// The match of two users with this choice, with the defaults of the form for new matches; `None` if the game does not
    /// allow it, which a test excludes.
    pub(super) fn setup(self) -> Option<MatchSetup> {
        let pace = self.pace.allowance();
        let live = pace.is_live();
        Some(MatchSetup {
            options: self.game.options()?,
            rated: true,
            auto_roll: !live,
            first: FirstMove::Random,
            time_control: Some(TimeControl {
                pace,
                weekends_off: false,
                vacation: !live,
                at_flag: TimeoutPolicy::Lose,
            }),
            ..MatchSetup::casual(self.game.game, SEATS).ok()?
        })
    }
}

impl fmt::Display for PairingChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.game.key(), self.pace.key())
    }
}

/// A choice that is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownChoice;

impl FromStr for PairingChoice {
    type Err = UnknownChoice;

    fn from_str(text: &str) -> Result<Self, UnknownChoice> {
        let (game, pace) = text.split_once('.').ok_or(UnknownChoice)?;
        let game = KnownGame::from_key(game).ok_or(UnknownChoice)?;
        Ok(Self { game, pace: PairingPace::from_key(pace).ok_or(UnknownChoice)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;

    #[test]
    fn two_users_can_play_every_game_at_every_pace() {
        for game in Game::ALL.iter().copied().flat_map(KnownGame::all_of) {
            for pace in PairingPace::ALL {
                let choice = PairingChoice { game, pace };
                let setup = choice.setup().unwrap();
                assert!(setup.game.opening(&setup.options, setup.seats).is_ok(), "{choice}");
                assert!(setup.rated && pace.allowance().validated().is_some(), "{choice}");
                assert_eq!(choice.to_string().parse(), Ok(choice));
            }
        }
    }

    #[test]
    fn an_unknown_choice_is_refused() {
        for text in ["", "kalah", "kalah.", "chess.live", "kalah.1d", "kalah.live.live"] {
            assert_eq!(text.parse::<PairingChoice>(), Err(UnknownChoice), "{text:?}");
        }
    }
}
