//! Which running matches are listed to be watched.

use super::PaceFilter;
use crate::games::Game;
use crate::matches::MatchId;
use crate::now::Moment;

/// The filter of the running matches to watch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WatchFilter {
    pub game: Option<Game>,
    pub pace: Option<PaceFilter>,
    /// The number of seats.
    pub seats: Option<u8>,
}

impl WatchFilter {
    /// The fields that are set, for the query of a URL.
    pub fn fields(self) -> impl Iterator<Item = (&'static str, String)> {
        let game = self.game.map(|game| ("game", game.key().to_owned()));
        let pace = self.pace.map(|pace| ("pace", pace.key().to_owned()));
        let seats = self.seats.map(|seats| ("seats", seats.to_string()));
        [game, pace, seats].into_iter().flatten()
    }
}

/// A public running match, with what such matches are ordered by.
#[derive(Clone, Debug)]
pub struct WatchableMatch {
    pub id: MatchId,
    /// The average rating of the players, if all have one.
    pub rating: Option<u16>,
    /// When something last happened.
    pub changed_at: Moment,
}
