//! What the alpha-beta search asks of the position of a game, and the values it works with.

use super::limits::NodeMeter;

/// Values from here on are wins and below the negative of it losses; what is above it says how soon. Evaluations stay below.
pub(super) const WIN: i32 = 1_000_000;

/// More than any value.
pub(super) const INFINITE: i32 = 2_000_000;

/// A position as the search sees it: small, quick to copy, with moves as numbers below 2^14. All values are from the view
/// of the seat to act.
pub(super) trait SearchPosition: Clone {
    /// A number that two positions share only when their values are the same. It leaves out what was gained on the way.
    fn key(&self) -> u64;

    /// Adds the moves worth searching, at least one unless the position is settled.
    fn moves_into(&self, moves: &mut Vec<RankedMove>);

    /// Adds all moves a person might consider, among them those that lose at once and are not worth searching.
    fn all_moves_into(&self, moves: &mut Vec<RankedMove>) {
        self.moves_into(moves);
    }

    /// Plays a move.
    fn play(&mut self, mv: u16) -> MoveResult;

    /// The value, if it is known without a search: at the end, or one move before it.
    fn known_value(&self) -> Option<i32>;

    /// The value, if a table covers positions so near the end. `None` as well if the meter stops before it is known.
    #[inline]
    fn endgame_value(&self, _: &mut NodeMeter) -> Option<i32> {
        None
    }

    /// Whether the game is over. Such a position is settled.
    fn is_over(&self) -> bool;

    /// Whether a guess of the value means something here. Where it does not, the search goes on whatever the depth.
    fn is_quiet(&self) -> bool {
        true
    }

    /// A guess of the value.
    fn evaluate(&self) -> i32;

    /// How much less than the best move another may be worth to be drawn in its place, where the match is to vary. 0 once the
    /// opening is over, and for a game whose matches differ anyway.
    fn margin(&self) -> i32 {
        0
    }

    /// The least and the largest value the position can have.
    #[inline]
    fn range(&self) -> (i32, i32) {
        (-INFINITE, INFINITE)
    }
}

/// A move with the game's opinion of it: larger is searched sooner.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedMove {
    pub mv: u16,
    pub rank: i32,
}

/// What playing a move did besides changing the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveResult {
    /// What the mover gained, to be added to the value of the position after it.
    pub gain: i32,
    /// Whether the same seat acts again.
    pub acts_again: bool,
    /// Plies of depth it costs: 0 for a move without a choice.
    pub cost: i32,
}

impl MoveResult {
    /// A move that gains nothing by itself, after which the other seat acts.
    pub const PLAIN: Self = Self { gain: 0, acts_again: false, cost: 1 };
}
