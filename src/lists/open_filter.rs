//! Which open matches are listed.

use std::fmt;

use crate::games::Game;
use crate::keyed;

keyed! {
    /// The time control of a match, as far as lists tell it apart.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PaceFilter {
        Live = "live",
        /// Days per move, or a bank of hours.
        Correspondence = "days",
        Untimed = "untimed",
    }
}

/// The filter of the list of open matches. As text: the query of its URL, which is empty if all are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenFilter {
    /// Whether only matches are listed that the user can join.
    pub fits: bool,
    pub game: Option<Game>,
    pub pace: Option<PaceFilter>,
    /// Whether the match is rated.
    pub rated: Option<bool>,
}

impl fmt::Display for OpenFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = self.fits.then_some(("fits", "1"));
        let game = self.game.map(|game| ("game", game.key()));
        let pace = self.pace.map(|pace| ("pace", pace.key()));
        let rated = self.rated.map(|rated| ("rated", if rated { "yes" } else { "no" }));
        for (index, (name, value)) in [fits, game, pace, rated].into_iter().flatten().enumerate() {
            write!(f, "{}{name}={value}", if index > 0 { "&" } else { "" })?;
        }
        Ok(())
    }
}
